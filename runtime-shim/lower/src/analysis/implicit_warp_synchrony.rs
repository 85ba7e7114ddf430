//! Finds code that relies on implicit warp synchrony (lanes in lockstep): a lane reads shared memory that another has just
//! written, without a synchronisation between the two, or overwrites the element that the next lane has just read by its number.
//!
//! The pass errs towards silence for plain accesses: an index that is not understood counts as a thread's own. With `volatile`,
//! by which programmers ask for lockstep, it errs the other way.

use std::collections::BTreeSet;

use inkwell::values::{GlobalValue, InstructionOpcode};

use super::affine::{Addresses, Affine, Term};
use super::body::{Body, Operand};
use super::memory::{Object, object};
use super::uniformity::Uniformity;

/// Where the lanes of a warp have to wait for one shared variable.
#[derive(Clone, Debug)]
pub struct Finding<'ctx> {
    pub variable: GlobalValue<'ctx>,
    /// Stores (rows) that lanes must have come to before any goes on to store.
    pub before: Vec<usize>,
    /// Stores (rows) that all lanes must have done before any goes on.
    pub after: Vec<usize>,
    /// Blocks where lanes that stored meet those that did not.
    pub joins: Vec<usize>,
    /// Branches (rows) that lanes must have come to before some go on to store where others have read.
    pub branches: Vec<usize>,
}

/// Lanes of the narrowest warp: what lies further apart is not another lane of it.
const LANES: i64 = 32;

/// Rows that a warp of a two-dimensional block covers at most, with rows of at least 8 threads.
const ROWS: i64 = 4;

/// A load or store of a shared variable.
struct Access<'ctx> {
    row: usize,
    variable: GlobalValue<'ctx>,
    offset: Option<Affine>,
    volatile: bool,
    stores: bool,
}

/// All places of a kernel that rely on lockstep. `always`: a store and a load that are not the same thread's for sure count, too.
pub fn find<'ctx>(body: &Body<'ctx>, uniformity: &Uniformity, always: bool) -> Vec<Finding<'ctx>> {
    let detector = Detector::of(body, uniformity, always);
    let mut variables: Vec<GlobalValue> = Vec::new();
    for access in &detector.accesses {
        if !variables.contains(&access.variable) {
            variables.push(access.variable);
        }
    }
    variables.into_iter().filter_map(|variable| detector.finding(variable)).collect()
}

struct Detector<'a, 'ctx> {
    body: &'a Body<'ctx>,
    uniformity: &'a Uniformity,
    always: bool,
    addresses: Addresses<'a, 'ctx>,
    accesses: Vec<Access<'ctx>>,
}

impl<'a, 'ctx> Detector<'a, 'ctx> {
    fn of(body: &'a Body<'ctx>, uniformity: &'a Uniformity, always: bool) -> Self {
        let addresses = Addresses::of(body);
        let accesses = (0..body.rows().len()).filter_map(|row| access(body, &addresses, row)).collect();
        Self { body, uniformity, always, addresses, accesses }
    }

