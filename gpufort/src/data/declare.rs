//! Declarations of data with a place: attributes, shapes and initial values of what becomes a pointer or a host dummy.

use super::{Holding, Pass};
use crate::ast::{Attribute, AttributeKind, Declare, Dim, Entity, Init, Span, Stmt, StmtKind, UnitKind};
use crate::layout;
use crate::sema::{Memory, Variable};
use hipify_diagnostics::Code;

/// What happens to one declared name.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Change {
    holding: Holding,
    array: bool,
    /// It may be `target`.
    target: bool,
    /// It begins as `=> null()`.
    null: bool,
}

/// Rewrites the declarations of the pass's unit.
pub(super) fn declarations(pass: &mut Pass<'_, '_>) {
    let unit = pass.unit;
    for stmt in &unit.spec {
        statement(pass, stmt);
    }
}

fn statement(pass: &mut Pass<'_, '_>, stmt: &Stmt) {
    match &stmt.kind {
        StmtKind::Cuf { statement: inner, .. } => statement(pass, inner),
        StmtKind::Declare(declare) => {
            let changes: Vec<Change> = declare.entities.iter().map(|entity| change_of(pass, entity)).collect();
            declaration(pass, declare, &changes, Some(stmt.span));
        }
        StmtKind::Attributes { attribute, entities } => attributes(pass, stmt, attribute, entities),
        StmtKind::DerivedType(derived) => {
            for declare in &derived.components {
                let changes: Vec<Change> =
                    declare.entities.iter().map(|entity| component_change(pass, declare, entity)).collect();
                declaration(pass, declare, &changes, None);
            }
        }
        _ => {}
    }
}

fn change_of(pass: &Pass<'_, '_>, entity: &Entity) -> Change {
    let Some(variable) = pass.own_variable(&entity.name.key) else { return Change::NONE };
    let holding = Holding::of(&variable);
    Change {
        holding,
        array: variable.dims.is_some(),
        target: !variable.target && !variable.value && !variable.pointer,
        null: holding.is_new_pointer() && !variable.dummy && begins_null(pass.unit.kind, &variable),
    }
}

/// What lives as long as the program begins without an allocation; a procedure's own data is nullified at its entry.
pub(super) fn begins_null(unit: UnitKind, variable: &Variable<'_>) -> bool {
    variable.save || !matches!(unit, UnitKind::Subroutine | UnitKind::Function)
}

fn component_change(pass: &mut Pass<'_, '_>, declare: &Declare, entity: &Entity) -> Change {
    let has = |wanted: &AttributeKind| {
        declare.attributes.iter().any(|attribute| std::mem::discriminant(&attribute.kind) == std::mem::discriminant(wanted))
    };
    if !declare.attributes.iter().any(|attribute| attribute.kind.is_place()) {
        return Change::NONE;
    }
    let array = entity.dims.is_some() || declare.attributes.iter().any(|one| matches!(one.kind, AttributeKind::Dimension(_)));
    let holding = if has(&AttributeKind::Pointer) {
        Holding::Pointer
    } else if has(&AttributeKind::Allocatable) {
        Holding::Allocatable
    } else if has(&AttributeKind::Pinned) {
        Holding::Pointer
    } else {
        let message = format!("component `{}` is an array or scalar of its own in device memory", entity.name.key);
        pass.refuse(Code::FORTRAN_DEVICE_DATA, entity.span, message, "make it `allocatable`");
        return Change::NONE;
    };
    Change { holding, array, target: false, null: holding == Holding::Allocatable }
}

impl Change {
    const NONE: Self = Self { holding: Holding::Plain, array: false, target: false, null: false };

    /// Both change the attribute list in the same way.
    fn same_list(self, other: Self) -> bool {
        self.holding == other.holding
            && (!self.holding.is_new_pointer() || self.array == other.array)
            && self.target == other.target
    }

