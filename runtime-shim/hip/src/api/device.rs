//! Which devices there are, which one a host thread uses, and how it may be set up.

use std::ffi::{CStr, c_char, c_int, c_uint};
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use crate::api::device::properties::check;
use crate::device::current;
use crate::entry;
use crate::entry::{Outcome, give, text};
use crate::environment;
use crate::stream;
use crate::types::error::{hipErrorInvalidDevice, hipErrorInvalidValue, hipErrorNoDevice, hipErrorUnsupportedLimit};
use crate::types::handles::hipStream_t;
use crate::types::properties::hipUUID;

pub mod attributes;
pub mod context;
pub mod peer;
pub mod properties;

/// `hipDeviceScheduleMask | hipDeviceMapHost | hipDeviceLmemResizeToMax`: the flags that a device takes.
const DEVICE_FLAGS: c_uint = SCHEDULE | 0x8 | 0x10;

/// `hipDeviceScheduleMask`.
const SCHEDULE: c_uint = 0x7;
/// `hipDeviceMapHost`, which always holds.
const MAP_HOST: c_uint = 0x8;

/// Devices that `HIPIFY_DEVICE_COUNT` can ask for.
pub const MAX_DEVICES: usize = 64;

/// Flags of each device. Relaxed: each is a value by itself.
static FLAGS: [AtomicU32; MAX_DEVICES] = [const { AtomicU32::new(MAP_HOST) }; MAX_DEVICES];

/// One of `hipLimit_t`, whose values are the places in the table: bytes.
struct Limit {
    default: usize,
    /// The largest value that is taken.
    most: usize,
}

/// Stack of a thread, printf's buffer, heap of kernels. Kernels use the worker's stack and the process's heap, so that none
/// is ever too small; what is set is remembered and told again.
const LIMITS: [Limit; 3] = [
    Limit { default: 1024, most: (128 << 10) - 16 },
    Limit { default: 1 << 20, most: 1 << 30 },
    Limit { default: 8 << 20, most: 1 << 40 },
];

/// Values of [`LIMITS`]; relaxed: limits order no other memory.
static LIMIT_VALUES: [AtomicUsize; LIMITS.len()] =
    [AtomicUsize::new(LIMITS[0].default), AtomicUsize::new(LIMITS[1].default), AtomicUsize::new(LIMITS[2].default)];

fn limit(number: c_uint) -> Outcome<usize> {
    usize::try_from(number).ok().filter(|&limit| limit < LIMITS.len()).ok_or(hipErrorUnsupportedLimit)
}

/// The address of a device on the bus, as `hipDeviceGetPCIBusId` writes it. There is no bus: the numbers are the properties'.
fn bus_id(device: usize) -> String {
    let properties = properties::of(device);
    format!("{:04x}:{:02x}:{:02x}.0", properties.pciDomainID, properties.pciBusID, properties.pciDeviceID)
}

/// The device at `domain:bus:device.function`; the domain and the function may be left out.
fn device_at(bus_id: &CStr) -> Option<usize> {
    let text = bus_id.to_str().ok()?.trim();
    let text = text.split_once('.').map_or(text, |(address, _function)| address);
    let numbers: Vec<c_int> = text.split(':').map(|part| c_int::from_str_radix(part, 16).ok()).collect::<Option<_>>()?;
    let address = match numbers[..] {
        [bus, device] => (0, bus, device),
        [domain, bus, device] => (domain, bus, device),
        _ => return None,
    };
    (0..environment::device_count()).find(|&device| {
        let properties = properties::of(device);
        (properties.pciDomainID, properties.pciBusID, properties.pciDeviceID) == address
    })
}

/// Writes a text to a caller's buffer of `room` bytes, cut where it is too long.
///
/// # Safety
/// `buffer` is null or valid for writes of `room` bytes.
unsafe fn give_text(buffer: *mut c_char, room: c_int, text: &str) -> Outcome {
    let room = usize::try_from(room).ok().filter(|&room| room > 0).ok_or(hipErrorInvalidValue)?;
    if buffer.is_null() {
        return Err(hipErrorInvalidValue);
    }
    // SAFETY: not null, and valid for `room` bytes.
    properties::write_text(unsafe { std::slice::from_raw_parts_mut(buffer, room) }, text);
    Ok(())
}

