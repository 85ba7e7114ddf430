//! Lowers device LLVM IR to the bitcode of a CPU code object: kernels are split into regions at their barriers, each region gets a
//! loop over the work-items of a block, and a table tells the runtime where the kernels are.
//!
//! # File by file
//!
//! ```text
//! bitcode of device passes -> one module -> kernels that contain all they call -> barrier regions -> run, step, thread -> kernel table
//! ```
//!
//! `passes.rs` lists the passes from top to bottom; debug builds verify the module after each.
//!
//! | file | turns | into |
//! |---|---|---|
//! | `input.rs`, `kernels.rs`, `bounds.rs` | bitcode, archives | one module; its kernels, which LLVM parameters each source parameter is made of, launch bounds |
//! | `nontemporal_loads.rs` | loads that bypass caches | plain ones where the processor has no instruction for that |
//! | `texture_loads.rs` | loads of what describes a texture | such that no store stands in the way of |
//! | `inline.rs`, `short_loops.rs`, `library_attributes.rs`, `outlined_calls.rs` | functions | kernels that contain what they call; what cannot be inlined asks the runtime for its work-item, or its kernel runs on fibers |
//! | `warp_sync_insertion.rs`, `warp_sync_merging.rs`, `shuffle_trees.rs`, `shuffle_trees/`, `lane_trees.rs`, `shared_atomics.rs` | a kernel | warp syncs where it relies on implicit warp synchrony, and none where the next one is enough; one meeting and a tree of operations for a reduction by shuffles; plain operations in the place of atomics on shared memory |
//! | `transposed_tiles.rs` | a kernel | a copy for blocks whose threads go side by side through rows of a shared array, with rows and columns of it exchanged |
//! | `global_id_sums.rs`, `induction_splitting.rs` | a kernel | sums with the global id added up first; what all threads move on by the same in loops with barriers, apart from where each began |
//! | `checks.rs`, `checks/` | a function, for checked code | marks in front of its accesses, and at the end their bodies |
//! | `guard_isolation.rs` | a kernel | barriers around what one thread of a row does alone |
//! | `guards_across_barriers.rs`, `triangles.rs` | a kernel | conditions computed again after barriers |
//! | `conditional_stores.rs` | a kernel | stores to shared memory made unconditional where a thread has read what is there |
//! | `spin_wait_yields.rs` | a kernel | yields in spin-wait loops, which read what another thread or block is to write |
//! | `regions.rs`, `liveness.rs`, `convergence.rs`, `analysis/` | a kernel | barrier regions, values live across their ends, uniformity and convergence |
//! | `context_save.rs`, `shared_memory_layout.rs`, `work_item_intrinsics.rs`, `body.rs`, `body/carry.rs` | a kernel | its body: a function that runs one thread from one barrier to the next |
//! | `guard_hoisting.rs`, `block_coarsening.rs`, `side_by_side.rs`, `strip_mining.rs`, `strips.rs`, `strip_candidates.rs`, `strip_mining/segments.rs`, `strip_mining/carried.rs`, `strip_mining/masked_exits.rs`, `strip_mining/walks.rs`, `strip_mining/predicated.rs`, `strip_mining/aligned.rs`, `strip_mining/clamps.rs`, `strip_mining/edges.rs`, `strip_mining/first_thread.rs`, `strip_mining/whole_rows.rs`, `strip_mining/unrolling.rs`, `strip_mining/trip_counts.rs`, `strip_mining/extra.rs`, `global_id_no_wrap.rs`, `access_groups.rs`, `access_order.rs`, `alias_scopes.rs`, `block_shape.rs` | a body | what lets work-item loops be vectorised: loop bounds from guards, rows in parts around threads that do something alone, block coarsening, rows of many blocks in turn, uniform loops outside of the loop over threads, divergent exits made uniform by masking or by asking the last thread of a strip, strips that go on with some threads masked where they have parted, indices by quotients and remainders, and such that stop at edges, seen to be the same or to lie side by side, loops to a bound that a strip leaves together, rows that a warp each goes through, global ids that do not wrap, metadata of independent accesses and of memory that is not the same, loops of constant lengths for the likely shape of blocks, lengths of loops in 32 bits |
//! | `whole_warps.rs` | a body | the choice to have no code of its own for warps that are not whole |
//! | `work_item_loops.rs`, `work_item_loops/` | a body | `run` (whole blocks or warp by warp), `step` (diverged threads), `thread` (fibers) |
//! | `entry_points.rs` | `run` | the order of what follows |
//! | `thread_selects.rs` | `run` | small branches in loops over threads made selections |
//! | `agreed_values.rs` | `run` | values that threads of a strip agree on computed once, where they need no thread |
//! | `uniform_loads.rs` | `run` | loads of what is the same for all threads of a loop, or of a strip where others are masked, done once |
//! | `prefetch.rs` | `run` | prefetches of what a row of threads accesses when its block comes round again |
//! | `far_accesses.rs` | `run` | loops over threads that are to stay scalar: those of accesses that lie far from neighbours' |
//! | `combined_atomics.rs`, `combined_atomics/` | a kernel, `run` | one atomic operation where threads of a region add to one place in global memory |
//! | `debug.rs`, `kernel_table.rs` | | lines for debuggers; the table that the runtime reads |
//! | `llvm.rs`, `llvm/` | names of LLVM's library | the functions of its C API |
//! | `main.rs`, `crash.rs` | command lines, crashes | calls of the library, messages |
//! | `ir.rs`, `build.rs`, `build/`, `counted_loop.rs`, `computed.rs` | | safe wrappers of what LLVM's C API has and inkwell lacks; a builder; loops while they are written; expressions computed at lowering time |

