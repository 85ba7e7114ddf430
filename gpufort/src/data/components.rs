//! Device components of a procedure's own variables of derived types: freed with their variable, as Fortran frees allocatable
//! components.

use super::own::declared;
use super::read::bare;
use super::{Holding, Pass};
use crate::ast::{AttributeKind, Dim, Expr, Stmt, StmtKind};
use crate::sema::{Memory, Type, Variable};
use crate::walk::walk;

/// Types within types are followed this far.
const DEPTH: usize = 4;

/// Statements that free the device components of the unit's own variables.
pub(super) fn frees(pass: &mut Pass<'_, '_>) -> Vec<String> {
    let unit = pass.unit;
    let mut lines = Vec::new();
    for entity in unit.spec.iter().flat_map(declared) {
        let Some(variable) = pass.own_variable(&entity.name.key) else { continue };
        let result = unit.result.as_ref().is_some_and(|result| result.key == entity.name.key) || unit.name.key == entity.name.key;
        if variable.dummy || variable.save || variable.pointer || variable.parameter || result || variable.init.is_some() {
            continue;
        }
        // An array that `data` has on the device is no host variable with components there.
        if variable.memory == Memory::Host && !is_shared(pass, &entity.name.key) {
            let name = pass.text(entity.name.span).into_owned();
            lines.extend(of_variable(pass, &name, &variable, 0));
        }
    }
    lines
}

/// Statements that free the device components of a host variable before it is deallocated.
pub(super) fn before_deallocation(pass: &mut Pass<'_, '_>, object: &Expr) -> Vec<String> {
    let Some(variable) = pass.scope.variable(object).filter(|variable| variable.memory == Memory::Host) else {
        return Vec::new();
    };
    let name = pass.text(object.span).into_owned();
    elements(pass, &name, variable.dims, &variable.ty, 0)
}

/// Assigned as a whole: its device data may be another variable's too.
fn is_shared(pass: &Pass<'_, '_>, key: &str) -> bool {
    let mut shared = false;
    let is = |expr: &Expr| pass.scope.base_variable(expr).is_some_and(|(name, _)| name.key == key);
    walk(&pass.unit.body, &mut |stmt: &Stmt| {
        if let StmtKind::Assign { target, value, .. } = &stmt.kind
            && pass.scope.type_of(target).is_some_and(|typed| matches!(typed.ty, Type::Derived { .. }))
        {
            shared |= is(target) || is(bare(value));
        }
    });
    shared
}

fn of_variable(pass: &mut Pass<'_, '_>, path: &str, variable: &Variable<'_>, depth: usize) -> Vec<String> {
    let lines = elements(pass, path, variable.dims, &variable.ty, depth);
    if !variable.allocatable || lines.is_empty() {
        return lines;
    }
    within(&format!("if (allocated({path})) then"), lines, "end if")
}

/// The statements for each element of an array, or for a scalar.
fn elements(pass: &mut Pass<'_, '_>, path: &str, dims: Option<&[Dim]>, ty: &Type, depth: usize) -> Vec<String> {
    let rank = dims.map_or(0, <[_]>::len);
    let indices: Vec<String> = (1..=rank).map(|dim| format!("i{}_", dim + 7 * depth)).collect();
    let element = if rank == 0 { path.to_owned() } else { format!("{path}({})", indices.join(", ")) };
    let mut lines = of_type(pass, &element, ty, depth);
    if lines.is_empty() || rank == 0 {
        return lines;
    }
    for (dim, index) in indices.iter().enumerate().map(|(at, index)| (at + 1, index)) {
        lines = within(&format!("do {index} = lbound({path}, {dim}), ubound({path}, {dim})"), lines, "end do");
    }
    lines.insert(0, format!("integer :: {}", indices.join(", ")));
    within("block", lines, "end block")
}

fn of_type(pass: &mut Pass<'_, '_>, path: &str, ty: &Type, depth: usize) -> Vec<String> {
    let scope = pass.scope;
    let Some((derived, owner)) = scope.derived_type(ty).filter(|_| depth < DEPTH) else { return Vec::new() };
    let inside = is_within(pass, &owner);
    let mut lines = Vec::new();
    for declare in &derived.components {
        let private = derived.private || declare.attributes.iter().any(|one| matches!(one.kind, AttributeKind::Private));
        for entity in declare.entities.iter().filter(|_| inside || !private) {
            let Some(component) = scope.component(ty, &entity.name.key) else { continue };
            lines.extend(of_component(pass, &format!("{path}%{}", entity.name.key), &component, depth));
        }
    }
    lines
}

fn of_component(pass: &mut Pass<'_, '_>, path: &str, component: &Variable<'_>, depth: usize) -> Vec<String> {
    if component.pointer {
        return Vec::new();
    }
    if Holding::of(component) == Holding::Allocatable {
        let free = pass.free(path, &component.ty, component.memory, component.dims.map_or(0, <[_]>::len));
        pass.name("hipCheck");
        return vec![format!("if (associated({path})) call hipCheck({free})")];
    }
    match component.memory {
        Memory::Host => of_variable(pass, path, component, depth + 1),
        _ => Vec::new(),
    }
}

/// Whether the unit is `owner` or one of its procedures.
fn is_within(pass: &Pass<'_, '_>, owner: &crate::sema::UnitRef) -> bool {
    let mut unit = Some(pass.at.clone());
    while let Some(at) = unit {
        if at == *owner {
            return true;
        }
        unit = pass.index.host(&at);
    }
    false
}

fn within(head: &str, lines: Vec<String>, end: &str) -> Vec<String> {
    let deeper = lines.iter().map(|line| format!("  {line}"));
    [head.to_owned()].into_iter().chain(deeper).chain([end.to_owned()]).collect()
}
