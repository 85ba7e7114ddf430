//! Loops of `!$cuf kernel do` to kernels, their launchers, and the call that takes the loop's place.

mod axis;
mod call;
mod capture;
mod kernel;
mod nest;
mod reduction;

use crate::ast::{CufKernel, Problem, Span, StmtKind};
use crate::kernel::expansion::Expansions;
use crate::kernel::launch::refusal;
use crate::kernel::record::Records;
use crate::launcher::{Launcher, symbol};
use crate::sema::{Index, UnitRef};
use crate::source::Source;
use crate::walk::walk;

/// The call that takes a loop's place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replacement {
    /// From the directive to the end of its loop.
    pub span: Span,
    /// One statement, without indentation and line end; it may be longer than a line of the form.
    pub text: String,
    /// The procedure that the loop is in, which needs the interface module.
    pub unit: UnitRef,
}

/// A loop in C++.
pub(crate) struct Loop {
    pub(crate) launcher: Launcher,
    pub(crate) replacement: Replacement,
    /// Device procedures that it calls.
    pub(crate) callees: Vec<UnitRef>,
    pub(crate) problems: Vec<Problem>,
    kernel: String,
    head: String,
    launch: String,
}

impl Loop {
    /// The kernel and its launcher; `why` is what keeps it from being translated.
    pub(crate) fn text(&self, why: Option<&str>) -> String {
        match why {
            Some(why) => refusal(&self.head, &self.launcher.symbol, why),
            None => format!("{}\n{}\n{{\n{}}}\n", self.kernel, self.head, self.launch),
        }
    }
}

/// The loops of file number `file`, in their order.
pub(crate) fn loops<'a>(
    index: &Index<'a>,
    sources: &[Source<'_>],
    file: usize,
    expansions: &'a [Expansions],
    records: &mut Records,
) -> Vec<Loop> {
    let (Some(source), Some(expansions)) = (sources.get(file), expansions.get(file)) else { return Vec::new() };
    let mut found = Vec::new();
    for unit in index.units(file).filter(|unit| unit.interface.is_none()) {
        let mut directives: Vec<&'a CufKernel> = Vec::new();
        walk(&index.unit(&unit).body, &mut |stmt| {
            if let StmtKind::CufKernel(directive) = &stmt.kind {
                directives.push(directive);
            }
        });
        for (number, directive) in directives.into_iter().enumerate().filter(|(_, directive)| directive.body.is_some()) {
            let name = format!("{}_cuf{}", symbol(index, &unit), number + 1);
            found.push(kernel::loop_kernel(index, &unit, source, directive, &name, expansions, records));
        }
    }
    found.sort_by_key(|one| one.replacement.span.start);
    found
}

#[cfg(test)]
mod tests;
