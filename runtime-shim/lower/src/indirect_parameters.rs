//! Kernel parameters of classes that are not copied trivially. The C++ ABI of x86-64 passes the address of an object of the caller's
//! (Itanium C++ ABI, 3.1.2.3); a launch copies the bytes of the object instead, and each thread has its own, as on GPUs. Which parameters
//! these are, and how large, is read from debug information: the device pass is told to write it, and it is dropped here where it was not
//! the user's wish.

use crate::debug_types;
use crate::error::{Error, Result};
use crate::ir::{self, Function};
use crate::kernels::{self, Written};
use crate::{inline, processor::Processor};
use inkwell::attributes::AttributeLoc;
use inkwell::module::Module;
use inkwell::types::AnyType;
use inkwell::values::{BasicValueEnum, InstructionOpcode};

/// What the device pass puts into `-dwarf-debug-flags` where the user asked for no debug information.
const FOR_TYPES_ALONE: &str = "hipify-types";
/// The same where the user asked for lines.
const FOR_TYPES_AND_LINES: &str = "hipify-types-and-lines";

/// Marks the parameters as passed by value, and drops the debug information that was for that alone.
///
/// # Errors
/// [`Error::UnknownClass`] where there is no debug information, [`Error::UnnamedParameter`].
pub(crate) fn resolve(module: &Module, processor: &Processor) -> Result<()> {
    for function in module.get_functions().filter(|function| function.count_basic_blocks() > 0) {
        if let Some(names) = ir::strings_at(module.get_context(), function, "kernel_arg_name") {
            resolve_of(module, function, &names)?;
        }
    }
    let flags = debug_types::unit_flags(module);
    if flags.iter().any(|flags| flags == FOR_TYPES_ALONE) {
        module.strip_debug_info();
    } else if flags.iter().any(|flags| flags == FOR_TYPES_AND_LINES) {
        inline::run_passes(module, processor, "strip-nonlinetable-debuginfo")?;
    }
    Ok(())
}

fn resolve_of<'ctx>(module: &Module<'ctx>, function: Function<'ctx>, names: &[String]) -> Result<()> {
    let context = module.get_context();
    for Written { number, source, name, .. } in kernels::written(function, names)? {
        let is_address = function.get_nth_param(number).is_some_and(|parameter| parameter.is_pointer_value());
        // A class in a register has a part of its name appended.
        if !is_address || ir::by_value(function, number).is_some() || name.contains(".coerce") {
            continue;
        }
        match debug_types::class_of_parameter(context, function, source as usize) {
            Some(class) => {
                let object = context.i8_type().array_type(u32::try_from(class.size).unwrap_or(u32::MAX));
                let by_value = context.create_type_attribute(ir::kind("byval"), object.as_any_type_enum());
                function.add_attribute(AttributeLoc::Param(number), by_value);
                function
                    .add_attribute(AttributeLoc::Param(number), context.create_enum_attribute(ir::kind("align"), class.align));
            }
            None if is_kept_by_address(function, number) => {
                return Err(Error::UnknownClass { kernel: ir::name_of(function), number: source as usize + 1 });
            }
            None => {}
        }
    }
    Ok(())
}

/// Whether clang treats a parameter as the address of the source's: it keeps that in a variable whose name ends so.
fn is_kept_by_address(function: Function, number: u32) -> bool {
    let Some(parameter) = function.get_nth_param(number) else { return false };
    ir::instructions(function).into_iter().filter(|it| it.get_opcode() == InstructionOpcode::Store).any(|store| {
        let operand = |place| store.get_operand(place).and_then(|operand| operand.value());
        operand(0) == Some(parameter)
            && operand(1).is_some_and(|to: BasicValueEnum| to.get_name().to_string_lossy().contains(".indirect_addr"))
    })
}
