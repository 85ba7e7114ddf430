//! Strips of kernels whose warps meet. They are taken of whole warps alone, which stand in rows of so many threads each: the index of a
//! strip's first thread is a multiple of its length. So quotients (`t / 32`) are one number for a strip, and remainders (`t % 32`) grow by
//! one from thread to thread, as [`super::aligned`] has it for indices of any strip where that turns out to be so. Here it is known, and
//! counts for branches and bounds of loops as well: a warp for each row of a matrix goes through it in step.
//!
//! What such a strip reads from one place before any of its threads writes is one value, as it is for lanes in lockstep.

use super::aligned::{is_part, may_fit};
use super::extra::Extra;
use super::first_thread::{DEPTH, OfFirst};
use crate::analysis::affine::Addresses;
use crate::analysis::{self, Role, SAME, Sources, Uniformity};
use crate::build::Build;
use crate::context::field_of;
use crate::ir::{self, Function, Instruction, Value};
use crate::work_item_intrinsics::{LANE, LINEAR, X};
use hipify_abi::Context;
use inkwell::values::{InstructionOpcode as Op, IntValue};
use std::mem::offset_of;

/// Rewrites what is made of parts of indices in a strip body, and marks what all its threads read from one place.
pub(super) fn rewrite(function: Function<'_>, sources: &Sources, threads: u32) {
    write_out_lanes(function);
    let table = analysis::Body::of(function);
    let uniformity = Uniformity::of(&table, sources);
    let addresses = Addresses::of(&table);
    let rows = Rows { function, table: &table, uniformity: &uniformity, addresses, threads };
    table.rows().iter().filter(|row| is_part(row.opcode)).for_each(|row| {
        let _ = rows.part(row.instruction);
    });
    while mark_same_loads(function, sources) {}
}

/// A strip lies within a warp, so that a thread's lane is so far from that of the first as its index is.
fn write_out_lanes(function: Function<'_>) {
    let parameter = |place: usize| function.get_nth_param(place as u32).expect("bodies have it").into_int_value();
    let lane = parameter(LANE);
    if ir::users(lane).is_empty() {
        return;
    }
    let Extra { first_x, first_lane, .. } = Extra::of(function);
    let build = Build::after_phis(function.get_type().get_context(), function.get_first_basic_block().expect("it is defined"));
    ir::replace_uses(lane, build.count(first_lane, build.sub(parameter(X), first_x)));
}

struct Rows<'a, 'ctx> {
    function: Function<'ctx>,
    table: &'a analysis::Body<'ctx>,
    uniformity: &'a Uniformity,
    addresses: Addresses<'a, 'ctx>,
    /// How many a strip has.
    threads: u32,
}

