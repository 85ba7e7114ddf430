//! AMD's header-only libraries of device code, for the CPU: those of the first HIP that has them.

use super::bundled::Cpu;
use super::environment::Environment;
use super::hip;
use std::io;
use std::path::{Path, PathBuf};

/// The folders that rocPRIM and what stands on it consist of.
const LIBRARIES: [&str; 4] = ["rocprim", "hipcub", "thrust", "rocwmma"];

/// A header that says that the libraries are there.
const MARK: &str = "rocprim/rocprim.hpp";

/// The macro that AMD's compilers define in code for a GPU.
const LANES: &str = "__AMDGCN_WAVEFRONT_SIZE";

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
        match std::os::unix::fs::symlink(include.join(name), folder.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
    }
    Ok(folder)
}

impl Cpu {
    /// The flags by which a pass of a source that uses these libraries finds them, for warps of so many lanes, which are a
    /// constant to them; none where the libraries are not there. A host pass may take any number.
    pub fn rocprim_flags(&self, lanes: u32) -> Vec<String> {
        let Some(folder) = &self.rocprim else { return Vec::new() };
        let first = self.headers.join("amd_libraries/hipify/rocprim.h");
        let words = ["-idirafter", &folder.display().to_string(), "-include", &first.display().to_string()];
        std::iter::once(format!("-D{LANES}={lanes}")).chain(words.map(str::to_owned)).collect()
    }
}
