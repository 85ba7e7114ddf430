//! The driver's functions and the versions in which their variants came -> the table that gives out their addresses by name.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::catalogue::Catalogue;

/// The library whose functions are asked for by name.
const DRIVER: &str = "libcuda.so.1";

/// `PROCEDURES`, sorted by name: each variant with its version, its symbol, its code and that for the thread's own stream.
pub(crate) fn table(catalogue: &Catalogue, targets: &BTreeMap<String, Vec<(String, String)>>) -> String {
    let Some(library) = catalogue.libraries.library.iter().find(|library| library.soname == DRIVER) else { return String::new() };
    let (facts, _) = catalogue.facts(catalogue.family(library));
    let codes: BTreeMap<&str, &str> = targets[DRIVER].iter().map(|(symbol, code)| (symbol.as_str(), code.as_str())).collect();
    let mut variants: BTreeMap<&str, BTreeSet<(u32, &str)>> = BTreeMap::new();
    for symbol in codes.keys().filter(|symbol| !symbol.ends_with("_ptsz") && !symbol.ends_with("_ptds")) {
        let (base, number) = split(symbol);
        variants.entry(base).or_default().insert((number, symbol));
    }
    let mut rows = String::new();
    for (base, variants) in &variants {
        let introduced = facts.introduced.get(*base).map(Vec::as_slice).unwrap_or_default();
        let missing = variants.len().saturating_sub(introduced.len());
        let _ = write!(rows, "    ({base:?}, &[");
        for (at, (_, symbol)) in variants.iter().enumerate() {
            // The newest variants are those that headers have types of.
            let version =
                at.checked_sub(missing).and_then(|at| introduced.get(at + introduced.len() - (variants.len() - missing)));
            let own = ["_ptsz", "_ptds"].iter().find_map(|end| codes.get(format!("{symbol}{end}").as_str()));
            let (code, own) = (codes[symbol], own.unwrap_or(&codes[symbol]));
            let _ = write!(rows, "({}, {symbol:?}, Address({}), Address({})), ", version.unwrap_or(&0), local(code), local(own));
        }
        rows.push_str("]),\n");
    }
    let used: BTreeSet<&&str> = codes.values().collect();
    let mut text = String::from("unsafe extern \"C\" {\n");
    for code in used {
        let _ = writeln!(text, "    #[link_name = \"{}{code}\"]\n    fn {}();", super::PREFIX, local(code));
    }
    let _ = write!(
        text,
        "}}\n/// Names, and variants: version, symbol, code, code for the thread's own stream.\n\
         pub static PROCEDURES: &[(&str, &[(i32, &str, Address, Address)])] = &[\n{rows}];\n"
    );
    text
}

/// The name under which the table's file declares a function.
fn local(code: &str) -> String {
    format!("procedure_{code}")
}

/// `cuMemAlloc_v2` -> `cuMemAlloc`, 2.
fn split(symbol: &str) -> (&str, u32) {
    let versioned = symbol.rsplit_once("_v").and_then(|(base, version)| Some((base, version.parse().ok()?)));
    versioned.unwrap_or((symbol, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variant_has_a_number() {
        assert_eq!(split("cuMemAlloc_v2"), ("cuMemAlloc", 2));
        assert_eq!(split("cuInit"), ("cuInit", 1));
    }
}
