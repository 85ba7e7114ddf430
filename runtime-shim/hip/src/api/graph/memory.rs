//! How much memory the nodes of graphs use.

use crate::entry;
use crate::entry::{Outcome, give};
use crate::graph::memory::{RESERVED, USED};
use crate::types::error::{hipErrorInvalidDevice, hipErrorInvalidValue};
use std::ffi::{c_int, c_uint, c_void};
use std::sync::atomic::Ordering;

fn check_device(device: c_int) -> Outcome {
    let known = usize::try_from(device).is_ok_and(|device| device < crate::environment::device_count());
    if known { Ok(()) } else { Err(hipErrorInvalidDevice) }
}

entry! {
    /// Bytes: 0 used now, 1 used at most, 2 reserved now, 3 reserved at most. Devices share them.
    fn hipDeviceGetGraphMemAttribute(device: c_int, attribute: c_uint, value: *mut c_void) {
        check_device(device)?;
        let cell = match attribute {
            0 => &USED.now,
            1 => &USED.high,
            2 => &RESERVED.now,
            3 => &RESERVED.high,
            _ => return Err(hipErrorInvalidValue),
        };
        give(value.cast::<u64>(), cell.load(Ordering::Relaxed))
    }

    /// The highest values can be set to 0.
    fn hipDeviceSetGraphMemAttribute(device: c_int, attribute: c_uint, value: *mut c_void) {
        check_device(device)?;
        let counter = match attribute {
            1 => &USED,
            3 => &RESERVED,
            _ => return Err(hipErrorInvalidValue),
        };
        if value.is_null() || value.cast::<u64>().read_unaligned() != 0 {
            return Err(hipErrorInvalidValue);
        }
        counter.high.store(counter.now.load(Ordering::Relaxed), Ordering::Relaxed);
        Ok(())
    }

    /// Memory goes with its nodes: there is nothing kept beyond them.
    fn hipDeviceGraphMemTrim(device: c_int) {
        check_device(device)
    }
}
