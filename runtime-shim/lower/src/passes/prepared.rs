//! Passes that prepare kernels for being split into regions.

use super::Lowering;
use crate::error::Result;
use crate::{conditional_stores, global_id_sums, guard_isolation, guards_across_barriers, induction_splitting};

/// Adds global ids up before what is added to them.
pub(super) fn collect_global_ids(it: &mut Lowering) -> Result<()> {
    it.kernels.iter().for_each(|kernel| global_id_sums::collect(kernel.function));
    Ok(())
}

/// Splits what threads move on by the same in loops with barriers.
pub(super) fn split_inductions(it: &mut Lowering) -> Result<()> {
    it.kernels.iter().for_each(|kernel| induction_splitting::split(kernel.function));
    Ok(())
}

/// Has threads write again to shared memory what they have read there, rather than part; checked code tells of what the program writes.
pub(super) fn keep_stores(it: &mut Lowering) -> Result<()> {
    let kernels = if it.options.checks.any() { &[][..] } else { &it.kernels };
    kernels.iter().for_each(|kernel| conditional_stores::rewrite(kernel.function));
    Ok(())
}

/// Puts barriers around what one thread of a row does alone, and has conditions computed again after barriers.
pub(super) fn isolate_guards(it: &mut Lowering) -> Result<()> {
    for kernel in &it.kernels {
        guard_isolation::isolate(kernel.function);
        guards_across_barriers::prepare(kernel.function);
    }
    Ok(())
}
