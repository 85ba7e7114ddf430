//! Makes the body of a kernel: a function that runs one thread from the barrier at which it waits to the next one.

use crate::access_groups;
use crate::alias_scopes::{self, Roots};
use crate::block_shape::BlockShape;
use crate::build::Build;
use crate::context::Field;
use crate::context_save::Frame;
use crate::guard_hoisting::{self, Guards};
use crate::ir::{self, Function, Value};
use crate::kernels::Kernel;
use crate::regions::Regions;
use crate::shared_memory_layout::Layout;
use crate::side_by_side::SideBySide;
use crate::strips::{self, Strips};
use crate::work_item_intrinsics::Asked;
use crate::work_item_intrinsics::{self, THREAD_PARAMETERS, Thread};
use hipify_abi::DONE;
use inkwell::context::ContextRef;
use inkwell::module::{Linkage, Module};
use inkwell::types::BasicMetadataTypeEnum;
use inkwell::values::{InstructionOpcode, IntValue, PointerValue};

mod carry;

use carry::{FrameMemory, carry, compute_again, demote, forget, place_privates};
pub(crate) use carry::{after, cell, demote_value, element, load_slot, make_forgotten_undefined, store_slot};

/// A kernel's body and what is known of it.
pub(crate) struct Body<'ctx> {
    /// `fn(thread parameters, uniform values, places for uniform values, the kernel's parameters) -> next state`
    pub(crate) function: Function<'ctx>,
    pub(crate) regions: Regions<'ctx>,
    pub(crate) frame: Frame<'ctx>,
    pub(crate) shared: Layout<'ctx>,
    pub(crate) guards: Guards<'ctx>,
    /// The body cut once more at its uniform loops, where that pays.
    pub(crate) strips: Option<Strips<'ctx>>,
    /// The shape of blocks for which `run` is written once more.
    pub(crate) shape: Option<BlockShape>,
    /// Whether `run` takes [`hipify_abi::Context::neighbours`] together with a block.
    pub(crate) joins: bool,
    /// Whether it takes them through one region after the other, each with a context of its own, and how many.
    pub(crate) side_by_side: Option<SideBySide>,
    /// Whether warps that are not whole are left to `step`.
    pub(crate) whole_warps: bool,
    /// Whether the runtime is to know which thread runs.
    pub(crate) tells_thread: bool,
}

/// What is found out of a kernel before its code is moved.
pub(crate) struct Plan<'ctx> {
    pub(crate) regions: Regions<'ctx>,
    pub(crate) frame: Frame<'ctx>,
    pub(crate) shared: Layout<'ctx>,
    pub(crate) guards: Guards<'ctx>,
    pub(crate) shape: Option<BlockShape>,
    /// Whether the runtime is to know which thread runs.
    pub(crate) tells_thread: bool,
}

/// What a call of a body passes.
pub(crate) struct Arguments<'ctx> {
    pub(crate) thread: Thread<'ctx>,
    /// By number of the uniform value: what it is, and where to leave what it becomes.
    pub(crate) uniforms: Vec<(Value<'ctx>, PointerValue<'ctx>)>,
    pub(crate) kernel: Vec<Value<'ctx>>,
}

/// Turns a kernel into a body; of the kernel's function an empty shell is left, which this removes.
pub(crate) fn make<'ctx>(module: &Module<'ctx>, kernel: &Kernel<'ctx>, plan: Plan<'ctx>) -> Body<'ctx> {
    let context = module.get_context();
    let Plan { regions, frame, shared, guards, shape, tells_thread } = plan;
    let side_by_side = if tells_thread { None } else { SideBySide::of(kernel.function, &regions, &frame, shape) };
    let function = declare(module, kernel, &frame);
    let (strips, joins, whole_warps) = (None, false, false);
    let mut body =
        Body { function, regions, frame, shared, guards, strips, shape, joins, side_by_side, whole_warps, tells_thread };
    let entry = context.append_basic_block(function, "thread");
    splice(kernel, &body);
    let build = Build::at_end(context, entry);
    let thread = body.thread();
    hoist_allocas(&build, function);
    let lane_memory = FrameMemory { pointer: Field::Frame.pointer(&build, thread.context), linear: build.widen(thread.linear) };
    let privates = place_privates(&build, &body, &lane_memory);
    finish_regions(context, &body);
    let copies = compute_again(context, &body, entry);
    let cells = demote(&build, &body);
    carry(context, &body, &cells, &copies, &lane_memory);
    forget(module, &body);
    guard_hoisting::apply(context, function, &body.guards, thread.asked);
    if tells_thread {
        set_current(module, &build, &thread);
    }
    for instruction in ir::instructions(function) {
        work_item_intrinsics::replace(module, instruction, &thread, &build);
    }
    let base = Field::Shared.pointer(&build, thread.context);
    dispatch(&build, &body);
    body.shared.apply(context, function, || base);
    access_groups::mark(module, function);
    let parameters = function.get_params()[THREAD_PARAMETERS + 2 * body.frame.uniforms().count()..].to_vec();
    alias_scopes::mark(module, function, &Roots { frame: lane_memory.pointer, privates: &privates, shared: base, parameters });
    body.guards.settle(&body.regions);
    body
}

