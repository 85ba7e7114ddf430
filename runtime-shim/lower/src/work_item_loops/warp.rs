//! `run` for kernels whose warps meet: warp after warp is taken from region to region up to where it waits for the block; then
//! the same again.
//!
//! It is written twice. The first function is for warps that are whole and lie in rows of the block: loops over their lanes have
//! a constant length. The second one is for blocks of any shape, and for warps some of whose lanes have left the kernel, as
//! long as those that are left are neighbours. The first leaves a block to the second at once, or in the middle of a warp's turn.
//! Where there is no second one ([`crate::whole_warps`]), the runtime takes what is left on by `step`.

mod lanes;
mod rest;
mod settle;

use super::run::{Exchanged, Run};
use super::strips::Stretch;
use super::threads::{Row, ThreadIndices};
use crate::body::Body;
use crate::build::Build;
use crate::context::{Cells, Field};
use crate::counted_loop::Loop;
use crate::guard_hoisting::Mode;
use crate::ir::{self, Block, Function};
use crate::kernels::Kernel;
use hipify_abi::{DIVERGED, DONE, MAX_THREADS, Wait};
use inkwell::IntPredicate;
use inkwell::module::Module;
use inkwell::values::{IntValue, PointerValue};

/// Lanes that loops run through at a time: those of the narrower of the two warps there are.
const CHUNK: u32 = 32;

/// Warps that a block has at most.
const MAX_WARPS: u32 = MAX_THREADS as u32 / CHUNK;

/// Instructions of a body up to which loops over a part of a row have code of their own for what is no whole vector, which is faster
/// than a mask by a tenth or a fifth. The code for the rest is a third of all, and the time that LLVM takes for larger ones is seconds.
const FEW_INSTRUCTIONS: usize = 400;

/// What is in the variables of a warp's turn.
struct Warps<'a, 'ctx> {
    run: Run<'a, 'ctx>,
    manner: Manner<'ctx>,
    /// The state of each warp, or [`DIVERGED`].
    states: PointerValue<'ctx>,
    /// Uniform values of each warp while it waits for the block: an array for each.
    cells: Vec<PointerValue<'ctx>>,
    /// Whether lanes of some warp are in different states.
    apart: PointerValue<'ctx>,
    /// The warp whose turn is next.
    next: PointerValue<'ctx>,
    phase: PointerValue<'ctx>,
    ballot: PointerValue<'ctx>,
    /// What the runtime said of the warp's lanes: their state, the first one, and the one after the last.
    settled: [PointerValue<'ctx>; 3],
    warp_count: IntValue<'ctx>,
    /// Whether lanes that make no whole vector are to be one with a mask.
    masks: bool,
}

/// Which warps a function is for.
enum Manner<'ctx> {
    /// Whole ones; others are left to the function, or to the runtime.
    Whole(Option<Function<'ctx>>),
    Any(Live<'ctx>),
}

/// Variables that say which lanes have not left the kernel.
struct Live<'ctx> {
    /// Of each warp: the first such thread, and the one after the last: an array for each.
    ranges: [PointerValue<'ctx>; 2],
    /// Of the warp whose turn it is.
    range: [PointerValue<'ctx>; 2],
    /// The place of the first one.
    place: [PointerValue<'ctx>; 3],
}

/// The warp whose turn it is.
#[derive(Clone, Copy)]
struct Turn<'ctx> {
    number: IntValue<'ctx>,
    first: IntValue<'ctx>,
    /// One past its last thread.
    end: IntValue<'ctx>,
    /// The place of its first lane.
    place: ThreadIndices<'ctx>,
    /// Where its turn ends.
    over: Block<'ctx>,
    /// Where it ends if its lanes are not in one state.
    parted: Block<'ctx>,
    /// Where it goes on when the runtime has taken them to one.
    settled: Block<'ctx>,
}

/// Neighbouring lanes of a warp.
#[derive(Clone, Copy)]
struct Range<'ctx> {
    from: IntValue<'ctx>,
    end: IntValue<'ctx>,
    /// Where the first one stands.
    place: ThreadIndices<'ctx>,
    /// A bit each.
    active: IntValue<'ctx>,
}

/// Writes the function to begin with, and, unless the body has none, what that leaves warps to whose lanes have parted.
pub(super) fn write<'ctx>(
    module: &Module<'ctx>,
    kernel: &Kernel<'ctx>,
    body: &Body<'ctx>,
    masks: bool,
) -> (Function<'ctx>, Option<Function<'ctx>>) {
    let any = (!body.whole_warps).then(|| {
        let run = Run::begin(module, kernel, body, "run.any", 2);
        let live = Live::declare(&run.build);
        let any = Warps::declare(run, Manner::Any(live), masks && ir::instructions(body.function).len() > FEW_INSTRUCTIONS);
        any.write();
        any.run.function
    });
    let whole = Warps::declare(Run::begin(module, kernel, body, "run", 1), Manner::Whole(any), false);
    whole.write();
    (whole.run.function, any)
}

fn per_warp<'ctx>(build: &Build<'ctx>, ty: inkwell::types::BasicTypeEnum<'ctx>) -> PointerValue<'ctx> {
    use inkwell::types::BasicType;
    build.alloca(ty.array_type(MAX_WARPS), "")
}

impl<'ctx> Live<'ctx> {
    fn declare(build: &Build<'ctx>) -> Self {
        let one = || build.alloca(build.i32(), "");
        let each = || per_warp(build, build.i32().into());
        Live { ranges: [each(), each()], range: [one(), one()], place: [one(), one(), one()] }
    }
}

impl<'a, 'ctx> Warps<'a, 'ctx> {
    fn declare(run: Run<'a, 'ctx>, manner: Manner<'ctx>, masks: bool) -> Self {
        let build = &run.build;
        let states = per_warp(build, build.i16().into());
        let cells = run.body.frame.uniforms().map(|slot| per_warp(build, slot.ty)).collect();
        let [apart, next, phase] = [(); 3].map(|()| build.alloca(build.i32(), ""));
        let settled = [(); 3].map(|()| build.alloca(build.i32(), ""));
        let ballot = build.alloca(build.i64(), "");
        let warp_count = build.div(build.count(run.shape.threads, build.sub(run.shape.warp, build.n32(1))), run.shape.warp);
        Warps { manner, states, cells, apart, next, phase, ballot, settled, warp_count, masks, run }
    }

