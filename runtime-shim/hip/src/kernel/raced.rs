//! Kernels checked for races: what their code calls, and where their blocks run.

use std::cell::Cell;
use std::ffi::c_void;
use std::ops::Range;

use hipify_abi::checks::UNKNOWN_THREAD;
use hipify_abi::{Context, Kernel};

use crate::check::finding::{Finding, Note, Place};
use crate::check::race::{self, Ground, Raced, Side, Who};
use crate::check::{Tool, allocations, device_pages, sink, trail};
use crate::kernel::arena;
use crate::kernel::arguments;
use crate::kernel::checked;
use crate::kernel::shape::Shape;
use crate::kernel::work_item;
use crate::types::launch;

/// Whether each access of a launch is to be told, to who compares it with others: it may run beside other work, or is passed memory that
/// the host may use meanwhile.
pub(crate) fn is_reached(shape: &Shape) -> bool {
    let mut words = arguments::words(shape.kernel.get(), &shape.arguments);
    shape.piece.is_some() && (trail::are_streams() || words.any(device_pages::may_be_shared))
}

/// A block begins or goes on on this thread of the system, which has the turn.
pub(crate) fn enter(shape: &Shape, kernel: &Kernel, context: &Context) {
    let Some(launch) = shape.number().filter(|_| race::is_looking()) else { return };
    let [x, y, z] = context.grid_dim.map(u64::from);
    let [at_x, at_y, at_z] = context.block_idx.map(u64::from);
    let range = |start: *mut u8, size: usize| start as usize..start as usize + size;
    let code = kernel.run.map_or(0, |run| run as usize) | kernel.thread.map_or(0, |thread| thread as usize);
    race::enter(Ground {
        launch,
        block: at_x + x * (at_y + y * at_z),
        blocks: x * y * z,
        threads: context.threads,
        lanes: context.warp_size,
        shared: range(context.shared, arena::shared_size(context, kernel)),
        frame: range(context.frame, kernel.frame_bytes as usize),
        stack: stack(),
        code,
        piece: shape.piece.clone().filter(|_| is_reached(shape)),
    });
}

/// The stack of this thread of the system.
fn stack() -> Range<usize> {
    thread_local! {
        static STACK: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
    }
    let (mut start, mut end) = STACK.get();
    if end == 0 {
        // SAFETY: zero is a value of every field.
        let mut attributes: libc::pthread_attr_t = unsafe { std::mem::zeroed() };
        let (mut low, mut size) = (std::ptr::null_mut::<c_void>(), 0usize);
        // SAFETY: the attributes are those of this thread, and are given back.
        unsafe {
            if libc::pthread_getattr_np(libc::pthread_self(), &mut attributes) == 0 {
                libc::pthread_attr_getstack(&attributes, &mut low, &mut size);
                libc::pthread_attr_destroy(&mut attributes);
            }
        }
        (start, end) = (low as usize, low as usize + size.max(1));
        STACK.set((start, end));
    }
    start..end
}

/// The thread that code names, or that is known to run.
fn known(thread: u32) -> u32 {
    if thread == UNKNOWN_THREAD { work_item::linear() } else { thread }
}

/// [`hipify_abi::checks::RACE_ACCESS`]: adds where it is called to what it was called with.
#[cfg(target_arch = "x86_64")]
#[unsafe(no_mangle)]
#[unsafe(naked)]
pub(crate) extern "C" fn __hipify_race_access() {
    std::arch::naked_asm!("mov r8, [rsp]", "jmp {access}", access = sym access)
}

extern "C" fn access(address: *const c_void, size: u64, how: u32, thread: u32, site: *const c_void) {
    if let Some(raced) = looked_at(address, size, how, thread, site) {
        tell(&raced);
    }
}

/// What an access races with, where anybody looks.
fn looked_at(address: *const c_void, size: u64, how: u32, thread: u32, site: *const c_void) -> Option<Raced> {
    race::is_looking().then(|| race::access(address as usize, size as usize, how, known(thread), site as usize)).flatten()
}

/// [`hipify_abi::checks::RACE_WRITE`]: adds where it is called to what it was called with.
#[cfg(target_arch = "x86_64")]
#[unsafe(no_mangle)]
#[unsafe(naked)]
pub(crate) extern "C" fn __hipify_race_write() {
    std::arch::naked_asm!("mov r9, [rsp]", "jmp {write}", write = sym write)
}

