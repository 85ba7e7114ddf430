//! Gives what one thread of a row does alone (`if (threadIdx.x == 0)`) a barrier region of its own, where it stands between other work of
//! all threads. In a loop over the row it would be masked accesses, lane by lane, for each vector of threads. As a region it is a guard
//! that [`crate::guard_hoisting`] finds: the loop in front of it stays plain vector code, and one thread does the rest.
//!
//! Threads between two barriers run in any order, so that one more barrier that all of them come to changes nothing.

use crate::analysis::{self, Group, Operand, Role, Sources, Uniformity};
use crate::build::Build;
use crate::ir::{self, Block, Function, Instruction};
use crate::regions;
use hipify_abi::Wait;
use inkwell::IntPredicate;
use inkwell::values::InstructionOpcode as Op;

/// Barriers that a kernel gets at most: each region takes a loop over the threads.
const MOST: usize = 8;

/// Longest chain of instructions that is looked through.
const DEPTH: usize = 12;

/// Isolates the guards of a kernel that meets at barriers of whole blocks alone.
pub(crate) fn isolate(kernel: Function<'_>) {
    let syncs: Vec<Instruction> = ir::instructions(kernel).into_iter().filter(|it| regions::sync_of(*it).is_some()).collect();
    let Some(&barrier) = syncs.first() else { return };
    if syncs.iter().any(|sync| regions::sync_of(*sync) != Some(Wait::Barrier)) {
        return;
    }
    let table = analysis::Body::of(kernel);
    let uniformity = Uniformity::of(&table, &Sources { group: Group::Block, parameters: Vec::new() });
    let search = Search { table: &table, uniformity: &uniformity };
    if (0..table.graph.len()).any(|block| uniformity.influence(block).is_some_and(|it| !it.leaving.is_empty())) {
        return;
    }
    let found: Vec<_> = table.graph.order().iter().filter_map(|&block| search.guard(block)).collect();
    let mut left = MOST;
    for (fork, join) in found {
        let end = fork.get_terminator().expect("blocks end");
        let first = join.get_first_instruction().expect("blocks end");
        let places = [(end, works_before(end)), (first, works_from(first))];
        for (place, _) in places.into_iter().filter(|(_, works)| *works) {
            if left > 0 {
                left -= 1;
                Build::before(kernel.get_type().get_context(), place).place(ir::copy(barrier));
            }
        }
    }
}

/// Whether a condition holds for one thread of a row at most.
pub(crate) fn is_of_one(table: &analysis::Body, uniformity: &Uniformity, condition: Operand) -> bool {
    Search { table, uniformity }.is_of_one(condition, DEPTH)
}

/// Whether memory is accessed in a block in front of an instruction, after the last sync.
fn works_before(end: Instruction) -> bool {
    let before = std::iter::successors(end.get_previous_instruction(), |it| it.get_previous_instruction());
    for it in before {
        if regions::sync_of(it).is_some() {
            return false;
        }
        if accesses(it) {
            return true;
        }
    }
    // What stands in front of the block is not looked at: there is nearly always something.
    true
}

/// Whether memory is accessed in a block from an instruction on, before the first sync.
fn works_from(first: Instruction) -> bool {
    for it in std::iter::successors(Some(first), |it| it.get_next_instruction()) {
        if regions::sync_of(it).is_some() {
            return false;
        }
        if accesses(it) {
            return true;
        }
    }
    true
}

fn accesses(it: Instruction) -> bool {
    match it.get_opcode() {
        Op::Load | Op::Store | Op::AtomicRMW | Op::AtomicCmpXchg | Op::Fence | Op::Invoke | Op::VAArg => true,
        Op::Call => ir::callee(it).is_none_or(|callee| !Role::of(callee).only_computes()),
        _ => false,
    }
}

struct Search<'a, 'ctx> {
    table: &'a analysis::Body<'ctx>,
    uniformity: &'a Uniformity,
}

impl<'ctx> Search<'_, 'ctx> {
    /// If a block ends with a branch over work of one thread of a row: the block, and the one where the threads meet again.
    fn guard(&self, block: usize) -> Option<(Block<'ctx>, Block<'ctx>)> {
        let influence = self.uniformity.influence(block)?;
        let join = influence.meets?;
        let ways = ir::successors(self.table.block(block));
        let end = &self.table.rows()[self.table.terminator(block)?];
        let is_one = end.opcode == Op::Br
            && ways.len() == 2
            && ways[1] == self.table.block(join)
            && self.is_of_one(end.operands[0], DEPTH);
        let inside = (0..influence.parted.len()).filter(|&one| influence.parted[one]);
        let rows = inside.flat_map(|one| self.table.span(one)).map(|row| &self.table.rows()[row]);
        let meets_inside = rows.into_iter().any(analysis::Row::is_sync);
        let has_phis = self.table.span(join).any(|row| self.table.rows()[row].opcode == Op::Phi);
        let all = self.is_run_by_all(block) && self.is_run_by_all(join);
        (is_one && !meets_inside && !has_phis && all && join != block).then(|| (self.table.block(block), self.table.block(join)))
    }

    fn is_run_by_all(&self, block: usize) -> bool {
        let mut branches = 0..self.table.graph.len();
        !branches.any(|branch| self.uniformity.influence(branch).is_some_and(|influence| influence.parted[block]))
    }

    /// Whether a condition holds for one thread of a row at most.
    fn is_of_one(&self, condition: Operand<'ctx>, depth: usize) -> bool {
        let (Operand::Instruction(at), Some(depth)) = (condition, depth.checked_sub(1)) else { return false };
        let row = &self.table.rows()[at];
        match row.opcode {
            Op::ICmp if row.instruction.get_icmp_predicate() == Some(IntPredicate::EQ) => {
                let [a, b] = [0, 1].map(|place| self.growth(row.operands[place], DEPTH));
                matches!((a, b), (Some(1), Some(0)) | (Some(0), Some(1)))
            }
            Op::And => row.operands.iter().any(|&part| self.is_of_one(part, depth)),
            Op::Select if row.operands[2] == Operand::Integer(0) => {
                row.operands[..2].iter().any(|&part| self.is_of_one(part, depth))
            }
            _ => false,
        }
    }

    /// By how much a number grows from one thread of a row to the next.
    fn growth(&self, operand: Operand<'ctx>, depth: usize) -> Option<i64> {
        if self.uniformity.is_uniform_operand(operand) {
            return Some(0);
        }
        let Operand::Instruction(at) = operand else { return None };
        let row = &self.table.rows()[at];
        if let Some(growth) = crate::work_item_intrinsics::growth(row.instruction) {
            return growth;
        }
        let depth = depth.checked_sub(1)?;
        match row.opcode {
            Op::Add => Some(self.growth(row.operands[0], depth)? + self.growth(row.operands[1], depth)?),
            Op::Sub => Some(self.growth(row.operands[0], depth)? - self.growth(row.operands[1], depth)?),
            _ => None,
        }
    }
}
