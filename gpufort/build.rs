//! What HIP's headers declare (facts of the runtime shim) to a table of functions and constants for `hipfort.rs`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The parts of a file of facts that are of use here.
#[derive(serde::Deserialize)]
struct Facts {
    functions: BTreeMap<String, Vec<String>>,
    enumerations: BTreeMap<String, BTreeMap<String, i64>>,
    numbers: BTreeMap<String, i64>,
}

fn main() -> io::Result<()> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../runtime-shim/cuda/entries/facts");
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut functions = BTreeMap::new();
    let mut constants = BTreeMap::new();
    for path in hip_facts(&folder)? {
        println!("cargo:rerun-if-changed={}", path.display());
        let facts: Facts = toml::from_str(&fs::read_to_string(&path)?).map_err(io::Error::other)?;
        for (name, lines) in facts.functions {
            // The last line is of the newest version.
            functions.extend(lines.last().map(|line| (name.to_ascii_lowercase(), (name.clone(), line.clone()))));
        }
        let numbers = facts.enumerations.into_values().flatten().chain(facts.numbers);
        constants.extend(numbers.map(|(name, value)| (name.to_ascii_lowercase(), (name, value))));
    }
    let mut text = String::from("pub(super) const FUNCTIONS: &[(&str, &str, &str)] = &[\n");
    for (key, (name, line)) in functions.iter().filter(|(key, _)| key.starts_with("hip")) {
        let _ = writeln!(text, "    ({key:?}, {name:?}, {line:?}),");
    }
    text.push_str("];\npub(super) const CONSTANTS: &[(&str, &str, i64)] = &[\n");
    for (key, (name, value)) in constants.iter().filter(|(key, _)| key.starts_with("hip")) {
        let _ = writeln!(text, "    ({key:?}, {name:?}, {value}),");
    }
    text.push_str("];\n");
    fs::write(Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("hip.rs"), text)
}

/// Files about HIP's side; the others are about CUDA's.
fn hip_facts(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_hip = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("hip"));
        files.extend(is_hip.then_some(path));
    }
    files.sort();
    Ok(files)
}
