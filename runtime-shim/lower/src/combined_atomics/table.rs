//! The table in which a worker keeps what threads add, as functions have it: where it begins, what operations become, where it is emptied.
//!
//! Where few operations find the place of their address, the table costs more than it saves. A function therefore remembers between
//! blocks whether its table has paid; if not, only few blocks try again, and the others leave it closed.

use super::Kind;
use super::code::{ALIGN, Code, State};
use crate::build::Build;
use crate::context::Field;
use crate::ir::{self, Function, Instruction};
use inkwell::IntPredicate;
use inkwell::module::{Linkage, Module};
use inkwell::values::{GlobalValue, IntValue, PointerValue};

/// The share of blocks that try whether a table pays after all: one in so many.
const TRIES: u32 = 64;

/// The table of a function for operations of one kind.
pub(super) struct Table<'ctx> {
    place: PointerValue<'ctx>,
    /// Not 0 if it has not paid.
    closed: GlobalValue<'ctx>,
    add: Function<'ctx>,
    flush: Function<'ctx>,
}

impl<'ctx> Table<'ctx> {
    /// An empty one, in the frame of a function that runs blocks.
    pub(super) fn begin(module: &Module<'ctx>, function: Function<'ctx>, kind: Kind<'ctx>) -> Self {
        let code = Code { module, kind };
        let context = module.get_context();
        let entry = function.get_first_basic_block().expect("it has code");
        let place = Build::after_phis(context, entry).alloca(code.ty(), "combined");
        ir::align(place, ALIGN);
        let next = place.as_instruction().and_then(|made| made.get_next_instruction()).expect("blocks end");
        let build = Build::before(context, next);
        let closed = module.add_global(build.i32(), None, "hipify.combined.closed");
        closed.set_linkage(Linkage::Internal);
        closed.set_initializer(&build.n32(0));
        let of_launch = function.get_first_param().expect("its context").into_pointer_value();
        let known = build.load_relaxed(build.i32(), closed.as_pointer_value()).into_int_value();
        let pays = build.or(build.compare(IntPredicate::EQ, known, build.n32(0)), is_tried(&build, of_launch));
        let [fresh, closed_one] = [State::Fresh, State::Closed].map(|state| build.n32(state as u32));
        code.begin(&build, place, build.select(pays, fresh, closed_one));
        Table { place, closed, add: code.add(), flush: code.flush() }
    }

    /// Has an operation of this kind use the table.
    pub(super) fn take(&self, atomic: Instruction<'ctx>) {
        let (Some(address), Some(value)) = (ir::operand(atomic, 0), ir::operand(atomic, 1)) else { return };
        let block = atomic.get_parent().expect("it stands in a block");
        Build::before(block.get_context(), atomic).call(self.add, &[self.place.into(), address, value]);
        atomic.erase_from_basic_block();
    }

    /// Empties it in front of an instruction.
    pub(super) fn flush(&self, at: Instruction<'ctx>) {
        let block = at.get_parent().expect("it stands in a block");
        Build::before(block.get_context(), at).call(self.flush, &[self.place.into(), self.closed.as_pointer_value().into()]);
    }
}

/// Whether a block is one of the few: numbers that are multiplied by this one, 2^32 over the golden ratio, spread over all others.
fn is_tried<'ctx>(build: &Build<'ctx>, context: PointerValue<'ctx>) -> IntValue<'ctx> {
    let axes = [0, 1, 2].map(|axis| Field::BlockIndex(axis).number(build, context));
    let mixed = axes.into_iter().reduce(|sum, axis| {
        let spread = build.mul(sum, build.n32(0x9e37_79b9));
        build.add(build.xor(spread, build.shift_right(spread, build.n32(15))), axis)
    });
    let spread = build.mul(mixed.expect("there are three"), build.n32(0x9e37_79b9));
    build.compare(IntPredicate::ULT, spread, build.n32(u32::MAX / TRIES))
}
