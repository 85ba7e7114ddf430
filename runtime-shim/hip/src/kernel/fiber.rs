//! Runs blocks of kernels that synchronise in functions which could not be inlined: every thread has a stack of its own.

use std::cell::Cell;
use std::ptr::{null, null_mut};

use corosensei::stack::DefaultStack;
use corosensei::{Coroutine, CoroutineResult, Yielder};
use hipify_abi::{Context, DIVERGED, DONE, Exchange, Kernel, MAX_LANES, Wait};

use crate::check::{self, Tool};
use crate::kernel::fault::{self, Leave, leave};
use crate::kernel::waiting;
use crate::kernel::work_item::{self, Position};

/// Address space of a thread's stack, bytes; only what is used is committed.
const STACK: usize = 256 << 10;

type Fiber = Coroutine<(), Halt, (), DefaultStack>;

/// Where a thread waits.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Halt {
    wait: Wait,
    /// The place in the code: lanes of a warp go on together from one place.
    place: usize,
}

/// One thread of the block.
struct Thread {
    fiber: Fiber,
    /// `None` when it has returned.
    halt: Option<Halt>,
    yielder: Cell<*const Yielder<(), Halt>>,
}

/// What lanes of a warp exchange.
struct Warp {
    exchange: Box<Exchange>,
    active: u64,
    ballot: u64,
}

/// The threads of one block. Kept outside of the frames that a fault jumps over.
pub(crate) struct Fibers {
    /// Boxed: a thread's fiber holds its address.
    #[allow(clippy::vec_box)]
    threads: Vec<Box<Thread>>,
    warps: Vec<Warp>,
    stacks: Vec<DefaultStack>,
}

thread_local! {
    static HERE: Cell<(*mut Thread, *mut Warp)> = const { Cell::new((null_mut(), null_mut())) };
}

impl Fibers {
    pub(crate) const fn new() -> Fibers {
        Fibers { threads: Vec::new(), warps: Vec::new(), stacks: Vec::new() }
    }

    /// Makes a thread for each of a block's, none of them started. False where memory for their stacks is short.
    pub(crate) fn furnish(&mut self, context: *mut Context, kernel: &Kernel) -> bool {
        let Some(entry) = kernel.thread else { return true };
        // SAFETY: the context is valid while its block runs.
        let (threads, warp_size) = unsafe { ((*context).threads, (*context).warp_size) };
        self.clear();
        for _ in 0..threads {
            let stack = self.stacks.pop().map_or_else(|| DefaultStack::new(STACK), Ok);
            let Ok(stack) = stack else { return false };
            self.threads.push(Thread::new(stack, entry, context));
        }
        let warps = threads.div_ceil(warp_size) as usize;
        self.warps.truncate(warps);
        self.warps.resize_with(warps, Warp::new);
        true
    }

    /// Ends what has not ended, without running it, and keeps the stacks.
    pub(crate) fn clear(&mut self) {
        for mut thread in self.threads.drain(..) {
            if !thread.fiber.done() {
                // SAFETY: the frames are a kernel's, which are C's: nothing in them is dropped.
                unsafe { thread.fiber.force_reset() };
            }
            self.stacks.push(thread.fiber.into_stack());
        }
        HERE.set((null_mut(), null_mut()));
    }

    /// Runs the block until all its threads are done, [`DONE`], or wait for the grid, [`DIVERGED`].
    ///
    /// # Safety
    /// `furnish` has been called with this context, no other thread uses it, and this runs under `fault::guarded`.
    pub(crate) unsafe fn run_block(&mut self, context: *mut Context) -> u32 {
        // SAFETY: the context is valid while its block runs.
        let warp_size = unsafe { (*context).warp_size } as usize;
        let mut released = Wait::Entry;
        if self.threads.iter().any(|thread| thread.waits_for(Wait::Grid)) {
            released = Wait::Grid;
        }
        loop {
            for warp in 0..self.warps.len() {
                // SAFETY: this function requires what its callee does.
                unsafe { self.run_warp(context, warp, warp_size, released) };
            }
            let waits_for = |wait| self.threads.iter().any(|thread| thread.waits_for(wait));
            match (waits_for(Wait::Barrier), waits_for(Wait::Grid)) {
                (false, false) => return DONE,
                (false, true) => return DIVERGED,
                (true, false) => {
                    self.tell_apart();
                    released = Wait::Barrier;
                }
                (true, true) => {
                    fault::tell("some threads wait for their block, others for the grid");
                    leave(Leave::Told);
                }
            }
        }
    }

