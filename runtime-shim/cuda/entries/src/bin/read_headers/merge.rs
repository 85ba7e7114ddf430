//! What the headers of several versions declare -> one family: each fact once, with the versions that it is true of.

use std::collections::{BTreeMap, BTreeSet};

use crate::clang::{Function, Record, Unit};

/// Versions, in ascending order.
pub(crate) type Versions = BTreeSet<String>;

/// Facts by name. Only enumerations and records that functions of the family reach are kept.
#[derive(Default)]
pub(crate) struct Family {
    pub(crate) functions: BTreeMap<String, Vec<(Versions, Function)>>,
    pub(crate) enumerations: BTreeMap<String, BTreeMap<String, i64>>,
    pub(crate) records: BTreeMap<String, Vec<(Versions, Record)>>,
    pub(crate) numbers: BTreeMap<String, i64>,
    /// Versions of CUDA, ascending, in which a function's variants came.
    pub(crate) introduced: BTreeMap<String, BTreeSet<u32>>,
}

impl Family {
    /// Adds what one unit of a version declares.
    pub(crate) fn add(&mut self, version: &str, prefixes: &[String], unit: Unit) {
        let of_family = |name: &str| prefixes.iter().any(|prefix| name.starts_with(prefix.as_str()));
        let functions: Vec<Function> = unit.functions.into_iter().filter(|function| of_family(&function.name)).collect();
        let reached = reached(&functions, &unit.records);
        for function in functions {
            merge(self.functions.entry(function.name.clone()).or_default(), version, function, same_types);
        }
        for enumeration in unit.enumerations {
            self.add_values(&enumeration.name, enumeration.values);
        }
        for record in unit.records.into_iter().filter(|record| reached.contains(root(&record.name))) {
            merge(self.records.entry(record.name.clone()).or_default(), version, record, Record::eq);
        }
        for (name, version) in unit.introduced.into_iter().filter(|(name, _)| of_family(name)) {
            self.introduced.entry(name).or_default().insert(version);
        }
        let upper: Vec<String> = prefixes.iter().map(|prefix| prefix.to_uppercase()).collect();
        let is_own = |name: &str| of_family(name) || upper.iter().any(|prefix| name.starts_with(prefix.as_str()));
        self.numbers.extend(unit.numbers.into_iter().filter(|(name, _)| is_own(name) && !name.ends_with("VERSION")));
    }

    /// Values that a later version changes are the later version's: masks, bounds and renamed enumerators.
    fn add_values(&mut self, name: &str, values: Vec<(String, i64)>) {
        // Enumerations of the system's headers, and of nobody.
        if values.is_empty() || values[0].0.starts_with('_') || name.contains("(unnamed") {
            return;
        }
        let known = self.enumerations.entry(name.to_owned()).or_default();
        known.extend(values);
    }
}

/// Of facts that are the same but for names, the first is kept.
fn merge<T>(known: &mut Vec<(Versions, T)>, version: &str, fact: T, same: fn(&T, &T) -> bool) {
    match known.iter_mut().find(|(_, other)| same(other, &fact)) {
        Some((versions, _)) => {
            versions.insert(version.to_owned());
        }
        None => known.push((Versions::from([version.to_owned()]), fact)),
    }
}

fn same_types(one: &Function, other: &Function) -> bool {
    let kinds = |function: &Function| function.parameters.iter().map(|(kind, _)| kind.clone()).collect::<Vec<_>>();
    one.result == other.result && kinds(one) == kinds(other)
}

/// Names of records in the functions' types, and in those records' fields.
fn reached(functions: &[Function], records: &[Record]) -> BTreeSet<String> {
    let mut open: Vec<String> = Vec::new();
    for function in functions {
        open.push(word(&function.result));
        open.extend(function.parameters.iter().map(|(kind, _)| word(kind)));
    }
    let mut reached = BTreeSet::new();
    while let Some(name) = open.pop() {
        if !reached.insert(name.clone()) {
            continue;
        }
        let inside = records.iter().filter(|record| root(&record.name) == name);
        open.extend(inside.flat_map(|record| &record.fields).map(|field| word(&field.kind)));
    }
    reached
}

/// The outermost record of an unnamed one's name.
fn root(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}

/// The name in a type.
fn word(kind: &str) -> String {
    let bare = kind.trim_start_matches("const ").trim_start_matches("struct ").trim_start_matches("union ");
    bare.split([' ', '*', '[', '.']).next().unwrap_or(bare).to_owned()
}
