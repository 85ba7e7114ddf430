//! Loops over the threads of a block.

use crate::block_shape::BlockShape;
use crate::build::Build;
use crate::context::Field;
use crate::ir::{Block, Function};
use inkwell::IntPredicate;
use inkwell::values::{IntValue, PhiValue, PointerValue};

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

    /// A thread's place by its number in the block.
    pub(super) fn place(&self, build: &Build<'ctx>, linear: IntValue<'ctx>) -> ThreadIndices<'ctx> {
        let row = build.div(linear, self.x);
        let (x, y, z) = (build.rem(linear, self.x), build.rem(row, self.y), build.div(row, self.y));
        ThreadIndices { x, y, z, linear, lane: self.lane(build, linear) }
    }

    /// Warps have a power of two of lanes.
    pub(super) fn lane(&self, build: &Build<'ctx>, linear: IntValue<'ctx>) -> IntValue<'ctx> {
        build.and(linear, build.sub(self.warp, build.n32(1)))
    }
}

/// A loop `for i in 0..end`, where `end` is not 0.
pub(super) struct Loop<'ctx> {
    head: Block<'ctx>,
    pub(super) index: IntValue<'ctx>,
    phi: PhiValue<'ctx>,
    end: IntValue<'ctx>,
}

impl<'ctx> Loop<'ctx> {
    pub(super) fn begin(build: &Build<'ctx>, function: Function<'ctx>, start: IntValue<'ctx>, end: IntValue<'ctx>) -> Self {
        let before = build.block();
        let head = build.append(function, "");
        build.jump(head);
        build.go_to_end(head);
        let phi = build.phi(build.i32());
        phi.add_incoming(&[(&start, before)]);
        Loop { head, index: phi.as_basic_value().into_int_value(), phi, end }
    }

    /// Ends the loop's body; building goes on after it.
    pub(super) fn end(self, build: &Build<'ctx>, function: Function<'ctx>) -> crate::ir::Instruction<'ctx> {
        let latch = build.block();
        let next = build.count(self.index, build.n32(1));
        self.phi.add_incoming(&[(&next, latch)]);
        let more = build.compare(IntPredicate::ULT, next, self.end);
        let after = build.append(function, "");
        let branch = build.branch(more, self.head, after);
        build.go_to_end(after);
        branch
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
