//! The entry points of stream capture.

use std::ffi::{c_uint, c_ulonglong};

use crate::api::graph::build::nodes;
use crate::entry;
use crate::entry::{Outcome, give};
use crate::graph;
use crate::graph::capture::{self, Info};
use crate::stream;
use crate::types::error::{hipErrorInvalidValue, hipErrorStreamCaptureImplicit};
use crate::types::graph::{
    HIP_CAPTURE_ACTIVE, HIP_CAPTURE_INVALIDATED, HIP_CAPTURE_NONE, hipGraph_t, hipGraphNode_t, hipStreamCaptureMode,
    hipStreamCaptureStatus,
};
use crate::types::handles::hipStream_t;

fn status(info: Option<&Info>) -> hipStreamCaptureStatus {
    match info {
        None => HIP_CAPTURE_NONE,
        Some(info) if info.is_invalid => HIP_CAPTURE_INVALIDATED,
        Some(_) => HIP_CAPTURE_ACTIVE,
    }
}

/// The state of a stream's capture. Of the null stream nothing can be said while a stream is captured that it waits for.
fn info(handle: hipStream_t) -> Outcome<Option<Info>> {
    let stream = stream::of(handle)?;
    if stream.is_null() && capture::blocks_null_stream() {
        return Err(hipErrorStreamCaptureImplicit);
    }
    Ok(capture::info(&stream))
}

entry! {
    fn hipStreamBeginCapture(stream: hipStream_t, mode: hipStreamCaptureMode) {
        capture::begin(&*stream::of(stream)?, mode, None)
    }

    /// Edge data has nothing to say: all edges wait for the end of a node.
    fn hipStreamBeginCaptureToGraph(
        stream: hipStream_t, graph: hipGraph_t, before: *const hipGraphNode_t, _edges: *const std::ffi::c_void, count: usize,
        mode: hipStreamCaptureMode,
    ) {
        let graph = graph::graph(graph)?;
        let before = nodes(before, count)?;
        capture::begin(&*stream::of(stream)?, mode, Some((graph, before)))
    }

    /// Where no graph comes of it the handle is null.
    fn hipStreamEndCapture(stream: hipStream_t, graph: *mut hipGraph_t) {
        if graph.is_null() { return Err(hipErrorInvalidValue); }
        graph.write(std::ptr::null_mut());
        give(graph, capture::end(&*stream::of(stream)?)?.handle())
    }

    fn hipStreamIsCapturing(stream: hipStream_t, out: *mut hipStreamCaptureStatus) {
        give(out, status(info(stream)?.as_ref()))
    }

    fn hipStreamGetCaptureInfo(stream: hipStream_t, out: *mut hipStreamCaptureStatus, id: *mut c_ulonglong) {
        let info = info(stream)?;
        give(out, status(info.as_ref()))?;
        if let (Some(info), false) = (info, id.is_null()) {
            id.write(info.id);
        }
        Ok(())
    }

    fn hipStreamGetCaptureInfo_v2(
        stream: hipStream_t, out: *mut hipStreamCaptureStatus, id: *mut c_ulonglong, graph: *mut hipGraph_t,
        before: *mut *const hipGraphNode_t, count: *mut usize,
    ) {
        let info = info(stream)?;
        give(out, status(info.as_ref()))?;
        let Some(info) = info else { return Ok(()) };
        if !id.is_null() { id.write(info.id); }
        if !graph.is_null() { graph.write(info.graph.handle()); }
        if !before.is_null() { before.write(info.dependencies.0); }
        if !count.is_null() { count.write(info.dependencies.1); }
        Ok(())
    }

    fn hipStreamUpdateCaptureDependencies(stream: hipStream_t, before: *mut hipGraphNode_t, count: usize, flags: c_uint) {
        if flags > 1 { return Err(hipErrorInvalidValue); }
        capture::set_dependencies(&*stream::of(stream)?, nodes(before, count)?, flags == 0)
    }

    fn hipThreadExchangeStreamCaptureMode(mode: *mut hipStreamCaptureMode) {
        let wanted = *mode.as_ref().ok_or(hipErrorInvalidValue)?;
        give(mode, capture::exchange_mode(wanted)?)
    }
}
