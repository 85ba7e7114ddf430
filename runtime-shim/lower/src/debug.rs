//! Gives the functions that the runtime calls the debug information and sanitizer attributes of the kernels that are inlined into
//! them: without it source lines would be lost, and accesses not be checked.

use crate::ir::{self, Function};
use crate::work_item_loops::Entries;
use inkwell::debug_info::{AsDIScope, DICompileUnit, DIFlags, DIFlagsConstants, DISubprogram};
use inkwell::debug_info::{DWARFEmissionKind, DWARFSourceLanguage, DebugInfoBuilder};
use inkwell::module::Module;

/// Attributes that make a pass instrument a function; a call that is merged into another function takes on that one's.
const SANITIZERS: [&str; 3] = ["sanitize_address", "sanitize_thread", "sanitize_memory"];

/// Describes entry points, of one module.
pub(crate) struct Debug<'m, 'ctx> {
    module: &'m Module<'ctx>,
    /// Made for the first kernel that has debug information.
    builder: Option<(DebugInfoBuilder<'ctx>, DICompileUnit<'ctx>)>,
}

impl<'m, 'ctx> Debug<'m, 'ctx> {
    pub(crate) fn of(module: &'m Module<'ctx>) -> Self {
        Self { module, builder: None }
    }

    /// Gives the entry points of a kernel what is known of `kernel`, which they call.
    pub(crate) fn describe(&mut self, kernel: Function<'ctx>, entries: &Entries<'ctx>) {
        for entry in [entries.run, entries.inner, entries.step, entries.thread].into_iter().flatten() {
            SANITIZERS.iter().filter(|name| ir::is_marked(kernel, name)).for_each(|name| ir::mark(entry, name));
            if let Some(subprogram) = kernel.get_subprogram() {
                self.place(entry, subprogram);
            }
        }
    }

    /// Gives a copy of a body, which calls the body, a description of its own: no two functions share one.
    pub(crate) fn describe_copy(&mut self, copy: Function<'ctx>, body: Function<'ctx>) {
        if let Some(subprogram) = body.get_subprogram() {
            self.place(copy, subprogram);
        }
    }

    /// All of an entry point stands at the kernel's first line; what is merged into it keeps its own.
    fn place(&mut self, entry: Function<'ctx>, kernel: DISubprogram<'ctx>) {
        let module = self.module;
        let (builder, unit) = self.builder.get_or_insert_with(|| builder(module, kernel));
        let line = ir::line(kernel);
        let (name, file) = (ir::name_of(entry), unit.get_file());
        let ty = builder.create_subroutine_type(file, None, &[], DIFlags::ZERO);
        let scope = unit.as_debug_info_scope();
        let own = builder.create_function(scope, &name, None, file, line, ty, true, true, line, DIFlags::ZERO, true);
        entry.set_subprogram(own);
        let location = builder.create_debug_location(module.get_context(), line, 0, own.as_debug_info_scope(), None);
        ir::instructions(entry).into_iter().for_each(|instruction| ir::set_location(instruction, location));
    }

    /// To be called when all kernels have been described.
    pub(crate) fn finish(self) {
        if let Some((builder, _)) = self.builder {
            builder.finalize();
        }
    }
}

fn builder<'ctx>(module: &Module<'ctx>, kernel: DISubprogram<'ctx>) -> (DebugInfoBuilder<'ctx>, DICompileUnit<'ctx>) {
    let (file, folder) = crate::source_place::file(kernel);
    let (language, kind) = (DWARFSourceLanguage::CPlusPlus, DWARFEmissionKind::Full);
    module.create_debug_info_builder(
        false,
        language,
        &file,
        &folder,
        "hipify-lower",
        true,
        "",
        0,
        "",
        kind,
        0,
        false,
        false,
        "",
        "",
    )
}
