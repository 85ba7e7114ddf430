//! LLVM's library, found by its names when it is needed: one program then serves every distribution and several releases of LLVM,
//! and says its version where there is none.
//!
//! `llvm/functions.in` lists the functions of LLVM's C API that may be called. Each is a jump through a slot of a table, which is
//! filled from the library. A function that is called and not listed fails the link; one that the library lacks is an error
//! when it is loaded, but for those that a known release is without (`llvm/absent.rs`), which the lowering does not call or has a
//! substitute of. Linking with LLVM would bind the program to one release and to the C library of the machine that it was built on,
//! and give who has no LLVM the loader's words in the place of ours.

mod absent;
mod places;

pub use absent::{ABSENT, SUBSTITUTES};
pub use places::VARIABLE;

use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
use places::Place;
use std::arch::global_asm;
use std::ffi::{CStr, OsStr, c_uint, c_void};
use std::ops::RangeInclusive;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

/// The releases whose bitcode is read and written: bitcode is read by the release that wrote it or a later one, and what is written
/// here goes to the clang that wrote the input.
pub const RELEASES: RangeInclusive<u32> = 17..=22;

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

/// What a slot leads to until LLVM is loaded, and that of a function which the loaded release is without. Neither is called.
#[unsafe(no_mangle)]
extern "C" fn hipify_lower_llvm_missing() -> ! {
    let state = match STATE.get() {
        None => "LLVM is called before it is loaded".to_owned(),
        Some(Err(missing)) => missing.clone(),
        Some(Ok(loaded)) => format!("LLVM {} is asked for what it is without", loaded.release),
    };
    eprintln!("hipify-lower: error: {state}; please report this");
    std::process::abort();
}

/// An LLVM at work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loaded {
    /// The file that it came from.
    pub path: PathBuf,
    /// 19 of 19.1.7.
    pub release: u32,
}

static STATE: OnceLock<Result<Loaded, Missing>> = OnceLock::new();

// Tests of single parts call LLVM without `lower`, and none of them has to know of this.
#[cfg(test)]
#[used]
#[unsafe(link_section = ".init_array")]
static AT_START: extern "C" fn() = {
    extern "C" fn start() {
        load(None).ok();
    }
    start
};

/// Loads LLVM of a release, or of whichever is found; a process has one.
///
/// # Errors
/// When it is nowhere, or what is there lacks a function, or another release is loaded already.
pub fn load(release: Option<u32>) -> Result<&'static Loaded, Missing> {
    let named = std::env::var_os(VARIABLE).map(PathBuf::from);
    match STATE.get_or_init(|| first_of(&places::of(named, release))) {
        Ok(loaded) if release.is_some_and(|release| release != loaded.release) => {
            Err(format!("LLVM {} is loaded, and the input is of another release; lower each by itself", loaded.release))
        }
        Ok(loaded) => Ok(loaded),
        Err(missing) => Err(missing.clone()),
    }
}

/// Before 18 instcombine does not verify that it came to an end, and knows no word for that.
const FIRST_TO_VERIFY: u32 = 18;

/// Passes as the release at work writes them, from the way that 19 does.
pub fn as_written_here(passes: &str) -> String {
    let verifies = release().is_none_or(|release| release >= FIRST_TO_VERIFY);
    if verifies { passes.to_owned() } else { passes.replace("<no-verify-fixpoint>", "") }
}

/// The release at work; none before one is loaded.
pub fn release() -> Option<u32> {
    STATE.get()?.as_ref().ok().map(|loaded| loaded.release)
}

fn first_of(places: &[Place]) -> Result<Loaded, Missing> {
    let mut refusal = None;
    for Place { path, release } in places {
        // SAFETY: LLVM's library may be loaded at any time; it is never unloaded.
        match unsafe { Library::open(Some(path), RTLD_NOW | RTLD_LOCAL) } {
            Ok(library) => match fill(library, *release) {
                Ok((file, release)) => return Ok(Loaded { path: file.unwrap_or_else(|| path.clone()), release }),
                Err(reason) => refusal = Some(format!("`{}` {reason}", path.display())),
            },
            // A file that is there and cannot be loaded says more than a name that is not found.
            Err(error) if path.is_file() => refusal = Some(format!("`{}` cannot be loaded: {error}", path.display())),
            Err(_) => {}
        }
    }
    let wanted = places.first().and_then(|place| place.release);
    let fact = refusal.unwrap_or_else(|| places::nowhere(wanted));
    Err(format!("{fact}; {}", places::remedy(wanted)))
}

