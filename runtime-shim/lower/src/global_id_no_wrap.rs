//! Marks global ids (`block index * block dimension + thread index`) of a body as not wrapping (`nsw`, `nuw`). LLVM then knows that
//! the ids of neighbouring threads are consecutive after they are extended to 64 bits.

use crate::analysis::affine::Addresses;
use crate::analysis::memory::{Object, object};
use crate::analysis::{self, Operand};
use crate::body::Body;
use crate::guard_hoisting::Mode;
use crate::ir::{self, Function, Instruction, Value};
use crate::work_item_intrinsics::{MODE, X};
use hipify_abi::Context;
use inkwell::IntPredicate;
use inkwell::values::InstructionOpcode;
use std::mem::offset_of;

/// Marks the global ids of a body, for calls in grids of less than 2^31 threads along each axis.
pub(crate) fn mark(function: Function) {
    for (sum, product) in global_ids(function) {
        [sum, product].into_iter().for_each(set_no_wrap);
    }
}

/// Marks them for calls other than in [`Mode::Wide`]: of a body that is to be inlined, whose mode is known then.
pub(crate) fn mark_unless_wide(body: &Body) {
    let context = body.function.get_type().get_context();
    let mode = body.function.get_nth_param(MODE as u32).expect("bodies have it").into_int_value();
    for (sum, _) in global_ids(body.function) {
        let build = crate::body::after(context, sum);
        let bounded = ir::copy(sum);
        build.place(bounded);
        set_no_wrap(bounded);
        let [plain, marked] = [sum, bounded].map(|it| ir::value_of(it).expect("a sum").into_int_value());
        let wide = build.compare(IntPredicate::EQ, mode, build.n32(Mode::Wide.number()));
        let chosen = build.select(wide, plain, marked);
        let own: Vec<_> = ir::maker(wide.into()).into_iter().chain(ir::maker(chosen.into())).collect();
        for user in ir::users(sum).into_iter().filter(|user| !own.contains(user)) {
            let uses = ir::operands(user).into_iter().filter(|(_, operand)| *operand == Value::from(plain));
            uses.for_each(|(place, _)| ir::set_operand(user, place, chosen.into()));
        }
    }
}

fn set_no_wrap(made: Instruction) {
    made.set_no_signed_wrap_flag(true).expect("additions and products have it");
    made.set_no_unsigned_wrap_flag(true).expect("additions and products have it");
}

/// Global ids, each with the product in it.
fn global_ids<'ctx>(function: Function<'ctx>) -> Vec<(Instruction<'ctx>, Instruction<'ctx>)> {
    let mut found = Vec::new();
    let table = analysis::Body::of(function);
    let addresses = Addresses::of(&table);
    for row in table.rows().iter().filter(|row| row.opcode == InstructionOpcode::Add) {
        let [one, other] = row.operands[..] else { continue };
        for (base, own) in [(one, other), (other, one)] {
            if let (Operand::Instruction(base), Operand::Parameter(own)) = (base, own)
                && (X..X + 3).contains(&own)
                && is_block_base(&table, &addresses, base, (own - X) as i64)
            {
                found.push((row.instruction, table.rows()[base].instruction));
            }
        }
    }
    found
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
