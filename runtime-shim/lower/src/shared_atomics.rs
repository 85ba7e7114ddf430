//! Replaces atomic operations on shared memory by plain ones: a block runs on one OS thread.
//!
//! The plain accesses are marked with metadata [`MARK`]: they must not be in a loop's access group, since several threads of the
//! block may access the same element.

use inkwell::builder::{Builder, BuilderError};
use inkwell::values::{
    AsValueRef, BasicValue, BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, IntValue, PointerValue,
};
use inkwell::{AtomicOrdering, AtomicRMWBinOp, FloatPredicate, IntPredicate};

use crate::analysis::memory::object;
use crate::analysis::{Body, Row};

/// Metadata kind of loads and stores that were atomic.
pub const MARK: &str = "hipify.was_atomic";

/// Replaces all atomic operations of `function` whose address provably is shared memory; the answer is how many.
pub fn make_plain(function: FunctionValue) -> Result<usize, BuilderError> {
    let body = Body::of(function);
    let builder = function.get_type().get_context().create_builder();
    let mut count = 0;
    for row in body.rows() {
        let shared = row.address().is_some_and(|address| object(&body, address).is_shared());
        if shared && replace(&builder, row)? {
            count += 1;
        }
    }
    Ok(count)
}

fn replace(builder: &Builder, row: &Row) -> Result<bool, BuilderError> {
    match row.opcode {
        InstructionOpcode::AtomicRMW => {
            let Some(operation) = row.instruction.get_atomic_rmw_bin_op() else { return Ok(false) };
            read_modify_write(builder, row.instruction, operation)
        }
        InstructionOpcode::AtomicCmpXchg => compare_exchange(builder, row.instruction).map(|()| true),
        InstructionOpcode::Load | InstructionOpcode::Store => {
            let atomic = row.instruction.get_atomic_ordering().is_ok_and(|order| order != AtomicOrdering::NotAtomic);
            if atomic {
                relax(row.instruction);
                mark(row.instruction);
            }
            Ok(atomic)
        }
        _ => Ok(false),
    }
}

fn read_modify_write<'ctx>(
    builder: &Builder<'ctx>,
    instruction: InstructionValue<'ctx>,
    operation: AtomicRMWBinOp,
) -> Result<bool, BuilderError> {
    let (Some(address), Some(value)) = (operand(instruction, 0), operand(instruction, 1)) else { return Ok(false) };
    builder.position_before(&instruction);
    let (old, load) = loaded(builder, value.get_type(), address.into_pointer_value())?;
    let Some(new) = apply(builder, operation, old, value)? else {
        load.erase_from_basic_block();
        return Ok(false);
    };
    mark(builder.build_store(address.into_pointer_value(), new)?);
    replace_uses(instruction, old);
    instruction.erase_from_basic_block();
    Ok(true)
}

/// What the operation makes of the old value; `None` for one that LLVM has and this table has not.
pub(crate) fn apply<'ctx>(
    builder: &Builder<'ctx>,
    operation: AtomicRMWBinOp,
    old: BasicValueEnum<'ctx>,
    value: BasicValueEnum<'ctx>,
) -> Result<Option<BasicValueEnum<'ctx>>, BuilderError> {
    match (old, value) {
        _ if operation == AtomicRMWBinOp::Xchg => Ok(Some(value)),
        (BasicValueEnum::IntValue(old), BasicValueEnum::IntValue(value)) => {
            Ok(integer(builder, operation, old, value)?.map(Into::into))
        }
        (BasicValueEnum::FloatValue(a), BasicValueEnum::FloatValue(b)) => {
            let chosen = |predicate| {
                let first = builder.build_float_compare(predicate, a, b, "")?;
                // A number wins over a NaN, as with fmax and fmin.
                let nan = builder.build_float_compare(FloatPredicate::UNO, b, b, "")?;
                builder.build_select(builder.build_or(first, nan, "")?, a, b, "").map(Some)
            };
            match operation {
                AtomicRMWBinOp::FAdd => Ok(Some(builder.build_float_add(a, b, "")?.into())),
                AtomicRMWBinOp::FSub => Ok(Some(builder.build_float_sub(a, b, "")?.into())),
                AtomicRMWBinOp::FMax => chosen(FloatPredicate::OGT),
                AtomicRMWBinOp::FMin => chosen(FloatPredicate::OLT),
                _ => Ok(None),
            }
        }
        (BasicValueEnum::VectorValue(a), BasicValueEnum::VectorValue(b)) => match operation {
            AtomicRMWBinOp::FAdd => Ok(Some(builder.build_float_add(a, b, "")?.into())),
            AtomicRMWBinOp::FSub => Ok(Some(builder.build_float_sub(a, b, "")?.into())),
            _ => Ok(None),
        },
        _ => Ok(None),
    }
}

