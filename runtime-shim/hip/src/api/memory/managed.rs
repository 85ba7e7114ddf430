//! Managed memory: one memory for host and devices, so that advice and prefetching change only what queries return.

use std::collections::BTreeMap;
use std::ffi::{c_int, c_uint, c_void};
use std::sync::{Mutex, PoisonError};

use crate::entry;
use crate::entry::{Outcome, give};
use crate::environment;
use crate::graph::submit;
use crate::memory::{self, MemoryKind, Range};
use crate::stream::operation::Operation;
use crate::types::error::{hipErrorInvalidDevice, hipErrorInvalidValue};
use crate::types::handles::hipStream_t;

/// `hipCpuDeviceId` and `hipInvalidDeviceId`.
const CPU: c_int = -1;
const NO_DEVICE: c_int = -2;

/// What the program has said of a range.
#[derive(Clone, Debug)]
struct Advice {
    read_mostly: bool,
    preferred: c_int,
    accessed_by: Vec<c_int>,
    prefetched: c_int,
    coarse: bool,
}

impl Advice {
    const NONE: Advice =
        Advice { read_mostly: false, preferred: NO_DEVICE, accessed_by: Vec::new(), prefetched: NO_DEVICE, coarse: false };
}

/// By the start of the range.
static ADVICE: Mutex<BTreeMap<usize, Advice>> = Mutex::new(BTreeMap::new());

entry! {
    fn hipMallocManaged(pointer: *mut *mut c_void, size: usize, flags: c_uint) {
        if pointer.is_null() || size == 0 || !matches!(flags, 1 | 2) {
            return Err(hipErrorInvalidValue);
        }
        let memory = memory::allocate(size, MemoryKind::Managed, flags)?;
        ADVICE.lock().unwrap_or_else(PoisonError::into_inner).remove(&(memory as usize));
        give(pointer, memory)
    }

    fn hipMemPrefetchAsync(pointer: *const c_void, size: usize, device: c_int, stream: hipStream_t) {
        check(pointer, size, device)?;
        advise(pointer, |advice| {
            advice.prefetched = device;
            Ok(())
        })?;
        submit::submit(stream, Operation::Nothing)
    }

    fn hipMemPrefetchAsync_v2(
        pointer: *const c_void, size: usize, location: hipMemLocation, flags: c_uint, stream: hipStream_t,
    ) {
        let device = location.device()?;
        if flags != 0 {
            return Err(hipErrorInvalidValue);
        }
        check(pointer, size, device)?;
        advise(pointer, |advice| {
            advice.prefetched = device;
            Ok(())
        })?;
        submit::submit(stream, Operation::Nothing)
    }

    fn hipMemAdvise_v2(pointer: *const c_void, size: usize, advice: c_int, location: hipMemLocation) {
        let device = if matches!(advice, 1 | 2 | 4) { CPU } else { location.device()? };
        check(pointer, size, device)?;
        advise(pointer, |known| known.take(advice, device))
    }

    fn hipMemAdvise(pointer: *const c_void, size: usize, advice: c_int, device: c_int) {
        check(pointer, size, if matches!(advice, 1 | 2 | 4) { CPU } else { device })?;
        advise(pointer, |known| known.take(advice, device))
    }

    fn hipMemRangeGetAttribute(data: *mut c_void, size: usize, attribute: c_int, pointer: *const c_void, bytes: usize) {
        check(pointer, bytes, CPU)?;
        tell(data, size, attribute, pointer)
    }

    fn hipMemRangeGetAttributes(
        data: *mut *mut c_void, sizes: *mut usize, attributes: *mut c_int, count: usize, pointer: *const c_void, bytes: usize,
    ) {
        if data.is_null() || sizes.is_null() || attributes.is_null() || count == 0 {
            return Err(hipErrorInvalidValue);
        }
        check(pointer, bytes, CPU)?;
        (0..count).try_for_each(|index| tell(*data.add(index), *sizes.add(index), *attributes.add(index), pointer))
    }
}

