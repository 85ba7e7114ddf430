//! Finds the loops of a body that strip mining pays for: those whose every iteration becomes vector code once the loop over
//! threads is inside of them (loop interchange of the work-item loop and a loop of the kernel).

use inkwell::values::{InstructionOpcode, InstructionValue};

use crate::analysis::affine::{Addresses, Term};
use crate::analysis::dominance::{Dominators, Loop, loops};
use crate::analysis::{self, Role, Row, Uniformity};
use crate::ir::{self, Instruction};
use crate::work_item_intrinsics::{LANE, LINEAR, X};

mod row_bounds;

/// Values of a thread that may change from iteration to iteration: about as many vectors as there are registers for.
const MOST_VALUES: usize = 12;

/// Bytes of the largest elements that lie side by side.
const WIDEST: i64 = 16;

/// Instructions that may stand in the loop: beyond, what its iterations cost is not the fault of being scalar.
const MOST_ROWS: usize = 400;

/// LLVM's intrinsics and functions of libm that have vector forms in hardware, or in libmvec as far as LLVM 19 knows it
/// (VecFuncs.def).
const VECTOR_FUNCTIONS: &[&str] = &[
    "abs",
    "ceil",
    "copysign",
    "cos",
    "exp",
    "fabs",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "fmuladd",
    "log",
    "maxnum",
    "minnum",
    "nearbyint",
    "pow",
    "rint",
    "sin",
    "smax",
    "smin",
    "sqrt",
    "trunc",
    "umax",
    "umin",
];

/// A loop that the threads of a strip run in step.
pub(crate) struct StripLoop<'ctx> {
    pub(crate) one: Loop,
    /// Instructions before which all threads of a strip reconverge: the header's first one after the phis, and that of each exit
    /// block.
    pub(crate) places: Vec<Instruction<'ctx>>,
    /// Whether each iteration accesses another page of memory, so that more threads at once access cache lines that follow each other.
    pub(crate) streams: bool,
    /// Whether threads leave it one by one.
    pub(crate) is_left_apart: bool,
}

/// Bytes of a page of x86-64 processors; hardware prefetches within one.
const PAGE: i64 = 4096;

/// The loops of a body that strip mining pays for; `has_masks`: whether accesses can be masked, so that some threads of a vector alone
/// read what lies here and there.
pub(crate) fn find<'ctx>(table: &analysis::Body<'ctx>, uniformity: &Uniformity, has_masks: bool) -> Vec<StripLoop<'ctx>> {
    let all = loops(&table.graph, &Dominators::of(&table.graph));
    let addresses = Addresses::of(table);
    let worth = |one: &Loop| {
        if !one.is_innermost(&all) || !comes_together(table, uniformity, &all, one) {
            return None;
        }
        let is_left_apart = !steps_alike(table, uniformity, one);
        let least = if is_left_apart { WORTH_A_GATHER / 2 } else { WORTH_A_GATHER };
        let can_mask = || has_masks || !is_scattered(table, uniformity, &addresses, one);
        let is_worth = (!is_left_apart || works_apart(table, uniformity, &all, one) && can_mask())
            && pays(table, uniformity, &addresses, one, least);
        let places = places(table, one).filter(|_| is_worth)?;
        let streams = streams(table, uniformity, &addresses, one);
        Some(StripLoop { one: one.clone(), places, streams, is_left_apart })
    };
    all.iter().filter_map(worth).collect()
}

/// Whether threads access what lies here and there in a loop.
fn is_scattered(table: &analysis::Body, uniformity: &Uniformity, addresses: &Addresses, one: &Loop) -> bool {
    let mut rows = table.rows().iter().filter(|row| one.contains(row.block));
    rows.any(|row| shape(uniformity, addresses, row) == Some(Shape::Scattered))
}

/// Whether threads access side by side what lies in another page in each iteration: a row of a matrix, or one of several arrays in one.
fn streams(table: &analysis::Body, uniformity: &Uniformity, addresses: &Addresses, one: &Loop) -> bool {
    let is_inside = |at: usize| one.contains(table.rows()[at].block);
    let rows = (0..table.graph.len()).filter(|&block| one.contains(block)).flat_map(|block| table.span(block));
    rows.map(|at| &table.rows()[at]).any(|row| {
        let is_side_by_side = shape(uniformity, addresses, row) == Some(Shape::Contiguous);
        let Some(sum) = row.address().filter(|_| is_side_by_side).and_then(|address| addresses.offset(address)) else {
            return false;
        };
        let moving = sum.terms.iter().filter_map(|(&term, &bytes)| match term {
            Term::Row(at) if is_inside(at) => {
                Some(table.growth_by_iteration(one, at).map(|step| step.saturating_mul(bytes).abs()))
            }
            _ => None,
        });
        let moving: Vec<_> = moving.collect();
        !moving.is_empty() && moving.iter().all(|bytes| bytes.is_none_or(|bytes| bytes >= PAGE))
    })
}

