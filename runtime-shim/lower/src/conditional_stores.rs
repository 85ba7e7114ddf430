//! Makes stores to shared memory that threads do on a condition unconditional, where each thread has read what is there: it writes it
//! again. Threads of a sorting network, say, swap two elements or leave them where they are, by what these are; no processor predicts
//! that branch.
//!
//! A block runs on one OS thread, which alone has its shared memory, and takes one thread after the other through a region, or some of them by
//! vectors. So this is for places that each thread has to itself. Where lanes of a warp read one place and one of them then writes it, as they
//! may that go in lockstep, the others would write again what was there before.

use crate::analysis::affine::{Addresses, Affine, Term};
use crate::analysis::memory::object;
use crate::analysis::{self, Group, Operand, Role, Sources, Uniformity};
use crate::context_save;
use crate::ir::{self, Block, Function, Instruction, Value};
use crate::liveness;
use crate::shared_atomics;
use crate::triangles::Triangle;
use crate::work_item_intrinsics::{Id, id_of};
use inkwell::values::InstructionOpcode as Op;

/// Stores behind a branch at most; what else stands there is done by all threads, too.
const MOST_STORES: usize = 4;
const MOST_WORKS: usize = 12;

/// Rewrites the stores of a kernel.
pub(crate) fn rewrite(kernel: Function<'_>) {
    let table = analysis::Body::of(kernel);
    let uniformity = Uniformity::of(&table, &Sources { group: Group::Block, parameters: Vec::new() });
    let places = Places { table: &table, uniformity: &uniformity, addresses: Addresses::of(&table) };
    let before = liveness::predecessors(kernel);
    let parts = |fork: &Block| table.block_index(*fork).is_some_and(|block| !uniformity.is_uniform_branch(block));
    let forks: Vec<_> = ir::blocks(kernel).into_iter().filter(parts).collect();
    for triangle in forks.into_iter().filter_map(|fork| Triangle::at(fork, &before)) {
        let Some(loads) = places.loads_of_stores(&triangle) else { continue };
        let build = triangle.lift();
        for (store, load) in loads {
            let (Some(new), Some(old)) = (ir::operand(store, 0), ir::value_of(load)) else { continue };
            ir::set_operand(store, 0, triangle.choose(&build, new, old));
            // Behind what it stores now.
            store.remove_from_basic_block();
            build.place(store);
        }
        triangle.close(&build);
    }
}

/// Where threads access memory.
struct Places<'a, 'ctx> {
    table: &'a analysis::Body<'ctx>,
    uniformity: &'a Uniformity,
    addresses: Addresses<'a, 'ctx>,
}

impl<'ctx> Places<'_, 'ctx> {
    /// Each store behind a branch with the load in front of it that has read what is there, if that is all that is done behind it.
    fn loads_of_stores(&self, triangle: &Triangle<'ctx>) -> Option<Vec<(Instruction<'ctx>, Instruction<'ctx>)>> {
        let works = triangle.works();
        let stores: Vec<_> = works.iter().copied().filter(|it| it.get_opcode() == Op::Store).collect();
        let is_fit = |it: &Instruction<'ctx>| it.get_opcode() == Op::Store || context_save::is_plain(*it);
        if !(1..=MOST_STORES).contains(&stores.len()) || works.len() > MOST_WORKS || !works.iter().all(is_fit) {
            return None;
        }
        let end = triangle.fork.get_terminator()?;
        let earlier = std::iter::successors(end.get_previous_instruction(), |it| it.get_previous_instruction());
        let loads: Vec<_> = earlier.take_while(|it| !may_write(*it)).filter(|it| is_plain_access(*it, Op::Load)).collect();
        let load_of = |store: Instruction<'ctx>| {
            let address = ir::operand(store, 1)?;
            let row = self.table.row_index(store)?;
            let is_fit = self.table.rows()[row].address().is_some_and(|address| self.is_fit(address));
            let ty = ir::operand(store, 0)?.get_type();
            let is_of_it = |load: &Instruction<'ctx>| {
                ir::operand(*load, 0) == Some(address) && ir::value_of(*load).is_some_and(|value: Value| value.get_type() == ty)
            };
            loads.iter().copied().find(|load| is_fit && is_plain_access(store, Op::Store) && is_of_it(load))
        };
        stores.into_iter().map(|store| Some((store, load_of(store)?))).collect()
    }

    /// Whether it is a place in shared memory that no other thread of the row has.
    fn is_fit(&self, address: Operand<'ctx>) -> bool {
        object(self.table, address).is_shared() && self.addresses.offset(address).is_some_and(|sum| self.is_own(&sum, DEPTH))
    }

    /// Whether a sum is another one for each thread of a row. `2 * t - (t & mask)` of a sorting network is, for masks of the lowest bits.
    fn is_own(&self, sum: &Affine, depth: usize) -> bool {
        let rows = self.table.rows();
        let (mut of_thread, mut of_others) = (Vec::new(), Vec::new());
        for (&term, bytes) in &sum.terms {
            let (Term::Id(row) | Term::Row(row)) = term else { continue };
            match id_of(rows[row].instruction) {
                Some(Id::X | Id::Linear | Id::Lane) => of_thread.push(bytes.unsigned_abs()),
                Some(Id::Y | Id::Z) => {}
                _ if matches!(term, Term::Row(_)) && self.uniformity.is_uniform(row) => {}
                _ => of_others.push((row, bytes.unsigned_abs())),
            }
        }
        match (&of_thread[..], &of_others[..]) {
            ([_], []) => true,
            ([], &[(row, _)]) => self.is_own_bits(row, depth),
            (&[bytes], &[(row, less)]) => rows[row].opcode == Op::And && less < bytes,
            _ => false,
        }
    }

    /// Whether a row is an own number with bits turned over, the same ones in all threads: the other element of a sorting network.
    fn is_own_bits(&self, row: usize, depth: usize) -> bool {
        let row = &self.table.rows()[row];
        let &[a, b] = &row.operands[..] else { return false };
        let is_it = |number, bits| {
            self.uniformity.is_uniform_operand(bits) && depth > 0 && self.is_own(&self.addresses.value(number), depth - 1)
        };
        row.opcode == Op::Xor && (is_it(a, b) || is_it(b, a))
    }
}

/// Operations on bits that are looked through.
const DEPTH: usize = 4;

fn is_plain_access(it: Instruction, opcode: Op) -> bool {
    it.get_opcode() == opcode && ir::is_simple(it) && ir::metadata(it, shared_atomics::MARK).is_none()
}

/// Whether memory may be other than before after an instruction, or threads may have waited there.
fn may_write(it: Instruction) -> bool {
    match it.get_opcode() {
        Op::Store | Op::AtomicRMW | Op::AtomicCmpXchg | Op::Fence | Op::Invoke | Op::VAArg => true,
        Op::Load => !ir::is_simple(it),
        Op::Call => ir::callee(it).is_none_or(|callee| !Role::of(callee).only_computes()),
        _ => false,
    }
}
