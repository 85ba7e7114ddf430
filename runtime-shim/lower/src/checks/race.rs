//! Marks for the tool that finds accesses which nothing orders: of each access, and of what orders them: meetings of threads, fences and
//! atomic operations. They are put while the code is as its source has it; each becomes a call of the runtime.

use super::{MARK, Made, accesses, asked, begin_body, call_runtime, declared, object};
use crate::build::Build;
use crate::ir::{self, Function, Instruction, Value, llvm};
use crate::regions;
use hipify_abi::Wait;
use hipify_abi::checks::{
    Access, RACE_ACCESS, RACE_BLOCK, RACE_FENCE, RACE_GRID, RACE_REACH, RACE_REACHES, RACE_WARP, RACE_WRITE, UNKNOWN_THREAD,
    order,
};
use inkwell::llvm_sys::core::LLVMIsAtomicSingleThread;
use inkwell::module::Module;
use inkwell::values::{AsValueRef, GlobalValue, InstructionOpcode, IntValue, PointerValue};
use inkwell::{AtomicOrdering, IntPredicate};
use std::collections::HashSet;

/// What the names of these marks begin with.
pub(super) const RACE: &str = "hipify.check.race.";

/// What the headers call where the lanes of a mask have met and their accesses are ordered, which those of shuffles and votes are not.
const ORDERED: &str = "__hipify_lanes_ordered";

/// What the headers call before an atomic operation for the threads of the block alone.
const NARROW: &str = "__hipify_block_scope";

/// Clang's passes move loads to places where the source has none, which harms nobody; but to a function with this attribute they do not.
const IN_PLACE: &str = "sanitize_thread";

/// Before functions are inlined: of checked code, reads stay under their conditions; in other code, what the headers say for this tool goes.
pub(crate) fn prepare(module: &Module, is_checked: bool) {
    if is_checked {
        module.get_functions().for_each(|function| ir::mark(function, IN_PLACE));
        return;
    }
    [ORDERED, NARROW].into_iter().for_each(|name| super::drop_said(module, name));
}

/// An access as it is told.
pub(super) struct Told<'ctx> {
    pub(super) instruction: Instruction<'ctx>,
    /// Which of the accesses that the instruction makes.
    pub(super) place: usize,
    pub(super) made: Made<'ctx>,
    /// Bits of [`Access::READ`] and its like and of [`order`].
    pub(super) how: u32,
}

/// The accesses of a function that nobody is told of.
#[derive(Default)]
pub(crate) struct Quiet<'ctx> {
    pub(super) accesses: HashSet<(Instruction<'ctx>, usize)>,
    /// Nobody is told of any, so that nobody asks what orders them.
    pub(super) all: bool,
    /// Who compares launches with each other is told of them all the same.
    pub(super) is_reached: bool,
    /// Those that are known to be in bounds.
    pub(super) inside: HashSet<(Instruction<'ctx>, usize)>,
}

impl<'ctx> Quiet<'ctx> {
    fn has(&self, told: &Told<'ctx>) -> bool {
        self.all || self.accesses.contains(&(told.instruction, told.place))
    }
}

/// The accesses of a function that may be to memory of several threads.
pub(super) fn told<'ctx>(module: &Module<'ctx>, function: Function<'ctx>, shared: &[GlobalValue<'ctx>]) -> Vec<Told<'ctx>> {
    let mut all = Vec::new();
    let atomics = changed_atomically(function);
    for block in ir::blocks(function) {
        let mut is_narrow = false;
        for instruction in block.get_instructions() {
            is_narrow |= ir::callee(instruction).is_some_and(|callee| ir::name_of(callee) == NARROW);
            for (place, made) in accesses(module, instruction).into_iter().enumerate() {
                if object::of(module, made.address, shared).is_some_and(|object| object.is_private()) {
                    continue;
                }
                let mut how = how(instruction, made.access) | if is_narrow { order::NARROW } else { 0 };
                if how == Access::READ && atomics.contains(&made.address) {
                    how |= order::VOLATILE;
                }
                if ir::is_atomic(instruction) {
                    is_narrow = false;
                }
                all.push(Told { instruction, place, made, how });
            }
        }
    }
    all
}

