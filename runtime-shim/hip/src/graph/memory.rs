//! Memory of graphs: its address is fixed when its node is made, and it lives as long as the node.

use std::collections::HashMap;
use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};

use crate::entry::Outcome;
use crate::environment;
use crate::memory::{self, MemoryKind};
use crate::stream::operation::Operation;
use crate::types::error::hipErrorInvalidValue;
use crate::types::graph::hipMemAllocNodeParams;
use crate::types::pool::{
    HIP_MEM_ALLOCATION_PINNED, HIP_MEM_HANDLE_NONE, HIP_MEM_LOCATION_DEVICE, hipMemLocation, hipMemPoolProps,
};

/// Memory that a node allocates.
pub(crate) struct GraphMemory {
    address: usize,
    size: usize,
    /// As the program gave them, with the address.
    params: hipMemAllocNodeParams,
    /// Between the run of the node that allocates and the one that frees.
    live: AtomicBool,
}

// SAFETY: the pointers in the parameters are only given back to the program.
unsafe impl Send for GraphMemory {}
// SAFETY: the pointers in the parameters are only given back to the program.
unsafe impl Sync for GraphMemory {}

static BY_ADDRESS: LazyLock<Mutex<HashMap<usize, Weak<GraphMemory>>>> = LazyLock::new(Mutex::default);

/// Bytes between allocation and free, now and at most.
pub(crate) static USED: Counter = Counter::new();

/// Bytes that the device has taken for them, now and at most: as many, since AMD's runtime keeps nothing beyond the free.
pub(crate) static RESERVED: Counter = Counter::new();

/// A number with its highest value.
pub(crate) struct Counter {
    pub(crate) now: AtomicU64,
    pub(crate) high: AtomicU64,
}

impl Counter {
    const fn new() -> Counter {
        Counter { now: AtomicU64::new(0), high: AtomicU64::new(0) }
    }

    fn add(&self, bytes: usize) {
        let now = self.now.fetch_add(bytes as u64, Ordering::Relaxed) + bytes as u64;
        self.high.fetch_max(now, Ordering::Relaxed);
    }

    fn sub(&self, bytes: usize) {
        self.now.fetch_sub(bytes as u64, Ordering::Relaxed);
    }
}

/// Of a node that allocates so many bytes of a device.
pub(crate) fn node_params(device: c_int, size: usize) -> hipMemAllocNodeParams {
    let location = hipMemLocation { r#type: HIP_MEM_LOCATION_DEVICE, id: device };
    let pool_props = hipMemPoolProps {
        allocType: HIP_MEM_ALLOCATION_PINNED,
        handleTypes: HIP_MEM_HANDLE_NONE,
        location,
        win32SecurityAttributes: std::ptr::null_mut(),
        maxSize: 0,
        reserved: [0; 56],
    };
    hipMemAllocNodeParams {
        poolProps: pool_props,
        accessDescs: std::ptr::null(),
        accessDescCount: 0,
        bytesize: size,
        dptr: std::ptr::null_mut(),
    }
}

impl GraphMemory {
    /// # Errors
    /// `hipErrorOutOfMemory`, `hipErrorInvalidValue` for no bytes, for memory that is not a device's, and for more devices that may use it
    /// than there are.
    pub(crate) fn new(mut params: hipMemAllocNodeParams) -> Outcome<Arc<GraphMemory>> {
        let size = params.bytesize;
        let (props, devices) = (&params.poolProps, environment::device_count());
        let is_devices = props.allocType == HIP_MEM_ALLOCATION_PINNED
            && props.location.r#type == HIP_MEM_LOCATION_DEVICE
            && usize::try_from(props.location.id).is_ok_and(|device| device < devices);
        if size == 0 || !is_devices || params.accessDescCount > devices {
            return Err(hipErrorInvalidValue);
        }
        params.dptr = memory::allocate(size, MemoryKind::Foreign, 0)?;
        let address = params.dptr as usize;
        let made = Arc::new(GraphMemory { address, size, params, live: AtomicBool::new(false) });
        BY_ADDRESS.lock().unwrap_or_else(PoisonError::into_inner).insert(address, Arc::downgrade(&made));
        Ok(made)
    }

    pub(crate) fn params(&self) -> hipMemAllocNodeParams {
        self.params
    }

    pub(crate) fn address(&self) -> *mut c_void {
        self.params.dptr
    }

    /// What an allocation node does when it runs.
    pub(crate) fn allocation(self: &Arc<GraphMemory>) -> Operation {
        let memory = self.clone();
        Operation::Task(Arc::new(move || {
            memory.set_live(true);
            Ok(())
        }))
    }

    /// What a free node does when it runs.
    pub(crate) fn release(address: usize) -> Operation {
        Operation::Task(Arc::new(move || {
            free(address as *mut c_void);
            Ok(())
        }))
    }

    fn set_live(&self, live: bool) {
        match (self.live.swap(live, Ordering::Relaxed), live) {
            (false, true) => [&USED, &RESERVED].iter().for_each(|counter| counter.add(self.size)),
            (true, false) => [&USED, &RESERVED].iter().for_each(|counter| counter.sub(self.size)),
            _ => {}
        }
    }
}

impl Drop for GraphMemory {
    fn drop(&mut self) {
        self.set_live(false);
        BY_ADDRESS.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.address);
        // After a reset of the device it is gone already.
        let _ = memory::release(self.params.dptr, |kind| kind == MemoryKind::Foreign);
    }
}

/// Whether an address is that of a graph's memory, which then counts as freed.
pub(crate) fn free(pointer: *mut c_void) -> bool {
    let memory = BY_ADDRESS.lock().unwrap_or_else(PoisonError::into_inner).get(&(pointer as usize)).and_then(Weak::upgrade);
    memory.is_some_and(|memory| {
        memory.set_live(false);
        true
    })
}

/// Whether an address is that of a graph's memory.
pub(crate) fn owns(pointer: *mut c_void) -> bool {
    BY_ADDRESS.lock().unwrap_or_else(PoisonError::into_inner).contains_key(&(pointer as usize))
}
