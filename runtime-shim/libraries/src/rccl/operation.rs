//! What calls ask of a communicator, as descriptions that its thread carries out, any number of times where a graph holds them.

use std::collections::HashMap;

use super::element::Reduction;
use super::endpoint::{Endpoint, Message};
use super::status::Status;

/// One call.
#[derive(Clone)]
pub(super) struct Call {
    pub(super) name: &'static str,
    pub(super) operation: Operation,
}

/// Memory that a call names: of the program, which keeps it until the operation is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Buffer {
    address: usize,
    length: usize,
}

impl Buffer {
    /// So many bytes from an address on.
    ///
    /// # Errors
    /// `Status::InvalidArgument` where there is none, or they are more than an address space has.
    pub(super) fn new(address: usize, count: usize, size: usize) -> Result<Buffer, Status> {
        let length = count.checked_mul(size).filter(|&length| address.checked_add(length).is_some());
        match length {
            Some(length) if address != 0 || length == 0 => Ok(Buffer { address, length }),
            _ => Err(Status::InvalidArgument),
        }
    }

    pub(super) fn overlaps(self, other: Buffer) -> bool {
        self.address < other.address + other.length && other.address < self.address + self.length
    }

    /// # Safety
    /// The program keeps the memory, and nobody writes to it while the slice is used.
    unsafe fn read<'a>(self) -> &'a [u8] {
        if self.length == 0 {
            return &[];
        }
        // SAFETY: not null; valid and not written to, as required.
        unsafe { std::slice::from_raw_parts(self.address as *const u8, self.length) }
    }

    /// # Safety
    /// The program keeps the memory, and nobody else uses it while the slice is used.
    unsafe fn write<'a>(self) -> &'a mut [u8] {
        if self.length == 0 {
            return &mut [];
        }
        // SAFETY: not null; valid and used by nobody else, as required.
        unsafe { std::slice::from_raw_parts_mut(self.address as *mut u8, self.length) }
    }

    /// Copies all of it to an address, which may lie within it.
    ///
    /// # Safety
    /// The program keeps the memory of both.
    unsafe fn copy_to(self, address: usize) {
        if self.address != address && self.length > 0 {
            // SAFETY: both are valid for the length, as required; overlapping is allowed.
            unsafe { std::ptr::copy(self.address as *const u8, address as *mut u8, self.length) };
        }
    }
}

/// A reduction as a call names it: a factor in device memory is read when the operation is carried out.
#[derive(Clone, Copy)]
pub(super) struct Operator {
    pub(super) reduction: Reduction,
    /// Where the factor lies that inputs are multiplied with.
    pub(super) factor_at: Option<usize>,
}

impl Operator {
    /// With the factor as it is now.
    pub(super) fn resolved(&self) -> Reduction {
        let Some(address) = self.factor_at else { return self.reduction };
        let mut factor = [0; 8];
        let size = self.reduction.data.size();
        // SAFETY: `ncclRedOpCreatePreMulSum` requires that the scalar is there until the operations that use it are done.
        unsafe { std::ptr::copy_nonoverlapping(address as *const u8, factor.as_mut_ptr(), size) };
        Reduction { factor: Some(factor), ..self.reduction }
    }
}

/// What one rank does in a collective operation, or a message. `from` is what is sent, `to` what is received.
#[derive(Clone)]
pub(super) enum Operation {
    AllReduce {
        from: Buffer,
        to: Buffer,
        operator: Operator,
    },
    Reduce {
        from: Buffer,
        to: Buffer,
        operator: Operator,
        root: usize,
    },
    ReduceScatter {
        from: Buffer,
        to: Buffer,
        operator: Operator,
    },
    Broadcast {
        from: Buffer,
        to: Buffer,
        root: usize,
    },
    AllGather {
        from: Buffer,
        to: Buffer,
    },
    Gather {
        from: Buffer,
        to: Buffer,
        root: usize,
    },
    Scatter {
        from: Buffer,
        to: Buffer,
        root: usize,
    },
    /// A part for each rank, and one of each.
    AllToAll {
        from: Vec<Buffer>,
        to: Vec<Buffer>,
    },
    Send {
        from: Buffer,
        peer: usize,
    },
    Receive {
        to: Buffer,
        peer: usize,
    },
}

