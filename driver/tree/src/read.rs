//! A file's bytes in a buffer that its thread keeps, so that thousands of small files cost few allocations.

use crate::scan::FoundFile;
use hipify_error::Error;
use std::cell::RefCell;
use std::fs::File;
use std::io::Read;

/// Buffers that grew beyond this are given back.
const KEPT: usize = 1 << 20;

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Reads `entry` once and hands its bytes to `work`.
pub fn with_bytes<T>(entry: &FoundFile, work: impl FnOnce(&[u8]) -> T) -> Result<T, Error> {
    let mut buffer = BUFFER.take();
    buffer.clear();
    let result = fill(entry, &mut buffer).map(|()| work(&buffer));
    if buffer.capacity() <= KEPT {
        BUFFER.set(buffer);
    }
    result
}

fn fill(entry: &FoundFile, buffer: &mut Vec<u8>) -> Result<(), Error> {
    let failed = || Error::io("read", &entry.path);
    let file = File::open(&entry.path).map_err(failed())?;
    // One byte more than expected, so that the read that finds the end does not grow the buffer. `take` keeps the standard
    // library from asking for the size again.
    buffer.reserve(usize::try_from(entry.size).unwrap_or(0) + 1);
    file.take(u64::MAX).read_to_end(buffer).map_err(failed())?;
    Ok(())
}
