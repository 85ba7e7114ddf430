//! Trip counts of threads in strips: LLVM makes the number of a loop `for (int k = 0; k < count; k++)` one of 64 bits, since addresses are
//! computed from it, and compares it with `count` widened, which differs from thread to thread. A strip would carry that from
//! iteration to iteration, and its vectors would have half as many threads; as numbers of 32 bits both say the same.

use crate::analysis::dominance::{Dominators, Loop, loops};
use crate::analysis::{self, Operand, Row, Sources, Uniformity};
use crate::build::Build;
use crate::ir::{self, Function};
use inkwell::IntPredicate;
use inkwell::values::InstructionOpcode as Op;

/// Narrows the comparisons that end loops after as many iterations as a thread says.
pub(super) fn narrow(function: Function, sources: &Sources) {
    let table = analysis::Body::of(function);
    let uniformity = Uniformity::of(&table, sources);
    let all = loops(&table.graph, &Dominators::of(&table.graph));
    for (compare, next, count) in all.iter().filter_map(|one| end(&table, one)) {
        if uniformity.is_uniform(count) {
            continue;
        }
        let (Some(how), Some(next)) = (compare.instruction.get_icmp_predicate(), ir::value_of(table.rows()[next].instruction))
        else {
            continue;
        };
        let Some(count) = ir::operand(table.rows()[count].instruction, 0) else { continue };
        let build = Build::before(function.get_type().get_context(), compare.instruction);
        let narrow = build.truncate(next.into_int_value(), build.i32());
        ir::replace_uses(compare.instruction, build.compare(how, narrow, count.into_int_value()));
        // What it compares would be carried still.
        compare.instruction.erase_from_basic_block();
    }
}

/// The comparison at the end of a loop that counts up from a number of 32 bits to one that is widened, and its sides.
fn end<'a, 'ctx>(table: &'a analysis::Body<'ctx>, one: &Loop) -> Option<(&'a Row<'ctx>, usize, usize)> {
    let row = |operand: &Operand| if let Operand::Instruction(at) = *operand { Some(at) } else { None };
    let is_wide = |at: usize| {
        let row = &table.rows()[at];
        let from = ir::operand(row.instruction, 0).map(|value| value.get_type());
        row.opcode == Op::ZExt && from.is_some_and(|ty| ty.is_int_type() && ty.into_int_type().get_bit_width() == u32::BITS)
    };
    let &[latch] = &one.latches[..] else { return None };
    let compare = &table.rows()[row(table.rows()[table.terminator(latch)?].operands.first()?)?];
    let is_equality = matches!(compare.instruction.get_icmp_predicate(), Some(IntPredicate::EQ | IntPredicate::NE));
    let sides: Vec<usize> = compare.operands.iter().filter_map(row).filter(|_| is_equality).collect();
    let &[a, b] = &sides[..] else { return None };
    let (next, count) = if is_wide(b) { (a, b) } else { (b, a) };
    let number = &table.rows()[next];
    let [Operand::Instruction(phi), Operand::Integer(1)] = number.operands[..] else { return None };
    let (number_wraps, phi) = (number.instruction.get_no_unsigned_wrap_flag() != Ok(true), &table.rows()[phi]);
    let begins_narrow = phi.operands.iter().any(|operand| match *operand {
        Operand::Integer(first) => u32::try_from(first).is_ok(),
        Operand::Instruction(at) => is_wide(at),
        _ => false,
    });
    let is_count = number.opcode == Op::Add && !number_wraps && phi.opcode == Op::Phi && phi.block == one.header;
    let comes_round = phi.operands.len() == 2 && phi.operands.contains(&Operand::Instruction(next));
    (is_wide(count) && is_count && comes_round && begins_narrow).then_some((compare, next, count))
}
