//! The names that a procedure mentions.

use crate::ast::{Expr, ExprKind, Stmt, StmtKind, Unit};
use crate::walk::{expressions, walk};
use smol_str::SmolStr;
use std::collections::BTreeSet;

/// Every name that stands in the specification part and the body of `unit` (not of procedures that it contains), in lower case:
/// variables, procedures, `do` variables; not components and keywords.
pub fn names_in(unit: &Unit) -> BTreeSet<SmolStr> {
    let mut names = BTreeSet::new();
    walk(&unit.spec, &mut |stmt| collect(stmt, &mut names));
    walk(&unit.body, &mut |stmt| collect(stmt, &mut names));
    names
}

/// The names that `expr` mentions.
pub fn names_of(expr: &Expr) -> BTreeSet<SmolStr> {
    let mut names = BTreeSet::new();
    crate::walk::walk_expression(expr, &mut |expr| note(expr, &mut names));
    names
}

fn collect(stmt: &Stmt, names: &mut BTreeSet<SmolStr>) {
    expressions(stmt, &mut |expr| note(expr, names));
    match &stmt.kind {
        StmtKind::Do(one) => match &one.control {
            crate::ast::DoControl::Count { variable, .. } => drop(names.insert(variable.key.clone())),
            crate::ast::DoControl::Concurrent { indices, .. } => {
                names.extend(indices.iter().map(|(name, ..)| name.key.clone()));
            }
            _ => {}
        },
        StmtKind::CufKernel(one) => {
            names.extend(one.reduce.iter().flat_map(|(_, reduced)| reduced).map(|name| name.key.clone()));
        }
        _ => {}
    }
}

fn note(expr: &Expr, names: &mut BTreeSet<SmolStr>) {
    match &expr.kind {
        ExprKind::Name(name) => drop(names.insert(name.clone())),
        ExprKind::Integer { kind: Some(kind), .. } | ExprKind::Real { kind: Some(kind), .. } => drop(names.insert(kind.clone())),
        ExprKind::ImpliedDo { variable, .. } => drop(names.insert(variable.key.clone())),
        _ => {}
    }
}
