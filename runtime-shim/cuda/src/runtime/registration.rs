//! What objects compiled by nvcc register: their kernels and variables are known by name, and are not there.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_void};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::generated::runtime::cuda::dim3;

/// Whether any object registered a kernel: launches look no further without.
static ANY: AtomicBool = AtomicBool::new(false);

/// Kernels of NVIDIA's code by the address of their host function.
static KERNELS: Mutex<Option<HashMap<usize, String>>> = Mutex::new(None);

/// Names of variables of NVIDIA's code.
static VARIABLES: Mutex<Vec<String>> = Mutex::new(Vec::new());

thread_local! {
    /// Configurations of `<<<...>>>` on their way to the launch.
    static CONFIGURATIONS: RefCell<Vec<(dim3, dim3, usize, *mut c_void)>> = const { RefCell::new(Vec::new()) };
}

/// The kernel of a host function, where nvcc compiled it.
pub(crate) fn kernel(function: *const c_void) -> Option<String> {
    if !ANY.load(Ordering::Acquire) {
        return None;
    }
    let kernels = KERNELS.lock().unwrap_or_else(PoisonError::into_inner);
    kernels.as_ref().and_then(|kernels| kernels.get(&(function as usize)).cloned())
}

/// Keeps the name of a variable.
///
/// # Safety
/// `name` is null or leads to a C string.
unsafe fn note_variable(name: *const c_char) {
    if !name.is_null() {
        // SAFETY: as promised.
        let name = unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned();
        VARIABLES.lock().unwrap_or_else(PoisonError::into_inner).push(name);
    }
}

/// The name as its source has it, as far as mangling lets see: `_Z6squarePf` is `square`.
fn readable(mangled: &str) -> String {
    let plain = mangled.strip_prefix("_Z").and_then(|rest| {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let length = rest[..digits].parse::<usize>().ok()?;
        rest.get(digits..digits + length)
    });
    plain.unwrap_or(mangled).to_owned()
}

