//! Finds the object that an address leads to, and whether anything writes to it while the kernel runs.

use std::collections::HashMap;

use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::{
    LLVMGetFirstUse, LLVMGetInstructionOpcode, LLVMGetNextUse, LLVMGetOperand, LLVMGetUser, LLVMIsAConstantExpr,
    LLVMIsAInstruction, LLVMIsAUndefValue,
};
use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::values::{AsValueRef, GlobalValue, InstructionOpcode, InstructionValue};

use super::body::{Body, Operand};
use super::calls::Role;
use crate::ir;

/// What an address leads into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Object<'ctx> {
    /// A `__shared__` variable; the block's shared memory.
    Shared(GlobalValue<'ctx>),
    /// Shared memory, by its base address: no telling which variable.
    SharedBase,
    /// Any other variable of the module.
    Global(GlobalValue<'ctx>),
    /// What a parameter of the function points to.
    Parameter(usize),
    /// A local variable: the row of its alloca.
    Local(usize),
    /// Anything.
    Unknown,
}

impl Object<'_> {
    /// Whether it is the block's shared memory for sure.
    pub fn is_shared(self) -> bool {
        matches!(self, Object::Shared(_) | Object::SharedBase)
    }
}

/// A `__shared__` variable: an internal or linkonce variable that has no value (dynamic ones: zero-length arrays from outside).
pub fn is_shared(variable: GlobalValue) -> bool {
    if variable.is_externally_initialized() || variable.is_constant() {
        return false;
    }
    match variable.get_initializer() {
        // SAFETY: the initialiser is a live constant.
        Some(value) => unsafe { !LLVMIsAUndefValue(value.as_value_ref()).is_null() },
        None => variable.get_value_type().is_array_type() && variable.get_value_type().into_array_type().is_empty(),
    }
}

/// The object that an address leads into; `Unknown` when it may be one of several.
pub fn object<'ctx>(body: &Body<'ctx>, address: Operand<'ctx>) -> Object<'ctx> {
    let mut found = None;
    for root in roots(body, address) {
        let here = root_object(body, root);
        if found.is_some_and(|before| before != here) || here == Object::Unknown {
            return Object::Unknown;
        }
        found = Some(here);
    }
    found.unwrap_or(Object::Unknown)
}

/// What an address is computed from: where steps from it back end, undefined ones aside.
pub fn roots<'ctx>(body: &Body<'ctx>, address: Operand<'ctx>) -> Vec<Operand<'ctx>> {
    let mut found = Vec::new();
    let mut seen = Vec::new();
    let mut work = vec![address];
    while let Some(one) = work.pop() {
        match one {
            Operand::Undefined => {}
            Operand::Instruction(row) if seen.contains(&row) => {}
            Operand::Instruction(row) => {
                seen.push(row);
                match step(body, row) {
                    Some(more) => work.extend(more),
                    None => found.push(one),
                }
            }
            _ => found.push(one),
        }
    }
    found
}

/// The object that a root leads to.
pub fn root_object<'ctx>(body: &Body<'ctx>, root: Operand<'ctx>) -> Object<'ctx> {
    match root {
        Operand::Global { variable, .. } if is_shared(variable) => Object::Shared(variable),
        Operand::Global { variable, .. } => Object::Global(variable),
        Operand::Parameter(at) => Object::Parameter(at),
        Operand::Instruction(row) if body.rows()[row].opcode == InstructionOpcode::Alloca => Object::Local(row),
        Operand::Instruction(row) if shared_base(body, row) => Object::SharedBase,
        _ => Object::Unknown,
    }
}

/// The addresses that a row's address is made from; nothing where it is made from none.
fn step<'ctx>(body: &Body<'ctx>, row: usize) -> Option<Vec<Operand<'ctx>>> {
    let this = &body.rows()[row];
    match this.opcode {
        InstructionOpcode::GetElementPtr
        | InstructionOpcode::BitCast
        | InstructionOpcode::AddrSpaceCast
        | InstructionOpcode::Freeze => Some(vec![this.operands[0]]),
        InstructionOpcode::Phi => Some(this.operands.clone()),
        InstructionOpcode::Select => Some(this.operands[1..].to_vec()),
        _ => None,
    }
}

fn shared_base(body: &Body, row: usize) -> bool {
    let this = &body.rows()[row];
    if this.opcode != InstructionOpcode::Call {
        return false;
    }
    let callee = this.operands.last();
    matches!(callee, Some(Operand::Function(callee)) if callee.get_name().to_bytes() == b"__hipify_shared_base")
}

/// Which memory does not change while the kernel runs; remembers answers.
pub struct Invariance<'a, 'ctx> {
    body: &'a Body<'ctx>,
    parameters: HashMap<usize, bool>,
    globals: HashMap<LLVMValueRef, bool>,
    invariant_load: u32,
}

impl<'a, 'ctx> Invariance<'a, 'ctx> {
    /// Nothing asked yet.
    pub fn of(body: &'a Body<'ctx>) -> Self {
        let context = body.function.get_type().get_context();
        let invariant_load = context.get_kind_id("invariant.load");
        Self { body, parameters: HashMap::new(), globals: HashMap::new(), invariant_load }
    }

