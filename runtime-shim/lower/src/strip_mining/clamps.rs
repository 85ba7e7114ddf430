//! Clamped numbers in strips: `max(x - 1, 0)`, `x < n - 1 ? x + 1 : 0`. All threads of a strip but those at an edge take the side that grows
//! from thread to thread. Where the first and the last thread of a strip do, so do those between them.

use super::aligned::{Along, Extension, Parts};
use super::first_thread::{DEPTH, OfFirst};
use crate::analysis;
use crate::analysis::dominance::{Dominators, PostDominators};
use crate::guard_hoisting::{is_signed, mirrored, opposite};
use crate::ir::{self, Instruction, Value};
use crate::strips::THREADS;
use inkwell::IntPredicate;
use inkwell::values::{InstructionOpcode as Op, IntValue};

/// How much less deep a clamp in a clamp is looked at: each has up to four numbers.
const NESTING: usize = DEPTH / 3;

/// Bytes by which indices grow at most, so that a strip's are far from going round twice.
const MOST_GROWTH: i64 = 1 << 20;

/// A choice between a number that moves in a strip and another, by a comparison of one that moves.
pub(super) struct Clamp<'ctx> {
    /// What moves and is compared.
    compared: IntValue<'ctx>,
    /// How it compares with `same` where `taken` is the result.
    how: IntPredicate,
    same: IntValue<'ctx>,
    taken: IntValue<'ctx>,
}

/// Which blocks one thread of a row runs alone, such as to bring in what lies beside a tile: there is nothing to gain there.
pub(super) struct Lone {
    above: Dominators,
    below: PostDominators,
}

impl Lone {
    pub(super) fn of(table: &analysis::Body) -> Self {
        Lone { above: Dominators::of(&table.graph), below: PostDominators::of(&table.graph) }
    }

    /// Whether a block is run where a number that grows from thread to thread is a certain one.
    pub(super) fn holds(&self, first: &OfFirst, block: usize) -> bool {
        let around = std::iter::successors(self.above.immediate(block), |&above| self.above.immediate(above));
        around.filter(|&above| !self.below.dominates(block, above)).any(|above| {
            let end = first.table.block(above).get_terminator();
            end.and_then(|end| ir::operand(end, 0)).is_some_and(|condition| asks_for_one(first, condition, DEPTH))
        })
    }
}

fn asks_for_one<'ctx>(first: &OfFirst<'_, 'ctx>, condition: Value<'ctx>, depth: usize) -> bool {
    let (Some(made), Some(depth)) = (ir::maker(condition), depth.checked_sub(2)) else { return false };
    let growth = |place| first.growth(ir::operand(made, place)?, DEPTH);
    match made.get_opcode() {
        Op::ICmp => {
            let is_equality = matches!(made.get_icmp_predicate(), Some(IntPredicate::EQ | IntPredicate::NE));
            is_equality && matches!((growth(0), growth(1)), (Some(1), Some(0)) | (Some(0), Some(1)))
        }
        Op::And | Op::Or | Op::Xor | Op::Select | Op::ZExt | Op::Freeze => {
            ir::operands(made).into_iter().any(|(_, operand)| asks_for_one(first, operand, depth))
        }
        _ => false,
    }
}

/// Whether an instruction may be a clamp of an index.
pub(super) fn may_be(made: Instruction<'_>) -> bool {
    let is_number =
        || ir::value_of(made).is_some_and(|value| matches!(value, Value::IntValue(it) if it.get_type().get_bit_width() > 16));
    match made.get_opcode() {
        Op::Select => is_number() && ir::operand(made, 0).and_then(ir::maker).is_some_and(|it| it.get_opcode() == Op::ICmp),
        Op::Call => bound(made).is_some() && is_number(),
        _ => false,
    }
}

/// How the result of LLVM's least and greatest of two numbers compares with the other one.
pub(super) fn bound(call: Instruction<'_>) -> Option<IntPredicate> {
    use IntPredicate::{SGE, SLE, UGE, ULE};
    let name = ir::name_of(ir::callee(call)?);
    let bounds = [("llvm.smax.", SGE), ("llvm.smin.", SLE), ("llvm.umax.", UGE), ("llvm.umin.", ULE)];
    bounds.into_iter().find(|(start, _)| name.starts_with(start)).map(|(_, how)| how)
}

