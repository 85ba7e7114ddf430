//! Names of HIP functions -> their addresses in the HIP libraries of this process.

use std::ffi::{CStr, CString, OsStr, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

use hipify_entry::loaded;

/// HIP's `hipErrorNotSupported`.
pub const HIP_NOT_SUPPORTED: i32 = 801;

/// Which HIP library has a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Library {
    /// The runtime, hipRTC included.
    Hip,
    /// Mathematics: the bundled library of all of them, or AMD's.
    Libraries,
    /// RCCL.
    Rccl,
}

/// A HIP function that code here calls.
pub struct Target {
    library: Library,
    name: &'static CStr,
    slot: AtomicPtr<c_void>,
}

impl Target {
    /// Not looked for yet.
    pub const fn new(library: Library, name: &'static CStr) -> Target {
        Target { library, name, slot: AtomicPtr::new(std::ptr::null_mut()) }
    }

    /// The function; `None` where the library or the function is not there.
    pub fn get(&self) -> Option<*mut c_void> {
        let known = self.slot.load(Ordering::Relaxed);
        if !known.is_null() {
            return Some(known);
        }
        let found = symbol(self.library, self.name)?;
        self.slot.store(found, Ordering::Relaxed);
        Some(found)
    }
}

/// The address of a function; `None` where the library or the function is not there.
pub fn symbol(library: Library, name: &CStr) -> Option<*mut c_void> {
    if name.is_empty() {
        return None;
    }
    handles(library).handles.iter().find_map(|handle| {
        // SAFETY: the handle stays open.
        unsafe { loaded::symbol(*handle as *mut c_void, name) }
    })
}

/// Why a library could not be found, in words; `None` where it was.
pub fn reason(library: Library) -> Option<&'static str> {
    handles(library).reason.as_deref()
}

/// Open libraries, as numbers, in the order in which they are asked.
struct Handles {
    handles: Vec<usize>,
    reason: Option<String>,
}

fn handles(library: Library) -> &'static Handles {
    static ALL: [OnceLock<Handles>; 3] = [const { OnceLock::new() }; 3];
    ALL[library as usize].get_or_init(|| open(library))
}

/// Bundled file, and AMD's names in the order in which they are tried.
fn names(library: Library) -> (Option<&'static str>, &'static [&'static str]) {
    match library {
        Library::Hip => (Some("libhipify_hip.so"), &["libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5"]),
        Library::Libraries => (
            Some("libhipify_libraries.so"),
            &[
                "libhipblas.so.3",
                "libhipblas.so.2",
                "libhipfft.so.0",
                "libhiprand.so.1",
                "libhipsparse.so.4",
                "libhipsparse.so.1",
                "libhipsolver.so.1",
                "libhipsolver.so.0",
                "libhipblaslt.so.1",
                "libhipblaslt.so.0",
            ],
        ),
        Library::Rccl => (Some("libhipify_libraries.so"), &["librccl.so.1", "librccl.so"]),
    }
}

/// What the process has already goes first; then the bundled library beside this one, then AMD's by the loader's path.
fn open(library: Library) -> Handles {
    let (bundled, others) = names(library);
    let mut handles: Vec<usize> =
        others.iter().chain(&bundled).filter_map(|name| load(OsStr::new(name), libc::RTLD_NOLOAD)).collect();
    if handles.is_empty() {
        handles.extend(bundled.and_then(beside).and_then(|path| load(path.as_os_str(), 0)));
    }
    if handles.is_empty() {
        let mut found = others.iter().filter_map(|name| load(OsStr::new(name), 0));
        // Mathematics is several libraries of AMD's, the others are one.
        handles = if library == Library::Libraries { found.collect() } else { found.next().into_iter().collect() };
    }
    let reason = handles.is_empty().then(|| {
        let all: Vec<String> = bundled.iter().chain(others).map(|name| format!("`{name}`")).collect();
        format!("none of {} was found; install ROCm, or run the program by `hipify-rs run --cuda-shim`", all.join(", "))
    });
    Handles { handles, reason }
}

fn load(name: &OsStr, flags: i32) -> Option<usize> {
    let name = CString::new(name.as_bytes()).ok()?;
    loaded::open(&name, flags).map(|handle| handle as usize)
}

/// A file in the folder of this library, wherever links to it lie.
fn beside(name: &str) -> Option<PathBuf> {
    let path = loaded::file_of((beside as fn(&str) -> Option<PathBuf> as *const ()).cast())?;
    let folder = path.parent()?;
    // Tests are programs in a folder below.
    [Some(folder), folder.parent()].into_iter().flatten().map(|folder| folder.join(name)).find(|path| path.exists())
}