impl<'ctx> Rows<'_, 'ctx> {
    fn part(&self, part: Instruction<'ctx>) -> Option<()> {
        let build = Build::before(self.function.get_type().get_context(), part);
        let Rows { function, table, uniformity, threads, .. } = *self;
        let first = OfFirst { build: &build, function, table, uniformity, threads };
        let (Value::IntValue(number), Value::IntValue(by)) = (ir::operand(part, 0)?, ir::operand(part, 1)?) else { return None };
        let (opcode, constant) = (part.get_opcode(), by.get_zero_extended_constant());
        let fits = match constant {
            Some(_) => may_fit(opcode, by, threads),
            None => self.is_of_warp_size(opcode, by),
        };
        let is_fit = fits
            && matches!(opcode, Op::And | Op::LShr | Op::UDiv | Op::URem)
            && first.growth(number.into(), DEPTH) == Some(1)
            && self.is_multiple(number.into(), DEPTH);
        if !is_fit {
            return None;
        }
        let of_first = build.copy_with(part, [(0, first.value(number.into()))])?.into_int_value();
        let keeps_low_bits = constant.is_none_or(|constant| constant % u64::from(self.threads) != 0);
        let grows = opcode == Op::URem || opcode == Op::And && keeps_low_bits;
        let own = if grows { build.count(of_first, self.thread(&build, number)) } else { of_first };
        ir::replace_uses(ir::value_of(part)?, own);
        Some(())
    }

    /// Whether a part is by the size of warps, or the lane of a number.
    fn is_of_warp_size(&self, opcode: Op, by: IntValue<'ctx>) -> bool {
        let Some(made) = ir::maker(by.into()) else { return false };
        let is_size = |load: Instruction<'ctx>| self.reads(load, offset_of!(Context, warp_size));
        let less_one =
            || matches!(ir::operand(made, 1), Some(Value::IntValue(one)) if one.get_sign_extended_constant() == Some(-1));
        match opcode {
            Op::URem | Op::UDiv => is_size(made),
            Op::And if made.get_opcode() == Op::Add => {
                less_one() && ir::operand(made, 0).and_then(ir::maker).is_some_and(is_size)
            }
            _ => false,
        }
    }

    /// The thread's number in its strip, as wide as another number.
    fn thread(&self, build: &Build<'ctx>, like: IntValue<'ctx>) -> IntValue<'ctx> {
        let x = self.function.get_nth_param(X as u32).expect("bodies have it").into_int_value();
        let thread = build.sub(x, Extra::of(self.function).first_x);
        if like.get_type() == build.i32() { thread } else { build.widen(thread) }
    }

    /// Whether a number is a multiple of a strip's length in its first thread.
    fn is_multiple(&self, value: Value<'ctx>, depth: usize) -> bool {
        let length = u64::from(self.threads);
        if let Value::IntValue(number) = value
            && let Some(constant) = number.get_zero_extended_constant()
        {
            return constant % length == 0;
        }
        let Some(made) = ir::maker(value) else {
            let Extra { first_x, first_linear, first_lane, .. } = Extra::of(self.function);
            let is_own = |place: &usize| self.function.get_nth_param(*place as u32) == Some(value);
            return [X, LINEAR].iter().any(is_own) || [first_x, first_linear, first_lane].map(Value::from).contains(&value);
        };
        let Some(depth) = depth.checked_sub(1) else { return false };
        let is = |place| ir::operand(made, place).is_some_and(|operand| self.is_multiple(operand, depth));
        let shifts_far = || {
            let by = ir::operand(made, 1).map(|by| by.into_int_value().get_zero_extended_constant());
            by.flatten().is_some_and(|by| by >= u64::from(self.threads.trailing_zeros()))
        };
        match made.get_opcode() {
            Op::Add | Op::Sub | Op::Or => is(0) && is(1),
            Op::Mul | Op::And => is(0) || is(1),
            Op::Shl => is(0) || shifts_far(),
            Op::ZExt | Op::SExt | Op::Freeze => is(0),
            Op::Load => self.reads(made, offset_of!(Context, block_dim)),
            _ => false,
        }
    }

    /// Whether an instruction reads the context at an offset.
    fn reads(&self, load: Instruction<'ctx>, offset: usize) -> bool {
        let row = self.table.row_index(load).map(|at| &self.table.rows()[at]);
        row.and_then(|row| field_of(self.table, &self.addresses, row)).flatten() == Some(offset)
    }
}

/// Marks what is read from one place before anything is written; whether there was something.
fn mark_same_loads(function: Function<'_>, sources: &Sources) -> bool {
    let table = analysis::Body::of(function);
    let uniformity = Uniformity::of(&table, sources);
    let writes = |at: usize| {
        let row = &table.rows()[at];
        match row.opcode {
            Op::Store | Op::AtomicRMW | Op::AtomicCmpXchg | Op::Fence | Op::Invoke => true,
            Op::Call => !matches!(row.role, Some(Role::Hint | Role::Pure)),
            _ => false,
        }
    };
    let writing: Vec<usize> = (0..table.graph.len()).filter(|&block| table.span(block).any(writes)).collect();
    let after: Vec<usize> = writing.iter().flat_map(|&block| table.graph.successors(block)).copied().collect();
    let late = table.graph.reachable(&after, |_| true);
    let context = function.get_type().get_context();
    let kind = context.get_kind_id(SAME);
    let mut found = false;
    for at in 0..table.rows().len() {
        let row = &table.rows()[at];
        let is_plain = |load: Instruction| load.get_volatile() == Ok(false) && !ir::is_atomic(load);
        let is_first = || !late[row.block] && !table.span(row.block).take_while(|&before| before < at).any(writes);
        let is_fit = row.opcode == Op::Load
            && is_plain(row.instruction)
            && !uniformity.is_uniform(at)
            && row.address().is_some_and(|address| uniformity.is_uniform_operand(address))
            && is_first();
        if is_fit && row.instruction.get_metadata(kind).is_none() {
            found |= row.instruction.set_metadata(context.metadata_node(&[]), kind).is_ok();
        }
    }
    found
}
