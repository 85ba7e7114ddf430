//! The record of a run on a GPU: functions in front of the system's that allocate, free and launch, which tell the record. After a
//! launch the device is waited for, and its memory copied back page by page.
//!
//! A launch of a graph is one launch. Arguments are not recorded, since only the code object knows their sizes, nor are device variables
//! and what AMD's libraries do.

use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{LazyLock, Mutex, OnceLock, PoisonError};

use hipify_record::{Launch, MemoryKind, When};

use super::library::Library;
use crate::record::allocation::Memory;
use crate::record::recorder::Recorder;
use crate::types::error::{hipError_t, hipSuccess};
use crate::types::handles::{hipFunction_t, hipModule_t, hipStream_t};
use crate::types::launch::dim3;

static RECORDER: OnceLock<Option<Recorder>> = OnceLock::new();

/// Kernels' names, by the address of the host function or by the handle.
static NAMES: LazyLock<Mutex<HashMap<usize, String>>> = LazyLock::new(Mutex::default);

/// Prepares a record of calls of the library, where the environment asks for one. Whether it does.
pub(super) fn set_up(library: &Library) -> bool {
    let function = |name: &CStr| library.symbol(name).unwrap_or(std::ptr::null_mut());
    COPY.store(function(c"hipMemcpy"), Ordering::Relaxed);
    CLEAR.store(function(c"hipMemset"), Ordering::Relaxed);
    SYNCHRONIZE.store(function(c"hipDeviceSynchronize"), Ordering::Relaxed);
    ATTRIBUTE.store(function(c"hipDeviceGetAttribute"), Ordering::Relaxed);
    for (name, real, _) in WRAPPERS {
        real.store(function(name), Ordering::Relaxed);
    }
    if [&COPY, &CLEAR, &SYNCHRONIZE].iter().any(|function| function.load(Ordering::Relaxed).is_null()) {
        return false;
    }
    RECORDER.get_or_init(|| {
        let lanes = lanes();
        Recorder::asked_for(Memory::Device(copy_back), lanes, &format!("AMD GPU, waves of {lanes} lanes"))
    });
    recorder().is_some()
}

/// What stands in front of a function of the library.
pub(super) fn wrapper(name: &CStr) -> Option<*mut c_void> {
    let found = WRAPPERS.iter().find(|(known, real, _)| *known == name && !real.load(Ordering::Relaxed).is_null());
    found.map(|&(_, _, Wrapper(wrapper))| wrapper.cast_mut())
}

fn recorder() -> Option<&'static Recorder> {
    RECORDER.get().and_then(Option::as_ref)
}

type Copy = unsafe extern "C" fn(*mut c_void, *const c_void, usize, c_int) -> hipError_t;
type Clear = unsafe extern "C" fn(*mut c_void, c_int, usize) -> hipError_t;
type Plain = unsafe extern "C" fn() -> hipError_t;
type Attribute = unsafe extern "C" fn(*mut c_int, c_int, c_int) -> hipError_t;

static COPY: AtomicPtr<c_void> = AtomicPtr::new(std::ptr::null_mut());
static CLEAR: AtomicPtr<c_void> = AtomicPtr::new(std::ptr::null_mut());
static SYNCHRONIZE: AtomicPtr<c_void> = AtomicPtr::new(std::ptr::null_mut());
static ATTRIBUTE: AtomicPtr<c_void> = AtomicPtr::new(std::ptr::null_mut());

/// `hipMemcpyDefault`.
const BY_ADDRESS: c_int = 4;
/// `hipDeviceAttributeWarpSize`.
const WARP_SIZE: c_int = 87;

fn copy_back(address: u64, bytes: &mut [u8]) -> bool {
    // SAFETY: the slot holds `hipMemcpy`; the target has room, and the source is an allocation that is alive.
    unsafe {
        let copy: Copy = std::mem::transmute(COPY.load(Ordering::Relaxed));
        copy(bytes.as_mut_ptr().cast(), address as *const c_void, bytes.len(), BY_ADDRESS) == hipSuccess
    }
}

fn synchronize() {
    // SAFETY: the slot holds `hipDeviceSynchronize`.
    unsafe { std::mem::transmute::<*mut c_void, Plain>(SYNCHRONIZE.load(Ordering::Relaxed))() };
}

