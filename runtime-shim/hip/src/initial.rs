//! The initial values of device variables, to which a reset of their device brings them back.

use std::ffi::{c_int, c_void};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::object::Object;

/// A loaded object's variables as they were when it was loaded.
struct Initial {
    device: usize,
    /// Not kept alive: an unloaded module has no variables.
    object: Weak<Object>,
    values: Vec<Value>,
}

/// One variable. The part of it behind the file's bytes was zero, so that large arrays without initialisers cost nothing.
struct Value {
    address: usize,
    size: usize,
    /// Its first bytes.
    bytes: Box<[u8]>,
}

static LOADED: Mutex<Vec<Initial>> = Mutex::new(Vec::new());

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
        for value in &initial.values {
            let start = value.address as *mut u8;
            let rest = value.size - value.bytes.len();
            // SAFETY: the object is loaded; the variable was found to be in memory that can be written.
            unsafe {
                start.copy_from_nonoverlapping(value.bytes.as_ptr(), value.bytes.len());
                start.add(value.bytes.len()).write_bytes(0, rest);
            }
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
    /// Behind this address it was zero.
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
/// As `dl_iterate_phdr` calls it, with a [`Search`].
unsafe extern "C" fn visit(info: *mut libc::dl_phdr_info, _size: usize, search: *mut c_void) -> c_int {
    // SAFETY: the loader's list of headers, and the caller's promise.
    let (info, search) = unsafe { (&*info, &mut *search.cast::<Search>()) };
    // SAFETY: as above.
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
