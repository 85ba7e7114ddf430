//! The API of modules and of kernels' attributes.

use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use hipify_abi::{Kernel, MAX_THREADS};

use crate::api::device::properties::CAPABILITY;
use crate::check::{in_use, limits, resources};
use crate::device::current;
use crate::entry;
use crate::entry::{Outcome, give, text};
use crate::kernel::function::{self, Function};
use crate::kernel::launch::MAX_SHARED;
use crate::module::Module;
use crate::module::bundle;
use crate::scheduler::queue;
use crate::types::error::{
    hipErrorFileNotFound, hipErrorInvalidHandle, hipErrorInvalidImage, hipErrorInvalidSymbol, hipErrorInvalidValue,
    hipErrorNotFound,
};
use crate::types::handles::{hipDeviceptr_t, hipFunction_t, hipModule_t, hipStream_t, ihipModule_t};

/// `hipFuncAttributes`.
#[repr(C)]
#[derive(Default)]
#[allow(non_snake_case)]
pub struct FunctionAttributes {
    binaryVersion: c_int,
    cacheModeCA: c_int,
    constSizeBytes: usize,
    localSizeBytes: usize,
    maxDynamicSharedSizeBytes: c_int,
    maxThreadsPerBlock: c_int,
    numRegs: c_int,
    preferredShmemCarveout: c_int,
    ptxVersion: c_int,
    sharedSizeBytes: usize,
}

/// A module that the program has loaded, and the functions it has asked for.
struct Loaded {
    module: Arc<Module>,
    functions: HashMap<std::ffi::CString, Arc<Function>>,
}

static MODULES: LazyLock<Mutex<HashMap<usize, Loaded>>> = LazyLock::new(Mutex::default);

/// As findings call one.
const A_MODULE: &str = "a module";

fn modules() -> std::sync::MutexGuard<'static, HashMap<usize, Loaded>> {
    MODULES.lock().unwrap_or_else(PoisonError::into_inner)
}

fn module(handle: hipModule_t) -> Outcome<Arc<Module>> {
    modules().get(&(handle as usize)).map(|loaded| loaded.module.clone()).ok_or(hipErrorInvalidHandle)
}

/// A variable of a module on the current device.
///
/// # Errors
/// `hipErrorInvalidHandle`, `hipErrorNotFound`, and where the module has no code for this machine.
pub(crate) fn variable(handle: hipModule_t, name: &CStr) -> Outcome<crate::module::object::DeviceVariable> {
    let found = module(handle)?.variable(name, current::device());
    found.map_err(|error| if error == hipErrorInvalidSymbol { hipErrorNotFound } else { error })
}

entry! {
    fn hipModuleLoad(handle: *mut hipModule_t, path: *const c_char) {
        let path = Path::new(std::ffi::OsStr::from_bytes(text(path)?.to_bytes()));
        if handle.is_null() || path.as_os_str().is_empty() {
            return Err(hipErrorInvalidValue);
        }
        let image = std::fs::read(path).map_err(|error| {
            eprintln!("hipify: cannot read the module `{}`: {error}", path.display());
            hipErrorFileNotFound
        })?;
        load(handle, format!("`{}`", path.display()), &image)
    }

    fn hipModuleLoadData(handle: *mut hipModule_t, image: *const c_void) {
        load_data(handle, image)
    }

    /// The options are about compilation, of which there is none.
    fn hipModuleLoadDataEx(
        handle: *mut hipModule_t, image: *const c_void, _count: c_uint, _options: *mut c_int, _values: *mut *mut c_void,
    ) {
        load_data(handle, image)
    }

    fn hipModuleLoadFatBinary(handle: *mut hipModule_t, image: *const c_void) {
        load_data(handle, image)
    }

    fn hipModuleUnload(handle: hipModule_t) {
        if handle.is_null() { return Err(hipErrorInvalidHandle); }
        resources::destroyed(A_MODULE, handle as usize);
        let loaded = modules().remove(&(handle as usize)).ok_or(hipErrorNotFound)?;
        in_use::destroyed(A_MODULE, Arc::as_ptr(&loaded.module) as usize);
        queue::wait_for_all(None);
        function::forget(&loaded.module);
        Ok(())
    }

    fn hipModuleGetFunction(function: *mut hipFunction_t, handle: hipModule_t, name: *const c_char) {
        let name = text(name)?;
        if function.is_null() || name.is_empty() {
            return Err(hipErrorInvalidValue);
        }
        give(function, find(handle, name)?.handle())
    }

    fn hipModuleGetFunctionCount(count: *mut c_uint, handle: hipModule_t) {
        let object = module(handle)?.object(current::device())?;
        give(count, object.kernels().len() as c_uint)
    }

    fn hipModuleGetGlobal(address: *mut hipDeviceptr_t, size: *mut usize, handle: hipModule_t, name: *const c_char) {
        let name = text(name)?;
        if address.is_null() && size.is_null() {
            return Err(hipErrorInvalidValue);
        }
        let place = variable(handle, name)?;
        if !address.is_null() {
            address.write(place.address);
        }
        if !size.is_null() {
            size.write(place.size);
        }
        Ok(())
    }

    fn hipGetFuncBySymbol(function: *mut hipFunction_t, symbol: *const c_void) {
        give(function, function::of_host(symbol)?.handle())
    }

    fn hipFuncGetAttributes(attributes: *mut FunctionAttributes, host: *const c_void) {
        let function = function::of_either(host)?;
        give(attributes, attributes_of(&function)?)
    }

    fn hipFuncGetAttribute(value: *mut c_int, attribute: c_int, function: hipFunction_t) {
        let function = function::of_handle(function)?;
        let all = attributes_of(&function)?;
        // `hipFunction_attribute`.
        give(value, match attribute {
            0 => all.maxThreadsPerBlock,
            1 => all.sharedSizeBytes as c_int,
            2 => all.constSizeBytes as c_int,
            3 => all.localSizeBytes as c_int,
            4 => all.numRegs,
            5 => all.ptxVersion,
            6 => all.binaryVersion,
            7 => all.cacheModeCA,
            8 => all.maxDynamicSharedSizeBytes,
            9 => all.preferredShmemCarveout,
            _ => return Err(hipErrorInvalidValue),
        })
    }

    /// Nothing but the amount of dynamic shared memory and a preference can be set.
    fn hipFuncSetAttribute(host: *const c_void, attribute: c_int, value: c_int) {
        let function = function::of_either(host)?;
        let most = most_dynamic(function.kernel(current::device())?.get());
        if attribute == 8 {
            let fixed = function.kernel(current::device())?.get().shared_bytes;
            limits::shared_memory(u64::from(fixed).saturating_add(u64::try_from(value).unwrap_or(0)));
        }
        match attribute {
            8 if (0..=most).contains(&value) => function.settings().dynamic = Some(value),
            9 if (-1..=100).contains(&value) => function.settings().carveout = value,
            _ => return Err(hipErrorInvalidValue),
        }
        Ok(())
    }

    fn hipFuncSetCacheConfig(host: *const c_void, config: c_int) {
        function::of_either(host)?;
        if (0..=3).contains(&config) { Ok(()) } else { Err(hipErrorInvalidValue) }
    }

    fn hipFuncSetSharedMemConfig(host: *const c_void, config: c_int) {
        function::of_either(host)?;
        if (0..=2).contains(&config) { Ok(()) } else { Err(hipErrorInvalidValue) }
    }

    /// The mangled name.
    fn hipKernelNameRef(function: hipFunction_t) -> *const c_char {
        match function::of_handle(function) {
            Ok(function) => function.name().as_ptr(),
            Err(_) => std::ptr::null(),
        }
    }

    /// The mangled name of a host function's kernel.
    fn hipKernelNameRefByPtr(host: *const c_void, _stream: hipStream_t) -> *const c_char {
        match function::of_host(host) {
            Ok(function) => function.name().as_ptr(),
            Err(_) => std::ptr::null(),
        }
    }

}

