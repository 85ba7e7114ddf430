//! Plans: what is transformed, where it lies, and the transforms of each dimension.

use super::callback::{Callback, Callbacks};
use super::layout::Layout;
use super::transform::{Axes, Element};
use crate::entry::{Failure, Outcome, not_supported};
use half::{bf16, f16};
use rustfft::num_complex::Complex;

/// Values of `hipfftType`.
pub(super) const R2C: u32 = 0x2a;
pub(super) const C2R: u32 = 0x2c;
pub(super) const C2C: u32 = 0x29;
pub(super) const D2Z: u32 = 0x6a;
pub(super) const Z2D: u32 = 0x6c;
pub(super) const Z2Z: u32 = 0x69;

/// What numbers are in memory. Those of 16 bits are transformed in single precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Memory {
    /// What they are transformed as.
    Same,
    Half,
    Bfloat16,
}

/// What is transformed to what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TransformType {
    pub(super) double: bool,
    pub(super) memory: Memory,
    pub(super) from_real: bool,
    pub(super) to_real: bool,
}

impl TransformType {
    /// # Errors
    /// `Failure::InvalidEnum` for no value of `hipfftType`.
    pub(super) fn of(value: u32) -> Outcome<TransformType> {
        let kind = |double, from_real, to_real| Ok(TransformType { double, memory: Memory::Same, from_real, to_real });
        match value {
            C2C => kind(false, false, false),
            R2C => kind(false, true, false),
            C2R => kind(false, false, true),
            Z2Z => kind(true, false, false),
            D2Z => kind(true, true, false),
            Z2D => kind(true, false, true),
            _ => Err(Failure::InvalidEnum),
        }
    }

    /// By the values of `hipDataType` of both sides.
    ///
    /// # Errors
    /// `Failure::NotSupported` for other types than those of 16, 32 and 64 bits.
    pub(super) fn between(input: u32, output: u32) -> Outcome<TransformType> {
        let of_16_bits = |memory, kind| TransformType::of(kind).map(|kind| TransformType { memory, ..kind });
        match (input, output) {
            (6, 6) => of_16_bits(Memory::Half, C2C),
            (2, 6) => of_16_bits(Memory::Half, R2C),
            (6, 2) => of_16_bits(Memory::Half, C2R),
            (15, 15) => of_16_bits(Memory::Bfloat16, C2C),
            (14, 15) => of_16_bits(Memory::Bfloat16, R2C),
            (15, 14) => of_16_bits(Memory::Bfloat16, C2R),
            (4, 4) => TransformType::of(C2C),
            (0, 4) => TransformType::of(R2C),
            (4, 0) => TransformType::of(C2R),
            (5, 5) => TransformType::of(Z2Z),
            (1, 5) => TransformType::of(D2Z),
            (5, 1) => TransformType::of(Z2D),
            _ => Err(not_supported("a Fourier transform of these element types")),
        }
    }

    pub(super) fn is_real(self) -> bool {
        self.from_real || self.to_real
    }
}

/// What a plan is made of.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub(super) extent: Vec<usize>,
    pub(super) kind: TransformType,
    pub(super) batch: usize,
    /// Where both sides lie; none for packed data.
    layouts: Option<(Layout, Layout)>,
}

impl Shape {
    /// # Errors
    /// `Failure::InvalidSize` for extents and batches that are not positive.
    pub(super) fn new(extent: &[i64], kind: TransformType, batch: i64, layouts: Option<(Layout, Layout)>) -> Outcome<Shape> {
        let number = |&n: &i64| usize::try_from(n).ok().filter(|&n| n > 0).ok_or(Failure::InvalidSize);
        let extent = extent.iter().map(number).collect::<Outcome<Vec<_>>>()?;
        Ok(Shape { extent, kind, batch: number(&batch)?, layouts })
    }

    /// The extents of a side: that of complex numbers has a half of the last dimension, and one more, where the other is real.
    pub(super) fn extent_of(&self, is_real: bool) -> Vec<usize> {
        let mut extent = self.extent.clone();
        if self.kind.is_real() && !is_real {
            let last = extent.len() - 1;
            extent[last] = extent[last] / 2 + 1;
        }
        extent
    }