/// Lanes of a wave of the first device; 64, as most have, where the library does not say.
fn lanes() -> u32 {
    let function = ATTRIBUTE.load(Ordering::Relaxed);
    let mut lanes = 0;
    if function.is_null() {
        return 64;
    }
    // SAFETY: the slot holds `hipDeviceGetAttribute`; the pointer leads to a local variable.
    let status = unsafe { std::mem::transmute::<*mut c_void, Attribute>(function)(&raw mut lanes, WARP_SIZE, 0) };
    if status == hipSuccess { lanes.unsigned_abs() } else { 64 }
}

/// Memory has come about: it is cleared and told of.
fn born(kind: MemoryKind, pointer: *mut *mut c_void, size: usize) {
    let Some(recorder) = recorder() else { return };
    // SAFETY: the call has stored an address there.
    let Some(address) = (unsafe { pointer.as_ref() }).filter(|address| !address.is_null() && size > 0) else { return };
    // SAFETY: the slot holds `hipMemset`; the memory is new and has so many bytes.
    unsafe { std::mem::transmute::<*mut c_void, Clear>(CLEAR.load(Ordering::Relaxed))(*address, 0, size) };
    synchronize();
    recorder.lock().born(kind, *address as u64, size as u64);
}

fn died(address: *mut c_void) {
    if let Some(recorder) = recorder() {
        recorder.lock().died(address as u64);
    }
}

fn launched(
    key: usize,
    grid: [u32; 3],
    block: [u32; 3],
    shared: u32,
    stream: hipStream_t,
    launch: impl FnOnce() -> hipError_t,
) -> hipError_t {
    let Some(recorder) = recorder() else { return launch() };
    let kernel = NAMES.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned().unwrap_or_else(|| "unknown".into());
    synchronize();
    let mut state = recorder.lock();
    let number = state.launch(Launch { grid, block, shared, kernel, ..Launch::default() }, stream as usize);
    let is_chosen = recorder.is_chosen(number);
    if is_chosen {
        state.digest(number, When::Before);
    }
    drop(state);
    let status = launch();
    synchronize();
    if is_chosen {
        recorder.lock().digest(number, When::After);
    }
    status
}

fn name(key: usize, name: *const c_char) {
    if !name.is_null() {
        // SAFETY: not null, and a C string as HIP's interface says.
        let text = unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned();
        NAMES.lock().unwrap_or_else(PoisonError::into_inner).insert(key, text);
    }
}

/// The address of a function.
struct Wrapper(*const c_void);

// SAFETY: the address of a function is the same for all threads.
unsafe impl Sync for Wrapper {}

/// Defines functions in front of the library's: `real` calls the library's own with the same arguments.
macro_rules! wrappers {
    ($(fn $name:ident($($argument:ident: $type:ty),*) -> $answer:ty { |$real:ident| $body:expr })*) => {
        $(
            #[allow(non_snake_case)]
            mod $name {
                use super::*;

                pub(super) static REAL: AtomicPtr<c_void> = AtomicPtr::new(std::ptr::null_mut());

                /// # Safety
                /// As HIP's documentation of the function says.
                pub(super) unsafe extern "C" fn wrapper($($argument: $type),*) -> $answer {
                    let $real = || {
                        // SAFETY: the slot holds the library's function of this name, whose type is the same.
                        unsafe {
                            let real: unsafe extern "C" fn($($type),*) -> $answer = std::mem::transmute(REAL.load(Ordering::Relaxed));
                            real($($argument),*)
                        }
                    };
                    $body
                }
            }
        )*
        /// By name: the library's function and what stands in front of it.
        static WRAPPERS: &[(&CStr, &AtomicPtr<c_void>, Wrapper)] = &[$((
            // SAFETY: the text ends with its only null byte.
            unsafe { CStr::from_bytes_with_nul_unchecked(concat!(stringify!($name), "\0").as_bytes()) },
            &$name::REAL,
            Wrapper($name::wrapper as *const c_void),
        )),*];
    };
}

/// Calls, and tells of the memory where the call went well.
fn allocated(kind: MemoryKind, pointer: *mut *mut c_void, size: usize, call: impl FnOnce() -> hipError_t) -> hipError_t {
    let status = call();
    if status == hipSuccess {
        born(kind, pointer, size);
    }
    status
}