    /// For programs that are checked: threads of a block meet at one barrier. Everything is dropped before a thread goes on.
    fn tell_apart(&self) {
        if check::is_on(Tool::Sync) {
            let places: Vec<Option<usize>> = self.threads.iter().map(|thread| thread.halt.map(|halt| halt.place)).collect();
            waiting::apart(&places);
        }
    }

    /// Takes a warp's lanes on from one kind of wait until none waits for the warp.
    ///
    /// # Safety
    /// The context is that of the block that runs, furnished for its kernel.
    unsafe fn run_warp(&mut self, context: *mut Context, warp: usize, warp_size: usize, released: Wait) {
        let first = warp * warp_size;
        let end = (first + warp_size).min(self.threads.len());
        for thread in first..end {
            if self.threads[thread].waits_for(released) {
                // SAFETY: this function requires what its callee does.
                unsafe { self.resume(context, thread, warp) };
            }
        }
        loop {
            let waiting = self.threads[first..end].iter().filter(|thread| thread.waits_for(Wait::Warp));
            let Some(place) = waiting.filter_map(|thread| thread.halt.map(|halt| halt.place)).min() else { return };
            let chosen = Some(Halt { wait: Wait::Warp, place });
            let lanes = self.threads[first..end].iter().enumerate().filter(|(_, thread)| thread.halt == chosen);
            let active = lanes.fold(0, |mask, (lane, _)| mask | 1 << lane);
            self.warps[warp].release(active);
            let live = self.threads[first..end].iter().enumerate().filter(|(_, thread)| thread.halt.is_some());
            work_item::set_live(Some(live.fold(0, |mask, (lane, _)| mask | 1 << lane)));
            for thread in first..end {
                if active >> (thread - first) & 1 == 1 {
                    // SAFETY: this function requires what its callee does.
                    unsafe { self.resume(context, thread, warp) };
                }
            }
            work_item::set_live(None);
        }
    }

    /// # Safety
    /// The context is that of the block that runs, furnished for its kernel.
    unsafe fn resume(&mut self, context: *mut Context, index: usize, warp: usize) {
        let thread: *mut Thread = &mut *self.threads[index];
        HERE.set((thread, &mut self.warps[warp]));
        // SAFETY: the context is valid while its block runs.
        work_item::set(Position::of(unsafe { &*context }, index as u32));
        // SAFETY: the thread stays where it is, in its box; only this thread of the system uses it.
        unsafe {
            (*thread).halt = match (*thread).fiber.resume(()) {
                CoroutineResult::Yield(halt) => Some(halt),
                CoroutineResult::Return(()) => None,
            };
        }
    }
}

impl Thread {
    fn new(stack: DefaultStack, entry: unsafe extern "C" fn(*mut Context), context: *mut Context) -> Box<Thread> {
        let body = move |yielder: &Yielder<(), Halt>, ()| {
            let (thread, _) = HERE.get();
            // SAFETY: `resume` has set the thread, which outlives its fiber; the context outlives the block.
            unsafe {
                (*thread).yielder.set(yielder);
                entry(context);
            }
        };
        let halt = Some(Halt { wait: Wait::Entry, place: 0 });
        Box::new(Thread { fiber: Coroutine::with_stack(stack, body), halt, yielder: Cell::new(null()) })
    }

    fn waits_for(&self, wait: Wait) -> bool {
        self.halt.is_some_and(|halt| halt.wait == wait)
    }
}

impl Warp {
    fn new() -> Warp {
        Warp { exchange: Box::new(Exchange::EMPTY), active: 0, ballot: 0 }
    }

