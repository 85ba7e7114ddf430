//! What is transformed to what, by the numbers that programs give it.

use crate::entry::{Failure, Outcome, not_supported};

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
