//! Elements whose type a program names by a value: read as a pair of doubles and written from one.

use crate::entry::{Outcome, not_supported};
use crate::memory::Dense;
use crate::number::{Number, c32, c64};
use crate::small::Small;
use half::slice::HalfFloatSliceExt;
use half::{bf16, f16};

/// Elements that are converted together.
const AT_ONCE: usize = 256;

/// A type of elements. Both of HIP's enumerations name these: `hipDataType` and, before hipBLAS 3, `hipblasDatatype_t`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Half,
    Bfloat,
    Single,
    Double,
    ComplexSingle,
    ComplexDouble,
    Int8,
    Int32,
    /// hipBLASLt's alone: [`Type::of`] does not give it.
    Small(Small),
}

impl Type {
    /// # Errors
    /// `Failure::NotSupported` for all others.
    pub(crate) fn of(value: u32) -> Outcome<Type> {
        Ok(match value {
            2 | 150 => Type::Half,
            14 | 168 => Type::Bfloat,
            0 | 151 => Type::Single,
            1 | 152 => Type::Double,
            4 | 154 => Type::ComplexSingle,
            5 | 155 => Type::ComplexDouble,
            3 | 160 => Type::Int8,
            10 | 162 => Type::Int32,
            other => return Err(not_supported(&format!("the element type {other} of `hipDataType`"))),
        })
    }

    /// With the numbers of 8 bits that hipBLASLt takes.
    ///
    /// # Errors
    /// As of [`Type::of`].
    pub(crate) fn with_small(value: u32) -> Outcome<Type> {
        Ok(Type::Small(match value {
            28 => Small::E4m3,
            29 => Small::E5m2,
            1000 => Small::E4m3Fnuz,
            1001 => Small::E5m2Fnuz,
            other => return Type::of(other),
        }))
    }

    /// The value of `hipDataType`.
    pub(crate) fn value(self) -> u32 {
        match self {
            Type::Half => 2,
            Type::Bfloat => 14,
            Type::Single => 0,
            Type::Double => 1,
            Type::ComplexSingle => 4,
            Type::ComplexDouble => 5,
            Type::Int8 => 3,
            Type::Int32 => 10,
            Type::Small(Small::E4m3) => 28,
            Type::Small(Small::E5m2) => 29,
            Type::Small(Small::E4m3Fnuz) => 1000,
            Type::Small(Small::E5m2Fnuz) => 1001,
        }
    }

    pub(crate) fn bytes(self) -> usize {
        match self {
            Type::Int8 | Type::Small(_) => 1,
            Type::Half | Type::Bfloat => 2,
            Type::Single | Type::Int32 => 4,
            Type::Double | Type::ComplexSingle => 8,
            Type::ComplexDouble => 16,
        }
    }

    pub(crate) fn is_complex(self) -> bool {
        matches!(self, Type::ComplexSingle | Type::ComplexDouble)
    }

    /// # Safety
    /// `p` is valid for reading an element of this type, and aligned for it.
    pub(crate) unsafe fn read(self, p: *const u8) -> c64 {
        // SAFETY: the pointer is valid for the element, as required.
        unsafe {
            match self {
                Type::Half => p.cast::<f16>().read().to_f64().into(),
                Type::Bfloat => p.cast::<bf16>().read().to_f64().into(),
                Type::Single => f64::from(p.cast::<f32>().read()).into(),
                Type::Double => p.cast::<f64>().read().into(),
                Type::ComplexSingle => {
                    let value = p.cast::<c32>().read();
                    c64::new(value.re.into(), value.im.into())
                }
                Type::ComplexDouble => p.cast::<c64>().read(),
                Type::Int8 => f64::from(p.cast::<i8>().read()).into(),
                Type::Int32 => f64::from(p.cast::<i32>().read()).into(),
                Type::Small(form) => f64::from(form.value(p.read())).into(),
            }
        }
    }