    /// Makes what has been put the thing to get.
    fn release(&mut self, active: u64) {
        let exchange = &mut self.exchange;
        exchange.words[1] = exchange.words[0];
        exchange.longs[1] = exchange.longs[0];
        exchange.flags[1] = exchange.flags[0];
        exchange.forget_others(1, active);
        self.active = active;
        self.ballot =
            exchange.flags[0].iter().enumerate().fold(0, |mask, (lane, &flag)| mask | u64::from(flag != 0) << lane) & active;
    }
}

// SAFETY: fibers hold frames of kernels, which do not care on which thread of the system they go on; one at a time.
unsafe impl Send for Fibers {}

/// Halts the calling kernel thread. Does not look at this thread of the system's variables after it has been resumed: it may
/// be another one.
#[inline(never)]
extern "C" fn halt(place: usize, wait: Wait) {
    let (thread, _) = HERE.get();
    if thread.is_null() {
        fault::tell("threads synchronise in a function that was compiled without synchronisation");
        leave(Leave::Told);
    }
    // SAFETY: the fiber that runs is this thread's; its yielder lives while it runs.
    unsafe { (*(*thread).yielder.get()).suspend(Halt { wait, place }) };
}

/// A function that halts with its return address as the place.
macro_rules! halts {
    ($($(#[$attribute:meta])* $name:ident = $wait:ident;)*) => { $(
        $(#[$attribute])*
        #[unsafe(no_mangle)]
        #[unsafe(naked)]
        pub extern "C" fn $name() {
            std::arch::naked_asm!("mov rdi, [rsp]", "mov esi, {wait}", "jmp {halt}", wait = const Wait::$wait as u32, halt = sym halt)
        }
    )* };
}

halts! {
    /// Waits for all threads of the block.
    __hipify_barrier = Barrier;
    /// Waits for all blocks of the grid.
    __hipify_grid_sync = Grid;
    /// Waits for the lanes of the warp.
    __hipify_warp_sync = Warp;
}

/// The warp of the kernel thread that runs, and its lane.
fn warp() -> Option<(&'static mut Warp, usize)> {
    let (_, warp) = HERE.get();
    let lane = work_item::lane() as usize;
    // SAFETY: set by `resume`, and used by this thread of the system alone; the reference does not outlive the call's use.
    unsafe { warp.as_mut() }.map(|warp| (warp, lane % MAX_LANES))
}

/// Puts a value into the lane's element.
#[unsafe(no_mangle)]
pub extern "C" fn __hipify_put32(value: u32) {
    if let Some((warp, lane)) = warp() {
        warp.exchange.words[0][lane] = value;
    }
}

/// Puts a value into the lane's element.
#[unsafe(no_mangle)]
pub extern "C" fn __hipify_put64(value: u64) {
    if let Some((warp, lane)) = warp() {
        warp.exchange.longs[0][lane] = value;
    }
}

/// Puts a flag into the lane's element.
#[unsafe(no_mangle)]
pub extern "C" fn __hipify_put_flag(value: bool) {
    if let Some((warp, lane)) = warp() {
        warp.exchange.flags[0][lane] = value.into();
    }
}

/// What a lane put before the last wait for the warp.
#[unsafe(no_mangle)]
pub extern "C" fn __hipify_get32(lane: u32) -> u32 {
    warp().map_or(0, |(warp, _)| warp.exchange.words[1][lane as usize % MAX_LANES])
}

/// What a lane put before the last wait for the warp.
#[unsafe(no_mangle)]
pub extern "C" fn __hipify_get64(lane: u32) -> u64 {
    warp().map_or(0, |(warp, _)| warp.exchange.longs[1][lane as usize % MAX_LANES])
}

/// The lanes whose flag was set at the last wait for the warp.
#[unsafe(no_mangle)]
pub extern "C" fn __hipify_ballot() -> u64 {
    warp().map_or(0, |(warp, _)| warp.ballot)
}

/// The lanes that were released together from the last wait for the warp.
#[unsafe(no_mangle)]
pub extern "C" fn __hipify_active() -> u64 {
    warp().map_or(0, |(warp, _)| warp.active)
}
