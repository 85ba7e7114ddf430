//! Memory is shared with a graphics API.
//!
//! ## What
//!
//! A call that registers buffers of OpenGL, or imports memory or semaphores of Vulkan or Direct3D. The first of a file is
//! reported.
//!
//! ## Why on AMD
//!
//! HIP has the calls. Which handle types and formats work depends on the system and its graphics driver; on headless
//! accelerators there is no graphics driver at all.
//!
//! ## Example
//!
//! ```cuda before
//! cudaGraphicsGLRegisterBuffer(&resource, buffer, 0);
//! ```
//!
//! ```cuda after
//! // where registration fails: copy through host memory
//! glBufferSubData(GL_ARRAY_BUFFER, 0, bytes, host);
//! ```
//!
//! ## Fix
//!
//! Keep a path that copies through host memory, and take it where registration fails.
//!
//! ## Source
//!
//! `hip_runtime_api.h` and `hip_gl_interop.h`: what is declared.

use crate::{Applies, Check, Confidence, Lint, Says};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP3023",
    name: "gl-vk-interop",
    level: Level::Warning,
    confidence: Confidence::High,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::FirstCall(NAMES, SAYS)],
};

const NAMES: &[&str] = &[
    "cudaGraphicsGLRegisterBuffer",
    "cudaGraphicsGLRegisterImage",
    "cudaImportExternalMemory",
    "cudaImportExternalSemaphore",
    "cuGraphicsGLRegisterBuffer",
    "cuGraphicsGLRegisterImage",
    "cuImportExternalMemory",
    "cuImportExternalSemaphore",
    "hipGraphicsGLRegisterBuffer",
    "hipGraphicsGLRegisterImage",
    "hipImportExternalMemory",
    "hipImportExternalSemaphore",
];

const SAYS: Says = Says {
    message: "memory is shared with a graphics API by `{}`",
    help: "test it on the target: HIP covers a part of the handle types, and needs AMD's own graphics driver",
};