    /// Elements side by side, in another type.
    ///
    /// # Safety
    /// As of [`Type::read`], for as many elements as there is room for.
    unsafe fn read_all<W: Wide>(self, p: *const u8, to: &mut [W]) {
        // Types of 16 bits are widened many at once.
        let mut wide = [0f32; AT_ONCE];
        for (part, to) in to.chunks_mut(AT_ONCE).enumerate() {
            let (p, wide) = (p.wrapping_add(part * AT_ONCE * self.bytes()), &mut wide[..to.len()]);
            // SAFETY: the elements are readable, as required.
            unsafe {
                match self {
                    Type::Half => std::slice::from_raw_parts(p.cast::<f16>(), to.len()).convert_to_f32_slice(wide),
                    Type::Bfloat => std::slice::from_raw_parts(p.cast::<bf16>(), to.len()).convert_to_f32_slice(wide),
                    Type::Single => wide.copy_from_slice(std::slice::from_raw_parts(p.cast::<f32>(), to.len())),
                    _ => {
                        to.iter_mut().enumerate().for_each(|(at, to)| *to = W::from_pair(self.read(p.add(at * self.bytes()))));
                        continue;
                    }
                }
            }
            to.iter_mut().zip(wide).for_each(|(to, &mut value)| *to = W::from_pair(f64::from(value).into()));
        }
    }

    /// Elements side by side, each as [`Type::write`] writes it.
    ///
    /// # Safety
    /// As of [`Type::write`], for as many elements as there are.
    pub(crate) unsafe fn write_all<W: Wide>(self, p: *mut u8, from: &[W]) {
        // What is exact in 32 bits is rounded once.
        let short = matches!(self, Type::Half | Type::Bfloat) && matches!(W::KIND, Type::Single | Type::ComplexSingle);
        let mut wide = [0f32; AT_ONCE];
        for (part, from) in from.chunks(AT_ONCE).enumerate() {
            let p = p.wrapping_add(part * AT_ONCE * self.bytes());
            let wide = &mut wide[..from.len()];
            if short {
                wide.iter_mut().zip(from).for_each(|(wide, from)| *wide = from.to_pair().re as f32);
            }
            // SAFETY: the elements are writable, as required.
            unsafe {
                match self {
                    Type::Half if short => {
                        std::slice::from_raw_parts_mut(p.cast::<f16>(), from.len()).convert_from_f32_slice(wide)
                    }
                    Type::Bfloat if short => {
                        std::slice::from_raw_parts_mut(p.cast::<bf16>(), from.len()).convert_from_f32_slice(wide);
                    }
                    _ => from.iter().enumerate().for_each(|(at, from)| self.write(p.add(at * self.bytes()), from.to_pair())),
                }
            }
        }
    }

    /// A matrix in another type: `columns` of `rows` elements each, with `ld` elements between the beginnings of neighbours.
    ///
    /// # Safety
    /// As of [`Type::read`], for all elements of the matrix.
    pub(crate) unsafe fn wide<W: Wide>(self, p: *const u8, (rows, columns): (usize, usize), ld: isize) -> Dense<W> {
        let mut wide = Dense::zeros(rows, columns);
        let address = p as usize;
        wide.par_columns(|j, column| {
            let p = (address as *const u8).wrapping_offset(j as isize * ld * self.bytes() as isize);
            // SAFETY: this function requires what its callee does.
            unsafe { self.read_all(p, column) };
        });
        wide
    }

    /// Rounded to the type; what an integer cannot hold becomes the nearest that it can.
    ///
    /// # Safety
    /// `p` is valid for writing an element of this type, and aligned for it.
    pub(crate) unsafe fn write(self, p: *mut u8, value: c64) {
        // SAFETY: the pointer is valid for the element, as required.
        unsafe {
            match self {
                Type::Half => p.cast::<f16>().write(f16::from_f64(value.re)),
                Type::Bfloat => p.cast::<bf16>().write(bf16::from_f64(value.re)),
                Type::Single => p.cast::<f32>().write(value.re as f32),
                Type::Double => p.cast::<f64>().write(value.re),
                Type::ComplexSingle => p.cast::<c32>().write(c32::new(value.re as f32, value.im as f32)),
                Type::ComplexDouble => p.cast::<c64>().write(value),
                Type::Int8 => p.cast::<i8>().write(value.re as i8),
                Type::Int32 => p.cast::<i32>().write(value.re as i32),
                Type::Small(form) => p.write(form.bits(value.re)),
            }
        }
    }
}

