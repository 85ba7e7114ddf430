//! What a CPU code object and the runtime that runs it know of each other: memory layouts, symbol names and the states a
//! thread of a block can be in. `lower` writes by it, `hip` reads by it; neither depends on the other.
//!
//! A kernel's body is cut where its threads synchronise. What lies between two cuts is a *region*; a thread that has left one
//! waits in a *state*, the number of the region it goes on with. State 0 is the kernel's entry.

use std::ffi::{c_char, c_void};

pub mod checks;
mod tool;

pub use tool::Tool;

/// The id under which a CPU code object stands in an offload bundle. AMD's code object manager passes over it.
pub const BUNDLE_ENTRY: &str = "hip-x86_64-pc-linux-gnu";

/// What follows in the id of code that holds for warps of one size alone, before their lanes.
const OF_WAVE: &str = "--wave";

/// The id of code for warps of `lanes`, or of all sizes.
#[must_use]
pub fn bundle_entry(lanes: Option<u32>) -> String {
    lanes.map_or_else(|| BUNDLE_ENTRY.to_owned(), |lanes| format!("{BUNDLE_ENTRY}{OF_WAVE}{lanes}"))
}

/// Of an entry for the CPU the lanes of the warps that its code is for, none inside for all sizes. Bundlers add a dash where a
/// target id would follow.
#[must_use]
pub fn lanes_of_entry(id: &str) -> Option<Option<u32>> {
    let rest = id.strip_prefix(BUNDLE_ENTRY)?.trim_end_matches('-');
    if rest.is_empty() { Some(None) } else { Some(Some(rest.strip_prefix(OF_WAVE)?.parse().ok()?)) }
}

/// The exported symbol, a [`Table`], that a CPU code object is known by.
pub const TABLE_SYMBOL: &str = "__hipify_code_object";

/// The variable, of 32 bits, of a code object for warps of one size alone: their lanes.
pub const LANES_SYMBOL: &str = "__hipify_lanes";

/// Grows with every change of a layout or a meaning in this crate.
pub const VERSION: u32 = 10;

/// A thread that has returned from the kernel.
pub const DONE: u32 = 0xffff;

/// What [`Kernel::run`] returns when not all threads of the block are in one state: [`Context::states`] says where each is.
pub const DIVERGED: u32 = 0xfffe;

/// Threads a block can have; arrays of one element a thread are laid out for so many.
pub const MAX_THREADS: usize = 1024;

/// Alignment of shared memory, and of the dynamic part of it, bytes.
pub const SHARED_ALIGN: usize = 128;

/// Lanes of the widest warp.
pub const MAX_LANES: usize = 64;

/// What the threads in a state wait for.
#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// Nothing: the kernel's entry.
    Entry = 0,
    /// All threads of the block.
    Barrier = 1,
    /// The lanes of the warp.
    Warp = 2,
    /// All blocks of the grid.
    Grid = 3,
    /// Its turn, after other threads and blocks have had theirs: it reads again what one of them is to write.
    Turn = 4,
}

impl Wait {
    /// Whether a block goes back to the runtime with threads that wait so, for other blocks to run.
    pub fn leaves(self) -> bool {
        matches!(self, Wait::Grid | Wait::Turn)
    }
}

/// What a kernel needs of the runtime; bits of [`Kernel::flags`].
pub mod flags {
    /// Lanes of a warp exchange values, so that blocks run warp by warp.
    pub const WARP: u32 = 1;
    /// Blocks go back to the runtime before they are done, for others to run: they meet, or threads wait for what others write.
    pub const GRID: u32 = 2;
    /// Synchronises in functions that could not be inlined: every thread needs a stack, see [`Kernel::thread`](super::Kernel::thread).
    pub const FIBERS: u32 = 4;
    /// Uses dynamic shared memory.
    pub const DYNAMIC_SHARED: u32 = 8;
    /// Cut after accesses to shared memory through which lanes talk without synchronisation.
    pub const LOCKSTEP: u32 = 16;
    /// Blocks that lie beside each other along x can be run as one: see [`Context::neighbours`](super::Context::neighbours).
    pub const NEIGHBOURS: u32 = 32;
    /// `run` takes blocks that lie beside each other along x through each region one after the other, each with a context of its own: see
    /// [`Context::neighbours`](super::Context::neighbours).
    pub const SIDE_BY_SIDE: u32 = 64;
    /// With [`SIDE_BY_SIDE`]: so few blocks that their shared memory stays in the first-level cache.
    pub const FEW: u32 = 128;
}

