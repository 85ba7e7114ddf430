//! Kernels that have no code of their own for blocks whose warps are not whole, nor for warps whose lanes have parted: `step` takes these on
//! thread by thread, six (a radix sort of blocks) to thirty (a reduction) times as slowly. That code is the larger half of a kernel.

use crate::body::Body;
use crate::ir;
use hipify_abi::Wait;

/// Instructions of a body beyond which compiling it twice takes too long, a second and more: algorithms of rocPRIM in one kernel, whose warps
/// are whole.
const MOST_INSTRUCTIONS: usize = 4_000;

/// The same for code that runs seldom.
const MOST_OF_SELDOM: usize = 400;

/// Whether that is so for a kernel of code that runs often or `seldom`.
pub(crate) fn are_enough(body: &Body, seldom: bool) -> bool {
    let most = if seldom { MOST_OF_SELDOM } else { MOST_INSTRUCTIONS };
    body.regions.has(Wait::Warp) && ir::instructions(body.function).len() > most
}
