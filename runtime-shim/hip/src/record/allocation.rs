//! Allocations of a record, and how their memory is read.

use hipify_record::Key;

/// How memory is read.
#[derive(Clone, Copy)]
pub(crate) enum Memory {
    /// It is the process's own.
    Own,
    /// It is a GPU's: copies bytes from an address to the host. Whether that went well.
    Device(fn(u64, &mut [u8]) -> bool),
}

/// An allocation.
pub(super) struct Live {
    pub(super) handle: u32,
    pub(super) key: Key,
    pub(super) address: u64,
    pub(super) size: u64,
    /// The digest of each page, as of last time.
    pub(super) digests: Vec<u64>,
}

impl Memory {
    /// Copies bytes from an address. Whether they can be read.
    pub(super) fn read(self, address: u64, bytes: &mut [u8]) -> bool {
        match self {
            Memory::Own => read_own(address, bytes),
            Memory::Device(copy) => copy(address, bytes),
        }
    }
}

/// Copies bytes of this process, of which some may not be readable: memory that is mapped without access.
fn read_own(address: u64, bytes: &mut [u8]) -> bool {
    let local = libc::iovec { iov_base: bytes.as_mut_ptr().cast(), iov_len: bytes.len() };
    let remote = libc::iovec { iov_base: address as *mut _, iov_len: bytes.len() };
    // SAFETY: the kernel checks the addresses, and writes to `bytes` alone.
    let copied = unsafe { libc::process_vm_readv(libc::getpid(), &local, 1, &remote, 1, 0) };
    usize::try_from(copied).is_ok_and(|copied| copied == bytes.len())
}
