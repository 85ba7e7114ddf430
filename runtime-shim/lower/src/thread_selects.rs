//! Small branches in loops over threads made selections, before LLVM's passes thread jumps through what they come to, or split the
//! loop where a comparison with the thread's number turns: neither leaves a loop that becomes vector code.

use crate::access_groups;
use crate::analysis;
use crate::analysis::dominance::{Dominators, loops};
use crate::build::Build;
use crate::context_save;
use crate::ir::{self, Block, Function, Instruction, Value};
use crate::liveness::predecessors;
use crate::triangles::Meeting;
use inkwell::module::Module;
use inkwell::values::InstructionOpcode as Op;
use std::collections::{HashMap, HashSet};

/// Instructions on the ways of a branch that all threads may take.
const MOST: usize = 8;

/// What a store says of others: it must hold for both that become one.
const MARKS: [&str; 4] = ["llvm.access.group", "tbaa", "alias.scope", "noalias"];

/// Rewrites the loops of functions that run blocks; whether there was any branch.
pub(crate) fn make<'ctx>(module: &Module<'ctx>, runs: impl Iterator<Item = Function<'ctx>>) -> bool {
    let mut any = false;
    for function in runs {
        let table = analysis::Body::of(function);
        let all = loops(&table.graph, &Dominators::of(&table.graph));
        let before = predecessors(function);
        for one in all.iter().filter(|one| one.is_innermost(&all)) {
            let &[latch] = &one.latches[..] else { continue };
            let end = table.block(latch).get_terminator();
            if !end.is_some_and(access_groups::is_of_threads) {
                continue;
            }
            let mut blocks: HashSet<Block<'ctx>> =
                (0..table.graph.len()).filter(|&block| one.contains(block)).map(|block| table.block(block)).collect();
            let carried = ir::phis(table.block(one.header));
            for block in (0..table.graph.len()).filter(|&block| one.contains(block)).map(|block| table.block(block)) {
                if let Some(fork) = blocks.contains(&block).then(|| Fork::at(block, &blocks, &before, &carried)).flatten() {
                    fork.ways.iter().for_each(|way| _ = blocks.remove(way));
                    fork.join(module);
                    any = true;
                }
            }
        }
    }
    any
}

/// Whether the stores of two ways are to the same places in the same order, and marked alike.
fn is_paired<'ctx>(stores: &[Instruction<'ctx>], ways: &[Block<'ctx>]) -> bool {
    let (first, second) = stores.split_at(stores.len() / 2);
    let is_of = |stores: &[Instruction], way: usize| stores.iter().all(|store| store.get_parent() == ways.get(way).copied());
    let is_same = |(&one, &other): (&Instruction<'ctx>, &Instruction<'ctx>)| {
        let [kind, other_kind] = [one, other].map(|store| ir::operand(store, 0).map(|value| value.get_type()));
        ir::operand(one, 1) == ir::operand(other, 1)
            && kind == other_kind
            && MARKS.iter().all(|mark| ir::metadata(one, mark) == ir::metadata(other, mark))
            && [one, other].into_iter().all(ir::is_simple)
    };
    first.len() == second.len() && is_of(first, 0) && is_of(second, 1) && first.iter().zip(second).all(is_same)
}

/// A branch whose ways meet at once.
struct Fork<'ctx> {
    head: Block<'ctx>,
    /// The blocks on its ways, one or two.
    ways: Vec<Block<'ctx>>,
    /// From where the first way and the second come to where they meet.
    from: [Block<'ctx>; 2],
    after: Block<'ctx>,
    /// The stores of the first way, then as many of the second.
    stores: Vec<Instruction<'ctx>>,
    /// The other instructions on the ways.
    plain: Vec<Instruction<'ctx>>,
}

impl<'ctx> Fork<'ctx> {
    fn at(
        head: Block<'ctx>,
        blocks: &HashSet<Block<'ctx>>,
        before: &HashMap<Block<'ctx>, Vec<Block<'ctx>>>,
        carried: &[Instruction<'ctx>],
    ) -> Option<Self> {
        let Meeting { ways, from, after } = Meeting::of(head, before)?;
        let all = ways.iter().flat_map(|way| way.get_instructions()).filter(|it| !it.is_terminator());
        let (stores, plain): (Vec<_>, Vec<_>) = all.partition(|it| it.get_opcode() == Op::Store);
        let is_small = plain.len() <= MOST && plain.iter().all(|it| context_save::is_plain(*it)) && is_paired(&stores, &ways);
        // What threads add up has a branch as LLVM expects it.
        let is_sum = |phi: &Instruction<'ctx>| {
            ir::operands(*phi).into_iter().any(|(_, value)| ir::maker(value).is_some_and(|made| carried.contains(&made)))
        };
        let joined = ir::phis(after);
        let is_inside = blocks.contains(&after) && ways.iter().all(|way| blocks.contains(way));
        let is_one = is_inside && !joined.is_empty() && !joined.iter().any(is_sum);
        (is_small && is_one).then_some(Fork { head, ways, from, after, stores, plain })
    }

    fn join(&self, module: &Module<'ctx>) {
        let Some(branch) = self.head.get_terminator() else { return };
        let Some(condition) = ir::operand(branch, 0) else { return };
        let build = Build::before(module.get_context(), branch);
        let choose = |one: Value<'ctx>, other: Value<'ctx>| {
            if one == other { one } else { build.select_value(condition.into_int_value(), one, other) }
        };
        for &moved in &self.plain {
            moved.remove_from_basic_block();
            build.place(moved);
        }
        let (first, second) = self.stores.split_at(self.stores.len() / 2);
        for (&store, &other) in first.iter().zip(second) {
            let (Some(one), Some(two)) = (ir::operand(store, 0), ir::operand(other, 0)) else { continue };
            ir::set_operand(store, 0, choose(one, two));
            store.remove_from_basic_block();
            build.place(store);
            other.erase_from_basic_block();
        }
        for phi in ir::phis(self.after) {
            let comes = ir::incomings(phi);
            let of = |from: Block<'ctx>| comes.iter().find(|(.., block)| *block == from).map(|(_, value, _)| *value);
            let (Some(one), Some(other), Some(ty)) = (of(self.from[0]), of(self.from[1]), ir::value_of(phi)) else { continue };
            let chosen = choose(one, other);
            let others = comes.iter().filter(|(.., block)| !self.from.contains(block));
            let new = Build::before(module.get_context(), phi).phi(ty.get_type());
            new.add_incoming(&[(&chosen as &dyn inkwell::values::BasicValue, self.head)]);
            others.for_each(|(_, value, block)| new.add_incoming(&[(value as &dyn inkwell::values::BasicValue, *block)]));
            ir::replace_uses(phi, Value::from(new.as_basic_value()));
            phi.erase_from_basic_block();
        }
        branch.erase_from_basic_block();
        Build::at_end(module.get_context(), self.head).jump(self.after);
        self.ways.iter().for_each(|&way| ir::delete_block(way));
    }
}
