//! Parts of numbers in strips that begin at a multiple of their length. Of a number that grows by one from thread to thread, such a strip
//! has one quotient (`t / 32`, `t >> k`), and remainders (`t % n`, `t & (n - 1)`) that grow by one as well, as long as the divisor is a
//! multiple of the length. LLVM does not see that: what is indexed by them would be gathered and scattered.
//!
//! Indices made of such parts are computed once more from those of the strip's first thread, and chosen where the strip is aligned. That is
//! the same for all its threads, so that LLVM writes the loop over them twice (loop unswitching).

use super::edges;
use super::first_thread::{DEPTH, OfFirst};
use crate::analysis::{self, Operand, Uniformity};
use crate::build::Build;
use crate::context_save::{follows, is_plain};
use crate::guard_hoisting::is_constant;
use crate::ir::{self, Function, Instruction, Value};
use crate::strips::{LONG, THREADS};
use inkwell::IntPredicate;
use inkwell::values::{InstructionOpcode as Op, IntValue};
use std::cell::{LazyCell, RefCell};

/// Indices of a body that are rewritten at most: each is computed twice.
const MOST: usize = 24;

/// Whether a function has something that may be a part of a number, or a clamped one.
pub(super) fn may_pay(function: Function<'_>) -> bool {
    ir::instructions(function).into_iter().any(|it| is_part(it.get_opcode()) || edges::may_be(it))
}

/// Whether a function has parts by numbers that fit strips of [`THREADS`], but not [`LONG`] ones.
pub(super) fn has_short_parts(function: Function<'_>) -> bool {
    let is_short = |part: Instruction| match ir::operand(part, 1) {
        Some(Value::IntValue(by)) => may_fit(part.get_opcode(), by, THREADS) && !may_fit(part.get_opcode(), by, LONG),
        _ => false,
    };
    ir::instructions(function).into_iter().any(|it| is_part(it.get_opcode()) && is_short(it))
}

pub(super) fn is_part(opcode: Op) -> bool {
    matches!(opcode, Op::And | Op::LShr | Op::AShr | Op::UDiv | Op::URem | Op::SDiv | Op::SRem)
}

/// Rewrites the indices of a strip body that are made of parts or clamped; the answer is how many.
pub(super) fn rewrite<'ctx>(
    function: Function<'ctx>,
    table: &analysis::Body<'ctx>,
    uniformity: &Uniformity,
    threads: u32,
) -> usize {
    let mut rewritten = 0;
    let lone = LazyCell::new(|| edges::Lone::of(table));
    for block in ir::blocks(function) {
        let mut found = Vec::new();
        for row in block.get_instructions().filter_map(|it| table.row_index(it)).map(|at| &table.rows()[at]) {
            let is_own = |operand: &Operand| matches!(*operand, Operand::Instruction(at) if !uniformity.is_uniform(at));
            let own = row.operands.iter().enumerate().skip(1).filter(|(_, operand)| is_own(operand));
            if row.opcode == Op::GetElementPtr {
                found.extend(own.map(|(place, _)| (row.instruction, place as u32)));
            }
        }
        let indices = found.into_iter().filter_map(|(address, place)| match ir::operand(address, place)? {
            Value::IntValue(plain) if plain.get_type().get_bit_width() == 64 => Some(Index { address, place, plain }),
            _ => None,
        });
        let build = Build::at_end(function.get_type().get_context(), block);
        let first = OfFirst { build: &build, function, table, uniformity, threads };
        let has_clamps = LazyCell::new(|| table.block_index(block).is_some_and(|block| !lone.holds(&first, block)));
        rewritten += rewrite_together(&first, indices, &|| *has_clamps, MOST - rewritten);
    }
    rewritten
}

/// An index that a strip's threads do not share.
#[derive(Clone, Copy)]
struct Index<'ctx> {
    address: Instruction<'ctx>,
    /// Its place among the address's operands.
    place: u32,
    plain: IntValue<'ctx>,
}

impl<'ctx> Index<'ctx> {
    /// Has the index be `along` where `holds`.
    fn choose(&self, build: &Build<'ctx>, holds: IntValue<'ctx>, along: IntValue<'ctx>) {
        ir::set_operand(self.address, self.place, build.select(holds, along, self.plain).into());
    }
}

