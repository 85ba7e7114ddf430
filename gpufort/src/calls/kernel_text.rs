//! The text of a kernel to that of its launcher: the same name, the dummies of the launch before its own, its declarations of
//! dummies as they are, and a call of the C function in the place of its body.

use super::modules::has_generators;
use super::statement::{attribute, prefixes, whole};
use crate::ast::{Attribute, AttributeKind, Declare, Entity, Span, Stmt, StmtKind, Unit, UnitKind};
use crate::context::Context;
use crate::data;
use crate::launcher::{Launcher, Param, Passing};
use crate::layout::line_start;
use crate::sema::{UnitRef, is_cuda_module, names_in};
use std::collections::{BTreeMap, BTreeSet};

/// Names that a launcher takes from the interface module besides its C function.
const LAUNCH_NAMES: &[&str] = &["dim3", "c_ptr", "c_int", "c_loc"];

/// Makes the kernel `unit` its launcher.
pub(super) fn launcher(context: &mut Context<'_, '_>, at: &UnitRef, unit: &Unit) {
    let launcher = Launcher::of(context.index(), at);
    let [grid, block, bytes, stream] = unique(unit);
    head(context, unit, &[&grid, &block, &bytes, &stream]);
    bind(context, at, unit);
    // Data of modules is pointers by now.
    let own = launcher.params.iter().filter(|param| param.passing == Passing::Address && param.module.is_none());
    let targets: BTreeSet<&str> = own.map(|param| param.actual.as_str()).collect();
    specification(context, unit, &targets);
    let indent = inner(context, unit);
    let mut lines = vec![
        format!("type(dim3), intent(in) :: {grid}, {block}"),
        format!("integer, intent(in) :: {bytes}"),
        format!("type(c_ptr), intent(in) :: {stream}"),
    ];
    if at.interface.is_none() {
        let has_address = |param: &&Param| param.optional && param.passing == Passing::Address;
        let optional: Vec<_> = launcher.params.iter().filter(has_address).collect();
        if !optional.is_empty() {
            let names: Vec<String> = optional.iter().map(|param| param.address()).collect();
            lines.push(format!("type(c_ptr) :: {}", names.join(", ")));
            context.demands.name(at, "c_null_ptr");
        }
        let mut actuals = vec![grid.clone(), block.clone(), format!("int({bytes}, c_int)"), stream.clone()];
        actuals.extend(launcher.actuals());
        lines.push(String::new());
        lines.extend(data_calls(context, at, unit, &launcher));
        for param in optional {
            let (own, address) = (&param.actual, param.address());
            lines.push(format!("{address} = c_null_ptr"));
            lines.push(format!("if (present({own})) {address} = c_loc({own})"));
        }
        lines.push(format!("call {}({})", launcher.symbol, actuals.join(", ")));
        context.demands.name(at, &launcher.symbol);
        names_of_actuals(context, at, &launcher);
    }
    LAUNCH_NAMES.iter().for_each(|name| context.demands.name(at, name));
    body(context, unit, &lines, &indent);
}

/// Makes the device procedure `unit` one that stops: its text is in the C++ file, and the host has no use for it.
pub(super) fn stub(context: &mut Context<'_, '_>, at: &UnitRef, unit: &Unit) {
    for span in prefixes(context.source, context.form(), unit) {
        context.replace(span, "");
    }
    specification(context, unit, &BTreeSet::new());
    if at.interface.is_none() {
        let indent = inner(context, unit);
        body(context, unit, &[format!("error stop '{} is for the device'", unit.name.key)], &indent);
    }
}

/// Calls that make sure that the module data which the kernel names is there.
fn data_calls(context: &mut Context<'_, '_>, at: &UnitRef, unit: &Unit, launcher: &Launcher) -> Vec<String> {
    let index = context.index();
    let scope = index.scope(at);
    let mut modules: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for param in &launcher.params {
        let Some(module) = &param.module else { continue };
        let wanted = modules.entry(module).or_default();
        // Renamed here, or named by a device procedure of another module alone.
        if scope.lookup(&param.actual).is_none_or(|symbol| symbol.owner != index.module(module)) {
            wanted.insert(param.actual.clone());
        }
    }
    let mut lines = Vec::new();
    for (module, mut wanted) in modules {
        let own = index.module_of(at).is_some_and(|own| own == module);
        if index.module(module).is_some_and(|at| data::has_init(index, &at)) {
            let name = data::init_name(module);
            lines.push(format!("call {name}()"));
            wanted.insert(name);
        }
        if !own && !wanted.is_empty() {
            let place = crate::layout::use_place(context.source, unit) as u32;
            let list = wanted.into_iter().collect::<Vec<_>>().join(", ");
            let indent = inner(context, unit);
            context.insert(place, format!("{indent}use {module}, only: {list}\n"));
        }
    }
    lines
}

