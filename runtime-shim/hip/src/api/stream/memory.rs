//! Words of memory that streams wait for and write.

use std::ffi::{c_uint, c_void};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use crate::entry;
use crate::entry::Outcome;
use crate::graph::submit;
use crate::stream::operation::{OnMemory, Operation};
use crate::stream::{self, Stream};
use crate::types::error::{hipErrorInvalidValue, hipErrorNotSupported};
use crate::types::handles::hipStream_t;

/// `hipStreamBatchMemOpParams`: a union whose waits and writes have one layout.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct BatchOperation {
    operation: c_uint,
    address: *mut c_void,
    value: u64,
    flags: c_uint,
    alias: *mut c_void,
    pad: u64,
}

/// `hipStreamBatchMemOpType`.
const WAIT_32: c_uint = 1;
const WRITE_32: c_uint = 2;
const WAIT_64: c_uint = 4;
const WRITE_64: c_uint = 5;

const _: () = assert!(size_of::<BatchOperation>() == 48);

entry! {
    fn hipStreamWaitValue32(stream: hipStream_t, pointer: *mut c_void, value: u32, flags: c_uint, mask: u32) {
        submit::submit(stream, wait32(pointer, value, flags, mask)?)
    }

    fn hipStreamWaitValue64(stream: hipStream_t, pointer: *mut c_void, value: u64, flags: c_uint, mask: u64) {
        submit::submit(stream, wait64(pointer, value, flags, mask)?)
    }

    fn hipStreamWriteValue32(stream: hipStream_t, pointer: *mut c_void, value: u32, _flags: c_uint) {
        submit::submit(stream, write32(pointer, value)?)
    }

    fn hipStreamWriteValue64(stream: hipStream_t, pointer: *mut c_void, value: u64, _flags: c_uint) {
        submit::submit(stream, write64(pointer, value)?)
    }

    fn hipStreamBatchMemOp(stream: hipStream_t, count: c_uint, operations: *mut BatchOperation, flags: c_uint) {
        if operations.is_null() || count == 0 || count > 256 || flags != 0 {
            return Err(hipErrorInvalidValue);
        }
        let stream = stream::of(stream)?;
        // All are looked at before the first is put into the stream.
        let listed = std::slice::from_raw_parts(operations, count as usize);
        let operations = listed.iter().map(operation).collect::<Outcome<Vec<_>>>()?;
        submit_all(&stream, operations)
    }
}

fn submit_all(stream: &Stream, operations: Vec<Operation>) -> Outcome {
    operations.into_iter().try_for_each(|operation| stream.submit(operation))
}

fn operation(one: &BatchOperation) -> Outcome<Operation> {
    let narrow = one.value as u32;
    match one.operation {
        WAIT_32 => wait32(one.address, narrow, one.flags, u32::MAX),
        WAIT_64 => wait64(one.address, one.value, one.flags, u64::MAX),
        WRITE_32 => write32(one.address, narrow),
        WRITE_64 => write64(one.address, one.value),
        _ => Err(hipErrorNotSupported),
    }
}

fn wait32(pointer: *mut c_void, value: u32, flags: c_uint, mask: u32) -> Outcome<Operation> {
    let compare = comparison(flags)?;
    let cell = aligned::<AtomicU32>(pointer)?;
    let over = move || compare((cell.load(Ordering::Acquire) & mask).into(), value.into(), u32::MAX.into());
    Ok(Operation::Poll(Arc::new(over)))
}

fn wait64(pointer: *mut c_void, value: u64, flags: c_uint, mask: u64) -> Outcome<Operation> {
    let compare = comparison(flags)?;
    let cell = aligned::<AtomicU64>(pointer)?;
    Ok(Operation::Poll(Arc::new(move || compare(cell.load(Ordering::Acquire) & mask, value, u64::MAX))))
}

fn write32(pointer: *mut c_void, value: u32) -> Outcome<Operation> {
    let cell = aligned::<AtomicU32>(pointer)?;
    let run = Arc::new(move || {
        cell.store(value, Ordering::Release);
        Ok(())
    });
    Ok(Operation::On(OnMemory { start: pointer as usize, size: size_of_val(&value), is_free: false, run }))
}

fn write64(pointer: *mut c_void, value: u64) -> Outcome<Operation> {
    let cell = aligned::<AtomicU64>(pointer)?;
    let run = Arc::new(move || {
        cell.store(value, Ordering::Release);
        Ok(())
    });
    Ok(Operation::On(OnMemory { start: pointer as usize, size: size_of_val(&value), is_free: false, run }))
}

/// How `hipStreamWaitValue*` compares memory, masked, with the value; the third argument has the bits of the memory's width.
fn comparison(flags: c_uint) -> Outcome<fn(u64, u64, u64) -> bool> {
    match flags {
        0 => Ok(|memory, value, _| memory >= value),
        1 => Ok(|memory, value, _| memory == value),
        2 => Ok(|memory, value, _| memory & value != 0),
        3 => Ok(|memory, value, all| !(memory | value) & all != 0),
        _ => Err(hipErrorInvalidValue),
    }
}

fn aligned<T>(pointer: *mut c_void) -> Outcome<&'static T> {
    if pointer.is_null() || !pointer.cast::<T>().is_aligned() {
        return Err(hipErrorInvalidValue);
    }
    // SAFETY: aligned; the program keeps the memory while the stream waits for it or writes it.
    Ok(unsafe { &*pointer.cast::<T>() })
}
