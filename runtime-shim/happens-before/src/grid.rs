//! The threads of a launch, and what orders them.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::Scope;
use crate::clock::{Clock, Known, Shape, Stamp, Thread};
use crate::release::Variable;

/// What an atomic operation orders by itself, without fences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Nothing, as CUDA's `atomicAdd` and its like.
    Relaxed,
    /// What is after it comes after what the value's writers released.
    Acquire,
    /// What is before it comes before what those do who acquire the value.
    Release,
    /// Both.
    AcquireRelease,
}

impl Order {
    fn acquires(self) -> bool {
        matches!(self, Order::Acquire | Order::AcquireRelease)
    }

    fn releases(self) -> bool {
        matches!(self, Order::Release | Order::AcquireRelease)
    }
}

/// A thread as the checker has it.
#[derive(Clone, Debug)]
struct State {
    /// Counts what the thread has passed on.
    epoch: u32,
    /// What it knows of others; one value for all threads that a barrier has brought together.
    clock: Rc<Clock>,
    /// What relaxed writes release since the last fence for the device, and since the last fence of any scope.
    fenced_wide: Option<Rc<Clock>>,
    fenced_narrow: Option<Rc<Clock>>,
    /// What relaxed reads have seen, for a fence of the device's or a block's scope to acquire.
    seen: Option<Box<Seen>>,
}

/// See [`State::seen`].
#[derive(Clone, Debug, Default)]
struct Seen {
    wide: Clock,
    narrow: Clock,
}

/// The threads of a block.
#[derive(Clone, Debug)]
enum Threads {
    /// All are alike: they have met, and none has fenced or seen anything since that the others have not.
    Alike(State),
    Each(Vec<State>),
}

impl Threads {
    fn of(&self, thread: u32) -> &State {
        match self {
            Threads::Alike(state) => state,
            Threads::Each(states) => &states[thread as usize],
        }
    }

    fn states(&self) -> &[State] {
        match self {
            Threads::Alike(state) => std::slice::from_ref(state),
            Threads::Each(states) => states,
        }
    }

    fn states_mut(&mut self) -> &mut [State] {
        match self {
            Threads::Alike(state) => std::slice::from_mut(state),
            Threads::Each(states) => states,
        }
    }
}

/// The threads of a launch.
#[derive(Clone, Debug)]
pub struct Grid {
    shape: Shape,
    /// The threads of blocks in which something has been done.
    blocks: BTreeMap<u32, Threads>,
    /// A thread that has done nothing.
    new: State,
    rules: Rules,
}

/// What orders threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// The memory model's rules.
    Model,
    /// What programs rely on beyond them, and hardware keeps: who reads a value by an atomic operation acquires it without a fence, and a
    /// fence before a barrier holds for all who meet there.
    Practice,
}

impl Grid {
    /// A launch begins.
    pub fn new(shape: Shape, rules: Rules) -> Grid {
        let new = State { epoch: 1, clock: Rc::new(Clock::default()), fenced_wide: None, fenced_narrow: None, seen: None };
        Grid { shape, blocks: BTreeMap::new(), new, rules }
    }

    /// A block is done: nothing is kept of its threads but what others know of them.
    pub fn forget(&mut self, block: u32) {
        self.blocks.remove(&block);
    }

    /// What a thread knows, in short.
    pub fn known(&self, thread: Thread) -> Known {
        let state = self.state(thread);
        state.clock.known(self.shape, thread, state.epoch)
    }

    /// How the grid is divided.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// What an access that a thread makes now is known by.
    pub fn stamp(&self, thread: Thread) -> Stamp {
        Stamp { thread, epoch: self.state(thread).epoch }
    }

    /// Whether an access comes before what a thread does now.
    pub fn is_before(&self, stamp: Stamp, thread: Thread) -> bool {
        stamp.thread == thread || self.state(thread).clock.covers(self.shape, stamp.thread, stamp.epoch)
    }

    /// All threads of a block have met: `__syncthreads`.
    pub fn block_barrier(&mut self, block: u32) {
        let shape = self.shape;
        if let Threads::Alike(state) = self.blocks.entry(block).or_insert_with(|| Threads::Alike(self.new.clone())) {
            Rc::make_mut(&mut state.clock).know_block(shape, block, state.epoch);
            state.epoch += 1;
            return;
        }
        let all: Vec<Thread> = self.shape.threads_of(block).collect();
        self.meet(&all, |shape, clock, epoch| clock.know_block(shape, block, epoch));
        self.gather(block);
    }

