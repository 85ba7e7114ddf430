//! Memory pools: allocations and frees in a stream's order, memory kept for the next allocation.

use std::collections::BTreeMap;
use std::ffi::{c_int, c_uint, c_void};
use std::fs::File;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, RwLock, Weak};

use crate::check::{self, Tool, allocations, order, trail};
use crate::device::current;
use crate::entry;
use crate::entry::{Outcome, give};
use crate::environment;
use crate::graph::body::Body;
use crate::graph::capture;
use crate::graph::memory::{GraphMemory, node_params};
use crate::handle_table::HandleTable;
use crate::kernel::fault;
use crate::memory::export::{self, Origin};
use crate::memory::{self, MemoryKind, Range};
use crate::record;
use crate::stream::known_frees;
use crate::stream::operation::{OnMemory, Operation};
use crate::stream::{self, Stream};
use crate::types::error::{hipErrorInvalidDevice, hipErrorInvalidHandle, hipErrorInvalidValue, hipErrorNotSupported};
use crate::types::handles::hipStream_t;
use crate::types::pool::{
    HIP_MEM_ACCESS_NONE, HIP_MEM_ACCESS_READ_WRITE, HIP_MEM_ALLOCATION_PINNED, HIP_MEM_HANDLE_NONE,
    HIP_MEM_HANDLE_POSIX_FILE_DESCRIPTOR, HIP_MEM_LOCATION_DEVICE, hipMemAccessDesc, hipMemAccessFlags, hipMemLocation,
    hipMemPool_t, hipMemPoolProps,
};

mod share;
mod state;

use state::{Kept, Promised, State, raise};

static POOLS: HandleTable<Pool> = HandleTable::new();

/// The pools that devices begin with, in the order of devices.
static DEFAULT: LazyLock<Vec<Arc<Pool>>> = LazyLock::new(|| {
    let made = |device| {
        let pool = Arc::new(Pool::new(device as c_int, 0, None));
        POOLS.add::<()>(pool.clone());
        pool
    };
    (0..environment::device_count()).map(made).collect()
});

/// The pools that `hipMallocAsync` takes from, in the order of devices.
static CURRENT: LazyLock<RwLock<Vec<Arc<Pool>>>> = LazyLock::new(|| RwLock::new(DEFAULT.clone()));

/// Where memory of pools came from, by address.
static OWNERS: Mutex<BTreeMap<usize, Owned>> = Mutex::new(BTreeMap::new());

struct Owned {
    pool: Arc<Pool>,
    size: usize,
}

/// A pool.
pub(crate) struct Pool {
    device: c_int,
    /// Bytes that it may have at most; 0 for as many as there are.
    most: usize,
    state: Mutex<State>,
    /// Stands for the pool in other processes, where it was made for them.
    file: Option<File>,
}

