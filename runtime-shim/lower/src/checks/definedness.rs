//! Which values of a function may be undefined: those that are computed from what may be, which begins at loads and constants.

use crate::analysis::{Body, Operand, Role, Row};
use crate::ir::{self, Function, Instruction, Value, llvm};
use inkwell::llvm_sys::core::LLVMIsAConstantVector;
use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::module::Module;
use inkwell::values::InstructionOpcode;

/// Which rows' results may be undefined. `parameters`: whether the function's parameters may be; `reads`: whether a load may read what is.
pub(super) fn undefined<'ctx>(body: &Body<'ctx>, parameters: bool, reads: impl Fn(&Row<'ctx>) -> bool) -> Vec<bool> {
    let rows = body.rows();
    let mut undefined = vec![false; rows.len()];
    let mut open: Vec<usize> = (0..rows.len()).rev().collect();
    while let Some(at) = open.pop() {
        if !undefined[at] && makes(body, &rows[at], &undefined, parameters, &reads) {
            undefined[at] = true;
            open.extend(&rows[at].users);
        }
    }
    undefined
}

/// Whether an operand may be undefined, where these rows may be.
pub(super) fn may_be(operand: Operand, undefined: &[bool], parameters: bool) -> bool {
    match operand {
        Operand::Instruction(row) => undefined[row],
        Operand::Parameter(_) => parameters,
        Operand::Undefined => true,
        // Some of its elements may be.
        Operand::Constant(constant) => !llvm!(LLVMIsAConstantVector(constant as LLVMValueRef)).is_null(),
        _ => false,
    }
}

fn makes<'ctx>(
    body: &Body<'ctx>,
    row: &Row<'ctx>,
    undefined: &[bool],
    parameters: bool,
    reads: impl Fn(&Row<'ctx>) -> bool,
) -> bool {
    use InstructionOpcode::{Alloca, AtomicCmpXchg, AtomicRMW, InsertElement, Load};
    let is_undefined = |&operand: &Operand<'ctx>| may_be(operand, undefined, parameters);
    let callee = ir::callee(row.instruction);
    match (row.opcode, row.role) {
        (Load, _) => reads(row),
        // What is changed is looked at before.
        (AtomicRMW | AtomicCmpXchg | Alloca, _) => false,
        (_, Some(Role::ThreadId | Role::BlockConstant | Role::WarpMask | Role::Hint)) => false,
        (_, Some(Role::Get)) => true,
        (_, Some(_)) if !callee.is_some_and(is_llvms) => callee.is_none_or(|callee| callee.count_basic_blocks() != 0),
        (InsertElement, _) if let Some(parts) = whole_vector(body, row) => parts.iter().any(is_undefined),
        _ => row.arguments().iter().any(is_undefined),
    }
}

/// Whether a row is a call that fills memory.
pub(super) fn is_fill(row: &Row) -> bool {
    ir::callee(row.instruction).is_some_and(|callee| ir::name_of(callee).starts_with("llvm.memset."))
}

/// Whether a row is a call of a function of another library, or of LLVM's own.
pub(super) fn is_foreign(row: &Row) -> bool {
    ir::callee(row.instruction).is_some_and(|callee| callee.count_basic_blocks() == 0)
}

/// Whether a function is one of LLVM's intrinsics.
pub(super) fn is_llvms(function: Function) -> bool {
    ir::name_of(function).starts_with("llvm.")
}

/// The elements of a vector that is put together of as many as it has.
fn whole_vector<'ctx>(body: &Body<'ctx>, row: &Row<'ctx>) -> Option<Vec<Operand<'ctx>>> {
    let Some(Value::VectorValue(vector)) = ir::value_of(row.instruction) else { return None };
    let mut parts: Vec<Option<Operand>> = vec![None; vector.get_type().get_size() as usize];
    let mut row = row;
    loop {
        let &[below, part, Operand::Integer(place)] = row.operands.as_slice() else { return None };
        parts.get_mut(usize::try_from(place).ok()?)?.get_or_insert(part);
        if let Some(parts) = parts.iter().copied().collect::<Option<Vec<_>>>() {
            return Some(parts);
        }
        let Operand::Instruction(next) = below else { return None };
        row = &body.rows()[next];
        if row.opcode != InstructionOpcode::InsertElement {
            return None;
        }
    }
}

/// What is said of a load whose result is defined, and of atomic operations on what is defined: LLVM's word for the first, which no pass
/// keeps where it does not hold, and a word of ours.
const DEFINED: [&str; 2] = ["noundef", "hipify.defined"];

/// Says that what an instruction reads is defined.
pub(super) fn say_defined<'ctx>(module: &Module<'ctx>, instruction: Instruction<'ctx>) {
    let context = module.get_context();
    let [load, other] = DEFINED;
    let kind = context.get_kind_id(if instruction.get_opcode() == InstructionOpcode::Load { load } else { other });
    let _ = instruction.set_metadata(context.metadata_node(&[]), kind);
}

pub(super) fn is_said_defined<'ctx>(module: &Module<'ctx>, instruction: Instruction<'ctx>) -> bool {
    DEFINED.iter().any(|word| instruction.get_metadata(module.get_context().get_kind_id(word)).is_some())
}

/// Before anything is said: what clang says of loads holds for programs that read nothing undefined.
pub(crate) fn prepare(module: &Module) {
    let kind = module.get_context().get_kind_id(DEFINED[0]);
    for load in module.get_functions().flat_map(ir::instructions) {
        ir::remove_metadata(load, kind);
    }
}