/// Fills the slots, all or none, and says which file the functions are in, where the loader says so, and of which release it is.
fn fill(library: Library, wanted: Option<u32>) -> Result<(Option<PathBuf>, u32), String> {
    let release = release_of(&library)?;
    if !RELEASES.contains(&release) || wanted.is_some_and(|wanted| wanted != release) {
        return Err(format!("is LLVM {release}, and {} is needed", places::words(wanted)));
    }
    let function = |name: &&str| {
        // SAFETY: the address alone is taken; who calls it declares it as llvm-sys does, whose declarations hold for these releases.
        let symbol = unsafe { library.get::<*mut c_void>(name.as_bytes()) };
        let substitute = || SUBSTITUTES.iter().find(|(of, _)| of == name).map(|(_, substitute)| substitute.address());
        match symbol.map(|symbol| symbol.as_raw_ptr()).ok().or_else(substitute) {
            Some(address) => Ok(address),
            None if ABSENT.contains(name) => Ok(hipify_lower_llvm_missing as *mut c_void),
            None => Err(format!("is not a whole LLVM {release}: it has no `{name}`")),
        }
    };
    let found = FUNCTIONS.iter().map(function).collect::<Result<Vec<_>, _>>()?;
    // SAFETY: the table has one slot a function, defined by the assembly above, and is read as pointers alone.
    let slots = unsafe { &hipify_lower_llvm_slots };
    slots.iter().zip(&found).for_each(|(slot, function)| slot.store(*function, Ordering::Relaxed));
    // Its code is called until the process ends.
    std::mem::forget(library);
    Ok((found.first().and_then(|function| file_of(*function)), release))
}

fn release_of(library: &Library) -> Result<u32, String> {
    type GetVersion = unsafe extern "C" fn(*mut c_uint, *mut c_uint, *mut c_uint);
    // SAFETY: the type is that of `llvm-c/Core.h`, which has the function from 16 on.
    let version = unsafe { library.get::<GetVersion>(b"LLVMGetVersion") };
    let version = version.map_err(|_| "is no LLVM: it has no `LLVMGetVersion`".to_owned())?;
    let mut major = 0;
    // SAFETY: the function writes where a pointer is not null.
    unsafe { version(&mut major, std::ptr::null_mut(), std::ptr::null_mut()) };
    Ok(major)
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

    fn refused(path: &str, release: Option<u32>) -> Missing {
        first_of(&[Place { path: path.into(), release }]).unwrap_err()
    }

    #[test]
    fn a_library_that_is_not_llvm_is_refused_by_the_function_it_lacks() {
        let missing = refused("libc.so.6", None);
        assert!(missing.contains("`libc.so.6` is no LLVM: it has no `LLVMGetVersion`; "), "{missing}");
    }

    #[test]
    fn a_library_of_another_release_than_the_input_is_refused() {
        let loaded = load(None).unwrap();
        let other = RELEASES.into_iter().find(|release| *release != loaded.release).unwrap();
        let missing = refused(loaded.path.to_str().unwrap(), Some(other));
        assert!(missing.contains(&format!("is LLVM {}, and LLVM {other} is needed; ", loaded.release)), "{missing}");
        assert!(load(Some(other)).unwrap_err().starts_with(&format!("LLVM {} is loaded, and", loaded.release)));
    }

    #[test]
    fn without_a_library_the_packages_that_have_it_are_named() {
        let missing = refused("/nowhere/libLLVM.so", Some(21));
        assert!(
            missing.starts_with("`libLLVM.so.21.1`, LLVM's library, is not on this machine; it comes with clang 21: "),
            "{missing}"
        );
    }

    #[test]
    fn the_functions_are_listed_in_order_and_once() {
        assert!(FUNCTIONS.is_sorted_by(|a, b| a < b) && ABSENT.is_sorted_by(|a, b| a < b));
        assert!(ABSENT.iter().all(|name| FUNCTIONS.contains(name)));
        assert!(SUBSTITUTES.iter().all(|(name, _)| ABSENT.contains(name)));
    }
}
