//! The element types of collective operations, and how two elements of a type become one.

use std::ops::{Add as _, Mul as _};

use half::{bf16, f16};

use super::status::Status;
use crate::small::Small;

/// `ncclDataType_t`, with NCCL's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(super) enum DataType {
    Int8,
    Uint8,
    Int32,
    Uint32,
    Int64,
    Uint64,
    Float16,
    Float32,
    Float64,
    Bfloat16,
    Float8E4M3,
    Float8E5M2,
}

/// All types, by their numbers.
const TYPES: [DataType; 12] = {
    use DataType::*;
    [Int8, Uint8, Int32, Uint32, Int64, Uint64, Float16, Float32, Float64, Bfloat16, Float8E4M3, Float8E5M2]
};

impl DataType {
    /// # Errors
    /// `Status::InvalidArgument` where no type has this number.
    pub(super) fn of(number: u32) -> Result<DataType, Status> {
        TYPES.get(number as usize).copied().ok_or(Status::InvalidArgument)
    }

    /// Bytes of an element.
    pub(super) fn size(self) -> usize {
        match self {
            DataType::Int8 | DataType::Uint8 | DataType::Float8E4M3 | DataType::Float8E5M2 => 1,
            DataType::Float16 | DataType::Bfloat16 => 2,
            DataType::Int32 | DataType::Uint32 | DataType::Float32 => 4,
            DataType::Int64 | DataType::Uint64 | DataType::Float64 => 8,
        }
    }

    fn is_integer(self) -> bool {
        (self as u32) < DataType::Float16 as u32
    }
}

/// What reductions do with two elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Combine {
    Sum,
    Product,
    Largest,
    Smallest,
}

/// A reduction over the ranks: factors of the inputs, how they are combined, and what becomes of the result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Reduction {
    pub(super) data: DataType,
    pub(super) combine: Combine,
    /// What each input of this rank is multiplied with first: the bytes of an element.
    pub(super) factor: Option<[u8; 8]>,
    /// What results are divided by at the end.
    pub(super) divisor: Option<u64>,
}

impl Reduction {
    pub(super) fn new(data: DataType, combine: Combine) -> Reduction {
        Reduction { data, combine, factor: None, divisor: None }
    }

    /// `ncclAvg`: integers are divided at the end, as NCCL does; other numbers are multiplied at the start, so that sums do not overflow.
    pub(super) fn average(data: DataType, ranks: usize) -> Reduction {
        let sum = Reduction::new(data, Combine::Sum);
        if data.is_integer() {
            return Reduction { divisor: Some(ranks as u64), ..sum };
        }
        let mut factor = [0; 8];
        let bytes = element_of(data, 1.0 / ranks as f64);
        factor[..bytes.len()].copy_from_slice(&bytes);
        Reduction { factor: Some(factor), ..sum }
    }

    /// Multiplies this rank's inputs with its factor, in place.
    pub(super) fn scale(&self, inputs: &mut [u8]) {
        let Some(factor) = self.factor else { return };
        let size = self.data.size();
        for element in inputs.chunks_exact_mut(size) {
            combine(self.data, Combine::Product, element, &factor[..size]);
        }
    }

    /// Combines inputs of another rank into those gathered so far. Both have whole elements and the same length.
    pub(super) fn add(&self, gathered: &mut [u8], others: &[u8]) {
        combine(self.data, self.combine, gathered, others);
    }

    /// Makes results of what was gathered, in place.
    pub(super) fn finish(&self, gathered: &mut [u8]) {
        let Some(divisor) = self.divisor else { return };
        match self.data {
            DataType::Int8 => divided::<1>(gathered, |e| (i64::from(i8::from_ne_bytes(e)) / divisor as i64) as u64),
            DataType::Int32 => divided::<4>(gathered, |e| (i64::from(i32::from_ne_bytes(e)) / divisor as i64) as u64),
            DataType::Int64 => divided::<8>(gathered, |e| (i64::from_ne_bytes(e) / divisor as i64) as u64),
            DataType::Uint8 => divided::<1>(gathered, |e| u64::from(u8::from_ne_bytes(e)) / divisor),
            DataType::Uint32 => divided::<4>(gathered, |e| u64::from(u32::from_ne_bytes(e)) / divisor),
            DataType::Uint64 => divided::<8>(gathered, |e| u64::from_ne_bytes(e) / divisor),
            _ => (),
        }
    }
}

