//! Plans: what is transformed, where it lies, and the transforms of each dimension.

use super::callback::{Callback, Callbacks};
use super::layout::Layout;
use super::transform::{Axes, Element, reals};
use super::transform_type::{Memory, TransformType};
use crate::entry::{Failure, Outcome};
use half::{bf16, f16};
use rayon::prelude::*;
use rustfft::num_complex::Complex;
use std::ops::Range;
use std::slice;
use std::sync::{Mutex, PoisonError};

/// Elements that go through memory of a plan's own together.
const AT_ONCE: usize = 1 << 16;

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

    /// Whether both sides are packed.
    pub(super) fn is_packed(&self) -> bool {
        self.layouts.is_none()
    }

    /// Elements that a member has of a side.
    fn count(&self, is_real: bool) -> usize {
        self.extent_of(is_real).iter().product()
    }

    /// Where one side lies. Packed real data in the place of complex numbers has rows as long as theirs.
    fn layout(&self, is_input: bool, in_place: bool) -> Layout {
        match &self.layouts {
            Some((input, _)) if is_input => input.clone(),
            Some((_, output)) => output.clone(),
            None => self.packed(is_input, in_place),
        }
    }

    /// Where one side of packed data lies.
    fn packed(&self, is_input: bool, in_place: bool) -> Layout {
        let is_real = if is_input { self.kind.from_real } else { self.kind.to_real };
        let mut extent = self.extent_of(is_real);
        if is_real && in_place {
            let last = extent.len() - 1;
            extent[last] = 2 * (extent[last] / 2 + 1);
        }
        Layout::packed(&extent)
    }

    /// Reads members of the batch into a packed array.
    ///
    /// # Safety
    /// `from` is readable for the elements of `members` in `layout`, or `load` may be called for each.
    unsafe fn read<E, V>(
        &self,
        (from, layout, load): (*const u8, &Layout, Option<Callback>),
        members: Range<usize>,
        to: &mut [V],
        wide: impl Fn(E) -> V,
    ) {
        let (extent, stride) = (self.extent_of(self.kind.from_real), layout.stride());
        let rows = members.flat_map(|member| layout.rows(&extent, member));
        for (row, values) in rows.zip(to.chunks_exact_mut(extent[extent.len() - 1])) {
            // SAFETY: the elements of a row are readable, as required.
            values.iter_mut().enumerate().for_each(|(i, value)| *value = wide(unsafe { loaded(from, load, row + i * stride) }));
        }
    }

    /// Writes members of the batch from a packed array.
    ///
    /// # Safety
    /// `to` is writable for the elements of `members` in `layout`, or `store` may be called for each.
    unsafe fn write<E, V: Copy>(
        &self,
        (to, layout, store): (*mut u8, &Layout, Option<Callback>),
        members: Range<usize>,
        from: &[V],
        narrow: impl Fn(V) -> E,
    ) {
        let (extent, stride) = (self.extent_of(self.kind.to_real), layout.stride());
        let rows = members.flat_map(|member| layout.rows(&extent, member));
        for (row, values) in rows.zip(from.chunks_exact(extent[extent.len() - 1])) {
            // SAFETY: the elements of a row are writable, as required.
            values.iter().enumerate().for_each(|(i, value)| unsafe { stored(to, store, row + i * stride, narrow(*value)) });
        }
    }
}

/// A plan that can be run, by several threads at once.
pub(super) struct Plan {
    pub(super) shape: Shape,
    single: Option<Work<f32>>,
    double: Option<Work<f64>>,
}

/// The transforms of one precision, and memory that runs have used.
struct Work<T: Element> {
    axes: Axes<T>,
    used: Mutex<Vec<Vec<Complex<T>>>>,
}

impl<T: Element> Work<T> {
    fn new(shape: &Shape) -> Work<T> {
        Work { axes: Axes::new(&shape.extent, shape.kind.is_real()), used: Mutex::default() }
    }

    /// Calls `run` with that many elements of no particular value.
    fn with(&self, count: usize, run: impl FnOnce(&mut [Complex<T>])) {
        let used = || self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let mut memory = used().pop().unwrap_or_default();
        memory.resize(count.max(memory.len()), Complex::default());
        run(&mut memory[..count]);
        used().push(memory);
    }
}

impl Plan {
    /// # Errors
    /// None yet; sizes were checked with the shape.
    pub(super) fn new(shape: Shape) -> Outcome<Plan> {
        let (single, double) = match shape.kind.double {
            true => (None, Some(Work::new(&shape))),
            false => (Some(Work::new(&shape)), None),
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
            if let Some(work) = &self.single {
                let scale = scale.map(|scale| scale as f32);
                match self.shape.kind.memory {
                    Memory::Same => self.run_as::<f32, f32>(work, from, to, backward, scale, callbacks),
                    Memory::Half => self.run_as::<f32, f16>(work, from, to, backward, scale, callbacks),
                    Memory::Bfloat16 => self.run_as::<f32, bf16>(work, from, to, backward, scale, callbacks),
                }
            }
            if let Some(work) = &self.double {
                self.run_as::<f64, f64>(work, from, to, backward, scale, callbacks);
            }
        }
    }

