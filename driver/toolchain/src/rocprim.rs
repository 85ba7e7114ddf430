//! AMD's header-only libraries of device code, for the CPU: those of the first HIP that has them.

use super::environment::Environment;
use super::hip;
use std::io;
use std::path::{Path, PathBuf};

/// The folders that rocPRIM and what stands on it consist of. rocWMMA is none of them: the bundled one stands in its place, since
/// AMD's knows its own GPUs alone.
const LIBRARIES: [&str; 3] = ["rocprim", "hipcub", "thrust"];

/// A header that says that the libraries are there.
const MARK: &str = "rocprim/rocprim.hpp";

/// A folder below `cache` that holds these libraries and nothing else: the bundled headers take the place of the HIP that
/// stands beside them. None where no HIP of the machine has them.
pub(super) fn folder(environment: &Environment, cache: &Path) -> io::Result<Option<PathBuf>> {
    let roots = hip::rocm_roots(environment, None).unwrap_or_default();
    let hips = hip::all(environment, &roots).unwrap_or_default();
    let found = hips.iter().flat_map(|hip| &hip.include).find(|folder| folder.join(MARK).is_file());
    found.map(|include| links_to(include, cache)).transpose()
}

fn links_to(include: &Path, cache: &Path) -> io::Result<PathBuf> {
    let key = xxhash_rust::xxh3::xxh3_64(include.as_os_str().as_encoded_bytes());
    let folder = cache.join("rocprim").join(format!("{key:016x}"));
    std::fs::create_dir_all(&folder)?;
    for name in LIBRARIES {
        match hipify_tree::platform::symlink(&include.join(name), &folder.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
    }
    Ok(folder)
}
