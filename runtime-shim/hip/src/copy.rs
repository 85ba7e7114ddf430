//! Copies of bytes: by direction checked as HIP does, run by whichever thread has time.

use std::ffi::{c_int, c_void};
use std::sync::Arc;

use crate::entry::Outcome;
use crate::memory;
use crate::operation::Operation;
use crate::stream::Stream;
use crate::types::error::{hipErrorInvalidMemcpyDirection, hipErrorInvalidValue};
use crate::types::handles::{hipDeviceptr_t, hipStream_t};
use crate::{capture, entry, stream};

/// `hipMemcpyKind`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyKind {
    HostToHost,
    HostToDevice,
    DeviceToHost,
    DeviceToDevice,
    /// By the addresses.
    Default,
}

impl CopyKind {
    /// Of HIP's number.
    ///
    /// # Errors
    /// `hipErrorInvalidMemcpyDirection` where it is none.
    pub fn of(number: c_int) -> Outcome<CopyKind> {
        match number {
            0 => Ok(CopyKind::HostToHost),
            1 => Ok(CopyKind::HostToDevice),
            2 => Ok(CopyKind::DeviceToHost),
            // The second one asks for a copy that takes no compute units.
            3 | 1024 => Ok(CopyKind::DeviceToDevice),
            4 => Ok(CopyKind::Default),
            _ => Err(hipErrorInvalidMemcpyDirection),
        }
    }

    /// HIP's number.
    pub fn number(self) -> u32 {
        self as u32
    }

    fn source_may_be_host(self) -> bool {
        matches!(self, CopyKind::HostToHost | CopyKind::HostToDevice | CopyKind::Default)
    }

    fn target_may_be_host(self) -> bool {
        matches!(self, CopyKind::HostToHost | CopyKind::DeviceToHost | CopyKind::Default)
    }

    /// As [`CopyKind::of`], where the target is a device's.
    ///
    /// # Errors
    /// `hipErrorInvalidMemcpyDirection` for other directions.
    pub fn to_device(number: c_int) -> Outcome<CopyKind> {
        match CopyKind::of(number)? {
            CopyKind::HostToHost | CopyKind::DeviceToHost => Err(hipErrorInvalidMemcpyDirection),
            kind => Ok(kind),
        }
    }

    /// As [`CopyKind::of`], where the source is a device's.
    ///
    /// # Errors
    /// `hipErrorInvalidMemcpyDirection` for other directions.
    pub fn from_device(number: c_int) -> Outcome<CopyKind> {
        match CopyKind::of(number)? {
            CopyKind::HostToHost | CopyKind::HostToDevice => Err(hipErrorInvalidMemcpyDirection),
            kind => Ok(kind),
        }
    }
}

/// A copy of bytes that follow each other.
#[derive(Clone, Copy, Debug)]
pub struct Copy1D {
    pub target: *mut c_void,
    pub source: *const c_void,
    /// Bytes.
    pub size: usize,
    pub kind: CopyKind,
}

// SAFETY: the program keeps the memory until the copy is done, and does not use it meanwhile.
unsafe impl Send for Copy1D {}
// SAFETY: as above.
unsafe impl Sync for Copy1D {}

impl Copy1D {
    /// Checked against what is known of the memory.
    ///
    /// # Errors
    /// `hipErrorInvalidValue` for null pointers and for ends beyond an allocation's.
    pub fn new(target: *mut c_void, source: *const c_void, size: usize, kind: CopyKind) -> Outcome<Copy1D> {
        let null = target.is_null() || source.is_null();
        if size > 0 && (null || !memory::holds(target, size) || !memory::holds(source, size)) {
            return Err(hipErrorInvalidValue);
        }
        Ok(Copy1D { target, source, size, kind })
    }

    /// Does it now.
    ///
    /// # Errors
    /// None so far.
    pub fn run(self) -> Outcome {
        if self.size > 0 {
            // SAFETY: the program's memory; as on devices that share memory with the host, source and target may overlap.
            unsafe { self.source.cast::<u8>().copy_to(self.target.cast(), self.size) };
        }
        Ok(())
    }
}

/// Copies, and waits for it.
pub(crate) fn copy(target: *mut c_void, source: *const c_void, size: usize, kind: CopyKind, stream: hipStream_t) -> Outcome {
    let copy = Copy1D::new(target, source, size, kind)?;
    let stream = stream::of(stream)?;
    if size == 0 { Ok(()) } else { stream.run(Operation::Copy(copy)) }
}

/// Puts a copy into a stream. From and to memory that is not pinned it has happened, or its source has been read, when the
/// call returns: programs rely on it.
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
    let capturing = capture::is_capturing(&stream);
    if !capturing && kind.target_may_be_host() && memory::find(target).is_none() {
        return stream.run(Operation::Copy(copy));
    }
    if !capturing && kind.source_may_be_host() && memory::find(source).is_none() {
        return copy_staged(&stream, copy);
    }
    stream.submit(Operation::Copy(copy))
}

/// Reads the source at once, if it is small; else waits.
fn copy_staged(stream: &Stream, copy: Copy1D) -> Outcome {
    /// As CUDA and HIP do.
    const LIMIT: usize = 64 << 10;
    if copy.size > LIMIT || stream.queue.free() {
        return stream.run(Operation::Copy(copy));
    }
    // SAFETY: the program's memory, as it has described it.
    let staged: Arc<[u8]> = unsafe { std::slice::from_raw_parts(copy.source.cast(), copy.size) }.into();
    let target = copy.target as usize;
    let write = move || {
        let (target, source) = (target as *mut c_void, staged.as_ptr().cast());
        Copy1D { target, source, size: staged.len(), kind: CopyKind::HostToDevice }.run()
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
