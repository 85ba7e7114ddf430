//! The API of streams.

use std::ffi::{c_int, c_uint, c_void};
use std::sync::Arc;

use crate::api::memory::pool;
use crate::calls;
use crate::entry;
use crate::entry::{Outcome, give};
use crate::graph::submit;
use crate::kernel::fault;
use crate::kernel::print;
use crate::memory::ATTACH_GLOBAL;
use crate::stream::operation::{HostFunction, Operation};
use crate::stream::{self, NON_BLOCKING};
use crate::types::error::{hipError_t, hipErrorInvalidValue, hipErrorNotReady, hipSuccess};
use crate::types::handles::hipStream_t;

pub mod attributes;
pub mod event;
pub mod memory;

/// `hipMemAttachHost` and `hipMemAttachSingle`.
const ATTACH_HOST: c_uint = 2;
const ATTACH_SINGLE: c_uint = 4;

/// The most and the least urgent priority.
const PRIORITIES: (c_int, c_int) = (-1, 1);

/// `hipStreamCallback_t`.
type StreamCallback = unsafe extern "C" fn(hipStream_t, hipError_t, *mut c_void);

entry! {
    fn hipStreamCreate(stream: *mut hipStream_t) {
        create(stream, 0, 0)
    }

    fn hipStreamCreateWithFlags(stream: *mut hipStream_t, flags: c_uint) {
        create(stream, flags, 0)
    }

    fn hipStreamCreateWithPriority(stream: *mut hipStream_t, flags: c_uint, priority: c_int) {
        create(stream, flags, priority.clamp(PRIORITIES.0, PRIORITIES.1))
    }

    fn hipDeviceGetStreamPriorityRange(least: *mut c_int, greatest: *mut c_int) {
        // Null pointers are allowed for what is not asked for.
        if !least.is_null() {
            least.write(PRIORITIES.1);
        }
        if !greatest.is_null() {
            greatest.write(PRIORITIES.0);
        }
        Ok(())
    }

    fn hipStreamDestroy(stream: hipStream_t) {
        submit::destroy(stream)
    }

    fn hipStreamSynchronize(stream: hipStream_t) {
        stream::of(stream)?.wait()?;
        pool::trim_all();
        Ok(())
    }

    fn hipStreamQuery(stream: hipStream_t) {
        let stream = stream::of(stream)?;
        crate::graph::capture::forbid_for(&stream)?;
        fault::check()?;
        if !stream.idle() {
            return Err(hipErrorNotReady);
        }
        print::flush();
        Ok(())
    }

    fn hipStreamGetFlags(stream: hipStream_t, flags: *mut c_uint) {
        if stream.is_null() { return Err(hipErrorInvalidValue); }
        give(flags, stream::of(stream)?.flags)
    }

    fn hipStreamGetPriority(stream: hipStream_t, priority: *mut c_int) {
        give(priority, stream::of(stream)?.priority)
    }

    fn hipStreamGetDevice(stream: hipStream_t, device: *mut c_int) {
        give(device, stream::of(stream)?.device as c_int)
    }

    /// Calls a function of the program when all before it in the stream is done.
    fn hipStreamAddCallback(stream: hipStream_t, callback: Option<StreamCallback>, data: *mut c_void, flags: c_uint) {
        let callback = callback.filter(|_| flags == 0).ok_or(hipErrorInvalidValue)?;
        let call = Box::into_raw(Box::new(Callback { stream, callback, data }));
        let function = HostFunction { function: Callback::call, data: call.cast(), called: None };
        submit::submit(stream, Operation::Host(function)).inspect_err(|_| drop(Box::from_raw(call)))
    }

    /// Calls a function of the program when all before it in the stream is done.
    fn hipLaunchHostFunc(stream: hipStream_t, function: Option<unsafe extern "C" fn(*mut c_void)>, data: *mut c_void) {
        let function = function.ok_or(hipErrorInvalidValue)?;
        submit::submit(stream, Operation::Host(HostFunction { function, data, called: calls::take() }))
    }

    fn hipStreamGetId(stream: hipStream_t, id: *mut u64) {
        // Unique as long as the stream lives; what CUDA promises too.
        give(id, Arc::as_ptr(&stream::of(stream)?) as u64)
    }

    /// Any thread runs any stream's work: the mask is checked, and else of no meaning.
    fn hipExtStreamCreateWithCUMask(stream: *mut hipStream_t, words: u32, mask: *const u32) {
        if words == 0 || mask.is_null() {
            return Err(hipErrorInvalidValue);
        }
        create(stream, 0, 0)
    }

    /// All of them.
    fn hipExtStreamGetCUMask(stream: hipStream_t, words: u32, mask: *mut u32) {
        stream::of(stream)?;
        let units = crate::environment::threads();
        if mask.is_null() || (words as usize) * 32 < units {
            return Err(hipErrorInvalidValue);
        }
        for word in 0..words as usize {
            let bits = units.saturating_sub(word * 32).min(32);
            mask.add(word).write(((1u64 << bits) - 1) as u32);
        }
        Ok(())
    }

    /// All memory is reached by all streams: nothing to do, but the handle and the pointer are looked at.
    fn hipStreamAttachMemAsync(stream: hipStream_t, pointer: *mut c_void, length: usize, flags: c_uint) {
        let stream = stream::of(stream)?;
        let to_null_stream = flags == ATTACH_SINGLE && stream.is_null();
        if pointer.is_null() || to_null_stream || !matches!(flags, ATTACH_GLOBAL | ATTACH_HOST | ATTACH_SINGLE) {
            return Err(hipErrorInvalidValue);
        }
        let is_whole = match crate::memory::find(pointer) {
            Some(range) => length == 0 || length == range.size,
            None => length > 0,
        };
        if is_whole { Ok(()) } else { Err(hipErrorInvalidValue) }
    }
}

fn create(stream: *mut hipStream_t, flags: c_uint, priority: c_int) -> Outcome {
    if stream.is_null() || flags & !NON_BLOCKING != 0 {
        return Err(hipErrorInvalidValue);
    }
    // SAFETY: not null; the caller's own variable.
    unsafe { give(stream, stream::create(flags, priority)) }
}

/// What `hipStreamAddCallback` was given.
struct Callback {
    stream: hipStream_t,
    callback: StreamCallback,
    data: *mut c_void,
}

impl Callback {
    /// # Safety
    /// `data` comes from `Box::into_raw` of a [`Callback`], and this is the only call with it.
    unsafe extern "C" fn call(data: *mut c_void) {
        // SAFETY: made by `hipStreamAddCallback`; a callback is called once.
        let call = unsafe { Box::from_raw(data.cast::<Callback>()) };
        let status = fault::check().err().unwrap_or(hipSuccess);
        // SAFETY: what the program asked for.
        unsafe { (call.callback)(call.stream, status, call.data) };
    }
}
