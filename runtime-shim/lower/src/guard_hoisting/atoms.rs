//! Splits a condition into its comparisons, each between a number that grows or falls by one from thread to thread of a row and one
//! that is uniform in the row, and writes code that computes for how many threads they hold.

use crate::build::Build;
use crate::convergence::Agreement;
use crate::ir::{self, Instruction, Value};
use crate::work_item_intrinsics;
use inkwell::IntPredicate;
use inkwell::types::IntType;
use inkwell::values::{InstructionOpcode, IntValue};

/// One of the conditions that must all hold.
pub(super) enum Atom<'ctx> {
    /// The same for all threads of a row, to be true or to be false.
    Same(IntValue<'ctx>, bool),
    Comparison(Comparison<'ctx>),
}

/// Of a number that grows with one that is the same for the row.
#[derive(Clone, Copy)]
pub(super) struct Comparison<'ctx> {
    growing: IntValue<'ctx>,
    how: IntPredicate,
    same: IntValue<'ctx>,
    /// `growing` falls by one, and both numbers are to be taken with all bits inverted: that turns each order of numbers round, signed or
    /// not, so that `how` is what holds of the inverted ones.
    is_inverted: bool,
}

/// Longest chain of instructions that is looked through.
const DEPTH: usize = 16;

/// The atoms of a condition that is to be `wanted`; nothing if it is not made of such.
pub(super) fn of<'ctx>(condition: Value<'ctx>, wanted: bool, agreement: &Agreement<'ctx>) -> Option<Vec<Atom<'ctx>>> {
    let mut atoms = Vec::new();
    collect(condition, wanted, agreement, &mut atoms)?;
    atoms.iter().any(|atom| matches!(atom, Atom::Comparison(_))).then_some(atoms)
}

fn collect<'ctx>(condition: Value<'ctx>, wanted: bool, agreement: &Agreement<'ctx>, atoms: &mut Vec<Atom<'ctx>>) -> Option<()> {
    let Value::IntValue(truth) = condition else { return None };
    if growth(condition, agreement, DEPTH) == Some(0) {
        atoms.push(Atom::Same(truth, wanted));
        return Some(());
    }
    let instruction = ir::maker(condition)?;
    let operand = |place| ir::operand(instruction, place);
    match instruction.get_opcode() {
        InstructionOpcode::ICmp => atoms.push(comparison(instruction, wanted, agreement)?),
        InstructionOpcode::And if wanted => both(operand(0)?, operand(1)?, wanted, agreement, atoms)?,
        InstructionOpcode::Or if !wanted => both(operand(0)?, operand(1)?, wanted, agreement, atoms)?,
        InstructionOpcode::Xor if is_constant(operand(1)?, 1) => collect(operand(0)?, !wanted, agreement, atoms)?,
        InstructionOpcode::Select if wanted && is_constant(operand(2)?, 0) => {
            both(operand(0)?, operand(1)?, wanted, agreement, atoms)?
        }
        InstructionOpcode::Select if !wanted && is_constant(operand(1)?, 1) => {
            both(operand(0)?, operand(2)?, wanted, agreement, atoms)?
        }
        _ => return None,
    }
    Some(())
}

fn both<'ctx>(
    a: Value<'ctx>,
    b: Value<'ctx>,
    wanted: bool,
    agreement: &Agreement<'ctx>,
    atoms: &mut Vec<Atom<'ctx>>,
) -> Option<()> {
    collect(a, wanted, agreement, atoms)?;
    collect(b, wanted, agreement, atoms)
}

/// Conditions that must all hold for one to hold: the condition itself if it is not made of others.
pub(crate) fn conjuncts<'ctx>(condition: Value<'ctx>) -> Vec<Value<'ctx>> {
    let mut found = Vec::new();
    add_conjuncts(condition, DEPTH, &mut found);
    found
}

fn add_conjuncts<'ctx>(condition: Value<'ctx>, depth: usize, found: &mut Vec<Value<'ctx>>) {
    let (Some(made), Some(depth)) = (ir::maker(condition), depth.checked_sub(1)) else { return found.push(condition) };
    let is_both = match made.get_opcode() {
        InstructionOpcode::And => true,
        InstructionOpcode::Select => ir::operand(made, 2).is_some_and(|other| is_constant(other, 0)),
        _ => false,
    };
    if !is_both {
        return found.push(condition);
    }
    [0, 1].into_iter().filter_map(|place| ir::operand(made, place)).for_each(|one| add_conjuncts(one, depth, found));
}

pub(crate) fn is_constant(value: Value, number: u64) -> bool {
    matches!(value, Value::IntValue(value) if value.get_zero_extended_constant() == Some(number))
}

