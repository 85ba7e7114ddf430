//! Which values are the same in all threads of a group, and which branches they all take together.
//!
//! A value is uniform when all threads that compute it for the same time compute the same. That begins with everything uniform
//! and spreads divergence from its sources: along operands; from a branch to the phis where its ways meet (sync dependence); out
//! of a loop that threads leave in different iterations (temporal divergence).

use std::collections::VecDeque;

use inkwell::basic_block::BasicBlock;
use inkwell::values::{InstructionOpcode, InstructionValue};

use super::body::{Body, Operand};
use super::calls::{Role, is_of_block};
use super::control_dependence::{Influence, Ways};
use super::dominance::{Dominators, Loop, loops};
use super::memory::Invariance;

/// The threads that are cut and scheduled together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// All threads of all blocks.
    Grid,
    /// All threads of a block.
    Block,
    /// The lanes of a warp.
    Warp,
}

/// Where divergence begins, beside calls and memory.
#[derive(Clone, Debug)]
pub struct Sources {
    pub group: Group,
    /// Parameters of the function that each thread has a value of its own for.
    pub parameters: Vec<usize>,
}

/// The answer for one function.
pub struct Uniformity {
    divergent: Vec<bool>,
    /// For each row that is a variable (see [`Body::variables`]) whether threads have different values in it.
    variables: Vec<Option<bool>>,
    branches: Vec<Option<Influence>>,
    unshared: Vec<bool>,
    parameters: Vec<usize>,
}

impl Uniformity {
    /// Spreads divergence through `body` until nothing changes.
    pub fn of(body: &Body, sources: &Sources) -> Self {
        let dominators = Dominators::of(&body.graph);
        let mut spread = Spread::new(body, sources, loops(&body.graph, &dominators));
        spread.run();
        let unshared = unshared(&spread);
        let Spread { divergent, variables, branches, .. } = spread;
        Self { divergent, variables, branches, unshared, parameters: sources.parameters.clone() }
    }

    /// Whether a row's result is the same in all threads; of a variable's alloca, whether its value is.
    pub fn is_uniform(&self, row: usize) -> bool {
        self.variables[row].map_or(!self.divergent[row], |divergent| !divergent)
    }

    /// Whether an operand is the same in all threads.
    pub fn is_uniform_operand(&self, operand: Operand) -> bool {
        match operand {
            Operand::Instruction(row) => self.is_uniform(row),
            Operand::Parameter(at) => !self.parameters.contains(&at),
            _ => true,
        }
    }

    /// Whether all threads that come to the block's end go on to one place.
    pub fn is_uniform_branch(&self, block: usize) -> bool {
        self.branches[block].is_none()
    }

    /// What a branch that is not uniform does.
    pub fn influence(&self, block: usize) -> Option<&Influence> {
        self.branches[block].as_ref()
    }

    /// Whether one cell can hold the value for the whole group across cuts: it is uniform, and no thread can be an iteration
    /// ahead of another that still reads it.
    pub fn is_shareable(&self, row: usize) -> bool {
        self.is_uniform(row) && !self.unshared[row]
    }

    /// [`Uniformity::is_uniform`] by instruction; what the function does not have is not uniform.
    pub fn is_uniform_instruction<'ctx>(&self, body: &Body<'ctx>, instruction: InstructionValue<'ctx>) -> bool {
        body.row_index(instruction).is_some_and(|row| self.is_uniform(row))
    }

    /// [`Uniformity::is_uniform_branch`] by block; what the function does not have is not uniform.
    pub fn is_uniform_block<'ctx>(&self, body: &Body<'ctx>, block: BasicBlock<'ctx>) -> bool {
        body.block_index(block).is_some_and(|index| self.is_uniform_branch(index))
    }

    /// Whether all threads that begin in the block `from` together and do not leave come to the same of `ends` (blocks: the
    /// cuts). A branch that only some threads reach ends the proof if one of its ways leads to another end.
    pub fn reaches_one(&self, body: &Body, from: usize, ends: &[usize]) -> bool {
        let stops = |block: usize| !ends.contains(&block);
        let reached = body.graph.reachable(&[from], stops);
        let hit = |blocks: &[bool]| ends.iter().copied().filter(|&end| blocks[end]).collect::<Vec<_>>();
        if hit(&reached).len() < 2 {
            return true;
        }
        let region = (0..reached.len()).filter(|&block| reached[block] && !ends.contains(&block));
        region.filter_map(|block| Some((block, self.branches[block].as_ref()?))).all(|(block, influence)| {
            let arms = body.graph.successors(block).iter().copied();
            let staying: Vec<usize> = arms.filter(|&to| !influence.leaving.iter().any(|way| way.to == to)).collect();
            let before = body.graph.reachable(&staying, |one| stops(one) && Some(one) != influence.meets);
            staying.len() < 2 || hit(&before).into_iter().all(|end| Some(end) == influence.meets)
        })
    }
}

