//! Copies between devices in three dimensions: all memory is of one space, so that they are copies like others.

use std::ffi::c_void;

use crate::generated::STATUS_RUNTIME;
use crate::generated::runtime::cuda::{cudaMemcpy3DParms as Copy, cudaMemcpy3DPeerParms as PeerCopy};

/// `hipMemcpyDefault` and `cudaMemcpyDefault`.
const DEFAULT: i32 = 4;

/// The same copy without devices.
///
/// # Safety
/// `from` is valid for reading.
unsafe fn without_devices(from: *const PeerCopy) -> Copy {
    // SAFETY: valid for reading; zero is a value of every field of the other structure.
    unsafe {
        let mut copy: Copy = std::mem::zeroed();
        copy.srcArray = (*from).srcArray;
        copy.srcPos = (*from).srcPos;
        copy.srcPtr = (*from).srcPtr;
        copy.dstArray = (*from).dstArray;
        copy.dstPos = (*from).dstPos;
        copy.dstPtr = (*from).dstPtr;
        copy.extent = (*from).extent;
        copy.kind = DEFAULT;
        copy
    }
}

own! {
    Runtime:

    fn cudaMemcpy3DPeer(p: *const PeerCopy) -> i32 {
        if p.is_null() {
            return 1;
        }
        let copy = without_devices(p);
        STATUS_RUNTIME.to_cuda(hip!(hipMemcpy3D(&raw const copy => *const Copy)))
    }

    fn cudaMemcpy3DPeerAsync(p: *const PeerCopy, stream: *mut c_void) -> i32 {
        if p.is_null() {
            return 1;
        }
        let copy = without_devices(p);
        STATUS_RUNTIME.to_cuda(hip!(hipMemcpy3DAsync(&raw const copy => *const Copy, stream => *mut c_void)))
    }
}
