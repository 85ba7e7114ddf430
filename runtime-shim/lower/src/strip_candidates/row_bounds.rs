//! Branches that the threads of a strip nearly always decide alike: those by a comparison of a number that grows by one from thread to
//! thread of a row with one that is uniform, as a grid-stride loop ends (`i < n`).
//!
//! What is found is a guess about speed, not a proof: strips find out as they run whether their threads have parted.

use inkwell::values::InstructionOpcode as Op;

use crate::analysis::{self, Operand, Uniformity};
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

struct Search<'a, 'ctx> {
    table: &'a analysis::Body<'ctx>,
    uniformity: &'a Uniformity,
    /// Phis that are looked at, with what they are assumed to grow by.
    assumed: Vec<(usize, i64)>,
}

impl Search<'_, '_> {
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
