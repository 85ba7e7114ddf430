//! Region formation: splits a kernel at its barriers.

use crate::build::Build;
use crate::error::Result;
use crate::inline::run_passes;
use crate::ir::{self, Block, Function, Instruction};
use crate::kernels::Kernel;
use crate::lane_trees::Tree;
use crate::processor::Processor;
use hipify_abi::{DONE, Wait};
use inkwell::module::{Linkage, Module};
use std::collections::{HashMap, HashSet};

/// What device code calls to meet, and what for.
pub(crate) const SYNCS: &[(&str, Wait)] = &[
    ("__hipify_barrier", Wait::Barrier),
    ("__hipify_warp_sync", Wait::Warp),
    ("__hipify_grid_sync", Wait::Grid),
    (crate::spin_wait_yields::TURN, Wait::Turn),
];

/// Functions that stand for a meeting alone in its block.
const MARK: &str = "hipify.cut";

/// A truth value that nothing is known about.
const OPEN: &str = "hipify.open";

/// What threads meet for at a call; nothing for other instructions.
pub(crate) fn sync_of(instruction: Instruction) -> Option<Wait> {
    let called = ir::name_of(ir::callee(instruction)?);
    SYNCS.iter().find(|(name, _)| *name == called).map(|(_, wait)| *wait)
}

/// Meetings of threads above which a kernel runs on fibers. The entry points of a kernel with `n` of them call its body in `n` places, with
/// up to `n` saved values each: seven kernels of up to 600 meetings take clang ten minutes, the same with stacks of their own a few seconds.
const MOST_MEETINGS: usize = 300;

/// Whether a kernel has more meetings than are worth splitting it at.
pub(crate) fn are_too_many(kernel: Function) -> bool {
    ir::instructions(kernel).into_iter().filter(|instruction| sync_of(*instruction).is_some()).count() > MOST_MEETINGS
}

/// Makes each meeting in the functions the end of a block. LLVM's inliner splits blocks better than we could.
pub(crate) fn isolate<'ctx>(module: &Module<'ctx>, kernels: &[Kernel<'ctx>], processor: &Processor) -> Result<()> {
    for kernel in kernels {
        for call in ir::instructions(kernel.function) {
            if let Some(wait) = sync_of(call) {
                let last = call.get_num_operands() - 1;
                ir::set_operand(call, last, wrapper(module, wait).as_global_value().as_pointer_value().into());
            }
        }
    }
    run_passes(module, processor, "always-inline")?;
    kernels.iter().for_each(|kernel| straighten(module, kernel.function));
    Ok(())
}

/// Cuts in front of instructions, for loops over threads to begin and end there; nobody waits at such a cut.
pub(crate) fn isolate_at<'ctx>(
    module: &Module<'ctx>,
    function: Function<'ctx>,
    places: &[Instruction<'ctx>],
    processor: &Processor,
) -> Result<()> {
    let at = wrapper(module, Wait::Entry);
    for &place in places {
        Build::before(module.get_context(), place).call(at, &[]);
    }
    run_passes(module, processor, "always-inline")?;
    straighten(module, function);
    Ok(())
}

/// Replaces the branches that kept the inliner from joining blocks by jumps.
fn straighten<'ctx>(module: &Module<'ctx>, function: Function<'ctx>) {
    let mut unused = Vec::new();
    for block in ir::blocks(function) {
        let Some(branch) = block.get_terminator() else { continue };
        let Some(asked) = branch.get_previous_instruction() else { continue };
        if ir::callee(asked).is_some_and(|callee| ir::name_of(callee) == OPEN) {
            let ways = ir::successors(block);
            Build::before(module.get_context(), branch).jump(ways[0]);
            branch.erase_from_basic_block();
            asked.erase_from_basic_block();
            unused.push(ways[1]);
        }
    }
    unused.into_iter().for_each(ir::delete_block);
}

/// A function whose first block ends with a call that stands for the meeting, and a branch that seems to go two ways.
fn wrapper<'ctx>(module: &Module<'ctx>, wait: Wait) -> Function<'ctx> {
    let name = format!("{MARK}.in.{}", wait as u8);
    if let Some(function) = module.get_function(&name) {
        return function;
    }
    let context = module.get_context();
    let ty = context.void_type().fn_type(&[], false);
    let marked = format!("{MARK}.{}", wait as u8);
    let mark = module.get_function(&marked).unwrap_or_else(|| module.add_function(&marked, ty, None));
    let function = module.add_function(&name, ty, Some(Linkage::Internal));
    for made in [mark, function] {
        ir::mark(made, "nounwind");
        ir::mark(made, "convergent");
    }
    ir::mark(function, "alwaysinline");
    let open =
        module.get_function(OPEN).unwrap_or_else(|| module.add_function(OPEN, context.bool_type().fn_type(&[], false), None));
    let [at, after, never] = ["at", "after", "never"].map(|name| context.append_basic_block(function, name));
    let build = Build::at_end(context, at);
    build.call(mark, &[]);
    let way = build.call(open, &[]).try_as_basic_value().basic().expect("it gives a truth value");
    build.branch(way.into_int_value(), after, never);
    build.go_to_end(after);
    build.ret_void();
    build.go_to_end(never);
    build.unreachable();
    function
}

