//! Branches whose ways meet at once: around one block, `if (condition) { … }`, or two.

use crate::build::Build;
use crate::ir::{self, Block, Instruction, Value};
use inkwell::values::{InstructionOpcode, IntValue};
use std::collections::HashMap;

/// Where the ways of a branch meet.
pub(crate) struct Meeting<'ctx> {
    /// The blocks on the ways, one or two, each of which threads come to by the branch alone.
    pub(crate) ways: Vec<Block<'ctx>>,
    /// From where the first way and the second come to where they meet.
    pub(crate) from: [Block<'ctx>; 2],
    pub(crate) after: Block<'ctx>,
}

impl<'ctx> Meeting<'ctx> {
    /// Of the branch at the end of a block; `before`: the blocks before each block of the function.
    pub(crate) fn of(head: Block<'ctx>, before: &HashMap<Block<'ctx>, Vec<Block<'ctx>>>) -> Option<Self> {
        let is_branch = |block: Block<'ctx>| block.get_terminator().is_some_and(|end| end.get_opcode() == InstructionOpcode::Br);
        let &[one, other] = &ir::successors(head)[..] else { return None };
        // A block on the way, and where it goes.
        let through = |block: Block<'ctx>| {
            let is_own = before.get(&block).is_some_and(|before| before[..] == [head]) && ir::phis(block).is_empty();
            let &[next] = &ir::successors(block)[..] else { return None };
            (is_own && is_branch(block)).then_some(next)
        };
        let (after, ways) = match (through(one), through(other)) {
            (Some(a), Some(b)) if a == b => (a, vec![one, other]),
            (Some(a), _) if a == other => (a, vec![one]),
            (_, Some(b)) if b == one => (b, vec![other]),
            _ => return None,
        };
        let from = [one, other].map(|way| if ways.contains(&way) { way } else { head });
        (is_branch(head) && one != other).then_some(Meeting { ways, from, after })
    }
}

/// A block that threads come to from one other block alone, or pass by.
pub(crate) struct Triangle<'ctx> {
    /// The block that ends with the branch.
    pub(crate) fork: Block<'ctx>,
    pub(crate) then: Block<'ctx>,
    /// Where all threads go on.
    pub(crate) join: Block<'ctx>,
    condition: IntValue<'ctx>,
    /// Whether the condition holds for threads that come to `then`.
    holds: bool,
}

impl<'ctx> Triangle<'ctx> {
    /// The branch at the end of a block, if it is one around a block; `before`: the blocks before each block of the function.
    pub(crate) fn at(fork: Block<'ctx>, before: &HashMap<Block<'ctx>, Vec<Block<'ctx>>>) -> Option<Self> {
        let Meeting { ways, from, after: join } = Meeting::of(fork, before)?;
        let &[then] = &ways[..] else { return None };
        let Value::IntValue(condition) = ir::operand(fork.get_terminator()?, 0)? else { return None };
        Some(Triangle { fork, then, join, condition, holds: from[0] == then })
    }

    /// What threads do that come to the block.
    pub(crate) fn works(&self) -> Vec<Instruction<'ctx>> {
        self.then.get_instructions().filter(|it| Some(*it) != self.then.get_terminator()).collect()
    }

    /// Moves it in front of the branch, where all threads do it; building goes on after it.
    pub(crate) fn lift(&self) -> Build<'ctx> {
        let function = self.fork.get_parent().expect("blocks have functions");
        let end = self.fork.get_terminator().expect("the branch");
        let build = Build::before(function.get_type().get_context(), end);
        for it in self.works() {
            it.remove_from_basic_block();
            build.place(it);
        }
        build
    }

    /// What is `inside` for threads that come to the block, else `outside`.
    pub(crate) fn choose(&self, build: &Build<'ctx>, inside: Value<'ctx>, outside: Value<'ctx>) -> Value<'ctx> {
        let (then, other) = if self.holds { (inside, outside) } else { (outside, inside) };
        build.select_value(self.condition, then, other)
    }

    /// Takes the empty block away, unless it is needed to tell ways apart.
    pub(crate) fn close(self, build: &Build<'ctx>) {
        if ir::phis(self.join).is_empty() && self.works().is_empty() {
            let end = self.fork.get_terminator().expect("the branch");
            build.jump(self.join);
            end.erase_from_basic_block();
            ir::delete_block(self.then);
        }
    }
}
