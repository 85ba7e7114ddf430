//! Device LLVM IR to the bitcode of a CPU code object.

pub mod analysis;

/// Nothing yet.
pub fn run() {
    let _ = inkwell::context::Context::create();
}
