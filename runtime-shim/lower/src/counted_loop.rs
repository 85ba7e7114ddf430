//! Loops that count up, while they are written.

use crate::build::Build;
use crate::ir::{Block, Function, Instruction};
use inkwell::IntPredicate;
use inkwell::values::{IntValue, PhiValue};

/// A loop `for i in 0..end`, where `end` is not 0.
pub(crate) struct Loop<'ctx> {
    head: Block<'ctx>,
    pub(crate) index: IntValue<'ctx>,
    phi: PhiValue<'ctx>,
    end: IntValue<'ctx>,
}

impl<'ctx> Loop<'ctx> {
    pub(crate) fn begin(build: &Build<'ctx>, function: Function<'ctx>, start: IntValue<'ctx>, end: IntValue<'ctx>) -> Self {
        let before = build.block();
        let head = build.append(function, "");
        build.jump(head);
        build.go_to_end(head);
        let phi = build.phi(build.i32());
        phi.add_incoming(&[(&start, before)]);
        Loop { head, index: phi.as_basic_value().into_int_value(), phi, end }
    }

    /// Ends the loop's body; building goes on after it.
    pub(crate) fn end(self, build: &Build<'ctx>, function: Function<'ctx>) -> Instruction<'ctx> {
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
