//! Entry points that make graphs: nodes of every kind.

use std::ffi::{c_int, c_uint, c_void};
use std::sync::Arc;

use crate::entry;
use crate::entry::{Outcome, give};
use crate::graph::body::{Body, CopyBody, FillBody, KernelBody, host_function};
use crate::graph::memory::GraphMemory;
use crate::graph::{self, Graph, Node, graph, handle, node};
use crate::memory;
use crate::memory::copy::CopyKind;
use crate::module::symbol;
use crate::stream::event::{self, Event};
use crate::texture::rectangular_copy;
use crate::types::array::{HIP_MEMCPY3D, hipMemcpy3DParms, hipMemcpyKind};
use crate::types::error::{hipErrorInvalidValue, hipErrorNotSupported};
use crate::types::graph::{
    HIP_MEMSET_NODE_PARAMS, NodeType, hipGraph_t, hipGraphNode_t, hipGraphNodeParams, hipHostNodeParams, hipKernelNodeParams,
    hipMemAllocNodeParams, hipMemsetParams,
};
use crate::types::handles::{hipCtx_t, hipDeviceptr_t, hipEvent_t};

/// The nodes of handles.
///
/// # Errors
/// `hipErrorInvalidValue` where one is none.
///
/// # Safety
/// `handles` is valid for reads of `count` handles, where that is above 0.
pub(crate) unsafe fn nodes(handles: *const hipGraphNode_t, count: usize) -> Outcome<Vec<Arc<Node>>> {
    if count == 0 {
        return Ok(Vec::new());
    }
    if handles.is_null() {
        return Err(hipErrorInvalidValue);
    }
    // SAFETY: there are `count` handles.
    unsafe { std::slice::from_raw_parts(handles, count) }.iter().map(|&handle| node(handle)).collect()
}

/// Adds a node and gives its handle.
///
/// # Safety
/// `before` is valid for reads of `count` handles, where that is above 0; `out` is null or valid for writing.
unsafe fn add(
    out: *mut hipGraphNode_t,
    parent: hipGraph_t,
    before: *const hipGraphNode_t,
    count: usize,
    body: impl FnOnce() -> Outcome<Body>,
) -> Outcome {
    if out.is_null() {
        return Err(hipErrorInvalidValue);
    }
    let parent = graph(parent)?;
    // SAFETY: this function requires what its callee does.
    let before = unsafe { nodes(before, count)? };
    let made = parent.add(body()?, &before)?;
    // SAFETY: not null; the caller's own variable.
    unsafe { give(out, handle(&made)) }
}

/// An event of a node.
///
/// # Errors
/// `hipErrorInvalidValue` where it is none.
pub(crate) fn recorded(event: hipEvent_t) -> Outcome<Arc<Event>> {
    event::of(event).map_err(|_| hipErrorInvalidValue)
}

/// A clone of a child graph: it does not change with the original.
fn child(graph: &Arc<Graph>) -> Body {
    Body::Child(graph.duplicate())
}

/// A copy to or from a variable of the device.
pub(crate) fn to_symbol(
    symbol: *const c_void,
    from: *const c_void,
    count: usize,
    offset: usize,
    kind: hipMemcpyKind,
) -> Outcome<CopyBody> {
    rectangular_copy::check_kind(kind)?;
    let to = symbol::part(symbol, offset, count)?;
    Ok(linear(to, from, count, kind)?.typed(NodeType::MemcpyToSymbol))
}

/// As [`to_symbol`].
pub(crate) fn from_symbol(
    to: *mut c_void,
    symbol: *const c_void,
    count: usize,
    offset: usize,
    kind: hipMemcpyKind,
) -> Outcome<CopyBody> {
    rectangular_copy::check_kind(kind)?;
    let from = symbol::part(symbol, offset, count)?;
    Ok(linear(to, from, count, kind)?.typed(NodeType::MemcpyFromSymbol))
}

/// A copy between addresses. Where one end alone is the runtime's memory, the direction says so.
pub(crate) fn linear(to: *mut c_void, from: *const c_void, count: usize, kind: hipMemcpyKind) -> Outcome<CopyBody> {
    rectangular_copy::check_kind(kind)?;
    if to.is_null() || from.is_null() || count == 0 || !memory::holds(to, count) || !memory::holds(from, count) {
        return Err(hipErrorInvalidValue);
    }
    let direction = CopyKind::of(kind as c_int)?;
    let agrees = match (memory::find(from).is_some(), memory::find(to).is_some()) {
        (false, true) => matches!(direction, CopyKind::HostToDevice | CopyKind::Default),
        (true, false) => matches!(direction, CopyKind::DeviceToHost | CopyKind::Default),
        _ => true,
    };
    if agrees { Ok(CopyBody::linear(to, from, count, kind)) } else { Err(hipErrorInvalidValue) }
}

