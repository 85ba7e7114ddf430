//! Which pieces of work of the program come before which, for the tool `race`: what streams, events, graphs and waits of the host order,
//! wherever and whenever the work runs. The queues of the scheduler are the lines, and the host is one, with all its threads: how these
//! wait for each other is not known here, so that nothing is said of two of them.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};

use hipify_happens_before::{Line, Lines, Moment, Piece as Number};

use crate::calls::Addresses;
use crate::check::finding::Note;
use crate::check::launched::Launched;
use crate::check::{Tool, is_on, sink};

/// How a queue is ordered against others of its device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum QueueKind {
    /// Waits for those of [`QueueKind::Blocking`], which wait for it.
    Null,
    Blocking,
    /// Waits for none.
    Free,
}

/// A queue of the scheduler.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Queue {
    /// Another one for each queue that there has been.
    pub(crate) id: u64,
    pub(crate) kind: QueueKind,
    pub(crate) device: usize,
}

/// What work waits for, beside what is before it in its queue.
#[derive(Clone, Debug)]
pub(crate) enum Wait {
    Nothing,
    For(Option<Arc<Moment>>),
    /// Something outside of the queues.
    Unknown,
}

/// Whether somebody asks what comes before what.
pub(crate) fn is_known() -> bool {
    is_on(Tool::Race) || is_on(Tool::Api)
}

/// What a piece of work is.
pub(crate) enum What {
    Kernel(Ran),
    Copy,
    Fill,
    Free,
    /// A number that a stream writes for others.
    Value,
    /// A launch of a graph.
    Graph,
    /// A function of the program, in a stream.
    Function,
    /// What the host does between two calls that put work into streams or wait for it.
    Host,
}

/// A kernel, as findings have it.
pub(crate) struct Ran {
    /// Mangled.
    pub(crate) name: String,
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    pub(crate) launched: Option<Arc<Launched>>,
}

/// A piece of work that accesses memory.
pub(crate) struct Piece {
    pub(crate) what: What,
    /// The calls of the host that asked for it.
    pub(crate) calls: Addresses,
    place: OnceLock<(Number, Arc<Moment>)>,
}

impl Piece {
    /// What is to be put into a queue, by a call of the host that runs now; nothing where nobody looks.
    pub(crate) fn new(what: What) -> Option<Arc<Piece>> {
        is_known().then(|| Arc::new(Piece { what, calls: Addresses::now(), place: OnceLock::new() }))
    }

    /// Counted in the order of the calls that asked for it; 0 where it has not been put anywhere.
    pub(crate) fn number(&self) -> u32 {
        self.place.get().map_or(0, |(number, _)| number.number)
    }

    /// Where it has been put.
    pub(crate) fn line(&self) -> Option<Line> {
        self.place.get().map(|(number, _)| number.line)
    }

    /// As a part of a sentence.
    pub(crate) fn named(&self) -> String {
        match &self.what {
            What::Kernel(ran) => {
                let number = ran.launched.as_ref().map(|launched| format!(", launch {},", launched.number())).unwrap_or_default();
                format!("kernel `{}`{number}", sink::readable(&ran.name))
            }
            What::Copy => "a copy".to_owned(),
            What::Fill => "a fill".to_owned(),
            What::Free => "a call".to_owned(),
            What::Value => "a stream".to_owned(),
            What::Graph => "a launch of it".to_owned(),
            What::Function => "a function of the host".to_owned(),
            What::Host => "the host".to_owned(),
        }
    }

    /// Where it is put into its queue.
    pub(crate) fn asked_for(&self) -> Option<Note> {
        let label = match &self.what {
            What::Kernel(_) => "the kernel is launched here",
            What::Copy => "the copy is here",
            What::Fill => "the fill is here",
            What::Free | What::Value => "the call is here",
            What::Graph => "it is launched here",
            What::Function => "the function is put into its stream here",
            What::Host => return None,
        };
        Some(Note { label: label.to_owned(), calls: self.calls.text().into(), site: None })
    }

