//! Attributes of devices, contexts' versions.

use std::ffi::c_void;

use crate::entry::give;
use crate::generated::{DRIVER_CUDEVICE_ATTRIBUTE_ENUM_HIPDEVICEATTRIBUTE_T as ATTRIBUTES, STATUS_DRIVER};

/// `CUDA_ERROR_INVALID_VALUE`.
const INVALID_VALUE: i32 = 1;

own! {
    Driver:

    /// An attribute; zero for features that CUDA has and HIP has no word for: they are not there.
    fn cuDeviceGetAttribute(pi: *mut i32, attrib: i32, dev: i32) -> i32 {
        match ATTRIBUTES.to_hip(attrib) {
            Some(hip) => STATUS_DRIVER.to_cuda(hip!(hipDeviceGetAttribute(pi => *mut i32, hip => i32, dev => i32))),
            None if ATTRIBUTES.knows(attrib) => give(pi, 0, INVALID_VALUE),
            None => INVALID_VALUE,
        }
    }

    /// The version of the interface that contexts have, which is that of CUDA's since 3.2.
    fn cuCtxGetApiVersion(ctx: *mut c_void, version: *mut u32) -> i32 {
        let _ = ctx;
        give(version, 3020, INVALID_VALUE)
    }
}
