//! The entry points of collective operations and messages: each checks its arguments, and puts a description into a stream.

use std::ffi::{c_int, c_void};
use std::sync::Arc;
use std::sync::mpsc::sync_channel;

use super::communicator::{Communicator, locked};
use super::element::{Combine, DataType, Reduction};
use super::operation::{Buffer, Call, Operation, Operator};
use super::status::{Status, fail};
use super::unique_id::UniqueId;
use super::{answer, communicator, group};
use crate::runtime::Stream;

/// An address of the program's.
type Address = *const c_void;

/// What a call was given, checked as far as all calls have it in common.
struct Given {
    communicator: Arc<Communicator>,
    data: DataType,
}

impl Given {
    fn new(handle: usize, data: u32) -> Result<Given, Status> {
        Ok(Given { communicator: communicator(handle)?, data: DataType::of(data)? })
    }

    fn ranks(&self) -> usize {
        self.communicator.ranks
    }

    /// # Errors
    /// `Status::InvalidArgument` where the communicator has no such rank.
    fn rank(&self, number: c_int) -> Result<usize, Status> {
        usize::try_from(number).ok().filter(|&rank| rank < self.ranks()).ok_or(Status::InvalidArgument)
    }

    fn buffer(&self, address: Address, count: usize) -> Result<Buffer, Status> {
        Buffer::new(address as usize, count, self.data.size())
    }

    /// The parts of a buffer, one a rank.
    fn parts(&self, address: Address, part: impl Fn(usize) -> (usize, usize)) -> Result<Vec<Buffer>, Status> {
        let size = self.data.size();
        let one = |rank| {
            let (offset, count) = part(rank);
            let start = (address as usize).checked_add(offset.checked_mul(size)?)?;
            Buffer::new(if address.is_null() { 0 } else { start }, count, size).ok()
        };
        (0..self.ranks()).map(one).collect::<Option<_>>().ok_or(Status::InvalidArgument)
    }

    /// A buffer that only one rank needs.
    fn of_root(&self, root: usize, address: Address, count: usize) -> Result<Buffer, Status> {
        if self.communicator.rank == root { self.buffer(address, count) } else { Buffer::new(0, 0, 1) }
    }

    /// `ncclRedOp_t`: NCCL's own by their numbers, and those that the program has made.
    fn operator(&self, number: u32) -> Result<Operator, Status> {
        let own = |combine| Reduction::new(self.data, combine);
        let reduction = match number {
            0 => own(Combine::Sum),
            1 => own(Combine::Product),
            2 => own(Combine::Largest),
            3 => own(Combine::Smallest),
            4 => Reduction::average(self.data, self.ranks()),
            made => {
                let made = locked(&self.communicator.operators).get(made).ok_or(Status::InvalidArgument)?;
                if made.reduction.data != self.data {
                    let message = "a reduction with a factor is used for another data type than it was made for";
                    return Err(fail(Status::InvalidArgument, message.to_owned()));
                }
                return Ok(made);
            }
        };
        Ok(Operator { reduction, factor_at: None })
    }

    fn call(self, name: &'static str, operation: Operation, stream: Stream) -> Result<(), Status> {
        group::call(self.communicator, Call { name, operation }, stream)
    }
}

/// Checks a call that does nothing where it has no elements, and puts it into its stream.
fn collective(
    name: &'static str,
    (handle, data, stream): (usize, u32, Stream),
    count: usize,
    operation: impl FnOnce(&Given) -> Result<Operation, Status>,
) -> u32 {
    answer(name, || {
        let given = Given::new(handle, data)?;
        let operation = operation(&given)?;
        if count == 0 { Ok(()) } else { given.call(name, operation, stream) }
    })
}

/// # Safety
/// Of this and the functions below: the buffers are the program's, and valid until the operation is done, as NCCL says.
unsafe extern "C" fn all_reduce(
    from: Address,
    to: Address,
    count: usize,
    data: u32,
    operator: u32,
    of: usize,
    stream: Stream,
) -> u32 {
    collective("ncclAllReduce", (of, data, stream), count, |given| {
        let (from, to) = (given.buffer(from, count)?, given.buffer(to, count)?);
        Ok(Operation::AllReduce { from, to, operator: given.operator(operator)? })
    })
}

