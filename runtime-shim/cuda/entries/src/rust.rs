//! Plans -> the Rust source of the shim's generated part: types, tables of enumerators, conversions of records, entries.

mod names;
mod parameter;
mod procedures;
mod records;
mod tables;
mod wrapper;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::catalogue::Catalogue;
use crate::convert::Sides;
use crate::plan::{Action, PlannedSymbol};

/// The source, and what each symbol of each library goes to.
pub struct Generated {
    pub source: String,
    /// By soname: symbol and the shim's name for its code.
    pub targets: BTreeMap<String, Vec<(String, String)>>,
}

/// How the shim's own names of code begin.
pub const PREFIX: &str = "hipify.";

/// Generates everything.
///
/// # Errors
/// When a hand-written entry has another number of parameters than the headers say.
pub fn generate(catalogue: &Catalogue) -> Result<Generated, String> {
    let mut source = families(catalogue);
    let mut targets = BTreeMap::new();
    let mut codes = Codes::default();
    for family in &catalogue.libraries.family {
        records::write(catalogue, family, &mut source);
    }
    for library in &catalogue.libraries.library {
        let family = catalogue.family(library);
        let (cuda, hip) = catalogue.facts(family);
        let names = |name: &str| hipify_rules::symbol(name.as_bytes()).and_then(|row| row.hip());
        let sides = Sides { cuda, hip, version: library.version, names: &names };
        let plan = catalogue.plan(library);
        catalogue.check_own(&plan)?;
        let mut symbols = Vec::new();
        for entry in &plan {
            let version = family.layout_version(&entry.symbol, library.version);
            let sides = Sides { version, ..sides };
            let context = names::Context { family, sides: &sides };
            symbols.push((entry.symbol.clone(), codes.add(entry, &plan, &context)));
        }
        targets.insert(library.soname.clone(), symbols);
    }
    for family in &catalogue.libraries.family {
        tables::write_status(catalogue, family, &mut source);
        tables::add_wanted(catalogue, family, &mut codes.conversions);
    }
    source.push_str(&procedures::table(catalogue, &targets));
    let _ = write!(source, "{}{}", codes.conversions.text(), codes.source);
    Ok(Generated { source, targets })
}

/// The families and what their functions answer.
fn families(catalogue: &Catalogue) -> String {
    let mut text = String::from(
        "/// Parts of CUDA with one status type.\n#[derive(Clone, Copy, PartialEq, Eq, Debug)]\npub enum Family {\n",
    );
    let all = &catalogue.libraries.family;
    for family in all {
        let _ = writeln!(text, "    /// `{}`.\n    {},", family.name, wrapper::camel(&family.name));
    }
    text.push_str("}\n/// In the order of [`Family`].\npub static FAMILIES: &[FamilyFacts] = &[\n");
    for family in all {
        let names = if family.status.is_empty() { "&[]".to_owned() } else { format!("NAMES_{}", family.name.to_uppercase()) };
        let _ = writeln!(
            text,
            "    FamilyFacts {{ runtime: Library::{}, not_supported: {}, invalid_value: {}, names: {names}, has_last_error: {} }},",
            wrapper::camel(&family.runtime),
            family.not_supported,
            family.invalid_value,
            family.name == "runtime"
        );
    }
    text.push_str("];\n");
    text
}

/// Code that was generated already, so that versions which agree share it.
#[derive(Default)]
struct Codes {
    /// By what it does: its name.
    known: BTreeMap<String, String>,
    taken: BTreeSet<String>,
    source: String,
    conversions: Conversions,
}

/// Tables and functions that entries need.
#[derive(Default)]
pub(crate) struct Conversions(BTreeMap<String, String>);

impl Conversions {
    /// Notes one by name, with its source.
    pub(crate) fn add(&mut self, name: &str, source: impl FnOnce(&mut Conversions) -> String) {
        if !self.0.contains_key(name) {
            self.0.insert(name.to_owned(), String::new());
            let text = source(self);
            self.0.insert(name.to_owned(), text);
        }
    }

    fn text(&self) -> String {
        self.0.values().map(String::as_str).collect()
    }
}

impl Codes {
    /// The name of the entry's code.
    fn add(&mut self, entry: &PlannedSymbol, plan: &[PlannedSymbol], context: &names::Context) -> String {
        if let Action::Own(own) = &entry.action {
            return own.clone();
        }
        let base = match &entry.action {
            Action::PerThread(base) => plan.iter().find(|other| other.symbol == *base).map(|base| self.add(base, &[], context)),
            _ => None,
        };
        let body = wrapper::source(entry, base.as_deref(), context, &mut self.conversions);
        if let Some(name) = self.known.get(&body) {
            return name.clone();
        }
        let name = match self.taken.contains(&entry.symbol) {
            true => format!("{}_cuda{}", entry.symbol, context.sides.version),
            false => entry.symbol.clone(),
        };
        self.taken.insert(name.clone());
        self.source.push_str(&body.replace(wrapper::NAME, &name));
        self.known.insert(body, name.clone());
        name
    }
}