extern "C" fn write(address: *const c_void, size: u64, how: u32, thread: u32, value: u64, site: *const c_void) {
    if let Some(raced) = looked_at(address, size, how, thread, site) {
        let bytes = value.to_le_bytes();
        let new = &bytes[..bytes.len().min(size as usize)];
        // SAFETY: the kernel writes these bytes next.
        let old = unsafe { std::slice::from_raw_parts(address.cast::<u8>(), new.len()) };
        if !(raced.before.writes && old == new) {
            tell(&raced);
        }
    }
}

/// [`hipify_abi::checks::RACE_REACH`]: adds where it is called to what it was called with.
#[cfg(target_arch = "x86_64")]
#[unsafe(no_mangle)]
#[unsafe(naked)]
pub(crate) extern "C" fn __hipify_race_reach() {
    std::arch::naked_asm!("mov r8, [rsp]", "jmp {reach}", reach = sym reach)
}

extern "C" fn reach(address: *const c_void, size: u64, how: u32, thread: u32, site: *const c_void) {
    if race::is_looking() {
        race::reach(address as usize, size as usize, how, known(thread), site as usize);
    }
}

/// [`hipify_abi::checks::RACE_WARP`].
#[unsafe(no_mangle)]
pub(crate) extern "C" fn __hipify_race_warp(mask: u64, thread: u32) {
    if race::is_looking() {
        race::warp_met(mask, known(thread));
    }
}

/// [`hipify_abi::checks::RACE_BLOCK`].
#[unsafe(no_mangle)]
pub(crate) extern "C" fn __hipify_race_block(thread: u32) {
    if race::is_looking() {
        race::block_met(known(thread));
    }
}

/// [`hipify_abi::checks::RACE_GRID`].
#[unsafe(no_mangle)]
pub(crate) extern "C" fn __hipify_race_grid(thread: u32) {
    if race::is_looking() {
        race::grid_met(known(thread));
    }
}

/// [`hipify_abi::checks::RACE_FENCE`].
#[unsafe(no_mangle)]
pub(crate) extern "C" fn __hipify_race_fence(is_narrow: u64, thread: u32) {
    if race::is_looking() {
        race::fence(is_narrow != 0, known(thread));
    }
}

/// The finding is at the write, of two at the one that came first in the code.
fn tell(raced: &Raced) {
    let Raced { kind, address, is_shared, now, before } = raced;
    let is_first = now.writes && (!before.writes || now.site <= before.site);
    let (at, other) = if is_first { (now, before) } else { (before, now) };
    let Some(context) = work_item::context() else { return };
    let Some(place) = checked::place(None) else { return };
    let (block, thread) = indices(context, at.who);
    let place = Place { block, thread: Some(thread), lane: at.who.thread % context.warp_size.max(1), ..place };
    let memory = if *is_shared { "shared memory" } else { "memory" };
    let whose = match *kind {
        "warp" => "another lane of the warp",
        "shared" => "another warp of the block",
        _ if now.who.block == before.who.block => "another thread of the block",
        _ => "a thread of another block",
    };
    let message = format!("{} of {memory} that nothing orders with the {} of {whose}", at.what, other.what);
    let allocation = (!is_shared).then(|| allocations::born_at(*address)).flatten();
    let notes = std::iter::once(described(context, other)).chain(allocation);
    let finding = Finding {
        tool: Tool::Race,
        kind,
        message,
        site: Some(at.site),
        place: Some(place),
        calls: String::new(),
        notes: notes.collect(),
    };
    sink::report(finding);
}

/// The other access.
fn described(context: &Context, side: &Side) -> Note {
    let (block, thread) = indices(context, side.who);
    let [block, thread] = [block, thread].map(|[x, y, z]| format!("({x}, {y}, {z})"));
    let label = format!("the {} is here, by block {block}, thread {thread}", side.what);
    Note { label, calls: "".into(), site: Some(side.site) }
}

fn indices(context: &Context, who: Who) -> ([u32; 3], [u32; 3]) {
    (launch::place(who.block, context.grid_dim), launch::place(u64::from(who.thread), context.block_dim))
}
