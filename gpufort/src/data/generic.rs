//! Generic interfaces that tell host from device data: without that attribute some specific procedures become alike, so those for
//! the device leave the interface and are called by their own names.

use super::Pass;
use crate::ast::{Arg, Expr, ExprKind, Interface, Name, Span, Stmt, StmtKind, Unit, UnitKind};
use crate::layout;
use crate::sema::{Index, Memory, SymbolKind, Type, UnitRef};
use hipify_diagnostics::Edit;

/// What tells specific procedures apart once places do not.
struct Specific<'s> {
    at: &'s UnitRef,
    dummies: Vec<Dummy<'s>>,
    /// How many dummies are not plain host data.
    placed: usize,
}

struct Dummy<'s> {
    key: &'s str,
    /// Type and rank; `None` for procedures.
    shape: Option<(Type, usize)>,
    optional: bool,
}

impl Specific<'_> {
    /// No call tells the two apart (Fortran 2018, 15.4.3.4.5).
    fn is_like(&self, other: &Self) -> bool {
        !self.tells(other) && !other.tells(self)
    }

    /// A dummy that must be given has a type and rank of which the other has not as many, or differs both by place and by name.
    fn tells(&self, other: &Self) -> bool {
        let given = |dummies: &'_ [Dummy<'_>]| {
            dummies.iter().enumerate().filter(|(_, one)| !one.optional).map(|(at, _)| at).collect::<Vec<_>>()
        };
        let own = given(&self.dummies);
        let more = own.iter().any(|&at| {
            let shape = &self.dummies[at].shape;
            let count = own.iter().filter(|&&at| self.dummies[at].shape == *shape).count();
            count > other.dummies.iter().filter(|one| one.shape == *shape).count()
        });
        let by_place = own.iter().find(|&&at| other.dummies.get(at).is_none_or(|one| one.shape != self.dummies[at].shape));
        let by_name = own.iter().rev().find(|&&at| {
            let named = other.dummies.iter().find(|one| one.key == self.dummies[at].key);
            named.is_none_or(|one| one.shape != self.dummies[at].shape)
        });
        more || matches!((by_place, by_name), (Some(place), Some(name)) if place <= name)
    }
}

/// The specific procedures that leave their generic: of those alike, the one with the fewest device dummies stays.
fn leaving(index: &Index<'_>, specifics: &[UnitRef]) -> Vec<UnitRef> {
    let host = specifics.iter().filter(|at| !index.unit(at).is_device());
    let described: Vec<Specific<'_>> = host.map(|at| describe(index, at)).collect();
    let stays = |position: usize, one: &Specific<'_>| {
        !described
            .iter()
            .enumerate()
            .any(|(other_position, other)| other.is_like(one) && (other.placed, other_position) < (one.placed, position))
    };
    described.iter().enumerate().filter(|(position, one)| !stays(*position, one)).map(|(_, one)| one.at.clone()).collect()
}

fn describe<'s>(index: &'s Index<'_>, at: &'s UnitRef) -> Specific<'s> {
    let scope = index.scope(at);
    let names = &index.unit(at).dummies;
    let variables: Vec<_> = (0..names.len()).map(|position| scope.dummy(at, position)).collect();
    let dummies = names.iter().zip(&variables).map(|(name, variable)| Dummy {
        key: name.key.as_str(),
        shape: variable.as_ref().map(|variable| (variable.ty.clone(), variable.dims.map_or(0, <[_]>::len))),
        optional: variable.as_ref().is_some_and(|variable| variable.optional),
    });
    Specific {
        at,
        dummies: dummies.collect(),
        placed: variables.iter().flatten().filter(|dummy| dummy.memory != Memory::Host).count(),
    }
}

/// Takes procedures out of the generic interfaces of the pass's unit.
pub(super) fn interfaces(pass: &mut Pass<'_, '_>) {
    let unit = pass.unit;
    for stmt in &unit.spec {
        let StmtKind::Interface(interface) = &stmt.kind else { continue };
        let Some(name) = &interface.name else { continue };
        let Some(SymbolKind::Generic(specifics)) = pass.scope.lookup(&name.key).map(|symbol| symbol.kind) else { continue };
        let gone = leaving(pass.index, &specifics);
        if !gone.is_empty() {
            take_out(pass, interface, &gone);
            publish(pass, stmt, &gone);
        }
    }
}

