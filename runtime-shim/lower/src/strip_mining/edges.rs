//! Choices between a number that moves from thread to thread and another one, as they are made at the edges of arrays, and the blocks in which
//! they count.

use super::first_thread::{DEPTH, OfFirst};
use crate::analysis;
use crate::analysis::dominance::{Dominators, PostDominators};
use crate::ir::{self, Instruction, Value};
use inkwell::IntPredicate;
use inkwell::values::InstructionOpcode as Op;

/// Which blocks one thread of a row runs alone, such as to bring in what lies beside a tile: there is nothing to gain there.
pub(super) struct Lone {
    above: Dominators,
    below: PostDominators,
}

impl Lone {
    pub(super) fn of(table: &analysis::Body) -> Self {
        Lone { above: Dominators::of(&table.graph), below: PostDominators::of(&table.graph) }
    }

    /// Whether a block is run where a number that grows from thread to thread is a certain one.
    pub(super) fn holds(&self, first: &OfFirst, block: usize) -> bool {
        let around = std::iter::successors(self.above.immediate(block), |&above| self.above.immediate(above));
        around.filter(|&above| !self.below.dominates(block, above)).any(|above| {
            let end = first.table.block(above).get_terminator();
            end.and_then(|end| ir::operand(end, 0)).is_some_and(|condition| asks_for_one(first, condition, DEPTH))
        })
    }
}

fn asks_for_one<'ctx>(first: &OfFirst<'_, 'ctx>, condition: Value<'ctx>, depth: usize) -> bool {
    let (Some(made), Some(depth)) = (ir::maker(condition), depth.checked_sub(2)) else { return false };
    let growth = |place| first.growth(ir::operand(made, place)?, DEPTH);
    match made.get_opcode() {
        Op::ICmp => {
            let is_equality = matches!(made.get_icmp_predicate(), Some(IntPredicate::EQ | IntPredicate::NE));
            is_equality && matches!((growth(0), growth(1)), (Some(1), Some(0)) | (Some(0), Some(1)))
        }
        Op::And | Op::Or | Op::Xor | Op::Select | Op::ZExt | Op::Freeze => {
            ir::operands(made).into_iter().any(|(_, operand)| asks_for_one(first, operand, depth))
        }
        _ => false,
    }
}

/// Whether an instruction may be a clamp of an index.
pub(super) fn may_be(made: Instruction<'_>) -> bool {
    let is_number =
        || ir::value_of(made).is_some_and(|value| matches!(value, Value::IntValue(it) if it.get_type().get_bit_width() > 16));
    match made.get_opcode() {
        Op::Select => is_number() && ir::operand(made, 0).and_then(ir::maker).is_some_and(|it| it.get_opcode() == Op::ICmp),
        Op::Call => bound(made).is_some() && is_number(),
        _ => false,
    }
}

/// How the result of LLVM's least and greatest of two numbers compares with the other one.
pub(super) fn bound(call: Instruction<'_>) -> Option<IntPredicate> {
    use IntPredicate::{SGE, SLE, UGE, ULE};
    let name = ir::name_of(ir::callee(call)?);
    let bounds = [("llvm.smax.", SGE), ("llvm.smin.", SLE), ("llvm.umax.", UGE), ("llvm.umin.", ULE)];
    bounds.into_iter().find(|(start, _)| name.starts_with(start)).map(|(_, how)| how)
}
