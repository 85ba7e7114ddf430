//! A kernel to its body: a function that runs one thread from the cut it waits at to the next one it comes to.

use crate::build::Build;
use crate::context::Field;
use crate::cuts::Regions;
use crate::guards::{self, Asked, Guards};
use crate::ids::{self, THREAD_PARAMETERS, Thread};
use crate::ir::{self, Function, Instruction, Value};
use crate::kernels::Kernel;
use crate::parallel;
use crate::shared::Layout;
use crate::slots::{self, Frame, Passage, Slot};
use crate::strips::{self, Strips};
use hipify_abi::DONE;
use inkwell::context::ContextRef;
use inkwell::module::{Linkage, Module};
use inkwell::types::{BasicMetadataTypeEnum, BasicTypeEnum};
use inkwell::values::{InstructionOpcode, IntValue, PointerValue};
use std::collections::HashMap;

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
    /// Whether `run` takes [`hipify_abi::Context::neighbours`] together with a block.
    pub(crate) joins: bool,
}

/// What is found out of a kernel before its code is moved.
pub(crate) struct Plan<'ctx> {
    pub(crate) regions: Regions<'ctx>,
    pub(crate) frame: Frame<'ctx>,
    pub(crate) shared: Layout<'ctx>,
    pub(crate) guards: Guards<'ctx>,
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
    let Plan { regions, frame, shared, guards, tells_thread } = plan;
    let function = declare(module, kernel, &frame);
    let mut body = Body { function, regions, frame, shared, guards, strips: None, joins: false };
    let entry = context.append_basic_block(function, "thread");
    splice(kernel, &body);
    let build = Build::at_end(context, entry);
    let thread = body.thread();
    hoist_allocas(&build, function);
    let lane_memory = FrameMemory { pointer: Field::Frame.pointer(&build, thread.context), linear: build.widen(thread.linear) };
    place_privates(&build, &body, &lane_memory);
    finish_regions(context, &body);
    let copies = compute_again(context, &body, entry);
    let cells = demote(&build, &body);
    carry(context, &body, &cells, &copies, &lane_memory);
    guards::apply(context, function, &body.guards, thread.asked);
    if tells_thread {
        set_current(module, &build, &thread);
    }
    for instruction in ir::instructions(function) {
        ids::replace(instruction, &thread, &build);
    }
    let base = Field::Shared.pointer(&build, thread.context);
    dispatch(&build, &body);
    body.shared.apply(context, function, || base);
    parallel::mark(module, function);
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
            asked: Asked { mode: number(10), answer: self.parameter(11).into_pointer_value() },
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
        place: &strips::Place<'ctx>,
    ) -> IntValue<'ctx> {
        let mut values = Self::values(arguments);
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
        values.extend([Value::from(thread.asked.mode), Value::from(thread.asked.answer)]);
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
    types.extend([i64; 2].map(BasicMetadataTypeEnum::from));
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

/// The frame as one thread sees it.
struct FrameMemory<'ctx> {
    pointer: PointerValue<'ctx>,
    linear: IntValue<'ctx>,
}

impl<'ctx> FrameMemory<'ctx> {
    fn slot(&self, build: &Build<'ctx>, slot: &Slot<'ctx>) -> PointerValue<'ctx> {
        element(build, self.pointer, slot, self.linear)
    }
}

/// A slot's element of a thread.
pub(crate) fn element<'ctx>(
    build: &Build<'ctx>,
    frame: PointerValue<'ctx>,
    slot: &Slot<'ctx>,
    linear: IntValue<'ctx>,
) -> PointerValue<'ctx> {
    let array = build.offset(frame, build.n64(slot.offset));
    if strips::is_bit(slot.ty) { build.element(build.i8(), array, linear) } else { build.element(slot.ty, array, linear) }
}

/// A slot's value for a thread, and its place, as `step` passes them for uniform values: there, each thread has its own.
pub(crate) fn cell<'ctx>(
    build: &Build<'ctx>,
    frame: PointerValue<'ctx>,
    slot: &Slot<'ctx>,
    linear: IntValue<'ctx>,
) -> (Value<'ctx>, PointerValue<'ctx>) {
    let place = element(build, frame, slot, linear);
    (load_slot(build, slot, place), place)
}

/// Truth values lie in bytes, since loops over single bits do not vectorise.
pub(crate) fn load_slot<'ctx>(build: &Build<'ctx>, slot: &Slot<'ctx>, from: PointerValue<'ctx>) -> Value<'ctx> {
    if !strips::is_bit(slot.ty) {
        return build.load(slot.ty, from);
    }
    let byte = build.load(build.i8(), from).into_int_value();
    build.truncate(byte, slot.ty.into_int_type()).into()
}

pub(crate) fn store_slot<'ctx>(build: &Build<'ctx>, slot: &Slot<'ctx>, value: Value<'ctx>, to: PointerValue<'ctx>) {
    if strips::is_bit(slot.ty) {
        build.store(build.extend(value.into_int_value(), build.i8()), to);
    } else {
        build.store(value, to);
    }
}

