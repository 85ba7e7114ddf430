//! Marks where lanes have met for a mask: the lanes that it names are to be those that have come.

use super::{asked, begin_body, call_runtime, declared, init, unlikely};
use crate::build::Build;
use crate::ir::{self, Function, Instruction, Value};
use hipify_abi::MAX_LANES;
use hipify_abi::checks::{MASK_FAILED, UNKNOWN_THREAD};
use inkwell::IntPredicate;
use inkwell::module::Module;
use inkwell::values::IntValue;

/// The mark: of a mask, the lanes that have met, the lanes of a warp, and the thread.
pub(super) const NAMED: &str = "hipify.check.mask";

/// What the headers call after the lanes of a mask have met.
const SAID: &str = "__hipify_lanes_named";

/// Before functions are inlined: in code that is not checked, what the headers say goes.
pub(super) fn prepare(module: &Module, is_checked: bool) {
    if !is_checked {
        super::drop_said(module, SAID);
    }
}

/// Puts a mark where the headers say what a mask was. `knows_thread`: the function is part of a kernel whose body knows which thread runs.
pub(super) fn mark<'ctx>(module: &Module<'ctx>, function: Function<'ctx>, knows_thread: bool) {
    let is_said = |it: &Instruction| ir::callee(*it).is_some_and(|callee| ir::name_of(callee) == SAID);
    for call in ir::instructions(function).into_iter().filter(is_said) {
        let build = Build::before(module.get_context(), call);
        if let Some(mask) = ir::operand(call, 0) {
            let thread = if knows_thread { asked(module, &build, "__hipify_thread_linear") } else { build.n32(UNKNOWN_THREAD) };
            let size = asked(module, &build, "__hipify_warp_size");
            let arguments = [mask, active(module, &build).into(), size.into(), thread.into()];
            build.call(declared(module, NAMED, &arguments), &arguments);
        }
        call.erase_from_basic_block();
    }
}

/// The lanes that have met.
fn active<'ctx>(module: &Module<'ctx>, build: &Build<'ctx>) -> IntValue<'ctx> {
    const NAME: &str = "__hipify_active";
    let function = module.get_function(NAME).unwrap_or_else(|| module.add_function(NAME, build.i64().fn_type(&[], false), None));
    build.call(function, &[]).try_as_basic_value().basic().expect("it gives a mask").into_int_value()
}

/// Gives the mark its body.
pub(super) fn expand<'ctx>(module: &Module<'ctx>, mark: Function<'ctx>) {
    let build = begin_body(module, mark);
    let [mask, active, size, thread] = [0, 1, 2, 3].map(|at| mark.get_params()[at].into_int_value());
    let shift = build.sub(build.n64(MAX_LANES as u64), build.widen(size));
    let all = build.shift_right(build.n64(u64::MAX), shift);
    let doubtful = build.compare(IntPredicate::NE, build.and(mask, all), active);
    let [slow, done] = ["slow", "done"].map(|name| build.append(mark, name));
    let branch = build.branch(doubtful, slow, done);
    // The program has no branch here.
    init::leave_alone(module, branch);
    unlikely(module, branch);
    build.go_to_end(slow);
    // The runtime's function decides and tells.
    call_runtime(module, &build, MASK_FAILED, &[mask, active, thread].map(Value::from), true);
    build.jump(done);
    build.go_to_end(done);
    build.ret_void();
}