/// Carries out the calls of a group: collective operations in their order, then all messages side by side.
///
/// # Errors
/// As of [`Endpoint::exchange`].
///
/// # Safety
/// The program keeps the memory that the calls name, and uses it only as NCCL allows while the operations run.
pub(super) unsafe fn carry_out(calls: &[Call], endpoint: &Endpoint) -> Result<(), Status> {
    for call in calls {
        // SAFETY: as this function requires.
        unsafe { collective(call, endpoint) }?;
    }
    let mut messages: Vec<Message> = Vec::new();
    for call in calls {
        match call.operation {
            // SAFETY: as this function requires.
            Operation::Send { from, peer } => messages.push(Message::send(peer, unsafe { from.read() })),
            // SAFETY: as this function requires.
            Operation::Receive { to, peer } => messages.push(Message::receive(peer, unsafe { to.write() })),
            _ => (),
        }
    }
    if messages.is_empty() { Ok(()) } else { endpoint.exchange(MESSAGES, &mut messages) }
}

/// What the two ends of a message call it.
const MESSAGES: &str = "ncclSend and ncclRecv";

/// # Safety
/// As of [`carry_out`].
unsafe fn collective(call: &Call, endpoint: &Endpoint) -> Result<(), Status> {
    let name = call.name;
    // SAFETY: as this function requires; where `from` and `to` overlap, bytes are copied before both are referred to.
    unsafe {
        match &call.operation {
            Operation::AllReduce { from, to, operator } => {
                from.copy_to(to.address);
                endpoint.all_reduce(name, &operator.resolved(), to.write())
            }
            Operation::Reduce { from, to, operator, root } if *root == endpoint.rank => {
                from.copy_to(to.address);
                endpoint.reduce(name, &operator.resolved(), to.write(), *root)
            }
            Operation::Reduce { from, operator, root, .. } => {
                endpoint.reduce(name, &operator.resolved(), &mut from.read().to_vec(), *root)
            }
            Operation::ReduceScatter { from, to, operator } => {
                endpoint.reduce_scatter(name, &operator.resolved(), &mut from.read().to_vec(), to.write())
            }
            Operation::Broadcast { from, to, root } => {
                if *root == endpoint.rank {
                    from.copy_to(to.address);
                }
                endpoint.broadcast(name, to.write(), *root)
            }
            Operation::AllGather { from, to } => {
                from.copy_to(to.address + endpoint.rank * from.length);
                endpoint.all_gather(name, to.write())
            }
            Operation::Gather { from, to, root } => {
                // A copy: at the root the inputs may lie within the results.
                let own = from.read().to_vec();
                endpoint.gather(name, &own, (*root == endpoint.rank).then(|| to.write()), *root)
            }
            Operation::Scatter { from, to, root } => {
                let mut own = vec![0; to.length];
                endpoint.scatter(name, (*root == endpoint.rank).then(|| from.read()), &mut own, *root)?;
                to.write().copy_from_slice(&own);
                Ok(())
            }
            Operation::AllToAll { from, to } => {
                let sent = from.iter().enumerate().map(|(peer, part)| Message::send(peer, part.read()));
                let received = to.iter().enumerate().map(|(peer, part)| Message::receive(peer, part.write()));
                endpoint.exchange(name, &mut sent.chain(received).collect::<Vec<_>>())
            }
            Operation::Send { .. } | Operation::Receive { .. } => Ok(()),
        }
    }
}

/// The reductions that a program has made of its own, by their numbers.
#[derive(Default)]
pub(super) struct Operators {
    made: HashMap<u32, Operator>,
    last: u32,
}

/// The first number that NCCL's own reductions do not have, `ncclNumOps`.
const FIRST: u32 = 5;

impl Operators {
    pub(super) fn add(&mut self, operator: Operator) -> u32 {
        self.last = self.last.max(FIRST - 1) + 1;
        self.made.insert(self.last, operator);
        self.last
    }

    /// # Errors
    /// `Status::InvalidArgument` where there is none of this number.
    pub(super) fn remove(&mut self, number: u32) -> Result<(), Status> {
        self.made.remove(&number).map(|_| ()).ok_or(Status::InvalidArgument)
    }

    pub(super) fn get(&self, number: u32) -> Option<Operator> {
        self.made.get(&number).copied()
    }
}
