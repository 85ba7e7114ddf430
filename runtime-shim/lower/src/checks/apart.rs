//! Accesses of kernels that race with none, of which the tool for races need not be told, and those in bounds, which the tool for memory
//! need not check.
//!
//! An access races where another thread accesses the same bytes, one of the two writes, and no barrier lies between. For each two accesses of
//! a kernel of which this may be so it is asked whether threads that are not the same touch the same bytes. A launch can answer: it knows
//! the sizes of the grid, what is passed, and the allocations that pointers lead to. Accesses about which nothing is asked are told to
//! nobody; a copy of the kernel leaves those out too of which every question has been answered, and runs where all answers are right. A copy
//! that tells of nothing is as fast as code without checks.
//!
//! Of accesses that the tool for memory checks, a launch knows by the same steps the first byte and the last that any of its threads touches,
//! with what holds where the access is made: the copy leaves out the checks of those that a launch may find to lie in one allocation.
//!
//! Where what is undefined is followed too, a kernel that has a copy for what is assumed then gets no other: that copy is for launches for
//! which both hold.
//!
//! Accesses are taken to stay in their allocations and variables of the device, which the tool for memory sees to; in shared memory it is asked.

mod places;

use super::Checks;
use super::assumed;
use super::definedness::is_foreign;
use super::limits::Limits;
use super::race::{self, Quiet, Told};
use super::steps::{Passed, Steps};
use super::times::Times;
use crate::analysis::Body;
use crate::analysis::dominance::Dominators;
use crate::bounds::Bounds;
use crate::debug::Debug;
use crate::error::Result;
use crate::inline::run_passes;
use crate::ir::{self, Function};
use crate::kernels::{self, Kernel};
use crate::processor::Processor;
use hipify_abi::checks::{Access, Limit, Pair, Step, Touch, order};
use inkwell::module::Module;
use inkwell::values::{GlobalValue, InstructionOpcode};
use places::Places;
use std::collections::{BTreeSet, HashMap, HashSet};

/// What a copy's name ends with.
const COPY: &str = ".apart";

/// More accesses than these are not compared with each other.
const MOST_ACCESSES: usize = 400;

/// The kernel of which a kernel is the copy.
pub(crate) fn original(name: &str) -> Option<&str> {
    name.strip_suffix(COPY)
}

/// What a launch is asked, and what is left to tell where all answers are right.
#[derive(Default)]
pub(crate) struct Questions {
    pub(crate) steps: Vec<Step>,
    pub(crate) touches: Vec<Touch>,
    pub(crate) pairs: Vec<Pair>,
    pub(crate) limits: Vec<Limit>,
    pub(crate) sames: Vec<u32>,
    /// Nothing is left.
    pub(crate) silent: bool,
    /// The copy is the one that takes for granted what [`super::assumed`] finds.
    pub(crate) assumes: bool,
}

/// What is found of kernels: questions by their names, and what nobody is told of.
#[derive(Default)]
pub(crate) struct Apart<'ctx> {
    pub(crate) questions: Vec<(String, Questions)>,
    quiet: Vec<(Function<'ctx>, Quiet<'ctx>)>,
}