    /// What an attribute of the declaration becomes; `None` where it goes.
    fn attribute(self, text: &str, kind: &AttributeKind, first_place: bool) -> Option<String> {
        let pointer = if self.array { "pointer, contiguous" } else { "pointer" };
        let new = match kind {
            _ if self.holding == Holding::Plain => text,
            kind if kind.is_place() => match self.holding {
                Holding::Dummy if self.target && first_place => "target",
                Holding::Fixed if first_place => pointer,
                _ => return None,
            },
            AttributeKind::Allocatable if self.holding == Holding::Allocatable => pointer,
            AttributeKind::Target | AttributeKind::Contiguous | AttributeKind::Bind(_) if self.holding.is_new_pointer() => {
                return None;
            }
            AttributeKind::Dimension(dims) if self.holding == Holding::Fixed => {
                return Some(format!("dimension({})", colons(dims.len())));
            }
            AttributeKind::Intent { reads: false, writes: true } if self.holding == Holding::Allocatable => "intent(inout)",
            _ => text,
        };
        Some(new.to_owned())
    }

    /// What is added to the declaration where its place is said elsewhere.
    fn added(self) -> Option<&'static str> {
        match self.holding {
            Holding::Dummy if self.target => Some("target"),
            Holding::Fixed if self.array => Some("pointer, contiguous"),
            Holding::Fixed => Some("pointer"),
            _ => None,
        }
    }
}

/// `:, :`
pub(super) fn colons(rank: usize) -> String {
    vec![":"; rank].join(", ")
}

fn declaration(pass: &mut Pass<'_, '_>, declare: &Declare, changes: &[Change], whole: Option<Span>) {
    let Some(&first) = changes.first() else { return };
    if changes.iter().all(|change| change.holding == Holding::Plain) {
        return;
    }
    if changes.iter().all(|change| first.same_list(*change)) {
        list_in_place(pass, declare, first);
        for (entity, change) in declare.entities.iter().zip(changes) {
            entity_in_place(pass, declare, entity, *change);
        }
        return;
    }
    let end = declare.entities.last().map_or(declare.spec.span, |entity| entity.span);
    let span = whole.map_or(declare.spec.span, |whole| Span { start: declare.spec.span.start, end: whole.end }).to(end);
    if !pass.refuse_branches(span) {
        let text = split(pass, declare, changes);
        pass.replace(span, text);
    }
}

fn list_in_place(pass: &mut Pass<'_, '_>, declare: &Declare, change: Change) {
    let mut before = declare.spec.span.end;
    let mut placed = false;
    for attribute in &declare.attributes {
        let text = pass.text(attribute.span).into_owned();
        let is_place = attribute.kind.is_place();
        match change.attribute(&text, &attribute.kind, is_place && !placed) {
            None => pass.replace(Span { start: before, end: attribute.span.end }, ""),
            Some(new) if new != text => pass.replace(attribute.span, new),
            Some(_) => {}
        }
        placed |= is_place;
        before = attribute.span.end;
    }
    if let Some(added) = change.added().filter(|_| !placed) {
        let colons = if declare.colons.is_some() { "" } else { " ::" };
        pass.insert(before, format!(", {added}{colons}"));
    }
}

fn entity_in_place(pass: &mut Pass<'_, '_>, declare: &Declare, entity: &Entity, change: Change) {
    if let Some((span, dims)) = &entity.dims
        && change.holding == Holding::Fixed
    {
        pass.replace(*span, format!("({})", colons(dims.len())));
    }
    if !change.holding.is_new_pointer() {
        return;
    }
    let end = entity.dims.as_ref().map_or(entity.name.span.end, |(span, _)| span.end);
    match &entity.init {
        Some(Init::Value(_)) => pass.replace(Span { start: end, end: entity.span.end }, " => null()"),
        None if change.null => {
            if declare.colons.is_none() && change.added().is_none() {
                pass.insert(declare.spec.span.end, " ::");
            }
            pass.insert(entity.span.end, " => null()");
        }
        _ => {}
    }
}

