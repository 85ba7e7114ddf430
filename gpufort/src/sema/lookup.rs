//! A name to what it stands for: own declarations, hosts, `use` with its lists and renames, CUDA Fortran's modules, intrinsics.

use super::cuda_names;
use super::index::IndexedUnit;
use super::intrinsic;
use super::recursion::once_at_a_time;
use super::table::{Declared, Raw, push_once};
use super::{Index, Memory, Scope, Symbol, SymbolKind, Type, UnitRef, Variable};
use crate::ast::{Dim, Name, Span};
use smol_str::SmolStr;

/// A name that is found: the unit that declares it, and what it says.
#[derive(Clone, Copy)]
struct Found<'i, 'a> {
    owner: usize,
    declared: &'i Declared<'a>,
}

/// The shape of what an `associate` name stands for.
static DEFERRED: [Dim; 15] = [const { Dim::Deferred { lower: None } }; 15];
/// Stands for the declaration of what has none.
static NOWHERE: Name = Name { key: SmolStr::new_inline(""), span: Span { start: 0, end: 0 } };

impl<'i, 'a> Scope<'i, 'a> {
    /// The unit whose names this tells.
    pub fn unit(&self) -> &'i UnitRef {
        &self.entry().at
    }

    /// The index it is of.
    pub fn index(&self) -> &'i Index<'a> {
        self.index
    }

    /// What `key` (in lower case) stands for here. Where `implicit none` is missing, every name that stands for nothing else is a
    /// variable.
    pub fn lookup(&self, key: &str) -> Option<Symbol<'a>> {
        if let Some((found, name)) = self.find(key) {
            let scope = Scope { index: self.index, number: found.owner };
            return Some(scope.symbol(found, name));
        }
        if let Some(symbol) = self.associated(key) {
            return Some(symbol);
        }
        self.provided(key).or_else(|| self.implicit(key))
    }

    /// The CUDA Fortran modules whose names are seen here.
    pub fn cuda_modules(&self) -> &'i [&'static str] {
        self.entry().cuda.get_or_init(|| {
            let mut found = Vec::new();
            for entry in self.hosts() {
                self.index.cuda_modules_of(entry, &mut Vec::new(), &mut found);
                if entry.unit.is_device() {
                    found.extend(["cudadevice", "cudafor"]);
                }
            }
            found
        })
    }

    pub(super) fn entry(&self) -> &'i IndexedUnit<'a> {
        &self.index.entries[self.number]
    }

    /// This unit and those that contain it, inner ones first.
    pub(super) fn hosts(&self) -> impl Iterator<Item = &'i IndexedUnit<'a>> + use<'i, 'a> {
        let entries = &self.index.entries;
        // Submodules that name each other as parents would go round for ever.
        std::iter::successors(Some(self.entry()), move |entry| entry.host.map(|host| &entries[host])).take(16)
    }

    /// Where `key` is declared as anything but an unresolved name, and its name there.
    fn find(&self, key: &str) -> Option<(Found<'i, 'a>, SmolStr)> {
        let mut number = self.number;
        for _ in 0..16 {
            let entry = &self.index.entries[number];
            if let Some(declared) = entry.table.names.get(key) {
                return Some((Found { owner: number, declared }, SmolStr::new(key)));
            }
            if let Some(found) = self.index.find_used(number, key, &mut Vec::new()) {
                return Some(found);
            }
            number = entry.host?;
        }
        None
    }

    /// The named constant `key`: the scope that declares it, and its declaration.
    pub(super) fn named_constant(&self, key: &str) -> Option<(Self, Raw<'a>)> {
        let (found, _) = self.find(key)?;
        let raw = found.declared.variable.filter(|raw| raw.flags.parameter)?;
        Some((Scope { index: self.index, number: found.owner }, raw))
    }

    /// Whether `key` is declared here, in a host or in a module that is used.
    pub(super) fn declares(&self, key: &str) -> bool {
        self.find(key).is_some()
    }

    fn symbol(&self, found: Found<'i, 'a>, name: SmolStr) -> Symbol<'a> {
        let declared = found.declared;
        let kind = if let Some(raw) = declared.variable.filter(|_| !declared.external && declared.procedure.is_none()) {
            SymbolKind::Variable(self.typed_once(&raw, declared))
        } else if declared.generic.is_some() {
            SymbolKind::Generic(self.specifics(&name))
        } else if let Some(number) = declared.procedure {
            SymbolKind::Procedure(self.index.real_procedure(number))
        } else if declared.derived.is_some() {
            SymbolKind::DerivedType(name.clone())
        } else if let Some(at) = self.index.external(&name).filter(|_| declared.external) {
            SymbolKind::Procedure(at)
        } else {
            SymbolKind::Other
        };
        Symbol { name, kind, owner: Some(self.index.entries[found.owner].at.clone()) }
    }

    /// The specific procedures of generic `name`, of all interfaces of that name which are seen here.
    fn specifics(&self, name: &str) -> Vec<UnitRef> {
        let mut list = Vec::new();
        for entry in self.hosts() {
            let number = self.index.numbers[&entry.at];
            self.index.specifics_at(number, name, &mut Vec::new(), &mut list);
        }
        list
    }

    /// The variable, whose type is worked out the first time alone.
    fn typed_once(&self, raw: &Raw<'a>, declared: &Declared<'a>) -> Variable<'a> {
        if let Some(ty) = declared.ty.get() {
            return self.variable_with(raw, ty.clone());
        }
        let variable = self.variable_of(raw);
        if variable.ty != Type::Unknown {
            let _ = declared.ty.set(variable.ty.clone());
        }
        variable
    }

    pub(super) fn variable_of(&self, raw: &Raw<'a>) -> Variable<'a> {
        let place = (self.entry().at.file, raw.declared.span.start);
        let ty = match raw.spec {
            // A kind that asks for the variable's own has no answer.
            Some(spec) => once_at_a_time(place, || self.kind_of(spec)).unwrap_or(Type::Unknown),
            None => self.implicit_type(&raw.declared.key),
        };
        self.variable_with(raw, ty)
    }

    fn variable_with(&self, raw: &Raw<'a>, ty: Type) -> Variable<'a> {
        let unit = self.entry().unit;
        let flags = raw.flags;
        let implied = raw.memory == Memory::Host && flags.dummy && !flags.value && unit.is_device() && !unit.is_host();
        Variable {
            ty,
            is_typed: raw.spec.is_some(),
            dims: raw.dims,
            length: raw.length,
            memory: if implied { Memory::Device } else { raw.memory },
            allocatable: flags.allocatable,
            pointer: flags.pointer,
            target: flags.target,
            contiguous: flags.contiguous,
            value: flags.value,
            optional: flags.optional,
            save: flags.save || (raw.init.is_some() && !flags.parameter),
            intent: raw.intent,
            dummy: flags.dummy,
            parameter: flags.parameter,
            init: raw.init,
            declared: raw.declared,
            statement: raw.statement,
        }
    }

    fn associated(&self, key: &str) -> Option<Symbol<'a>> {
        let entry = self.hosts().find(|entry| entry.table.associates.contains_key(key))?;
        let (declared, expr) = entry.table.associates[key];
        if matches!(&expr.kind, crate::ast::ExprKind::Name(name) if name == key) {
            return None;
        }
        let typed = once_at_a_time((entry.at.file, declared.span.start), || self.type_of(expr))??;
        let whole = self.variable(expr).filter(|one| one.dims.map_or(0, <[Dim]>::len) == typed.rank);
        let mut variable = whole.unwrap_or_else(|| implied(typed.ty, declared));
        variable.dims = variable.dims.or((typed.rank > 0).then(|| &DEFERRED[..typed.rank.min(15)]));
        (variable.declared, variable.memory) = (declared, typed.memory);
        (variable.allocatable, variable.pointer, variable.target) = (false, false, true);
        Some(Symbol { name: SmolStr::new(key), kind: SymbolKind::Variable(variable), owner: Some(entry.at.clone()) })
    }

    fn provided(&self, key: &str) -> Option<Symbol<'a>> {
        let name = SmolStr::new(key);
        let used = self.cuda_modules();
        if let Some(module) = cuda_names::derived_type(key).filter(|_| !used.is_empty()) {
            return Some(Symbol { name, kind: SymbolKind::Cuda(module), owner: None });
        }
        if let Some(module) = cuda_names::provider(key, used) {
            return Some(Symbol { name, kind: SymbolKind::Cuda(module), owner: None });
        }
        if cuda_names::kind_constant(key).is_some() && !used.is_empty() {
            return Some(Symbol { name, kind: SymbolKind::Cuda("cudafor"), owner: None });
        }
        if intrinsic::is_intrinsic(key) {
            return Some(Symbol { name, kind: SymbolKind::Intrinsic, owner: None });
        }
        if let Some(at) = self.index.external(key) {
            return Some(Symbol { name, kind: SymbolKind::Procedure(at.clone()), owner: Some(at) });
        }
        self.index.modules.contains_key(key).then_some(Symbol { name, kind: SymbolKind::Module, owner: None })
    }

    fn implicit(&self, key: &str) -> Option<Symbol<'a>> {
        if self.hosts().any(|entry| entry.table.implicit_none) || !key.starts_with(|first: char| first.is_ascii_alphabetic()) {
            return None;
        }
        let variable = implied(self.implicit_type(key), &NOWHERE);
        Some(Symbol { name: SmolStr::new(key), kind: SymbolKind::Variable(variable), owner: Some(self.unit().clone()) })
    }

    /// The type by the first letter: what `implicit` says here or in a host; else `i` to `n` are integers.
    pub(super) fn implicit_type(&self, key: &str) -> Type {
        let Some(&letter) = key.as_bytes().first() else { return Type::Real(self.index.kinds.real) };
        let rule =
            self.hosts().find_map(|entry| entry.table.implicit.iter().rev().find(|(letters, _)| letters.contains(&letter)));
        match (rule, letter) {
            (Some((_, spec)), _) => self.kind_of(spec),
            (None, b'i'..=b'n') => Type::Integer(self.index.kinds.integer),
            _ => Type::Real(self.index.kinds.real),
        }
    }
}

