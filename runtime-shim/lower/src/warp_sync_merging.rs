//! Merges warp syncs: of two that follow each other, with nothing in between that another lane could tell, one is enough. Flags that no
//! ballot reads are not put.
//!
//! `__shfl_down_sync(__activemask(), v, d)` meets for the mask, which shuffles do not need here, and again for the values.

use crate::analysis::Role;
use crate::ir::{self, Function, Instruction};
use crate::regions;
use hipify_abi::Wait;
use inkwell::values::InstructionOpcode as Op;

/// Removes the first of each two such syncs of a kernel.
pub(crate) fn merge(kernel: Function<'_>) {
    drop_unread_flags(kernel);
    for block in ir::blocks(kernel) {
        let mut open: Option<Vec<Instruction>> = None;
        let instructions: Vec<Instruction> = block.get_instructions().collect();
        for instruction in instructions {
            if regions::sync_of(instruction) == Some(Wait::Warp) {
                open.into_iter().flatten().for_each(|needless| needless.erase_from_basic_block());
                open = Some(vec![instruction]);
            } else if is_unread_mask(instruction) {
                open.iter_mut().for_each(|needless| needless.push(instruction));
            } else if !is_private(instruction) {
                open = None;
            }
        }
    }
}

/// Flags are read by ballots alone, here and where the runtime runs lanes on.
fn drop_unread_flags(kernel: Function<'_>) {
    let calls = |name: &str| {
        let all = ir::instructions(kernel).into_iter();
        all.filter(|it| ir::callee(*it).is_some_and(|callee| ir::name_of(callee) == name)).collect::<Vec<_>>()
    };
    if calls("__hipify_ballot").into_iter().all(|ballot| ir::users(ballot).is_empty()) {
        calls("__hipify_put_flag").into_iter().for_each(|put| put.erase_from_basic_block());
    }
}

/// The lanes that met, which nobody asks for.
fn is_unread_mask(instruction: Instruction) -> bool {
    role(instruction) == Some(Role::WarpMask) && ir::users(instruction).is_empty()
}

/// Whether other lanes cannot tell on which side of a sync an instruction runs: what is put is read after the second sync at the earliest.
fn is_private(instruction: Instruction) -> bool {
    match instruction.get_opcode() {
        Op::Call => role(instruction).is_some_and(|role| {
            matches!(role, Role::Put | Role::ThreadId | Role::BlockConstant | Role::Pure | Role::Hint)
        }),
        Op::Load | Op::Store | Op::AtomicRMW | Op::AtomicCmpXchg | Op::Fence | Op::Invoke | Op::VAArg => false,
        _ => true,
    }
}

fn role(instruction: Instruction) -> Option<Role> {
    ir::callee(instruction).map(Role::of)
}
