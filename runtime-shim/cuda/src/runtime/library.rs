//! Libraries of kernels: modules of HIP.

use std::ffi::{c_char, c_void};

use crate::generated::STATUS_RUNTIME;

own! {
    Runtime:

    /// Loads a code object from memory. Options are of CUDA's linker, which has no work here.
    fn cudaLibraryLoadData(
        library: *mut *mut c_void,
        code: *const c_void,
        jitOptions: *mut i32,
        jitOptionsValues: *mut *mut c_void,
        numJitOptions: u32,
        libraryOptions: *mut i32,
        libraryOptionValues: *mut *mut c_void,
        numLibraryOptions: u32,
    ) -> i32 {
        let _ = (jitOptions, jitOptionsValues, numJitOptions, libraryOptions, libraryOptionValues, numLibraryOptions);
        STATUS_RUNTIME.to_cuda(hip!(hipModuleLoadData(library => *mut *mut c_void, code => *const c_void)))
    }

    /// Loads a code object from a file.
    fn cudaLibraryLoadFromFile(
        library: *mut *mut c_void,
        fileName: *const c_char,
        jitOptions: *mut i32,
        jitOptionsValues: *mut *mut c_void,
        numJitOptions: u32,
        libraryOptions: *mut i32,
        libraryOptionValues: *mut *mut c_void,
        numLibraryOptions: u32,
    ) -> i32 {
        let _ = (jitOptions, jitOptionsValues, numJitOptions, libraryOptions, libraryOptionValues, numLibraryOptions);
        STATUS_RUNTIME.to_cuda(hip!(hipModuleLoad(library => *mut *mut c_void, fileName => *const c_char)))
    }
}