/// Each element by a function that gives its bits; the low ones are kept.
fn divided<const SIZE: usize>(elements: &mut [u8], quotient: impl Fn([u8; SIZE]) -> u64) {
    for element in elements.as_chunks_mut::<SIZE>().0 {
        let bits = quotient(*element).to_le_bytes();
        element.copy_from_slice(&bits[..SIZE]);
    }
}

/// The bytes of a number as an element.
fn element_of(data: DataType, value: f64) -> Vec<u8> {
    match data {
        DataType::Float16 => f16::from_f64(value).to_ne_bytes().to_vec(),
        DataType::Bfloat16 => bf16::from_f64(value).to_ne_bytes().to_vec(),
        DataType::Float32 => (value as f32).to_ne_bytes().to_vec(),
        DataType::Float64 => value.to_ne_bytes().to_vec(),
        DataType::Float8E4M3 => vec![Small::E4m3.bits(value)],
        DataType::Float8E5M2 => vec![Small::E5m2.bits(value)],
        _ => value.to_ne_bytes()[..data.size()].to_vec(),
    }
}

/// Combines elements into others, one by one. Types of less than 32 bits that are no integers are rounded after each.
fn combine(data: DataType, how: Combine, to: &mut [u8], from: &[u8]) {
    match data {
        DataType::Int8 => combine_as(how, to, from, i8::from_ne_bytes, i8::to_ne_bytes),
        DataType::Uint8 => combine_as(how, to, from, u8::from_ne_bytes, u8::to_ne_bytes),
        DataType::Int32 => combine_as(how, to, from, i32::from_ne_bytes, i32::to_ne_bytes),
        DataType::Uint32 => combine_as(how, to, from, u32::from_ne_bytes, u32::to_ne_bytes),
        DataType::Int64 => combine_as(how, to, from, i64::from_ne_bytes, i64::to_ne_bytes),
        DataType::Uint64 => combine_as(how, to, from, u64::from_ne_bytes, u64::to_ne_bytes),
        DataType::Float32 => combine_as(how, to, from, f32::from_ne_bytes, f32::to_ne_bytes),
        DataType::Float64 => combine_as(how, to, from, f64::from_ne_bytes, f64::to_ne_bytes),
        DataType::Float16 => {
            combine_as(how, to, from, |e| f16::from_ne_bytes(e).to_f32(), |x| f16::from_f32(x).to_ne_bytes());
        }
        DataType::Bfloat16 => {
            combine_as(how, to, from, |e| bf16::from_ne_bytes(e).to_f32(), |x| bf16::from_f32(x).to_ne_bytes());
        }
        DataType::Float8E4M3 => combine_as(how, to, from, |[e]| Small::E4m3.value(e), |x| [Small::E4m3.bits(f64::from(x))]),
        DataType::Float8E5M2 => combine_as(how, to, from, |[e]| Small::E5m2.value(e), |x| [Small::E5m2.bits(f64::from(x))]),
    }
}

/// A type in which elements are combined.
trait Value: Copy {
    fn sum(self, other: Self) -> Self;
    fn product(self, other: Self) -> Self;
    fn larger(self, other: Self) -> Self;
    fn smaller(self, other: Self) -> Self;
}

macro_rules! value {
    ($($type:ty: $sum:expr, $product:expr);* $(;)?) => { $(
        impl Value for $type {
            fn sum(self, other: $type) -> $type {
                $sum(self, other)
            }
            fn product(self, other: $type) -> $type {
                $product(self, other)
            }
            fn larger(self, other: $type) -> $type {
                self.max(other)
            }
            fn smaller(self, other: $type) -> $type {
                self.min(other)
            }
        }
    )* };
}

value! {
    i8: i8::wrapping_add, i8::wrapping_mul;
    u8: u8::wrapping_add, u8::wrapping_mul;
    i32: i32::wrapping_add, i32::wrapping_mul;
    u32: u32::wrapping_add, u32::wrapping_mul;
    i64: i64::wrapping_add, i64::wrapping_mul;
    u64: u64::wrapping_add, u64::wrapping_mul;
    f32: f32::add, f32::mul;
    f64: f64::add, f64::mul;
}

