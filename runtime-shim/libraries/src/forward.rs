//! Decides when the library is loaded whether the process runs on a GPU, and then points the entries at AMD's libraries, as the
//! bundled runtime does with its own.

use std::collections::HashMap;
use std::ffi::{CStr, CString, c_void};
use std::path::Path;
use std::sync::atomic::Ordering;

use hipify_entry::device::{self, Device};
use hipify_entry::loaded::{self, file_of};

use crate::entry::{EntryPoint, entries};
use crate::runtime::{own_file, symbol};

/// How names begin, the longer beginning of two first, and the files that AMD's library of them goes by, newest first.
const LIBRARIES: [(&str, &[&CStr]); 8] = [
    ("hipblasLt", &[c"libhipblaslt.so.1", c"libhipblaslt.so.0"]),
    ("hipblas", &[c"libhipblas.so.3", c"libhipblas.so.2", c"libhipblas.so.1", c"libhipblas.so.0"]),
    ("hipfft", &[c"libhipfft.so.0"]),
    ("hiprand", &[c"libhiprand.so.1"]),
    (
        "hipsparse",
        &[c"libhipsparse.so.4", c"libhipsparse.so.3", c"libhipsparse.so.2", c"libhipsparse.so.1", c"libhipsparse.so.0"],
    ),
    ("hipsolver", &[c"libhipsolver.so.1", c"libhipsolver.so.0"]),
    ("nccl", &[c"librccl.so.1"]),
    ("pnccl", &[c"librccl.so.1"]),
];

hipify_entry::at_load!(at_load);

fn at_load() {
    // The bundled runtime, which reads the variable too, says what it does not know.
    let asked = Device::of(device::asked().as_deref()).unwrap_or(Device::Auto);
    if asked.tries_gpu(device::has_kernel_driver()) && has_runtime() {
        forward();
    }
}

/// Whether AMD's runtime is installed: without it the bundled one runs kernels on the CPU.
fn has_runtime() -> bool {
    [c"libamdhip64.so.7", c"libamdhip64.so.6", c"libamdhip64.so.5"].iter().any(|file| {
        let function = loaded::open(file, 0).and_then(|handle| symbol(handle, c"hipMalloc"));
        function.and_then(|function| file_of(function)).is_some_and(|file| !file.ends_with("libhipify_hip.so"))
    })
}

/// Functions of libraries that are not installed answer that they are not supported: those here do not reach a GPU's memory.
fn forward() {
    let own = own_file();
    let mut opened: HashMap<&str, Option<usize>> = HashMap::new();
    for entry in entries() {
        let name = entry.name.to_bytes();
        let Some((start, files)) = LIBRARIES.iter().find(|(start, _)| name.starts_with(start.as_bytes())) else { continue };
        let library = opened.entry(start).or_insert_with(|| files.iter().find_map(|file| open(file, start, own.as_deref())));
        let target = library.and_then(|library| find(library as *mut c_void, entry));
        entry.slot.store(target.unwrap_or(std::ptr::null_mut()), Ordering::Relaxed);
    }
}

/// A file of AMD's, as a number. Our own library may go by that name.
fn open(file: &CStr, start: &str, own: Option<&Path>) -> Option<usize> {
    let handle = loaded::open(file, 0)?;
    let known = if ["hipfft", "hiprand", "nccl", "pnccl"].contains(&start) { "GetVersion" } else { "Create" };
    let known = CString::new(format!("{start}{known}")).ok()?;
    let function = symbol(handle, &known)?;
    (file_of(function).as_deref() != own).then_some(handle as usize)
}

/// The function of an entry's name; hipBLAS 3 has those of `_v2` without it.
fn find(library: *mut c_void, entry: &EntryPoint) -> Option<*mut c_void> {
    symbol(library, entry.name).or_else(|| {
        let plain = entry.name.to_str().ok()?.replacen("_v2", "", 1);
        symbol(library, &CString::new(plain).ok()?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_libraries_that_are_not_there_stay_with_this_one() {
        assert_eq!(open(c"libhipblas-of-no-version.so", "hipblas", None), None);
        let entry = entries().iter().find(|entry| entry.name == c"hipblasSgemm").unwrap();
        assert_eq!(find(libc::RTLD_DEFAULT, entry).is_some(), symbol(libc::RTLD_DEFAULT, c"hipblasSgemm").is_some());
    }
}
