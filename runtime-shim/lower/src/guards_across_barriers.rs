//! Prepares conditions that threads ask for again after a barrier, as in
//!
//! ```c
//! const bool valid = t > row && t < end;
//! float next;
//! if (valid) next = f(tile, t);
//! __syncthreads();
//! if (valid) tile[t] = next;
//! ```
//!
//! Kept for each thread, the condition would be a mask that nothing is known of, and all threads of a row would have to leave one behind.
//! Computed again, it is a guard in both regions ([`crate::guard_hoisting`]). What is chosen by the first (`next`) and needed under the
//! second alone is left open for the other threads, so that these have nothing to keep.

use crate::analysis::dominance::Dominators;
use crate::analysis::{self, Group, Operand, Row, Sources, Uniformity};
use crate::build::Build;
use crate::context_save;
use crate::ir::{self, Block, Function, Instruction};
use crate::liveness;
use crate::regions;
use crate::triangles::Triangle;
use hipify_abi::Wait;
use inkwell::values::InstructionOpcode as Op;
use std::collections::{HashMap, HashSet};

/// Instructions that differ from thread to thread, of which a condition that is computed again may have so many.
const MOST: usize = 24;

/// Instructions that a part of a condition may take where it does not matter.
const MOST_JOINED: usize = 6;

/// Prepares the conditions of a kernel that meets at barriers of whole blocks alone.
pub(crate) fn prepare(kernel: Function<'_>) {
    let mut syncs = ir::instructions(kernel).into_iter().filter_map(regions::sync_of).peekable();
    if syncs.peek().is_none() || !syncs.all(|wait| wait == Wait::Barrier) {
        return;
    }
    let before = liveness::predecessors(kernel);
    let phis: Vec<_> = ir::blocks(kernel).into_iter().flat_map(ir::phis).collect();
    for phi in phis {
        join(phi, &before);
    }
    let table = analysis::Body::of(kernel);
    let uniformity = Uniformity::of(&table, &Sources { group: Group::Block, parameters: Vec::new() });
    let search = Search { table: &table, uniformity: &uniformity, dominators: Dominators::of(&table.graph) };
    let opened: Vec<_> = (0..table.graph.len()).flat_map(|join| search.unneeded(join)).collect();
    let mut idle = HashSet::new();
    for (phi, place) in opened {
        let ty = ir::value_of(phi).expect("phis are values").get_type();
        idle.extend(ir::operand(phi, place).and_then(ir::maker).filter(|it| it.get_opcode() == Op::Phi));
        ir::set_operand(phi, place, ir::poison(ty));
    }
    for branch in (0..table.graph.len()).filter_map(|block| search.of_earlier_region(block)) {
        let build = Build::before(kernel.get_type().get_context(), branch);
        let Some(condition) = ir::operand(branch, 0) else { continue };
        let is_there = |it: Instruction| table.row_index(it).is_some_and(|at| uniformity.is_uniform(at));
        ir::set_operand(branch, 0, context_save::again(&build, condition, &is_there));
    }
    idle.into_iter().filter(|phi| ir::users(*phi).is_empty()).for_each(|phi| phi.erase_from_basic_block());
}

/// Makes one value of a truth value that is computed in a block of its own, where another condition holds, and that branches beyond its
/// block ask for: LLVM leaves such to its jump threading, which does not copy barriers.
fn join<'ctx>(phi: Instruction<'ctx>, before: &HashMap<Block<'ctx>, Vec<Block<'ctx>>>) -> Option<()> {
    let home = phi.get_parent()?;
    let is_truth = ir::value_of(phi).is_some_and(|value| ir::is_bit(value.get_type()));
    let is_asked_again = ir::users(phi).into_iter().any(|user| user.get_opcode() == Op::Br && user.get_parent() != Some(home));
    let [(_, one, from_one), (_, other, from_other)] = ir::incomings(phi)[..] else { return None };
    if !is_truth || !is_asked_again {
        return None;
    }
    let triangle = [from_one, from_other].into_iter().filter_map(|fork| Triangle::at(fork, before)).find(|it| it.join == home)?;
    let moved = triangle.works();
    if moved.len() > MOST_JOINED || !moved.iter().all(|&it| context_save::is_plain(it)) {
        return None;
    }
    let (outside, inside) = if triangle.fork == from_one { (one, other) } else { (other, one) };
    let build = triangle.lift();
    ir::replace_uses(phi, triangle.choose(&build, inside, outside));
    phi.erase_from_basic_block();
    triangle.close(&build);
    Some(())
}

struct Search<'a, 'ctx> {
    table: &'a analysis::Body<'ctx>,
    uniformity: &'a Uniformity,
    dominators: Dominators,
}

