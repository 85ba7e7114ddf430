//! Entry points that read and change what the nodes of a graph do.

use std::ffi::{c_uint, c_void};

use crate::api::device::properties;
use crate::api::graph::build::{self, from_symbol, linear, other_copy, recorded, to_symbol};
use crate::device::current;
use crate::entry;
use crate::entry::{Outcome, give};
use crate::graph::body::{Body, CopyBody, FillBody, KernelBody, host_function};
use crate::graph::node;
use crate::stream::event;
use crate::types::array::{HIP_MEMCPY3D, hipMemcpy3DParms, hipMemcpyKind};
use crate::types::error::hipErrorInvalidValue;
use crate::types::graph::{
    HIP_ACCESS_PERSISTING, hipAccessPolicyWindow, hipGraph_t, hipGraphNode_t, hipGraphNodeParams, hipHostNodeParams,
    hipKernelNodeAttrValue, hipKernelNodeParams, hipMemAllocNodeParams, hipMemsetParams,
};
use crate::types::handles::hipEvent_t;

/// What a node of the wanted kind holds; `hipErrorInvalidValue` for nodes of other kinds.
macro_rules! of_kind {
    ($handle:expr, $pattern:pat => $value:expr) => {{
        let node = node($handle)?;
        let body = node.body();
        let $pattern = &*body else { return Err(hipErrorInvalidValue) };
        $value
    }};
}

/// Gives a node of the same kind something else to do.
fn change(handle: hipGraphNode_t, changed: impl FnOnce(&Body) -> Outcome<Body>) -> Outcome {
    let node = node(handle)?;
    let mut body = node.body();
    let changed = changed(&body)?;
    if std::mem::discriminant(&changed) != std::mem::discriminant(&*body) {
        return Err(hipErrorInvalidValue);
    }
    *body = changed;
    Ok(())
}

/// A kernel node's attributes stay when its parameters change.
pub(super) fn with_attributes(mut kernel: KernelBody, old: &Body) -> Body {
    if let Body::Kernel(old) = old {
        kernel.attributes = old.attributes.clone();
    }
    Body::Kernel(kernel)
}

/// Access policy window, cooperative, priority (`hipLaunchAttributeID`, hip_runtime_api.h).
const WINDOW: c_uint = 1;
const ATTRIBUTES: [c_uint; 3] = [WINDOW, 2, 8];

/// A window is at most as large as the device's largest, hits between never and always, and what misses it does not persist.
fn check_window(window: &hipAccessPolicyWindow) -> Outcome {
    let largest = properties::of(current::device()).accessPolicyMaxWindowSize;
    let fits = window.num_bytes <= usize::try_from(largest).unwrap_or(0);
    let is_right = fits && (0.0..=1.0).contains(&window.hitRatio) && window.missProp != HIP_ACCESS_PERSISTING;
    if is_right { Ok(()) } else { Err(hipErrorInvalidValue) }
}

/// Of a structure that a program passes by pointer.
macro_rules! read {
    ($pointer:expr) => {
        $pointer.as_ref().ok_or(hipErrorInvalidValue)?
    };
}

