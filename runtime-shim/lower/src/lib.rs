//! Device LLVM IR to the bitcode of a CPU code object: kernels cut where their threads meet, with loops over the threads
//! between the cuts, and a table by which the runtime finds them.

mod access_groups;
mod access_order;
pub mod analysis;
mod block_coarsening;
mod body;
mod bounds;
mod build;
mod context;
mod context_save;
mod convergence;
mod debug;
mod error;
mod free_loops;
mod global_ids;
mod guard_hoisting;
mod inline;
mod input;
mod ir;
mod kernel_table;
mod kernels;
mod library_attributes;
mod liveness;
pub mod lockstep;
mod loops;
mod outlined_calls;
mod passes;
mod processor;
mod regions;
pub mod shared_atomics;
mod shared_memory_layout;
mod spin_wait_yields;
mod strip_mining;
mod strips;
mod work_item_intrinsics;
mod work_item_loops;

pub use error::{Error, Result};
pub use input::Input;

use inkwell::context::Context;
use inkwell::module::Module;
use kernel_table::Row;

/// What the output is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    #[default]
    Bitcode,
    Text,
}

/// How to lower.
#[derive(Clone, Debug)]
pub struct Options {
    /// The processor to make code for, as clang's -march takes it: `native` or a level of x86-64.
    pub processor: String,
    /// When lanes are made to wait for each other where a kernel takes for granted that they run in lockstep.
    pub lockstep: lockstep::Mode,
    pub form: Form,
    /// Whether the runtime is told which thread runs, before each.
    pub current_thread: bool,
}

/// One line a kernel: what became of it.
pub type Report = Vec<String>;

/// Lowers device code.
///
/// # Errors
/// See [`Error`].
pub fn lower(inputs: &[Input], options: &Options) -> Result<(Vec<u8>, Report)> {
    let context = Context::create();
    let processor = processor::find(&options.processor)?;
    let module = input::link(&context, inputs)?;
    let rows = passes::run(&module, &processor, options)?;
    Ok((written(&module, options.form), rows.iter().map(describe).collect()))
}

fn written(module: &Module, form: Form) -> Vec<u8> {
    match form {
        Form::Bitcode => module.write_bitcode_to_memory().as_slice().to_vec(),
        Form::Text => module.print_to_string().to_bytes().to_vec(),
    }
}

fn describe(row: &Row) -> String {
    let Row { name, waits, frame_bytes, shared_bytes, flags, waited_for, in_strips, .. } = row;
    let regions = waits.len();
    let mut line = format!(
        "{name}: {regions} regions, {frame_bytes} bytes of frame, {shared_bytes} bytes of shared memory, flags {flags:#x}"
    );
    if !waited_for.is_empty() {
        line += &format!(", lanes made to wait for {}", waited_for.join(", "));
    }
    if *in_strips {
        line += ", loops in strips of threads";
    }
    line
}
