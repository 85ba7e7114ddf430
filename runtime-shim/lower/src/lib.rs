//! Device LLVM IR to the bitcode of a CPU code object.

/// Nothing yet.
pub fn run() {
    let _ = inkwell::context::Context::create();
}
