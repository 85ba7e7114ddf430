//! Finds the system's HIP runtime, which is never this library, even where this one is loaded under AMD's name.

use std::ffi::{CStr, CString, OsStr, c_void};
use std::path::{Path, PathBuf};

use hipify_entry::loaded;

/// AMD's names by version, the newest first.
const NAMES: [&str; 3] = ["libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5"];

/// Where a system keeps libraries, after what variables name.
const FOLDERS: [&str; 6] =
    ["/opt/rocm/lib", "/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib", "/usr/local/lib", "/usr/local/lib64"];

/// Set while a candidate is loaded, so that another copy of this library does not go looking in its turn.
const LOOKING: &CStr = c"HIPIFY_LOOKING_FOR_HIP";

/// What only this library exports.
const OWN_SYMBOL: &CStr = c"__hipify_runtime";

/// The marker that tells copies of this library from AMD's.
// SAFETY: no other library has a symbol of this name.
#[unsafe(no_mangle)]
#[allow(unreachable_pub)]
pub static __hipify_runtime: u32 = hipify_abi::VERSION;

/// Whether another copy of this library is loading this one to see what it is.
pub(super) fn is_being_looked_at() -> bool {
    std::env::var_os(&*LOOKING.to_string_lossy()).is_some()
}

/// A loaded HIP runtime. It stays loaded: the program holds pointers into it.
pub(super) struct Library {
    handle: *mut c_void,
    /// The library of hipRTC, where the runtime does not have it itself (since ROCm 7); null else.
    compiler: *mut c_void,
    pub(super) path: String,
}

impl Library {
    /// The first runtime that loads and is not this library; else what was tried, in words.
    pub(super) fn find() -> Result<Library, String> {
        let mut reasons = Vec::new();
        for path in candidates(std::env::var_os("LD_LIBRARY_PATH").as_deref(), std::env::var_os("ROCM_PATH").as_deref()) {
            match Library::open(&path.to_string_lossy()) {
                Ok(library) => return Ok(library),
                Err(reason) => reasons.push(reason),
            }
        }
        // Elsewhere in the loader's own path.
        NAMES.iter().find_map(|name| Library::open(name).ok()).ok_or_else(|| match reasons.into_iter().next() {
            Some(reason) => reason,
            None => format!(
                "none of {} was found; install ROCm or name its folder with `ROCM_PATH`",
                NAMES.map(|name| format!("`{name}`")).join(", ")
            ),
        })
    }

    /// Loads a file or a library by name.
    pub(super) fn open(path: &str) -> Result<Library, String> {
        let handle = load(path)?;
        let mut library = Library { handle, compiler: std::ptr::null_mut(), path: path.to_owned() };
        if library.symbol(c"hiprtcCompileProgram").is_none() {
            library.compiler = load(&path.replace("libamdhip64", "libhiprtc")).unwrap_or(std::ptr::null_mut());
        }
        Ok(library)
    }

    /// The address of a function.
    pub(super) fn symbol(&self, name: &CStr) -> Option<*mut c_void> {
        let of_compiler = || if self.compiler.is_null() { None } else { find(self.compiler, name) };
        find(self.handle, name).or_else(of_compiler)
    }
}

/// Loads a library that is not this one.
fn load(path: &str) -> Result<*mut c_void, String> {
    let name = CString::new(path).map_err(|_| "a null byte in a path".to_owned())?;
    // SAFETY: at load time and in tests one thread runs; the strings are C strings.
    unsafe { libc::setenv(LOOKING.as_ptr(), c"1".as_ptr(), 1) };
    let opened = loaded::open(&name, 0);
    // SAFETY: as when it was set, one thread runs.
    unsafe { libc::unsetenv(LOOKING.as_ptr()) };
    let Some(handle) = opened else {
        return Err(format!("`{path}` does not load: {}", loaded::loader_error()));
    };
    if find(handle, OWN_SYMBOL).is_some() {
        // SAFETY: the handle was just opened and nothing of it is kept.
        unsafe { libc::dlclose(handle) };
        return Err(format!("`{path}` is this runtime itself"));
    }
    Ok(handle)
}

fn find(handle: *mut c_void, name: &CStr) -> Option<*mut c_void> {
    // SAFETY: handles here are open.
    unsafe { loaded::symbol(handle, name) }
}

/// Existing files of AMD's names: in folders that variables name, then in the system's.
fn candidates(library_path: Option<&OsStr>, rocm: Option<&OsStr>) -> Vec<PathBuf> {
    let named = library_path.map(std::env::split_paths).into_iter().flatten().filter(|folder| !folder.as_os_str().is_empty());
    let rocm = rocm.map(|folder| Path::new(folder).join("lib"));
    let folders = named.chain(rocm).chain(FOLDERS.iter().map(PathBuf::from));
    folders.flat_map(|folder| NAMES.map(|name| folder.join(name))).filter(|path| path.exists()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_variables_come_before_the_systems_and_newer_versions_before_older() {
        let folder = std::env::temp_dir().join(format!("hipify-forward-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("rocm/lib")).unwrap();
        for file in ["libamdhip64.so.5", "libamdhip64.so.7", "rocm/lib/libamdhip64.so.6"] {
            std::fs::write(folder.join(file), "").unwrap();
        }
        let found = candidates(Some(folder.as_os_str()), Some(folder.join("rocm").as_os_str()));
        let expected = ["libamdhip64.so.7", "libamdhip64.so.5", "rocm/lib/libamdhip64.so.6"].map(|file| folder.join(file));
        assert_eq!(&found[..3], expected);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_that_is_no_library_is_named_with_the_reason() {
        let reason = Library::open("/etc/hostname").err().unwrap();
        assert!(reason.starts_with("`/etc/hostname` does not load: "), "{reason}");
    }
}
