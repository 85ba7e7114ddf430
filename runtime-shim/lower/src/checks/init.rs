//! Checked code for reads of what nobody has written: LLVM's MemorySanitizer (Stepanov and Serebryany, CGO 2015) at work on entry points,
//! after all of the lowering. Every bit of every value has a shadow bit that says whether it is undefined; shadows go through arithmetic,
//! selects, frames, the exchange of lanes and memory, and what is undefined is told where a branch, an address, a divisor or an atomic operation depends on it.
//!
//! The sanitizer is asked for a layout of shadow memory that leaves room for the tool for memory, and its calls get names and
//! arguments of ours: the runtime knows what is memory of devices, and which thread of a kernel runs.

use super::assumed::{self, Reach};
use super::definedness::{is_llvms, is_said_defined};
use super::{memory_of_threads, shadow_places};
use crate::analysis::calls::THREAD;
use crate::analysis::{Role, Row};
use crate::build::Build;
use crate::error::Result;
use crate::inline::run_passes;
use crate::ir::{self, Block, Function, Instruction, Value, llvm};
use crate::processor::Processor;
use hipify_abi::checks::{ORIGIN_OFFSET, UNDEFINED_SHADOW_MASK, UNKNOWN_THREAD, USED_UNDEFINED, Use};
use inkwell::llvm_sys::support::LLVMParseCommandLineOptions;
use inkwell::module::{Linkage, Module};
use inkwell::types::BasicTypeEnum;
use inkwell::values::{AsValueRef, BasicValue, InstructionOpcode, PointerValue};
use inkwell::{AddressSpace, IntPredicate, ThreadLocalMode};
use std::collections::{BTreeMap, HashSet};
use std::ffi::CString;
use std::sync::Once;

/// The mark of an atomic operation.
const ATOMIC: &str = "hipify.undefined.atomic.";

/// What the sanitizer's own names begin with.
const SANITIZER: &str = "__msan_";

/// What these become.
const OURS: &str = "__hipify_undefined_";

/// Marks at a body's beginning which thread it runs.
pub(crate) fn mark_thread<'ctx>(module: &Module<'ctx>, body: Function<'ctx>) {
    let entry = body.get_first_basic_block().expect("bodies have blocks");
    let thread: Vec<Value> = body.get_params()[1..4].to_vec();
    Build::after_phis(module.get_context(), entry).call(super::declared(module, THREAD, &thread), &thread);
}

/// Instruments a module whose entry points are whole. `called`: the names of functions that entry points call, with arguments that may be undefined.
pub(crate) fn instrument<'ctx>(
    module: &Module<'ctx>,
    processor: &Processor,
    called: &HashSet<String>,
    reaches: &[(String, Reach)],
) -> Result<()> {
    static OPTIONS: Once = Once::new();
    OPTIONS.call_once(set_options);
    let functions: Vec<Function> = module.get_functions().filter(|function| function.count_basic_blocks() > 0).collect();
    let mut threads = Vec::new();
    let frozen: Vec<_> = functions.iter().map(|function| pass_through_freezes(module, *function)).collect();
    functions.iter().for_each(|function| leave_defined_alone(module, *function));
    leave_computations_alone(module, &functions, called);
    for (&function, frozen) in functions.iter().zip(frozen) {
        ir::mark(function, "sanitize_memory");
        let thread = keep_thread(module, function);
        if !called.contains(&ir::name_of(function)) {
            freeze_parameters(module, function);
        }
        mark_atomics(module, function, thread.as_ref());
        threads.push((thread, frozen));
    }
    run_passes(module, processor, "msan<recover;track-origins=1>")?;
    for (&function, (thread, frozen)) in functions.iter().zip(&threads) {
        thaw(function);
        freeze_again(module, frozen);
        tell_uses(module, function, thread.as_ref());
        let of = reaches.iter().find(|(kernel, _)| assumed::original(entry_of(&ir::name_of(function))) == Some(kernel));
        shadow_places::rewrite(module, function, of.is_some_and(|(_, reach)| reach.only_shared));
    }
    let marks: Vec<Function> = module.get_functions().filter(|function| ir::name_of(*function).starts_with(ATOMIC)).collect();
    marks.into_iter().for_each(|mark| expand_atomic(module, mark));
    take_over(module);
    // What is always defined has a shadow that is zero, in loops too.
    run_passes(module, processor, "always-inline,globaldce,function(sccp,sroa,early-cse,simplifycfg)")
}

