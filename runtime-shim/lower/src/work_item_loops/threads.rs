//! Loops over the threads of a block.

use crate::block_shape::BlockShape;
use crate::build::Build;
use crate::context::Field;
use crate::counted_loop::Loop;
use crate::ir::Function;
use hipify_abi::MAX_LANES;
use inkwell::IntPredicate;
use inkwell::values::{IntValue, PointerValue};

/// A block's shape.
#[derive(Clone, Copy)]
pub(super) struct Shape<'ctx> {
    pub(super) x: IntValue<'ctx>,
    pub(super) y: IntValue<'ctx>,
    pub(super) z: IntValue<'ctx>,
    pub(super) threads: IntValue<'ctx>,
    pub(super) warp: IntValue<'ctx>,
}

/// Where a thread stands in its block.
#[derive(Clone, Copy)]
pub(super) struct ThreadIndices<'ctx> {
    pub(super) x: IntValue<'ctx>,
    pub(super) y: IntValue<'ctx>,
    pub(super) z: IntValue<'ctx>,
    pub(super) linear: IntValue<'ctx>,
    pub(super) lane: IntValue<'ctx>,
}

impl<'ctx> Shape<'ctx> {
    /// `joins`: of the block and those that run with it.
    pub(super) fn read(build: &Build<'ctx>, context: PointerValue<'ctx>, joins: bool) -> Self {
        let x = Field::BlockDim(0).number(build, context);
        let blocks = || build.count(Field::Neighbours.number(build, context), build.n32(1));
        Shape {
            x: if joins { build.mul(x, blocks()) } else { x },
            y: Field::BlockDim(1).number(build, context),
            z: Field::BlockDim(2).number(build, context),
            threads: Field::Threads.number(build, context),
            warp: Field::WarpSize.number(build, context),
        }
    }

    /// With constants for what is known of the block.
    pub(super) fn known(self, build: &Build<'ctx>, shape: &BlockShape) -> Self {
        let or = |axis: usize, read| shape.0[axis].map_or(read, |threads| build.n32(threads));
        let all = shape.0.into_iter().product::<Option<u32>>();
        let threads = all.map_or(self.threads, |threads| build.n32(threads));
        Shape { x: or(0, self.x), y: or(1, self.y), z: or(2, self.z), threads, ..self }
    }

    /// Whether a block has this shape.
    pub(super) fn is(&self, build: &Build<'ctx>, shape: &BlockShape) -> IntValue<'ctx> {
        let axes = [self.x, self.y, self.z].into_iter().zip(shape.0);
        let each = axes.filter_map(|(read, known)| Some(build.compare(IntPredicate::EQ, read, build.n32(known?))));
        each.reduce(|all, one| build.and(all, one)).expect("something is known")
    }

    /// Whether a block has at most so many threads along x and y.
    pub(super) fn is_at_most(&self, build: &Build<'ctx>, most: [u32; 2]) -> IntValue<'ctx> {
        let [x, y] =
            [(self.x, most[0]), (self.y, most[1])].map(|(has, most)| build.compare(IntPredicate::ULE, has, build.n32(most)));
        build.and(x, y)
    }

    /// A thread's place by its number in the block.
    pub(super) fn place(&self, build: &Build<'ctx>, linear: IntValue<'ctx>) -> ThreadIndices<'ctx> {
        let row = build.div(linear, self.x);
        let (x, y, z) = (build.rem(linear, self.x), build.rem(row, self.y), build.div(row, self.y));
        ThreadIndices { x, y, z, linear, lane: self.lane(build, linear) }
    }

    /// A choice of two masks, so that LLVM sees what lanes of all warps have in common.
    pub(super) fn lane(&self, build: &Build<'ctx>, linear: IntValue<'ctx>) -> IntValue<'ctx> {
        let is_wide = build.compare(IntPredicate::EQ, self.warp, build.n32(MAX_LANES as u32));
        build.and(linear, build.select(is_wide, build.n32(MAX_LANES as u32 - 1), build.n32(MAX_LANES as u32 / 2 - 1)))
    }
}

/// Threads of a block that differ in x.
#[derive(Clone, Copy)]
pub(super) struct Row<'ctx> {
    y: IntValue<'ctx>,
    z: IntValue<'ctx>,
    /// The number of its first thread.
    first: IntValue<'ctx>,
}

impl<'ctx> Row<'ctx> {
    /// The row in which a thread stands.
    pub(super) fn of(build: &Build<'ctx>, place: &ThreadIndices<'ctx>) -> Self {
        Row { y: place.y, z: place.z, first: build.sub(place.linear, place.x) }
    }

    /// The thread at `x`.
    pub(super) fn place(&self, build: &Build<'ctx>, shape: &Shape<'ctx>, x: IntValue<'ctx>) -> ThreadIndices<'ctx> {
        let linear = build.count(self.first, x);
        ThreadIndices { x, y: self.y, z: self.z, linear, lane: shape.lane(build, linear) }
    }
}

/// A loop over the rows of a block.
pub(super) fn rows<'ctx>(build: &Build<'ctx>, function: Function<'ctx>, shape: &Shape<'ctx>, body: &dyn Fn(&Row<'ctx>)) {
    let z = Loop::begin(build, function, build.n32(0), shape.z);
    let y = Loop::begin(build, function, build.n32(0), shape.y);
    let first = build.mul(build.count(build.mul(z.index, shape.y), y.index), shape.x);
    body(&Row { y: y.index, z: z.index, first });
    y.end(build, function);
    z.end(build, function);
}

/// Rows of one block after each other before those of the next block beside it.
const TOGETHER: u32 = 8;

/// A loop over the rows of blocks that lie beside each other: some rows of each block, then the next ones of each.
pub(super) fn rows_of_blocks<'ctx>(
    build: &Build<'ctx>,
    function: Function<'ctx>,
    shape: &Shape<'ctx>,
    blocks: IntValue<'ctx>,
    body: &dyn Fn(IntValue<'ctx>, &Row<'ctx>),
) {
    let z = Loop::begin(build, function, build.n32(0), shape.z);
    let parts = build.div(build.count(shape.y, build.n32(TOGETHER - 1)), build.n32(TOGETHER));
    let part = Loop::begin(build, function, build.n32(0), parts);
    let before = build.mul(part.index, build.n32(TOGETHER));
    let left = build.sub(shape.y, before);
    let is_less = build.compare(IntPredicate::ULT, left, build.n32(TOGETHER));
    let rows = build.select(is_less, left, build.n32(TOGETHER));
    let block = Loop::begin(build, function, build.n32(0), blocks);
    let row = Loop::begin(build, function, build.n32(0), rows);
    let y = build.count(before, row.index);
    let first = build.mul(build.count(build.mul(z.index, shape.y), y), shape.x);
    body(block.index, &Row { y, z: z.index, first });
    row.end(build, function);
    block.end(build, function);
    part.end(build, function);
    z.end(build, function);
}
