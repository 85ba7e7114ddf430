//! The names that one unit declares, as they are written: nothing is resolved here.

use super::{Memory, Type, UnitRef};
use crate::ast::{
    Attribute, AttributeKind, Declare, DerivedType, Dim, Entity, Expr, File, Init, Interface, Length, Name, Span, Stmt, StmtKind,
    TypeKind, TypeSpec, Unit, UnitKind, Use,
};
use crate::walk::walk;
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;
use std::ops::RangeInclusive;
use std::sync::OnceLock;

/// What a unit declares.
#[derive(Default)]
pub(super) struct Table<'a> {
    pub(super) names: FxHashMap<SmolStr, Declared<'a>>,
    pub(super) uses: Vec<&'a Use>,
    /// `associate` names with what they stand for, wherever in the unit.
    pub(super) associates: FxHashMap<SmolStr, (&'a Name, &'a Expr)>,
    pub(super) implicit_none: bool,
    /// The types of names that begin with these letters.
    pub(super) implicit: Vec<(RangeInclusive<u8>, &'a TypeSpec)>,
    /// A module's names are private unless it says otherwise.
    private: bool,
    publics: FxHashSet<SmolStr>,
    privates: FxHashSet<SmolStr>,
}

/// All that a unit says of one name.
#[derive(Default)]
pub(super) struct Declared<'a> {
    pub(super) variable: Option<Raw<'a>>,
    /// A procedure of this unit, by its number in the index.
    pub(super) procedure: Option<usize>,
    pub(super) generic: Option<Generic<'a>>,
    pub(super) derived: Option<&'a DerivedType>,
    /// It is said to be a procedure: `external f`, `procedure(p) :: f`.
    pub(super) external: bool,
    /// The variable's type, once it is known.
    pub(super) ty: OnceLock<Type>,
}

/// A generic interface: names of module procedures, numbers of interface bodies.
#[derive(Default)]
pub(super) struct Generic<'a> {
    pub(super) names: Vec<&'a Name>,
    pub(super) bodies: Vec<usize>,
}

/// A variable as its statements declare it.
#[derive(Clone, Copy)]
pub(super) struct Raw<'a> {
    /// `None`: typed implicitly.
    pub(super) spec: Option<&'a TypeSpec>,
    pub(super) declared: &'a Name,
    pub(super) statement: Span,
    pub(super) dims: Option<&'a [Dim]>,
    pub(super) length: Option<&'a Length>,
    pub(super) init: Option<&'a Expr>,
    pub(super) memory: Memory,
    pub(super) flags: Flags,
    pub(super) intent: Option<(bool, bool)>,
}

#[derive(Clone, Copy, Default)]
pub(super) struct Flags {
    pub(super) allocatable: bool,
    pub(super) pointer: bool,
    pub(super) target: bool,
    pub(super) contiguous: bool,
    pub(super) value: bool,
    pub(super) optional: bool,
    pub(super) save: bool,
    pub(super) dummy: bool,
    pub(super) parameter: bool,
    /// An enumerator without a value of its own.
    pub(super) enumerator: Option<i64>,
}

impl<'a> Raw<'a> {
    pub(super) fn new(declared: &'a Name, statement: Span) -> Self {
        let (spec, dims, length, init, intent) = (None, None, None, None, None);
        Self { spec, declared, statement, dims, length, init, memory: Memory::Host, flags: Flags::default(), intent }
    }

    /// The variable that `entity` of `declare` is; for components too.
    pub(super) fn of(declare: &'a Declare, entity: &'a Entity, statement: Span) -> Self {
        let mut raw = Self::new(&entity.name, statement);
        raw.declare(declare, entity);
        raw
    }

    fn declare(&mut self, declare: &'a Declare, entity: &'a Entity) {
        self.spec = self.spec.or(Some(&declare.spec));
        if let TypeKind::Character { len, .. } = &declare.spec.kind {
            self.length = len.as_ref();
        }
        for attribute in &declare.attributes {
            self.attribute(attribute);
        }
        self.entity(entity);
    }

    fn entity(&mut self, entity: &'a Entity) {
        if let Some((_, dims)) = &entity.dims {
            self.dims = Some(dims);
        }
        self.length = entity.length.as_ref().or(self.length);
        if let Some(Init::Value(value) | Init::Pointer(value)) = &entity.init {
            self.init = Some(value);
        }
    }