impl<'ctx> Search<'_, 'ctx> {
    fn row(&self, at: usize) -> &Row<'ctx> {
        &self.table.rows()[at]
    }

    /// The condition by which threads go one of two ways at the end of a block.
    fn condition(&self, block: usize) -> Option<usize> {
        let end = self.row(self.table.terminator(block)?);
        match (end.opcode, end.operands.first()) {
            (Op::Br, Some(&Operand::Instruction(at))) if !self.uniformity.is_uniform(at) => Some(at),
            _ => None,
        }
    }

    /// The branch at the end of a block, if its condition was computed before a barrier and can be computed again.
    fn of_earlier_region(&self, block: usize) -> Option<Instruction<'ctx>> {
        let condition = self.condition(block)?;
        let end = self.table.terminator(block)?;
        let mut syncs = (0..self.table.rows().len()).filter(|&at| self.row(at).is_sync());
        let is_between = |sync: usize| self.comes_after(sync, condition) && self.comes_after(end, sync);
        (syncs.any(is_between) && self.is_computable(condition, &mut MOST.clone())).then(|| self.row(end).instruction)
    }

    /// Whether threads that come to a row have always come to another one before.
    fn comes_after(&self, later: usize, earlier: usize) -> bool {
        let [home, first] = [later, earlier].map(|at| self.row(at).block);
        if home == first { later > earlier } else { self.dominators.dominates(first, home) }
    }

    /// Whether a value can be computed from what is uniform, and from arguments and ids.
    fn is_computable(&self, at: usize, left: &mut usize) -> bool {
        if self.uniformity.is_uniform(at) {
            return true;
        }
        let Some(less) = left.checked_sub(1) else { return false };
        *left = less;
        self.row(at).opcode != Op::Freeze
            && context_save::is_plain(self.row(at).instruction)
            && self.row(at).operands.iter().all(|&operand| match operand {
                Operand::Instruction(at) => self.is_computable(at, left),
                _ => true,
            })
    }

    /// The phis of a block, each with the place of what threads bring by a branch after which none of them needs it.
    fn unneeded(&self, join: usize) -> Vec<(Instruction<'ctx>, u32)> {
        let phis = self.table.span(join).take_while(|&at| self.row(at).opcode == Op::Phi);
        let of_phi = |at: usize| {
            let row = self.row(at);
            let places = (0..).zip(row.incoming.iter().zip(&row.operands));
            let is_unneeded = |from: usize, brought: Operand| {
                let is_back = self.dominators.dominates(join, from);
                let ways = self.table.graph.successors(from);
                // Where a condition holds is the last successor of its branch.
                let way = ways.iter().position(|&to| to == join).filter(|_| ways.len() == 2 && ways[0] != ways[1]);
                let guard = way.zip(self.condition(from));
                !is_back && guard.is_some_and(|(way, condition)| self.is_needed_only(at, brought, condition, (from, 1 - way)))
            };
            let unneeded = places.filter(|&(_, (&from, &brought))| brought != Operand::Undefined && is_unneeded(from, brought));
            unneeded.map(|(place, _)| (row.instruction, place)).collect::<Vec<_>>()
        };
        phis.flat_map(of_phi).collect()
    }

    /// Whether all uses of a phi lie where threads come only by one way of branches on a condition, other than the branch that brings it
    /// something. This may be what it was in the round before: a variable of a loop that is not set at the loop's beginning.
    fn is_needed_only(&self, at: usize, brought: Operand<'ctx>, condition: usize, (branch, way): (usize, usize)) -> bool {
        let guards: Vec<usize> = (0..self.table.graph.len())
            .filter(|&block| block != branch && self.condition(block) == Some(condition))
            .filter_map(|block| {
                let to = self.table.graph.successors(block)[way];
                (self.table.graph.predecessors(to) == [block]).then_some(to)
            })
            .collect();
        let is_inside = |block: usize| guards.iter().any(|&guard| self.dominators.dominates(guard, block));
        let is_fit = |user: usize| match self.row(user).opcode {
            Op::Phi if self.row(user).users == [at] && self.brings(at, user) == 1 => brought == Operand::Instruction(user),
            Op::Phi => {
                let brought = self.row(user).incoming.iter().zip(&self.row(user).operands);
                brought.filter(|&(_, &operand)| operand == Operand::Instruction(at)).all(|(&from, _)| is_inside(from))
            }
            _ => is_inside(self.row(user).block),
        };
        !self.row(at).users.is_empty() && self.row(at).users.iter().all(|&user| is_fit(user))
    }

    /// From how many places a phi may take a row.
    fn brings(&self, phi: usize, at: usize) -> usize {
        self.row(phi).operands.iter().filter(|&&brought| brought == Operand::Instruction(at)).count()
    }
}
