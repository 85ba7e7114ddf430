//! `step`: one region, for those threads of a range that are in its state. Small rather than fast, since it is for divergent
//! threads.

use super::launch;
use super::threads::Shape;
use crate::body::{self, Arguments, Body};
use crate::build::Build;
use crate::context::{self, Field};
use crate::counted_loop::Loop;
use crate::guard_hoisting::Mode;
use crate::ir::{self, Function, Value};
use crate::kernels::Kernel;
use crate::lane_trees::LANES;
use crate::work_item_intrinsics::Asked;
use crate::work_item_intrinsics::Thread;
use inkwell::IntPredicate;
use inkwell::module::{Linkage, Module};
use inkwell::values::{IntValue, PointerValue};

pub(super) fn write<'ctx>(module: &Module<'ctx>, kernel: &Kernel<'ctx>, body: &Body<'ctx>) -> Function<'ctx> {
    let of_module = module.get_context();
    let pointer = of_module.ptr_type(inkwell::AddressSpace::default());
    let i32 = of_module.i32_type();
    let ty = of_module.void_type().fn_type(&[pointer.into(), i32.into(), i32.into(), i32.into()], false);
    let function = module.add_function(&format!("{}.step", kernel.name), ty, Some(Linkage::Internal));
    ["nounwind", "optsize"].iter().for_each(|attribute| ir::mark(function, attribute));
    let [entry, threads, out] = ["entry", "threads", "out"].map(|name| of_module.append_basic_block(function, name));
    let build = Build::at_end(of_module, entry);
    let parameter = |place| function.get_nth_param(place).expect("declared with it");
    let context = parameter(0).into_pointer_value();
    let [first, count, state] = [1, 2, 3].map(|place| parameter(place).into_int_value());
    let shape = Shape::read(&build, context, false);
    let arguments = launch::arguments(&build, context, kernel);
    build.branch(build.compare(IntPredicate::EQ, count, build.n32(0)), out, threads);
    build.go_to_end(threads);
    let each = Loop::begin(&build, function, first, build.count(first, count));
    step_one((module, &build), function, body, context, &shape, (each.index, state), arguments);
    each.end(&build, function);
    build.jump(out);
    build.go_to_end(out);
    build.ret_void();
    function
}

/// The result of the tree of the thread's region.
fn tree<'ctx>(
    module: &Module<'ctx>,
    build: &Build<'ctx>,
    function: Function<'ctx>,
    body: &Body<'ctx>,
    thread: &Thread<'ctx>,
) -> IntValue<'ctx> {
    let trees = || (0..).zip(&body.regions.regions).filter_map(|(state, region)| Some((build.n32(state), region.tree.as_ref()?)));
    if trees().next().is_none() {
        return build.n64(0);
    }
    let result = build.alloca_at_entry(function, build.i64());
    let first = build.and(thread.lane, build.n32(!(LANES - 1)));
    let (from, after) = (build.block(), build.append(function, "grown"));
    let cases: Vec<_> = trees()
        .map(|(state, tree)| {
            let block = build.append(function, "tree");
            build.go_to_end(block);
            build.store(tree.compute(module, build, thread.context, thread.phase, first), result);
            build.jump(after);
            (state, block)
        })
        .collect();
    build.go_to_end(from);
    build.switch(thread.state, after, &cases);
    build.go_to_end(after);
    build.load(build.i64(), result).into_int_value()
}

fn step_one<'ctx>(
    (module, build): (&Module<'ctx>, &Build<'ctx>),
    function: Function<'ctx>,
    body: &Body<'ctx>,
    context: PointerValue<'ctx>,
    shape: &Shape<'ctx>,
    (linear, state): (IntValue<'ctx>, IntValue<'ctx>),
    kernel: Vec<Value<'ctx>>,
) {
    let own = build.element(build.i16(), Field::States.pointer(build, context), build.widen(linear));
    let is = build.extend(build.load(build.i16(), own).into_int_value(), build.i32());
    let [here, after] = ["here", "after"].map(|name| build.append(function, name));
    build.branch(build.compare(IntPredicate::EQ, is, state), here, after);
    build.go_to_end(here);
    let place = shape.place(build, linear);
    let number = |pointer| build.load(build.i64(), pointer).into_int_value();
    let thread = Thread {
        context,
        x: place.x,
        y: place.y,
        z: place.z,
        linear,
        lane: place.lane,
        state,
        phase: build.n32(0),
        active: number(context::active(build, context)),
        ballot: number(context::ballot(build, context)),
        tree: build.n64(0),
        asked: Asked { mode: build.n32(Mode::Whole.number()), answer: build.ptr().const_null() },
    };
    let thread = Thread { tree: tree(module, build, function, body, &thread), ..thread };
    let frame = Field::Frame.pointer(build, context);
    let uniforms = body.frame.uniforms().map(|slot| body::cell(build, frame, slot, build.widen(linear))).collect();
    let next = body.call(build, &Arguments { thread, uniforms, kernel });
    build.store(build.truncate(next, build.i16()), own);
    build.jump(after);
    build.go_to_end(after);
}
