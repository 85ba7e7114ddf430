//! Branches around a block: `if (condition) { … }`.

use crate::build::Build;
use crate::ir::{self, Block, Instruction, Value};
use inkwell::values::{InstructionOpcode, IntValue};
use std::collections::HashMap;

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
        let [one, other] = ir::successors(fork)[..] else { return None };
        let leads = |then: Block<'ctx>, join: Block<'ctx>| {
            ir::successors(then) == [join] && then != join && before.get(&then).is_some_and(|it| it[..] == [fork])
        };
        let holds = leads(one, other);
        let (then, join) = if holds { (one, other) } else { (other, one) };
        let end = fork.get_terminator().filter(|end| end.get_opcode() == InstructionOpcode::Br)?;
        let Value::IntValue(condition) = ir::operand(end, 0)? else { return None };
        (holds || leads(other, one)).then_some(Triangle { fork, then, join, condition, holds })
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
