//! Outlined calls, the functions left outside the kernels after inlining: recursive functions and those called through pointers.

use crate::build::Build;
use crate::error::{Error, Result};
use crate::ir::{self, Function};
use crate::kernels::Kernel;
use crate::regions;
use crate::shared_memory_layout::{self, Layout};
use crate::work_item_intrinsics;
use inkwell::module::Module;
use inkwell::values::GlobalValue;

/// The functions outside the kernels, and what they need.
#[derive(Default)]
pub(crate) struct Outside<'ctx> {
    pub(crate) functions: Vec<Function<'ctx>>,
    /// Some ask which thread runs, or use shared memory.
    asks: bool,
    /// Some make threads meet.
    syncs: bool,
    pub(crate) uses_shared: bool,
}

impl<'ctx> Outside<'ctx> {
    pub(crate) fn of(module: &Module<'ctx>, kernels: &[Kernel<'ctx>], variables: &[GlobalValue<'ctx>]) -> Self {
        let is_kernel = |function: &Function| kernels.iter().any(|kernel| kernel.function == *function);
        let functions: Vec<_> = module.get_functions().filter(|it| it.count_basic_blocks() > 0 && !is_kernel(it)).collect();
        let calls: Vec<String> = functions.iter().flat_map(|&function| called(function)).collect();
        let addresses = shared_memory_layout::addresses(variables);
        // Passes of LLVM that inline would take away those that nobody calls any more.
        functions.iter().for_each(|&function| ir::unmark(function, "alwaysinline"));
        let uses_shared = functions.iter().any(|&function| !shared_memory_layout::mentioned(function, &addresses).is_empty());
        Outside {
            asks: uses_shared || calls.iter().any(|name| work_item_intrinsics::is_intrinsic(name)),
            syncs: calls.iter().any(|name| regions::SYNCS.iter().any(|sync| sync.0 == name)),
            functions,
            uses_shared,
        }
    }

    /// The functions are to know which thread runs.
    pub(crate) fn ask(&mut self) {
        self.asks = true;
    }

    /// Whether a kernel may come to a function that asks which thread runs.
    pub(crate) fn needs_current(&self, kernel: Function<'ctx>) -> bool {
        self.asks && self.is_called(kernel)
    }

    /// Whether a kernel may come to a function in which threads meet.
    pub(crate) fn needs_fibers(&self, kernel: Function<'ctx>) -> bool {
        self.syncs && self.is_called(kernel)
    }

    fn is_called(&self, kernel: Function<'ctx>) -> bool {
        ir::instructions(kernel).into_iter().any(|instruction| {
            ir::is_indirect_call(instruction) || ir::callee(instruction).is_some_and(|callee| self.functions.contains(&callee))
        })
    }
}

fn called(function: Function) -> Vec<String> {
    ir::instructions(function).into_iter().filter_map(ir::callee).map(ir::name_of).collect()
}

/// C++ functions that the standard library or the runtime has: in `std` and `__cxxabiv1`, operators new and delete.
const OF_THE_LIBRARY: &[&str] =
    &["_ZSt", "_ZNSt", "_ZNKSt", "_ZNS", "_ZNKS", "_ZN10__cxxabiv1", "_ZN9__gnu_cxx", "_Znw", "_Zna", "_Zdl", "_Zda"];

/// Device functions must be defined by now. C functions may come from the C library.
pub(crate) fn check(module: &Module) -> Result<()> {
    let missing =
        module.get_functions().filter(|function| function.count_basic_blocks() == 0 && !ir::users(*function).is_empty());
    for name in missing.map(ir::name_of).filter(|name| name.starts_with("_Z")) {
        if !OF_THE_LIBRARY.iter().any(|start| name.starts_with(start)) {
            let shown = cpp_demangle::Symbol::new(&name).ok().and_then(|symbol| symbol.demangle().ok());
            return Err(Error::Unresolved { function: shown.unwrap_or(name) });
        }
    }
    Ok(())
}

impl<'ctx> Outside<'ctx> {
    /// Where a kernel's shared variables lie. Functions outside must find theirs at the same place for every kernel.
    pub(crate) fn layout(&self, module: &Module<'ctx>, kernel: Function<'ctx>, variables: &[GlobalValue<'ctx>]) -> Layout<'ctx> {
        if self.uses_shared { Layout::of_all(module, variables) } else { Layout::of(module, variables, kernel) }
    }

    /// Lowers the functions themselves.
    pub(crate) fn lower(&self, module: &Module<'ctx>, variables: &[GlobalValue<'ctx>]) {
        if self.uses_shared {
            let layout = Layout::of_all(module, variables);
            self.functions.iter().for_each(|&function| lower_shared(module, function, &layout));
        }
    }
}

/// Has a function ask the runtime where shared memory is.
pub(crate) fn lower_shared<'ctx>(module: &Module<'ctx>, function: Function<'ctx>, layout: &Layout<'ctx>) {
    let context = module.get_context();
    let ty = context.ptr_type(inkwell::AddressSpace::default()).fn_type(&[], false);
    let ask =
        || module.get_function("__hipify_shared_base").unwrap_or_else(|| module.add_function("__hipify_shared_base", ty, None));
    layout.apply(context, function, || {
        let entry = function.get_first_basic_block().expect("it is defined");
        let base = Build::after_phis(context, entry).call(ask(), &[]);
        base.try_as_basic_value().basic().expect("it returns an address").into_pointer_value()
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{inline, processor};
    use inkwell::context::Context;
    use inkwell::memory_buffer::MemoryBuffer;

    #[test]
    fn functions_outside_stay_when_later_passes_inline() {
        let text = "define void @kernel() { call void @f() ret void }\ndefine internal void @f() alwaysinline { ret void }\n";
        let context = Context::create();
        let module = context.create_module_from_ir(MemoryBuffer::create_from_memory_range_copy(text.as_bytes(), "test")).unwrap();
        let processor = processor::find("x86-64").unwrap();
        let outside = Outside::of(&module, &[], &[]);
        inline::run_passes(&module, &processor, "always-inline").unwrap();
        let there: Vec<Function> = module.get_functions().collect();
        assert!(outside.functions.len() == 2 && outside.functions.iter().all(|function| there.contains(function)));
    }
}
