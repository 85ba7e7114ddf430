//! Elements whose type a program names by a value: read as a pair of doubles and written from one.

use crate::entry::{Outcome, not_supported};
use crate::number::{Number, c32, c64};
use crate::small::Small;
use half::{bf16, f16};

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
