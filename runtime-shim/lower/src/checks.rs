//! Checked code: what is said of each access to memory while the code is still one thread's, and what becomes of it.
//!
//! `mark` puts the call of a mark in front of every load, store, atomic operation, copy and fill. A mark is a function without a body: to
//! analyses it is a hint, so that a kernel is split, run and synchronised as without checks. At the end of the lowering `expand`
//! gives each mark a body, which is inlined: a few instructions that decide whether all is well, and a cold call of the runtime.

pub(crate) mod apart;
pub(crate) mod assumed;
pub(crate) mod definedness;
mod expand;
pub(crate) mod init;
mod intervals;
mod limits;
mod masks;
mod memory_of_threads;
mod object;
pub(crate) mod race;
mod shadow_places;
mod steps;
mod times;

use apart::Apart;
use assumed::Reach;
pub(crate) use expand::expand;
use race::Quiet;

use crate::analysis::calls::MARK;
use crate::bounds::Bounds;
use crate::build::Build;
use crate::error::Result;
use crate::ir::{self, Function, Instruction, Value, llvm};
use crate::kernels::Kernel;
use crate::processor::Processor;
use crate::work_item_intrinsics::THREAD;
use crate::work_item_loops::Entries;
use hipify_abi::checks::{Access, HEAP};
use inkwell::attributes::AttributeLoc;
use inkwell::context::ContextRef;
use inkwell::llvm_sys::core::{LLVMGetAlignment, LLVMIsConstant, LLVMSetMetadata};
use inkwell::module::{Linkage, Module};
use inkwell::types::{BasicMetadataTypeEnum, BasicTypeEnum};
use inkwell::values::{AsValueRef, BasicValueEnum, GlobalValue, InstructionOpcode, IntValue, PointerValue};
use object::Object;
use std::collections::HashSet;

/// What code is checked for while it runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checks {
    /// Accesses outside of what was allocated, and misaligned ones.
    pub memory: bool,
    /// Accesses that nothing orders.
    pub race: bool,
    /// Reads of what nobody has written.
    pub init: bool,
    /// Masks that name other lanes than those that come.
    pub sync: bool,
}

impl Checks {
    /// Whether there are any.
    pub fn any(self) -> bool {
        self.memory || self.race || self.init || self.sync
    }

    /// As [`hipify_abi::checks`] has them.
    pub(crate) fn bits(self) -> u32 {
        use hipify_abi::checks::{INIT, MEMORY, RACE, SYNC};
        let all = [(self.memory, MEMORY), (self.race, RACE), (self.init, INIT), (self.sync, SYNC)];
        all.into_iter().map(|(on, bit)| if on { bit } else { 0 }).sum()
    }
}

/// An access that the shadow memory decides on.
const SHADOWED: &str = "hipify.check.shadow.";
/// An access to an object whose bounds are known where it is made.
const BOUNDED: &str = "hipify.check.bounds.";
/// An access to so many bytes as a value says.
const RANGED: &str = "hipify.check.range.";

/// An access, as an instruction makes it.
struct Made<'ctx> {
    address: PointerValue<'ctx>,
    access: Access,
    /// Bytes, where the code does not know them before it runs.
    length: Option<IntValue<'ctx>>,
}

/// Before functions are inlined.
pub(crate) fn prepare(module: &Module, checks: Checks) {
    race::prepare(module, checks.race);
    masks::prepare(module, checks.sync);
    if checks.any() {
        use_own_heap(module);
    }
    if checks.init {
        definedness::prepare(module);
    }
}

/// Has the runtime look after memory that kernels allocate.
fn use_own_heap(module: &Module) {
    for (name, own) in HEAP {
        if let Some(function) = module.get_function(name).filter(|function| function.count_basic_blocks() == 0) {
            match module.get_function(own) {
                Some(own) => ir::replace_uses(function, own),
                None => function.as_global_value().set_name(own),
            }
        }
    }
}

/// Takes away what the headers say for a tool that is off: the calls of a function that has no body.
fn drop_said(module: &Module, name: &str) {
    let Some(function) = module.get_function(name) else { return };
    ir::users(function).into_iter().for_each(|call| call.erase_from_basic_block());
    ir::delete(function);
}