/// The sanitizer's layout of memory can be set by LLVM's options alone. What is on the stack is a thread's own, and clang says which of it
/// is undefined: it starts out defined here.
fn set_options() {
    let words = [
        "hipify-lower".to_owned(),
        format!("-msan-xor-mask={UNDEFINED_SHADOW_MASK:#x}"),
        format!("-msan-origin-base={ORIGIN_OFFSET:#x}"),
        "-msan-poison-stack=0".to_owned(),
        "-msan-instrumentation-with-call-threshold=-1".to_owned(),
    ];
    let words = words.map(|word| CString::new(word).unwrap_or_default());
    let pointers = words.each_ref().map(|word| word.as_ptr());
    llvm!(LLVMParseCommandLineOptions(pointers.len() as i32, pointers.as_ptr(), std::ptr::null()));
}

/// Where a function keeps which thread runs.
type Kept<'ctx> = [PointerValue<'ctx>; 3];

/// Turns marks of threads into variables. The optimiser makes values of them.
fn keep_thread<'ctx>(module: &Module<'ctx>, function: Function<'ctx>) -> Option<Kept<'ctx>> {
    let context = module.get_context();
    let is_mark = |instruction: &Instruction| ir::callee(*instruction).is_some_and(|callee| ir::name_of(callee) == THREAD);
    let marks: Vec<Instruction> = ir::instructions(function).into_iter().filter(is_mark).collect();
    let build = Build::after_phis(context, function.get_first_basic_block()?);
    marks.first()?;
    let kept: Kept = [(); 3].map(|()| build.alloca(build.i32(), ""));
    for variable in kept {
        variable.as_instruction_value().into_iter().for_each(|alloca| leave_alone(module, alloca));
        leave_alone(module, build.store(build.n32(UNKNOWN_THREAD), variable));
    }
    for mark in marks {
        let build = Build::before(context, mark);
        for (place, variable) in (0..).zip(kept) {
            if let Some(number) = ir::operand(mark, place) {
                leave_alone(module, build.store(number, variable));
            }
        }
        mark.erase_from_basic_block();
    }
    Some(kept)
}

/// The sanitizer does not look at an instruction, and takes what it makes for defined.
pub(super) fn leave_alone<'ctx>(module: &Module<'ctx>, instruction: Instruction<'ctx>) {
    let context = module.get_context();
    let _ = instruction.set_metadata(context.metadata_node(&[]), context.get_kind_id("nosanitize"));
}

/// What the runtime says of a launch and its blocks does not change, and is defined. Passes that make one load of two drop what they do not
/// know of both. So is what functions give that touch no memory and are not seen here: their arguments are not looked at.
fn leave_defined_alone<'ctx>(module: &Module<'ctx>, function: Function<'ctx>) {
    let invariant = module.get_context().get_kind_id("invariant.load");
    for instruction in ir::instructions(function) {
        let is_defined = match instruction.get_opcode() {
            InstructionOpcode::Load => instruction.get_metadata(invariant).is_some() || is_said_defined(module, instruction),
            InstructionOpcode::Call => ir::callee(instruction).is_some_and(is_foreign_function),
            _ => false,
        };
        if is_defined {
            leave_alone(module, instruction);
        }
    }
}

/// What is computed from nothing that may be undefined has no shadow: the work-item loops among it. The sanitizer's formulas for comparisons
/// keep LLVM from seeing that in loops.
fn leave_computations_alone<'ctx>(module: &Module<'ctx>, functions: &[Function<'ctx>], called: &HashSet<String>) {
    let is_skipped = module.get_context().get_kind_id("nosanitize");
    let mut kernels: BTreeMap<String, Vec<(Function, bool)>> = BTreeMap::new();
    for &function in functions {
        let name = ir::name_of(function);
        // Entry points of one kernel share frames.
        kernels.entry(entry_of(&name).to_owned()).or_default().push((function, called.contains(&name)));
    }
    for entries in kernels.values() {
        let is_skipped = |row: &Row<'ctx>| row.instruction.get_metadata(is_skipped).is_some();
        for instruction in memory_of_threads::defined(entries, &is_skipped) {
            leave_alone(module, instruction);
        }
    }
}

/// The kernel that a function is an entry point of; the function itself, where it is none.
fn entry_of(name: &str) -> &str {
    [".run", ".step", ".thread"].iter().find_map(|entry| name.rfind(entry)).map_or(name, |end| &name[..end])
}

fn is_foreign_function(callee: Function) -> bool {
    callee.count_basic_blocks() == 0 && !is_llvms(callee) && Role::of(callee) == Role::Pure
}

/// Lanes may give each other what is undefined where nobody uses it, which the headers say by freezing it. What is frozen counts as defined to
/// the sanitizer, and is to stay undefined here: selects stand for it, which [`freeze_again`] takes away.
fn pass_through_freezes<'ctx>(module: &Module<'ctx>, function: Function<'ctx>) -> Vec<Instruction<'ctx>> {
    let freezes = ir::instructions(function).into_iter().filter(|it| it.get_opcode() == InstructionOpcode::Freeze);
    let pass = |freeze: Instruction<'ctx>| {
        let value = ir::operand(freeze, 0)?;
        let build = Build::before(module.get_context(), freeze);
        let through = build.select_value(build.context.bool_type().const_all_ones(), value, value);
        ir::replace_uses(freeze, through);
        freeze.erase_from_basic_block();
        ir::maker(through)
    };
    freezes.collect::<Vec<_>>().into_iter().filter_map(pass).collect()
}

