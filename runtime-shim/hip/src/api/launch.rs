//! Launches of kernels, in all the ways that programs spell them.

use hipify_abi::MAX_THREADS;

use crate::check::{launch_errors, limits};
use crate::device::current;
use crate::entry;
use crate::entry::Outcome;
use crate::environment;
use crate::graph::submit;
use crate::kernel::function::{self, Function};
use crate::kernel::launch::{Extents, MAX_GRID, Source, packed, prepare};
use crate::stream::event;
use crate::stream::operation::Operation;
use crate::stream::{self, Stream};
use crate::types::error::{hipErrorInvalidConfiguration, hipErrorInvalidValue};
use crate::types::handles::{hipEvent_t, hipFunction_t, hipStream_t};
use crate::types::launch::{HIP_LAUNCH_CONFIG, dim3, hipFunctionLaunchParams, hipLaunchConfig_t, hipLaunchParams};
use std::ffi::{c_uint, c_void};
use std::sync::Arc;

/// Puts a launch into a stream.
///
/// # Safety
/// [`Source::Pointers`] is null or leads to a pointer for each parameter of the kernel, each valid for reading its bytes.
unsafe fn launch(function: Arc<Function>, extents: Extents, source: Source, stream: &Stream) -> Outcome {
    // SAFETY: this function requires what its callee does.
    stream.submit(Operation::Kernel(unsafe { prepare(function, extents, source, stream.device)? }))
}

/// # Safety
/// `arguments` is null or leads to a pointer for each parameter of the kernel, each valid for reading its bytes.
unsafe fn launch_host(host: *const c_void, extents: Extents, arguments: *mut *mut c_void, stream: hipStream_t) -> Outcome {
    let launched = || {
        let function = function::of_either(host)?;
        // SAFETY: this function requires what its callee does.
        unsafe { launch(function, extents, Source::Pointers(arguments), &*stream::of(stream)?) }
    };
    let outcome = launched();
    launch_errors::ended(outcome);
    outcome
}

/// `hipCooperativeLaunchMultiDeviceNoPreSync` and `NoPostSync`.
const SYNC_FLAGS: c_uint = 3;

/// One kernel in the same extents on several devices, each by a stream of its own.
///
/// # Errors
/// `hipErrorInvalidValue` for more launches than devices, a device that is named twice, and launches that differ.
///
/// # Safety
/// `launches` is null or valid for reading `count` launches, each as [`launch_host`] requires.
unsafe fn launch_on_devices(launches: *const hipLaunchParams, count: std::ffi::c_int, flags: c_uint) -> Outcome {
    let most = environment::device_count();
    let count = usize::try_from(count).ok().filter(|count| (1..=most).contains(count) && !launches.is_null());
    let count = count.filter(|_| flags & !SYNC_FLAGS == 0).ok_or(hipErrorInvalidValue)?;
    // SAFETY: valid for as many.
    let launches = unsafe { std::slice::from_raw_parts(launches, count) };
    let extents = |one: &hipLaunchParams| Extents::new(one.gridDim, one.blockDim, one.sharedMem);
    let devices = launches.iter().map(|one| Ok(stream::of(one.stream)?.device)).collect::<Outcome<Vec<_>>>()?;
    let differs = launches.iter().any(|one| one.func != launches[0].func || extents(one) != extents(&launches[0]));
    if differs || (1..count).any(|one| devices[..one].contains(&devices[one])) {
        return Err(hipErrorInvalidValue);
    }
    // SAFETY: this function requires what its callee does.
    launches.iter().try_for_each(|one| unsafe { launch_host(one.func, extents(one), one.args, one.stream) })
}

/// A launch whose arguments were put together one by one.
///
/// # Safety
/// None of pointers: the arguments are bytes, whose number is checked. Their values must be what the kernel may be called with.
pub(crate) unsafe fn launch_packed(
    host: *const c_void,
    grid: dim3,
    block: dim3,
    shared: usize,
    stream: hipStream_t,
    packed: &[u8],
) -> Outcome {
    let function = function::of_host(host)?;
    // SAFETY: the arguments are bytes, whose number is checked.
    unsafe { launch(function, Extents::new(grid, block, shared), Source::Packed(packed), &*stream::of(stream)?) }
}

