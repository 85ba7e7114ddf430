//! What comes across the cuts of a strip body: computed again, one value for all threads of a strip, or an array of a value for each.

use super::extra::Extra;
use crate::access_groups;
use crate::body;
use crate::build::Build;
use crate::context_save;
use crate::ir::{self, Block, Function, Instruction, Value};
use crate::liveness;
use crate::regions::Regions;
use crate::strips::{Cell, THREADS};
use inkwell::context::ContextRef;
use inkwell::module::Module;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{InstructionOpcode, IntValue, PointerValue};

/// How a value comes across the cuts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Again,
    /// At this many bytes into the uniform values.
    Uniform(u64),
    /// At this many bytes into the arrays.
    Array(u64),
}

pub(super) struct Crossing<'ctx> {
    pub(super) value: Instruction<'ctx>,
    pub(super) ty: BasicTypeEnum<'ctx>,
    pub(super) states: Vec<u32>,
    pub(super) way: Way,
}

impl<'ctx> Crossing<'ctx> {
    /// Where it lies in memory, if it does.
    pub(super) fn cell(&self, context: ContextRef<'ctx>, regions: &Regions<'ctx>) -> Option<Cell<'ctx>> {
        let (is_uniform, offset) = match self.way {
            Way::Again => return None,
            Way::Uniform(offset) => (true, offset),
            Way::Array(offset) => (false, offset),
        };
        let home = self.value.get_parent()?;
        let made =
            (0..).zip(&regions.regions).filter(|(_, region)| region.blocks.contains(&home)).map(|(number, _)| number).collect();
        let ty = if is_uniform { self.ty } else { kept(context, self.ty) };
        Some(Cell { ty, is_uniform, offset, states: self.states.clone(), made })
    }
}

/// What comes across the cuts of a body, and how much memory that takes.
pub(super) struct Carried<'ctx> {
    pub(super) crossings: Vec<Crossing<'ctx>>,
    /// Of the arrays.
    pub(super) bytes: u64,
    /// Of the uniform values.
    pub(super) uniform_bytes: u64,
}

impl<'ctx> Carried<'ctx> {
    /// Where threads of one strip may be in different states next, these are the `forks`.
    pub(super) fn of(
        module: &Module<'ctx>,
        function: Function<'ctx>,
        regions: &Regions<'ctx>,
        is_uniform: &dyn Fn(Instruction<'ctx>) -> bool,
        forks: &[&[u32]],
    ) -> Self {
        let mut carried = Carried { crossings: Vec::new(), bytes: 0, uniform_bytes: 0 };
        for crossing in liveness::crossing(function, regions) {
            let Some(value) = ir::value_of(crossing.value) else { continue };
            let ty = value.get_type();
            let size = ir::size_of(module, ty);
            let is_fit = |made| context_save::is_plain(made) || is_constant_of_block(made);
            let way = if context_save::is_cheap_beside(value, CHEAP, is_uniform, &is_fit) {
                Way::Again
            } else if is_uniform(crossing.value) {
                Way::Uniform(take(&mut carried.uniform_bytes, size, 16))
            } else if let Some(shared) = carried.shared(&crossing, ty, forks) {
                Way::Array(shared)
            } else {
                Way::Array(take(&mut carried.bytes, size * u64::from(THREADS), 64))
            };
            carried.crossings.push(Crossing { value: crossing.value, ty, states: crossing.states, way });
        }
        carried
    }

    /// An array of the same type that none of the states needs for another value, and that is of one which threads of a strip may need
    /// in the place of this one: what they write for either lies in one place then. Best is a value which this one comes from or goes to.
    fn shared(&self, crossing: &liveness::Crossing<'ctx>, ty: BasicTypeEnum<'ctx>, forks: &[&[u32]]) -> Option<u64> {
        let states = &crossing.states;
        let arrays =
            || self.crossings.iter().filter_map(|one| if let Way::Array(offset) = one.way { Some((one, offset)) } else { None });
        let is_free = |offset: u64| {
            arrays()
                .filter(|(_, at)| *at == offset)
                .all(|(one, _)| one.ty == ty && one.states.iter().all(|state| !states.contains(state)))
        };
        let is_other_way = |one: &Crossing<'ctx>| {
            let leads_to = |fork: &[u32], states: &[u32]| fork.iter().any(|next| states.contains(next));
            forks.iter().any(|fork| leads_to(fork, states) && leads_to(fork, &one.states))
        };
        let free: Vec<_> = arrays().filter(|&(one, offset)| is_other_way(one) && is_free(offset)).collect();
        free.iter().find(|(one, _)| liveness::are_related(one.value, crossing.value)).or(free.first()).map(|(_, offset)| *offset)
    }

