//! What descriptors hold: numbered attributes of 4 or 8 bytes, which programs set and get through untyped pointers.

use crate::entry::{Failure, Outcome};
use std::collections::BTreeMap;

/// An attribute of a kind of descriptor: its number, its bytes, and what it is before it is set.
pub(super) type Row = (u32, usize, u64);

/// The attributes of one descriptor.
#[derive(Clone, Debug)]
pub(super) struct Attributes {
    rows: &'static [Row],
    set: BTreeMap<u32, u64>,
}

impl Attributes {
    pub(super) fn new(rows: &'static [Row]) -> Attributes {
        Attributes { rows, set: BTreeMap::new() }
    }

    /// An attribute that the table has.
    pub(super) fn get(&self, attribute: u32) -> u64 {
        let row = self.rows.iter().find(|row| row.0 == attribute);
        let before = row.map_or(0, |row| row.2);
        self.set.get(&attribute).copied().unwrap_or(before)
    }

    /// One of 4 bytes.
    pub(super) fn word(&self, attribute: u32) -> u32 {
        self.get(attribute) as u32
    }

    /// An address.
    pub(super) fn pointer(&self, attribute: u32) -> *mut u8 {
        self.get(attribute) as usize as *mut u8
    }

    pub(super) fn put(&mut self, attribute: u32, value: u64) {
        self.set.insert(attribute, value);
    }

    fn bytes(&self, attribute: u32) -> Outcome<usize> {
        self.rows.iter().find(|row| row.0 == attribute).map(|row| row.1).ok_or(Failure::InvalidValue)
    }

    /// Takes an attribute from a program's memory.
    ///
    /// # Errors
    /// `Failure::InvalidValue` where there is no such attribute, the pointer is null or there are too few bytes.
    ///
    /// # Safety
    /// `from` is null or valid for reads of `size` bytes.
    pub(super) unsafe fn read(&mut self, attribute: u32, from: *const u8, size: usize) -> Outcome {
        let bytes = self.bytes(attribute)?;
        if from.is_null() || size < bytes {
            return Err(Failure::InvalidValue);
        }
        let mut value = [0; 8];
        // SAFETY: not null, and valid for at least as many bytes, as required; an attribute has 8 at most.
        unsafe { from.copy_to_nonoverlapping(value.as_mut_ptr(), bytes) };
        self.put(attribute, u64::from_le_bytes(value));
        Ok(())
    }

    /// Gives an attribute to a program's memory; where `size` is zero, only how many bytes it needs.
    ///
    /// # Errors
    /// `Failure::InvalidValue` where there is no such attribute, the pointer is null or there is too little room; `written` is null
    /// where it alone is asked for.
    ///
    /// # Safety
    /// `to` is null or valid for writes of `size` bytes, `written` null or valid for a write.
    pub(super) unsafe fn write(&self, attribute: u32, to: *mut u8, size: usize, written: *mut usize) -> Outcome {
        let bytes = self.bytes(attribute)?;
        if size == 0 && written.is_null() || size != 0 && (to.is_null() || size < bytes) {
            return Err(Failure::InvalidValue);
        }
        let value = self.get(attribute).to_le_bytes();
        // SAFETY: valid for what is written, as required.
        unsafe {
            if size != 0 {
                to.copy_from_nonoverlapping(value.as_ptr(), bytes);
            }
            if !written.is_null() {
                written.write(bytes);
            }
        }
        Ok(())
    }
}
