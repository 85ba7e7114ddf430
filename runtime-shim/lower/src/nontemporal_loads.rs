//! Makes loads that bypass caches plain where the processor has no instruction for that. LLVM's X86 back end takes the size
//! of such a load for that of a register (`useNonTemporalLoad` in X86ISelDAGToDAG.cpp of LLVM 19), and crashes for some of one or two bytes.

use crate::ir;
use inkwell::module::Module;
use inkwell::values::InstructionOpcode;

/// Bytes of the registers that `movntdqa` and its like load.
const VECTORS: [u64; 3] = [16, 32, 64];

/// Takes the mark from all other loads of a module.
pub(crate) fn make_plain(module: &Module<'_>) {
    let kind = module.get_context().get_kind_id("nontemporal");
    for function in module.get_functions() {
        let loads = ir::instructions(function).into_iter().filter(|one| one.get_opcode() == InstructionOpcode::Load);
        for load in loads.filter(|load| load.get_metadata(kind).is_some()) {
            if !VECTORS.contains(&ir::store_size_of(module, load.get_type())) {
                ir::remove_metadata(load, kind);
            }
        }
    }
}
