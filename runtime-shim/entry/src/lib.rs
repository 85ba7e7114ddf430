//! What the exported entry points of the HIP runtime, the mathematical libraries and the CUDA shim share: dispatch slots, the
//! choice between GPU and CPU, the last error, panics that end at the C ABI, out-pointers, and libraries of the process.

pub mod device;
pub mod last_error;
pub mod loaded;
pub mod panics;
pub mod pointer;
pub mod slot;
