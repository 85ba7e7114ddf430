//! The headers' prototypes without the functions of `src`: one `missing!` list.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

use hipify_entry_source::Calls;

const HEADERS: &str = "../include/hip";

/// Macros of `api/per_thread.rs` that define entry points by assignments.
const BY_ASSIGNMENT: [&str; 2] = ["with_stream", "waiting"];

/// Writes `missing_names.rs` to cargo's output folder.
pub(crate) fn write_list() {
    println!("cargo:rerun-if-changed=src");
    println!("cargo:rerun-if-changed={HEADERS}");
    let calls = Calls::of_folder(Path::new("src")).unwrap_or_else(|error| panic!("{error}"));
    let taken = implemented(&calls);
    let declared: BTreeSet<String> = headers(Path::new(HEADERS)).iter().flat_map(|path| declared(&read(path))).collect();
    let names: Vec<&str> = declared.difference(&taken).map(String::as_str).collect();
    let list = format!("missing! {{\n{}}}\n", names.iter().map(|name| format!("    {name},\n")).collect::<String>());
    let target = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names an output folder")).join("missing_names.rs");
    fs::write(&target, list).unwrap_or_else(|error| panic!("`{}`: {error}", target.display()));
}

/// Functions that entry points are made of, and names that a source lists as missing itself.
fn implemented(calls: &Calls) -> BTreeSet<String> {
    let functions = calls.functions("entry").into_iter().map(|(name, _)| name);
    let assigned = BY_ASSIGNMENT.iter().flat_map(|name| calls.assigned(name));
    functions.chain(assigned).chain(calls.listed("missing")).collect()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("`{}`: {error}", path.display()))
}

/// All headers below a folder.
fn headers(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("`{}`: {error}", folder.display()));
    let mut found = Vec::new();
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            found.extend(headers(&path));
        } else if path.extension().is_some_and(|extension| extension == "h") {
            found.push(path);
        }
    }
    found
}

/// Functions that a header declares and that give a `hipError_t`: others could not say that they are missing.
fn declared(header: &str) -> Vec<String> {
    let prototypes = header.lines().map(|line| line.strip_prefix("extern \"C\" ").unwrap_or(line));
    prototypes.filter_map(|line| name_before_parenthesis(line.strip_prefix("hipError_t ")?)).collect()
}

fn name_before_parenthesis(text: &str) -> Option<String> {
    let (name, _) = text.split_once('(')?;
    let is_name = name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    let of_hip = name.starts_with("hip") || name.starts_with("__hip");
    (is_name && of_hip).then(|| name.to_owned())
}
