//! Which values are cheaper to compute again behind a cut than to keep across it.

use inkwell::values::InstructionOpcode;

use super::body::{Body, Operand};
use super::calls::Role;

/// Instructions that computing a value again may take. One store and one load of a slot are about as much.
const LIMIT: usize = 8;

/// Whether a row can be computed again anywhere from ids, parameters and constants, with at most a few cheap instructions.
pub fn is_rematerialisable(body: &Body, row: usize) -> bool {
    let mut chain = Vec::new();
    gather(body, row, LIMIT, &mut chain)
}

/// The rows to compute again for `row`, operands before users, itself last; `None` if it is not rematerialisable.
pub fn chain(body: &Body, row: usize) -> Option<Vec<usize>> {
    let mut rows = Vec::new();
    gather(body, row, LIMIT, &mut rows).then_some(rows)
}

fn gather(body: &Body, row: usize, depth: usize, chain: &mut Vec<usize>) -> bool {
    if chain.contains(&row) {
        return true;
    }
    let this = &body.rows()[row];
    let again = is_cheap(this.opcode) || matches!(this.role, Some(Role::ThreadId | Role::BlockConstant));
    if !again || depth == 0 || chain.len() >= LIMIT {
        return false;
    }
    let of_constants = this.operands.iter().all(|&operand| match operand {
        Operand::Instruction(inner) => gather(body, inner, depth - 1, chain),
        Operand::Block(_) => false,
        _ => true,
    });
    chain.push(row);
    of_constants && chain.len() <= LIMIT
}

fn is_cheap(opcode: InstructionOpcode) -> bool {
    use InstructionOpcode::{
        AShr, Add, And, BitCast, GetElementPtr, ICmp, LShr, Mul, Or, PtrToInt, SExt, Select, Shl, Sub, Trunc, Xor, ZExt,
    };
    matches!(
        opcode,
        AShr | Add
            | And
            | BitCast
            | GetElementPtr
            | ICmp
            | LShr
            | Mul
            | Or
            | PtrToInt
            | SExt
            | Select
            | Shl
            | Sub
            | Trunc
            | Xor
            | ZExt
    )
}
