//! Addresses as computations of which the launch knows the numbers: sums and products of ids, sizes and arguments.

mod passed;
mod variables;

pub(super) use passed::Passed;

use super::intervals::Intervals;
use crate::analysis::affine::Addresses;
use crate::analysis::{Body, Operand, Role};
use crate::ir::{self, Value};
use crate::kernels::Kernel;
use hipify_abi::checks::Step;
use inkwell::types::{AnyTypeEnum, BasicTypeEnum};
use inkwell::values::InstructionOpcode;
use std::cell::OnceCell;
use std::collections::HashMap;

/// Longest chain of instructions that is looked through.
const DEPTH: usize = 48;

/// How a value is looked at.
type Look<'a, 'ctx> = fn(&mut Steps<'a, 'ctx>, Operand<'ctx>, usize) -> Option<u32>;

/// The steps by which a body's addresses are computed.
pub(super) struct Steps<'a, 'ctx> {
    body: &'a Body<'ctx>,
    kernel: &'a Kernel<'ctx>,
    addresses: Addresses<'a, 'ctx>,
    made: Vec<Step>,
    /// For rows that have been looked at: numbers and offsets of addresses; nothing where they are not understood, or are being looked at.
    rows: HashMap<usize, Option<u32>>,
    /// The rows of `rows` in the order in which they came.
    order: Vec<usize>,
    intervals: OnceCell<Intervals>,
    /// Numbers that steps say no more of than where they lie: each with its row.
    free: Vec<(u32, usize)>,
    counters: Vec<Counter<'ctx>>,
}

/// What a loop adds the same to in each round.
#[derive(Clone, Copy)]
pub(super) struct Counter<'ctx> {
    /// The phi.
    pub(super) row: usize,
    /// Its step.
    pub(super) step: u32,
    /// What it begins with.
    pub(super) start: u32,
    /// What is added.
    pub(super) more: u32,
    /// What it gets for the next round.
    pub(super) next: Operand<'ctx>,
}

impl<'a, 'ctx> Steps<'a, 'ctx> {
    pub(super) fn of(body: &'a Body<'ctx>, kernel: &'a Kernel<'ctx>) -> Self {
        let (made, rows, order, free) = (Vec::new(), HashMap::new(), Vec::new(), Vec::new());
        let (intervals, counters) = (OnceCell::new(), Vec::new());
        Self { body, kernel, addresses: Addresses::of(body), made, rows, order, intervals, free, counters }
    }

    /// The step that is an integer.
    pub(super) fn value(&mut self, value: Operand<'ctx>) -> Option<u32> {
        self.integer(value, DEPTH)
    }

    /// The first taken from the second, and `less` more.
    pub(super) fn apart(&mut self, first: u32, second: u32, less: i64) -> u32 {
        let apart = self.two(Step::DIFFERENCE, 0, second, first);
        let less = self.number(-less);
        self.two(Step::SUM, 0, apart, less)
    }

    /// A step where another is not negative, as a number of so many bits; else nothing.
    pub(super) fn where_positive(&mut self, step: u32, other: u32, bits: u32) -> u32 {
        let (other, zero) = (self.unsigned(other, bits), self.number(0));
        let nothing = self.make(Step { what: Step::PRODUCT, bits: 0, first: other, second: zero, number: 0 });
        self.make(Step { what: Step::SUM, bits: 0, first: step, second: nothing, number: 0 })
    }

    fn unsigned(&mut self, first: u32, bits: u32) -> u32 {
        self.make(Step { what: Step::UNSIGNED, bits, first, second: 0, number: 0 })
    }

    /// All steps that have been made.
    pub(super) fn made(self) -> Vec<Step> {
        self.made
    }

    /// The step that is an address's offset in its object.
    pub(super) fn offset(&mut self, address: Operand<'ctx>) -> Option<u32> {
        self.address(address, DEPTH)
    }

    /// The offset, where it is a constant.
    pub(super) fn constant_offset(&mut self, address: Operand<'ctx>) -> Option<i64> {
        let step = self.address(address, DEPTH)?;
        self.constant(step)
    }

    fn constant(&self, step: u32) -> Option<i64> {
        let step = self.made[step as usize];
        (step.what == Step::NUMBER).then_some(step.number)
    }

