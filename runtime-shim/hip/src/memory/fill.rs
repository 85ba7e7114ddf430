//! A fill of memory with a value, its ends checked.

use std::ffi::c_void;

use crate::check::allocations;
use crate::entry::Outcome;
use crate::memory;
use crate::types::error::hipErrorInvalidValue;

/// A fill.
#[derive(Clone, Copy, Debug)]
pub struct Fill {
    pub target: *mut c_void,
    pub value: u32,
    /// Bytes of an element: 1, 2 or 4; of the value the lowest ones count.
    pub element: usize,
    /// Elements in a row.
    pub width: usize,
    pub height: usize,
    pub depth: usize,
    /// Bytes from row to row.
    pub pitch: usize,
    /// Rows from slice to slice.
    pub rows: usize,
}

// SAFETY: the program keeps the memory until the fill is done, and does not use it meanwhile.
unsafe impl Send for Fill {}
// SAFETY: the program keeps the memory until the fill is done, and does not use it meanwhile.
unsafe impl Sync for Fill {}

impl Fill {
    /// Of elements that follow each other.
    pub fn linear(target: *mut c_void, value: u32, element: usize, count: usize) -> Fill {
        Fill { target, value, element, width: count, height: 1, depth: 1, pitch: count.saturating_mul(element), rows: 1 }
    }

    /// Checked against what is known of the memory; `None` where there is nothing to do.
    ///
    /// # Errors
    /// `hipErrorInvalidValue` for ends beyond an allocation's, and for memory that is none of the runtime's: AMD's fills no other.
    pub fn checked(self) -> Outcome<Option<Fill>> {
        if self.width == 0 || self.height == 0 || self.depth == 0 {
            return Ok(None);
        }
        let last_row = (self.depth - 1).checked_mul(self.rows).and_then(|rows| rows.checked_add(self.height - 1));
        let end = last_row.and_then(|rows| rows.checked_mul(self.pitch));
        let end = end.zip(self.width.checked_mul(self.element)).and_then(|(rows, row)| rows.checked_add(row));
        let aligned = (self.target as usize).is_multiple_of(self.element);
        match end {
            Some(end) if !allocations::used_by_call(self.target as usize, end, "fill") => Err(hipErrorInvalidValue),
            Some(end) if aligned && memory::find(self.target).is_some() && memory::holds(self.target, end) => Ok(Some(self)),
            _ => Err(hipErrorInvalidValue),
        }
    }

    /// Its rows: where, bytes.
    pub(crate) fn row_ranges(self) -> impl Iterator<Item = (usize, usize)> {
        let places = (0..self.depth).flat_map(move |slice| (0..self.height).map(move |row| slice * self.rows + row));
        places.map(move |row| (self.target as usize + row * self.pitch, self.width * self.element))
    }

    /// Does it now.
    ///
    /// # Errors
    /// None so far.
    pub fn run(self) -> Outcome {
        for slice in 0..self.depth {
            for row in 0..self.height {
                let offset = (slice * self.rows + row) * self.pitch;
                // SAFETY: the program's memory, as it has described it.
                unsafe { self.fill_row(self.target.cast::<u8>().add(offset)) };
            }
        }
        Ok(())
    }

    /// # Safety
    /// `row` is valid for writes of a row: the width in elements, of the pattern's size.
    unsafe fn fill_row(&self, row: *mut u8) {
        // SAFETY: valid for a row; `checked` has seen to the alignment of the first row, pitches are the program's.
        unsafe {
            match self.element {
                1 => row.write_bytes(self.value as u8, self.width),
                2 => (0..self.width).for_each(|index| row.cast::<u16>().add(index).write_unaligned(self.value as u16)),
                _ => (0..self.width).for_each(|index| row.cast::<u32>().add(index).write_unaligned(self.value)),
            }
        }
    }
}
