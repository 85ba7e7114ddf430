//! The mathematical libraries' entries that no table can make.

use std::ffi::c_void;

own! {
    Blas:

    /// The version of cuBLAS whose interface this is.
    fn cublasGetVersion_v2(_handle: *mut c_void, version: *mut i32) -> i32 {
        if version.is_null() {
            return 7;
        }
        version.write(120_903);
        0
    }
}

own! {
    Rand:

    /// The version of cuRAND whose interface this is.
    fn curandGetVersion(version: *mut i32) -> i32 {
        if version.is_null() {
            return 104;
        }
        version.write(10_310);
        0
    }
}

own! {
    Solver:

    /// The version of cuSOLVER whose interface this is.
    fn cusolverGetVersion(version: *mut i32) -> i32 {
        if version.is_null() {
            return 3;
        }
        version.write(11_705);
        0
    }
}