fn names_of_actuals(context: &mut Context<'_, '_>, at: &UnitRef, launcher: &Launcher) {
    for param in &launcher.params {
        match param.passing {
            Passing::Bounds { .. } => context.demands.name(at, "c_int64_t"),
            Passing::Logical => context.demands.name(at, "c_int"),
            _ => {}
        }
    }
}

/// Names for the dummies of the launch that nothing in the kernel has.
fn unique(unit: &Unit) -> [String; 4] {
    let mut taken = names_in(unit);
    taken.extend(unit.dummies.iter().map(|dummy| dummy.key.clone()));
    ["grid", "block", "shared_bytes", "stream"].map(|name| {
        let mut free = name.to_owned();
        while taken.contains(free.as_str()) {
            free.push('_');
        }
        free
    })
}

fn head(context: &mut Context<'_, '_>, unit: &Unit, launch: &[&str]) {
    for span in prefixes(context.source, context.form(), unit) {
        context.replace(span, "");
    }
    let list = launch.join(", ");
    match unit.dummies_span {
        Some(span) if unit.dummies.is_empty() => context.insert(span.start + 1, list),
        Some(span) => context.insert(span.start + 1, format!("{list}, ")),
        None => context.insert(unit.name.span.end, format!("({list})")),
    }
}

/// C's name is the kernel's; the launcher of a kernel that is written in C++ has one of its own.
fn bind(context: &mut Context<'_, '_>, at: &UnitRef, unit: &Unit) {
    let (Some(bind), Some(name)) = (&unit.bind, unit.c_name()) else { return };
    if at.interface.is_some() {
        context.replace(bind.span, format!("bind(c, name='{name}_launch')"));
        return;
    }
    let blanks = context.source[..bind.span.start as usize].iter().rev().take_while(|byte| **byte == b' ').count();
    context.replace(Span { start: bind.span.start - blanks as u32, end: bind.span.end }, "");
}

/// The blanks that statements inside of `unit` have.
fn inner(context: &Context<'_, '_>, unit: &Unit) -> String {
    crate::layout::unit_indent(context.source, context.form(), unit)
}

/// Keeps what declares dummies, named constants and types; the rest belongs to the device. `targets` get the attribute `target`.
fn specification(context: &mut Context<'_, '_>, unit: &Unit, targets: &BTreeSet<&str>) {
    let mut declared = BTreeSet::new();
    for stmt in &unit.spec {
        if !keep(context, unit, stmt.plain(), targets, &mut declared) {
            let span = whole(context.source, stmt.span);
            context.replace(span, "");
        }
    }
    let undeclared: Vec<&str> = targets.iter().copied().filter(|name| !declared.contains(*name)).collect();
    if !undeclared.is_empty() {
        let at = crate::layout::entry_place(context.source, unit) as u32;
        let text = format!("{}target :: {}\n", inner(context, unit), undeclared.join(", "));
        context.insert(at, text);
    }
}

/// Edits `stmt` for the host; `false` if nothing of it stays.
fn keep(
    context: &mut Context<'_, '_>,
    unit: &Unit,
    stmt: &Stmt,
    targets: &BTreeSet<&str>,
    declared: &mut BTreeSet<String>,
) -> bool {
    match &stmt.kind {
        StmtKind::Use(used) => !is_cuda_module(&used.module.key) || has_generators(used),
        StmtKind::Declare(declare) => declaration(context, unit, declare, targets, declared),
        StmtKind::Attributes { attribute, entities } => attributes(context, unit, attribute, entities),
        StmtKind::Interface(_) => false,
        _ => true,
    }
}

