//! Addresses as affine sums: a variable, a constant number of bytes, and bytes times values that are not constant.

use std::collections::BTreeMap;

use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::{
    LLVMGetElementType, LLVMGetGEPSourceElementType, LLVMGetGlobalParent, LLVMGetTypeKind, LLVMStructGetTypeAtIndex,
};
use inkwell::llvm_sys::prelude::LLVMTypeRef;
use inkwell::llvm_sys::target::{LLVMABISizeOfType, LLVMGetModuleDataLayout, LLVMOffsetOfElement, LLVMTargetDataRef};
use inkwell::values::{AsValueRef, InstructionOpcode};

use super::body::{Body, Operand};
use super::calls::Role;

/// A value that is not constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Term {
    /// An id of the thread: the row of the first call that asks for it.
    Id(usize),
    /// Another row's result, as a number.
    Row(usize),
    /// A parameter.
    Parameter(usize),
}

/// A sum of bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Affine {
    pub constant: i64,
    /// Bytes for each unit of a term; never 0.
    pub terms: BTreeMap<Term, i64>,
}

impl Affine {
    fn constant(constant: i64) -> Self {
        Self { constant, terms: BTreeMap::new() }
    }

    fn term(term: Term) -> Self {
        Self { constant: 0, terms: BTreeMap::from([(term, 1)]) }
    }

    fn add(mut self, other: &Self, times: i64) -> Self {
        self.constant = self.constant.wrapping_add(other.constant.wrapping_mul(times));
        for (&term, &bytes) in &other.terms {
            let sum = self.terms.entry(term).or_insert(0);
            *sum = sum.wrapping_add(bytes.wrapping_mul(times));
        }
        self.terms.retain(|_, bytes| *bytes != 0);
        self
    }

    /// What is left when `other` is taken away.
    pub fn minus(&self, other: &Self) -> Self {
        self.clone().add(other, -1)
    }
}

/// Longest chain of instructions that is looked through; what lies deeper is a term.
const DEPTH: usize = 24;

/// The sums of a body's addresses.
pub struct Addresses<'a, 'ctx> {
    body: &'a Body<'ctx>,
    layout: LLVMTargetDataRef,
}

impl<'a, 'ctx> Addresses<'a, 'ctx> {
    /// Of the module that the function is in.
    pub fn of(body: &'a Body<'ctx>) -> Self {
        // SAFETY: the function is in a live module, which owns its layout.
        let layout = unsafe { LLVMGetModuleDataLayout(LLVMGetGlobalParent(body.function.as_value_ref())) };
        Self { body, layout }
    }

    /// The offset of an address from the beginning of its object; `None` if it is not understood.
    pub fn offset(&self, address: Operand) -> Option<Affine> {
        self.pointer(address, DEPTH)
    }

    /// A number as a sum.
    pub fn value(&self, number: Operand) -> Affine {
        self.integer(number, DEPTH)
    }

    fn pointer(&self, address: Operand, depth: usize) -> Option<Affine> {
        match address {
            Operand::Global { place: 0, .. } | Operand::Parameter(_) => Some(Affine::default()),
            Operand::Global { place, .. } => constant_offset(self.layout, place),
            Operand::Instruction(row) if depth > 0 => {
                let this = &self.body.rows()[row];
                match this.opcode {
                    InstructionOpcode::GetElementPtr => self.element(row, depth),
                    InstructionOpcode::BitCast | InstructionOpcode::AddrSpaceCast => self.pointer(this.operands[0], depth - 1),
                    InstructionOpcode::Call => Some(Affine::default()),
                    _ => Some(Affine::term(Term::Row(row))),
                }
            }
            _ => None,
        }
    }

    fn element(&self, row: usize, depth: usize) -> Option<Affine> {
        let mut sum = self.pointer(self.body.rows()[row].operands[0], depth - 1)?;
        let (constant, indices) = self.indices(row)?;
        for (index, bytes) in indices {
            sum = sum.add(&self.integer(index, depth - 1), bytes);
        }
        Some(sum.add(&Affine::constant(constant), 1))
    }

