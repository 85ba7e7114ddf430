//! Launches: of kernels that HIP knows; those that nvcc compiled are refused by name.

use std::ffi::c_void;

use super::registration;
use crate::entry::give;
use crate::generated::STATUS_RUNTIME;
use crate::generated::runtime::cuda::dim3;

own! {
    Runtime:

    /// Launches a kernel.
    fn cudaLaunchKernel(
        func: *const c_void,
        gridDim: dim3,
        blockDim: dim3,
        args: *mut *mut c_void,
        sharedMem: u64,
        stream: *mut c_void,
    ) -> i32 {
        if let Some(kernel) = registration::kernel(func) {
            return registration::refuse(&kernel);
        }
        STATUS_RUNTIME.to_cuda(hip!(hipLaunchKernel(
            func => *const c_void,
            gridDim => dim3,
            blockDim => dim3,
            args => *mut *mut c_void,
            sharedMem => u64,
            stream => *mut c_void,
        )))
    }

    /// Launches a kernel whose blocks may wait for each other.
    fn cudaLaunchCooperativeKernel(
        func: *const c_void,
        gridDim: dim3,
        blockDim: dim3,
        args: *mut *mut c_void,
        sharedMem: u64,
        stream: *mut c_void,
    ) -> i32 {
        if let Some(kernel) = registration::kernel(func) {
            return registration::refuse(&kernel);
        }
        STATUS_RUNTIME.to_cuda(hip!(hipLaunchCooperativeKernel(
            func => *const c_void,
            gridDim => dim3,
            blockDim => dim3,
            args => *mut *mut c_void,
            sharedMem as u32 => u32,
            stream => *mut c_void,
        )))
    }

    /// The kernel of a host function, which stands for itself.
    fn __cudaGetKernel(kernel: *mut *const c_void, entryFuncAddr: *const c_void) -> i32 {
        give(kernel, entryFuncAddr, 1)
    }

    /// A launch as code of nvcc since CUDA 12 makes it.
    fn __cudaLaunchKernel(
        kernel: *const c_void,
        gridDim: dim3,
        blockDim: dim3,
        args: *mut *mut c_void,
        sharedMem: u64,
        stream: *mut c_void,
    ) -> i32 {
        cudaLaunchKernel(kernel, gridDim, blockDim, args, sharedMem, stream)
    }

    fn __cudaLaunchKernel_ptsz(
        kernel: *const c_void,
        gridDim: dim3,
        blockDim: dim3,
        args: *mut *mut c_void,
        sharedMem: u64,
        stream: *mut c_void,
    ) -> i32 {
        // The calling thread's own default stream is 2.
        let stream = if stream.is_null() { std::ptr::without_provenance_mut(2) } else { stream };
        cudaLaunchKernel(kernel, gridDim, blockDim, args, sharedMem, stream)
    }
}
