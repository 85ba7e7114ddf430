//! Between layouts: a program asks for a device's properties in the layout of its headers, the system's runtime may only have
//! the other one.

use std::ffi::{CStr, c_int, c_void};
use std::sync::atomic::{AtomicPtr, Ordering};

use super::library::Library;
use crate::types::error::{hipError_t, hipErrorInvalidValue, hipErrorNotSupported, hipSuccess};
use crate::types::properties::{hipDeviceProp_tR0000, hipDeviceProp_tR0600};

/// The runtime's functions in the layout that it has. Written once before the first call, at load.
static GET_OLD: AtomicPtr<c_void> = AtomicPtr::new(std::ptr::null_mut());
static GET_NEW: AtomicPtr<c_void> = AtomicPtr::new(std::ptr::null_mut());
static CHOOSE_OLD: AtomicPtr<c_void> = AtomicPtr::new(std::ptr::null_mut());
static CHOOSE_NEW: AtomicPtr<c_void> = AtomicPtr::new(std::ptr::null_mut());

/// Notes what the runtime has.
pub(super) fn set_up(library: &Library) {
    let first_of = |names: &[&CStr]| names.iter().find_map(|name| library.symbol(name)).unwrap_or(std::ptr::null_mut());
    // Plain names kept the old layout when the new one came with names of its own.
    GET_OLD.store(first_of(&[c"hipGetDevicePropertiesR0000", c"hipGetDeviceProperties"]), Ordering::Relaxed);
    CHOOSE_OLD.store(first_of(&[c"hipChooseDeviceR0000", c"hipChooseDevice"]), Ordering::Relaxed);
    GET_NEW.store(first_of(&[c"hipGetDevicePropertiesR0600"]), Ordering::Relaxed);
    CHOOSE_NEW.store(first_of(&[c"hipChooseDeviceR0600"]), Ordering::Relaxed);
}

/// What an entry point is forwarded to where its own name will not do.
pub(super) fn stand_in(name: &CStr, library: &Library) -> Option<*mut c_void> {
    let has = |slot: &AtomicPtr<c_void>| Some(slot.load(Ordering::Relaxed)).filter(|function| !function.is_null());
    match name.to_bytes() {
        b"hipGetDeviceProperties" | b"hipGetDevicePropertiesR0000" => {
            Some(has(&GET_OLD).unwrap_or(get_old_of_new as Get<hipDeviceProp_tR0000> as *mut c_void))
        }
        b"hipChooseDevice" | b"hipChooseDeviceR0000" => {
            Some(has(&CHOOSE_OLD).unwrap_or(choose_old_of_new as Choose<hipDeviceProp_tR0000> as *mut c_void))
        }
        b"hipGetDevicePropertiesR0600" if library.symbol(name).is_none() => {
            Some(get_new_of_old as Get<hipDeviceProp_tR0600> as *mut c_void)
        }
        b"hipChooseDeviceR0600" if library.symbol(name).is_none() => {
            Some(choose_new_of_old as Choose<hipDeviceProp_tR0600> as *mut c_void)
        }
        _ => None,
    }
}

type Get<Properties> = unsafe extern "C" fn(*mut Properties, c_int) -> hipError_t;
type Choose<Properties> = unsafe extern "C" fn(*mut c_int, *const Properties) -> hipError_t;

/// Asks in the layout `Has` and gives in the layout `Wants`.
///
/// # Safety
/// `slot` holds null or a [`Get<Has>`]; `target` is null or valid for writing a `Wants`.
unsafe fn get<Has, Wants: for<'a> From<&'a Has>>(
    slot: &AtomicPtr<c_void>,
    mut has: Has,
    target: *mut Wants,
    device: c_int,
) -> hipError_t {
    let function = slot.load(Ordering::Relaxed);
    if function.is_null() {
        return hipErrorNotSupported;
    }
    if target.is_null() {
        return hipErrorInvalidValue;
    }
    // SAFETY: the slot's function takes such a pointer; the function gets a local variable.
    unsafe {
        let status = std::mem::transmute::<*mut c_void, Get<Has>>(function)(&raw mut has, device);
        if status == hipSuccess {
            target.write(Wants::from(&has));
        }
        status
    }
}

/// As [`get`], for choosing.
///
/// # Safety
/// The slot holds null or a [`Choose<Has>`]; `asked` is null or valid for reading.
unsafe fn choose<Has: for<'a> From<&'a Asked>, Asked>(
    slot: &AtomicPtr<c_void>,
    device: *mut c_int,
    asked: *const Asked,
) -> hipError_t {
    let function = slot.load(Ordering::Relaxed);
    if function.is_null() {
        return hipErrorNotSupported;
    }
    // SAFETY: null, or valid for reading.
    match unsafe { asked.as_ref() } {
        None => hipErrorInvalidValue,
        // SAFETY: the slot's function takes such pointers; the properties are a local variable.
        Some(asked) => unsafe { std::mem::transmute::<*mut c_void, Choose<Has>>(function)(device, &Has::from(asked)) },
    }
}

/// # Safety
/// `target` is null or valid for writing its type; the slot of the other layout holds null or AMD's function of that name.
unsafe extern "C" fn get_new_of_old(target: *mut hipDeviceProp_tR0600, device: c_int) -> hipError_t {
    // SAFETY: the slot was filled with a function of this layout; the target is the program's.
    unsafe { get(&GET_OLD, hipDeviceProp_tR0000::zeroed(), target, device) }
}

/// # Safety
/// `target` is null or valid for writing its type; the slot of the other layout holds null or AMD's function of that name.
unsafe extern "C" fn get_old_of_new(target: *mut hipDeviceProp_tR0000, device: c_int) -> hipError_t {
    // SAFETY: the slot was filled with a function of this layout; the target is the program's.
    unsafe { get(&GET_NEW, hipDeviceProp_tR0600::zeroed(), target, device) }
}

/// # Safety
/// `device` is null or valid for writing, `asked` null or valid for reading; the slot of the other layout holds null or AMD's
/// function of that name.
unsafe extern "C" fn choose_new_of_old(device: *mut c_int, asked: *const hipDeviceProp_tR0600) -> hipError_t {
    // SAFETY: the slot was filled with a function of this layout; the target is the program's.
    unsafe { choose::<hipDeviceProp_tR0000, _>(&CHOOSE_OLD, device, asked) }
}

/// # Safety
/// `device` is null or valid for writing, `asked` null or valid for reading; the slot of the other layout holds null or AMD's
/// function of that name.
unsafe extern "C" fn choose_old_of_new(device: *mut c_int, asked: *const hipDeviceProp_tR0000) -> hipError_t {
    // SAFETY: the slot was filled with a function of this layout; the target is the program's.
    unsafe { choose::<hipDeviceProp_tR0600, _>(&CHOOSE_NEW, device, asked) }
}
