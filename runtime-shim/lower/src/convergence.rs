//! Convergence: which values, and which next regions, are uniform among the threads of a group.

use crate::analysis::{self, Group, Sources, Uniformity};
use crate::ir::{Block, Function, Instruction};
use crate::regions::{Regions, Together};
use hipify_abi::{DONE, Wait};
use inkwell::values::InstructionOpcode;

/// The answers for one kernel whose meetings are isolated.
pub(crate) struct Agreement<'ctx> {
    table: analysis::Body<'ctx>,
    uniformity: Uniformity,
}

impl<'ctx> Agreement<'ctx> {
    pub(crate) fn of(function: Function<'ctx>, regions: &Regions<'ctx>) -> Self {
        Self::among(function, if regions.has(Wait::Warp) { Group::Warp } else { Group::Block })
    }

    /// The answers for the threads of a group.
    pub(crate) fn among(function: Function<'ctx>, group: Group) -> Self {
        let table = analysis::Body::of(function);
        let uniformity = Uniformity::of(&table, &Sources { group, parameters: Vec::new() });
        Agreement { table, uniformity }
    }

    /// The kernel as tables.
    pub(crate) fn table(&self) -> &analysis::Body<'ctx> {
        &self.table
    }

    /// Whether no branch keeps some of the threads from a block that others run.
    pub(crate) fn is_run_by_all(&self, block: usize) -> bool {
        let mut blocks = 0..self.table.graph.len();
        !blocks.any(|branch| self.uniformity.influence(branch).is_some_and(|influence| influence.parted[block]))
    }

    /// Whether one value is enough for a group.
    pub(crate) fn is_shared(&self, value: Instruction<'ctx>) -> bool {
        self.table.row_index(value).is_some_and(|row| self.uniformity.is_shareable(row))
    }

    /// Whether all threads that compute a value for the same time get the same.
    pub(crate) fn is_uniform(&self, value: Instruction<'ctx>) -> bool {
        self.uniformity.is_uniform_instruction(&self.table, value)
    }

    /// Whether all threads that come to a block's end go on to one place.
    pub(crate) fn is_uniform_branch(&self, block: Block<'ctx>) -> bool {
        self.uniformity.is_uniform_block(&self.table, block)
    }

    /// Finds out of which regions threads come together.
    pub(crate) fn judge(&self, regions: &mut Regions<'ctx>) {
        let cuts: Vec<usize> = regions.cuts.iter().filter_map(|cut| self.table.block_index(cut.block)).collect();
        let returns = self.table.rows().iter().filter(|row| row.opcode == InstructionOpcode::Return).map(|row| row.block);
        let ends: Vec<usize> = cuts.iter().copied().chain(returns).collect();
        for region in &mut regions.regions {
            let entry = self.table.block_index(region.entry);
            let part = || {
                let mut blocks = region.blocks.iter().filter_map(|&block| self.table.block_index(block));
                region.next.contains(&DONE) && blocks.any(|block| self.leaves(block, &cuts))
            };
            region.together = if region.next.len() < 2 {
                Together::Always
            } else if entry.is_some_and(|entry| self.uniformity.reaches_one(&self.table, entry, &ends)) && !part() {
                Together::Proven
            } else {
                Together::Unknown
            };
        }
    }

    /// Whether some threads may leave the kernel where others stay: they part, and before the next cut there is an end, too.
    fn leaves(&self, block: usize, cuts: &[usize]) -> bool {
        let leaving = self.uniformity.influence(block).is_some_and(|influence| !influence.leaving.is_empty());
        leaving && {
            let reached = self.table.graph.reachable(&[block], |one| !cuts.contains(&one));
            cuts.iter().any(|&cut| reached[cut])
        }
    }
}
