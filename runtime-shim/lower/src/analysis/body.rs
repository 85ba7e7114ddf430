//! A function as tables: its graph, and a row for each instruction with its operands and users as indices.

use std::collections::HashMap;

use inkwell::basic_block::BasicBlock;
use inkwell::llvm_sys::core::{
    LLVMConstIntGetSExtValue, LLVMGetCalledValue, LLVMGetConstOpcode, LLVMGetIntTypeWidth, LLVMGetNumOperands, LLVMGetOperand,
    LLVMGetTypeKind, LLVMIsAArgument, LLVMIsABasicBlock, LLVMIsAConstantExpr, LLVMIsAConstantInt, LLVMIsAFunction,
    LLVMIsAGlobalVariable, LLVMIsAInstruction, LLVMIsAUndefValue, LLVMTypeOf, LLVMValueAsBasicBlock,
};
use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind};
use inkwell::types::{AnyType, AnyTypeEnum};
use inkwell::values::{AsValueRef, FunctionValue, GlobalValue, InstructionOpcode, InstructionValue};

use super::calls::Role;
use super::cfg::Graph;
use super::dominance::Loop;

/// What an instruction reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand<'ctx> {
    /// The result of the row with this index.
    Instruction(usize),
    /// The function's parameter with this index.
    Parameter(usize),
    /// A block of the function.
    Block(usize),
    /// The address of a variable of the module, or of something in it; `offset` tells places in it apart (0: its beginning).
    Global { variable: GlobalValue<'ctx>, place: usize },
    /// The address of a function.
    Function(FunctionValue<'ctx>),
    /// A number of at most 64 bits, sign-extended.
    Integer(i64),
    /// `undef` or `poison`.
    Undefined,
    /// Any other constant; equal constants of one type have equal keys.
    Constant(usize),
}

/// One instruction.
#[derive(Clone, Debug)]
pub struct Row<'ctx> {
    pub instruction: InstructionValue<'ctx>,
    pub opcode: InstructionOpcode,
    /// The block it stands in.
    pub block: usize,
    /// As LLVM orders them; a call's arguments come before its callee.
    pub operands: Vec<Operand<'ctx>>,
    /// Rows that read the result.
    pub users: Vec<usize>,
    /// Of a phi: the block each operand comes from.
    pub incoming: Vec<usize>,
    /// Of a call: what it does.
    pub role: Option<Role>,
}

impl<'ctx> Row<'ctx> {
    /// A call's arguments; all operands of anything else.
    pub fn arguments(&self) -> &[Operand<'ctx>] {
        match (self.opcode, self.operands.len()) {
            (InstructionOpcode::Call, len) => &self.operands[..len - 1],
            _ => &self.operands,
        }
    }

    /// The address that is read or written, of those instructions that name one.
    pub fn address(&self) -> Option<Operand<'ctx>> {
        match self.opcode {
            InstructionOpcode::Load | InstructionOpcode::AtomicRMW | InstructionOpcode::AtomicCmpXchg => Some(self.operands[0]),
            InstructionOpcode::Store => Some(self.operands[1]),
            _ => None,
        }
    }

    /// Whether threads wait there.
    pub fn is_sync(&self) -> bool {
        self.role.is_some_and(Role::is_sync)
    }
}

/// A function as tables. It is a picture: it does not follow later changes of the function.
pub struct Body<'ctx> {
    pub function: FunctionValue<'ctx>,
    pub graph: Graph,
    blocks: Vec<BasicBlock<'ctx>>,
    rows: Vec<Row<'ctx>>,
    spans: Vec<std::ops::Range<usize>>,
    block_index: HashMap<BasicBlock<'ctx>, usize>,
    row_index: HashMap<InstructionValue<'ctx>, usize>,
}

impl<'ctx> Body<'ctx> {
    /// The tables of a function.
    pub fn of(function: FunctionValue<'ctx>) -> Self {
        let blocks = function.get_basic_blocks();
        let block_index: HashMap<_, _> = blocks.iter().enumerate().map(|(index, &block)| (block, index)).collect();
        let mut instructions = Vec::new();
        let mut spans = Vec::new();
        for (index, block) in blocks.iter().enumerate() {
            let first = instructions.len();
            instructions.extend(block.get_instructions().map(|one| (index, one)));
            spans.push(first..instructions.len());
        }
        let row_index: HashMap<_, _> = instructions.iter().enumerate().map(|(row, &(_, one))| (one, row)).collect();
        let names = Names { function, block_index: &block_index, row_index: &row_index };
        let mut rows: Vec<Row> = instructions.iter().map(|&(block, one)| names.row(one, block)).collect();
        link_users(&mut rows);
        let successors = spans.iter().map(|span| targets(rows[span.clone()].last())).collect();
        Self { function, graph: Graph::new(successors), blocks, rows, spans, block_index, row_index }
    }