/// `hipMemLocation`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(non_camel_case_types)]
pub struct hipMemLocation {
    /// `hipMemLocationType`: none, a device, the host, and the host by NUMA node.
    kind: c_int,
    id: c_int,
}

impl hipMemLocation {
    /// The device's number as other calls take it.
    fn device(self) -> Outcome<c_int> {
        match self.kind {
            1 => Ok(self.id),
            2..=4 => Ok(CPU),
            _ => Err(hipErrorInvalidValue),
        }
    }
}

impl Advice {
    /// `hipMemoryAdvise`: set and unset read-mostly, preferred location and accessed-by; coarse grain and back.
    fn take(&mut self, advice: c_int, device: c_int) -> Outcome {
        match advice {
            1 | 2 => self.read_mostly = advice == 1,
            3 => self.preferred = device,
            4 => self.preferred = NO_DEVICE,
            5 if !self.accessed_by.contains(&device) => self.accessed_by.push(device),
            6 => self.accessed_by.retain(|&other| other != device),
            100 | 101 => self.coarse = advice == 100,
            5 => {}
            _ => return Err(hipErrorInvalidValue),
        }
        Ok(())
    }
}

fn check(pointer: *const c_void, size: usize, device: c_int) -> Outcome {
    if pointer.is_null() || size == 0 {
        return Err(hipErrorInvalidValue);
    }
    if device != CPU && !usize::try_from(device).is_ok_and(|device| device < environment::device_count()) {
        return Err(hipErrorInvalidDevice);
    }
    let is_shared = |range: &Range| range.kind.is_hosts() || range.kind == MemoryKind::Variable;
    let range = memory::find(pointer).filter(is_shared).ok_or(hipErrorInvalidValue)?;
    let inside = (pointer as usize).checked_add(size).is_some_and(|end| end <= range.end());
    if inside { Ok(()) } else { Err(hipErrorInvalidValue) }
}

fn advise(pointer: *const c_void, change: impl FnOnce(&mut Advice) -> Outcome) -> Outcome {
    let range = memory::find(pointer).ok_or(hipErrorInvalidValue)?;
    let mut known = ADVICE.lock().unwrap_or_else(PoisonError::into_inner);
    change(known.entry(range.start).or_insert(Advice::NONE))
}

/// # Safety
/// `data` is valid for writes of `size` bytes.
unsafe fn tell(data: *mut c_void, size: usize, attribute: c_int, pointer: *const c_void) -> Outcome {
    let range = memory::find(pointer).ok_or(hipErrorInvalidValue)?;
    let known = ADVICE.lock().unwrap_or_else(PoisonError::into_inner).get(&range.start).cloned().unwrap_or(Advice::NONE);
    let words = size / size_of::<c_int>();
    if data.is_null() || words == 0 || !size.is_multiple_of(size_of::<c_int>()) || (attribute != 3 && words != 1) {
        return Err(hipErrorInvalidValue);
    }
    // `hipMemRangeAttribute`.
    let value = match attribute {
        1 => c_int::from(known.read_mostly),
        2 => known.preferred,
        3 => {
            let listed = known.accessed_by.iter().copied().chain(std::iter::repeat(NO_DEVICE)).take(words);
            // SAFETY: `data` is valid for `words` numbers: `size` has been checked.
            listed.enumerate().for_each(|(index, device)| unsafe { data.cast::<c_int>().add(index).write_unaligned(device) });
            return Ok(());
        }
        4 => known.prefetched,
        // `hipMemRangeCoherencyMode`: fine-grained 0, coarse-grained 1.
        100 => c_int::from(known.coarse),
        _ => return Err(hipErrorInvalidValue),
    };
    // SAFETY: `data` is valid for a number: `size` has been checked.
    unsafe { give(data.cast::<c_int>(), value) }
}
