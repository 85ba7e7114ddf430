//! What compiled programs call before `main`: their fat binaries, kernels and variables become known. Nothing is loaded yet.

use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::sync::Arc;

use crate::check::{allocations, launch_errors};
use crate::entry;
use crate::entry::{Outcome, text};
use crate::kernel::function::{self, Function};
use crate::memory;
use crate::module::Module;
use crate::module::bundle::{self, BundleError};
use crate::module::initial_values;
use crate::module::symbol::{self, Symbol};
use crate::types::error::{hipErrorInvalidValue, hipErrorMissingConfiguration};
use crate::types::handles::hipStream_t;
use crate::types::launch::dim3;

/// What clang makes of a fat binary in the host's code.
#[repr(C)]
pub struct FatBinaryWrapper {
    magic: u32,
    version: u32,
    binary: *const u8,
    unused: *mut c_void,
}

/// "HIPF".
const MAGIC: u32 = 0x4849_5046;

/// What the handle that a fat binary's registration gives leads to.
struct Registered {
    module: Arc<Module>,
}

/// # Safety
/// The handle is null or comes from `__hipRegisterFatBinary`, and `__hipUnregisterFatBinary` has not been called with it.
unsafe fn module<'a>(handle: *mut *mut c_void) -> Option<&'a Arc<Module>> {
    // SAFETY: such a handle leads to a module of ours until it is unregistered.
    unsafe { handle.cast::<Registered>().as_ref() }.map(|registered| &registered.module)
}

entry! {
    /// Makes a fat binary known; gives the handle for its kernels and variables.
    fn __hipRegisterFatBinary(wrapper: *const FatBinaryWrapper) -> *mut *mut c_void {
        let name = hipify_entry::loaded::file_of(wrapper.cast()).map_or("the program".into(), |path| format!("`{}`", path.display()));
        let module = match wrapper.as_ref() {
            Some(wrapper) if wrapper.magic == MAGIC && !wrapper.binary.is_null() => match bundle::extent(wrapper.binary) {
                Ok(size) => Module::new(name, std::slice::from_raw_parts(wrapper.binary, size)),
                Err(error) => Module::unreadable(name, error),
            },
            _ => Module::unreadable(name, BundleError::Foreign),
        };
        Box::into_raw(Box::new(Registered { module: Arc::new(module) })).cast()
    }

    /// The program, or a library of it, goes away. Work that still runs is waited for.
    fn __hipUnregisterFatBinary(handle: *mut *mut c_void) -> () {
        crate::scheduler::teardown::drain();
        if handle.is_null() {
            return;
        }
        let registered = Box::from_raw(handle.cast::<Registered>());
        function::forget(&registered.module);
        symbol::forget(&registered.module);
    }

    /// Makes a kernel known.
    fn __hipRegisterFunction(
        handle: *mut *mut c_void, host: *const c_void, _device_function: *mut c_char, name: *const c_char,
        _thread_limit: c_uint, _thread: *mut c_void, _block: *mut c_void, _block_dim: *mut dim3, _grid_dim: *mut dim3,
        _warp_size: *mut c_int,
    ) -> () {
        if let (Some(module), Ok(name)) = (module(handle), text(name)) {
            function::register(host, Function::new(module.clone(), name));
        }
    }

    /// Makes a variable known.
    fn __hipRegisterVar(
        handle: *mut *mut c_void, host: *mut c_void, _host_name: *mut c_char, name: *const c_char, _external: c_int,
        size: usize, _constant: c_int, _global: c_int,
    ) -> () {
        if let (Some(module), Ok(name)) = (module(handle), text(name)) {
            symbol::register(host, Symbol::plain(module.clone(), name, size));
        }
    }

    /// Makes a managed variable known: it gets memory at once, since the host may use it before any call.
    fn __hipRegisterManagedVar(
        handle: *mut c_void, pointer: *mut *mut c_void, initial: *mut c_void, name: *const c_char, size: usize, _align: c_uint,
    ) -> () {
        if let (Some(module), Ok(name)) = (module(handle.cast()), text(name)) {
            register_managed(module, pointer, initial, name, size);
        }
    }

    /// Makes a texture reference known: a variable.
    fn __hipRegisterTexture(
        handle: *mut *mut c_void, host: *mut c_void, _host_name: *mut c_char, name: *const c_char, _type: c_int,
        _normalized: c_int, _external: c_int,
    ) -> () {
        if let (Some(module), Ok(name)) = (module(handle), text(name)) {
            symbol::register(host, Symbol::plain(module.clone(), name, 0));
        }
    }

    /// Makes a surface reference known: a variable.
    fn __hipRegisterSurface(
        handle: *mut *mut c_void, host: *mut c_void, _host_name: *mut c_char, name: *const c_char, _type: c_int, _external: c_int,
    ) -> () {
        if let (Some(module), Ok(name)) = (module(handle), text(name)) {
            symbol::register(host, Symbol::plain(module.clone(), name, 0));
        }
    }

    /// Keeps what stands between `<<<` and `>>>` for the stub that launches.
    fn __hipPushCallConfiguration(grid: dim3, block: dim3, shared: usize, stream: hipStream_t) {
        push(grid, block, shared, stream);
        Ok(())
    }

    /// As `__hipPushCallConfiguration`; of code from before HIP 3.
    fn hipConfigureCall(grid: dim3, block: dim3, shared: usize, stream: hipStream_t) {
        push(grid, block, shared, stream);
        Ok(())
    }

    /// Gives back what was kept last.
    fn __hipPopCallConfiguration(grid: *mut dim3, block: *mut dim3, shared: *mut usize, stream: *mut hipStream_t) {
        let call = CALLS.with_borrow_mut(Vec::pop).ok_or(hipErrorMissingConfiguration)?;
        if grid.is_null() || block.is_null() || shared.is_null() || stream.is_null() {
            return Err(hipErrorInvalidValue);
        }
        launch_errors::comes();
        (*grid, *block, *shared, *stream) = (call.grid, call.block, call.shared, call.stream);
        Ok(())
    }

    /// Adds an argument to the launch being set up.
    fn hipSetupArgument(argument: *const c_void, size: usize, offset: usize) {
        if argument.is_null() {
            return Err(hipErrorInvalidValue);
        }
        let bytes = std::slice::from_raw_parts(argument.cast::<u8>(), size);
        CALLS.with_borrow_mut(|calls| {
            let call = calls.last_mut().ok_or(hipErrorMissingConfiguration)?;
            let end = offset.checked_add(size).ok_or(hipErrorInvalidValue)?;
            call.packed.resize(call.packed.len().max(end), 0);
            call.packed[offset..end].copy_from_slice(bytes);
            Ok(())
        })
    }

    /// Launches what `hipConfigureCall` and `hipSetupArgument` have set up.
    fn hipLaunchByPtr(host: *const c_void) {
        let call = CALLS.with_borrow_mut(Vec::pop).ok_or(hipErrorMissingConfiguration)?;
        crate::api::launch::launch_packed(host, call.grid, call.block, call.shared, call.stream, &call.packed)
    }
}

