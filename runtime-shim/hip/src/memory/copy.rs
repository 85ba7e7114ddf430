//! A copy of bytes that follow each other, its direction and its ends checked as HIP does.

use std::ffi::{c_int, c_void};

use crate::check::allocations;
use crate::entry::Outcome;
use crate::environment;
use crate::memory;
use crate::memory::rectangle::{self, PitchedAddress, Size};
use crate::scheduler::parallel_for::ParallelFor;
use crate::types::error::{hipErrorInvalidMemcpyDirection, hipErrorInvalidValue};

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

    pub(crate) fn source_may_be_host(self) -> bool {
        matches!(self, CopyKind::HostToHost | CopyKind::HostToDevice | CopyKind::Default)
    }

    pub(crate) fn target_may_be_host(self) -> bool {
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
// SAFETY: the program keeps the memory until the copy is done, and does not use it meanwhile.
unsafe impl Sync for Copy1D {}

impl Copy1D {
    /// Checked against what is known of the memory.
    ///
    /// # Errors
    /// `hipErrorInvalidValue` for null pointers and for ends beyond an allocation's.
    pub fn new(target: *mut c_void, source: *const c_void, size: usize, kind: CopyKind) -> Outcome<Copy1D> {
        tell(target, source, size);
        let null = target.is_null() || source.is_null();
        if size > 0 && (null || !memory::holds(target, size) || !memory::holds(source, size)) {
            return Err(hipErrorInvalidValue);
        }
        Ok(Copy1D { target, source, size, kind })
    }

    /// Whether it is large enough to pay for waking another thread.
    pub(crate) fn is_wide(&self) -> bool {
        /// Bytes that take a thread about twice as long as it takes another one to wake up.
        const LARGE: usize = 1 << 20;
        self.size >= LARGE && environment::threads() > 1
    }

    /// As work for many threads.
    pub(crate) fn parallel_for(self) -> Box<dyn ParallelFor> {
        let Copy1D { target, source, size, .. } = self;
        let (to, from) = (PitchedAddress::linear(target), PitchedAddress::linear(source));
        rectangle::Copy { to, from, size: Size::linear(size) }.parallel_for()
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

/// For programs that are checked: what is wrong with the ends of a copy.
fn tell(target: *mut c_void, source: *const c_void, size: usize) {
    allocations::used_by_call(target as usize, size, "copy to memory");
    allocations::used_by_call(source as usize, size, "copy from memory");
}
