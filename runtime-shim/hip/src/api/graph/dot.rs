//! A graph as text for Graphviz.

use std::collections::HashMap;
use std::ffi::{OsStr, c_char, c_uint};
use std::fmt::Write as _;
use std::os::unix::ffi::OsStrExt as _;

use crate::entry::text;
use crate::graph::body::Body;
use crate::graph::{Graph, graph, id};
use crate::types::error::hipErrorOperatingSystem;
use crate::types::graph::hipGraph_t;

/// `hipGraphDebugDotFlagsVerbose`.
const VERBOSE: c_uint = 1;

/// What a node is, and what it does where that is asked for.
fn label(body: &Body, verbose: bool) -> String {
    let mut label = format!("{:?}", body.node_type());
    match body {
        Body::Kernel(kernel) => {
            let _ = write!(label, "\\n{}", kernel.launch.function.name().to_string_lossy());
            if verbose {
                let launch = &kernel.launch;
                let _ = write!(label, "\\ngrid {:?} block {:?} shared {}", launch.grid, launch.block, launch.dynamic_shared);
            }
        }
        Body::Copy(copy) if verbose => {
            let params = copy.params();
            let _ = write!(label, "\\n{:?} to {:?}\\n{:?}", params.srcPtr.ptr, params.dstPtr.ptr, params.extent);
        }
        Body::Fill(fill) if verbose => {
            let params = fill.params();
            let _ = write!(label, "\\n{:?} value {} width {} height {}", params.dst, params.value, params.width, params.height);
        }
        _ => {}
    }
    label
}

/// Writes nodes and edges; child graphs are boxes beside their parents.
fn write(out: &mut String, graph: &Graph, prefix: &str, verbose: bool) {
    let nodes = graph.nodes();
    let names: HashMap<usize, String> =
        nodes.iter().enumerate().map(|(index, node)| (id(node), format!("{prefix}node_{index}"))).collect();
    for node in &nodes {
        let name = &names[&id(node)];
        let body = node.body();
        let _ = writeln!(out, "  \"{name}\" [label=\"{}\"];", label(&body, verbose));
        if let Body::Child(child) = &*body {
            let _ = writeln!(out, "  subgraph \"cluster_{name}\" {{");
            write(out, child, &format!("{name}_"), verbose);
            let _ = writeln!(out, "  }}");
        }
    }
    for (from, to) in graph.edges() {
        let _ = writeln!(out, "  \"{}\" -> \"{}\";", names[&id(&from)], names[&id(&to)]);
    }
}

crate::entry! {
    /// Writes a graph to a file.
    fn hipGraphDebugDotPrint(handle: hipGraph_t, path: *const c_char, flags: c_uint) {
        let graph = graph(handle)?;
        let path = OsStr::from_bytes(text(path)?.to_bytes());
        let mut out = String::from("digraph \"graph\" {\n");
        write(&mut out, &graph, "", flags & VERBOSE != 0);
        out.push_str("}\n");
        std::fs::write(path, out).map_err(|_| hipErrorOperatingSystem)
    }
}
