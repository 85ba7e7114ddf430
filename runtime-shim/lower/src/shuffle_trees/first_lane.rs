//! Conditions that hold for no lane of 32 but the first, as long as each row of a block begins with a first lane, and what is done under them.

use crate::analysis::{self, dominance::Dominators};
use crate::build::Build;
use crate::context_save;
use crate::guard_hoisting::is_constant;
use crate::ir::{self, Block, Function, Instruction, Value};
use crate::work_item_intrinsics::{Constant, Id, id_of};
use inkwell::IntPredicate;
use inkwell::values::{InstructionOpcode as Op, IntValue};

/// Instructions of a condition that are looked through, and of what a value goes through.
const DEPTH: usize = 8;

/// A comparison, and whether it holds for the first lane or for all others.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct FirstLane<'ctx> {
    compare: Instruction<'ctx>,
    holds: bool,
}

impl<'ctx> FirstLane<'ctx> {
    /// What must be so for a condition to be `wanted`.
    fn of(condition: Value<'ctx>, wanted: bool, depth: usize) -> Option<Self> {
        let (instruction, depth) = (ir::maker(condition)?, depth.checked_sub(1)?);
        let operand = |place| ir::operand(instruction, place);
        let is = |place, number| operand(place).is_some_and(|value| is_constant(value, number));
        let either = || [operand(0)?, operand(1)?].into_iter().find_map(|side| Self::of(side, wanted, depth));
        match instruction.get_opcode() {
            Op::ICmp => {
                let holds = match instruction.get_icmp_predicate()? {
                    IntPredicate::EQ if is(1, 0) => true,
                    IntPredicate::NE if is(1, 0) => false,
                    IntPredicate::ULT if is(1, 1) => true,
                    _ => return None,
                };
                let is_first = holds == wanted && is_number_in_warp(operand(0)?);
                is_first.then_some(FirstLane { compare: instruction, holds })
            }
            // Both sides of `&&`, or of what is not to be `||`.
            Op::And if wanted => either(),
            Op::Or if !wanted => either(),
            Op::Select if wanted && is(2, 0) => either(),
            Op::Select if !wanted && is(1, 1) => {
                [operand(0)?, operand(2)?].into_iter().find_map(|side| Self::of(side, wanted, depth))
            }
            _ => None,
        }
    }

    /// Writes once more whether it is the first lane.
    pub(super) fn again(self, build: &Build<'ctx>) -> IntValue<'ctx> {
        let compared = ir::value_of(self.compare).expect("a comparison");
        // Of thread numbers, constants and operations on them.
        let compared = context_save::again(build, compared, &|_| false).into_int_value();
        if self.holds { compared } else { build.xor(compared, build.context.bool_type().const_int(1, false)) }
    }
}

/// The branches of a function that only the first lane takes.
pub(super) struct Guards<'ctx> {
    table: analysis::Body<'ctx>,
    dominators: Dominators,
    /// Each with the block that it leads to, and it alone.
    ways: Vec<(FirstLane<'ctx>, usize)>,
}

impl<'ctx> Guards<'ctx> {
    pub(super) fn of(function: Function<'ctx>) -> Self {
        let table = analysis::Body::of(function);
        let mut ways = Vec::new();
        for block in 0..table.graph.len() {
            let [yes, no] = ir::successors(table.block(block))[..] else { continue };
            let Some(condition) = table.block(block).get_terminator().and_then(|end| ir::operand(end, 0)) else { continue };
            for (wanted, way) in [(true, yes), (false, no)] {
                let way = table.block_index(way).filter(|&way| table.graph.predecessors(way) == [block]);
                ways.extend(FirstLane::of(condition, wanted, DEPTH).zip(way));
            }
        }
        Guards { dominators: Dominators::of(&table.graph), table, ways }
    }

    /// What all uses of a value are under; nothing if other lanes use it.
    pub(super) fn around(&self, value: Instruction<'ctx>) -> Option<Vec<FirstLane<'ctx>>> {
        let mut found = Vec::new();
        let mut seen = vec![value];
        let mut work = vec![value];
        // What is computed under a guard is used there.
        if let Some(guard) = self.at(value.get_parent()?) {
            return Some(vec![guard]);
        }
        while let Some(value) = work.pop() {
            for user in ir::users(value) {
                let places = match user.get_opcode() {
                    Op::Phi => ir::incomings(user)
                        .into_iter()
                        .filter(|(_, comes, _)| ir::maker(*comes) == Some(value))
                        .map(|it| it.2)
                        .collect(),
                    _ => vec![user.get_parent()?],
                };
                for place in places {
                    match self.at(place) {
                        Some(guard) if !found.contains(&guard) => found.push(guard),
                        Some(_) => {}
                        None if !passes_on(user) || seen.len() > DEPTH => return None,
                        None if seen.contains(&user) => {}
                        None => {
                            seen.push(user);
                            work.push(user);
                        }
                    }
                }
            }
        }
        Some(found)
    }

    fn at(&self, block: Block<'ctx>) -> Option<FirstLane<'ctx>> {
        let block = self.table.block_index(block)?;
        self.ways.iter().find(|&&(_, way)| self.dominators.dominates(way, block)).map(|(guard, _)| *guard)
    }
}

/// Whether nobody sees what an instruction gives to other lanes as long as it is not used.
fn passes_on(user: Instruction) -> bool {
    matches!(user.get_opcode(), Op::Phi | Op::Select | Op::BitCast | Op::Freeze | Op::FMul | Op::FAdd | Op::Add | Op::Mul)
}

/// Whether a number is zero for one of 32 neighbouring threads at most: their numbers, or these modulo at least 32. It is computed of
/// numbers of threads alone.
fn is_number_in_warp(value: Value) -> bool {
    let Some(instruction) = ir::maker(value) else { return false };
    let is_thread = |it: Instruction| matches!(id_of(it), Some(Id::X | Id::Linear | Id::Lane));
    let at = |place: u32| ir::operand(instruction, place).and_then(ir::maker);
    let is_warp_size = |it: Instruction| id_of(it) == Some(Id::Constant(Constant::WarpSize));
    let less_one = |it: Instruction| {
        it.get_opcode() == Op::Add
            && ir::operand(it, 0).and_then(ir::maker).is_some_and(is_warp_size)
            && matches!(ir::operand(it, 1), Some(Value::IntValue(one)) if one.get_sign_extended_constant() == Some(-1))
    };
    match instruction.get_opcode() {
        Op::And => {
            let of_constant = || match ir::operand(instruction, 1) {
                Some(Value::IntValue(mask)) => mask.get_zero_extended_constant().is_some_and(|mask| mask & 31 == 31),
                _ => false,
            };
            at(0).is_some_and(is_thread) && (of_constant() || at(1).is_some_and(less_one))
                || at(1).is_some_and(is_thread) && at(0).is_some_and(less_one)
        }
        Op::URem | Op::SRem => at(0).is_some_and(is_thread) && at(1).is_some_and(is_warp_size),
        _ => is_thread(instruction),
    }
}