    /// Makes arrays so many times as long.
    pub(super) fn stretch(&mut self, times: u64) {
        self.bytes *= times;
        for crossing in &mut self.crossings {
            if let Way::Array(offset) = &mut crossing.way {
                *offset *= times;
            }
        }
    }
}

/// Instructions that a value may take to compute again for each thread, and for all threads together.
const CHEAP: (usize, usize) = (8, 40);

/// A load of something that does not change while the block runs.
fn is_constant_of_block(instruction: Instruction) -> bool {
    instruction.get_opcode() == InstructionOpcode::Load && ir::metadata(instruction, "invariant.load").is_some()
}

fn take(used: &mut u64, bytes: u64, align: u64) -> u64 {
    let offset = *used;
    *used += bytes.next_multiple_of(align);
    offset
}

/// Copies of a cheap value after the cuts, by state.
pub(super) fn again<'ctx>(
    context: ContextRef<'ctx>,
    regions: &Regions<'ctx>,
    crossing: &Crossing<'ctx>,
    entry: Block<'ctx>,
) -> Vec<(u32, Value<'ctx>)> {
    if crossing.way != Way::Again {
        return Vec::new();
    }
    let value = ir::value_of(crossing.value).expect("crossings are values");
    let copy = |&state: &u32| {
        let into = Build::after_phis(context, regions.cuts[state as usize - 1].next);
        (state, context_save::again_from_entry(&into, value, entry))
    };
    crossing.states.iter().map(copy).collect()
}

/// How a value lies in an array: truth values in bytes, since loops over single bits do not vectorise.
fn kept<'ctx>(context: ContextRef<'ctx>, ty: BasicTypeEnum<'ctx>) -> BasicTypeEnum<'ctx> {
    if ir::is_bit(ty) { context.i8_type().into() } else { ty }
}

/// Where a value lies, from the first block on: stores of ways that a thread chooses between become one only if their addresses are.
pub(super) struct Places<'ctx> {
    out: PointerValue<'ctx>,
    into: PointerValue<'ctx>,
}

impl<'ctx> Places<'ctx> {
    pub(super) fn of(build: &Build<'ctx>, crossing: &Crossing<'ctx>, extra: &Extra<'ctx>) -> Self {
        match crossing.way {
            // Nowhere.
            Way::Again => Places { out: extra.out, into: extra.out },
            Way::Uniform(offset) => {
                let offset = build.n64(offset);
                Places { out: build.offset(extra.after, offset), into: build.offset(extra.before, offset) }
            }
            Way::Array(offset) => {
                let kept = kept(build.context, crossing.ty);
                let place = |arrays: PointerValue<'ctx>, thread: IntValue<'ctx>| {
                    build.element(kept, build.offset(arrays, build.n64(offset)), build.widen(thread))
                };
                Places { out: place(extra.out, extra.place), into: place(extra.arrays, extra.thread) }
            }
        }
    }
}

pub(super) fn carry<'ctx>(
    module: &Module<'ctx>,
    regions: &Regions<'ctx>,
    crossing: &Crossing<'ctx>,
    (state, cell): (u32, PointerValue<'ctx>),
    copies: &[(u32, Value<'ctx>)],
    places: &Places<'ctx>,
) {
    let context = module.get_context();
    let cut = &regions.cuts[state as usize - 1];
    let out = Build::before(context, cut.block.get_terminator().expect("a return"));
    let into = Build::after_phis(context, cut.next);
    match crossing.way {
        Way::Again => {
            let (_, copy) = copies.iter().find(|(of, _)| *of == state).expect("one a state");
            let into = ir::maker(*copy).map_or(into, |it| body::after(context, it));
            into.store(*copy, cell);
        }
        Way::Uniform(_) => {
            out.store(out.load(crossing.ty, cell), places.out);
            into.store(into.load(crossing.ty, places.into), cell);
        }
        Way::Array(_) => {
            let mut value = out.load(crossing.ty, cell);
            if ir::is_bit(crossing.ty) {
                value = out.extend(value.into_int_value(), out.i8()).into();
            }
            let store = out.store(value, places.out);
            // LLVM makes one store of two ways' stores that say the same of their alignment: to this array or to what the program writes
            // on the other way, which is no vector store any more, and lets the array's address out.
            store.set_alignment(1).expect("a power of two");
            access_groups::mark_access(module, store);
            let mut value = into.load(kept(context, crossing.ty), places.into);
            ir::maker(value).into_iter().for_each(|load| access_groups::mark_access(module, load));
            if ir::is_bit(crossing.ty) {
                value = into.truncate(value.into_int_value(), crossing.ty.into_int_type()).into();
            }
            into.store(value, cell);
        }
    }
}