/// What is found of kernels before their accesses are marked.
#[derive(Default)]
pub(crate) struct Copies<'ctx> {
    /// By the kernels' names.
    pub(crate) reaches: Vec<(String, Reach)>,
    pub(crate) apart: Apart<'ctx>,
}

/// Copies kernels for launches of which more is known.
///
/// # Errors
/// Where LLVM's passes fail.
pub(crate) fn add_copies<'ctx>(
    module: &Module<'ctx>,
    kernels: &mut Vec<Kernel<'ctx>>,
    shared: &[GlobalValue<'ctx>],
    bounds: &mut Bounds<'ctx>,
    processor: &Processor,
    checks: Checks,
) -> Result<Copies<'ctx>> {
    let reaches = if checks.init { assumed::add(module, kernels, bounds, processor)? } else { Vec::new() };
    let asks = checks.race || checks.memory;
    let apart = if asks { apart::add(module, kernels, shared, bounds, processor, checks)? } else { Apart::default() };
    Ok(Copies { reaches, apart })
}

/// Marks a function's accesses and masks for those tools that look at each. `quiet`: those that do not race, and those in bounds.
pub(crate) fn mark_all<'ctx>(
    module: &Module<'ctx>,
    function: Function<'ctx>,
    shared: &[GlobalValue<'ctx>],
    knows_thread: bool,
    quiet: Option<&Quiet<'ctx>>,
    checks: Checks,
) {
    if checks.sync {
        masks::mark(module, function, knows_thread);
    }
    if checks.race {
        race::mark(module, function, shared, knows_thread, quiet);
    }
    if checks.memory {
        mark(module, function, shared, knows_thread, quiet);
    }
}

/// Marks the accesses of a function. `knows_thread`: the function is part of a kernel whose body knows which thread runs.
fn mark<'ctx>(
    module: &Module<'ctx>,
    function: Function<'ctx>,
    shared: &[GlobalValue<'ctx>],
    knows_thread: bool,
    quiet: Option<&Quiet<'ctx>>,
) {
    for block in ir::blocks(function) {
        let mut known = HashSet::new();
        for instruction in block.get_instructions().collect::<Vec<_>>() {
            for (place, made) in accesses(module, instruction).into_iter().enumerate() {
                if quiet.is_some_and(|quiet| quiet.inside.contains(&(instruction, place))) {
                    continue;
                }
                // The same bytes are either all there or not, whatever is done with them.
                if made.length.is_none() && !known.insert((made.address, made.access.size)) {
                    continue;
                }
                mark_access(module, instruction, &made, shared, knows_thread);
            }
        }
    }
}

/// What comes before entry points are put together: see [`memory_of_threads::begin_variables`].
pub(crate) fn begin<'a, 'ctx: 'a>(module: &Module<'ctx>, entries: impl Iterator<Item = &'a Entries<'ctx>>, checks: Checks) {
    if checks.init {
        entries.for_each(|entries| memory_of_threads::begin_variables(module, entries));
    }
}

/// Marks which thread a body runs, where checks that are made at the end are to know it.
pub(crate) fn mark_thread<'ctx>(module: &Module<'ctx>, body: Function<'ctx>, checks: Checks) {
    if checks.init {
        init::mark_thread(module, body);
    }
}

/// Makes those checks that look at entry points as a whole. `called`: the names of functions that these call;
/// `reaches`: what is known of kernels, by their names.
///
/// # Errors
/// Where LLVM's passes fail.
pub(crate) fn finish(
    module: &Module,
    processor: &Processor,
    called: &HashSet<String>,
    reaches: &[(String, Reach)],
    checks: Checks,
) -> Result<()> {
    if checks.init { init::instrument(module, processor, called, reaches) } else { Ok(()) }
}