impl<'ctx> Apart<'ctx> {
    pub(crate) fn quiet(&self, function: Function<'ctx>) -> Option<&Quiet<'ctx>> {
        self.quiet.iter().find(|(one, _)| *one == function).map(|(_, quiet)| quiet)
    }
}

/// Looks at kernels, and copies those for which a launch's answers leave less to tell.
pub(crate) fn add<'ctx>(
    module: &Module<'ctx>,
    kernels: &mut Vec<Kernel<'ctx>>,
    shared: &[GlobalValue<'ctx>],
    bounds: &mut Bounds<'ctx>,
    processor: &Processor,
    checks: Checks,
) -> Result<Apart<'ctx>> {
    let mut apart = Apart::default();
    let mut copies = Vec::new();
    let mut debug = Debug::of(module);
    for kernel in kernels.iter() {
        let Some(seen) = Seen::of(module, kernel, shared, checks) else { continue };
        if let Some(name) = assumed::original(&kernel.name) {
            let quiet = seen.quiet(true);
            apart.questions.push((name.to_owned(), Questions { assumes: true, ..seen.questions(quiet.all) }));
            apart.quiet.push((kernel.function, quiet));
            continue;
        }
        let own = Quiet { is_reached: true, ..seen.quiet(false) };
        let all = seen.quiet(true);
        let is_more = all.accesses.len() > own.accesses.len()
            || all.inside.len() > own.inside.len()
            || (checks.race && own.all && seen.reaches_others());
        if kernels.iter().any(|other| assumed::original(&other.name) == Some(&kernel.name)) {
            // That copy is looked at in its turn.
        } else if is_more {
            let function = kernels::copy(module, kernel, COPY);
            debug.describe_copy(function, kernel.function);
            bounds.copy(kernel.function, function);
            ir::mark(kernel.function, "alwaysinline");
            copies.push(Kernel { function, name: ir::name_of(function), ..kernel.clone() });
        } else if own.all && checks.race {
            apart.questions.push((kernel.name.clone(), Questions { silent: true, ..Questions::default() }));
        }
        apart.quiet.push((kernel.function, own));
    }
    debug.finish();
    run_passes(module, processor, "always-inline")?;
    kernels.iter().for_each(|kernel| ir::unmark(kernel.function, "alwaysinline"));
    for kernel in copies {
        // What counts is the copy's code.
        if let (Some(seen), Some(name)) = (Seen::of(module, &kernel, shared, checks), original(&kernel.name)) {
            let quiet = seen.quiet(true);
            apart.questions.push((name.to_owned(), seen.questions(quiet.all)));
            apart.quiet.push((kernel.function, quiet));
        }
        kernels.push(kernel);
    }
    Ok(apart)
}

/// What an address leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key<'ctx> {
    /// Memory of the thread, or which nobody writes.
    Own,
    Shared(GlobalValue<'ctx>),
    /// Shared memory whose size the launch says, in which all such variables lie.
    Dynamic,
    Variable(GlobalValue<'ctx>),
    Passed(Passed),
    Any,
}

impl Key<'_> {
    fn is_shared(self) -> bool {
        matches!(self, Key::Shared(_) | Key::Dynamic)
    }
}

/// How two accesses of two threads stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    /// They do not race.
    Apart,
    /// The launch knows.
    Ask,
    Unknown,
}

/// An access, as it is compared with others.
struct Seer<'ctx> {
    told: Told<'ctx>,
    row: usize,
    key: Key<'ctx>,
    /// The step that is the offset in the object.
    offset: Option<u32>,
    /// Whether the offset tells threads apart: what it depends on beside ids, sizes and rounds is the same for all threads of a block.
    tells: bool,
    limits: Vec<Limit>,
    /// Numbers that are neither ids nor sizes, with the rows that give them.
    variables: Vec<(u32, BTreeSet<usize>)>,
    /// Bytes of a variable; 0 for shared memory that the launch adds, and for what a pointer leads to.
    whole: u64,
    /// Whether it is in bounds whatever the launch, and whether a launch may find that it is.
    sure: bool,
    inside: bool,
    /// Along each axis the number of the thread that does this alone; -1 where all may.
    threads: [i32; 3],
}

