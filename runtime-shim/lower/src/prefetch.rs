//! Prefetches for kernels that walk through memory from barrier to barrier: a block that goes through the planes of a volume, say, reads
//! and writes a few short rows of each, as far from those of the plane before as a plane is large. Hardware prefetches nothing of that,
//! and each row is waited for; stores that wait for their lines hold up all that follow them.
//! Lines that a block comes round to go to the first-level cache, which has room for the rows of one block, and are asked for as they will be
//! needed, to be read or written. Those that the next strip or block goes on with go to the second: of rows as long as a power of two they
//! lie in one set of the first.
//!
//! In front of a loop over the threads of a row the cache lines are asked for that these threads access when they come round again:
//! those of the addresses that move on by the same each time, as far as that can be computed there; or else those that the next
//! strip or the next block goes on with, where this one goes down rows that lie far apart. Nothing is read, so that it does not matter
//! whether there is a next time.

mod rounds;

use crate::analysis::affine::{Addresses, Affine, Term};
use crate::analysis::dominance::{Dominators, Loop, loops};
use crate::analysis::{self, Operand, Row};
use crate::build::Build;
use crate::checks::Checks;
use crate::context;
use crate::context_save;
use crate::guard_hoisting::conjuncts;
use crate::ir::{self, Function, Value};
use hipify_abi::Context;
use inkwell::IntPredicate;
use inkwell::module::Module;
use inkwell::values::{InstructionOpcode as Op, IntValue};
use std::collections::HashSet;
use std::mem::offset_of;

/// Bytes of a cache line.
const LINE: u64 = 64;

/// Bytes of the elements that threads access side by side.
const WIDTHS: std::ops::RangeInclusive<i64> = 1..=16;

/// Bytes that a row of threads accesses at most: hardware sees where longer ones go.
const MOST_BYTES: i64 = 1024;

/// Bytes from which on rows come sooner as those of the next block than as those that the same one comes round to: path finding down
/// 160 rows takes 0.9 of the time.
const LONG: i64 = 512;

/// Bytes that a place moves on by at least, if that is known: what is nearer comes by itself.
const FAR: u64 = 1024;

/// How many blocks before it a line is asked for: one takes less time than a line does to come.
const BLOCKS_AHEAD: i64 = 2;

/// The caches of the processor that lines go to, as LLVM's intrinsic numbers them.
const FIRST_LEVEL: u32 = 3;
const SECOND_LEVEL: u32 = 2;

/// Places of a loop over threads that are asked for at most.
const MOST_PLACES: usize = 6;

/// Instructions that an address may take to compute once more.
const MOST_COPIES: usize = 40;

/// Adds prefetches to the functions that run blocks, but for checked code, which waits for other things.
pub(crate) fn add<'ctx>(module: &Module<'ctx>, runs: impl Iterator<Item = Function<'ctx>>, checks: Checks) {
    if !checks.any() {
        runs.for_each(|function| add_to(module, function));
    }
}

fn add_to<'ctx>(module: &Module<'ctx>, function: Function<'ctx>) {
    let table = analysis::Body::of(function);
    let dominators = Dominators::of(&table.graph);
    let all = loops(&table.graph, &dominators);
    let addresses = Addresses::of(&table);
    for threads in all.iter().filter_map(|one| Threads::of(&table, &dominators, &all, one)) {
        let mut asked: Vec<Affine> = Vec::new();
        let rare = threads.rare_ways();
        for row in table.rows().iter().filter(|row| threads.one.contains(row.block)) {
            let (Some(address), Op::Load | Op::Store) = (row.address(), row.opcode) else { continue };
            if rare.iter().any(|&way| dominators.dominates(way, row.block)) {
                continue;
            }
            let Some(sum) = addresses.offset(address) else { continue };
            let is_near = |other: &Affine| other.terms == sum.terms && other.constant.abs_diff(sum.constant) < LINE;
            if asked.len() < MOST_PLACES && !asked.iter().any(is_near) && threads.ask(module, row, &sum).is_some() {
                asked.push(sum);
            }
        }
    }
}

/// Whether a place moves on by so little that what it comes to is there already.
fn is_near(step: IntValue, times: i64) -> bool {
    step.get_sign_extended_constant().is_some_and(|step| step.saturating_mul(times).unsigned_abs() < FAR)
}

