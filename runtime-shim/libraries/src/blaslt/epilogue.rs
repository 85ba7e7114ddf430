//! `hipblasLtEpilogue_t`: what becomes of a product's elements.

use super::attributes::Attributes;
use super::descriptors::matmul;
use crate::entry::{Failure, Outcome, not_supported};

/// What an element goes through last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Activation {
    None,
    Relu,
    Gelu,
    /// `x / (1 + exp(-x))`.
    Swish,
    /// Between a least and a largest value.
    Clamp(f64, f64),
    /// Multiplied by GELU's derivative at what a forward pass has left.
    GeluGradient,
}

/// What a gradient of the bias is a sum of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gradient {
    /// The result, along its rows.
    Result,
    /// A, along k.
    A,
    /// B, along k.
    B,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Epilogue {
    pub(super) adds_bias: bool,
    pub(super) activation: Activation,
    /// Whether elements are stored before the activation.
    pub(super) keeps_input: bool,
    pub(super) gradient: Option<Gradient>,
}

/// Bits of which hipBLASLt's values are made, but for the two gradients of A and B.
const RELU: u32 = 2;
const BIAS: u32 = 4;
const GELU: u32 = 32;
const AUX: u32 = 128;
const DGELU: u32 = 192;
const DGELU_BGRAD: u32 = 208;
const BGRADA: u32 = 256;
const BGRADB: u32 = 512;
const SWISH: u32 = 1 << 16;
const CLAMP: u32 = 1 << 17;

impl Epilogue {
    /// # Errors
    /// `Failure::InvalidValue` for zero, `Failure::NotSupported` for what hipBLASLt does not have.
    pub(super) fn of(descriptor: &Attributes) -> Outcome<Epilogue> {
        let value = descriptor.word(matmul::EPILOGUE);
        let argument = |attribute| f64::from(f32::from_bits(descriptor.word(attribute)));
        let plain = Epilogue { adds_bias: false, activation: Activation::None, keeps_input: false, gradient: None };
        let activation = match value & !(BIAS | AUX) {
            0 if value == BIAS => Activation::None,
            RELU => Activation::Relu,
            GELU => Activation::Gelu,
            SWISH if value & AUX == 0 => Activation::Swish,
            CLAMP => Activation::Clamp(argument(matmul::ARGUMENT_0), argument(matmul::ARGUMENT_1)),
            _ => {
                return match value {
                    0 => Err(Failure::InvalidValue),
                    1 => Ok(plain),
                    DGELU => Ok(Epilogue { activation: Activation::GeluGradient, ..plain }),
                    DGELU_BGRAD => {
                        Ok(Epilogue { activation: Activation::GeluGradient, gradient: Some(Gradient::Result), ..plain })
                    }
                    BGRADA => Ok(Epilogue { gradient: Some(Gradient::A), ..plain }),
                    BGRADB => Ok(Epilogue { gradient: Some(Gradient::B), ..plain }),
                    other => Err(not_supported(&format!("the epilogue {other} of `hipblasLtEpilogue_t`"))),
                };
            }
        };
        Ok(Epilogue { adds_bias: value & BIAS != 0, activation, keeps_input: value & AUX != 0, gradient: None })
    }

    /// Whether elements stay what they are and nothing is summed.
    pub(super) fn is_plain(&self) -> bool {
        !self.adds_bias && self.activation == Activation::None && self.gradient.is_none()
    }

    pub(super) fn uses_bias(&self) -> bool {
        self.adds_bias || self.gradient.is_some()
    }

    pub(super) fn uses_aux(&self) -> bool {
        self.keeps_input || self.activation == Activation::GeluGradient
    }

    /// How long the vector of the bias, or of its gradient, is for a result of `m` by `n`.
    pub(super) fn bias_length(&self, m: usize, n: usize) -> usize {
        if self.gradient == Some(Gradient::B) { n } else { m }
    }
}

impl Activation {
    /// `kept` is what a forward pass has left, for its gradient.
    pub(super) fn apply(self, x: f64, kept: f64) -> f64 {
        match self {
            Activation::None => x,
            // A NaN stays one, as on GPUs: `f64::max` would drop it.
            Activation::Relu => {
                if x < 0.0 {
                    0.0
                } else {
                    x
                }
            }
            Activation::Gelu => 0.5 * x * (1.0 + inner(x).tanh()),
            Activation::Swish => x / (1.0 + (-x).exp()),
            Activation::Clamp(least, largest) => least.max(largest.min(x)),
            Activation::GeluGradient => x * gelu_slope(kept),
        }
    }
}

/// The approximation of GELU by tanh, which cuBLASLt and hipBLASLt both compute: Hendrycks and Gimpel, "Gaussian Error Linear Units".
fn inner(x: f64) -> f64 {
    (2.0 / std::f64::consts::PI).sqrt() * (x + CUBIC * x * x * x)
}

const CUBIC: f64 = 0.044_715;

fn gelu_slope(x: f64) -> f64 {
    let tanh = inner(x).tanh();
    let slope = (2.0 / std::f64::consts::PI).sqrt() * (1.0 + 3.0 * CUBIC * x * x);
    0.5 * (1.0 + tanh) + 0.5 * x * (1.0 - tanh * tanh) * slope
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slope_of_gelu_is_that_of_gelu() {
        for x in [-3.0, -0.5, 0.0, 0.7, 2.0] {
            let step = 1e-6;
            let rise = Activation::Gelu.apply(x + step, 0.0) - Activation::Gelu.apply(x - step, 0.0);
            assert!((gelu_slope(x) - rise / (2.0 * step)).abs() < 1e-8, "{x}");
        }
    }

    #[test]
    fn a_nan_passes_relu() {
        assert!(Activation::Relu.apply(f64::NAN, 0.0).is_nan());
        assert_eq!(Activation::Relu.apply(-2.0, 0.0), 0.0);
    }
}
