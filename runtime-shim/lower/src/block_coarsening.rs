//! Block coarsening: finds kernels whose blocks can run several at a time. Where threads ask for nothing along x but `block
//! index * block dimension + thread index`, a row of threads does not end with its block.
//!
//! Blocks are often 16 or 32 threads wide. A loop over such a row is over before what is set up for it has paid: guards are
//! measured once a row, vector loops have their own conditions, and prefetching has hardly begun. Where neighbours access memory
//! far apart, short rows are better: the next row finds in the cache what this one has brought there.

use crate::analysis::affine::Addresses;
use crate::analysis::calls;
use crate::analysis::{self, Group, Operand, Row, Sources, Uniformity};
use crate::body::Body;
use crate::context;
use crate::ir;
use crate::strip_candidates::{self, Shape};
use crate::work_item_intrinsics::{LANE, LINEAR, X};
use hipify_abi::Context;
use inkwell::values::InstructionOpcode;
use std::mem::offset_of;

/// Whether `run` can take blocks that lie beside each other along x as one, to be asked of a finished body.
pub(crate) fn can_join(body: &Body) -> bool {
    let meets = body.regions.regions.len() > 1;
    let shares = body.shared.bytes > 0 || body.shared.has_dynamic;
    !meets && !shares && !body.tells_thread && sees_only_places(&analysis::Body::of(body.function))
}

fn sees_only_places(table: &analysis::Body) -> bool {
    let search = Search { table, addresses: Addresses::of(table) };
    let uniformity = Uniformity::of(table, &Sources { group: Group::Warp, parameters: strip_candidates::own_parameters() });
    let is_near = |row: &Row| strip_candidates::shape(&uniformity, &search.addresses, row) != Some(Shape::Scattered);
    table.rows().iter().all(|row| search.is_harmless(row) && is_near(row))
}

struct Search<'a, 'ctx> {
    table: &'a analysis::Body<'ctx>,
    addresses: Addresses<'a, 'ctx>,
}

/// What along x a value is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Thread,
    Block,
    /// The place of a block's first thread.
    Base,
    /// Something that tells blocks or threads apart in another way.
    Other,
}

impl<'ctx> Search<'_, 'ctx> {
    fn is_harmless(&self, row: &Row<'ctx>) -> bool {
        let may_extend = |part: Option<Part>| row.opcode == InstructionOpcode::ZExt && part != Some(Part::Other);
        let parts = || row.operands.iter().map(|&operand| self.part(operand));
        match row.opcode {
            // Those of the runtime say in messages where they are called.
            InstructionOpcode::Call if ir::callee(row.instruction).is_none_or(|it| ir::name_of(it).starts_with("__hipify_")) => {
                false
            }
            // The runtime takes the row apart where one is told.
            InstructionOpcode::Call if ir::callee(row.instruction).is_some_and(|it| calls::is_mark(&ir::name_of(it))) => true,
            _ if self.is_base(row) || self.is_place(row) => true,
            // Bodies have the thread's linear index at hand, whether it is needed or not.
            InstructionOpcode::ZExt if row.users.is_empty() => true,
            _ => parts().all(|part| part.is_none() || may_extend(part)),
        }
    }

    fn part(&self, operand: Operand<'ctx>) -> Option<Part> {
        match self.unextended(operand) {
            Operand::Parameter(X) => Some(Part::Thread),
            Operand::Parameter(LINEAR | LANE) => Some(Part::Other),
            Operand::Instruction(at) => {
                let row = &self.table.rows()[at];
                if self.is_base(row) {
                    return Some(Part::Base);
                }
                match self.field(row)? {
                    Some(at) if at == offset_of!(Context, block_idx) => Some(Part::Block),
                    Some(_) => None,
                    None => Some(Part::Other),
                }
            }
            _ => None,
        }
    }

    fn unextended(&self, operand: Operand<'ctx>) -> Operand<'ctx> {
        match operand {
            Operand::Instruction(at) if self.table.rows()[at].opcode == InstructionOpcode::ZExt => {
                self.unextended(self.table.rows()[at].operands[0])
            }
            other => other,
        }
    }

    fn field(&self, row: &Row<'ctx>) -> Option<Option<usize>> {
        context::field_of(self.table, &self.addresses, row)
    }

    fn is_base(&self, row: &Row<'ctx>) -> bool {
        let is = |operand: Operand<'ctx>, at: usize| match self.unextended(operand) {
            Operand::Instruction(load) => self.field(&self.table.rows()[load]) == Some(Some(at)),
            _ => false,
        };
        let (index, dimension) = (offset_of!(Context, block_idx), offset_of!(Context, block_dim));
        row.opcode == InstructionOpcode::Mul
            && matches!(row.operands[..], [a, b] if is(a, index) && is(b, dimension) || is(b, index) && is(a, dimension))
    }

    /// The sum is the same whichever block the thread is counted from, modulo its width: what is extended is the index alone.
    fn is_place(&self, row: &Row<'ctx>) -> bool {
        let is_base = |operand: Operand| matches!(operand, Operand::Instruction(at) if self.is_base(&self.table.rows()[at]));
        let is_thread = |operand: Operand<'ctx>| matches!(self.unextended(operand), Operand::Parameter(X));
        row.opcode == InstructionOpcode::Add
            && matches!(row.operands[..], [a, b] if is_base(a) && is_thread(b) || is_base(b) && is_thread(a))
    }
}