/// Whether `name` is a dummy argument or the result.
fn is_interface(unit: &Unit, name: &str) -> bool {
    let result = unit.kind == UnitKind::Function && unit.result.as_ref().unwrap_or(&unit.name).key == name;
    result || unit.dummies.iter().any(|dummy| dummy.key == name)
}

fn declaration(
    context: &mut Context<'_, '_>,
    unit: &Unit,
    declare: &Declare,
    targets: &BTreeSet<&str>,
    declared: &mut BTreeSet<String>,
) -> bool {
    let constant = declare.attributes.iter().any(|one| matches!(one.kind, AttributeKind::Parameter));
    let kept: Vec<&Entity> = declare.entities.iter().filter(|entity| constant || is_interface(unit, &entity.name.key)).collect();
    if kept.is_empty() {
        return false;
    }
    declared.extend(kept.iter().map(|entity| entity.name.key.to_string()));
    entities(context, &declare.entities, &kept);
    for one in declare.attributes.iter().filter(|one| is_device(one)) {
        let span = attribute(declare, one);
        context.replace(span, "");
    }
    let has = declare.attributes.iter().any(|one| matches!(one.kind, AttributeKind::Target | AttributeKind::Pointer));
    if !has && kept.iter().any(|entity| targets.contains(entity.name.key.as_str())) {
        // After the other attributes, where the programmer's come first.
        let last = declare.attributes.iter().filter(|one| !is_device(one)).map(|one| one.span.end).max();
        let text = if declare.colons.is_some() { ", target" } else { ", target ::" };
        context.insert(last.unwrap_or(declare.spec.span.end), text);
    }
    true
}

/// Leaves `kept` of a list of names.
fn entities(context: &mut Context<'_, '_>, all: &[Entity], kept: &[&Entity]) {
    let (Some(first), Some(last)) = (all.first(), all.last()) else { return };
    if kept.len() < all.len() {
        let list: Vec<_> = kept.iter().map(|entity| context.text(entity.span).into_owned()).collect();
        context.replace(first.span.to(last.span), list.join(", "));
    }
}

fn attributes(context: &mut Context<'_, '_>, unit: &Unit, attribute: &Attribute, named: &[Entity]) -> bool {
    let kept: Vec<&Entity> = named.iter().filter(|entity| is_interface(unit, &entity.name.key)).collect();
    if kept.is_empty() || is_device(attribute) {
        return false;
    }
    entities(context, named, &kept);
    if context.text(attribute.span).to_ascii_lowercase().starts_with("attributes")
        && matches!(attribute.kind, AttributeKind::Value)
    {
        context.replace(attribute.span, "value");
    }
    true
}

/// An attribute that says where data lives.
fn is_device(attribute: &Attribute) -> bool {
    attribute.kind.is_place() || matches!(attribute.kind, AttributeKind::Shared)
}

/// Puts `lines` in the place of the executable part.
fn body(context: &mut Context<'_, '_>, unit: &Unit, lines: &[String], indent: &str) {
    let source = context.source;
    let end = line_start(source, unit.end.start as usize);
    let start = unit.body.first().map_or(end, |stmt| line_start(source, stmt.span.start as usize)).min(end);
    let (closing, opening) = unbalanced(context, start, end);
    let mut text = closing;
    for line in lines {
        text.push_str(if line.is_empty() { "" } else { indent });
        text.push_str(line);
        text.push('\n');
    }
    text.push_str(&opening);
    context.replace(Span { start: start as u32, end: end as u32 }, text);
}

/// Lines of the preprocessor between two bytes whose partners are outside: those that close, those that open.
fn unbalanced(context: &Context<'_, '_>, start: usize, end: usize) -> (String, String) {
    let lines = context.file.cpp.iter().filter(|line| (start..end).contains(&(line.span.start as usize)));
    let (mut closing, mut open): (String, Vec<String>) = (String::new(), Vec::new());
    for line in lines {
        let text = || format!("{}\n", context.text(line.span).trim_end());
        match line.keyword.as_str() {
            "if" | "ifdef" | "ifndef" => open.push(text()),
            "endif" if open.pop().is_none() => closing.push_str(&text()),
            "else" | "elif" if open.is_empty() => closing.push_str(&text()),
            _ => {}
        }
    }
    (closing, open.concat())
}
