//! Procedures with `attributes(...)`: kernels become their launchers, procedures for the device stubs, others plain procedures.

use super::kernel_text;
use super::statement::prefixes;
use crate::ast::Unit;
use crate::context::Context;

pub(crate) fn run(context: &mut Context<'_, '_>) {
    for (at, unit) in context.units() {
        if unit.is_kernel() {
            kernel_text::launcher(context, &at, unit);
        } else if unit.is_device() && !unit.is_host() {
            kernel_text::stub(context, &at, unit);
        } else {
            plain(context, unit);
        }
    }
}

/// The prefixes go.
fn plain(context: &mut Context<'_, '_>, unit: &Unit) {
    for span in prefixes(context.source, context.form(), unit) {
        context.replace(span, "");
    }
}
