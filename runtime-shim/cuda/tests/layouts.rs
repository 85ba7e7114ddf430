//! The facts of headers, as C sees them: sizes, offsets and enumerators of NVIDIA's own headers are what the shim has.

#[path = "support/shim.rs"]
#[allow(dead_code)]
mod shim;

use hipify_cuda_entries::catalogue::Catalogue;
use hipify_cuda_entries::facts::{Facts, Layout};
use shim::{VERSIONS, Version};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

fn catalogue() -> Catalogue {
    Catalogue::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap()
}

/// Assertions about one record; unnamed parts have no name to ask for.
fn assertions(name: &str, layout: &Layout) -> String {
    let mut text = format!("_Static_assert(sizeof(T({name})) == {}, \"size of {name}\");\n", layout.size);
    for field in layout.fields.iter().filter(|field| !field.name.starts_with("unnamed") && field.name != "bits") {
        let (field, offset) = (&field.name, field.offset);
        let _ = writeln!(text, "_Static_assert(offsetof(T({name}), {field}) == {offset}, \"{name}::{field}\");");
    }
    text
}

/// Records of a version; those inside of others have names of our own.
fn of_records(facts: &Facts, version: u32) -> (String, usize) {
    let mut text = String::new();
    let mut count = 0;
    for (name, layouts) in facts.records.iter().filter(|(name, _)| !name.contains('.')) {
        let Some(layout) = layouts.iter().find(|layout| layout.versions.contains(&version)) else { continue };
        let tag = if layout.union { "union" } else { "struct" };
        let _ = writeln!(text, "#undef T\n#define T(name) {tag} name");
        text.push_str(&assertions(name, layout));
        count += 1;
    }
    (text, count)
}

/// What a C compiler says of assertions.
fn compiler_says(version: Version, header: &str, text: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("layouts.c");
    std::fs::write(&source, format!("#include <stddef.h>\n#include <{header}>\n{text}")).unwrap();
    let mut command = Command::new("cc");
    command.args(["-std=c11", "-fsyntax-only", "-Wno-deprecated-declarations", "-D__CUDA_API_VERSION_INTERNAL"]);
    for folder in version.headers() {
        command.arg("-isystem").arg(folder);
    }
    String::from_utf8_lossy(&command.arg(&source).output().unwrap().stderr).into_owned()
}

#[test]
fn records_of_nvidias_headers_are_laid_out_as_the_shim_has_them() {
    let catalogue = catalogue();
    for (family, header) in [("runtime", "cuda_runtime_api.h"), ("driver", "cuda.h")] {
        let family = catalogue.libraries.family.iter().find(|one| one.name == family).unwrap();
        let (facts, _) = catalogue.facts(family);
        for version in VERSIONS {
            let (text, count) = of_records(&only_of(facts, &family.name), version.number);
            assert!(count > 40, "{} {version:?}: {count} records", family.name);
            assert_eq!(compiler_says(version, header, &text), "");
        }
    }
}

/// Facts of the runtime hold the driver's too, which its header does not declare.
fn only_of(facts: &Facts, family: &str) -> Facts {
    let mut facts = facts.clone();
    if family == "runtime" {
        facts.records.retain(|name, _| !name.starts_with("CU"));
    }
    facts
}

#[test]
fn enumerators_of_nvidias_headers_have_the_values_that_the_shim_has() {
    let catalogue = catalogue();
    let family = catalogue.libraries.family.iter().find(|one| one.name == "driver").unwrap();
    let (facts, _) = catalogue.facts(family);
    let ours = facts.enumerations.iter().filter(|(name, _)| name.starts_with("CU")).flat_map(|(_, values)| values);
    let text: String = ours.map(|(name, value)| format!("_Static_assert({name} == {value}, \"{name}\");\n")).collect();
    let said = compiler_says(VERSIONS[2], "cuda.h", &text);
    // The newest header lacks what older ones had; what it has must agree.
    let unknown = said.matches("undeclared").count();
    assert!(!said.contains("static assertion failed"), "{said}");
    assert!(text.lines().count() > 800 && unknown < 50, "{unknown} of {} are unknown", text.lines().count());
}