    /// # Safety
    /// What [`Plan::run`] requires, of elements that are numbers of the type `S` in memory.
    unsafe fn run_as<T: Element, S: Stored<T>>(
        &self,
        work: &Work<T>,
        from: *const u8,
        to: *mut u8,
        backward: bool,
        scale: Option<T>,
        callbacks: Callbacks,
    ) {
        let shape = &self.shape;
        let in_place = from == to.cast_const();
        let layouts = (shape.layout(true, in_place), shape.layout(false, in_place));
        // SAFETY: this function requires what its callees do.
        unsafe {
            if S::IS_ITSELF && callbacks.is_empty() && layouts == (shape.packed(true, in_place), shape.packed(false, in_place)) {
                return self.run_packed(work, (!in_place).then_some(from), to, backward, scale);
            }
            // All is read before anything is written where both sides are one array.
            let at_once = if in_place { shape.batch } else { (AT_ONCE / shape.count(false)).clamp(1, shape.batch) };
            for first in (0..shape.batch).step_by(at_once) {
                let members = first..shape.batch.min(first + at_once);
                let (input, output) = ((from, &layouts.0, callbacks.load), (to, &layouts.1, callbacks.store));
                self.run_members::<T, S>(work, input, output, members, backward, scale);
            }
        }
    }

    /// Transforms arrays of `T` that lie one after another, without a copy of them; none to read from are those in `to`.
    ///
    /// # Safety
    /// What [`Plan::run`] requires, of packed arrays.
    unsafe fn run_packed<T: Element>(
        &self,
        work: &Work<T>,
        from: Option<*const u8>,
        to: *mut u8,
        backward: bool,
        scale: Option<T>,
    ) {
        let (axes, kind, spectra) = (&work.axes, self.shape.kind, self.shape.batch * self.shape.count(false));
        let of_reals = self.shape.batch * self.shape.count(true);
        // SAFETY: each side has that many elements, as required, and no two of these slices are alive together unless they are apart.
        unsafe {
            let complex = from.map(|from| slice::from_raw_parts(from.cast::<Complex<T>>(), spectra));
            if kind.to_real
                && let Some(complex) = complex
            {
                let to = slice::from_raw_parts_mut(to.cast::<T>(), of_reals);
                work.with(spectra, |data| {
                    data.par_chunks_mut(AT_ONCE).zip(complex.par_chunks(AT_ONCE)).for_each(|(to, from)| to.copy_from_slice(from));
                    axes.backward_real(data, Some(to));
                });
                return multiply(to, scale);
            }
            let to = slice::from_raw_parts_mut(to.cast::<Complex<T>>(), spectra);
            if kind.to_real {
                axes.backward_real(to, None);
            } else if kind.from_real {
                axes.forward_real(from.map(|from| slice::from_raw_parts(from.cast::<T>(), of_reals)), to);
            } else {
                axes.complex(complex, to, backward);
            }
            multiply(reals(to), scale);
        }
    }

    /// Transforms some members of the batch, by way of packed arrays.
    ///
    /// # Safety
    /// What [`Plan::run`] requires, of elements that are numbers of the type `S` in memory.
    unsafe fn run_members<T: Element, S: Stored<T>>(
        &self,
        work: &Work<T>,
        (from, input, load): (*const u8, &Layout, Option<Callback>),
        (to, output, store): (*mut u8, &Layout, Option<Callback>),
        members: Range<usize>,
        backward: bool,
        scale: Option<T>,
    ) {
        let (axes, shape, count) = (&work.axes, &self.shape, members.len());
        let mut packed = vec![T::zero(); if shape.kind.is_real() { count * shape.count(true) } else { 0 }];
        let of_two = |Complex { re, im }: Complex<S>| Complex::new(re.wide(), im.wide());
        work.with(count * shape.count(false), |data| {
            // SAFETY: both sides are readable and writable, as required.
            unsafe {
                if shape.kind.from_real {
                    shape.read((from, input, load), members.clone(), &mut packed, S::wide);
                    axes.forward_real(Some(&packed), data);
                } else {
                    shape.read((from, input, load), members.clone(), data, of_two);
                    if !shape.kind.to_real {
                        axes.complex(None, data, backward);
                    }
                }
                if shape.kind.to_real {
                    axes.backward_real(data, Some(&mut packed));
                    multiply(&mut packed, scale);
                    shape.write((to, output, store), members, &packed, S::of);
                } else {
                    multiply(reals(data), scale);
                    shape.write((to, output, store), members, data, |value| Complex::new(S::of(value.re), S::of(value.im)));
                }
            }
        });
    }
}

/// Multiplies all values by a factor, if there is one.
fn multiply<T: Element>(values: &mut [T], factor: Option<T>) {
    if let Some(factor) = factor {
        values.par_chunks_mut(AT_ONCE).for_each(|values| values.iter_mut().for_each(|value| *value = *value * factor));
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
    /// Whether it is a `T`.
    const IS_ITSELF: bool;
    fn wide(self) -> T;
    fn of(value: T) -> Self;
}

macro_rules! stored {
    ($($small:ty as $wide:ty, $is_itself:literal: $widen:expr, $round:expr;)*) => { $(
        impl Stored<$wide> for $small {
            const IS_ITSELF: bool = $is_itself;
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
    f16 as f32, false: f16::to_f32, f16::from_f32;
    bf16 as f32, false: bf16::to_f32, bf16::from_f32;
    f32 as f32, true: f32::from, f32::from;
    f64 as f64, true: f64::from, f64::from;
}
