//! Guard hoisting. Guards are branches near a region's beginning by which threads of a row either all do something or nothing,
//! such as `if (i < n)` and `if (t < w)`. Where they hold can be computed, so that the loop over threads runs only there, and
//! without the condition.

mod atoms;
mod lone_threads;
mod modes;

pub(crate) use atoms::{conjuncts, is_constant, is_signed, is_upper_bound, mirrored, opposite};
pub(crate) use modes::Mode;

use crate::analysis::Role;
use crate::build::Build;
use crate::context_save::{Frame, Passage};
use crate::convergence::Agreement;
use crate::ir::{self, Block, Function, Instruction};
use crate::regions::{Region, Regions, Together};
use crate::work_item_intrinsics::Asked;
use hipify_abi::Wait;
use inkwell::context::ContextRef;
use inkwell::module::Module;
use inkwell::values::InstructionOpcode;
use std::collections::HashSet;

/// Guards that a kernel may have; each takes a loop of its own.
const MOST: usize = 12;

/// Blocks between a region's beginning and a guard.
const DEPTH: usize = 8;

/// What threads of regions do first, up to the guards: uniform branches with nothing but computation between them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Guards<'ctx> {
    forks: Vec<Fork<'ctx>>,
    guards: Vec<Guard<'ctx>>,
    /// By state: the guards that its threads may come to first.
    first: Vec<Vec<usize>>,
    /// By state: whether all its threads come to one of them.
    certain: Vec<bool>,
    /// What holds for one thread of a row, after the guards.
    lone: Vec<lone_threads::Lone<'ctx>>,
}

/// A block on the way to guards.
#[derive(Clone, Debug)]
struct Fork<'ctx> {
    block: Block<'ctx>,
    /// By successor: the guards that it leads to; one without any leads to other code.
    ways: Vec<Vec<usize>>,
}

/// A branch that is a guard.
#[derive(Clone, Debug)]
struct Guard<'ctx> {
    block: Block<'ctx>,
    /// The successor (0 or 1) of threads for which the guard holds.
    inside: u32,
    /// A call that keeps the three numbers that say where it holds.
    note: Instruction<'ctx>,
}

impl<'ctx> Guards<'ctx> {
    /// The numbers of the guards that threads in a state may come to first.
    pub(crate) fn of(&self, state: u32) -> &[usize] {
        &self.first[state as usize]
    }

    /// Whether all threads in a state come to one of the guards.
    pub(crate) fn are_certain(&self, state: u32) -> bool {
        self.certain[state as usize]
    }

    /// Whether loops over threads stop where one does something alone.
    pub(crate) fn have_lone_threads(&self) -> bool {
        !self.lone.is_empty()
    }

    /// Builds the way to a body's only region at the end of its first block.
    pub(crate) fn enter(&self, build: &Build<'ctx>, function: Function<'ctx>, asked: Asked<'ctx>, region: Block<'ctx>) {
        if self.have_lone_threads() {
            lone_threads::enter(build, function, &self.lone, asked, region);
        } else {
            build.jump(region);
        }
    }

    /// Notes what the blocks of a finished body say; later passes may take them away.
    pub(crate) fn settle(&mut self, regions: &Regions<'ctx>) {
        self.certain = regions.regions.iter().map(|region| self.is_on_every_way(region.entry)).collect();
    }

    fn is_on_every_way(&self, entry: Block<'ctx>) -> bool {
        if (0..).zip(&self.guards).any(|(number, guard)| guard.block == entry && self.is_used(number)) {
            return true;
        }
        self.forks.iter().find(|fork| fork.block == entry).is_some_and(|fork| {
            let ways = fork.ways.iter().zip(ir::successors(entry));
            ways.into_iter().all(|(guards, next)| !guards.is_empty() && self.is_on_every_way(next))
        })
    }

    fn is_used(&self, number: usize) -> bool {
        self.first.iter().chain(self.forks.iter().flat_map(|fork| &fork.ways)).any(|guards| guards.contains(&number))
    }

    /// Drops the guards that threads may not skip after all: those after which values are saved for each thread.
    pub(crate) fn check(&mut self, regions: &Regions<'ctx>, frame: &Frame<'ctx>) {
        for number in 0..self.guards.len() {
            let guard = &self.guards[number];
            let outside = ir::successors(guard.block)[1 - guard.inside as usize];
            let reached = reached(outside, regions);
            let is_left_open = |value: Instruction<'ctx>| {
                let brought = || ir::incomings(value).into_iter().filter(|(.., from)| *from == guard.block);
                value.get_parent() == Some(outside)
                    && value.get_opcode() == InstructionOpcode::Phi
                    && brought().all(|(_, brought, _)| ir::is_undef(brought))
            };
            let keeps = (1..).zip(&regions.cuts).filter(|(_, cut)| reached.contains(&cut.block)).any(|(state, _)| {
                let kept = frame.slots.iter().filter(|slot| slot.passage == Passage::Thread && slot.states.contains(&state));
                let around = regions.regions.iter().filter(|region| region.blocks.contains(&guard.block));
                let made = |region: &Region<'ctx>| {
                    let values = kept.clone().map(|slot| slot.value).filter(|&value| !is_left_open(value));
                    values.filter_map(|value| value.get_parent()).any(|home| region.blocks.contains(&home))
                };
                around.into_iter().any(made)
            });
            if keeps {
                let of_forks = self.forks.iter_mut().flat_map(|fork| &mut fork.ways);
                of_forks.chain(&mut self.first).for_each(|guards| guards.retain(|&one| one != number));
            }
        }
    }
}

