//! Accesses of kernels that race with none, of which the tool for races need not be told.
//!
//! An access races where another thread accesses the same bytes, one of the two writes, and no barrier lies between. For each two accesses of
//! a kernel of which this may be so it is asked whether threads that are not the same touch the same bytes. A launch can answer: it knows
//! the sizes of the grid, what is passed, and the allocations that pointers lead to. Accesses about which nothing is asked are told to
//! nobody; a copy of the kernel leaves those out too of which every question has been answered, and runs where all answers are right. A copy
//! that tells of nothing is as fast as code without checks.
//!
//! Where what is undefined is followed too, a kernel that has a copy for what is assumed then gets no other: that copy is for launches for
//! which both hold.
//!
//! Accesses are taken to stay in their allocations and variables of the device, which the tool for memory sees to; in shared memory it is asked.

use super::assumed::{self, copy};
use super::definedness::is_foreign;
use super::race::{self, Quiet, Told};
use super::steps::{Passed, Steps};
use super::times::Times;
use crate::analysis::dominance::Dominators;
use crate::analysis::memory::{self, Object};
use crate::analysis::{Body, Operand, Row};
use crate::bounds::Bounds;
use crate::debug::Debug;
use crate::error::Result;
use crate::inline::run_passes;
use crate::ir::{self, Function};
use crate::kernels::Kernel;
use crate::processor::Processor;
use crate::work_item_intrinsics::THREAD;
use hipify_abi::checks::{Access, Step, Touch, order};
use inkwell::IntPredicate;
use inkwell::module::Module;
use inkwell::values::{GlobalValue, InstructionOpcode};
use std::collections::{BTreeSet, HashSet};

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
    /// Threads that are not the same touch different bytes by the first and the second.
    pub(crate) pairs: Vec<[u32; 2]>,
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
) -> Result<Apart<'ctx>> {
    let mut apart = Apart::default();
    let mut copies = Vec::new();
    let mut debug = Debug::of(module);
    for kernel in kernels.iter() {
        let Some(seen) = Seen::of(module, kernel, shared) else { continue };
        if let Some(name) = assumed::original(&kernel.name) {
            let quiet = seen.quiet(true);
            apart.questions.push((name.to_owned(), Questions { assumes: true, ..seen.questions(quiet.all) }));
            apart.quiet.push((kernel.function, quiet));
            continue;
        }
        let own = Quiet { is_reached: true, ..seen.quiet(false) };
        let is_more = seen.quiet(true).accesses.len() > own.accesses.len() || (own.all && seen.reaches_others());
        if kernels.iter().any(|other| assumed::original(&other.name) == Some(&kernel.name)) {
            // That copy is looked at in its turn.
        } else if is_more {
            let function = copy(module, kernel, COPY);
            debug.describe_copy(function, kernel.function);
            bounds.copy(kernel.function, function);
            ir::mark(kernel.function, "alwaysinline");
            copies.push(Kernel { function, name: ir::name_of(function), ..kernel.clone() });
        } else if own.all {
            apart.questions.push((kernel.name.clone(), Questions { silent: true, ..Questions::default() }));
        }
        apart.quiet.push((kernel.function, own));
    }
    debug.finish();
    run_passes(module, processor, "always-inline")?;
    kernels.iter().for_each(|kernel| ir::unmark(kernel.function, "alwaysinline"));
    for kernel in copies {
        // What counts is the copy's code.
        if let (Some(seen), Some(name)) = (Seen::of(module, &kernel, shared), original(&kernel.name)) {
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
    /// Bytes of a shared variable.
    whole: u64,
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
        let by_offset = if self.offset.is_some() && other.offset.is_some() { Relation::Ask } else { Relation::Unknown };
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
}

impl<'ctx> Seen<'ctx> {
    /// Nothing where code is called that is not part of the kernel.
    fn of(module: &Module<'ctx>, kernel: &Kernel<'ctx>, shared: &[GlobalValue<'ctx>]) -> Option<Self> {
        let body = Body::of(kernel.function);
        if !body.rows().iter().all(|row| row.role.is_none() || is_foreign(row)) {
            return None;
        }
        let told = race::told(module, kernel.function, shared);
        if told.len() > MOST_ACCESSES {
            return None;
        }
        let mut steps = Steps::of(&body, kernel);
        let places = Places { module, body: &body, kernel, dominators: Dominators::of(&body.graph) };
        let all: Vec<Seer> = told.into_iter().map(|told| places.seer(told, &mut steps)).collect::<Option<_>>()?;
        let times = Times::of(&body);
        let orders = |told: &Told| told.how & (order::ACQUIRE | order::RELEASE) != 0;
        let has_order =
            all.iter().any(|one| orders(&one.told)) || body.rows().iter().any(|row| row.opcode == InstructionOpcode::Fence);
        let mut stays: Vec<bool> = all.iter().map(|one| has_order && one.is_strong()).collect();
        let mut asks = vec![BTreeSet::new(); all.len()];
        for (at, one) in all.iter().enumerate() {
            for (place, other) in all.iter().enumerate().skip(at).filter(|(_, other)| one.conflicts(other)) {
                match one.relation(other, times.part(one.row, other.row)) {
                    Relation::Apart => {}
                    Relation::Ask => {
                        asks[at].insert(place);
                        asks[place].insert(at);
                    }
                    Relation::Unknown => (stays[at], stays[place]) = (true, true),
                }
            }
        }
        Some(Self { all, steps: steps.made(), stays, asks })
    }

    /// What nobody is told of: without an answer of the launch, or with the right ones.
    fn quiet(&self, is_answered: bool) -> Quiet<'ctx> {
        let is_quiet = |at: usize| !self.stays[at] && (is_answered || self.asks[at].is_empty());
        let quiet = (0..self.all.len()).filter(|&at| is_quiet(at)).map(|at| &self.all[at].told);
        let accesses: HashSet<_> = quiet.map(|told| (told.instruction, told.place)).collect();
        Quiet { all: accesses.len() == self.all.len(), accesses, is_reached: false }
    }

    /// Whether memory is accessed that other launches may access too.
    fn reaches_others(&self) -> bool {
        self.all.iter().any(|one| one.key != Key::Own && !one.key.is_shared())
    }

    fn questions(self, silent: bool) -> Questions {
        let mut variables: Vec<Key<'ctx>> = Vec::new();
        let mut touches: Vec<Touch> = Vec::new();
        let mut number = |seer: &Seer<'ctx>| {
            let touch = touch(seer, &mut variables);
            let known = touches.iter().position(|one| *one == touch);
            known.unwrap_or_else(|| {
                touches.push(touch);
                touches.len() - 1
            }) as u32
        };
        let mut pairs = BTreeSet::new();
        for (at, others) in self.asks.iter().enumerate() {
            for &other in others.range(at..) {
                if !(self.stays[at] && self.stays[other]) {
                    pairs.insert([number(&self.all[at]), number(&self.all[other])]);
                }
            }
        }
        Questions { steps: self.steps, touches, pairs: pairs.into_iter().collect(), silent, assumes: false }
    }
}