    /// Whether a load gets the same value whenever it runs on the same address.
    pub fn is_invariant(&mut self, load: usize) -> bool {
        let row = &self.body.rows()[load];
        if row.opcode != InstructionOpcode::Load || row.instruction.get_volatile() != Ok(false) {
            return false;
        }
        row.instruction.get_metadata(self.invariant_load).is_some()
            || match object(self.body, row.operands[0]) {
                Object::Parameter(at) => self.parameter(at),
                Object::Global(variable) => variable.is_constant() || self.global(variable),
                _ => false,
            }
    }

    /// Memory that a parameter points to that nothing else leads to (`__restrict__`, a copy of a struct) and that is only read.
    fn parameter(&mut self, at: usize) -> bool {
        let body = self.body;
        *self.parameters.entry(at).or_insert_with(|| {
            let has = |name: &str| {
                let kind = Attribute::get_named_enum_kind_id(name);
                body.function.get_enum_attribute(AttributeLoc::Param(at as u32), kind).is_some()
            };
            (has("noalias") || has("byval")) && only_read(body, at)
        })
    }

    /// A variable that no function of the module writes or passes on.
    fn global(&mut self, variable: GlobalValue<'ctx>) -> bool {
        let raw = variable.as_value_ref();
        // SAFETY: the variable belongs to the live module of the function.
        *self.globals.entry(raw).or_insert_with(|| unsafe { is_only_loaded(raw) })
    }
}

/// Whether what a parameter leads to is only read by it.
pub fn only_read(body: &Body, parameter: usize) -> bool {
    let uses = |wanted: Operand| {
        let reads = move |row: &usize| body.rows()[*row].operands.contains(&wanted);
        (0..body.rows().len()).filter(reads).collect::<Vec<_>>()
    };
    let mut work = vec![(Operand::Parameter(parameter), uses(Operand::Parameter(parameter)))];
    let mut seen = vec![false; body.rows().len()];
    while let Some((address, users)) = work.pop() {
        for user in users {
            let row = &body.rows()[user];
            match row.opcode {
                InstructionOpcode::Load | InstructionOpcode::ICmp => {}
                InstructionOpcode::GetElementPtr | InstructionOpcode::Phi | InstructionOpcode::Select => {
                    if !std::mem::replace(&mut seen[user], true) {
                        work.push((Operand::Instruction(user), row.users.clone()));
                    }
                }
                InstructionOpcode::Call if row.role == Some(Role::Hint) => {}
                InstructionOpcode::Call if row.role == Some(Role::Copy) && row.operands[0] != address => {}
                _ => return false,
            }
        }
    }
    true
}

/// # Safety
/// `value` must be a variable of a live module, or a constant address made from one.
unsafe fn is_only_loaded(value: LLVMValueRef) -> bool {
    let mut seen = vec![value];
    let mut work = vec![value];
    // SAFETY: users of live values are live values; operands are taken of users, which have them.
    unsafe {
        while let Some(address) = work.pop() {
            let mut one = LLVMGetFirstUse(address);
            while !one.is_null() {
                let user = LLVMGetUser(one);
                one = LLVMGetNextUse(one);
                if seen.contains(&user) {
                    continue;
                }
                let follows = match LLVMIsAInstruction(user).is_null() {
                    true => !LLVMIsAConstantExpr(user).is_null(),
                    false => match LLVMGetInstructionOpcode(user) {
                        LLVMOpcode::LLVMLoad => continue,
                        LLVMOpcode::LLVMCall if copies_from(user, address) => continue,
                        LLVMOpcode::LLVMGetElementPtr | LLVMOpcode::LLVMPHI | LLVMOpcode::LLVMSelect => true,
                        _ => false,
                    },
                };
                if !follows {
                    return false;
                }
                seen.push(user);
                work.push(user);
            }
        }
    }
    true
}

/// # Safety
/// `call` must be a live call.
unsafe fn copies_from(call: LLVMValueRef, address: LLVMValueRef) -> bool {
    // SAFETY: a call's called value and first operand (its callee at least) exist.
    unsafe {
        let called = inkwell::llvm_sys::core::LLVMGetCalledValue(call);
        let function = inkwell::values::FunctionValue::new(called);
        let named = !inkwell::llvm_sys::core::LLVMIsAFunction(called).is_null();
        named && function.is_some_and(|one| Role::of(one) == Role::Copy) && LLVMGetOperand(call, 0) != address
    }
}

/// The types of C++ that metadata of an access (TBAA) names.
#[derive(Clone, Copy)]
pub enum Typed {
    /// The structure around what is accessed.
    Around,
    /// What is accessed.
    Accessed,
}

/// The name of such a type, as clang writes it.
pub fn type_name(access: InstructionValue, which: Typed) -> Option<String> {
    let tag = ir::metadata(access, "tbaa")?;
    let ty = ir::node_operands(tag.as_value_ref()).get(which as usize).copied()?;
    ir::node_operands(ty).first().copied().map(ir::text)
}
