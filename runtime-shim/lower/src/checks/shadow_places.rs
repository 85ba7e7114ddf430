//! Where shadows lie, written so that loops over them become vector code. The sanitizer flips a bit of each address, after which nothing is
//! known of it any more; but all addresses of one object have the same bit there, so that it is enough to flip that of the address which
//! others are computed from. And accesses of the program that do not depend on each other have shadows that do not.

use crate::build::Build;
use crate::ir::{self, Function, Instruction, Value};
use hipify_abi::checks::{ORIGIN_OFFSET, SHARED_ORIGIN, UNDEFINED_SHADOW_MASK};
use inkwell::module::Module;
use inkwell::values::{InstructionOpcode, PointerValue};
use std::collections::HashMap;

/// Steps from an address back to where it was computed from.
const MOST_STEPS: usize = 16;

/// Rewrites the addresses of a function's shadows. `only_shared`: what is undefined comes from a block's shared memory, wherever it is.
pub(super) fn rewrite<'ctx>(module: &Module<'ctx>, function: Function<'ctx>, only_shared: bool) {
    let mut shadows: HashMap<Value<'ctx>, PointerValue<'ctx>> = HashMap::new();
    // Other instructions go on the way.
    let flips = ir::instructions(function).into_iter().filter_map(|flip| Some((flip, flipped(flip)?)));
    for (flip, address) in flips.collect::<Vec<_>>() {
        mark_shadows(module, flip, address);
        let (root, steps) = way(address);
        if only_shared {
            drop_origins(module, flip, is_blocks(root));
        }
        if steps.is_empty() {
            continue;
        }
        let Some(base) = shadow_of_root(module, function, &mut shadows, root) else { continue };
        let build = Build::before(module.get_context(), flip);
        let mut place = base;
        for step in steps.into_iter().rev() {
            let Some(Value::PointerValue(next)) = build.copy_with(step, [(0, place.into())]) else { return };
            place = next;
        }
        let origins = ir::users(flip).into_iter().filter(|user| is_origin(*user)).flat_map(ir::users);
        for pointer in origins.filter(|user| user.get_opcode() == InstructionOpcode::IntToPtr).collect::<Vec<_>>() {
            let build = Build::before(module.get_context(), pointer);
            ir::replace_uses(pointer, build.offset(place, build.n64(ORIGIN_OFFSET as u64)));
            pointer.erase_from_basic_block();
        }
        let places = ir::users(flip).into_iter().filter(|user| user.get_opcode() == InstructionOpcode::IntToPtr);
        for pointer in places.collect::<Vec<_>>() {
            ir::replace_uses(pointer, place);
            pointer.erase_from_basic_block();
        }
        ir::replace_uses(flip, build.pointer_to_integer(place));
        flip.erase_from_basic_block();
    }
}

/// The address whose bit an instruction flips.
fn flipped<'ctx>(instruction: Instruction<'ctx>) -> Option<PointerValue<'ctx>> {
    if instruction.get_opcode() != InstructionOpcode::Xor {
        return None;
    }
    let Value::IntValue(mask) = ir::operand(instruction, 1)? else { return None };
    if mask.get_zero_extended_constant() != Some(UNDEFINED_SHADOW_MASK as u64) {
        return None;
    }
    let number = ir::maker(ir::operand(instruction, 0)?)?;
    if number.get_opcode() != InstructionOpcode::PtrToInt {
        return None;
    }
    match ir::operand(number, 0)? {
        Value::PointerValue(address) => Some(address),
        _ => None,
    }
}

/// Origins that are known: nobody loads them, and what a block has for itself begins with them.
fn drop_origins<'ctx>(module: &Module<'ctx>, flip: Instruction<'ctx>, is_blocks: bool) {
    let mut open: Vec<Instruction> = ir::users(flip).into_iter().filter(|user| is_origin(*user)).flat_map(ir::users).collect();
    while let Some(user) = open.pop() {
        match user.get_opcode() {
            InstructionOpcode::And | InstructionOpcode::IntToPtr => open.extend(ir::users(user)),
            InstructionOpcode::Load => {
                let known = module.get_context().i32_type().const_int(u64::from(SHARED_ORIGIN), false);
                if ir::value_of(user).is_some_and(|value| value.get_type() == known.get_type().into()) {
                    ir::replace_uses(user, known);
                    user.erase_from_basic_block();
                }
            }
            InstructionOpcode::Store if is_blocks => user.erase_from_basic_block(),
            _ => {}
        }
    }
}