    /// Threads that have become alike are one from here on.
    fn gather(&mut self, block: u32) {
        let Some(Threads::Each(states)) = self.blocks.get(&block) else { return };
        let same = |one: &Option<Rc<Clock>>, other: &Option<Rc<Clock>>| match (one, other) {
            (Some(one), Some(other)) => Rc::ptr_eq(one, other),
            (None, None) => true,
            _ => false,
        };
        let first = &states[0];
        let are_alike = states.iter().all(|state| {
            state.seen.is_none()
                && Rc::ptr_eq(&state.clock, &first.clock)
                && state.epoch == first.epoch
                && same(&state.fenced_wide, &first.fenced_wide)
                && same(&state.fenced_narrow, &first.fenced_narrow)
        });
        if are_alike {
            let first = first.clone();
            self.blocks.insert(block, Threads::Alike(first));
        }
    }

    /// The lanes of a mask have met: `__syncwarp(mask)`, and each `_sync` operation that orders memory. Lanes that the warp lacks do not count.
    pub fn warp_barrier(&mut self, thread: Thread, mask: u64) {
        let shape = self.shape;
        let first = thread.0 - shape.lane(thread);
        let end = (shape.block(thread) + 1) * shape.threads;
        let warp = (first..end.min(first + shape.lanes)).map(Thread);
        let whole = warp.clone().all(|one| mask >> shape.lane(one) & 1 != 0);
        let named: Vec<Thread> = warp.filter(|&one| mask >> shape.lane(one) & 1 != 0).collect();
        if whole {
            self.meet(&named, |shape, clock, epoch| clock.know_warp(shape, shape.warp(thread), epoch));
        } else {
            self.meet(&named, |_, clock, epoch| named.iter().for_each(|&one| clock.know_thread(one, epoch)));
        }
    }

    /// All threads of the grid have met: `grid.sync()`.
    pub fn grid_barrier(&mut self) {
        let shape = self.shape;
        let all: Vec<Thread> = self.blocks.keys().flat_map(|&block| shape.threads_of(block)).collect();
        let epoch = all.iter().map(|&one| self.state(one).epoch).max().unwrap_or(0).max(self.new.epoch);
        // What the grid knows is more than all that its threads know.
        self.meet(&all, |_, clock, _| *clock = Clock::of_grid(epoch));
        let (clock, met) = (Rc::new(Clock::of_grid(epoch)), epoch + 1);
        self.new = State { epoch: met, clock, ..self.new.clone() };
        self.blocks.values_mut().flat_map(Threads::states_mut).for_each(|state| state.epoch = met);
    }

    /// A fence: `__threadfence_block`, `__threadfence`.
    pub fn fence(&mut self, thread: Thread, scope: Scope) {
        let state = self.state_mut(thread);
        if let Some(seen) = &state.seen {
            let seen = if scope == Scope::Device { &seen.wide } else { &seen.narrow };
            Rc::make_mut(&mut state.clock).join(seen);
        }
        let released = Rc::new(self.publish(thread));
        let state = self.state_mut(thread);
        if scope == Scope::Device {
            state.fenced_wide = Some(released.clone());
        }
        state.fenced_narrow = Some(released);
    }

    /// An atomic load.
    pub fn load(&mut self, thread: Thread, variable: &Variable, scope: Scope, order: Order) {
        let (block, rules) = (self.shape.block(thread), self.rules);
        let state = self.state_mut(thread);
        if order.acquires() || rules == Rules::Practice {
            variable.acquire(block, scope, Rc::make_mut(&mut state.clock));
        }
        if rules == Rules::Model {
            let seen = state.seen.get_or_insert_default();
            variable.acquire(block, Scope::Block, &mut seen.narrow);
            variable.acquire(block, scope, &mut seen.wide);
        }
    }

    /// An atomic store.
    pub fn store(&mut self, thread: Thread, variable: &mut Variable, scope: Scope, order: Order) {
        variable.begin();
        self.write(thread, variable, scope, order);
    }

