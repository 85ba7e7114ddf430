//! Grids of blocks in a row, of widths that fill strips and that do not.

use crate::object::{Block, Object};
use hipify_abi::DONE;
use std::ffi::c_void;

pub(crate) fn run(object: &Object, name: &str, (width, height): (u32, u32), blocks: u32, arguments: &[*const c_void]) {
    let kernel = object.kernel(name);
    for block in 0..blocks {
        let mut memory = Block::new(kernel, [width, height, 1], [blocks, 1, 1], 32, arguments);
        memory.context.block_idx = [block, 0, 0];
        // SAFETY: the context is filled as the table asks for.
        assert_eq!(unsafe { kernel.run.unwrap()(&mut memory.context, 0) }, DONE, "{name}, {width} threads wide");
    }
}

#[allow(dead_code, reason = "some tests have shapes of their own")]
pub(crate) const WIDTHS: [u32; 7] = [1, 5, 16, 20, 32, 47, 64];
