//! Inlines device functions, so that kernels contain all they call, and simplifies them as far as that shortens later passes.

use crate::build::Build;
use crate::error::{Error, Result};
use crate::freezes;
use crate::ir;
use crate::kernels::Kernel;
use crate::llvm;
use crate::processor::Processor;
use crate::short_loops;
use inkwell::GlobalVisibility;
use inkwell::attributes::AttributeLoc;
use inkwell::module::{Linkage, Module};
use inkwell::passes::PassBuilderOptions;

/// Attributes that speak of the machine the front end had in mind.
const OF_THE_FRONT_END: &[&str] = &[
    "target-cpu",
    "target-features",
    "tune-cpu",
    "frame-pointer",
    "stack-protector-buffer-size",
    "min-legal-vector-width",
    "uniform-work-group-size",
];

/// Before anything is inlined: a function that is inlined in many places, as texture fetches are, is freed of what a front end keeps in
/// memory once and not in each of them.
const SHRINK: &str = "function(sroa,early-cse)";

/// Before the cut. Conditions of nested branches come together, so that guards are seen whole, and loops are brought into the form in which
/// it is seen how often they run.
const FORM: &str = "globaldce,function(sroa,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,loop-simplify,lcssa,\
    loop(loop-rotate,indvars))";

/// Loops with warp operations unroll, so that each of their regions has one successor; those with barriers do not, since it makes them
/// slower. Nothing is computed earlier for the sake of one of several ways (`no-pre`): the phi that keeps it would be a value a thread, where
/// each use computes the same again from ids.
const SIMPLIFY: &str = "function(loop(loop-unroll-full),sroa,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,\
    gvn<no-pre>,dce,simplifycfg<bonus-inst-threshold=8>),globaldce";

/// Part of the names of those functions of the support header that stay functions (`hip/hipify/texture_sample.h`): they are long, and
/// depend on nothing but their arguments and memory, so that it does not matter which thread calls them.
const OUTLINED: &str = "__hipify_outlined_";

/// Makes every function but the kernels part of its callers; where `outlines`, those named as `OUTLINED` stay.
pub(crate) fn inline<'ctx>(module: &Module<'ctx>, kernels: &[Kernel<'ctx>], processor: &Processor, outlines: bool) -> Result<()> {
    for function in module.get_functions() {
        OF_THE_FRONT_END.iter().for_each(|name| function.remove_string_attribute(AttributeLoc::Function, name));
        // What clang knows of exceptions in device code is that there are none.
        ir::mark(function, "nounwind");
        if function.count_basic_blocks() > 0 {
            let is_kernel = kernels.iter().any(|kernel| kernel.function == function);
            prepare(function, is_kernel, outlines && ir::name_of(function).contains(OUTLINED));
        }
    }
    kernels.iter().for_each(|kernel| copy_structures(module, kernel));
    run_passes(module, processor, SHRINK)?;
    run_passes(module, processor, "always-inline")?;
    simplify(module, processor)?;
    // Pointers to functions that were kept in memory, as code that is not optimised keeps them, are constants by now.
    for _ in 0..MOST_ROUNDS {
        let before = calls_of_defined(module);
        run_passes(module, processor, "always-inline")?;
        if calls_of_defined(module) == before {
            break;
        }
        simplify(module, processor)?;
    }
    freezes::move_up(module);
    Ok(())
}

/// How often calls through pointers that have become direct are inlined: a function that is passed to another which passes it on takes
/// one round a level. What is left after so many is called.
const MOST_ROUNDS: usize = 8;

fn simplify(module: &Module, processor: &Processor) -> Result<()> {
    set_rolled(module, true);
    run_passes(module, processor, FORM)?;
    module.get_functions().filter(|it| it.count_basic_blocks() > 0).for_each(|function| short_loops::mark(module, function));
    run_passes(module, processor, SIMPLIFY)?;
    set_rolled(module, false);
    Ok(())
}

/// Direct calls of functions with a body; recursive ones stay.
fn calls_of_defined(module: &Module) -> usize {
    let is_direct = |instruction| ir::callee(instruction).is_some_and(|callee| callee.count_basic_blocks() > 0);
    module.get_functions().flat_map(ir::instructions).filter(|&instruction| is_direct(instruction)).count()
}

fn prepare(function: ir::Function, is_kernel: bool, is_outlined: bool) {
    ["noinline", "optnone", "optsize", "minsize"].iter().for_each(|name| ir::unmark(function, name));
    let global = function.as_global_value();
    ir::leave_comdat(global);
    global.set_visibility(GlobalVisibility::Default);
    if is_kernel {
        function.set_linkage(Linkage::External);
    } else {
        function.set_linkage(Linkage::Internal);
        if is_outlined {
            ir::mark(function, "noinline");
        } else if !function.get_type().is_var_arg() {
            ir::mark(function, "alwaysinline");
        }
    }
}

/// A structure that is passed in memory is the thread's own. Later passes remove the copy where it is only read.
fn copy_structures<'ctx>(module: &Module<'ctx>, kernel: &Kernel<'ctx>) {
    let entry = kernel.function.get_first_basic_block().expect("kernels have blocks");
    let build = Build::after_phis(module.get_context(), entry);
    for (number, piece) in (0..).zip(&kernel.pieces) {
        let (Some(ty), Some(passed)) = (piece.by_value, kernel.function.get_nth_param(number)) else { continue };
        let passed = passed.into_pointer_value();
        kernel.function.remove_enum_attribute(AttributeLoc::Param(number), ir::kind("byval"));
        ["noalias", "readonly"].iter().for_each(|attribute| ir::mark_parameter(kernel.function, number, attribute));
        let align = kernel.parameters[piece.parameter as usize].align;
        let own = build.alloca(ty, "");
        ir::replace_uses(passed, own);
        build.copy(own, passed, align, ir::size_of(module, ty));
    }
}

/// Keeps passes from copying barriers.
fn set_rolled(module: &Module, rolled: bool) {
    for name in ["__hipify_barrier", "__hipify_grid_sync"] {
        if let Some(function) = module.get_function(name) {
            if rolled { ir::mark(function, "noduplicate") } else { ir::unmark(function, "noduplicate") }
        }
    }
}

/// Runs LLVM's passes, written as `opt` takes them.
pub(crate) fn run_passes(module: &Module, processor: &Processor, passes: &str) -> Result<()> {
    let failed = |message: inkwell::support::LLVMString| Error::Passes(message.to_string());
    module.run_passes(&llvm::as_written_here(passes), &processor.machine, PassBuilderOptions::create()).map_err(failed)
}
