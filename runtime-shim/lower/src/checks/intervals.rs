//! The numbers between which integers of a body lie, whatever the launch: an abstract interpretation (Cousot and Cousot, "Static
//! determination of dynamic properties of programs", 1976) of what steps do not express, as a stride that halves from round to round.

use crate::analysis::{Body, Operand, Role, Row};
use crate::ir::{self, Value};
use hipify_abi::MAX_THREADS;
use inkwell::IntPredicate;
use inkwell::types::AnyTypeEnum;
use inkwell::values::InstructionOpcode;

/// The least and the greatest.
pub(super) type Interval = (i128, i128);

/// After so many rounds an end that still moves is taken to be anywhere.
const ROUNDS: usize = 16;

/// Of each row of a body that is an integer of at most 64 bits.
pub(super) struct Intervals {
    of: Vec<Option<Interval>>,
}

impl Intervals {
    pub(super) fn of(body: &Body) -> Self {
        let mut it = Self { of: vec![None; body.rows().len()] };
        for round in 0.. {
            let mut changes = false;
            for &block in body.graph.order() {
                for row in body.span(block) {
                    let Some(bits) = bits(&body.rows()[row]) else { continue };
                    let Some(new) = it.row(body, row, bits) else { continue };
                    let old = it.of[row].unwrap_or(new);
                    let mut joint = (old.0.min(new.0), old.1.max(new.1));
                    if round >= ROUNDS {
                        let whole = whole(bits);
                        joint =
                            (if joint.0 < old.0 { whole.0 } else { joint.0 }, if joint.1 > old.1 { whole.1 } else { joint.1 });
                    }
                    changes |= it.of[row] != Some(joint);
                    it.of[row] = Some(joint);
                }
            }
            if !changes {
                break;
            }
        }
        it
    }

    /// Of a row, where it lies between numbers that are near enough to each other to be places in an array.
    pub(super) fn get(&self, row: usize) -> Option<Interval> {
        const WIDEST: i128 = 1 << 24;
        self.of[row].filter(|(low, high)| high - low < WIDEST)
    }

    fn operand(&self, body: &Body, operand: Operand, width: u32) -> Option<Interval> {
        match operand {
            Operand::Integer(number) => Some((number.into(), number.into())),
            Operand::Instruction(row) if bits(&body.rows()[row]).is_some() => self.of[row],
            _ => Some(whole(width)),
        }
    }

    /// What a row gives, by what is known of its operands; nothing where it has not been reached.
    fn row(&self, body: &Body, row: usize, bits: u32) -> Option<Interval> {
        use InstructionOpcode::{
            AShr, Add, And, Call, Freeze, LShr, Mul, Or, Phi, SDiv, SExt, SRem, Select, Shl, Sub, Trunc, UDiv, URem, Xor, ZExt,
        };
        let this = &body.rows()[row];
        let at = |place: usize| self.operand(body, this.operands[place], bits);
        let number = |place: usize| match this.operands[place] {
            Operand::Integer(number) if number >= 0 => Some(i128::from(number)),
            _ => None,
        };
        let all = whole(bits);
        let fitting = |(low, high): Interval| {
            if low >= all.0 && high <= all.1 {
                (low, high)
            } else if this.instruction.get_no_signed_wrap_flag() == Ok(true) {
                (low.clamp(all.0, all.1), high.clamp(all.0, all.1))
            } else {
                all
            }
        };
        let corners = |one: Interval, two: Interval| {
            let products = [one.0 * two.0, one.0 * two.1, one.1 * two.0, one.1 * two.1];
            products.into_iter().fold((products[0], products[0]), |(low, high), one| (low.min(one), high.max(one)))
        };
        Some(match this.opcode {
            Add => fitting((at(0)?.0 + at(1)?.0, at(0)?.1 + at(1)?.1)),
            Sub => fitting((at(0)?.0 - at(1)?.1, at(0)?.1 - at(1)?.0)),
            Mul => fitting(corners(at(0)?, at(1)?)),
            Shl => number(1).filter(|&by| by < 63).map_or(Some(all), |by| Some(fitting(corners(at(0)?, (1 << by, 1 << by)))))?,
            LShr | UDiv | URem if at(0)?.0 < 0 => all,
            AShr | LShr => number(1).map_or(Some(all), |by| Some((at(0)?.0 >> by.min(63), at(0)?.1 >> by.min(63))))?,
            UDiv | SDiv => number(1).filter(|&by| by > 0).map_or(Some(all), |by| Some((at(0)?.0 / by, at(0)?.1 / by)))?,
            URem | SRem => number(1).filter(|&by| by > 0).map_or(Some(all), |by| {
                let (low, high) = at(0)?;
                Some((if low < 0 { 1 - by } else { 0 }, high.clamp(0, by - 1)))
            })?,
            And => match [at(0)?, at(1)?].into_iter().filter(|one| one.0 >= 0).map(|one| one.1).min() {
                Some(most) => (0, most),
                None => all,
            },
            Or | Xor if at(0)?.0 >= 0 && at(1)?.0 >= 0 => (0, (1i128 << (128 - at(0)?.1.max(at(1)?.1).leading_zeros())) - 1),
            ZExt | SExt | Trunc => {
                let Value::IntValue(from) = ir::operand(this.instruction, 0)? else { return Some(all) };
                let from = from.get_type().get_bit_width();
                let (low, high) = self.operand(body, this.operands[0], from.clamp(2, 64))?;
                match this.opcode {
                    _ if from > 64 => all,
                    ZExt if from == 1 => (0, 1),
                    SExt if from == 1 => (-1, 0),
                    ZExt if low < 0 => (0, (1 << from) - 1),
                    Trunc if low < all.0 || high > all.1 => all,
                    _ => (low, high),
                }
            }
            Freeze => at(0)?,
            Select => [1, 2].into_iter().filter_map(at).reduce(join)?,
            Phi => (0..this.operands.len()).filter_map(|way| self.way(body, row, way, bits)).reduce(join)?,
            Call => called(this).unwrap_or(all),
            _ => all,
        })
    }

