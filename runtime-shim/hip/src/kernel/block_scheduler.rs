//! The block scheduler takes a block's threads from one wait to the next: as a whole by the kernel's `run` while they are in one
//! state, thread by thread by its `step` when they have diverged.
//!
//! Nothing here owns memory while kernel code runs: a faulting kernel is left by a jump over these frames.

use hipify_abi::{Context, DIVERGED, DONE, Kernel, MAX_LANES, MAX_THREADS, WHOLE, Wait, flags, settled};

use crate::check::{self, Tool, undefined};
use crate::kernel::fault::{Leave, leave};
use crate::kernel::{waiting, work_item};

mod lanes;
pub(crate) mod pending;

use lanes::{Progress, Until, together};

const GONE: u16 = DONE as u16;

/// Runs a block on from `state` to its end or to a wait for other blocks. [`DIVERGED`] says, going in and coming out, that the
/// threads wait in different states, which stand in the context.
///
/// Returns [`DONE`], [`DIVERGED`] or the state in which all threads wait for other blocks.
///
/// # Safety
/// `context` is valid and has been furnished for `kernel`, whose object is loaded; no other thread uses it; this runs under
/// [`fault::guarded`], with nothing on the stack above that needs dropping.
pub(crate) unsafe fn run_block(kernel: &Kernel, context: *mut Context, state: u32) -> u32 {
    let Some(run) = kernel.run else { return DONE };
    let (mut state, mut turns_left) = (state, TURNS);
    if state == DIVERGED {
        // SAFETY: this function requires what its callee does.
        state = unsafe {
            let turns = states(context).iter().any(|&state| state != GONE && wait_of(kernel, state) == Wait::Turn);
            release(kernel, context, if turns { Wait::Turn } else { Wait::Grid });
            converge(kernel, context, &mut turns_left)
        };
    } else {
        // SAFETY: this function requires what its callee does.
        state = unsafe { advance(kernel, run, context, state, &mut turns_left) };
    }
    while state != DONE && state != DIVERGED {
        // SAFETY: the kernel's waits have an element a state.
        match unsafe { wait_of(kernel, state) } {
            Wait::Grid => break,
            Wait::Turn if turns_left == 0 => break,
            Wait::Turn => turns_left -= 1,
            _ => {}
        }
        // SAFETY: this function requires what its callee does.
        state = unsafe { advance(kernel, run, context, state, &mut turns_left) };
    }
    state
}

/// Whether threads of a block that [`run_block`] left in `state` wait for their turn, rather than for the grid.
///
/// # Safety
/// `context` has been furnished for `kernel`, and no other thread uses it.
pub(crate) unsafe fn waits_for_turn(kernel: &Kernel, context: *const Context, state: u32) -> bool {
    // SAFETY: states other than GONE come from the kernel's code.
    let is_turn = |state: u32| state != DONE && unsafe { wait_of(kernel, state) } == Wait::Turn;
    if state != DIVERGED {
        return is_turn(state);
    }
    // SAFETY: no kernel code runs while the states are looked at.
    unsafe { states(context.cast_mut()) }.iter().any(|&state| is_turn(state.into()))
}

/// Turns that a block's threads give each other before other blocks get theirs.
const TURNS: u32 = 64;

/// Takes threads that are all in one state on, until all are in another one, or wait for other blocks: [`DIVERGED`].
///
/// # Safety
/// What [`run_block`] requires.
unsafe fn advance(kernel: &Kernel, run: Run, context: *mut Context, from: u32, turns_left: &mut u32) -> u32 {
    // SAFETY: the context is furnished, and the kernel may be run; callees require the same.
    unsafe {
        let state = run(context, from);
        if state != DIVERGED {
            return state;
        }
        // A kernel that has no fast way leaves its threads where they are.
        if states(context).iter().all(|&state| u32::from(state) == from) {
            release(kernel, context, wait_of(kernel, from));
        }
        converge(kernel, context, turns_left)
    }
}

/// [`Kernel::run`].
type Run = unsafe extern "C" fn(*mut Context, u32) -> u32;