fn place_privates<'ctx>(build: &Build<'ctx>, body: &Body<'ctx>, memory: &FrameMemory<'ctx>) {
    for private in &body.frame.privates {
        for user in slots::derived_uses(private.alloca).into_iter().filter(|&it| slots::is_intrinsic(it, "llvm.lifetime")) {
            user.erase_from_basic_block();
        }
        let array = build.offset(memory.pointer, build.n64(private.offset));
        let own = build.offset(array, build.mul(memory.linear, build.n64(private.stride)));
        ir::replace_uses(private.alloca, own);
        private.alloca.erase_from_basic_block();
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

/// Gives each value that lives across cuts a place on the stack, which later passes take away again: a region that begins at a
/// cut finds it there as one that has computed it.
fn demote<'ctx>(entry: &Build<'ctx>, body: &Body<'ctx>) -> Vec<PointerValue<'ctx>> {
    body.frame.slots.iter().map(|slot| demote_value(entry, slot.value, slot.ty)).collect()
}

/// Makes a value go through a cell on the stack wherever it leaves its block.
pub(crate) fn demote_value<'ctx>(entry: &Build<'ctx>, made: Instruction<'ctx>, ty: BasicTypeEnum<'ctx>) -> PointerValue<'ctx> {
    let cell = entry.alloca(ty, "");
    let home = made.get_parent();
    let value = ir::value_of(made).expect("slots are for values");
    for user in ir::users(made) {
        if user.get_opcode() == InstructionOpcode::Phi {
            load_for_phi(entry.context, user, value, home, |build| build.load(ty, cell));
        } else if user.get_parent() != home {
            let load = Build::before(entry.context, user).load(ty, cell);
            let places = ir::operands(user).into_iter().filter(|(_, operand)| *operand == value);
            places.for_each(|(place, _)| ir::set_operand(user, place, load));
        }
    }
    after(entry.context, made).store(value, cell);
    cell
}

/// Replaces a value in a phi by loads at the ends of the blocks that it comes from, but for the value's own block. A block of which
/// several edges lead to the phi, as those of a `switch`, gets one load: its entries must be the same value.
fn load_for_phi<'ctx>(
    context: ContextRef<'ctx>,
    phi: Instruction<'ctx>,
    value: Value<'ctx>,
    home: Option<ir::Block<'ctx>>,
    load: impl Fn(&Build<'ctx>) -> Value<'ctx>,
) {
    let mut loads = HashMap::new();
    for (place, incoming, from) in ir::incomings(phi) {
        if incoming == value
            && Some(from) != home
            && let Some(end) = from.get_terminator()
        {
            let loaded = *loads.entry(from).or_insert_with(|| load(&Build::before(context, end)));
            ir::set_operand(phi, place, loaded);
        }
    }
}

/// Behind an instruction; behind all phis for a phi.
pub(crate) fn after<'ctx>(context: ContextRef<'ctx>, instruction: Instruction<'ctx>) -> Build<'ctx> {
    match (instruction.get_opcode(), instruction.get_next_instruction(), instruction.get_parent()) {
        (InstructionOpcode::Phi, _, Some(block)) => Build::after_phis(context, block),
        (_, Some(next), _) => Build::before(context, next),
        (_, None, block) => Build::at_end(context, block.expect("it stands in a block")),
    }
}

/// Cheap values, computed again behind the cuts: by state and number of the slot.
type Copies<'ctx> = HashMap<(u32, usize), Value<'ctx>>;

fn compute_again<'ctx>(context: ContextRef<'ctx>, body: &Body<'ctx>, entry: ir::Block<'ctx>) -> Copies<'ctx> {
    let mut copies = Copies::new();
    for (number, slot) in body.frame.slots.iter().enumerate().filter(|(_, slot)| slot.passage == Passage::Again) {
        for &state in &slot.states {
            let into = Build::after_phis(context, body.regions.cuts[state as usize - 1].next);
            let value = ir::value_of(slot.value).expect("slots are for values");
            copies.insert((state, number), slots::again(&into, value, entry));
        }
    }
    copies
}

/// Brings values over the cuts: out of their cells before, into them behind.
fn carry<'ctx>(
    context: ContextRef<'ctx>,
    body: &Body<'ctx>,
    cells: &[PointerValue<'ctx>],
    copies: &Copies<'ctx>,
    memory: &FrameMemory<'ctx>,
) {
    for (state, cut) in (1..).zip(&body.regions.cuts) {
        let out = Build::before(context, cut.block.get_terminator().expect("a return"));
        let into = Build::after_phis(context, cut.next);
        for ((number, slot), &cell) in body.frame.slots.iter().enumerate().zip(cells) {
            if !slot.states.contains(&state) {
                continue;
            }
            match slot.passage {
                Passage::Again => {
                    let copy = copies[&(state, number)];
                    let into = ir::maker(copy).map_or(Build::after_phis(context, cut.next), |it| after(context, it));
                    into.store(copy, cell);
                }
                Passage::Uniform(number) => {
                    out.store(out.load(slot.ty, cell), body.uniform_place(number));
                    into.store(body.uniform_value(number), cell);
                }
                Passage::Thread => {
                    if is_made_before(slot, cut.block, body) {
                        store_slot(&out, slot, out.load(slot.ty, cell), memory.slot(&out, slot));
                    }
                    into.store(load_slot(&into, slot, memory.slot(&into, slot)), cell);
                }
            }
        }
    }
}

/// Whether some region that ends at the cut computes the value; else what lies in its slot is right still.
fn is_made_before<'ctx>(slot: &Slot<'ctx>, cut: ir::Block<'ctx>, body: &Body<'ctx>) -> bool {
    let home = slot.value.get_parent().expect("it stands in a block");
    body.regions.regions.iter().any(|region| region.blocks.contains(&cut) && region.blocks.contains(&home))
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
        build.jump(only.entry);
        return;
    }
    let never = build.append(body.function, "never");
    let cases: Vec<_> = (0..).zip(regions).map(|(state, region)| (build.n32(state), region.entry)).collect();
    build.switch(body.thread().state, never, &cases);
    build.go_to_end(never);
    build.unreachable();
}