/// Tells of the memory's end, then calls.
fn freed(pointer: *mut c_void, call: impl FnOnce() -> hipError_t) -> hipError_t {
    died(pointer);
    call()
}

wrappers! {
    fn hipMalloc(pointer: *mut *mut c_void, size: usize) -> hipError_t { |real| allocated(MemoryKind::Device, pointer, size, real) }
    fn hipExtMallocWithFlags(pointer: *mut *mut c_void, size: usize, flags: c_uint) -> hipError_t {
        |real| allocated(MemoryKind::Device, pointer, size, real)
    }
    fn hipMallocPitch(pointer: *mut *mut c_void, pitch: *mut usize, width: usize, height: usize) -> hipError_t {
        |real| {
            let status = real();
            if status == hipSuccess {
                // SAFETY: the call has stored the distance of rows there.
                born(MemoryKind::Device, pointer, unsafe { *pitch } * height);
            }
            status
        }
    }
    fn hipMallocManaged(pointer: *mut *mut c_void, size: usize, flags: c_uint) -> hipError_t {
        |real| allocated(MemoryKind::Managed, pointer, size, real)
    }
    fn hipHostMalloc(pointer: *mut *mut c_void, size: usize, flags: c_uint) -> hipError_t {
        |real| allocated(MemoryKind::Host, pointer, size, real)
    }
    fn hipMallocAsync(pointer: *mut *mut c_void, size: usize, stream: hipStream_t) -> hipError_t {
        |real| allocated(MemoryKind::Pool, pointer, size, || {
            let status = real();
            synchronize();
            status
        })
    }
    fn hipFree(pointer: *mut c_void) -> hipError_t { |real| freed(pointer, real) }
    fn hipHostFree(pointer: *mut c_void) -> hipError_t { |real| freed(pointer, real) }
    fn hipFreeAsync(pointer: *mut c_void, stream: hipStream_t) -> hipError_t { |real| freed(pointer, real) }
    fn hipLaunchKernel(
        function: *const c_void, grid: dim3, block: dim3, arguments: *mut *mut c_void, shared: usize, stream: hipStream_t
    ) -> hipError_t {
        |real| launched(function as usize, [grid.x, grid.y, grid.z], [block.x, block.y, block.z], shared as u32, stream, real)
    }
    fn hipLaunchCooperativeKernel(
        function: *const c_void, grid: dim3, block: dim3, arguments: *mut *mut c_void, shared: c_uint, stream: hipStream_t
    ) -> hipError_t {
        |real| launched(function as usize, [grid.x, grid.y, grid.z], [block.x, block.y, block.z], shared, stream, real)
    }
    fn hipModuleLaunchKernel(
        function: hipFunction_t, grid_x: c_uint, grid_y: c_uint, grid_z: c_uint, block_x: c_uint, block_y: c_uint, block_z: c_uint,
        shared: c_uint, stream: hipStream_t, parameters: *mut *mut c_void, extra: *mut *mut c_void
    ) -> hipError_t {
        |real| launched(function as usize, [grid_x, grid_y, grid_z], [block_x, block_y, block_z], shared, stream, real)
    }
    fn hipGraphLaunch(graph: *mut c_void, stream: hipStream_t) -> hipError_t {
        |real| {
            name(graph as usize, c"graph".as_ptr());
            launched(graph as usize, [1; 3], [1; 3], 0, stream, real)
        }
    }
    fn hipModuleGetFunction(function: *mut hipFunction_t, module: hipModule_t, text: *const c_char) -> hipError_t {
        |real| {
            let status = real();
            if status == hipSuccess {
                // SAFETY: the call has stored a handle there.
                name(unsafe { *function } as usize, text);
            }
            status
        }
    }
    fn __hipRegisterFunction(
        modules: *mut *mut c_void, host: *const c_void, device_function: *mut c_char, text: *const c_char, limit: c_uint,
        thread: *mut c_void, block: *mut c_void, block_dim: *mut dim3, grid_dim: *mut dim3, warp_size: *mut c_int
    ) -> () {
        |real| {
            name(host as usize, text);
            real()
        }
    }
}
