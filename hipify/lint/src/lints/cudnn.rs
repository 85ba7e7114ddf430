//! cuDNN is used, which has two counterparts: hipDNN and MIOpen.
//!
//! ## What
//!
//! A name of the library that the port's table has no counterpart for. The backend and frontend graph interface of cuDNN 8
//! and 9 are among them. Also the include of cuDNN's header where the port makes hipDNN's of it.
//!
//! ## Why on AMD
//!
//! The counterpart's headers do not declare it, so that the code does not compile. hipDNN takes cuDNN's calls, and is in none of
//! the packages of ROCm 6.4: it has to be built. MIOpen covers convolutions, pooling,
//! normalisation, softmax and recurrent networks with calls of its own; its port is chosen by `--miopen`.
//!
//! ## Example
//!
//! ```cuda before
//! cudnnBackendDescriptor_t graph;
//! cudnnBackendCreateDescriptor(CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR, &graph);
//! ```
//!
//! ```cuda after
//! miopenConvolutionForward(handle, &alpha, x, px, w, pw, convolution, algorithm, &beta, y, py, work, size);
//! ```
//!
//! ## Fix
//!
//! Port with `--miopen`, and write operations of the graph interface with MIOpen's calls.
//!
//! ## Source
//!
//! `rules/api/dnn.toml`, proved against MIOpen's headers.

use crate::{Applies, Check, Confidence, File, Findings, Header, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP4003",
    name: "cudnn",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port, Check::Directives(check)],
};

fn check(file: &File<'_>, hash: usize, out: &mut Findings<'_>) {
    // Other families of names have MIOpen's.
    if file.options.port.choice.flavor.is_miopen() {
        return;
    }
    let Some(Header { name, .. }) = file.code.header(hash) else { return };
    let at = hash + 2;
    let becomes = hipify_rules::header(name).and_then(|header| header.hip(&file.options.port.choice));
    if becomes == Some("hipDNN.h")
        && name.starts_with("cudnn")
        && let Some(finding) = out.report_first(file.span(at), "cuDNN becomes hipDNN, which the packages of ROCm do not bring")
    {
        finding.level(Level::Warning).help("port with `--miopen`, or have hipDNN built");
    }
}
