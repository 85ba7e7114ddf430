//! Entry points that look at graphs and change their edges.

use std::ffi::c_uint;
use std::sync::Arc;

use crate::api::graph::build::nodes;
use crate::entry;
use crate::entry::{Outcome, give};
use crate::graph::{self, Graph, Node, graph, handle, node};
use crate::types::error::hipErrorInvalidValue;
use crate::types::graph::{NodeType, hipGraph_t, hipGraphNode_t};

/// Gives handles: all of them, or how many there are where no room is given. Room that is left over is filled with nulls.
///
/// # Safety
/// `count` is null or valid for reading and writing; `out` is null or valid for writes of `*count` handles.
unsafe fn give_nodes(out: *mut hipGraphNode_t, count: *mut usize, nodes: &[Arc<Node>]) -> Outcome {
    // SAFETY: null, or valid for reading and writing.
    unsafe {
        let count = count.as_mut().ok_or(hipErrorInvalidValue)?;
        if out.is_null() {
            *count = nodes.len();
            return Ok(());
        }
        for index in 0..*count {
            out.add(index).write(nodes.get(index).map_or(std::ptr::null_mut(), handle));
        }
        *count = nodes.len().min(*count);
    }
    Ok(())
}

fn parent(node: &Node) -> Outcome<Arc<Graph>> {
    node.graph.upgrade().ok_or(hipErrorInvalidValue)
}

/// # Safety
/// `from` and `to` are valid for reads of `count` handles, where that is above 0.
unsafe fn pairs(from: *const hipGraphNode_t, to: *const hipGraphNode_t, count: usize) -> Outcome<Vec<(Arc<Node>, Arc<Node>)>> {
    // SAFETY: this function requires what its callee does.
    unsafe { Ok(nodes(from, count)?.into_iter().zip(nodes(to, count)?).collect()) }
}

entry! {
    fn hipGraphAddDependencies(handle: hipGraph_t, from: *const hipGraphNode_t, to: *const hipGraphNode_t, count: usize) {
        graph(handle)?.connect(&pairs(from, to, count)?)
    }

    fn hipGraphRemoveDependencies(handle: hipGraph_t, from: *const hipGraphNode_t, to: *const hipGraphNode_t, count: usize) {
        graph(handle)?.disconnect(&pairs(from, to, count)?)
    }

    fn hipGraphGetEdges(handle: hipGraph_t, from: *mut hipGraphNode_t, to: *mut hipGraphNode_t, count: *mut usize) {
        let (before, after): (Vec<_>, Vec<_>) = graph(handle)?.edges().into_iter().unzip();
        if from.is_null() != to.is_null() { return Err(hipErrorInvalidValue); }
        let mut room = *count.as_ref().ok_or(hipErrorInvalidValue)?;
        give_nodes(from, &raw mut room, &before)?;
        give_nodes(to, count, &after)
    }

    fn hipGraphGetNodes(handle: hipGraph_t, out: *mut hipGraphNode_t, count: *mut usize) {
        give_nodes(out, count, &graph(handle)?.nodes())
    }

    fn hipGraphGetRootNodes(handle: hipGraph_t, out: *mut hipGraphNode_t, count: *mut usize) {
        give_nodes(out, count, &graph(handle)?.roots())
    }

    fn hipGraphNodeGetDependencies(handle: hipGraphNode_t, out: *mut hipGraphNode_t, count: *mut usize) {
        let node = node(handle)?;
        give_nodes(out, count, &parent(&node)?.before(&node))
    }

    fn hipGraphNodeGetDependentNodes(handle: hipGraphNode_t, out: *mut hipGraphNode_t, count: *mut usize) {
        let node = node(handle)?;
        give_nodes(out, count, &parent(&node)?.after(&node))
    }

    fn hipGraphNodeGetType(handle: hipGraphNode_t, out: *mut c_uint) {
        let node_type = match node(handle)?.body().node_type() {
            // Copies as others, to programs.
            NodeType::MemcpyToSymbol | NodeType::MemcpyFromSymbol => NodeType::Memcpy,
            other => other,
        };
        give(out, node_type as c_uint)
    }

    fn hipGraphDestroyNode(handle: hipGraphNode_t) {
        let node = node(handle)?;
        parent(&node)?.remove(&node)
    }

    fn hipGraphClone(out: *mut hipGraph_t, original: hipGraph_t) {
        if out.is_null() { return Err(hipErrorInvalidValue); }
        give(out, graph(original)?.duplicate().handle())
    }

    fn hipGraphNodeFindInClone(out: *mut hipGraphNode_t, original: hipGraphNode_t, clone: hipGraph_t) {
        let original = node(original)?;
        let found = graph(clone)?.nodes().into_iter().find(|node| node.origin() == graph::id(&original));
        give(out, handle(&found.ok_or(hipErrorInvalidValue)?))
    }
}
