//! Libraries and kernels, which are modules and functions here; updates of graphs.

use std::ffi::{c_char, c_void};

use crate::entry::give;
use crate::generated::driver::cuda::CUgraphExecUpdateResultInfo_st as ResultInfo;
use crate::generated::{Family, STATUS_DRIVER};

own! {
    Driver:

    /// Loads a code object from memory. Options are of CUDA's linker, which has no work here.
    fn cuLibraryLoadData(
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
        STATUS_DRIVER.to_cuda(hip!(hipModuleLoadData(library => *mut *mut c_void, code => *const c_void)))
    }

    /// Loads a code object from a file.
    fn cuLibraryLoadFromFile(
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
        STATUS_DRIVER.to_cuda(hip!(hipModuleLoad(library => *mut *mut c_void, fileName => *const c_char)))
    }

    fn cuLibraryGetModule(pMod: *mut *mut c_void, library: *mut c_void) -> i32 {
        // `CUDA_ERROR_INVALID_HANDLE`.
        if library.is_null() { 400 } else { give(pMod, library, 1) }
    }

    fn cuKernelGetFunction(pFunc: *mut *mut c_void, kernel: *mut c_void) -> i32 {
        if kernel.is_null() { 400 } else { give(pFunc, kernel, 1) }
    }

    /// Since CUDA 12: updates an instance of a graph.
    fn cuGraphExecUpdate_v2(hGraphExec: *mut c_void, hGraph: *mut c_void, resultInfo: *mut ResultInfo) -> i32 {
        // Both interfaces lay the structure out alike.
        crate::runtime::update(hGraphExec, hGraph, resultInfo.cast(), Family::Driver)
    }
}
