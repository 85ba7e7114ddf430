//! Loads of what describes a texture: kernels cannot change it, so that no store stands in the way of taking such a load out of a loop, as
//! one of bytes otherwise would, which may be to anything.

use crate::analysis::memory::{Typed, type_name};
use crate::ir;
use inkwell::module::Module;
use inkwell::values::InstructionOpcode;

/// The support header's structures (`hip/hipify/texture_object.h`), as clang's metadata name them.
const DESCRIPTIONS: [&str; 2] = ["_ZTS16__hipify_texture", "_ZTS14__hipify_level"];

/// Marks all such loads of a module.
pub(crate) fn mark_invariant(module: &Module<'_>) {
    let context = module.get_context();
    let kind = context.get_kind_id("invariant.load");
    for load in module.get_functions().flat_map(ir::instructions).filter(|one| one.get_opcode() == InstructionOpcode::Load) {
        if type_name(load, Typed::Around).is_some_and(|name| DESCRIPTIONS.contains(&&*name)) {
            let _ = load.set_metadata(context.metadata_node(&[]), kind);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use inkwell::context::Context;
    use inkwell::memory_buffer::MemoryBuffer;

    #[test]
    fn members_of_descriptions_are_invariant_and_nothing_else() {
        let text = "define void @f(ptr %p) {\n  %a = load i32, ptr %p, !tbaa !0\n  %b = load i32, ptr %p, !tbaa !4\n  %c = load i32, ptr %p\n  ret void\n}\n\
            !0 = !{!1, !2, i64 8}\n!1 = !{!\"_ZTS14__hipify_level\", !2, i64 8}\n!2 = !{!\"int\", !3, i64 0}\n!3 = !{!\"tbaa root\"}\n\
            !4 = !{!5, !2, i64 8}\n!5 = !{!\"_ZTS5other\", !2, i64 8}\n";
        let context = Context::create();
        let module = context.create_module_from_ir(MemoryBuffer::create_from_memory_range_copy(text.as_bytes(), "test")).unwrap();
        mark_invariant(&module);
        let loads = ir::instructions(module.get_function("f").unwrap()).into_iter().take(3);
        let marked: Vec<bool> = loads.map(|load| ir::metadata(load, "invariant.load").is_some()).collect();
        assert_eq!(marked, [true, false, false]);
    }
}
