//! The object that an address was computed from, where the code around it says which: a variable on the stack, in shared memory or
//! of the device. Its bounds decide without shadow memory, and however far off the access is.

use crate::ir::{self, Value};
use inkwell::module::Module;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{BasicValue, BasicValueEnum, GlobalValue, InstructionOpcode, PointerValue};

/// An object.
#[derive(Clone, Copy)]
pub(super) struct Object<'ctx> {
    pub(super) base: PointerValue<'ctx>,
    /// Bytes; nothing for dynamic shared memory.
    pub(super) size: Option<u64>,
}

/// Steps from an address back to its object that are looked at.
const MOST_STEPS: usize = 64;

/// The object of an address; nothing where it may be one of several, or is not known.
pub(super) fn of<'ctx>(module: &Module<'ctx>, address: PointerValue<'ctx>, shared: &[GlobalValue<'ctx>]) -> Option<Object<'ctx>> {
    let mut found: Option<PointerValue> = None;
    let mut seen = Vec::new();
    let mut open: Vec<Value> = vec![address.into()];
    while let Some(value) = open.pop() {
        if seen.contains(&value) {
            continue;
        }
        seen.push(value);
        if seen.len() > MOST_STEPS {
            return None;
        }
        match sources(value) {
            Some(sources) => open.extend(sources),
            None => {
                let BasicValueEnum::PointerValue(base) = value else { return None };
                if found.is_some_and(|other| other != base) {
                    return None;
                }
                found = Some(base);
            }
        }
    }
    let base = found?;
    Some(Object { base, size: size(module, base, shared)? })
}

/// What a pointer is computed from; nothing for where computing begins.
fn sources<'ctx>(value: Value<'ctx>) -> Option<Vec<Value<'ctx>>> {
    if let Some(made) = ir::maker(value) {
        return match made.get_opcode() {
            InstructionOpcode::GetElementPtr | InstructionOpcode::AddrSpaceCast | InstructionOpcode::BitCast => {
                ir::operand(made, 0).map(|base| vec![base])
            }
            InstructionOpcode::Phi => Some(ir::incomings(made).into_iter().map(|(_, value, _)| value).collect()),
            InstructionOpcode::Select => Some([1, 2].into_iter().filter_map(|place| ir::operand(made, place)).collect()),
            _ => None,
        };
    }
    ir::constant_operation(value)?;
    let operands = ir::constant_expression(value)?;
    operands.first().copied().filter(|base| base.is_pointer_value()).map(|base| vec![base])
}

/// Nothing: no object of a known size.
fn size<'ctx>(module: &Module<'ctx>, base: PointerValue<'ctx>, shared: &[GlobalValue<'ctx>]) -> Option<Option<u64>> {
    if let Some(made) = base.as_instruction_value() {
        if made.get_opcode() != InstructionOpcode::Alloca {
            return None;
        }
        let ty: BasicTypeEnum = made.get_allocated_type().ok()?;
        let count = ir::operand(made, 0)?.into_int_value().get_zero_extended_constant()?;
        return Some(Some(ir::size_of(module, ty).checked_mul(count)?));
    }
    let global = module.get_globals().find(|global| global.as_pointer_value() == base)?;
    if ir::is_empty_array(global) {
        return shared.contains(&global).then_some(None);
    }
    // A declaration may be of a part.
    (global.get_initializer().is_some() || global.is_externally_initialized()).then(|| Some(ir::contents_size(module, global)))
}

impl<'ctx> Object<'ctx> {
    /// Whether it is a thread's own: a variable on its stack.
    pub(super) fn is_private(&self) -> bool {
        self.base.as_instruction_value().is_some()
    }

    /// Whether an access is sure to lie inside.
    pub(super) fn holds(&self, module: &Module<'ctx>, address: PointerValue<'ctx>, size: u32) -> bool {
        let Some(whole) = self.size else { return false };
        let mut value = address.as_basic_value_enum();
        let mut offset = 0u64;
        while value != self.base.as_basic_value_enum() {
            let Some((base, more)) = ir::maker(value).and_then(|made| constant_step(module, made)) else { return false };
            let Some(sum) = offset.checked_add(more) else { return false };
            (value, offset) = (base, sum);
        }
        offset.checked_add(u64::from(size)).is_some_and(|end| end <= whole)
    }
}

/// Of an address computation with one constant index: what it starts from, and bytes.
fn constant_step<'ctx>(module: &Module<'ctx>, made: ir::Instruction<'ctx>) -> Option<(Value<'ctx>, u64)> {
    if made.get_opcode() != InstructionOpcode::GetElementPtr {
        return None;
    }
    let operands = ir::operands(made);
    let [(_, base), (_, index)] = operands.as_slice() else { return None };
    let index = index.into_int_value().get_sign_extended_constant().and_then(|index| u64::try_from(index).ok())?;
    let ty = ir::element_type(ir::value_of(made)?)?;
    Some((*base, index.checked_mul(ir::size_of(module, ty))?))
}
