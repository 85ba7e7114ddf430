//! Contexts and the device as a whole. Each device has one context, the primary one, which is always there.

use std::cell::RefCell;
use std::ffi::{c_int, c_uint};

use crate::api::memory::pool;
use crate::device::current;
use crate::entry;
use crate::entry::{Outcome, give};
use crate::environment;
use crate::kernel::fault;
use crate::kernel::print;
use crate::memory;
use crate::module::initial_values;
use crate::scheduler::queue;
use crate::stream;
use crate::types::error::{hipErrorInvalidContext, hipErrorInvalidDevice, hipErrorInvalidValue};
use crate::types::handles::{hipCtx_t, hipDevice_t, ihipCtx_t};

/// The context of a device.
pub(crate) fn handle(device: usize) -> hipCtx_t {
    // Not an address; one more than the device, so that the first one's is not null.
    (device + 1) as *mut ihipCtx_t
}

/// The device of a context.
pub(crate) fn device_of(context: hipCtx_t) -> Outcome<usize> {
    let device = (context as usize).checked_sub(1).filter(|&device| device < environment::device_count());
    device.ok_or(hipErrorInvalidContext)
}

fn device(device: hipDevice_t) -> Outcome<usize> {
    usize::try_from(device).ok().filter(|&device| device < environment::device_count()).ok_or(hipErrorInvalidDevice)
}

thread_local! {
    /// The devices that were current before each push.
    static PUSHED: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

fn reset(device: usize) {
    queue::wait_for_all(Some(device));
    print::flush();
    stream::destroy_all(device);
    memory::release_all(device);
    initial_values::restore(device);
    fault::forget();
}

entry! {
    fn hipInit(flags: c_uint) {
        if flags == 0 { Ok(()) } else { Err(hipErrorInvalidValue) }
    }

    /// Waits for all work on the device.
    fn hipDeviceSynchronize() {
        crate::graph::capture::forbid_for_all()?;
        queue::wait_for_all(Some(current::device()));
        print::flush();
        pool::trim_all();
        fault::check()
    }

    /// Ends the work on the device, its streams and its memory; its variables start anew.
    fn hipDeviceReset() {
        reset(current::device());
        Ok(())
    }

    fn hipCtxCreate(context: *mut hipCtx_t, _flags: c_uint, number: hipDevice_t) {
        // CUDA has an error of its own for this, which AMD's runtime gives elsewhere.
        let device = device(number).map_err(|_| hipErrorInvalidValue)?;
        give(context, handle(device))?;
        PUSHED.with_borrow_mut(|pushed| pushed.push(current::device()));
        current::set_device(device)
    }

    fn hipCtxDestroy(context: hipCtx_t) {
        if context.is_null() {
            return Err(hipErrorInvalidValue);
        }
        let device = device_of(context)?;
        if device == current::device() && let Some(before) = PUSHED.with_borrow_mut(Vec::pop) {
            current::set_device(before)?;
        }
        Ok(())
    }

    fn hipCtxPushCurrent(context: hipCtx_t) {
        let device = device_of(context)?;
        PUSHED.with_borrow_mut(|pushed| pushed.push(current::device()));
        current::set_device(device)
    }

    fn hipCtxPopCurrent(context: *mut hipCtx_t) {
        let before = PUSHED.with_borrow_mut(Vec::pop).ok_or(hipErrorInvalidContext)?;
        if !context.is_null() {
            context.write(handle(current::device()));
        }
        current::set_device(before)
    }

    fn hipCtxSetCurrent(context: hipCtx_t) {
        // Null takes a context away; the device stays, since there is always one.
        if context.is_null() { Ok(()) } else { current::set_device(device_of(context)?) }
    }

    fn hipCtxGetCurrent(context: *mut hipCtx_t) {
        give(context, handle(current::device()))
    }

    fn hipCtxGetDevice(number: *mut hipDevice_t) {
        give(number, current::device() as hipDevice_t)
    }

    fn hipCtxGetApiVersion(context: hipCtx_t, version: *mut c_int) {
        if !context.is_null() {
            device_of(context)?;
        }
        // The only one there has been.
        give(version, 4)
    }

    fn hipCtxSynchronize() {
        queue::wait_for_all(Some(current::device()));
        print::flush();
        fault::check()
    }

    fn hipCtxGetFlags(flags: *mut c_uint) {
        give(flags, 0)
    }

    /// There is one kind of memory: a preference is of no meaning.
    fn hipCtxSetCacheConfig(config: c_int) {
        if (0..=3).contains(&config) { Ok(()) } else { Err(hipErrorInvalidValue) }
    }

    fn hipCtxGetCacheConfig(config: *mut c_int) {
        give(config, 0)
    }

    fn hipCtxSetSharedMemConfig(config: c_int) {
        if (0..=2).contains(&config) { Ok(()) } else { Err(hipErrorInvalidValue) }
    }

    /// Banks of four bytes, `hipSharedMemBankSizeFourByte`, as `hipDeviceGetSharedMemConfig` says.
    fn hipCtxGetSharedMemConfig(config: *mut c_int) {
        give(config, 1)
    }

    fn hipDevicePrimaryCtxGetState(number: hipDevice_t, flags: *mut c_uint, active: *mut c_int) {
        device(number)?;
        if !flags.is_null() {
            flags.write(0);
        }
        if !active.is_null() {
            active.write(1);
        }
        Ok(())
    }

    fn hipDevicePrimaryCtxRetain(context: *mut hipCtx_t, number: hipDevice_t) {
        give(context, handle(device(number)?))
    }

    fn hipDevicePrimaryCtxRelease(number: hipDevice_t) {
        device(number).map(drop)
    }

    fn hipDevicePrimaryCtxReset(number: hipDevice_t) {
        reset(device(number)?);
        Ok(())
    }

    fn hipDevicePrimaryCtxSetFlags(number: hipDevice_t, _flags: c_uint) {
        device(number).map(drop)
    }
}
