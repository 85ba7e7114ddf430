//! Finds `block index * block dimension + thread index` in a body, and says of it that it does not overflow. Loops over threads
//! can then see that neighbours' indices are neighbours, whatever they are extended to.

use crate::analysis::affine::Addresses;
use crate::analysis::memory::{Object, object};
use crate::analysis::{self, Operand};
use crate::ids::X;
use crate::ir::Function;
use hipify_abi::Context;
use inkwell::values::InstructionOpcode;
use std::mem::offset_of;

/// Marks the global ids of a body, for calls in grids of less than 2^31 threads along each axis.
pub(crate) fn bound(function: Function) {
    let table = analysis::Body::of(function);
    let addresses = Addresses::of(&table);
    for row in table.rows().iter().filter(|row| row.opcode == InstructionOpcode::Add) {
        let [one, other] = row.operands[..] else { continue };
        for (base, own) in [(one, other), (other, one)] {
            if let (Operand::Instruction(base), Operand::Parameter(own)) = (base, own)
                && (X..X + 3).contains(&own)
                && is_block_base(&table, &addresses, base, (own - X) as i64)
            {
                for made in [row.instruction, table.rows()[base].instruction] {
                    made.set_no_signed_wrap_flag(true).expect("additions and products have it");
                    made.set_no_unsigned_wrap_flag(true).expect("additions and products have it");
                }
            }
        }
    }
}

/// Whether a row is the block's index along an axis times its dimension.
fn is_block_base(table: &analysis::Body, addresses: &Addresses, row: usize, axis: i64) -> bool {
    let this = &table.rows()[row];
    let field = |operand: &Operand| {
        let Operand::Instruction(load) = *operand else { return None };
        let load = &table.rows()[load];
        let address = (load.opcode == InstructionOpcode::Load).then(|| load.operands[0])?;
        let offset = addresses.offset(address)?;
        (object(table, address) == Object::Parameter(0) && offset.terms.is_empty()).then_some(offset.constant)
    };
    let mut fields: Vec<_> = this.operands.iter().filter_map(field).collect();
    fields.sort_unstable();
    let mut wanted = [offset_of!(Context, block_idx), offset_of!(Context, block_dim)].map(|field| field as i64 + 4 * axis);
    wanted.sort_unstable();
    this.opcode == InstructionOpcode::Mul && fields == wanted
}
