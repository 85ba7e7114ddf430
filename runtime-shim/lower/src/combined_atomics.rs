//! Combines atomic operations on global memory whose results nobody reads. Threads of a block that add to the same places contend with
//! other workers for cache lines, and each operation waits for the one before it. Instead a worker keeps what the threads of one barrier
//! region add in a small table on its stack, and does the atomic operations that are left at the region's end.
//!
//! An operation without an order (`memory_order_relaxed`) may become visible later, as long as its own thread cannot see that:
//! [`order`] looks for what follows it up to the next barrier. [`benefit`] leaves out operations on a place of each thread's own.
//!
//! [`mark`] runs on kernels and leaves a mark at each such operation. Work-item loops are followed by a call that stands for the end of
//! their region ([`end_region`]). Once bodies are inlined into them, [`combine`] has marked operations in those loops use the table.

mod benefit;
mod code;
mod order;
mod table;

use crate::analysis::dominance::{Dominators, loops};
use crate::analysis::{self, Row};
use crate::build::Build;
use crate::ir::{self, Function, Instruction};
use benefit::Benefit;
use inkwell::module::Module;
use inkwell::types::BasicTypeEnum;
use inkwell::values::InstructionOpcode as Op;
use inkwell::{AtomicOrdering, AtomicRMWBinOp};
use order::Order;
use table::Table;

/// Metadata of atomic operations that may be done at the end of their region.
const MARK: &str = "hipify.combined";

/// The call that stands for the end of a region.
const END: &str = "hipify.region.end";

/// An operation, and the type of what it changes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Kind<'ctx> {
    operation: AtomicRMWBinOp,
    ty: BasicTypeEnum<'ctx>,
}

impl<'ctx> Kind<'ctx> {
    /// Of a relaxed operation whose result is not used and of which several can be made one.
    fn of(row: &Row<'ctx>) -> Option<Self> {
        use AtomicRMWBinOp::*;
        let it = row.instruction;
        let operation = it.get_atomic_rmw_bin_op()?;
        let ty = ir::operand(it, 1)?.get_type();
        let is_relaxed = it.get_atomic_ordering() == Ok(AtomicOrdering::Monotonic) && it.get_volatile() == Ok(false);
        let fits = match ty {
            BasicTypeEnum::IntType(ty) => {
                matches!(operation, Add | Sub | And | Or | Xor | Max | Min | UMax | UMin)
                    && [32, 64].contains(&ty.get_bit_width())
            }
            BasicTypeEnum::FloatType(ty) => {
                matches!(operation, FAdd | FSub | FMax | FMin) && [32, 64].contains(&ty.get_bit_width())
            }
            _ => false,
        };
        (row.opcode == Op::AtomicRMW && fits && is_relaxed && row.users.is_empty()).then_some(Kind { operation, ty })
    }

    /// The size of what it changes, in bytes.
    fn bytes(self) -> u32 {
        match self.ty {
            BasicTypeEnum::IntType(ty) => ty.get_bit_width() / 8,
            BasicTypeEnum::FloatType(ty) => ty.get_bit_width() / 8,
            _ => unreachable!("kinds are of numbers"),
        }
    }
}

/// Marks the operations of a kernel that may be done at the end of their region, where that pays.
pub(crate) fn mark(kernel: Function) {
    let table = analysis::Body::of(kernel);
    let found: Vec<(usize, Kind)> = (0..table.rows().len()).filter_map(|at| Some((at, Kind::of(&table.rows()[at])?))).collect();
    // What looks at addresses at run time is to see each operation.
    if found.is_empty() || ir::is_marked(kernel, "sanitize_address") || ir::is_marked(kernel, "sanitize_thread") {
        return;
    }
    let context = kernel.get_type().get_context();
    let benefit = Benefit::of(&table);
    let mut order = Order::of(&table);
    for (at, kind) in found {
        if benefit.is_likely(at) && order.may_be_late(at, kind) {
            let _ = table.rows()[at].instruction.set_metadata(context.metadata_node(&[]), context.get_kind_id(MARK));
        }
    }
}

fn is_marked(instruction: Instruction) -> bool {
    instruction.get_opcode() == Op::AtomicRMW && ir::metadata(instruction, MARK).is_some()
}

