//! The errors of the lowering.

use crate::llvm::{self, RELEASES};
use std::path::PathBuf;

/// Why a module could not be lowered.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{0}")]
    Llvm(String),
    #[error(
        "`{input}` was made by clang {release}, and code for the CPU is made with clang {} to {}; compile it with one of them",
        RELEASES.start(),
        RELEASES.end()
    )]
    Release { input: String, release: u32 },
    #[error("cannot read `{}`: {source}", path.display())]
    Read { path: PathBuf, source: std::io::Error },
    #[error("`{input}` is a broken archive: {source}")]
    Archive { input: String, source: object::Error },
    #[error("cannot write `{}`: {source}", path.display())]
    Write { path: PathBuf, source: std::io::Error },
    #[error("`{input}` is not LLVM IR that LLVM {} reads: {message}", llvm::release().unwrap_or_default())]
    Parse { input: String, message: String },
    #[error("`{input}` cannot be linked with the inputs before it: {message}")]
    Link { input: String, message: String },
    #[error("unknown processor `{0}`: `native`, `x86-64`, `x86-64-v2`, `x86-64-v3` and `x86-64-v4` are known")]
    Processor(String),
    #[error("kernel `{kernel}`: parameter {number} has no name to be known by; compile with -fno-discard-value-names")]
    UnnamedParameter { kernel: String, number: usize },
    #[error(
        "kernel `{kernel}`: parameter {number} is of a class that is not copied trivially, and no debug information says how large it is; \
         compile with -g -fstandalone-debug"
    )]
    UnknownClass { kernel: String, number: usize },
    #[error("`{function}` is called in device code, but no input defines it; link what defines it (-fgpu-rdc)")]
    Unresolved { function: String },
    #[error("kernel `{kernel}`: the address of shared variable `{variable}` is used in a way that cannot be lowered")]
    SharedAddress { kernel: String, variable: String },
    #[error("kernel `{kernel}`: an array of variable length lives across synchronisation; give it a constant length")]
    VariableLength { kernel: String },
    #[error("LLVM's passes failed: {0}")]
    Passes(String),
    #[error("the lowered module is broken ({stage}); please report this with the input: {message}")]
    Broken { stage: &'static str, message: String },
}

/// What most passes return.
pub type Result<T> = std::result::Result<T, Error>;
