//! Loops in which threads walk through an array side by side until each comes to a bound, as grid-stride loops do. A strip goes through
//! each iteration together. Whether its last thread stays is the same for all of its threads, and if that one does, so do the others:
//! asked first, it leaves straight vector code. Where it does not, each thread finds out for itself, and they go on one by one.

use super::first_thread::{DEPTH, OfFirst};
use crate::analysis::dominance::{Dominators, Loop, loops};
use crate::analysis::{self, Uniformity};
use crate::build::Build;
use crate::context_save;
use crate::guard_hoisting::{is_constant, is_signed, is_upper_bound, mirrored, opposite};
use crate::induction_splitting::{self, Replaced};
use crate::ir::{self, Block, Function, Instruction, Value};
use crate::strip_candidates;
use crate::strips::THREADS;
use inkwell::IntPredicate;
use inkwell::values::{InstructionOpcode as Op, IntValue};

/// The loops of a body that threads walk through side by side.
pub(crate) fn find(table: &analysis::Body, uniformity: &Uniformity) -> Vec<Loop> {
    let all = loops(&table.graph, &Dominators::of(&table.graph));
    let found: Vec<bool> = all.iter().map(|one| strip_candidates::walks(table, uniformity, &all, one)).collect();
    all.into_iter().zip(found).filter(|(_, walks)| *walks).map(|(one, _)| one).collect()
}

/// Rewrites them. The answer is where the threads of a strip meet: in front of each iteration, and after the loops.
pub(crate) fn rewrite<'ctx>(
    function: Function<'ctx>,
    table: &analysis::Body<'ctx>,
    uniformity: &Uniformity,
    walks: &[Loop],
) -> Vec<Instruction<'ctx>> {
    let mut blocks: Vec<usize> = Vec::new();
    let mut replaced = Replaced::default();
    for one in walks {
        induction_splitting::split_one(table, uniformity, one, &mut replaced);
        let exits = one.exits(&table.graph);
        for &(from, _) in exits.iter().filter(|(from, _)| uniformity.influence(*from).is_some()) {
            let stays = |to: Block<'ctx>| table.block_index(to).is_some_and(|to| one.contains(to));
            ask_last(function, table, uniformity, table.block(from), &stays);
        }
        let guard = guard(table, one).filter(|(guard, _)| uniformity.influence(*guard).is_some());
        if let Some((guard, into)) = guard {
            ask_last(function, table, uniformity, table.block(guard), &|to| to == into);
        }
        sink(table, uniformity, one);
        blocks.push(one.header);
        // Those that pass the loop by wait as well, where they meet the others: before it nothing is done but to choose the way.
        let passes_to = |to: usize| {
            let (guard, _) = guard?;
            let [next] = table.graph.successors(to)[..] else { return None };
            let is_empty = table.span(to).all(|row| matches!(table.rows()[row].opcode, Op::Phi | Op::Br));
            (is_empty && table.graph.successors(guard).contains(&next)).then_some(next)
        };
        blocks.extend(exits.into_iter().map(|(_, to)| passes_to(to).unwrap_or(to)));
    }
    replaced.erase();
    blocks.sort_unstable();
    blocks.dedup();
    let first = |block: usize| table.block(block).get_instructions().find(|it| it.get_opcode() != Op::Phi).expect("blocks end");
    blocks.into_iter().map(first).collect()
}

/// The block at whose end threads pass a loop by that have no iteration, and where it goes on to the loop.
fn guard<'ctx>(table: &analysis::Body<'ctx>, one: &Loop) -> Option<(usize, Block<'ctx>)> {
    let before = |block: usize| {
        let mut outside = table.graph.predecessors(block).iter().copied().filter(|&from| !one.contains(from));
        outside.next().filter(|_| outside.next().is_none())
    };
    let mut into = one.header;
    // Blocks in front of the loop that lead to nothing else.
    while let Some(from) = before(into) {
        match table.graph.successors(from) {
            [_] => into = from,
            _ => return Some((from, table.block(into))),
        }
    }
    None
}

/// Instructions that a thread may compute again in each iteration for one value.
const CHEAP: usize = 8;