impl Pool {
    fn new(device: c_int, most: usize, file: Option<File>) -> Pool {
        let state = State { reuse: [1; 3], ..State::default() };
        Pool { device, most, state: Mutex::new(state), file }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn handle(self: &Arc<Pool>) -> hipMemPool_t {
        Arc::as_ptr(self).cast_mut().cast()
    }

    /// # Errors
    /// `hipErrorOutOfMemory`.
    fn allocate(self: &Arc<Pool>, asked: usize, stream: &Arc<Stream>) -> Outcome<*mut c_void> {
        let size = asked.checked_next_multiple_of(memory::ALIGNMENT).ok_or(crate::types::error::hipErrorOutOfMemory)?;
        let mut state = self.lock();
        let follows = state.follows_events();
        let comes_after = |one: &Promised| {
            Arc::ptr_eq(&one.stream, stream) || (follows && stream.known_frees.covers(one.stream.address(), one.number))
        };
        let fits = |one: &Promised| one.size == size && comes_after(one);
        // Memory that is checked is not used again while who still uses it could be found, and what may be in use is not filled.
        let reused = !allocations::is_guarded() && !check::is_on(Tool::Init) && environment::fill().is_none();
        let address = if let Some(promised) = state.take_promised(|one| reused && fits(one)) {
            promised.address
        } else if let Some(address) = state.take(size, Some(stream)) {
            raise(&mut state.used, size);
            // SAFETY: memory of the pool, of this size, that its last user's stream has freed.
            unsafe { memory::fill_fresh(address, size) }
        } else {
            if self.most > 0 && state.reserved[0] + size as u64 > self.most as u64 {
                return Err(crate::types::error::hipErrorOutOfMemory);
            }
            state.trim_waste();
            let address = memory::allocate(size, MemoryKind::Pool, 0)? as usize;
            raise(&mut state.reserved, size);
            raise(&mut state.used, size);
            address
        };
        drop(state);
        if allocations::is_guarded() {
            allocations::resize(address, asked);
        }
        owners().insert(address, Owned { pool: self.clone(), size });
        record::born(hipify_record::MemoryKind::Pool, address, asked);
        trail::fresh(address, asked);
        Ok(address as *mut c_void)
    }

    /// Remembers a free that is put into a stream; gives its number.
    fn promise(&self, stream: Arc<Stream>, address: usize, size: usize) -> u64 {
        let number = known_frees::next();
        self.lock().promised.push(Promised { number, stream, address, size });
        number
    }

    /// Gives the memory of a free back, unless it has been allocated again since.
    fn keep_promise(&self, number: u64) -> Outcome {
        let kept = self.lock().take_promised(|one| one.number == number);
        if let Some(Promised { address, size, stream, .. }) = kept {
            self.take_back(address, size, Arc::downgrade(&stream));
        }
        Ok(())
    }

    fn take_back(&self, address: usize, size: usize, stream: Weak<Stream>) {
        let mut state = self.lock();
        state.used[0] -= size as u64;
        if allocations::is_guarded() || check::is_on(Tool::Leak) || check::is_on(Tool::Init) {
            state.reserved[0] -= size as u64;
            drop(state);
            // After a reset of the device it is gone already.
            let _ = memory::release(address as *mut c_void, |kind| kind == MemoryKind::Pool);
            return;
        }
        state.free.entry(size).or_default().push(Kept { address, stream });
        HOLDS_MORE.store(true, Ordering::Relaxed);
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.lock().trim(0);
    }
}

/// Whether memory has gone back to a pool since pools last gave theirs to the system.
static HOLDS_MORE: AtomicBool = AtomicBool::new(false);

/// The program has waited for a stream, an event or a device: pools give back what they hold beyond their thresholds, as
/// `hipMemPoolAttrReleaseThreshold` says.
pub(crate) fn trim_all() {
    if HOLDS_MORE.load(Ordering::Relaxed) && HOLDS_MORE.swap(false, Ordering::Relaxed) {
        for pool in POOLS.all() {
            let mut state = pool.lock();
            let threshold = state.threshold;
            state.trim(threshold);
        }
    }
}

fn owners() -> MutexGuard<'static, BTreeMap<usize, Owned>> {
    OWNERS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn find(handle: hipMemPool_t) -> Outcome<Arc<Pool>> {
    LazyLock::force(&DEFAULT);
    POOLS.get(handle).ok_or(hipErrorInvalidValue)
}

fn index(device: c_int) -> Outcome<usize> {
    let index = usize::try_from(device).ok().filter(|&device| device < environment::device_count());
    index.ok_or(hipErrorInvalidDevice)
}

/// Gives memory of a pool or a graph back at once. False where it is of neither.
pub(crate) fn free(pointer: *mut c_void) -> bool {
    let owned = owners().remove(&(pointer as usize));
    match owned {
        Some(Owned { pool, size }) => {
            record::died(pointer as usize);
            pool.take_back(pointer as usize, size, Weak::new());
            true
        }
        None => crate::graph::memory::free(pointer),
    }
}

/// The stream in whose order memory is allocated or freed.
///
/// # Errors
/// `hipErrorInvalidHandle` where it is none: AMD's runtime has another error for other calls.
fn ordered(stream: hipStream_t) -> Outcome<Arc<Stream>> {
    stream::of(stream).map_err(|_| hipErrorInvalidHandle)
}

/// Allocates in a stream's order: the memory is there at once, which no order can contradict.
///
/// # Safety
/// `pointer` is null or valid for writing.
unsafe fn allocate(pointer: *mut *mut c_void, size: usize, pool: &Arc<Pool>, stream: hipStream_t) -> Outcome {
    let stream = ordered(stream)?;
    fault::check()?;
    if pointer.is_null() {
        return Err(hipErrorInvalidValue);
    }
    let address = if size == 0 {
        std::ptr::null_mut()
    } else if capture::is_capturing(&stream) {
        let memory = GraphMemory::new(node_params(pool.device, size))?;
        let address = memory.address();
        capture::add(&stream, Body::Alloc(memory))?;
        address
    } else {
        pool.allocate(size, &stream)?
    };
    // SAFETY: not null, and valid for writing as this function requires.
    unsafe { give(pointer, address) }
}

/// Gives memory back when all that is in the stream now is done.
fn free_async(pointer: *mut c_void, stream: hipStream_t) -> Outcome {
    let stream = ordered(stream)?;
    if pointer.is_null() {
        return Err(hipErrorInvalidValue);
    }
    if capture::is_capturing(&stream) {
        return capture::add(&stream, Body::Free(pointer as usize));
    }
    if crate::graph::memory::owns(pointer) {
        return stream.submit(GraphMemory::release(pointer as usize));
    }
    if export::origin(pointer) == Some(Origin::Pool) {
        let address = pointer as usize;
        return stream.submit(Operation::Task(Arc::new(move || {
            export::close(address as *mut c_void);
            Ok(())
        })));
    }
    let Some(Owned { pool, size }) = owners().remove(&(pointer as usize)) else { return free_malloced(pointer, &stream) };
    record::died(pointer as usize);
    if stream.queue.free() && !order::is_known() {
        fault::check()?;
        pool.take_back(pointer as usize, size, Arc::downgrade(&stream));
        return Ok(());
    }
    let number = pool.promise(stream.clone(), pointer as usize, size);
    let run = Arc::new(move || pool.keep_promise(number));
    stream.submit(Operation::On(OnMemory { start: pointer as usize, size, is_free: true, run }))
}

/// Memory of `hipMalloc` can be freed in a stream's order too.
fn free_malloced(pointer: *mut c_void, stream: &stream::Stream) -> Outcome {
    let known = memory::find(pointer).filter(|range| range.start == pointer as usize && range.kind == MemoryKind::Device);
    let Some(Range { start, size, .. }) = known else {
        allocations::bad_free(pointer as usize);
        return Err(hipErrorInvalidValue);
    };
    let run = Arc::new(move || memory::release(start as *mut c_void, |kind| kind == MemoryKind::Device));
    stream.submit(Operation::On(OnMemory { start, size, is_free: true, run }))
}

/// The attributes about reuse, `hipMemPoolAttr` 1 to 3.
const REUSE: std::ops::RangeInclusive<c_uint> = 1..=3;
const THRESHOLD: c_uint = 4;

entry! {
    fn hipMallocAsync(pointer: *mut *mut c_void, size: usize, stream: hipStream_t) {
        let pool = CURRENT.read().unwrap_or_else(PoisonError::into_inner)[current::device()].clone();
        allocate(pointer, size, &pool, stream)
    }

    fn hipMallocFromPoolAsync(pointer: *mut *mut c_void, size: usize, pool: hipMemPool_t, stream: hipStream_t) {
        allocate(pointer, size, &find(pool)?, stream)
    }

    fn hipFreeAsync(pointer: *mut c_void, stream: hipStream_t) {
        free_async(pointer, stream)
    }

    fn hipDeviceGetDefaultMemPool(pool: *mut hipMemPool_t, device: c_int) {
        give(pool, DEFAULT[index(device)?].handle())
    }

    fn hipDeviceGetMemPool(pool: *mut hipMemPool_t, device: c_int) {
        let index = index(device).map_err(|_| hipErrorInvalidValue)?;
        give(pool, CURRENT.read().unwrap_or_else(PoisonError::into_inner)[index].handle())
    }

    fn hipDeviceSetMemPool(device: c_int, pool: hipMemPool_t) {
        let (index, pool) = (index(device).map_err(|_| hipErrorInvalidValue)?, find(pool)?);
        if pool.device != device { return Err(hipErrorInvalidDevice); }
        CURRENT.write().unwrap_or_else(PoisonError::into_inner)[index] = pool;
        Ok(())
    }

    /// Where a handle type is asked for, other processes can have the pool and its memory.
    fn hipMemPoolCreate(pool: *mut hipMemPool_t, props: *const hipMemPoolProps) {
        let props = props.as_ref().filter(|_| !pool.is_null()).ok_or(hipErrorInvalidValue)?;
        if props.allocType != HIP_MEM_ALLOCATION_PINNED || props.location.r#type != HIP_MEM_LOCATION_DEVICE {
            return Err(hipErrorInvalidValue);
        }
        index(props.location.id).map_err(|_| hipErrorInvalidValue)?;
        let file = match props.handleTypes {
            HIP_MEM_HANDLE_NONE => None,
            HIP_MEM_HANDLE_POSIX_FILE_DESCRIPTOR => Some(share::describe(props.maxSize)?),
            _ => return Err(hipErrorNotSupported),
        };
        give(pool, POOLS.add(Arc::new(Pool::new(props.location.id, props.maxSize, file))))
    }