    fn make(&mut self, step: Step) -> u32 {
        let known = self.made.iter().position(|one| *one == step && step.what != Step::ROUNDS);
        known.unwrap_or_else(|| {
            self.made.push(step);
            self.made.len() - 1
        }) as u32
    }

    fn number(&mut self, number: i64) -> u32 {
        self.make(Step { what: Step::NUMBER, bits: 0, first: 0, second: 0, number })
    }

    fn id(&mut self, what: u32, axis: u32) -> u32 {
        self.make(Step { what, bits: 0, first: axis, second: 0, number: 0 })
    }

    fn two(&mut self, what: u32, bits: u32, first: u32, second: u32) -> u32 {
        match (what, self.constant(first), self.constant(second)) {
            (Step::SUM, Some(a), Some(b)) if bits == 0 && a.checked_add(b).is_some() => self.number(a + b),
            (Step::PRODUCT, Some(a), Some(b)) if bits == 0 && a.checked_mul(b).is_some() => self.number(a * b),
            (Step::SUM | Step::DIFFERENCE, _, Some(0)) | (Step::PRODUCT, _, Some(1)) => first,
            (Step::SUM, Some(0), _) => second,
            _ => self.make(Step { what, bits, first, second, number: 0 }),
        }
    }

    /// Looks at a row once. What is computed from itself is not understood.
    fn once(&mut self, row: usize, look: impl FnOnce(&mut Self) -> Option<u32>) -> Option<u32> {
        if let Some(known) = self.rows.get(&row) {
            return *known;
        }
        self.rows.insert(row, None);
        self.order.push(row);
        let step = look(self);
        self.rows.insert(row, step);
        step
    }

    fn address(&mut self, address: Operand<'ctx>, depth: usize) -> Option<u32> {
        match address {
            Operand::Parameter(_) => Some(self.number(0)),
            Operand::Global { .. } => {
                let offset = self.addresses.offset(address)?;
                offset.terms.is_empty().then(|| self.number(offset.constant))
            }
            Operand::Instruction(row) if depth > 0 => self.once(row, |it| it.address_of_row(row, depth - 1)),
            _ => None,
        }
    }

    fn address_of_row(&mut self, row: usize, depth: usize) -> Option<u32> {
        let this = &self.body.rows()[row];
        match this.opcode {
            InstructionOpcode::GetElementPtr => {
                let mut sum = self.address(this.operands[0], depth)?;
                let (constant, indices) = self.addresses.indices(row)?;
                for (index, bytes) in indices {
                    let (index, bytes) = (self.integer(index, depth)?, self.number(bytes));
                    let product = self.two(Step::PRODUCT, 0, index, bytes);
                    sum = self.two(Step::SUM, 0, sum, product);
                }
                let constant = self.number(constant);
                Some(self.two(Step::SUM, 0, sum, constant))
            }
            InstructionOpcode::BitCast | InstructionOpcode::AddrSpaceCast | InstructionOpcode::Freeze => {
                self.address(this.operands[0], depth)
            }
            InstructionOpcode::Phi => self.of_ways(row, depth, Self::address),
            // What a pointer that is read leads to, and the base of shared memory.
            InstructionOpcode::Load | InstructionOpcode::Call | InstructionOpcode::Alloca => Some(self.number(0)),
            _ => None,
        }
    }

    fn integer(&mut self, value: Operand<'ctx>, depth: usize) -> Option<u32> {
        match value {
            Operand::Integer(number) => Some(self.number(number)),
            Operand::Parameter(at) => {
                let piece = &self.kernel.pieces[at];
                let BasicTypeEnum::IntType(ty) = piece.ty else { return None };
                self.argument(piece.parameter, piece.offset, ty.get_bit_width())
            }
            Operand::Instruction(row) if depth > 0 => {
                let AnyTypeEnum::IntType(ty) = self.body.rows()[row].instruction.get_type() else { return None };
                let bits = ty.get_bit_width();
                (bits <= 64).then(|| self.once(row, |it| it.integer_of_row(row, bits, depth - 1).or_else(|| it.between(row))))?
            }
            _ => None,
        }
    }

