//! Whether threads are likely to change the same places, so that a table saves atomic operations.

use crate::analysis::dominance::{Dominators, Loop, loops};
use crate::analysis::{Body, Group, Operand, Sources, Uniformity};
use crate::guard_isolation;
use crate::work_item_intrinsics::growth;
use inkwell::values::InstructionOpcode as Op;
use std::collections::HashSet;

pub(super) struct Benefit<'a, 'ctx> {
    body: &'a Body<'ctx>,
    uniformity: Uniformity,
    dominators: Dominators,
    loops: Vec<Loop>,
}

impl<'a, 'ctx> Benefit<'a, 'ctx> {
    pub(super) fn of(body: &'a Body<'ctx>) -> Self {
        let uniformity = Uniformity::of(body, &Sources { group: Group::Block, parameters: Vec::new() });
        let dominators = Dominators::of(&body.graph);
        let loops = loops(&body.graph, &dominators);
        Benefit { body, uniformity, dominators, loops }
    }

    /// Whether several threads, or one thread several times, may change one place.
    pub(super) fn is_likely(&self, atomic: usize) -> bool {
        let row = &self.body.rows()[atomic];
        let address = row.operands[0];
        let is_repeated = || self.loops.iter().any(|one| one.contains(row.block) && self.is_the_same_in(address, one));
        is_repeated() || !self.is_alone(row.block) && !self.is_of_each_thread(address)
    }

    /// Whether an address does not change in a loop.
    fn is_the_same_in(&self, address: Operand<'ctx>, one: &Loop) -> bool {
        let (mut work, mut seen) = (vec![address], HashSet::new());
        while let Some(made) = work.pop() {
            let Operand::Instruction(at) = made else { continue };
            let row = &self.body.rows()[at];
            if !one.contains(row.block) || !seen.insert(at) {
                continue;
            }
            if !is_sum(row.opcode) && growth(row.instruction).is_none() {
                return false;
            }
            work.extend(row.arguments());
        }
        true
    }

    /// Whether one thread of a row at most comes to a block.
    fn is_alone(&self, block: usize) -> bool {
        let graph = &self.body.graph;
        (0..graph.len()).any(|fork| {
            // As a branch has them: the way where its condition holds comes last.
            let &[other, way] = graph.successors(fork) else { return false };
            let is_inside = way != other && graph.predecessors(way).len() == 1 && self.dominators.dominates(way, block);
            let end = self.body.terminator(fork).map(|end| &self.body.rows()[end]);
            is_inside && end.is_some_and(|end| guard_isolation::is_of_one(self.body, &self.uniformity, end.operands[0]))
        })
    }

    /// Whether an address differs from thread to thread of a row, as far as arithmetic tells.
    fn is_of_each_thread(&self, address: Operand<'ctx>) -> bool {
        let (mut work, mut seen) = (vec![address], HashSet::new());
        let mut differs = false;
        while let Some(one) = work.pop() {
            let Operand::Instruction(at) = one else { continue };
            if self.uniformity.is_uniform(at) || !seen.insert(at) {
                continue;
            }
            let row = &self.body.rows()[at];
            match row.opcode {
                _ if growth(row.instruction).is_some() => differs |= growth(row.instruction).flatten() != Some(0),
                opcode if is_sum(opcode) || opcode == Op::Phi => work.extend(&row.operands),
                // A place that was read or computed otherwise may be that of many threads.
                _ => return false,
            }
        }
        differs
    }
}

/// Whether an instruction adds up or multiplies what it is given, or gives it as another type.
fn is_sum(opcode: Op) -> bool {
    matches!(opcode, Op::GetElementPtr | Op::Add | Op::Sub | Op::Mul | Op::Shl | Op::Or)
        || matches!(opcode, Op::ZExt | Op::SExt | Op::Trunc | Op::Freeze | Op::BitCast | Op::AddrSpaceCast)
}