fn mark_access<'ctx>(
    module: &Module<'ctx>,
    instruction: Instruction<'ctx>,
    made: &Made<'ctx>,
    shared: &[GlobalValue<'ctx>],
    knows_thread: bool,
) {
    let build = Build::before(module.get_context(), instruction);
    let number = made.access.word();
    let mut arguments: Vec<Value> = vec![made.address.into()];
    let start = if let Some(length) = made.length {
        arguments.push(Value::from(build.extend_to_64(length)));
        RANGED
    } else {
        match object::of(module, made.address, shared) {
            Some(object) if object.holds(module, made.address, made.access.size) => return,
            Some(Object { base, size }) => {
                let size = size.map_or_else(|| dynamic_size(module, &build), |bytes| build.n64(bytes));
                arguments.extend([Value::from(base), Value::from(size)]);
                BOUNDED
            }
            None => SHADOWED,
        }
    };
    for name in THREAD {
        let value: IntValue =
            if knows_thread { asked(module, &build, name) } else { build.n32(hipify_abi::checks::UNKNOWN_THREAD) };
        arguments.push(Value::from(value));
    }
    build.call(declared(module, &format!("{start}{number}"), &arguments), &arguments);
}

/// Bytes of dynamic shared memory.
fn dynamic_size<'ctx>(module: &Module<'ctx>, build: &Build<'ctx>) -> IntValue<'ctx> {
    build.widen(asked(module, build, "__hipify_dynamic_shared_size"))
}

/// What an intrinsic gives.
fn asked<'ctx>(module: &Module<'ctx>, build: &Build<'ctx>, name: &str) -> IntValue<'ctx> {
    let function = module.get_function(name).unwrap_or_else(|| {
        let function = module.add_function(name, build.i32().fn_type(&[], false), None);
        ["nounwind", "willreturn", "nosync", "nofree"].iter().for_each(|attribute| ir::mark(function, attribute));
        touches(module.get_context(), function, 0);
        function
    });
    build.call(function, &[]).try_as_basic_value().basic().expect("intrinsics of this kind give numbers").into_int_value()
}

/// `memory(inaccessiblemem: readwrite)`: two bits for each kind of memory, the second kind's both set (LLVM's `MemoryEffects`).
const INACCESSIBLE: u64 = 3 << 2;

fn declared<'ctx>(module: &Module<'ctx>, name: &str, arguments: &[Value<'ctx>]) -> Function<'ctx> {
    module.get_function(name).unwrap_or_else(|| {
        let context = module.get_context();
        let types: Vec<BasicMetadataTypeEnum> = arguments.iter().map(|argument| argument.get_type().into()).collect();
        let function = module.add_function(name, context.void_type().fn_type(&types, false), None);
        ["nounwind", "willreturn", "nosync", "nofree", "nocallback"].iter().for_each(|name| ir::mark(function, name));
        touches(context, function, INACCESSIBLE);
        if arguments[0].is_pointer_value() {
            ir::mark_parameter(function, 0, not_captured());
            ir::mark_parameter(function, 0, "readnone");
        }
        function
    })
}

/// Says of a pointer that no copy of it is kept; LLVM 21 has `captures(none)` in its place, of value 0 too.
fn not_captured() -> &'static str {
    if ir::kind("nocapture") == 0 { "captures" } else { "nocapture" }
}

/// Begins the body of a mark, which is to be inlined. What the mark said of itself held for a function without one.
fn begin_body<'ctx>(module: &Module<'ctx>, mark: Function<'ctx>) -> Build<'ctx> {
    mark.remove_enum_attribute(AttributeLoc::Function, ir::kind("memory"));
    mark.remove_enum_attribute(AttributeLoc::Param(0), ir::kind("readnone"));
    mark.remove_enum_attribute(AttributeLoc::Param(0), ir::kind(not_captured()));
    mark.set_linkage(Linkage::Internal);
    ir::mark(mark, "alwaysinline");
    Build::at_end(module.get_context(), module.get_context().append_basic_block(mark, "check"))
}

/// Calls a function of the runtime. `is_cold`: the call is made where the program has a mistake.
fn call_runtime<'ctx>(module: &Module<'ctx>, build: &Build<'ctx>, name: &str, arguments: &[Value<'ctx>], is_cold: bool) {
    let cold: &[&str] = if is_cold { &["cold"] } else { &[] };
    let function = module.get_function(name).unwrap_or_else(|| {
        let types: Vec<BasicMetadataTypeEnum> = arguments.iter().map(|argument| argument.get_type().into()).collect();
        let function = module.add_function(name, module.get_context().void_type().fn_type(&types, false), None);
        ["nounwind", "noinline"].iter().chain(cold).for_each(|attribute| ir::mark(function, attribute));
        function
    });
    let call = build.call(function, arguments);
    // Two calls that became one would have one place in the source.
    for attribute in ["nomerge"].iter().chain(cold) {
        call.add_attribute(AttributeLoc::Function, build.context.create_enum_attribute(ir::kind(attribute), 0));
    }
}

