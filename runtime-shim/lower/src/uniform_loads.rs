//! Loads of what is the same for all threads of a loop, before any of them stores: they are done once, before the loop. LLVM leaves them
//! where a store might be to the same place. Those of threads of a strip while others are masked would become gathers of one address;
//! a strip comes to a segment only if one of its threads is in it, which reads it first. Only loads are taken that are marked not to
//! depend on what other threads do.

use crate::access_groups;
use crate::analysis::dominance::{Dominators, Loop, loops};
use crate::analysis::{self, Operand, Row};
use crate::build::Build;
use crate::context_save;
use crate::ir::{self, Function, Instruction};
use inkwell::module::Module;
use inkwell::values::InstructionOpcode as Op;
use std::collections::HashSet;

/// Metadata of branches by which some threads of a loop go on, one at least, and others do not.
const MARK: &str = "hipify.some_thread";

/// Loads of a loop that all threads go through alike: more would fill the registers, where memory is as near.
const FEW: usize = 4;

/// The same where each would be a gather.
const MANY: usize = usize::MAX;

/// Says that a loop over threads only begins if some thread takes the first way of this branch of it.
pub(crate) fn mark(branch: Instruction) {
    let Some(block) = branch.get_parent() else { return };
    let context = block.get_context();
    let _ = branch.set_metadata(context.metadata_node(&[]), context.get_kind_id(MARK));
}

/// Takes such loads out of loops of functions that run blocks.
pub(crate) fn hoist<'ctx>(module: &Module<'ctx>, runs: impl Iterator<Item = Function<'ctx>>) {
    let kind = module.get_context().get_kind_id(MARK);
    runs.for_each(|function| hoist_in(module, function, kind));
}

fn hoist_in<'ctx>(module: &Module<'ctx>, function: Function<'ctx>, kind: u32) {
    let table = analysis::Body::of(function);
    let graph = &table.graph;
    let all = loops(graph, &Dominators::of(graph));
    for one in all.iter().filter(|one| one.is_innermost(&all)) {
        let Some(end) = one.preheader(graph).and_then(|before| table.block(before).get_terminator()) else { continue };
        let marked = (0..graph.len()).filter(|&block| one.contains(block)).filter(|&block| {
            table.terminator(block).is_some_and(|end| table.rows()[end].instruction.get_metadata(kind).is_some())
        });
        // Threads that are masked go on where the others come to later.
        let goes_on = |&block: &usize| one.contains(block) && graph.predecessors(block).len() == 1;
        let ways = marked.filter_map(|block| {
            let mut ways = graph.successors(block).iter().copied().filter(goes_on);
            ways.next().filter(|_| ways.next().is_none())
        });
        let is_of_threads = |&latch: &usize| table.block(latch).get_terminator().is_some_and(access_groups::is_of_threads);
        let first = one.latches.iter().any(is_of_threads).then_some(one.header);
        let mut out = HashSet::new();
        ways.for_each(|block| find(&table, one, block, MANY, &mut out));
        first.into_iter().for_each(|block| find(&table, one, block, FEW, &mut out));
        let build = Build::before(module.get_context(), end);
        let mut out: Vec<usize> = out.into_iter().collect();
        out.sort_unstable_by_key(|&at| (graph.position(table.rows()[at].block), at));
        for at in out {
            let instruction = table.rows()[at].instruction;
            instruction.remove_from_basic_block();
            build.place(instruction);
        }
    }
}

/// Rows of a block of the loop that give the same in each iteration, up to the first one that loads must stay behind, if there are loads
/// among them, and `most` at most.
fn find(table: &analysis::Body, one: &Loop, block: usize, most: usize, out: &mut HashSet<usize>) {
    let is_kept = |(_, row): &&(usize, &Row)| match row.opcode {
        Op::Load => ir::is_simple(row.instruction),
        opcode => !matches!(opcode, Op::Store | Op::Call | Op::Fence | Op::AtomicRMW | Op::AtomicCmpXchg),
    };
    let rows: Vec<(usize, &Row)> = table.span(block).map(|at| (at, &table.rows()[at])).collect();
    let mut found = HashSet::new();
    let mut loads = 0;
    for (at, row) in rows.iter().take_while(is_kept) {
        let is_outside = |operand: &Operand| match *operand {
            Operand::Instruction(at) => !one.contains(table.rows()[at].block) || found.contains(&at) || out.contains(&at),
            _ => true,
        };
        let is_load = row.opcode == Op::Load && access_groups::is_marked(row.instruction);
        if (is_load || context_save::is_plain(row.instruction)) && row.operands.iter().all(is_outside) {
            found.insert(*at);
            loads += usize::from(is_load);
        }
    }
    if (1..=most).contains(&loads) {
        out.extend(found);
    }
}