    /// All instructions, block after block.
    pub fn rows(&self) -> &[Row<'ctx>] {
        &self.rows
    }

    /// By how much a phi of a loop's header grows from iteration to iteration; nothing for other rows, and if that is not constant.
    pub fn growth_by_iteration(&self, one: &Loop, at: usize) -> Option<i64> {
        let phi = Operand::Instruction(at);
        let is_counter = self.rows[at].opcode == InstructionOpcode::Phi && self.rows[at].block == one.header;
        self.rows[at].operands.iter().filter(|_| is_counter).find_map(|&next| {
            let Operand::Instruction(next) = next else { return None };
            let next = &self.rows[next];
            let adds = next.opcode == InstructionOpcode::Add && one.contains(next.block) && next.operands.contains(&phi);
            next.operands.iter().filter(|_| adds).find_map(|it| if let Operand::Integer(step) = *it { Some(step) } else { None })
        })
    }

    /// The rows of a block.
    pub fn span(&self, block: usize) -> std::ops::Range<usize> {
        self.spans[block].clone()
    }

    /// The row that ends a block.
    pub fn terminator(&self, block: usize) -> Option<usize> {
        self.spans[block].clone().last()
    }

    /// The block with an index.
    pub fn block(&self, index: usize) -> BasicBlock<'ctx> {
        self.blocks[index]
    }

    /// The index of a block of this function.
    pub fn block_index(&self, block: BasicBlock<'ctx>) -> Option<usize> {
        self.block_index.get(&block).copied()
    }

    /// The index of an instruction of this function.
    pub fn row_index(&self, instruction: InstructionValue<'ctx>) -> Option<usize> {
        self.row_index.get(&instruction).copied()
    }

    /// The row with this result name: for tests and messages.
    pub fn named(&self, name: &str) -> Option<usize> {
        self.rows.iter().position(|row| row.instruction.get_name().is_some_and(|own| own.to_bytes() == name.as_bytes()))
    }

    /// The block with this name: for tests and messages.
    pub fn block_named(&self, name: &str) -> Option<usize> {
        self.blocks.iter().position(|block| block.get_name().to_bytes() == name.as_bytes())
    }

    /// Whether a block does nothing but end or go on to one place.
    pub fn is_bare(&self, block: usize) -> bool {
        self.spans[block].len() == 1 && self.graph.successors(block).len() <= 1
    }

    /// The allocas that are only read and written whole, as one type: variables, not memory.
    pub fn variables(&self) -> Vec<usize> {
        (0..self.rows.len()).filter(|&row| self.is_variable(row)).collect()
    }

    fn is_variable(&self, row: usize) -> bool {
        let alloca = &self.rows[row];
        let Ok(kind) = alloca.instruction.get_allocated_type() else { return false };
        let whole = |user: &usize| {
            let user = &self.rows[*user];
            match user.opcode {
                InstructionOpcode::Load => {
                    user.instruction.get_volatile() == Ok(false) && user.instruction.get_type() == kind.as_any_type_enum()
                }
                InstructionOpcode::Store => {
                    user.instruction.get_volatile() == Ok(false)
                        && user.operands[0] != Operand::Instruction(row)
                        && stored_kind(user) == Some(kind.as_any_type_enum())
                }
                _ => user.role == Some(Role::Hint),
            }
        };
        alloca.opcode == InstructionOpcode::Alloca && alloca.operands == [Operand::Integer(1)] && alloca.users.iter().all(whole)
    }
}

fn stored_kind<'ctx>(store: &Row<'ctx>) -> Option<AnyTypeEnum<'ctx>> {
    let value = store.instruction.get_operand(0)?.value()?;
    Some(value.get_type().as_any_type_enum())
}

fn targets(terminator: Option<&Row>) -> Vec<usize> {
    let operands = terminator.map_or(&[][..], |row| &row.operands);
    operands.iter().filter_map(|one| if let Operand::Block(block) = one { Some(*block) } else { None }).collect()
}

fn link_users(rows: &mut [Row]) {
    for user in 0..rows.len() {
        for operand in rows[user].operands.clone() {
            if let Operand::Instruction(used) = operand
                && rows[used].users.last() != Some(&user)
            {
                rows[used].users.push(user);
            }
        }
    }
}