impl Seer<'_> {
    fn is_strong(&self) -> bool {
        self.told.how & (Access::ATOMIC | order::VOLATILE) != 0
    }

    /// Whether two accesses race where nothing orders them: as the runtime has it.
    fn conflicts(&self, other: &Self) -> bool {
        let (how, either) = (self.told.how | other.told.how, self.key == Key::Any || other.key == Key::Any);
        if how & Access::WRITE == 0 {
            return false;
        }
        if !self.is_strong() || !other.is_strong() {
            return true;
        }
        let (in_shared, elsewhere) = (how & Access::ATOMIC == 0, how & order::NARROW != 0);
        if either {
            in_shared || elsewhere
        } else if self.key.is_shared() {
            in_shared
        } else {
            elsewhere
        }
    }

    fn relation(&self, other: &Self, are_apart_in_time: bool) -> Relation {
        let by_offset = if self.tells && other.tells { Relation::Ask } else { Relation::Unknown };
        match (self.key, other.key) {
            (Key::Own, _) | (_, Key::Own) => Relation::Apart,
            (Key::Any, _) | (_, Key::Any) => Relation::Unknown,
            (one, two) if one.is_shared() && two.is_shared() => {
                if are_apart_in_time {
                    Relation::Apart
                } else {
                    by_offset
                }
            }
            (one, two) if one.is_shared() || two.is_shared() => Relation::Apart,
            (one, two) if one == two => by_offset,
            (Key::Variable(_), Key::Variable(_)) => Relation::Apart,
            // Allocations may be two.
            _ => Relation::Ask,
        }
    }
}

/// A kernel's accesses, and what is found by comparing each two.
struct Seen<'ctx> {
    all: Vec<Seer<'ctx>>,
    steps: Vec<Step>,
    /// For each access whether it is to be told whatever the launch says, and about which others the launch is asked.
    stays: Vec<bool>,
    asks: Vec<BTreeSet<usize>>,
    /// Of two accesses that are asked about: the steps that are the same number for both.
    sames: HashMap<(usize, usize), Vec<u32>>,
}

impl<'ctx> Seen<'ctx> {
    /// Nothing where code is called that is not part of the kernel.
    fn of(module: &Module<'ctx>, kernel: &Kernel<'ctx>, shared: &[GlobalValue<'ctx>], checks: Checks) -> Option<Self> {
        let body = Body::of(kernel.function);
        if !body.rows().iter().all(|row| row.role.is_none() || is_foreign(row)) {
            return None;
        }
        let told = race::told(module, kernel.function, shared);
        if told.len() > MOST_ACCESSES {
            return None;
        }
        let mut steps = Steps::of(&body, kernel);
        let times = Times::of(&body);
        let dominators = Dominators::of(&body.graph);
        let mut limits = Limits::of(&body, &dominators);
        let places = Places { module, body: &body, kernel, dominators: &dominators, times: &times };
        let mut all: Vec<Seer> = told.into_iter().map(|told| places.seer(told, &mut steps)).collect::<Option<_>>()?;
        for one in &mut all {
            places.limit(one, &mut limits, &mut steps, checks.memory);
        }
        let orders = |told: &Told| told.how & (order::ACQUIRE | order::RELEASE) != 0;
        let has_order =
            all.iter().any(|one| orders(&one.told)) || body.rows().iter().any(|row| row.opcode == InstructionOpcode::Fence);
        let mut stays: Vec<bool> = all.iter().map(|one| has_order && one.is_strong()).collect();
        let mut asks = vec![BTreeSet::new(); all.len()];
        let mut sames = HashMap::new();
        for (at, one) in all.iter().enumerate().filter(|_| checks.race) {
            for (place, other) in all.iter().enumerate().skip(at).filter(|(_, other)| one.conflicts(other)) {
                match one.relation(other, times.part(one.row, other.row)) {
                    Relation::Apart => {}
                    Relation::Ask => {
                        if one.key.is_shared() && other.key.is_shared() {
                            let is_same = |rows: &BTreeSet<usize>| rows.iter().all(|row| times.is_same(*row, one.row, other.row));
                            let both = one.variables.iter().filter(|variable| other.variables.contains(variable));
                            sames.insert((at, place), both.filter(|(_, rows)| is_same(rows)).map(|(step, _)| *step).collect());
                        }
                        asks[at].insert(place);
                        asks[place].insert(at);
                    }
                    Relation::Unknown => (stays[at], stays[place]) = (true, true),
                }
            }
        }
        Some(Self { all, steps: steps.made(), stays, asks, sames })
    }

    /// What nobody is told of: without an answer of the launch, or with the right ones.
    fn quiet(&self, is_answered: bool) -> Quiet<'ctx> {
        let is_quiet = |at: usize| !self.stays[at] && (is_answered || self.asks[at].is_empty());
        let quiet = (0..self.all.len()).filter(|&at| is_quiet(at)).map(|at| &self.all[at].told);
        let accesses: HashSet<_> = quiet.map(|told| (told.instruction, told.place)).collect();
        let is_inside = |one: &&Seer| one.sure || (is_answered && one.inside);
        let inside = self.all.iter().filter(is_inside).map(|one| (one.told.instruction, one.told.place));
        Quiet { all: accesses.len() == self.all.len(), accesses, is_reached: false, inside: inside.collect() }
    }

