//! Records of the facts -> Rust types with their layout checked, and the functions that convert one into the other.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::names::{self, Side};
use super::{Conversions, tables};
use crate::c_type::CType;
use crate::catalogue::Catalogue;
use crate::convert::{Conversion, Sides};
use crate::facts::{Facts, Layout};
use crate::library::Family;

/// Writes the types of a family into a module of its own: `runtime::cuda`, `runtime::hip`.
pub(crate) fn write(catalogue: &Catalogue, family: &Family, out: &mut String) {
    let (cuda, hip) = catalogue.facts(family);
    let _ = writeln!(out, "/// Records as headers lay them out.\npub mod {} {{", family.name);
    module(cuda, Side::Cuda, out);
    module(hip, Side::Hip, out);
    out.push_str("}\n");
}

fn module(facts: &Facts, side: Side, out: &mut String) {
    let _ = writeln!(
        out,
        "/// One side's.\n#[allow(non_camel_case_types, non_snake_case, missing_docs)]\npub mod {} {{",
        side.module()
    );
    out.push_str("#[allow(unused_imports)]\nuse {super::super::c_void, std::mem::{align_of, offset_of, size_of}};\n");
    out.push_str("#[allow(unused_imports)]\nuse super::{cuda, hip};\n");
    let mut written = BTreeSet::new();
    for (name, layouts) in &facts.records {
        for version in layouts.iter().flat_map(|layout| &layout.versions) {
            let rust = names::record(name, facts, *version);
            if written.insert(rust.clone()) {
                let layout = facts.layout(name, *version).expect("the version is one of its own");
                record(&rust, layout, side, facts, *version, out);
            }
        }
    }
    out.push_str("}\n");
}

fn record(rust: &str, layout: &Layout, side: Side, facts: &Facts, version: u32, out: &mut String) {
    let word = if layout.union { "union" } else { "struct" };
    // C's alignment may be more than that of the fields.
    let align = format!(", align({})", layout.align);
    let _ = writeln!(out, "#[repr(C{align})]\n#[derive(Clone, Copy)]\npub {word} {rust} {{");
    for field in &layout.fields {
        let _ = writeln!(out, "    pub {}: {},", names::word(&field.name), names::kind(&field.kind, side, facts, version));
    }
    let _ = writeln!(out, "}}\nconst _: () = {{\n    assert!(size_of::<{rust}>() == {});", layout.size);
    let _ = writeln!(out, "    assert!(align_of::<{rust}>() == {});", layout.align);
    for field in &layout.fields {
        let _ = writeln!(out, "    assert!(offset_of!({rust}, {}) == {});", names::word(&field.name), field.offset);
    }
    let _ = writeln!(out, "}};\nrecord!({rust});");
}

/// The names of both functions that convert a record, which are added to what is generated: into HIP's, and back.
pub(crate) fn conversion(cuda: &str, hip: &str, family: &Family, sides: &Sides, all: &mut Conversions) -> (String, String) {
    let ours = names::record(cuda, sides.cuda, sides.version);
    let name = format!("{}_{ours}_{}", family.name, names::record(hip, sides.hip, 6));
    let (forth, back) = (format!("to_hip_{name}"), format!("to_cuda_{name}"));
    all.add(&format!("record {name}"), |all| {
        let types =
            (format!("{}::cuda::{ours}", family.name), format!("{}::hip::{}", family.name, names::record(hip, sides.hip, 6)));
        functions(cuda, hip, &types, (&forth, &back), family, sides, all)
    });
    (forth, back)
}

fn functions(
    cuda: &str,
    hip: &str,
    (ours, theirs): &(String, String),
    (forth, back): (&str, &str),
    family: &Family,
    sides: &Sides,
    all: &mut Conversions,
) -> String {
    let (mut there, mut here) = (String::new(), String::new());
    for pair in sides.fields(cuda, hip).unwrap_or_default() {
        let (from, to) = (names::word(&pair.cuda.name), names::word(&pair.hip.name));
        let (into_hip, into_cuda) = match &pair.conversion {
            Conversion::Enumeration { cuda, hip } => {
                let table = tables::enumeration(cuda, hip, family, sides, all);
                (format!("{table}.to_hip(from.{from})?"), format!("{table}.to_cuda(from.{to})"))
            }
            Conversion::Record { cuda, hip } => {
                let (forth, back) = conversion(cuda, hip, family, sides, all);
                (format!("{forth}(&from.{from})?"), format!("{back}(&from.{to})"))
            }
            Conversion::Extent => {
                let part = |letter: char| names::word(&format!("{}{letter}", pair.hip.name));
                let (x, y, z) = (part('X'), part('Y'), part('Z'));
                let dim3 = format!("{}::hip::{}", family.name, names::record("dim3", sides.hip, 6));
                (
                    format!("{dim3} {{ x: from.{x}, y: from.{y}, z: from.{z} }}"),
                    format!("from.{to}.x;\n        into.{y} = from.{to}.y;\n        into.{z} = from.{to}.z"),
                )
            }
            Conversion::Bits => {
                let kind = |kind: &CType, side: Side| {
                    let (facts, version) = if side == Side::Cuda { (sides.cuda, sides.version) } else { (sides.hip, 6) };
                    let text = names::kind(kind, side, facts, version);
                    if kind.record().is_some() { format!("{}::{text}", family.name) } else { text }
                };
                let (ours, theirs) = (kind(&pair.cuda.kind, Side::Cuda), kind(&pair.hip.kind, Side::Hip));
                (format!("bits::<_, {theirs}>(from.{from})"), format!("bits::<_, {ours}>(from.{to})"))
            }
            _ => (
                cast(&format!("from.{from}"), &pair.hip.kind, Side::Hip, family, sides),
                cast(&format!("from.{to}"), &pair.cuda.kind, Side::Cuda, family, sides),
            ),
        };
        let _ = writeln!(there, "        into.{to} = {into_hip};");
        let _ = writeln!(here, "        into.{from} = {into_cuda};");
    }
    format!(
        "/// `None` where a value has no counterpart.\nfn {forth}(from: &{ours}) -> Option<{theirs}> {{\n    \
         // SAFETY: integers and pointers are zero.\n    let mut into: {theirs} = unsafe {{ std::mem::zeroed() }};\n    {{\n{there}    }}\n    Some(into)\n}}\n\
         /// Fields without a counterpart are zero.\nfn {back}(from: &{theirs}) -> {ours} {{\n    \
         // SAFETY: integers and pointers are zero.\n    let mut into: {ours} = unsafe {{ std::mem::zeroed() }};\n    {{\n{here}    }}\n    into\n}}\n"
    )
}

/// A value whose bits stay: between integers, between pointers, and records of the same layout.
fn cast(value: &str, into: &CType, side: Side, family: &Family, sides: &Sides) -> String {
    let facts = if side == Side::Cuda { sides.cuda } else { sides.hip };
    let version = if side == Side::Cuda { sides.version } else { 6 };
    let text = names::kind(into, side, facts, version);
    if into.record().is_some() || into.array.is_some() {
        let text = if into.record().is_some() { format!("{}::{text}", family.name) } else { text };
        return format!("bits::<_, {text}>({value})");
    }
    if into.integer_size().is_some() { format!("{value} as {text}") } else { value.to_owned() }
}