/// Threads of a block's row from which on blocks do not go [side by side](flags::SIDE_BY_SIDE): its rows are long enough by themselves.
pub const LONG_ROW: u32 = 128;

/// What [`TABLE_SYMBOL`] names.
#[repr(C)]
pub struct Table {
    /// [`VERSION`] of the writer.
    pub version: u32,
    pub kernel_count: u32,
    pub kernels: *const Kernel,
    pub variable_count: u32,
    pub reserved: u32,
    pub variables: *const Variable,
    /// Processor features that the code needs, as Rust names them ("avx2 fma"), separated by spaces, null-terminated.
    pub processor_features: *const c_char,
}

/// One kernel.
#[repr(C)]
pub struct Kernel {
    /// Mangled device-side name, null-terminated.
    pub name: *const c_char,
    /// Runs a whole block on from `state`, in which all its threads are (0, or what `run` returned), as far as it can.
    /// Returns [`DONE`], a state that [leaves](Wait::leaves), or [`DIVERGED`]. Null with [`flags::FIBERS`].
    pub run: Option<unsafe extern "C" fn(context: *mut Context, state: u32) -> u32>,
    /// Runs one region for those of the threads `first .. first + count` that are in `state`, one after the other, and leaves
    /// each one's next state in [`Context::states`]. The slow way, for threads that have diverged. Null with [`flags::FIBERS`].
    pub step: Option<unsafe extern "C" fn(context: *mut Context, first: u32, count: u32, state: u32)>,
    /// Runs one thread from beginning to end; synchronises by calls of the runtime's `__hipify_*` functions. Only with
    /// [`flags::FIBERS`], else null.
    pub thread: Option<unsafe extern "C" fn(context: *mut Context)>,
    pub state_count: u32,
    pub parameter_count: u32,
    /// What threads in each state wait for: `state_count` elements.
    pub waits: *const Wait,
    /// The kernel's parameters in the order of its source.
    pub parameters: *const Parameter,
    /// Bytes of [`Context::frame`].
    pub frame_bytes: u32,
    /// Bytes of static shared memory. Dynamic shared memory begins at the next multiple of [`SHARED_ALIGN`].
    pub shared_bytes: u32,
    pub flags: u32,
    /// Of `__launch_bounds__`; 0 where there is none.
    pub max_threads: u32,
    /// The innermost loop that each state is in, [`NO_LOOP`] for none: `state_count` elements, then one a loop, the loop around it.
    /// A loop's number is the index of its own element. Null where there is none. Threads that have been round in a loop more often
    /// than others in it are ahead of them.
    pub loops: *const u16,
    /// How many states are on the longest way to each that goes round in no loop: `state_count` elements; null where states are
    /// numbered so. A thread that gets from a state to one that is no deeper has gone round in a loop.
    pub depths: *const u16,
    /// Where in the source the threads in each state wait: `state_count` C strings of lines `FILE:LINE:COLUMN`, the innermost of
    /// inlined calls first; each is empty, and all of it null, without debug information.
    pub places: *const *const c_char,
}

/// In [`Kernel::loops`]: not inside of a loop.
pub const NO_LOOP: u16 = u16::MAX;

/// One parameter of a kernel.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Bytes to copy at a launch.
    pub size: u32,
    /// Alignment in a packed argument buffer, bytes.
    pub align: u32,
}

/// One `__device__`, `__constant__` or `__managed__` variable.
#[repr(C)]
pub struct Variable {
    /// Mangled device-side name, null-terminated.
    pub name: *const c_char,
    pub address: *mut c_void,
    pub size: u64,
}

/// What a block runs on. The runtime fills it; code objects read all and write `states`, `phase`, `exchange` and what the pointers lead to.
#[repr(C)]
pub struct Context {
    /// One pointer a parameter, as `hipLaunchKernel` takes them.
    pub arguments: *const *const c_void,
    pub block_dim: [u32; 3],
    pub grid_dim: [u32; 3],
    pub block_idx: [u32; 3],
    /// Threads in the block.
    pub threads: u32,
    /// 32 or 64.
    pub warp_size: u32,
    /// Bytes of dynamic shared memory.
    pub dynamic_shared: u32,
    /// Static, then dynamic shared memory, each aligned to [`SHARED_ALIGN`].
    pub shared: *mut u8,
    /// Values that live across synchronisation; 64-byte aligned, laid out by the code object.
    pub frame: *mut u8,
    /// One state a thread. Valid when `run` has returned [`DIVERGED`], and around `step`.
    pub states: *mut u16,
    pub exchange: *mut Exchange,
    /// Lanes that the runtime has just released from a warp-wide wait, for `step`: bit n is lane n of the warp.
    pub active: u64,
    /// Of those lanes, the ones whose flag is set.
    pub ballot: u64,
    /// Which half of `exchange` holds what lanes have put and not yet got, when `run` has returned [`DIVERGED`] or calls
    /// [`SETTLE`]. `step` puts to half 0 and gets from half 1.
    pub phase: u32,
    /// How many of the blocks that follow along x `run` takes together with this one; 0 without [`flags::NEIGHBOURS`] or
    /// [`flags::SIDE_BY_SIDE`]. With the latter their contexts follow this one in memory, with shared memory and a frame for each.
    pub neighbours: u32,
    /// The runtime's own.
    pub private: *mut c_void,
}

