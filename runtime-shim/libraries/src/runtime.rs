//! The HIP runtime of this process: the few of its functions by which work gets into a stream's order.

use std::ffi::{CStr, CString, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::AtomicU64;

use hipify_entry::loaded;

use crate::entry::{Failure, Outcome, caught};

/// `hipStream_t`, as a number.
pub(crate) type Stream = usize;

/// The null stream, for whose work those wait that were not created without its order.
pub(crate) const NULL_STREAM: Stream = 0;

type HostFunction = unsafe extern "C" fn(*mut c_void);

type Launch = unsafe extern "C" fn(Stream, HostFunction, *mut c_void) -> u32;
type OfStream = unsafe extern "C" fn(Stream) -> u32;
type WaitValue = unsafe extern "C" fn(Stream, *mut c_void, u64, u32, u64) -> u32;
type GetNumber = unsafe extern "C" fn(*mut c_int) -> u32;
type SetDevice = unsafe extern "C" fn(c_int) -> u32;
type Allocate = unsafe extern "C" fn(*mut usize, usize) -> u32;
type Free = unsafe extern "C" fn(usize) -> u32;
type RecordCall = unsafe extern "C" fn(*const u8, usize) -> c_int;
type IsCapturing = unsafe extern "C" fn(Stream, *mut c_int) -> u32;

/// The runtime's functions that are used here; `hipSuccess` is zero.
struct Runtime {
    launch: Launch,
    synchronize: OfStream,
    query: OfStream,
    is_capturing: IsCapturing,
    wait_value: WaitValue,
    get_device: GetNumber,
    device_count: GetNumber,
    set_device: SetDevice,
    allocate: Allocate,
    free: Free,
    /// Of the bundled runtime alone.
    record_call: Option<RecordCall>,
}

impl Runtime {
    /// Says which function the work that is put into a stream next is of. Whether the runtime has to see it there.
    fn note(&self, name: &'static str) -> bool {
        // SAFETY: the name is valid for as long as the process runs.
        self.record_call.is_some_and(|call| unsafe { call(name.as_ptr(), name.len()) } != 0)
    }
}

/// Files that may be a HIP runtime, where none is loaded yet; the first beside this library.
const FILES: [&CStr; 5] = [c"libhipify_hip.so", c"libamdhip64.so.7", c"libamdhip64.so.6", c"libamdhip64.so.5", c"libamdhip64.so"];

fn runtime() -> Outcome<&'static Runtime> {
    static RUNTIME: OnceLock<Option<Runtime>> = OnceLock::new();
    let missing = || {
        eprintln!("hipify: there is no HIP runtime beside `libhipify_libraries.so`: run the program with `hipify-rs run`");
        Failure::ExecutionFailed
    };
    RUNTIME.get_or_init(find).as_ref().ok_or_else(missing)
}

fn find() -> Option<Runtime> {
    let library = library();
    // SAFETY: the functions of these names in a HIP runtime have these types; the handle is the default one or an open one.
    unsafe {
        Some(Runtime {
            launch: std::mem::transmute::<*mut c_void, Launch>(symbol(library, c"hipLaunchHostFunc")?),
            synchronize: std::mem::transmute::<*mut c_void, OfStream>(symbol(library, c"hipStreamSynchronize")?),
            query: std::mem::transmute::<*mut c_void, OfStream>(symbol(library, c"hipStreamQuery")?),
            is_capturing: std::mem::transmute::<*mut c_void, IsCapturing>(symbol(library, c"hipStreamIsCapturing")?),
            wait_value: std::mem::transmute::<*mut c_void, WaitValue>(symbol(library, c"hipStreamWaitValue64")?),
            get_device: std::mem::transmute::<*mut c_void, GetNumber>(symbol(library, c"hipGetDevice")?),
            device_count: std::mem::transmute::<*mut c_void, GetNumber>(symbol(library, c"hipGetDeviceCount")?),
            set_device: std::mem::transmute::<*mut c_void, SetDevice>(symbol(library, c"hipSetDevice")?),
            allocate: std::mem::transmute::<*mut c_void, Allocate>(symbol(library, c"hipMalloc")?),
            free: std::mem::transmute::<*mut c_void, Free>(symbol(library, c"hipFree")?),
            record_call: symbol(library, c"__hipify_record_call")
                .map(|found| std::mem::transmute::<*mut c_void, RecordCall>(found)),
        })
    }
}

