//! Inserts yields into spin-wait loops, in which a thread polls what another one is to write: a flag, a counter of blocks that
//! have arrived, a cell of a tree; or in which it lets time pass. A GPU runs its threads concurrently, so that the other one makes progress; here it runs at the
//! yields.
//!
//! Errs towards yields: one that is not needed costs only time.

use crate::analysis::dominance::{Dominators, Loop, loops};
use crate::analysis::{Body, Operand, Row};
use crate::build::Build;
use crate::ir;
use inkwell::AtomicRMWBinOp;
use inkwell::builder::BuilderError;
use inkwell::module::Module;
use inkwell::values::{FunctionValue, InstructionOpcode};

/// The call that stands for a turn of others.
pub(crate) const TURN: &str = "__hipify_turn";

/// The call that reads the clock.
const CLOCK: &str = "__hipify_clock";

/// Inserts turns into a kernel.
pub(crate) fn insert<'ctx>(module: &Module<'ctx>, kernel: FunctionValue<'ctx>) -> Result<(), BuilderError> {
    let body = Body::of(kernel);
    let dominators = Dominators::of(&body.graph);
    let waiting = loops(&body.graph, &dominators).into_iter().filter(|one| waits(&body, one));
    let mut latches: Vec<usize> = waiting.flat_map(|one| one.latches).collect();
    latches.sort_unstable();
    latches.dedup();
    for latch in latches {
        let Some(end) = body.terminator(latch) else { continue };
        let ty = module.get_context().void_type().fn_type(&[], false);
        let turn = module.get_function(TURN).unwrap_or_else(|| {
            let function = module.add_function(TURN, ty, None);
            ir::mark(function, "convergent");
            function
        });
        Build::before(module.get_context(), body.rows()[end].instruction).call(turn, &[]);
    }
    Ok(())
}

/// Whether what decides that a thread stays in the loop is read from places that do not depend on what was read there before:
/// who follows a chain reads another place each time.
fn waits(body: &Body, one: &Loop) -> bool {
    let inside = |row: &usize| one.contains(body.rows()[*row].block);
    let rows: Vec<usize> = (0..body.rows().len()).filter(inside).collect();
    // Fences around a barrier order what the block's threads do, which all come to it.
    let has = |is_it: &dyn Fn(&Row) -> bool| rows.iter().any(|&row| is_it(&body.rows()[row]));
    let fenced = has(&|row| row.opcode == InstructionOpcode::Fence) && !has(&|row| row.is_sync());
    let reads: Vec<usize> = rows.into_iter().filter(|&row| reads_again(body, &body.rows()[row], fenced)).collect();
    if reads.is_empty() {
        return false;
    }
    let decides = decisive(body, one);
    let is_chain = |row: usize| {
        let address = body.rows()[row].address().into_iter().collect();
        let needed = needed(body, one, address);
        reads.iter().any(|&read| needed[read])
    };
    reads.iter().any(|&row| decides[row] && !is_chain(row))
}

/// Whether the compiler must read memory there each time that the thread comes by.
fn reads_again(body: &Body, row: &Row, fenced: bool) -> bool {
    let is_own = matches!(row.address(), Some(Operand::Instruction(at)) if body.rows()[at].opcode == InstructionOpcode::Alloca);
    let same = match row.opcode {
        InstructionOpcode::Load => fenced || row.instruction.get_volatile() == Ok(true) || ir::is_atomic(row.instruction),
        InstructionOpcode::AtomicRMW => {
            let adds = row.instruction.get_atomic_rmw_bin_op().is_some_and(|operation| {
                matches!(operation, AtomicRMWBinOp::Add | AtomicRMWBinOp::Sub | AtomicRMWBinOp::Or | AtomicRMWBinOp::Xor)
            });
            adds && row.operands[1] == Operand::Integer(0)
        }
        InstructionOpcode::AtomicCmpXchg => row.operands[1] == row.operands[2],
        InstructionOpcode::Call => ir::callee(row.instruction).is_some_and(|callee| ir::name_of(callee) == CLOCK),
        _ => false,
    };
    same && !is_own
}

/// The rows of the loop that decide whether a thread leaves it: the conditions of its exits, and of the branches that choose
/// between values of theirs.
fn decisive(body: &Body, one: &Loop) -> Vec<bool> {
    let condition = |block: usize| body.terminator(block).map(|end| body.rows()[end].operands.clone()).unwrap_or_default();
    let exits = one.exits(&body.graph).into_iter().flat_map(|(from, _)| condition(from)).collect();
    let found = needed(body, one, exits);
    let chosen = (0..found.len()).any(|row| found[row] && is_chosen(body, one, row));
    if !chosen {
        return found;
    }
    let blocks = (0..body.graph.len()).filter(|&block| one.contains(block));
    needed(body, one, blocks.flat_map(condition).collect())
}

/// Whether the row is a phi to which the loop itself brings different values.
fn is_chosen(body: &Body, one: &Loop, row: usize) -> bool {
    let phi = &body.rows()[row];
    let own = phi.incoming.iter().zip(&phi.operands).filter(|(block, _)| one.contains(**block));
    let mut values = own.map(|(_, value)| *value);
    let first = values.next();
    phi.opcode == InstructionOpcode::Phi && values.any(|value| Some(value) != first)
}