/// Takes diverged threads on until all are in one state, which is returned, or all wait for other blocks: [`DIVERGED`].
///
/// # Safety
/// What [`run_block`] requires.
unsafe fn converge(kernel: &Kernel, context: *mut Context, turns_left: &mut u32) -> u32 {
    loop {
        // SAFETY: states are valid after `run` returned DIVERGED and after `step`.
        let states = unsafe { states(context) };
        let one = states.iter().all(|&state| state == states[0]);
        // SAFETY: states other than GONE come from the kernel's code.
        if one && (states[0] == GONE || unsafe { wait_of(kernel, states[0]) } != Wait::Warp) {
            return u32::from(states[0]);
        }
        // SAFETY: states other than GONE come from the kernel's code.
        let waits_for = |wait| move |&state: &u16| state != GONE && unsafe { wait_of(kernel, state) } == wait;
        if states.iter().any(waits_for(Wait::Warp)) {
            // SAFETY: this function requires what its callee does.
            unsafe { settle_all(kernel, context) };
            // SAFETY: no kernel code runs while the states are looked at.
            let states = unsafe { self::states(context) };
            if !states.iter().any(waits_for(Wait::Turn)) {
                continue;
            }
        }
        // Threads at a barrier continue when all have arrived.
        // SAFETY: this function requires what its callee does.
        if unsafe { self::states(context) }.iter().any(waits_for(Wait::Turn)) {
            if *turns_left == 0 {
                return DIVERGED;
            }
            *turns_left -= 1;
            // SAFETY: this function requires what its callee does.
            unsafe { release(kernel, context, Wait::Turn) };
            continue;
        }
        if !states.iter().any(waits_for(Wait::Barrier)) {
            return DIVERGED;
        }
        if states.iter().any(waits_for(Wait::Grid)) {
            waiting::tell_grid(kernel, states);
            leave(Leave::Told);
        }
        // SAFETY: this function requires what its callee does.
        unsafe {
            check_barriers(kernel, context, states);
            release(kernel, context, Wait::Barrier);
        }
    }
}

/// Takes every warp on until its lanes wait for more than the warp.
///
/// # Safety
/// What [`run_block`] requires.
unsafe fn settle_all(kernel: &Kernel, context: *mut Context) {
    // SAFETY: the context is valid while its block runs.
    let (threads, warp_size) = unsafe { ((*context).threads, (*context).warp_size) };
    let mut first = 0;
    while first < threads {
        let count = warp_size.min(threads - first);
        // SAFETY: this function requires what its callee does.
        unsafe { settle(kernel, context, first, count, &[GONE; MAX_LANES], Until::Rest) };
        first += count;
    }
}

/// A GPU has one barrier for the lanes of a warp: they must all wait at the same one.
///
/// # Safety
/// `context` is that of a block that runs on this thread.
unsafe fn check_barriers(kernel: &Kernel, context: *mut Context, states: &[u16]) {
    // SAFETY: the context is valid while its block runs.
    let warp_size = unsafe { (*context).warp_size } as usize;
    if check::is_on(Tool::Sync) {
        waiting::tell_barriers_of_block(kernel, states, warp_size);
    }
    for (warp, lanes) in states.chunks(warp_size).enumerate() {
        let live = |&lane: &usize| lanes[lane] != GONE;
        let Some(first) = (0..lanes.len()).find(live) else { continue };
        if let Some(other) = (first..lanes.len()).filter(live).find(|&lane| lanes[lane] != lanes[first]) {
            let (first, other) = (warp * warp_size + first, warp * warp_size + other);
            waiting::tell_barriers(first, other);
            leave(Leave::Told);
        }
    }
}