/// One place where threads meet: the end of a block, before its jump.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut<'ctx> {
    pub(crate) block: Block<'ctx>,
    pub(crate) mark: Instruction<'ctx>,
    /// Where threads go on.
    pub(crate) next: Block<'ctx>,
    pub(crate) wait: Wait,
}

/// What lies between cuts.
#[derive(Clone, Debug)]
pub(crate) struct Region<'ctx> {
    /// Its first block.
    pub(crate) entry: Block<'ctx>,
    /// What its threads waited for.
    pub(crate) wait: Wait,
    pub(crate) blocks: HashSet<Block<'ctx>>,
    /// States that its threads can be in afterwards, [`DONE`] among them, in ascending order.
    pub(crate) next: Vec<u32>,
    pub(crate) together: Together,
    /// What its threads ask for of the values that they have exchanged.
    pub(crate) tree: Option<Tree>,
}

/// Whether a group's threads that begin a region together are in one state after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Together {
    /// There is one state only.
    Always,
    /// There are several, but all threads choose the same.
    Proven,
    /// Only running tells.
    Unknown,
}

/// A kernel's cuts and regions; a region's number is its state, a cut's is that of the region after it less one.
#[derive(Clone, Debug)]
pub(crate) struct Regions<'ctx> {
    pub(crate) cuts: Vec<Cut<'ctx>>,
    pub(crate) regions: Vec<Region<'ctx>>,
    /// [`hipify_abi::Kernel::loops`].
    pub(crate) loops: Vec<u16>,
    /// [`hipify_abi::Kernel::depths`].
    pub(crate) depths: Vec<u16>,
    /// [`hipify_abi::Kernel::places`].
    pub(crate) places: Vec<String>,
}

impl<'ctx> Regions<'ctx> {
    /// Of a function whose meetings are isolated. States are numbered in reverse post-order, so that of two threads the one
    /// in the lower state has advanced less.
    pub(crate) fn of(function: Function<'ctx>) -> Self {
        let order: HashMap<_, _> =
            reverse_post_order(function).into_iter().enumerate().map(|(number, block)| (block, number)).collect();
        let mut cuts: Vec<_> =
            ir::blocks(function).into_iter().filter(|block| order.contains_key(block)).filter_map(cut_in).collect();
        cuts.sort_by_key(|cut| order[&cut.next]);
        let entry = function.get_first_basic_block().expect("kernels have blocks");
        let starts = std::iter::once((entry, Wait::Entry)).chain(cuts.iter().map(|cut| (cut.next, cut.wait)));
        let regions: Vec<_> = starts.map(|(entry, wait)| region(entry, wait, &cuts)).collect();
        let entries: Vec<_> = regions.iter().map(|region| region.entry).collect();
        let (loops, depths) = crate::loops::of(function, &entries);
        let places =
            std::iter::once(String::new()).chain(cuts.iter().map(|cut| crate::source_place::calls_of(cut.mark))).collect();
        Regions { cuts, regions, loops, depths, places }
    }

    pub(crate) fn has(&self, wait: Wait) -> bool {
        self.cuts.iter().any(|cut| cut.wait == wait)
    }

    /// Whether blocks go back to the runtime before they are done.
    pub(crate) fn leave(&self) -> bool {
        self.cuts.iter().any(|cut| cut.wait.leaves())
    }
}

fn cut_in<'ctx>(block: Block<'ctx>) -> Option<Cut<'ctx>> {
    let mark = block.get_terminator()?.get_previous_instruction()?;
    let called = ir::name_of(ir::callee(mark)?);
    let number: u8 = called.strip_prefix(MARK)?.strip_prefix('.')?.parse().ok()?;
    let wait = [Wait::Entry, Wait::Barrier, Wait::Warp, Wait::Grid, Wait::Turn].into_iter().find(|wait| *wait as u8 == number)?;
    Some(Cut { block, mark, next: ir::successors(block).first().copied()?, wait })
}

fn region<'ctx>(entry: Block<'ctx>, wait: Wait, cuts: &[Cut<'ctx>]) -> Region<'ctx> {
    let mut blocks = HashSet::new();
    let mut next = HashSet::new();
    let mut work = vec![entry];
    while let Some(block) = work.pop() {
        if !blocks.insert(block) {
            continue;
        }
        match cuts.iter().position(|cut| cut.block == block) {
            Some(cut) => drop(next.insert(cut as u32 + 1)),
            None => work.extend(ir::successors(block)),
        }
        if block.get_terminator().is_some_and(|it| it.get_opcode() == inkwell::values::InstructionOpcode::Return) {
            next.insert(DONE);
        }
    }
    let mut next: Vec<_> = next.into_iter().collect();
    next.sort_unstable();
    Region { entry, wait, blocks, next, together: Together::Unknown, tree: entry.get_instructions().find_map(Tree::asked) }
}

fn reverse_post_order<'ctx>(function: Function<'ctx>) -> Vec<Block<'ctx>> {
    let Some(entry) = function.get_first_basic_block() else { return Vec::new() };
    let mut order = Vec::new();
    let mut seen = HashSet::from([entry]);
    let mut stack = vec![(entry, ir::successors(entry))];
    while let Some((block, rest)) = stack.last_mut() {
        match rest.pop() {
            Some(next) if seen.insert(next) => stack.push((next, ir::successors(next))),
            Some(_) => {}
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}