    fn attribute(&mut self, attribute: &'a Attribute) {
        let flags = &mut self.flags;
        match &attribute.kind {
            AttributeKind::Allocatable => flags.allocatable = true,
            AttributeKind::Pointer => flags.pointer = true,
            AttributeKind::Target => flags.target = true,
            AttributeKind::Parameter => flags.parameter = true,
            AttributeKind::Save => flags.save = true,
            AttributeKind::Value => flags.value = true,
            AttributeKind::Optional => flags.optional = true,
            AttributeKind::Contiguous => flags.contiguous = true,
            AttributeKind::Intent { reads, writes } => self.intent = Some((*reads, *writes)),
            AttributeKind::Dimension(dims) if !dims.is_empty() => self.dims = self.dims.or(Some(dims)),
            AttributeKind::Device => self.memory = Memory::Device,
            AttributeKind::Managed => self.memory = Memory::Managed,
            AttributeKind::Unified => self.memory = Memory::Unified,
            AttributeKind::Pinned => self.memory = Memory::Pinned,
            AttributeKind::Constant => self.memory = Memory::Constant,
            AttributeKind::Shared => self.memory = Memory::Shared,
            AttributeKind::Texture => self.memory = Memory::Texture,
            AttributeKind::Dimension(_)
            | AttributeKind::External
            | AttributeKind::Intrinsic
            | AttributeKind::Public
            | AttributeKind::Private
            | AttributeKind::Protected
            | AttributeKind::Volatile
            | AttributeKind::Bind(_)
            | AttributeKind::Other => {}
        }
    }
}

impl<'a> Table<'a> {
    /// The names of `unit`, of what the preprocessor leaves in.
    pub(super) fn of(tree: &'a File, unit: &'a Unit) -> Self {
        let mut table = Self::default();
        for stmt in unit.spec.iter().filter(|stmt| !tree.is_inactive(stmt.span)) {
            table.specify(tree, stmt, 0);
        }
        table.own_names(unit);
        walk(&unit.body, &mut |stmt| table.construct(stmt));
        table
    }

    /// Whether other units see `name` by `use`.
    pub(super) fn exports(&self, name: &str) -> bool {
        if self.private { self.publics.contains(name) } else { !self.privates.contains(name) }
    }

    pub(super) fn add_procedure(&mut self, name: &SmolStr, number: usize) {
        self.names.entry(name.clone()).or_default().procedure = Some(number);
    }

    pub(super) fn add_interface_body(&mut self, interface: &'a Interface, body: &'a Unit, number: usize) {
        self.add_procedure(&body.name.key, number);
        if let Some(name) = &interface.name {
            self.generic(name).bodies.push(number);
        }
    }

    /// What a statement declares. Files that include each other in a circle end at a depth.
    fn specify(&mut self, tree: &'a File, stmt: &'a Stmt, depth: u32) {
        let stmt = stmt.plain();
        match &stmt.kind {
            StmtKind::Include(name) if depth < 8 => {
                let statements = tree.included(name).iter().filter(|stmt| !tree.is_inactive(stmt.span));
                statements.for_each(|stmt| self.specify(tree, stmt, depth + 1));
            }
            StmtKind::Use(used) => self.uses.push(used),
            StmtKind::Implicit { none, letters } => {
                self.implicit_none |= none;
                for (spec, ranges) in letters {
                    self.implicit.extend(ranges.iter().map(|&(first, last)| (first..=last, spec)));
                }
            }
            StmtKind::Common(entities) => entities.iter().for_each(|entity| self.raw(&entity.name, stmt.span).entity(entity)),
            StmtKind::Declare(declare) => self.declare(declare, stmt.span),
            StmtKind::Attributes { attribute, entities } => self.attributes(attribute, entities, stmt.span),
            StmtKind::Parameter(pairs) => pairs.iter().for_each(|(name, value)| {
                let raw = self.raw(name, stmt.span);
                raw.flags.parameter = true;
                raw.init = Some(value);
            }),
            StmtKind::DerivedType(derived) => self.derived(derived),
            StmtKind::Interface(interface) => {
                if let Some(name) = &interface.name {
                    self.generic(name).names.extend(&interface.procedures);
                }
            }
            StmtKind::Enum(pairs) => self.enumerate(pairs, stmt.span),
            _ => {}
        }
    }

