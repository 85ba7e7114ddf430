//! Pools and their memory for other processes: a descriptor stands for the pool, 64 bytes for an allocation of it.

use std::ffi::{c_int, c_uint, c_void};
use std::fs::File;
use std::os::fd::{FromRawFd as _, IntoRawFd as _};
use std::os::unix::fs::FileExt as _;
use std::sync::Arc;

use super::{POOLS, Pool, find, owners};
use crate::api::memory::mapping;
use crate::device::current;
use crate::entry;
use crate::entry::{Outcome, give};
use crate::interprocess::shared_file::{self, Ticket};
use crate::memory::MemoryKind;
use crate::memory::export::{self, Origin};
use crate::types::error::{hipErrorInvalidValue, hipErrorNotSupported, hipErrorOutOfMemory};
use crate::types::pool::{HIP_MEM_HANDLE_POSIX_FILE_DESCRIPTOR, hipMemPool_t};

/// The first word of a pool's file; the second is how much the pool may have.
const MAGIC: u64 = 0x6869_7066_7950_6f6f;

/// The file that stands for a pool.
///
/// # Errors
/// `hipErrorOutOfMemory`.
pub(super) fn describe(most: usize) -> Outcome<File> {
    let file = shared_file::create(0)?;
    let words = [MAGIC.to_ne_bytes(), (most as u64).to_ne_bytes()].concat();
    file.write_all_at(&words, 0).map_err(|_| hipErrorOutOfMemory)?;
    Ok(file)
}

/// How much the pool of a file may have.
fn described(file: &File) -> Outcome<usize> {
    let mut words = [0u8; 16];
    file.read_exact_at(&mut words, 0).map_err(|_| hipErrorInvalidValue)?;
    let (magic, most) = words.split_at(8);
    if magic != MAGIC.to_ne_bytes() {
        return Err(hipErrorInvalidValue);
    }
    Ok(most.try_into().map_or(0, u64::from_ne_bytes) as usize)
}

fn check_type(handle_type: c_uint, flags: c_uint) -> Outcome {
    match (handle_type, flags) {
        (HIP_MEM_HANDLE_POSIX_FILE_DESCRIPTOR, 0) => Ok(()),
        (_, 0) => Err(hipErrorNotSupported),
        _ => Err(hipErrorInvalidValue),
    }
}

entry! {
    /// A file descriptor, which belongs to the program, of a pool that was made for it.
    fn hipMemPoolExportToShareableHandle(out: *mut c_void, pool: hipMemPool_t, handle_type: c_uint, flags: c_uint) {
        let pool = find(pool)?;
        check_type(handle_type, flags)?;
        let file = pool.file.as_ref().filter(|_| !out.is_null()).ok_or(hipErrorInvalidValue)?;
        let copy = file.try_clone().map_err(|_| hipErrorOutOfMemory)?;
        give(out.cast::<c_int>(), copy.into_raw_fd())
    }

    /// The pool of such a descriptor, here or in another process; the descriptor stays the program's.
    fn hipMemPoolImportFromShareableHandle(pool: *mut hipMemPool_t, file: *mut c_void, handle_type: c_uint, flags: c_uint) {
        if pool.is_null() { return Err(hipErrorInvalidValue); }
        check_type(handle_type, flags)?;
        let copy = libc::fcntl(mapping::descriptor(file), libc::F_DUPFD_CLOEXEC, 0);
        if copy < 0 { return Err(hipErrorInvalidValue); }
        let file = File::from_raw_fd(copy);
        let most = described(&file)?;
        give(pool, POOLS.add(Arc::new(Pool::new(current::device() as c_int, most, Some(file)))))
    }

    /// Of an allocation of a pool that was made for other processes.
    fn hipMemPoolExportPointer(data: *mut Ticket, pointer: *mut c_void) {
        let shared = owners().get(&(pointer as usize)).is_some_and(|owned| owned.pool.file.is_some());
        if !shared { return Err(hipErrorInvalidValue); }
        give(data, export::export(pointer, |kind| kind == MemoryKind::Pool)?)
    }

    /// `hipFree` and `hipFreeAsync` take the mapping away.
    fn hipMemPoolImportPointer(pointer: *mut *mut c_void, pool: hipMemPool_t, data: *mut Ticket) {
        let data = data.as_ref().filter(|_| !pointer.is_null()).ok_or(hipErrorInvalidValue)?;
        find(pool)?.file.as_ref().ok_or(hipErrorInvalidValue)?;
        give(pointer, export::import(data, Origin::Pool)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_no_pool_s_is_refused() {
        assert_eq!(described(&describe(12345).unwrap()), Ok(12345));
        assert_eq!(described(&shared_file::create(16).unwrap()), Err(hipErrorInvalidValue));
    }
}
