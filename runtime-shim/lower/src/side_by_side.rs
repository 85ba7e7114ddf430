//! Blocks side by side: finds kernels with barriers of which `run` can take several blocks that lie beside each other along x through a
//! region before it goes on to the next: some rows of each block, then the next rows of each.
//!
//! Blocks of such kernels are often 16 or 32 threads wide, each with a tile in shared memory. A block alone reads and writes a
//! short row here and one far from it there; hardware prefetches nothing of that, and no more than what one core can ask for at a
//! time is on its way. Rows of many blocks are read and written as they lie in memory. That pays for kernels that go through many
//! arrays. Of those with fewer only as many blocks go together as have their tiles in the first-level cache. Two of them are better
//! than one already, since what a thread reads of a tile often lies across what two others have written a moment ago: processors
//! wait then until all stores up to these are done.

use crate::analysis::calls::Role;
use crate::analysis::dominance::{Dominators, loops};
use crate::analysis::memory::{Object, object, roots};
use crate::analysis::{self, Group, Operand, Row};
use crate::block_shape::BlockShape;
use crate::context_save::Frame;
use crate::convergence::Agreement;
use crate::guard_hoisting;
use crate::ir::{self, Function};
use crate::regions::{Regions, Together};
use hipify_abi::{LONG_ROW, Wait};
use inkwell::values::InstructionOpcode as Op;

/// How many blocks go side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SideBySide {
    /// As many as have their shared memory in the second-level cache.
    Many,
    /// In the first.
    Few,
}

/// Arrays in global memory of kernels of which many blocks go side by side.
const FEWEST_ARRAYS: usize = 5;

/// Regions that blocks go through side by side at most, and instructions of all of them: kernels that compute more than they read and write
/// have little of it, and their tiles rather stay in the first cache.
const MOST_REGIONS: usize = 8;
const MOST_INSTRUCTIONS: usize = 400;

impl SideBySide {
    /// Of a kernel whose cuts are isolated. It is possible where all blocks come to the same regions, whatever their indices, what is
    /// kept once for a block is the same for all, and nothing says which thread runs.
    pub(crate) fn of<'ctx>(
        kernel: Function<'ctx>,
        regions: &Regions<'ctx>,
        frame: &Frame<'ctx>,
        shape: Option<BlockShape>,
    ) -> Option<SideBySide> {
        let arrays = arrays_if_possible(kernel, regions, frame)?;
        if arrays >= FEWEST_ARRAYS {
            return Some(SideBySide::Many);
        }
        // Code for others would be larger for nothing.
        let BlockShape([x, y, _]) = shape?;
        (x? < LONG_ROW && y? > 1).then_some(SideBySide::Few)
    }
}

/// How many arrays a kernel accesses whose blocks can go side by side.
fn arrays_if_possible<'ctx>(kernel: Function<'ctx>, regions: &Regions<'ctx>, frame: &Frame<'ctx>) -> Option<usize> {
    let is_fit = (2..=MOST_REGIONS).contains(&regions.regions.len())
        && regions.cuts.iter().all(|cut| cut.wait == Wait::Barrier)
        && are_together(regions)
        && frame.privates.is_empty()
        && !ir::is_marked(kernel, "sanitize_address");
    if !is_fit {
        return None;
    }
    let table = analysis::Body::of(kernel);
    let all = loops(&table.graph, &Dominators::of(&table.graph));
    // What goes round in a block is at hand when it comes round.
    if !all.is_empty() || table.rows().len() > MOST_INSTRUCTIONS || !table.rows().iter().all(is_harmless) {
        return None;
    }
    let of_grid = Agreement::among(kernel, Group::Grid);
    let mut of_all = regions.clone();
    of_grid.judge(&mut of_all);
    let are_alike = are_together(&of_all) && frame.uniforms().all(|slot| of_grid.is_shared(slot.value));
    are_alike.then(|| arrays(&table))
}

fn are_together(regions: &Regions) -> bool {
    regions.regions.iter().all(|region| region.together != Together::Unknown)
}

fn is_harmless(row: &Row) -> bool {
    match row.opcode {
        Op::Load | Op::Store => ir::is_simple(row.instruction),
        Op::Call => {
            matches!(row.role, Some(Role::Barrier | Role::ThreadId | Role::BlockConstant | Role::Pure | Role::Hint))
                || ir::callee(row.instruction).is_some_and(guard_hoisting::is_note)
        }
        Op::AtomicRMW | Op::AtomicCmpXchg | Op::Fence | Op::Invoke | Op::CallBr | Op::VAArg => false,
        _ => true,
    }
}

/// How many arrays a kernel accesses beside shared and local memory.
fn arrays(table: &analysis::Body) -> usize {
    let mut found: Vec<Operand> = Vec::new();
    for address in table.rows().iter().filter_map(Row::address) {
        if !matches!(object(table, address), Object::Shared(_) | Object::SharedBase | Object::Local(_)) {
            found.extend(roots(table, address).into_iter().filter(|root| !found.contains(root)).collect::<Vec<_>>());
        }
    }
    found.len()
}
