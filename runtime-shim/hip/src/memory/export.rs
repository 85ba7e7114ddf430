//! Device memory for other processes: an allocation moves, at its address, into a file in memory that others map too.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ffi::c_void;
use std::fs::File;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::device::current;
use crate::entry::Outcome;
use crate::interprocess::shared_file::{self, PAGE, Purpose, Ticket};
use crate::memory::{self, MemoryKind, Range};
use crate::scheduler::queue;
use crate::types::error::{
    hipErrorInvalidDevicePointer, hipErrorInvalidHandle, hipErrorInvalidValue, hipErrorMapFailed, hipErrorNotSupported,
};

/// The files that own allocations have moved into, by address.
static EXPORTED: Mutex<BTreeMap<usize, File>> = Mutex::new(BTreeMap::new());

/// What this process has mapped of others, by address: bytes, and how often it has been opened.
static IMPORTED: Mutex<BTreeMap<usize, Import>> = Mutex::new(BTreeMap::new());

/// By what a mapping was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A handle of `hipIpcGetMemHandle`.
    Handle,
    /// What `hipMemPoolExportPointer` gave.
    Pool,
    /// A file that the program has given.
    File,
}

struct Import {
    origin: Origin,
    /// None of a file.
    ticket: Option<Ticket>,
    size: usize,
    opened: usize,
}

fn lock<T>(mutex: &'static Mutex<T>) -> MutexGuard<'static, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Lets other processes map the allocation that a pointer is in.
///
/// # Errors
/// `hipErrorInvalidDevicePointer` for other memory; `hipErrorNotSupported` for what has not whole pages for itself.
pub(crate) fn export(pointer: *mut c_void, of: impl Fn(MemoryKind) -> bool) -> Outcome<Ticket> {
    let range = memory::find(pointer).filter(|range| of(range.kind)).ok_or(hipErrorInvalidDevicePointer)?;
    // Nothing may write to the old pages any more. Before the lock, which work that frees memory takes too.
    queue::wait_for_all(None);
    let mut exported = lock(&EXPORTED);
    let file = match exported.entry(range.start) {
        Entry::Occupied(known) => known.into_mut(),
        Entry::Vacant(new) => new.insert(move_into_file(&range)?),
    };
    Ticket::new(Purpose::Memory, file, range.size, pointer as usize - range.start)
}

fn move_into_file(range: &Range) -> Outcome<File> {
    if !memory::has_whole_pages() || !range.start.is_multiple_of(PAGE) {
        eprintln!("hipify: memory cannot be passed to other processes in a program built with `--sanitize address`");
        return Err(hipErrorNotSupported);
    }
    let size = range.size.next_multiple_of(PAGE);
    let file = shared_file::create(size)?;
    // SAFETY: the allocation has these pages for itself; the copy is complete before it takes their place.
    unsafe {
        let copy = shared_file::map(&file, std::ptr::null_mut(), size, 0)?;
        copy.cast::<u8>().copy_from_nonoverlapping(range.start as *const u8, size);
        shared_file::unmap(copy as usize, size);
        shared_file::map(&file, range.start as *mut c_void, size, 0)?;
    }
    Ok(file)
}

/// Makes memory that is about to be freed this process's own again. Those who have mapped it keep what is in it.
pub(crate) fn take_back(start: usize, size: usize) {
    if lock(&EXPORTED).remove(&start).is_none() {
        return;
    }
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED;
    let access = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: over the mapping that `move_into_file` made, which is about to be freed.
    unsafe { libc::mmap(start as *mut c_void, size.next_multiple_of(PAGE), access, flags, -1, 0) };
}

/// Maps what another process has exported; what is mapped already is counted.
///
/// # Errors
/// `hipErrorInvalidHandle` where the memory is gone, `hipErrorMapFailed`.
pub(crate) fn import(ticket: &Ticket, origin: Origin) -> Outcome<*mut c_void> {
    let mut imported = lock(&IMPORTED);
    let offset = ticket.offset as usize;
    let whole = ticket.whole();
    if let Some((&start, known)) = imported.iter_mut().find(|(_, known)| known.ticket == Some(whole) && known.origin == origin) {
        known.opened += 1;
        return Ok((start + offset) as *mut c_void);
    }
    let file = ticket.open(Purpose::Memory, hipErrorInvalidHandle)?;
    let size = ticket.size as usize;
    if offset >= size || file.metadata().map_err(|_| hipErrorMapFailed)?.len() < ticket.size {
        return Err(hipErrorInvalidValue);
    }
    let start = map_new(&mut imported, &file, (size, 0), (origin, Some(whole)))?;
    Ok((start + offset) as *mut c_void)
}

/// Maps part of a file of another owner as device memory, until [`close`].
///
/// # Errors
/// `hipErrorMapFailed`.
pub(crate) fn map(file: &File, size: usize, offset: usize) -> Outcome<*mut c_void> {
    map_new(&mut lock(&IMPORTED), file, (size, offset), (Origin::File, None)).map(|start| start as *mut c_void)
}

type Imports = BTreeMap<usize, Import>;

fn map_new(
    imported: &mut Imports,
    file: &File,
    (size, offset): (usize, usize),
    (origin, ticket): (Origin, Option<Ticket>),
) -> Outcome<usize> {
    // SAFETY: a new mapping.
    let start = unsafe { shared_file::map(file, std::ptr::null_mut(), size, offset)? } as usize;
    memory::add_filled(Range { start, size, kind: MemoryKind::Foreign, device: current::device(), flags: 0 });
    imported.insert(start, Import { origin, ticket, size, opened: 1 });
    Ok(start)
}

/// Closes what [`import`] opened; takes the mapping away when it has been closed as often as opened. False where it is none.
pub(crate) fn close(pointer: *mut c_void) -> bool {
    let Some(range) = memory::find(pointer) else { return false };
    let mut imported = lock(&IMPORTED);
    let Some(known) = imported.get_mut(&range.start) else { return false };
    known.opened -= 1;
    if known.opened == 0 {
        let size = known.size;
        imported.remove(&range.start);
        memory::remove(range.start);
        // SAFETY: a mapping of `import`, which the program has given up.
        unsafe { shared_file::unmap(range.start, size) };
    }
    true
}

/// By what the memory that starts at an address was mapped, if it was.
pub(crate) fn origin(pointer: *mut c_void) -> Option<Origin> {
    lock(&IMPORTED).get(&(pointer as usize)).map(|known| known.origin)
}
