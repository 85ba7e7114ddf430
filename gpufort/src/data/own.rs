//! The variables of a unit that become pointers, and how those of a fixed shape are allocated.

use super::declare::declared_dims;
use super::{Holding, Pass};
use crate::ast::{Entity, Stmt, StmtKind, UnitKind};
use crate::sema::Variable;

/// The variables that the unit declares and that become pointers, in order.
pub(super) fn held<'a>(pass: &Pass<'_, 'a>) -> Vec<(String, Variable<'a>)> {
    let unit = pass.unit;
    let entities = unit.spec.iter().flat_map(declared);
    entities
        .filter_map(|entity| {
            let variable = pass.own_variable(&entity.name.key)?;
            Holding::of(&variable).is_new_pointer().then(|| (pass.text(entity.name.span).into_owned(), variable))
        })
        .collect()
}

/// What `stmt` declares.
pub(super) fn declared(stmt: &Stmt) -> &[Entity] {
    match &stmt.plain().kind {
        StmtKind::Declare(declare) => &declare.entities,
        _ => &[],
    }
}

/// Allocates an array or scalar of its own and gives it its initial value.
pub(super) fn allocate_fixed(pass: &mut Pass<'_, '_>, name: &str, variable: &Variable<'_>, saved: bool) -> Vec<String> {
    let Some(shape) = pass.shape_of(declared_dims(variable)) else { return Vec::new() };
    let mut lines = pass.allocation(name, &variable.ty, variable.memory, &shape, None);
    if let Some(init) = variable.init {
        lines.extend(pass.initial_value(name, variable, init));
    }
    // A main program is entered once.
    if !saved || pass.unit.kind == UnitKind::Program {
        return lines;
    }
    if let [line] = lines.as_slice() {
        return vec![format!("if (.not. associated({name})) {line}")];
    }
    let inside = lines.iter().map(|line| format!("  {line}"));
    [format!("if (.not. associated({name})) then")].into_iter().chain(inside).chain(["end if".to_owned()]).collect()
}
