//! Scalars that a loop assigns: those that each pass has for itself, and those that are reduced over all passes.

use super::capture::on_device;
use crate::ast::{BinaryOp, CufKernel, Expr, ExprKind, Problem, Stmt, StmtKind};
use crate::kernel::body::key_of;
use crate::kernel::loops::{base_name, changed_in};
use crate::sema::{Scope, SymbolKind, mentions};
use crate::walk::{expressions, top_expressions, walk};
use smol_str::SmolStr;
use std::collections::{BTreeMap, BTreeSet};

/// What becomes of the scalars that a loop assigns.
#[derive(Default, Debug)]
pub(crate) struct Scalars {
    /// Each pass has its own.
    pub(crate) private: BTreeSet<SmolStr>,
    /// The operation of gpufort.hpp by which each is reduced.
    pub(crate) reduced: BTreeMap<SmolStr, &'static str>,
    pub(crate) problems: Vec<Problem>,
}

/// Sorts the scalars that the statements assign; `indices` are the variables of the parallel loops.
pub(crate) fn scalars<'a>(
    scope: &Scope<'_, 'a>,
    directive: &'a CufKernel,
    body: &'a [Stmt],
    indices: &BTreeSet<SmolStr>,
) -> Scalars {
    let mut found = Scalars::default();
    let clauses = clauses(directive);
    for name in changed_in(scope, body) {
        if indices.contains(&name) || !is_host_scalar(scope, &name) || only_by_device(scope, body, &name) {
            continue;
        }
        if let Some(operation) = clauses.get(&name).copied().or_else(|| reduction(body, &name)) {
            found.reduced.insert(name, operation);
        } else if assigned_first(body, &name) {
            found.private.insert(name);
        } else {
            let span = first_mention(body, &name).unwrap_or(directive.directive);
            let message = format!("`{name}`, which one pass of the loop hands to the next in a way that is not a reduction");
            found.problems.push(Problem { span, message });
        }
    }
    found
}

/// `reduce(+:a)` clauses.
fn clauses(directive: &CufKernel) -> BTreeMap<SmolStr, &'static str> {
    let mut found = BTreeMap::new();
    for (operation, names) in &directive.reduce {
        let Some(operation) = named_operation(operation) else { continue };
        found.extend(names.iter().map(|name| (name.key.clone(), operation)));
    }
    found
}

fn named_operation(name: &str) -> Option<&'static str> {
    Some(match name.to_ascii_lowercase().as_str() {
        "+" | "-" => "plus",
        "*" => "times",
        "max" => "maximum",
        "min" => "minimum",
        "iand" => "bits_and",
        "ior" => "bits_or",
        "ieor" => "bits_xor",
        ".and." => "both",
        ".or." => "either",
        ".eqv." => "same",
        ".neqv." => "differ",
        _ => return None,
    })
}

/// A scalar that the host has; not one in device memory, and no array.
fn is_host_scalar(scope: &Scope<'_, '_>, name: &str) -> bool {
    use crate::sema::Memory;
    match scope.lookup(name).map(|symbol| symbol.kind) {
        Some(SymbolKind::Variable(variable)) => {
            variable.dims.is_none() && matches!(variable.memory, Memory::Host | Memory::Pinned)
        }
        _ => false,
    }
}

/// The variable has device components, and the statements store into nothing else of it.
fn only_by_device(scope: &Scope<'_, '_>, body: &[Stmt], name: &str) -> bool {
    let mut only = true;
    walk(body, &mut |stmt| match &stmt.kind {
        StmtKind::Assign { target, .. } if base_name(target).is_some_and(|base| base == name) => only &= on_device(scope, target),
        StmtKind::Do(one) => {
            only &= !matches!(&one.control, crate::ast::DoControl::Count { variable, .. } if variable.key == name);
        }
        StmtKind::Call(call) => {
            let passed =
                call.args.iter().filter_map(crate::ast::Arg::expr).filter(|arg| base_name(arg).is_some_and(|base| base == name));
            only &= passed.into_iter().all(|arg| on_device(scope, arg));
        }
        _ => {}
    });
    only
}

/// The operation, if the statements use `name` only to combine it with something, always in the same way.
fn reduction(body: &[Stmt], name: &str) -> Option<&'static str> {
    let mut operation = None;
    let mut mentions = 0;
    let mut combined = 0;
    let mut agree = true;
    walk(body, &mut |stmt| {
        expressions(stmt, &mut |expr| mentions += usize::from(matches!(&expr.kind, ExprKind::Name(one) if one == name)));
        let form = match &stmt.kind {
            StmtKind::Assign { target, value, .. } if is_name(target, name) => combination(value, name).map(|form| (form, 2)),
            _ => None,
        };
        let form = form.or_else(|| selection(stmt, name));
        if let Some((form, times)) = form {
            combined += times;
            agree &= operation.is_none_or(|one| one == form);
            operation = Some(form);
        }
    });
    operation.filter(|_| agree && mentions == combined)
}