    /// An atomic read-modify-write.
    pub fn update(&mut self, thread: Thread, variable: &mut Variable, scope: Scope, order: Order) {
        self.load(thread, variable, scope, order);
        self.write(thread, variable, scope, order);
    }

    /// Whether a write of a thread that orders nothing by itself releases something.
    pub fn has_fenced(&self, thread: Thread) -> bool {
        self.state(thread).fenced_narrow.is_some()
    }

    fn write(&mut self, thread: Thread, variable: &mut Variable, scope: Scope, order: Order) {
        let block = self.shape.block(thread);
        if order.releases() {
            let released = self.publish(thread);
            variable.release(block, scope, &released);
            return;
        }
        let state = self.state_mut(thread);
        if let Some(clock) = &state.fenced_narrow {
            variable.release(block, Scope::Block, clock);
        }
        if let Some(clock) = &state.fenced_wide {
            variable.release(block, scope, clock);
        }
    }

    /// What a thread knows with what it has done itself; what it does from now on is not part of it.
    fn publish(&mut self, thread: Thread) -> Clock {
        let state = self.state_mut(thread);
        let mut clock = Clock::clone(&state.clock);
        clock.know_thread(thread, state.epoch);
        state.epoch += 1;
        clock
    }

    /// Threads have met. `know` notes that all of them are known up to an epoch, after which each of them begins a new one.
    fn meet(&mut self, all: &[Thread], know: impl FnOnce(Shape, &mut Clock, u32)) {
        let Some(epoch) = all.iter().map(|&one| self.state(one).epoch).max() else { return };
        let mut joint = Clock::default();
        let mut last: Option<&Rc<Clock>> = None;
        for &one in all {
            let clock = &self.state(one).clock;
            // Most often all have theirs from the last barrier.
            if !last.is_some_and(|last| Rc::ptr_eq(last, clock)) {
                joint.join(clock);
            }
            last = Some(clock);
        }
        know(self.shape, &mut joint, epoch);
        let joint = Rc::new(joint);
        let fenced = (self.rules == Rules::Practice).then(|| {
            [self.joint(all, |state| state.fenced_wide.as_ref()), self.joint(all, |state| state.fenced_narrow.as_ref())]
        });
        for &one in all {
            let state = self.state_mut(one);
            state.clock = joint.clone();
            state.epoch = epoch + 1;
            if let Some([wide, narrow]) = &fenced {
                state.fenced_wide.clone_from(wide);
                state.fenced_narrow.clone_from(narrow);
            }
        }
    }

    /// What fences of threads have released.
    fn joint<'a>(&'a self, all: &[Thread], of: impl Fn(&'a State) -> Option<&'a Rc<Clock>>) -> Option<Rc<Clock>> {
        let mut joint: Option<Rc<Clock>> = None;
        for clock in all.iter().filter_map(|&one| of(self.state(one))) {
            match &mut joint {
                Some(joint) if Rc::ptr_eq(joint, clock) => {}
                Some(joint) => Rc::make_mut(joint).join(clock),
                None => joint = Some(clock.clone()),
            }
        }
        joint
    }

    /// Entries of all clocks of threads, each counted once: what the order takes up.
    pub fn entries(&self) -> usize {
        let mut clocks: Vec<&Rc<Clock>> = self.blocks.values().flat_map(Threads::states).map(|state| &state.clock).collect();
        clocks.sort_by_key(|clock| Rc::as_ptr(clock));
        clocks.dedup_by(|a, b| Rc::ptr_eq(a, b));
        clocks.iter().map(|clock| clock.entries()).sum()
    }

    fn state(&self, thread: Thread) -> &State {
        let threads = self.blocks.get(&self.shape.block(thread));
        threads.map_or(&self.new, |threads| threads.of(thread.0 % self.shape.threads))
    }

    fn state_mut(&mut self, thread: Thread) -> &mut State {
        let threads = self.blocks.entry(self.shape.block(thread)).or_insert_with(|| Threads::Alike(self.new.clone()));
        if let Threads::Alike(state) = threads {
            *threads = Threads::Each(vec![state.clone(); self.shape.threads as usize]);
        }
        match threads {
            Threads::Each(states) => &mut states[(thread.0 % self.shape.threads) as usize],
            Threads::Alike(state) => state,
        }
    }
}
