//! Short loops around meetings of warps, such as reductions by shuffles: they unroll whole, whatever their size, so that each of their
//! regions has one successor, and so that [`crate::shuffle_trees`] sees which lanes exchange values.

use crate::analysis::dominance::{Dominators, Loop, loops};
use crate::analysis::{self, Role};
use crate::computed::Computed;
use crate::ir::{self, Function, Instruction, Value};
use hipify_abi::MAX_LANES;
use inkwell::module::Module;
use inkwell::values::InstructionOpcode as Op;

/// Iterations of a loop over the distances in a warp.
const MOST: usize = MAX_LANES.ilog2() as usize;

/// Marks such loops of a function, which LLVM's loop rotation has been through.
pub(crate) fn mark<'ctx>(module: &Module<'ctx>, function: Function<'ctx>) {
    let table = analysis::Body::of(function);
    if !table.rows().iter().any(|row| row.role == Some(Role::WarpSync)) {
        return;
    }
    for one in loops(&table.graph, &Dominators::of(&table.graph)) {
        let latch = single_block(&one).and_then(|block| table.block(block).get_terminator());
        let meets = || table.span(one.header).any(|row| table.rows()[row].role == Some(Role::WarpSync));
        if let Some(latch) = latch.filter(|_| meets() && is_short(&table, &one)) {
            mark_unrolled(module, latch);
        }
    }
}

/// Tells LLVM to take the iterations of the loop which a branch closes one by one, as straight code.
fn mark_unrolled<'ctx>(module: &Module<'ctx>, latch: Instruction<'ctx>) {
    let context = module.get_context();
    let text = "!nodes = !{!0}\n!0 = distinct !{!0, !1}\n!1 = !{!\"llvm.loop.unroll.full\"}\n";
    let _ = latch.set_metadata(ir::nodes(context, text)[0], context.get_kind_id("llvm.loop"));
}

fn single_block(one: &Loop) -> Option<usize> {
    (one.latches[..] == [one.header]).then_some(one.header)
}

/// Whether the iterations of a loop of one block are known to be few.
fn is_short<'ctx>(table: &analysis::Body<'ctx>, one: &Loop) -> bool {
    let phis: Vec<_> = table.span(one.header).map(|row| &table.rows()[row]).take_while(|row| row.opcode == Op::Phi).collect();
    let value = |phi: Instruction<'ctx>, from_loop: bool| -> Option<Value<'ctx>> {
        ir::incomings(phi)
            .into_iter()
            .find(|(_, _, block)| (table.block_index(*block) == Some(one.header)) == from_loop)
            .map(|it| it.1)
    };
    let none = |_: Instruction, _: &dyn Fn(u32) -> Option<i64>| None;
    let mut now: Vec<Option<i64>> = phis.iter().map(|phi| Computed::number(value(phi.instruction, false)?, &none)).collect();
    let Some(end) = table.terminator(one.header) else { return false };
    let stays = |now: &[Option<i64>]| -> Option<bool> {
        let condition = ir::operand(table.rows()[end].instruction, 0)?;
        let truth = Computed::number(condition, &|it, _| known(&phis, now, it))? != 0;
        let ways = table.graph.successors(one.header);
        Some((ways.first() == Some(&one.header)) == truth)
    };
    for _ in 0..MOST {
        match stays(&now) {
            Some(false) => return true,
            Some(true) => {}
            None => return false,
        }
        now = phis.iter().map(|phi| Computed::number(value(phi.instruction, true)?, &|it, _| known(&phis, &now, it))).collect();
    }
    false
}

/// What a phi of the loop is now.
fn known(phis: &[&analysis::Row], now: &[Option<i64>], it: Instruction) -> Option<Computed> {
    let place = phis.iter().position(|phi| phi.instruction == it)?;
    now[place].map(Computed::Number)
}