fn touch<'ctx>(seer: &Seer<'ctx>, variables: &mut Vec<Key<'ctx>>) -> Touch {
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
    let address = seer.offset.unwrap_or(Touch::UNKNOWN);
    let (size, whole, threads) = (seer.told.made.access.size, seer.whole, seer.threads);
    Touch { object, number, offset, size, address, reserved: 0, whole, threads, reserved_too: 0 }
}

/// Where accesses of a body lie.
struct Places<'a, 'ctx> {
    module: &'a Module<'ctx>,
    body: &'a Body<'ctx>,
    kernel: &'a Kernel<'ctx>,
    dominators: Dominators,
}

impl<'ctx> Places<'_, 'ctx> {
    fn seer(&self, told: Told<'ctx>, steps: &mut Steps<'_, 'ctx>) -> Option<Seer<'ctx>> {
        let row = self.body.row_index(told.instruction)?;
        let operands = &self.body.rows()[row].operands;
        let is_address = |place: &usize| ir::operand(told.instruction, *place as u32) == Some(told.made.address.into());
        let address = operands[(0..operands.len()).find(is_address)?];
        let key = self.key(address, steps);
        let offset = if told.made.length.is_none() { steps.offset(address) } else { None };
        let threads = [0, 1, 2].map(|axis| self.only_thread(self.body.rows()[row].block, axis).unwrap_or(-1));
        let whole = if let Key::Shared(variable) = key { ir::contents_size(self.module, variable) } else { 0 };
        Some(Seer { told, row, key, offset, whole, threads })
    }

    fn key(&self, address: Operand<'ctx>, steps: &mut Steps<'_, 'ctx>) -> Key<'ctx> {
        let mut whole: Option<Key> = None;
        for root in memory::roots(self.body, address) {
            let one = self.key_of_root(root, steps);
            if whole.is_some_and(|whole| whole != one) {
                return Key::Any;
            }
            whole = Some(one);
        }
        whole.unwrap_or(Key::Any)
    }

    fn key_of_root(&self, root: Operand<'ctx>, steps: &mut Steps<'_, 'ctx>) -> Key<'ctx> {
        match memory::root_object(self.body, root) {
            Object::Parameter(at) => {
                let piece = &self.kernel.pieces[at];
                match piece.by_value {
                    None => Key::Passed(Passed { parameter: piece.parameter, offset: piece.offset }),
                    Some(_) if memory::only_read(self.body, at) => Key::Own,
                    Some(_) => Key::Any,
                }
            }
            Object::Shared(variable) if ir::is_empty_array(variable) => Key::Dynamic,
            Object::Shared(variable) => Key::Shared(variable),
            Object::Local(_) => Key::Own,
            Object::Global(variable) if variable.is_constant() => Key::Own,
            Object::Global(variable) => Key::Variable(variable),
            Object::SharedBase => Key::Any,
            Object::Unknown => match root {
                Operand::Instruction(row) => Passed::of(self.body, self.kernel, steps, row).map_or(Key::Any, Key::Passed),
                _ => Key::Any,
            },
        }
    }

    /// The thread along an axis that alone comes to a block.
    fn only_thread(&self, block: usize, axis: usize) -> Option<i32> {
        let mut at = block;
        while let Some(above) = self.dominators.immediate(at) {
            if let Some((number, way)) = self.branch_of_one(above, axis)
                && self.body.graph.predecessors(way) == [above]
                && self.dominators.dominates(way, block)
            {
                return Some(number);
            }
            at = above;
        }
        None
    }

    /// A thread's number along an axis, and where it alone goes on at a block's end.
    fn branch_of_one(&self, block: usize, axis: usize) -> Option<(i32, usize)> {
        let branch = &self.body.rows()[self.body.terminator(block)?];
        let &[Operand::Instruction(condition), Operand::Block(other), Operand::Block(then)] = branch.operands.as_slice() else {
            return None;
        };
        let compare = &self.body.rows()[condition];
        let &[Operand::Instruction(id), Operand::Integer(number)] = compare.operands.as_slice() else { return None };
        let is_id = |row: &Row| {
            let callee = ir::callee(row.instruction).map(ir::name_of);
            callee.is_some_and(|name| name == THREAD[axis])
        };
        if compare.opcode != InstructionOpcode::ICmp || then == other || !is_id(&self.body.rows()[id]) {
            return None;
        }
        let number = i32::try_from(number).ok().filter(|number| *number >= 0)?;
        match compare.instruction.get_icmp_predicate()? {
            IntPredicate::EQ => Some((number, then)),
            IntPredicate::NE => Some((number, other)),
            _ => None,
        }
    }
}
