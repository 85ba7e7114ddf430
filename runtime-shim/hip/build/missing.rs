//! The headers' prototypes without the functions of `src`: one `missing!` list.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

const HEADERS: &str = "../include/hip";

/// Writes `missing_names.rs` to cargo's output folder.
pub(crate) fn write_list() {
    println!("cargo:rerun-if-changed=src");
    println!("cargo:rerun-if-changed={HEADERS}");
    let taken: BTreeSet<String> = files(Path::new("src"), "rs").iter().flat_map(|path| implemented(&read(path))).collect();
    let declared: BTreeSet<String> = files(Path::new(HEADERS), "h").iter().flat_map(|path| declared(&read(path))).collect();
    let names: Vec<&str> = declared.difference(&taken).map(String::as_str).collect();
    let list = format!("missing! {{\n{}}}\n", names.iter().map(|name| format!("    {name},\n")).collect::<String>());
    let target = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names an output folder")).join("missing_names.rs");
    fs::write(&target, list).unwrap_or_else(|error| panic!("`{}`: {error}", target.display()));
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("`{}`: {error}", path.display()))
}

/// All files of a kind below a folder.
fn files(folder: &Path, kind: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("`{}`: {error}", folder.display()));
    let mut found = Vec::new();
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            found.extend(files(&path, kind));
        } else if path.extension().is_some_and(|extension| extension == kind) {
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

/// Functions of HIP's names that a source file defines, and names that it lists as missing itself.
fn implemented(source: &str) -> Vec<String> {
    let source: String =
        source.lines().filter(|line| !line.trim_start().starts_with("//")).map(|line| format!("{line}\n")).collect();
    let functions = source.match_indices("fn ").filter_map(|(at, _)| name_before_parenthesis(&source[at + 3..]));
    let lists = source.split("missing! {").skip(1).filter_map(|rest| rest.split('}').next());
    let listed = lists.flat_map(|list| list.split(',')).map(|name| name.trim().to_owned());
    // A macro makes these by their names.
    let per_thread =
        source.split_whitespace().filter(|word| word.starts_with("hip") && word.ends_with("_spt")).map(str::to_owned);
    functions.chain(listed).chain(per_thread).collect()
}

fn name_before_parenthesis(text: &str) -> Option<String> {
    let (name, _) = text.split_once('(')?;
    let is_name = name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    let of_hip = name.starts_with("hip") || name.starts_with("__hip");
    (is_name && of_hip).then(|| name.to_owned())
}
