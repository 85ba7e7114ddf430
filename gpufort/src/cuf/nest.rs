//! The nest of loops that a directive is about.

use crate::ast::{CufKernel, DoControl, Expr, Name, Stmt, StmtKind};
use crate::kernel::cpp::{Result, unsupported};
use crate::sema::Scope;

/// One loop of a nest.
pub(crate) struct Level<'a> {
    pub(crate) variable: &'a Name,
    pub(crate) from: &'a Expr,
    pub(crate) to: &'a Expr,
    pub(crate) step: Option<&'a Expr>,
}

/// Loops from the outermost to the innermost, and what the innermost does.
pub(crate) struct Nest<'a> {
    pub(crate) levels: Vec<Level<'a>>,
    pub(crate) body: &'a [Stmt],
}

/// The loops that run in parallel: as many as `do(n)` says, each alone in the one around it.
pub(crate) fn nest<'a>(scope: &Scope<'_, 'a>, directive: &'a CufKernel) -> Result<Nest<'a>> {
    let depth = match &directive.depth {
        None => 1,
        Some(depth) => {
            match scope.constant(depth).and_then(|depth| depth.integer()).and_then(|depth| usize::try_from(depth).ok()) {
                Some(depth) if depth > 0 => depth,
                _ => return unsupported(depth.span, "a number of loops that is not a constant"),
            }
        }
    };
    let Some(first) = directive.body.as_deref() else { return unsupported(directive.directive, "a directive without a loop") };
    let mut levels = Vec::new();
    let mut body: &'a [Stmt] = std::slice::from_ref(first);
    for _ in 0..depth {
        let mut inside = body.iter().filter(|stmt| !matches!(stmt.kind, StmtKind::Continue | StmtKind::Directive(_)));
        let (Some(stmt), None) = (inside.next(), inside.next()) else {
            return unsupported(directive.directive, "a nest whose loops are not directly inside each other");
        };
        let StmtKind::Do(one) = &stmt.kind else {
            return unsupported(stmt.span, "a nest with fewer loops than the directive says");
        };
        match &one.control {
            DoControl::Count { variable, from, to, step } => {
                levels.push(Level { variable, from, to, step: step.as_ref() });
            }
            DoControl::Concurrent { indices, mask: None } if depth == 1 => {
                // The first index varies fastest.
                levels.extend(indices.iter().rev().map(|(variable, from, to, step)| Level {
                    variable,
                    from,
                    to,
                    step: step.as_ref(),
                }));
            }
            _ => return unsupported(one.head, "a loop that does not count"),
        }
        body = &one.body;
    }
    Ok(Nest { levels, body })
}
