//! A name of libcu++ that libhipcxx does not have.
//!
//! ## What
//!
//! Names of the namespace `cuda` (`cuda::barrier`, `cuda::pipeline`, `cuda::std::...`) without counterpart.
//!
//! ## Why on AMD
//!
//! AMD's libhipcxx offers a part of libcu++; asynchronous copies, pipelines and barriers in shared memory are not in it.
//!
//! ## Example
//!
//! ```cuda before
//! cuda::barrier<cuda::thread_scope_block> ready;
//! ```
//!
//! ```cuda after
//! __syncthreads();
//! ```
//!
//! ## Fix
//!
//! Use `__hip_atomic_load` and similar names for scoped atomics, `__syncthreads()` for barriers of a block, and plain copies for
//! `cuda::memcpy_async`.
//!
//! ## Source
//!
//! libhipcxx's list of supported headers; the table of `hipify-rs`.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2023",
    name: "libcudacxx",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
