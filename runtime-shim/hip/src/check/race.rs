//! Accesses of a launch's threads that nothing orders. Blocks of checked launches run one at a time, whatever the order in which they run:
//! what is found depends on what orders accesses alone, which `hipify_happens_before` says.
//!
//! - `cells` what has been done to each four bytes
//! - `meetings` what orders accesses beside atomic operations: meetings of threads, and fences
//! - `reach` accesses as they are told of to who compares launches with each other
//! - `report` two accesses to a finding

mod cells;
mod meetings;
mod reach;
mod report;

use std::cell::UnsafeCell;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hipify_abi::checks::{Access, order};
use hipify_happens_before::{Grid, Known, Order, Rules, Scope, Shape, Stamp, Thread, Variable};
use rustc_hash::FxHashMap;

use crate::check::order::Piece;
use crate::check::{Tool, is_on, trail};
use cells::{Cell, Cells, GRANULE, Record};
pub(crate) use meetings::{block_met, fence, grid_met, warp_met};
pub(crate) use reach::reach;
pub(crate) use report::{Raced, Side, Who};

const READ: u8 = Access::READ as u8;
const WRITE: u8 = Access::WRITE as u8;
const ATOMIC: u8 = Access::ATOMIC as u8;
const VOLATILE: u8 = order::VOLATILE as u8;
const NARROW: u8 = order::NARROW as u8;
/// Memory of a block.
const SHARED: u8 = 128;

/// A launch, as far as its blocks have run.
struct Launch {
    /// Tells its records from others; not 0.
    tag: u16,
    grid: Grid,
    variables: FxHashMap<usize, Variable>,
    blocks: FxHashMap<u32, Block>,
    /// How often the grid has met.
    met: u32,
}

/// A block that has begun and is not done.
struct Block {
    number: u32,
    /// Its threads, counted through the grid.
    threads: Range<u32>,
    known: Vec<Known>,
    /// How often each thread has met its block, and how often it has met the grid.
    passed: Vec<[u32; 2]>,
    /// How often the block has met.
    met: u32,
    /// The grid's meetings that `known` knows of.
    grid: u32,
    warps: Vec<Masks>,
}

/// Of a warp, for each mask: how often its lanes have met, and each lane.
type Masks = Vec<(u64, u32, Box<[u32; 64]>)>;

/// What is known of the block that runs.
struct Here {
    launch: Launch,
    block: Block,
    /// Memory of the block.
    shared: Range<usize>,
    /// Memory of threads, for each of them its own: what lives across meetings, and the stack.
    private: [Range<usize>; 2],
    /// The kernel's entry.
    code: usize,
    /// What each access is told of, to who compares launches with each other.
    piece: Option<Arc<Piece>>,
}

/// Where a block runs.
pub(crate) struct Ground {
    /// The launch's number.
    pub(crate) launch: u64,
    /// In the grid.
    pub(crate) block: u64,
    pub(crate) blocks: u64,
    pub(crate) threads: u32,
    pub(crate) lanes: u32,
    pub(crate) shared: Range<usize>,
    pub(crate) frame: Range<usize>,
    pub(crate) stack: Range<usize>,
    pub(crate) code: usize,
    pub(crate) piece: Option<Arc<Piece>>,
}

#[derive(Default)]
struct State {
    launches: FxHashMap<u64, Launch>,
    last_tag: u16,
    here: Option<Here>,
    number: u64,
}

/// What those who have the turn use.
struct Turn(UnsafeCell<Option<State>>);

// SAFETY: it is used by who has the turn alone, and so are the clocks that threads of a launch share.
unsafe impl Sync for Turn {}

static TURN: Mutex<()> = Mutex::new(());
static STATE: Turn = Turn(UnsafeCell::new(None));

/// Whether accesses are looked at.
pub(crate) fn is_looking() -> bool {
    is_on(Tool::Race)
}

/// This thread of the system runs kernels until it gives the turn back; nothing where nobody looks.
pub(crate) fn turn() -> Option<MutexGuard<'static, ()>> {
    is_looking().then(|| TURN.lock().unwrap_or_else(PoisonError::into_inner))
}

/// For who has the turn: kernels, and who runs them.
#[inline]
fn with<T>(work: impl FnOnce(&mut State) -> T) -> T {
    // SAFETY: one thread of the system has the turn, and `work` does not come back here.
    work(unsafe { (*STATE.0.get()).get_or_insert_default() })
}

