//! Graphs and captures as HIP's C ABI has them (hip_runtime_api.h of HIP 6.4).

#![allow(non_camel_case_types, non_snake_case)]

use std::ffi::{c_int, c_uint, c_ulonglong, c_void};

use crate::types::array::hipMemcpy3DParms;
use crate::types::handles::{hipEvent_t, hipStream_t};
use crate::types::launch::dim3;
use crate::types::pool::hipMemPoolProps;

/// What a graph's handle leads to.
pub enum ihipGraph {}
pub type hipGraph_t = *mut ihipGraph;
/// What a node's handle leads to.
pub enum hipGraphNode {}
pub type hipGraphNode_t = *mut hipGraphNode;
/// What an executable graph's handle leads to.
pub enum hipGraphExec {}
pub type hipGraphExec_t = *mut hipGraphExec;
/// What a user object's handle leads to.
pub enum hipUserObject {}
pub type hipUserObject_t = *mut hipUserObject;

/// `hipHostFn_t`.
pub type hipHostFn_t = Option<unsafe extern "C" fn(*mut c_void)>;

/// `hipGraphNodeType`.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeType {
    Kernel = 0,
    Memcpy = 1,
    Memset = 2,
    Host = 3,
    Graph = 4,
    Empty = 5,
    WaitEvent = 6,
    EventRecord = 7,
    MemAlloc = 10,
    MemFree = 11,
    MemcpyFromSymbol = 12,
    MemcpyToSymbol = 13,
    BatchMemOp = 14,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipHostNodeParams {
    pub fn_: hipHostFn_t,
    pub userData: *mut c_void,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipKernelNodeParams {
    pub blockDim: dim3,
    pub extra: *mut *mut c_void,
    pub func: *mut c_void,
    pub gridDim: dim3,
    pub kernelParams: *mut *mut c_void,
    pub sharedMemBytes: c_uint,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemsetParams {
    pub dst: *mut c_void,
    pub elementSize: c_uint,
    pub height: usize,
    pub pitch: usize,
    pub value: c_uint,
    pub width: usize,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HIP_MEMSET_NODE_PARAMS {
    pub dst: *mut c_void,
    pub pitch: usize,
    pub value: c_uint,
    pub elementSize: c_uint,
    pub width: usize,
    pub height: usize,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemAllocNodeParams {
    pub poolProps: hipMemPoolProps,
    pub accessDescs: *const c_void,
    pub accessDescCount: usize,
    pub bytesize: usize,
    pub dptr: *mut c_void,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemcpyNodeParams {
    pub flags: c_int,
    pub reserved: [c_int; 3],
    pub copyParams: hipMemcpy3DParms,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub union NodeParams {
    pub reserved1: [i64; 29],
    pub kernel: hipKernelNodeParams,
    pub memcpy: hipMemcpyNodeParams,
    pub memset: hipMemsetParams,
    pub host: hipHostNodeParams,
    pub graph: hipGraph_t,
    pub event: hipEvent_t,
    pub alloc: hipMemAllocNodeParams,
    pub free: *mut c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct hipGraphNodeParams {
    pub r#type: c_uint,
    pub reserved0: [c_int; 3],
    pub params: NodeParams,
    pub reserved2: i64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipGraphInstantiateParams {
    pub errNode_out: hipGraphNode_t,
    pub flags: c_ulonglong,
    pub result_out: c_uint,
    pub uploadStream: hipStream_t,
}

/// `hipGraphExecUpdateResult`.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpdateResult {
    Success = 0,
    Error = 1,
    TopologyChanged = 2,
    NodeTypeChanged = 3,
    ParametersChanged = 5,
}

/// `hipStreamCaptureMode`.
pub type hipStreamCaptureMode = c_uint;
pub const HIP_CAPTURE_GLOBAL: hipStreamCaptureMode = 0;
pub const HIP_CAPTURE_THREAD_LOCAL: hipStreamCaptureMode = 1;
pub const HIP_CAPTURE_RELAXED: hipStreamCaptureMode = 2;

/// `hipStreamCaptureStatus`.
pub type hipStreamCaptureStatus = c_uint;
pub const HIP_CAPTURE_NONE: hipStreamCaptureStatus = 0;
pub const HIP_CAPTURE_ACTIVE: hipStreamCaptureStatus = 1;
pub const HIP_CAPTURE_INVALIDATED: hipStreamCaptureStatus = 2;

/// `hipLaunchAttributeValue`: kept and given back.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipKernelNodeAttrValue(pub [u64; 4]);

/// `hipAccessPolicyWindow`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipAccessPolicyWindow {
    pub base_ptr: *mut c_void,
    pub hitProp: c_uint,
    pub hitRatio: f32,
    pub missProp: c_uint,
    pub num_bytes: usize,
}

/// `hipAccessPropertyPersisting`.
pub const HIP_ACCESS_PERSISTING: c_uint = 2;

impl hipKernelNodeAttrValue {
    /// As the value of `hipLaunchAttributeAccessPolicyWindow`.
    pub fn window(&self) -> hipAccessPolicyWindow {
        // SAFETY: of the same size, and any bytes are a window.
        unsafe { std::mem::transmute(*self) }
    }
}

// Sizes and offsets in HIP 6.4's headers.
const _: () = {
    assert!(size_of::<hipKernelNodeParams>() == 64);
    assert!(size_of::<hipMemsetParams>() == 48);
    assert!(size_of::<HIP_MEMSET_NODE_PARAMS>() == 40);
    assert!(size_of::<hipMemAllocNodeParams>() == 120);
    assert!(size_of::<hipMemcpyNodeParams>() == 176);
    assert!(size_of::<hipGraphNodeParams>() == 256);
    assert!(std::mem::offset_of!(hipGraphNodeParams, params) == 16);
    assert!(std::mem::offset_of!(hipGraphNodeParams, reserved2) == 248);
    assert!(size_of::<hipGraphInstantiateParams>() == 32);
    assert!(size_of::<hipKernelNodeAttrValue>() == 32);
};