    /// Memory that is in use stays until it is freed. Default pools cannot be destroyed.
    fn hipMemPoolDestroy(pool: hipMemPool_t) {
        let found = find(pool)?;
        if DEFAULT.iter().any(|default| Arc::ptr_eq(default, &found)) { return Err(hipErrorInvalidValue); }
        for (index, current) in CURRENT.write().unwrap_or_else(PoisonError::into_inner).iter_mut().enumerate() {
            if Arc::ptr_eq(current, &found) {
                *current = DEFAULT[index].clone();
            }
        }
        found.lock().threshold = 0;
        POOLS.remove(pool).map(drop).ok_or(hipErrorInvalidValue)
    }

    fn hipMemPoolTrimTo(pool: hipMemPool_t, keep: usize) {
        find(pool)?.lock().trim(keep as u64);
        Ok(())
    }

    fn hipMemPoolSetAttribute(pool: hipMemPool_t, attribute: c_uint, value: *mut c_void) {
        if value.is_null() { return Err(hipErrorInvalidValue); }
        let pool = find(pool)?;
        let mut state = pool.lock();
        match attribute {
            _ if REUSE.contains(&attribute) => state.reuse[attribute as usize - 1] = value.cast::<i32>().read_unaligned(),
            THRESHOLD => state.threshold = value.cast::<u64>().read_unaligned(),
            // The highest values can be set to 0, which makes them the present ones.
            6 | 8 if value.cast::<u64>().read_unaligned() == 0 => {
                let counter = if attribute == 6 { &mut state.reserved } else { &mut state.used };
                counter[1] = counter[0];
            }
            _ => return Err(hipErrorInvalidValue),
        }
        Ok(())
    }

