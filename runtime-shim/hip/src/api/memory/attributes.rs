//! What pointers lead to.

use std::ffi::{c_int, c_uint, c_void};

use crate::device::current;
use crate::entry;
use crate::entry::{Outcome, give};
use crate::memory::{self, MemoryKind, Range};
use crate::texture::array;
use crate::types::array::HIP_MEMORY_ARRAY;
use crate::types::error::{hipErrorInvalidValue, hipErrorNotSupported};
use crate::types::handles::hipDeviceptr_t;

/// `HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS`.
const SYNC_MEMOPS: c_int = 6;

/// `HIP_POINTER_ATTRIBUTE_MEMORY_TYPE` and `HIP_POINTER_ATTRIBUTE_HOST_POINTER`.
const MEMORY_TYPE: c_int = 2;
const HOST_POINTER: c_int = 4;

/// Attributes that AMD's runtime does not tell: context, tokens of peers, legacy handles of other processes, allowed handle types, direct
/// access from other devices, memory pool.
const NOT_TOLD: [c_int; 6] = [1, 5, 10, 14, 15, 17];

/// `hipPointerAttribute_t`.
#[repr(C)]
pub struct PointerAttributes {
    /// `hipMemoryType`.
    kind: c_int,
    device: c_int,
    device_pointer: *mut c_void,
    host_pointer: *mut c_void,
    is_managed: c_int,
    allocation_flags: c_uint,
}

/// `hipMemoryType` of HIP 6.
fn memory_type(kind: MemoryKind) -> c_int {
    match kind {
        MemoryKind::Host | MemoryKind::Registered => 1,
        MemoryKind::Device | MemoryKind::Pool | MemoryKind::Foreign | MemoryKind::Mapped | MemoryKind::Variable => 2,
        MemoryKind::Managed => 3,
    }
}

entry! {
    /// Of a pointer that the runtime does not know: that it is not registered.
    fn hipPointerGetAttributes(attributes: *mut PointerAttributes, pointer: *const c_void) {
        if pointer.is_null() {
            return Err(hipErrorInvalidValue);
        }
        let pointer = pointer.cast_mut();
        give(attributes, match memory::find(pointer) {
            None => PointerAttributes {
                kind: 0,
                device: -2,
                device_pointer: std::ptr::null_mut(),
                host_pointer: std::ptr::null_mut(),
                is_managed: 0,
                allocation_flags: 0,
            },
            Some(range) => PointerAttributes {
                kind: memory_type(range.kind),
                device: range.device as c_int,
                device_pointer: pointer,
                host_pointer: if range.kind.is_hosts() { pointer } else { std::ptr::null_mut() },
                is_managed: (range.kind == MemoryKind::Managed).into(),
                allocation_flags: range.flags,
            },
        })
    }

    fn hipPointerGetAttribute(data: *mut c_void, attribute: c_int, pointer: hipDeviceptr_t) {
        if attribute == MEMORY_TYPE && array::find(pointer.cast()).is_ok() {
            return give(data.cast(), HIP_MEMORY_ARRAY);
        }
        let range = memory::find(pointer).ok_or(hipErrorInvalidValue)?;
        match attribute {
            _ if NOT_TOLD.contains(&attribute) => Err(hipErrorNotSupported),
            HOST_POINTER if memory::is_devices(pointer) => Err(hipErrorInvalidValue),
            _ => tell(data, attribute, pointer, &range),
        }
    }

    /// Asks that synchronous operations on the memory end before they return, which they do here; no other attribute can be set.
    fn hipPointerSetAttribute(value: *const c_void, attribute: c_int, pointer: hipDeviceptr_t) {
        memory::find(pointer).ok_or(hipErrorInvalidValue)?;
        match (value.is_null(), attribute) {
            (false, SYNC_MEMOPS) => Ok(()),
            _ => Err(hipErrorInvalidValue),
        }
    }

    /// As `hipPointerGetAttribute` for each; zeros for what does not apply to the pointer.
    fn hipDrvPointerGetAttributes(count: c_uint, attributes: *mut c_int, data: *mut *mut c_void, pointer: hipDeviceptr_t) {
        if count == 0 || attributes.is_null() || data.is_null() || pointer.is_null() {
            return Err(hipErrorInvalidValue);
        }
        let unknown = Range { start: 0, size: 0, kind: MemoryKind::Foreign, device: 0, flags: 0 };
        let range = memory::find(pointer).unwrap_or(unknown);
        (0..count as usize).try_for_each(|index| tell(*data.add(index), *attributes.add(index), pointer, &range))
    }
}

/// # Safety
/// `data` is null or valid for writing a value of the type that HIP documents for `attribute`.
unsafe fn tell(data: *mut c_void, attribute: c_int, pointer: hipDeviceptr_t, range: &Range) -> Outcome {
    let host = if range.kind == MemoryKind::Device { std::ptr::null_mut() } else { pointer };
    // SAFETY: `data` is null or valid for the attribute's type; the types are those that HIP's documentation gives each
    // `hipPointer_attribute`.
    unsafe {
        match attribute {
            // Context.
            1 => give(data.cast(), crate::api::device::context::handle(range.device)),
            MEMORY_TYPE => give(data.cast::<c_int>(), memory_type(range.kind)),
            3 => give(data.cast(), pointer),
            HOST_POINTER => give(data.cast(), host),
            SYNC_MEMOPS => give(data.cast::<c_uint>(), 0),
            // Buffer id.
            7 => give(data.cast::<u64>(), range.start as u64),
            8 => give(data.cast::<c_uint>(), (range.kind == MemoryKind::Managed).into()),
            9 => give(data.cast::<c_int>(), range.device as c_int),
            // May be passed to another process.
            10 => give(data.cast::<c_uint>(), 0),
            11 => give(data.cast(), range.start as *mut c_void),
            12 => give(data.cast(), range.size),
            // Mapped; allowed handle types; may be used by other devices directly.
            13 => give(data.cast::<c_uint>(), 1),
            14 => give(data.cast::<c_uint>(), 0),
            15 => give(data.cast::<c_uint>(), (current::device() == range.device).into()),
            // Access flags: read and write.
            16 => give(data.cast::<c_uint>(), 3),
            // Memory pool.
            17 => give(data.cast(), std::ptr::null_mut::<c_void>()),
            _ => Err(hipErrorInvalidValue),
        }
    }
}
