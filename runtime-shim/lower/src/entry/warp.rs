//! `run` for kernels whose warps meet: warp after warp is taken from region to region up to where it waits for the block; then
//! the same again.
//!
//! Warps take this way if rows of the block are whole numbers of 32 threads; blocks of other shapes are left to `step`.

use super::run::{Exchanged, Run};
use super::threads::{self, Place};
use crate::body::Body;
use crate::build::Build;
use crate::context::{self, Cells, Field};
use crate::guards::Mode;
use crate::ir::{self, Block, Function};
use crate::kernels::Kernel;
use crate::parallel;
use hipify_abi::{DIVERGED, DONE, MAX_THREADS, SETTLE, Wait};
use inkwell::IntPredicate;
use inkwell::module::Module;
use inkwell::values::{IntValue, PointerValue};

/// Lanes that loops run through at a time: those of the narrower of the two warps there are.
const CHUNK: u32 = 32;

/// Warps that a block has at most.
const MAX_WARPS: u32 = MAX_THREADS as u32 / CHUNK;

/// What is in the variables of a warp's turn.
struct Warps<'a, 'ctx> {
    run: Run<'a, 'ctx>,
    step: Function<'ctx>,
    /// The state of each warp, or [`DIVERGED`].
    states: PointerValue<'ctx>,
    /// Uniform values of each warp while it waits for the block: an array for each.
    cells: Vec<PointerValue<'ctx>>,
    /// Whether lanes of some warp are in different states.
    apart: PointerValue<'ctx>,
    phase: PointerValue<'ctx>,
    ballot: PointerValue<'ctx>,
    warp_count: IntValue<'ctx>,
}

/// The warp whose turn it is.
#[derive(Clone, Copy)]
struct Turn<'ctx> {
    number: IntValue<'ctx>,
    first: IntValue<'ctx>,
    /// Behind its last thread.
    end: IntValue<'ctx>,
    /// The place of its first lane.
    place: Place<'ctx>,
    active: IntValue<'ctx>,
    /// Where its turn ends.
    over: Block<'ctx>,
}

pub(super) fn write<'ctx>(
    module: &Module<'ctx>,
    kernel: &Kernel<'ctx>,
    body: &Body<'ctx>,
    step: Function<'ctx>,
) -> Function<'ctx> {
    let run = Run::begin(module, kernel, body);
    let build = &run.build;
    let per_warp = |ty: inkwell::types::BasicTypeEnum<'ctx>| build.alloca(array_of(ty), "");
    let states = per_warp(build.i16().into());
    let cells = body.frame.uniforms().map(|slot| per_warp(slot.ty)).collect();
    let [apart, phase] = [(); 2].map(|()| build.alloca(build.i32(), ""));
    let ballot = build.alloca(build.i64(), "");
    let warp_count = build.div(build.count(run.shape.threads, build.sub(run.shape.warp, build.n32(1))), run.shape.warp);
    let warps = Warps { step, states, cells, apart, phase, ballot, warp_count, run };
    warps.write();
    warps.run.function
}

fn array_of(ty: inkwell::types::BasicTypeEnum) -> inkwell::types::ArrayType {
    use inkwell::types::BasicType;
    ty.array_type(MAX_WARPS)
}

