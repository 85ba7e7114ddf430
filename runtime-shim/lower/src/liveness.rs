//! Liveness across barriers: which values of a kernel are used in a region after the one that computes them.

use crate::ir::{self, Block, Function, Instruction};
use crate::regions::Regions;
use inkwell::values::{InstructionOpcode, InstructionValue};
use std::collections::{HashMap, HashSet};

/// A value that lives across cuts.
pub(crate) struct Crossing<'ctx> {
    pub(crate) value: Instruction<'ctx>,
    /// The states in which it is needed.
    pub(crate) states: Vec<u32>,
}

/// All values that live across cuts, in the order of the function. Memory on the stack is not among them.
pub(crate) fn crossing<'ctx>(function: Function<'ctx>, regions: &Regions<'ctx>) -> Vec<Crossing<'ctx>> {
    let before = predecessors(function);
    let mut states_of: HashMap<Block, Vec<u32>> = HashMap::new();
    for (state, cut) in (1..).zip(&regions.cuts) {
        states_of.entry(cut.next).or_default().push(state);
    }
    let mut found = Vec::new();
    for value in ir::instructions(function) {
        if value.get_opcode() == InstructionOpcode::Alloca || ir::value_of(value).is_none() {
            continue;
        }
        let live = live_blocks(value, &before);
        // Most values are live in few blocks, where a kernel may have thousands of cuts.
        let mut states: Vec<u32> = live.iter().filter_map(|block| states_of.get(block)).flatten().copied().collect();
        states.sort_unstable();
        if !states.is_empty() {
            found.push(Crossing { value, states });
        }
    }
    found
}

/// Whether one of two values becomes the other in a phi, or another value becomes both in phis, as what a loop goes on with and leaves
/// with does: in one place they need not be moved.
pub(crate) fn are_related<'ctx>(one: Instruction<'ctx>, other: Instruction<'ctx>) -> bool {
    let brought = |it: Instruction<'ctx>| match it.get_opcode() {
        InstructionOpcode::Phi => ir::operands(it).into_iter().filter_map(|(_, brought)| ir::maker(brought)).collect(),
        _ => Vec::new(),
    };
    let (of_one, of_other) = (brought(one), brought(other));
    of_one.contains(&other) || of_other.contains(&one) || of_one.iter().any(|it| of_other.contains(it))
}

/// The blocks at whose beginning a value is live.
fn live_blocks<'ctx>(value: InstructionValue<'ctx>, before: &HashMap<Block<'ctx>, Vec<Block<'ctx>>>) -> HashSet<Block<'ctx>> {
    let home = value.get_parent();
    let mut live = HashSet::new();
    let mut work = Vec::new();
    for user in ir::users(value) {
        if user.get_opcode() == InstructionOpcode::Phi {
            let this = ir::value_of(value);
            work.extend(
                ir::incomings(user).into_iter().filter(|(_, incoming, _)| Some(*incoming) == this).map(|(.., block)| block),
            );
        } else {
            work.extend(user.get_parent());
        }
    }
    while let Some(block) = work.pop() {
        if Some(block) != home && live.insert(block) {
            work.extend(before.get(&block).into_iter().flatten());
        }
    }
    live
}

pub(crate) fn predecessors<'ctx>(function: Function<'ctx>) -> HashMap<Block<'ctx>, Vec<Block<'ctx>>> {
    let mut before: HashMap<_, Vec<_>> = HashMap::new();
    for block in ir::blocks(function) {
        for next in ir::successors(block) {
            before.entry(next).or_default().push(block);
        }
    }
    before
}
