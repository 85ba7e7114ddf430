//! Files that a project's own commands make for programs to load: device code, and sources that are compiled at run time.

use super::project::files;
use hipify_error::Error;
use std::path::{Path, PathBuf};

/// How the names of such files end.
const ENDINGS: &[&str] = &["ptx", "cubin", "fatbin", "hsaco", "hipfb", "co", "cu", "hip"];

/// The folder of CMake's own files.
const OF_CMAKE: &str = "CMakeFiles";

/// The files of that kind in a folder that CMake has built in.
pub(super) fn files_of_cmake(build: &Path) -> Result<Vec<PathBuf>, Error> {
    let is_own = |path: &Path| path.components().any(|part| part.as_os_str() == OF_CMAKE);
    Ok(files(build)?.into_iter().filter(|path| is_loaded(path) && !is_own(path.strip_prefix(build).unwrap_or(path))).collect())
}

/// Whether the name is that of a file for programs to load.
pub(super) fn is_loaded(path: &Path) -> bool {
    path.extension().and_then(|ending| ending.to_str()).is_some_and(|ending| ENDINGS.contains(&ending))
}
