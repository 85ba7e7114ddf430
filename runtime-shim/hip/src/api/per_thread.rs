//! Entry points of programs compiled with `-fgpu-default-stream=per-thread`, `..._spt`: where they name no stream they mean the
//! calling thread's own. Each is the plain call on that stream.

use std::ffi::{c_int, c_uint, c_ulonglong, c_void};

use crate::entry::Outcome;
use crate::types::error::{hipError_t, hipSuccess};
use crate::types::handles::{HIP_STREAM_PER_THREAD, hipEvent_t, hipStream_t};
use crate::types::launch::dim3;
use crate::types::pitched::{hipExtent, hipPitchedPtr};

/// The stream that a call names, or the calling thread's.
fn own(stream: hipStream_t) -> hipStream_t {
    if stream.is_null() { HIP_STREAM_PER_THREAD } else { stream }
}

/// The outcome of another entry point.
fn outcome(status: hipError_t) -> Outcome {
    if status == hipSuccess { Ok(()) } else { Err(status) }
}

/// Defines entry points that take a stream by the plain ones, `spt = plain(arguments; stream; further arguments)`.
macro_rules! with_stream {
    ($($spt:ident = $plain:ident($($argument:ident: $type:ty),*; $stream:ident $(; $($further:ident: $other:ty),*)?);)*) => {
        #[allow(improper_ctypes)]
        unsafe extern "C" {
            $(fn $plain($($argument: $type,)* $stream: hipStream_t $($(, $further: $other)*)?) -> hipError_t;)*
        }
        $($crate::entry! {
            #[doc = concat!("`", stringify!($plain), "`, on the calling thread's stream where none is named.")]
            fn $spt($($argument: $type,)* $stream: hipStream_t $($(, $further: $other)*)?) {
                outcome($plain($($argument,)* own($stream) $($(, $further)*)?))
            }
        })*
    };
}

/// Defines entry points that wait by the plain ones that do not, `spt = plain(arguments)`.
macro_rules! waiting {
    ($($spt:ident = $plain:ident($($argument:ident: $type:ty),*);)*) => {
        $($crate::entry! {
            #[doc = concat!("`", stringify!($plain), "` on the calling thread's stream, and a wait.")]
            fn $spt($($argument: $type),*) {
                outcome($plain($($argument,)* HIP_STREAM_PER_THREAD))?;
                outcome(hipStreamSynchronize(HIP_STREAM_PER_THREAD))
            }
        })*
    };
}

/// An opaque structure or handle of the caller.
type Other = *mut c_void;
/// A pointer of the caller that is only read.
type Read = *const c_void;