/// # Safety
/// As of [`all_reduce`].
#[allow(clippy::too_many_arguments, reason = "the interface is RCCL's")]
unsafe extern "C" fn reduce(
    from: Address,
    to: Address,
    count: usize,
    data: u32,
    operator: u32,
    root: c_int,
    of: usize,
    stream: Stream,
) -> u32 {
    collective("ncclReduce", (of, data, stream), count, |given| {
        let root = given.rank(root)?;
        let (from, to) = (given.buffer(from, count)?, given.of_root(root, to, count)?);
        Ok(Operation::Reduce { from, to, operator: given.operator(operator)?, root })
    })
}

/// # Safety
/// As of [`all_reduce`].
unsafe extern "C" fn reduce_scatter(
    from: Address,
    to: Address,
    count: usize,
    data: u32,
    operator: u32,
    of: usize,
    stream: Stream,
) -> u32 {
    collective("ncclReduceScatter", (of, data, stream), count, |given| {
        let all = count.checked_mul(given.ranks()).ok_or(Status::InvalidArgument)?;
        let (from, to) = (given.buffer(from, all)?, given.buffer(to, count)?);
        Ok(Operation::ReduceScatter { from, to, operator: given.operator(operator)? })
    })
}

/// # Safety
/// As of [`all_reduce`].
unsafe extern "C" fn broadcast(
    from: Address,
    to: Address,
    count: usize,
    data: u32,
    root: c_int,
    of: usize,
    stream: Stream,
) -> u32 {
    collective("ncclBroadcast", (of, data, stream), count, |given| {
        let root = given.rank(root)?;
        Ok(Operation::Broadcast { from: given.of_root(root, from, count)?, to: given.buffer(to, count)?, root })
    })
}

/// # Safety
/// As of [`all_reduce`].
unsafe extern "C" fn broadcast_in_place(buffer: Address, count: usize, data: u32, root: c_int, of: usize, stream: Stream) -> u32 {
    // SAFETY: as this function requires.
    unsafe { broadcast(buffer, buffer, count, data, root, of, stream) }
}

/// # Safety
/// As of [`all_reduce`].
unsafe extern "C" fn all_gather(from: Address, to: Address, count: usize, data: u32, of: usize, stream: Stream) -> u32 {
    collective("ncclAllGather", (of, data, stream), count, |given| {
        let all = count.checked_mul(given.ranks()).ok_or(Status::InvalidArgument)?;
        Ok(Operation::AllGather { from: given.buffer(from, count)?, to: given.buffer(to, all)? })
    })
}

/// # Safety
/// As of [`all_reduce`].
unsafe extern "C" fn gather(from: Address, to: Address, count: usize, data: u32, root: c_int, of: usize, stream: Stream) -> u32 {
    collective("ncclGather", (of, data, stream), count, |given| {
        let root = given.rank(root)?;
        let all = count.checked_mul(given.ranks()).ok_or(Status::InvalidArgument)?;
        Ok(Operation::Gather { from: given.buffer(from, count)?, to: given.of_root(root, to, all)?, root })
    })
}

/// # Safety
/// As of [`all_reduce`].
unsafe extern "C" fn scatter(from: Address, to: Address, count: usize, data: u32, root: c_int, of: usize, stream: Stream) -> u32 {
    collective("ncclScatter", (of, data, stream), count, |given| {
        let root = given.rank(root)?;
        let all = count.checked_mul(given.ranks()).ok_or(Status::InvalidArgument)?;
        Ok(Operation::Scatter { from: given.of_root(root, from, all)?, to: given.buffer(to, count)?, root })
    })
}

/// # Safety
/// As of [`all_reduce`].
unsafe extern "C" fn all_to_all(from: Address, to: Address, count: usize, data: u32, of: usize, stream: Stream) -> u32 {
    collective("ncclAllToAll", (of, data, stream), count, |given| {
        let all = count.checked_mul(given.ranks()).ok_or(Status::InvalidArgument)?;
        if given.buffer(from, all)?.overlaps(given.buffer(to, all)?) {
            return Err(fail(Status::InvalidUsage, "ncclAllToAll: the buffers overlap".to_owned()));
        }
        let part = |rank| (rank * count, count);
        Ok(Operation::AllToAll { from: given.parts(from, part)?, to: given.parts(to, part)? })
    })
}