mod access_groups;
mod access_order;
mod agreed_values;
mod alias_scopes;
pub mod analysis;
mod block_coarsening;
mod block_shape;
mod body;
mod bounds;
mod build;
pub mod checks;
mod combined_atomics;
mod computed;
mod conditional_stores;
mod context;
mod context_save;
mod convergence;
mod counted_loop;
mod debug;
mod debug_types;
mod entry_points;
mod error;
mod far_accesses;
mod freezes;
mod global_id_no_wrap;
mod global_id_sums;
mod guard_hoisting;
mod guard_isolation;
mod guards_across_barriers;
mod indirect_parameters;
mod induction_splitting;
mod inline;
mod input;
mod ir;
mod kernel_table;
mod kernels;
mod lane_trees;
mod library_attributes;
mod liveness;
pub mod llvm;
mod loops;
mod nontemporal_loads;
mod outlined_calls;
mod passes;
mod prefetch;
mod processor;
mod regions;
pub mod shared_atomics;
mod shared_memory_layout;
mod short_loops;
mod shuffle_trees;
mod side_by_side;
mod source_place;
mod spin_wait_yields;
mod strip_candidates;
mod strip_mining;
mod strips;
mod texture_loads;
mod thread_selects;
mod transposed_tiles;
mod triangles;
mod uniform_loads;
pub mod warp_sync_insertion;
mod warp_sync_merging;
mod whole_warps;
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
    /// When warp syncs are inserted where a kernel relies on implicit warp synchrony (lanes in lockstep).
    pub lockstep: warp_sync_insertion::Mode,
    pub form: Form,
    /// The release of LLVM to lower with; without it that of the clang which made the inputs.
    pub llvm: Option<u32>,
    /// Whether the runtime is told which thread runs, before each.
    pub current_thread: bool,
    /// Whether the code runs seldom: it is made smaller, with none of its own for warps that are not whole where kernels are large.
    pub runs_seldom: bool,
    /// What the code is checked for while it runs.
    pub checks: checks::Checks,
}

/// One line a kernel: what became of it.
pub type Report = Vec<String>;

/// Lowers device code.
///
/// # Errors
/// See [`Error`].
pub fn lower(inputs: &[Input], options: &Options) -> Result<(Vec<u8>, Report)> {
    llvm::load(input::release(inputs, options.llvm)?).map_err(Error::Llvm)?;
    let context = Context::create();
    let processor = processor::find(&options.processor)?;
    let module = input::link(&context, inputs, &processor)?;
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
    let Row {
        name, waits, frame_bytes, shared_bytes, flags, waited_for, in_strips, stops, whole_warps, shape, transposed, ..
    } = row;
    let regions = waits.len();
    let mut line = format!(
        "{name}: {regions} regions, {frame_bytes} bytes of frame, {shared_bytes} bytes of shared memory, flags {flags:#x}"
    );
    if !waited_for.is_empty() {
        line += &format!(", lanes made to wait for {}", waited_for.join(", "));
    }
    if let Some(threads) = in_strips {
        line += &format!(", loops in strips of threads, {threads} at a time");
    }
    if *stops {
        line += ", rows that stop at lone threads";
    }
    if *whole_warps {
        line += ", whole warps alone";
    }
    if let Some(shape) = shape {
        line += &format!(", loops for blocks of {shape}");
    }
    if let Some([x, y]) = transposed {
        line += &format!(", arrays transposed for blocks of at most {x} x {y}");
    }
    line
}
