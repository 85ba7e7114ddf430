//! Clamped numbers in strips: `max(x - 1, 0)`, `x < n - 1 ? x + 1 : 0`. All threads of a strip but those at an edge take the side that grows
//! from thread to thread. Where the first and the last thread of a strip do, so do those between them.

use super::aligned::{Along, Extension, Parts};
use super::edges::{bound, may_be};
use super::first_thread::DEPTH;
use crate::guard_hoisting::{is_signed, mirrored, opposite};
use crate::ir::{self, Instruction, Value};
use inkwell::IntPredicate;
use inkwell::values::{InstructionOpcode as Op, IntValue};

/// How much less deep a clamp in a clamp is looked at: each has up to four numbers.
const NESTING: usize = DEPTH / 3;

/// What numbers grow by at most from thread to thread, so that a strip's are far from going round twice.
const MOST_GROWTH: u64 = 1 << 20;

/// A choice between a number that moves in a strip and another, by a comparison of one that moves.
pub(super) struct Clamp<'ctx> {
    /// What moves and is compared.
    compared: IntValue<'ctx>,
    /// How it compares with `same` where `taken` is the result.
    how: IntPredicate,
    same: IntValue<'ctx>,
    taken: IntValue<'ctx>,
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
        // Addresses are compared as well.
        let number = |of: Instruction<'ctx>, place| match ir::operand(of, place)? {
            Value::IntValue(number) => Some(number),
            _ => None,
        };
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
        let steps = growth.get_sign_extended_constant().filter(|growth| *growth != 0 && growth.unsigned_abs() <= MOST_GROWTH)?;
        let threads = i64::from(self.first.threads - 1);
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