impl<'ctx> Parts<'_, 'ctx> {
    /// Whether a number is understood: that it moves in a strip, or stays.
    fn moves(&self, value: IntValue<'ctx>, depth: usize) -> Option<bool> {
        if let Some(growth) = self.first.growth(value.into(), DEPTH) {
            return Some(growth != 0);
        }
        let (made, depth) = (ir::maker(value.into())?, depth.checked_sub(1)?);
        let operand = |place| self.moves(ir::operand(made, place)?.into_int_value(), depth);
        match made.get_opcode() {
            Op::SExt | Op::ZExt => operand(0),
            Op::Add | Op::Sub => Some(operand(0)? | operand(1)?),
            Op::Mul | Op::Shl => Some(operand(0)? ^ operand(1)?).filter(|&is_one| is_one),
            Op::Select | Op::Call => self.clamp(made, depth).map(|_| true),
            _ => None,
        }
    }

    /// An instruction as a clamp, if it is one.
    pub(super) fn clamp(&self, made: Instruction<'ctx>, depth: usize) -> Option<Clamp<'ctx>> {
        if !may_be(made) {
            return None;
        }
        let depth = depth.checked_sub(NESTING)?;
        let number = |of: Instruction<'ctx>, place| Some(ir::operand(of, place)?.into_int_value());
        let moves = |value| self.moves(value, depth);
        // What moves comes first.
        let sides = |a, b, how| match [moves(a), moves(b)] {
            [Some(true), Some(false)] => Some((a, how, b)),
            [Some(false), Some(true)] => Some((b, mirrored(how), a)),
            _ => None,
        };
        if let Some(how) = bound(made) {
            let (a, b) = (number(made, 0)?, number(made, 1)?);
            let (moving, _, same) = sides(a, b, how)?;
            return Some(Clamp { compared: moving, how, same, taken: moving });
        }
        let compare = ir::maker(ir::operand(made, 0)?)?;
        let (compared, how, same) = sides(number(compare, 0)?, number(compare, 1)?, compare.get_icmp_predicate()?)?;
        let (one, other) = (number(made, 1)?, number(made, 2)?);
        let is_near = |side: IntValue<'ctx>| side == compared || self.is_apart(side, compared);
        let takes_one = match [moves(one), moves(other)] {
            [Some(true), Some(true)] => is_near(one) || !is_near(other),
            [Some(true), _] => true,
            [_, Some(true)] => false,
            _ => return None,
        };
        let (taken, how) = if takes_one { (one, how) } else { (other, opposite(how)) };
        (how != IntPredicate::EQ).then_some(Clamp { compared, how, same, taken })
    }

    /// Whether two numbers are a constant apart.
    fn is_apart(&self, a: IntValue<'ctx>, b: IntValue<'ctx>) -> bool {
        let base = |value: IntValue<'ctx>| {
            let sum = ir::maker(value.into()).filter(|it| it.get_opcode() == Op::Add)?;
            let is_constant = ir::operand(sum, 1)?.into_int_value().is_const();
            is_constant.then(|| ir::operand(sum, 0)).flatten()
        };
        let bases = [base(a).unwrap_or(a.into()), base(b).unwrap_or(b.into())];
        bases[0] == bases[1]
    }

    /// What a clamp is in a strip all of whose threads take its side that moves, which is noted as a condition.
    pub(super) fn clamped(&self, clamp: &Clamp<'ctx>, extension: Extension, depth: usize) -> Option<Along<'ctx>> {
        let build = self.first.build;
        let Clamp { compared, how, same, taken } = *clamp;
        let Along { first, growth } = self.along(compared, Extension::None, depth)?;
        let steps = growth.get_sign_extended_constant().filter(|growth| *growth != 0 && growth.abs() <= MOST_GROWTH)?;
        let threads = i64::from(THREADS - 1);
        let last = build.add(first, first.get_type().const_int((steps * threads) as u64, true));
        if how == IntPredicate::NE {
            // It comes to be that number in none of them.
            let (away, upwards) = if steps > 0 { (build.sub(same, first), steps) } else { (build.sub(first, same), -steps) };
            let reach = first.get_type().const_int((upwards * threads) as u64, false);
            self.note(build.compare(IntPredicate::UGT, away, reach));
        } else {
            use IntPredicate::{SGT, SLT, UGT, ULT};
            let order = match (is_signed(how), steps > 0) {
                (true, true) => SLT,
                (true, false) => SGT,
                (false, true) => ULT,
                (false, false) => UGT,
            };
            self.note(build.compare(order, first, last));
            self.note(build.compare(how, first, same));
            self.note(build.compare(how, last, same));
        }
        self.along(taken, extension, depth)
    }
}
