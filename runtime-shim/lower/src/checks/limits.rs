//! What holds where an access is made: comparisons by which threads came there, and ends to which loops count.

use super::steps::{Counter, Steps};
use crate::analysis::dominance::Dominators;
use crate::analysis::{Body, Operand, Row};
use crate::ir::{self, Value};
use hipify_abi::checks::Limit;
use inkwell::IntPredicate;
use inkwell::values::InstructionOpcode;
use std::collections::HashMap;

/// Conditions of branches are looked through as deep as this.
const DEPTH: usize = 8;

/// What holds in blocks of a body.
pub(super) struct Limits<'a, 'ctx> {
    body: &'a Body<'ctx>,
    dominators: &'a Dominators,
    known: HashMap<usize, Vec<Limit>>,
}

impl<'a, 'ctx> Limits<'a, 'ctx> {
    pub(super) fn of(body: &'a Body<'ctx>, dominators: &'a Dominators) -> Self {
        Self { body, dominators, known: HashMap::new() }
    }

    /// What holds whenever a thread is in a block.
    pub(super) fn at(&mut self, block: usize, steps: &mut Steps<'_, 'ctx>) -> Vec<Limit> {
        if let Some(known) = self.known.get(&block) {
            return known.clone();
        }
        let mut limits = Vec::new();
        let mut at = block;
        while let Some(above) = self.dominators.immediate(at) {
            if let Some((condition, is_true)) = self.condition_for(above, block) {
                self.add(condition, is_true, DEPTH, steps, &mut limits);
            }
            at = above;
        }
        let mut next = 0;
        while let Some(counter) = steps.counters().get(next).copied() {
            if self.dominators.dominates(self.body.rows()[counter.row].block, block) {
                self.count(&counter, steps, &mut limits);
            }
            next += 1;
        }
        self.known.insert(block, limits.clone());
        limits
    }

    /// The condition with which a block ends, where the way to another one that it comes before depends on it, and whether it is true there.
    fn condition_for(&self, above: usize, block: usize) -> Option<(Operand<'ctx>, bool)> {
        let branch = &self.body.rows()[self.body.terminator(above)?];
        let &[condition, Operand::Block(other), Operand::Block(then)] = branch.operands.as_slice() else { return None };
        let leads = |way: usize| self.body.graph.predecessors(way) == [above] && self.dominators.dominates(way, block);
        match (leads(then), leads(other)) {
            _ if then == other => None,
            (true, _) => Some((condition, true)),
            (_, true) => Some((condition, false)),
            _ => None,
        }
    }

    fn add(&self, condition: Operand<'ctx>, is_true: bool, depth: usize, steps: &mut Steps<'_, 'ctx>, limits: &mut Vec<Limit>) {
        let Operand::Instruction(row) = condition else { return };
        let this = &self.body.rows()[row];
        let is_boolean =
            |place: usize, number: i64| matches!(this.operands[place], Operand::Integer(one) if (one != 0) == (number != 0));
        let parts = match this.opcode {
            InstructionOpcode::ICmp => return self.compare(this, is_true, steps, limits),
            _ if depth == 0 => return,
            InstructionOpcode::Select if is_true && is_boolean(2, 0) => [this.operands[0], this.operands[1]],
            InstructionOpcode::Select if !is_true && is_boolean(1, 1) => [this.operands[0], this.operands[2]],
            InstructionOpcode::And if is_true => [this.operands[0], this.operands[1]],
            InstructionOpcode::Or if !is_true => [this.operands[0], this.operands[1]],
            _ => return,
        };
        parts.into_iter().for_each(|part| self.add(part, is_true, depth - 1, steps, limits));
    }

