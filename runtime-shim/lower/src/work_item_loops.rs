//! Writes the functions of a kernel that the runtime calls: work-item loops around its body.

mod block;
mod fiber;
mod launch;
mod run;
mod step;
mod strips;
mod threads;
mod warp;

use crate::body::Body;
use crate::ir::Function;
use crate::kernels::Kernel;
use crate::processor::Processor;
use crate::regions::Together;
use hipify_abi::Wait;
use inkwell::module::Module;

/// A kernel's functions for the runtime, as its table names them.
#[derive(Clone, Copy, Default)]
pub(crate) struct Entries<'ctx> {
    pub(crate) run: Option<Function<'ctx>>,
    /// What `run` leaves blocks of a guessed shape to, or warps whose lanes have parted; not in the table.
    pub(crate) inner: Option<Function<'ctx>>,
    /// The same two of the copy with transposed arrays.
    pub(crate) transposed: [Option<Function<'ctx>>; 2],
    pub(crate) step: Option<Function<'ctx>>,
    pub(crate) thread: Option<Function<'ctx>>,
}

impl<'ctx> Entries<'ctx> {
    /// The functions that run whole blocks and warps.
    pub(crate) fn runs(&self) -> impl Iterator<Item = Function<'ctx>> + use<'ctx> {
        [self.run, self.inner].into_iter().chain(self.transposed).flatten()
    }
}

/// A function that runs blocks of at most so many threads along x and y.
pub(crate) type OfSmallBlocks<'ctx> = (Function<'ctx>, [u32; 2]);

/// Whether `run` brings each block to its end.
pub(crate) fn is_whole(body: &Body) -> bool {
    let regions = &body.regions;
    !regions.has(Wait::Warp) && !regions.leave() && regions.regions.iter().all(|region| region.together != Together::Unknown)
}

/// Writes `run` and, for kernels whose threads can diverge, `step`. `other` runs the blocks that it is for.
pub(crate) fn write<'ctx>(
    module: &Module<'ctx>,
    kernel: &Kernel<'ctx>,
    body: &Body<'ctx>,
    processor: &Processor,
    other: Option<OfSmallBlocks<'ctx>>,
) -> Entries<'ctx> {
    let step = (body.regions.regions.len() > 1).then(|| step::write(module, kernel, body));
    let (run, inner) = match step {
        Some(_) if body.regions.has(Wait::Warp) => warp::write(module, kernel, body, processor.has_masks()),
        _ => block::write(module, kernel, body, other),
    };
    Entries { run: Some(run), inner, step, ..Entries::default() }
}

/// Writes `thread`, for a kernel whose threads each need a stack.
pub(crate) fn write_fiber<'ctx>(module: &Module<'ctx>, kernel: &Kernel<'ctx>) -> Entries<'ctx> {
    Entries { thread: Some(fiber::write(module, kernel)), ..Entries::default() }
}