/// Lets the threads that wait so go on to their next waits; warp by warp where lanes exchange values.
///
/// # Safety
/// What [`run_block`] requires.
unsafe fn release(kernel: &Kernel, context: *mut Context, wait: Wait) {
    // SAFETY: the context is valid while its block runs.
    let (threads, warp_size) = unsafe { ((*context).threads, (*context).warp_size) };
    if kernel.flags & flags::WARP == 0 {
        // SAFETY: this function requires what its callee does.
        unsafe { step_runs(kernel, context, 0, threads, wait) };
        return;
    }
    // `step` puts to half 0. All that was put before has been got, or is kept: the threads wait for more than their warp, or are
    // ahead of one that does.
    // SAFETY: the context is valid while its block runs.
    unsafe { (*context).phase = 0 };
    let mut first = 0;
    while first < threads {
        let count = warp_size.min(threads - first);
        // SAFETY: this function requires what its callee does.
        unsafe {
            pending::put_back(context, first);
            let mut before = [GONE; MAX_LANES];
            before[..count as usize].copy_from_slice(&states(context)[first as usize..(first + count) as usize]);
            step_runs(kernel, context, first, count, wait);
            settle(kernel, context, first, count, &before, Until::Rest);
        }
        first += count;
    }
}

/// Steps each run of neighbours that are in one state and wait so. A thread is stepped once, whatever state it gets into.
///
/// # Safety
/// What [`run_block`] requires.
unsafe fn step_runs(kernel: &Kernel, context: *mut Context, first: u32, count: u32, wait: Wait) {
    let Some(step) = kernel.step else { return };
    let mut before = [GONE; MAX_THREADS];
    let (first, end) = (first as usize, (first + count) as usize);
    // SAFETY: states are valid around `step`.
    before[first..end].copy_from_slice(unsafe { &states(context)[first..end] });
    let mut start = first;
    while start < end {
        let state = before[start];
        let run = before[start..end].iter().take_while(|&&other| other == state).count();
        // SAFETY: states other than GONE come from the kernel's code.
        if state != GONE && unsafe { wait_of(kernel, state) } == wait {
            // SAFETY: the threads are in this state.
            unsafe { step(context, start as u32, run as u32, u32::from(state)) };
        }
        start += run;
    }
}

/// Takes the lanes of a warp on. Lanes that wait for their warp are released state by state, those that have advanced least first:
/// [`Progress::least_advanced`]. It is not enough that they meet where some have gone back in the code on their way: these could be another
/// time round in a loop, with other values of what lanes together have one of.
/// `before`: the states that lanes come from; those that have not moved say [`DIVERGED`] or [`DONE`].
///
/// # Safety
/// What [`run_block`] requires.
unsafe fn settle(kernel: &Kernel, context: *mut Context, first: u32, count: u32, before: &[u16; MAX_LANES], until: Until) {
    let Some(step) = kernel.step else { return };
    // SAFETY: the context is valid while its block runs, and nothing else uses it now.
    unsafe {
        if (*context).phase == 1 {
            copy_half(context, 1, 0);
            (*context).phase = 0;
        }
        pending::put_back(context, first);
    }
    let mut until = until;
    // SAFETY: states are valid when this is called.
    let lanes = unsafe { &states(context)[first as usize..(first + count) as usize] };
    // SAFETY: the states come from the kernel's code.
    let mut progress = unsafe { Progress::from(kernel, lanes, before) };
    loop {
        // SAFETY: states are valid around `step`.
        let lanes = unsafe { &states(context)[first as usize..(first + count) as usize] };
        // SAFETY: the lanes' states come from the kernel's code.
        let Some(state) = (unsafe { progress.least_advanced(kernel, lanes) }) else { return };
        // Lanes ahead of one that waits for others' turns do not go on without it.
        // SAFETY: it is the state of a lane.
        if unsafe { wait_of(kernel, state) } == Wait::Turn {
            // SAFETY: no kernel code runs in the block.
            unsafe { pending::keep(context, first) };
            return;
        }
        if until.is_met_by(lanes) {
            return;
        }
        let released = lanes.iter().enumerate().filter(|(_, lane)| **lane == state);
        let active = released.fold(0, |mask, (lane, _)| mask | 1u64 << lane);
        // SAFETY: states are valid around `step`; the lanes are in this state.
        unsafe {
            (*context).active = active;
            (*context).ballot = ballot(context, active);
            copy_half(context, 0, 1);
            (*(*context).exchange).forget_others(1, active);
            work_item::set_live(Some(live(lanes)));
            step(context, first, count, u32::from(state));
            work_item::set_live(None);
            let lanes = &states(context)[first as usize..(first + count) as usize];
            if progress.count(kernel, lanes, active, state) {
                until = Until::Rest;
            }
        }
    }
}

