//! How arrays are divided between devices.
//!
//! A batch is divided between its members. One transform of two or three dimensions is divided along the first (natural order) or, as
//! results are and what comes back from them, along the second (NVIDIA's documentation of cuFFT, "Multiple GPU Data Organization"); one of
//! one dimension, whose order on the devices cuFFT does not tell, along it.

use super::plan::Shape;
use super::transform_type::{Memory, TransformType};
use crate::entry::{Failure, Outcome};
use std::ops::Range;

/// `hipfftXtSubFormat`, as far as it is of arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Input,
    Output,
    InPlace,
    Shuffled,
}

impl Format {
    /// # Errors
    /// `Failure::InvalidValue` for no value that says where elements are.
    pub(super) fn of(value: u32) -> Outcome<Format> {
        match value {
            0 => Ok(Format::Input),
            1 => Ok(Format::Output),
            2 => Ok(Format::InPlace),
            3 => Ok(Format::Shuffled),
            // The order of shuffled input of one dimension is that of the devices' results, which is the natural one here.
            4 => Ok(Format::Input),
            _ => Err(Failure::InvalidValue),
        }
    }

    /// The order of what a transform makes of it, or makes it of.
    pub(super) fn other(self) -> Format {
        match self {
            Format::Input => Format::Output,
            Format::Output => Format::Input,
            Format::InPlace => Format::Shuffled,
            Format::Shuffled => Format::InPlace,
        }
    }

    pub(super) fn is_in_place(self) -> bool {
        matches!(self, Format::InPlace | Format::Shuffled)
    }

    fn is_natural(self) -> bool {
        matches!(self, Format::Input | Format::InPlace)
    }
}

/// A packed array that is divided along one dimension: elements before it, along it, and behind it, and bytes of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Division {
    before: usize,
    along: usize,
    behind: usize,
    bytes: usize,
}

impl Division {
    /// Of a plan's data in an order. Real data in the place of complex numbers has rows as long as theirs.
    pub(super) fn new(shape: &Shape, format: Format) -> Division {
        let kind = shape.kind;
        // What stands in the place of a result is one; a transform from numbers that are real has them in natural order.
        let is_input = if format.is_in_place() { format.is_natural() != kind.to_real } else { format == Format::Input };
        let is_real = if is_input { kind.from_real } else { kind.to_real };
        let mut extent = shape.extent_of(is_real);
        if is_real && format.is_in_place() {
            let last = extent.len() - 1;
            extent[last] = 2 * (extent[last] / 2 + 1);
        }
        let bytes = number_bytes(kind) * if is_real { 1 } else { 2 };
        let inner = |from: usize| extent[from..].iter().product();
        if shape.batch > 1 {
            Division { before: 1, along: shape.batch, behind: inner(0), bytes }
        } else if extent.len() == 1 || format.is_natural() {
            Division { before: 1, along: extent[0], behind: inner(1), bytes }
        } else {
            Division { before: extent[0], along: extent[1], behind: inner(2), bytes }
        }
    }

    pub(super) fn size(&self) -> usize {
        self.before * self.along * self.behind * self.bytes
    }

    /// What a device has: the first ones one more where they are not all equal.
    fn range(&self, device: usize, count: usize) -> Range<usize> {
        let (each, more) = (self.along / count, self.along % count);
        let start = device * each + device.min(more);
        start..start + each + usize::from(device < more)
    }

    pub(super) fn part(&self, device: usize, count: usize) -> usize {
        self.before * self.range(device, count).len() * self.behind * self.bytes
    }

    /// Calls with each run of bytes of a device: its place in the part and in the whole, and its length.
    fn runs(&self, device: usize, count: usize, mut each: impl FnMut(usize, usize, usize)) {
        let (range, step) = (self.range(device, count), self.behind * self.bytes);
        let length = range.len() * step;
        for outer in 0..self.before {
            each(outer * length, (outer * self.along + range.start) * step, length);
        }
    }
}

fn number_bytes(kind: TransformType) -> usize {
    match (kind.memory, kind.double) {
        (Memory::Same, true) => 8,
        (Memory::Same, false) => 4,
        _ => 2,
    }
}

