//! AMD's libraries on the CPU: calls of hipBLAS, hipBLASLt, hipFFT, hipRAND, hipSPARSE, hipSOLVER and RCCL into work of the HIP runtime's
//! streams.
//!
//! # File by file
//!
//! ```text
//! a call -> checks -> work, put into the handle's stream by the runtime's own `hipLaunchHostFunc`
//! ```
//!
//! | file | turns | into |
//! |---|---|---|
//! | `api/blas.txt`, `build/{table,rust,prototypes}.rs` | a line an operation | entry points for all types, batches and widths, and hipBLAS's prototypes (`hipify-headers` has them) |
//! | `build/missing.rs` | the rules' names less what is exported | names that answer not-supported |
//! | `src/entry.rs`, `forward.rs` | exported names | jumps through a slot: own function, AMD's on a GPU, or the answer that there is none |
//! | `runtime.rs`, `handles.rs`, `memory.rs`, `kernels.rs`, `number.rs`, `typed.rs`, `small.rs` | | the HIP runtime of the process, handles that are looked up before they are followed, vectors and matrices, element types |
//! | `device_code.rs` | device functions of the program, which callbacks of hipFFT are | calls from a kernel of this library's own |
//! | `rccl/` | calls of collective operations | messages between ranks, of this process or of others |
//! | `blas/`, `blaslt/`, `dense.rs`, `spectrum.rs`, `jacobi.rs`, `fft/`, `rand/`, `sparse/`, `solver/` | numbers | numbers |
//!
//! The decision for a GPU is made when the library is loaded, before the program's constructors register fat binaries; after it no
//! call asks again: it loads one slot.

mod blas;
mod blaslt;
mod dense;
mod device_code;
pub mod entry;
mod fft;
mod forward;
mod handles;
mod jacobi;
mod kernels;
mod memory;
mod missing;
mod number;
mod rand;
mod rccl;
mod runtime;
mod small;
mod solver;
mod sparse;
mod spectrum;
mod typed;