/// The lanes that have not ended.
fn live(lanes: &[u16]) -> u64 {
    lanes.iter().enumerate().fold(0, |mask, (lane, &state)| mask | u64::from(state != GONE) << lane)
}

/// The active lanes whose flag is set in half 0.
///
/// # Safety
/// `context` is that of a block that runs on this thread, whose kernel code is not using the exchange.
unsafe fn ballot(context: *mut Context, active: u64) -> u64 {
    // SAFETY: the exchange belongs to the block that runs.
    let flags = unsafe { &(*(*context).exchange).flags[0] };
    let set = flags.iter().enumerate().fold(0, |mask, (lane, &flag)| mask | u64::from(flag != 0) << lane);
    set & active
}

/// Copies what lanes have put to one half of the exchange to the other.
///
/// # Safety
/// `context` is that of a block that runs on this thread, whose kernel code is not using the exchange.
unsafe fn copy_half(context: *mut Context, from: usize, to: usize) {
    // SAFETY: the exchange belongs to the block that runs.
    let exchange = unsafe { &mut *(*context).exchange };
    exchange.words[to] = exchange.words[from];
    exchange.longs[to] = exchange.longs[from];
    exchange.flags[to] = exchange.flags[from];
    undefined::moved(&exchange.words[to], &exchange.words[from]);
    undefined::moved(&exchange.longs[to], &exchange.longs[from]);
    undefined::moved(&exchange.flags[to], &exchange.flags[from]);
}

/// The states of a block's threads.
///
/// # Safety
/// `context` has been furnished, and no kernel code runs in its block while the answer is used.
unsafe fn states<'a>(context: *mut Context) -> &'a [u16] {
    // SAFETY: the context has an element a thread.
    unsafe { std::slice::from_raw_parts((*context).states, (*context).threads as usize) }
}

/// What threads in a state wait for.
///
/// # Safety
/// `state` is one of the kernel's: less than [`DIVERGED`], and given by its code.
unsafe fn wait_of(kernel: &Kernel, state: impl Into<u32>) -> Wait {
    let state = state.into();
    debug_assert!(state < kernel.state_count);
    // SAFETY: the kernel's waits have an element for each of its states, of which the caller gives one.
    unsafe { *kernel.waits.add(state as usize) }
}

const _: () = assert!(MAX_LANES == u64::BITS as usize);

/// [`hipify_abi::SETTLE`].
///
/// # Safety
/// A kernel's `run` calls this with the context that it was called with; `first` and `count` are the threads of a warp.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __hipify_settle(context: *mut Context, first: u32, count: u32, before: u32) -> u64 {
    // SAFETY: the runtime's own field leads to the kernel that runs.
    unsafe {
        let kernel = &*(*context).private.cast::<Kernel>();
        let until = if before & WHOLE == 0 { Until::Meeting } else { Until::MeetingOfAll };
        settle(kernel, context, first, count, &[before as u16; MAX_LANES], until);
        let lanes = &states(context)[first as usize..(first + count) as usize];
        let (state, from, to) = together(lanes).unwrap_or((DIVERGED, 0, count));
        if state != DIVERGED && to - from < (*context).warp_size {
            __hipify_forget_others(context, lane_mask(from, to));
        }
        settled(state, from, to)
    }
}

/// The lanes from one to in front of another.
fn lane_mask(from: u32, to: u32) -> u64 {
    (from..to).fold(0, |mask, lane| mask | 1 << lane)
}

/// [`hipify_abi::FORGET_OTHERS`].
///
/// # Safety
/// `context` is that of the block that runs on this thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __hipify_forget_others(context: *mut Context, active: u64) {
    // SAFETY: the exchange belongs to the block that runs.
    let exchange = unsafe { &mut *(*context).exchange };
    exchange.forget_others(0, active);
    exchange.forget_others(1, active);
}