/// Says that the threads of a block have come to the end of a region, for a body with marked operations.
pub(crate) fn end_region<'ctx>(module: &Module<'ctx>, build: &Build<'ctx>, body: Function<'ctx>) {
    if !ir::instructions(body).into_iter().any(is_marked) {
        return;
    }
    let end = module.get_function(END).unwrap_or_else(|| {
        let function = module.add_function(END, build.context.void_type().fn_type(&[], false), None);
        ir::mark(function, "nounwind");
        function
    });
    build.call(end, &[]);
}

fn is_end(instruction: Instruction) -> bool {
    ir::callee(instruction).is_some_and(|callee| callee.get_name().to_bytes() == END.as_bytes())
}

/// Combines marked operations in the loops of functions that run blocks.
pub(crate) fn combine<'ctx>(module: &Module<'ctx>, runs: impl Iterator<Item = Function<'ctx>>) {
    if module.get_function(END).is_none() {
        return;
    }
    for function in runs {
        let ends: Vec<Instruction> = ir::instructions(function).into_iter().filter(|it| is_end(*it)).collect();
        if !ends.is_empty() {
            combine_in(module, function);
        }
        ends.into_iter().for_each(|end| end.erase_from_basic_block());
    }
}

fn combine_in<'ctx>(module: &Module<'ctx>, function: Function<'ctx>) {
    let regions = RunRegions::of(function);
    let rows = regions.table.rows();
    let marked = rows.iter().filter(|row| is_marked(row.instruction));
    let found: Vec<_> = marked.filter_map(|row| Some((row.instruction, Kind::of(row)?, regions.ends_after(row)?))).collect();
    let mut tables: Vec<(Kind<'ctx>, Table<'ctx>, Vec<usize>)> = Vec::new();
    for (atomic, kind, ends) in found {
        let place = tables.iter().position(|(other, ..)| *other == kind).unwrap_or_else(|| {
            tables.push((kind, Table::begin(module, function, kind), Vec::new()));
            tables.len() - 1
        });
        let (_, table, flushed) = &mut tables[place];
        table.take(atomic);
        flushed.extend(ends);
    }
    for (_, table, mut flushed) in tables {
        flushed.sort_unstable();
        flushed.dedup();
        flushed.into_iter().for_each(|end| table.flush(rows[end].instruction));
    }
}

/// The regions of a function that runs blocks, by the calls that end them.
struct RunRegions<'ctx> {
    table: analysis::Body<'ctx>,
    /// For each block the first row that ends a region.
    ends: Vec<Option<usize>>,
    /// For each block whether it is in a loop that no region ends in.
    repeated: Vec<bool>,
}

impl<'ctx> RunRegions<'ctx> {
    fn of(function: Function<'ctx>) -> Self {
        let table = analysis::Body::of(function);
        let graph = &table.graph;
        let first_end = |block: usize| table.span(block).find(|&at| is_end(table.rows()[at].instruction));
        let ends: Vec<Option<usize>> = (0..graph.len()).map(first_end).collect();
        let mut repeated = vec![false; graph.len()];
        for one in loops(graph, &Dominators::of(graph)) {
            let inside: Vec<usize> = (0..graph.len()).filter(|&block| one.contains(block)).collect();
            if !inside.iter().any(|&block| ends[block].is_some()) {
                inside.into_iter().for_each(|block| repeated[block] = true);
            }
        }
        RunRegions { table, ends, repeated }
    }

    /// The rows that end the region of an operation that is repeated; nothing if it may leave the function otherwise.
    fn ends_after(&self, row: &Row<'ctx>) -> Option<Vec<usize>> {
        let (rows, graph) = (self.table.rows(), &self.table.graph);
        if !self.repeated[row.block] {
            return None;
        }
        let mut ends = Vec::new();
        // No end is in the operation's own block: it is in a loop without any.
        let reached = graph.reachable(&[row.block], |block| self.ends[block].is_none());
        for block in (0..graph.len()).filter(|&block| reached[block]) {
            let leaves = self.table.terminator(block).is_none_or(|end| rows[end].opcode == Op::Return);
            match self.ends[block] {
                Some(end) => ends.push(end),
                None if leaves => return None,
                None => {}
            }
        }
        Some(ends)
    }
}
