//! Lays out shared variables at offsets in the block's shared memory.

use crate::build::Build;
use crate::error::{Error, Result};
use crate::ir::{self, Function, Instruction, Value};
use hipify_abi::SHARED_ALIGN;
use inkwell::context::ContextRef;
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::module::Module;
use inkwell::values::{BasicValueEnum, GlobalValue, InstructionOpcode, PointerValue};
use std::collections::{HashMap, HashSet};

/// Clang leaves room for vectors of up to this many bytes at a variable's start; more than AVX-512 wants does no harm.
const ALIGN: u64 = 64;

/// Where each shared variable of a kernel lies.
#[derive(Clone, Default)]
pub(crate) struct Layout<'ctx> {
    offsets: HashMap<PointerValue<'ctx>, u64>,
    /// Bytes of static shared memory, a multiple of 128.
    pub(crate) bytes: u64,
    pub(crate) has_dynamic: bool,
}

/// The shared variables of a module: clang gives them an undefined initialiser, and the dynamic ones no size.
pub(crate) fn variables<'ctx>(module: &Module<'ctx>) -> Vec<GlobalValue<'ctx>> {
    module.get_globals().filter(|&global| is_shared(global)).collect()
}

fn is_shared(global: GlobalValue) -> bool {
    if global.is_constant() || global.is_externally_initialized() || global.get_name().to_bytes().starts_with(b"llvm.") {
        return false;
    }
    match global.get_initializer() {
        Some(initializer) => ir::is_undef(initializer),
        None => ir::is_empty_array(global),
    }
}

impl<'ctx> Layout<'ctx> {
    /// A layout of those variables that a function uses.
    pub(crate) fn of(module: &Module<'ctx>, variables: &[GlobalValue<'ctx>], function: Function<'ctx>) -> Self {
        let mentioned = mentioned(function, &addresses(variables));
        let used: Vec<_> = variables.iter().copied().filter(|it| mentioned.contains(&it.as_pointer_value())).collect();
        Layout::of_all(module, &used)
    }

    pub(crate) fn of_all(module: &Module<'ctx>, variables: &[GlobalValue<'ctx>]) -> Self {
        let mut layout = Layout::default();
        for variable in variables.iter().filter(|variable| !ir::is_empty_array(**variable)) {
            let align = u64::from(variable.get_alignment()).max(ALIGN);
            let offset = layout.bytes.next_multiple_of(align);
            layout.offsets.insert(variable.as_pointer_value(), offset);
            layout.bytes = offset + ir::contents_size(module, *variable);
        }
        let dynamic = layout.bytes.next_multiple_of(SHARED_ALIGN as u64);
        for variable in variables.iter().filter(|variable| ir::is_empty_array(**variable)) {
            layout.offsets.insert(variable.as_pointer_value(), dynamic);
            layout.has_dynamic = true;
        }
        layout
    }

    /// Writes all uses in a function as addresses from `base`, which is asked for once, if there are uses.
    pub(crate) fn apply(&self, context: ContextRef<'ctx>, function: Function<'ctx>, base: impl Fn() -> PointerValue<'ctx>) {
        let mut known = None;
        for instruction in ir::instructions(function) {
            for (place, value) in ir::operands(instruction) {
                if self.mentions(value) {
                    let base = *known.get_or_insert_with(&base);
                    let build = Build::before(context, place_for(instruction, place));
                    ir::set_operand(instruction, place, self.expand(&build, value, base));
                }
            }
        }
    }

    fn mentions(&self, value: Value<'ctx>) -> bool {
        match value {
            BasicValueEnum::PointerValue(pointer) if self.offsets.contains_key(&pointer) => true,
            _ => {
                ir::constant_expression(value).is_some_and(|operands| operands.into_iter().any(|operand| self.mentions(operand)))
            }
        }
    }

    fn expand(&self, build: &Build<'ctx>, value: Value<'ctx>, base: PointerValue<'ctx>) -> Value<'ctx> {
        if let BasicValueEnum::PointerValue(pointer) = value
            && let Some(&offset) = self.offsets.get(&pointer)
        {
            return build.offset(base, build.n64(offset)).into();
        }
        if !self.mentions(value) {
            return value;
        }
        let operands: Vec<_> = ir::constant_expression(value)
            .unwrap_or_default()
            .into_iter()
            .map(|operand| self.expand(build, operand, base))
            .collect();
        compute(build, value, &operands)
    }
}