fn comparison<'ctx>(compare: Instruction<'ctx>, wanted: bool, agreement: &Agreement<'ctx>) -> Option<Atom<'ctx>> {
    let how = compare.get_icmp_predicate()?;
    let how = if wanted { how } else { opposite(how) };
    let (Value::IntValue(a), Value::IntValue(b)) = (ir::operand(compare, 0)?, ir::operand(compare, 1)?) else { return None };
    if !matches!(a.get_type().get_bit_width(), 32 | 64) {
        return None;
    }
    let stays = |value: IntValue<'ctx>| growth(value.into(), agreement, DEPTH) == Some(0);
    let (moving, how, same) = if stays(b) {
        (a, how, b)
    } else if stays(a) {
        (b, mirrored(how), a)
    } else {
        return None;
    };
    if let Some(growing) = moving_by(1, moving, how, agreement) {
        return Some(Atom::Comparison(Comparison { growing, how, same, is_inverted: false }));
    }
    let falling = moving_by(-1, moving, how, agreement)?;
    Some(Atom::Comparison(Comparison { growing: falling, how: mirrored(how), same, is_inverted: true }))
}

/// The number itself if it moves by one up or down, or what it is a wider form of, as the comparison takes it. A number without a sign
/// that is wider and inverted is no wider form of the narrow one inverted.
fn moving_by<'ctx>(step: i64, value: IntValue<'ctx>, how: IntPredicate, agreement: &Agreement<'ctx>) -> Option<IntValue<'ctx>> {
    let moves = |value: IntValue<'ctx>| growth(value.into(), agreement, DEPTH) == Some(step);
    if moves(value) {
        return Some(value);
    }
    let extension = ir::maker(value.into())?;
    let is_expected = extension.get_opcode() == expected(how) && (step == 1 || is_signed(how));
    let Value::IntValue(narrow) = ir::operand(extension, 0).filter(|_| is_expected)? else {
        return None;
    };
    (narrow.get_type().get_bit_width() == 32 && moves(narrow)).then_some(narrow)
}

impl<'ctx> Comparison<'ctx> {
    fn is_narrow(self) -> bool {
        [self.growing, self.same].iter().all(|number| number.get_type().get_bit_width() == 32)
    }

    /// The same comparison of numbers of which the one grows.
    fn upright(self, build: &Build<'ctx>) -> Self {
        let invert = |number| inverted(build, number);
        match self.is_inverted {
            true => Comparison { growing: invert(self.growing), same: invert(self.same), is_inverted: false, ..self },
            false => self,
        }
    }
}

/// A number with all bits the other way.
fn inverted<'ctx>(build: &Build<'ctx>, number: IntValue<'ctx>) -> IntValue<'ctx> {
    build.xor(number, number.get_type().const_all_ones())
}

/// The extension under which a narrow number keeps its order.
fn expected(how: IntPredicate) -> InstructionOpcode {
    if is_signed(how) { InstructionOpcode::SExt } else { InstructionOpcode::ZExt }
}

pub(crate) fn is_signed(how: IntPredicate) -> bool {
    use IntPredicate::{SGE, SGT, SLE, SLT};
    matches!(how, SLT | SLE | SGT | SGE)
}

/// By how much a number grows from one thread of a row to the next, modulo its width; nothing if that is not known.
pub(super) fn growth<'ctx>(value: Value<'ctx>, agreement: &Agreement<'ctx>, depth: usize) -> Option<i64> {
    let Some(instruction) = ir::maker(value) else { return Some(0) };
    if agreement.is_uniform(instruction) {
        return Some(0);
    }
    if let Some(growth) = work_item_intrinsics::growth(instruction) {
        return growth;
    }
    let depth = depth.checked_sub(1)?;
    let operands = || {
        ir::operands(instruction).into_iter().map(|(_, operand)| growth(operand, agreement, depth)).collect::<Option<Vec<_>>>()
    };
    match instruction.get_opcode() {
        InstructionOpcode::Add => operands().map(|of| of[0] + of[1]),
        InstructionOpcode::Sub => operands().map(|of| of[0] - of[1]),
        InstructionOpcode::ZExt if is_index(ir::operand(instruction, 0)?) => operands().map(|of| of[0]),
        InstructionOpcode::Load | InstructionOpcode::Phi | InstructionOpcode::Call | InstructionOpcode::Alloca => None,
        _ => operands().filter(|of| of.iter().all(|&growth| growth == 0)).map(|_| 0),
    }
}

/// Ids are far from wrapping round.
fn is_index(value: Value) -> bool {
    ir::maker(value).is_some_and(work_item_intrinsics::is_id)
}