fn integer<'ctx>(
    builder: &Builder<'ctx>,
    operation: AtomicRMWBinOp,
    a: IntValue<'ctx>,
    b: IntValue<'ctx>,
) -> Result<Option<IntValue<'ctx>>, BuilderError> {
    let chosen = |predicate| {
        let first = builder.build_int_compare(predicate, a, b, "")?;
        builder.build_select(first, a, b, "").map(BasicValueEnum::into_int_value)
    };
    let one = a.get_type().const_int(1, false);
    let zero = a.get_type().const_zero();
    Ok(Some(match operation {
        AtomicRMWBinOp::Add => builder.build_int_add(a, b, "")?,
        AtomicRMWBinOp::Sub => builder.build_int_sub(a, b, "")?,
        AtomicRMWBinOp::And => builder.build_and(a, b, "")?,
        AtomicRMWBinOp::Nand => builder.build_not(builder.build_and(a, b, "")?, "")?,
        AtomicRMWBinOp::Or => builder.build_or(a, b, "")?,
        AtomicRMWBinOp::Xor => builder.build_xor(a, b, "")?,
        AtomicRMWBinOp::Max => chosen(IntPredicate::SGT)?,
        AtomicRMWBinOp::Min => chosen(IntPredicate::SLT)?,
        AtomicRMWBinOp::UMax => chosen(IntPredicate::UGT)?,
        AtomicRMWBinOp::UMin => chosen(IntPredicate::ULT)?,
        AtomicRMWBinOp::UIncWrap => {
            let wraps = builder.build_int_compare(IntPredicate::UGE, a, b, "")?;
            builder.build_select(wraps, zero, builder.build_int_add(a, one, "")?, "")?.into_int_value()
        }
        AtomicRMWBinOp::UDecWrap => {
            let empty = builder.build_int_compare(IntPredicate::EQ, a, zero, "")?;
            let above = builder.build_int_compare(IntPredicate::UGT, a, b, "")?;
            let wraps = builder.build_or(empty, above, "")?;
            builder.build_select(wraps, b, builder.build_int_sub(a, one, "")?, "")?.into_int_value()
        }
        _ => return Ok(None),
    }))
}

/// The result is the old value and whether it was the expected one.
fn compare_exchange<'ctx>(builder: &Builder<'ctx>, instruction: InstructionValue<'ctx>) -> Result<(), BuilderError> {
    let operands: Vec<_> = (0..3).filter_map(|at| operand(instruction, at)).collect();
    let [address, expected, new] = operands[..] else { return Ok(()) };
    builder.position_before(&instruction);
    let (old, _) = loaded(builder, new.get_type(), address.into_pointer_value())?;
    let equal = match (old, expected) {
        (BasicValueEnum::PointerValue(a), BasicValueEnum::PointerValue(b)) => {
            builder.build_int_compare(IntPredicate::EQ, a, b, "")?
        }
        (a, b) => builder.build_int_compare(IntPredicate::EQ, a.into_int_value(), b.into_int_value(), "")?,
    };
    let kept = builder.build_select(equal, new, old, "")?;
    mark(builder.build_store(address.into_pointer_value(), kept)?);
    let pair = instruction.get_type().into_struct_type().get_undef();
    let pair = builder.build_insert_value(pair, old, 0, "")?;
    let pair = builder.build_insert_value(pair, equal, 1, "")?;
    replace_uses(instruction, pair.as_basic_value_enum());
    instruction.erase_from_basic_block();
    Ok(())
}

fn operand<'ctx>(instruction: InstructionValue<'ctx>, at: u32) -> Option<BasicValueEnum<'ctx>> {
    instruction.get_operand(at)?.value()
}

fn loaded<'ctx>(
    builder: &Builder<'ctx>,
    kind: inkwell::types::BasicTypeEnum<'ctx>,
    address: PointerValue<'ctx>,
) -> Result<(BasicValueEnum<'ctx>, InstructionValue<'ctx>), BuilderError> {
    let value = builder.build_load(kind, address, "")?;
    let load = value.as_instruction_value().expect("a load is an instruction");
    mark(load);
    Ok((value, load))
}

fn relax(instruction: InstructionValue) {
    use inkwell::llvm_sys::LLVMAtomicOrdering::LLVMAtomicOrderingNotAtomic;
    // SAFETY: the caller has seen an ordering, so it is a load or a store.
    unsafe { inkwell::llvm_sys::core::LLVMSetOrdering(instruction.as_value_ref(), LLVMAtomicOrderingNotAtomic) }
}

fn mark(instruction: InstructionValue) {
    let Some(context) = instruction.get_parent().map(|block| block.get_context()) else { return };
    let set = instruction.set_metadata(context.metadata_node(&[]), context.get_kind_id(MARK));
    debug_assert!(set.is_ok(), "a plain node is metadata");
}

fn replace_uses<'ctx>(instruction: InstructionValue<'ctx>, value: BasicValueEnum<'ctx>) {
    // SAFETY: both are values of one function, and of one type by the rules for atomic instructions.
    unsafe { inkwell::llvm_sys::core::LLVMReplaceAllUsesWith(instruction.as_value_ref(), value.as_value_ref()) }
}