    /// Whether memory is accessed that other launches may access too.
    fn reaches_others(&self) -> bool {
        self.all.iter().any(|one| one.key != Key::Own && !one.key.is_shared())
    }

    fn questions(self, silent: bool) -> Questions {
        let mut variables: Vec<Key<'ctx>> = Vec::new();
        let mut asked = Questions { silent, ..Questions::default() };
        let mut number = |seer: &Seer<'ctx>| {
            let first_limit = asked.limits.windows(seer.limits.len().max(1)).position(|some| some == seer.limits);
            let first_limit = first_limit.unwrap_or_else(|| {
                asked.limits.extend(&seer.limits);
                asked.limits.len() - seer.limits.len()
            });
            let touch = touch(seer, &mut variables, first_limit as u32);
            let known = asked.touches.iter().position(|one| *one == touch);
            known.unwrap_or_else(|| {
                asked.touches.push(touch);
                asked.touches.len() - 1
            }) as u32
        };
        self.all.iter().filter(|seer| seer.inside).for_each(|seer| _ = number(seer));
        let mut pairs = BTreeSet::new();
        for (at, others) in self.asks.iter().enumerate() {
            for &other in others.range(at..) {
                if !(self.stays[at] && self.stays[other]) {
                    let same = self.sames.get(&(at, other)).map_or(&[][..], Vec::as_slice);
                    let first_same = asked.sames.windows(same.len().max(1)).position(|some| some == same);
                    let first_same = first_same.unwrap_or_else(|| {
                        asked.sames.extend(same);
                        asked.sames.len() - same.len()
                    }) as u32;
                    let (one, other) = (number(&self.all[at]), number(&self.all[other]));
                    pairs.insert(Pair { one, other, first_same, same_count: same.len() as u32 });
                }
            }
        }
        (asked.steps, asked.pairs) = (self.steps, pairs.into_iter().collect());
        asked
    }
}

fn touch<'ctx>(seer: &Seer<'ctx>, variables: &mut Vec<Key<'ctx>>, first_limit: u32) -> Touch {
    let mut variable = || {
        let known = variables.iter().position(|one| *one == seer.key);
        known.unwrap_or_else(|| {
            variables.push(seer.key);
            variables.len() - 1
        }) as u32
    };
    let (object, number, offset) = match seer.key {
        Key::Passed(Passed { parameter, offset }) => (Touch::PASSED, parameter, offset),
        key if key.is_shared() => (Touch::SHARED, variable(), 0),
        _ => (Touch::VARIABLE, variable(), 0),
    };
    let address = seer.offset.filter(|_| seer.tells || seer.inside).unwrap_or(Touch::UNKNOWN);
    let Access { size, .. } = seer.told.made.access;
    let (align, limit_count) = (seer.told.made.access.align() as u32, seer.limits.len() as u32);
    let (whole, threads, inside) = (seer.whole, seer.threads, u32::from(seer.inside));
    Touch { object, number, offset, size, address, first_limit, whole, threads, limit_count, align, inside }
}
