//! Graphs: updates whose result CUDA 12 gives in a structure.

use std::ffi::c_void;

use crate::generated::runtime::cuda::cudaGraphExecUpdateResultInfo_st as ResultInfo;
use crate::generated::{Family, STATUS_DRIVER, STATUS_RUNTIME};

/// Updates an instance and tells the result and the node as CUDA 12 does.
///
/// # Safety
/// `info` is null or valid for writing.
pub(crate) unsafe fn update(exec: *mut c_void, graph: *mut c_void, info: *mut ResultInfo, family: Family) -> i32 {
    let (mut node, mut result) = (std::ptr::null_mut::<c_void>(), 0i32);
    let status = hip!(hipGraphExecUpdate(
        exec => *mut c_void,
        graph => *mut c_void,
        &raw mut node => *mut *mut c_void,
        &raw mut result => *mut i32,
    ));
    if !info.is_null() {
        // SAFETY: not null, and valid for writing. Both sides number results alike.
        unsafe {
            (*info).result = result;
            (*info).errorNode = node;
            (*info).errorFromNode = std::ptr::null_mut();
        }
    }
    if family == Family::Driver { STATUS_DRIVER.to_cuda(status) } else { STATUS_RUNTIME.to_cuda(status) }
}

own! {
    Runtime:

    /// Since CUDA 12: updates an instance of a graph.
    fn cudaGraphExecUpdate_cuda12(hGraphExec: *mut c_void, hGraph: *mut c_void, resultInfo: *mut ResultInfo) -> i32 {
        update(hGraphExec, hGraph, resultInfo, Family::Runtime)
    }
}