    /// Where one side lies. Packed real data in the place of complex numbers has rows as long as theirs.
    fn layout(&self, is_input: bool, in_place: bool) -> Layout {
        if let Some((input, output)) = &self.layouts {
            return if is_input { input.clone() } else { output.clone() };
        }
        let is_real = if is_input { self.kind.from_real } else { self.kind.to_real };
        let mut extent = self.extent_of(is_real);
        if is_real && in_place {
            let last = extent.len() - 1;
            extent[last] = 2 * (extent[last] / 2 + 1);
        }
        Layout::packed(&extent)
    }
}

/// A plan that can be run, by several threads at once.
pub(super) struct Plan {
    pub(super) shape: Shape,
    single: Option<Axes<f32>>,
    double: Option<Axes<f64>>,
}

impl Plan {
    /// # Errors
    /// None yet; sizes were checked with the shape.
    pub(super) fn new(shape: Shape) -> Outcome<Plan> {
        let (single, double) = match shape.kind.double {
            true => (None, Some(Axes::new(&shape.extent))),
            false => (Some(Axes::new(&shape.extent)), None),
        };
        Ok(Plan { shape, single, double })
    }

    /// Transforms all members of the batch.
    ///
    /// # Safety
    /// `from` is readable and `to` writable for the elements of all members, in the precision and layouts of the plan; they are
    /// the same or do not overlap. Where there are callbacks, they may be called for these elements instead.
    pub(super) unsafe fn run(&self, from: *const u8, to: *mut u8, backward: bool, scale: Option<f64>, callbacks: Callbacks) {
        // SAFETY: this function requires what its callee does.
        unsafe {
            if let Some(axes) = &self.single {
                let scale = scale.map(|scale| scale as f32);
                match self.shape.kind.memory {
                    Memory::Same => self.run_as::<f32, f32>(axes, from, to, backward, scale, callbacks),
                    Memory::Half => self.run_as::<f32, f16>(axes, from, to, backward, scale, callbacks),
                    Memory::Bfloat16 => self.run_as::<f32, bf16>(axes, from, to, backward, scale, callbacks),
                }
            }
            if let Some(axes) = &self.double {
                self.run_as::<f64, f64>(axes, from, to, backward, scale, callbacks);
            }
        }
    }

    /// # Safety
    /// What [`Plan::run`] requires, of elements that are numbers of the type `S` in memory.
    unsafe fn run_as<T: Element, S: Stored<T>>(
        &self,
        axes: &Axes<T>,
        from: *const u8,
        to: *mut u8,
        backward: bool,
        scale: Option<T>,
        callbacks: Callbacks,
    ) {
        let shape = &self.shape;
        let in_place = from == to.cast_const();
        let (input, output) = (shape.layout(true, in_place), shape.layout(false, in_place));
        let mut data = Vec::new();
        // All is read before anything is written where both sides are one array.
        let together = if in_place { shape.batch } else { 1 };
        for first in (0..shape.batch).step_by(together) {
            let members = first..first + together;
            data.clear();
            // SAFETY: indices stay within what this function requires to be readable and writable.
            members.clone().for_each(|member| unsafe { self.read::<T, S>(from, &input, callbacks.load, member, &mut data) });
            axes.transform(&mut data, backward);
            if let Some(scale) = scale {
                data.iter_mut().for_each(|value| *value = value.scale(scale));
            }
            let size = data.len() / together;
            for (member, values) in members.zip(data.chunks_exact(size)) {
                // SAFETY: indices stay within what this function requires to be readable and writable.
                unsafe { self.write::<T, S>(to, &output, callbacks.store, member, values) };
            }
        }
    }