fn find(handle: hipModule_t, name: &CStr) -> Outcome<Arc<Function>> {
    let module = module(handle)?;
    module.object(current::device())?.kernel(name).ok_or(hipErrorNotFound)?;
    let mut modules = modules();
    let loaded = modules.get_mut(&(handle as usize)).ok_or(hipErrorInvalidHandle)?;
    let functions = &mut loaded.functions;
    Ok(functions.entry(name.to_owned()).or_insert_with(|| Function::new(module, name)).clone())
}

/// # Safety
/// `handle` is null or valid for writing.
unsafe fn load(handle: *mut hipModule_t, name: String, image: &[u8]) -> Outcome {
    let module = Arc::new(Module::copied(name, image));
    module.object(current::device())?;
    let address = Arc::as_ptr(&module).cast::<ihipModule_t>().cast_mut();
    // SAFETY: null, or valid for writing as this function requires.
    unsafe { give(handle, address)? };
    resources::made(A_MODULE, address as usize);
    modules().insert(address as usize, Loaded { module, functions: HashMap::new() });
    Ok(())
}

/// # Safety
/// `handle` is null or valid for writing; `image` is null or what [`bundle::extent`] takes, valid for as many bytes as that
/// tells.
unsafe fn load_data(handle: *mut hipModule_t, image: *const c_void) -> Outcome {
    if handle.is_null() || image.is_null() {
        return Err(hipErrorInvalidValue);
    }
    // SAFETY: `image` is one whose extent its headers tell, and is valid for so many bytes.
    unsafe {
        let image = image.cast::<u8>();
        let size = bundle::extent(image).map_err(|error| {
            eprintln!("hipify: the module cannot run on the CPU: {error}");
            hipErrorInvalidImage
        })?;
        load(handle, "the module".into(), std::slice::from_raw_parts(image, size))
    }
}

/// Bytes of dynamic shared memory that a launch may have.
fn most_dynamic(kernel: &Kernel) -> c_int {
    MAX_SHARED.saturating_sub(kernel.shared_bytes as usize) as c_int
}

/// # Errors
/// Where there is no code for the current device.
fn attributes_of(function: &Function) -> Outcome<FunctionAttributes> {
    let kernel = function.kernel(current::device())?.get();
    let settings = function.settings();
    Ok(FunctionAttributes {
        sharedSizeBytes: kernel.shared_bytes as usize,
        maxDynamicSharedSizeBytes: settings.dynamic.unwrap_or_else(|| most_dynamic(kernel)),
        // Code for the CPU is of no architecture: what the device says of itself.
        binaryVersion: 10 * CAPABILITY.0 + CAPABILITY.1,
        ptxVersion: 10 * CAPABILITY.0 + CAPABILITY.1,
        preferredShmemCarveout: settings.carveout,
        maxThreadsPerBlock: if kernel.max_threads == 0 { MAX_THREADS as c_int } else { kernel.max_threads as c_int },
        // What no code for a CPU has: a number that no program divides by zero with.
        numRegs: 32,
        ..FunctionAttributes::default()
    })
}
