//! A name of cuDNN has no counterpart.
//!
//! ## What
//!
//! A name of the library that the port's table has no counterpart for. The backend and frontend graph interface of cuDNN 8
//! and 9 are among them.
//!
//! ## Why on AMD
//!
//! The counterpart's headers do not declare it, so that the code does not compile. MIOpen covers convolutions, pooling,
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

use crate::diagnostic::Level;
use crate::lint::{Applies, Check, Confidence, Lint};

pub(crate) const LINT: Lint = Lint {
    code: "HIP4003",
    name: "cudnn",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
