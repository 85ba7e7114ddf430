//! Objects and libraries -> which of CUDA's libraries they name, and their symbols' names.

use hipify_cuda_libraries::sonames;

/// CUDA's libraries that the file names; objects name none.
pub(crate) fn libraries(bytes: &[u8]) -> Vec<&'static str> {
    let named = |soname: &&'static str| memchr::memmem::find(bytes, format!("\0{soname}\0").as_bytes()).is_some();
    sonames().filter(named).collect()
}

/// A symbol's name without its version, which stands behind an `@`.
pub(crate) fn unversioned(name: &str) -> &str {
    name.split('@').next().unwrap_or(name)
}
