//! Makes a body that can be asked where its guards hold, and told that they do or do not.

use super::{Fork, Guard, Guards};
use crate::build::Build;
use crate::ir::{self, Block, Function, Value};
use crate::work_item_intrinsics::Asked;
use inkwell::IntPredicate;
use inkwell::context::ContextRef;
use inkwell::values::IntValue;

/// How a body runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// From cut to cut.
    Whole,
    /// Up to the first guard: the answer is its number and one more, or 0 if there is none on the thread's way. Where it holds
    /// is left where the body is told.
    Ask,
    /// From cut to cut, for a thread for which the guard of this number holds.
    Inside(usize),
    /// For one for which it does not.
    Outside(usize),
    /// How far the next thread is that does something alone: the number is left where the body is told.
    AskLone,
    /// As the mode of this number, for a thread that does nothing alone.
    NoneAlone(u32),
    /// From cut to cut, in a grid of 2^31 threads or more along an axis.
    Wide,
}

impl Mode {
    /// Beside the number of another mode: the thread does nothing alone.
    pub(crate) const NONE_ALONE: u32 = 1 << 16;

    /// The mode of other threads than those that do something alone.
    pub(crate) fn of_others(self) -> Mode {
        Mode::NoneAlone(self.number())
    }

    /// The value of the body's parameter.
    pub(crate) fn number(self) -> u32 {
        match self {
            Mode::Whole => 0,
            Mode::Ask => 1,
            Mode::Inside(guard) => 2 + 2 * guard as u32,
            Mode::Outside(guard) => 3 + 2 * guard as u32,
            Mode::AskLone => 1 << 17,
            Mode::NoneAlone(mode) => mode | Mode::NONE_ALONE,
            Mode::Wide => u32::MAX,
        }
    }
}

/// Rewrites the ends of the blocks on the way to the guards.
pub(super) fn apply<'ctx>(context: ContextRef<'ctx>, function: Function<'ctx>, guards: &Guards<'ctx>, asked: Asked<'ctx>) {
    let rewrite = Rewrite { context, function, guards, asked };
    if guards.first.iter().any(|guards| !guards.is_empty()) {
        guards.forks.iter().for_each(|fork| rewrite.fork(fork));
        let used = (0..).zip(&guards.guards).filter(|(number, _)| guards.is_used(*number));
        used.for_each(|(number, guard)| rewrite.guard(number, guard));
    }
    guards.guards.iter().for_each(|guard| guard.note.erase_from_basic_block());
}

struct Rewrite<'a, 'ctx> {
    context: ContextRef<'ctx>,
    function: Function<'ctx>,
    guards: &'a Guards<'ctx>,
    asked: Asked<'ctx>,
}

impl<'ctx> Rewrite<'_, 'ctx> {
    fn is(&self, build: &Build<'ctx>, mode: Mode) -> IntValue<'ctx> {
        let told = build.and(self.asked.mode, build.n32(!Mode::NONE_ALONE));
        build.compare(IntPredicate::EQ, told, build.n32(mode.number()))
    }

    /// A block that ends the asking.
    fn answer(&self, number: u32, numbers: Option<[Value<'ctx>; 3]>) -> Block<'ctx> {
        let block = self.context.append_basic_block(self.function, "answer");
        let build = Build::at_end(self.context, block);
        for (place, value) in (0..).zip(numbers.into_iter().flatten()) {
            build.store(value, build.element(build.i32(), self.asked.answer, build.n64(place)));
        }
        build.ret(build.n32(number));
        block
    }

    /// A uniform branch: known, once a guard after it is; and when asking, not to be followed where there is none.
    fn fork(&self, fork: &Fork<'ctx>) {
        let end = fork.block.get_terminator().expect("blocks end");
        let build = Build::before(self.context, end);
        let ways = ir::successors(fork.block);
        let truth = if ways.len() == 1 {
            self.context.bool_type().const_int(1, false)
        } else {
            ir::operand(end, 0).expect("a condition").into_int_value()
        };
        let truth = (0..self.guards.guards.len()).fold(truth, |truth, number| {
            let leads = |way: usize| fork.ways[way].contains(&number);
            // Where both ways lead to the guard, it says nothing about them.
            if ways.len() == 2 && leads(0) != leads(1) { self.settle(&build, truth, number, leads(0)) } else { truth }
        });
        let asks = self.is(&build, Mode::Ask);
        let mut chosen = build.select(truth, build.n32(0), build.n32(1));
        let mut cases: Vec<_> = (0..).zip(&ways).map(|(number, &block)| (build.n32(number), block)).collect();
        for (number, _) in fork.ways.iter().enumerate().filter(|(_, guards)| guards.is_empty()) {
            let here = build.compare(IntPredicate::EQ, chosen, build.n32(number as u32));
            let stop = build.n32(2 + number as u32);
            chosen = build.select(build.and(here, asks), stop, chosen);
            cases.push((stop, self.answer(0, None)));
        }
        build.switch(chosen, cases[0].1, &cases[1..]);
        end.erase_from_basic_block();
    }

    /// `truth`, unless a guard's threads are told apart already: these take the way `known`.
    fn settle(&self, build: &Build<'ctx>, truth: IntValue<'ctx>, guard: usize, known: bool) -> IntValue<'ctx> {
        let constant = self.context.bool_type().const_int(u64::from(known), false);
        let told = build.or(self.is(build, Mode::Inside(guard)), self.is(build, Mode::Outside(guard)));
        build.select(told, constant, truth)
    }

    fn guard(&self, number: usize, guard: &Guard<'ctx>) {
        let end = guard.block.get_terminator().expect("blocks end");
        let numbers = [0, 1, 2].map(|place| ir::operand(guard.note, place).expect("a note has three numbers"));
        let build = Build::before(self.context, end);
        let ways = ir::successors(guard.block);
        let truth = ir::operand(end, 0).expect("a condition").into_int_value();
        let chosen = build.select(truth, build.n32(0), build.n32(1));
        let chosen = build.select(self.is(&build, Mode::Inside(number)), build.n32(guard.inside), chosen);
        let chosen = build.select(self.is(&build, Mode::Outside(number)), build.n32(1 - guard.inside), chosen);
        let chosen = build.select(self.is(&build, Mode::Ask), build.n32(2), chosen);
        let answer = self.answer(number as u32 + 1, Some(numbers));
        build.switch(chosen, ways[0], &[(build.n32(1), ways[1]), (build.n32(2), answer)]);
        end.erase_from_basic_block();
    }
}