/// The runtime that the program has loaded, else the bundled one beside this library, else AMD's.
pub(crate) fn library() -> *mut c_void {
    if symbol(libc::RTLD_DEFAULT, c"hipLaunchHostFunc").is_some() {
        return libc::RTLD_DEFAULT;
    }
    let beside = own_file().map(|file| file.with_file_name("libhipify_hip.so"));
    let beside = beside.and_then(|path| CString::new(path.as_os_str().as_bytes()).ok());
    let names = beside.iter().map(CString::as_c_str).chain(FILES);
    let mut opened = names.filter_map(|name| loaded::open(name, 0));
    opened.next().unwrap_or(libc::RTLD_DEFAULT)
}

/// A function of a library that is open for as long as the process runs, or of any library (`RTLD_DEFAULT`).
pub(crate) fn symbol(library: *mut c_void, name: &CStr) -> Option<*mut c_void> {
    // SAFETY: handles here stay open.
    unsafe { loaded::symbol(library, name) }
}

/// The file that this library was loaded from.
pub(crate) fn own_file() -> Option<PathBuf> {
    loaded::file_of((own_file as fn() -> Option<PathBuf> as *const ()).cast())
}

/// Whether there is a HIP runtime at all.
///
/// # Errors
/// `Failure::ExecutionFailed` where there is none.
pub(crate) fn check() -> Outcome {
    runtime().map(|_| ())
}

/// Puts work at a stream's end. Panics in it are told and go no further.
///
/// A stream under capture makes it a node of the graph, which may run any number of times; what the work holds is kept until the
/// process ends then, since no one says when the last graph with it is gone.
///
/// # Errors
/// `Failure::ExecutionFailed` where the runtime refuses: the stream is none, or an earlier kernel has failed.
pub(crate) fn enqueue(stream: Stream, name: &'static str, work: impl Fn() + Send + 'static) -> Outcome {
    let runtime = runtime()?;
    let again = capturing(runtime, stream)?;
    let task = Box::into_raw(Box::new(Task { name, again, work: Box::new(work) }));
    runtime.note(name);
    // SAFETY: the function takes the task that is passed along with it.
    let status = unsafe { (runtime.launch)(stream, run, task.cast()) };
    if status == 0 {
        return Ok(());
    }
    // SAFETY: the runtime has not taken the task, and nobody else knows of it.
    drop(unsafe { Box::from_raw(task) });
    Err(Failure::ExecutionFailed)
}

/// Does work after all that is before it in a stream's order, and waits for it.
///
/// # Errors
/// As of [`enqueue`]; a stream under capture cannot be waited for.
pub(crate) fn run_now(stream: Stream, name: &'static str, work: impl Fn() + Send + 'static) -> Outcome {
    let found = runtime()?;
    if capturing(found, stream)? {
        return Err(Failure::ExecutionFailed);
    }
    // An idle stream may have to wait for the null stream all the same.
    // SAFETY: the runtime checks the handle.
    let is_idle = |stream: Stream| unsafe { (found.query)(stream) } == 0;
    if !found.note(name) && is_idle(stream) && is_idle(NULL_STREAM) {
        return caught(name, || {
            work();
            Ok(())
        });
    }
    enqueue(stream, name, work)?;
    // SAFETY: the runtime checks the handle.
    succeeded(unsafe { (found.synchronize)(stream) })
}

/// Waits for all that is in a stream.
///
/// # Errors
/// `Failure::ExecutionFailed` where the runtime refuses.
pub(crate) fn synchronize(stream: Stream) -> Outcome {
    // SAFETY: the runtime checks the handle.
    succeeded(unsafe { (runtime()?.synchronize)(stream) })
}