fn freeze_again<'ctx>(module: &Module<'ctx>, passed: &[Instruction<'ctx>]) {
    for &through in passed {
        let Some(value) = ir::operand(through, 1) else { continue };
        let frozen = Build::before(module.get_context(), through).freeze(value);
        ir::replace_uses(through, frozen);
        through.erase_from_basic_block();
    }
}

/// What the runtime passes is defined; the sanitizer would look for its shadow where instrumented callers leave that.
fn freeze_parameters<'ctx>(module: &Module<'ctx>, function: Function<'ctx>) {
    let Some(entry) = function.get_first_basic_block() else { return };
    for parameter in function.get_params() {
        let build = Build::after_phis(module.get_context(), entry);
        let users = ir::users(parameter);
        let frozen = build.freeze(parameter);
        for user in users {
            for (place, operand) in ir::operands(user) {
                if operand == parameter {
                    ir::set_operand(user, place, frozen);
                }
            }
        }
    }
}

/// Takes what [`freeze_parameters`] has added away again.
fn thaw(function: Function) {
    for instruction in ir::instructions(function) {
        if instruction.get_opcode() == InstructionOpcode::Freeze
            && let Some(parameter) = ir::operand(instruction, 0).filter(|value| ir::is_argument(*value))
        {
            ir::replace_uses(instruction, parameter);
            instruction.erase_from_basic_block();
        }
    }
}

/// The numbers of the thread that runs.
fn thread<'ctx>(module: &Module<'ctx>, build: &Build<'ctx>, kept: Option<&Kept<'ctx>>) -> [Value<'ctx>; 3] {
    let Some(kept) = kept else { return [build.n32(UNKNOWN_THREAD).into(); 3] };
    kept.map(|variable| {
        let number = build.load(build.i32(), variable);
        ir::maker(number).into_iter().for_each(|load| leave_alone(module, load));
        number
    })
}

/// The sanitizer takes memory for defined that an atomic operation has changed, and what it gives too. So that what it changes is looked at before.
fn mark_atomics<'ctx>(module: &Module<'ctx>, function: Function<'ctx>, kept: Option<&Kept<'ctx>>) {
    let context = module.get_context();
    for instruction in ir::instructions(function).into_iter().filter(|it| !is_said_defined(module, *it)) {
        let (place, value) = match instruction.get_opcode() {
            // An exchange does not look at what it gives back.
            InstructionOpcode::AtomicRMW if !is_exchange(instruction) => (0, 1),
            InstructionOpcode::AtomicCmpXchg => (0, 1),
            _ => continue,
        };
        let (Some(address), Some(value)) = (ir::operand(instruction, place), ir::operand(instruction, value)) else { continue };
        let size = ir::store_size_of(module, value.get_type());
        let name = format!("{ATOMIC}{size}");
        let mark = module.get_function(&name).unwrap_or_else(|| {
            let (pointer, word) = (context.ptr_type(AddressSpace::default()), context.i32_type());
            let ty = context.void_type().fn_type(&[pointer.into(), word.into(), word.into(), word.into()], false);
            let function = module.add_function(&name, ty, None);
            ir::mark(function, "nounwind");
            function
        });
        let build = Build::before(context, instruction);
        let [x, y, z] = thread(module, &build, kept);
        build.call(mark, &[address, x, y, z]);
    }
}

fn is_exchange(rmw: Instruction) -> bool {
    use inkwell::llvm_sys::LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpXchg;
    llvm!(inkwell::llvm_sys::core::LLVMGetAtomicRMWBinOp(rmw.as_value_ref())) == LLVMAtomicRMWBinOpXchg
}

/// The mark of an atomic operation gets its body: a look at the shadow of its memory.
fn expand_atomic<'ctx>(module: &Module<'ctx>, mark: Function<'ctx>) {
    let context = module.get_context();
    let size: u32 = ir::name_of(mark).trim_start_matches(ATOMIC).parse().expect("marks end with a size");
    let build = super::begin_body(module, mark);
    let [slow, done] = ["slow", "done"].map(|name| build.append(mark, name));
    let parameters = mark.get_params();
    let shadow = build.xor(build.pointer_to_integer(parameters[0].into_pointer_value()), build.n64(UNDEFINED_SHADOW_MASK as u64));
    let ty =
        context.custom_width_int_type(std::num::NonZero::new(8 * size).expect("atomics have sizes")).expect("of a few bytes");
    let value = build.load(ty, build.integer_to_pointer(shadow));
    ir::maker(value).into_iter().for_each(|load| drop(load.set_alignment(1)));
    build.branch(build.compare(IntPredicate::NE, value.into_int_value(), ty.const_zero()), slow, done);
    build.go_to_end(slow);
    let origin = build.and(build.add(shadow, build.n64(ORIGIN_OFFSET as u64)), build.n64(!3));
    let origin = build.load(build.i32(), build.integer_to_pointer(origin));
    tell(module, &build, origin, Use::Atomic, [parameters[1], parameters[2], parameters[3]]);
    build.jump(done);
    build.go_to_end(done);
    build.ret_void();
}

