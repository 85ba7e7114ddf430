//! Splits a condition into its comparisons, each between a number that grows or falls by one from thread to thread of a row and one
//! that is uniform in the row.

use crate::build::Build;
use crate::convergence::Agreement;
use crate::ir::{self, Instruction, Value};
use crate::work_item_intrinsics;
use inkwell::IntPredicate;
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
    pub(super) growing: IntValue<'ctx>,
    pub(super) how: IntPredicate,
    pub(super) same: IntValue<'ctx>,
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
    /// With another number that is the same for the row.
    pub(super) fn with(self, same: IntValue<'ctx>) -> Self {
        Comparison { same, ..self }
    }

    /// The same comparison of numbers of which the one grows.
    pub(super) fn upright(self, build: &Build<'ctx>) -> Self {
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
pub(super) fn is_index(value: Value) -> bool {
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