/// # Safety
/// `parameters` is null or leads to a pointer for each parameter of the kernel, each valid for reading its bytes; `extra` is null
/// or a list that [`packed`] can read.
unsafe fn launch_module(
    function: hipFunction_t,
    extents: Extents,
    stream: hipStream_t,
    parameters: *mut *mut c_void,
    extra: *mut *mut c_void,
) -> Outcome {
    // Of this interface, AMD's runtime says so of a stream that was destroyed too.
    let stream = stream::of(stream).map_err(|_| hipErrorInvalidValue)?;
    let function = function::of_handle(function)?;
    // SAFETY: this function requires what its callee does.
    let outcome = unsafe {
        match (parameters.is_null(), extra.is_null()) {
            (false, false) => Err(hipErrorInvalidValue),
            (true, false) => launch(function, extents, Source::Packed(packed(extra)?), &stream),
            _ => launch(function, extents, Source::Pointers(parameters), &stream),
        }
    };
    // Of the driver's interface extents are values as others.
    outcome.map_err(|error| if error == hipErrorInvalidConfiguration { hipErrorInvalidValue } else { error })
}

/// For programs that are checked: all blocks of a launch are to run at once.
fn at_once(function: Outcome<Arc<Function>>, extents: Extents) {
    if let Ok(function) = function
        && let Ok(kernel) = function.kernel(current::device())
    {
        limits::cooperative(extents.grid, extents.block, extents.all_shared(kernel.get()));
    }
}

/// Records events before and after a launch, where there are any.
fn between(start: hipEvent_t, stop: hipEvent_t, stream: hipStream_t, launch: impl FnOnce() -> Outcome) -> Outcome {
    let record = |event: hipEvent_t| match event.is_null() {
        true => Ok(()),
        false => submit::submit(stream, Operation::Record(event::of(event)?)),
    };
    record(start)?;
    launch()?;
    record(stop)
}

/// Threads in all, per dimension, become blocks: one where there are fewer threads than a block has; else the last must be whole here
/// as it must on most GPUs.
fn extents_of(threads: [u32; 3], mut block: [u32; 3], shared: usize) -> Outcome<Extents> {
    if block.iter().try_fold(1u32, |all, &threads| all.checked_mul(threads)).is_none_or(|all| all as usize > MAX_THREADS) {
        return Err(hipErrorInvalidValue);
    }
    let mut grid = [0; 3];
    for ((blocks, block), threads) in grid.iter_mut().zip(&mut block).zip(threads) {
        *block = (*block).min(threads);
        if *block == 0 || threads % *block != 0 {
            return Err(hipErrorInvalidValue);
        }
        *blocks = threads / *block;
    }
    Ok(Extents { grid, block, shared })
}