fn combine_as<const SIZE: usize, T: Value>(
    how: Combine,
    to: &mut [u8],
    from: &[u8],
    decode: impl Fn([u8; SIZE]) -> T + Copy,
    encode: impl Fn(T) -> [u8; SIZE] + Copy,
) {
    // A loop for each, which the compiler can make vectors of.
    match how {
        Combine::Sum => each(to, from, |a, b| encode(decode(a).sum(decode(b)))),
        Combine::Product => each(to, from, |a, b| encode(decode(a).product(decode(b)))),
        Combine::Largest => each(to, from, |a, b| encode(decode(a).larger(decode(b)))),
        Combine::Smallest => each(to, from, |a, b| encode(decode(a).smaller(decode(b)))),
    }
}

fn each<const SIZE: usize>(to: &mut [u8], from: &[u8], one: impl Fn([u8; SIZE], [u8; SIZE]) -> [u8; SIZE]) {
    for (to, from) in to.as_chunks_mut().0.iter_mut().zip(from.as_chunks().0) {
        *to = one(*to, *from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes<const N: usize, T>(all: &[T], to: impl Fn(&T) -> [u8; N]) -> Vec<u8> {
        all.iter().flat_map(to).collect()
    }

    fn reduced(reduction: Reduction, inputs: &[Vec<u8>]) -> Vec<u8> {
        let mut inputs = inputs.to_vec();
        for input in &mut inputs {
            reduction.scale(input);
        }
        let mut gathered = inputs.remove(0);
        for other in &inputs {
            reduction.add(&mut gathered, other);
        }
        reduction.finish(&mut gathered);
        gathered
    }

    #[test]
    fn integers_wrap_and_averages_of_them_are_divided_at_the_end() {
        let inputs = [bytes(&[100i8, -3], |x| x.to_ne_bytes()), bytes(&[100i8, -4], |x| x.to_ne_bytes())];
        let sum = reduced(Reduction::new(DataType::Int8, Combine::Sum), &inputs);
        assert_eq!(sum, bytes(&[-56i8, -7], |x| x.to_ne_bytes()));
        let inputs = [bytes(&[7i32, -7], |x| x.to_ne_bytes()), bytes(&[8i32, -8], |x| x.to_ne_bytes())];
        let average = reduced(Reduction::average(DataType::Int32, 2), &inputs);
        assert_eq!(average, bytes(&[7i32, -7], |x| x.to_ne_bytes()));
    }

    #[test]
    fn averages_of_large_floats_do_not_overflow() {
        let inputs = [bytes(&[3e38f32], |x| x.to_ne_bytes()), bytes(&[3e38f32], |x| x.to_ne_bytes())];
        let average = reduced(Reduction::average(DataType::Float32, 2), &inputs);
        assert_eq!(average, bytes(&[3e38f32], |x| x.to_ne_bytes()));
    }

    #[test]
    fn halves_are_rounded_after_each_sum() {
        let half = |x: f32| f16::from_f32(x).to_ne_bytes();
        let inputs = [half(2048.0).to_vec(), half(1.0).to_vec(), half(1.0).to_vec()];
        assert_eq!(reduced(Reduction::new(DataType::Float16, Combine::Sum), &inputs), half(2048.0));
        assert_eq!(reduced(Reduction::new(DataType::Float16, Combine::Largest), &inputs), half(2048.0));
    }

    #[test]
    fn a_factor_multiplies_the_inputs_of_its_rank() {
        let mut factor = [0; 8];
        factor[..4].copy_from_slice(&3i32.to_ne_bytes());
        let reduction = Reduction { factor: Some(factor), ..Reduction::new(DataType::Int32, Combine::Sum) };
        let inputs = [bytes(&[1i32], |x| x.to_ne_bytes()), bytes(&[10i32], |x| x.to_ne_bytes())];
        assert_eq!(reduced(reduction, &inputs), bytes(&[33i32], |x| x.to_ne_bytes()));
    }
}
