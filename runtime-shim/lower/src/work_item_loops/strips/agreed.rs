//! Uniform values that only some threads of a strip write. What those write that come to where it is needed is the same, and so are its
//! bits by a disjunction over them, which becomes vector code; what each thread writes or leaves in turn does not.

use super::Strip;
use crate::build::Build;
use crate::ir::{self, Value};
use crate::strips::{Cell, SEGMENTS, Segment};
use inkwell::IntPredicate;
use inkwell::types::{BasicTypeEnum, IntType};
use inkwell::values::{InstructionOpcode as Op, IntValue, PointerValue};

/// A uniform value that is made in a segment from which threads go different ways, or in which some are masked.
pub(super) struct Agreed<'ctx> {
    cell: Cell<'ctx>,
    /// Segments in which it is needed.
    nexts: Vec<u32>,
    /// It, as a number.
    bits: PointerValue<'ctx>,
    /// Not 0 if a thread came there; none where all threads do, of which there is one at least.
    came: Option<PointerValue<'ctx>>,
}

impl<'ctx> Agreed<'ctx> {
    pub(super) fn of(strip: &Strip<'_, 'ctx>, cell: &Cell<'ctx>, segment: &Segment) -> Option<Self> {
        let nexts: Vec<u32> = segment.next.iter().copied().filter(|next| cell.is_uniform && cell.states.contains(next)).collect();
        if nexts.is_empty() {
            return None;
        }
        let build = strip.build();
        let begin = |ty: IntType<'ctx>| {
            let place = build.alloca_at_entry(strip.stretch.run.function, ty);
            build.store(ty.const_zero(), place);
            place
        };
        let bits = begin(number_type(build, cell.ty));
        let comes_always = nexts.len() == segment.next.len() && !segment.ends;
        let came = (!comes_always).then(|| begin(build.i32()));
        Some(Agreed { cell: cell.clone(), nexts, bits, came })
    }

    /// A thread that does not write it does not leave what another has written.
    pub(super) fn forget(&self, strip: &Strip<'_, 'ctx>) {
        strip.build().store(ir::poison(self.cell.ty), self.own(strip));
    }

    /// Where a thread writes it.
    fn own(&self, strip: &Strip<'_, 'ctx>) -> PointerValue<'ctx> {
        let build = strip.build();
        build.offset(strip.stack.own_uniform, build.n64(self.cell.offset))
    }

    /// What one of the strip's threads says, which went on to a segment; or was masked, if that may be.
    pub(super) fn note(&self, strip: &Strip<'_, 'ctx>, is_here: Option<IntValue<'ctx>>, went: IntValue<'ctx>) {
        let build = strip.build();
        let came = match self.came {
            None => is_here,
            Some(place) => {
                let ways = self.nexts.iter().map(|next| build.compare(IntPredicate::EQ, went, build.n32(SEGMENTS + next)));
                let came = is_here.into_iter().chain(ways.reduce(|a, b| build.or(a, b))).reduce(|a, b| build.and(a, b));
                let came = came.expect("it is needed somewhere");
                let some = build.load(build.i32(), place).into_int_value();
                build.store(build.or(some, build.extend(came, build.i32())), place);
                Some(came)
            }
        };
        let value = build.load(self.cell.ty, self.own(strip));
        let number = number_of(build, value);
        let own = came.map_or(number, |came| build.select(came, number, number.get_type().const_zero()));
        let all = build.load(number.get_type(), self.bits).into_int_value();
        build.store(build.or(all, own), self.bits);
    }

    /// Takes it to where the uniform values begin that go on.
    pub(super) fn settle(&self, strip: &Strip<'_, 'ctx>, uniform: PointerValue<'ctx>) {
        let build = strip.build();
        let number = build.load(number_type(build, self.cell.ty), self.bits).into_int_value();
        let new = value_of(build, number, self.cell.ty);
        let place = build.offset(uniform, build.n64(self.cell.offset));
        let value = self.came.map_or(new, |came| {
            let some = build.load(build.i32(), came).into_int_value();
            let has_come = build.compare(IntPredicate::NE, some, build.n32(0));
            build.select_value(has_come, new, build.load(self.cell.ty, place))
        });
        build.store(value, place);
    }
}

/// The type of a value as a number: loops over single bits and bytes do not become good vector code.
fn number_type<'ctx>(build: &Build<'ctx>, ty: BasicTypeEnum<'ctx>) -> IntType<'ctx> {
    let bits = match ty {
        BasicTypeEnum::IntType(ty) => ty.get_bit_width(),
        BasicTypeEnum::FloatType(ty) => ty.get_bit_width(),
        _ => u64::BITS,
    };
    build.int(bits.max(u32::BITS))
}

fn number_of<'ctx>(build: &Build<'ctx>, value: Value<'ctx>) -> IntValue<'ctx> {
    let number = match value {
        Value::PointerValue(pointer) => build.pointer_to_integer(pointer),
        Value::FloatValue(float) => {
            build.cast(Op::BitCast, value, build.int(float.get_type().get_bit_width()).into()).into_int_value()
        }
        other => other.into_int_value(),
    };
    let ty = number_type(build, value.get_type());
    if number.get_type() == ty { number } else { build.extend(number, ty) }
}

fn value_of<'ctx>(build: &Build<'ctx>, number: IntValue<'ctx>, ty: BasicTypeEnum<'ctx>) -> Value<'ctx> {
    let narrow = |ty: IntType<'ctx>| if number.get_type() == ty { number } else { build.truncate(number, ty) };
    match ty {
        BasicTypeEnum::PointerType(_) => build.integer_to_pointer(number).into(),
        BasicTypeEnum::FloatType(float) => build.cast(Op::BitCast, narrow(build.int(float.get_bit_width())).into(), ty),
        other => narrow(other.into_int_type()).into(),
    }
}
