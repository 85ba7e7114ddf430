//! RCCL on the CPU: collective operations between the runtime's devices, of one process or of several on one machine.
//!
//! | file | what |
//! |---|---|
//! | `calls.rs` | the entry points of collective operations and messages |
//! | `group.rs` | calls between `ncclGroupStart` and `ncclGroupEnd` |
//! | `communicator.rs` | communicators, and the thread of each that carries out its operations |
//! | `operation.rs` | what calls ask for, and how it is carried out |
//! | `collective.rs` | the collective operations, as messages |
//! | `endpoint.rs` | messages, and what becomes of them where a rank is gone |
//! | `segment.rs`, `unique_id.rs` | the memory that ranks share, and what they find it by |
//! | `element.rs` | element types and reductions |
//! | `status.rs` | why calls cannot be carried out |

mod calls;
mod collective;
mod communicator;
mod element;
mod endpoint;
mod group;
mod operation;
mod segment;
mod status;
mod unique_id;

use std::ffi::{c_char, c_int, c_void};
use std::sync::Arc;

use crate::handles::{Handles, give};
use crate::runtime;
use communicator::{Communicator, locked};
use element::{Combine, DataType, Reduction};
use operation::Operator;
use segment::MOST_RANKS;
use status::{Status, fail};
use unique_id::UniqueId;

/// Runs an entry point's body and gives RCCL's status; a panic ends here.
fn answer(name: &'static str, body: impl FnOnce() -> Result<(), Status>) -> u32 {
    let outcome = hipify_entry::panics::caught(name, "the library", body).unwrap_or(Err(Status::Internal));
    outcome.map_or_else(
        |status| {
            group::note(status);
            status.code()
        },
        |()| 0,
    )
}

static COMMUNICATORS: Handles<Arc<Communicator>> = Handles::new();

fn communicator(handle: usize) -> Result<Arc<Communicator>, Status> {
    Ok(COMMUNICATORS.with(handle, |communicator| Arc::clone(communicator))?)
}

/// RCCL's version whose interface this is: major * 10000 + minor * 100 + patch; ROCm 6.4 has this one.
const VERSION: c_int = 22203;

/// # Safety
/// `version` is null or valid for writes.
unsafe extern "C" fn get_version(version: *mut c_int) -> u32 {
    // SAFETY: null or valid, as RCCL says.
    answer("ncclGetVersion", || Ok(unsafe { give(version, VERSION) }?))
}

/// # Safety
/// `id` is null or valid for writes.
unsafe extern "C" fn get_unique_id(id: *mut UniqueId) -> u32 {
    // SAFETY: null or valid, as RCCL says.
    answer("ncclGetUniqueId", || Ok(unsafe { give(id, UniqueId::new()) }?))
}

/// Joins a communicator and stores its handle at an address, at the end of a group where one was begun.
fn join(to: usize, ranks: c_int, id: UniqueId, rank: c_int, device: c_int) -> Result<(), Status> {
    if to == 0 || ranks < 1 || rank < 0 || rank >= ranks {
        return Err(Status::InvalidArgument);
    }
    if ranks as usize > MOST_RANKS {
        let message = format!("a communicator of {ranks} ranks was asked for; on the CPU it has at most {MOST_RANKS}");
        return Err(fail(Status::InvalidArgument, message));
    }
    group::meeting(move || {
        let made = Communicator::new(id.key()?, ranks as usize, rank as usize, device)?;
        // SAFETY: not null, and valid until the group ends, as RCCL says.
        Ok(unsafe { give(to as *mut usize, COMMUNICATORS.create(Arc::new(made))) }?)
    })
}

/// # Safety
/// `to` is null or valid for writes until the group ends that the call is in.
unsafe extern "C" fn init_rank(to: *mut usize, ranks: c_int, id: UniqueId, rank: c_int) -> u32 {
    answer("ncclCommInitRank", || join(to as usize, ranks, id, rank, runtime::device()?))
}

/// A configuration says how a GPU's channels are used, and whether calls may return before they are done: here they do not.
///
/// # Safety
/// As of [`init_rank`].
unsafe extern "C" fn init_rank_config(to: *mut usize, ranks: c_int, id: UniqueId, rank: c_int, _config: *const c_void) -> u32 {
    answer("ncclCommInitRankConfig", || join(to as usize, ranks, id, rank, runtime::device()?))
}

