//! Attributes of streams: hints about caches and waiting, which are kept and given back. On the CPU they change nothing.

use std::ffi::{c_int, c_uint};

use crate::entry;
use crate::entry::{Outcome, give};
use crate::graph::capture;
use crate::stream::{self, Stream};
use crate::types::error::{hipErrorInvalidValue, hipErrorStreamCaptureUnsupported};
use crate::types::graph::hipKernelNodeAttrValue;
use crate::types::handles::hipStream_t;

/// `hipLaunchAttributeID`, as far as streams have them.
const ACCESS_POLICY_WINDOW: c_uint = 1;
const SYNCHRONIZATION_POLICY: c_uint = 3;
const PRIORITY: c_uint = 8;
const MEMORY_SYNC_DOMAIN_MAP: c_uint = 9;
const MEMORY_SYNC_DOMAIN: c_uint = 10;

/// `hipLaunchAttributeValue`.
type Value = hipKernelNodeAttrValue;

impl Value {
    /// The member of the union that is a number or an enumerator.
    fn number(self) -> c_int {
        self.0[0] as c_int
    }

    fn of_number(number: c_int) -> Value {
        hipKernelNodeAttrValue([number as u32 as u64, 0, 0, 0])
    }
}

/// What an attribute is that nobody has set.
fn initial(attribute: c_uint, stream: &Stream) -> Value {
    match attribute {
        PRIORITY => Value::of_number(stream.priority),
        // `hipSyncPolicyAuto`.
        SYNCHRONIZATION_POLICY => Value::of_number(1),
        // The bytes for the default and the remote domain: 0 and 1.
        MEMORY_SYNC_DOMAIN_MAP => Value::of_number(0x100),
        _ => Value::of_number(0),
    }
}

/// # Errors
/// `hipErrorInvalidValue` for attributes that streams have not, and for values out of range.
fn check(attribute: c_uint, value: Value, stream: &Stream) -> Outcome {
    let right = match attribute {
        ACCESS_POLICY_WINDOW => {
            // `hitRatio` follows the address and `hitProp`; `missProp` follows it.
            let ratio = f32::from_bits((value.0[1] >> 32) as u32);
            let (hit, miss) = (value.0[1] as u32, value.0[2] as u32);
            (0.0..=1.0).contains(&ratio) && hit <= 2 && miss <= 1
        }
        SYNCHRONIZATION_POLICY => (1..=4).contains(&value.number()),
        // The order of what is in the queue depends on it: what the stream was made with stays.
        PRIORITY => value.number() == stream.priority,
        MEMORY_SYNC_DOMAIN_MAP => true,
        MEMORY_SYNC_DOMAIN => (0..=1).contains(&value.number()),
        _ => false,
    };
    if right { Ok(()) } else { Err(hipErrorInvalidValue) }
}

entry! {
    fn hipStreamSetAttribute(stream: hipStream_t, attribute: c_uint, value: *const hipKernelNodeAttrValue) {
        let value = *value.as_ref().ok_or(hipErrorInvalidValue)?;
        let stream = stream::of(stream)?;
        if capture::is_capturing(&stream) { return Err(hipErrorStreamCaptureUnsupported); }
        check(attribute, value, &stream)?;
        stream.attributes.lock().insert(attribute, value);
        Ok(())
    }

    fn hipStreamGetAttribute(stream: hipStream_t, attribute: c_uint, value: *mut hipKernelNodeAttrValue) {
        let stream = stream::of(stream)?;
        let known = [ACCESS_POLICY_WINDOW, SYNCHRONIZATION_POLICY, PRIORITY, MEMORY_SYNC_DOMAIN_MAP, MEMORY_SYNC_DOMAIN];
        if !known.contains(&attribute) { return Err(hipErrorInvalidValue); }
        let found = stream.attributes.lock().get(&attribute).copied();
        give(value, found.unwrap_or_else(|| initial(attribute, &stream)))
    }

    /// All but the priority, which a stream keeps.
    fn hipStreamCopyAttributes(to: hipStream_t, from: hipStream_t) {
        let (to, from) = (stream::of(to)?, stream::of(from)?);
        let mut copied = from.attributes.lock().clone();
        copied.remove(&PRIORITY);
        *to.attributes.lock() = copied;
        Ok(())
    }
}