    fn declare(&mut self, declare: &'a Declare, statement: Span) {
        let procedure = matches!(declare.spec.kind, crate::ast::TypeKind::Procedure(_));
        for entity in &declare.entities {
            let raw = self.raw(&entity.name, statement);
            raw.declare(declare, entity);
            raw.statement = statement;
            let external = procedure || declare.attributes.iter().any(|one| matches!(one.kind, AttributeKind::External));
            self.names.entry(entity.name.key.clone()).or_default().external |= external;
            for attribute in &declare.attributes {
                self.access(attribute, &entity.name);
            }
        }
    }

    fn attributes(&mut self, attribute: &'a Attribute, entities: &'a [Entity], statement: Span) {
        if entities.is_empty() {
            self.private |= matches!(attribute.kind, AttributeKind::Private);
            return;
        }
        for entity in entities {
            match attribute.kind {
                AttributeKind::Public | AttributeKind::Private => self.access(attribute, &entity.name),
                AttributeKind::External => self.names.entry(entity.name.key.clone()).or_default().external = true,
                AttributeKind::Intrinsic | AttributeKind::Bind(_) | AttributeKind::Other => {}
                _ => {
                    let raw = self.raw(&entity.name, statement);
                    raw.attribute(attribute);
                    raw.entity(entity);
                }
            }
        }
    }

    fn access(&mut self, attribute: &Attribute, name: &Name) {
        match attribute.kind {
            AttributeKind::Public => drop(self.publics.insert(name.key.clone())),
            AttributeKind::Private => drop(self.privates.insert(name.key.clone())),
            _ => {}
        }
    }

    fn derived(&mut self, derived: &'a DerivedType) {
        self.names.entry(derived.name.key.clone()).or_default().derived = Some(derived);
        for attribute in &derived.attributes {
            self.access(attribute, &derived.name);
        }
    }

    fn enumerate(&mut self, pairs: &'a [(Name, Option<Expr>)], statement: Span) {
        let mut next = Some(0);
        let mut last: Option<&'a Expr> = None;
        for (name, value) in pairs {
            if let Some(value) = value {
                (last, next) = (Some(value), Some(0));
            }
            let raw = self.raw(name, statement);
            raw.flags.parameter = true;
            raw.init = last;
            raw.flags.enumerator = next;
            next = next.map(|one| one + 1);
        }
    }

    /// The result of a function and dummy arguments, which need no declaration.
    fn own_names(&mut self, unit: &'a Unit) {
        for dummy in unit.dummies.iter().filter(|dummy| dummy.key != "*") {
            self.raw(dummy, Span::at(unit.head.start)).flags.dummy = true;
        }
        if unit.kind == UnitKind::Function {
            let raw = self.raw(unit.result.as_ref().unwrap_or(&unit.name), Span::at(unit.head.start));
            raw.spec = raw.spec.or(unit.prefix.result.as_ref());
        }
    }

    /// Names that constructs in the body declare count in the whole unit where it has no others of this name.
    fn construct(&mut self, stmt: &'a Stmt) {
        match &stmt.kind {
            StmtKind::Associate { pairs, .. } => {
                for (name, value) in pairs {
                    self.associates.entry(name.key.clone()).or_insert((name, value));
                }
            }
            StmtKind::Block { spec, .. } => spec.iter().for_each(|stmt| {
                let StmtKind::Declare(declare) = &stmt.plain().kind else { return };
                for entity in &declare.entities {
                    if !self.names.contains_key(&entity.name.key) {
                        self.raw(&entity.name, stmt.span).declare(declare, entity);
                    }
                }
            }),
            _ => {}
        }
    }

    fn raw(&mut self, name: &'a Name, statement: Span) -> &mut Raw<'a> {
        let declared = self.names.entry(name.key.clone()).or_default();
        declared.variable.get_or_insert_with(|| Raw::new(name, statement))
    }

    fn generic(&mut self, name: &'a Name) -> &mut Generic<'a> {
        self.names.entry(name.key.clone()).or_default().generic.get_or_insert_with(Generic::default)
    }
}

/// Whether two places are the same unit; a convenience for lists that must not repeat.
pub(super) fn push_once(list: &mut Vec<UnitRef>, at: UnitRef) {
    if !list.contains(&at) {
        list.push(at);
    }
}
