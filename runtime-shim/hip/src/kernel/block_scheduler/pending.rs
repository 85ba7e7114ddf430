//! Keeps what lanes of a warp have put into the exchange while a lane behind them waits for others' turns: the other warps of
//! the block, which run meanwhile, use the same exchange.

use crate::check::undefined;
use hipify_abi::{Context, Exchange, MAX_LANES, MAX_THREADS};

/// The fewest lanes of a warp.
const FEWEST_LANES: usize = 32;

/// An exchange, and what warps have pending beside it. A context's exchange is the first field of one.
#[repr(C)]
pub(crate) struct Room {
    exchange: Exchange,
    /// The warps that have something pending: a bit each, by the first thread in units of [`FEWEST_LANES`].
    kept: u32,
    halves: [Half; MAX_THREADS / FEWEST_LANES],
}

/// Half 0 of an exchange.
struct Half {
    longs: [u64; MAX_LANES],
    words: [u32; MAX_LANES],
    flags: [u8; MAX_LANES],
}

const _: () = assert!(MAX_THREADS / FEWEST_LANES <= u32::BITS as usize);

/// Of a block that begins, nothing is pending.
///
/// # Safety
/// `room` is memory for a room that nothing else uses.
pub(crate) unsafe fn begin(room: *mut Room) {
    // SAFETY: the room is the caller's.
    unsafe { (*room).kept = 0 };
}

/// Keeps half 0 of the exchange for the warp that begins with thread `first`.
///
/// # Safety
/// `context` is that of a block that runs on this thread, whose kernel code is not using the exchange.
pub(super) unsafe fn keep(context: *mut Context, first: u32) {
    let warp = first as usize / FEWEST_LANES;
    // SAFETY: every exchange is the first field of a room, and it belongs to the block that runs.
    let room = unsafe { &mut *(*context).exchange.cast::<Room>() };
    let half = &mut room.halves[warp];
    half.longs = room.exchange.longs[0];
    half.words = room.exchange.words[0];
    half.flags = room.exchange.flags[0];
    room.kept |= 1 << warp;
    undefined::moved(&half.longs, &room.exchange.longs[0]);
    undefined::moved(&half.words, &room.exchange.words[0]);
    undefined::moved(&half.flags, &room.exchange.flags[0]);
}

/// Puts back into half 0 what was kept of the warp that begins with thread `first`, if anything was.
///
/// # Safety
/// What [`keep`] requires.
pub(super) unsafe fn put_back(context: *mut Context, first: u32) {
    let warp = first as usize / FEWEST_LANES;
    // SAFETY: every exchange is the first field of a room, and it belongs to the block that runs.
    let room = unsafe { &mut *(*context).exchange.cast::<Room>() };
    if room.kept >> warp & 1 == 0 {
        return;
    }
    room.kept &= !(1 << warp);
    let half = &room.halves[warp];
    room.exchange.longs[0] = half.longs;
    room.exchange.words[0] = half.words;
    room.exchange.flags[0] = half.flags;
    undefined::moved(&room.exchange.longs[0], &half.longs);
    undefined::moved(&room.exchange.words[0], &half.words);
    undefined::moved(&room.exchange.flags[0], &half.flags);
}
