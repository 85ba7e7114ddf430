//! The functions that `rules/api` knows of AMD's libraries and that neither the table nor a source file has: they are exported and
//! say that they are not supported.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use hipify_entry_source::Calls;
use hipify_rules::{SymbolKind, symbols};

/// The libraries of the rules, how the names of each begin, and the status by which it says that a function is not implemented,
/// as its header numbers it.
const LIBRARIES: [(&str, &str, u32); 7] = [
    ("blas", "hipblas", 7),
    ("blaslt", "hipblasLt", 7),
    ("fft", "hipfft", 14),
    ("rand", "hiprand", 1000),
    ("sparse", "hipsparse", 10),
    ("solver", "hipsolver", 7),
    ("nccl", "nccl", 5),
];

/// Functions that no library has: headers define them, AMD's and the bundled ones.
const OF_HEADERS: [&str; 2] = ["hiprandMakeMTGP32Constants", "hiprandMakeMTGP32KernelState"];

/// Macros that export the names to the left of their assignments.
const EXPORTING: [&str; 18] = [
    "export",
    "export_typed",
    "dense",
    "spectral",
    "pencils",
    "systems",
    "settings",
    "incomplete",
    "pivots",
    "triangular",
    "tridiagonal",
    "turned",
    "typed_vectors",
    "blocks",
    "sums",
    "plain",
    "selected",
    "largest",
];

/// One `export!` for each name.
pub(crate) fn entry_points(taken: &BTreeSet<String>) -> String {
    println!("cargo:rerun-if-changed=src");
    let calls = Calls::of_folder(Path::new("src")).unwrap_or_else(|error| panic!("{error}"));
    let exported: BTreeSet<String> = EXPORTING.iter().flat_map(|name| calls.assigned(name)).collect();
    let mut text = String::new();
    for (library, prefix, status) in LIBRARIES {
        let functions = symbols().filter(|symbol| symbol.library() == library && symbol.kind() == SymbolKind::Function);
        let known: BTreeSet<&str> = functions.filter_map(|symbol| symbol.hip()).filter(|name| name.starts_with(prefix)).collect();
        for name in
            known.iter().filter(|name| !OF_HEADERS.contains(name) && !exported.contains(**name) && !taken.contains(**name))
        {
            let _ = writeln!(text, "crate::export! {{ {status}; {name} = missing }}");
        }
    }
    text
}
