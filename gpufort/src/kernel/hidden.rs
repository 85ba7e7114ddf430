//! Device procedures that a procedure reaches, and the variables of modules that these name: arguments that no call shows.

use crate::ast::UnitKind;
use crate::sema::{Index, SymbolKind, UnitRef, Variable};
use smol_str::SmolStr;
use std::collections::BTreeMap;

/// A variable of a module that device code names.
#[derive(Clone, Debug)]
pub(crate) struct Hidden<'a> {
    pub(crate) module: SmolStr,
    pub(crate) name: SmolStr,
    pub(crate) owner: UnitRef,
    pub(crate) variable: Variable<'a>,
}

/// The device procedures that the units call, directly or not, in the order in which they are found; the units are not among them.
pub(crate) fn reachable(index: &Index<'_>, from: &[UnitRef]) -> Vec<UnitRef> {
    let mut found: Vec<UnitRef> = Vec::new();
    let mut todo = from.to_vec();
    while let Some(unit) = todo.pop() {
        for callee in index.device_callees(&unit) {
            if !found.contains(&callee) && !from.contains(&callee) {
                found.push(callee.clone());
                todo.push(callee);
            }
        }
    }
    found
}

/// The variables of modules that the unit and the device procedures it reaches name, by module and name.
pub(crate) fn hidden<'a>(index: &Index<'a>, unit: &UnitRef) -> Vec<Hidden<'a>> {
    let mut units = reachable(index, std::slice::from_ref(unit));
    units.push(unit.clone());
    hidden_of(index, &units)
}

/// The variables of modules that the units themselves name, by module and name.
pub(crate) fn hidden_of<'a>(index: &Index<'a>, units: &[UnitRef]) -> Vec<Hidden<'a>> {
    let mut found = BTreeMap::new();
    for unit in units {
        let scope = index.scope(unit);
        for name in index.names(unit) {
            let Some(symbol) = scope.lookup(name) else { continue };
            let (SymbolKind::Variable(variable), Some(owner)) = (symbol.kind, symbol.owner) else { continue };
            let host = index.unit(&owner);
            if variable.parameter || !matches!(host.kind, UnitKind::Module | UnitKind::Submodule) {
                continue;
            }
            let key = (host.name.key.clone(), symbol.name.clone());
            found.entry(key).or_insert_with(|| Hidden { module: host.name.key.clone(), name: symbol.name, owner, variable });
        }
    }
    found.into_values().collect()
}

/// The name that the hidden variable has in `unit`: its own, with the module's where another thing has that there.
pub(crate) fn name_in(index: &Index<'_>, unit: &UnitRef, hidden: &Hidden<'_>) -> String {
    let symbol = index.scope(unit).lookup(&hidden.name);
    let other = match symbol {
        None => false,
        Some(symbol) => match symbol.kind {
            SymbolKind::Variable(variable) if variable.declared.key.is_empty() => false,
            SymbolKind::Variable(_) => symbol.owner.as_ref() != Some(&hidden.owner) || symbol.name != hidden.name,
            _ => true,
        },
    };
    if other { format!("{}_{}", hidden.module, hidden.name) } else { hidden.name.to_string() }
}
