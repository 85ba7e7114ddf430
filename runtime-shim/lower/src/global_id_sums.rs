//! Adds up global ids first: `(column + block index * block dimension) + thread index` becomes the global id plus `column`. Passes that
//! know what a global id is ([`crate::block_coarsening`], [`crate::global_id_no_wrap`]) then find it in sums that are written from left to right.

use crate::build::Build;
use crate::ir::{self, Function, Instruction, Value};
use crate::work_item_intrinsics::{Constant, Id, id_of};
use inkwell::values::{InstructionOpcode as Op, IntValue};

/// Parts that a sum may have.
const MOST: usize = 6;

/// Rewrites the sums of a kernel. They are the same modulo their width, whichever way they are added up.
pub(crate) fn collect(kernel: Function<'_>) {
    let context = kernel.get_type().get_context();
    let mut left = Vec::new();
    for sum in ir::instructions(kernel).into_iter().filter(|it| it.get_opcode() == Op::Add) {
        let mut parts = Vec::new();
        // Sums that are known not to wrap around say more as they are.
        if flatten(sum, &mut parts) != Some(true) || parts.len() < 3 {
            continue;
        }
        let bases: Vec<_> = (0..parts.len()).filter_map(|at| Some((at, base_axis(parts[at])?))).collect();
        let &[(base, axis)] = &bases[..] else { continue };
        let mut own = (0..parts.len()).filter(|&at| thread_axis(parts[at]) == Some(axis));
        let (Some(thread), None) = (own.next(), own.next()) else { continue };
        let build = Build::before(context, sum);
        let id = build.add(parts[base], parts[thread]);
        let others = (0..parts.len()).filter(|&at| at != base && at != thread);
        let whole = others.fold(id, |whole, at| build.add(whole, parts[at]));
        ir::replace_uses(sum, whole);
        note(sum, &mut left);
    }
    // What nothing uses any more would still seem to ask where blocks begin.
    while let Some(at) = left.iter().position(|sum| ir::users(*sum).is_empty()) {
        left.swap_remove(at).erase_from_basic_block();
    }
}

/// Notes a sum and the sums that are its parts, each once.
fn note<'ctx>(sum: Instruction<'ctx>, noted: &mut Vec<Instruction<'ctx>>) {
    if noted.contains(&sum) {
        return;
    }
    noted.push(sum);
    let parts = ir::operands(sum).into_iter().filter_map(|(_, part)| ir::maker(part));
    parts.filter(|part| part.get_opcode() == Op::Add).for_each(|part| note(part, noted));
}

/// The parts of a sum of sums: whether it may wrap around, or nothing if there are too many or a global id is among them already.
fn flatten<'ctx>(sum: Instruction<'ctx>, parts: &mut Vec<IntValue<'ctx>>) -> Option<bool> {
    let (Value::IntValue(one), Value::IntValue(other)) = (ir::operand(sum, 0)?, ir::operand(sum, 1)?) else { return None };
    let is_id = |base, thread| base_axis(base).is_some_and(|axis| thread_axis(thread) == Some(axis));
    if is_id(one, other) || is_id(other, one) {
        return None;
    }
    let mut may_wrap = sum.get_no_signed_wrap_flag() != Ok(true);
    for operand in [one, other] {
        match ir::maker(operand.into()).filter(|inner| inner.get_opcode() == Op::Add) {
            Some(inner) => may_wrap |= flatten(inner, parts)?,
            None => parts.push(operand),
        }
    }
    (parts.len() <= MOST).then_some(may_wrap)
}

/// The axis of a thread's own index.
fn thread_axis(value: IntValue) -> Option<u32> {
    match id_of(unextended(value)?)? {
        Id::X => Some(0),
        Id::Y => Some(1),
        Id::Z => Some(2),
        _ => None,
    }
}

/// The axis along which a product is the place of a block's first thread.
fn base_axis(value: IntValue) -> Option<u32> {
    let product = ir::maker(value.into()).filter(|it| it.get_opcode() == Op::Mul)?;
    let factor = |place| match ir::operand(product, place) {
        Some(Value::IntValue(factor)) => id_of(unextended(factor)?),
        _ => None,
    };
    match (factor(0)?, factor(1)?) {
        (Id::Constant(Constant::BlockIndex(axis)), Id::Constant(Constant::BlockDim(other)))
        | (Id::Constant(Constant::BlockDim(axis)), Id::Constant(Constant::BlockIndex(other)))
            if axis == other =>
        {
            Some(axis)
        }
        _ => None,
    }
}

fn unextended(value: IntValue) -> Option<Instruction> {
    let maker = ir::maker(value.into())?;
    if maker.get_opcode() == Op::ZExt { ir::maker(ir::operand(maker, 0)?) } else { Some(maker) }
}