/// What a node copies instead: not memory onto itself, nor a variable by its address on the host.
pub(crate) fn other_copy(to: *const c_void, from: *const c_void) -> Outcome {
    let is_variable = |end| symbol::place(end).is_ok();
    if to == from || (is_variable(to) && is_variable(from)) { Err(hipErrorInvalidValue) } else { Ok(()) }
}

pub(crate) fn driver_fill(params: &HIP_MEMSET_NODE_PARAMS) -> hipMemsetParams {
    let HIP_MEMSET_NODE_PARAMS { dst, pitch, value, elementSize, width, height } = *params;
    hipMemsetParams { dst, elementSize, height, pitch, value, width }
}

/// What a node of `hipGraphAddNode` does.
///
/// # Safety
/// The member of the union that `params.type` names is initialised, and its pointers are as the node of that type requires.
pub(crate) unsafe fn of_any(params: &hipGraphNodeParams) -> Outcome<Body> {
    let is = |kind: NodeType| params.r#type == kind as c_uint;
    // SAFETY: the type names the member that is initialised.
    unsafe {
        let union = &params.params;
        if is(NodeType::Kernel) {
            Ok(Body::Kernel(KernelBody::new(&union.kernel)?))
        } else if is(NodeType::Memcpy) {
            Ok(Body::Copy(CopyBody::of_3d(&union.memcpy.copyParams)?))
        } else if is(NodeType::Memset) {
            Ok(Body::Fill(FillBody::new(&union.memset)?))
        } else if is(NodeType::Host) {
            Ok(Body::Host(host_function(&union.host)?))
        } else if is(NodeType::Graph) {
            Ok(child(&graph(union.graph)?))
        } else if is(NodeType::Empty) {
            Ok(Body::Empty)
        } else if is(NodeType::WaitEvent) {
            Ok(Body::Wait(recorded(union.event)?))
        } else if is(NodeType::EventRecord) {
            Ok(Body::Record(recorded(union.event)?))
        } else if is(NodeType::MemAlloc) {
            Ok(Body::Alloc(GraphMemory::new(union.alloc)?))
        } else if is(NodeType::MemFree) {
            Ok(Body::Free(union.free as usize))
        } else if params.r#type <= NodeType::BatchMemOp as c_uint {
            Err(hipErrorNotSupported)
        } else {
            Err(hipErrorInvalidValue)
        }
    }
}

/// Of a structure that a program passes by pointer.
macro_rules! read {
    ($pointer:expr) => {
        $pointer.as_ref().ok_or(hipErrorInvalidValue)?
    };
}

