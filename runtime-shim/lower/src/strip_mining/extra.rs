//! What a strip body is passed beside what the body is.

use crate::ir::Function;
use inkwell::values::{IntValue, PointerValue};

/// The numbers of the parameters that a strip body has beside the body's.
pub(super) struct Extra<'ctx> {
    pub(super) first_x: IntValue<'ctx>,
    pub(super) first_linear: IntValue<'ctx>,
    pub(super) first_lane: IntValue<'ctx>,
    pub(super) out: PointerValue<'ctx>,
    pub(super) place: IntValue<'ctx>,
    pub(super) segment: IntValue<'ctx>,
    pub(super) thread: IntValue<'ctx>,
    pub(super) stays: IntValue<'ctx>,
    pub(super) arrays: PointerValue<'ctx>,
    pub(super) before: PointerValue<'ctx>,
    pub(super) after: PointerValue<'ctx>,
}

impl<'ctx> Extra<'ctx> {
    pub(super) fn of(function: Function<'ctx>) -> Self {
        let parameter = |from_end: u32| function.get_nth_param(function.count_params() - from_end).expect("declared with it");
        Extra {
            first_x: parameter(11).into_int_value(),
            first_linear: parameter(10).into_int_value(),
            first_lane: parameter(9).into_int_value(),
            out: parameter(8).into_pointer_value(),
            place: parameter(7).into_int_value(),
            segment: parameter(6).into_int_value(),
            thread: parameter(5).into_int_value(),
            stays: parameter(4).into_int_value(),
            arrays: parameter(3).into_pointer_value(),
            before: parameter(2).into_pointer_value(),
            after: parameter(1).into_pointer_value(),
        }
    }
}