/// Whether a comparison holds for all numbers below one for which it holds.
pub(crate) fn is_upper_bound(how: IntPredicate) -> bool {
    use IntPredicate::{SLE, SLT, ULE, ULT};
    matches!(how, SLT | SLE | ULT | ULE)
}

/// What holds where a comparison does not.
pub(crate) fn opposite(how: IntPredicate) -> IntPredicate {
    use IntPredicate::*;
    match how {
        EQ => NE,
        NE => EQ,
        ULT => UGE,
        UGE => ULT,
        ULE => UGT,
        UGT => ULE,
        SLT => SGE,
        SGE => SLT,
        SLE => SGT,
        SGT => SLE,
    }
}

/// The comparison of the same numbers in the other order.
pub(crate) fn mirrored(how: IntPredicate) -> IntPredicate {
    use IntPredicate::*;
    match how {
        EQ => EQ,
        NE => NE,
        ULT => UGT,
        UGT => ULT,
        ULE => UGE,
        UGE => ULE,
        SLT => SGT,
        SGT => SLT,
        SLE => SGE,
        SGE => SLE,
    }
}

/// Numbers above all numbers of threads.
const MANY: u32 = u32::MAX;

/// Three numbers for a thread: for how many threads from it on all atoms hold (0 if they do not for itself); where they do not,
/// after how many they may; and for how many threads after those for which they do they certainly do not.
pub(super) type Measure<'ctx> = [IntValue<'ctx>; 3];

/// Code that computes where the atoms hold.
pub(super) fn measure<'ctx>(build: &Build<'ctx>, atoms: &[Atom<'ctx>]) -> Measure<'ctx> {
    if let Some(lone) = atoms.iter().find_map(of_one_thread) {
        return measure_lone(build, lone, atoms);
    }
    let mut all = [build.n32(MANY), build.n32(0), build.n32(0)];
    for atom in atoms {
        let [holds, waits, past] = measure_one(build, atom);
        let fewer = build.compare(IntPredicate::ULT, holds, all[0]);
        let longer = build.compare(IntPredicate::UGT, waits, all[1]);
        all = [build.select(fewer, holds, all[0]), build.select(longer, waits, all[1]), build.select(fewer, past, all[2])];
    }
    all
}

fn measure_one<'ctx>(build: &Build<'ctx>, atom: &Atom<'ctx>) -> Measure<'ctx> {
    let (many, none) = (build.n32(MANY), build.n32(0));
    match *atom {
        Atom::Same(truth, wanted) => {
            let (if_true, if_false) = if wanted { (many, none) } else { (none, many) };
            [build.select(truth, if_true, if_false), build.select(truth, if_false, if_true), none]
        }
        Atom::Comparison(comparison) => {
            let comparison = comparison.upright(build);
            if let Some(measure) = of_an_index(build, comparison) {
                return measure;
            }
            let [holds, waits] = if comparison.growing.get_type() == comparison.same.get_type() {
                on_a_circle(build, comparison)
            } else {
                with_a_wide_limit(build, comparison)
            };
            [holds, waits, none]
        }
    }
}

/// The comparison of an atom that holds for one thread of a row.
fn of_one_thread<'ctx>(atom: &Atom<'ctx>) -> Option<Comparison<'ctx>> {
    match *atom {
        Atom::Comparison(it) if it.how == IntPredicate::EQ && it.is_narrow() => Some(it),
        _ => None,
    }
}

/// What `lone`, one of the atoms, says but for its thread, where the others have to hold, too: how far they do is nothing that others have
/// to know.
fn measure_lone<'ctx>(build: &Build<'ctx>, lone: Comparison<'ctx>, atoms: &[Atom<'ctx>]) -> Measure<'ctx> {
    let (many, none) = (build.n32(MANY), build.n32(0));
    let Comparison { growing, same, .. } = lone.upright(build);
    let is_lone = build.compare(IntPredicate::EQ, growing, same);
    let holds = atoms.iter().fold(is_lone, |all, atom| build.and(all, truth(build, atom)));
    let waits = build.select(is_lone, build.select(holds, none, many), build.sub(same, growing));
    [build.extend(holds, build.i32()), waits, many]
}

/// Whether an atom holds for the thread.
fn truth<'ctx>(build: &Build<'ctx>, atom: &Atom<'ctx>) -> IntValue<'ctx> {
    match *atom {
        Atom::Same(truth, true) => truth,
        Atom::Same(truth, false) => inverted(build, truth),
        Atom::Comparison(comparison) => {
            let Comparison { growing, how, same, .. } = comparison.upright(build);
            build.compare(how, widened(build, growing, how, same.get_type()), same)
        }
    }
}