/// The rows of the loop that values are made of.
fn needed(body: &Body, one: &Loop, values: Vec<Operand>) -> Vec<bool> {
    let mut found = vec![false; body.rows().len()];
    let mut work = values;
    while let Some(value) = work.pop() {
        let Operand::Instruction(at) = value else { continue };
        let row = &body.rows()[at];
        if !one.contains(row.block) || std::mem::replace(&mut found[at], true) {
            continue;
        }
        work.extend(row.operands.iter().copied());
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use inkwell::context::Context;
    use inkwell::memory_buffer::MemoryBuffer;

    /// How many turns a kernel of `(ptr %p, ptr %q, i32 %n)` gets.
    fn turns(body: &str) -> usize {
        let text = format!("define void @k(ptr %p, ptr %q, i32 %n) {{\n{body}\n}}\0");
        let context = Context::create();
        let buffer = MemoryBuffer::create_from_memory_range_copy(text.as_bytes(), "k");
        let module = context.create_module_from_ir(buffer).unwrap_or_else(|error| panic!("{}", error.to_string()));
        let kernel = module.get_function("k").unwrap();
        insert(&module, kernel).unwrap();
        let is_turn = |one: &ir::Instruction| ir::callee(*one).is_some_and(|callee| ir::name_of(callee) == TURN);
        ir::instructions(kernel).iter().filter(|one| is_turn(one)).count()
    }

    #[test]
    fn who_waits_for_a_flag_gives_turns() {
        let spin = |read: &str| {
            format!(
                "entry:\n br label %spin\nspin:\n {read}\n %go = icmp eq i32 %now, %n\n br i1 %go, label %end, label %spin\nend:\n ret void"
            )
        };
        assert_eq!(turns(&spin("%now = load volatile i32, ptr %p")), 1);
        assert_eq!(turns(&spin("%now = atomicrmw add ptr %p, i32 0 monotonic")), 1);
        assert_eq!(turns(&spin("fence seq_cst\n %now = load i32, ptr %p")), 1);
        // A lock is free again by the time that another thread runs.
        assert_eq!(turns(&spin("%now = atomicrmw xchg ptr %p, i32 1 monotonic")), 0);
    }

    #[test]
    fn who_lets_time_pass_gives_turns() {
        let body = |step: &str| {
            format!(
                "entry:\n %start = call i64 @__hipify_clock()\n br label %spin\nspin:\n {step}\n %go = icmp sgt i64 %now, 100\n \
                 br i1 %go, label %end, label %spin\nend:\n ret void\n}}\ndeclare i64 @__hipify_clock()\ndefine void @other() {{\n ret void"
            )
        };
        assert_eq!(turns(&body("%clock = call i64 @__hipify_clock()\n %now = sub i64 %clock, %start")), 1);
        // Time that is only written down.
        let count = "%i = phi i64 [ 0, %entry ], [ %now, %spin ]\n %clock = call i64 @__hipify_clock()\n store i64 %clock, ptr %q\n %now = add i64 %i, 1";
        assert_eq!(turns(&body(count)), 0);
    }

    #[test]
    fn who_goes_on_when_a_value_is_there_gives_turns() {
        let body = "entry:\n br label %loop\nloop:\n %k = phi i32 [ %n, %entry ], [ %next, %latch ]\n \
                    %at = getelementptr i32, ptr %p, i32 %k\n %v = load volatile i32, ptr %at\n %ready = icmp sge i32 %v, 0\n \
                    br i1 %ready, label %use, label %latch\nuse:\n %less = add i32 %k, -1\n br label %latch\nlatch:\n \
                    %next = phi i32 [ %less, %use ], [ %k, %loop ]\n %more = icmp sgt i32 %next, 0\n \
                    br i1 %more, label %loop, label %end\nend:\n ret void";
        assert_eq!(turns(body), 1);
    }

    #[test]
    fn sums_chains_and_retries_give_none() {
        let sum = "entry:\n br label %loop\nloop:\n %i = phi i32 [ 0, %entry ], [ %next, %loop ]\n \
                   %at = getelementptr i32, ptr %p, i32 %i\n %v = load volatile i32, ptr %at\n store volatile i32 %v, ptr %q\n \
                   %next = add i32 %i, 1\n %more = icmp slt i32 %next, %n\n br i1 %more, label %loop, label %end\nend:\n ret void";
        let chain = "entry:\n br label %loop\nloop:\n %i = phi i32 [ %n, %entry ], [ %next, %loop ]\n \
                     %at = getelementptr i32, ptr %p, i32 %i\n %next = load volatile i32, ptr %at\n \
                     %more = icmp sge i32 %next, 0\n br i1 %more, label %loop, label %end\nend:\n ret void";
        let retry = "entry:\n %first = load i32, ptr %p\n br label %loop\nloop:\n \
                     %old = phi i32 [ %first, %entry ], [ %seen, %loop ]\n %new = add i32 %old, %n\n \
                     %pair = cmpxchg ptr %p, i32 %old, i32 %new monotonic monotonic\n %seen = extractvalue { i32, i1 } %pair, 0\n \
                     %done = extractvalue { i32, i1 } %pair, 1\n br i1 %done, label %end, label %loop\nend:\n ret void";
        assert_eq!([sum, chain, retry].map(turns), [0, 0, 0]);
    }
}