    /// An integer of which no more is known than where it lies.
    fn between(&mut self, row: usize) -> Option<u32> {
        let body = self.body;
        let (low, high) = self.intervals.get_or_init(|| Intervals::of(body)).get(row)?;
        let (first, second) = (self.number(i64::try_from(low).ok()?), self.number(i64::try_from(high).ok()?));
        let step = self.make(Step { what: Step::BETWEEN, bits: 0, first, second, number: row as i64 });
        self.free.push((step, row));
        Some(step)
    }

    /// What is left of a number that is not negative, or how often another goes into it.
    fn part(&mut self, what: u32, row: usize, number: i64, depth: usize) -> Option<u32> {
        let first = self.integer(self.body.rows()[row].operands[0], depth)?;
        let step = self.make(Step { what, bits: 0, first, second: 0, number });
        let is_passed = |part: &u32| {
            matches!(self.made[*part as usize].what, Step::NUMBER | Step::ARGUMENT | Step::BLOCK_SIZE | Step::GRID_SIZE)
        };
        let is_sum = |part: &u32| {
            matches!(self.made[*part as usize].what, Step::SUM | Step::DIFFERENCE | Step::PRODUCT | Step::SIGNED | Step::UNSIGNED)
        };
        if !self.parts(first).iter().all(|part| is_passed(part) || is_sum(part)) {
            self.free.push((step, row));
        }
        Some(step)
    }

    /// A number that is passed.
    fn argument(&mut self, parameter: u32, offset: u32, bits: u32) -> Option<u32> {
        let step = Step { what: Step::ARGUMENT, bits, first: parameter, second: offset, number: 0 };
        matches!(bits, 8 | 16 | 32 | 64).then(|| self.make(step))
    }

    fn integer_of_row(&mut self, row: usize, bits: u32, depth: usize) -> Option<u32> {
        use InstructionOpcode::{
            AShr, Add, And, Call, Freeze, LShr, Load, Mul, Or, Phi, SDiv, SExt, SRem, Shl, Sub, Trunc, UDiv, URem, ZExt,
        };
        let this = &self.body.rows()[row];
        let wraps = if this.instruction.get_no_signed_wrap_flag() == Ok(true) { 0 } else { bits };
        let (of, at) = (this.operands.clone(), |it: &mut Self, place: usize| it.integer(this.operands[place], depth));
        match this.opcode {
            Freeze | SExt => at(self, 0),
            ZExt => {
                let first = at(self, 0)?;
                let Value::IntValue(narrow) = ir::operand(this.instruction, 0)? else { return None };
                let bits = narrow.get_type().get_bit_width();
                Some(self.unsigned(first, bits))
            }
            Trunc => {
                let first = at(self, 0)?;
                Some(self.make(Step { what: Step::SIGNED, bits, first, second: 0, number: 0 }))
            }
            Add | Sub | Mul => {
                let (first, second) = (at(self, 0)?, at(self, 1)?);
                let what = match this.opcode {
                    Add => Step::SUM,
                    Sub => Step::DIFFERENCE,
                    _ => Step::PRODUCT,
                };
                Some(self.two(what, wraps, first, second))
            }
            Or if this.instruction.get_disjoint_flag() == Ok(true) => {
                let (first, second) = (at(self, 0)?, at(self, 1)?);
                Some(self.two(Step::SUM, bits, first, second))
            }
            Shl => {
                let Operand::Integer(by @ 0..=32) = of[1] else { return None };
                let (first, second) = (at(self, 0)?, self.number(1 << by));
                Some(self.two(Step::PRODUCT, wraps, first, second))
            }
            AShr | LShr => match of[1] {
                Operand::Integer(by @ 0..=62) => self.part(Step::QUOTIENT, row, 1 << by, depth),
                _ => None,
            },
            UDiv | SDiv | URem | SRem => match of[1] {
                Operand::Integer(by @ 1..) => {
                    let what = if matches!(this.opcode, UDiv | SDiv) { Step::QUOTIENT } else { Step::REMAINDER };
                    self.part(what, row, by, depth)
                }
                _ => None,
            },
            And => match of[1] {
                Operand::Integer(mask @ 1..) if (mask + 1) & mask == 0 && mask < i64::MAX => {
                    self.part(Step::REMAINDER, row, mask + 1, depth)
                }
                _ => None,
            },
            Phi => {
                let before = self.order.len();
                let found = self.of_ways(row, depth, Self::integer);
                if found.is_none() {
                    // What depends on it was looked at before it had a step.
                    self.order.split_off(before).iter().for_each(|row| _ = self.rows.remove(row));
                }
                found
            }
            Load => {
                let Passed { parameter, offset } = Passed::of(self.body, self.kernel, self, row)?;
                self.argument(parameter, offset, bits)
            }
            Call if matches!(this.role, Some(Role::ThreadId | Role::BlockConstant)) => {
                let name = ir::name_of(ir::callee(this.instruction)?);
                self.intrinsic(&name)
            }
            _ => None,
        }
    }

