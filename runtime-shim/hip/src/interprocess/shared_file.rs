//! Memory that another process can map: a file in memory, and the 64 bytes by which the other process finds it.
//!
//! The other process opens the file through `/proc`, which the system lets the same user do, as long as this process lives and
//! keeps the file open.

use std::ffi::c_void;
use std::fs::{File, OpenOptions};
use std::os::fd::{AsRawFd as _, FromRawFd as _};
use std::os::unix::fs::MetadataExt as _;

use crate::entry::Outcome;
use crate::types::error::{hipError_t, hipErrorInvalidValue, hipErrorMapFailed, hipErrorOutOfMemory};

/// What `hipIpcMemHandle_t`, `hipIpcEventHandle_t` and `hipMemPoolPtrExportData` hold.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket {
    magic: u64,
    pub(crate) process: u32,
    file: i32,
    /// Of the file, by which a later one under the same number is told apart.
    device: u64,
    inode: u64,
    /// Bytes of the allocation.
    pub(crate) size: u64,
    /// Bytes from its start.
    pub(crate) offset: u64,
    reserved: [u64; 2],
}

const _: () = assert!(size_of::<Ticket>() == 64);

/// What a ticket is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub(crate) enum Purpose {
    Memory = 0x6d65_6d6f_7279_0001,
    Event = 0x6576_656e_7400_0001,
}

/// The system's page, bytes.
pub(crate) const PAGE: usize = 4096;

/// A new file of so many bytes, all zero.
///
/// # Errors
/// `hipErrorOutOfMemory`.
pub(crate) fn create(size: usize) -> Outcome<File> {
    // SAFETY: a constant name; the file is owned by `File` from here on.
    let file = unsafe {
        let file = libc::memfd_create(c"hipify-shared".as_ptr(), libc::MFD_CLOEXEC);
        if file < 0 {
            return Err(hipErrorOutOfMemory);
        }
        File::from_raw_fd(file)
    };
    file.set_len(size as u64).map_err(|_| hipErrorOutOfMemory)?;
    Ok(file)
}

impl Ticket {
    /// # Errors
    /// Where the system does not tell about the file.
    pub(crate) fn new(purpose: Purpose, file: &File, size: usize, offset: usize) -> Outcome<Ticket> {
        let about = file.metadata().map_err(|_| hipErrorInvalidValue)?;
        Ok(Ticket {
            magic: purpose as u64,
            process: std::process::id(),
            file: file.as_raw_fd(),
            device: about.dev(),
            inode: about.ino(),
            size: size as u64,
            offset: offset as u64,
            reserved: [0; 2],
        })
    }

    /// Of the whole allocation.
    pub(crate) fn whole(self) -> Ticket {
        Ticket { offset: 0, ..self }
    }

    /// The file, opened for this process.
    ///
    /// # Errors
    /// `gone` where it is not there any more, or this process may not have it; `hipErrorInvalidValue` for what is no ticket.
    pub(crate) fn open(&self, purpose: Purpose, gone: hipError_t) -> Outcome<File> {
        if self.magic != purpose as u64 {
            return Err(hipErrorInvalidValue);
        }
        let path = format!("/proc/{}/fd/{}", self.process, self.file);
        let file = OpenOptions::new().read(true).write(true).open(path).map_err(|_| gone)?;
        let about = file.metadata().map_err(|_| gone)?;
        if (about.dev(), about.ino()) == (self.device, self.inode) { Ok(file) } else { Err(gone) }
    }
}

/// Maps part of a file for reading and writing, shared with all who map it; at `place` where that is not null.
///
/// # Errors
/// `hipErrorMapFailed`.
///
/// # Safety
/// `place` is null, or `size` bytes from it are reserved for this and may be replaced.
pub(crate) unsafe fn map(file: &File, place: *mut c_void, size: usize, offset: usize) -> Outcome<*mut c_void> {
    let fixed = if place.is_null() { 0 } else { libc::MAP_FIXED };
    let access = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: a new mapping, or one over what the caller gives up.
    let base = unsafe { libc::mmap(place, size, access, libc::MAP_SHARED | fixed, file.as_raw_fd(), offset as libc::off_t) };
    if base == libc::MAP_FAILED { Err(hipErrorMapFailed) } else { Ok(base) }
}

/// Takes a mapping away.
///
/// # Safety
/// `base` and `size` are of a mapping that [`map`] made, and nothing uses its memory any more.
pub(crate) unsafe fn unmap(base: usize, size: usize) {
    // SAFETY: a mapping that nothing uses any more.
    unsafe { libc::munmap(base as *mut c_void, size) };
}
