//! Loops in which threads walk through an array side by side until each comes to a bound, as grid-stride loops do. A strip goes through
//! each iteration together. Whether its last thread stays is the same for all of its threads, and if that one does, so do the others:
//! asked first, it leaves straight vector code. Where it does not, each thread finds out for itself, and they go on one by one.

use super::first_thread::{DEPTH, OfFirst};
use super::predicated::{self, Walk};
use crate::analysis::dominance::{Dominators, Loop, loops};
use crate::analysis::{self, Uniformity};
use crate::build::Build;
use crate::context_save;
use crate::guard_hoisting::{is_constant, is_signed, is_upper_bound, mirrored, opposite};
use crate::induction_splitting::{self, Replaced};
use crate::ir::{self, Block, Function, Instruction, Value};
use crate::strip_candidates;
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
    has_masks: bool,
    threads: u32,
) -> Vec<Instruction<'ctx>> {
    let (mut blocks, mut places): (Vec<usize>, Vec<Instruction>) = Default::default();
    let mut replaced = Replaced::default();
    for one in walks {
        let keeps_order = predicated::keeps_order(table, one);
        induction_splitting::split_one(table, uniformity, one, &mut replaced);
        let exits = one.exits(&table.graph);
        let guard = guard(table, one).filter(|(guard, _)| uniformity.influence(*guard).is_some());
        let walk = Walk { function, table, uniformity, one, guard, has_masks, threads };
        let predicated = keeps_order.then(|| walk.rewrite(&mut replaced)).flatten();
        let mut inside: Vec<Instruction> = Vec::new();
        if let Some(place) = predicated {
            inside.extend(place.get_parent().into_iter().flat_map(|block| block.get_instructions()));
            places.push(place);
        } else {
            for &(from, _) in exits.iter().filter(|(from, _)| uniformity.influence(*from).is_some()) {
                let stays = |to: Block<'ctx>| table.block_index(to).is_some_and(|to| one.contains(to));
                ask_last(&walk, table.block(from), &stays);
            }
            if let Some((guard, into)) = guard {
                ask_last(&walk, table.block(guard), &|to| to == into);
            }
            blocks.push(one.header);
        }
        sink(table, uniformity, one, inside);
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
    places.extend(blocks.into_iter().map(first));
    places
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

/// Computes in a loop, and where `inside` is, from what is the same for all threads of a strip, what was computed in front of it: kept for each thread it would be
/// a vector that LLVM knows nothing of, and what is indexed by it would be gathered.
fn sink<'ctx>(table: &analysis::Body<'ctx>, uniformity: &Uniformity, one: &Loop, mut inside: Vec<Instruction<'ctx>>) {
    let is_same = |made| uniformity.is_uniform_instruction(table, made);
    let is_outside = |made: Instruction<'ctx>| {
        let block = made.get_parent().and_then(|block| table.block_index(block));
        block.is_some_and(|block| !one.contains(block))
    };
    let blocks = (0..table.graph.len()).filter(|&block| one.contains(block));
    inside.extend(blocks.flat_map(|block| table.block(block).get_instructions()));
    for user in inside.into_iter().filter(|it| it.get_opcode() != Op::Phi) {
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
fn ask_last<'ctx>(walk: &Walk<'_, 'ctx>, block: Block<'ctx>, stays: &dyn Fn(Block<'ctx>) -> bool) -> Option<()> {
    let end = block.get_terminator().filter(|it| it.get_opcode() == Op::Br)?;
    let [then, _] = ir::successors(block)[..] else { return None };
    let condition = ir::operand(end, 0)?;
    let build = Build::before(walk.function.get_type().get_context(), end);
    let all = walk.of_first(&build).all(condition, stays(then))?;
    let truth = build.context.bool_type().const_int(u64::from(stays(then)), false);
    ir::set_operand(end, 0, build.select(all, truth, condition.into_int_value()).into());
    Some(())
}

/// One of the conditions that must all hold.
enum Part<'ctx> {
    /// The same for all threads of a strip, and what it is to be.
    Same(IntValue<'ctx>, bool),
    /// A number that grows by one from thread to thread, compared with one that is the same.
    Bound(IntValue<'ctx>, IntPredicate, IntValue<'ctx>),
}

impl<'ctx> OfFirst<'_, 'ctx> {
    /// Writes a condition that is the same for all threads of the strip, and under which another one is `wanted` for each.
    pub(super) fn all(&self, condition: Value<'ctx>, wanted: bool) -> Option<IntValue<'ctx>> {
        self.of_parts(condition, wanted, &|ends, how, limit| {
            self.build.and(self.build.compare(in_order(how), ends[0], ends[1]), self.build.compare(how, ends[1], limit))
        })
    }

    /// Writes one that is the same for all threads of the strip, and holds if another one is `wanted` for some thread.
    pub(super) fn any(&self, condition: Value<'ctx>, wanted: bool) -> Option<IntValue<'ctx>> {
        self.of_parts(condition, wanted, &|ends, how, limit| {
            let goes_round = self.build.compare(opposite(in_order(how)), ends[0], ends[1]);
            self.build.or(goes_round, self.build.compare(how, ends[0], limit))
        })
    }

    /// Whether these can be written.
    pub(super) fn can_ask(&self, condition: Value<'ctx>, wanted: bool) -> bool {
        self.parts(condition, wanted, DEPTH).is_some()
    }

    /// A condition made of parts, bounds as `written` of the numbers of the strip's first and last thread.
    pub(super) fn of_parts(
        &self,
        condition: Value<'ctx>,
        wanted: bool,
        written: &dyn Fn([IntValue<'ctx>; 2], IntPredicate, IntValue<'ctx>) -> IntValue<'ctx>,
    ) -> Option<IntValue<'ctx>> {
        let build = self.build;
        let truth = |value: bool| build.context.bool_type().const_int(u64::from(value), false);
        let parts = self.parts(condition, wanted, DEPTH)?.into_iter().map(|part| match part {
            Part::Same(condition, wanted) => build.compare(IntPredicate::EQ, condition, truth(wanted)),
            Part::Bound(grows, how, limit) => {
                let first = self.value(grows.into()).into_int_value();
                let last = build.add(first, first.get_type().const_int(u64::from(self.threads - 1), false));
                written([first, last], how, limit)
            }
        });
        // The second one may be poison where the first one does not hold.
        parts.reduce(|one, other| build.select(one, other, truth(false)))
    }

    /// The parts of a condition that is to be `wanted`; nothing if it is not made of such.
    fn parts(&self, condition: Value<'ctx>, wanted: bool, depth: usize) -> Option<Vec<Part<'ctx>>> {
        if self.growth(condition, DEPTH) == Some(0) {
            return Some(vec![Part::Same(condition.into_int_value(), wanted)]);
        }
        let (made, depth) = (ir::maker(condition)?, depth.checked_sub(1)?);
        if made.get_opcode() == Op::ICmp {
            let (grows, how, limit) = self.bound(made, wanted)?;
            return Some(vec![Part::Bound(grows, how, limit)]);
        }
        if !is_both(made, wanted) {
            return None;
        }
        let [one, other] = [ir::operand(made, 0)?, ir::operand(made, 1)?].map(|part| self.parts(part, wanted, depth));
        let (mut one, other) = (one?, other?);
        one.extend(other);
        Some(one)
    }

    /// A comparison that is to be `wanted` as an upper bound of a number that grows by one from thread to thread.
    pub(super) fn bound(
        &self,
        compare: Instruction<'ctx>,
        wanted: bool,
    ) -> Option<(IntValue<'ctx>, IntPredicate, IntValue<'ctx>)> {
        let how = compare.get_icmp_predicate()?;
        let how = if wanted { how } else { opposite(how) };
        let (Value::IntValue(a), Value::IntValue(b)) = (ir::operand(compare, 0)?, ir::operand(compare, 1)?) else { return None };
        let (grows, limit, how) = match (self.growth(a.into(), DEPTH)?, self.growth(b.into(), DEPTH)?) {
            (1, 0) => (a, b, how),
            (0, 1) => (b, a, mirrored(how)),
            _ => return None,
        };
        is_upper_bound(how).then_some((grows, how, limit))
    }
}

/// Whether a condition is `wanted` if both of its first operands are.
fn is_both(made: Instruction<'_>, wanted: bool) -> bool {
    match made.get_opcode() {
        Op::And => wanted,
        Op::Or => !wanted,
        Op::Select => wanted && ir::operand(made, 2).is_some_and(|other| is_constant(other, 0)),
        _ => false,
    }
}

/// That numbers do not go round, in the kind of a comparison.
pub(super) fn in_order(how: IntPredicate) -> IntPredicate {
    if is_signed(how) { IntPredicate::SLE } else { IntPredicate::ULE }
}