own! {
    Runtime:

    /// A fat binary of NVIDIA's, which is kept for what is registered with it.
    fn __cudaRegisterFatBinary(fatCubin: *mut c_void) -> *mut *mut c_void {
        Box::into_raw(Box::new(fatCubin))
    }

    fn __cudaRegisterFatBinaryEnd(fatCubinHandle: *mut *mut c_void) -> () {
        let _ = fatCubinHandle;
    }

    fn __cudaUnregisterFatBinary(fatCubinHandle: *mut *mut c_void) -> () {
        if !fatCubinHandle.is_null() {
            drop(Box::from_raw(fatCubinHandle));
        }
    }

    fn __cudaInitModule(fatCubinHandle: *mut *mut c_void) -> i8 {
        let _ = fatCubinHandle;
        1
    }

    fn __cudaRegisterFunction(
        fatCubinHandle: *mut *mut c_void,
        hostFun: *const c_char,
        deviceFun: *mut c_char,
        deviceName: *const c_char,
        thread_limit: i32,
        tid: *mut c_void,
        bid: *mut c_void,
        bDim: *mut c_void,
        gDim: *mut c_void,
        wSize: *mut i32,
    ) -> () {
        let _ = (fatCubinHandle, deviceFun, thread_limit, tid, bid, bDim, gDim, wSize);
        if !deviceName.is_null() {
            let name = CStr::from_ptr(deviceName).to_string_lossy().into_owned();
            let mut kernels = KERNELS.lock().unwrap_or_else(PoisonError::into_inner);
            kernels.get_or_insert_default().insert(hostFun as usize, name);
            ANY.store(true, Ordering::Release);
        }
    }

    fn __cudaRegisterVar(
        fatCubinHandle: *mut *mut c_void,
        hostVar: *mut c_char,
        deviceAddress: *mut c_char,
        deviceName: *const c_char,
        ext: i32,
        size: u64,
        constant: i32,
        global: i32,
    ) -> () {
        let _ = (fatCubinHandle, hostVar, deviceAddress, ext, size, constant, global);
        note_variable(deviceName);
    }

    fn __cudaRegisterManagedVar(
        fatCubinHandle: *mut *mut c_void,
        hostVarPtrAddress: *mut *mut c_void,
        deviceAddress: *mut c_char,
        deviceName: *const c_char,
        ext: i32,
        size: u64,
        constant: i32,
        global: i32,
    ) -> () {
        let _ = (fatCubinHandle, hostVarPtrAddress, deviceAddress, ext, size, constant, global);
        note_variable(deviceName);
    }

    fn __cudaRegisterHostVar(
        fatCubinHandle: *mut *mut c_void,
        deviceName: *const c_char,
        hostVar: *mut c_char,
        size: u64,
    ) -> () {
        let _ = (fatCubinHandle, deviceName, hostVar, size);
    }

    fn __cudaRegisterTexture(
        fatCubinHandle: *mut *mut c_void,
        hostVar: *const c_void,
        deviceAddress: *const *const c_void,
        deviceName: *const c_char,
        dim: i32,
        norm: i32,
        ext: i32,
    ) -> () {
        let _ = (fatCubinHandle, hostVar, deviceAddress, deviceName, dim, norm, ext);
    }

    fn __cudaRegisterSurface(
        fatCubinHandle: *mut *mut c_void,
        hostVar: *const c_void,
        deviceAddress: *const *const c_void,
        deviceName: *const c_char,
        dim: i32,
        ext: i32,
    ) -> () {
        let _ = (fatCubinHandle, hostVar, deviceAddress, deviceName, dim, ext);
    }

    /// Keeps what stands in `<<<...>>>` for the launch that follows.
    fn __cudaPushCallConfiguration(gridDim: dim3, blockDim: dim3, sharedMem: u64, stream: *mut c_void) -> i32 {
        CONFIGURATIONS.with_borrow_mut(|all| all.push((gridDim, blockDim, sharedMem as usize, stream)));
        0
    }

    /// Gives it back.
    fn __cudaPopCallConfiguration(
        gridDim: *mut dim3,
        blockDim: *mut dim3,
        sharedMem: *mut usize,
        stream: *mut *mut c_void,
    ) -> i32 {
        // `cudaErrorMissingConfiguration`.
        let Some((grid, block, shared, on)) = CONFIGURATIONS.with_borrow_mut(Vec::pop) else { return 52 };
        if gridDim.is_null() || blockDim.is_null() || sharedMem.is_null() || stream.is_null() {
            return 1;
        }
        *gridDim = grid;
        *blockDim = block;
        *sharedMem = shared;
        *stream = on;
        0
    }
}

/// Says why a kernel of nvcc's cannot run, once a kernel; gives `cudaErrorNoKernelImageForDevice`.
pub(crate) fn refuse(kernel: &str) -> i32 {
    static TOLD: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let mut told = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    if !told.iter().any(|name| name == kernel) {
        eprintln!(
            "hipify: the kernel `{}` was compiled by nvcc and holds code for NVIDIA's GPUs alone: port its source with \
             `hipify-rs port` and build it with `hipify-rs build`",
            readable(kernel)
        );
        told.push(kernel.to_owned());
    }
    209
}

/// Variables that one message names.
const SHOWN: usize = 4;

/// Says, once a process, why a symbol is none: it may be a variable that an object of nvcc registered.
pub(crate) fn explain_symbol(entry: &CStr) {
    static TOLD: AtomicBool = AtomicBool::new(false);
    let variables = VARIABLES.lock().unwrap_or_else(PoisonError::into_inner);
    if variables.is_empty() || TOLD.swap(true, Ordering::Relaxed) {
        return;
    }
    let named: Vec<String> = variables.iter().take(SHOWN).map(|name| format!("`{}`", readable(name))).collect();
    let more = if variables.len() > SHOWN { format!(" and {} more", variables.len() - SHOWN) } else { String::new() };
    eprintln!(
        "hipify: `{}` got no symbol that is there: variables of objects that nvcc compiled are in code for NVIDIA's GPUs alone \
         ({}{more}): port their source with `hipify-rs port` and build it with `hipify-rs build`",
        entry.to_string_lossy(),
        named.join(", ")
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mangled_names_show_the_function() {
        assert_eq!(readable("_Z6squarePf"), "square");
        assert_eq!(readable("plain"), "plain");
        assert_eq!(readable("_ZN1a1bEv"), "_ZN1a1bEv");
    }
}