/// Computes in a loop, from what is the same for all threads of a strip, what was computed in front of it: kept for each thread it would be
/// a vector that LLVM knows nothing of, and what is indexed by it would be gathered.
fn sink<'ctx>(table: &analysis::Body<'ctx>, uniformity: &Uniformity, one: &Loop) {
    let is_same = |made| uniformity.is_uniform_instruction(table, made);
    let is_outside = |made: Instruction<'ctx>| {
        let block = made.get_parent().and_then(|block| table.block_index(block));
        block.is_some_and(|block| !one.contains(block))
    };
    let inside =
        (0..table.graph.len()).filter(|&block| one.contains(block)).flat_map(|block| table.block(block).get_instructions());
    let users: Vec<Instruction> = inside.filter(|it| it.get_opcode() != Op::Phi).collect();
    for user in users {
        for (place, operand) in ir::operands(user) {
            let made = ir::maker(operand).filter(|&made| is_outside(made) && !is_same(made));
            let mut left = CHEAP;
            if made.is_some() && is_cheap(operand, &is_same, &mut left) {
                let build = Build::before(table.function.get_type().get_context(), user);
                ir::set_operand(user, place, context_save::again(&build, operand, &is_same));
            }
        }
    }
}

fn is_cheap<'ctx>(value: Value<'ctx>, is_same: &dyn Fn(Instruction<'ctx>) -> bool, left: &mut usize) -> bool {
    let Some(made) = ir::maker(value).filter(|&made| !is_same(made)) else { return true };
    if *left == 0 || !context_save::is_plain(made) {
        return false;
    }
    *left -= 1;
    ir::operands(made).into_iter().all(|(_, operand)| is_cheap(operand, is_same, left))
}

/// Asks at the end of a block whether the strip's last thread stays in the loop, before each thread asks for itself.
fn ask_last<'ctx>(
    function: Function<'ctx>,
    table: &analysis::Body<'ctx>,
    uniformity: &Uniformity,
    block: Block<'ctx>,
    stays: &dyn Fn(Block<'ctx>) -> bool,
) -> Option<()> {
    let end = block.get_terminator().filter(|it| it.get_opcode() == Op::Br)?;
    let [then, _] = ir::successors(block)[..] else { return None };
    let condition = ir::operand(end, 0)?;
    let build = Build::before(table.function.get_type().get_context(), end);
    let all = OfFirst { build: &build, function, table, uniformity }.all(condition, stays(then), DEPTH)?;
    let truth = build.context.bool_type().const_int(u64::from(stays(then)), false);
    ir::set_operand(end, 0, build.select(all, truth, condition.into_int_value()).into());
    Some(())
}

impl<'ctx> OfFirst<'_, 'ctx> {
    /// Writes a condition that is the same for all threads of the strip, and under which another one is `wanted` for each.
    fn all(&self, condition: Value<'ctx>, wanted: bool, depth: usize) -> Option<IntValue<'ctx>> {
        let build = self.build;
        if self.growth(condition, DEPTH) == Some(0) {
            let truth = build.context.bool_type().const_int(u64::from(wanted), false);
            return Some(build.compare(IntPredicate::EQ, condition.into_int_value(), truth));
        }
        let (made, depth) = (ir::maker(condition)?, depth.checked_sub(1)?);
        let operand = |place| ir::operand(made, place);
        let both = || {
            let [one, other] = [operand(0)?, operand(1)?].map(|part| self.all(part, wanted, depth));
            // The second one may be poison where the first one does not hold.
            Some(build.select(one?, other?, build.context.bool_type().const_zero()))
        };
        match made.get_opcode() {
            Op::ICmp => self.last_is_below(made, wanted),
            Op::And if wanted => both(),
            Op::Or if !wanted => both(),
            Op::Select if wanted && is_constant(operand(2)?, 0) => both(),
            _ => None,
        }
    }

    /// Whether the strip's last thread is below its bound, and so are the others.
    fn last_is_below(&self, compare: Instruction<'ctx>, wanted: bool) -> Option<IntValue<'ctx>> {
        let build = self.build;
        let how = compare.get_icmp_predicate()?;
        let how = if wanted { how } else { opposite(how) };
        let (Value::IntValue(a), Value::IntValue(b)) = (ir::operand(compare, 0)?, ir::operand(compare, 1)?) else { return None };
        let (grows, limit, how) = match (self.growth(a.into(), DEPTH)?, self.growth(b.into(), DEPTH)?) {
            (1, 0) => (a, b, how),
            (0, 1) => (b, a, mirrored(how)),
            _ => return None,
        };
        if !is_upper_bound(how) {
            return None;
        }
        let first = self.value(grows.into()).into_int_value();
        let last = build.add(first, first.get_type().const_int(u64::from(THREADS - 1), false));
        let in_order = if is_signed(how) { IntPredicate::SLE } else { IntPredicate::ULE };
        Some(build.and(build.compare(in_order, first, last), build.compare(how, last, limit)))
    }
}