/// Marks the accesses of a function, but for those that nobody is told of, and what orders them. `knows_thread`: the function is part of a
/// kernel whose body knows which thread runs.
pub(crate) fn mark<'ctx>(
    module: &Module<'ctx>,
    function: Function<'ctx>,
    shared: &[GlobalValue<'ctx>],
    knows_thread: bool,
    quiet: Option<&Quiet<'ctx>>,
) {
    ir::unmark(function, IN_PLACE);
    let thread = |build: &Build<'ctx>| {
        if knows_thread { asked(module, build, "__hipify_thread_linear") } else { build.n32(UNKNOWN_THREAD) }
    };
    let at = |place: Instruction<'ctx>| Build::before(module.get_context(), place);
    for told in told(module, function, shared) {
        let build = at(told.instruction);
        match quiet.filter(|quiet| quiet.has(&told)) {
            None => mark_access(module, &build, &told, thread(&build)),
            Some(quiet) if quiet.is_reached => mark_reach(module, &build, &told, thread(&build), shared),
            Some(_) => {}
        }
    }
    let is_silent = quiet.is_some_and(|quiet| quiet.all);
    for instruction in ir::instructions(function) {
        let called = ir::callee(instruction).map(ir::name_of).unwrap_or_default();
        if called == ORDERED && !is_silent {
            let build = at(instruction);
            if let Some(mask) = ir::operand(instruction, 0) {
                call(module, &build, "warp", &[mask, thread(&build).into()]);
            }
        }
        if called == ORDERED || called == NARROW {
            instruction.erase_from_basic_block();
        } else if is_silent {
            continue;
        } else if let Some(wait) = regions::sync_of(instruction) {
            let kind = match wait {
                Wait::Barrier => "block",
                Wait::Grid => "grid",
                _ => continue,
            };
            if let Some(next) = instruction.get_next_instruction() {
                let build = at(next);
                call(module, &build, kind, &[thread(&build).into()]);
            }
        } else if instruction.get_opcode() == InstructionOpcode::Fence {
            let build = at(instruction);
            let narrow = u64::from(llvm!(LLVMIsAtomicSingleThread(instruction.as_value_ref())) != 0);
            call(module, &build, "fence", &[build.n64(narrow).into(), thread(&build).into()]);
        }
    }
}

fn mark_access<'ctx>(module: &Module<'ctx>, build: &Build<'ctx>, told: &Told<'ctx>, thread: IntValue<'ctx>) {
    let Told { instruction, made, how, .. } = told;
    let mut arguments: Vec<Value<'ctx>> = vec![made.address.into(), size(build, made).into(), thread.into()];
    let value = written(build, *instruction, *how);
    arguments.extend(value.map(Value::from));
    let kind = if value.is_some() { "write" } else { "access" };
    call(module, build, &format!("{kind}.{how}"), &arguments);
}

/// Marks an access that races with no other of its launch. Shared memory is nothing to other launches.
fn mark_reach<'ctx>(
    module: &Module<'ctx>,
    build: &Build<'ctx>,
    Told { made, how, .. }: &Told<'ctx>,
    thread: IntValue<'ctx>,
    shared: &[GlobalValue<'ctx>],
) {
    let object = object::of(module, made.address, shared);
    if !object.is_some_and(|object| shared.iter().any(|variable| variable.as_pointer_value() == object.base)) {
        call(module, build, &format!("reach.{how}"), &[made.address.into(), size(build, made).into(), thread.into()]);
    }
}

fn size<'ctx>(build: &Build<'ctx>, made: &Made<'ctx>) -> IntValue<'ctx> {
    made.length.map_or_else(|| build.n64(u64::from(made.access.size)), |length: IntValue<'ctx>| build.extend_to_64(length))
}

fn call<'ctx>(module: &Module<'ctx>, build: &Build<'ctx>, name: &str, arguments: &[Value<'ctx>]) {
    let name = format!("{RACE}{name}");
    debug_assert!(name.starts_with(MARK));
    build.call(declared(module, &name, arguments), arguments);
}

