//! The element types of the libraries: real and complex numbers of both precisions, under one trait.

use crate::kernels::Kernels;
use num_complex::Complex;
use num_traits::{Float, NumAssign};
use std::iter::Sum;
use std::ops::Neg;

#[allow(non_camel_case_types)]
pub(crate) type c32 = Complex<f32>;
#[allow(non_camel_case_types)]
pub(crate) type c64 = Complex<f64>;

/// A real type.
pub(crate) trait Real: Number<Real = Self> + Float {}
impl Real for f32 {}
impl Real for f64 {}

/// A type that matrices have as elements.
pub(crate) trait Number:
    Kernels + NumAssign + Neg<Output = Self> + Sum + Copy + Send + Sync + std::fmt::Debug + 'static
{
    /// The type of its parts.
    type Real: Real;
    fn of(real: Self::Real) -> Self;
    fn conj(self) -> Self;
    fn re(self) -> Self::Real;
    fn im(self) -> Self::Real;
    fn scale(self, by: Self::Real) -> Self;
    /// The square of the modulus.
    fn square(self) -> Self::Real {
        self.re() * self.re() + self.im() * self.im()
    }
    /// BLAS's cheap absolute value: the sum of the parts' ones.
    fn size(self) -> Self::Real {
        self.re().abs() + self.im().abs()
    }
    fn modulus(self) -> Self::Real {
        self.re().hypot(self.im())
    }
    /// With the conjugate of a complex number where asked for.
    fn conj_if(self, conjugate: bool) -> Self {
        if conjugate { self.conj() } else { self }
    }
}

macro_rules! real {
    ($($real:ty),*) => { $(
        impl Number for $real {
            type Real = $real;
            fn of(real: $real) -> $real {
                real
            }
            fn conj(self) -> $real {
                self
            }
            fn re(self) -> $real {
                self
            }
            fn im(self) -> $real {
                0.0
            }
            fn scale(self, by: $real) -> $real {
                self * by
            }
            fn modulus(self) -> $real {
                self.abs()
            }
        }
        impl Number for Complex<$real> {
            type Real = $real;
            fn of(real: $real) -> Self {
                Complex::new(real, 0.0)
            }
            fn conj(self) -> Self {
                Complex::conj(&self)
            }
            fn re(self) -> $real {
                self.re
            }
            fn im(self) -> $real {
                self.im
            }
            fn scale(self, by: $real) -> Self {
                Complex::scale(&self, by)
            }
        }
    )* };
}
real!(f32, f64);
