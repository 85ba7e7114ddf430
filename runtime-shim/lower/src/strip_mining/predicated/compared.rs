//! Walks whose threads need not note who of them works: see [`super`].

use super::{DEPTH, Handed, Passing, Walk};
use crate::build::Build;
use crate::guard_hoisting::is_signed;
use crate::ir::{self, Value};
use crate::strip_mining::walks::in_order;
use inkwell::IntPredicate;
use inkwell::values::{InstructionOpcode as Op, IntValue};

/// The comparison of a thread's number with the bound.
pub(super) struct Compared<'ctx> {
    /// It holds for those that have an iteration.
    how: IntPredicate,
    /// Where the number begins.
    start: IntValue<'ctx>,
    limit: IntValue<'ctx>,
    /// How far all have come, by its place in what is handed on.
    way: usize,
    /// By how much that grows.
    step: IntValue<'ctx>,
}

impl<'ctx> Compared<'ctx> {
    /// Nothing where threads may go into the loop beyond the bound, or the bound moves, or a step is shorter than a strip.
    pub(super) fn of(
        walk: &Walk<'_, 'ctx>,
        (condition, stays): (Value<'ctx>, bool),
        handed: &[Handed<'ctx>],
        passing: &Passing<'ctx>,
    ) -> Option<Self> {
        let build = walk.at_header();
        let bound = |condition, wanted| walk.of_first(&build).bound(ir::maker(condition)?, wanted);
        let (number, how, limit) = bound(condition, stays)?;
        let (start_in, how_in, limit_in) = bound(passing.condition, passing.goes_in)?;
        let sum = ir::maker(number.into()).filter(|made| made.get_opcode() == Op::Add && walk.holds(*made))?;
        let [a, b] = [ir::operand(sum, 0)?, ir::operand(sum, 1)?];
        let place = |value: Value<'ctx>| handed.iter().position(|it| it.by_all && it.next == value);
        let (start, way) = place(b).map(|way| (a, way)).or_else(|| place(a).map(|way| (b, way)))?;
        let Value::IntValue(step) = step(&handed[way])? else { return None };
        let is_long = step.get_sign_extended_constant().is_some_and(|step| step >= i64::from(walk.threads));
        let begins_there = matches!(handed[way].first, Value::IntValue(first) if first.is_null());
        let is_same = |wide, narrow| walk.is_form(wide, narrow, is_signed(how), DEPTH);
        let is_guarded = how == how_in && is_same(start, start_in.into()) && is_same(limit.into(), limit_in.into());
        let stays_put = ![start, limit.into()].into_iter().any(|value| walk.is_inside(value));
        let is_fit = is_long && begins_there && is_guarded && stays_put;
        let Value::IntValue(start) = start else { return None };
        is_fit.then_some(Compared { how, start, limit, way, step })
    }

    /// Whether a thread works in an iteration, at whose beginning `now` is handed on.
    pub(super) fn works(
        &self,
        walk: &Walk<'_, 'ctx>,
        build: &Build<'ctx>,
        (condition, stays): (Value<'ctx>, bool),
        now: &[Value<'ctx>],
    ) -> Option<IntValue<'ctx>> {
        let number = build.add(self.start, now[self.way].into_int_value());
        let own = build.compare(self.how, number, self.limit);
        // The last thread's number lies between the first one's and its next one.
        let all = walk.of_first(build).of_parts(condition, stays, &|[next, _], how, limit| {
            let goes_up = build.compare(in_order(how), build.sub(next, self.step), next);
            build.and(goes_up, build.compare(how, next, limit))
        })?;
        Some(build.or(all, own))
    }
}

/// What the step of a number that all move on is.
fn step<'ctx>(handed: &Handed<'ctx>) -> Option<Value<'ctx>> {
    let next = ir::maker(handed.next).filter(|made| made.get_opcode() == Op::Add)?;
    let own = ir::value_of(handed.phi);
    let [a, b] = [ir::operand(next, 0), ir::operand(next, 1)];
    if a == own { b } else { a.filter(|_| b == own) }
}

impl<'ctx> Walk<'_, 'ctx> {
    /// Whether a number is another one, or a wider form of it.
    fn is_form(&self, wide: Value<'ctx>, narrow: Value<'ctx>, is_signed: bool, depth: usize) -> bool {
        if wide == narrow {
            return true;
        }
        if let (Value::IntValue(wide), Value::IntValue(narrow)) = (wide, narrow)
            && let (Some(wide), Some(narrow)) = (wide.get_sign_extended_constant(), narrow.get_sign_extended_constant())
        {
            return wide == narrow && (is_signed || wide >= 0);
        }
        let (Some(made), Some(depth)) = (ir::maker(wide), depth.checked_sub(1)) else { return false };
        let [first, second] = [0, 1].map(|place| ir::operand(made, place));
        let is_narrow = first == Some(narrow);
        match made.get_opcode() {
            Op::SExt => is_narrow && is_signed,
            Op::ZExt => is_narrow && (!is_signed || self.is_not_negative(narrow, DEPTH)),
            Op::Add => {
                let (Some(sum), Some(first), Some(second)) = (ir::maker(narrow), first, second) else { return false };
                let never_wraps = if is_signed { sum.get_no_signed_wrap_flag() } else { sum.get_no_unsigned_wrap_flag() };
                let (Some(a), Some(b)) = (ir::operand(sum, 0), ir::operand(sum, 1)) else { return false };
                let are = |a, b| self.is_form(first, a, is_signed, depth) && self.is_form(second, b, is_signed, depth);
                sum.get_opcode() == Op::Add && never_wraps == Ok(true) && (are(a, b) || are(b, a))
            }
            _ => false,
        }
    }

    fn is_not_negative(&self, value: Value<'ctx>, depth: usize) -> bool {
        if self.of_first(&self.at_header()).is_small(value) {
            return true;
        }
        let (Some(made), Some(depth)) = (ir::maker(value), depth.checked_sub(1)) else { return false };
        let is_positive = |value: Value<'ctx>| value.into_int_value().get_sign_extended_constant().is_some_and(|it| it > 0);
        let is_so = |place| ir::operand(made, place).is_some_and(|operand| self.is_not_negative(operand, depth));
        match made.get_opcode() {
            Op::And | Op::LShr => ir::operand(made, 1).is_some_and(is_positive),
            Op::Add => made.get_no_signed_wrap_flag() == Ok(true) && is_so(0) && is_so(1),
            _ => false,
        }
    }
}
