//! Reductions of warps by shuffles: five of them in a row, over 1, 2, 4, 8 and 16 lanes, each followed by the same operation on the
//! lane's own value and the other one, are one meeting and a tree of operations on all values of 32 lanes, in the same order.
//!
//! `__shfl_xor` gives all lanes the tree's result. `__shfl_down` gives it to the first of 32 lanes alone; what other lanes get is
//! computed for each that asks for it, which those of `if (lane == 0)` do not. So those are left alone whose results are used elsewhere.
//!
//! Which lane's value a shuffle gives is found by computing its expression for each lane of warps of either size.

mod first_lane;
mod source;

use crate::build::Build;
use crate::ir::{self, Block, Function, Instruction, Value};
use crate::lane_trees::{LANES, Operation, STAGES, Tree};
use crate::regions::sync_of;
use crate::warp_sync_merging::is_private;
use crate::work_item_intrinsics::{is_get, put_of};
use first_lane::{FirstLane, Guards};
use hipify_abi::Wait;
use inkwell::module::Module;
use inkwell::values::InstructionOpcode as Op;
use source::Sources;

/// Makes trees of the reductions in a kernel.
pub(crate) fn plant<'ctx>(module: &Module<'ctx>, kernel: Function<'ctx>) {
    if !ir::instructions(kernel).into_iter().any(|it| sync_of(it) == Some(Wait::Warp)) {
        return;
    }
    let guards = Guards::of(kernel);
    for block in ir::blocks(kernel) {
        let mut tried = Vec::new();
        // A tree takes meetings away, so that the numbers of those that are left change.
        while let Some(chain) = Chain::find(block, &guards, &mut tried) {
            chain.replace(module);
        }
    }
}

/// Five shuffles with what is done with their values.
struct Chain<'ctx> {
    tree: Tree,
    sources: Sources,
    /// Which lanes ask for results that are not the tree's: none if the first thread of each row is the first lane.
    asked: Vec<FirstLane<'ctx>>,
    /// The meeting at which the first values are exchanged.
    first: Instruction<'ctx>,
    /// What the other four stages put, and where they meet.
    needless: Vec<Instruction<'ctx>>,
    /// What is computed at last.
    result: Instruction<'ctx>,
}

/// One shuffle, and the operation on its value.
struct Stage<'ctx> {
    operation: Operation,
    sources: Sources,
    distance: u32,
    result: Instruction<'ctx>,
}

/// The instructions of a block around its meetings.
struct Meetings<'ctx> {
    instructions: Vec<Instruction<'ctx>>,
    /// Where threads meet, for whatever they do.
    places: Vec<usize>,
}

impl<'ctx> Meetings<'ctx> {
    fn of(block: Block<'ctx>) -> Self {
        let instructions: Vec<Instruction> = block.get_instructions().collect();
        let places = (0..instructions.len()).filter(|&place| sync_of(instructions[place]).is_some()).collect();
        Meetings { instructions, places }
    }

    /// What is put for a meeting of the warp, if it is one value a lane.
    fn put_at(&self, meeting: usize) -> Option<Instruction<'ctx>> {
        let end = *self.places.get(meeting).filter(|&&place| sync_of(self.instructions[place]) == Some(Wait::Warp))?;
        let begin = meeting.checked_sub(1).map_or(0, |before| self.places[before] + 1);
        let mut puts = self.instructions[begin..end].iter().copied().filter(|&it| put_of(it).is_some());
        puts.next().filter(|_| puts.next().is_none())
    }

    /// Instructions between a meeting and the next one.
    fn after(&self, meeting: usize) -> &[Instruction<'ctx>] {
        let end = self.places.get(meeting + 1).copied().unwrap_or(self.instructions.len());
        &self.instructions[self.places[meeting] + 1..end]
    }

    /// The next meeting for which a value is put, which has nothing but computation and exchange between it and an earlier one.
    fn next_with(&self, value: Value<'ctx>, after: usize) -> Option<usize> {
        (after + 1..self.places.len())
            .take_while(|&meeting| {
                let between = &self.instructions[self.places[meeting - 1] + 1..self.places[meeting]];
                between.iter().all(|&it| is_private(it) || is_get(it))
            })
            .find(|&meeting| self.put_at(meeting).and_then(|put| ir::operand(put, 0)) == Some(bits_of(value)))
    }

    /// Whether all that lanes get from each other after a meeting is for one instruction.
    fn serves(&self, meeting: usize, only: Instruction<'ctx>) -> bool {
        let mut work: Vec<_> = self.after(meeting).iter().copied().filter(|&it| is_get(it)).collect();
        let mut seen = Vec::new();
        while let Some(made) = work.pop() {
            let is_fit = is_get(made) || is_private(made) && ir::value_of(made).is_some();
            if !is_fit || made.get_opcode() == Op::Phi {
                return false;
            }
            if !seen.contains(&made) {
                seen.push(made);
                work.extend(ir::users(made).into_iter().filter(|&user| user != only));
            }
        }
        let home = self.instructions[self.places[meeting]].get_parent();
        meeting + 1 < self.places.len() || home.is_some_and(|home| !gets_follow(home))
    }

    /// The operation on a value that a meeting has exchanged and another lane's, where that is all that the exchange is for.
    fn stage(&self, meeting: usize, value: Value<'ctx>) -> Option<Stage<'ctx>> {
        let gets: Vec<_> = self.after(meeting).iter().copied().filter(|&it| is_get(it)).collect();
        ir::users(value).into_iter().find_map(|user| {
            let operation = Operation::of(user)?;
            let (a, b) = (ir::operand(user, 0)?, ir::operand(user, 1)?);
            let other = if a == value { b } else { Some(a).filter(|_| b == value)? };
            let (sources, distance) = Sources::of(other, &gets)?;
            Some(Stage { operation, sources, distance, result: user })
        })
    }
}

