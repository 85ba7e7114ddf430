//! The Fortran sources of corpora/fortran, for tests that walk all of them.

use std::path::{Path, PathBuf};

const ENDINGS: [&str; 7] = ["cuf", "CUF", "f90", "F90", "f", "F", "for"];

/// Every Fortran source with its bytes, by path. Each folder is a program: it holds its twin in plain Fortran and at least one other file.
///
/// # Panics
/// Where a folder lacks one of the two, or the corpus is not there.
pub(super) fn sources() -> Vec<(PathBuf, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora/fortran");
    let mut all = Vec::new();
    for program in entries(&root) {
        let files: Vec<PathBuf> = entries(&program).into_iter().filter(|path| is_fortran(path)).collect();
        let twins = files.iter().filter(|path| is_twin(path)).count();
        assert!(twins == 1 && files.len() > 1, "{}: {files:?}", program.display());
        all.extend(files.into_iter().map(|path| (path.clone(), std::fs::read(&path).unwrap())));
    }
    assert!(!all.is_empty(), "{} is empty", root.display());
    all
}

/// The sources that are CUDA Fortran, by file name.
#[allow(dead_code, reason = "each test target compiles this module, and not every one wants these")]
pub(super) fn programs() -> Vec<(String, Vec<u8>)> {
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    sources().into_iter().filter(|(path, _)| !is_twin(path)).map(|(path, bytes)| (name(&path), bytes)).collect()
}

/// Whether a file is the program in plain Fortran that its neighbours are compared with.
pub(super) fn is_twin(path: &Path) -> bool {
    path.file_stem().is_some_and(|stem| stem == "twin")
}

fn is_fortran(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known))
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}
