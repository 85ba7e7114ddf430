//! Moves freezes of products to their factors. A front end freezes what is passed to a shuffle, since lanes may pass what they have
//! not set; LLVM moves that up through phis and sums, and a freeze between a product and a sum keeps it from contracting the two
//! to a fused multiply-add.

use crate::build::Build;
use crate::ir::{self, Instruction};
use inkwell::module::Module;
use inkwell::values::InstructionOpcode as Op;

/// Moves those of all functions.
pub(crate) fn move_up(module: &Module) {
    let all = module.get_functions().flat_map(ir::instructions);
    let mut left: Vec<Instruction> = all.filter(|it| it.get_opcode() == Op::Freeze).collect();
    while let Some(freeze) = left.pop() {
        let Some(value) = ir::operand(freeze, 0) else { continue };
        let Some(made) = ir::maker(value).filter(|&made| is_product(made)) else { continue };
        let build = Build::before(module.get_context(), made);
        for (place, operand) in ir::operands(made).into_iter().filter(|(_, operand)| ir::maker(*operand).is_some()) {
            let frozen = build.freeze(operand);
            ir::set_operand(made, place, frozen);
            left.extend(ir::maker(frozen));
        }
        ir::replace_uses(freeze, value);
        freeze.erase_from_basic_block();
    }
}

/// Whether it is a product that is defined if its factors are: flags may make it poison otherwise.
fn is_product(made: Instruction) -> bool {
    let makes_poison = || made.to_string().split_whitespace().any(|word| matches!(word, "nnan" | "ninf" | "fast"));
    made.get_opcode() == Op::FMul && !makes_poison()
}
