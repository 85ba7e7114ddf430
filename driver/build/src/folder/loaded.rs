//! Files that a project's own commands make for programs to load: device code, and sources that are compiled at run time.

use super::project::files;
use hipify_error::Error;
use std::path::{Path, PathBuf};

/// How the names of such files end.
const ENDINGS: &[&str] = &["ptx", "cubin", "fatbin", "hsaco", "hipfb", "co", "cu", "hip"];

/// Folders of CMake's own files, and of what FetchContent brings.
const OF_CMAKE: [&str; 2] = ["CMakeFiles", "_deps"];

/// The files of that kind in a folder that CMake has built in.
pub(super) fn files_of_cmake(build: &Path) -> Result<Vec<PathBuf>, Error> {
    let is_own = |path: &Path| path.components().any(|part| OF_CMAKE.iter().any(|name| part.as_os_str() == *name));
    Ok(files(build)?.into_iter().filter(|path| is_loaded(path) && !is_own(path.strip_prefix(build).unwrap_or(path))).collect())
}

/// Whether the name is that of a file for programs to load.
fn is_loaded(path: &Path) -> bool {
    path.extension().and_then(|ending| ending.to_str()).is_some_and(|ending| ENDINGS.contains(&ending))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn what_cmake_and_other_projects_bring_is_left_where_it_is() {
        let build = tempfile::tempdir().unwrap();
        for name in ["k.fatbin", "sub/k.cu", "a.o", "CMakeFiles/app.dir/k.ptx", "_deps/cub-src/k.cu"] {
            let path = build.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let found = files_of_cmake(build.path()).unwrap();
        assert_eq!(found, ["k.fatbin", "sub/k.cu"].map(|name| build.path().join(name)));
    }
}
