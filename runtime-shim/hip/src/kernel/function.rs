//! Kernels as the program names them: by the address of a host function, or by a handle out of a module.

use std::collections::HashMap;
use std::ffi::{CStr, CString, c_int, c_void};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError, RwLock};

use hipify_abi::Kernel;

use crate::entry::Outcome;
use crate::environment;
use crate::module::Module;
use crate::module::object::KernelRef;
use crate::types::error::{hipError_t, hipErrorInvalidDeviceFunction, hipErrorInvalidHandle};
use crate::types::handles::{hipFunction_t, ihipModuleSymbol_t};

/// A kernel of a module that may not have been loaded yet, or of a library.
pub struct Function {
    /// None for a library's, whose kernel is known for each device.
    module: Option<Arc<Module>>,
    name: CString,
    /// One a device.
    kernels: Box<[OnceLock<Result<KernelRef, hipError_t>>]>,
    settings: Mutex<Settings>,
}

/// What a program has asked for a kernel. Nothing here depends on it: a launch is checked against the device's limit.
#[derive(Default)]
pub(crate) struct Settings {
    /// Bytes of dynamic shared memory at most.
    pub(crate) dynamic: Option<c_int>,
    /// Percent of the memory that is cache or shared, for shared memory; -1 for the default.
    pub(crate) carveout: c_int,
}

impl Function {
    pub(crate) fn new(module: Arc<Module>, name: &CStr) -> Arc<Function> {
        let kernels = (0..environment::all_devices()).map(|_| OnceLock::new()).collect();
        Arc::new(Function { module: Some(module), name: name.to_owned(), kernels, settings: Mutex::default() })
    }

    /// The same for all devices.
    fn of_library(kernel: &'static Kernel) -> Arc<Function> {
        let kernel = KernelRef::of_library(kernel);
        let kernels = (0..environment::all_devices()).map(|_| OnceLock::from(Ok(kernel.clone()))).collect();
        Arc::new(Function { module: None, name: kernel.name().to_owned(), kernels, settings: Mutex::default() })
    }

    pub(crate) fn settings(&self) -> MutexGuard<'_, Settings> {
        self.settings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The module that it is part of; none of a library's.
    pub(crate) fn module(&self) -> Option<&Arc<Module>> {
        self.module.as_ref()
    }

    /// Mangled.
    pub fn name(&self) -> &CStr {
        &self.name
    }

    /// The code for a device.
    ///
    /// # Errors
    /// Where the module has no code for this machine, or not this kernel.
    pub(crate) fn kernel(&self, device: usize) -> Outcome<&KernelRef> {
        let slot = self.kernels.get(device).ok_or(crate::types::error::hipErrorInvalidDevice)?;
        let load = || self.module.as_ref().ok_or(hipErrorInvalidDeviceFunction)?.kernel(&self.name, device);
        slot.get_or_init(load).as_ref().map_err(|&error| error)
    }

    /// The handle that [`of_handle`] takes.
    pub fn handle(self: &Arc<Function>) -> hipFunction_t {
        let handle = Arc::as_ptr(self).cast::<ihipModuleSymbol_t>().cast_mut();
        write(&HANDLES).insert(handle as usize, self.clone());
        handle
    }
}

type Table = LazyLock<RwLock<HashMap<usize, Arc<Function>>>>;

/// By address of the host function.
static HOST: Table = LazyLock::new(RwLock::default);

/// Every handle that has been given out and is valid.
static HANDLES: Table = LazyLock::new(RwLock::default);

fn write(table: &'static Table) -> std::sync::RwLockWriteGuard<'static, HashMap<usize, Arc<Function>>> {
    table.write().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a kernel known under a host function.
pub(crate) fn register(host: *const c_void, function: Arc<Function>) {
    write(&HOST).insert(host as usize, function);
}

/// Forgets all kernels of a module.
pub(crate) fn forget(module: &Arc<Module>) {
    for table in [&HOST, &HANDLES] {
        write(table).retain(|_, function| !function.module.as_ref().is_some_and(|own| Arc::ptr_eq(own, module)));
    }
}

/// The kernel of a host function.
///
/// # Errors
/// `hipErrorInvalidDeviceFunction` where the address names none.
pub fn of_host(host: *const c_void) -> Outcome<Arc<Function>> {
    let table = HOST.read().unwrap_or_else(PoisonError::into_inner);
    table.get(&(host as usize)).cloned().ok_or(hipErrorInvalidDeviceFunction)
}

/// The kernel of a handle.
///
/// # Errors
/// `hipErrorInvalidHandle` where it is none.
pub fn of_handle(handle: hipFunction_t) -> Outcome<Arc<Function>> {
    let table = HANDLES.read().unwrap_or_else(PoisonError::into_inner);
    table.get(&(handle as usize)).cloned().ok_or(hipErrorInvalidHandle)
}

/// The kernel of a host function or of a handle: some calls take either.
///
/// # Errors
/// `hipErrorInvalidDeviceFunction` where it is neither.
pub fn of_either(address: *const c_void) -> Outcome<Arc<Function>> {
    of_host(address).or_else(|error| of_handle(address.cast_mut().cast()).map_err(|_| error))
}

/// [`hipify_abi::LIBRARY_KERNEL`].
///
/// # Safety
/// `kernel` is null, or describes a kernel and stays valid as long as the process runs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __hipify_library_kernel(kernel: *const Kernel) -> hipFunction_t {
    // SAFETY: as required.
    unsafe { kernel.as_ref() }.map_or(std::ptr::null_mut(), |kernel| Function::of_library(kernel).handle())
}
