//! Communicators: one rank's part in a group of devices, with a thread that carries out its operations in the order in which they
//! were asked for, once the streams have come to them.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use super::endpoint::Endpoint;
use super::operation::{Call, Operators, carry_out};
use super::segment::{Segment, State};
use super::status::Status;
use crate::runtime::{self, Stream};

/// One rank's communicator.
pub(super) struct Communicator {
    pub(super) rank: usize,
    pub(super) ranks: usize,
    pub(super) device: i32,
    pub(super) operators: Mutex<Operators>,
    segment: Arc<Segment>,
    aborted: Arc<AtomicBool>,
    failure: Arc<Mutex<Option<Status>>>,
    /// How many groups of calls were asked for.
    issued: Mutex<u64>,
    /// How many of those are done. Streams look at it for as long as they wait: it is never freed.
    done: &'static AtomicU64,
    orders: Mutex<Sender<Order>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

/// What the thread is told.
enum Order {
    /// Streams have come to a group of calls.
    Run(Arc<Group>),
    /// Something of the library's own, of no stream, with its number.
    Meet(u64, Meeting),
    /// So many groups were asked for in all; no more will be.
    End(u64),
}

/// What all ranks do together without a stream.
type Meeting = Box<dyn FnOnce(&Endpoint) -> Result<(), Status> + Send>;

/// What has a number, and with it a place in the order of a communicator.
enum Numbered {
    Group(Arc<Group>),
    Meeting(Meeting),
}

/// Calls that are carried out together, and the streams that wait for them.
struct Group {
    calls: Vec<Call>,
    turn: Turn,
    streams: usize,
    /// Streams that have not come to it yet.
    missing: AtomicUsize,
}

/// When a group's turn is, and what says that it is done.
enum Turn {
    /// After those with smaller numbers.
    Number(u64),
    /// Whenever a graph comes to it; one when done. Nobody says when the last graph with it is gone: it is never freed.
    Graph(&'static AtomicU64),
}

impl Communicator {
    /// Takes part as a rank, and waits for the others.
    ///
    /// # Errors
    /// As of [`Segment::open`], [`Segment::join`] and [`Endpoint::wait_for_all`].
    pub(super) fn new(key: &str, ranks: usize, rank: usize, device: i32) -> Result<Communicator, Status> {
        let segment = Arc::new(Segment::open(key, ranks)?);
        segment.join(rank)?;
        let aborted = Arc::new(AtomicBool::new(false));
        let endpoint = Endpoint::new(rank, ranks, Arc::clone(&segment), Arc::clone(&aborted));
        endpoint.wait_for_all().inspect_err(|_| segment.remove_name())?;
        let failure = Arc::new(Mutex::new(None));
        let done: &'static AtomicU64 = Box::leak(Box::new(AtomicU64::new(0)));
        let (orders, received) = channel();
        let progress = Progress { endpoint, segment: Arc::clone(&segment), failure: Arc::clone(&failure), done };
        let named = std::thread::Builder::new().name(format!("hipify-rccl-{rank}"));
        let thread = named.spawn(move || progress.serve(&received)).map_err(|_| Status::System)?;
        let (orders, thread) = (Mutex::new(orders), Mutex::new(Some(thread)));
        let (operators, issued) = (Mutex::default(), Mutex::new(0));
        Ok(Communicator { rank, ranks, device, operators, segment, aborted, failure, issued, done, orders, thread })
    }

    /// Why no operation can be carried out any more.
    pub(super) fn failure(&self) -> Option<Status> {
        *locked(&self.failure)
    }

    /// Puts a group of calls at the end of their streams.
    ///
    /// # Errors
    /// Why the communicator has failed before; `Status::Runtime` where a stream is none.
    pub(super) fn issue(&self, calls: Vec<(Call, Stream)>) -> Result<(), Status> {
        if let Some(status) = self.failure() {
            return Err(status);
        }
        let mut streams: Vec<Stream> = calls.iter().map(|(_, stream)| *stream).collect();
        streams.sort_unstable();
        streams.dedup();
        runtime::on_device(self.device, || self.issue_into(calls, &streams))?
    }

    fn issue_into(&self, calls: Vec<(Call, Stream)>, streams: &[Stream]) -> Result<(), Status> {
        let name = calls.first().map_or("", |(call, _)| call.name);
        let mut captured = false;
        for &stream in streams {
            captured |= runtime::is_capturing(stream)?;
        }
        let mut issued = locked(&self.issued);
        let (turn, until) = if captured {
            let flag: &'static AtomicU64 = Box::leak(Box::new(AtomicU64::new(0)));
            (Turn::Graph(flag), (flag, 1))
        } else {
            *issued += 1;
            (Turn::Number(*issued), (self.done, *issued))
        };
        let calls = calls.into_iter().map(|(call, _)| call).collect();
        let group = Arc::new(Group { calls, turn, streams: streams.len(), missing: AtomicUsize::new(streams.len()) });
        for &stream in streams {
            let (group, orders) = (Arc::clone(&group), locked(&self.orders).clone());
            runtime::enqueue(stream, name, move || Group::arrive(&group, &orders))?;
            runtime::wait_for(stream, until.0, until.1)?;
        }
        Ok(())
    }