entry! {
    fn hipGraphKernelNodeGetParams(handle: hipGraphNode_t, params: *mut hipKernelNodeParams) {
        let found = of_kind!(handle, Body::Kernel(kernel) => kernel.params());
        give(params, found)
    }

    fn hipGraphKernelNodeSetParams(handle: hipGraphNode_t, params: *const hipKernelNodeParams) {
        let kernel = KernelBody::new(read!(params))?;
        change(handle, |old| Ok(with_attributes(kernel, old)))
    }

    fn hipGraphKernelNodeSetAttribute(handle: hipGraphNode_t, attribute: c_uint, value: *const hipKernelNodeAttrValue) {
        let value = *read!(value);
        let node = node(handle)?;
        let mut body = node.body();
        let Body::Kernel(kernel) = &mut *body else { return Err(hipErrorInvalidValue) };
        if !ATTRIBUTES.contains(&attribute) { return Err(hipErrorInvalidValue); }
        if attribute == WINDOW { check_window(&value.window())?; }
        kernel.attributes.insert(attribute, value);
        Ok(())
    }

    fn hipGraphKernelNodeGetAttribute(handle: hipGraphNode_t, attribute: c_uint, value: *mut hipKernelNodeAttrValue) {
        if !ATTRIBUTES.contains(&attribute) { return Err(hipErrorInvalidValue); }
        let found = of_kind!(handle, Body::Kernel(kernel) => kernel.attributes.get(&attribute).copied());
        give(value, found.unwrap_or(hipKernelNodeAttrValue([0; 4])))
    }

    fn hipGraphKernelNodeCopyAttributes(from: hipGraphNode_t, to: hipGraphNode_t) {
        let attributes = of_kind!(from, Body::Kernel(kernel) => kernel.attributes.clone());
        let node = node(to)?;
        let mut body = node.body();
        let Body::Kernel(kernel) = &mut *body else { return Err(hipErrorInvalidValue) };
        kernel.attributes = attributes;
        Ok(())
    }

    fn hipGraphMemcpyNodeGetParams(handle: hipGraphNode_t, params: *mut hipMemcpy3DParms) {
        let found = of_kind!(handle, Body::Copy(copy) => copy.params());
        give(params, found)
    }

    fn hipGraphMemcpyNodeSetParams(handle: hipGraphNode_t, params: *const hipMemcpy3DParms) {
        let copy = CopyBody::of_3d(read!(params))?;
        change(handle, |_| Ok(Body::Copy(copy)))
    }

    fn hipDrvGraphMemcpyNodeGetParams(handle: hipGraphNode_t, params: *mut HIP_MEMCPY3D) {
        let found = of_kind!(handle, Body::Copy(copy) => copy.driver_params());
        give(params, found)
    }

    fn hipDrvGraphMemcpyNodeSetParams(handle: hipGraphNode_t, params: *const HIP_MEMCPY3D) {
        let copy = CopyBody::of_driver_3d(read!(params))?;
        change(handle, |_| Ok(Body::Copy(copy)))
    }

    fn hipGraphMemcpyNodeSetParams1D(
        handle: hipGraphNode_t, to: *mut c_void, from: *const c_void, count: usize, kind: hipMemcpyKind,
    ) {
        other_copy(to, from)?;
        let copy = linear(to, from, count, kind)?;
        change(handle, |_| Ok(Body::Copy(copy)))
    }

    fn hipGraphMemcpyNodeSetParamsToSymbol(
        handle: hipGraphNode_t, symbol: *const c_void, from: *const c_void, count: usize, offset: usize, kind: hipMemcpyKind,
    ) {
        other_copy(symbol, from)?;
        let copy = to_symbol(symbol, from, count, offset, kind)?;
        change(handle, |_| Ok(Body::Copy(copy)))
    }

    fn hipGraphMemcpyNodeSetParamsFromSymbol(
        handle: hipGraphNode_t, to: *mut c_void, symbol: *const c_void, count: usize, offset: usize, kind: hipMemcpyKind,
    ) {
        other_copy(to, symbol)?;
        let copy = from_symbol(to, symbol, count, offset, kind)?;
        change(handle, |_| Ok(Body::Copy(copy)))
    }

    fn hipGraphMemsetNodeGetParams(handle: hipGraphNode_t, params: *mut hipMemsetParams) {
        let found = of_kind!(handle, Body::Fill(fill) => fill.params());
        give(params, found)
    }

    fn hipGraphMemsetNodeSetParams(handle: hipGraphNode_t, params: *const hipMemsetParams) {
        let fill = FillBody::new(read!(params))?;
        change(handle, |_| Ok(Body::Fill(fill)))
    }

    fn hipGraphHostNodeGetParams(handle: hipGraphNode_t, params: *mut hipHostNodeParams) {
        let found = of_kind!(handle, Body::Host(host) => *host);
        give(params, hipHostNodeParams { fn_: Some(found.function), userData: found.data })
    }

    fn hipGraphHostNodeSetParams(handle: hipGraphNode_t, params: *const hipHostNodeParams) {
        let host = host_function(read!(params))?;
        change(handle, |_| Ok(Body::Host(host)))
    }

    fn hipGraphChildGraphNodeGetGraph(handle: hipGraphNode_t, graph: *mut hipGraph_t) {
        let found = of_kind!(handle, Body::Child(child) => child.handle());
        give(graph, found)
    }

    fn hipGraphEventRecordNodeGetEvent(handle: hipGraphNode_t, event: *mut hipEvent_t) {
        let found = of_kind!(handle, Body::Record(event) => event::handle(event));
        give(event, found)
    }

    fn hipGraphEventRecordNodeSetEvent(handle: hipGraphNode_t, event: hipEvent_t) {
        let event = recorded(event)?;
        change(handle, |_| Ok(Body::Record(event)))
    }

    fn hipGraphEventWaitNodeGetEvent(handle: hipGraphNode_t, event: *mut hipEvent_t) {
        let found = of_kind!(handle, Body::Wait(event) => event::handle(event));
        give(event, found)
    }

    fn hipGraphEventWaitNodeSetEvent(handle: hipGraphNode_t, event: hipEvent_t) {
        let event = recorded(event)?;
        change(handle, |_| Ok(Body::Wait(event)))
    }

    fn hipGraphMemAllocNodeGetParams(handle: hipGraphNode_t, params: *mut hipMemAllocNodeParams) {
        let found = of_kind!(handle, Body::Alloc(memory) => memory.params());
        give(params, found)
    }

    /// Gives the address.
    fn hipGraphMemFreeNodeGetParams(handle: hipGraphNode_t, pointer: *mut c_void) {
        let found = of_kind!(handle, Body::Free(address) => *address);
        give(pointer.cast::<*mut c_void>(), found as *mut c_void)
    }

    fn hipGraphNodeSetParams(handle: hipGraphNode_t, params: *mut hipGraphNodeParams) {
        let body = build::of_any(read!(params))?;
        change(handle, |_| Ok(body))
    }
}
