//! AMD's math libraries on the CPU: calls of hipBLAS, hipFFT, hipRAND, hipSPARSE and hipSOLVER into work of the HIP runtime's
//! streams.

mod blas;
mod dense;
pub mod entry;
mod fft;
mod forward;
mod handles;
mod jacobi;
mod memory;
mod missing;
mod number;
mod rand;
mod runtime;
mod solver;
mod sparse;
mod typed;