/// The instruction that does what a constant expression does.
fn compute<'ctx>(build: &Build<'ctx>, value: Value<'ctx>, operands: &[Value<'ctx>]) -> Value<'ctx> {
    let integer = |place: usize| operands[place].into_int_value();
    match ir::constant_operation(value) {
        None => (0u32..).zip(operands).fold(undefined(value), |whole, (place, &part)| build.insert_value(whole, part, place)),
        Some(LLVMOpcode::LLVMGetElementPtr) => {
            let indices: Vec<_> = operands[1..].iter().map(|index| index.into_int_value()).collect();
            let ty = ir::element_type(value).unwrap_or_else(|| build.i8().into());
            build.address(ty, operands[0].into_pointer_value(), &indices).into()
        }
        Some(LLVMOpcode::LLVMAdd) => build.add(integer(0), integer(1)).into(),
        Some(LLVMOpcode::LLVMSub) => build.sub(integer(0), integer(1)).into(),
        Some(LLVMOpcode::LLVMMul) => build.mul(integer(0), integer(1)).into(),
        Some(LLVMOpcode::LLVMXor) => build.xor(integer(0), integer(1)).into(),
        Some(operation) => build.cast(cast_of(operation), operands[0], value.get_type()),
    }
}

fn cast_of(operation: LLVMOpcode) -> InstructionOpcode {
    match operation {
        LLVMOpcode::LLVMPtrToInt => InstructionOpcode::PtrToInt,
        LLVMOpcode::LLVMIntToPtr => InstructionOpcode::IntToPtr,
        LLVMOpcode::LLVMTrunc => InstructionOpcode::Trunc,
        LLVMOpcode::LLVMAddrSpaceCast => InstructionOpcode::AddrSpaceCast,
        _ => InstructionOpcode::BitCast,
    }
}

fn undefined<'ctx>(like: Value<'ctx>) -> Value<'ctx> {
    match like {
        BasicValueEnum::ArrayValue(array) => array.get_type().get_undef().into(),
        BasicValueEnum::StructValue(structure) => structure.get_type().get_undef().into(),
        BasicValueEnum::VectorValue(vector) => vector.get_type().get_undef().into(),
        other => other,
    }
}

/// A phi's operand is computed where it comes from.
fn place_for<'ctx>(instruction: Instruction<'ctx>, place: u32) -> Instruction<'ctx> {
    if instruction.get_opcode() != InstructionOpcode::Phi {
        return instruction;
    }
    let from = ir::incomings(instruction).into_iter().find(|(at, ..)| *at == place);
    from.and_then(|(_, _, block)| block.get_terminator()).unwrap_or(instruction)
}

/// The shared variables that a function mentions, in constant expressions too, found in one walk of the function.
pub(crate) fn mentioned<'ctx>(function: Function<'ctx>, variables: &HashSet<PointerValue<'ctx>>) -> HashSet<PointerValue<'ctx>> {
    fn collect<'ctx>(value: Value<'ctx>, among: &HashSet<PointerValue<'ctx>>, found: &mut HashSet<PointerValue<'ctx>>) {
        match value {
            BasicValueEnum::PointerValue(pointer) if among.contains(&pointer) => {
                found.insert(pointer);
            }
            _ => ir::constant_expression(value).into_iter().flatten().for_each(|operand| collect(operand, among, found)),
        }
    }
    let mut found = HashSet::new();
    if variables.is_empty() {
        return found;
    }
    for instruction in ir::instructions(function) {
        ir::operands(instruction).into_iter().for_each(|(_, value)| collect(value, variables, &mut found));
    }
    found
}

/// Variables by their addresses.
pub(crate) fn addresses<'ctx>(variables: &[GlobalValue<'ctx>]) -> HashSet<PointerValue<'ctx>> {
    variables.iter().map(|variable| variable.as_pointer_value()).collect()
}

/// No use of a variable may be left in a lowered kernel.
pub(crate) fn check(variables: &[GlobalValue], kernel: &str, function: Function) -> Result<()> {
    let mentioned = mentioned(function, &addresses(variables));
    match variables.iter().find(|variable| mentioned.contains(&variable.as_pointer_value())) {
        None => Ok(()),
        Some(variable) => {
            let variable = variable.get_name().to_string_lossy().into_owned();
            Err(Error::SharedAddress { kernel: kernel.to_owned(), variable })
        }
    }
}