impl<'ctx> Warps<'_, 'ctx> {
    fn build(&self) -> &Build<'ctx> {
        &self.run.build
    }

    fn append(&self, name: &str) -> Block<'ctx> {
        self.build().append(self.run.function, name)
    }

    /// The states in which warps wait for the block, or begin.
    fn resting(&self) -> Vec<u32> {
        let regions = self.run.body.regions.regions.iter();
        (0..).zip(regions).filter(|(_, region)| region.wait != Wait::Warp).map(|(state, _)| state).collect()
    }

    fn write(&self) {
        let build = self.build();
        let [odd, even, turns, after] = ["odd", "even", "turns", "after"].map(|name| self.append(name));
        let left_over = build.rem(self.run.shape.x, build.n32(CHUNK));
        build.branch(build.compare(IntPredicate::EQ, left_over, build.n32(0)), even, odd);
        self.leave_all(odd);
        build.go_to_end(even);
        self.resume();
        build.jump(turns);
        build.go_to_end(turns);
        build.store(build.n32(0), self.apart);
        let each = threads::Loop::begin(build, self.run.function, build.n32(0), self.warp_count);
        let turn = self.turn(each.index);
        build.go_to_end(turn.over);
        each.end(build, self.run.function);
        build.jump(after);
        build.go_to_end(after);
        self.meet(turns);
    }

    /// Leaves all threads to `step`, warp by warp.
    fn leave_all(&self, block: Block<'ctx>) {
        let build = self.build();
        build.go_to_end(block);
        let all = threads::Loop::begin(build, self.run.function, build.n32(0), self.run.shape.threads);
        build.store(build.truncate(self.run.state, build.i16()), self.run.state_of(all.index));
        all.end(build, self.run.function);
        build.store(build.n32(0), context::phase(build, self.run.context));
        let warps = threads::Loop::begin(build, self.run.function, build.n32(0), self.warp_count);
        let (first, size) = self.extent(warps.index);
        build.call(self.step, &[self.run.context.into(), first.into(), size.into(), self.run.state.into()]);
        build.call(settle_function(self.module(), build), &[self.run.context.into(), first.into(), size.into()]);
        warps.end(build, self.run.function);
        build.ret(build.n32(DIVERGED));
    }

    /// The first thread of a warp, and how many it has.
    fn extent(&self, warp: IntValue<'ctx>) -> (IntValue<'ctx>, IntValue<'ctx>) {
        let build = self.build();
        let shape = &self.run.shape;
        let first = build.mul(warp, shape.warp);
        let left = build.sub(shape.threads, first);
        (first, build.select(build.compare(IntPredicate::ULT, left, shape.warp), left, shape.warp))
    }

    /// Puts all warps into the state that the block is in.
    fn resume(&self) {
        let build = self.build();
        let all = threads::Loop::begin(build, self.run.function, build.n32(0), self.warp_count);
        build.store(build.truncate(self.run.state, build.i16()), self.state_of(all.index));
        let states = self.resting();
        if !self.run.needed(&states).is_empty() {
            // Of those that are not needed in this state, what is read has no meaning, nor is it used.
            self.run.take(&states, build.mul(all.index, self.run.shape.warp));
            self.keep(&states, all.index);
        }
        all.end(build, self.run.function);
    }

    fn state_of(&self, warp: IntValue<'ctx>) -> PointerValue<'ctx> {
        self.build().element(self.build().i16(), self.states, self.build().widen(warp))
    }

    /// Keeps the uniform values that a warp needs in the states, for its next turn.
    fn keep(&self, states: &[u32], warp: IntValue<'ctx>) {
        let build = self.build();
        for (number, slot, place) in self.run.needed(states) {
            build.store(build.load(slot.ty, place), build.element(slot.ty, self.cells[number], build.widen(warp)));
        }
    }

    /// The opposite.
    fn recall(&self, states: &[u32], warp: IntValue<'ctx>) {
        let build = self.build();
        for (number, slot, place) in self.run.needed(states) {
            build.store(build.load(slot.ty, build.element(slot.ty, self.cells[number], build.widen(warp))), place);
        }
    }

    /// One warp, from where it rests to where it rests next.
    fn turn(&self, number: IntValue<'ctx>) -> Turn<'ctx> {
        let build = self.build();
        let shape = &self.run.shape;
        let (first, size) = self.extent(number);
        let place = shape.place(build, first);
        let is_narrow = build.compare(IntPredicate::EQ, size, build.n32(CHUNK));
        let active = build.select(is_narrow, build.n64(u64::from(u32::MAX)), build.n64(u64::MAX));
        let turn = Turn { number, first, end: build.count(first, size), place, active, over: self.append("over") };
        build.store(build.n32(0), self.phase);
        let state = build.load(build.i16(), self.state_of(number)).into_int_value();
        let from = build.block();
        let cases: Vec<_> = self.resting().into_iter().map(|state| self.start(state, &turn)).collect();
        build.go_to_end(from);
        build.switch(build.extend(state, build.i32()), turn.over, &cases);
        (0..self.run.starts.len() as u32).for_each(|state| self.region(state, &turn));
        turn
    }

    fn start(&self, state: u32, turn: &Turn<'ctx>) -> (IntValue<'ctx>, Block<'ctx>) {
        let block = self.append("start");
        self.build().go_to_end(block);
        self.recall(&[state], turn.number);
        self.build().jump(self.run.starts[state as usize]);
        (self.build().n32(state), block)
    }

    fn region(&self, state: u32, turn: &Turn<'ctx>) {
        let build = self.build();
        build.go_to_end(self.run.starts[state as usize]);
        let load = |ty, place| build.load(ty, place).into_int_value();
        let exchanged =
            Exchanged { phase: load(build.i32(), self.phase), active: turn.active, ballot: load(build.i64(), self.ballot) };
        let entered = self.run.enter(state, exchanged);
        self.lanes(turn, &|place| self.run.pass(&entered, place, Mode::Whole));
        self.run.go_on(state, &|next| self.go_on(next, turn), &|next| self.settle(next, turn));
    }

    /// A loop over the warp's lanes, so many at a time that it becomes straight vector code.
    fn lanes(&self, turn: &Turn<'ctx>, body: &dyn Fn(&Place<'ctx>)) {
        let build = self.build();
        let before = build.block();
        let head = self.append("lanes");
        build.jump(head);
        build.go_to_end(head);
        let start = [turn.first, turn.place.x, turn.place.y, turn.place.z];
        let phis = start.map(|value| (build.phi(build.i32()), value));
        phis.iter().for_each(|(phi, value)| phi.add_incoming(&[(value, before)]));
        let [base, x, y, z] = phis.map(|(phi, _)| phi.as_basic_value().into_int_value());
        let lanes = threads::Loop::begin(build, self.run.function, build.n32(0), build.n32(CHUNK));
        let linear = build.count(base, lanes.index);
        let lane = build.count(build.sub(base, turn.first), lanes.index);
        body(&Place { x: build.count(x, lanes.index), y, z, linear, lane });
        parallel::mark_loop(self.module(), lanes.end(build, self.run.function));
        let next_base = build.count(base, build.n32(CHUNK));
        let (next_x, next_y, next_z) = self.next_row(build.count(x, build.n32(CHUNK)), y, z);
        let latch = build.block();
        for ((phi, _), next) in phis.iter().zip([next_base, next_x, next_y, next_z]) {
            phi.add_incoming(&[(&next, latch)]);
        }
        let behind = self.append("behind");
        let wide = build.compare(IntPredicate::ULT, next_base, turn.end);
        build.branch(wide, head, behind);
        build.go_to_end(behind);
    }

    /// The place that follows if `x` is behind its row.
    fn next_row(
        &self,
        x: IntValue<'ctx>,
        y: IntValue<'ctx>,
        z: IntValue<'ctx>,
    ) -> (IntValue<'ctx>, IntValue<'ctx>, IntValue<'ctx>) {
        let build = self.build();
        let (zero, one) = (build.n32(0), build.n32(1));
        let wraps = build.compare(IntPredicate::EQ, x, self.run.shape.x);
        let y = build.select(wraps, build.count(y, one), y);
        let last = build.compare(IntPredicate::EQ, y, self.run.shape.y);
        (build.select(wraps, zero, x), build.select(last, zero, y), build.select(last, build.count(z, one), z))
    }

    fn module(&self) -> &Module<'ctx> {
        self.run.module
    }

    /// All lanes are in one state: on to its region, or the turn is over.
    fn go_on(&self, next: u32, turn: &Turn<'ctx>) {
        let build = self.build();
        if self.run.body.regions.regions.get(next as usize).is_some_and(|region| region.wait == Wait::Warp) {
            let phase = build.load(build.i32(), self.phase).into_int_value();
            build.store(build.and(self.flags(phase), turn.active), self.ballot);
            build.store(build.xor(phase, build.n32(1)), self.phase);
            build.jump(self.run.starts[next as usize]);
        } else {
            build.store(build.i16().const_int(u64::from(next), false), self.state_of(turn.number));
            self.keep(&[next], turn.number);
            build.jump(turn.over);
        }
    }

    /// The flags that lanes have put, a bit each.
    fn flags(&self, phase: IntValue<'ctx>) -> IntValue<'ctx> {
        let build = self.build();
        let half = Cells::Flags.half(build, Field::Exchange.pointer(build, self.run.context), phase);
        build.bits_of_bytes(half)
    }

    /// Lanes are in different states: the runtime takes them on until they rest.
    fn settle(&self, next: &[u32], turn: &Turn<'ctx>) {
        let build = self.build();
        self.run.spread(next, turn.first, turn.end);
        let phase = build.load(build.i32(), self.phase);
        build.store(phase, context::phase(build, self.run.context));
        let size = build.sub(turn.end, turn.first);
        build.call(settle_function(self.module(), build), &[self.run.context.into(), turn.first.into(), size.into()]);
        let first = build.load(build.i16(), self.run.state_of(turn.first)).into_int_value();
        let differs = build.alloca_at_entry(self.run.function, build.i16());
        build.store(build.i16().const_zero(), differs);
        let lanes = threads::Loop::begin(build, self.run.function, turn.first, turn.end);
        let one = build.load(build.i16(), self.run.state_of(lanes.index)).into_int_value();
        let so_far = build.load(build.i16(), differs).into_int_value();
        build.store(build.or(so_far, build.xor(one, first)), differs);
        lanes.end(build, self.run.function);
        let [one, several] = ["settled", "unsettled"].map(|name| self.append(name));
        let differs = build.load(build.i16(), differs).into_int_value();
        build.branch(build.compare(IntPredicate::EQ, differs, build.i16().const_zero()), one, several);
        build.go_to_end(one);
        build.store(first, self.state_of(turn.number));
        self.run.take(&self.resting(), turn.first);
        self.keep(&self.resting(), turn.number);
        build.jump(turn.over);
        build.go_to_end(several);
        build.store(build.i16().const_int(u64::from(DIVERGED), false), self.state_of(turn.number));
        build.store(build.n32(1), self.apart);
        build.jump(turn.over);
    }

    /// All warps rest: on with the next turns, or back to the runtime.
    fn meet(&self, turns: Block<'ctx>) {
        let build = self.build();
        let [apart, together, done, on] = ["apart", "together", "done", "on"].map(|name| self.append(name));
        let bits = build.load(build.i32(), self.apart).into_int_value();
        let (alive, at_grid) = self.count_waiting();
        build.branch(build.compare(IntPredicate::NE, bits, build.n32(0)), apart, together);
        build.go_to_end(apart);
        self.tell_states();
        build.ret(build.n32(DIVERGED));
        build.go_to_end(together);
        let alive = build.load(build.i32(), alive).into_int_value();
        build.branch(build.compare(IntPredicate::EQ, alive, build.n32(0)), done, on);
        build.go_to_end(done);
        build.ret(build.n32(DONE));
        build.go_to_end(on);
        if !self.run.body.regions.has(Wait::Grid) {
            build.jump(turns);
            return;
        }
        let at_grid = build.load(build.i32(), at_grid).into_int_value();
        build.branch(build.compare(IntPredicate::EQ, at_grid, build.n32(0)), turns, apart);
    }

    /// Counts the warps that are not done, and those that wait for the grid; answers where the counts lie.
    fn count_waiting(&self) -> (PointerValue<'ctx>, PointerValue<'ctx>) {
        let build = self.build();
        let counts = [(); 2].map(|()| build.alloca_at_entry(self.run.function, build.i32()));
        for count in counts {
            build.store(build.n32(0), count);
        }
        let all = threads::Loop::begin(build, self.run.function, build.n32(0), self.warp_count);
        let state = build.load(build.i16(), self.state_of(all.index)).into_int_value();
        let add = |place, condition| {
            let count = build.load(build.i32(), place).into_int_value();
            build.store(build.count(count, build.extend(condition, build.i32())), place);
        };
        let number = |state: u32| build.i16().const_int(u64::from(state), false);
        add(counts[0], build.compare(IntPredicate::NE, state, number(DONE)));
        for waiting in
            self.resting().into_iter().filter(|&state| self.run.body.regions.regions[state as usize].wait == Wait::Grid)
        {
            add(counts[1], build.compare(IntPredicate::EQ, state, number(waiting)));
        }
        all.end(build, self.run.function);
        (counts[0], counts[1])
    }

    /// Writes down each thread's state and uniform values, of warps whose lanes are together.
    fn tell_states(&self) {
        let build = self.build();
        let all = threads::Loop::begin(build, self.run.function, build.n32(0), self.warp_count);
        let [tell, told] = ["tell", "told"].map(|name| self.append(name));
        let state = build.load(build.i16(), self.state_of(all.index)).into_int_value();
        let diverged = build.i16().const_int(u64::from(DIVERGED), false);
        build.branch(build.compare(IntPredicate::EQ, state, diverged), told, tell);
        build.go_to_end(tell);
        let first = build.mul(all.index, self.run.shape.warp);
        let end = build.count(first, self.run.shape.warp);
        let end = build.select(build.compare(IntPredicate::ULT, end, self.run.shape.threads), end, self.run.shape.threads);
        self.recall(&self.resting(), all.index);
        self.run.spread(&self.resting(), first, end);
        let lanes = threads::Loop::begin(build, self.run.function, first, end);
        build.store(state, self.run.state_of(lanes.index));
        lanes.end(build, self.run.function);
        build.jump(told);
        build.go_to_end(told);
        all.end(build, self.run.function);
    }
}

fn settle_function<'ctx>(module: &Module<'ctx>, build: &Build<'ctx>) -> Function<'ctx> {
    module.get_function(SETTLE).unwrap_or_else(|| {
        let (pointer, i32) = (build.ptr(), build.i32());
        let function = module.add_function(
            SETTLE,
            build.context.void_type().fn_type(&[pointer.into(), i32.into(), i32.into()], false),
            None,
        );
        ir::mark(function, "nounwind");
        function
    })
}