/// Whether threads may leave a loop one by one and still gain by going through it in step: where it only computes.
pub(crate) fn lingers(table: &analysis::Body, uniformity: &Uniformity, all: &[Loop], one: &Loop) -> bool {
    use InstructionOpcode as Op;
    let mut rows = table.rows().iter().filter(|row| one.contains(row.block));
    // Divisions by what a thread that is done has left there would trap in a vector, so they are made one by one.
    let computes = rows.all(|row| !matches!(row.opcode, Op::Load | Op::Store | Op::UDiv | Op::SDiv | Op::URem | Op::SRem));
    let addresses = Addresses::of(table);
    let phis = table.span(one.header).filter(|&row| table.rows()[row].opcode == Op::Phi).count();
    one.is_innermost(all)
        && computes
        && phis <= MOST_VALUES
        && one.has_dedicated_exits(&table.graph)
        && comes_together(table, uniformity, all, one)
        && !steps_alike(table, uniformity, one)
        && pays(table, uniformity, &addresses, one, WORTH_A_GATHER)
}

/// Whether threads that leave a loop one by one, and access memory in it, go through it masked: neither of the other ways fits. One by
/// one they would mispredict where each of them leaves. Masked stores cost more than that.
fn works_apart(table: &analysis::Body, uniformity: &Uniformity, all: &[Loop], one: &Loop) -> bool {
    let mut rows = table.rows().iter().filter(|row| one.contains(row.block));
    one.has_dedicated_exits(&table.graph)
        && rows.all(|row| row.opcode != InstructionOpcode::Store)
        && !lingers(table, uniformity, all, one)
        && !walks(table, uniformity, all, one)
}

/// Threads that come to the loop at once come to it for the same time: where it lies in other loops, none passes it by, nor
/// leaves them before others do. Else one could be an iteration ahead of another there, and what is uniform in each would not be
/// in both. The exception are [`ends_all_loops`].
fn comes_together(table: &analysis::Body, uniformity: &Uniformity, all: &[Loop], one: &Loop) -> bool {
    let around =
        |block: usize| all.iter().any(|other| other.header != one.header && other.contains(one.header) && other.contains(block));
    let outside: Vec<usize> = (0..table.graph.len()).filter(|&block| around(block) && !one.contains(block)).collect();
    let parts = |block: usize| {
        uniformity.influence(block).is_some_and(|influence| influence.parted[one.header] || !influence.leaving.is_empty())
    };
    let mut parting = outside.into_iter().filter(|&block| parts(block));
    parting.all(|block| ends_all_loops(table, all, one, block) && row_bounds::ends_at_bound(table, uniformity, block))
}

/// Whether threads that part at a branch around a loop either stay or leave all loops around it. Those that stay take the same way to the
/// loop, in the same iteration of each; a strip whose threads do not all stay goes on thread by thread.
fn ends_all_loops(table: &analysis::Body, all: &[Loop], one: &Loop, branch: usize) -> bool {
    let around: Vec<&Loop> = all.iter().filter(|other| other.header != one.header && other.contains(one.header)).collect();
    let stays = |to: &&usize| around.iter().all(|other| !other.contains(branch) || other.contains(**to));
    let leaves = |to: &&usize| !around.iter().any(|other| other.contains(**to));
    let ways = table.graph.successors(branch);
    ways.iter().filter(stays).count() == 1 && ways.iter().filter(leaves).count() == ways.len() - 1
}

/// All threads that begin an iteration together end it together: no branch out of the loop or back is taken differently.
fn steps_alike(table: &analysis::Body, uniformity: &Uniformity, one: &Loop) -> bool {
    let blocks = (0..table.graph.len()).filter(|&block| one.contains(block));
    let meets_inside = |block: usize| {
        let Some(influence) = uniformity.influence(block) else { return true };
        influence.leaving.is_empty() && influence.meets.is_some_and(|meets| one.contains(meets) && meets != one.header)
    };
    one.has_dedicated_exits(&table.graph) && blocks.into_iter().all(meets_inside)
}