    fn build(&self) -> &Build<'ctx> {
        &self.run.build
    }

    fn append(&self, name: &str) -> Block<'ctx> {
        self.build().append(self.run.function, name)
    }

    fn module(&self) -> &Module<'ctx> {
        self.run.module
    }

    /// The states in which warps wait for the block, or begin.
    fn resting(&self) -> Vec<u32> {
        let regions = self.run.body.regions.regions.iter();
        (0..).zip(regions).filter(|(_, region)| region.wait != Wait::Warp).map(|(state, _)| state).collect()
    }

    /// The states that warps can be in before their turns.
    fn waiting(&self) -> Vec<u32> {
        match self.manner {
            Manner::Whole(_) => self.resting(),
            Manner::Any(_) => (0..self.run.starts.len() as u32).collect(),
        }
    }

    fn waits_for_warp(&self, state: u32) -> bool {
        self.run.body.regions.regions.get(state as usize).is_some_and(|region| region.wait == Wait::Warp)
    }

    fn write(&self) {
        let build = self.build();
        let [turns, after] = ["turns", "after"].map(|name| self.append(name));
        build.store(build.n32(0), self.apart);
        build.store(build.n32(0), self.next);
        self.begin(turns, after);
        build.go_to_end(turns);
        let next = build.load(build.i32(), self.next).into_int_value();
        let each = Loop::begin(build, self.run.function, next, self.warp_count);
        let turn = self.turn(each.index);
        self.part(&turn);
        build.go_to_end(turn.over);
        each.end(build, self.run.function);
        build.jump(after);
        build.go_to_end(after);
        self.meet(turns);
    }

    /// Puts the warps into the states that they are in, and goes on to their turns; past these if all have had theirs.
    fn begin(&self, turns: Block<'ctx>, after: Block<'ctx>) {
        let build = self.build();
        match self.manner {
            Manner::Whole(other) => {
                let [odd, even] = ["odd", "even"].map(|name| self.append(name));
                let left_over = build.rem(self.run.shape.x, build.n32(CHUNK));
                build.branch(build.compare(IntPredicate::EQ, left_over, build.n32(0)), even, odd);
                build.go_to_end(odd);
                if let Some(other) = other {
                    self.leave_to(other, self.run.state, build.n32(0));
                } else {
                    self.tell_state(build.truncate(self.run.state, build.i16()), build.n32(0), self.run.shape.threads);
                    build.ret(build.n32(DIVERGED));
                }
                build.go_to_end(even);
            }
            Manner::Any(_) => {
                let [apart, together] = ["apart", "together"].map(|name| self.append(name));
                let diverged = build.n32(DIVERGED);
                build.branch(build.compare(IntPredicate::EQ, self.run.state, diverged), apart, together);
                build.go_to_end(apart);
                self.look_at_all();
                let warp = self.run.parameter(2).into_int_value();
                build.store(warp, self.next);
                build.branch(build.compare(IntPredicate::ULT, warp, self.warp_count), turns, after);
                build.go_to_end(together);
            }
        }
        self.resume();
        build.jump(turns);
    }

    /// The other function goes on with the turn of a warp.
    fn leave_to(&self, other: Function<'ctx>, state: IntValue<'ctx>, warp: IntValue<'ctx>) {
        let build = self.build();
        let call = build.call(other, &[self.run.context.into(), state.into(), warp.into()]);
        build.ret(call.try_as_basic_value().basic().expect("it returns a state").into_int_value());
    }

    /// Ends the turn of a warp whose lanes are not all in one state.
    fn part(&self, turn: &Turn<'ctx>) {
        let build = self.build();
        build.go_to_end(turn.parted);
        build.store(build.i16().const_int(u64::from(DIVERGED), false), self.state_of(turn.number));
        match self.manner {
            Manner::Whole(Some(other)) => {
                self.tell_states();
                self.leave_to(other, build.n32(DIVERGED), turn.number);
            }
            // The turns of other warps come first.
            Manner::Whole(None) | Manner::Any(_) => {
                build.store(build.n32(1), self.apart);
                build.jump(turn.over);
            }
        }
    }

    /// The first thread of a warp, and how many it has.
    fn extent(&self, warp: IntValue<'ctx>) -> (IntValue<'ctx>, IntValue<'ctx>) {
        let build = self.build();
        let shape = &self.run.shape;
        let first = build.mul(warp, shape.warp);
        let left = build.sub(shape.threads, first);
        (first, build.select(build.compare(IntPredicate::ULT, left, shape.warp), left, shape.warp))
    }

    /// One warp, from where it rests to where it rests next.
    fn turn(&self, number: IntValue<'ctx>) -> Turn<'ctx> {
        let build = self.build();
        let (first, size) = self.extent(number);
        let place = self.run.shape.place(build, first);
        let [over, parted, settled] = ["over", "parted", "settled"].map(|name| self.append(name));
        let turn = Turn { number, first, end: build.count(first, size), place, over, parted, settled };
        build.store(build.n32(0), self.phase);
        self.recall_range(number);
        self.forget_others(&turn);
        let state = build.load(build.i16(), self.state_of(number)).into_int_value();
        let from = build.block();
        let cases: Vec<_> = self.waiting().into_iter().map(|state| self.start(state, &turn)).collect();
        build.go_to_end(from);
        build.switch(build.extend(state, build.i32()), turn.over, &cases);
        (0..self.run.starts.len() as u32).for_each(|state| self.region(state, &turn));
        build.go_to_end(turn.settled);
        self.go_on_settled(&turn);
        turn
    }

    fn start(&self, state: u32, turn: &Turn<'ctx>) -> (IntValue<'ctx>, Block<'ctx>) {
        let block = self.append("start");
        self.build().go_to_end(block);
        self.recall(&[state], turn.number);
        self.enter(state, turn);
        (self.build().n32(state), block)
    }

    /// Goes on to a region; to one after a wait for the warp with what its lanes have put.
    fn enter(&self, state: u32, turn: &Turn<'ctx>) {
        let build = self.build();
        if self.waits_for_warp(state) {
            let phase = build.load(build.i32(), self.phase).into_int_value();
            build.store(build.and(self.flags(phase), self.range(turn).active), self.ballot);
            build.store(build.xor(phase, build.n32(1)), self.phase);
        }
        build.jump(self.run.starts[state as usize]);
    }

    fn region(&self, state: u32, turn: &Turn<'ctx>) {
        let build = self.build();
        build.go_to_end(self.run.starts[state as usize]);
        let load = |ty, place| build.load(ty, place).into_int_value();
        let range = self.range(turn);
        let (phase, ballot) = (load(build.i32(), self.phase), load(build.i64(), self.ballot));
        let entered = self.run.enter(state, Exchanged { phase, active: range.active, ballot, tree: build.n64(0) });
        let tree = |first| self.run.tree(state, phase, first);
        // Rows of whole warps have 32 lanes; others may have some of either half of a warp.
        let halves = match self.manner {
            Manner::Whole(_) => None,
            Manner::Any(_) => Some([0, CHUNK].map(|first| tree(build.n32(first)))),
        };
        let strips = self.run.body.strips.as_ref().filter(|strips| strips.divide(state));
        if let (Manner::Whole(_), Some(strips)) = (&self.manner, strips) {
            self.parts_of_rows(&range, &|first, count| {
                let (entered, row) = (&entered.with_tree(tree(first.lane)), &Row::of(build, first));
                let stretch = Stretch { run: &self.run, entered, row, mode: Mode::Whole, strips };
                stretch.write(first.x, build.count(first.x, count));
            });
        } else {
            let of_row = |lane| halves.map_or_else(|| tree(lane), |[first, _]| first);
            self.lanes(&entered, &range, &of_row, &|place, of_row| {
                let is_first = || build.compare(IntPredicate::ULT, place.lane, build.n32(CHUNK));
                let tree = halves.map_or(of_row, |[first, second]| build.select(is_first(), first, second));
                self.run.pass_counted(&entered.with_tree(tree), place, Mode::Whole);
            });
        }
        self.run.go_on(state, &|next| self.go_on(next, turn), &|next| self.settle(state, next, turn));
    }

    /// All lanes are in one state: on to its region, or the turn is over.
    fn go_on(&self, next: u32, turn: &Turn<'ctx>) {
        let build = self.build();
        if self.waits_for_warp(next) {
            return self.enter(next, turn);
        }
        build.store(build.i16().const_int(u64::from(next), false), self.state_of(turn.number));
        self.keep(&[next], turn.number);
        self.keep_range(turn.number);
        build.jump(turn.over);
    }

    /// The flags that lanes have put, a bit each.
    fn flags(&self, phase: IntValue<'ctx>) -> IntValue<'ctx> {
        let build = self.build();
        let half = Cells::Flags.half(build, Field::Exchange.pointer(build, self.run.context), phase);
        build.bits_of_bytes(half)
    }

    /// All warps rest: on with the next turns, or back to the runtime.
    fn meet(&self, turns: Block<'ctx>) {
        let build = self.build();
        let [apart, together, done, alive, on] = ["apart", "together", "done", "alive", "on"].map(|name| self.append(name));
        let is_zero = |cell| build.compare(IntPredicate::EQ, build.load(build.i32(), cell).into_int_value(), build.n32(0));
        let (left, at_grid) = self.count_waiting();
        build.branch(is_zero(self.apart), together, apart);
        build.go_to_end(apart);
        self.tell_states();
        build.ret(build.n32(DIVERGED));
        build.go_to_end(together);
        build.branch(is_zero(left), done, alive);
        build.go_to_end(done);
        build.ret(build.n32(DONE));
        build.go_to_end(alive);
        if self.run.body.regions.leave() {
            build.branch(is_zero(at_grid), on, apart);
        } else {
            build.jump(on);
        }
        build.go_to_end(on);
        build.store(build.n32(0), self.next);
        build.jump(turns);
    }
}