entry! {
    /// How many devices there are.
    fn hipGetDeviceCount(count: *mut c_int) {
        let there = environment::device_count();
        give(count, there as c_int)?;
        if there == 0 { Err(hipErrorNoDevice) } else { Ok(()) }
    }

    /// The device that the calling thread uses.
    fn hipGetDevice(device: *mut c_int) {
        give(device, current::device() as c_int)
    }

    /// Chooses the device that the calling thread uses.
    fn hipSetDevice(device: c_int) {
        current::set_device(check(device)?)
    }

    /// Says which devices a thread may be given; the first of them becomes its own.
    fn hipSetValidDevices(devices: *mut c_int, count: c_int) {
        let count = usize::try_from(count).map_err(|_| hipErrorInvalidValue)?;
        if count == 0 {
            return current::set_device(0);
        }
        if devices.is_null() || count > environment::device_count() {
            return Err(hipErrorInvalidValue);
        }
        let devices = std::slice::from_raw_parts(devices, count);
        for &device in devices {
            check(device)?;
        }
        current::set_device(check(devices[0])?)
    }

    /// The handle of a device, which is its number.
    fn hipDeviceGet(device: *mut c_int, number: c_int) {
        check(number)?;
        give(device, number)
    }

    /// A device's name.
    fn hipDeviceGetName(name: *mut c_char, room: c_int, device: c_int) {
        check(device)?;
        give_text(name, room, &crate::device::processor::processor().name)
    }

    /// A device's identity.
    fn hipDeviceGetUuid(uuid: *mut hipUUID, device: c_int) {
        give(uuid, properties::uuid(check(device)?))
    }

    /// Bytes of a device's memory.
    fn hipDeviceTotalMem(bytes: *mut usize, device: c_int) {
        give(bytes, properties::of(check(device)?).totalGlobalMem)
    }

    /// A device's address on the bus.
    fn hipDeviceGetPCIBusId(bus_id_out: *mut c_char, room: c_int, device: c_int) {
        let text = bus_id(check(device)?);
        give_text(bus_id_out, room, &text)?;
        // As much as there is room for is given in any case.
        if (text.len() as c_int) < room { Ok(()) } else { Err(hipErrorInvalidValue) }
    }

    /// The device at an address on the bus.
    fn hipDeviceGetByPCIBusId(device: *mut c_int, bus_id: *const c_char) {
        give(device, device_at(text(bus_id)?).ok_or(hipErrorInvalidDevice)? as c_int)
    }

    /// The number of the device that a stream belongs to; -1 where the handle is none.
    fn hipGetStreamDeviceId(stream: hipStream_t) -> c_int {
        stream::of(stream).map_or(-1, |stream| stream.device as c_int)
    }

    /// How host threads wait for the calling thread's device: AMD's runtime tells no other of the flags.
    fn hipGetDeviceFlags(flags: *mut c_uint) {
        give(flags, FLAGS[current::device()].load(Ordering::Relaxed) & SCHEDULE)
    }

    /// Sets flags of the calling thread's device. How a host thread waits is the runtime's own choice: it spins, then sleeps.
    fn hipSetDeviceFlags(flags: c_uint) {
        // At most one way of waiting.
        if flags & !DEVICE_FLAGS != 0 || (flags & SCHEDULE).count_ones() > 1 {
            return Err(hipErrorInvalidValue);
        }
        FLAGS[current::device()].store(flags | MAP_HOST, Ordering::Relaxed);
        Ok(())
    }

    /// A limit, bytes.
    fn hipDeviceGetLimit(value: *mut usize, number: c_uint) {
        give(value, LIMIT_VALUES[limit(number)?].load(Ordering::Relaxed))
    }

    /// Sets a limit, bytes.
    fn hipDeviceSetLimit(number: c_uint, value: usize) {
        let limit = limit(number).map_err(|_| hipErrorInvalidValue)?;
        if value > LIMITS[limit].most {
            return Err(hipErrorInvalidValue);
        }
        LIMIT_VALUES[limit].store(value, Ordering::Relaxed);
        Ok(())
    }

    /// Lets a profiler record from here on: none does.
    fn hipProfilerStart() {
        Ok(())
    }

    /// Lets a profiler record no further: none does.
    fn hipProfilerStop() {
        Ok(())
    }

    /// How caches are divided: there is nothing to divide, `hipFuncCachePreferNone`.
    fn hipDeviceGetCacheConfig(config: *mut c_uint) {
        give(config, 0)
    }

    /// Takes a preference, which has no effect.
    fn hipDeviceSetCacheConfig(config: c_uint) {
        if config <= 3 { Ok(()) } else { Err(hipErrorInvalidValue) }
    }

    /// The width of shared memory's banks: there are none, four bytes as on AMD's GPUs.
    fn hipDeviceGetSharedMemConfig(config: *mut c_uint) {
        give(config, 1)
    }

    /// Takes a preference, which has no effect.
    fn hipDeviceSetSharedMemConfig(config: c_uint) {
        if config <= 2 { Ok(()) } else { Err(hipErrorInvalidValue) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::error::hipSuccess;

    #[test]
    fn a_device_is_found_by_its_address_on_the_bus() {
        let mut room = [0; 32];
        let mut device = -1;
        // SAFETY: the pointers lead to local variables.
        unsafe {
            assert_eq!(hipDeviceGetPCIBusId(room.as_mut_ptr(), 32, 0), hipSuccess);
            assert_eq!(hipDeviceGetByPCIBusId(&raw mut device, room.as_ptr()), hipSuccess);
            assert_eq!(device, 0);
            assert_eq!(hipDeviceGetByPCIBusId(&raw mut device, c"0000:7f:00.0".as_ptr()), hipErrorInvalidDevice);
            assert_eq!(hipDeviceGetByPCIBusId(&raw mut device, c"nonsense".as_ptr()), hipErrorInvalidDevice);
            assert_eq!(hipDeviceGetPCIBusId(room.as_mut_ptr(), 0, 0), hipErrorInvalidValue);
        }
    }

    #[test]
    fn limits_that_are_set_are_told_again_and_unknown_ones_are_refused() {
        let mut value = 0;
        // SAFETY: the pointer leads to a local variable.
        unsafe {
            assert_eq!(hipDeviceSetLimit(1, 4096), hipSuccess);
            assert_eq!(hipDeviceGetLimit(&raw mut value, 1), hipSuccess);
            assert_eq!(value, 4096);
            assert_eq!(hipDeviceSetLimit(7, 1), hipErrorInvalidValue);
            assert_eq!(hipDeviceSetLimit(0, usize::MAX), hipErrorInvalidValue);
        }
    }

    #[test]
    fn two_ways_of_waiting_at_once_are_refused() {
        let mut flags = 0;
        // SAFETY: the pointer leads to a local variable.
        unsafe {
            assert_eq!(hipSetDeviceFlags(0x1 | 0x2), hipErrorInvalidValue);
            assert_eq!(hipSetDeviceFlags(0x4), hipSuccess);
            assert_eq!(hipGetDeviceFlags(&raw mut flags), hipSuccess);
        }
        assert_eq!(flags, 0x4);
    }

    #[test]
    fn a_device_that_is_not_there_cannot_be_chosen() {
        // SAFETY: the pointers lead to local variables.
        unsafe {
            assert_eq!(hipSetDevice(99), hipErrorInvalidDevice);
            assert_eq!(hipSetValidDevices([0, 99].as_mut_ptr(), 2), hipErrorInvalidValue);
            assert_eq!(hipSetValidDevices([0].as_mut_ptr(), 1), hipSuccess);
        }
    }
}
