//! Loops over threads that are better left scalar: those in which each thread accesses nothing but what lies far from what its neighbours
//! access, and computes little of it. As vector code they would be gathers and scatters, which processors do element by element, each
//! slower than a load or a store of its own.

use crate::access_groups;
use crate::analysis::affine::{Addresses, Term};
use crate::analysis::dominance::{Dominators, Loop, loops};
use crate::analysis::{self, Operand};
use crate::ir::Function;
use inkwell::module::Module;
use inkwell::values::InstructionOpcode as Op;

/// Bytes between the elements of neighbours: two of them never lie in one cache line.
const FAR: i64 = 64;

/// Steps of computing for each access up to which the loop stays scalar.
const WORK: usize = 2;

/// Marks such loops of the functions that run blocks.
pub(crate) fn leave_scalar<'ctx>(module: &Module<'ctx>, runs: impl Iterator<Item = Function<'ctx>>) {
    runs.for_each(|function| {
        let table = analysis::Body::of(function);
        let all = loops(&table.graph, &Dominators::of(&table.graph));
        let addresses = Addresses::of(&table);
        for one in all.iter().filter(|one| one.is_innermost(&all) && is_of_far_accesses(&table, &addresses, one)) {
            let latch = one.latches.first().and_then(|&latch| table.terminator(latch)).map(|end| table.rows()[end].instruction);
            latch.into_iter().for_each(|latch| access_groups::mark_scalar(module, latch));
        }
    });
}

fn is_of_far_accesses(table: &analysis::Body, addresses: &Addresses, one: &Loop) -> bool {
    let rows = || table.rows().iter().enumerate().filter(|(_, row)| one.contains(row.block));
    let &[latch] = &one.latches[..] else { return false };
    let end = table.terminator(latch).map(|end| table.rows()[end].instruction);
    if !end.is_some_and(access_groups::is_of_threads) {
        return false;
    }
    let counts_threads = |&at: &usize| table.growth_by_iteration(one, at) == Some(1);
    let Some(thread) = rows().map(|(at, _)| at).find(counts_threads) else { return false };
    // What depends on the thread's number, and what on memory that it reads.
    let varies = depending(table, one, |at| at == thread);
    let is_read = depending(table, one, |at| {
        table.rows()[at].opcode == Op::Load && table.rows()[at].address().is_some_and(|address| is_among(&varies, address))
    });
    let (mut far, mut stores, mut work) = (0, 0, 0);
    for (at, row) in rows() {
        match row.opcode {
            Op::Load | Op::Store => {
                let Some(address) = row.address().filter(|&address| is_among(&varies, address)) else { continue };
                let Some(sum) = addresses.offset(address) else { return false };
                let others_vary = sum.terms.keys().any(|&term| matches!(term, Term::Row(at) if at != thread && varies[at]));
                let step = sum.terms.get(&Term::Row(thread)).copied().unwrap_or(0);
                if is_of_stack(table, address) {
                    continue;
                }
                if others_vary || step.unsigned_abs() < FAR as u64 {
                    return false;
                }
                far += 1;
                stores += usize::from(row.opcode == Op::Store);
            }
            // A branch that nobody can foretell is worth a mask.
            Op::Br | Op::Switch if row.operands.first().is_some_and(|&condition| is_among(&is_read, condition)) => return false,
            Op::Br | Op::Switch | Op::Phi => {}
            _ if is_read[at] => work += 1,
            _ => {}
        }
    }
    stores > 0 && work <= WORK * far
}

/// The rows of a loop that are made of some, by row.
fn depending(table: &analysis::Body, one: &Loop, is_source: impl Fn(usize) -> bool) -> Vec<bool> {
    let mut found: Vec<bool> = (0..table.rows().len()).map(|at| one.contains(table.rows()[at].block) && is_source(at)).collect();
    let mut work: Vec<usize> = (0..found.len()).filter(|&at| found[at]).collect();
    while let Some(at) = work.pop() {
        for &user in table.rows()[at].users.iter().filter(|&&user| one.contains(table.rows()[user].block)) {
            if !std::mem::replace(&mut found[user], true) {
                work.push(user);
            }
        }
    }
    found
}

fn is_among(rows: &[bool], operand: Operand) -> bool {
    matches!(operand, Operand::Instruction(at) if rows[at])
}

/// Whether an address is one of memory of the function itself, such as the states of a strip's threads.
fn is_of_stack(table: &analysis::Body, address: Operand) -> bool {
    let Operand::Instruction(at) = address else { return false };
    let row = &table.rows()[at];
    match row.opcode {
        Op::Alloca => true,
        Op::GetElementPtr => is_of_stack(table, row.operands[0]),
        _ => false,
    }
}
