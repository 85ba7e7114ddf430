//! Copies of bytes that follow each other.

use crate::check::{order, undefined};
use crate::entry;
use crate::entry::Outcome;
use crate::graph::capture;
use crate::memory;
use crate::memory::copy::{Copy1D, CopyKind};
use crate::stream::operation::Operation;
use crate::stream::{self, Stream};
use crate::types::handles::{hipDeviceptr_t, hipStream_t};
use std::ffi::{c_int, c_void};
use std::sync::Arc;

pub mod rectangular;

/// Bytes of pageable memory that a copy reads at once when its turn has not come, as CUDA and HIP do; of more it waits.
const STAGED: usize = 64 << 10;

/// Copies, and waits for it unless it stays on the device.
pub(crate) fn copy(target: *mut c_void, source: *const c_void, size: usize, kind: CopyKind, stream: hipStream_t) -> Outcome {
    let copy = Copy1D::new(target, source, size, kind)?;
    let stream = stream::of(stream)?;
    match size {
        0 => Ok(()),
        _ if memory::is_devices(target) && memory::is_devices(source) => stream.run_on_device(Operation::Copy(copy)),
        _ => stream.run(Operation::Copy(copy)),
    }
}

/// Puts a copy into a stream. To memory that is not pinned, and from host to host, it has happened when the call returns, and from
/// memory that is not pinned its source has been read: programs rely on it.
pub(crate) fn copy_async(
    target: *mut c_void,
    source: *const c_void,
    size: usize,
    kind: CopyKind,
    stream: hipStream_t,
) -> Outcome {
    let copy = Copy1D::new(target, source, size, kind)?;
    let stream = stream::of(stream)?;
    if size == 0 {
        return Ok(());
    }
    if capture::is_capturing(&stream) {
        return stream.submit(Operation::Copy(copy));
    }
    let (to, from) = (memory::find(target), memory::find(source));
    let are_hosts = [to, from].iter().all(|place| place.is_none_or(|range| range.kind.is_only_hosts()));
    if are_hosts || (kind.target_may_be_host() && to.is_none()) {
        stream.run(Operation::Copy(copy))
    } else if kind.source_may_be_host() && from.is_none() {
        copy_staged(&stream, copy)
    } else {
        stream.submit(Operation::Copy(copy))
    }
}

/// Reads the source at once, if it is small; else waits.
fn copy_staged(stream: &Stream, copy: Copy1D) -> Outcome {
    if copy.size > STAGED || stream.queue.free() || order::is_known() {
        return stream.run_to_read(Operation::Copy(copy));
    }
    // SAFETY: the program's memory, as it has described it.
    let staged: Arc<[u8]> = unsafe { std::slice::from_raw_parts(copy.source.cast(), copy.size) }.into();
    let target = copy.target as usize;
    let write = move || {
        let (target, source) = (target as *mut c_void, staged.as_ptr().cast());
        Copy1D { target, source, size: staged.len(), kind: CopyKind::HostToDevice }.run()?;
        undefined::define(target as usize, staged.len());
        Ok(())
    };
    stream.submit(Operation::Task(Arc::new(write)))
}

entry! {
    fn hipMemcpy(target: *mut c_void, source: *const c_void, size: usize, kind: c_int) {
        copy(target, source, size, CopyKind::of(kind)?, std::ptr::null_mut())
    }

    fn hipMemcpyWithStream(target: *mut c_void, source: *const c_void, size: usize, kind: c_int, stream: hipStream_t) {
        copy(target, source, size, CopyKind::of(kind)?, stream)
    }

    fn hipMemcpyAsync(target: *mut c_void, source: *const c_void, size: usize, kind: c_int, stream: hipStream_t) {
        copy_async(target, source, size, CopyKind::of(kind)?, stream)
    }

    fn hipMemcpyHtoD(target: hipDeviceptr_t, source: *mut c_void, size: usize) {
        copy(target, source, size, CopyKind::HostToDevice, std::ptr::null_mut())
    }

    fn hipMemcpyDtoH(target: *mut c_void, source: hipDeviceptr_t, size: usize) {
        copy(target, source, size, CopyKind::DeviceToHost, std::ptr::null_mut())
    }

    fn hipMemcpyDtoD(target: hipDeviceptr_t, source: hipDeviceptr_t, size: usize) {
        copy(target, source, size, CopyKind::DeviceToDevice, std::ptr::null_mut())
    }

    fn hipMemcpyHtoDAsync(target: hipDeviceptr_t, source: *mut c_void, size: usize, stream: hipStream_t) {
        copy_async(target, source, size, CopyKind::HostToDevice, stream)
    }

    fn hipMemcpyDtoHAsync(target: *mut c_void, source: hipDeviceptr_t, size: usize, stream: hipStream_t) {
        copy_async(target, source, size, CopyKind::DeviceToHost, stream)
    }

    fn hipMemcpyDtoDAsync(target: hipDeviceptr_t, source: hipDeviceptr_t, size: usize, stream: hipStream_t) {
        copy_async(target, source, size, CopyKind::DeviceToDevice, stream)
    }

    fn hipMemcpyPeer(target: *mut c_void, target_device: c_int, source: *const c_void, source_device: c_int, size: usize) {
        check_devices(target_device, source_device)?;
        copy(target, source, size, CopyKind::DeviceToDevice, std::ptr::null_mut())
    }

    fn hipMemcpyPeerAsync(
        target: *mut c_void, target_device: c_int, source: *const c_void, source_device: c_int, size: usize, stream: hipStream_t,
    ) {
        check_devices(target_device, source_device)?;
        copy_async(target, source, size, CopyKind::DeviceToDevice, stream)
    }
}

fn check_devices(first: c_int, second: c_int) -> Outcome {
    let count = crate::environment::device_count();
    let known = |device: c_int| usize::try_from(device).is_ok_and(|device| device < count);
    if known(first) && known(second) { Ok(()) } else { Err(crate::types::error::hipErrorInvalidDevice) }
}