    fn hipMemPoolGetAttribute(pool: hipMemPool_t, attribute: c_uint, value: *mut c_void) {
        let pool = find(pool)?;
        let state = pool.lock();
        let bytes = match attribute {
            _ if REUSE.contains(&attribute) => return give(value.cast(), state.reuse[attribute as usize - 1]),
            THRESHOLD => state.threshold,
            5 => state.reserved[0],
            6 => state.reserved[1],
            7 => state.used[0],
            8 => state.used[1],
            _ => return Err(hipErrorInvalidValue),
        };
        give(value.cast(), bytes)
    }

    /// All devices are the host: access is noted, and cannot be taken from the pool's own device.
    fn hipMemPoolSetAccess(pool: hipMemPool_t, list: *const hipMemAccessDesc, count: usize) {
        let pool = find(pool)?;
        if list.is_null() || count == 0 { return Err(hipErrorInvalidValue); }
        if count > environment::device_count() { return Err(hipErrorInvalidDevice); }
        for desc in std::slice::from_raw_parts(list, count) {
            let device = desc.location.id;
            if desc.location.r#type != HIP_MEM_LOCATION_DEVICE || desc.flags > HIP_MEM_ACCESS_READ_WRITE {
                return Err(hipErrorInvalidValue);
            }
            index(device)?;
            if device == pool.device && desc.flags == HIP_MEM_ACCESS_NONE { return Err(hipErrorInvalidDevice); }
            pool.lock().access.insert(device, desc.flags);
        }
        Ok(())
    }

    fn hipMemPoolGetAccess(flags: *mut hipMemAccessFlags, pool: hipMemPool_t, location: *mut hipMemLocation) {
        let pool = find(pool)?;
        let location = location.as_ref().filter(|location| location.r#type == HIP_MEM_LOCATION_DEVICE).ok_or(hipErrorInvalidValue)?;
        index(location.id).map_err(|_| hipErrorInvalidValue)?;
        let own = if location.id == pool.device { HIP_MEM_ACCESS_READ_WRITE } else { HIP_MEM_ACCESS_NONE };
        let access = pool.lock().access.get(&location.id).copied();
        give(flags, access.unwrap_or(own))
    }
}
