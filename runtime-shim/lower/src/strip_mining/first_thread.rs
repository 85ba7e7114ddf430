//! Numbers of a strip's first thread, and by how much they grow from thread to thread.

use super::extra::Extra;
use crate::analysis::{self, Uniformity};
use crate::build::Build;
use crate::ir::{self, Function, Instruction, Value};
use crate::work_item_intrinsics::{LANE, LINEAR, X};
use inkwell::values::{InstructionOpcode as Op, IntValue};

/// Longest chain of instructions that is looked through.
pub(super) const DEPTH: usize = 16;

/// Numbers of the first thread of a strip.
pub(super) struct OfFirst<'a, 'ctx> {
    pub(super) build: &'a Build<'ctx>,
    pub(super) function: Function<'ctx>,
    pub(super) table: &'a analysis::Body<'ctx>,
    pub(super) uniformity: &'a Uniformity,
    /// How many threads a strip has.
    pub(super) threads: u32,
}

impl<'ctx> OfFirst<'_, 'ctx> {
    /// By how much a number grows from one thread of a strip to the next, modulo its width, if that is certain: what is made by sums of
    /// what is the same in all threads and of the thread's index, or a wider form of a sum that does not wrap.
    pub(super) fn growth(&self, value: Value<'ctx>, depth: usize) -> Option<i64> {
        let Some(made) = ir::maker(value) else {
            // A lane is the first of a warp somewhere in a strip.
            let is_lane = self.function.get_nth_param(LANE as u32) == Some(value);
            return (!is_lane).then(|| i64::from(self.is_index(value)));
        };
        // What splitting inductions made is not in the table: how far all have come, and sums.
        let is_same = match self.table.row_index(made) {
            Some(row) => self.uniformity.is_uniform(row),
            None => made.get_opcode() == Op::Phi,
        };
        if is_same {
            return Some(0);
        }
        let depth = depth.checked_sub(1)?;
        let operand = |place| self.growth(ir::operand(made, place)?, depth);
        match made.get_opcode() {
            Op::Add => Some(operand(0)? + operand(1)?),
            Op::Sub => Some(operand(0)? - operand(1)?),
            Op::SExt | Op::ZExt if self.keeps_growth(made) => operand(0),
            _ => None,
        }
    }

    pub(super) fn is_index(&self, value: Value<'ctx>) -> bool {
        [X, LINEAR].iter().any(|&place| self.function.get_nth_param(place as u32) == Some(value))
    }

    /// Whether a wider form grows as the number does.
    fn keeps_growth(&self, extension: Instruction<'ctx>) -> bool {
        let Some(narrow) = ir::operand(extension, 0) else { return false };
        let Some(made) = ir::maker(narrow) else { return true };
        let [signed, unsigned] = [made.get_no_signed_wrap_flag(), made.get_no_unsigned_wrap_flag()];
        let never_wraps = if extension.get_opcode() == Op::SExt { signed } else { unsigned };
        let of_index = |own, base| -> Option<bool> {
            Some(self.is_small(ir::operand(made, own)?) && self.growth(ir::operand(made, base)?, DEPTH) == Some(0))
        };
        let is_sum = made.get_opcode() == Op::Add && (of_index(0, 1) == Some(true) || of_index(1, 0) == Some(true));
        is_sum && never_wraps == Ok(true)
    }

    /// Whether a value is an index of the thread in its row, its block or its strip.
    pub(super) fn is_small(&self, value: Value<'ctx>) -> bool {
        let of = |made: Instruction<'ctx>, place| ir::operand(made, place);
        let is_difference = |made: Instruction<'ctx>| {
            let own = of(made, 0).is_some_and(|own| self.is_index(own));
            let first = Extra::of(self.function);
            let from = [first.first_x, first.first_linear].map(Value::from);
            made.get_opcode() == Op::Sub && own && of(made, 1).is_some_and(|of_first| from.contains(&of_first))
        };
        self.is_index(value) || ir::maker(value).is_some_and(is_difference)
    }

    /// The thread's number in its strip.
    pub(super) fn thread(&self) -> IntValue<'ctx> {
        self.function.get_nth_param(self.function.count_params() - 5).expect("strips have it").into_int_value()
    }

    /// Writes what a number is in the strip's first thread.
    pub(super) fn value(&self, value: Value<'ctx>) -> Value<'ctx> {
        if self.is_index(value) {
            let Extra { first_x, first_linear, .. } = Extra::of(self.function);
            let is_x = self.function.get_nth_param(X as u32) == Some(value);
            return (if is_x { first_x } else { first_linear }).into();
        }
        let Some(made) = ir::maker(value).filter(|_| self.growth(value, DEPTH) != Some(0)) else { return value };
        let operand = |place| -> IntValue<'ctx> { self.value(ir::operand(made, place).expect("it has it")).into_int_value() };
        let ty = value.into_int_value().get_type();
        match made.get_opcode() {
            Op::Add => self.build.add(operand(0), operand(1)).into(),
            Op::Sub => self.build.sub(operand(0), operand(1)).into(),
            Op::SExt if ty.get_bit_width() == 64 => self.build.widen_signed(operand(0)).into(),
            _ => self.build.extend(operand(0), ty).into(),
        }
    }
}
