//! The last passes, over whole entry points.

use crate::checks::Checks;
use crate::error::Result;
use crate::inline::run_passes;
use crate::ir;
use crate::kernel_table::Row;
use crate::processor::Processor;
use crate::{agreed_values, combined_atomics, far_accesses, library_attributes, prefetch, thread_selects, uniform_loads};
use inkwell::module::Module;

/// Inlines bodies into the entry points and removes what is dead then; clang's own passes do the rest. Each loop gets a block in front.
const INLINE: &str = "always-inline,globaldce,function(sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg,loop-simplify)";

/// Joins blocks that selections have left.
const JOIN: &str = "function(simplifycfg,loop-simplify)";

/// Makes entry points of calls of bodies, and prepares their loops over threads for LLVM's passes.
///
/// # Errors
/// Where LLVM's passes cannot be run.
pub(crate) fn finish<'ctx>(module: &Module<'ctx>, processor: &Processor, rows: &[Row<'ctx>], checks: Checks) -> Result<()> {
    run_passes(module, processor, INLINE)?;
    let runs = || rows.iter().flat_map(|row| row.entries.runs());
    if thread_selects::make(module, runs()) {
        run_passes(module, processor, JOIN)?;
    }
    agreed_values::compute(module, runs());
    uniform_loads::hoist(module, runs());
    prefetch::add(module, runs(), checks);
    far_accesses::leave_scalar(module, runs());
    combined_atomics::combine(module, runs());
    if processor.has_wide_vectors() {
        module.get_functions().for_each(|function| ir::set_text(function, "prefer-vector-width", "512"));
        library_attributes::name_wide_versions(module);
    }
    Ok(())
}