/// The parts as one array, in memory that is aligned for all elements.
///
/// # Safety
/// The parts are readable as the division says.
pub(super) unsafe fn gathered(division: Division, parts: &[(usize, usize)], size: usize) -> Vec<u64> {
    let mut whole = vec![0_u64; size.div_ceil(8)];
    let to = whole.as_mut_ptr().cast::<u8>();
    for (device, part) in parts.iter().enumerate() {
        // SAFETY: as required; the whole has room for what the division says.
        division.runs(device, parts.len(), |inside, at, length| unsafe {
            to.add(at).copy_from_nonoverlapping((part.0 as *const u8).add(inside), length);
        });
    }
    whole
}

/// An array into its parts.
///
/// # Safety
/// The array is readable, and the parts are writable, as the division says.
pub(super) unsafe fn scattered(division: Division, from: *const u8, parts: &[(usize, usize)]) {
    for (device, part) in parts.iter().enumerate() {
        // SAFETY: as required.
        division.runs(device, parts.len(), |inside, at, length| unsafe {
            (part.0 as *mut u8).add(inside).copy_from_nonoverlapping(from.add(at), length);
        });
    }
}

/// Whether each part has room.
pub(super) fn fit(division: Division, parts: &[(usize, usize)]) -> Outcome {
    let fits = parts.iter().enumerate().all(|(device, part)| part.1 >= division.part(device, parts.len()));
    if fits { Ok(()) } else { Err(Failure::InvalidValue) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fft::transform_type;

    fn shape(extent: &[i64], kind: u32, batch: i64) -> Shape {
        Shape::new(extent, TransformType::of(kind).unwrap(), batch, None).unwrap()
    }

    #[test]
    fn arrays_are_divided_along_the_dimension_of_their_order() {
        let of = |extent: &[i64], kind, batch, format| Division::new(&shape(extent, kind, batch), format);
        let division = |before, along, behind, bytes| Division { before, along, behind, bytes };
        let (r2c, z2d) = (transform_type::R2C, transform_type::Z2D);
        assert_eq!(of(&[6, 4, 5], r2c, 1, Format::InPlace), division(1, 6, 24, 4));
        assert_eq!(of(&[6, 4, 5], r2c, 1, Format::Shuffled), division(6, 4, 3, 8));
        assert_eq!(of(&[6, 4, 5], r2c, 1, Format::Input), division(1, 6, 20, 4));
        assert_eq!(of(&[6, 5], r2c, 1, Format::Output), division(6, 3, 1, 8));
        assert_eq!(of(&[6, 4, 5], z2d, 1, Format::Shuffled), division(6, 4, 3, 16));
        assert_eq!(of(&[6, 4, 5], z2d, 1, Format::InPlace), division(1, 6, 24, 8));
        assert_eq!(of(&[6, 4, 5], z2d, 7, Format::Output), division(1, 7, 120, 8));
        assert_eq!(of(&[9], transform_type::C2C, 1, Format::Shuffled), division(1, 9, 1, 8));
    }

    #[test]
    fn parts_are_the_whole_again_and_lie_where_the_order_says() {
        for count in [1, 2, 3, 5] {
            let division = Division { before: 3, along: 4, behind: 2, bytes: 2 };
            let whole: Vec<u8> = (0..division.size() as u8).collect();
            let mut memory: Vec<Vec<u8>> = (0..count).map(|device| vec![0; division.part(device, count)]).collect();
            assert_eq!(memory.iter().map(Vec::len).sum::<usize>(), whole.len());
            let parts: Vec<(usize, usize)> = memory.iter_mut().map(|part| (part.as_mut_ptr() as usize, part.len())).collect();
            // SAFETY: the parts and the whole are as long as the division says.
            let found = unsafe {
                scattered(division, whole.as_ptr(), &parts);
                gathered(division, &parts, division.size())
            };
            let bytes: Vec<u8> = found.iter().flat_map(|word| word.to_ne_bytes()).collect();
            assert_eq!(bytes[..whole.len()], whole);
            if count == 2 {
                // The second device has the last two of four, of each of the three before.
                assert_eq!(memory[1], [8..16, 24..32, 40..48].map(|range| range.collect::<Vec<u8>>()).concat());
            }
            assert!(fit(division, &parts).is_ok());
            assert!(fit(Division { along: 9, ..division }, &parts).is_err());
        }
    }
}
