//! LLVM's library, found by its names when the program starts: one program then serves every distribution, and runs without
//! LLVM until it has to lower.
//!
//! `llvm/functions.in` lists the functions of LLVM's C API that may be called. Each is a jump through a slot of a table, which is
//! filled from the library. A function that is called and not listed fails the link; one that the library lacks is an error
//! when it is loaded. Linking with LLVM would bind the program to the C library of the machine that it was built on, and give
//! who has no LLVM the loader's words in the place of ours.

use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
use std::arch::global_asm;
use std::ffi::{CStr, OsStr, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

/// The release whose bitcode is read and written. The driver compiles with clang of the same.
pub const RELEASE: u32 = 19;

/// Names a file or a folder to take LLVM from, before all others.
pub const VARIABLE: &str = "HIPIFY_RS_LLVM";

/// The library's names, of LLVM 19 as upstream, Debian, Fedora, Arch and conda-forge call it; the second is Debian's link.
const NAMES: [&str; 3] = ["libLLVM.so.19.1", "libLLVM-19.so.1", "libLLVM-19.so"];

/// Folders outside of the loader's: of Debian and apt.llvm.org, Fedora, Alpine and Arch, openSUSE's builds by hand, Homebrew.
const FOLDERS: [&str; 5] = [
    "/usr/lib/llvm-19/lib",
    "/usr/lib64/llvm19/lib64",
    "/usr/lib64/llvm19/lib",
    "/usr/lib/llvm19/lib",
    "/home/linuxbrew/.linuxbrew/opt/llvm@19/lib",
];

/// Why there is no LLVM, for a message; the fact first, then the remedy.
pub(crate) type Missing = String;

macro_rules! functions {
    ($($name:ident)*) => {
        const FUNCTIONS: &[&str] = &[$(stringify!($name)),*];

        #[cfg(target_arch = "x86_64")]
        global_asm!(
            ".pushsection .data.hipify_lower_llvm,\"aw\",@progbits",
            ".balign 8",
            ".globl hipify_lower_llvm_slots",
            ".hidden hipify_lower_llvm_slots",
            "hipify_lower_llvm_slots:",
            $(concat!(".Lhipify_lower_slot_", stringify!($name), ": .quad hipify_lower_llvm_missing"),)*
            ".popsection",
            ".pushsection .text.hipify_lower_llvm,\"ax\",@progbits",
            $(concat!(
                ".globl ", stringify!($name), "\n",
                ".hidden ", stringify!($name), "\n",
                ".type ", stringify!($name), ",@function\n",
                stringify!($name), ": jmp qword ptr [rip + .Lhipify_lower_slot_", stringify!($name), "]",
            ),)*
            ".popsection",
        );

        #[cfg(not(target_arch = "x86_64"))]
        compile_error!("code for the CPU is for x86-64, and so is the program that makes it");
    };
}

include!("llvm/functions.in");

unsafe extern "C" {
    static hipify_lower_llvm_slots: [AtomicPtr<c_void>; FUNCTIONS.len()];
}

/// What a slot leads to until LLVM is loaded. `loaded` is asked before anything is lowered, so that no user comes here.
#[unsafe(no_mangle)]
extern "C" fn hipify_lower_llvm_missing() -> ! {
    let reason = STATE.get().and_then(|state| state.as_ref().err()).map_or("it is not loaded yet", String::as_str);
    eprintln!("hipify-lower: error: LLVM {RELEASE} is called: {reason}");
    std::process::abort();
}

static STATE: OnceLock<Result<PathBuf, Missing>> = OnceLock::new();

// Tests call LLVM without `lower`, and none of them has to know of this.
#[used]
#[unsafe(link_section = ".init_array")]
static AT_START: extern "C" fn() = {
    extern "C" fn start() {
        loaded().ok();
    }
    start
};

/// The file that LLVM came from, loaded when this is first asked.
///
/// # Errors
/// When it is nowhere, or what is there lacks a function.
pub fn loaded() -> Result<&'static Path, &'static str> {
    match STATE.get_or_init(|| load(&candidates(std::env::var_os(VARIABLE).map(PathBuf::from)))) {
        Ok(path) => Ok(path),
        Err(missing) => Err(missing),
    }
}

/// Where to look: at the place that the user names alone, else by the loader's own search, then in the known folders.
fn candidates(named: Option<PathBuf>) -> Vec<PathBuf> {
    let in_folder = |folder: &Path| NAMES.map(|name| folder.join(name));
    match named.filter(|path| !path.as_os_str().is_empty()) {
        Some(path) if path.is_dir() => in_folder(&path).into(),
        Some(path) => vec![path],
        None => {
            let conda = std::env::var_os("CONDA_PREFIX").map(|prefix| Path::new(&prefix).join("lib"));
            let folders = FOLDERS.iter().map(PathBuf::from).chain(conda);
            let known = folders.flat_map(|folder| in_folder(&folder)).filter(|path| path.is_file());
            NAMES.iter().map(PathBuf::from).chain(known).collect()
        }
    }
}

fn load(candidates: &[PathBuf]) -> Result<PathBuf, Missing> {
    let mut refusal = None;
    for path in candidates {
        // SAFETY: LLVM's library may be loaded at any time; it is never unloaded.
        match unsafe { Library::open(Some(path), RTLD_NOW | RTLD_LOCAL) } {
            Ok(library) => match fill(library) {
                Ok(file) => return Ok(file.unwrap_or_else(|| path.clone())),
                Err(lacks) => refusal = Some(format!("`{}` is not LLVM {RELEASE}: {lacks}", path.display())),
            },
            // A file that is there and cannot be loaded says more than a name that is not found.
            Err(error) if path.is_file() => refusal = Some(format!("`{}` cannot be loaded: {error}", path.display())),
            Err(_) => {}
        }
    }
    let fact = refusal.unwrap_or_else(|| format!("LLVM's library `{}` is not on this machine", NAMES[0]));
    Err(format!("{fact}; {}", remedy()))
}

/// Which packages bring the library.
fn remedy() -> String {
    format!(
        "it comes with clang {RELEASE}: `apt-get install libllvm19` (Debian, Ubuntu), `dnf install llvm19-libs` (Fedora), \
         `pacman -S llvm19-libs` (Arch), `conda install -c conda-forge libllvm19`; or name its folder with `{VARIABLE}`"
    )
}

/// Fills the slots, all or none, and says which file the functions are in, where the loader says so.
fn fill(library: Library) -> Result<Option<PathBuf>, String> {
    let found = FUNCTIONS.iter().map(|name| {
        // SAFETY: the address alone is taken; who calls it declares it as llvm-sys does for this release.
        let symbol = unsafe { library.get::<*mut c_void>(name.as_bytes()) };
        symbol.map(|symbol| symbol.as_raw_ptr()).map_err(|_| format!("it has no `{name}`"))
    });
    let found = found.collect::<Result<Vec<_>, _>>()?;
    // SAFETY: the table has one slot a function, defined by the assembly above, and is read as pointers alone.
    let slots = unsafe { &hipify_lower_llvm_slots };
    slots.iter().zip(&found).for_each(|(slot, function)| slot.store(*function, Ordering::Relaxed));
    // Its code is called until the process ends.
    std::mem::forget(library);
    Ok(found.first().and_then(|function| file_of(*function)))
}

/// The file that a function was loaded from.
fn file_of(function: *mut c_void) -> Option<PathBuf> {
    let mut info = std::mem::MaybeUninit::<libc::Dl_info>::zeroed();
    // SAFETY: `dladdr` takes any address and fills the record when it returns something else than 0.
    let known = unsafe { libc::dladdr(function, info.as_mut_ptr()) } != 0;
    // SAFETY: all bytes zero are a record too, whose name is null.
    let name = unsafe { info.assume_init() }.dli_fname;
    if !known || name.is_null() {
        return None;
    }
    // SAFETY: the loader's name of a library that stays loaded.
    Some(PathBuf::from(OsStr::from_bytes(unsafe { CStr::from_ptr(name) }.to_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_that_is_not_llvm_is_refused_by_the_function_it_lacks() {
        let missing = load(&["libc.so.6".into()]).unwrap_err();
        assert!(missing.contains("`libc.so.6` is not LLVM 19: it has no `LLVM"), "{missing}");
    }

    #[test]
    fn without_a_library_the_packages_that_have_it_are_named() {
        let missing = load(&candidates(Some("/nowhere/libLLVM.so".into()))).unwrap_err();
        assert!(missing.contains("`libLLVM.so.19.1` is not on this machine; it comes with clang 19: `apt-get"), "{missing}");
    }

    #[test]
    fn a_folder_that_is_named_is_searched_alone() {
        assert_eq!(candidates(Some("/tmp".into())), NAMES.map(|name| Path::new("/tmp").join(name)));
    }

    #[test]
    fn the_functions_are_listed_in_order_and_once() {
        assert!(FUNCTIONS.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
