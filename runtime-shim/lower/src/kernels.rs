//! Finds the kernels, and which LLVM parameters each of their source parameters consists of.

use crate::build::Build;
use crate::error::{Error, Result};
use crate::ir::{self, Function};
use hipify_abi::Parameter;
use inkwell::attributes::AttributeLoc;
use inkwell::module::{Linkage, Module};
use inkwell::types::BasicTypeEnum;

/// A kernel as the module has it.
#[derive(Clone)]
pub(crate) struct Kernel<'ctx> {
    pub(crate) function: Function<'ctx>,
    pub(crate) name: String,
    pub(crate) parameters: Vec<Parameter>,
    /// One an LLVM parameter.
    pub(crate) pieces: Vec<Piece<'ctx>>,
}

/// Where an LLVM parameter comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece<'ctx> {
    /// The source's parameter.
    pub(crate) parameter: u32,
    /// Bytes into it: 8 for the second register of a structure in two.
    pub(crate) offset: u32,
    pub(crate) ty: BasicTypeEnum<'ctx>,
    /// For a structure in memory: its type. The LLVM parameter is a pointer to it then.
    pub(crate) by_value: Option<BasicTypeEnum<'ctx>>,
}

/// The kernels of a module: clang leaves the names of their parameters with them.
pub(crate) fn find<'ctx>(module: &Module<'ctx>) -> Result<Vec<Kernel<'ctx>>> {
    let context = module.get_context();
    let mut kernels = Vec::new();
    for function in module.get_functions().filter(|function| function.count_basic_blocks() > 0) {
        if let Some(names) = ir::strings_at(context, function, "kernel_arg_name") {
            kernels.push(describe(module, function, &names)?);
        }
    }
    Ok(kernels)
}

/// An LLVM parameter of a kernel.
pub(crate) struct Written {
    /// Its number.
    pub(crate) number: u32,
    /// The number of the source's parameter that it comes from.
    pub(crate) source: u32,
    /// Whether it is the second register of a structure in two.
    is_second: bool,
    pub(crate) name: String,
}

/// The LLVM parameters of a kernel whose source's parameters have these names.
///
/// # Errors
/// [`Error::UnnamedParameter`].
pub(crate) fn written(function: Function, names: &[String]) -> Result<Vec<Written>> {
    let mut next = 0;
    let mut before = None;
    let mut all = Vec::new();
    for (number, parameter) in function.get_params().into_iter().enumerate() {
        let name = parameter.get_name().to_string_lossy().into_owned();
        let is_second = before.is_some_and(|base: String| is_second_half(&name, &base));
        let unnamed = || Error::UnnamedParameter { kernel: ir::name_of(function), number };
        if !is_second {
            // A parameter of an empty type has no LLVM parameter.
            next += names[next.min(names.len())..].iter().position(|one| is_of(&name, one)).ok_or_else(unnamed)? + 1;
        }
        before = first_half_of(&name).map(str::to_owned);
        all.push(Written { number: number as u32, source: next as u32 - 1, is_second, name });
    }
    Ok(all)
}

fn describe<'ctx>(module: &Module<'ctx>, function: Function<'ctx>, names: &[String]) -> Result<Kernel<'ctx>> {
    let mut parameters = vec![Parameter { size: 0, align: 1 }; names.len()];
    let mut pieces = Vec::new();
    for (parameter, Written { number, source, is_second, .. }) in function.get_params().into_iter().zip(written(function, names)?)
    {
        let by_value = ir::by_value(function, number);
        let piece = Piece { parameter: source, offset: if is_second { 8 } else { 0 }, ty: parameter.get_type(), by_value };
        let align =
            function.get_enum_attribute(AttributeLoc::Param(number), ir::kind("align")).map_or(1, |align| align.get_enum_value());
        measure(module, &mut parameters[source as usize], &piece, align);
        pieces.push(piece);
    }
    parameters.iter_mut().for_each(|parameter| parameter.size = parameter.size.max(1));
    Ok(Kernel { function, name: ir::name_of(function), parameters, pieces })
}

/// Whether an LLVM parameter's name is that of a source's parameter or its first half. Names that come twice (parameter
/// packs) get a number appended.
fn is_of(written: &str, name: &str) -> bool {
    let Some(rest) = written.strip_prefix(name) else { return false };
    let rest = rest.strip_prefix(".coerce").unwrap_or(rest);
    rest.chars().all(|c| c.is_ascii_digit())
}

/// Clang's number for the first of two registers is 0; LLVM's for names that come twice starts with 1.
fn first_half_of(written: &str) -> Option<&str> {
    let (base, number) = written.rsplit_once(".coerce")?;
    number.starts_with('0').then_some(base)
}

fn is_second_half(written: &str, base: &str) -> bool {
    written.strip_prefix(base).is_some_and(|rest| rest.starts_with(".coerce1"))
}

fn measure(module: &Module, parameter: &mut Parameter, piece: &Piece, pointer_align: u64) {
    let (size, align) = match piece.by_value {
        Some(ty) => (ir::size_of(module, ty), pointer_align),
        None => {
            let size = ir::store_size_of(module, piece.ty);
            // A structure of three bytes is passed as an i24, which is less aligned than LLVM would have it.
            let align =
                if size.is_power_of_two() { ir::align_of(module, piece.ty).min(size) } else { 1 << size.trailing_zeros().min(3) };
            (size, align)
        }
    };
    parameter.align = parameter.align.max(u32::try_from(align).unwrap_or(1));
    let end = u64::from(piece.offset) + size;
    parameter.size = u32::try_from(end.next_multiple_of(u64::from(parameter.align))).unwrap_or(u32::MAX);
}

/// A function that does nothing but call the kernel: inlined, it is a copy.
pub(crate) fn copy<'ctx>(module: &Module<'ctx>, kernel: &Kernel<'ctx>, ending: &str) -> Function<'ctx> {
    let of = kernel.function;
    let function = module.add_function(&format!("{}{ending}", kernel.name), of.get_type(), Some(Linkage::External));
    let places = (0..of.count_params()).map(AttributeLoc::Param).chain([AttributeLoc::Function]);
    for place in places {
        of.attributes(place).into_iter().for_each(|attribute| function.add_attribute(place, attribute));
    }
    for (new, old) in function.get_params().into_iter().zip(of.get_params()) {
        new.set_name(&old.get_name().to_string_lossy());
    }
    let context = module.get_context();
    let build = Build::at_end(context, context.append_basic_block(function, "copy"));
    build.call(of, &function.get_params());
    build.ret_void();
    function
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_halves_and_of_packs_are_told_apart() {
        assert!(is_of("s", "s") && is_of("s.coerce0", "s") && is_of("s12", "s") && is_of(".coerce", ""));
        assert!(!is_of("stride", "s") && !is_of("t", "s"));
        assert_eq!(first_half_of("s.coerce0"), Some("s"));
        assert_eq!(first_half_of("s.coerce"), None);
        assert!(is_second_half("s.coerce1", "s") && is_second_half("s.coerce13", "s"));
    }
}
