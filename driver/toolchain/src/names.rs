//! A folder in which the bundled runtime goes by the names that programs linked with AMD's look for.

use crate::bundled;
use hipify_error::Error;
use hipify_tree::platform;
use hipify_tree::unfinished::Unfinished;
use std::path::{Path, PathBuf};

/// AMD's libraries that the bundled runtime stands in for, and the major versions that they had since HIP 5.
const RUNTIME: [(&str, &[&str]); 3] = [
    ("libamdhip64.so", &["", ".5", ".6", ".7"]),
    ("libhiprtc.so", &["", ".5", ".6", ".7"]),
    ("libroctx64.so", &["", ".1", ".4"]),
];
/// Those that the bundled math libraries stand in for.
const LIBRARIES: [(&str, &[&str]); 7] = [
    ("libhipblas.so", &["", ".0", ".1", ".2", ".3"]),
    ("libhipblaslt.so", &["", ".0", ".1"]),
    ("libhipfft.so", &["", ".0"]),
    ("libhiprand.so", &["", ".1"]),
    ("libhipsparse.so", &["", ".0", ".1", ".2", ".3", ".4"]),
    ("libhipsolver.so", &["", ".0", ".1"]),
    ("librccl.so", &["", ".1"]),
];

/// The folder for this runtime library and the math libraries beside it, made unless it is there.
///
/// # Errors
/// When the cache cannot be written.
pub fn folder(cache: &Path, library: &Path) -> Result<PathBuf, Error> {
    let links: Vec<(String, PathBuf)> = links(library).collect();
    let key = xxhash_rust::xxh3::xxh3_64(format!("{links:?}").as_bytes());
    let folder = cache.join("runtime").join(format!("{key:016x}"));
    if folder.is_dir() {
        return Ok(folder);
    }
    let cannot = |error: std::io::Error| {
        let remedy = "name a folder that can be written with `XDG_CACHE_HOME`";
        Error::path(&folder, format!("the names of the runtime cannot be made here: {error}"), remedy)
    };
    let making = Unfinished::start(&folder).map_err(cannot)?;
    for (name, library) in &links {
        platform::symlink(library, &making.path().join(name)).map_err(cannot)?;
    }
    making.finish().map_err(cannot)?;
    Ok(folder)
}

/// Whether `-l` means one of the math libraries by a name.
pub fn is_mathematics(name: &str) -> bool {
    LIBRARIES.iter().any(|(file, _)| file.strip_prefix("lib").and_then(|file| file.strip_suffix(".so")) == Some(name))
}

/// Whether a file's name is one of the math libraries', with a version or without.
pub fn is_mathematics_file(name: &str) -> bool {
    name == bundled::MATH_LIBRARIES
        || LIBRARIES.iter().any(|(file, versions)| name.strip_prefix(file).is_some_and(|version| versions.contains(&version)))
}

/// All names and where they lead; the libraries' own are among them, for programs that were moved away from those.
fn links(library: &Path) -> impl Iterator<Item = (String, PathBuf)> {
    let parts = [(bundled::LIBRARY, &RUNTIME[..]), (bundled::MATH_LIBRARIES, &LIBRARIES[..])];
    let parts = parts.map(|(own, names)| (library.with_file_name(own), own, names));
    let there = move |path: &Path, own| own == bundled::LIBRARY || path.is_file();
    parts.into_iter().filter(move |(path, own, _)| there(path, *own)).flat_map(|(path, own, names)| {
        let others = names.iter().flat_map(|(name, versions)| versions.iter().map(move |version| format!("{name}{version}")));
        std::iter::once(own.to_owned()).chain(others).map(move |name| (name, path.clone()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_leads_to_the_library_and_another_library_has_another_folder() {
        let cache = tempfile::tempdir().unwrap();
        let library = &cache.path().join("libhipify_hip.so");
        let folder = folder(cache.path(), library).unwrap();
        assert!(!folder.join("libhipblas.so.2").exists(), "there are no math libraries yet");
        for name in
            ["libhipify_hip.so", "libamdhip64.so.5", "libamdhip64.so.7", "libhiprtc.so.6", "libroctx64.so", "libamdhip64.so"]
        {
            assert_eq!(std::fs::read_link(folder.join(name)).unwrap(), *library);
        }
        assert_eq!(super::folder(cache.path(), library).unwrap(), folder);
        let math = cache.path().join("libhipify_libraries.so");
        std::fs::write(&math, "").unwrap();
        let both = super::folder(cache.path(), library).unwrap();
        assert_eq!(std::fs::read_link(both.join("libhipblas.so.2")).unwrap(), math);
        assert_eq!(std::fs::read_link(both.join("libamdhip64.so.6")).unwrap(), *library);
        assert_ne!(super::folder(cache.path(), Path::new("/other.so")).unwrap(), folder);
    }
}