fn of_row(term: Term) -> Option<usize> {
    if let Term::Row(at) = term { Some(at) } else { None }
}

/// Longest chain of instructions that is looked through.
const DEPTH: usize = 8;

/// The most that a number of threads can be: that of a row of known length, of what is left of one, or of one that does something alone,
/// such as to bring in what lies beside a tile.
fn most(table: &analysis::Body, number: Operand, depth: usize) -> Option<i64> {
    let (at, depth) = match number {
        Operand::Integer(number) => return Some(number),
        Operand::Instruction(at) => (at, depth.checked_sub(1)?),
        _ => return None,
    };
    let row = &table.rows()[at];
    let is_least = || ir::callee(row.instruction).is_some_and(|callee| ir::name_of(callee).starts_with("llvm.umin."));
    let of = |number: &Operand| most(table, *number, depth);
    match row.opcode {
        Op::ZExt => ir::operand(row.instruction, 0).filter(|truth| ir::is_bit(truth.get_type())).map(|_| 1),
        Op::Call if is_least() => row.arguments().iter().filter_map(of).min(),
        Op::Select => row.operands[1..].iter().map(of).collect::<Option<Vec<_>>>()?.into_iter().max(),
        Op::Sub => of(&row.operands[0]),
        _ => None,
    }
}

/// How far on what an access comes to next lies.
enum Next<'ctx> {
    /// So many bytes, where the next strip or block goes on.
    After(i64),
    /// A step times so many bytes, where the block comes round again.
    Round(IntValue<'ctx>, i64),
}

/// A loop over threads of a row.
struct Threads<'a, 'ctx> {
    table: &'a analysis::Body<'ctx>,
    dominators: &'a Dominators,
    all: &'a [Loop],
    one: &'a Loop,
    /// The row of the thread's number.
    x: usize,
    /// How many threads there are at most.
    count: i64,
    /// The block in front of the loop.
    before: usize,
}

impl<'a, 'ctx> Threads<'a, 'ctx> {
    fn of(table: &'a analysis::Body<'ctx>, dominators: &'a Dominators, all: &'a [Loop], one: &'a Loop) -> Option<Self> {
        let graph = &table.graph;
        let (&[latch], Some(before), true) = (&one.latches[..], one.preheader(graph), one.is_innermost(all)) else { return None };
        let row = |at: usize| &table.rows()[at];
        let next_of = |phi: usize| {
            let of =
                |from: usize| row(phi).incoming.iter().position(|&block| block == from).map(|place| row(phi).operands[place]);
            match (row(phi).opcode, of(before)?, of(latch)?) {
                (Op::Phi, Operand::Integer(0), Operand::Instruction(next)) => {
                    let adds = [Operand::Instruction(phi), Operand::Integer(1)];
                    (row(next).opcode == Op::Add && row(next).operands == adds).then_some(next)
                }
                _ => None,
            }
        };
        let end = row(table.terminator(latch)?);
        let [Operand::Instruction(compare), Operand::Block(_), Operand::Block(stays)] = end.operands[..] else { return None };
        let compare = row(compare);
        let [Operand::Instruction(number), limit] = compare.operands[..] else { return None };
        let limit = most(table, limit, DEPTH)?;
        if stays != one.header || compare.instruction.get_icmp_predicate() != Some(IntPredicate::ULT) {
            return None;
        }
        let counts = |x: usize| {
            let next = next_of(x)?;
            let count = if number == x { limit + 1 } else { limit };
            ([x, next].contains(&number) && count > 0).then_some((x, count))
        };
        let (x, count) = table.span(one.header).find_map(counts)?;
        Some(Threads { table, dominators, all, one, x, count, before })
    }

    /// Where threads go of which all of a row ask whether it is a certain one: in most rows and rounds none.
    fn rare_ways(&self) -> Vec<usize> {
        let ways_of = |fork: usize| {
            let end = self.table.terminator(fork).map(|end| &self.table.rows()[end]);
            let Some((end, &Operand::Instruction(asked))) = end.and_then(|end| Some((end, end.operands.first()?))) else {
                return Vec::new();
            };
            let varies_around = || self.all.iter().any(|around| self.is_around(around) && self.varies(asked, around));
            let ways = self.table.graph.successors(fork);
            let rare = match end.opcode {
                Op::Switch => &ways[1..],
                // Where the condition holds is the last one.
                Op::Br if self.asks_for_one(asked) => &ways[ways.len() - 1..],
                _ => &[],
            };
            if !rare.is_empty() && !self.depends(asked) && varies_around() { rare.to_vec() } else { Vec::new() }
        };
        (0..self.table.graph.len()).filter(|&fork| self.one.contains(fork)).flat_map(ways_of).collect()
    }

