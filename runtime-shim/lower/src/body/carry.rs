//! Saves values that live across cuts to the frame or to the uniform values before a cut, and reloads or rematerialises them
//! after it.

use super::Body;
use crate::build::Build;
use crate::context_save::{self, Passage, Slot};
use crate::ir::{self, Instruction, Value};
use crate::regions::Together;
use crate::work_item_intrinsics::THREAD_PARAMETERS;
use inkwell::context::ContextRef;
use inkwell::module::Module;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{InstructionOpcode, IntValue, PointerValue};
use std::collections::{HashMap, HashSet};

/// The frame as one thread sees it.
pub(super) struct FrameMemory<'ctx> {
    pub(super) pointer: PointerValue<'ctx>,
    pub(super) linear: IntValue<'ctx>,
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
    if ir::is_bit(slot.ty) { build.element(build.i8(), array, linear) } else { build.element(slot.ty, array, linear) }
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
    if ir::is_bit(slot.ty) { build.load_truth(from) } else { build.load(slot.ty, from) }
}

pub(crate) fn store_slot<'ctx>(build: &Build<'ctx>, slot: &Slot<'ctx>, value: Value<'ctx>, to: PointerValue<'ctx>) {
    if ir::is_bit(slot.ty) {
        build.store(build.extend(value.into_int_value(), build.i8()), to);
    } else {
        build.store(value, to);
    }
}

/// Gives memory on the stack that lives across cuts its places in the frame, which are the answer.
pub(super) fn place_privates<'ctx>(
    build: &Build<'ctx>,
    body: &Body<'ctx>,
    memory: &FrameMemory<'ctx>,
) -> Vec<PointerValue<'ctx>> {
    let place = |private: &context_save::Private<'ctx>| {
        for user in
            context_save::derived_uses(private.alloca).into_iter().filter(|&it| context_save::is_intrinsic(it, "llvm.lifetime"))
        {
            user.erase_from_basic_block();
        }
        let array = build.offset(memory.pointer, build.n64(private.offset));
        let own = build.offset(array, build.mul(memory.linear, build.n64(private.stride)));
        ir::replace_uses(private.alloca, own);
        private.alloca.erase_from_basic_block();
        own
    };
    body.frame.privates.iter().map(place).collect()
}

/// Gives each value that lives across cuts a place on the stack, which later passes take away again: a region that begins at a
/// cut finds it there as one that has computed it.
pub(super) fn demote<'ctx>(entry: &Build<'ctx>, body: &Body<'ctx>) -> Vec<PointerValue<'ctx>> {
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

/// A builder after an instruction; after all phis for a phi.
pub(crate) fn after<'ctx>(context: ContextRef<'ctx>, instruction: Instruction<'ctx>) -> Build<'ctx> {
    match (instruction.get_opcode(), instruction.get_next_instruction(), instruction.get_parent()) {
        (InstructionOpcode::Phi, _, Some(block)) => Build::after_phis(context, block),
        (_, Some(next), _) => Build::before(context, next),
        (_, None, block) => Build::at_end(context, block.expect("it stands in a block")),
    }
}

/// Cheap values, rematerialised after the cuts: by state and number of the slot.
pub(super) type Copies<'ctx> = HashMap<(u32, usize), Value<'ctx>>;

pub(super) fn compute_again<'ctx>(context: ContextRef<'ctx>, body: &Body<'ctx>, entry: ir::Block<'ctx>) -> Copies<'ctx> {
    let mut copies = Copies::new();
    for (number, slot) in body.frame.slots.iter().enumerate().filter(|(_, slot)| slot.passage == Passage::Again) {
        for &state in &slot.states {
            let into = Build::after_phis(context, body.regions.cuts[state as usize - 1].next);
            let value = ir::value_of(slot.value).expect("slots are for values");
            copies.insert((state, number), context_save::again_from_entry(&into, value, entry));
        }
    }
    copies
}

