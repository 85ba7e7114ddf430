//! Pairs of enumerators -> tables that convert a value in both directions.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::Conversions;
use crate::catalogue::Catalogue;
use crate::convert::Sides;
use crate::library::Family;

/// The name of a table, which is added to what is generated.
pub(crate) fn enumeration(cuda: &str, hip: &str, family: &Family, sides: &Sides, all: &mut Conversions) -> String {
    let name = format!("{}_{cuda}_{hip}", family.name).to_uppercase();
    all.add(&format!("enumeration {name}"), |_| table(&name, cuda, hip, sides, None));
    name
}

/// Adds the tables that hand-written entries use.
pub(crate) fn add_wanted(catalogue: &Catalogue, family: &Family, all: &mut Conversions) {
    let (cuda, hip) = catalogue.facts(family);
    let names = |name: &str| hipify_rules::symbol(name.as_bytes()).and_then(|row| row.hip());
    let sides = Sides { cuda, hip, version: 13, names: &names };
    for (ours, theirs) in family.tables.iter().filter_map(|line| line.split_once(' ')) {
        enumeration(ours, theirs, family, &sides, all);
    }
}

/// The table of a family's status codes, `STATUS_<FAMILY>`.
pub(crate) fn write_status(catalogue: &Catalogue, family: &Family, out: &mut String) {
    let [cuda, hip] = &family.status[..] else { return };
    let (ours, theirs) = catalogue.facts(family);
    let names = |name: &str| hipify_rules::symbol(name.as_bytes()).and_then(|row| row.hip());
    // Values of enumerators are the same in all versions.
    let sides = Sides { cuda: ours, hip: theirs, version: 13, names: &names };
    let name = format!("STATUS_{}", family.name.to_uppercase());
    out.push_str(&table(&name, cuda, hip, &sides, Some(family.unknown)));
    // Names of all codes.
    let _ = writeln!(
        out,
        "/// Names of status codes.\npub static NAMES_{}: &[(i32, &std::ffi::CStr)] = &[",
        family.name.to_uppercase()
    );
    let mut by_value: BTreeMap<i64, &String> = BTreeMap::new();
    for (name, value) in &ours.enumerations[cuda] {
        let best = by_value.entry(*value).or_insert(name);
        if is_better(name, best) {
            *best = name;
        }
    }
    for (value, name) in by_value {
        let _ = writeln!(out, "    ({value}, c{name:?}),");
    }
    out.push_str("];\n");
}

/// Of two names of one value, the one that is no alias: the shorter, then the first.
fn is_better(one: &str, other: &str) -> bool {
    (one.len(), one) < (other.len(), other)
}

fn table(name: &str, cuda: &str, hip: &str, sides: &Sides, unknown: Option<i64>) -> String {
    let pairs = sides.pairs(cuda, hip);
    let forth: BTreeMap<i64, i64> = pairs.iter().copied().collect();
    let mut back: BTreeMap<i64, i64> = BTreeMap::new();
    for (ours, theirs) in pairs {
        let best = back.entry(theirs).or_insert(ours);
        // Of several, the one of the same value; else the first.
        if ours == theirs {
            *best = ours;
        }
    }
    let mut alone: Vec<i64> =
        sides.cuda.enumerations[cuda].values().copied().filter(|value| !forth.contains_key(value)).collect();
    alone.sort_unstable();
    alone.dedup();
    let list =
        |pairs: &BTreeMap<i64, i64>| pairs.iter().map(|(from, to)| format!("({from}, {to})")).collect::<Vec<_>>().join(", ");
    let unknown = unknown.map_or("None".to_owned(), |value| format!("Some({value})"));
    format!(
        "/// `{cuda}` and `{hip}`.\npub static {name}: Enumeration = Enumeration {{\n    forth: &[{}],\n    back: &[{}],\n    alone: &{alone:?},\n    unknown: {unknown},\n}};\n",
        list(&forth),
        list(&back)
    )
}
