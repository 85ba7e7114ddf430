//! A folder in which the bundled runtime goes by the names that programs linked with AMD's look for.

use crate::error::Error;
use crate::platform;
use crate::unfinished::Unfinished;
use std::path::{Path, PathBuf};

/// AMD's libraries that the bundled one stands in for, and the major versions that they had since HIP 5.
const STANDS_FOR: [&str; 2] = ["libamdhip64.so", "libhiprtc.so"];
const VERSIONS: [&str; 4] = ["", ".5", ".6", ".7"];

/// The folder for this library, made unless it is there.
///
/// # Errors
/// When the cache cannot be written.
pub(super) fn folder(cache: &Path, library: &Path) -> Result<PathBuf, Error> {
    let key = xxhash_rust::xxh3::xxh3_64(library.as_os_str().as_encoded_bytes());
    let folder = cache.join("runtime").join(format!("{key:016x}"));
    if folder.is_dir() {
        return Ok(folder);
    }
    let cannot = |error: std::io::Error| {
        let remedy = "name a folder that can be written with `XDG_CACHE_HOME`";
        Error::path(&folder, format!("the names of the runtime cannot be made here: {error}"), remedy)
    };
    let making = Unfinished::start(&folder).map_err(cannot)?;
    for name in names() {
        platform::symlink(library, &making.path().join(name)).map_err(cannot)?;
    }
    making.finish().map_err(cannot)?;
    Ok(folder)
}

/// All of them, and the library's own, for programs that were moved away from it.
fn names() -> impl Iterator<Item = String> {
    let others = STANDS_FOR.iter().flat_map(|name| VERSIONS.iter().map(move |version| format!("{name}{version}")));
    std::iter::once(crate::toolchain::bundled::LIBRARY.to_owned()).chain(others)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_leads_to_the_library_and_another_library_has_another_folder() {
        let cache = tempfile::tempdir().unwrap();
        let library = Path::new("/lib/libhipify_hip.so");
        let folder = folder(cache.path(), library).unwrap();
        for name in ["libhipify_hip.so", "libamdhip64.so.5", "libamdhip64.so.7", "libhiprtc.so.6", "libamdhip64.so"] {
            assert_eq!(std::fs::read_link(folder.join(name)).unwrap(), library);
        }
        assert_eq!(super::folder(cache.path(), library).unwrap(), folder);
        assert_ne!(super::folder(cache.path(), Path::new("/other.so")).unwrap(), folder);
    }
}
