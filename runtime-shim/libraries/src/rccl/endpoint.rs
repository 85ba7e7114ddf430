//! One rank's end of a communicator: messages to and from the other ranks, any number of them at a time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::segment::{Segment, State};
use super::status::{Status, fail};

/// How long a rank sleeps at most before it looks whether the others are still there.
const PATIENCE: Duration = Duration::from_millis(100);

/// Looks at the channels before a rank goes to sleep: other ranks of this process often answer at once.
const LOOKS: usize = 64;

/// A rank's end of a communicator.
pub(super) struct Endpoint {
    pub(super) rank: usize,
    pub(super) ranks: usize,
    segment: Arc<Segment>,
    aborted: Arc<AtomicBool>,
}

/// A message to or from another rank. Of those between the same two ranks, the first sent is the first received.
pub(super) struct Message<'a> {
    pub(super) peer: usize,
    pub(super) bytes: Bytes<'a>,
    /// What has gone through of the head and the bytes.
    done: usize,
    head: [u8; HEAD],
}

pub(super) enum Bytes<'a> {
    Sent(&'a [u8]),
    Received(&'a mut [u8]),
}

/// Each message begins with what it belongs to and its length, by which calls that do not fit each other are found.
const HEAD: usize = 16;

impl<'a> Message<'a> {
    pub(super) fn send(peer: usize, bytes: &'a [u8]) -> Message<'a> {
        Message { peer, bytes: Bytes::Sent(bytes), done: 0, head: [0; HEAD] }
    }

    pub(super) fn receive(peer: usize, bytes: &'a mut [u8]) -> Message<'a> {
        Message { peer, bytes: Bytes::Received(bytes), done: 0, head: [0; HEAD] }
    }

    fn length(&self) -> usize {
        match &self.bytes {
            Bytes::Sent(bytes) => bytes.len(),
            Bytes::Received(bytes) => bytes.len(),
        }
    }

    fn is_done(&self) -> bool {
        self.done == HEAD + self.length()
    }

    fn is_sent(&self) -> bool {
        matches!(self.bytes, Bytes::Sent(_))
    }
}

impl Endpoint {
    pub(super) fn new(rank: usize, ranks: usize, segment: Arc<Segment>, aborted: Arc<AtomicBool>) -> Endpoint {
        Endpoint { rank, ranks, segment, aborted }
    }

    /// Sends and receives messages, which go on side by side. `call` names what they belong to, and must be the same at both ends.
    ///
    /// # Errors
    /// `Status::Remote` where a rank that a message is from or to has gone, `Status::InvalidUsage` where its call is another or has
    /// another length, `Status::Aborted` where the communicator is aborted meanwhile.
    pub(super) fn exchange(&self, call: &'static str, messages: &mut [Message]) -> Result<(), Status> {
        for message in messages.iter_mut() {
            let length = message.length() as u64;
            message.head[..8].copy_from_slice(&tag(call).to_ne_bytes());
            message.head[8..].copy_from_slice(&length.to_ne_bytes());
        }
        self.wait(|| {
            let moved = self.advance(call, messages)?;
            let waiting = || messages.iter().filter(|message| !message.is_done());
            Ok(match waiting().next() {
                None => Progress::Done,
                Some(_) if moved => Progress::Some,
                Some(_) => Progress::WaitsFor(waiting().map(|message| message.peer).collect()),
            })
        })
        .map_err(|status| self.told(call, status))
    }

    /// Moves what can be moved now; whether anything was.
    fn advance(&self, call: &'static str, messages: &mut [Message]) -> Result<bool, Status> {
        let mut moved = false;
        for at in 0..messages.len() {
            let (before, rest) = messages.split_at_mut(at);
            let message = &mut rest[0];
            let waits = |other: &Message| !other.is_done() && other.peer == message.peer && other.is_sent() == message.is_sent();
            if !message.is_done() && !before.iter().any(waits) {
                moved |= self.advance_one(call, message)?;
            }
        }
        Ok(moved)
    }

    fn advance_one(&self, call: &'static str, message: &mut Message) -> Result<bool, Status> {
        let before = message.done;
        if message.done < HEAD {
            self.advance_head(call, message)?;
        }
        if message.done >= HEAD {
            let at = message.done - HEAD;
            message.done += match &mut message.bytes {
                Bytes::Sent(bytes) => self.segment.write(self.rank, message.peer, &bytes[at..]),
                Bytes::Received(bytes) => self.segment.read(message.peer, self.rank, &mut bytes[at..]),
            };
        }
        Ok(message.done != before)
    }

    fn advance_head(&self, call: &'static str, message: &mut Message) -> Result<(), Status> {
        let (expected, at) = (message.head, message.done);
        if message.is_sent() {
            message.done += self.segment.write(self.rank, message.peer, &expected[at..]);
            return Ok(());
        }
        let mut head = expected;
        message.done += self.segment.read(message.peer, self.rank, &mut head[at..]);
        if head == expected {
            return Ok(());
        }
        let length = u64::from_ne_bytes(head[8..].try_into().expect("eight bytes"));
        let (own, peer) = (self.rank, message.peer);
        let other = if head[..8] == expected[..8] { "the same call" } else { "another call" };
        Err(fail(
            Status::InvalidUsage,
            format!("{call}: rank {own} waits for {} bytes of rank {peer}, which sends {length} by {other}", message.length()),
        ))
    }

    /// Waits until all ranks have joined.
    ///
    /// # Errors
    /// `Status::Remote` where one has come and is gone again.
    pub(super) fn wait_for_all(&self) -> Result<(), Status> {
        self.wait(|| {
            if self.segment.is_complete() {
                return Ok(Progress::Done);
            }
            Ok(Progress::WaitsFor((0..self.ranks).collect()))
        })
        .map_err(|status| self.told("ncclCommInitRank", status))
    }

    /// Does what can be done until all is done; sleeps while nothing can.
    fn wait(&self, mut attempt: impl FnMut() -> Result<Progress, Status>) -> Result<(), Status> {
        let mut looks = 0;
        loop {
            if self.aborted.load(Ordering::Acquire) {
                return Err(Status::Aborted);
            }
            let seen = self.segment.bell(self.rank);
            match attempt()? {
                Progress::Done => return Ok(()),
                Progress::Some => looks = 0,
                Progress::WaitsFor(_) if looks < LOOKS => {
                    looks += 1;
                    std::thread::yield_now();
                }
                Progress::WaitsFor(peers) => {
                    // What a rank sent before it went is still there to be read: hence the second look.
                    let gone = peers.into_iter().find(|&peer| self.is_gone(peer));
                    match gone.map(|peer| attempt().map(|progress| (peer, progress))).transpose()? {
                        Some((peer, Progress::WaitsFor(still))) if still.contains(&peer) => return Err(Status::Remote(peer)),
                        Some((_, Progress::Done)) => return Ok(()),
                        _ => self.segment.sleep(self.rank, seen, PATIENCE),
                    }
                }
            }
        }
    }

    /// Whether a rank will send nothing more and take nothing more.
    fn is_gone(&self, rank: usize) -> bool {
        match self.segment.state(rank) {
            _ if rank == self.rank => false,
            State::Absent => false,
            State::Joined => !self.segment.is_held(rank),
            State::Left | State::Failed => true,
        }
    }

    fn told(&self, call: &'static str, status: Status) -> Status {
        if let Status::Remote(peer) = status {
            let (own, all) = (self.rank, self.ranks);
            let became = if self.segment.state(peer) == State::Failed { "has failed" } else { "is gone" };
            return fail(status, format!("{call}: rank {peer} of {all} {became}, and rank {own} cannot go on without it"));
        }
        status
    }
}

/// What an attempt has come to.
enum Progress {
    Done,
    Some,
    /// Nothing could be done before one of these ranks has done something.
    WaitsFor(Vec<usize>),
}

/// A number for a call's name, the same in all processes: FNV-1a, as its authors' page gives it.
fn tag(call: &str) -> u64 {
    call.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
