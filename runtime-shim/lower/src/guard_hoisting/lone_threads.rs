//! Conditions in the middle of a kernel that hold for one thread of a row at most (`if (column == first) right[row] = ...`). In a loop over
//! the row each would be masked accesses, lane by lane, for every vector of threads. The loop rather stops in front of that thread:
//! how far it is can be computed, those before it are told that the condition does not hold for them, and it runs alone.
//!
//! Kernels with barriers get regions for such work instead, see [`crate::guard_isolation`].

use super::atoms::{conjuncts, growth};
use super::{Guards, Mode, is_computation};
use crate::body::after;
use crate::build::Build;
use crate::context_save;
use crate::convergence::Agreement;
use crate::ir::{self, Block, Function, Instruction, Value};
use crate::regions::Regions;
use crate::work_item_intrinsics::Asked;
use inkwell::IntPredicate;
use inkwell::context::ContextRef;
use inkwell::module::Module;
use inkwell::values::{InstructionOpcode as Op, IntValue};

/// Lone threads that a row stops at.
const MOST: usize = 3;

/// Instructions of a kernel above which it does not pay to write its loops once more.
const LARGE: usize = 400;

/// Longest chain of instructions that is looked through.
const DEPTH: usize = 16;

/// A comparison that holds for one thread of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lone<'ctx> {
    condition: Instruction<'ctx>,
    /// A call that keeps how many threads after the one that asks this is, modulo 2^32.
    note: Instruction<'ctx>,
}

/// Finds them in a kernel without barriers, and writes how far each is.
pub(super) fn find<'ctx>(
    module: &Module<'ctx>,
    kernel: Function<'ctx>,
    regions: &Regions<'ctx>,
    agreement: &Agreement<'ctx>,
    guards: &Guards<'ctx>,
) -> Vec<Lone<'ctx>> {
    if regions.regions.len() > 1 || ir::instructions(kernel).len() > LARGE {
        return Vec::new();
    }
    let is_guard = |block: Block| guards.guards.iter().any(|guard| guard.block == block);
    let mut conditions = Vec::new();
    for block in ir::blocks(kernel).into_iter().filter(|&block| !is_guard(block) && guards_work(block)) {
        let condition = block.get_terminator().and_then(|end| ir::operand(end, 0));
        conditions.extend(condition.and_then(|it| compared(it, agreement)).filter(|it| !conditions.contains(it)));
    }
    conditions.truncate(MOST);
    conditions.into_iter().filter_map(|condition| noted(module, condition, agreement)).collect()
}

/// Whether threads that take a branch's first way do something that others do not.
fn guards_work(block: Block) -> bool {
    let [own, others] = ir::successors(block)[..] else { return false };
    let [own, others] = [own, others].map(|way| {
        let mut seen = vec![block];
        let mut work = vec![way];
        while let Some(next) = work.pop() {
            if !seen.contains(&next) {
                seen.push(next);
                work.extend(ir::successors(next));
            }
        }
        seen
    });
    own.into_iter().any(|one| !others.contains(&one) && !is_computation(one))
}

/// What must hold for a condition to hold, and does for one thread of a row.
fn compared<'ctx>(condition: Value<'ctx>, agreement: &Agreement<'ctx>) -> Option<Instruction<'ctx>> {
    let is_lone = |it: &Instruction<'ctx>| it.get_opcode() == Op::ICmp && sides(*it, agreement).is_some();
    conjuncts(condition).into_iter().filter_map(ir::maker).find(is_lone)
}

/// Two numbers that a comparison asks to be the same and that are cheap to compute again, so ordered that what the second one is above the
/// first gets less by one from thread to thread.
fn sides<'ctx>(compare: Instruction<'ctx>, agreement: &Agreement<'ctx>) -> Option<(IntValue<'ctx>, IntValue<'ctx>)> {
    let (Value::IntValue(a), Value::IntValue(b)) = (ir::operand(compare, 0)?, ir::operand(compare, 1)?) else { return None };
    let is_fit = compare.get_icmp_predicate() == Some(IntPredicate::EQ)
        && matches!(a.get_type().get_bit_width(), 32 | 64)
        && [a, b].iter().all(|&side| context_save::is_cheap(side.into()));
    let grows = |side: IntValue<'ctx>| growth(side.into(), agreement, DEPTH);
    match grows(a)? - grows(b)? {
        _ if !is_fit => None,
        1 => Some((a, b)),
        -1 => Some((b, a)),
        _ => None,
    }
}

fn noted<'ctx>(module: &Module<'ctx>, condition: Instruction<'ctx>, agreement: &Agreement<'ctx>) -> Option<Lone<'ctx>> {
    const NAME: &str = "hipify.lone";
    let (low, high) = sides(condition, agreement)?;
    let build = Build::before(module.get_context(), condition);
    let far = build.sub(high, low);
    let far = if far.get_type().get_bit_width() == 32 {
        far
    } else {
        let is_near = build.compare(IntPredicate::ULT, far, build.n64(u64::from(u32::MAX)));
        build.select(is_near, build.truncate(far, build.i32()), build.n32(u32::MAX))
    };
    let function = module
        .get_function(NAME)
        .unwrap_or_else(|| module.add_function(NAME, build.context.void_type().fn_type(&[build.i32().into()], false), None));
    let note = build.call(function, &[far.into()]).try_as_basic_value().instruction().expect("a call that gives nothing");
    Some(Lone { condition, note })
}

/// Has the conditions not hold in modes that say so.
pub(super) fn apply<'ctx>(context: ContextRef<'ctx>, lone: &[Lone<'ctx>], asked: Asked<'ctx>) {
    for &Lone { condition, .. } in lone {
        let build = after(context, condition);
        let plain = ir::value_of(condition).expect("a comparison").into_int_value();
        let none = build.compare(IntPredicate::NE, build.and(asked.mode, build.n32(Mode::NONE_ALONE)), build.n32(0));
        let chosen = build.select(none, context.bool_type().const_zero(), plain);
        let own = ir::maker(chosen.into());
        for user in ir::users(condition).into_iter().filter(|user| Some(*user) != own) {
            let uses = ir::operands(user).into_iter().filter(|(_, operand)| *operand == Value::from(plain));
            uses.for_each(|(place, _)| ir::set_operand(user, place, chosen.into()));
        }
    }
}

/// Builds the way to a body's only region at the end of its first block, and how far the next lone thread is for a caller that asks.
pub(super) fn enter<'ctx>(
    build: &Build<'ctx>,
    function: Function<'ctx>,
    lone: &[Lone<'ctx>],
    asked: Asked<'ctx>,
    region: Block<'ctx>,
) {
    let entry = build.block();
    let answer = build.append(function, "lone");
    build.branch(build.compare(IntPredicate::EQ, asked.mode, build.n32(Mode::AskLone.number())), answer, region);
    build.go_to_end(answer);
    let mut least = build.n32(u32::MAX);
    for it in lone {
        let far = ir::operand(it.note, 0).expect("a note has a number");
        let far = context_save::again_from_entry(build, far, entry).into_int_value();
        least = build.select(build.compare(IntPredicate::ULT, far, least), far, least);
        it.note.erase_from_basic_block();
    }
    build.store(least, asked.answer);
    build.ret(build.n32(0));
}