/// Rewrites the indices of one block, `most` of them; those that are clamped only if it has such. Where a strip is at no edge, it is so for all that is clamped: one condition, since each
/// one that loops are written twice for doubles them.
fn rewrite_together<'ctx>(
    first: &OfFirst<'_, 'ctx>,
    indices: impl Iterator<Item = Index<'ctx>>,
    has_clamps: &dyn Fn() -> bool,
    most: usize,
) -> usize {
    let context = first.build.context;
    let (mut rewritten, mut clamped, mut first_clamp) = (0, Vec::new(), None);
    for index in indices {
        let build = Build::before(context, index.address);
        let own = Parts { first: OfFirst { build: &build, ..*first }, conditions: RefCell::default() };
        let plain = index.plain.into();
        let is_clamped = own.are_in(plain, DEPTH, &edges::may_be);
        let is_fit = if is_clamped { has_clamps() } else { own.are_in(plain, DEPTH, &|made| is_part(made.get_opcode())) };
        if rewritten == most || !is_fit {
            continue;
        }
        let at = if is_clamped { *first_clamp.get_or_insert(index.address) } else { index.address };
        if is_clamped && own.can_begin_before(plain, at, DEPTH) {
            let parts = Parts { first: OfFirst { build: &Build::before(context, at), ..*first }, ..own };
            parts.begin_before(plain, at);
            if let Some((along, holds)) = parts.index(index.plain) {
                clamped.push((index, along, holds));
                rewritten += 1;
            }
        } else if let Some((along, holds)) = own.index(index.plain) {
            index.choose(&build, build.freeze(holds.into()).into_int_value(), along);
            rewritten += 1;
        }
    }
    if let Some(at) = first_clamp {
        let build = Build::before(context, at);
        let truth = context.bool_type().const_int(1, false);
        let holds = build.freeze(clamped.iter().fold(truth, |all, (.., holds)| build.and(all, *holds)).into()).into_int_value();
        clamped.into_iter().for_each(|(index, along, _)| index.choose(&Build::before(context, index.address), holds, along));
    }
    rewritten
}

/// A number in a strip's threads, modulo its width.
pub(super) struct Along<'ctx> {
    /// What it is in the first one.
    pub(super) first: IntValue<'ctx>,
    /// By how much it grows from one to the next.
    pub(super) growth: IntValue<'ctx>,
}

impl Along<'_> {
    fn stays(&self) -> bool {
        self.growth.get_zero_extended_constant() == Some(0)
    }
}

/// How a number becomes one of 64 bits, if that is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Extension {
    None,
    Signed,
    Unsigned,
}

pub(super) struct Parts<'a, 'ctx> {
    pub(super) first: OfFirst<'a, 'ctx>,
    /// What must hold for the strip.
    conditions: RefCell<Vec<IntValue<'ctx>>>,
}

