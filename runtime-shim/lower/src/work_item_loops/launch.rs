//! Reads a launch's arguments as the kernel's body takes them.

use crate::build::Build;
use crate::context::Field;
use crate::ir::{self, Value};
use crate::kernels::{Kernel, Piece};
use inkwell::values::PointerValue;

/// Reads the kernel's arguments.
pub(super) fn arguments<'ctx>(build: &Build<'ctx>, context: PointerValue<'ctx>, kernel: &Kernel<'ctx>) -> Vec<Value<'ctx>> {
    let arguments = Field::Arguments.pointer(build, context);
    kernel.pieces.iter().map(|piece| argument(build, arguments, piece)).collect()
}

fn argument<'ctx>(build: &Build<'ctx>, arguments: PointerValue<'ctx>, piece: &Piece<'ctx>) -> Value<'ctx> {
    let at = build.element(build.ptr(), arguments, build.n64(u64::from(piece.parameter)));
    let start = build.load_invariant(build.ptr(), at).into_pointer_value();
    if piece.by_value.is_some() {
        return start.into();
    }
    let from = build.offset(start, build.n64(u64::from(piece.offset)));
    if piece.ty.is_int_type() && piece.ty.into_int_type().get_bit_width() == 1 {
        let byte = build.load_invariant(build.i8(), from).into_int_value();
        return build.truncate(byte, piece.ty.into_int_type()).into();
    }
    let value = build.load_invariant(piece.ty, from);
    if let Some(load) = ir::maker(value) {
        // Packed argument buffers have their own alignment.
        let _ = load.set_alignment(1);
    }
    value
}
