//! The state of warps that are not running: which threads have left, and what the runtime is told.

use super::{Manner, Warps};
use crate::access_groups;
use crate::counted_loop::Loop;
use hipify_abi::{DIVERGED, DONE};
use inkwell::IntPredicate;
use inkwell::values::{IntValue, PointerValue};

impl<'ctx> Warps<'_, 'ctx> {
    /// Puts all warps into the state that the block is in.
    pub(super) fn resume(&self) {
        let build = self.build();
        let all = Loop::begin(build, self.run.function, build.n32(0), self.warp_count);
        build.store(build.truncate(self.run.state, build.i16()), self.state_of(all.index));
        self.make_whole(all.index);
        let states = self.resting();
        if !self.run.needed(&states).is_empty() {
            // Of those that are not needed in this state, what is read has no meaning, nor is it used.
            self.run.take(&states, build.mul(all.index, self.run.shape.warp));
            self.keep(&states, all.index);
        }
        self.end_of_few(all);
    }

    /// Ends a loop over the warps of a block, of which there are too few for vector code.
    fn end_of_few(&self, warps: Loop<'ctx>) {
        access_groups::mark_slow(self.module(), warps.end(self.build(), self.run.function));
    }

    pub(super) fn state_of(&self, warp: IntValue<'ctx>) -> PointerValue<'ctx> {
        self.build().element(self.build().i16(), self.states, self.build().widen(warp))
    }

    /// Keeps the uniform values that a warp needs in the states, for its next turn.
    pub(super) fn keep(&self, states: &[u32], warp: IntValue<'ctx>) {
        let build = self.build();
        for (number, slot, place) in self.run.needed(states) {
            build.store(build.load(slot.ty, place), build.element(slot.ty, self.cells[number], build.widen(warp)));
        }
    }

    /// The opposite.
    pub(super) fn recall(&self, states: &[u32], warp: IntValue<'ctx>) {
        let build = self.build();
        for (number, slot, place) in self.run.needed(states) {
            build.store(build.load(slot.ty, build.element(slot.ty, self.cells[number], build.widen(warp))), place);
        }
    }

    /// Where a range of each warp's lanes is noted, if it need not be the whole warp: its beginning and its end.
    fn range_cells(&self, warp: IntValue<'ctx>) -> Option<[PointerValue<'ctx>; 2]> {
        let Manner::Any(live) = &self.manner else { return None };
        let build = self.build();
        Some(live.ranges.map(|array| build.element(build.i32(), array, build.widen(warp))))
    }

    /// Notes that all lanes of a warp are there.
    fn make_whole(&self, warp: IntValue<'ctx>) {
        let build = self.build();
        if let Some([from, to]) = self.range_cells(warp) {
            let (first, size) = self.extent(warp);
            build.store(first, from);
            build.store(build.count(first, size), to);
        }
    }

    /// Threads of a warp that have not left the kernel: the first one, and the one after the last.
    fn range_of(&self, warp: IntValue<'ctx>) -> (IntValue<'ctx>, IntValue<'ctx>) {
        let build = self.build();
        match self.range_cells(warp) {
            Some(cells) => {
                let [from, to] = cells.map(|cell| build.load(build.i32(), cell).into_int_value());
                (from, to)
            }
            None => {
                let (first, size) = self.extent(warp);
                (first, build.count(first, size))
            }
        }
    }

    /// Keeps the range of the warp whose turn it is.
    pub(super) fn keep_range(&self, warp: IntValue<'ctx>) {
        let build = self.build();
        if let (Manner::Any(live), Some(cells)) = (&self.manner, self.range_cells(warp)) {
            for (&own, cell) in live.range.iter().zip(cells) {
                build.store(build.load(build.i32(), own), cell);
            }
        }
    }

    /// The opposite.
    pub(super) fn recall_range(&self, warp: IntValue<'ctx>) {
        if let Manner::Any(_) = &self.manner {
            let (from, to) = self.range_of(warp);
            self.set_range(from, to);
        }
    }

    /// Goes on with these lanes.
    pub(super) fn set_range(&self, from: IntValue<'ctx>, to: IntValue<'ctx>) {
        let build = self.build();
        if let Manner::Any(live) = &self.manner {
            let place = self.run.shape.place(build, from);
            let values = [from, to, place.x, place.y, place.z];
            for (&cell, value) in live.range.iter().chain(&live.place).zip(values) {
                build.store(value, cell);
            }
        }
    }

    /// Finds the state of each warp from those of the threads.
    pub(super) fn look_at_all(&self) {
        let build = self.build();
        let all = Loop::begin(build, self.run.function, build.n32(0), self.warp_count);
        let (first, size) = self.extent(all.index);
        let settled = self.ask_runtime(first, build.count(first, size), DIVERGED);
        self.set_range(settled.from, settled.to);
        self.keep_range(all.index);
        build.store(build.truncate(settled.state, build.i16()), self.state_of(all.index));
        let diverged = build.compare(IntPredicate::EQ, settled.state, build.n32(DIVERGED));
        let so_far = build.load(build.i32(), self.apart).into_int_value();
        build.store(build.or(so_far, build.extend(diverged, build.i32())), self.apart);
        self.run.take(&self.waiting(), settled.from);
        self.keep(&self.waiting(), all.index);
        self.end_of_few(all);
    }

    /// Counts the warps that are not done, and those that wait for the grid; answers where the counts lie.
    pub(super) fn count_waiting(&self) -> (PointerValue<'ctx>, PointerValue<'ctx>) {
        let build = self.build();
        let counts = [(); 2].map(|()| build.alloca_at_entry(self.run.function, build.i32()));
        for count in counts {
            build.store(build.n32(0), count);
        }
        let all = Loop::begin(build, self.run.function, build.n32(0), self.warp_count);
        let state = build.load(build.i16(), self.state_of(all.index)).into_int_value();
        let add = |place, condition| {
            let count = build.load(build.i32(), place).into_int_value();
            build.store(build.count(count, build.extend(condition, build.i32())), place);
        };
        let number = |state: u32| build.i16().const_int(u64::from(state), false);
        add(counts[0], build.compare(IntPredicate::NE, state, number(DONE)));
        for waiting in self.resting().into_iter().filter(|&state| self.run.body.regions.regions[state as usize].wait.leaves()) {
            add(counts[1], build.compare(IntPredicate::EQ, state, number(waiting)));
        }
        self.end_of_few(all);
        (counts[0], counts[1])
    }

    /// Writes down that threads are in a state.
    pub(super) fn tell_state(&self, state: IntValue<'ctx>, first: IntValue<'ctx>, end: IntValue<'ctx>) {
        let build = self.build();
        let threads = Loop::begin(build, self.run.function, first, end);
        build.store(state, self.run.state_of(threads.index));
        threads.end(build, self.run.function);
    }

    /// Writes down each thread's state and uniform values, of warps whose lanes are together.
    pub(super) fn tell_states(&self) {
        let build = self.build();
        let all = Loop::begin(build, self.run.function, build.n32(0), self.warp_count);
        let [tell, told] = ["tell", "told"].map(|name| self.append(name));
        let state = build.load(build.i16(), self.state_of(all.index)).into_int_value();
        let diverged = build.i16().const_int(u64::from(DIVERGED), false);
        build.branch(build.compare(IntPredicate::EQ, state, diverged), told, tell);
        build.go_to_end(tell);
        let (first, end) = self.range_of(all.index);
        self.recall(&self.resting(), all.index);
        self.run.spread(&self.resting(), first, end);
        self.tell_state(state, first, end);
        build.jump(told);
        build.go_to_end(told);
        self.end_of_few(all);
    }
}
