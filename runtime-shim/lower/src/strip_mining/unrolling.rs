//! Unrolling of loops that a strip goes through in step, before they are cut: an iteration of a strip is vector code and a jump to the next, and
//! where it is short, as in `for (k = 0; k < 32; k++) sum += left[y][k] * above[k][x]`, what is around it takes longer than the iteration. LLVM
//! unrolls such loops whole up to a size; the others it would unroll only if it saw one loop, and not one for the strip in each iteration.

use crate::access_groups;
use crate::analysis::dominance::Loop;
use crate::analysis::{self, Operand, Sources, Uniformity};
use crate::error::Result;
use crate::inline::run_passes;
use crate::ir::Function;
use crate::processor::Processor;
use crate::strip_candidates;
use inkwell::module::Module;
use inkwell::values::InstructionOpcode;

/// Iterations that are made one, where not all are.
const TOGETHER: [u64; 3] = [8, 4, 2];

/// Iterations of a loop that unrolls whole.
const MOST_ITERATIONS: u64 = 32;

/// Instructions of a loop that has been unrolled whole, and of the body of one that has not.
const MOST_INSTRUCTIONS: [u64; 2] = [512, 128];

/// Unrolls such loops of copies, and the same of the bodies that they are copies of. Those that access another page in each iteration stay
/// as they are: they are read a row at a time, by wider strips.
pub(super) fn unroll<'ctx>(
    module: &Module<'ctx>,
    copies: impl Iterator<Item = (Function<'ctx>, Function<'ctx>)>,
    sources: &Sources,
    processor: &Processor,
) -> Result<()> {
    let mut found = false;
    for (copy, body) in copies {
        if mark(module, copy, sources, processor) {
            mark(module, body, sources, processor);
            found = true;
        }
    }
    if found { run_passes(module, processor, UNROLL) } else { Ok(()) }
}

/// Whether there are such loops in a function, which are marked then.
fn mark<'ctx>(module: &Module<'ctx>, function: Function<'ctx>, sources: &Sources, processor: &Processor) -> bool {
    let table = analysis::Body::of(function);
    let found = strip_candidates::find(&table, &Uniformity::of(&table, sources), processor.has_masks());
    let near = found.iter().filter(|one| !one.streams && !one.is_left_apart);
    let unrolled: Vec<(usize, u64)> = near.filter_map(|one| times(&table, &one.one)).collect();
    unrolled.iter().for_each(|&(latch, times)| access_groups::mark_unrolled(module, table.rows()[latch].instruction, times));
    !unrolled.is_empty()
}

/// Only what is marked.
const UNROLL: &str = "function(loop-unroll<no-partial;no-peeling;no-runtime;no-upperbound;full-unroll-max=0>,\
    early-cse,instcombine<no-verify-fixpoint>,simplifycfg,loop-simplify,lcssa)";

/// The branch that ends a loop of one block, and how many of its iterations are to be one.
fn times(table: &analysis::Body, one: &Loop) -> Option<(usize, u64)> {
    let latch = table.terminator(one.header).filter(|_| one.latches[..] == [one.header])?;
    // The comparison and the branch are there once.
    let computes = |row: &usize| table.rows()[*row].opcode != InstructionOpcode::Phi;
    let size = (table.span(one.header).filter(computes).count() as u64).saturating_sub(2);
    let iterations = iterations(table, one, latch)?;
    let [whole, part] = MOST_INSTRUCTIONS;
    if iterations <= MOST_ITERATIONS && iterations * size <= whole {
        return Some((latch, iterations));
    }
    let fits = |&times: &u64| iterations.is_multiple_of(times) && size * times <= part;
    Some((latch, TOGETHER.into_iter().find(fits)?))
}

/// How often a loop runs, more than once, whose number is compared with its end, as LLVM writes it.
fn iterations(table: &analysis::Body, one: &Loop, latch: usize) -> Option<u64> {
    let row = |operand: &Operand| if let Operand::Instruction(at) = *operand { Some(at) } else { None };
    let number = |operand: &Operand| if let Operand::Integer(number) = *operand { Some(number) } else { None };
    let compare = &table.rows()[row(table.rows()[latch].operands.first()?)?];
    let is_equality =
        matches!(compare.instruction.get_icmp_predicate(), Some(inkwell::IntPredicate::EQ | inkwell::IntPredicate::NE));
    let [counted, end] = compare.operands[..].try_into().ok().filter(|_: &[Operand; 2]| is_equality)?;
    let next = &table.rows()[row(&counted)?];
    let phi = next.operands.iter().filter_map(row).find(|&at| table.rows()[at].opcode == InstructionOpcode::Phi)?;
    let step = table.growth_by_iteration(one, phi).filter(|&step| next.opcode == InstructionOpcode::Add && step != 0)?;
    let begin = table.rows()[phi].operands.iter().find_map(number)?;
    let length = number(&end)?.checked_sub(begin)?;
    let iterations = length.checked_div(step).filter(|count| count * step == length)?;
    u64::try_from(iterations).ok().filter(|&count| count > 1)
}
