//! The functions that `rules/api` knows of AMD's libraries and that neither the table nor a source file has: they are exported and
//! say that they are not supported.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// The files of `rules/api`, how the names of each library begin, and the status by which it says that a function is not implemented,
/// as its header numbers it.
const LIBRARIES: [(&str, &str, u32); 5] = [
    ("blas", "hipblas", 7),
    ("fft", "hipfft", 14),
    ("rand", "hiprand", 1000),
    ("sparse", "hipsparse", 10),
    ("solver", "hipsolver", 7),
];

/// One `export!` for each name.
pub(crate) fn entry_points(taken: &BTreeSet<String>) -> String {
    println!("cargo:rerun-if-changed=src");
    let mut exported = taken.clone();
    sources(Path::new("src"), &mut |text| exported.extend(exports(text)));
    let mut text = String::new();
    for (library, prefix, status) in LIBRARIES {
        let path = format!("../../rules/api/{library}.toml");
        println!("cargo:rerun-if-changed={path}");
        let rows = fs::read_to_string(&path).unwrap_or_else(|error| panic!("`{path}`: {error}"));
        let known: BTreeSet<&str> = rows.lines().filter_map(hip_function).filter(|name| name.starts_with(prefix)).collect();
        for name in known.iter().filter(|name| !exported.contains(**name)) {
            let _ = writeln!(text, "crate::export! {{ {status}; {name} = missing }}");
        }
    }
    text
}

/// The HIP name of a row about a host function.
fn hip_function(row: &str) -> Option<&str> {
    let rest = row.contains("kind = \"function\"").then_some(row)?.split_once(" hip = \"")?.1;
    rest.split_once('"').map(|(name, _)| name)
}

fn sources(folder: &Path, visit: &mut impl FnMut(&str)) {
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("`{}`: {error}", folder.display())).flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, visit);
        } else if let Ok(text) = fs::read_to_string(&path) {
            visit(&text);
        }
    }
}

/// The names that a source file exports: `    hipblasCreate = create,`.
fn exports(text: &str) -> impl Iterator<Item = String> {
    let names = text.lines().filter_map(|line| line.trim().strip_suffix(',')?.split_once(" = "));
    names
        .filter(|(name, _)| name.starts_with("hip") && name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_'))
        .map(|(name, _)| name.to_owned())
}
