//! Entry points that change what the nodes of an executable graph do, for launches to come.

use std::ffi::{c_uint, c_void};

use crate::api::graph::build::{self, driver_fill, from_symbol, linear, other_copy, recorded, to_symbol};
use crate::api::graph::params::with_attributes;
use crate::entry;
use crate::entry::{Outcome, give};
use crate::graph::body::{Body, CopyBody, FillBody, KernelBody, host_function};
use crate::graph::exec::exec;
use crate::graph::{graph, id, node};
use crate::types::array::{HIP_MEMCPY3D, hipMemcpy3DParms, hipMemcpyKind};
use crate::types::error::hipErrorInvalidValue;
use crate::types::graph::{
    HIP_MEMSET_NODE_PARAMS, hipGraph_t, hipGraphExec_t, hipGraphNode_t, hipGraphNodeParams, hipHostNodeParams,
    hipKernelNodeParams, hipMemsetParams,
};
use crate::types::handles::{hipCtx_t, hipEvent_t};

/// What a node is known by in executable graphs. One that is gone from its graph, or with it, is none.
fn source(handle: hipGraphNode_t) -> Outcome<usize> {
    node(handle).map(|node| id(&node))
}

/// Gives the node made of `node` something else of the same kind to do.
fn set(executable: hipGraphExec_t, node: hipGraphNode_t, body: impl FnOnce(&Body) -> Outcome<Body>) -> Outcome {
    exec(executable)?.lock().plan.set_body(source(node)?, body)
}

/// Of a structure that a program passes by pointer.
macro_rules! read {
    ($pointer:expr) => {
        $pointer.as_ref().ok_or(hipErrorInvalidValue)?
    };
}

entry! {
    fn hipGraphExecKernelNodeSetParams(graph: hipGraphExec_t, node: hipGraphNode_t, params: *const hipKernelNodeParams) {
        let kernel = KernelBody::new(read!(params))?;
        set(graph, node, |old| Ok(with_attributes(kernel, old)))
    }

    fn hipGraphExecMemcpyNodeSetParams(graph: hipGraphExec_t, node: hipGraphNode_t, params: *mut hipMemcpy3DParms) {
        let copy = CopyBody::of_3d(read!(params))?;
        set(graph, node, |old| copy.in_place_of(old))
    }

    fn hipDrvGraphExecMemcpyNodeSetParams(
        graph: hipGraphExec_t, node: hipGraphNode_t, params: *const HIP_MEMCPY3D, _context: hipCtx_t,
    ) {
        let copy = CopyBody::of_driver_3d(read!(params))?;
        set(graph, node, |old| copy.in_place_of(old))
    }

    fn hipGraphExecMemcpyNodeSetParams1D(
        graph: hipGraphExec_t, node: hipGraphNode_t, to: *mut c_void, from: *const c_void, count: usize, kind: hipMemcpyKind,
    ) {
        other_copy(to, from)?;
        let copy = linear(to, from, count, kind)?;
        set(graph, node, |old| copy.in_place_of(old))
    }

    fn hipGraphExecMemcpyNodeSetParamsToSymbol(
        graph: hipGraphExec_t, node: hipGraphNode_t, symbol: *const c_void, from: *const c_void, count: usize, offset: usize,
        kind: hipMemcpyKind,
    ) {
        other_copy(symbol, from)?;
        let copy = to_symbol(symbol, from, count, offset, kind)?;
        set(graph, node, |old| copy.in_place_of(old))
    }

    fn hipGraphExecMemcpyNodeSetParamsFromSymbol(
        graph: hipGraphExec_t, node: hipGraphNode_t, to: *mut c_void, symbol: *const c_void, count: usize, offset: usize,
        kind: hipMemcpyKind,
    ) {
        other_copy(to, symbol)?;
        let copy = from_symbol(to, symbol, count, offset, kind)?;
        set(graph, node, |old| copy.in_place_of(old))
    }

    fn hipGraphExecMemsetNodeSetParams(graph: hipGraphExec_t, node: hipGraphNode_t, params: *const hipMemsetParams) {
        let fill = FillBody::new(read!(params))?;
        set(graph, node, |old| fill.in_place_of(old))
    }

    fn hipDrvGraphExecMemsetNodeSetParams(
        graph: hipGraphExec_t, node: hipGraphNode_t, params: *const HIP_MEMSET_NODE_PARAMS, _context: hipCtx_t,
    ) {
        let fill = FillBody::new(&driver_fill(read!(params)))?;
        set(graph, node, |old| fill.in_place_of(old))
    }

    fn hipGraphExecHostNodeSetParams(graph: hipGraphExec_t, node: hipGraphNode_t, params: *const hipHostNodeParams) {
        let host = host_function(read!(params))?;
        set(graph, node, |_| Ok(Body::Host(host)))
    }

    fn hipGraphExecChildGraphNodeSetParams(executable: hipGraphExec_t, node: hipGraphNode_t, child: hipGraph_t) {
        let child = graph(child)?;
        exec(executable)?.lock().plan.set_child(source(node)?, &child)
    }

    fn hipGraphExecEventRecordNodeSetEvent(graph: hipGraphExec_t, node: hipGraphNode_t, event: hipEvent_t) {
        let event = recorded(event)?;
        set(graph, node, |_| Ok(Body::Record(event)))
    }

    fn hipGraphExecEventWaitNodeSetEvent(graph: hipGraphExec_t, node: hipGraphNode_t, event: hipEvent_t) {
        let event = recorded(event)?;
        set(graph, node, |_| Ok(Body::Wait(event)))
    }

    fn hipGraphExecNodeSetParams(executable: hipGraphExec_t, node: hipGraphNode_t, params: *mut hipGraphNodeParams) {
        match build::of_any(read!(params))? {
            Body::Child(child) => exec(executable)?.lock().plan.set_child(source(node)?, &child),
            body => set(executable, node, |_| Ok(body)),
        }
    }

    /// Only kernels, copies and fills can be switched off.
    fn hipGraphNodeSetEnabled(graph: hipGraphExec_t, node: hipGraphNode_t, enabled: c_uint) {
        exec(graph)?.lock().plan.enable(source(node)?, enabled != 0)
    }

    fn hipGraphNodeGetEnabled(graph: hipGraphExec_t, node: hipGraphNode_t, enabled: *mut c_uint) {
        let found = exec(graph)?.lock().plan.is_enabled(source(node)?)?;
        give(enabled, c_uint::from(found))
    }
}