/// Whether what was exchanged at a block's last meeting is asked for in other blocks.
fn gets_follow(block: Block) -> bool {
    let mut work = ir::successors(block);
    let mut seen = Vec::new();
    while let Some(next) = work.pop().filter(|_| seen.len() < MOST_BLOCKS) {
        if seen.contains(&next) {
            continue;
        }
        seen.push(next);
        let mut begin = next.get_instructions().skip_while(|&it| !is_get(it) && sync_of(it).is_none());
        match begin.next() {
            Some(it) if is_get(it) => return true,
            Some(_) => {}
            None => work.extend(ir::successors(next)),
        }
    }
    seen.len() >= MOST_BLOCKS
}

/// Blocks after a reduction that are looked at.
const MOST_BLOCKS: usize = 64;

/// What is made of a value that is frozen before anything else.
fn frozen(value: Value) -> Value {
    match ir::users(value)[..] {
        [only] if only.get_opcode() == Op::Freeze => ir::value_of(only).unwrap_or(value),
        _ => value,
    }
}

/// The number as which a value is put.
fn bits_of<'ctx>(value: Value<'ctx>) -> Value<'ctx> {
    let is_cast = |user: &Instruction<'ctx>| user.get_opcode() == Op::BitCast;
    let cast = if value.is_float_value() { ir::users(value).into_iter().find(is_cast) } else { None };
    cast.and_then(ir::value_of).unwrap_or(value)
}

impl<'ctx> Chain<'ctx> {
    /// The first chain of a block that does not begin at a meeting that was tried before.
    fn find(block: Block<'ctx>, guards: &Guards<'ctx>, tried: &mut Vec<Instruction<'ctx>>) -> Option<Self> {
        let meetings = Meetings::of(block);
        (0..meetings.places.len()).find_map(|meeting| {
            let first = meetings.instructions[meetings.places[meeting]];
            if tried.contains(&first) {
                return None;
            }
            tried.push(first);
            Self::at(&meetings, meeting, guards)
        })
    }

    fn at(meetings: &Meetings<'ctx>, first: usize, guards: &Guards<'ctx>) -> Option<Self> {
        let put = ir::operand(meetings.put_at(first)?, 0)?;
        let plain = ir::maker(put).filter(|it| it.get_opcode() == Op::BitCast).and_then(|cast| ir::operand(cast, 0));
        let mut value = plain.filter(|it| it.is_float_value()).unwrap_or(put);
        let mut meeting = first;
        let Stage { operation, sources, distance, mut result } = meetings.stage(first, value)?;
        let mut distances = vec![distance];
        let mut needless = Vec::new();
        while distances.len() < STAGES {
            value = frozen(ir::value_of(result)?);
            meeting = meetings.next_with(value, meeting)?;
            let put = meetings.put_at(meeting)?;
            let stage = meetings.stage(meeting, value)?;
            // Nothing else may use what there is in the middle of a reduction, nor what has been exchanged.
            if (stage.operation, stage.sources) != (operation, sources) || !meetings.serves(meeting, stage.result) {
                return None;
            }
            let bits = bits_of(value);
            let mut users = ir::users(value);
            if bits != value {
                users.retain(|&user| ir::value_of(user) != Some(bits));
                users.extend(ir::users(bits));
            }
            if users.into_iter().any(|user| user != put && user != stage.result) {
                return None;
            }
            distances.push(stage.distance);
            result = stage.result;
            needless.extend([put, meetings.instructions[meetings.places[meeting]]]);
        }
        let tree = Tree::new(operation, ir::value_of(result)?, distances)?;
        let asked = if sources == Sources::Across { Vec::new() } else { guards.around(result)? };
        Some(Chain { tree, sources, asked, first: meetings.instructions[meetings.places[first]], needless, result })
    }

    fn replace(self, module: &Module<'ctx>) {
        let build = Build::before(module.get_context(), self.first.get_next_instruction().expect("blocks have ends"));
        let mut value = self.tree.call(module, &build);
        if self.sources != Sources::Across {
            let none = build.context.bool_type().const_zero();
            let asked = self.asked.into_iter().fold(none, |asked, one| build.or(asked, one.again(&build)));
            let section = if self.sources == Sources::AboveInSection { LANES } else { 0 };
            value = self.tree.call_own(module, &build, (value, asked), section);
        }
        let home = self.first.get_parent().expect("it stands in a block");
        let of_result = self.result.get_parent().expect("it stands in a block");
        ir::replace_uses(ir::value_of(self.result).expect("it is a value"), self.tree.typed(&build, value));
        self.needless.into_iter().for_each(|needless| needless.erase_from_basic_block());
        [of_result, home].into_iter().for_each(erase_unused);
    }
}

/// Erases what a block gets from other lanes and nothing uses, and what was computed of it.
fn erase_unused(block: Block) {
    let mut instructions: Vec<_> = block.get_instructions().collect();
    instructions.reverse();
    for instruction in instructions {
        let is_needless = |value| ir::users(value).is_empty() && (is_private(instruction) || is_get(instruction));
        if ir::value_of(instruction).is_some_and(is_needless) {
            instruction.erase_from_basic_block();
        }
    }
}