/// Values on their way between lanes, by size, in two halves. A lane puts into its own element and gets from any, after a wait.
///
/// What a lane gets may lie up to [`MAX_LANES`] elements before or after its own: code loads that first, for all lanes in a
/// row, and decides then whether it was an element of the warp. Such memory is readable and has no meaning.
#[repr(C, align(64))]
pub struct Exchange {
    before: [u64; MAX_LANES],
    pub longs: [[u64; MAX_LANES]; 2],
    pub words: [[u32; MAX_LANES]; 2],
    after: [u32; MAX_LANES],
    pub flags: [[u8; MAX_LANES]; 2],
}

impl Exchange {
    /// Nothing has been put.
    pub const EMPTY: Exchange = Exchange {
        before: [0; MAX_LANES],
        longs: [[0; MAX_LANES]; 2],
        words: [[0; MAX_LANES]; 2],
        after: [0; MAX_LANES],
        flags: [[0; MAX_LANES]; 2],
    };

    /// Makes zero what a half holds of lanes that are not `active`, a bit each: what AMD's GPUs give for them (DS_BPERMUTE_B32
    /// of the ISA documents: zero where the source lane is disabled).
    pub fn forget_others(&mut self, half: usize, active: u64) {
        for lane in (0..MAX_LANES).filter(|lane| active >> lane & 1 == 0) {
            self.longs[half][lane] = 0;
            self.words[half][lane] = 0;
            self.flags[half][lane] = 0;
        }
    }
}

// After the second half of the longs are as many bytes of words as an element for each lane takes.
const _: () = assert!(size_of::<[[u32; MAX_LANES]; 2]>() == size_of::<[u64; MAX_LANES]>());

/// `extern "C" fn(context: *mut Context, active: u64)`, exported by the runtime: [`Exchange::forget_others`] for both halves,
/// when the turn of a warp begins of which only the lanes `active` run.
pub const FORGET_OTHERS: &str = "__hipify_forget_others";

/// `extern "C" fn(context: *mut Context, first: u32, count: u32, before: u32) -> u64`, exported by the runtime: takes the lanes
/// of a warp, whose states and exchange are filled in, on by `step`, until all that are not done are neighbours in one state, or
/// each waits for the block or the grid. `before` is the state that they come from, [`DIVERGED`] if they have not moved; with [`WHOLE`] it is
/// not enough that some are in one state while others are done. What they have put and not got lies in half 0 then. The answer is a
/// [`settled`] word.
pub const SETTLE: &str = "__hipify_settle";

/// Added to the state that [`SETTLE`] is called with: of code for whole warps, which goes on with all lanes of a warp or with none.
pub const WHOLE: u32 = 1 << 16;

/// `extern "C" fn(context: *mut Context, x: u32, y: u32, z: u32, linear: u32)`, exported by the runtime: says which thread
/// runs now, for the functions below when they are called from code that could not be inlined.
pub const SET_CURRENT: &str = "__hipify_set_current";

/// `extern "C" fn(kernel: *const Kernel) -> hipFunction_t`, exported by the runtime: a handle by which `hipModuleLaunchKernel` launches a
/// kernel that a library brings along, without a code object. The description stays where it is, as does all that it leads to; it is null
/// where the runtime does not run kernels itself.
pub const LIBRARY_KERNEL: &str = "__hipify_library_kernel";

/// What [`SETTLE`] answers: the state of all lanes that are not done, [`DONE`] if there are none or [`DIVERGED`] if they are
/// not neighbours in one state; and the range of these, counted from the warp's first thread: the whole warp for [`DONE`].
pub fn settled(state: u32, from: u32, to: u32) -> u64 {
    u64::from(state) | u64::from(from) << 16 | u64::from(to) << 32
}