fn take_out(pass: &mut Pass<'_, '_>, interface: &Interface, gone: &[UnitRef]) {
    let leaves = |key: &str| gone.iter().any(|at| pass.index.unit(at).name.key == key);
    let mut edits = Vec::new();
    for list in lists(pass, &interface.procedures) {
        let kept: Vec<&Name> = list.iter().filter(|name| !leaves(&name.key)).collect();
        let (Some(first), Some(last)) = (list.first(), list.last()) else { continue };
        let span = first.span.to(last.span);
        if kept.is_empty() {
            let line = layout::line_start(pass.source, span.start as usize)..layout::next_line(pass.source, span.end as usize);
            edits.push(Edit::delete(line));
        } else if kept.len() < list.len() {
            let text: Vec<_> = kept.iter().map(|name| pass.text(name.span)).collect();
            edits.push(Edit::replace(span.range(), text.join(", ")));
        }
    }
    let head = pass.text(interface.head).into_owned();
    for body in interface.bodies.iter().filter(|body| leaves(&body.name.key)) {
        edits.extend(apart(pass, body, &head));
    }
    pass.out.edits.extend(edits);
}

/// An interface body that leaves its generic stays in a block of its own.
fn apart(pass: &Pass<'_, '_>, body: &Unit, head: &str) -> [Edit; 2] {
    let indent = layout::indent(pass.source, pass.form, body.span.start as usize);
    let before = layout::line_start(pass.source, body.span.start as usize);
    let after = layout::next_line(pass.source, body.span.end as usize);
    [
        Edit::insert(before, format!("{indent}end interface\n{indent}interface\n")),
        Edit::insert(after, format!("{indent}end interface\n{indent}{head}\n")),
    ]
}

/// The names of `module procedure` statements, one list a statement.
fn lists<'n>(pass: &Pass<'_, '_>, names: &'n [Name]) -> Vec<&'n [Name]> {
    let joined = |left: &Name, right: &Name| {
        let between = Span { start: left.span.end, end: right.span.start }.of(pass.source);
        between.iter().all(|byte| b", &\t\r\n".contains(byte)) && between.contains(&b',')
    };
    names.chunk_by(joined).collect()
}

/// Makes procedures of a module that is private by itself callable by name.
fn publish(pass: &mut Pass<'_, '_>, interface: &Stmt, gone: &[UnitRef]) {
    if pass.unit.kind != UnitKind::Module {
        return;
    }
    let names: Vec<String> =
        gone.iter().map(|at| pass.index.unit(at).name.key.to_string()).filter(|name| !is_public(pass, name)).collect();
    if is_private(pass.unit) && !names.is_empty() {
        let indent = layout::indent(pass.source, pass.form, interface.span.start as usize);
        let at = layout::next_line(pass.source, interface.span.end as usize);
        pass.out.edits.push(Edit::insert(at, format!("{indent}public :: {}\n", names.join(", "))));
    }
}

/// What a module declares is private unless it says otherwise.
pub(super) fn is_private(unit: &Unit) -> bool {
    unit.spec.iter().any(|stmt| {
        matches!(&stmt.kind, StmtKind::Attributes { attribute, entities }
            if entities.is_empty() && matches!(attribute.kind, crate::ast::AttributeKind::Private))
    })
}

fn is_public(pass: &Pass<'_, '_>, name: &str) -> bool {
    pass.unit.spec.iter().any(|stmt| match &stmt.kind {
        StmtKind::Attributes { attribute, entities } => {
            matches!(attribute.kind, crate::ast::AttributeKind::Public) && entities.iter().any(|entity| entity.name.key == name)
        }
        _ => false,
    })
}

impl Pass<'_, '_> {
    /// Calls a procedure that has left its generic by its own name; `callee` is the generic's.
    pub(super) fn generic_callee(&mut self, callee: &Expr, args: &[Arg]) {
        let ExprKind::Name(name) = &callee.kind else { return };
        let Some(SymbolKind::Generic(specifics)) = self.scope.lookup(name).map(|symbol| symbol.kind) else { return };
        let gone = leaving(self.index, &specifics);
        if gone.is_empty() {
            return;
        }
        let Some(at) = self.scope.resolve_call(callee, args).filter(|at| gone.contains(at)) else { return };
        let specific = self.index.unit(&at).name.key.clone();
        self.replace(callee.span, specific.to_string());
        let seen =
            matches!(self.scope.lookup(&specific).map(|symbol| symbol.kind), Some(SymbolKind::Procedure(seen)) if seen == at);
        let module = self.index.module_of(&at);
        if let (false, Some(module)) = (seen || module == self.index.module_of(self.at), module) {
            let indent = layout::unit_indent(self.source, self.form, self.unit);
            let text = format!("{indent}use {module}, only: {specific}\n");
            let place = layout::use_place(self.source, self.unit);
            let edit = Edit::insert(place, text);
            if !self.out.edits.contains(&edit) {
                self.out.edits.push(edit);
            }
        }
    }
}