/// Whether an address begins at a variable, or at what a field of the context leads to.
fn is_blocks(root: Value) -> bool {
    let Some(made) = ir::maker(root) else { return false };
    match (made.get_opcode(), ir::operand(made, 0)) {
        (InstructionOpcode::Alloca, _) => true,
        // What the sanitizer is not to look at of the function's own parameter.
        (InstructionOpcode::Load, Some(Value::PointerValue(address))) => {
            let base = way(address).0;
            ir::is_argument(base) || is_frozen_argument(base)
        }
        _ => false,
    }
}

fn is_frozen_argument(value: Value) -> bool {
    let frozen = ir::maker(value).filter(|it| it.get_opcode() == InstructionOpcode::Freeze);
    frozen.and_then(|it| ir::operand(it, 0)).is_some_and(ir::is_argument)
}

/// Whether an instruction goes from the address of a shadow to that of its origin.
fn is_origin(instruction: Instruction) -> bool {
    let constant = match ir::operand(instruction, 1) {
        Some(Value::IntValue(constant)) => constant.get_zero_extended_constant(),
        _ => None,
    };
    instruction.get_opcode() == InstructionOpcode::Add && constant == Some(ORIGIN_OFFSET as u64)
}

/// What an address is computed from by adding to it, and the steps back to that.
fn way<'ctx>(address: PointerValue<'ctx>) -> (Value<'ctx>, Vec<Instruction<'ctx>>) {
    let mut steps = Vec::new();
    let mut value: Value = address.into();
    while let Some(step) = ir::maker(value).filter(|step| step.get_opcode() == InstructionOpcode::GetElementPtr) {
        let Some(Value::PointerValue(base)) = ir::operand(step, 0) else { break };
        if steps.len() == MOST_STEPS {
            break;
        }
        steps.push(step);
        value = base.into();
    }
    (value, steps)
}

/// The shadow of a root, computed once, where it is made.
fn shadow_of_root<'ctx>(
    module: &Module<'ctx>,
    function: Function<'ctx>,
    known: &mut HashMap<Value<'ctx>, PointerValue<'ctx>>,
    root: Value<'ctx>,
) -> Option<PointerValue<'ctx>> {
    if let Some(shadow) = known.get(&root) {
        return Some(*shadow);
    }
    let context = module.get_context();
    let build = match ir::maker(root) {
        Some(made) if made.get_opcode() == InstructionOpcode::Phi => Build::after_phis(context, made.get_parent()?),
        Some(made) => Build::before(context, made.get_next_instruction()?),
        None => Build::after_phis(context, function.get_first_basic_block()?),
    };
    let number = build.pointer_to_integer(root.into_pointer_value());
    let shadow = build.integer_to_pointer(build.xor(number, build.n64(UNDEFINED_SHADOW_MASK as u64)));
    known.insert(root, shadow);
    Some(shadow)
}

/// Shadows of accesses that do not depend on each other do not either, and what cannot be the same memory has shadows that cannot.
fn mark_shadows<'ctx>(module: &Module<'ctx>, flip: Instruction<'ctx>, address: PointerValue<'ctx>) {
    use InstructionOpcode::{Add, And, IntToPtr, Load, Store};
    let kinds = ["llvm.access.group", "alias.scope", "noalias"].map(|name| module.get_context().get_kind_id(name));
    let is_access = |it: &Instruction<'ctx>| match it.get_opcode() {
        Load => true,
        Store => ir::operand(*it, 1) == Some(address.into()),
        _ => false,
    };
    // The access that these are for is in the block.
    let here = |it: &Instruction<'ctx>| it.get_parent() == flip.get_parent();
    let Some(access) = ir::users(address).into_iter().filter(is_access).find(here) else { return };
    let mut open: Vec<Instruction> = ir::users(flip);
    while let Some(user) = open.pop() {
        match user.get_opcode() {
            Add | And | IntToPtr => open.extend(ir::users(user)),
            Load | Store => {
                for kind in kinds {
                    if let Some(node) = access.get_metadata(kind) {
                        let _ = user.set_metadata(node, kind);
                    }
                }
            }
            _ => {}
        }
    }
}
