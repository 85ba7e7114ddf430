//! Loops over the lanes of a warp.

use super::super::run::Entered;
use super::{CHUNK, Manner, Range, Turn, Warps};
use crate::access_groups::{self, Lanes};
use crate::counted_loop::Loop;
use crate::work_item_loops::threads::ThreadIndices;
use hipify_abi::MAX_LANES;
use inkwell::IntPredicate;
use inkwell::values::IntValue;

impl<'ctx> Warps<'_, 'ctx> {
    /// The lanes that run, of the warp whose turn it is.
    pub(super) fn range(&self, turn: &Turn<'ctx>) -> Range<'ctx> {
        let build = self.build();
        match &self.manner {
            Manner::Whole(_) => {
                let size = build.sub(turn.end, turn.first);
                let place = ThreadIndices { lane: build.n32(0), ..turn.place };
                Range { from: turn.first, end: turn.end, place, active: self.lowest(size) }
            }
            Manner::Any(live) => {
                let [from, end] = live.range.map(|cell| build.load(build.i32(), cell).into_int_value());
                let [x, y, z] = live.place.map(|cell| build.load(build.i32(), cell).into_int_value());
                let lane = build.sub(from, turn.first);
                let active = build.shift_left(self.lowest(build.sub(end, from)), build.widen(lane));
                Range { from, end, place: ThreadIndices { x, y, z, linear: from, lane }, active }
            }
        }
    }

    /// So many bits, of which there is at least one.
    pub(super) fn lowest(&self, count: IntValue<'ctx>) -> IntValue<'ctx> {
        let build = self.build();
        let others = build.sub(build.n64(MAX_LANES as u64), build.widen(count));
        build.shift_right(build.n64(u64::MAX), others)
    }

    /// A loop over lanes: as many at a time as stand in one row of the block, so that it becomes straight vector code. `of_row` computes
    /// what they share, from the first of them on; their next states are counted.
    pub(super) fn lanes(
        &self,
        entered: &Entered<'ctx>,
        range: &Range<'ctx>,
        of_row: &dyn Fn(IntValue<'ctx>) -> IntValue<'ctx>,
        body: &dyn Fn(&ThreadIndices<'ctx>, IntValue<'ctx>),
    ) {
        let build = self.build();
        self.parts_of_rows(range, &|first, count| {
            let shared = of_row(first.lane);
            self.run.counted(entered, || {
                let lanes = Loop::begin(build, self.run.function, build.n32(0), count);
                let on = |from| build.count(from, lanes.index);
                let place = ThreadIndices { x: on(first.x), linear: on(first.linear), lane: on(first.lane), ..*first };
                body(&place, shared);
                let latch = lanes.end(build, self.run.function);
                let number = match self.manner {
                    Manner::Whole(_) => Lanes::AllOfChunk,
                    Manner::Any(_) if self.masks => Lanes::SomeMasked,
                    Manner::Any(_) => Lanes::Some,
                };
                access_groups::mark_lanes(self.module(), latch, number);
            });
        });
    }

    /// A loop over the parts of rows that a warp consists of: where the first lane of each stands, and how many it has.
    pub(super) fn parts_of_rows(&self, range: &Range<'ctx>, body: &dyn Fn(&ThreadIndices<'ctx>, IntValue<'ctx>)) {
        let build = self.build();
        let before = build.block();
        let head = self.append("lanes");
        build.jump(head);
        build.go_to_end(head);
        let ThreadIndices { x, y, z, lane, .. } = range.place;
        let start = [range.from, lane, x, y, z];
        let phis = start.map(|value| (build.phi(build.i32()), value));
        phis.iter().for_each(|(phi, value)| phi.add_incoming(&[(value, before)]));
        let [base, lane, x, y, z] = phis.map(|(phi, _)| phi.as_basic_value().into_int_value());
        // A branch that goes one way for all threads is to leave the loop over lanes, which it may keep from becoming vector code.
        // Leaving this loop, too, would make a copy of all that the region does for the sake of one comparison a row.
        build.keep_from_copies(self.module());
        let (x, base) = (self.first_of_row(x), self.first_of_row(base));
        let count = self.count_in_row(base, x, range);
        body(&ThreadIndices { x, y, z, linear: base, lane }, count);
        let next_base = build.count(base, count);
        let (next_x, next_y, next_z) = self.next_row(build.count(x, count), y, z);
        let latch = build.block();
        for ((phi, _), next) in phis.iter().zip([next_base, build.count(lane, count), next_x, next_y, next_z]) {
            phi.add_incoming(&[(&next, latch)]);
        }
        let after = self.append("after");
        build.branch(build.compare(IntPredicate::ULT, next_base, range.end), head, after);
        build.go_to_end(after);
    }

    /// The number of the first lane of a part of a row. Whole warps stand in blocks whose rows are of so many lanes each: that their
    /// numbers are multiples of that, LLVM does not find by itself.
    fn first_of_row(&self, number: IntValue<'ctx>) -> IntValue<'ctx> {
        match self.manner {
            Manner::Whole(_) => self.build().and(number, self.build().n32(!(CHUNK - 1))),
            Manner::Any(_) => number,
        }
    }

    /// How many lanes from a place on stand in its row.
    fn count_in_row(&self, base: IntValue<'ctx>, x: IntValue<'ctx>, range: &Range<'ctx>) -> IntValue<'ctx> {
        let build = self.build();
        match self.manner {
            Manner::Whole(_) => build.n32(CHUNK),
            Manner::Any(_) => {
                let (row, left) = (build.sub(self.run.shape.x, x), build.sub(range.end, base));
                build.select(build.compare(IntPredicate::ULT, row, left), row, left)
            }
        }
    }

    /// The place that follows if `x` is past the end of its row.
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
}