entry! {
    fn hipGraphCreate(graph: *mut hipGraph_t, flags: c_uint) {
        if graph.is_null() || flags != 0 { return Err(hipErrorInvalidValue); }
        give(graph, Graph::create().handle())
    }

    fn hipGraphDestroy(graph: hipGraph_t) {
        graph::destroy(graph)
    }

    fn hipGraphAddEmptyNode(out: *mut hipGraphNode_t, graph: hipGraph_t, before: *const hipGraphNode_t, count: usize) {
        add(out, graph, before, count, || Ok(Body::Empty))
    }

    fn hipGraphAddKernelNode(
        out: *mut hipGraphNode_t, graph: hipGraph_t, before: *const hipGraphNode_t, count: usize, params: *const hipKernelNodeParams,
    ) {
        let params = read!(params);
        add(out, graph, before, count, || Ok(Body::Kernel(KernelBody::new(params)?)))
    }

    fn hipGraphAddMemcpyNode(
        out: *mut hipGraphNode_t, graph: hipGraph_t, before: *const hipGraphNode_t, count: usize, params: *const hipMemcpy3DParms,
    ) {
        let params = read!(params);
        add(out, graph, before, count, || Ok(Body::Copy(CopyBody::of_3d(params)?)))
    }

    fn hipDrvGraphAddMemcpyNode(
        out: *mut hipGraphNode_t, graph: hipGraph_t, before: *const hipGraphNode_t, count: usize, params: *const HIP_MEMCPY3D,
        _context: hipCtx_t,
    ) {
        let params = read!(params);
        add(out, graph, before, count, || Ok(Body::Copy(CopyBody::of_driver_3d(params)?)))
    }

    fn hipGraphAddMemcpyNode1D(
        out: *mut hipGraphNode_t, graph: hipGraph_t, before: *const hipGraphNode_t, count: usize, to: *mut c_void,
        from: *const c_void, bytes: usize, kind: hipMemcpyKind,
    ) {
        add(out, graph, before, count, || Ok(Body::Copy(linear(to, from, bytes, kind)?)))
    }

    fn hipGraphAddMemcpyNodeToSymbol(
        out: *mut hipGraphNode_t, graph: hipGraph_t, before: *const hipGraphNode_t, count: usize, symbol: *const c_void,
        from: *const c_void, bytes: usize, offset: usize, kind: hipMemcpyKind,
    ) {
        add(out, graph, before, count, || Ok(Body::Copy(to_symbol(symbol, from, bytes, offset, kind)?)))
    }

    fn hipGraphAddMemcpyNodeFromSymbol(
        out: *mut hipGraphNode_t, graph: hipGraph_t, before: *const hipGraphNode_t, count: usize, to: *mut c_void,
        symbol: *const c_void, bytes: usize, offset: usize, kind: hipMemcpyKind,
    ) {
        add(out, graph, before, count, || Ok(Body::Copy(from_symbol(to, symbol, bytes, offset, kind)?)))
    }

    fn hipGraphAddMemsetNode(
        out: *mut hipGraphNode_t, graph: hipGraph_t, before: *const hipGraphNode_t, count: usize, params: *const hipMemsetParams,
    ) {
        let params = read!(params);
        add(out, graph, before, count, || Ok(Body::Fill(FillBody::new(params)?)))
    }

    fn hipDrvGraphAddMemsetNode(
        out: *mut hipGraphNode_t, graph: hipGraph_t, before: *const hipGraphNode_t, count: usize,
        params: *const HIP_MEMSET_NODE_PARAMS, _context: hipCtx_t,
    ) {
        let params = read!(params);
        add(out, graph, before, count, || Ok(Body::Fill(FillBody::new(&driver_fill(params))?)))
    }

    fn hipGraphAddHostNode(
        out: *mut hipGraphNode_t, graph: hipGraph_t, before: *const hipGraphNode_t, count: usize, params: *const hipHostNodeParams,
    ) {
        let params = read!(params);
        add(out, graph, before, count, || Ok(Body::Host(host_function(params)?)))
    }

    fn hipGraphAddChildGraphNode(
        out: *mut hipGraphNode_t, parent: hipGraph_t, before: *const hipGraphNode_t, count: usize, added: hipGraph_t,
    ) {
        let added = graph(added)?;
        add(out, parent, before, count, || Ok(child(&added)))
    }

    fn hipGraphAddEventRecordNode(
        out: *mut hipGraphNode_t, graph: hipGraph_t, before: *const hipGraphNode_t, count: usize, event: hipEvent_t,
    ) {
        add(out, graph, before, count, || Ok(Body::Record(recorded(event)?)))
    }

    fn hipGraphAddEventWaitNode(
        out: *mut hipGraphNode_t, graph: hipGraph_t, before: *const hipGraphNode_t, count: usize, event: hipEvent_t,
    ) {
        add(out, graph, before, count, || Ok(Body::Wait(recorded(event)?)))
    }

    /// Memory has its address as soon as the node is there.
    fn hipGraphAddMemAllocNode(
        out: *mut hipGraphNode_t, graph: hipGraph_t, before: *const hipGraphNode_t, count: usize, params: *mut hipMemAllocNodeParams,
    ) {
        let params = params.as_mut().ok_or(hipErrorInvalidValue)?;
        add(out, graph, before, count, || {
            let memory = GraphMemory::new(*params)?;
            params.dptr = memory.address();
            Ok(Body::Alloc(memory))
        })
    }

    fn hipGraphAddMemFreeNode(
        out: *mut hipGraphNode_t, graph: hipGraph_t, before: *const hipGraphNode_t, count: usize, pointer: *mut c_void,
    ) {
        add(out, graph, before, count, || freed(pointer))
    }

    fn hipDrvGraphAddMemFreeNode(
        out: *mut hipGraphNode_t, graph: hipGraph_t, before: *const hipGraphNode_t, count: usize, pointer: hipDeviceptr_t,
    ) {
        add(out, graph, before, count, || freed(pointer))
    }

    fn hipGraphAddNode(
        out: *mut hipGraphNode_t, graph: hipGraph_t, before: *const hipGraphNode_t, count: usize, params: *mut hipGraphNodeParams,
    ) {
        let params = params.as_mut().ok_or(hipErrorInvalidValue)?;
        add(out, graph, before, count, || {
            let body = of_any(params)?;
            if let Body::Alloc(memory) = &body {
                params.params.alloc.dptr = memory.address();
            }
            Ok(body)
        })
    }
}

fn freed(pointer: *mut c_void) -> Outcome<Body> {
    if !crate::graph::memory::owns(pointer) {
        return Err(hipErrorInvalidValue);
    }
    Ok(Body::Free(pointer as usize))
}
