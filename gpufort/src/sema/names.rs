//! The names that a procedure mentions.

use crate::ast::{DoControl, Expr, ExprKind, Stmt, StmtKind, Unit};
use crate::walk::{expressions, walk, walk_expression};
use smol_str::SmolStr;
use std::collections::BTreeSet;

/// Every name that stands in the specification part and the body of `unit` (not of procedures that it contains), in lower case:
/// variables, procedures, `do` variables; not components and keywords.
pub fn names_in(unit: &Unit) -> BTreeSet<SmolStr> {
    let mut names: Vec<&SmolStr> = Vec::new();
    each_name(unit, &mut |name| names.push(name));
    names.sort_unstable();
    names.dedup();
    names.into_iter().cloned().collect()
}

/// Calls `look` with each of these names, as often as it stands there.
pub(crate) fn each_name<'a>(unit: &'a Unit, look: &mut dyn FnMut(&'a SmolStr)) {
    walk(&unit.spec, &mut |stmt| collect(stmt, look));
    walk(&unit.body, &mut |stmt| collect(stmt, look));
}

/// The names that `expr` mentions.
pub fn names_of(expr: &Expr) -> BTreeSet<SmolStr> {
    let mut names = BTreeSet::new();
    walk_expression(expr, &mut |expr| names.extend(name_at(expr).cloned()));
    names
}

/// Whether `expr` mentions `name`.
pub(crate) fn mentions(expr: &Expr, name: &str) -> bool {
    let mut found = false;
    walk_expression(expr, &mut |expr| found |= name_at(expr).is_some_and(|one| one == name));
    found
}

fn collect<'a>(stmt: &'a Stmt, look: &mut dyn FnMut(&'a SmolStr)) {
    expressions(stmt, &mut |expr| name_at(expr).into_iter().for_each(&mut *look));
    match &stmt.kind {
        StmtKind::Do(one) => match &one.control {
            DoControl::Count { variable, .. } => look(&variable.key),
            DoControl::Concurrent { indices, .. } => indices.iter().for_each(|(name, ..)| look(&name.key)),
            _ => {}
        },
        StmtKind::CufKernel(one) => one.reduce.iter().flat_map(|(_, reduced)| reduced).for_each(|name| look(&name.key)),
        _ => {}
    }
}

/// The name that `expr` itself is or declares.
fn name_at(expr: &Expr) -> Option<&SmolStr> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Integer { kind, .. } | ExprKind::Real { kind, .. } => kind.as_ref(),
        ExprKind::ImpliedDo { variable, .. } => Some(&variable.key),
        _ => None,
    }
}
