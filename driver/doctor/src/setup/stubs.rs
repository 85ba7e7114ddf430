//! Stubs of the large libraries that `setup` leaves out, so that programs link for AMD's GPUs without them.

use hipify_error::Error;
use hipify_rules::symbols;
use hipify_toolchain::stub;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What the names of a library's functions start with, by the name of the library's file.
const PREFIXES: &[(&str, &str)] = &[
    ("libhipblaslt.so", "hipblasLt"),
    ("librccl.so", "nccl"),
    ("librocblas.so", "rocblas_"),
    ("librocrand.so", "rocrand_"),
    ("librocsolver.so", "rocsolver_"),
    ("librocsparse.so", "rocsparse_"),
];

/// Makes a stub in the place of each link to a library that is `missing`, with the names that the rules know of it.
///
/// # Errors
/// When clang or its linker fail.
pub(crate) fn make(missing: &[(PathBuf, String)], clang: &Path) -> Result<(), Error> {
    for (link, soname) in missing {
        let names = names(link);
        if !names.is_empty() {
            stub::of_names(soname, names, link, clang)?;
        }
    }
    Ok(())
}

fn names(link: &Path) -> BTreeSet<String> {
    let file = link.file_name().unwrap_or_default();
    let Some((_, prefix)) = PREFIXES.iter().find(|(name, _)| file == *name) else { return BTreeSet::new() };
    let targets = symbols().flat_map(|symbol| [symbol.hip(), symbol.roc()]).flatten();
    targets.filter(|name| name.starts_with(prefix)).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_library_has_names_by_the_rules() {
        for (file, prefix) in PREFIXES {
            let names = names(Path::new(file));
            assert!(!names.is_empty() && names.iter().all(|name| name.starts_with(prefix)), "{file}: {}", names.len());
        }
        assert!(names(Path::new("libother.so")).is_empty());
    }
}
