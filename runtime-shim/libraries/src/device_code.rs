//! Kernels that this library brings along, to call device functions of programs from: what those may ask the runtime for (the thread
//! that runs, shared memory, `printf`), and what becomes of their faults, is as in a kernel of the program.

use std::ffi::{CStr, c_uint, c_void};
use std::ptr::null_mut;
use std::sync::OnceLock;

use hipify_abi::{Context, DONE, Kernel, LIBRARY_KERNEL, Parameter, Wait, flags};

use crate::entry::{Failure, Outcome, caught, not_supported};
use crate::runtime::{self, Stream};

/// Bytes of static shared memory, at whose beginning device functions find their `__shared__` variables. As much more as a device
/// function may have of dynamic shared memory ([`MOST_SHARED`]) makes the 64 KiB of a block.
const STATIC_SHARED: u32 = 48 << 10;

/// Bytes of dynamic shared memory that a kernel here can have.
pub(crate) const MOST_SHARED: usize = 16 << 10;

/// What one launch does: `body(data, shared)`, in a block of one thread. The second is the block's dynamic shared memory.
#[derive(Clone, Copy)]
#[repr(C)]
struct Call {
    body: unsafe fn(*const c_void, *mut c_void),
    data: *const c_void,
}

/// A description that is never changed.
struct Described(Kernel);

// SAFETY: a constant, whose pointers lead to constants.
unsafe impl Sync for Described {}

static PARAMETERS: [Parameter; 1] = [Parameter { size: size_of::<Call>() as u32, align: align_of::<Call>() as u32 }];
static WAITS: [Wait; 1] = [Wait::Entry];
static KERNEL: Described = Described(Kernel {
    name: c"a callback of hipFFT".as_ptr(),
    run: Some(run),
    step: None,
    thread: None,
    state_count: 1,
    parameter_count: 1,
    waits: WAITS.as_ptr(),
    parameters: PARAMETERS.as_ptr(),
    frame_bytes: 0,
    shared_bytes: STATIC_SHARED,
    flags: flags::DYNAMIC_SHARED,
    max_threads: 1,
    loops: std::ptr::null(),
    depths: std::ptr::null(),
    places: std::ptr::null(),
});

/// # Safety
/// Called by the runtime, with the argument of a launch by [`launch`].
unsafe extern "C" fn run(context: *mut Context, _state: u32) -> u32 {
    // SAFETY: the runtime's context has a pointer to the one argument, and shared memory as the kernel says.
    let (call, shared) = unsafe {
        let argument = (*context).arguments.read();
        (argument.cast::<Call>().read(), (*context).shared.add(STATIC_SHARED as usize))
    };
    // What fails has been told.
    _ = caught("a callback", || {
        // SAFETY: who launched this said that it may be called.
        unsafe { (call.body)(call.data, shared.cast()) };
        Ok(())
    });
    DONE
}

type LaunchKernel = unsafe extern "C" fn(
    *mut c_void,
    c_uint,
    c_uint,
    c_uint,
    c_uint,
    c_uint,
    c_uint,
    c_uint,
    Stream,
    *mut *mut c_void,
    *mut *mut c_void,
) -> u32;
type LibraryKernel = unsafe extern "C" fn(*const Kernel) -> *mut c_void;

/// The runtime's function for launches, and its handle of [`KERNEL`], as a number.
fn launcher() -> Option<(LaunchKernel, usize)> {
    static FOUND: OnceLock<Option<(LaunchKernel, usize)>> = OnceLock::new();
    *FOUND.get_or_init(|| {
        let library = runtime::library();
        let describe = std::ffi::CString::new(LIBRARY_KERNEL).ok()?;
        let describe = runtime::symbol(library, &describe)?;
        let launch = runtime::symbol(library, LAUNCH)?;
        // SAFETY: the functions of these names have these types; the description is a static variable.
        unsafe {
            let describe = std::mem::transmute::<*mut c_void, LibraryKernel>(describe);
            let launch = std::mem::transmute::<*mut c_void, LaunchKernel>(launch);
            Some((launch, describe(&raw const KERNEL.0) as usize))
        }
    })
}

const LAUNCH: &CStr = c"hipModuleLaunchKernel";

/// Puts a call of device code at a stream's end: `body(data, shared)`, where the second is dynamic shared memory of so many bytes.
///
/// # Errors
/// `Failure::NotSupported` where the runtime runs no kernels of libraries, `Failure::ExecutionFailed` where it refuses: the stream is
/// none, or an earlier kernel has failed.
///
/// # Safety
/// `body` may be called with `data`, from any thread, until all that is in the stream now is done; for a stream under capture, as long
/// as the process runs. A fault in it leaves it by a jump: memory of its own is lost then.
pub(crate) unsafe fn launch(
    stream: Stream,
    body: unsafe fn(*const c_void, *mut c_void),
    data: *const c_void,
    shared: usize,
) -> Outcome {
    let (launch, kernel) = launcher().ok_or_else(|| not_supported("a callback of hipFFT with another HIP runtime"))?;
    let mut call = Call { body, data };
    let mut arguments = [(&raw mut call).cast::<c_void>()];
    let shared = c_uint::try_from(shared.min(MOST_SHARED)).unwrap_or(c_uint::MAX);
    // SAFETY: the runtime gave the handle, and copies the argument.
    let status = unsafe { launch(kernel as *mut c_void, 1, 1, 1, 1, 1, 1, shared, stream, arguments.as_mut_ptr(), null_mut()) };
    if status == 0 { Ok(()) } else { Err(Failure::ExecutionFailed) }
}