/// # Safety
/// `to` is valid for writes of `count` handles, `devices` null or valid for reads of as many numbers.
unsafe extern "C" fn init_all(to: *mut usize, count: c_int, devices: *const c_int) -> u32 {
    answer("ncclCommInitAll", || {
        if to.is_null() || count < 1 {
            return Err(Status::InvalidArgument);
        }
        let device = |at: c_int| {
            // SAFETY: not null here, and valid for so many, as RCCL says.
            if devices.is_null() { at } else { unsafe { *devices.add(at as usize) } }
        };
        let chosen: Vec<c_int> = (0..count).map(device).collect();
        check_devices(&chosen)?;
        let id = UniqueId::new();
        group::start();
        for (rank, &device) in chosen.iter().enumerate() {
            // A null handle is no address: `to` is none.
            if let Err(status) = join(to.wrapping_add(rank) as usize, count, id, rank as c_int, device) {
                group::note(status);
            }
        }
        group::end()
    })
}

fn check_devices(chosen: &[c_int]) -> Result<(), Status> {
    let there = runtime::device_count()?;
    if chosen.iter().any(|&device| device < 0 || device >= there) {
        let message = format!(
            "ncclCommInitAll: the devices {chosen:?} are asked for, and there are {there}: \
             run the program with `hipify-rs run --devices {}`, or set HIPIFY_DEVICE_COUNT",
            chosen.len()
        );
        return Err(fail(Status::InvalidArgument, message));
    }
    if chosen.iter().enumerate().any(|(at, device)| chosen[..at].contains(device)) {
        return Err(fail(Status::InvalidUsage, format!("ncclCommInitAll: a device is named twice in {chosen:?}")));
    }
    Ok(())
}

/// # Safety
/// `to` is null or valid for writes until the group ends that the call is in.
unsafe extern "C" fn split(handle: usize, color: c_int, key: c_int, to: *mut usize, _config: *const c_void) -> u32 {
    /// `NCCL_SPLIT_NOCOLOR`: the rank takes part in none of the new communicators.
    const NO_COLOR: c_int = -1;
    let to = to as usize;
    answer("ncclCommSplit", || {
        let parent = communicator(handle)?;
        if to == 0 || color < NO_COLOR {
            return Err(Status::InvalidArgument);
        }
        group::meeting(move || {
            let own = UniqueId::new();
            let all = calls::gather_splits(&parent, color, key, own)?;
            let mut members: Vec<_> = all.iter().enumerate().filter(|(_, (other, ..))| *other == color).collect();
            members.sort_by_key(|(rank, (_, key, _))| (*key, *rank));
            let made = match members.iter().position(|(rank, _)| *rank == parent.rank) {
                Some(rank) if color != NO_COLOR => {
                    let (_, (_, _, id)) = members[0];
                    let made = Communicator::new(id.key()?, members.len(), rank, parent.device)?;
                    COMMUNICATORS.create(Arc::new(made))
                }
                _ => 0,
            };
            // SAFETY: not null, and valid until the group ends, as RCCL says.
            Ok(unsafe { give(to as *mut usize, made) }?)
        })
    })
}

/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn finalize(handle: usize) -> u32 {
    answer("ncclCommFinalize", || communicator(handle)?.finalize())
}

/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn destroy(handle: usize) -> u32 {
    answer("ncclCommDestroy", || {
        let ended = communicator(handle)?;
        COMMUNICATORS.destroy(handle)?;
        ended.destroy();
        Ok(())
    })
}

/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn abort(handle: usize) -> u32 {
    answer("ncclCommAbort", || {
        let ended = communicator(handle)?;
        COMMUNICATORS.destroy(handle)?;
        ended.abort();
        Ok(())
    })
}

/// # Safety
/// `error` is null or valid for writes.
unsafe extern "C" fn get_async_error(handle: usize, error: *mut u32) -> u32 {
    answer("ncclCommGetAsyncError", || {
        let code = communicator(handle)?.failure().map_or(0, Status::code);
        // SAFETY: null or valid, as RCCL says.
        Ok(unsafe { give(error, code) }?)
    })
}

/// # Safety
/// `count` is null or valid for writes.
unsafe extern "C" fn count(handle: usize, count: *mut c_int) -> u32 {
    // SAFETY: null or valid, as RCCL says.
    answer("ncclCommCount", || Ok(unsafe { give(count, communicator(handle)?.ranks as c_int) }?))
}

/// # Safety
/// `device` is null or valid for writes.
unsafe extern "C" fn device(handle: usize, device: *mut c_int) -> u32 {
    // SAFETY: null or valid, as RCCL says.
    answer("ncclCommCuDevice", || Ok(unsafe { give(device, communicator(handle)?.device) }?))
}

