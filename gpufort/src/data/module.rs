//! Device data of modules that is not allocatable: a module procedure allocates it, and who names it calls that first.

use super::own::{allocate_fixed, declared, held};
use super::{Holding, Pass, on_device};
use crate::ast::{Expr, UnitKind};
use crate::demand::{Demands, Routine};
use crate::layout;
use crate::sema::{Index, SymbolKind, UnitRef, Variable};
use hipify_diagnostics::Edit;
use std::collections::BTreeSet;

/// The module procedure that allocates the device data of `module`.
pub fn init_name(module: &str) -> String {
    format!("{module}_gpufort_init")
}

/// The module at `at` has data that its [`init_name`] procedure allocates.
pub fn has_init(index: &Index<'_>, at: &UnitRef) -> bool {
    let unit = index.unit(at);
    if unit.kind != UnitKind::Module {
        return false;
    }
    let scope = index.scope(at);
    let fixed = |name: &crate::ast::Name| match scope.lookup(&name.key).map(|symbol| (symbol.kind, symbol.owner)) {
        Some((SymbolKind::Variable(variable), owner)) => owner.as_ref() == Some(at) && Holding::of(&variable) == Holding::Fixed,
        _ => false,
    };
    unit.spec.iter().flat_map(declared).any(|entity| fixed(&entity.name))
}

/// Writes the procedure into the pass's unit, if that is a module which needs it.
pub(super) fn initialisation(pass: &mut Pass<'_, '_>) {
    if pass.unit.kind != UnitKind::Module {
        return;
    }
    let fixed: Vec<(String, Variable<'_>)> =
        held(pass).into_iter().filter(|(_, one)| Holding::of(one) == Holding::Fixed).collect();
    if fixed.is_empty() {
        return;
    }
    // The names are for the new procedure's own `use`.
    let before = std::mem::take(&mut pass.out.demands);
    // Where it was called before, what is always declared tells, or else what each branch declares.
    let mut body = Vec::new();
    let mut told = BTreeSet::new();
    let always = fixed.iter().find(|(_, variable)| pass.condition(variable.statement.start).is_none());
    for (name, variable) in always.map_or(fixed.as_slice(), std::slice::from_ref) {
        if told.insert(pass.condition(variable.statement.start)) {
            body.extend(pass.guarded(variable.statement.start, vec![format!("if (associated({name})) return")]));
        }
    }
    for (name, variable) in &fixed {
        let made = allocate_fixed(pass, name, variable, false);
        body.extend(pass.guarded(variable.statement.start, made));
    }
    let mut made: Demands = std::mem::replace(&mut pass.out.demands, before);
    let names = made.names.remove(pass.at).unwrap_or_default();
    pass.out.demands.extend(made);
    write(pass, &body, &names);
}

fn write(pass: &mut Pass<'_, '_>, body: &[String], names: &BTreeSet<String>) {
    let unit = pass.unit;
    let name = init_name(&unit.name.key);
    let outer = layout::indent(pass.source, pass.form, unit.head.start as usize);
    let indent = format!("{outer}  ");
    let names = names.iter().cloned().collect::<Vec<_>>().join(", ");
    let mut text = String::new();
    if unit.contains.is_none() {
        text.push_str(&format!("{outer}contains\n"));
    }
    text.push_str(&format!("{indent}! allocates the module's device data\n{indent}subroutine {name}()\n"));
    text.push_str(&format!("{indent}  use {}, only: {names}\n", pass.interfaces));
    let inner = |line: &str| if line.starts_with('#') { String::new() } else { format!("{indent}  ") };
    body.iter().for_each(|line| text.push_str(&format!("{}{line}\n", inner(line))));
    text.push_str(&format!("{indent}end subroutine {name}\n"));
    let at = layout::line_start(pass.source, unit.end.start as usize);
    if super::generic::is_private(unit) {
        let entry = layout::entry_place(pass.source, unit);
        pass.out.edits.push(Edit::insert(entry, format!("{indent}public :: {name}\n")));
    }
    pass.out.edits.push(Edit::insert(at, text));
}

/// Calls that make sure that module data which the unit names is there, with the `use` statements that they need.
pub(super) fn calls(pass: &mut Pass<'_, '_>) -> Vec<String> {
    let mut owners: BTreeSet<UnitRef> = BTreeSet::new();
    for name in pass.index.names(pass.at) {
        let Some(symbol) = pass.scope.lookup(name) else { continue };
        if let (SymbolKind::Variable(variable), Some(owner)) = (symbol.kind, symbol.owner)
            && Holding::of(&variable) == Holding::Fixed
            && pass.index.unit(&owner).kind == UnitKind::Module
        {
            owners.insert(owner);
        }
    }
    let here = pass.index.module_of(pass.at);
    let indent = layout::unit_indent(pass.source, pass.form, pass.unit);
    let mut lines = Vec::new();
    for owner in owners {
        let module = pass.index.unit(&owner).name.key.clone();
        if here.as_ref() != Some(&module) {
            let at = layout::use_place(pass.source, pass.unit);
            pass.out.edits.push(Edit::insert(at, format!("{indent}use {module}, only: {}\n", init_name(&module))));
        }
        lines.push(format!("call {}()", init_name(&module)));
    }
    lines
}

impl Pass<'_, '_> {
    /// The statement that gives `name` its initial value.
    pub(super) fn initial_value(&mut self, name: &str, variable: &Variable<'_>, init: &Expr) -> Option<String> {
        let text = self.text(init.span).into_owned();
        if !on_device(variable.memory) {
            return Some(format!("{name} = {text}"));
        }
        if variable.dims.is_some() && self.scope.type_of(init).is_some_and(|typed| typed.rank == 0) {
            self.routine(Routine::Fill);
            return Some(format!("call gpufort_fill({name}, {text})"));
        }
        self.routine(Routine::Copy);
        self.name("hipMemcpyHostToDevice");
        Some(format!("call gpufort_copy({name}, {text}, hipMemcpyHostToDevice)"))
    }
}