/// The declaration as one statement for each way in which its names change.
fn split(pass: &Pass<'_, '_>, declare: &Declare, changes: &[Change]) -> String {
    let mut groups: Vec<(Change, Vec<String>)> = Vec::new();
    for (entity, change) in declare.entities.iter().zip(changes) {
        let text = entity_text(pass, entity, *change);
        match groups.iter_mut().find(|(other, _)| other.same_list(*change)) {
            Some((_, entities)) => entities.push(text),
            None => groups.push((*change, vec![text])),
        }
    }
    let indent = layout::indent(pass.source, pass.form, declare.spec.span.start as usize);
    let spec = pass.text(declare.spec.span);
    let lines =
        groups.iter().map(|(change, entities)| format!("{spec}{} :: {}", list(pass, declare, *change), entities.join(", ")));
    lines.collect::<Vec<_>>().join(&format!("\n{indent}"))
}

/// `, pointer, contiguous`
fn list(pass: &Pass<'_, '_>, declare: &Declare, change: Change) -> String {
    let mut out = String::new();
    let mut placed = false;
    for attribute in &declare.attributes {
        let is_place = attribute.kind.is_place();
        if let Some(new) = change.attribute(&pass.text(attribute.span), &attribute.kind, is_place && !placed) {
            out.push_str(", ");
            out.push_str(&new);
        }
        placed |= is_place;
    }
    if let Some(added) = change.added().filter(|_| !placed) {
        out.push_str(", ");
        out.push_str(added);
    }
    out
}

fn entity_text(pass: &Pass<'_, '_>, entity: &Entity, change: Change) -> String {
    if !change.holding.is_new_pointer() {
        return pass.text(entity.span).into_owned();
    }
    let dims = match &entity.dims {
        Some((_, dims)) if change.holding == Holding::Fixed => format!("({})", colons(dims.len())),
        Some((span, _)) => pass.text(*span).into_owned(),
        None => String::new(),
    };
    let null = if change.null || matches!(entity.init, Some(Init::Value(_))) { " => null()" } else { "" };
    format!("{}{dims}{null}", pass.text(entity.name.span))
}

/// A statement that gives an attribute to names: it goes where it says the place, and follows what the names become.
fn attributes(pass: &mut Pass<'_, '_>, stmt: &Stmt, attribute: &Attribute, entities: &[Entity]) {
    let holdings: Vec<Holding> = entities
        .iter()
        .map(|entity| pass.own_variable(&entity.name.key).map_or(Holding::Plain, |one| Holding::of(&one)))
        .collect();
    if attribute.kind.is_place() {
        remove_statement(pass, stmt);
        return;
    }
    let new: Vec<bool> = holdings.iter().map(|holding| holding.is_new_pointer()).collect();
    let fixed_dims = matches!(attribute.kind, AttributeKind::Dimension(_)) && holdings.contains(&Holding::Fixed);
    match &attribute.kind {
        AttributeKind::Allocatable if new.iter().all(|&new| new) => pass.replace(attribute.span, "pointer"),
        AttributeKind::Allocatable | AttributeKind::Target if new.contains(&true) => refuse_statement(pass, stmt),
        _ if fixed_dims => refuse_statement(pass, stmt),
        _ => {}
    }
}

fn refuse_statement(pass: &mut Pass<'_, '_>, stmt: &Stmt) {
    let message = "an attribute statement about device data among others";
    pass.refuse(Code::FORTRAN_DEVICE_DATA, stmt.span, message, "give the attributes in the declaration of each name");
}

/// Removes a statement, with its line where nothing else is on it.
pub(super) fn remove_statement(pass: &mut Pass<'_, '_>, stmt: &Stmt) {
    let (start, end) = (stmt.span.start as usize, stmt.span.end as usize);
    let (line, next) = (layout::line_start(pass.source, start), layout::next_line(pass.source, end));
    let alone = pass.source[line..start].trim_ascii().is_empty() && pass.source[end..next].trim_ascii().is_empty();
    let span = if alone { line..next } else { start..end };
    pass.out.edits.push(hipify_diagnostics::Edit::delete(span));
}

/// The explicit bounds with which a variable is declared.
pub(super) fn declared_dims<'a>(variable: &Variable<'a>) -> &'a [Dim] {
    match variable.memory {
        Memory::Host => &[],
        _ => variable.dims.unwrap_or_default(),
    }
}
