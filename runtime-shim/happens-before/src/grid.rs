//! The threads of a launch, and what orders them.

use std::rc::Rc;

use crate::Scope;
use crate::clock::{Clock, Shape, Stamp, Thread};
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
    seen_wide: Clock,
    seen_narrow: Clock,
}

/// The threads of a launch.
#[derive(Clone, Debug)]
pub struct Grid {
    shape: Shape,
    threads: Vec<State>,
}

impl Grid {
    /// A launch begins.
    pub fn new(shape: Shape) -> Grid {
        let state = State {
            epoch: 1,
            clock: Rc::new(Clock::default()),
            fenced_wide: None,
            fenced_narrow: None,
            seen_wide: Clock::default(),
            seen_narrow: Clock::default(),
        };
        Grid { shape, threads: vec![state; shape.size() as usize] }
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
        let first = block * self.shape.threads;
        let all: Vec<Thread> = (first..first + self.shape.threads).map(Thread).collect();
        self.meet(&all, |shape, clock, epoch| clock.know_block(shape, block, epoch));
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
        let all: Vec<Thread> = (0..self.shape.size()).map(Thread).collect();
        // What the grid knows is more than all that its threads know.
        self.meet(&all, |_, clock, epoch| *clock = Clock::of_grid(epoch));
    }

    /// A fence: `__threadfence_block`, `__threadfence`.
    pub fn fence(&mut self, thread: Thread, scope: Scope) {
        let state = &mut self.threads[thread.0 as usize];
        let seen = if scope == Scope::Device { &state.seen_wide } else { &state.seen_narrow };
        Rc::make_mut(&mut state.clock).join(seen);
        let released = Rc::new(self.publish(thread));
        let state = &mut self.threads[thread.0 as usize];
        if scope == Scope::Device {
            state.fenced_wide = Some(released.clone());
        }
        state.fenced_narrow = Some(released);
    }

    /// An atomic load.
    pub fn load(&mut self, thread: Thread, variable: &Variable, scope: Scope, order: Order) {
        let block = self.shape.block(thread);
        let state = &mut self.threads[thread.0 as usize];
        variable.acquire(block, Scope::Block, &mut state.seen_narrow);
        variable.acquire(block, scope, &mut state.seen_wide);
        if order.acquires() {
            variable.acquire(block, scope, Rc::make_mut(&mut state.clock));
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

    fn write(&mut self, thread: Thread, variable: &mut Variable, scope: Scope, order: Order) {
        let block = self.shape.block(thread);
        if order.releases() {
            let released = self.publish(thread);
            variable.release(block, scope, &released);
            return;
        }
        let state = self.state(thread);
        if let Some(clock) = &state.fenced_narrow {
            variable.release(block, Scope::Block, clock);
        }
        if let Some(clock) = &state.fenced_wide {
            variable.release(block, scope, clock);
        }
    }

    /// What a thread knows with what it has done itself; what it does from now on is not part of it.
    fn publish(&mut self, thread: Thread) -> Clock {
        let state = &mut self.threads[thread.0 as usize];
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
        for &one in all {
            let state = &mut self.threads[one.0 as usize];
            state.clock = joint.clone();
            state.epoch = epoch + 1;
        }
    }

    /// Entries of all clocks of threads, each counted once: what the order takes up.
    pub fn entries(&self) -> usize {
        let mut clocks: Vec<&Rc<Clock>> = self.threads.iter().map(|state| &state.clock).collect();
        clocks.sort_by_key(|clock| Rc::as_ptr(clock));
        clocks.dedup_by(|a, b| Rc::ptr_eq(a, b));
        clocks.iter().map(|clock| clock.entries()).sum()
    }

    fn state(&self, thread: Thread) -> &State {
        &self.threads[thread.0 as usize]
    }
}