/// Says that a branch is not taken.
fn unlikely<'ctx>(module: &Module<'ctx>, branch: ir::Instruction<'ctx>) {
    let context = module.get_context();
    let text = "!nodes = !{!0}\n!0 = !{!\"branch_weights\", i32 1, i32 1048575}\n";
    let node = ir::nodes(context, text)[0];
    llvm!(LLVMSetMetadata(branch.as_value_ref(), context.get_kind_id("prof"), node.as_value_ref()));
}

fn touches<'ctx>(context: ContextRef<'ctx>, function: Function<'ctx>, memory: u64) {
    let attribute = context.create_enum_attribute(ir::kind("memory"), memory);
    function.add_attribute(AttributeLoc::Function, attribute);
}

/// The accesses that an instruction makes.
fn accesses<'ctx>(module: &Module<'ctx>, instruction: Instruction<'ctx>) -> Vec<Made<'ctx>> {
    use InstructionOpcode::{AtomicCmpXchg, AtomicRMW, Call, Load, Store};
    let of = |place: u32, ty: Option<BasicTypeEnum<'ctx>>, kind: u32| {
        let (Some(BasicValueEnum::PointerValue(address)), Some(ty)) = (ir::operand(instruction, place), ty) else {
            return Vec::new();
        };
        let size = ir::store_size_of(module, ty);
        let align = u64::from(llvm!(LLVMGetAlignment(instruction.as_value_ref()))).max(1);
        let access = u32::try_from(size).ok().and_then(|size| Access::new(kind, size, align));
        access.map(|access| Made { address, access, length: None }).into_iter().collect()
    };
    let value = |place: u32| ir::operand(instruction, place).map(|value| value.get_type());
    let atomic = if ir::is_atomic(instruction) { Access::ATOMIC } else { 0 };
    match instruction.get_opcode() {
        Load => of(0, ir::value_of(instruction).map(|value| value.get_type()), Access::READ | atomic),
        Store => of(1, value(0), Access::WRITE | atomic),
        AtomicRMW => of(0, value(1), Access::READ | Access::WRITE | Access::ATOMIC),
        AtomicCmpXchg => of(0, value(1), Access::READ | Access::WRITE | Access::ATOMIC),
        Call => copies(instruction),
        _ => Vec::new(),
    }
}

/// The accesses of a call of `memcpy` or the like.
fn copies<'ctx>(call: Instruction<'ctx>) -> Vec<Made<'ctx>> {
    let Some(name) = ir::callee(call).map(ir::name_of) else { return Vec::new() };
    let is_copy = name.starts_with("llvm.memcpy.") || name.starts_with("llvm.memmove.");
    if !is_copy && !name.starts_with("llvm.memset.") {
        return Vec::new();
    }
    let Some(BasicValueEnum::IntValue(length)) = ir::operand(call, 2) else { return Vec::new() };
    let constant = length.get_zero_extended_constant().filter(|_| llvm!(LLVMIsConstant(length.as_value_ref())) != 0);
    let made = |place: u32, kind: u32| {
        let BasicValueEnum::PointerValue(address) = ir::operand(call, place)? else { return None };
        match constant.map(|bytes| u32::try_from(bytes).ok().and_then(|bytes| Access::new(kind, bytes, 1))) {
            // A copy of nothing touches nothing.
            Some(_) if constant == Some(0) => None,
            Some(Some(access)) => Some(Made { address, access, length: None }),
            _ => Some(Made { address, access: Access::new(kind, 0, 1)?, length: Some(length) }),
        }
    };
    let source = is_copy.then(|| made(1, Access::READ)).flatten();
    made(0, Access::WRITE).into_iter().chain(source).collect()
}