impl<'ctx> Body<'ctx> {
    fn thread(&self) -> Thread<'ctx> {
        let number = |place: u32| self.parameter(place as usize).into_int_value();
        Thread {
            context: self.parameter(0).into_pointer_value(),
            x: number(1),
            y: number(2),
            z: number(3),
            linear: number(4),
            lane: number(5),
            state: number(6),
            phase: number(7),
            active: number(8),
            ballot: number(9),
            tree: number(10),
            asked: Asked { mode: number(11), answer: self.parameter(12).into_pointer_value() },
        }
    }

    fn parameter(&self, place: usize) -> Value<'ctx> {
        self.function.get_nth_param(place as u32).expect("declared with it")
    }

    fn uniform_value(&self, number: usize) -> Value<'ctx> {
        self.parameter(THREAD_PARAMETERS + number)
    }

    fn uniform_place(&self, number: usize) -> PointerValue<'ctx> {
        self.parameter(THREAD_PARAMETERS + self.frame.uniforms().count() + number).into_pointer_value()
    }

    /// Calls the body; gives the thread's next state.
    pub(crate) fn call(&self, build: &Build<'ctx>, arguments: &Arguments<'ctx>) -> IntValue<'ctx> {
        let call = build.call(self.function, &Self::values(arguments));
        call.try_as_basic_value().basic().expect("bodies return a state").into_int_value()
    }

    /// Calls a segment of the strip body; gives the thread's next segment or state.
    pub(crate) fn call_strip(
        &self,
        build: &Build<'ctx>,
        strips: &Strips<'ctx>,
        arguments: &Arguments<'ctx>,
        place: &strips::StripArguments<'ctx>,
    ) -> IntValue<'ctx> {
        let mut values = Self::values(arguments);
        values.extend(place.first.map(Value::from));
        values.extend([Value::from(place.out), place.place.into()]);
        values.extend([Value::from(place.segment), place.thread.into(), place.stays.into()]);
        values.extend([Value::from(place.arrays), place.before.into(), place.after.into()]);
        let call = build.call(strips.function, &values);
        call.try_as_basic_value().basic().expect("bodies return a state").into_int_value()
    }

    fn values(arguments: &Arguments<'ctx>) -> Vec<Value<'ctx>> {
        let thread = &arguments.thread;
        let mut values: Vec<Value> = vec![thread.context.into()];
        let numbers =
            [thread.x, thread.y, thread.z, thread.linear, thread.lane, thread.state, thread.phase, thread.active, thread.ballot];
        values.extend(numbers.map(Value::from));
        values.extend([Value::from(thread.tree), Value::from(thread.asked.mode), Value::from(thread.asked.answer)]);
        values.extend(arguments.uniforms.iter().map(|(value, _)| *value));
        values.extend(arguments.uniforms.iter().map(|(_, place)| Value::from(*place)));
        values.extend(&arguments.kernel);
        values
    }
}

