//! Names what runs on a thread of the system, for messages: the kernel and its blocks.

use std::ffi::CStr;

use hipify_abi::{Context, Kernel};

use crate::check::sink::readable;
use crate::kernel::work_item;

/// "kernel `scale(float*)`, block (1, 0, 0): " of what runs on this thread; empty where that is no kernel.
pub(crate) fn place() -> String {
    let Some(context) = work_item::context() else { return String::new() };
    // SAFETY: the runtime's own field leads to the kernel that runs; names are null-terminated.
    let name = unsafe { CStr::from_ptr((*context.private.cast::<Kernel>()).name) };
    place_of(name, Blocks::of(context))
}

/// What runs on a thread of the system: a block, and those beside it that run with it.
#[derive(Clone, Copy)]
pub(crate) struct Blocks {
    first: [u32; 3],
    neighbours: u32,
}

impl Blocks {
    pub(crate) fn of(context: &Context) -> Blocks {
        Blocks { first: context.block_idx, neighbours: context.neighbours }
    }
}

impl std::fmt::Display for Blocks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [x, y, z] = self.first;
        match self.neighbours {
            0 => write!(f, "block ({x}, {y}, {z})"),
            more => write!(f, "one of the blocks ({x}, {y}, {z}) to ({}, {y}, {z})", x + more),
        }
    }
}

/// "kernel `NAME`, BLOCKS: ", the name as the source spells it.
pub(crate) fn place_of(name: &CStr, blocks: Blocks) -> String {
    format!("kernel `{}`, {blocks}: ", readable(&name.to_string_lossy()))
}