impl<'ctx> Parts<'_, 'ctx> {
    /// Whether an index has parts or clamps of a kind in it.
    fn are_in(&self, value: Value<'ctx>, depth: usize, is_asked: &dyn Fn(Instruction<'ctx>) -> bool) -> bool {
        let (Some(made), Some(depth)) = (ir::maker(value), depth.checked_sub(1)) else { return false };
        if self.first.growth(value, DEPTH) == Some(0) {
            return false;
        }
        match made.get_opcode() {
            opcode if is_part(opcode) => is_asked(made) && self.divides(made).is_some(),
            Op::Select | Op::Call => is_asked(made) && self.clamp(made, DEPTH).is_some(),
            Op::Add | Op::Sub | Op::Mul | Op::Shl | Op::SExt | Op::ZExt => {
                ir::operands(made).into_iter().any(|(_, operand)| self.are_in(operand, depth, is_asked))
            }
            _ => false,
        }
    }

    /// Whether what a number is made of that is the same for the strip can be computed before an instruction of its block.
    fn can_begin_before(&self, value: Value<'ctx>, at: Instruction<'ctx>, depth: usize) -> bool {
        let Some(made) = self.later(value, at) else { return true };
        let Some(depth) = depth.checked_sub(1) else { return false };
        let is_plain = || is_plain(made) || edges::bound(made).is_some();
        (self.first.growth(value, DEPTH) != Some(0) || is_plain())
            && ir::operands(made).into_iter().all(|(_, operand)| self.can_begin_before(operand, at, depth))
    }

    /// Has that be computed there.
    fn begin_before(&self, value: Value<'ctx>, at: Instruction<'ctx>) {
        let Some(made) = self.later(value, at) else { return };
        ir::operands(made).into_iter().for_each(|(_, operand)| self.begin_before(operand, at));
        if self.first.growth(value, DEPTH) == Some(0) {
            made.remove_from_basic_block();
            self.first.build.place(made);
        }
    }

    /// What makes a value in an instruction's block, and not before that.
    fn later(&self, value: Value<'ctx>, at: Instruction<'ctx>) -> Option<Instruction<'ctx>> {
        ir::maker(value).filter(|made| made.get_parent() == at.get_parent() && !follows(*made, at))
    }

    /// The place among a part's operands of the number that it is taken of, the number, and what it is divided by.
    fn divides(&self, part: Instruction<'ctx>) -> Option<(u32, IntValue<'ctx>, IntValue<'ctx>)> {
        let (Value::IntValue(a), Value::IntValue(b)) = (ir::operand(part, 0)?, ir::operand(part, 1)?) else { return None };
        let counts = |number: IntValue<'ctx>| self.counts(number) || self.counted(number).is_some();
        let stays = |value: IntValue<'ctx>| {
            self.first.growth(value.into(), DEPTH) == Some(0) && may_fit(part.get_opcode(), value, self.first.threads)
        };
        match part.get_opcode() {
            _ if counts(a) && stays(b) => Some((0, a, b)),
            Op::And if counts(b) && stays(a) => Some((1, b, a)),
            _ => None,
        }
    }

    fn counts(&self, number: IntValue<'ctx>) -> bool {
        self.first.growth(number.into(), DEPTH) == Some(1)
    }

    /// What a wider form is of, if that grows by one as long as it does not wrap round.
    fn counted(&self, number: IntValue<'ctx>) -> Option<(Extension, IntValue<'ctx>)> {
        let made = ir::maker(number.into())?;
        let extension = match made.get_opcode() {
            Op::SExt => Extension::Signed,
            Op::ZExt => Extension::Unsigned,
            _ => return None,
        };
        let narrow = ir::operand(made, 0)?.into_int_value();
        (number.get_type().get_bit_width() == 64 && self.counts(narrow)).then_some((extension, narrow))
    }

    fn extend(&self, value: IntValue<'ctx>, extension: Extension) -> IntValue<'ctx> {
        match extension {
            Extension::None => value,
            Extension::Signed => self.first.build.widen_signed(value),
            Extension::Unsigned => self.first.build.widen(value),
        }
    }

    /// A wider form of a number, which is noted not to wrap round in the strip.
    fn widened(&self, number: &Along<'ctx>, extension: Extension) -> Along<'ctx> {
        let build = self.first.build;
        let first = self.extend(number.first, extension);
        if number.stays() {
            return Along { first, growth: build.n64(0) };
        }
        let growth = build.widen_signed(number.growth);
        let steps =
            |growth: IntValue<'ctx>| build.mul(growth, growth.get_type().const_int(u64::from(self.first.threads - 1), false));
        let last = self.extend(build.add(number.first, steps(number.growth)), extension);
        self.note(build.compare(IntPredicate::EQ, last, build.add(first, steps(growth))));
        Along { first, growth }
    }

    pub(super) fn note(&self, condition: IntValue<'ctx>) {
        self.conditions.borrow_mut().push(condition);
    }

    /// An index, computed from that of the first thread, and what must hold of the strip. What is computed for the first thread may be poison
    /// where that one is not to come here.
    fn index(&self, plain: IntValue<'ctx>) -> Option<(IntValue<'ctx>, IntValue<'ctx>)> {
        let build = self.first.build;
        let Along { first, growth } = self.along(plain, Extension::None, DEPTH)?;
        let steps = build.mul(build.widen(self.first.thread()), growth);
        let truth = build.context.bool_type().const_int(1, false);
        let holds = self.conditions.borrow().iter().fold(truth, |all, &one| build.and(all, one));
        Some((build.add(first, steps), holds))
    }

    pub(super) fn along(&self, value: IntValue<'ctx>, extension: Extension, depth: usize) -> Option<Along<'ctx>> {
        let build = self.first.build;
        let ty = if extension == Extension::None { value.get_type() } else { build.i64() };
        let number = |number: u64| ty.const_int(number, false);
        match self.first.growth(value.into(), DEPTH) {
            Some(0) => return Some(Along { first: self.extend(value, extension), growth: number(0) }),
            Some(1) => {
                let first = self.first.value(value.into()).into_int_value();
                let own = Along { first, growth: value.get_type().const_int(1, false) };
                // Indices of threads are small.
                return Some(match extension {
                    Extension::None => own,
                    _ if self.first.is_index(value.into()) => Along { first: build.widen(first), growth: number(1) },
                    _ => self.widened(&own, extension),
                });
            }
            _ => {}
        }
        let (made, depth) = (ir::maker(value.into())?, depth.checked_sub(1)?);
        let operand = |place| Some(ir::operand(made, place)?.into_int_value());
        let opcode = made.get_opcode();
        match opcode {
            Op::SExt if extension == Extension::None => return self.along(operand(0)?, Extension::Signed, depth),
            Op::ZExt if extension == Extension::None => return self.along(operand(0)?, Extension::Unsigned, depth),
            _ if is_part(opcode) => {
                let (first, growth) = self.part(made)?;
                return Some(Along { first: self.extend(first, extension), growth: number(growth) });
            }
            Op::Select | Op::Call => return self.clamped(&self.clamp(made, DEPTH)?, extension, depth),
            Op::Add | Op::Sub | Op::Mul | Op::Shl => {}
            _ => return None,
        }
        let never_wraps = match extension {
            Extension::None => Ok(true),
            Extension::Signed => made.get_no_signed_wrap_flag(),
            Extension::Unsigned => made.get_no_unsigned_wrap_flag(),
        };
        if never_wraps != Ok(true) {
            return Some(self.widened(&self.along(value, Extension::None, depth)?, extension));
        }
        let [a, b] = [0, 1].map(|place| self.along(operand(place)?, extension, depth));
        let (a, b) = (a?, b?);
        let (own, by) = if opcode == Op::Mul && a.stays() { (&b, &a) } else { (&a, &b) };
        let both = |how: &dyn Fn(IntValue<'ctx>, IntValue<'ctx>) -> IntValue<'ctx>| {
            Some(Along { first: how(a.first, b.first), growth: how(a.growth, b.growth) })
        };
        let each = |how: &dyn Fn(IntValue<'ctx>) -> IntValue<'ctx>| {
            by.stays().then(|| Along { first: how(own.first), growth: how(own.growth) })
        };
        match opcode {
            Op::Add => both(&|a, b| build.add(a, b)),
            Op::Sub => both(&|a, b| build.sub(a, b)),
            Op::Mul => each(&|number| build.mul(number, by.first)),
            _ => each(&|number| build.shift_left(number, by.first)),
        }
    }

    /// A part of the first thread's number, and by how much parts grow where the strip is aligned, which is noted as a condition.
    fn part(&self, part: Instruction<'ctx>) -> Option<(IntValue<'ctx>, u64)> {
        let build = self.first.build;
        let (place, number, by) = self.divides(part)?;
        let first = match self.counted(number).filter(|_| !self.counts(number)) {
            Some((extension, narrow)) => {
                let first = self.first.value(narrow.into()).into_int_value();
                self.widened(&Along { first, growth: first.get_type().const_int(1, false) }, extension).first
            }
            None => self.first.value(number.into()).into_int_value(),
        };
        let last = first.get_type().const_int(u64::from(self.first.threads - 1), false);
        let none = first.get_type().const_zero();
        let is = |value: IntValue<'ctx>, wanted: IntValue<'ctx>| build.compare(IntPredicate::EQ, value, wanted);
        let aligned = is(build.and(first, last), none);
        let low = build.and(by, last);
        let opcode = part.get_opcode();
        let (fits, growth) = match opcode {
            Op::And if clears_low_bits(by, self.first.threads) => (is(low, none), 0),
            Op::And => (is(low, last), 1),
            Op::LShr | Op::AShr => {
                let least = by.get_type().const_int(u64::from(self.first.threads.trailing_zeros()), false);
                (build.compare(IntPredicate::UGE, by, least), 0)
            }
            Op::UDiv | Op::SDiv => (is(low, none), 0),
            _ => (is(low, none), 1),
        };
        let is_signed = matches!(opcode, Op::SDiv | Op::SRem);
        let counts_up = if is_signed { build.compare(IntPredicate::SGE, first, none) } else { is(none, none) };
        let holds = build.and(build.and(aligned, fits), counts_up);
        self.note(holds);
        // No other quotient is asked for than the thread's own.
        let taken = if is_signed { build.select(build.freeze(holds.into()).into_int_value(), first, number) } else { first };
        Some((build.copy_with(part, [(place, taken.into())])?.into_int_value(), growth))
    }
}

/// Whether a part by a number can be one of strips of so many threads: nothing speaks against what is not constant.
pub(super) fn may_fit(opcode: Op, by: IntValue, threads: u32) -> bool {
    let Some(number) = by.get_zero_extended_constant() else { return true };
    let low = number % u64::from(threads);
    match opcode {
        Op::And => low == 0 || low == u64::from(threads - 1),
        Op::LShr | Op::AShr => number >= u64::from(threads.trailing_zeros()),
        _ => low == 0,
    }
}

/// Whether a mask is one that clears bits, such as `-n`, rather than one that keeps the lowest ones.
fn clears_low_bits(mask: IntValue, threads: u32) -> bool {
    match mask.get_zero_extended_constant() {
        Some(number) => number % u64::from(threads) == 0,
        None => ir::maker(mask.into())
            .is_some_and(|it| it.get_opcode() == Op::Sub && ir::operand(it, 0).is_some_and(|from| is_constant(from, 0))),
    }
}
