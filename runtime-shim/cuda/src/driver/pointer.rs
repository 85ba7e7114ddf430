//! What is known of an address: HIP's kinds of memory are numbered otherwise.

use std::ffi::c_void;

use crate::generated::{DRIVER_CUMEMORYTYPE_ENUM_HIPMEMORYTYPE as KINDS, STATUS_DRIVER};

/// `CU_POINTER_ATTRIBUTE_MEMORY_TYPE` and HIP's of the same meaning.
const MEMORY_TYPE: i32 = 2;

/// `hipMemoryTypeManaged`, which CUDA tells as the memory that it lies in, and `CU_MEMORYTYPE_DEVICE`.
const MANAGED: i32 = 3;
const DEVICE: i32 = 2;

/// Converts what HIP stored for an attribute.
///
/// # Safety
/// `data` is null or valid for reading and writing a value of the type that CUDA documents for `attribute`.
unsafe fn convert(attribute: i32, data: *mut c_void) {
    if attribute == MEMORY_TYPE && !data.is_null() {
        // SAFETY: not null, and valid for the attribute's type; the attribute is stored as an enumerator.
        unsafe {
            let kind = data.cast::<i32>();
            *kind = if *kind == MANAGED { DEVICE } else { KINDS.to_cuda(*kind) };
        }
    }
}

own! {
    Driver:

    fn cuPointerGetAttribute(data: *mut c_void, attribute: i32, ptr: u64) -> i32 {
        let status = hip!(hipPointerGetAttribute(data => *mut c_void, attribute => i32, ptr => u64));
        if status == 0 {
            convert(attribute, data);
        }
        STATUS_DRIVER.to_cuda(status)
    }

    fn cuPointerGetAttributes(numAttributes: u32, attributes: *mut i32, data: *mut *mut c_void, ptr: u64) -> i32 {
        let status = hip!(hipDrvPointerGetAttributes(
            numAttributes => u32,
            attributes => *mut i32,
            data => *mut *mut c_void,
            ptr => u64,
        ));
        if status == 0 {
            for at in 0..numAttributes as usize {
                convert(*attributes.add(at), *data.add(at));
            }
        }
        STATUS_DRIVER.to_cuda(status)
    }
}