struct Names<'a, 'ctx> {
    function: FunctionValue<'ctx>,
    block_index: &'a HashMap<BasicBlock<'ctx>, usize>,
    row_index: &'a HashMap<InstructionValue<'ctx>, usize>,
}

impl<'ctx> Names<'_, 'ctx> {
    fn row(&self, instruction: InstructionValue<'ctx>, block: usize) -> Row<'ctx> {
        let opcode = instruction.get_opcode();
        let raw = instruction.as_value_ref();
        // SAFETY: `raw` is an instruction of a live module; indices stay below its number of operands.
        let operands = unsafe { (0..LLVMGetNumOperands(raw)).map(|at| self.operand(LLVMGetOperand(raw, at as u32))).collect() };
        let incoming = match inkwell::values::PhiValue::try_from(instruction) {
            Ok(phi) => phi.get_incomings().map(|(_, from)| self.block_index[&from]).collect(),
            Err(_) => Vec::new(),
        };
        Row { instruction, opcode, block, operands, users: Vec::new(), incoming, role: role(instruction, opcode) }
    }

    /// # Safety
    /// `value` must be an operand of an instruction of the function.
    unsafe fn operand(&self, value: LLVMValueRef) -> Operand<'ctx> {
        // SAFETY: each cast follows the test for that class of value.
        unsafe {
            if !LLVMIsAInstruction(value).is_null() {
                return Operand::Instruction(self.row_index[&InstructionValue::new(value)]);
            }
            if !LLVMIsABasicBlock(value).is_null() {
                let block = BasicBlock::new(LLVMValueAsBasicBlock(value)).expect("a block operand is not null");
                return Operand::Block(self.block_index[&block]);
            }
            if !LLVMIsAArgument(value).is_null() {
                let own = self.function.get_param_iter().position(|one| one.as_value_ref() == value);
                return Operand::Parameter(own.expect("an argument is one of the function's own"));
            }
        }
        // SAFETY: what is left of the operands are constants, metadata and inline assembly.
        unsafe { constant(value) }
    }
}

fn role(instruction: InstructionValue, opcode: InstructionOpcode) -> Option<Role> {
    if !matches!(opcode, InstructionOpcode::Call | InstructionOpcode::Invoke | InstructionOpcode::CallBr) {
        return None;
    }
    // SAFETY: it is a call, so it has a called value; that is cast to a function after the test.
    let callee = unsafe {
        let called = LLVMGetCalledValue(instruction.as_value_ref());
        if LLVMIsAFunction(called).is_null() { None } else { FunctionValue::new(called) }
    };
    Some(callee.map_or(Role::Opaque, Role::of))
}

/// # Safety
/// `value` must be a live value that is neither an instruction, an argument nor a block.
unsafe fn constant<'ctx>(value: LLVMValueRef) -> Operand<'ctx> {
    // SAFETY: each cast follows the test for that class of value.
    unsafe {
        if !LLVMIsAConstantInt(value).is_null() && LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64 {
            return Operand::Integer(LLVMConstIntGetSExtValue(value));
        }
        if !LLVMIsAUndefValue(value).is_null() {
            return Operand::Undefined;
        }
        if !LLVMIsAFunction(value).is_null() {
            return FunctionValue::new(value).map_or(Operand::Constant(value as usize), Operand::Function);
        }
        if !LLVMIsAGlobalVariable(value).is_null() {
            return Operand::Global { variable: GlobalValue::new(value), place: 0 };
        }
        match variable_of(value) {
            Some(variable) => Operand::Global { variable, place: value as usize },
            None => Operand::Constant(value as usize),
        }
    }
}

/// The variable that a constant address lies in.
///
/// # Safety
/// `value` must be a live constant, metadata or inline assembly.
unsafe fn variable_of<'ctx>(mut value: LLVMValueRef) -> Option<GlobalValue<'ctx>> {
    // SAFETY: operands are taken of constant expressions alone, which have at least one.
    unsafe {
        while LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMTypeKind::LLVMPointerTypeKind {
            if !LLVMIsAGlobalVariable(value).is_null() {
                return Some(GlobalValue::new(value));
            }
            let derived = !LLVMIsAConstantExpr(value).is_null()
                && matches!(
                    LLVMGetConstOpcode(value),
                    LLVMOpcode::LLVMGetElementPtr | LLVMOpcode::LLVMBitCast | LLVMOpcode::LLVMAddrSpaceCast
                );
            if !derived {
                return None;
            }
            value = LLVMGetOperand(value, 0);
        }
    }
    None
}