/// A variable of which nothing but its type is known.
pub(super) fn implied(ty: Type, declared: &Name) -> Variable<'_> {
    Variable {
        ty,
        is_typed: false,
        dims: None,
        length: None,
        memory: Memory::Host,
        allocatable: false,
        pointer: false,
        target: false,
        contiguous: false,
        value: false,
        optional: false,
        save: false,
        intent: None,
        dummy: false,
        parameter: false,
        init: None,
        declared,
        statement: Span::default(),
    }
}

impl<'a> Index<'a> {
    /// `key` by the `use` statements of a unit, with its name where it is declared.
    fn find_used<'i>(&'i self, number: usize, key: &str, seen: &mut Vec<(usize, SmolStr)>) -> Option<(Found<'i, 'a>, SmolStr)> {
        for used in &self.entries[number].table.uses {
            let Some(&module) = self.modules.get(&used.module.key) else { continue };
            let Some(name) = name_in_module(used, key) else { continue };
            if let Some(found) = self.find_exported(module, &name, seen) {
                return Some(found);
            }
        }
        None
    }

    fn find_exported<'i>(
        &'i self,
        module: usize,
        name: &str,
        seen: &mut Vec<(usize, SmolStr)>,
    ) -> Option<(Found<'i, 'a>, SmolStr)> {
        if seen.iter().any(|(number, key)| *number == module && key == name) {
            return None;
        }
        seen.push((module, SmolStr::new(name)));
        let table = &self.entries[module].table;
        if !table.exports(name) {
            return None;
        }
        match table.names.get(name) {
            Some(declared) => Some((Found { owner: module, declared }, SmolStr::new(name))),
            None => self.find_used(module, name, seen),
        }
    }

    fn specifics_at(&self, number: usize, name: &str, seen: &mut Vec<usize>, list: &mut Vec<UnitRef>) {
        if seen.contains(&number) {
            return;
        }
        seen.push(number);
        let entry = &self.entries[number];
        if let Some(generic) = entry.table.names.get(name).and_then(|declared| declared.generic.as_ref()) {
            let scope = Scope { index: self, number };
            generic.bodies.iter().for_each(|&body| push_once(list, self.real_procedure(body)));
            for specific in &generic.names {
                if let Some((found, _)) = scope.find(&specific.key)
                    && let Some(procedure) = found.declared.procedure
                {
                    push_once(list, self.real_procedure(procedure));
                }
            }
        }
        for used in &entry.table.uses {
            let (Some(&module), Some(inner)) = (self.modules.get(&used.module.key), name_in_module(used, name)) else { continue };
            if self.entries[module].table.exports(&inner) {
                self.specifics_at(module, &inner, seen, list);
            }
        }
    }

    /// For an interface body the procedure with that name in the tree, if there is one outside of modules; else itself.
    fn real_procedure(&self, number: usize) -> UnitRef {
        let entry = &self.entries[number];
        if entry.at.interface.is_some()
            && let Some(external) = self.external(&entry.unit.name.key)
        {
            return external;
        }
        entry.at.clone()
    }

    fn cuda_modules_of(&self, entry: &IndexedUnit<'a>, seen: &mut Vec<usize>, found: &mut Vec<&'static str>) {
        for used in &entry.table.uses {
            if let Some(&name) = cuda_names::CUDA_MODULES.iter().find(|name| **name == used.module.key) {
                if !found.contains(&name) {
                    found.push(name);
                }
            } else if let Some(&module) = self.modules.get(&used.module.key)
                && !seen.contains(&module)
            {
                seen.push(module);
                self.cuda_modules_of(&self.entries[module], seen, found);
            }
        }
    }
}

/// The name in the module for `key` where `used` brings it in; `None` if it does not.
fn name_in_module(used: &crate::ast::Use, key: &str) -> Option<SmolStr> {
    if let Some((_, name)) = used.names.iter().find(|(local, _)| local.key == key) {
        return Some(name.key.clone());
    }
    let renamed = used.names.iter().any(|(local, name)| name.key == key && local.key != key);
    (!used.only && !renamed).then(|| SmolStr::new(key))
}
