//! Classifies called functions for the analyses, by name and attributes.

use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::values::{FunctionValue, InstructionValue};

use crate::ir;

/// What a call does, as far as threads can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// All threads of the block meet.
    Barrier,
    /// The lanes of the warp meet.
    WarpSync,
    /// All blocks of the grid meet.
    GridSync,
    /// A number that each thread has of its own: ids, lane.
    ThreadId,
    /// A number that the threads of a block share: block ids, dimensions, sizes, the address of shared memory.
    BlockConstant,
    /// A mask that the lanes of a warp share: ballot, active.
    WarpMask,
    /// Puts a value into the lane's element of the exchange.
    Put,
    /// Gets another lane's value.
    Get,
    /// Touches no memory: the result depends on nothing but the arguments.
    Pure,
    /// Hints to the optimiser and debuggers: lifetime, assume, dbg.
    Hint,
    /// Copies memory: `memcpy`, `memmove`.
    Copy,
    /// Anything else.
    Opaque,
}

/// What the names of the marks of checked code begin with.
pub(crate) const MARK: &str = "hipify.check.";

/// The mark of checked code of which thread runs from here on.
pub(crate) const THREAD: &str = "hipify.thread";

/// Whether a function of this name is a mark of checked code.
pub(crate) fn is_mark(name: &str) -> bool {
    name.starts_with(MARK) || name == THREAD
}

/// The intrinsics of the device headers, by what their names begin with; the first that fits counts.
const INTRINSICS: &[(&str, Role)] = &[
    ("__hipify_barrier", Role::Barrier),
    ("__hipify_warp_sync", Role::WarpSync),
    ("__hipify_grid_sync", Role::GridSync),
    // What stands for these once they are alone at a block's end.
    ("hipify.cut.1", Role::Barrier),
    ("hipify.cut.2", Role::WarpSync),
    ("hipify.cut.3", Role::GridSync),
    // A thread that waits for its turn may wait for any other.
    ("__hipify_turn", Role::GridSync),
    ("hipify.cut.4", Role::GridSync),
    ("__hipify_thread_", Role::ThreadId),
    ("__hipify_lane", Role::ThreadId),
    ("__hipify_block_", Role::BlockConstant),
    ("__hipify_grid_dim_", Role::BlockConstant),
    ("__hipify_warp_size", Role::BlockConstant),
    ("__hipify_dynamic_shared_size", Role::BlockConstant),
    ("__hipify_shared_base", Role::BlockConstant),
    ("__hipify_put", Role::Put),
    ("__hipify_get", Role::Get),
    ("__hipify_ballot", Role::WarpMask),
    ("__hipify_active", Role::WarpMask),
    ("llvm.lifetime.", Role::Hint),
    ("llvm.assume", Role::Hint),
    ("llvm.dbg.", Role::Hint),
    ("llvm.experimental.noalias.scope.decl", Role::Hint),
    (MARK, Role::Hint),
    (THREAD, Role::Hint),
    ("llvm.memcpy.", Role::Copy),
    ("llvm.memmove.", Role::Copy),
];

/// Whether a call gives what only the threads of one block share.
pub(crate) fn is_of_block(call: InstructionValue) -> bool {
    const OF_BLOCK: [&str; 4] = ["__hipify_block_x", "__hipify_block_y", "__hipify_block_z", "__hipify_shared_base"];
    ir::callee(call).is_some_and(|callee| OF_BLOCK.contains(&&*ir::name_of(callee)))
}

impl Role {
    /// The role of a direct call's target.
    pub fn of(function: FunctionValue) -> Self {
        let name = function.get_name().to_string_lossy();
        let known = INTRINSICS.iter().find(|(start, _)| name.starts_with(start));
        match known {
            Some(&(_, role)) => role,
            None if touches_no_memory(function) => Role::Pure,
            None => Role::Opaque,
        }
    }

    /// Whether it accesses no memory and no thread waits there.
    pub fn only_computes(self) -> bool {
        matches!(self, Role::ThreadId | Role::BlockConstant | Role::Pure | Role::Hint)
    }

    /// Whether threads wait there.
    pub fn is_sync(self) -> bool {
        matches!(self, Role::Barrier | Role::WarpSync | Role::GridSync)
    }
}

/// `memory(none)` is the attribute `memory` with value 0 (LLVM's ModRef encoding: no access for each kind of memory).
fn touches_no_memory(function: FunctionValue) -> bool {
    let kind = Attribute::get_named_enum_kind_id("memory");
    let convergent = Attribute::get_named_enum_kind_id("convergent");
    let memory = function.get_enum_attribute(AttributeLoc::Function, kind);
    memory.is_some_and(|one| one.get_enum_value() == 0)
        && function.get_enum_attribute(AttributeLoc::Function, convergent).is_none()
}
