//! Loops in which threads walk through an array side by side until each comes to a bound, as grid-stride loops do. A strip goes through
//! each iteration together. Whether its last thread stays is the same for all of its threads, and if that one does, so do the others:
//! asked first, it leaves straight vector code. Where it does not, each thread finds out for itself, and they go on one by one.

use crate::analysis::dominance::{Dominators, Loop, loops};
use crate::analysis::{self, Uniformity};
use crate::build::Build;
use crate::guard_hoisting::{is_constant, is_signed, is_upper_bound, mirrored, opposite};
use crate::induction_splitting;
use crate::ir::{self, Block, Function, Instruction, Value};
use crate::strip_candidates;
use crate::strips::THREADS;
use crate::work_item_intrinsics::{LINEAR, X};
use inkwell::IntPredicate;
use inkwell::values::{InstructionOpcode as Op, IntValue};

/// Longest chain of instructions that is looked through.
const DEPTH: usize = 16;

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
    for one in walks {
        induction_splitting::split_one(table, uniformity, one);
        let exits = one.exits(&table.graph);
        for &(from, _) in exits.iter().filter(|(from, _)| uniformity.influence(*from).is_some()) {
            let stays = |to: Block<'ctx>| table.block_index(to).is_some_and(|to| one.contains(to));
            ask_last(function, table, uniformity, table.block(from), &stays);
        }
        blocks.push(one.header);
        blocks.extend(exits.into_iter().map(|(_, to)| to));
    }
    blocks.sort_unstable();
    blocks.dedup();
    let first = |block: usize| table.block(block).get_instructions().find(|it| it.get_opcode() != Op::Phi).expect("blocks end");
    blocks.into_iter().map(first).collect()
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

/// Numbers of the first thread of a strip.
struct OfFirst<'a, 'ctx> {
    build: &'a Build<'ctx>,
    function: Function<'ctx>,
    table: &'a analysis::Body<'ctx>,
    uniformity: &'a Uniformity,
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

    /// By how much a number grows from one thread of a strip to the next, modulo its width, if that is certain: what is made by sums of
    /// what is the same in all threads and of the thread's index, or a wider form of a sum that does not wrap.
    fn growth(&self, value: Value<'ctx>, depth: usize) -> Option<i64> {
        let Some(made) = ir::maker(value) else { return Some(i64::from(self.is_index(value))) };
        // What splitting inductions made is not in the table: how far all have come, and sums.
        let is_same = match self.table.row_index(made) {
            Some(row) => self.uniformity.is_uniform(row),
            None => made.get_opcode() == Op::Phi,
        };
        if is_same {
            return Some(0);
        }
        let depth = depth.checked_sub(1)?;
        let operand = |place| self.growth(ir::operand(made, place)?, depth);
        match made.get_opcode() {
            Op::Add => Some(operand(0)? + operand(1)?),
            Op::Sub => Some(operand(0)? - operand(1)?),
            Op::SExt | Op::ZExt if self.keeps_growth(made) => operand(0),
            _ => None,
        }
    }

    fn is_index(&self, value: Value<'ctx>) -> bool {
        [X, LINEAR].iter().any(|&place| self.function.get_nth_param(place as u32) == Some(value))
    }

    /// Whether a wider form grows as the number does.
    fn keeps_growth(&self, extension: Instruction<'ctx>) -> bool {
        let Some(narrow) = ir::operand(extension, 0) else { return false };
        let Some(made) = ir::maker(narrow) else { return true };
        let [signed, unsigned] = [made.get_no_signed_wrap_flag(), made.get_no_unsigned_wrap_flag()];
        let never_wraps = if extension.get_opcode() == Op::SExt { signed } else { unsigned };
        let of_index = |own, base| -> Option<bool> {
            Some(self.is_index(ir::operand(made, own)?) && self.growth(ir::operand(made, base)?, DEPTH) == Some(0))
        };
        let is_sum = made.get_opcode() == Op::Add && (of_index(0, 1) == Some(true) || of_index(1, 0) == Some(true));
        is_sum && never_wraps == Ok(true)
    }

    /// Writes what a number is in the strip's first thread.
    fn value(&self, value: Value<'ctx>) -> Value<'ctx> {
        if self.is_index(value) {
            let thread = self.function.get_nth_param(self.function.count_params() - 5).expect("strips have it").into_int_value();
            return self.build.sub(value.into_int_value(), thread).into();
        }
        let Some(made) = ir::maker(value).filter(|_| self.growth(value, DEPTH) != Some(0)) else { return value };
        let operand = |place| -> IntValue<'ctx> { self.value(ir::operand(made, place).expect("it has it")).into_int_value() };
        let ty = value.into_int_value().get_type();
        match made.get_opcode() {
            Op::Add => self.build.add(operand(0), operand(1)).into(),
            Op::Sub => self.build.sub(operand(0), operand(1)).into(),
            Op::SExt if ty.get_bit_width() == 64 => self.build.widen_signed(operand(0)).into(),
            _ => self.build.extend(operand(0), ty).into(),
        }
    }
}