/// Evaluates an expression with a name for the type that a `Type` computes in.
macro_rules! in_type {
    ($kind:expr, $name:ident => $body:expr) => {
        match $kind {
            $crate::typed::Type::Single => {
                type $name = f32;
                $body
            }
            $crate::typed::Type::ComplexSingle => {
                type $name = $crate::number::c32;
                $body
            }
            $crate::typed::Type::ComplexDouble => {
                type $name = $crate::number::c64;
                $body
            }
            _ => {
                type $name = f64;
                $body
            }
        }
    };
}
pub(crate) use in_type;

/// A type that is computed in.
pub(crate) trait Wide: Number {
    const KIND: Type;
    fn from_pair(pair: c64) -> Self;
    fn to_pair(self) -> c64;
}

impl Wide for f32 {
    const KIND: Type = Type::Single;
    fn from_pair(pair: c64) -> f32 {
        pair.re as f32
    }
    fn to_pair(self) -> c64 {
        f64::from(self).into()
    }
}

impl Wide for f64 {
    const KIND: Type = Type::Double;
    fn from_pair(pair: c64) -> f64 {
        pair.re
    }
    fn to_pair(self) -> c64 {
        self.into()
    }
}

impl Wide for c32 {
    const KIND: Type = Type::ComplexSingle;
    fn from_pair(pair: c64) -> c32 {
        c32::new(pair.re as f32, pair.im as f32)
    }
    fn to_pair(self) -> c64 {
        c64::new(self.re.into(), self.im.into())
    }
}

impl Wide for c64 {
    const KIND: Type = Type::ComplexDouble;
    fn from_pair(pair: c64) -> c64 {
        pair
    }
    fn to_pair(self) -> c64 {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// More elements than are converted together, and numbers that rounding, an end of a range or a sign changes.
    fn values() -> Vec<f64> {
        let special = [0.0, -0.0, 1.0 / 3.0, 65519.0, -70000.0, 1e-8, 2049.0, 1e30, f64::INFINITY];
        (0..AT_ONCE + 40).map(|at| special[at % special.len()] * (1 + at / 9) as f64).collect()
    }

    fn many_are_as_each<W: Wide>() {
        let all: Vec<W> = values().into_iter().map(|value| W::from_pair(c64::new(value, -value))).collect();
        let kinds = [Type::Half, Type::Bfloat, Type::Single, Type::Double, Type::ComplexSingle, Type::Int8, Type::Int32];
        for kind in kinds {
            let (mut many, mut each) = (vec![0u64; all.len()], vec![0u64; all.len()]);
            let (to, one) = (many.as_mut_ptr().cast::<u8>(), each.as_mut_ptr().cast::<u8>());
            // SAFETY: there is room for elements of 8 bytes.
            let wide = unsafe {
                kind.write_all(to, &all);
                all.iter().enumerate().for_each(|(at, value)| kind.write(one.add(at * kind.bytes()), value.to_pair()));
                kind.wide::<W>(to, (all.len() / 2, 2), (all.len() / 2) as isize)
            };
            assert_eq!(many, each, "{kind:?} from {:?}", W::KIND);
            for (at, &value) in wide.all.iter().enumerate() {
                // SAFETY: the element has just been written.
                let wanted = W::from_pair(unsafe { kind.read(to.add(at * kind.bytes())) });
                let same = value == wanted || value.to_pair().is_nan() && wanted.to_pair().is_nan();
                assert!(same, "{kind:?} to {:?}: {value:?} for {wanted:?}", W::KIND);
            }
        }
    }

    #[test]
    fn many_elements_are_converted_as_each_is() {
        many_are_as_each::<f32>();
        many_are_as_each::<f64>();
        many_are_as_each::<c64>();
    }
}