    /// What the address computation of a row adds to its base: bytes, and bytes for each unit of what is not constant.
    pub fn indices(&self, row: usize) -> Option<(i64, Vec<(Operand<'ctx>, i64)>)> {
        let this = &self.body.rows()[row];
        // SAFETY: the row is a GEP.
        let mut kind = unsafe { LLVMGetGEPSourceElementType(this.instruction.as_value_ref()) };
        let (mut constant, mut indices) = (0i64, Vec::new());
        for (at, &index) in this.operands[1..].iter().enumerate() {
            let step = if at == 0 {
                Step::Element(size(self.layout, kind))
            } else {
                let (inner, step) = inside(self.layout, kind, index)?;
                kind = inner;
                step
            };
            match (step, index) {
                (Step::Field(bytes), _) => constant = constant.wrapping_add(bytes),
                (Step::Element(bytes), Operand::Integer(number)) => constant = constant.wrapping_add(bytes.wrapping_mul(number)),
                (Step::Element(bytes), index) => indices.push((index, bytes)),
            }
        }
        Some((constant, indices))
    }

    fn integer(&self, value: Operand, depth: usize) -> Affine {
        match value {
            Operand::Integer(number) => Affine::constant(number),
            Operand::Parameter(at) => Affine::term(Term::Parameter(at)),
            Operand::Instruction(row) if depth > 0 => self.sum(row, depth),
            Operand::Instruction(row) => Affine::term(Term::Row(row)),
            _ => Affine::default(),
        }
    }

    fn sum(&self, row: usize, depth: usize) -> Affine {
        let this = &self.body.rows()[row];
        let operand = |at: usize| self.integer(this.operands[at], depth - 1);
        let number = |at: usize| if let Operand::Integer(number) = this.operands[at] { Some(number) } else { None };
        match (this.opcode, number(this.operands.len().min(2).saturating_sub(1))) {
            (InstructionOpcode::ZExt | InstructionOpcode::SExt | InstructionOpcode::Trunc | InstructionOpcode::Freeze, _) => {
                operand(0)
            }
            (InstructionOpcode::Add, _) => operand(0).add(&operand(1), 1),
            (InstructionOpcode::Sub, _) => operand(0).add(&operand(1), -1),
            (InstructionOpcode::Or, _) if this.instruction.get_disjoint_flag() == Ok(true) => operand(0).add(&operand(1), 1),
            (InstructionOpcode::Mul, Some(times)) => Affine::default().add(&operand(0), times),
            (InstructionOpcode::Shl, Some(by @ 0..=32)) => Affine::default().add(&operand(0), 1 << by),
            (InstructionOpcode::Call, _) if this.role == Some(Role::ThreadId) => Affine::term(Term::Id(self.first_call(row))),
            _ => Affine::term(Term::Row(row)),
        }
    }

    /// All calls of one id function are one term.
    fn first_call(&self, row: usize) -> usize {
        let rows = self.body.rows();
        let same = |other: &usize| rows[*other].role == Some(Role::ThreadId) && rows[*other].operands == rows[row].operands;
        (0..row).find(same).unwrap_or(row)
    }
}

enum Step {
    Field(i64),
    Element(i64),
}

/// The type that an index chooses out of an aggregate, and how its offset is found.
fn inside(layout: LLVMTargetDataRef, kind: LLVMTypeRef, index: Operand) -> Option<(LLVMTypeRef, Step)> {
    // SAFETY: `kind` is a type of the live module; each call follows the test for that kind of type.
    unsafe {
        match LLVMGetTypeKind(kind) {
            LLVMTypeKind::LLVMArrayTypeKind | LLVMTypeKind::LLVMVectorTypeKind => {
                let inner = LLVMGetElementType(kind);
                Some((inner, Step::Element(size(layout, inner))))
            }
            LLVMTypeKind::LLVMStructTypeKind => {
                let Operand::Integer(field) = index else { return None };
                let field = u32::try_from(field).ok()?;
                let bytes = i64::try_from(LLVMOffsetOfElement(layout, kind, field)).ok()?;
                Some((LLVMStructGetTypeAtIndex(kind, field), Step::Field(bytes)))
            }
            _ => None,
        }
    }
}

fn size(layout: LLVMTargetDataRef, kind: LLVMTypeRef) -> i64 {
    // SAFETY: `kind` is a sized type of the live module: something is indexed by it.
    i64::try_from(unsafe { LLVMABISizeOfType(layout, kind) }).unwrap_or(i64::MAX)
}

/// The offset of a constant address expression.
fn constant_offset(layout: LLVMTargetDataRef, place: usize) -> Option<Affine> {
    use inkwell::llvm_sys::core::{
        LLVMConstIntGetSExtValue, LLVMGetNumOperands, LLVMGetOperand, LLVMIsAConstantInt, LLVMIsAGlobalVariable,
    };
    let mut sum = 0_i64;
    let mut value = place as inkwell::llvm_sys::prelude::LLVMValueRef;
    // SAFETY: `place` is the live constant that the operand was read from: GEPs and casts down to a variable.
    unsafe {
        while LLVMIsAGlobalVariable(value).is_null() {
            if inkwell::llvm_sys::core::LLVMGetConstOpcode(value) == inkwell::llvm_sys::LLVMOpcode::LLVMGetElementPtr {
                let mut kind = LLVMGetGEPSourceElementType(value);
                for at in 1..LLVMGetNumOperands(value) {
                    let index = LLVMGetOperand(value, at as u32);
                    if LLVMIsAConstantInt(index).is_null() {
                        return None;
                    }
                    let number = LLVMConstIntGetSExtValue(index);
                    if at == 1 {
                        sum += number * size(layout, kind);
                        continue;
                    }
                    let (inner, step) = inside(layout, kind, Operand::Integer(number))?;
                    kind = inner;
                    sum += match step {
                        Step::Field(bytes) => bytes,
                        Step::Element(bytes) => bytes * number,
                    };
                }
            }
            value = LLVMGetOperand(value, 0);
        }
    }
    Some(Affine::constant(sum))
}