/// Whether threads walk through an array side by side, as in a grid-stride loop: nearly always they all come to the bound in one iteration,
/// and neighbours access what lies side by side. Thread by thread, each would walk through the whole array on its own, a cache line
/// for every element; in step they share the lines, whether that becomes vector code or not.
pub(crate) fn walks(table: &analysis::Body, uniformity: &Uniformity, all: &[Loop], one: &Loop) -> bool {
    use InstructionOpcode as Op;
    let addresses = Addresses::of(table);
    let graph = &table.graph;
    let exits = one.exits(graph);
    let ends = |block: usize| graph.successors(block).iter().any(|&to| !one.contains(to));
    let meets = |block: usize| {
        let Some(influence) = uniformity.influence(block) else { return true };
        match ends(block) {
            true => row_bounds::stays_below_bound(table, uniformity, block, one),
            false => {
                influence.leaving.is_empty() && influence.meets.is_some_and(|meets| one.contains(meets) && meets != one.header)
            }
        }
    };
    let mut blocks = (0..graph.len()).filter(|&block| one.contains(block));
    let rows = || (0..graph.len()).filter(|&block| one.contains(block)).flat_map(|block| table.span(block));
    let row = |at: usize| &table.rows()[at];
    let is_fit = |at: usize| match row(at).opcode {
        Op::Load | Op::Store => row(at).instruction.get_volatile() == Ok(false) && !is_atomic(row(at).instruction),
        Op::Call => row(at).role == Some(Role::Hint) || is_vector_function(row(at)),
        Op::Alloca | Op::AtomicCmpXchg | Op::Fence | Op::Invoke | Op::IndirectBr | Op::VAArg => false,
        _ => true,
    };
    let is_step = |at: usize| row(at).opcode == Op::Phi && row(at).block == one.header && !uniformity.is_uniform(at);
    let growth = |term: Term| match term {
        Term::Parameter(at) => Some(i64::from([X, LINEAR, LANE].contains(&at))),
        Term::Row(at) | Term::Id(at) => row_bounds::growth(table, uniformity, at),
    };
    let lies_along = |at: usize| {
        let Some(sum) = row(at).address().and_then(|address| addresses.offset(address)) else { return false };
        let moves = sum.terms.keys().any(|term| matches!(*term, Term::Row(phi) if is_step(phi)));
        let bytes = sum.terms.iter().map(|(&term, each)| Some(growth(term)? * each)).sum::<Option<i64>>();
        moves && bytes.is_some_and(|bytes| (1..=WIDEST).contains(&bytes))
    };
    one.is_innermost(all)
        && one.has_dedicated_exits(graph)
        && comes_together(table, uniformity, all, one)
        && exits.iter().any(|&(from, _)| uniformity.influence(from).is_some())
        && blocks.all(meets)
        && rows().count() <= MOST_ROWS
        && rows().filter(|&at| is_step(at)).count() <= MOST_VALUES
        && rows().all(is_fit)
        && rows().any(lies_along)
}

/// What an access is when the threads of a strip do it at once.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// One element for all.
    Broadcast,
    /// One vector.
    Contiguous,
    /// Elements here and there.
    Scattered,
}

/// Operations for each access here and there above which vector code is faster: such an access takes about as long in a vector as one by one.
const WORTH_A_GATHER: usize = 8;

fn pays(table: &analysis::Body, uniformity: &Uniformity, addresses: &Addresses, one: &Loop, worth_a_gather: usize) -> bool {
    let rows: Vec<usize> =
        (0..table.graph.len()).filter(|&block| one.contains(block)).flat_map(|block| table.span(block)).collect();
    let row = |&at: &usize| &table.rows()[at];
    // What is uniform and pure leaves the loop over threads again, whatever its type.
    let is_fit = |at: &usize| is_vectorisable(row(at)) || uniformity.is_uniform(*at) && takes_apart(row(at).opcode);
    if rows.len() > MOST_ROWS || !rows.iter().all(is_fit) {
        return false;
    }
    let phis = rows.iter().filter(|&at| row(at).opcode == InstructionOpcode::Phi && row(at).block == one.header);
    let values = phis.filter(|&&at| !uniformity.is_uniform(at)).count();
    let works = rows.iter().filter(|&&at| is_arithmetic(row(&at).opcode) && !uniformity.is_uniform(at)).count();
    // What all threads load from one place is mostly the same.
    let is_same = |at: usize| row_bounds::growth(table, uniformity, at) == Some(0);
    let shapes: Vec<Shape> = rows.iter().filter_map(|at| expected(uniformity, addresses, row(at), &is_same)).collect();
    let scattered = shapes.iter().filter(|&&shape| shape == Shape::Scattered).count();
    let works = works + shapes.iter().filter(|&&shape| shape == Shape::Contiguous).count();
    values <= MOST_VALUES && works > 0 && works >= worth_a_gather * scattered
}

/// Takes vectors and structures apart or puts them together; arguments that a kernel takes by value come as vectors.
fn takes_apart(opcode: InstructionOpcode) -> bool {
    use InstructionOpcode as Op;
    matches!(opcode, Op::ExtractElement | Op::InsertElement | Op::ShuffleVector | Op::ExtractValue | Op::InsertValue)
}

