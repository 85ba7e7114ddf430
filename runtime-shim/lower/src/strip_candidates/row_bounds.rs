//! Branches that the threads of a strip nearly always decide alike: those by a comparison of a number that grows by one from thread to
//! thread of a row with one that is uniform, as a grid-stride loop ends (`i < n`).
//!
//! What is found is a guess about speed, not a proof: strips find out as they run whether their threads have parted.

use inkwell::values::InstructionOpcode as Op;

use crate::analysis::dominance::Loop;
use crate::analysis::{self, Operand, Uniformity};
use crate::guard_hoisting::{is_upper_bound, mirrored, opposite};
use crate::ir;
use crate::work_item_intrinsics::{LANE, LINEAR, X};

/// Longest chain of instructions that is looked through.
const DEPTH: usize = 16;

/// Whether the branch at a block's end is one.
pub(super) fn ends_at_bound(table: &analysis::Body, uniformity: &Uniformity, block: usize) -> bool {
    let condition = table.terminator(block).and_then(|end| table.rows()[end].operands.first().copied());
    let Some(Operand::Instruction(compare)) = condition else { return false };
    let row = &table.rows()[compare];
    let [a, b] = row.operands[..] else { return false };
    let mut search = Search { table, uniformity, assumed: Vec::new() };
    row.opcode == Op::ICmp && {
        let growths = [a, b].map(|operand| search.growth(operand, DEPTH));
        matches!(growths, [Some(1), Some(0)] | [Some(0), Some(1)])
    }
}

/// Whether threads stay in a loop at the branch at a block's end as long as a number that grows from thread to thread is below one that is
/// the same for all: the last of some threads says then whether all stay.
pub(super) fn stays_below_bound(table: &analysis::Body, uniformity: &Uniformity, block: usize, around: &Loop) -> bool {
    let [then, other] = ir::successors(table.block(block))[..] else { return false };
    let condition = table.terminator(block).and_then(|end| table.rows()[end].operands.first().copied());
    let mut search = Search { table, uniformity, assumed: Vec::new() };
    let [stays, others] = [then, other].map(|to| table.block_index(to).is_some_and(|to| around.contains(to)));
    stays != others && condition.and_then(|it| search.bounds(it, stays, DEPTH)) == Some(true)
}

/// By how much a row's number mostly grows from one thread to the next; nothing if that is not known.
pub(super) fn growth(table: &analysis::Body, uniformity: &Uniformity, row: usize) -> Option<i64> {
    Search { table, uniformity, assumed: Vec::new() }.growth(Operand::Instruction(row), DEPTH)
}

struct Search<'a, 'ctx> {
    table: &'a analysis::Body<'ctx>,
    uniformity: &'a Uniformity,
    /// Phis that are looked at, with what they are assumed to grow by.
    assumed: Vec<(usize, i64)>,
}

impl Search<'_, '_> {
    /// For a condition that is to be `wanted`, made of upper bounds and of what is the same for all: whether there is a bound.
    fn bounds(&mut self, condition: Operand, wanted: bool, depth: usize) -> Option<bool> {
        if self.uniformity.is_uniform_operand(condition) {
            return Some(false);
        }
        let (Operand::Instruction(at), Some(depth)) = (condition, depth.checked_sub(1)) else { return None };
        let row = &self.table.rows()[at];
        let mut both = |one: usize, other: usize| {
            let [one, other] = [one, other].map(|place| self.bounds(row.operands[place], wanted, depth));
            Some(one? | other?)
        };
        match row.opcode {
            Op::ICmp => {
                let how = row.instruction.get_icmp_predicate()?;
                let how = if wanted { how } else { opposite(how) };
                let [a, b] = [0, 1].map(|place| self.growth(row.operands[place], DEPTH));
                let (grows, how) = match (a?, b?) {
                    (1, 0) => (row.operands[0], how),
                    (0, 1) => (row.operands[1], mirrored(how)),
                    _ => return None,
                };
                let is_number = |at: usize| matches!(self.table.rows()[at].opcode, Op::Add | Op::Sub | Op::Phi);
                let is_plain = !matches!(grows, Operand::Instruction(at) if !is_number(at));
                (is_plain && is_upper_bound(how)).then_some(true)
            }
            Op::And if wanted => both(0, 1),
            Op::Or if !wanted => both(0, 1),
            Op::Select if wanted && row.operands[2] == Operand::Integer(0) => both(0, 1),
            _ => None,
        }
    }

    /// By how much a number grows from one thread of a row to the next.
    fn growth(&mut self, operand: Operand, depth: usize) -> Option<i64> {
        if self.uniformity.is_uniform_operand(operand) {
            return Some(0);
        }
        let at = match operand {
            Operand::Parameter(at) => return [X, LINEAR, LANE].contains(&at).then_some(1),
            Operand::Instruction(at) => at,
            _ => return None,
        };
        if let Some(&(_, growth)) = self.assumed.iter().find(|(phi, _)| *phi == at) {
            return Some(growth);
        }
        let depth = depth.checked_sub(1)?;
        let row = &self.table.rows()[at];
        match row.opcode {
            Op::Add => Some(self.growth(row.operands[0], depth)? + self.growth(row.operands[1], depth)?),
            Op::Sub => Some(self.growth(row.operands[0], depth)? - self.growth(row.operands[1], depth)?),
            Op::ZExt | Op::SExt | Op::Trunc => self.growth(row.operands[0], depth),
            Op::Phi => self.of_phi(at, depth),
            Op::Call | Op::Alloca => None,
            // What all threads load from one place is mostly the same.
            _ => row.operands.iter().all(|&operand| self.growth(operand, depth) == Some(0)).then_some(0),
        }
    }

    /// A phi grows by what each value does that comes to it, if that is one number: a step of a loop adds something uniform.
    fn of_phi(&mut self, at: usize, depth: usize) -> Option<i64> {
        let [one, other] = self.table.rows()[at].operands[..] else { return None };
        [one, other].into_iter().find_map(|first| {
            // A value that comes round the loop is no number before one is assumed: the depth ends the search.
            let growth = self.growth_without(first, at, depth)?;
            self.assumed.push((at, growth));
            let all = [one, other].into_iter().all(|value| self.growth(value, depth) == Some(growth));
            self.assumed.pop();
            all.then_some(growth)
        })
    }

    fn growth_without(&mut self, value: Operand, phi: usize, depth: usize) -> Option<i64> {
        (value != Operand::Instruction(phi)).then(|| self.growth(value, depth / 2)).flatten()
    }
}
