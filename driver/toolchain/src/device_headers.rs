//! AMD's header-only libraries of device code, for the CPU: those of the first HIP that has them.

use super::environment::Environment;
use super::hip;
use std::io;
use std::path::{Path, PathBuf};

/// Libraries that come together.
pub(super) struct Libraries {
    /// Their folders of headers. The first one's name is that of the folder in the cache too.
    folders: &'static [&'static str],
    /// A header that says that they are there.
    pub(super) mark: &'static str,
}

/// rocPRIM and what stands on it.
pub(super) const ROCPRIM: Libraries = Libraries { folders: &["rocprim", "hipcub", "thrust"], mark: "rocprim/rocprim.hpp" };

/// rocWMMA. Debian's package of 7.2 has `rocwmma.hpp` without what that includes.
pub(super) const ROCWMMA: Libraries = Libraries { folders: &["rocwmma"], mark: "rocwmma/internal/config.hpp" };

/// A folder below `cache` that holds these libraries and nothing else: the bundled headers take the place of the HIP that
/// stands beside them. None where no HIP of the machine has them.
pub(super) fn folder(environment: &Environment, cache: &Path, libraries: &Libraries) -> io::Result<Option<PathBuf>> {
    let roots = hip::rocm_roots(environment, None).unwrap_or_default();
    let hips = hip::all(environment, &roots).unwrap_or_default();
    let found = hips.iter().flat_map(|hip| &hip.include).find(|folder| folder.join(libraries.mark).is_file());
    found.map(|include| links_to(include, cache, libraries)).transpose()
}

fn links_to(include: &Path, cache: &Path, libraries: &Libraries) -> io::Result<PathBuf> {
    let key = xxhash_rust::xxh3::xxh3_64(include.as_os_str().as_encoded_bytes());
    let folder = cache.join(libraries.folders[0]).join(format!("{key:016x}"));
    std::fs::create_dir_all(&folder)?;
    for name in libraries.folders {
        match hipify_tree::platform::symlink(&include.join(name), &folder.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
    }
    Ok(folder)
}