/// For a thread's own index, which is not negative and does not wrap round: `t < w` holds from the first thread on and never
/// again, `t >= w` once and for all. Steps of a reduction are as short as computing where they hold.
fn of_an_index<'ctx>(build: &Build<'ctx>, comparison: Comparison<'ctx>) -> Option<Measure<'ctx>> {
    use IntPredicate::*;
    let Comparison { growing, how, same, .. } = comparison;
    if !comparison.is_narrow() || !is_index(growing.into()) {
        return None;
    }
    let (many, none) = (build.n32(MANY), build.n32(0));
    let limit = if is_signed(how) { build.select(build.compare(SGT, same, none), same, none) } else { same };
    let is_below = build.compare(ULT, growing, limit);
    let left = build.select(is_below, build.sub(limit, growing), none);
    match how {
        ULT | SLT => Some([left, build.select(is_below, none, many), many]),
        UGE | SGE => Some([build.select(is_below, none, many), left, none]),
        _ => None,
    }
}

/// A number that grows by one and wraps round is in a range for a while and out of it for a while; signed numbers are moved so
/// that the range begins at 0. Gives for how many threads from this one on it is so (0 if not), and is not.
fn on_a_circle<'ctx>(build: &Build<'ctx>, comparison: Comparison<'ctx>) -> [IntValue<'ctx>; 2] {
    use IntPredicate::*;
    let Comparison { growing, how, same, .. } = comparison;
    let is_narrow = comparison.is_narrow();
    let [now, limit] = [growing, same].map(|number| lifted(build, number, is_signed(how)));
    let one = build.n64(1);
    let distance = build.sub(limit, now);
    let up_to = if is_narrow && matches!(how, EQ | NE) { build.and(distance, build.n64(ROUND - 1)) } else { distance };
    let past = build.add(distance, one);
    let round = build.sub(build.n64(if is_narrow { ROUND } else { 0 }), now);
    let (unsigned, true_for, false_for) = match how {
        EQ => (EQ, one, up_to),
        NE => (NE, up_to, one),
        ULT | SLT => (ULT, up_to, round),
        ULE | SLE => (ULE, past, round),
        UGE | SGE => (UGE, round, up_to),
        UGT | SGT => (UGT, round, past),
    };
    let (truth, none) = (build.compare(unsigned, now, limit), build.n32(0));
    [build.select(truth, saturate(build, true_for), none), build.select(truth, none, saturate(build, false_for))]
}

/// As [`on_a_circle`], for a number of 32 bits compared with one of 64: beside one that has no narrow form, all narrow ones are alike.
fn with_a_wide_limit<'ctx>(build: &Build<'ctx>, comparison: Comparison<'ctx>) -> [IntValue<'ctx>; 2] {
    let Comparison { how, same, .. } = comparison;
    let (many, none) = (build.n32(MANY), build.n32(0));
    let narrow = build.truncate(same, build.i32());
    let fits = build.compare(IntPredicate::EQ, widened(build, narrow, how, same.get_type()), same);
    let is_always = build.compare(how, build.n64(0), same);
    let [holds, waits] = on_a_circle(build, Comparison { same: narrow, ..comparison });
    [
        build.select(fits, holds, build.select(is_always, many, none)),
        build.select(fits, waits, build.select(is_always, none, many)),
    ]
}

/// A number as one of a type, which keeps its order.
fn widened<'ctx>(build: &Build<'ctx>, number: IntValue<'ctx>, how: IntPredicate, to: IntType<'ctx>) -> IntValue<'ctx> {
    match (number.get_type() == to, is_signed(how)) {
        (true, _) => number,
        (_, true) => build.widen_signed(number),
        _ => build.widen(number),
    }
}

/// Numbers of 32 bits there are.
const ROUND: u64 = 1 << 32;

/// A number as one of 64 bits that keeps its order when it is compared without a sign.
fn lifted<'ctx>(build: &Build<'ctx>, value: IntValue<'ctx>, is_signed: bool) -> IntValue<'ctx> {
    let ty = value.get_type();
    let lowest = ty.const_int(1u64 << (ty.get_bit_width() - 1), false);
    let value = if is_signed { build.xor(value, lowest) } else { value };
    if ty.get_bit_width() == 64 { value } else { build.widen(value) }
}

/// As a number of threads; 0 stands for once round.
fn saturate<'ctx>(build: &Build<'ctx>, number: IntValue<'ctx>) -> IntValue<'ctx> {
    let less = build.sub(number, build.n64(1));
    let is_small = build.compare(IntPredicate::ULT, less, build.n64(u64::from(MANY)));
    build.select(is_small, build.truncate(number, build.i32()), build.n32(MANY))
}