    /// One member as complex numbers, all of them.
    ///
    /// # Safety
    /// `from` is readable for the elements of `member` in `layout`, as numbers of the type `S`, or `load` may be called for each.
    unsafe fn read<T: Element, S: Stored<T>>(
        &self,
        from: *const u8,
        layout: &Layout,
        load: Option<Callback>,
        member: usize,
        data: &mut Vec<Complex<T>>,
    ) {
        let shape = &self.shape;
        let extent = shape.extent_of(shape.kind.from_real);
        let (length, stride) = (extent[extent.len() - 1], layout.stride());
        let start = data.len();
        for row in layout.rows(&extent, member) {
            let places = (0..length).map(|i| row + i * stride);
            // SAFETY: indices stay within what this function requires to be readable.
            unsafe {
                if shape.kind.from_real {
                    data.extend(places.map(|place| Complex::new(loaded::<S>(from, load, place).wide(), T::zero())));
                } else {
                    data.extend(places.map(|place| {
                        let Complex { re, im } = loaded::<Complex<S>>(from, load, place);
                        Complex::new(re.wide(), im.wide())
                    }));
                    // Room for the other half.
                    data.resize(data.len() + shape.extent[extent.len() - 1] - length, Complex::default());
                }
            }
        }
        if shape.kind.to_real {
            mirror(&shape.extent, &mut data[start..]);
        }
    }

    /// # Safety
    /// `to` is writable for the elements of `member` in `layout`, as numbers of the type `S`, or `store` may be called for each.
    unsafe fn write<T: Element, S: Stored<T>>(
        &self,
        to: *mut u8,
        layout: &Layout,
        store: Option<Callback>,
        member: usize,
        values: &[Complex<T>],
    ) {
        let shape = &self.shape;
        let extent = shape.extent_of(shape.kind.to_real);
        let (length, stride) = (extent[extent.len() - 1], layout.stride());
        for (row, values) in layout.rows(&extent, member).zip(values.chunks_exact(shape.extent[extent.len() - 1])) {
            for (i, value) in values[..length].iter().enumerate() {
                let place = row + i * stride;
                // SAFETY: indices stay within what this function requires to be writable.
                unsafe {
                    if shape.kind.to_real {
                        stored(to, store, place, S::of(value.re));
                    } else {
                        stored(to, store, place, Complex::new(S::of(value.re), S::of(value.im)));
                    }
                }
            }
        }
    }
}

/// # Safety
/// `from` is readable at the element of this place, or `load` may be called for it.
unsafe fn loaded<E>(from: *const u8, load: Option<Callback>, place: usize) -> E {
    // SAFETY: this function requires what its callees do.
    unsafe { load.map_or_else(|| from.cast::<E>().add(place).read(), |load| load.load(from, place)) }
}

/// # Safety
/// `to` is writable at the element of this place, or `store` may be called for it.
unsafe fn stored<E>(to: *mut u8, store: Option<Callback>, place: usize, element: E) {
    // SAFETY: this function requires what its callees do.
    unsafe {
        match store {
            Some(store) => store.store(to, place, element),
            None => to.cast::<E>().add(place).write(element),
        }
    }
}

/// What a number that is transformed as a `T` is in memory.
trait Stored<T>: Copy {
    fn wide(self) -> T;
    fn of(value: T) -> Self;
}

macro_rules! stored {
    ($($small:ty as $wide:ty: $widen:expr, $round:expr;)*) => { $(
        impl Stored<$wide> for $small {
            fn wide(self) -> $wide {
                $widen(self)
            }
            fn of(value: $wide) -> $small {
                $round(value)
            }
        }
    )* };
}
stored! {
    f16 as f32: f16::to_f32, f16::from_f32;
    bf16 as f32: bf16::to_f32, bf16::from_f32;
    f32 as f32: f32::from, f32::from;
    f64 as f64: f64::from, f64::from;
}

/// Fills the second half of each row by the symmetry of real data's transforms: an element is the conjugate of that at the negative
/// indices.
fn mirror<T: Element>(extent: &[usize], data: &mut [Complex<T>]) {
    let length = extent[extent.len() - 1];
    let outer = &extent[..extent.len() - 1];
    for row in 0..data.len() / length {
        let opposite = negative(outer, row);
        for i in length / 2 + 1..length {
            data[row * length + i] = data[opposite * length + length - i].conj();
        }
    }
}

/// The row whose indices are the negative ones.
fn negative(outer: &[usize], row: usize) -> usize {
    let (mut rest, mut place, mut step) = (row, 0, 1);
    for &n in outer.iter().rev() {
        place += (n - rest % n) % n * step;
        rest /= n;
        step *= n;
    }
    place
}
