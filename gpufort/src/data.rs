//! Device, managed, pinned and constant data of host procedures: a file's tree to the edits that make it Fortran with HIP.
//!
//! What was allocatable, or an array or scalar of its own, becomes a pointer to memory of HIP's; assignments that cross between
//! host and device become copies. Small edits around expressions, so that other passes may edit within them.

mod allocate;
mod assign;
mod bounds;
mod components;
mod declare;
mod generic;
mod guard;
mod lifetime;
mod module;
mod own;
mod read;
mod sections;
mod statement;

pub use module::{has_init, init_name};

use crate::ast::{Form, Span, Unit};
use crate::demand::{Demands, Element, Extents, Family, Routine, Specific};
use crate::layout;
use crate::sema::{Index, Memory, Scope, SymbolKind, Type, UnitRef, Variable};
use hipify_diagnostics::{Code, Diagnostic, Edit, Level};
use std::borrow::Cow;

/// Where a statement stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Position {
    Plain,
    /// After `if (condition)`.
    OneIf,
    /// In `where` or `forall`, which only take assignments.
    Masked,
}

/// What became of one file's data.
#[derive(Debug, Default)]
pub struct Rewritten {
    pub edits: Vec<Edit>,
    pub diagnostics: Vec<Diagnostic>,
    pub demands: Demands,
}

/// Rewrites the host side of file number `file` of `index`, whose bytes are `source`. `interfaces` is the module that answers the
/// file's [`Demands`].
pub fn rewrite(index: &Index<'_>, file: usize, source: &[u8], interfaces: &str) -> Rewritten {
    let mut out = Rewritten::default();
    let form = index.files()[file].form;
    for at in index.units(file) {
        let unit = index.unit(&at);
        if unit.is_device() && !unit.is_host() {
            continue;
        }
        let pass = &mut Pass { scope: index.scope(&at), index, at: &at, unit, source, form, interfaces, out: &mut out };
        declare::declarations(pass);
        if at.interface.is_some() {
            continue;
        }
        generic::interfaces(pass);
        module::initialisation(pass);
        lifetime::entry(pass);
        statement::statements(pass, &unit.body, Position::Plain);
        lifetime::exit(pass);
    }
    out
}

/// One unit, and where its edits go.
struct Pass<'p, 'a> {
    scope: Scope<'p, 'a>,
    index: &'p Index<'a>,
    at: &'p UnitRef,
    unit: &'a Unit,
    source: &'p [u8],
    form: Form,
    interfaces: &'p str,
    out: &'p mut Rewritten,
}

impl<'a> Pass<'_, 'a> {
    fn text(&self, span: Span) -> Cow<'_, str> {
        layout::text(self.source, span)
    }

    fn insert(&mut self, at: u32, text: impl Into<Cow<'static, str>>) {
        self.out.edits.push(Edit::insert(at as usize, text));
    }

    fn replace(&mut self, span: Span, text: impl Into<Cow<'static, str>>) {
        self.out.edits.push(Edit::replace(span.range(), text));
    }

    fn name(&mut self, name: &str) {
        self.out.demands.name(self.at, name);
    }

    fn routine(&mut self, routine: Routine) {
        self.out.demands.routine(self.at, routine);
    }

    fn specific(&mut self, family: Family, extents: Extents, element: Element, rank: usize) {
        self.out.demands.specific(self.at, Specific { family, extents, element, rank });
    }

    fn refuse(&mut self, code: Code, span: Span, message: impl Into<String>, help: &str) {
        self.out.diagnostics.push(Diagnostic::new(code, Level::Error, span.range(), message).with_help(help));
    }

    /// The variable `key` that this unit itself declares.
    fn own_variable(&self, key: &str) -> Option<Variable<'a>> {
        let symbol = self.scope.lookup(key)?;
        match symbol.kind {
            SymbolKind::Variable(variable) if symbol.owner.as_ref() == Some(self.at) => Some(variable),
            _ => None,
        }
    }

    /// Lines for insertion, each with the unit's indentation.
    fn lines(&self, lines: &[String]) -> String {
        let indent = layout::unit_indent(self.source, self.form, self.unit);
        let indent = |line: &str| if line.starts_with('#') { "" } else { indent.as_str() };
        lines.iter().map(|line| format!("{}{line}\n", indent(line))).collect()
    }
}

/// What a declaration becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Holding {
    /// Nothing is to be done.
    Plain,
    /// A pointer stays one, without the place of what it points to.
    Pointer,
    /// A dummy argument that is host's and device's alike.
    Dummy,
    /// An allocatable that becomes a pointer.
    Allocatable,
    /// A scalar or array of its own that becomes a pointer to memory that is allocated where it comes to be.
    Fixed,
}

impl Holding {
    fn of(variable: &Variable<'_>) -> Self {
        let allocatable = variable.allocatable;
        match variable.memory {
            Memory::Host | Memory::Shared => Self::Plain,
            _ if variable.parameter => Self::Plain,
            _ if variable.pointer => Self::Pointer,
            _ if allocatable => Self::Allocatable,
            Memory::Pinned | Memory::Texture => Self::Pointer,
            _ if variable.dummy => Self::Dummy,
            _ => Self::Fixed,
        }
    }

    /// A pointer stands for what the source declares as something else.
    fn is_new_pointer(self) -> bool {
        matches!(self, Self::Allocatable | Self::Fixed)
    }
}

/// The host must not touch it.
fn on_device(memory: Memory) -> bool {
    matches!(memory, Memory::Device | Memory::Constant | Memory::Texture | Memory::Shared)
}

/// How memory of a kind is allocated and freed.
fn families(memory: Memory) -> (Family, Family) {
    match memory {
        Memory::Managed | Memory::Unified => (Family::MallocManaged, Family::Free),
        Memory::Pinned => (Family::HostMalloc, Family::HostFree),
        _ => (Family::Malloc, Family::Free),
    }
}

/// Elements that have typed procedures: not characters and derived types.
fn element(ty: &Type) -> Option<Element> {
    Element::of(ty).filter(|element| matches!(element.kind, 1 | 2 | 4 | 8))
}