    /// Has the thread do something with the other ranks, after what was asked for before.
    ///
    /// # Errors
    /// Why the communicator has failed before.
    pub(super) fn order(&self, meeting: impl FnOnce(&Endpoint) -> Result<(), Status> + Send + 'static) -> Result<(), Status> {
        if let Some(status) = self.failure() {
            return Err(status);
        }
        let mut issued = locked(&self.issued);
        *issued += 1;
        let _ = locked(&self.orders).send(Order::Meet(*issued, Box::new(meeting)));
        Ok(())
    }

    /// Waits until all that was asked for is done.
    ///
    /// # Errors
    /// Why the communicator has failed.
    pub(super) fn finalize(&self) -> Result<(), Status> {
        let issued = *locked(&self.issued);
        while self.done.load(Ordering::Acquire) < issued {
            std::thread::sleep(Duration::from_micros(50));
        }
        self.failure().map_or(Ok(()), Err)
    }

    /// Ends it after all that was asked for.
    pub(super) fn destroy(&self) {
        self.end();
        if self.failure().is_none() {
            self.segment.tell(self.rank, State::Left);
        }
    }

    /// Ends it now; the other ranks are told, and fail.
    pub(super) fn abort(&self) {
        self.aborted.store(true, Ordering::Release);
        locked(&self.failure).get_or_insert(Status::Aborted);
        self.segment.tell(self.rank, State::Failed);
        self.end();
    }

    fn end(&self) {
        let issued = *locked(&self.issued);
        let _ = locked(&self.orders).send(Order::End(issued));
        if let Some(thread) = locked(&self.thread).take() {
            let _ = thread.join();
        }
    }
}

impl Group {
    /// A stream has come to the calls. The last one to come hands them to the thread.
    fn arrive(group: &Arc<Group>, orders: &Sender<Order>) {
        let missing = group.missing.fetch_sub(1, Ordering::AcqRel);
        if let (Turn::Graph(flag), true) = (&group.turn, missing == group.streams) {
            flag.store(0, Ordering::Release);
        }
        if missing == 1 {
            // A graph may come to them again.
            group.missing.store(group.streams, Ordering::Release);
            let _ = orders.send(Order::Run(Arc::clone(group)));
        }
    }
}

/// What a communicator's thread works with.
struct Progress {
    endpoint: Endpoint,
    segment: Arc<Segment>,
    failure: Arc<Mutex<Option<Status>>>,
    done: &'static AtomicU64,
}

impl Progress {
    fn serve(self, orders: &Receiver<Order>) {
        // Groups whose streams have come to them before earlier ones' have.
        let mut early: HashMap<u64, Numbered> = HashMap::new();
        let (mut finished, mut last) = (0, u64::MAX);
        while finished < last
            && let Ok(order) = orders.recv()
        {
            match order {
                Order::Run(group) => match group.turn {
                    Turn::Number(number) => drop(early.insert(number, Numbered::Group(group))),
                    Turn::Graph(flag) => {
                        self.run(&group);
                        flag.store(1, Ordering::Release);
                    }
                },
                Order::Meet(number, meeting) => drop(early.insert(number, Numbered::Meeting(meeting))),
                Order::End(issued) => last = if self.has_failed() { finished } else { issued },
            }
            while let Some(next) = early.remove(&(finished + 1)) {
                finished += 1;
                match next {
                    Numbered::Group(group) => self.run(&group),
                    Numbered::Meeting(meeting) => self.guarded("ncclCommSplit", || meeting(&self.endpoint)),
                }
                self.done.fetch_max(finished, Ordering::AcqRel);
            }
            if self.has_failed() {
                // Streams go on, with what is in memory: the program asks for the error.
                self.done.store(u64::MAX, Ordering::Release);
            }
        }
    }

    fn has_failed(&self) -> bool {
        locked(&self.failure).is_some()
    }

    fn run(&self, group: &Group) {
        let name = group.calls.first().map_or("a group", |call| call.name);
        // SAFETY: NCCL requires of the program what the function requires.
        self.guarded(name, || unsafe { carry_out(&group.calls, &self.endpoint) });
    }

    /// Does something unless an operation has failed before, and tells the others where it fails.
    fn guarded(&self, name: &str, work: impl FnOnce() -> Result<(), Status>) {
        if self.has_failed() {
            return;
        }
        let outcome = hipify_entry::panics::caught(name, "the library", work).unwrap_or(Err(Status::Internal));
        if let Err(status) = outcome {
            locked(&self.failure).get_or_insert(status);
            self.segment.tell(self.endpoint.rank, State::Failed);
        }
    }
}

/// A lock's content; nothing here leaves it half changed.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