    /// Whether a condition holds for nothing but one number.
    fn asks_for_one(&self, condition: usize) -> bool {
        let is_equality = |condition: Value<'ctx>| {
            ir::maker(condition).is_some_and(|compare| compare.get_icmp_predicate() == Some(IntPredicate::EQ))
        };
        ir::value_of(self.table.rows()[condition].instruction).is_some_and(|all| conjuncts(all).into_iter().any(is_equality))
    }

    /// Whether a loop is around the one over threads.
    fn is_around(&self, other: &Loop) -> bool {
        other.header != self.one.header && other.contains(self.one.header)
    }

    /// Asks for what an access comes to next, if that can be told.
    fn ask(&self, module: &Module<'ctx>, access: &Row<'ctx>, sum: &Affine) -> Option<()> {
        let width = sum.terms.get(&Term::Row(self.x)).copied().filter(|width| WIDTHS.contains(width))?;
        let bytes = width * self.count;
        let lies_side_by_side = sum.terms.keys().all(|term| match *term {
            Term::Row(at) | Term::Id(at) => at == self.x || !self.depends(at),
            Term::Parameter(_) => true,
        });
        if bytes > MOST_BYTES || !lies_side_by_side || self.is_shared(sum) {
            return None;
        }
        let next = self.next(sum, bytes)?;
        let context = module.get_context();
        let end = self.table.block(self.before).get_terminator()?;
        let build = Build::before(context, end);
        let mut left = MOST_COPIES;
        let address = ir::operand(access.instruction, u32::from(access.opcode == Op::Store))?;
        let Value::PointerValue(address) = self.again(&build, address, &mut left)? else { return None };
        let (away, cache) = match next {
            Next::After(bytes) => (build.n64(bytes as u64), SECOND_LEVEL),
            Next::Round(step, times) => {
                let step = self.again(&build, step.into(), &mut left)?.into_int_value();
                let step = if step.get_type() == build.i64() { step } else { build.widen_signed(step) };
                (build.mul(step, build.n64(times as u64)), FIRST_LEVEL)
            }
        };
        let next = build.offset_anywhere(address, away);
        let prefetch = prefetch(module);
        // To read or to write, to which cache, data.
        let kind = [u32::from(access.opcode == Op::Store), cache, 1].map(|number| Value::from(build.n32(number)));
        for line in (0..bytes as u64).step_by(LINE as usize) {
            let place = build.offset_anywhere(next, build.n64(line));
            build.call(prefetch, &[place.into(), kind[0], kind[1], kind[2]]);
        }
        Some(())
    }

    /// Where what an access comes to next lies.
    fn next(&self, sum: &Affine, bytes: i64) -> Option<Next<'ctx>> {
        let round = |(step, times)| Next::Round(step, times);
        let block = self.next_block(sum, bytes).map(|step| Next::After(step * BLOCKS_AHEAD));
        let moved = if block.is_some() && bytes >= LONG { None } else { self.next_round(sum).map(round) };
        let strip = || self.next_strip(sum, bytes).then_some(Next::After(bytes));
        moved.or_else(strip).or(block).or_else(|| self.next_row(sum).map(round))
    }

    /// Terms of an address that are rows, but for the thread's number, with the bytes for each unit.
    fn rows(&self, sum: &Affine) -> impl Iterator<Item = (usize, i64)> {
        let x = self.x;
        sum.terms.iter().filter_map(|(&term, &times)| Some((of_row(term)?, times))).filter(move |&(at, _)| at != x)
    }

    /// Whether a strip goes through rows far apart, of each of which the next strip accesses what follows.
    fn next_strip(&self, sum: &Affine, bytes: i64) -> bool {
        let begins_after = |&(phi, times): &(usize, i64)| {
            let step = self.step(phi).and_then(|step| step.get_sign_extended_constant());
            step.and_then(|step| step.checked_mul(times)) == Some(bytes)
        };
        let Some((strips, _)) = self.rows(sum).find(begins_after) else { return false };
        let header = self.table.rows()[strips].block;
        let around = self.all.iter().find(|one| one.header == header);
        let is_inside = |one: &&Loop| around.is_some_and(|around| one.header != header && around.contains(one.header));
        self.all.iter().filter(is_inside).any(|one| self.moves_far(sum, one))
    }

    /// If a block goes through rows far apart, of each of which its neighbour along x accesses what follows: after how many bytes.
    fn next_block(&self, sum: &Affine, bytes: i64) -> Option<i64> {
        // Less than a row where blocks compute again what their neighbours do at the edges.
        let goes_on = |&(at, times): &(usize, i64)| {
            (bytes / 2..=bytes).contains(&times) && self.is_field(at, offset_of!(Context, block_idx))
        };
        let (_, step) = self.rows(sum).find(goes_on)?;
        self.all.iter().any(|one| self.moves_far(sum, one)).then_some(step)
    }

    /// Whether an address moves far in a loop around the one over threads.
    fn moves_far(&self, sum: &Affine, inner: &Loop) -> bool {
        let is_far = |(at, times)| self.varies(at, inner) && self.step(at).is_none_or(|step| !is_near(step, times));
        self.is_around(inner) && self.rows(sum).any(is_far)
    }

    /// Whether an address is one of shared memory, all of which is at hand.
    fn is_shared(&self, sum: &Affine) -> bool {
        let addresses = Addresses::of(self.table);
        let field = |at: usize| context::field_of_some_block(self.table, &addresses, &self.table.rows()[at]);
        sum.terms.keys().filter_map(|&term| of_row(term)).any(|at| field(at) == Some(offset_of!(Context, shared)))
    }

    /// Whether a row reads a field of the block's context.
    fn is_field(&self, at: usize, offset: usize) -> bool {
        let addresses = Addresses::of(self.table);
        context::field_of(self.table, &addresses, &self.table.rows()[at]) == Some(Some(offset))
    }

    /// Whether a row of the loop is made of the thread's number, or of what is read there.
    fn depends(&self, row: usize) -> bool {
        self.varies(row, self.one)
    }

    /// Whether a row is made of what changes in a loop or is read there.
    fn varies(&self, row: usize, one: &Loop) -> bool {
        let (mut work, mut seen) = (vec![row], HashSet::new());
        while let Some(at) = work.pop() {
            let row = &self.table.rows()[at];
            if !one.contains(row.block) || !seen.insert(at) {
                continue;
            }
            if row.opcode == Op::Phi || !self.can_copy(row) {
                return true;
            }
            work.extend(row.operands.iter().filter_map(|operand| match *operand {
                Operand::Instruction(at) => Some(at),
                _ => None,
            }));
        }
        false
    }

    fn can_copy(&self, row: &Row<'ctx>) -> bool {
        let is_constant = || row.opcode == Op::Load && ir::metadata(row.instruction, "invariant.load").is_some();
        row.opcode != Op::Call && context_save::is_plain(row.instruction) || is_constant()
    }

    /// Computes a value for the row's first thread in front of the loop.
    fn again(&self, build: &Build<'ctx>, value: Value<'ctx>, left: &mut usize) -> Option<Value<'ctx>> {
        let Some(made) = ir::maker(value) else { return Some(value) };
        let at = self.table.row_index(made)?;
        if at == self.x {
            return Some(value.into_int_value().get_type().const_zero().into());
        }
        let row = &self.table.rows()[at];
        if self.dominators.dominates(row.block, self.before) {
            return Some(value);
        }
        *left = left.checked_sub(1)?;
        if !self.can_copy(row) {
            return None;
        }
        let operands: Option<Vec<_>> =
            ir::operands(made).into_iter().map(|(place, operand)| Some((place, self.again(build, operand, left)?))).collect();
        build.copy_with(made, operands?)
    }
}

fn prefetch<'ctx>(module: &Module<'ctx>) -> Function<'ctx> {
    const NAME: &str = "llvm.prefetch.p0";
    module.get_function(NAME).unwrap_or_else(|| {
        let context = module.get_context();
        let (pointer, i32) = (context.ptr_type(inkwell::AddressSpace::default()), context.i32_type());
        let ty = context.void_type().fn_type(&[pointer.into(), i32.into(), i32.into(), i32.into()], false);
        module.add_function(NAME, ty, None)
    })
}