/// The addresses that a function changes by atomic operations. What it reads there before, to begin a loop of compare and exchange or to see
/// whether there is anything to change, is tried again by the operation: the read counts as one that may happen at any time.
fn changed_atomically<'ctx>(function: Function<'ctx>) -> HashSet<PointerValue<'ctx>> {
    let is_atomic = |it: &Instruction| matches!(it.get_opcode(), InstructionOpcode::AtomicRMW | InstructionOpcode::AtomicCmpXchg);
    let address = |it| ir::operand(it, 0).map(|address| address.into_pointer_value());
    ir::instructions(function).into_iter().filter(is_atomic).filter_map(address).collect()
}

/// The value of a plain write, as a number: writes of the same value harm nobody.
fn written<'ctx>(build: &Build<'ctx>, instruction: Instruction<'ctx>, how: u32) -> Option<IntValue<'ctx>> {
    if instruction.get_opcode() != InstructionOpcode::Store || how != Access::WRITE {
        return None;
    }
    match ir::operand(instruction, 0)? {
        Value::IntValue(value) if value.get_type().get_bit_width() <= 64 => Some(build.extend_to_64(value)),
        Value::PointerValue(value) => Some(build.pointer_to_integer(value)),
        Value::FloatValue(value) => {
            let ty = value.get_type();
            let context = ty.get_context();
            let bits = [(context.f32_type(), build.i32()), (context.f64_type(), build.i64()), (context.f16_type(), build.i16())];
            let (_, bits) = bits.into_iter().find(|(known, _)| *known == ty)?;
            Some(build.extend_to_64(build.cast(InstructionOpcode::BitCast, value.into(), bits.into()).into_int_value()))
        }
        _ => None,
    }
}

/// What is told of an access.
fn how(instruction: Instruction, access: Access) -> u32 {
    let is_atomic = ir::is_atomic(instruction);
    let mut how = access.kind;
    if !is_atomic && instruction.get_volatile() == Ok(true) {
        how |= order::VOLATILE;
    }
    let ordering = instruction.get_atomic_ordering().unwrap_or(AtomicOrdering::NotAtomic);
    if is_atomic {
        use AtomicOrdering::{Acquire, AcquireRelease, Release, SequentiallyConsistent};
        if matches!(ordering, Acquire | AcquireRelease | SequentiallyConsistent) {
            how |= order::ACQUIRE;
        }
        if access.kind & Access::WRITE != 0 && matches!(ordering, Release | AcquireRelease | SequentiallyConsistent) {
            how |= order::RELEASE;
        }
    }
    how
}

/// Gives a mark its body.
pub(super) fn expand<'ctx>(module: &Module<'ctx>, mark: Function<'ctx>, name: &str) {
    let build = begin_body(module, mark);
    let mut arguments: Vec<Value<'ctx>> = mark.get_params();
    let what = name.trim_start_matches(RACE);
    let called = match what.split_once('.') {
        Some((access, how)) => {
            let how = how.parse().expect("accesses have numbers");
            arguments.insert(2, build.n32(how).into());
            match access {
                "write" => RACE_WRITE,
                "reach" => {
                    if_asked(module, &build, mark);
                    RACE_REACH
                }
                _ => RACE_ACCESS,
            }
        }
        None => match what {
            "warp" => RACE_WARP,
            "block" => RACE_BLOCK,
            "grid" => RACE_GRID,
            _ => RACE_FENCE,
        },
    };
    call_runtime(module, &build, called, &arguments, false);
    build.ret_void();
}

/// Goes on where [`RACE_REACHES`] says so, and else returns.
fn if_asked<'ctx>(module: &Module<'ctx>, build: &Build<'ctx>, mark: Function<'ctx>) {
    let asks = module.get_global(RACE_REACHES).unwrap_or_else(|| module.add_global(build.i32(), None, RACE_REACHES));
    let asks = build.load(build.i32(), asks.as_pointer_value()).into_int_value();
    let [told, done] = ["told", "done"].map(|name| build.append(mark, name));
    let branch = build.branch(build.compare(IntPredicate::NE, asks, build.i32().const_zero()), told, done);
    super::init::leave_alone(module, branch);
    super::unlikely(module, branch);
    build.go_to_end(done);
    build.ret_void();
    build.go_to_end(told);
}