/// What LLVM's loop vectoriser can make vector code of.
fn is_vectorisable(row: &Row) -> bool {
    match row.opcode {
        InstructionOpcode::Load | InstructionOpcode::Store => {
            row.instruction.get_volatile() == Ok(false) && !is_atomic(row.instruction) && !was_atomic(row.instruction)
        }
        InstructionOpcode::Call => row.role == Some(Role::Hint) || is_vector_function(row),
        InstructionOpcode::Alloca
        | InstructionOpcode::AtomicRMW
        | InstructionOpcode::AtomicCmpXchg
        | InstructionOpcode::Fence
        | InstructionOpcode::Invoke
        | InstructionOpcode::Switch
        | InstructionOpcode::IndirectBr
        | InstructionOpcode::VAArg
        | InstructionOpcode::ExtractValue
        | InstructionOpcode::InsertValue
        | InstructionOpcode::ShuffleVector
        | InstructionOpcode::InsertElement
        | InstructionOpcode::ExtractElement => false,
        _ => true,
    }
}

fn is_atomic(instruction: InstructionValue) -> bool {
    instruction.get_atomic_ordering().is_ok_and(|order| order != inkwell::AtomicOrdering::NotAtomic)
}

fn was_atomic(instruction: InstructionValue) -> bool {
    ir::metadata(instruction, crate::shared_atomics::MARK).is_some()
}

/// `llvm.sqrt.f32`, `sqrt`, `sqrtf`.
fn is_vector_function(row: &Row) -> bool {
    let Some(callee) = ir::callee(row.instruction) else { return false };
    let name = ir::name_of(callee);
    let base = match name.strip_prefix("llvm.").and_then(|rest| rest.split_once('.')) {
        Some((base, _)) => base,
        None => name.strip_suffix('f').filter(|base| VECTOR_FUNCTIONS.contains(base)).unwrap_or(&name),
    };
    callee.count_basic_blocks() == 0 && VECTOR_FUNCTIONS.contains(&base)
}

fn is_arithmetic(opcode: InstructionOpcode) -> bool {
    use InstructionOpcode as Op;
    matches!(
        opcode,
        Op::Add
            | Op::Sub
            | Op::Mul
            | Op::FAdd
            | Op::FSub
            | Op::FMul
            | Op::FDiv
            | Op::FNeg
            | Op::And
            | Op::Or
            | Op::Xor
            | Op::Shl
            | Op::LShr
            | Op::AShr
            | Op::Select
            | Op::Call
    )
}

/// Nothing for what accesses no memory.
pub(crate) fn shape(uniformity: &Uniformity, addresses: &Addresses, row: &Row) -> Option<Shape> {
    expected(uniformity, addresses, row, &|at| uniformity.is_uniform(at))
}

/// [`shape`], if rows are the same in all threads of which `is_same` says so.
fn expected(uniformity: &Uniformity, addresses: &Addresses, row: &Row, is_same: &dyn Fn(usize) -> bool) -> Option<Shape> {
    let address = row.address()?;
    if uniformity.is_uniform_operand(address) && row.opcode == InstructionOpcode::Load {
        return Some(Shape::Broadcast);
    }
    let Some(sum) = addresses.offset(address) else { return Some(Shape::Scattered) };
    let mut bytes = 0;
    for (&term, &each) in &sum.terms {
        match term {
            Term::Parameter(at) if [X, LINEAR, LANE].contains(&at) => bytes += each,
            Term::Parameter(_) => {}
            Term::Row(row) | Term::Id(row) if is_same(row) => {}
            _ => return Some(Shape::Scattered),
        }
    }
    Some(match bytes {
        0 => Shape::Broadcast,
        1..=8 => Shape::Contiguous,
        _ => Shape::Scattered,
    })
}

fn places<'ctx>(table: &analysis::Body<'ctx>, one: &Loop) -> Option<Vec<Instruction<'ctx>>> {
    let mut blocks: Vec<usize> = one.exits(&table.graph).into_iter().map(|(_, to)| to).collect();
    blocks.sort_unstable();
    blocks.dedup();
    blocks.insert(0, one.header);
    let first = |&block: &usize| {
        let mut rows = table.span(block).map(|row| &table.rows()[row]);
        rows.find(|row| row.opcode != InstructionOpcode::Phi).map(|row| row.instruction)
    };
    blocks.iter().map(first).collect()
}

/// The parameters of a body that differ between the threads of a strip, which lie in one row of the block.
pub(crate) fn own_parameters() -> Vec<usize> {
    vec![X, LINEAR, LANE]
}
