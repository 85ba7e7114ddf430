//! CUDA Fortran to Fortran with HIP: bytes of source files in, edits, generated files and diagnostics out.
//!
//! A stage is a function from values to values; nothing here reads or writes files.

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

pub use port::{has_cuda, port, renamed};
pub use source::{Generated, Options, Ported, Source};

/// The module `gpufort` that all files of a ported program share, as Fortran text; it needs nothing but HIP's library.
pub fn support_module() -> &'static str {
    include_str!("../data/gpufort.f90")
}