/// A block begins or goes on; who calls has the turn.
pub(crate) fn enter(ground: Ground) {
    let size = ground.blocks.checked_mul(u64::from(ground.threads));
    // Threads have numbers of 32 bits.
    if !is_looking() || size.is_none_or(|size| size > u64::from(u32::MAX)) {
        return;
    }
    with(|state| {
        state.leave();
        let mut launch = state.launches.remove(&ground.launch).unwrap_or_else(|| {
            state.last_tag = state.last_tag.checked_add(1).unwrap_or_else(|| {
                Cells::clear();
                1
            });
            let shape = Shape { blocks: ground.blocks as u32, threads: ground.threads, lanes: ground.lanes };
            let grid = Grid::new(shape, Rules::Practice);
            Launch { tag: state.last_tag, grid, variables: FxHashMap::default(), blocks: FxHashMap::default(), met: 0 }
        });
        let number = ground.block as u32;
        let mut block = launch.blocks.remove(&number).unwrap_or_else(|| Block::new(number, &launch));
        if block.grid != launch.met {
            block.learn(&launch.grid, 0..ground.threads);
            block.grid = launch.met;
        }
        state.number = ground.launch;
        let Ground { shared, frame, stack, code, piece, .. } = ground;
        trail::want(piece.is_some());
        state.here = Some(Here { launch, block, shared, private: [frame, stack], code, piece });
    });
}

/// The block that runs is done.
pub(crate) fn done() {
    if is_looking() {
        with(|state| {
            if let Some(mut here) = state.here.take() {
                here.launch.grid.forget(here.block.number);
                state.launches.insert(state.number, here.launch);
            }
        });
    }
}

/// A kernel has allocated memory: what was done to it before was done to other memory.
pub(crate) fn fresh(start: usize, size: usize) {
    if is_looking() {
        for at in (start..start.saturating_add(size)).step_by(GRANULE) {
            // SAFETY: kernels run by turns, and the cell is given up at once.
            if let Some(cell) = unsafe { Cells::all().of(at) } {
                *cell = Cell::default();
            }
        }
    }
}

/// A launch is done.
pub(crate) fn end(launch: u64) {
    let turn = turn();
    if turn.is_some() {
        with(|state| {
            state.leave();
            state.launches.remove(&launch);
        });
    }
}

impl State {
    /// Puts back what is known of the block that ran.
    fn leave(&mut self) {
        if let Some(mut here) = self.here.take() {
            here.launch.blocks.insert(here.block.number, here.block);
            self.launches.insert(self.number, here.launch);
        }
    }
}

impl Block {
    fn new(number: u32, launch: &Launch) -> Block {
        let shape = launch.grid.shape();
        let known = launch.grid.known(Thread(number * shape.threads));
        let passed = vec![[0, launch.met]; shape.threads as usize];
        let first = number * shape.threads;
        Block {
            number,
            threads: first..first + shape.threads,
            known: vec![known; shape.threads as usize],
            passed,
            met: 0,
            grid: launch.met,
            warps: Vec::new(),
        }
    }

    /// Threads of the block know something new.
    fn learn(&mut self, grid: &Grid, threads: Range<u32>) {
        let first = self.threads.start;
        threads.for_each(|thread| self.known[thread as usize] = grid.known(Thread(first + thread)));
    }
}

impl Here {
    fn thread(&self, thread: u32) -> Thread {
        Thread(self.block.threads.start + thread)
    }

    /// Whether what a record says comes before what a thread does now.
    fn is_before(&self, old: &Record, thread: Thread, known: &Known) -> bool {
        let shape = self.launch.grid.shape();
        let of = Thread(old.thread);
        of == thread
            || old.epoch <= known.grid
            || (old.epoch <= known.block && self.block.threads.contains(&old.thread))
            || (old.epoch <= known.warp && shape.warp(of) == shape.warp(thread))
            || (known.more && self.launch.grid.is_before(Stamp { thread: of, epoch: old.epoch }, thread))
    }

    /// Whether two accesses of which neither comes before the other race.
    fn conflict(&self, old: &Record, new: &Record) -> bool {
        if (old.how | new.how) & WRITE == 0 || old.bytes & new.bytes == 0 {
            return false;
        }
        const STRONG: u8 = ATOMIC | VOLATILE;
        if old.how & STRONG == 0 || new.how & STRONG == 0 {
            return true;
        }
        let shape = self.launch.grid.shape();
        let (a, b) = (Thread(old.thread), Thread(new.thread));
        if (old.how | new.how) & ATOMIC == 0 && new.how & SHARED != 0 {
            // Volatile accesses of lanes are how code relied on warps that run in lockstep.
            return shape.warp(a) == shape.warp(b);
        }
        (old.how | new.how) & NARROW != 0 && shape.block(a) != shape.block(b)
    }

    fn is_live(&self, old: &Record, new: &Record) -> bool {
        // Memory of other blocks was at the same place before.
        old.launch == new.launch && (new.how & SHARED == 0 || self.block.threads.contains(&old.thread))
    }

