//! Versions, and attributes of devices that HIP lacks.

use crate::entry::give;
use crate::generated::{RUNTIME_CUDADEVICEATTR_HIPDEVICEATTRIBUTE_T as ATTRIBUTES, STATUS_RUNTIME};

/// `cudaErrorInvalidValue`.
const INVALID_VALUE: i32 = 1;

/// What drivers say that serve every library here: CUDA 13.5, the newest whose headers were read.
pub(crate) const DRIVER_VERSION: i32 = 13050;

own! {
    Runtime:

    /// The version of CUDA that the program's library is of.
    fn cudaRuntimeGetVersion(runtimeVersion: *mut i32) -> i32 {
        give(runtimeVersion, 11080, INVALID_VALUE)
    }

    fn cudaRuntimeGetVersion_cuda12(runtimeVersion: *mut i32) -> i32 {
        give(runtimeVersion, 12090, INVALID_VALUE)
    }

    fn cudaRuntimeGetVersion_cuda13(runtimeVersion: *mut i32) -> i32 {
        give(runtimeVersion, DRIVER_VERSION, INVALID_VALUE)
    }

    /// The newest version of CUDA that is served.
    fn cudaDriverGetVersion(driverVersion: *mut i32) -> i32 {
        give(driverVersion, DRIVER_VERSION, INVALID_VALUE)
    }

    /// An attribute; zero for features that CUDA has and HIP has no word for: they are not there.
    fn cudaDeviceGetAttribute(value: *mut i32, attr: i32, device: i32) -> i32 {
        match ATTRIBUTES.to_hip(attr) {
            Some(hip) => STATUS_RUNTIME.to_cuda(hip!(hipDeviceGetAttribute(value => *mut i32, hip => i32, device => i32))),
            None if ATTRIBUTES.knows(attr) => give(value, 0, INVALID_VALUE),
            None => INVALID_VALUE,
        }
    }
}