/// Brings values over the cuts: out of their cells before, into them after.
pub(super) fn carry<'ctx>(
    context: ContextRef<'ctx>,
    body: &Body<'ctx>,
    cells: &[PointerValue<'ctx>],
    copies: &Copies<'ctx>,
    memory: &FrameMemory<'ctx>,
) {
    let needed = slots_by_state(body);
    for (state, cut) in (1..).zip(&body.regions.cuts) {
        let out = Build::before(context, cut.block.get_terminator().expect("a return"));
        let into = Build::after_phis(context, cut.next);
        let made_before = blocks_before(cut.block, body);
        for &number in &needed[state as usize] {
            let (slot, cell) = (&body.frame.slots[number], cells[number]);
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
                    // Else what lies in its slot is right still.
                    if slot.value.get_parent().is_some_and(|home| made_before.contains(&home)) {
                        store_slot(&out, slot, out.load(slot.ty, cell), memory.slot(&out, slot));
                    }
                    into.store(load_slot(&into, slot, memory.slot(&into, slot)), cell);
                }
            }
        }
    }
}

/// Stands for a uniform value that nobody reads any more.
const FORGET: &str = "hipify.forget";

/// Notes where all threads of a group go on together without need of a uniform value. Else its place would keep what it had there, and
/// a loop over regions would have two values for each that changes in it: LLVM could not tell how often the loop runs.
pub(super) fn forget<'ctx>(module: &Module<'ctx>, body: &Body<'ctx>) {
    let context = module.get_context();
    let marker = module.get_function(FORGET).unwrap_or_else(|| {
        let pointer = context.ptr_type(inkwell::AddressSpace::default());
        module.add_function(FORGET, context.void_type().fn_type(&[pointer.into()], false), None)
    });
    ir::mark(marker, "nounwind");
    for end in ir::instructions(body.function).into_iter().filter(|it| it.get_opcode() == InstructionOpcode::Return) {
        let Some(block) = end.get_parent() else { continue };
        let mut around = body.regions.regions.iter().filter(|region| region.blocks.contains(&block)).peekable();
        if around.peek().is_none() || !around.all(|region| region.together == Together::Proven) {
            continue;
        }
        let state = (1..).zip(&body.regions.cuts).find(|(_, cut)| cut.block == block).map(|(state, _)| state);
        let build = Build::before(context, end);
        for (number, slot) in body.frame.uniforms().enumerate() {
            if state.is_none_or(|state| !slot.states.contains(&state)) {
                build.call(marker, &[body.uniform_place(number).into()]);
            }
        }
    }
}

/// Makes the places of such values undefined, once no pass is left that would take that for nothing before bodies are inlined.
pub(crate) fn make_forgotten_undefined(body: &Body) {
    for function in std::iter::once(body.function).chain(body.strips.as_ref().map(|strips| strips.function)) {
        for call in ir::instructions(function) {
            if !context_save::is_intrinsic(call, FORGET) {
                continue;
            }
            let place = ir::operand(call, 0).expect("it has one");
            let first = THREAD_PARAMETERS + body.frame.uniforms().count();
            let slots = function.get_params().into_iter().skip(first).zip(body.frame.uniforms());
            if let Some((place, slot)) = slots.into_iter().find(|(parameter, _)| *parameter == place) {
                Build::before(function.get_type().get_context(), call).store(ir::poison(slot.ty), place.into_pointer_value());
            }
            call.erase_from_basic_block();
        }
    }
}

/// The slots that are needed in each state, by the state's number.
fn slots_by_state(body: &Body) -> Vec<Vec<usize>> {
    let mut needed = vec![Vec::new(); body.regions.cuts.len() + 1];
    for (number, slot) in body.frame.slots.iter().enumerate() {
        slot.states.iter().for_each(|&state| needed[state as usize].push(number));
    }
    needed
}

/// The blocks of the regions that end at a cut: what they compute is to be saved there.
fn blocks_before<'ctx>(cut: ir::Block<'ctx>, body: &Body<'ctx>) -> HashSet<ir::Block<'ctx>> {
    let regions = body.regions.regions.iter().filter(|region| region.blocks.contains(&cut));
    regions.flat_map(|region| region.blocks.iter().copied()).collect()
}
