//! Decides when the library is loaded whether the process runs on a GPU, and then points every entry's slot at the system's
//! HIP runtime, whatever its version. `HIPIFY_DEVICE` is `auto`, `cpu` or `gpu`.

use std::ffi::{c_int, c_void};
use std::sync::atomic::Ordering;

use hipify_entry::device::{self, Device};

use crate::entry::{EntryPoint, entries, record};
use crate::types::error::{hipError_t, hipErrorNoDevice, hipErrorNotSupported, hipSuccess};

mod convert;
mod library;
mod record;

use library::Library;

// Before any constructor of the program, so that its fat binaries are registered where they will run.
hipify_entry::at_load!(at_load);

fn at_load() {
    if !library::is_being_looked_at() {
        decide(asked(device::asked().as_deref()), device::has_kernel_driver());
    }
}

/// What `HIPIFY_DEVICE` says; a line on stderr where it is none of the three.
fn asked(value: Option<&str>) -> Device {
    Device::of(value).unwrap_or_else(|| {
        let other = value.unwrap_or_default().trim();
        eprintln!("hipify: `HIPIFY_DEVICE={other}` is none of `auto`, `cpu` and `gpu`; it is taken for `auto`");
        Device::Auto
    })
}

fn decide(device: Device, kernel_driver: bool) {
    if !device.tries_gpu(kernel_driver) {
        return;
    }
    let found = Library::find().and_then(|library| match library.device_count() {
        0 => Err(format!("`{}` shows no device", library.path)),
        _ => Ok(library),
    });
    match (found, device) {
        (Ok(library), _) => forward_to(&library),
        (Err(reason), Device::Gpu) => {
            eprintln!("hipify: `HIPIFY_DEVICE=gpu` cannot be met: {reason}; calls of HIP answer `hipErrorNoDevice`");
            refuse_all();
        }
        (Err(reason), _) => eprintln!("hipify: running on the CPU: {reason} (`HIPIFY_DEVICE=cpu` leaves this line out)"),
    }
}

/// Points every slot at the function of its name in the system's runtime, or at the replacement of it.
fn forward_to(library: &Library) {
    convert::set_up(library);
    let is_recorded = record::set_up(library);
    for entry in entries() {
        if let Some(target) = target_of(entry, library) {
            let wrapper = if is_recorded { record::wrapper(entry.name) } else { None };
            entry.slot.store(wrapper.unwrap_or(target), Ordering::Relaxed);
        }
    }
}

/// Loads a HIP runtime and forwards every call to it from now on.
///
/// # Errors
/// Why the file cannot be used, in words.
pub fn forward_to_file(path: &str) -> Result<(), String> {
    forward_to(&Library::open(path)?);
    Ok(())
}

/// Whether a name is one of HIP's, and not of the interface between CPU code objects and this library.
fn is_of_hip(entry: &EntryPoint) -> bool {
    let name = entry.name.to_bytes();
    (name.starts_with(b"hip") || name.starts_with(b"__hip")) && !name.starts_with(b"__hipify") && !name.starts_with(b"hipify")
}

/// What an entry is forwarded to; nothing where its own body will do.
fn target_of(entry: &EntryPoint, library: &Library) -> Option<*mut c_void> {
    if !is_of_hip(entry) {
        return None;
    }
    let found = convert::stand_in(entry.name, library).or_else(|| library.symbol(entry.name));
    if found.is_none() && gives_text(entry.name.to_bytes()) {
        return None;
    }
    Some(found.unwrap_or(absent as extern "C" fn() -> hipError_t as *mut c_void))
}

/// Entry points that give a text: an error in its place would be an invalid pointer.
fn gives_text(name: &[u8]) -> bool {
    matches!(
        name,
        b"hipGetErrorName"
            | b"hipGetErrorString"
            | b"hipApiName"
            | b"hipKernelNameRef"
            | b"hipKernelNameRefByPtr"
            | b"hiprtcGetErrorString"
    )
}

/// What a name that the system's runtime does not have answers.
extern "C" fn absent() -> hipError_t {
    static TOLD: std::sync::Once = std::sync::Once::new();
    TOLD.call_once(|| eprintln!("hipify: the program calls a function that the system's HIP runtime is too old or too new for"));
    record(Some(hipErrorNotSupported))
}

/// Lets every call that can answer with an error answer `hipErrorNoDevice`.
fn refuse_all() {
    for entry in entries().iter().filter(|entry| is_of_hip(entry) && !answers_without_device(entry.name.to_bytes())) {
        entry.slot.store(no_device as extern "C" fn() -> hipError_t as *mut c_void, Ordering::Relaxed);
    }
}

/// Entry points that give no error or do not need a device: texts, the last error, versions, registration, compiling.
fn answers_without_device(name: &[u8]) -> bool {
    let has = |part: &[u8]| name.windows(part.len()).any(|window| window == part);
    gives_text(name) || name.starts_with(b"__hip") || name.starts_with(b"hiprtc") || has(b"Error") || has(b"Version")
}

extern "C" fn no_device() -> hipError_t {
    record(Some(hipErrorNoDevice))
}

/// What `hipGetDeviceCount` is.
type GetDeviceCount = unsafe extern "C" fn(*mut c_int) -> hipError_t;

impl Library {
    /// How many devices the runtime shows; none where it fails.
    fn device_count(&self) -> c_int {
        let Some(function) = self.symbol(c"hipGetDeviceCount") else {
            return 0;
        };
        let mut count = 0;
        // SAFETY: the function of that name in a HIP runtime has this type; the pointer leads to a local variable.
        let status = unsafe { std::mem::transmute::<*mut c_void, GetDeviceCount>(function)(&raw mut count) };
        if status == hipSuccess { count } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_device_is_one_of_three_words() {
        assert_eq!(asked(None), Device::Auto);
        assert_eq!(asked(Some("cpu")), Device::Cpu);
        assert_eq!(asked(Some("gpu ")), Device::Gpu);
        assert_eq!(asked(Some("fpga")), Device::Auto);
    }

    #[test]
    fn texts_and_registration_need_no_device() {
        for name in
            ["hipGetErrorString", "hipGetLastError", "__hipRegisterFatBinary", "hiprtcCompileProgram", "hipRuntimeGetVersion"]
        {
            assert!(answers_without_device(name.as_bytes()), "{name}");
        }
        for name in ["hipMalloc", "hipGetDeviceCount", "hipLaunchKernel"] {
            assert!(!answers_without_device(name.as_bytes()), "{name}");
        }
    }
}
