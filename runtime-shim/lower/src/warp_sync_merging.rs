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
pub(crate) fn is_private(instruction: Instruction) -> bool {
    match instruction.get_opcode() {
        Op::Call => role(instruction)
            .is_some_and(|role| matches!(role, Role::Put | Role::ThreadId | Role::BlockConstant | Role::Pure | Role::Hint)),
        Op::Load | Op::Store | Op::AtomicRMW | Op::AtomicCmpXchg | Op::Fence | Op::Invoke | Op::VAArg => false,
        _ => true,
    }
}

fn role(instruction: Instruction) -> Option<Role> {
    ir::callee(instruction).map(Role::of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use inkwell::context::Context;
    use inkwell::memory_buffer::MemoryBuffer;

    const MODULE: &str = "
declare void @__hipify_warp_sync()
declare void @__hipify_put_flag(i1)
declare void @__hipify_put32(i32)
declare i32 @__hipify_get32(i32)
declare i64 @__hipify_active()
declare i64 @__hipify_ballot()
define i32 @shuffle(i32 %v) {
  call void @__hipify_put_flag(i1 true)
  call void @__hipify_warp_sync()
  %mask = call i64 @__hipify_active()
  %twice = shl i32 %v, 1
  call void @__hipify_put32(i32 %twice)
  call void @__hipify_warp_sync()
  %got = call i32 @__hipify_get32(i32 3)
  ret i32 %got
}
define i64 @read_mask(i32 %v) {
  call void @__hipify_put_flag(i1 true)
  call void @__hipify_warp_sync()
  %mask = call i64 @__hipify_active()
  call void @__hipify_put32(i32 %v)
  call void @__hipify_warp_sync()
  ret i64 %mask
}
define i32 @two_values(i32 %v) {
  call void @__hipify_put32(i32 %v)
  call void @__hipify_warp_sync()
  %got = call i32 @__hipify_get32(i32 3)
  call void @__hipify_put32(i32 %got)
  call void @__hipify_warp_sync()
  %last = call i32 @__hipify_get32(i32 4)
  ret i32 %last
}
define void @memory(ptr %p) {
  call void @__hipify_warp_sync()
  store i32 1, ptr %p
  call void @__hipify_warp_sync()
  ret void
}
define i64 @vote(i1 %b) {
  call void @__hipify_put_flag(i1 %b)
  call void @__hipify_warp_sync()
  %mask = call i64 @__hipify_ballot()
  ret i64 %mask
}
";

    /// Syncs and flags that are left.
    fn left(kernel: &str) -> (usize, usize) {
        let context = Context::create();
        let module = context.create_module_from_ir(MemoryBuffer::create_from_memory_range_copy(MODULE.as_bytes(), "m")).unwrap();
        let kernel = module.get_function(kernel).unwrap();
        merge(kernel);
        let count = |name: &str| {
            let mut calls = Vec::from_iter(ir::instructions(kernel).into_iter().filter_map(ir::callee).map(ir::name_of));
            calls.retain(|called| called == name);
            calls.len()
        };
        (count("__hipify_warp_sync"), count("__hipify_put_flag"))
    }

    #[test]
    fn a_sync_for_a_mask_that_nobody_reads_is_merged_with_the_next() {
        assert_eq!(left("shuffle"), (1, 0));
    }

    #[test]
    fn syncs_after_which_something_is_read_stay() {
        assert_eq!(left("read_mask"), (2, 0));
        assert_eq!(left("two_values"), (2, 0));
        assert_eq!(left("memory"), (2, 0));
        assert_eq!(left("vote"), (1, 1));
    }
}