    pub(crate) fn is_hosts(&self) -> bool {
        matches!(self.what, What::Host)
    }

    /// Whether one of two comes before the other.
    pub(crate) fn is_ordered_with(&self, other: &Piece) -> bool {
        match (self.place.get(), other.place.get()) {
            (Some((one, before_one)), Some((two, before_two))) => before_one.covers(*two) || before_two.covers(*one),
            _ => true,
        }
    }
}

/// A queue, as far as it orders work.
struct Known {
    line: Line,
    kind: QueueKind,
    device: usize,
    last: Option<Number>,
}

#[derive(Default)]
struct State {
    lines: Lines,
    queues: HashMap<u64, Known>,
    /// The null stream of each device.
    nulls: HashMap<usize, Line>,
    /// Lines that there have been.
    count: u32,
    /// By device, when work of queues that are gone has ended: of those that the null stream waits for, and of all others.
    gone: HashMap<usize, [Line; 2]>,
    host: Option<Arc<Piece>>,
}

const HOST: Line = Line(0);

/// How often the host has waited for all there was.
static SETTLED: AtomicU64 = AtomicU64::new(0);

/// How often what has been done has come before all that would be.
pub(crate) fn settled() -> u64 {
    SETTLED.load(Ordering::Relaxed)
}

fn state() -> MutexGuard<'static, State> {
    static STATE: LazyLock<Mutex<State>> = LazyLock::new(Mutex::default);
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

thread_local! {
    /// The function of the program that this thread runs for a stream.
    static CALLED: RefCell<Option<Arc<Piece>>> = const { RefCell::new(None) };
}

impl State {
    fn new_line(&mut self) -> Line {
        self.count += 1;
        Line(self.count)
    }

    fn line(&mut self, Queue { id, kind, device }: Queue) -> Line {
        if let Some(known) = self.queues.get(&id) {
            return known.line;
        }
        let line = self.new_line();
        self.queues.insert(id, Known { line, kind, device, last: None });
        if kind == QueueKind::Null {
            self.nulls.insert(device, line);
        }
        line
    }

    fn gone(&mut self, device: usize) -> [Line; 2] {
        if let Some(&lines) = self.gone.get(&device) {
            return lines;
        }
        let lines = [self.new_line(), self.new_line()];
        self.gone.insert(device, lines);
        lines
    }

    fn wait_for_line(&mut self, line: Line, other: Line) {
        let moment = self.lines.now(other);
        self.lines.wait(line, &moment);
    }

    /// A line waits for what is in all queues of a kind.
    fn wait_for_queues(&mut self, line: Line, of: impl Fn(&Known) -> bool) {
        let others: Vec<Line> = self.queues.values().filter(|known| of(known)).map(|known| known.line).collect();
        others.into_iter().filter(|&other| other != line).for_each(|other| self.wait_for_line(line, other));
    }

