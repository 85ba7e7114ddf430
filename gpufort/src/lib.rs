//! CUDA Fortran to Fortran with HIP: bytes of source files in, edits, generated files and diagnostics out.
//!
//! A stage is a function from values to values; nothing here reads or writes files. Spans are of the source as it is, in free and
//! fixed form: no file is rewritten before it is parsed.
//!
//! ```text
//! files of a tree -> (each) parse -> Index -> (each) passes: edits, demands, launchers -> settle -> Ported
//! ```
//!
//! # Modules
//!
//! | module | what it does |
//! |---|---|
//! | `lex`, `token`, `parse`, `ast` | bytes to a tree; what is not understood is a problem with its place |
//! | `sema` | what names mean: hosts, `use`, types with kinds, ranks and memory, constants, generic calls |
//! | `port` | the passes as one function; programs that share names, included files, macros that count as defined, branches that stand together, edits that do not overlap |
//! | `layout` | where `use`, declarations and statements go; lines broken where an edit makes them too long |
//! | `kernel`, `cuf` | kernels, device procedures and `!$cuf kernel do` loops to the text of `x.hip.cpp` |
//! | `launcher` | the one description of a kernel's C launcher, from which both sides are printed |
//! | `data` | device, managed, pinned and constant data of host procedures: declarations, allocations, copies, frees |
//! | `calls` | launches, names of CUDA's API, handles and streams, copies with counts, BLAS without a handle |
//! | `demand`, `support`, `interface` | what a file's module `x_kernels` offers, and its `use` where it is needed |
//! | `hipfort` | `hipfort.f90`: the HIP calls in use, as the project hipfort names and shapes them |
//! | `acc` | OpenACC to OpenMP for devices; needs no tree |
//!
//! `data/gpufort.f90` is the module `gpufort` of all ported programs: error texts, device properties, the default stream. The
//! headers that ported programs include are in `runtime-shim/include/gpufort`: `gpufort.hpp` (array views, Fortran's arithmetic,
//! launches, reductions), `gpufort_data.hpp` (copies over Fortran 2018's C descriptors), `gpufort_random.hpp` (generators).
//!
//! # Invariants
//!
//! - A translated expression has the Fortran type that C++ gives it, so overloads and templates choose as Fortran does. What
//!   cannot be translated leaves its kernel out: the diagnostic is an error, and the launcher ends the program with the same words.
//! - A copy is one call, `gpufort_copy(to, from, kind)`, for all types and ranks. The host never reads through a device pointer.
//! - Generic names that a file extends (`hipMalloc` for its types) are used in procedures and never in modules: two files'
//!   specifics would meet by use association.
//! - Hidden arguments carry module data into kernels, so that no relocatable device code is needed.
//!
//! `cargo run -p gpufort --example device_code -- FILES` prints the C++ of kernels.

pub mod acc;
pub mod ast;
mod calls;
pub mod comments;
mod context;
pub mod cuf;
pub mod data;
pub mod demand;
pub mod hipfort;
mod interface;
pub mod kernel;
pub mod launcher;
pub mod layout;
mod lex;
pub mod parse;
mod port;
pub mod sema;
mod source;
pub mod support;
mod token;
pub mod walk;

pub use lex::line::has_preprocessor_lines;
pub use port::{has_cuda, included_names, port, renamed};
pub use source::{Generated, Options, Ported, Source};

/// The module `gpufort` that all files of a ported program share, as Fortran text; it needs nothing but HIP's library.
pub fn support_module() -> &'static str {
    include_str!("../data/gpufort.f90")
}
