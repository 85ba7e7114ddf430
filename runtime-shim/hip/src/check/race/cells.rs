//! What has been done to memory: the last writes and reads of each four bytes, in memory that is there once it is needed.

use std::ffi::c_void;
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::check::shadow;

/// Bytes that a cell is about.
pub(super) const GRANULE: usize = 4;

/// An access to bytes of a granule.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(super) struct Record {
    /// Counted through the grid.
    pub(super) thread: u32,
    pub(super) epoch: u32,
    /// Where in the code: from the kernel's entry on.
    pub(super) site: i32,
    /// Which launch; 0 for none.
    pub(super) launch: u16,
    /// Bytes of the granule.
    pub(super) bytes: u8,
    pub(super) how: u8,
}

/// What is kept of a granule: enough that an access which races with one that is not kept races with a kept one too, but for programs
/// whose threads each access other bytes of it.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub(super) struct Cell {
    pub(super) writes: [Record; 2],
    /// By two threads.
    pub(super) reads: [Record; 2],
}

const _: () = assert!(size_of::<Cell>() == 64);

/// Bytes of memory that are given cells together.
const PAGE: usize = 1 << 16;
/// Bytes of their cells.
const CELLS: usize = PAGE / GRANULE * size_of::<Cell>();
/// Pages of x86-64's lower half.
const PAGES: usize = 1 << (47 - 16);

/// The cells that there are, by page.
static MADE: Mutex<Vec<usize>> = Mutex::new(Vec::new());

/// The cells of all memory.
pub(super) struct Cells {
    /// For each page its first cell.
    pages: *mut *mut Cell,
}

impl Cells {
    /// All cells of the process.
    pub(super) fn all() -> Cells {
        static PLACE: OnceLock<usize> = OnceLock::new();
        let place = *PLACE.get_or_init(|| shadow::anywhere(PAGES * size_of::<*mut Cell>()) as usize);
        Cells { pages: place as *mut *mut Cell }
    }

    /// Nothing has been done to any memory.
    pub(super) fn clear() {
        for &cells in &*MADE.lock().unwrap_or_else(PoisonError::into_inner) {
            // SAFETY: private memory of this size, which is full of zeros afterwards.
            unsafe { libc::madvise(cells as *mut c_void, CELLS, libc::MADV_DONTNEED) };
        }
    }

    /// The cell of an address of the lower half.
    ///
    /// # Safety
    /// One thread at a time asks, and has given up the cell before it asks again.
    #[inline]
    pub(super) unsafe fn of(&self, address: usize) -> Option<&'static mut Cell> {
        let page = address / PAGE;
        if page >= PAGES || self.pages.is_null() {
            return None;
        }
        // SAFETY: the table has an element a page; a page's cells are as many as it has granules.
        unsafe {
            let entry = self.pages.add(page);
            if (*entry).is_null() {
                *entry = shadow::anywhere(CELLS).cast();
                MADE.lock().unwrap_or_else(PoisonError::into_inner).push(*entry as usize);
            }
            (*entry).add(address % PAGE / GRANULE).as_mut()
        }
    }
}
