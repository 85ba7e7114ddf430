//! Code that computes for which threads of a row the atoms of a guard hold.

use super::atoms::{Atom, Comparison, is_index, is_signed};
use crate::build::Build;
use crate::ir::{self, Value};
use inkwell::IntPredicate::{EQ, NE, SGE, SGT, SLE, SLT, UGE, UGT, ULE, ULT};
use inkwell::values::{InstructionOpcode, IntValue};

/// A number above all numbers of threads.
const MANY: u32 = u32::MAX;

/// Three numbers for a thread: for how many threads from it on the atoms do not all hold; for how many after those they do (0 if that
/// is to be asked there); and for how many after these they certainly do not. One of the first two is above 0.
pub(super) type Measure<'ctx> = [IntValue<'ctx>; 3];

/// Where an atom holds: from so many threads after the one that asks up to so many, the end excluded, and for how many after the end it
/// certainly does not. If the end is not after the beginning, it is to be asked for there.
struct Span<'ctx> {
    begin: IntValue<'ctx>,
    end: IntValue<'ctx>,
    past: IntValue<'ctx>,
}

/// Code that computes where the atoms hold.
pub(super) fn measure<'ctx>(build: &Build<'ctx>, atoms: &[Atom<'ctx>]) -> Measure<'ctx> {
    let (many, none) = (build.n32(MANY), build.n32(0));
    let mut all = Span { begin: none, end: many, past: none };
    for span in atoms.iter().map(|atom| span(build, atom)) {
        let is_later = build.compare(UGT, span.begin, all.begin);
        let is_sooner = build.compare(ULT, span.end, all.end);
        all = Span {
            begin: build.select(is_later, span.begin, all.begin),
            end: build.select(is_sooner, span.end, all.end),
            past: build.select(is_sooner, span.past, all.past),
        };
    }
    let is_known = build.compare(UGT, all.end, all.begin);
    let is_of_one = |atom: &Atom| matches!(atom, Atom::Comparison(it) if it.how == EQ);
    if atoms.iter().any(is_of_one) {
        return [all.begin, build.extend(is_known, build.i32()), many];
    }
    [all.begin, build.select(is_known, build.sub(all.end, all.begin), none), all.past]
}

fn span<'ctx>(build: &Build<'ctx>, atom: &Atom<'ctx>) -> Span<'ctx> {
    let (many, none) = (build.n32(MANY), build.n32(0));
    match *atom {
        Atom::Same(truth, wanted) => {
            let (if_true, if_false) = if wanted { (none, many) } else { (many, none) };
            Span { begin: build.select(truth, if_true, if_false), end: many, past: none }
        }
        Atom::Comparison(comparison) => {
            let comparison = comparison.upright(build);
            if let Some(span) = of_an_index(build, comparison) {
                return span;
            }
            if comparison.growing.get_type() == comparison.same.get_type() {
                on_a_circle(build, comparison)
            } else {
                with_a_wide_limit(build, comparison)
            }
        }
    }
}

/// For a thread's own index, which is not negative and does not wrap round: `t < w` holds from the first thread on and never
/// again, `t >= w` once and for all. Steps of a reduction are as short as computing where they hold.
fn of_an_index<'ctx>(build: &Build<'ctx>, comparison: Comparison<'ctx>) -> Option<Span<'ctx>> {
    let Comparison { growing, how, same, .. } = comparison;
    let ty = growing.get_type();
    let index = index_of(growing).filter(|_| same.get_type() == ty)?;
    let (many, none) = (build.n32(MANY), build.n32(0));
    let (highest, lowest, one) = (ty.const_all_ones(), ty.const_zero(), ty.const_int(1, false));
    // The first index that is above the limit, or not below it.
    let limit = match how {
        ULT | UGE => same,
        SLT | SGE => build.select(build.compare(SGT, same, lowest), same, lowest),
        ULE | UGT => build.select(build.compare(EQ, same, highest), highest, build.add(same, one)),
        SLE | SGT => build.select(build.compare(SGE, same, lowest), build.add(same, one), lowest),
        EQ | NE => return None,
    };
    let limit = at_most_many(build, limit);
    let is_below = build.compare(ULT, index, limit);
    let left = build.sub(limit, index);
    Some(match how {
        ULT | SLT | ULE | SLE => Span { begin: build.select(is_below, none, many), end: left, past: many },
        _ => Span { begin: build.select(is_below, left, none), end: many, past: none },
    })
}

/// The index of 32 bits that a number is.
fn index_of(number: IntValue) -> Option<IntValue> {
    if is_index(number.into()) {
        return Some(number);
    }
    let extension = ir::maker(number.into()).filter(|it| it.get_opcode() == InstructionOpcode::ZExt)?;
    let Value::IntValue(narrow) = ir::operand(extension, 0)? else { return None };
    is_index(narrow.into()).then_some(narrow)
}

/// A number that grows by one and wraps round is in a range for a while and out of it for a while.
fn on_a_circle<'ctx>(build: &Build<'ctx>, comparison: Comparison<'ctx>) -> Span<'ctx> {
    let Comparison { growing, how, same, .. } = comparison;
    let ty = growing.get_type();
    let lowest = if is_signed(how) { 1 << (ty.get_bit_width() - 1) } else { 0 };
    let (lowest, one) = (ty.const_int(lowest, false), ty.const_int(1, false));
    let after = build.add(same, one);
    // How far these are; 0 stands for once round.
    let [to_limit, past_limit, to_lowest] = [same, after, lowest].map(|number| build.sub(number, growing));
    let (false_for, end, past) = match how {
        ULT | SLT => (to_lowest, to_limit, build.sub(lowest, same)),
        ULE | SLE => (to_lowest, past_limit, build.sub(lowest, after)),
        UGE | SGE => (to_limit, to_lowest, build.sub(same, lowest)),
        UGT | SGT => (past_limit, to_lowest, build.sub(after, lowest)),
        NE => (one, to_limit, one),
        EQ => {
            let begin = at_most_many(build, to_limit);
            return Span { begin, end: build.add(begin, build.n32(1)), past: build.n32(MANY) };
        }
    };
    let is_true = build.compare(how, growing, same);
    let begin = build.select(is_true, build.n32(0), threads_or_round(build, false_for));
    // None are past the end if the comparison always holds or never does.
    Span { begin, end: threads_or_round(build, end), past: at_most_many(build, past) }
}

/// As [`on_a_circle`], for a number of 32 bits compared with one of 64.
fn with_a_wide_limit<'ctx>(build: &Build<'ctx>, comparison: Comparison<'ctx>) -> Span<'ctx> {
    let (how, same) = (comparison.how, comparison.same);
    let (many, none) = (build.n32(MANY), build.n32(0));
    let narrow = build.truncate(same, build.i32());
    let again = if is_signed(how) { build.widen_signed(narrow) } else { build.widen(narrow) };
    let fits = build.compare(EQ, again, same);
    let Span { begin, end, past } = on_a_circle(build, comparison.with(narrow));
    // Beside one that does not fit, all narrow numbers are alike.
    let is_always = build.compare(how, build.n64(0), same);
    Span {
        begin: build.select(fits, begin, build.select(is_always, none, many)),
        end: build.select(fits, end, many),
        past: build.select(fits, past, none),
    }
}

/// As a number of threads; 0 stands for once round.
fn threads_or_round<'ctx>(build: &Build<'ctx>, number: IntValue<'ctx>) -> IntValue<'ctx> {
    let ty = number.get_type();
    if ty == build.i32() {
        return build.select(build.compare(EQ, number, ty.const_zero()), build.n32(MANY), number);
    }
    let less = build.sub(number, ty.const_int(1, false));
    let is_small = build.compare(ULT, less, ty.const_int(u64::from(MANY), false));
    build.select(is_small, build.truncate(number, build.i32()), build.n32(MANY))
}

/// As one of 32 bits, if it has 64.
fn at_most_many<'ctx>(build: &Build<'ctx>, number: IntValue<'ctx>) -> IntValue<'ctx> {
    if number.get_type() == build.i32() {
        return number;
    }
    let is_small = build.compare(ULT, number, build.n64(u64::from(MANY)));
    build.select(is_small, build.truncate(number, build.i32()), build.n32(MANY))
}