/// Whether a stream is under capture: what is put into it is a node of a graph.
///
/// # Errors
/// `Failure::ExecutionFailed` where the stream is none.
pub(crate) fn is_capturing(stream: Stream) -> Outcome<bool> {
    capturing(runtime()?, stream)
}

/// Holds a stream up until a word is at least a value.
///
/// # Errors
/// `Failure::ExecutionFailed` where the runtime refuses.
pub(crate) fn wait_for(stream: Stream, word: &'static AtomicU64, value: u64) -> Outcome {
    /// `hipStreamWaitValueGte`.
    const AT_LEAST: u32 = 0;
    // SAFETY: the runtime checks the handle, and the word is never freed.
    succeeded(unsafe { (runtime()?.wait_value)(stream, word.as_ptr().cast(), value, AT_LEAST, u64::MAX) })
}

/// The device that calls of this thread are for.
///
/// # Errors
/// `Failure::ExecutionFailed` where the runtime refuses.
pub(crate) fn device() -> Outcome<c_int> {
    number(runtime()?.get_device)
}

/// How many devices there are.
///
/// # Errors
/// `Failure::ExecutionFailed` where the runtime refuses.
pub(crate) fn device_count() -> Outcome<c_int> {
    number(runtime()?.device_count)
}

fn number(get: GetNumber) -> Outcome<c_int> {
    let mut number = 0;
    // SAFETY: the pointer leads to a local variable.
    succeeded(unsafe { get(&raw mut number) })?;
    Ok(number)
}

/// Does something while calls of this thread are for a device.
///
/// # Errors
/// `Failure::ExecutionFailed` where there is no such device.
pub(crate) fn on_device<T>(device: c_int, action: impl FnOnce() -> T) -> Outcome<T> {
    let (before, set) = (self::device()?, runtime()?.set_device);
    // SAFETY: the runtime checks the number.
    succeeded(unsafe { set(device) })?;
    let result = action();
    // SAFETY: the runtime checks the number.
    succeeded(unsafe { set(before) })?;
    Ok(result)
}

/// Memory of the thread's device.
///
/// # Errors
/// `Failure::AllocFailed` where there is none.
pub(crate) fn allocate(size: usize) -> Outcome<usize> {
    let mut address = 0;
    // SAFETY: the pointer leads to a local variable.
    succeeded(unsafe { (runtime()?.allocate)(&raw mut address, size) }).map_err(|_| Failure::AllocFailed)?;
    Ok(address)
}

/// Gives memory of a device back.
///
/// # Errors
/// `Failure::ExecutionFailed` where the address is none that was allocated.
pub(crate) fn free(address: usize) -> Outcome {
    // SAFETY: the runtime checks the address.
    succeeded(unsafe { (runtime()?.free)(address) })
}

fn succeeded(status: u32) -> Outcome {
    if status == 0 { Ok(()) } else { Err(Failure::ExecutionFailed) }
}

fn capturing(runtime: &Runtime, stream: Stream) -> Outcome<bool> {
    let mut status = 0;
    // SAFETY: the runtime checks the handle; the pointer leads to a local variable.
    succeeded(unsafe { (runtime.is_capturing)(stream, &raw mut status) })?;
    Ok(status != 0)
}

/// Work in a stream.
struct Task {
    name: &'static str,
    /// Whether it may be run again: it belongs to a graph.
    again: bool,
    work: Box<dyn Fn() + Send>,
}

/// # Safety
/// The pointer is a [`Task`] that [`enqueue`] has made, whose last run this is unless it may be run again.
unsafe extern "C" fn run(task: *mut c_void) {
    let task: *mut Task = task.cast();
    // SAFETY: `enqueue` passes a task, which lives until it has run for the last time.
    let again = unsafe { (*task).again };
    // SAFETY: `enqueue` passes a task, which lives until it has run for the last time.
    let _ = caught(unsafe { (*task).name }, || {
        // SAFETY: `enqueue` passes a task, which lives until it has run for the last time.
        unsafe { ((*task).work)() };
        Ok(())
    });
    if !again {
        // SAFETY: it was made by `Box`, and this was its only run.
        drop(unsafe { Box::from_raw(task) });
    }
}
