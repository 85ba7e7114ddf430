//! What kernels read of structures that are passed.

use super::Steps;
use crate::analysis::Body;
use crate::analysis::memory::{self, Object};
use crate::kernels::Kernel;
use inkwell::values::InstructionOpcode;

/// A place in a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::checks) struct Passed {
    pub(in crate::checks) parameter: u32,
    /// Bytes into it.
    pub(in crate::checks) offset: u32,
}

impl Passed {
    /// What a row reads of a structure that nobody writes, at a constant place.
    pub(in crate::checks) fn of<'ctx>(
        body: &Body<'ctx>,
        kernel: &Kernel<'ctx>,
        steps: &mut Steps<'_, 'ctx>,
        load: usize,
    ) -> Option<Self> {
        let row = &body.rows()[load];
        if row.opcode != InstructionOpcode::Load {
            return None;
        }
        let Object::Parameter(at) = memory::object(body, row.operands[0]) else { return None };
        let piece = &kernel.pieces[at];
        if piece.by_value.is_none() || !memory::only_read(body, at) {
            return None;
        }
        let offset = u32::try_from(steps.constant_offset(row.operands[0])?).ok()?;
        Some(Self { parameter: piece.parameter, offset: piece.offset + offset })
    }
}