struct Spread<'a, 'ctx> {
    body: &'a Body<'ctx>,
    sources: &'a Sources,
    loops: Vec<Loop>,
    ways: Ways<'a, 'ctx>,
    memory: Invariance<'a, 'ctx>,
    divergent: Vec<bool>,
    variables: Vec<Option<bool>>,
    branches: Vec<Option<Influence>>,
    joins: Vec<bool>,
    parted: Vec<bool>,
    work: VecDeque<usize>,
}

impl<'a, 'ctx> Spread<'a, 'ctx> {
    fn new(body: &'a Body<'ctx>, sources: &'a Sources, loops: Vec<Loop>) -> Self {
        let (rows, blocks) = (body.rows().len(), body.graph.len());
        let mut variables = vec![None; rows];
        body.variables().into_iter().for_each(|row| variables[row] = Some(false));
        Self {
            body,
            sources,
            loops,
            ways: Ways::of(body),
            memory: Invariance::of(body),
            divergent: vec![false; rows],
            variables,
            branches: vec![None; blocks],
            joins: vec![false; blocks],
            parted: vec![false; blocks],
            work: (0..rows).collect(),
        }
    }

    fn run(&mut self) {
        while let Some(row) = self.work.pop_front() {
            if !self.divergent[row] && self.diverges(row) {
                self.mark(row);
            }
        }
    }

    fn mark(&mut self, row: usize) {
        if std::mem::replace(&mut self.divergent[row], true) {
            return;
        }
        self.work.extend(&self.body.rows()[row].users);
        if self.body.terminator(self.body.rows()[row].block) == Some(row) {
            self.part(self.body.rows()[row].block);
        }
    }

    fn mark_variable(&mut self, row: usize) {
        if self.variables[row].replace(true) == Some(false) {
            self.work.extend(&self.body.rows()[row].users);
        }
    }

    fn operand(&self, operand: Operand) -> bool {
        match operand {
            Operand::Instruction(row) => self.divergent[row],
            Operand::Parameter(at) => self.sources.parameters.contains(&at),
            _ => false,
        }
    }

    fn diverges(&mut self, row: usize) -> bool {
        let this = &self.body.rows()[row];
        let any = this.operands.iter().any(|&one| self.operand(one));
        match this.opcode {
            InstructionOpcode::Alloca => true,
            InstructionOpcode::Load => self.load(row),
            InstructionOpcode::Store => {
                self.store(row);
                false
            }
            InstructionOpcode::Phi => any || (self.joins[this.block] && !one_value(&this.operands)),
            InstructionOpcode::Call | InstructionOpcode::Invoke | InstructionOpcode::CallBr => match this.role {
                Some(Role::BlockConstant) => self.sources.group == Group::Grid && is_of_block(this.instruction),
                Some(Role::WarpMask) => self.sources.group != Group::Warp,
                Some(Role::Pure) => any,
                Some(Role::Barrier | Role::WarpSync | Role::GridSync | Role::Hint | Role::Put | Role::Copy) => false,
                _ => true,
            },
            InstructionOpcode::AtomicRMW | InstructionOpcode::AtomicCmpXchg | InstructionOpcode::VAArg => true,
            InstructionOpcode::LandingPad => true,
            InstructionOpcode::Return | InstructionOpcode::Unreachable => false,
            _ => any,
        }
    }

    fn load(&mut self, row: usize) -> bool {
        let address = self.body.rows()[row].operands[0];
        match address {
            Operand::Instruction(alloca) if self.variables[alloca].is_some() => self.variables[alloca] == Some(true),
            _ if self.operand(address) => true,
            _ => {
                let is_same = || self.sources.group != Group::Grid && is_same(self.body.rows()[row].instruction);
                !self.memory.is_invariant(row) && !is_same()
            }
        }
    }

    fn store(&mut self, row: usize) {
        let this = &self.body.rows()[row];
        if let Operand::Instruction(alloca) = this.operands[1] {
            let different = self.operand(this.operands[0]) || self.parted[this.block];
            if self.variables[alloca] == Some(false) && different {
                self.mark_variable(alloca);
            }
        }
    }

    /// Threads part at the end of `block`.
    fn part(&mut self, block: usize) {
        if self.body.graph.successors(block).len() < 2 {
            return;
        }
        let influence = self.ways.influence(block);
        for &join in &influence.joins {
            self.joins[join] = true;
            self.work.extend(self.body.span(join).filter(|&row| self.body.rows()[row].opcode == InstructionOpcode::Phi));
        }
        for other in 0..self.parted.len() {
            if influence.parted[other] && !std::mem::replace(&mut self.parted[other], true) {
                self.work.extend(self.body.span(other));
            }
        }
        self.leave_loops(block, &influence);
        self.leave_variables(&influence);
        self.branches[block] = Some(influence);
    }