    /// What a phi gets from one of its blocks, by the comparison with which that block ends.
    fn way(&self, body: &Body, phi: usize, way: usize, bits: u32) -> Option<Interval> {
        let this = &body.rows()[phi];
        let value = this.operands[way];
        let (low, high) = self.operand(body, value, bits)?;
        let narrower = || {
            let branch = &body.rows()[body.terminator(this.incoming[way])?];
            let &[Operand::Instruction(condition), Operand::Block(other), Operand::Block(then)] = branch.operands.as_slice()
            else {
                return None;
            };
            let compare = &body.rows()[condition];
            let &[left, Operand::Integer(number)] = compare.operands.as_slice() else { return None };
            if compare.opcode != InstructionOpcode::ICmp || left != value || then == other {
                return None;
            }
            let number = i128::from(number);
            let least = if low >= 0 && number >= 0 { low } else { return signed(compare, then == this.block, number) };
            // Of two that are not negative it is the same whether they have signs.
            use IntPredicate::{SGE, SGT, SLE, SLT, UGE, UGT, ULE, ULT};
            let how = compare.instruction.get_icmp_predicate()?;
            Some(match (how, then == this.block) {
                (ULT | SLT, true) | (UGE | SGE, false) => (least, number - 1),
                (ULE | SLE, true) | (UGT | SGT, false) => (least, number),
                (UGT | SGT, true) | (ULE | SLE, false) => (number + 1, high),
                (UGE | SGE, true) | (ULT | SLT, false) => (number, high),
                _ => return None,
            })
        };
        let (least, greatest) = narrower().unwrap_or((low, high));
        let both = (low.max(least), high.min(greatest));
        (both.0 <= both.1).then_some(both)
    }
}

/// What a comparison with signs says of its left side.
fn signed(compare: &Row, is_true: bool, number: i128) -> Option<Interval> {
    use IntPredicate::{SGE, SGT, SLE, SLT};
    Some(match (compare.instruction.get_icmp_predicate()?, is_true) {
        (SLT, true) | (SGE, false) => (i128::MIN, number - 1),
        (SLE, true) | (SGT, false) => (i128::MIN, number),
        (SGT, true) | (SLE, false) => (number + 1, i128::MAX),
        (SGE, true) | (SLT, false) => (number, i128::MAX),
        _ => return None,
    })
}

fn join(one: Interval, other: Interval) -> Interval {
    (one.0.min(other.0), one.1.max(other.1))
}

/// All numbers of a type.
fn whole(bits: u32) -> Interval {
    let most = 1i128 << (bits - 1);
    (-most, most - 1)
}

/// Of an integer of more than a bit and at most 64.
fn bits(row: &Row) -> Option<u32> {
    match row.instruction.get_type() {
        AnyTypeEnum::IntType(ty) => Some(ty.get_bit_width()).filter(|bits| (2..=64).contains(bits)),
        _ => None,
    }
}

/// What is known of what a call gives.
fn called(row: &Row) -> Option<Interval> {
    match row.role? {
        Role::ThreadId => Some((0, MAX_THREADS as i128 - 1)),
        Role::BlockConstant => Some((0, i128::from(i32::MAX))),
        _ => None,
    }
}
