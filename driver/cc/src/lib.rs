//! `hipify-rs cc`: the command lines of nvcc and hipcc, answered or built.

mod answers;
pub(crate) mod hip_compiler;
pub(crate) mod host_compiler;
mod run;

pub(crate) use run::{carry_out, run, variables};