    fn finding(&self, variable: GlobalValue<'ctx>) -> Option<Finding<'ctx>> {
        let mut relying = BTreeSet::new();
        for store in self.own(variable).filter(|one| one.stores) {
            let reached = self.unsynchronised(store.row, &[]);
            let in_step = self.unsynchronised(store.row, &self.moving(store));
            for load in self.own(variable).filter(|one| !one.stores && reached[one.row]) {
                if self.crosses(store, load, in_step[load.row]) {
                    relying.extend([store.row, load.row]);
                }
            }
        }
        let branches = self.branches_to_overtaking(variable);
        if relying.is_empty() && branches.is_empty() {
            return None;
        }
        let mut after: BTreeSet<usize> = BTreeSet::new();
        for &row in &relying {
            let reached = self.unsynchronised(row, &[]);
            after.extend(self.own(variable).filter(|one| one.stores && (reached[one.row] || one.row == row)).map(|one| one.row));
        }
        let after: Vec<usize> = after.into_iter().collect();
        let before = after.iter().copied().filter(|&store| self.is_read_before(variable, store)).collect();
        let joins = self.joins(variable, &after);
        Some(Finding { variable, before, after, joins, branches })
    }

    /// Where lanes part, and some of them store where others have read just before: lane 1 its predecessor's element, and lane 0
    /// then something else in its place.
    fn branches_to_overtaking(&self, variable: GlobalValue<'ctx>) -> Vec<usize> {
        let mut branches = BTreeSet::new();
        for load in self.own(variable).filter(|one| !one.stores) {
            let reached = self.unsynchronised(load.row, &[]);
            let overtaking =
                self.own(variable).filter(|one| one.stores && reached[one.row] && self.is_of_another_lane(load, one));
            let parting = overtaking.filter_map(|store| self.nearest_parting(store.row));
            branches.extend(parting.filter_map(|block| self.body.terminator(block)).filter(|&row| reached[row]));
        }
        branches.into_iter().collect()
    }

    /// Whether a load by the thread's number reads, in a lane other than the first, the one element that a store writes.
    fn is_of_another_lane(&self, load: &Access, store: &Access) -> bool {
        let (Some(read), Some(written)) = (&load.offset, &store.offset) else { return false };
        let apart = read.minus(written);
        // Padding against bank conflicts is coarse.
        let (fine, others): (Vec<_>, Vec<_>) =
            apart.terms.iter().map(|(&term, &bytes)| (term, bytes)).partition(|&(term, _)| !self.is_coarse(term));
        let [(term, bytes)] = fine[..] else { return false };
        let lane = -apart.constant / bytes;
        !written.terms.keys().any(|&term| self.is_per_thread(term))
            && self.is_per_thread(term)
            && others.iter().all(|&(term, _)| self.is_per_thread(term))
            && apart.constant % bytes == 0
            && (1..self.reach(term)).contains(&lane)
    }

    /// The block that ends in the innermost branch that only some lanes take to a row.
    fn nearest_parting(&self, row: usize) -> Option<usize> {
        let block = self.body.rows()[row].block;
        let parted = |&branch: &usize| self.uniformity.influence(branch).filter(|one| one.parted[block]);
        let size = |branch: &usize| parted(branch).map(|one| one.parted.iter().filter(|&&is| is).count());
        (0..self.body.graph.len()).filter(|branch| parted(branch).is_some()).min_by_key(size)
    }

    fn own(&self, variable: GlobalValue<'ctx>) -> impl Iterator<Item = &Access<'ctx>> {
        self.accesses.iter().filter(move |one| one.variable == variable)
    }

    /// Blocks where threads take other elements than those of a store: the headers of loops that each goes through with a number of
    /// its own, as in `for (i = threadIdx.x; i < n; i += blockDim.x)`.
    fn moving(&self, store: &Access) -> Vec<usize> {
        let own = |term: &Term| match *term {
            Term::Row(row) if self.is_per_thread(*term) => Some(row),
            _ => None,
        };
        let mut work: Vec<usize> = store.offset.iter().flat_map(|offset| offset.terms.keys()).filter_map(own).collect();
        let mut seen: BTreeSet<usize> = work.iter().copied().collect();
        let mut headers = Vec::new();
        while let Some(row) = work.pop() {
            let this = &self.body.rows()[row];
            if this.opcode == InstructionOpcode::Phi && this.operands.iter().any(|&from| self.is_sum_with(row, from)) {
                headers.push(this.block);
                continue;
            }
            let operands =
                this.operands.iter().filter_map(|one| if let Operand::Instruction(at) = *one { Some(at) } else { None });
            work.extend(operands.filter(|&at| !self.uniformity.is_uniform(at) && seen.insert(at)));
        }
        headers
    }

    /// For each row whether it is reachable from after `row` without a sync, and without entering one of `barred` blocks.
    fn unsynchronised(&self, row: usize, barred: &[usize]) -> Vec<bool> {
        let mut reached = vec![false; self.body.rows().len()];
        let home = self.body.rows()[row].block;
        let mut work = vec![(home, row + 1)];
        let mut entered = vec![false; self.body.graph.len()];
        while let Some((block, from)) = work.pop() {
            let rest = from..self.body.span(block).end;
            let sync = rest.clone().find(|&at| self.body.rows()[at].is_sync());
            (from..sync.unwrap_or(rest.end)).for_each(|at| reached[at] = true);
            if sync.is_none() {
                for &next in self.body.graph.successors(block) {
                    if !barred.contains(&next) && !std::mem::replace(&mut entered[next], true) {
                        work.push((next, self.body.span(next).start));
                    }
                }
            }
        }
        reached
    }

    fn is_read_before(&self, variable: GlobalValue<'ctx>, store: usize) -> bool {
        let written = self.accesses.iter().find(|one| one.row == store);
        let other = |load: &&Access| !load.stores && written.is_some_and(|store| !self.is_own(store, load));
        self.own(variable).filter(other).any(|load| self.unsynchronised(load.row, &[])[store])
    }

    /// Where lanes that took a branch to one of `stores` meet the others, if any touches the variable before the next sync.
    fn joins(&self, variable: GlobalValue<'ctx>, stores: &[usize]) -> Vec<usize> {
        let mut joins = BTreeSet::new();
        for branch in 0..self.body.graph.len() {
            let Some(influence) = self.uniformity.influence(branch) else { continue };
            let parts = stores.iter().any(|&store| influence.parted[self.body.rows()[store].block]);
            if let (true, Some(meets)) = (parts, influence.meets) {
                let first = self.body.span(meets).start;
                let reached = self.unsynchronised(first, &[]);
                let opens = self.body.rows()[first].is_sync();
                if !opens && self.own(variable).any(|one| reached[one.row] || one.row == first) {
                    joins.insert(meets);
                }
            }
        }
        joins.into_iter().collect()
    }

    /// Whether a load may read what another lane has stored. `in_step`: by some way it does so before the store's thread goes on to
    /// other elements.
    fn crosses(&self, store: &Access, load: &Access, in_step: bool) -> bool {
        if self.is_own(store, load) {
            return false;
        }
        let (Some(written), Some(read)) = (&store.offset, &load.offset) else {
            return self.always || (store.volatile && load.volatile);
        };
        let private = self.is_column(written, read);
        let suspicious = self.always || (store.volatile && load.volatile);
        (in_step && self.is_exchange(written, read)) || self.is_broadcast(store, load) || (suspicious && !private)
    }

    /// The same element, which is the thread's own.
    fn is_own(&self, store: &Access, load: &Access) -> bool {
        let same = store.offset.is_some() && store.offset == load.offset;
        same && store
            .offset
            .iter()
            .flat_map(|one| one.terms.keys())
            .any(|&term| self.is_per_thread(term) && !self.is_coarse(term))
    }

    /// A thread's column of several elements: equal but for less than the distance to the next thread's.
    fn is_column(&self, written: &Affine, read: &Affine) -> bool {
        let apart = read.minus(written);
        let nearest = written.terms.iter().filter(|&(&term, _)| self.is_per_thread(term)).map(|(_, bytes)| bytes.abs()).min();
        apart.terms.is_empty() && nearest.is_some_and(|bytes| apart.constant != 0 && apart.constant.abs() < bytes)
    }

    /// Another lane's element, by what the two offsets differ in.
    fn is_exchange(&self, written: &Affine, read: &Affine) -> bool {
        let apart = read.minus(written);
        let per_thread: Vec<(Term, i64)> =
            written.terms.iter().map(|(&term, &bytes)| (term, bytes)).filter(|&(term, _)| self.is_per_thread(term)).collect();
        let terms: Vec<(Term, i64)> = apart.terms.iter().map(|(&term, &bytes)| (term, bytes)).collect();
        match terms[..] {
            [] => per_thread.iter().any(|&(term, bytes)| {
                apart.constant != 0 && apart.constant % bytes == 0 && (apart.constant / bytes).abs() < self.reach(term)
            }),
            [(term, bytes)] if self.is_per_thread(term) => per_thread.iter().any(|&(own, of)| own == term && bytes == -2 * of),
            [(term, bytes)] => self.is_stride(term) && per_thread.iter().any(|&(_, of)| of.abs() == bytes.abs()),
            [one, other] => {
                let partner = |(own, of): (Term, i64), (term, bytes): (Term, i64)| {
                    of == -bytes && per_thread.contains(&(own, -of)) && self.is_xor(term, own)
                };
                partner(one, other) || partner(other, one)
            }
            _ => false,
        }
    }

    /// One element for many lanes, written by some of them and read by more.
    fn is_broadcast(&self, store: &Access, load: &Access) -> bool {
        let same = store.offset == load.offset;
        let coarse = |one: &Affine| one.terms.keys().all(|&term| !self.is_per_thread(term) || self.is_coarse(term));
        let partings = |row: usize| -> BTreeSet<usize> {
            let block = self.body.rows()[row].block;
            let parts = |branch: &usize| self.uniformity.influence(*branch).is_some_and(|one| one.parted[block]);
            (0..self.body.graph.len()).filter(parts).collect()
        };
        let (few, many) = (partings(store.row), partings(load.row));
        same && store.offset.as_ref().is_some_and(coarse) && many.is_subset(&few) && many != few
    }

    fn is_per_thread(&self, term: Term) -> bool {
        match term {
            Term::Id(_) => true,
            Term::Row(row) => !self.uniformity.is_uniform(row),
            Term::Parameter(at) => !self.uniformity.is_uniform_operand(Operand::Parameter(at)),
        }
    }

    /// The same for many lanes: an id shifted or divided.
    fn is_coarse(&self, term: Term) -> bool {
        let Term::Row(row) = term else { return false };
        matches!(self.body.rows()[row].opcode, InstructionOpcode::LShr | InstructionOpcode::AShr | InstructionOpcode::UDiv)
    }

    fn reach(&self, term: Term) -> i64 {
        let Term::Id(row) = term else { return LANES };
        match self.body.rows()[row].operands.last() {
            Some(Operand::Function(one)) if matches!(one.get_name().to_bytes(), b"__hipify_thread_y" | b"__hipify_thread_z") => {
                ROWS
            }
            _ => LANES,
        }
    }

    /// A distance that a loop steps through, as opposed to the first element of a row that a thread has elements in.
    fn is_stride(&self, term: Term) -> bool {
        let Term::Row(mut row) = term else { return false };
        for _ in 0..3 {
            let this = &self.body.rows()[row];
            match (this.opcode, this.operands[0]) {
                (InstructionOpcode::Phi, _) => return !this.operands.iter().any(|&from| self.is_row_step(row, from)),
                (
                    InstructionOpcode::LShr | InstructionOpcode::AShr | InstructionOpcode::Shl | InstructionOpcode::Add,
                    Operand::Instruction(inner),
                )
                | (InstructionOpcode::UDiv | InstructionOpcode::SDiv, Operand::Instruction(inner)) => row = inner,
                _ => return false,
            }
        }
        false
    }

    fn is_row_step(&self, phi: usize, from: Operand) -> bool {
        let Operand::Instruction(row) = from else { return false };
        let operands = &self.body.rows()[row].operands;
        let small = operands.iter().any(|one| matches!(one, Operand::Integer(step) if step.abs() < LANES));
        self.is_sum_with(phi, from) && !small
    }

    /// Whether a value is the sum of a phi and something else: what a loop steps through.
    fn is_sum_with(&self, phi: usize, value: Operand) -> bool {
        let Operand::Instruction(row) = value else { return false };
        let this = &self.body.rows()[row];
        this.opcode == InstructionOpcode::Add && this.operands.contains(&Operand::Instruction(phi))
    }

    fn is_xor(&self, term: Term, own: Term) -> bool {
        let Term::Row(row) = term else { return false };
        let this = &self.body.rows()[row];
        let of = |operand: &Operand| self.addresses.value(*operand).terms.keys().eq([&own]);
        this.opcode == InstructionOpcode::Xor && this.operands.iter().any(of)
    }
}

fn access<'ctx>(body: &Body<'ctx>, addresses: &Addresses<'_, 'ctx>, row: usize) -> Option<Access<'ctx>> {
    let this = &body.rows()[row];
    let stores = match this.opcode {
        InstructionOpcode::Store => true,
        InstructionOpcode::Load => false,
        _ => return None,
    };
    let address = this.address()?;
    let Object::Shared(variable) = object(body, address) else { return None };
    let volatile = this.instruction.get_volatile() == Ok(true);
    Some(Access { row, variable, offset: addresses.offset(address), volatile, stores })
}
