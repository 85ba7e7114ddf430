//! Device LLVM IR to the bitcode of a CPU code object.

pub mod analysis;
pub mod lockstep;
pub mod shared_atomics;

/// Nothing yet.
pub fn run() {
    let _ = inkwell::context::Context::create();
}