/// Calls the runtime.
fn tell<'ctx>(module: &Module<'ctx>, build: &Build<'ctx>, origin: Value<'ctx>, how: Use, [x, y, z]: [Value<'ctx>; 3]) {
    super::call_runtime(module, build, USED_UNDEFINED, &[origin, build.n32(how as u32).into(), x, y, z], true);
}

/// In the place of the sanitizer's warnings, calls that say what is undefined and which thread uses it.
fn tell_uses<'ctx>(module: &Module<'ctx>, function: Function<'ctx>, kept: Option<&Kept<'ctx>>) {
    for block in ir::blocks(function) {
        let Some(warning) = block.get_instructions().find(|instruction| is_warning(*instruction)) else { continue };
        let Some(origin) = ir::operand(warning, 0) else { continue };
        let build = Build::before(module.get_context(), warning);
        let how = warned_of(block, warning);
        tell(module, &build, origin, how, thread(module, &build, kept));
        warning.erase_from_basic_block();
    }
}

fn is_warning(instruction: Instruction) -> bool {
    ir::callee(instruction).is_some_and(|callee| ir::name_of(callee).starts_with("__msan_warning_with_origin"))
}

/// What a warning is in front of. The sanitizer puts the checks of an instruction's operands right before it, each with blocks of its own.
fn warned_of<'ctx>(block: Block<'ctx>, warning: Instruction<'ctx>) -> Use {
    use InstructionOpcode::{AtomicCmpXchg, AtomicRMW, Br, Load, SDiv, SRem, Store, Switch, UDiv, URem};
    let (mut block, mut next) = (block, warning.get_next_instruction());
    // As many checks as an instruction has operands.
    for _ in 0..64 {
        while let Some(instruction) = next {
            match instruction.get_opcode() {
                Load | Store | AtomicRMW | AtomicCmpXchg => return Use::Address,
                UDiv | SDiv | URem | SRem => return Use::Divisor,
                Switch => return Use::Branch,
                Br if instruction.get_num_operands() == 1 => break,
                Br if !ir::successors(block).into_iter().any(warns) => return Use::Branch,
                Br => break,
                InstructionOpcode::Call if !is_warning(instruction) && !ir::callee(instruction).is_some_and(is_llvms) => {
                    return Use::Call;
                }
                _ => {}
            }
            next = instruction.get_next_instruction();
        }
        let Some(after) = ir::successors(block).into_iter().find(|block| !warns(*block)) else { break };
        (block, next) = (after, after.get_first_instruction());
    }
    Use::Other
}

/// Whether a block is one of a check's: it warns and does nothing else.
fn warns(block: Block) -> bool {
    let told = |instruction: Instruction| ir::callee(instruction).is_some_and(|callee| ir::name_of(callee) == USED_UNDEFINED);
    block.get_instructions().any(|instruction| is_warning(instruction) || told(instruction))
}

/// The sanitizer's variables become the code object's own, and its functions the runtime's.
fn take_over(module: &Module) {
    let ours = |name: &str| name.strip_prefix(SANITIZER).map(|rest| format!("{OURS}{rest}"));
    for global in module.get_globals().collect::<Vec<_>>() {
        let Some(name) = ours(&global.get_name().to_string_lossy()) else { continue };
        global.set_name(&name);
        if global.get_initializer().is_none() {
            let ty = BasicTypeEnum::try_from(global.get_value_type()).expect("variables have types");
            global.set_initializer(&ty.const_zero());
            global.set_thread_local_mode(Some(ThreadLocalMode::GeneralDynamicTLSModel));
        }
        global.set_linkage(Linkage::Internal);
    }
    for function in module.get_functions().collect::<Vec<_>>() {
        let Some(name) = ours(&ir::name_of(function)) else { continue };
        function.as_global_value().set_name(&name);
        // The runtime has its own beginning.
        if name == format!("{OURS}init") {
            let build = Build::at_end(module.get_context(), module.get_context().append_basic_block(function, "init"));
            build.ret_void();
            function.set_linkage(Linkage::Internal);
        }
    }
}