with_stream! {
    hipMemcpyAsync_spt = hipMemcpyAsync(to: Other, from: Read, bytes: usize, kind: c_uint; stream);
    hipMemcpyToSymbolAsync_spt = hipMemcpyToSymbolAsync(symbol: Read, from: Read, bytes: usize, offset: usize, kind: c_uint; stream);
    hipMemcpyFromSymbolAsync_spt = hipMemcpyFromSymbolAsync(to: Other, symbol: Read, bytes: usize, offset: usize, kind: c_uint; stream);
    hipMemcpy2DAsync_spt = hipMemcpy2DAsync(to: Other, to_pitch: usize, from: Read, from_pitch: usize, width: usize, height: usize, kind: c_uint; stream);
    hipMemcpy2DToArrayAsync_spt =
        hipMemcpy2DToArrayAsync(to: Other, x: usize, y: usize, from: Read, pitch: usize, width: usize, height: usize, kind: c_uint; stream);
    hipMemcpy2DFromArrayAsync_spt =
        hipMemcpy2DFromArrayAsync(to: Other, pitch: usize, from: Read, x: usize, y: usize, width: usize, height: usize, kind: c_uint; stream);
    hipMemcpy3DAsync_spt = hipMemcpy3DAsync(parameters: Read; stream);
    hipMemsetAsync_spt = hipMemsetAsync(to: Other, value: c_int, bytes: usize; stream);
    hipMemset2DAsync_spt = hipMemset2DAsync(to: Other, pitch: usize, value: c_int, width: usize, height: usize; stream);
    hipMemset3DAsync_spt = hipMemset3DAsync(to: hipPitchedPtr, value: c_int, extent: hipExtent; stream);
    hipStreamQuery_spt = hipStreamQuery(; stream);
    hipStreamSynchronize_spt = hipStreamSynchronize(; stream);
    hipStreamGetPriority_spt = hipStreamGetPriority(; stream; priority: *mut c_int);
    hipStreamGetFlags_spt = hipStreamGetFlags(; stream; flags: *mut c_uint);
    hipStreamWaitEvent_spt = hipStreamWaitEvent(; stream; event: hipEvent_t, flags: c_uint);
    hipStreamAddCallback_spt = hipStreamAddCallback(; stream; callback: Other, data: Other, flags: c_uint);
    hipLaunchHostFunc_spt = hipLaunchHostFunc(; stream; function: Other, data: Other);
    hipEventRecord_spt = hipEventRecord(event: hipEvent_t; stream);
    hipLaunchKernel_spt = hipLaunchKernel(function: Read, grid: dim3, block: dim3, arguments: *mut *mut c_void, shared: usize; stream);
    hipLaunchCooperativeKernel_spt =
        hipLaunchCooperativeKernel(function: Read, grid: dim3, block: dim3, arguments: *mut *mut c_void, shared: c_uint; stream);
    hipGraphLaunch_spt = hipGraphLaunch(graph: Other; stream);
    hipStreamBeginCapture_spt = hipStreamBeginCapture(; stream; mode: c_uint);
    hipStreamEndCapture_spt = hipStreamEndCapture(; stream; graph: *mut *mut c_void);
    hipStreamIsCapturing_spt = hipStreamIsCapturing(; stream; status: *mut c_uint);
    hipStreamGetCaptureInfo_spt = hipStreamGetCaptureInfo(; stream; status: *mut c_uint, id: *mut c_ulonglong);
    hipStreamGetCaptureInfo_v2_spt = hipStreamGetCaptureInfo_v2(; stream; status: *mut c_uint, id: *mut c_ulonglong, graph: *mut *mut c_void,
        dependencies: *mut *const *mut c_void, count: *mut usize);
}

waiting! {
    hipMemcpy_spt = hipMemcpyAsync(to: Other, from: Read, bytes: usize, kind: c_uint);
    hipMemcpyToSymbol_spt = hipMemcpyToSymbolAsync(symbol: Read, from: Read, bytes: usize, offset: usize, kind: c_uint);
    hipMemcpyFromSymbol_spt = hipMemcpyFromSymbolAsync(to: Other, symbol: Read, bytes: usize, offset: usize, kind: c_uint);
    hipMemcpy2D_spt = hipMemcpy2DAsync(to: Other, to_pitch: usize, from: Read, from_pitch: usize, width: usize, height: usize, kind: c_uint);
    hipMemcpy2DToArray_spt =
        hipMemcpy2DToArrayAsync(to: Other, x: usize, y: usize, from: Read, pitch: usize, width: usize, height: usize, kind: c_uint);
    hipMemcpy2DFromArray_spt =
        hipMemcpy2DFromArrayAsync(to: Other, pitch: usize, from: Read, x: usize, y: usize, width: usize, height: usize, kind: c_uint);
    hipMemcpy3D_spt = hipMemcpy3DAsync(parameters: Read);
    hipMemset_spt = hipMemsetAsync(to: Other, value: c_int, bytes: usize);
    hipMemset2D_spt = hipMemset2DAsync(to: Other, pitch: usize, value: c_int, width: usize, height: usize);
    hipMemset3D_spt = hipMemset3DAsync(to: hipPitchedPtr, value: c_int, extent: hipExtent);
}

mod from_array {
    use super::*;

    unsafe extern "C" {
        #[link_name = "hipMemcpyFromArray"]
        fn plain(to: Other, from: Read, x: usize, y: usize, bytes: usize, kind: c_uint) -> hipError_t;
    }

    crate::entry! {
        /// `hipMemcpyFromArray`, after what is in the calling thread's stream.
        fn hipMemcpyFromArray_spt(to: *mut c_void, from: *const c_void, x: usize, y: usize, bytes: usize, kind: c_uint) {
            outcome(hipStreamSynchronize(HIP_STREAM_PER_THREAD))?;
            outcome(plain(to, from, x, y, bytes, kind))
        }
    }
}
