//! The passes that are for checked code alone.

use super::Lowering;
use crate::checks;
use crate::error::Result;

/// For checked code: copies kernels for what launches may assume, and says of each access what it is. What cannot be inlined asks the runtime which thread runs.
pub(super) fn mark_accesses(it: &mut Lowering) -> Result<()> {
    it.copies = checks::add_copies(it.module, &mut it.kernels, &it.variables, &mut it.bounds, it.processor, it.options.checks)?;
    if it.options.checks.any() {
        it.outside.ask();
    }
    let kernels = it.kernels.iter().map(|kernel| (kernel.function, true));
    let others = it.fibers.iter().map(|kernel| kernel.function).chain(it.outside.functions.iter().copied());
    for (function, knows_thread) in kernels.chain(others.map(|function| (function, false))) {
        let quiet = it.copies.apart.quiet(function);
        checks::mark_all(it.module, function, &it.variables, knows_thread, quiet, it.options.checks);
    }
    Ok(())
}

pub(super) fn expand_checks(it: &mut Lowering) -> Result<()> {
    checks::expand(it.module, it.options.checks);
    Ok(())
}