    fn intrinsic(&mut self, name: &str) -> Option<u32> {
        let name = name.strip_prefix("__hipify_")?;
        if name == "thread_linear" {
            let mut sum = self.id(Step::THREAD, 2);
            for axis in [1, 0] {
                let (size, id) = (self.id(Step::BLOCK_SIZE, axis), self.id(Step::THREAD, axis));
                let product = self.two(Step::PRODUCT, 0, sum, size);
                sum = self.two(Step::SUM, 0, product, id);
            }
            return Some(sum);
        }
        let (name, axis) = name.rsplit_once('_')?;
        let axis = ["x", "y", "z"].iter().position(|one| *one == axis)? as u32;
        let what = match name {
            "thread" => Step::THREAD,
            "block" => Step::BLOCK,
            "block_dim" => Step::BLOCK_SIZE,
            "grid_dim" => Step::GRID_SIZE,
            _ => return None,
        };
        Some(self.id(what, axis))
    }

    /// What a loop adds the same to in each round, or what is the same whichever way a thread came.
    fn of_ways(&mut self, row: usize, depth: usize, look: Look<'a, 'ctx>) -> Option<u32> {
        let ways = self.body.rows()[row].operands.clone();
        if let &[one, other] = ways.as_slice() {
            let start = match (self.increment(row, one, depth), self.increment(row, other, depth)) {
                (Some(step), None) => Some((other, step)),
                (None, Some(step)) => Some((one, step)),
                _ => None,
            };
            if let Some((start, (second, bits))) = start {
                let first = look(self, start, depth)?;
                let is_same = |one: &&Counter| (one.row, one.start, one.more) == (row, first, second);
                if let Some(known) = self.counters.iter().find(is_same) {
                    return Some(known.step);
                }
                let made = self.make(Step { what: Step::ROUNDS, bits, first, second, number: 0 });
                let next = if start == one { other } else { one };
                self.counters.push(Counter { row, step: made, start: first, more: second, next });
                return Some(made);
            }
        }
        let mut steps = ways.into_iter().map(|way| look(self, way, depth));
        let first = steps.next()??;
        steps.all(|step| step == Some(first)).then_some(first)
    }

    /// What is added to a phi to make `next`, and the bits of the sum where it may wrap.
    fn increment(&mut self, phi: usize, next: Operand<'ctx>, depth: usize) -> Option<(u32, u32)> {
        let Operand::Instruction(row) = next else { return None };
        let this = &self.body.rows()[row];
        let is_phi = |operand: &Operand<'ctx>| *operand == Operand::Instruction(phi);
        match this.opcode {
            InstructionOpcode::Add => {
                let place = this.operands.iter().position(is_phi)?;
                let AnyTypeEnum::IntType(ty) = this.instruction.get_type() else { return None };
                let wraps = if this.instruction.get_no_signed_wrap_flag() == Ok(true) { 0 } else { ty.get_bit_width() };
                Some((self.integer(this.operands[1 - place], depth)?, wraps))
            }
            InstructionOpcode::GetElementPtr if is_phi(&this.operands[0]) => {
                let (constant, indices) = self.addresses.indices(row)?;
                let mut sum = self.number(constant);
                for (index, bytes) in indices {
                    let (index, bytes) = (self.integer(index, depth)?, self.number(bytes));
                    let product = self.two(Step::PRODUCT, 0, index, bytes);
                    sum = self.two(Step::SUM, 0, sum, product);
                }
                Some((sum, 0))
            }
            _ => None,
        }
    }
}
