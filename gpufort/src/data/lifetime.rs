//! The life of a procedure's own device data: allocated or nullified at its entry, freed where it returns.

use super::declare::begins_null;
use super::own::{allocate_fixed, held};
use super::{Holding, Pass, Position};
use crate::ast::{Stmt, StmtKind, UnitKind};
use crate::layout;
use crate::sema::Variable;
use hipify_diagnostics::Edit;

/// Statements before the first of the body.
pub(super) fn entry(pass: &mut Pass<'_, '_>) {
    if matches!(pass.unit.kind, UnitKind::Module | UnitKind::Submodule | UnitKind::BlockData) {
        return;
    }
    let mut lines = super::module::calls(pass);
    let mut cleared = Vec::new();
    let mut fixed = Vec::new();
    for (name, variable) in held(pass) {
        let saved = begins_null(pass.unit.kind, &variable);
        match Holding::of(&variable) {
            Holding::Allocatable if variable.dummy => lines.extend(fresh_dummy(pass, &name, &variable)),
            Holding::Allocatable if !saved && pass.condition(variable.statement.start).is_some() => {
                fixed.extend(pass.guarded(variable.statement.start, vec![format!("nullify({name})")]));
            }
            Holding::Allocatable if !saved => cleared.push(name),
            Holding::Fixed => {
                let made = allocate_fixed(pass, &name, &variable, saved);
                fixed.extend(pass.guarded(variable.statement.start, made));
            }
            _ => {}
        }
    }
    if !cleared.is_empty() {
        lines.push(format!("nullify({})", cleared.join(", ")));
    }
    lines.extend(fixed);
    if !lines.is_empty() {
        let at = layout::entry_place(pass.source, pass.unit);
        let text = pass.lines(&lines);
        pass.out.edits.push(Edit::insert(at, text));
    }
}

/// An `intent(out)` allocatable is freed at entry.
fn fresh_dummy(pass: &mut Pass<'_, '_>, name: &str, variable: &Variable<'_>) -> Vec<String> {
    if variable.intent != Some((false, true)) {
        return Vec::new();
    }
    let rank = variable.dims.map_or(0, <[_]>::len);
    let free = pass.free(name, &variable.ty, variable.memory, rank);
    pass.name("hipCheck");
    let present = if variable.optional { format!("if (present({name})) then") } else { String::new() };
    let lines = vec![format!("if (associated({name})) call hipCheck({free})"), format!("nullify({name})")];
    match present.is_empty() {
        true => lines,
        false => [vec![present], lines.iter().map(|line| format!("  {line}")).collect(), vec!["end if".to_owned()]].concat(),
    }
}

/// What is freed where the unit returns: (name, statement).
fn frees(pass: &mut Pass<'_, '_>) -> Vec<String> {
    let mut lines = Vec::new();
    if !matches!(pass.unit.kind, UnitKind::Subroutine | UnitKind::Function) {
        return lines;
    }
    for (name, variable) in held(pass) {
        if variable.dummy || variable.save || pass.unit.result.as_ref().is_some_and(|result| *result.key == *name) {
            continue;
        }
        let rank = variable.dims.map_or(0, <[_]>::len);
        let free = pass.free(&name, &variable.ty, variable.memory, rank);
        pass.name("hipCheck");
        let test =
            if Holding::of(&variable) == Holding::Allocatable { format!("if (associated({name})) ") } else { String::new() };
        lines.extend(pass.guarded(variable.statement.start, vec![format!("{test}call hipCheck({free})")]));
    }
    lines.extend(super::components::frees(pass));
    lines
}

/// Frees before a `return`.
pub(super) fn before_return(pass: &mut Pass<'_, '_>, stmt: &Stmt, place: Position) {
    let mut lines = frees(pass);
    if lines.is_empty() {
        return;
    }
    lines.push(pass.text(crate::ast::Span { start: pass.statement_start(stmt), end: stmt.span.end }).into_owned());
    pass.replace_statement(stmt, lines, place);
}

/// Frees before the end of the body.
pub(super) fn exit(pass: &mut Pass<'_, '_>) {
    let own = |stmt: &&Stmt| !matches!(stmt.kind, StmtKind::Cpp(_) | StmtKind::Directive(_) | StmtKind::Opaque);
    let last = pass.unit.body.iter().rfind(own);
    if last.is_some_and(|stmt| matches!(stmt.kind, StmtKind::Return | StmtKind::Stop { .. })) {
        return;
    }
    let lines = frees(pass);
    if !lines.is_empty() {
        let at = layout::exit_place(pass.source, pass.unit);
        let text = pass.lines(&lines);
        pass.out.edits.push(Edit::insert(at, text));
    }
}
