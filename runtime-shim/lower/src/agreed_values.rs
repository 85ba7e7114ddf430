//! Values that threads of a strip agree on and that a loop over them gathers by a disjunction ([`crate::work_item_loops`]): where such a
//! value depends on nothing of the thread, as the next number of a loop that a strip goes through in step, it is computed after the loop, if
//! a thread came to it. In the loop, a number of 64 bits would halve how many threads a vector has.

use crate::access_groups;
use crate::analysis;
use crate::analysis::dominance::{Dominators, Loop, loops};
use crate::build::Build;
use crate::context_save;
use crate::ir::{self, Block, Function, Instruction, Value};
use inkwell::IntPredicate;
use inkwell::context::ContextRef;
use inkwell::module::Module;
use inkwell::values::{InstructionOpcode as Op, IntValue};

/// Longest chain of instructions that is computed again.
const DEPTH: usize = 4;

/// Takes such values out of the loops over threads of functions that run blocks.
pub(crate) fn compute<'ctx>(module: &Module<'ctx>, runs: impl Iterator<Item = Function<'ctx>>) {
    for function in runs {
        let table = analysis::Body::of(function);
        let all = loops(&table.graph, &Dominators::of(&table.graph));
        let innermost = all.iter().filter(|one| one.is_innermost(&all));
        for threads in innermost.filter_map(|one| Threads::of(&table, one)) {
            threads.agreed().iter().for_each(|one| threads.rewrite(module.get_context(), one));
        }
    }
}

/// A loop over threads.
struct Threads<'a, 'ctx> {
    table: &'a analysis::Body<'ctx>,
    one: &'a Loop,
    latch: Block<'ctx>,
    /// Where it ends, and nothing else comes to.
    after: Block<'ctx>,
}

/// `all = all | (came ? value : 0)` in a loop that begins with 0.
struct Agreed<'ctx> {
    /// What is carried by the loop.
    phi: Instruction<'ctx>,
    before: Block<'ctx>,
    all: Instruction<'ctx>,
    own: Instruction<'ctx>,
    came: IntValue<'ctx>,
    /// The same for all threads.
    value: Value<'ctx>,
    /// What uses it after the loop.
    users: Vec<Instruction<'ctx>>,
}

impl<'a, 'ctx> Threads<'a, 'ctx> {
    fn of(table: &'a analysis::Body<'ctx>, one: &'a Loop) -> Option<Self> {
        let (&[latch], &[(from, after)]) = (&one.latches[..], &one.exits(&table.graph)[..]) else { return None };
        let is_alone = from == latch && table.graph.predecessors(after) == [latch];
        let (latch, after) = (table.block(latch), table.block(after));
        (is_alone && latch.get_terminator().is_some_and(access_groups::is_of_threads)).then_some(Threads {
            table,
            one,
            latch,
            after,
        })
    }

    fn agreed(&self) -> Vec<Agreed<'ctx>> {
        let header = self.table.block(self.one.header);
        ir::phis(header).into_iter().filter_map(|phi| self.of_phi(phi)).collect()
    }

    fn of_phi(&self, phi: Instruction<'ctx>) -> Option<Agreed<'ctx>> {
        let incomings = ir::incomings(phi);
        let &[(_, one, from), (_, other, other_from)] = &incomings[..] else { return None };
        let (first, before, next) = if from == self.latch { (other, other_from, one) } else { (one, from, other) };
        let begins_empty = matches!(first, Value::IntValue(first) if first.is_null());
        let all = ir::maker(next).filter(|it| it.get_opcode() == Op::Or && begins_empty && self.holds(*it))?;
        let own =
            ir::operands(all).into_iter().map(|(_, operand)| operand).find(|&operand| Some(operand) != ir::value_of(phi))?;
        let own = ir::maker(own).filter(|it| it.get_opcode() == Op::Select)?;
        let [came, value, none] = [0, 1, 2].map(|place| ir::operand(own, place));
        let is_nothing = matches!(none?, Value::IntValue(none) if none.is_null());
        let value = self.free(value?, DEPTH).filter(|_| is_nothing)?;
        let Value::IntValue(came) = came? else { return None };
        let is_used_once = |it: Instruction<'ctx>| ir::users(it).len() == 1;
        let users: Vec<_> = ir::users(all).into_iter().filter(|&user| user != phi).collect();
        let goes_out = users.iter().all(|&user| !self.holds(user) && user.get_opcode() != Op::Phi);
        let is_all = ir::users(phi) == [all] && is_used_once(own) && goes_out;
        is_all.then_some(Agreed { phi, before, all, own, came, value, users })
    }

    fn holds(&self, made: Instruction<'ctx>) -> bool {
        made.get_parent().and_then(|block| self.table.block_index(block)).is_some_and(|block| self.one.contains(block))
    }

    /// A value as one that is made of what is there before the loop.
    fn free(&self, value: Value<'ctx>, depth: usize) -> Option<Value<'ctx>> {
        let Some(made) = ir::maker(value).filter(|&made| self.holds(made)) else { return Some(value) };
        if made.get_opcode() == Op::Phi {
            // Where a thread does not come to it, it is nothing in particular.
            let mut brought = ir::incomings(made).into_iter().map(|(_, value, _)| value).filter(|value| !ir::is_undef(*value));
            return brought.next().filter(|_| brought.next().is_none()).and_then(|value| self.free(value, depth.checked_sub(1)?));
        }
        let depth = depth.checked_sub(1)?;
        let is_free = |operand: Value<'ctx>| self.free(operand, depth) == Some(operand);
        let is_computed = context_save::is_plain(made) && ir::operands(made).into_iter().all(|(_, operand)| is_free(operand));
        is_computed.then_some(value)
    }

    fn rewrite(&self, context: ContextRef<'ctx>, one: &Agreed<'ctx>) {
        let build = Build::before(context, one.phi);
        let some = build.phi(build.i32());
        // Loops over single bits do not become good vector code.
        let build = Build::before(context, one.all);
        let next = build.or(some.as_basic_value().into_int_value(), build.extend(one.came, build.i32()));
        some.add_incoming(&[(&build.n32(0), one.before), (&next, self.latch)]);

        let build = Build::after_phis(context, self.after);
        let value = context_save::again(&build, one.value, &|it| !self.holds(it));
        let nothing = Value::from(value.get_type().into_int_type().const_zero());
        let chosen = build.select_value(build.compare(IntPredicate::NE, next, build.n32(0)), value, nothing);
        let all = ir::value_of(one.all);
        for &user in &one.users {
            let places = ir::operands(user).into_iter().filter(|(_, operand)| Some(*operand) == all);
            places.for_each(|(place, _)| ir::set_operand(user, place, chosen));
        }
        ir::replace_uses(one.phi, nothing);
        [one.phi, one.all, one.own].into_iter().for_each(|it| it.erase_from_basic_block());
    }
}
