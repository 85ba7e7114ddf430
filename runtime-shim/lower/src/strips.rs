//! A body that is split for strip mining: what [`crate::strip_mining`] makes, and the arguments of calls of it.

use crate::ir::Function;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{IntValue, PointerValue};

/// Threads of a strip: two vectors of 32-bit values with AVX2, one with AVX-512.
pub(crate) const THREADS: u32 = 16;

/// Threads of a strip where masks cost nothing and there are registers for twice as many: what a strip takes beside its vectors is for more.
pub(crate) const LONG: u32 = 2 * THREADS;

/// Threads of a wide strip, whose loops need few registers and access another page in each iteration. A strip of [`THREADS`] would go through
/// as many cache lines as there are iterations, often all in one set of a cache, before it comes to the line that follows the first.
pub(crate) const MANY_THREADS: u32 = 4 * THREADS;

/// The same where there are 32 registers of 512 bits, so that a strip reads a KiB of 32-bit values before it goes to another page.
pub(crate) const MOST_THREADS: u32 = 4 * MANY_THREADS;

/// What a strip body returns in front of one of its cuts: this plus the cut's segment. Anything less is a state.
pub(crate) const SEGMENTS: u32 = 0x10000;

/// A body split at the loops that [`crate::strip_candidates`] found.
pub(crate) struct Strips<'ctx> {
    /// `fn(the body's parameters, arrays to write, place in them, segment, thread of the strip, whether some stay, arrays, uniform values
    /// before, after) -> segment or state`
    pub(crate) function: Function<'ctx>,
    /// What each segment can go on with; the first is the body's beginning.
    pub(crate) segments: Vec<Segment>,
    /// How many threads strips have, the longest ones first: [`THREADS`], [`LONG`], [`MANY_THREADS`] or [`MOST_THREADS`].
    pub(crate) lengths: Vec<u32>,
    /// Bytes of the arrays.
    pub(crate) bytes: u64,
    /// Bytes of the uniform values.
    pub(crate) uniform_bytes: u64,
    /// What comes across cuts in memory.
    pub(crate) cells: Vec<Cell<'ctx>>,
    /// For each region of the body, in which segments its threads may be.
    pub(crate) reached: Vec<Vec<bool>>,
}

impl Strips<'_> {
    /// Whether threads of a region come to a cut.
    pub(crate) fn divide(&self, state: u32) -> bool {
        self.reached[state as usize].iter().filter(|&&is_reached| is_reached).count() > 1
    }
}

/// A value that comes across cuts in memory.
#[derive(Clone)]
pub(crate) struct Cell<'ctx> {
    /// As it lies there: truth values are bytes in arrays.
    pub(crate) ty: BasicTypeEnum<'ctx>,
    /// Whether it is one of the uniform values, which are numbers and addresses; else it has an array.
    pub(crate) is_uniform: bool,
    /// Where it begins among those.
    pub(crate) offset: u64,
    /// Segments at whose beginning it is needed.
    pub(crate) states: Vec<u32>,
    /// Segments in which it is made.
    pub(crate) made: Vec<u32>,
}

/// What lies between two cuts of a strip body.
#[derive(Clone, Debug)]
pub(crate) struct Segment {
    /// Segments that follow.
    pub(crate) next: Vec<u32>,
    /// Whether threads may leave the body there.
    pub(crate) ends: bool,
    /// Whether the threads of a strip choose the same, if there is a choice.
    pub(crate) alike: bool,
    /// For a segment that begins where threads have been through a loop that they leave one by one: where in the arrays each has
    /// left a byte that says whether it stays. All go through it again while one does.
    pub(crate) lingers: Option<u64>,
    /// Whether it may be that only some threads of a strip come to it, and the strip goes through it with the others masked.
    pub(crate) masks: bool,
    /// Whether it is an iteration that is only gone through so: its threads leave their loop one by one. What is the same for those that stay
    /// is written by some of the threads only, which would not become vector code.
    pub(crate) is_left_apart: bool,
}

/// What a call of a strip body passes beside the body's own arguments.
#[derive(Clone, Copy)]
pub(crate) struct StripArguments<'ctx> {
    /// The numbers of the strip's first thread, in its row, in the block and in its warp.
    pub(crate) first: [IntValue<'ctx>; 3],
    /// Where the arrays begin that it writes, and the thread's place in these.
    pub(crate) out: PointerValue<'ctx>,
    pub(crate) place: IntValue<'ctx>,
    pub(crate) segment: IntValue<'ctx>,
    pub(crate) thread: IntValue<'ctx>,
    /// Not 0 if some thread stays in the loop after which the segment begins.
    pub(crate) stays: IntValue<'ctx>,
    pub(crate) arrays: PointerValue<'ctx>,
    pub(crate) before: PointerValue<'ctx>,
    pub(crate) after: PointerValue<'ctx>,
}