    /// Threads leave the loops around `block` in different iterations: what they take along differs.
    fn leave_loops(&mut self, block: usize, influence: &Influence) {
        for at in 0..self.loops.len() {
            let around = &self.loops[at];
            let apart = leaves_apart(influence, around);
            if !around.contains(block) || !(apart || influence.leaving.iter().any(|way| !around.contains(way.to))) {
                continue;
            }
            let feels = |other: usize| {
                !around.contains(other)
                    && (apart || influence.leaving.iter().any(|way| !around.contains(way.to) && way.left[other]))
            };
            let inside = (0..self.body.graph.len()).filter(|&one| around.contains(one)).flat_map(|one| self.body.span(one));
            let users = inside.flat_map(|row| self.body.rows()[row].users.iter().copied());
            let felt: Vec<usize> = users.filter(|&user| feels(self.body.rows()[user].block)).collect();
            felt.into_iter().for_each(|user| self.mark(user));
        }
    }

    /// A variable that leaving threads read and the others go on writing.
    fn leave_variables(&mut self, influence: &Influence) {
        for row in 0..self.variables.len() {
            if self.variables[row] != Some(false) {
                continue;
            }
            let at = |opcode: InstructionOpcode, blocks: &[bool]| {
                let users = self.body.rows()[row].users.iter().map(|&user| &self.body.rows()[user]);
                users.filter(|user| user.opcode == opcode).any(|user| blocks[user.block])
            };
            let torn = |way: &super::control_dependence::Leaving| {
                at(InstructionOpcode::Load, &way.left) && at(InstructionOpcode::Store, &way.stayed)
            };
            if influence.leaving.iter().any(torn) {
                self.mark_variable(row);
            }
        }
    }
}

/// The metadata of loads that give all threads of a strip one value, if their address does.
pub const SAME: &str = "hipify.same";

fn is_same(load: InstructionValue) -> bool {
    let kind = load.get_parent().map(|block| block.get_context().get_kind_id(SAME));
    kind.is_some_and(|kind| load.get_metadata(kind).is_some())
}

/// Whether a phi has one value only, whichever way it is come to.
fn one_value(incoming: &[Operand]) -> bool {
    let mut values = incoming.iter().filter(|&&one| one != Operand::Undefined);
    let first = values.next();
    values.all(|one| Some(one) == first)
}

/// Rows whose value one thread may replace while another still needs the former one: those of loops in which threads part
/// around a sync, those of loops that threads leave in different iterations and use outside, and those that leaving threads use
/// and the others compute anew.
fn unshared(spread: &Spread) -> Vec<bool> {
    let body = spread.body;
    let mut unshared = vec![false; body.rows().len()];
    let has_sync: Vec<bool> =
        (0..body.graph.len()).map(|block| body.rows()[body.span(block)].iter().any(|row| row.is_sync())).collect();
    for (block, influence) in spread.branches.iter().enumerate().filter_map(|(block, one)| Some((block, one.as_ref()?))) {
        let around = spread.loops.iter().filter(|one| one.contains(block));
        if influence.parted.iter().zip(&has_sync).any(|(&parted, &sync)| parted && sync) {
            let rows = around.flat_map(|one| (0..body.graph.len()).filter(|&inner| one.contains(inner)));
            rows.flat_map(|inner| body.span(inner)).for_each(|row| unshared[row] = true);
        }
        carried_out(spread, block, influence).for_each(|row| unshared[row] = true);
        for way in &influence.leaving {
            let torn = |&row: &usize| {
                let this = &body.rows()[row];
                way.stayed[this.block] && this.users.iter().any(|&user| way.left[body.rows()[user].block])
            };
            (0..unshared.len()).filter(torn).for_each(|row| unshared[row] = true);
        }
    }
    share_variables(body, &mut unshared);
    unshared
}

/// Rows of the loops that threads leave apart at the end of `block` and that are used outside: in an iteration all threads that
/// are still there have the same, but each takes along what it had in its last one.
fn carried_out<'a>(spread: &'a Spread, block: usize, influence: &'a Influence) -> impl Iterator<Item = usize> + 'a {
    let body = spread.body;
    let left = spread.loops.iter().filter(move |one| one.contains(block) && leaves_apart(influence, one));
    left.flat_map(move |around| {
        let inside = (0..body.graph.len()).filter(|&one| around.contains(one)).flat_map(|one| body.span(one));
        inside.filter(|&row| body.rows()[row].users.iter().any(|&user| !around.contains(body.rows()[user].block)))
    })
}

/// Whether threads that part at a branch meet again only outside of a loop around it.
fn leaves_apart(influence: &Influence, around: &Loop) -> bool {
    influence.several && influence.meets.is_none_or(|meets| !around.contains(meets))
}

/// A variable is where its alloca stands only by name: what counts is where it is written.
fn share_variables(body: &Body, unshared: &mut [bool]) {
    for variable in body.variables() {
        let mut stores = body.rows()[variable].users.iter().filter(|&&user| body.rows()[user].opcode == InstructionOpcode::Store);
        unshared[variable] = stores.any(|&store| unshared[store]);
    }
}