    fn compare(&self, this: &Row<'ctx>, is_true: bool, steps: &mut Steps<'_, 'ctx>, limits: &mut Vec<Limit>) {
        use IntPredicate::{EQ, NE, SGE, SGT, SLE, SLT, UGE, UGT, ULE, ULT};
        let (Some(Value::IntValue(left)), Some(how)) = (ir::operand(this.instruction, 0), this.instruction.get_icmp_predicate())
        else {
            return;
        };
        let bits = left.get_type().get_bit_width();
        if !(2..=64).contains(&bits) {
            return;
        }
        let (Some(left), Some(right)) = (steps.value(this.operands[0]), steps.value(this.operands[1])) else { return };
        let mut say = |step: u32| limits.push(Limit { step, given: Limit::ALWAYS });
        match (how, is_true) {
            (EQ, true) | (NE, false) => {
                say(steps.apart(left, right, 0));
                say(steps.apart(right, left, 0));
            }
            (SLT, true) | (SGE, false) => say(steps.apart(left, right, 1)),
            (SLE, true) | (SGT, false) => say(steps.apart(left, right, 0)),
            (SGT, true) | (SLE, false) => say(steps.apart(right, left, 1)),
            (SGE, true) | (SLT, false) => say(steps.apart(right, left, 0)),
            (ULT | ULE | UGT | UGE, _) => {
                let is_less = matches!(how, ULT | ULE) == is_true;
                let (low, high) = if is_less { (left, right) } else { (right, left) };
                let less = i64::from(matches!(how, ULT | UGT) == is_true);
                // What is less than a number that is not negative is none itself.
                let apart = steps.apart(low, high, less);
                say(steps.where_positive(apart, high, bits));
                say(steps.where_positive(low, high, bits));
            }
            _ => {}
        }
    }

    /// The end to which a loop counts, where it goes on by what it has counted to.
    fn count(&self, counter: &Counter<'ctx>, steps: &mut Steps<'_, 'ctx>, limits: &mut Vec<Limit>) {
        use IntPredicate::{EQ, NE, SGE, SGT, SLE, SLT, UGE, UGT, ULE, ULT};
        let phi = &self.body.rows()[counter.row];
        let Some(more) = steps.number_of(counter.more) else { return };
        let Some(way) = phi.operands.iter().position(|one| *one == counter.next) else { return };
        let latch = phi.incoming[way];
        let Some(branch) = self.body.terminator(latch).map(|row| &self.body.rows()[row]) else { return };
        let &[Operand::Instruction(condition), Operand::Block(other), Operand::Block(then)] = branch.operands.as_slice() else {
            return;
        };
        let compare = &self.body.rows()[condition];
        if compare.opcode != InstructionOpcode::ICmp || then == other || !self.dominators.dominates(phi.block, latch) {
            return;
        }
        let goes_on = then == phi.block;
        let Some(how) = compare.instruction.get_icmp_predicate() else { return };
        // The end stays the same: it is known before the loop begins.
        let is_end = |operand: Operand<'ctx>| match operand {
            Operand::Instruction(row) => {
                let block = self.body.rows()[row].block;
                block != phi.block && self.dominators.dominates(block, phi.block)
            }
            Operand::Integer(_) | Operand::Parameter(_) => true,
            _ => false,
        };
        let (place, is_up) = match (is_end(compare.operands[1]), more) {
            (true, 1..) => (0, true),
            (true, ..=-1) => (0, false),
            _ => return,
        };
        let (Some(counted), Some(end)) = (steps.value(compare.operands[place]), steps.value(compare.operands[1 - place])) else {
            return;
        };
        let Some(ahead) = steps.constant_apart(counted, counter.step) else { return };
        // The last number that the loop goes on with is so far from the end.
        let gap = match (how, goes_on, is_up) {
            (NE, true, _) | (EQ, false, _) if more.abs() == 1 && (ahead == 0 || ahead == more) => ahead.abs(),
            (SLT | ULT, true, true) | (SGE | UGE, false, true) => 1 + ahead - more,
            (SLE | ULE, true, true) | (SGT | UGT, false, true) => ahead - more,
            (SGT, true, false) | (SLE, false, false) => 1 + more - ahead,
            (SGE, true, false) | (SLT, false, false) => more - ahead,
            _ => return,
        };
        let is_unsigned = matches!(how, ULT | ULE | UGT | UGE);
        let mut say = |number: u32| if is_up { steps.apart(number, end, gap) } else { steps.apart(end, number, gap) };
        let (step, given) = (say(counter.step), say(counter.start));
        // Of numbers that are not negative the sign does not matter.
        let step = if is_unsigned { steps.where_positive(step, end, 64) } else { step };
        limits.push(Limit { step, given });
    }
}