    /// The host has waited for something.
    fn host_waited(&mut self) {
        self.host = None;
        let now = self.lines.now(HOST);
        if self.queues.values().all(|known| known.last.is_none_or(|last| now.covers(last))) {
            self.lines.wait_for_all(HOST);
            SETTLED.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Work is put into a queue, by the host or a function that a queue has called; `piece` tells of it if it accesses memory. When it will have ended.
pub(crate) fn submitted(queue: Queue, wait: Wait, by_host: bool, piece: Option<&Arc<Piece>>) -> Option<Arc<Moment>> {
    if !is_known() {
        return None;
    }
    let Queue { id, kind, device } = queue;
    let mut state = state();
    let line = state.line(queue);
    if by_host {
        state.wait_for_line(line, HOST);
        state.host = None;
    }
    match kind {
        QueueKind::Null => {
            state.wait_for_queues(line, |known| known.kind == QueueKind::Blocking && known.device == device);
            let [gone, _] = state.gone(device);
            state.wait_for_line(line, gone);
        }
        QueueKind::Blocking => {
            if let Some(&null) = state.nulls.get(&device) {
                state.wait_for_line(line, null);
            }
        }
        QueueKind::Free => {}
    }
    match wait {
        Wait::Nothing => {}
        Wait::For(moment) => moment.iter().for_each(|moment| state.lines.wait(line, moment)),
        Wait::Unknown => state.lines.wait(line, &Moment::of_all()),
    }
    let Some(piece) = piece else { return Some(Arc::new(state.lines.now(line))) };
    let (number, moment) = state.lines.add(line);
    let moment = Arc::new(moment.clone());
    let _ = piece.place.set((number, moment.clone()));
    if let Some(known) = state.queues.get_mut(&id) {
        known.last = Some(number);
    }
    Some(moment)
}

/// A queue is gone; what is in it still runs.
pub(crate) fn closed(id: u64) {
    if !is_known() {
        return;
    }
    let mut state = state();
    let Some(known) = state.queues.remove(&id) else { return };
    let [waited_for, others] = state.gone(known.device);
    let line = if known.kind == QueueKind::Blocking { waited_for } else { others };
    state.wait_for_line(line, known.line);
    state.lines.forget(known.line);
}

/// The host has waited for work, or has seen that it is done.
pub(crate) fn host_waited_for(moment: Option<&Arc<Moment>>) {
    if let Some(moment) = moment {
        let mut state = state();
        state.lines.wait(HOST, moment);
        state.host_waited();
    }
}

/// The host has waited for all that is in a queue, or has seen that it is empty.
pub(crate) fn host_waited_for_queue(id: u64) {
    if is_known() {
        let mut state = state();
        let Some(line) = state.queues.get(&id).map(|known| known.line) else { return };
        state.wait_for_line(HOST, line);
        state.host_waited();
    }
}

/// The host has waited for all work of a device, or of all devices.
pub(crate) fn host_waited_for_all(device: Option<usize>) {
    if is_known() {
        let mut state = state();
        state.wait_for_queues(HOST, |known| device.is_none_or(|device| known.device == device));
        let gone: Vec<Line> = state
            .gone
            .iter()
            .filter(|(of, _)| device.is_none_or(|device| **of == device))
            .flat_map(|(_, lines)| *lines)
            .collect();
        gone.into_iter().for_each(|line| state.wait_for_line(HOST, line));
        state.host_waited();
    }
}

/// What the host does now.
pub(crate) fn host() -> Arc<Piece> {
    if let Some(called) = CALLED.with_borrow(Clone::clone) {
        return called;
    }
    let mut state = state();
    if let Some(piece) = &state.host {
        return piece.clone();
    }
    let (number, moment) = state.lines.add(HOST);
    let place = OnceLock::from((number, Arc::new(moment.clone())));
    let piece = Arc::new(Piece { what: What::Host, calls: Addresses::NONE, place });
    state.host = Some(piece.clone());
    piece
}

/// This thread calls a function of the program for a stream. It may tell the program's other threads how far the stream is, so that
/// what they do from here on counts as ordered.
pub(crate) fn call<T>(piece: Option<Arc<Piece>>, function: impl FnOnce() -> T) -> T {
    let Some(piece) = piece else { return function() };
    host_heard(&piece);
    CALLED.set(Some(piece));
    let result = function();
    CALLED.set(None);
    result
}

/// The host has read what a piece of work tells it while it runs.
pub(crate) fn host_heard(piece: &Piece) {
    host_waited_for(piece.place.get().map(|(_, moment)| moment));
}

/// Whether the host knows that a piece of work has ended.
pub(crate) fn host_knows(piece: &Piece) -> bool {
    piece.place.get().is_none_or(|(number, _)| state().lines.now(HOST).covers(*number))
}

/// Whether there may be work in a queue that the host has not waited for.
pub(crate) fn is_pending(id: u64) -> bool {
    let state = state();
    let last = state.queues.get(&id).and_then(|known| known.last);
    last.is_some_and(|last| !state.lines.now(HOST).covers(last))
}
