//! Where accesses of a body lie, and what holds where they are made.

use super::{Key, Seer};
use crate::analysis::dominance::Dominators;
use crate::analysis::memory::{self, Object};
use crate::analysis::{Body, Operand, Row};
use crate::checks::limits::Limits;
use crate::checks::race::Told;
use crate::checks::steps::{Passed, Steps};
use crate::checks::times::Times;
use crate::ir;
use crate::kernels::Kernel;
use crate::work_item_intrinsics::THREAD;
use hipify_abi::checks::Access;
use inkwell::IntPredicate;
use inkwell::module::Module;
use inkwell::values::InstructionOpcode;

/// Where accesses of a body lie.
pub(super) struct Places<'a, 'ctx> {
    pub(super) module: &'a Module<'ctx>,
    pub(super) body: &'a Body<'ctx>,
    pub(super) kernel: &'a Kernel<'ctx>,
    pub(super) dominators: &'a Dominators,
    pub(super) times: &'a Times<'a, 'ctx>,
}

impl<'ctx> Places<'_, 'ctx> {
    pub(super) fn seer(&self, told: Told<'ctx>, steps: &mut Steps<'_, 'ctx>) -> Option<Seer<'ctx>> {
        let row = self.body.row_index(told.instruction)?;
        let operands = &self.body.rows()[row].operands;
        let is_address = |place: &usize| ir::operand(told.instruction, *place as u32) == Some(told.made.address.into());
        let address = operands[(0..operands.len()).find(is_address)?];
        let key = self.key(address, steps);
        let offset = if told.made.length.is_none() { steps.offset(address) } else { None };
        let threads = [0, 1, 2].map(|axis| self.only_thread(self.body.rows()[row].block, axis).unwrap_or(-1));
        let whole = match key {
            Key::Shared(variable) | Key::Variable(variable) => ir::contents_size(self.module, variable),
            _ => 0,
        };
        let free = offset.map(|offset| steps.free_rows(offset)).unwrap_or_default();
        let tells = offset.is_some() && free.iter().all(|row| self.times.is_uniform(*row));
        Some(Seer {
            told,
            row,
            key,
            offset,
            tells,
            limits: Vec::new(),
            variables: Vec::new(),
            whole,
            sure: false,
            inside: false,
            threads,
        })
    }

    /// Says what holds where an access is made, and whether a launch may find by it that the access is in bounds.
    pub(super) fn limit(
        &self,
        seer: &mut Seer<'ctx>,
        limits: &mut Limits<'_, 'ctx>,
        steps: &mut Steps<'_, 'ctx>,
        is_checked: bool,
    ) {
        let Some(offset) = seer.offset else { return };
        let variables = steps.variables(offset);
        seer.limits = limits.at(self.body.rows()[seer.row].block, steps);
        let all = seer.limits.iter().fold(variables.clone(), |all, limit| &all | &steps.variables(limit.step));
        seer.variables = all.into_iter().map(|one| (one, steps.rows_of(one))).collect();
        let Access { size, .. } = seer.told.made.access;
        let align = seer.told.made.access.align();
        // The runtime has a copy of each argument, which is aligned as its parameter is.
        seer.sure = is_checked
            && self.argument(seer).is_some_and(|(bytes, place_align)| {
                let place = steps.number_of(offset).and_then(|place| u64::try_from(place).ok());
                place.is_some_and(|place| place + u64::from(size) <= bytes && place.is_multiple_of(align) && place_align >= align)
            });
        let is_placed = match seer.key {
            Key::Passed(_) | Key::Dynamic => true,
            Key::Shared(variable) => u64::from(variable.get_alignment()) >= align,
            Key::Variable(variable) => !variable.is_declaration() && u64::from(variable.get_alignment()) >= align,
            Key::Own | Key::Any => false,
        };
        // Rounds that nothing ends lead anywhere.
        let ends = |variable: &u32| {
            !steps.is_counter(*variable) || seer.limits.iter().any(|limit| steps.variables(limit.step).contains(variable))
        };
        seer.inside = is_checked && is_placed && variables.iter().all(ends);
    }

    /// Bytes and alignment of the argument that an access reads, where its address comes from one that is passed by value.
    fn argument(&self, seer: &Seer<'ctx>) -> Option<(u64, u64)> {
        let row = &self.body.rows()[seer.row];
        let address = row.address().filter(|_| row.opcode == InstructionOpcode::Load)?;
        let Object::Parameter(at) = memory::object(self.body, address) else { return None };
        let piece = &self.kernel.pieces[at];
        let align = self.kernel.parameters[piece.parameter as usize].align;
        Some((ir::size_of(self.module, piece.by_value?), if piece.offset == 0 { u64::from(align) } else { 1 }))
    }

    fn key(&self, address: Operand<'ctx>, steps: &mut Steps<'_, 'ctx>) -> Key<'ctx> {
        let mut whole: Option<Key> = None;
        for root in memory::roots(self.body, address) {
            let one = self.key_of_root(root, steps);
            if whole.is_some_and(|whole| whole != one) {
                return Key::Any;
            }
            whole = Some(one);
        }
        whole.unwrap_or(Key::Any)
    }

    fn key_of_root(&self, root: Operand<'ctx>, steps: &mut Steps<'_, 'ctx>) -> Key<'ctx> {
        match memory::root_object(self.body, root) {
            Object::Parameter(at) => {
                let piece = &self.kernel.pieces[at];
                match piece.by_value {
                    None => Key::Passed(Passed { parameter: piece.parameter, offset: piece.offset }),
                    Some(_) if memory::only_read(self.body, at) => Key::Own,
                    Some(_) => Key::Any,
                }
            }
            Object::Shared(variable) if ir::is_empty_array(variable) => Key::Dynamic,
            Object::Shared(variable) => Key::Shared(variable),
            Object::Local(_) => Key::Own,
            Object::Global(variable) if variable.is_constant() => Key::Own,
            Object::Global(variable) => Key::Variable(variable),
            Object::SharedBase => Key::Any,
            Object::Unknown => match root {
                Operand::Instruction(row) => Passed::of(self.body, self.kernel, steps, row).map_or(Key::Any, Key::Passed),
                _ => Key::Any,
            },
        }
    }

    /// The thread along an axis that alone comes to a block.
    fn only_thread(&self, block: usize, axis: usize) -> Option<i32> {
        let mut at = block;
        while let Some(above) = self.dominators.immediate(at) {
            if let Some((number, way)) = self.branch_of_one(above, axis)
                && self.body.graph.predecessors(way) == [above]
                && self.dominators.dominates(way, block)
            {
                return Some(number);
            }
            at = above;
        }
        None
    }

    /// A thread's number along an axis, and where it alone goes on at a block's end.
    fn branch_of_one(&self, block: usize, axis: usize) -> Option<(i32, usize)> {
        let branch = &self.body.rows()[self.body.terminator(block)?];
        let &[Operand::Instruction(condition), Operand::Block(other), Operand::Block(then)] = branch.operands.as_slice() else {
            return None;
        };
        let compare = &self.body.rows()[condition];
        let &[Operand::Instruction(id), Operand::Integer(number)] = compare.operands.as_slice() else { return None };
        let is_id = |row: &Row| {
            let callee = ir::callee(row.instruction).map(ir::name_of);
            callee.is_some_and(|name| name == THREAD[axis])
        };
        if compare.opcode != InstructionOpcode::ICmp || then == other || !is_id(&self.body.rows()[id]) {
            return None;
        }
        let number = i32::try_from(number).ok().filter(|number| *number >= 0)?;
        match compare.instruction.get_icmp_predicate()? {
            IntPredicate::EQ => Some((number, then)),
            IntPredicate::NE => Some((number, other)),
            _ => None,
        }
    }
}
