//! A graph as text for Graphviz.

use std::collections::HashMap;
use std::ffi::{OsStr, c_char, c_int, c_uint};
use std::fmt::Write as _;
use std::os::unix::ffi::OsStrExt as _;

use crate::entry::text;
use crate::graph::body::Body;
use crate::graph::{Graph, graph, id};
use crate::memory::copy::CopyKind;
use crate::types::array::{hipArray_t, hipExtent, hipMemcpy3DParms};
use crate::types::error::hipErrorOperatingSystem;
use crate::types::graph::{NodeType, hipGraph_t};

/// `hipGraphDebugDotFlagsVerbose`.
const VERBOSE: c_uint = 1;

/// What AMD's runtime calls a node in such a file.
fn word(kind: NodeType) -> &'static str {
    match kind {
        NodeType::Kernel => "KERNEL",
        NodeType::Memcpy | NodeType::MemcpyFromSymbol | NodeType::MemcpyToSymbol => "MEMCPY",
        NodeType::Memset => "MEMSET",
        NodeType::Host => "HOST",
        NodeType::Graph => "GRAPH",
        NodeType::Empty => "EMPTY",
        NodeType::WaitEvent => "EVENT_WAIT",
        NodeType::EventRecord => "EVENT_RECORD",
        NodeType::MemAlloc => "MEM_ALLOC",
        NodeType::MemFree => "MEM_FREE",
        NodeType::BatchMemOp => "BATCH_MEM_OP",
    }
}

/// From where to where a copy goes, as `HtoD`: host, device or array; empty where the program left it to the addresses.
fn direction(params: &hipMemcpy3DParms) -> String {
    let kind = match CopyKind::of(params.kind as c_int) {
        Ok(CopyKind::Default) | Err(_) => return String::new(),
        Ok(kind) => kind,
    };
    let letter = |array: hipArray_t, may_be_host| match may_be_host {
        _ if !array.is_null() => 'A',
        true => 'H',
        false => 'D',
    };
    let from = letter(params.srcArray, kind.source_may_be_host());
    let to = letter(params.dstArray, kind.target_may_be_host());
    format!("{from}to{to}")
}

/// What a node is, and what it does where that is asked for.
fn label(body: &Body, verbose: bool) -> String {
    let mut label = word(body.node_type()).to_owned();
    match body {
        Body::Kernel(kernel) => {
            let _ = write!(label, "\\n{}", kernel.launch.function.name().to_string_lossy());
            if verbose {
                let launch = &kernel.launch;
                let _ = write!(label, "\\ngrid {:?} block {:?} shared {}", launch.grid, launch.block, launch.dynamic_shared);
            }
        }
        Body::Copy(copy) => {
            let params = copy.params();
            let hipExtent { width, height, depth } = params.extent;
            let _ = write!(label, "\\n{} {width} x {height} x {depth}", direction(&params));
            if verbose {
                let _ = write!(label, "\\n{:?} to {:?}", params.srcPtr.ptr, params.dstPtr.ptr);
            }
        }
        Body::Fill(fill) if verbose => {
            let params = fill.params();
            let _ = write!(label, "\\n{:?} value {} width {} height {}", params.dst, params.value, params.width, params.height);
        }
        _ => {}
    }
    label
}

/// Writes nodes and edges of a graph in a box of its own; child graphs are boxes in their parents'.
fn write(out: &mut String, graph: &Graph, name: &str, verbose: bool) {
    let _ = writeln!(out, "subgraph \"cluster_{name}\" {{\n  label=\"{name}\";");
    let nodes = graph.nodes();
    let names: HashMap<usize, String> =
        nodes.iter().enumerate().map(|(index, node)| (id(node), format!("{name}_node_{index}"))).collect();
    for node in &nodes {
        let name = &names[&id(node)];
        let body = node.body();
        let _ = writeln!(out, "  \"{name}\" [label=\"{}\"];", label(&body, verbose));
        if let Body::Child(child) = &*body {
            write(out, child, &format!("{name}_graph"), verbose);
        }
    }
    for (from, to) in graph.edges() {
        let _ = writeln!(out, "  \"{}\" -> \"{}\";", names[&id(&from)], names[&id(&to)]);
    }
    let _ = writeln!(out, "}}");
}

crate::entry! {
    /// Writes a graph to a file.
    fn hipGraphDebugDotPrint(handle: hipGraph_t, path: *const c_char, flags: c_uint) {
        let graph = graph(handle)?;
        let path = OsStr::from_bytes(text(path)?.to_bytes());
        let mut out = String::from("digraph \"dotGraph\" {\n");
        write(&mut out, &graph, "graph", flags & VERBOSE != 0);
        out.push_str("}\n");
        std::fs::write(path, out).map_err(|_| hipErrorOperatingSystem)
    }
}