/// Lets a body be asked where its guards hold, and told that they do or do not.
pub(crate) fn apply<'ctx>(context: ContextRef<'ctx>, function: Function<'ctx>, guards: &Guards<'ctx>, asked: Asked<'ctx>) {
    modes::apply(context, function, guards, asked);
    lone_threads::apply(context, &guards.lone, asked);
}

/// The guards of a kernel. For each found, it gets code that computes where it holds.
pub(crate) fn find<'ctx>(
    module: &Module<'ctx>,
    kernel: Function<'ctx>,
    regions: &Regions<'ctx>,
    agreement: &Agreement<'ctx>,
) -> Guards<'ctx> {
    let mut search = Search { module, regions, agreement, found: Guards::default(), path: Vec::new() };
    for region in &regions.regions {
        let is_open = region.together == Together::Unknown || regions.has(Wait::Warp);
        let first = if is_open { Vec::new() } else { search.visit(region.entry) };
        search.found.first.push(first);
    }
    search.found.lone = lone_threads::find(module, kernel, regions, agreement, &search.found);
    search.found
}

/// The blocks that can be reached from one without passing a cut; cuts' blocks included.
fn reached<'ctx>(from: Block<'ctx>, regions: &Regions<'ctx>) -> HashSet<Block<'ctx>> {
    let mut seen = HashSet::new();
    let mut work = vec![from];
    while let Some(block) = work.pop() {
        if seen.insert(block) && !regions.cuts.iter().any(|cut| cut.block == block) {
            work.extend(ir::successors(block));
        }
    }
    seen
}

struct Search<'a, 'ctx> {
    module: &'a Module<'ctx>,
    regions: &'a Regions<'ctx>,
    agreement: &'a Agreement<'ctx>,
    found: Guards<'ctx>,
    path: Vec<Block<'ctx>>,
}

impl<'ctx> Search<'_, 'ctx> {
    /// Looks at a block and what follows; answers the guards after it.
    fn visit(&mut self, block: Block<'ctx>) -> Vec<usize> {
        let ways = ir::successors(block);
        if let Some(known) = self.found.forks.iter().find(|fork| fork.block == block) {
            return joined(&known.ways);
        }
        let is_end = ways.is_empty() || self.regions.cuts.iter().any(|cut| cut.block == block);
        if is_end || self.path.contains(&block) || self.path.len() == DEPTH || !is_computation(block) {
            return Vec::new();
        }
        if ways.len() == 1 || self.agreement.is_uniform_branch(block) && ways.len() == 2 && ways[0] != ways[1] {
            return self.fork(block, ways);
        }
        self.guard(block).into_iter().collect()
    }

    fn fork(&mut self, block: Block<'ctx>, ways: Vec<Block<'ctx>>) -> Vec<usize> {
        self.path.push(block);
        let ways: Vec<_> = ways.into_iter().map(|next| self.visit(next)).collect();
        self.path.pop();
        let all = joined(&ways);
        if !all.is_empty() {
            self.found.forks.push(Fork { block, ways });
        }
        all
    }

    fn guard(&mut self, block: Block<'ctx>) -> Option<usize> {
        let branch = block.get_terminator().filter(|it| it.get_opcode() == InstructionOpcode::Br)?;
        let known = self.found.guards.iter().position(|guard| guard.block == block);
        if known.is_some() || self.found.guards.len() == MOST {
            return known;
        }
        let inside = (0..2).find(|&way| self.is_idle(ir::successors(block)[1 - way as usize]))?;
        let condition = ir::operand(branch, 0)?;
        let build = Build::before(self.module.get_context(), branch);
        let atoms = atoms::of(condition, inside == 0, self.agreement)?;
        let measure = atoms::measure(&build, &atoms).map(Into::into);
        let note = build.call(note_function(self.module), &measure);
        let note = note.try_as_basic_value().instruction().expect("a call that gives nothing");
        self.found.guards.push(Guard { block, inside, note });
        Some(self.found.guards.len() - 1)
    }

    /// Whether threads that go on at a block do nothing before they next wait, or at all.
    fn is_idle(&self, from: Block<'ctx>) -> bool {
        reached(from, self.regions).into_iter().all(is_computation)
    }
}

/// The guards that some way leads to, each once: ways may meet before a guard.
fn joined(ways: &[Vec<usize>]) -> Vec<usize> {
    let mut all = ways.concat();
    all.sort_unstable();
    all.dedup();
    all
}

/// What keeps the numbers of a guard.
const NAME: &str = "hipify.guard";

/// Whether a function is that one.
pub(crate) fn is_note(function: Function) -> bool {
    ir::name_of(function) == NAME
}

fn note_function<'ctx>(module: &Module<'ctx>) -> Function<'ctx> {
    module.get_function(NAME).unwrap_or_else(|| {
        let context = module.get_context();
        let i32 = context.i32_type();
        module.add_function(NAME, context.void_type().fn_type(&[i32.into(); 3], false), None)
    })
}

/// Whether a block only computes: others cannot tell if it ran.
fn is_computation(block: Block) -> bool {
    block.get_instructions().all(|instruction| {
        use InstructionOpcode as Op;
        match instruction.get_opcode() {
            Op::Store | Op::AtomicRMW | Op::AtomicCmpXchg | Op::Fence | Op::Invoke | Op::VAArg | Op::LandingPad | Op::Resume => {
                false
            }
            Op::Load => !instruction.get_volatile().unwrap_or(true) && !ir::is_atomic(instruction),
            Op::Call => is_harmless(instruction),
            _ => true,
        }
    })
}

fn is_harmless(call: Instruction) -> bool {
    let Some(callee) = ir::callee(call) else { return false };
    let role = Role::of(callee);
    role.is_sync() || role.only_computes() || role == Role::WarpMask || is_note(callee)
}
