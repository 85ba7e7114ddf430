//! The initial values of device variables, to which a reset of their device brings them back.

use std::ffi::{c_int, c_void};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::memory;
use crate::module::object::Object;

/// A loaded object's variables as they were when it was loaded.
struct Initial {
    device: usize,
    /// Not kept alive: an unloaded module has no variables.
    object: Weak<Object>,
    values: Vec<Value>,
}

/// One variable. The part of it after the file's bytes was zero, so that large arrays without initialisers cost nothing.
struct Value {
    address: usize,
    size: usize,
    /// Its first bytes.
    bytes: Box<[u8]>,
}

static LOADED: Mutex<Vec<Initial>> = Mutex::new(Vec::new());

/// The device that managed variables are made on: the one that is current before `main`.
const MANAGED_ON: usize = 0;

/// Managed variables, which all devices and the host share.
static MANAGED: Mutex<Vec<Value>> = Mutex::new(Vec::new());

/// Remembers a managed variable, which has its initial value now. Its memory stays as long as the process.
pub(crate) fn note_managed(address: *mut c_void, size: usize) {
    // SAFETY: the variable's memory, which nobody else knows yet.
    let bytes = unsafe { std::slice::from_raw_parts(address.cast::<u8>(), size) };
    let length = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    let value = Value { address: address as usize, size, bytes: bytes[..length].into() };
    MANAGED.lock().unwrap_or_else(PoisonError::into_inner).push(value);
}

/// Remembers the variables of an object that has just been loaded for a device.
pub(crate) fn note(object: &Arc<Object>, device: usize) {
    let data = object.variables().first().map(|variable| data_around(variable.address as usize)).unwrap_or_default();
    let places = object.variables().iter().map(|variable| (variable.address as usize, variable.size as usize));
    let values = places.filter_map(|(address, size)| data.value(address, size)).collect();
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    loaded.retain(|initial| initial.object.strong_count() > 0);
    loaded.push(Initial { device, object: Arc::downgrade(object), values });
}

/// Gives a device's variables their initial values again. Nothing may run on the device.
pub(crate) fn restore(device: usize) {
    let loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    for initial in loaded.iter().filter(|initial| initial.device == device) {
        let Some(_object) = initial.object.upgrade() else { continue };
        // SAFETY: the object is loaded; the variables were found to be in memory that can be written.
        initial.values.iter().for_each(|value| unsafe { value.restore() });
    }
    if device == MANAGED_ON {
        restore_managed();
    }
}

fn restore_managed() {
    let managed = MANAGED.lock().unwrap_or_else(PoisonError::into_inner);
    // A program that has freed one by mistake has no such variable any more.
    let there = |value: &&Value| memory::find(value.address as *const c_void).is_some_and(|range| range.start == value.address);
    // SAFETY: the variable's memory is still allocated.
    managed.iter().filter(there).for_each(|value| unsafe { value.restore() });
}

impl Value {
    /// # Safety
    /// The object that holds the variable is loaded, no kernel uses it, and its memory is writable.
    unsafe fn restore(&self) {
        let start = self.address as *mut u8;
        // SAFETY: the variable's memory is mapped and writable.
        unsafe {
            start.copy_from_nonoverlapping(self.bytes.as_ptr(), self.bytes.len());
            start.add(self.bytes.len()).write_bytes(0, self.size - self.bytes.len());
        }
    }
}

/// Where a loaded object can be written.
#[derive(Default)]
struct Data {
    segments: Vec<Segment>,
    /// What the loader has made constant after it had filled it in.
    constant: Vec<Range<usize>>,
}

struct Segment {
    memory: Range<usize>,
    /// From this address on it was zero.
    file_end: usize,
}

impl Data {
    /// A variable's value now; `None` for a constant.
    fn value(&self, address: usize, size: usize) -> Option<Value> {
        let end = address.checked_add(size)?;
        let segment = self.segments.iter().find(|segment| segment.memory.start <= address && end <= segment.memory.end)?;
        if self.constant.iter().any(|range| address < range.end && range.start < end) {
            return None;
        }
        let length = segment.file_end.clamp(address, end) - address;
        // SAFETY: in a segment of a loaded object.
        let bytes = unsafe { std::slice::from_raw_parts(address as *const u8, length) };
        Some(Value { address, size, bytes: bytes.into() })
    }
}

/// What [`visit`] looks for and what it has found.
struct Search {
    address: usize,
    found: Data,
}

/// The object that has been loaded around an address.
fn data_around(address: usize) -> Data {
    let mut search = Search { address, found: Data::default() };
    // SAFETY: `visit` takes a `Search`, which outlives the call.
    unsafe { libc::dl_iterate_phdr(Some(visit), (&raw mut search).cast()) };
    search.found
}

/// # Safety
/// `info` is valid for reads as `dl_iterate_phdr` passes it; `search` leads to a [`Search`] that nothing else uses meanwhile.
unsafe extern "C" fn visit(info: *mut libc::dl_phdr_info, _size: usize, search: *mut c_void) -> c_int {
    // SAFETY: the loader's list of headers, and `dl_iterate_phdr` passes a valid description, whose list of headers has
    // `dlpi_phnum` elements.
    let (info, search) = unsafe { (&*info, &mut *search.cast::<Search>()) };
    // SAFETY: the loader's list of headers, and `search` is the [`Search`] that the call was made with.
    let headers = unsafe { std::slice::from_raw_parts(info.dlpi_phdr, info.dlpi_phnum.into()) };
    let memory = |header: &libc::Elf64_Phdr| {
        let start = (info.dlpi_addr + header.p_vaddr) as usize;
        start..start + header.p_memsz as usize
    };
    let of_type = |kind| headers.iter().filter(move |header| header.p_type == kind);
    if !of_type(libc::PT_LOAD).any(|header| memory(header).contains(&search.address)) {
        return 0;
    }
    let writable = of_type(libc::PT_LOAD).filter(|header| header.p_flags & libc::PF_W != 0);
    search.found.segments = writable
        .map(|header| Segment { memory: memory(header), file_end: memory(header).start + header.p_filesz as usize })
        .collect();
    search.found.constant = of_type(libc::PT_GNU_RELRO).map(memory).collect();
    1
}
