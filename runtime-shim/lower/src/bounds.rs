//! Launch bounds: clang has no attribute for them on a processor, so the headers leave them as annotations of kernels.

use crate::ir::{self, Function, Value};
use inkwell::module::Module;
use inkwell::values::{BasicValueEnum, GlobalValue, PointerValue};

/// What the headers annotate kernels with; the value is the most threads of a block.
const ANNOTATION: &str = "hipify.launch_bounds";

/// Where clang puts the annotations of a module: structures of what is annotated, text, file, line and values.
const ANNOTATIONS: &str = "llvm.global.annotations";

/// Most threads of a block of each kernel that has bounds.
#[derive(Default)]
pub(crate) struct Bounds<'ctx>(Vec<(Function<'ctx>, u32)>);

impl<'ctx> Bounds<'ctx> {
    /// Takes the annotations out of the module, which would hold on to the kernels as they were.
    pub(crate) fn take(module: &Module<'ctx>) -> Self {
        let Some(global) = module.get_global(ANNOTATIONS) else { return Self(Vec::new()) };
        let rows = global.get_initializer().and_then(ir::constant_expression).unwrap_or_default();
        let bounds = rows.into_iter().filter_map(|row| bound(module, row)).collect();
        ir::delete_global(global);
        Self(bounds)
    }

    /// A copy of a kernel has the bounds that the kernel has.
    pub(crate) fn copy(&mut self, from: Function<'ctx>, to: Function<'ctx>) {
        let bound = self.of(from);
        if bound != 0 {
            self.0.push((to, bound));
        }
    }

    /// 0 for a kernel without bounds.
    pub(crate) fn of(&self, kernel: Function<'ctx>) -> u32 {
        self.0.iter().find(|(function, _)| *function == kernel).map_or(0, |(_, threads)| *threads)
    }
}

fn bound<'ctx>(module: &Module<'ctx>, row: Value<'ctx>) -> Option<(Function<'ctx>, u32)> {
    let fields = ir::constant_expression(row)?;
    let pointers: Vec<PointerValue> = [0, 1, 4].iter().filter_map(|&place| pointer(*fields.get(place)?)).collect();
    let &[kernel, text, values] = pointers.as_slice() else { return None };
    let says = |text: GlobalValue| match text.get_initializer()? {
        BasicValueEnum::ArrayValue(text) => text.as_const_string().map(|bytes| bytes.to_vec()),
        _ => None,
    };
    let words = says(named(module, text)?)?;
    (words.strip_suffix(&[0]).unwrap_or(&words) == ANNOTATION.as_bytes()).then_some(())?;
    let threads = *ir::constant_expression(named(module, values)?.get_initializer()?)?.first()?;
    let kernel = module.get_function(kernel.get_name().to_str().ok()?)?;
    Some((kernel, u32::try_from(threads.into_int_value().get_zero_extended_constant()?).ok()?))
}

fn pointer(value: Value) -> Option<PointerValue> {
    value.is_pointer_value().then(|| value.into_pointer_value())
}

fn named<'ctx>(module: &Module<'ctx>, global: PointerValue<'ctx>) -> Option<GlobalValue<'ctx>> {
    module.get_global(global.get_name().to_str().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use inkwell::context::Context;
    use inkwell::memory_buffer::MemoryBuffer;

    const MODULE: &str = r#"
@text = private constant [21 x i8] c"hipify.launch_bounds\00", section "llvm.metadata"
@other = private constant [5 x i8] c"mine\00"
@file = private constant [5 x i8] c"k.cu\00", section "llvm.metadata"
@values = private constant { i32 } { i32 128 }, section "llvm.metadata"
@llvm.global.annotations = appending global [2 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @bounded, ptr @text, ptr @file, i32 1, ptr @values },
  { ptr, ptr, ptr, i32, ptr } { ptr @free, ptr @other, ptr @file, i32 2, ptr null }], section "llvm.metadata"
define void @bounded() { ret void }
define void @free() { ret void }
"#;

    #[test]
    fn bounds_are_read_and_other_annotations_are_not() {
        let context = Context::create();
        let text = MemoryBuffer::create_from_memory_range_copy(MODULE.as_bytes(), "m");
        let module = context.create_module_from_ir(text).unwrap();
        let bounds = Bounds::take(&module);
        assert_eq!(["bounded", "free"].map(|name| bounds.of(module.get_function(name).unwrap())), [128, 0]);
        assert!(module.get_global(ANNOTATIONS).is_none());
    }
}