fn is_name(expr: &Expr, name: &str) -> bool {
    matches!(&expr.kind, ExprKind::Name(one) if one == name)
}

/// `name + x`, `x * name`, `max(name, x)`: the operation, with `name` once.
fn combination(value: &Expr, name: &str) -> Option<&'static str> {
    match &value.kind {
        ExprKind::Parens(inner) => combination(inner, name),
        ExprKind::Binary { op, left, right } => {
            let operation = match op {
                BinaryOp::Add | BinaryOp::Sub => "plus",
                BinaryOp::Mul => "times",
                BinaryOp::And => "both",
                BinaryOp::Or => "either",
                BinaryOp::Eqv => "same",
                BinaryOp::Neqv => "differ",
                _ => return None,
            };
            let side = |side: &Expr| is_name(side, name) || combination(side, name) == Some(operation);
            let (in_left, in_right) = (mentions(left, name), mentions(right, name));
            let fits = in_left && !in_right && side(left) || in_right && !in_left && *op != BinaryOp::Sub && side(right);
            fits.then_some(operation)
        }
        ExprKind::Apply { base, args } => {
            let ExprKind::Name(function) = &base.kind else { return None };
            let operation = match function.as_str() {
                "max" | "amax1" | "dmax1" | "max0" => "maximum",
                "min" | "amin1" | "dmin1" | "min0" => "minimum",
                "iand" => "bits_and",
                "ior" => "bits_or",
                "ieor" => "bits_xor",
                _ => return None,
            };
            let operands: Vec<_> = args.iter().filter_map(crate::ast::Arg::expr).collect();
            let itself = operands.iter().filter(|operand| is_name(operand, name)).count();
            let others = operands.iter().filter(|operand| !is_name(operand, name)).all(|operand| !mentions(operand, name));
            (itself == 1 && others).then_some(operation)
        }
        _ => None,
    }
}

/// `if (x > name) name = x`, in both forms of `if`: the operation and how often `name` stands in it.
fn selection(stmt: &Stmt, name: &str) -> Option<(&'static str, usize)> {
    let (condition, then) = match &stmt.kind {
        StmtKind::IfOne { condition, then } => (condition, then.as_ref()),
        StmtKind::If(one) => match one.arms.as_slice() {
            [arm] => match arm.body.as_slice() {
                [then] => (arm.condition.as_ref()?, then),
                _ => return None,
            },
            _ => return None,
        },
        _ => return None,
    };
    let StmtKind::Assign { target, value, .. } = &then.kind else { return None };
    let ExprKind::Binary { op, left, right } = &condition.kind else { return None };
    let key = key_of(value)?;
    let upwards = match op {
        BinaryOp::Gt | BinaryOp::Ge => true,
        BinaryOp::Lt | BinaryOp::Le => false,
        _ => return None,
    };
    if !is_name(target, name) || mentions(value, name) {
        return None;
    }
    let greater = match (is_name(left, name), is_name(right, name)) {
        (false, true) if key_of(left)? == key => upwards,
        (true, false) if key_of(right)? == key => !upwards,
        _ => return None,
    };
    Some((if greater { "maximum" } else { "minimum" }, 2))
}

/// In the order of the text, `name` is assigned, or is a loop's variable, before it is read.
fn assigned_first(body: &[Stmt], name: &str) -> bool {
    let mut outcome = None;
    walk(body, &mut |stmt| {
        if outcome.is_some() {
            return;
        }
        match &stmt.kind {
            StmtKind::Assign { target, value, .. } if is_name(target, name) => {
                outcome = Some(!mentions(value, name));
            }
            StmtKind::Do(one) if matches!(&one.control, crate::ast::DoControl::Count { variable, .. } if variable.key == name) => {
                outcome = Some(true);
            }
            // An argument that a procedure fills.
            StmtKind::Call(call) if call.args.iter().filter_map(crate::ast::Arg::expr).any(|arg| is_name(arg, name)) => {
                outcome = Some(true);
            }
            _ => {
                let mut reads = false;
                top_expressions(stmt, &mut |expr| reads |= mentions(expr, name));
                if reads {
                    outcome = Some(false);
                }
            }
        }
    });
    outcome.unwrap_or(true)
}

fn first_mention(body: &[Stmt], name: &str) -> Option<crate::ast::Span> {
    let mut span = None;
    walk(body, &mut |stmt| {
        expressions(stmt, &mut |expr| {
            if span.is_none() && is_name(expr, name) {
                span = Some(expr.span);
            }
        });
    });
    span
}
