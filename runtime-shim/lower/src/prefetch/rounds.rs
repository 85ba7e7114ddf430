//! By what addresses move on where a block comes round a loop again.

use super::{Threads, is_near};
use crate::analysis::Operand;
use crate::analysis::affine::Affine;
use crate::ir::{self, Value};
use hipify_abi::Context;
use inkwell::values::{InstructionOpcode as Op, IntValue};
use std::collections::HashSet;
use std::mem::offset_of;

impl<'ctx> Threads<'_, 'ctx> {
    /// By what the address moves on where the block comes round again: a step, and bytes for each unit of it.
    pub(super) fn next_round(&self, sum: &Affine) -> Option<(IntValue<'ctx>, i64)> {
        // Loops over rows and planes of threads move on by one.
        let is_one = |step: &IntValue| step.get_zero_extended_constant() == Some(1);
        self.outermost(sum, |at| Some((at, self.step(at).filter(|step| !is_one(step))?)))
    }

    /// The same for rows that are found by their number.
    pub(super) fn next_row(&self, sum: &Affine) -> Option<(IntValue<'ctx>, i64)> {
        self.outermost(sum, |at| self.multiple(at))
    }

    /// Of several numbers that move on, the one of the outermost loop is how far the block has come. `step` gives a number's phi and step.
    fn outermost(&self, sum: &Affine, step: impl Fn(usize) -> Option<(usize, IntValue<'ctx>)>) -> Option<(IntValue<'ctx>, i64)> {
        let moving = self.rows(sum).filter_map(|(at, times)| {
            let (phi, step) = step(at)?;
            Some((self.table.graph.position(self.table.rows()[phi].block), step, times))
        });
        let (_, step, times) = moving.min_by_key(|(position, ..)| *position)?;
        (!is_near(step, times)).then_some((step, times))
    }

    /// Of a product of a number that goes up by one each time that the block comes round: that number's phi, and the other factor.
    fn multiple(&self, product: usize) -> Option<(usize, IntValue<'ctx>)> {
        let rows = self.table.rows();
        let &[Operand::Instruction(counted), _] = &rows[product].operands[..] else { return None };
        let phi = match rows[counted].operands[..] {
            [Operand::Instruction(phi), Operand::Integer(_)] if rows[counted].opcode == Op::Add => phi,
            _ => counted,
        };
        if rows[product].opcode != Op::Mul || self.step(phi)?.get_zero_extended_constant() != Some(1) || self.is_of_rows(phi) {
            return None;
        }
        let Value::IntValue(by) = ir::operand(rows[product].instruction, 1)? else { return None };
        Some((phi, by))
    }

    /// Whether a phi counts the rows or planes of a block's threads, or anything else of which there is a constant number.
    fn is_of_rows(&self, phi: usize) -> bool {
        let rows = self.table.rows();
        let axis = |axis: usize| offset_of!(Context, block_dim) + axis * size_of::<u32>();
        let is_limit = |limit: &Operand| match *limit {
            Operand::Integer(_) => true,
            Operand::Instruction(at) => [1, 2].into_iter().any(|number| self.is_field(at, axis(number))),
            _ => false,
        };
        let counts = |at: usize| at == phi || rows[at].operands.contains(&Operand::Instruction(phi));
        let ends = |latch: &usize| match rows[self.table.terminator(*latch)?].operands[..] {
            [Operand::Instruction(compare), ..] => match rows[compare].operands[..] {
                [Operand::Instruction(counted), limit] if counts(counted) => Some(limit),
                _ => None,
            },
            _ => None,
        };
        let around = self.all.iter().filter(|one| one.header == rows[phi].block);
        around.flat_map(|one| &one.latches).filter_map(ends).any(|limit| is_limit(&limit))
    }

    /// By what a phi in front of the loop moves on each time that the block comes round.
    pub(super) fn step(&self, phi: usize) -> Option<IntValue<'ctx>> {
        let rows = self.table.rows();
        if rows[phi].opcode != Op::Phi || self.one.contains(rows[phi].block) {
            return None;
        }
        let mut found = None;
        for at in self.sources(phi).into_iter().filter(|&at| rows[at].opcode == Op::Add) {
            let is_own = |operand: &Operand| matches!(*operand, Operand::Instruction(own) if self.sources(own).contains(&phi));
            let Some(place) = rows[at].operands.iter().position(is_own) else { continue };
            let Value::IntValue(step) = ir::operand(rows[at].instruction, 1 - place as u32)? else { return None };
            if found.is_some_and(|other| other != step) {
                return None;
            }
            found = Some(step);
        }
        found
    }

    /// A row, and the others whose results it may be, since it chooses.
    fn sources(&self, row: usize) -> HashSet<usize> {
        let (mut work, mut seen) = (vec![row], HashSet::new());
        while let Some(at) = work.pop() {
            let row = &self.table.rows()[at];
            if seen.insert(at) && matches!(row.opcode, Op::Phi | Op::Select) {
                work.extend(row.operands.iter().filter_map(|operand| match *operand {
                    Operand::Instruction(at) => Some(at),
                    _ => None,
                }));
            }
        }
        seen
    }
}