entry! {
    fn hipLaunchKernel(
        host: *const c_void, grid: dim3, block: dim3, arguments: *mut *mut c_void, shared: usize, stream: hipStream_t,
    ) {
        launch_host(host, Extents::new(grid, block, shared), arguments, stream)
    }

    fn hipExtLaunchKernel(
        host: *const c_void, grid: dim3, block: dim3, arguments: *mut *mut c_void, shared: usize, stream: hipStream_t,
        start: hipEvent_t, stop: hipEvent_t, _flags: std::ffi::c_int,
    ) {
        between(start, stop, stream, || launch_host(host, Extents::new(grid, block, shared), arguments, stream))
    }

    fn hipLaunchKernelExC(config: *const hipLaunchConfig_t, host: *const c_void, arguments: *mut *mut c_void) {
        let config = config.as_ref().ok_or(hipErrorInvalidConfiguration)?;
        let extents = Extents::new(config.gridDim, config.blockDim, config.dynamicSmemBytes);
        launch_host(host, extents, arguments, config.stream)
    }

    /// All blocks are alive at once wherever a kernel asks for it, so that it needs no launch of its own.
    fn hipLaunchCooperativeKernel(
        host: *const c_void, grid: dim3, block: dim3, arguments: *mut *mut c_void, shared: c_uint, stream: hipStream_t,
    ) {
        let extents = Extents::new(grid, block, shared as usize);
        at_once(function::of_host(host), extents);
        launch_host(host, extents, arguments, stream)
    }

    fn hipLaunchCooperativeKernelMultiDevice(launches: *mut hipLaunchParams, count: std::ffi::c_int, flags: c_uint) {
        launch_on_devices(launches, count, flags)
    }

    fn hipExtLaunchMultiKernelMultiDevice(launches: *mut hipLaunchParams, count: std::ffi::c_int, flags: c_uint) {
        launch_on_devices(launches, count, flags)
    }

    fn hipModuleLaunchKernel(
        function: hipFunction_t, grid_x: c_uint, grid_y: c_uint, grid_z: c_uint, block_x: c_uint, block_y: c_uint,
        block_z: c_uint, shared: c_uint, stream: hipStream_t, parameters: *mut *mut c_void, extra: *mut *mut c_void,
    ) {
        let extents = Extents { grid: [grid_x, grid_y, grid_z], block: [block_x, block_y, block_z], shared: shared as usize };
        if extents.grid.iter().zip(MAX_GRID).any(|(&blocks, most)| blocks > most) {
            return Err(hipErrorInvalidValue);
        }
        launch_module(function, extents, stream, parameters, extra)
    }

    fn hipModuleLaunchCooperativeKernel(
        function: hipFunction_t, grid_x: c_uint, grid_y: c_uint, grid_z: c_uint, block_x: c_uint, block_y: c_uint,
        block_z: c_uint, shared: c_uint, stream: hipStream_t, parameters: *mut *mut c_void,
    ) {
        let extents = Extents { grid: [grid_x, grid_y, grid_z], block: [block_x, block_y, block_z], shared: shared as usize };
        at_once(function::of_handle(function), extents);
        launch_module(function, extents, stream, parameters, std::ptr::null_mut())
    }

    fn hipDrvLaunchKernelEx(
        config: *const HIP_LAUNCH_CONFIG, function: hipFunction_t, parameters: *mut *mut c_void, extra: *mut *mut c_void,
    ) {
        let config = config.as_ref().ok_or(hipErrorInvalidValue)?;
        let extents = Extents { grid: config.grid, block: config.block, shared: config.shared_bytes as usize };
        launch_module(function, extents, config.stream, parameters, extra)
    }

    fn hipModuleLaunchCooperativeKernelMultiDevice(launches: *mut hipFunctionLaunchParams, count: c_uint, _flags: c_uint) {
        if launches.is_null() || count == 0 {
            return Err(hipErrorInvalidValue);
        }
        std::slice::from_raw_parts(launches, count as usize).iter().try_for_each(|one| {
            let grid = [one.gridDimX, one.gridDimY, one.gridDimZ];
            let block = [one.blockDimX, one.blockDimY, one.blockDimZ];
            let extents = Extents { grid, block, shared: one.sharedMemBytes as usize };
            launch_module(one.function, extents, one.hStream, one.kernelParams, std::ptr::null_mut())
        })
    }

    /// Takes threads in all, not blocks.
    fn hipExtModuleLaunchKernel(
        function: hipFunction_t, threads_x: u32, threads_y: u32, threads_z: u32, block_x: u32, block_y: u32, block_z: u32,
        shared: usize, stream: hipStream_t, parameters: *mut *mut c_void, extra: *mut *mut c_void, start: hipEvent_t,
        stop: hipEvent_t, _flags: u32,
    ) {
        let extents = extents_of([threads_x, threads_y, threads_z], [block_x, block_y, block_z], shared)?;
        between(start, stop, stream, || launch_module(function, extents, stream, parameters, extra))
    }

    /// As `hipExtModuleLaunchKernel`, by its older name.
    fn hipHccModuleLaunchKernel(
        function: hipFunction_t, threads_x: u32, threads_y: u32, threads_z: u32, block_x: u32, block_y: u32, block_z: u32,
        shared: usize, stream: hipStream_t, parameters: *mut *mut c_void, extra: *mut *mut c_void, start: hipEvent_t,
        stop: hipEvent_t,
    ) {
        let extents = extents_of([threads_x, threads_y, threads_z], [block_x, block_y, block_z], shared)?;
        between(start, stop, stream, || launch_module(function, extents, stream, parameters, extra))
    }
}
