//! The files of a tree: every unit numbered, with its host and its table of names; modules and external procedures by name.

use super::names::names_in;
use super::table::Table;
use super::{DefaultKinds, Index, IntegerMacro, Scope, UnitRef};
use crate::ast::{File, StmtKind, Unit, UnitKind};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// A unit, and what is known of it before any question is asked.
pub(super) struct IndexedUnit<'a> {
    pub(super) at: UnitRef,
    pub(super) unit: &'a Unit,
    /// The unit whose names it sees by host association; for a submodule, its parent.
    pub(super) host: Option<usize>,
    pub(super) table: Table<'a>,
    /// CUDA Fortran's modules whose names it sees; worked out when asked for.
    pub(super) cuda: OnceLock<Vec<&'static str>>,
    /// The procedures for the device that it calls, and the names that it mentions; worked out when asked for.
    pub(super) device_callees: OnceLock<Vec<UnitRef>>,
    names: OnceLock<BTreeSet<SmolStr>>,
}

impl<'a> Index<'a> {
    /// Indexes `files`, which [`UnitRef::file`] counts in this order.
    pub fn new(files: Vec<&'a File>, kinds: DefaultKinds) -> Self {
        let mut index = Self {
            files: Vec::new(),
            kinds,
            entries: Vec::new(),
            ranges: Vec::new(),
            numbers: FxHashMap::default(),
            modules: FxHashMap::default(),
            externals: FxHashMap::default(),
            macros: Vec::new(),
        };
        for (file, &tree) in files.iter().enumerate() {
            let first = index.entries.len();
            for (position, unit) in tree.units.iter().enumerate().filter(|(_, unit)| !tree.is_inactive(unit.span)) {
                index.add(tree, UnitRef { file, path: [position as u32 + 1, 0, 0, 0], interface: None }, unit, None);
            }
            index.ranges.push(first..index.entries.len());
        }
        index.files = files;
        index.name_units();
        index
    }

    /// Tells the values of macros, in lower case, that stand for integers: one map a file.
    pub fn know_macros(&mut self, macros: Vec<FxHashMap<SmolStr, IntegerMacro>>) {
        self.macros = macros;
    }

    /// The files, in the order in which they were given.
    pub fn files(&self) -> &[&'a File] {
        &self.files
    }

    /// The kinds of types that are written without one.
    pub fn default_kinds(&self) -> DefaultKinds {
        self.kinds
    }

    /// The unit at a place that this index gave.
    ///
    /// # Panics
    /// If `at` is of another index.
    pub fn unit(&self, at: &UnitRef) -> &'a Unit {
        self.entries[self.numbers[at]].unit
    }

    /// The names that the unit at a place mentions: see [`names_in`].
    pub(crate) fn names(&self, at: &UnitRef) -> &BTreeSet<SmolStr> {
        let entry = self.entry(at);
        entry.names.get_or_init(|| names_in(entry.unit))
    }

    pub(super) fn entry(&self, at: &UnitRef) -> &IndexedUnit<'a> {
        &self.entries[self.numbers[at]]
    }

    /// Every unit of a file that the preprocessor leaves in: procedures, internal procedures and interface bodies too, hosts before what they contain.
    pub fn units(&self, file: usize) -> impl Iterator<Item = UnitRef> + '_ {
        let own = self.ranges.get(file).cloned().unwrap_or_default();
        self.entries[own].iter().map(|entry| entry.at.clone())
    }

    /// The module of this name (in lower case).
    pub fn module(&self, name: &str) -> Option<UnitRef> {
        self.modules.get(name).map(|&number| self.entries[number].at.clone())
    }

    /// The file that has the module of this name.
    pub fn module_file(&self, name: &str) -> Option<usize> {
        self.modules.get(name).map(|&number| self.entries[number].at.file)
    }

    /// The procedure of this name outside of modules, where the tree has its text.
    pub fn external(&self, name: &str) -> Option<UnitRef> {
        self.externals.get(name).map(|&number| self.entries[number].at.clone())
    }

    /// What names mean in the unit at `at`.
    ///
    /// # Panics
    /// If `at` is of another index.
    pub fn scope(&self, at: &UnitRef) -> Scope<'_, 'a> {
        Scope { index: self, number: self.numbers[at] }
    }

    /// The unit that contains the unit at `at`: for a module procedure the module; for a submodule its parent, if the tree has it.
    pub fn host(&self, at: &UnitRef) -> Option<UnitRef> {
        let host = self.entries[*self.numbers.get(at)?].host?;
        Some(self.entries[host].at.clone())
    }

    /// The name of the module (or submodule) that contains the unit at `at`, or that it is.
    pub fn module_of(&self, at: &UnitRef) -> Option<SmolStr> {
        let mut number = *self.numbers.get(at)?;
        loop {
            let entry = &self.entries[number];
            if matches!(entry.unit.kind, UnitKind::Module | UnitKind::Submodule) {
                return Some(entry.unit.name.key.clone());
            }
            number = entry.host?;
        }
    }

    fn add(&mut self, tree: &'a File, at: UnitRef, unit: &'a Unit, host: Option<usize>) {
        let number = self.entries.len();
        self.numbers.insert(at.clone(), number);
        self.entries.push(IndexedUnit {
            at: at.clone(),
            unit,
            host,
            table: Table::default(),
            cuda: OnceLock::new(),
            device_callees: OnceLock::new(),
            names: OnceLock::new(),
        });
        let mut table = Table::of(tree, unit);
        for (statement, stmt) in unit.spec.iter().enumerate().filter(|(_, stmt)| !tree.is_inactive(stmt.span)) {
            let StmtKind::Interface(interface) = &stmt.plain().kind else { continue };
            for (position, body) in interface.bodies.iter().enumerate() {
                let first = self.entries.len();
                let place = UnitRef { interface: Some((statement as u32, position as u32)), ..at.clone() };
                self.add(tree, place, body, Some(number));
                table.add_interface_body(interface, body, first);
            }
        }
        for (position, procedure) in unit.procedures.iter().enumerate().filter(|(_, one)| !tree.is_inactive(one.span)) {
            let first = self.entries.len();
            // No procedure of legal Fortran is deeper.
            let mut path = at.path;
            let Some(free) = path.iter_mut().find(|step| **step == 0) else { break };
            *free = position as u32 + 1;
            self.add(tree, UnitRef { file: at.file, path, interface: at.interface }, procedure, Some(number));
            table.add_procedure(&procedure.name.key, first);
        }
        self.entries[number].table = table;
    }

    /// Finds modules, external procedures and the parents of submodules by name; the first of a name counts.
    fn name_units(&mut self) {
        for (number, entry) in self.entries.iter().enumerate() {
            if entry.host.is_some() || entry.at.interface.is_some() {
                continue;
            }
            let names = match entry.unit.kind {
                UnitKind::Module | UnitKind::Submodule => &mut self.modules,
                UnitKind::Subroutine | UnitKind::Function => &mut self.externals,
                UnitKind::Program | UnitKind::BlockData => continue,
            };
            names.entry(entry.unit.name.key.clone()).or_insert(number);
        }
        for number in 0..self.entries.len() {
            let Some(parent) = &self.entries[number].unit.parent else { continue };
            self.entries[number].host = self.modules.get(&parent.key).copied().filter(|&host| host != number);
        }
    }
}