fn declare<'ctx>(module: &Module<'ctx>, kernel: &Kernel<'ctx>, frame: &Frame<'ctx>) -> Function<'ctx> {
    let context = module.get_context();
    let (pointer, i32, i64) = (context.ptr_type(inkwell::AddressSpace::default()), context.i32_type(), context.i64_type());
    let mut types: Vec<BasicMetadataTypeEnum> = vec![pointer.into()];
    types.extend([i32; 7].map(BasicMetadataTypeEnum::from));
    types.extend([i64; 3].map(BasicMetadataTypeEnum::from));
    types.extend([BasicMetadataTypeEnum::from(i32), pointer.into()]);
    types.extend(frame.uniforms().map(|slot| BasicMetadataTypeEnum::from(slot.ty)));
    types.extend(frame.uniforms().map(|_| BasicMetadataTypeEnum::from(pointer)));
    types.extend(kernel.function.get_params().iter().map(|parameter| BasicMetadataTypeEnum::from(parameter.get_type())));
    let function = module.add_function(&format!("{}.body", kernel.name), i32.fn_type(&types, false), Some(Linkage::Internal));
    ["alwaysinline", "nounwind"].iter().for_each(|attribute| ir::mark(function, attribute));
    if ir::is_marked(kernel.function, "sanitize_address") {
        ir::mark(function, "sanitize_address");
    }
    function
}

/// Moves the kernel's blocks over.
fn splice<'ctx>(kernel: &Kernel<'ctx>, body: &Body<'ctx>) {
    let first = THREAD_PARAMETERS + 2 * body.frame.uniforms().count();
    for (number, old) in kernel.function.get_params().into_iter().enumerate() {
        let new = body.parameter(first + number);
        new.set_name(&old.get_name().to_string_lossy());
        ir::replace_uses(old, new);
    }
    for block in ir::blocks(kernel.function) {
        let last = body.function.get_last_basic_block().expect("it has an entry");
        block.move_after(last).expect("both have parents");
    }
    if let Some(subprogram) = kernel.function.get_subprogram() {
        body.function.set_subprogram(subprogram);
    }
    ir::delete(kernel.function);
}

/// Memory of constant size belongs into the first block.
pub(crate) fn hoist_allocas<'ctx>(build: &Build<'ctx>, function: Function<'ctx>) {
    for alloca in ir::instructions(function).into_iter().filter(|it| it.get_opcode() == InstructionOpcode::Alloca) {
        if ir::operand(alloca, 0).is_some_and(|count| ir::maker(count).is_none() && !ir::is_argument(count)) {
            alloca.remove_from_basic_block();
            build.place(alloca);
        }
    }
}

/// Returns and cuts give the next state.
fn finish_regions<'ctx>(context: ContextRef<'ctx>, body: &Body<'ctx>) {
    for instruction in ir::instructions(body.function) {
        if instruction.get_opcode() == InstructionOpcode::Return {
            let build = Build::before(context, instruction);
            build.ret(build.n32(DONE));
            instruction.erase_from_basic_block();
        }
    }
    for (state, cut) in (1..).zip(&body.regions.cuts) {
        cut.mark.erase_from_basic_block();
        if let Some(jump) = cut.block.get_terminator() {
            let build = Build::before(context, jump);
            build.ret(build.n32(state));
            jump.erase_from_basic_block();
        }
    }
}

/// Functions that could not be inlined ask the runtime which thread runs.
fn set_current<'ctx>(module: &Module<'ctx>, build: &Build<'ctx>, thread: &Thread<'ctx>) {
    let set = module.get_function(hipify_abi::SET_CURRENT).unwrap_or_else(|| {
        let (pointer, i32) = (build.ptr(), build.i32());
        let ty = build.context.void_type().fn_type(&[pointer.into(), i32.into(), i32.into(), i32.into(), i32.into()], false);
        module.add_function(hipify_abi::SET_CURRENT, ty, None)
    });
    build.call(set, &[thread.context.into(), thread.x.into(), thread.y.into(), thread.z.into(), thread.linear.into()]);
}

/// The first block goes on to the region of the state.
fn dispatch<'ctx>(build: &Build<'ctx>, body: &Body<'ctx>) {
    let regions = &body.regions.regions;
    if let [only] = &regions[..] {
        body.guards.enter(build, body.function, body.thread().asked, only.entry);
        return;
    }
    let never = build.append(body.function, "never");
    let cases: Vec<_> = (0..).zip(regions).map(|(state, region)| (build.n32(state), region.entry)).collect();
    build.switch(body.thread().state, never, &cases);
    build.go_to_end(never);
    build.unreachable();
}