/// A launch being set up.
struct Call {
    grid: dim3,
    block: dim3,
    shared: usize,
    stream: hipStream_t,
    packed: Vec<u8>,
}

thread_local! {
    /// The innermost last: arguments of a launch may launch.
    static CALLS: RefCell<Vec<Call>> = const { RefCell::new(Vec::new()) };
}

fn push(grid: dim3, block: dim3, shared: usize, stream: hipStream_t) {
    CALLS.with_borrow_mut(|calls| calls.push(Call { grid, block, shared, stream, packed: Vec::new() }));
}

/// # Safety
/// `pointer` is valid for writing an address; `initial` is valid for reading `size` bytes.
unsafe fn register_managed(module: &Arc<Module>, pointer: *mut *mut c_void, initial: *mut c_void, name: &CStr, size: usize) {
    let allocated: Outcome<*mut c_void> = memory::allocate(size.max(1), memory::MemoryKind::Managed, 0);
    let Ok(address) = allocated else { return };
    // SAFETY: the initial value has the variable's size; the pointer is the host's variable.
    unsafe {
        if initial.is_null() {
            address.cast::<u8>().write_bytes(0, size);
        } else {
            address.cast::<u8>().copy_from_nonoverlapping(initial.cast(), size);
        }
        *pointer = address;
    }
    allocations::keep_as_variable(address as usize, "a managed variable");
    initial_values::note_managed(address, size);
    module.add_managed(name, address);
    symbol::register(pointer.cast(), Symbol::managed(module.clone(), name, size, address));
    symbol::register(address, Symbol::managed(module.clone(), name, size, address));
}