/// # Safety
/// As of [`all_reduce`]; counts and offsets have an element for each rank.
#[allow(clippy::too_many_arguments, reason = "the interface is RCCL's")]
unsafe extern "C" fn all_to_all_of_counts(
    from: Address,
    sent: *const usize,
    sent_at: *const usize,
    to: Address,
    received: *const usize,
    received_at: *const usize,
    data: u32,
    of: usize,
    stream: Stream,
) -> u32 {
    collective("ncclAllToAllv", (of, data, stream), 1, |given| {
        if [sent, sent_at, received, received_at].iter().any(|list| list.is_null()) {
            return Err(Status::InvalidArgument);
        }
        // SAFETY: not null, and an element a rank, as RCCL says.
        let list = |list: *const usize| unsafe { std::slice::from_raw_parts(list, given.ranks()) };
        let (sent, sent_at, received, received_at) = (list(sent), list(sent_at), list(received), list(received_at));
        let from = given.parts(from, |rank| (sent_at[rank], sent[rank]))?;
        let to = given.parts(to, |rank| (received_at[rank], received[rank]))?;
        if from.iter().any(|from| to.iter().any(|to| from.overlaps(*to))) {
            return Err(fail(Status::InvalidUsage, "ncclAllToAllv: the buffers overlap".to_owned()));
        }
        Ok(Operation::AllToAll { from, to })
    })
}

/// # Safety
/// As of [`all_reduce`].
unsafe extern "C" fn send(from: Address, count: usize, data: u32, peer: c_int, of: usize, stream: Stream) -> u32 {
    collective("ncclSend", (of, data, stream), count, |given| {
        Ok(Operation::Send { from: given.buffer(from, count)?, peer: given.rank(peer)? })
    })
}

/// # Safety
/// As of [`all_reduce`].
unsafe extern "C" fn receive(to: Address, count: usize, data: u32, peer: c_int, of: usize, stream: Stream) -> u32 {
    collective("ncclRecv", (of, data, stream), count, |given| {
        Ok(Operation::Receive { to: given.buffer(to, count)?, peer: given.rank(peer)? })
    })
}

/// What each rank says of a split: color, key and the id of the communicator that it would be the first rank of.
pub(super) fn gather_splits(
    parent: &Communicator,
    color: c_int,
    key: c_int,
    id: UniqueId,
) -> Result<Vec<(c_int, c_int, UniqueId)>, Status> {
    let mut own = [color.to_ne_bytes(), key.to_ne_bytes()].concat();
    own.extend(id.0);
    let (answer, answered) = sync_channel(1);
    parent.order(move |endpoint| {
        let mut all = vec![0; own.len() * endpoint.ranks];
        all[own.len() * endpoint.rank..][..own.len()].copy_from_slice(&own);
        endpoint.all_gather("ncclCommSplit", &mut all)?;
        let _ = answer.send(all);
        Ok(())
    })?;
    let all = answered.recv().map_err(|_| parent.failure().unwrap_or(Status::Internal))?;
    let one = |bytes: &[u8]| {
        let number = |at: usize| c_int::from_ne_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        (number(0), number(4), UniqueId(bytes[8..].try_into().expect("an id")))
    };
    Ok(all.chunks_exact(8 + size_of::<UniqueId>()).map(one).collect())
}

crate::export! { 5;
    ncclAllGather = all_gather,
    ncclAllReduce = all_reduce,
    ncclAllToAll = all_to_all,
    ncclAllToAllv = all_to_all_of_counts,
    ncclBcast = broadcast_in_place,
    ncclBroadcast = broadcast,
    ncclGather = gather,
    ncclRecv = receive,
    ncclReduce = reduce,
    ncclReduceScatter = reduce_scatter,
    ncclScatter = scatter,
    ncclSend = send,
    pncclAllGather = all_gather,
    pncclAllReduce = all_reduce,
    pncclAllToAll = all_to_all,
    pncclAllToAllv = all_to_all_of_counts,
    pncclBcast = broadcast_in_place,
    pncclBroadcast = broadcast,
    pncclGather = gather,
    pncclRecv = receive,
    pncclReduce = reduce,
    pncclReduceScatter = reduce_scatter,
    pncclScatter = scatter,
    pncclSend = send,
}