    /// Takes an access to a granule up; gives the one that it races with.
    fn access(&self, cell: &mut Cell, new: Record, known: &Known) -> Option<Record> {
        let thread = Thread(new.thread);
        let writes = new.how & WRITE != 0;
        let open = |old: &Record| self.is_live(old, &new) && !self.is_before(old, thread, known);
        let mut raced = cell.writes.iter().find(|old| open(old) && self.conflict(old, &new)).copied();
        if writes {
            raced = raced.or_else(|| cell.reads.iter().find(|old| open(old) && self.conflict(old, &new)).copied());
            let [last, _] = cell.writes;
            // Who changes a value by an atomic operation has seen who did so before.
            let goes = last.bytes & !new.bytes == 0 && last.how & new.how & ATOMIC != 0;
            if open(&last) && !goes {
                cell.writes[1] = last;
            } else if goes {
                cell.writes[1] = Record::default();
            }
            cell.writes[0] = new;
        } else {
            let replaced = |old: &Record| old.thread == new.thread || !open(old);
            let slot = if replaced(&cell.reads[0]) {
                Some(0)
            } else if replaced(&cell.reads[1]) || self.is_farther(&cell.reads, &new) {
                Some(1)
            } else {
                None
            };
            if let Some(slot) = slot {
                cell.reads[slot] = new;
            }
        }
        raced
    }

    /// Whether a read is of another block or warp, where those that are kept are of one.
    fn is_farther(&self, [a, b]: &[Record; 2], new: &Record) -> bool {
        let shape = self.launch.grid.shape();
        let apart = |a: &Record, b: &Record| {
            let (a, b) = (Thread(a.thread), Thread(b.thread));
            if shape.block(a) != shape.block(b) { 2 } else { i32::from(shape.warp(a) != shape.warp(b)) }
        };
        apart(a, new) > apart(a, b)
    }
}

/// A thread of the block that runs accesses memory; `site` is where in the code. What it races with.
pub(crate) fn access(address: usize, size: usize, how: u32, thread: u32, site: usize) -> Option<Raced> {
    with(|state| {
        let here = state.here.as_mut()?;
        if here.is_private(address) || size == 0 {
            return None;
        }
        let is_shared = here.shared.contains(&address);
        if !is_shared {
            here.reach(address, size, how, thread, site);
        }
        let me = here.thread(thread);
        let is_strong = how & (Access::ATOMIC | order::VOLATILE) != 0;
        if is_strong {
            here.acquire(address, how, thread, me);
        }
        let known = here.block.known[thread as usize];
        let mut record = Record {
            thread: me.0,
            epoch: known.epoch,
            site: (site as i64 - here.code as i64) as i32,
            launch: here.launch.tag,
            bytes: 0,
            how: how as u8 & (READ | WRITE | ATOMIC | VOLATILE | NARROW) | if is_shared { SHARED } else { 0 },
        };
        let cells = Cells::all();
        let mut raced = None;
        let (mut at, end) = (address, address.saturating_add(size));
        while at < end {
            let start = at - at % GRANULE;
            let stop = end.min(start + GRANULE);
            record.bytes = ((1u16 << (stop - start)) - (1u16 << (at - start))) as u8;
            // SAFETY: under the lock; the cell is given up at the end of each round.
            if let Some(cell) = unsafe { cells.of(start) } {
                let old = here.access(cell, record, &known);
                raced = raced.or(old.map(|old| (old, at)));
            }
            at = stop;
        }
        let raced = raced.map(|(old, at)| here.raced(&old, &record, at, thread));
        if is_strong && how & Access::WRITE != 0 {
            here.release(address, how, thread, me);
        }
        raced
    })
}

impl Here {
    fn scope(how: u32) -> Scope {
        if how & order::NARROW != 0 { Scope::Block } else { Scope::Device }
    }

    fn acquire(&mut self, address: usize, how: u32, thread: u32, me: Thread) {
        if how & Access::READ == 0 {
            return;
        }
        if let Some(variable) = self.launch.variables.get(&address) {
            self.launch.grid.load(me, variable, Here::scope(how), Order::Relaxed);
            self.block.learn(&self.launch.grid, thread..thread + 1);
        }
    }

    fn release(&mut self, address: usize, how: u32, thread: u32, me: Thread) {
        let releases = how & order::RELEASE != 0;
        if !releases && !self.launch.grid.has_fenced(me) {
            if how & Access::READ == 0 {
                self.launch.variables.remove(&address);
            }
            return;
        }
        let order = if releases { Order::Release } else { Order::Relaxed };
        let variable = self.launch.variables.entry(address).or_default();
        if how & Access::READ == 0 {
            self.launch.grid.store(me, variable, Here::scope(how), order);
        } else {
            self.launch.grid.update(me, variable, Here::scope(how), order);
        }
        self.block.learn(&self.launch.grid, thread..thread + 1);
    }
}
