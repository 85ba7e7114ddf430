//! Files that a project's own commands make for programs to load: device code, sources that are compiled at run time, and data
//! beside a program.

use super::makefile::is_machine_code;
use super::project::files;
use hipify_error::Error;
use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// How the names of device code and of sources for run-time compilation end.
const ENDINGS: &[&str] = &["ptx", "cubin", "fatbin", "hsaco", "hipfb", "co", "cu", "hip"];

/// How the names of other sources and of headers end, which commands generate for compilers more often than for programs.
const SOURCES: &[&str] = &["c", "cc", "cpp", "cxx", "h", "hh", "hpp", "hxx", "cuh", "inl", "ipp", "tpp", "s", "S", "f90", "F90"];

/// Folders of CMake's own files, and of what FetchContent brings.
const FOLDERS_OF_CMAKE: &[&str] = &["CMakeFiles", "_deps", "Testing", ".cmake"];

/// Files that CMake and the tools it writes for keep.
const FILES_OF_CMAKE: &[&str] = &[
    "CMakeCache.txt",
    "Makefile",
    "build.ninja",
    "rules.ninja",
    "compile_commands.json",
    "install_manifest.txt",
    "DartConfiguration.tcl",
    ".ninja_deps",
    ".ninja_log",
    ".ninja_lock",
];

/// What CMake writes into each folder of a project.
const OF_EACH_FOLDER: &str = "cmake_install.cmake";

/// The files of that kind in a folder that CMake has built in.
pub(super) fn files_of_cmake(build: &Path) -> Result<Vec<PathBuf>, Error> {
    let is_own = |path: &Path| path.components().any(|part| FOLDERS_OF_CMAKE.iter().any(|name| part.as_os_str() == *name));
    Ok(files(build)?.into_iter().filter(|path| is_loaded(path) && !is_own(path.strip_prefix(build).unwrap_or(path))).collect())
}

/// Whether the name is that of a file for programs to load.
fn is_loaded(path: &Path) -> bool {
    has_ending(path, ENDINGS)
}

fn has_ending(path: &Path, endings: &[&str]) -> bool {
    path.extension().and_then(|ending| ending.to_str()).is_some_and(|ending| endings.contains(&ending))
}

/// The data of a project, as far as it lies beside programs in the folder that CMake has built in.
pub(super) struct Data {
    /// Files of the project's tree by their names: copies of these are for programs, whatever they hold.
    originals: HashMap<OsString, Vec<PathBuf>>,
}

impl Data {
    /// Of the project whose tree this is.
    ///
    /// # Errors
    /// When a folder cannot be read.
    pub(super) fn of(tree: &Path) -> Result<Self, Error> {
        let mut originals: HashMap<OsString, Vec<PathBuf>> = HashMap::new();
        for path in files(tree)?.into_iter().filter(|path| has_ending(path, SOURCES)) {
            originals.entry(path.file_name().unwrap_or_default().to_owned()).or_default().push(path);
        }
        Ok(Self { originals })
    }

    /// The data in `folder`, where a program was built, and below: paths from there.
    ///
    /// # Errors
    /// When a folder or a file cannot be read.
    pub(super) fn beside(&self, folder: &Path) -> Result<Vec<PathBuf>, Error> {
        let mut found = Vec::new();
        let mut waiting = vec![PathBuf::new()];
        while let Some(inner) = waiting.pop() {
            let path = folder.join(&inner);
            for entry in fs::read_dir(&path).map_err(Error::io("read folder", &path))? {
                let inner = inner.join(entry.map_err(Error::io("read folder", &path))?.file_name());
                let path = folder.join(&inner);
                if path.is_dir() && is_data_folder(&path) {
                    waiting.push(inner);
                } else if path.is_file() && self.is_data(&path)? {
                    found.push(inner);
                }
            }
        }
        found.sort();
        Ok(found)
    }

    fn is_data(&self, path: &Path) -> Result<bool, Error> {
        let is_own = FILES_OF_CMAKE.iter().any(|name| path.file_name().is_some_and(|file| file == *name));
        if is_own || has_ending(path, &["cmake", "d"]) || is_machine_code(path)? {
            return Ok(false);
        }
        Ok(!has_ending(path, SOURCES) || self.is_copy(path)?)
    }

    fn is_copy(&self, path: &Path) -> Result<bool, Error> {
        let originals = self.originals.get(path.file_name().unwrap_or_default());
        let Some(originals) = originals else { return Ok(false) };
        let text = fs::read(path).map_err(Error::io("read", path))?;
        Ok(originals.iter().any(|original| fs::read(original).is_ok_and(|other| other == text)))
    }
}

/// Whether a folder below a program's is part of what the program finds beside it. A link that leads back to a folder above itself
/// would have no end.
fn is_data_folder(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let is_cmakes = FOLDERS_OF_CMAKE.contains(&name) || name.ends_with("_autogen") || path.join(OF_EACH_FOLDER).exists();
    let leads_up = path.is_symlink() && fs::canonicalize(path).is_ok_and(|to| is_above(&to, path));
    !is_cmakes && !leads_up
}

fn is_above(folder: &Path, path: &Path) -> bool {
    path.parent().and_then(|parent| fs::canonicalize(parent).ok()).is_none_or(|parent| parent.starts_with(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder_of(names: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for name in names {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        folder
    }

    #[test]
    fn what_cmake_and_other_projects_bring_is_left_where_it_is() {
        let build = folder_of(&["k.fatbin", "sub/k.cu", "a.o", "CMakeFiles/app.dir/k.ptx", "_deps/cub-src/k.cu"]);
        let found = files_of_cmake(build.path()).unwrap();
        assert_eq!(found, ["k.fatbin", "sub/k.cu"].map(|name| build.path().join(name)));
    }

    #[test]
    fn data_beside_a_program_is_told_from_what_the_build_needed() {
        let data = ["data/a.pgm", "data/deep/b.bin", "k.cuh", "table.txt"];
        let others = ["CMakeCache.txt", "build.ninja", "CMakeFiles/x.txt", "sub/cmake_install.cmake", "sub/c.txt", "config.h"];
        let build = folder_of(&[&data[..], &others].concat());
        let tree = folder_of(&["src/k.cuh"]);
        fs::write(build.path().join("other.a"), "!<arch>\nmember").unwrap();
        let found = Data::of(tree.path()).unwrap().beside(build.path()).unwrap();
        assert_eq!(found, data.map(PathBuf::from));
    }
}