/// # Safety
/// `rank` is null or valid for writes.
unsafe extern "C" fn user_rank(handle: usize, rank: *mut c_int) -> u32 {
    // SAFETY: null or valid, as RCCL says.
    answer("ncclCommUserRank", || Ok(unsafe { give(rank, communicator(handle)?.rank as c_int) }?))
}

/// # Safety
/// None.
unsafe extern "C" fn get_error_string(result: u32) -> *const c_char {
    status::description(result)
}

/// # Safety
/// None.
unsafe extern "C" fn get_last_error(_communicator: usize) -> *const c_char {
    status::last_message()
}

/// # Safety
/// `scalar` is null or valid for reads of an element, if `residence` says device until the operations are done that use it.
unsafe extern "C" fn create_factor(operator: *mut u32, scalar: *const c_void, data: u32, residence: u32, handle: usize) -> u32 {
    /// `ncclScalarHostImmediate`: the number is read now.
    const AT_ONCE: u32 = 1;
    answer("ncclRedOpCreatePreMulSum", || {
        let (owner, data) = (communicator(handle)?, DataType::of(data)?);
        if scalar.is_null() || residence > AT_ONCE {
            return Err(Status::InvalidArgument);
        }
        let mut made = Operator { reduction: Reduction::new(data, Combine::Sum), factor_at: Some(scalar as usize) };
        if residence == AT_ONCE {
            made = Operator { reduction: made.resolved(), factor_at: None };
        }
        let number = locked(&owner.operators).add(made);
        // SAFETY: null or valid, as RCCL says.
        Ok(unsafe { give(operator, number) }?)
    })
}

/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn destroy_factor(operator: u32, handle: usize) -> u32 {
    answer("ncclRedOpDestroy", || locked(&communicator(handle)?.operators).remove(operator))
}

/// # Safety
/// None.
unsafe extern "C" fn group_start() -> u32 {
    group::start();
    0
}

/// # Safety
/// What the calls of the group require.
unsafe extern "C" fn group_end() -> u32 {
    answer("ncclGroupEnd", group::end)
}

/// # Safety
/// `to` is null or valid for writes.
unsafe extern "C" fn allocate(to: *mut usize, size: usize) -> u32 {
    // SAFETY: null or valid, as RCCL says.
    answer("ncclMemAlloc", || Ok(unsafe { give(to, runtime::allocate(size)?) }?))
}

/// # Safety
/// None: the runtime looks the address up.
unsafe extern "C" fn free(address: usize) -> u32 {
    answer("ncclMemFree", || Ok(runtime::free(address)?))
}

/// Memory needs no registration here: the handle says that it was asked for.
///
/// # Safety
/// `to` is null or valid for writes.
unsafe extern "C" fn register(handle: usize, address: usize, _size: usize, to: *mut usize) -> u32 {
    answer("ncclCommRegister", || {
        communicator(handle)?;
        // SAFETY: null or valid, as RCCL says.
        Ok(unsafe { give(to, address) }?)
    })
}

/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn deregister(handle: usize, _registered: usize) -> u32 {
    answer("ncclCommDeregister", || communicator(handle).map(|_| ()))
}

crate::export! { 5;
    ncclCommAbort = abort,
    ncclCommCount = count,
    ncclCommCuDevice = device,
    ncclCommDeregister = deregister,
    ncclCommDestroy = destroy,
    ncclCommFinalize = finalize,
    ncclCommGetAsyncError = get_async_error,
    ncclCommInitAll = init_all,
    ncclCommInitRank = init_rank,
    ncclCommInitRankConfig = init_rank_config,
    ncclCommRegister = register,
    ncclCommSplit = split,
    ncclCommUserRank = user_rank,
    ncclGetErrorString = get_error_string,
    ncclGetLastError = get_last_error,
    ncclGetUniqueId = get_unique_id,
    ncclGetVersion = get_version,
    ncclGroupEnd = group_end,
    ncclGroupStart = group_start,
    ncclMemAlloc = allocate,
    ncclMemFree = free,
    ncclRedOpCreatePreMulSum = create_factor,
    ncclRedOpDestroy = destroy_factor,
    pncclCommAbort = abort,
    pncclCommCount = count,
    pncclCommCuDevice = device,
    pncclCommDestroy = destroy,
    pncclCommGetAsyncError = get_async_error,
    pncclCommInitAll = init_all,
    pncclCommInitRank = init_rank,
    pncclCommUserRank = user_rank,
    pncclGetErrorString = get_error_string,
    pncclGetUniqueId = get_unique_id,
    pncclGetVersion = get_version,
    pncclGroupEnd = group_end,
    pncclGroupStart = group_start,
    pncclRedOpCreatePreMulSum = create_factor,
    pncclRedOpDestroy = destroy_factor,
}
