//! Entry points that make graphs executable, run them and take in changes.

use std::ffi::{c_char, c_uint, c_ulonglong};
use std::sync::Arc;

use crate::check::in_use;
use crate::entry;
use crate::entry::{Outcome, give};
use crate::graph::body::Body;
use crate::graph::exec::{EXECS, Exec, exec};
use crate::graph::plan::Unfit;
use crate::graph::{graph, handle};
use crate::stream;
use crate::types::error::{hipErrorGraphExecUpdateFailure, hipErrorInvalidValue, hipErrorNotSupported};
use crate::types::graph::{UpdateResult, hipGraph_t, hipGraphExec_t, hipGraphInstantiateParams, hipGraphNode_t};
use crate::types::handles::hipStream_t;

const AUTO_FREE_ON_LAUNCH: c_ulonglong = 1;
const UPLOAD: c_ulonglong = 2;
const DEVICE_LAUNCH: c_ulonglong = 4;
const USE_NODE_PRIORITY: c_ulonglong = 8;

/// `hipGraphInstantiateResult`.
const RESULT_SUCCESS: c_uint = 0;
const RESULT_ERROR: c_uint = 1;
const RESULT_INVALID_STRUCTURE: c_uint = 2;

/// # Errors
/// `hipErrorNotSupported` for launches from kernels.
fn check_flags(flags: c_ulonglong) -> Outcome {
    // AMD's runtime takes one at a time, where CUDA's takes them together.
    if flags & !(AUTO_FREE_ON_LAUNCH | UPLOAD | DEVICE_LAUNCH | USE_NODE_PRIORITY) != 0 || flags.count_ones() > 1 {
        return Err(hipErrorInvalidValue);
    }
    if flags & DEVICE_LAUNCH != 0 {
        return Err(hipErrorNotSupported);
    }
    Ok(())
}

/// The executable graph of a graph. On failure the node that is at fault.
fn instantiate(from: hipGraph_t, flags: c_ulonglong) -> Outcome<Result<hipGraphExec_t, Unfit>> {
    check_flags(flags)?;
    let graph = graph(from)?;
    let instance = graph.instance()?;
    Ok(Exec::new(&graph, flags, instance).map(|exec| EXECS.add(Arc::new(exec))))
}

/// A stream's order; captured, the graph becomes a child of the one that is recorded.
fn launch(from: hipGraphExec_t, into: hipStream_t) -> Outcome {
    let (exec, stream) = (exec(from)?, stream::of(into)?);
    if crate::graph::capture::is_capturing(&stream) {
        return crate::graph::capture::add(&stream, Body::Child(exec.lock().plan.graph()?));
    }
    exec.launch(&stream)
}

entry! {
    fn hipGraphInstantiate(
        out: *mut hipGraphExec_t, graph: hipGraph_t, error_node: *mut hipGraphNode_t, log: *mut c_char, log_size: usize,
    ) {
        if out.is_null() { return Err(hipErrorInvalidValue); }
        if !log.is_null() && log_size > 0 { log.write(0); }
        if !error_node.is_null() { error_node.write(std::ptr::null_mut()); }
        match instantiate(graph, 0)? {
            Ok(exec) => give(out, exec),
            Err(unfit) => {
                if !error_node.is_null() { error_node.write(handle(&unfit.node)); }
                Err(unfit.error)
            }
        }
    }

    fn hipGraphInstantiateWithFlags(out: *mut hipGraphExec_t, graph: hipGraph_t, flags: c_ulonglong) {
        if out.is_null() { return Err(hipErrorInvalidValue); }
        give(out, instantiate(graph, flags)?.map_err(|unfit| unfit.error)?)
    }

    fn hipGraphInstantiateWithParams(out: *mut hipGraphExec_t, graph: hipGraph_t, params: *mut hipGraphInstantiateParams) {
        let params = params.as_mut().filter(|_| !out.is_null()).ok_or(hipErrorInvalidValue)?;
        params.errNode_out = std::ptr::null_mut();
        params.result_out = RESULT_ERROR;
        match instantiate(graph, params.flags)? {
            Ok(exec) => {
                params.result_out = RESULT_SUCCESS;
                give(out, exec)
            }
            Err(unfit) => {
                params.result_out = RESULT_INVALID_STRUCTURE;
                params.errNode_out = handle(&unfit.node);
                Err(unfit.error)
            }
        }
    }

    fn hipGraphLaunch(graph: hipGraphExec_t, into: hipStream_t) {
        launch(graph, into)
    }

    /// All is in place already: only the handles are looked at.
    fn hipGraphUpload(graph: hipGraphExec_t, into: hipStream_t) {
        exec(graph)?;
        stream::of(into).map(drop)
    }

    fn hipGraphExecGetFlags(graph: hipGraphExec_t, flags: *mut c_ulonglong) {
        give(flags, exec(graph)?.flags)
    }

    /// A launch that still runs goes on.
    fn hipGraphExecDestroy(graph: hipGraphExec_t) {
        in_use::destroyed("an executable graph", graph as usize);
        EXECS.remove(graph).map(drop).ok_or(hipErrorInvalidValue)
    }

    fn hipGraphExecUpdate(executable: hipGraphExec_t, from: hipGraph_t, error_node: *mut hipGraphNode_t, result: *mut c_uint) {
        let (executable, from) = (exec(executable)?, graph(from)?);
        let misfit = executable.update(&from).err();
        let node = misfit.as_ref().and_then(|misfit| misfit.node.as_ref()).map_or(std::ptr::null_mut(), handle);
        if !error_node.is_null() { error_node.write(node); }
        let found = misfit.as_ref().map_or(UpdateResult::Success, |misfit| misfit.result);
        if !result.is_null() { result.write(found as c_uint); }
        if misfit.is_some() { Err(hipErrorGraphExecUpdateFailure) } else { Ok(()) }
    }
}
