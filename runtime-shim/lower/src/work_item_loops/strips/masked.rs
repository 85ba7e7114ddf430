//! Strips whose threads have parted: a strip goes on through the segment that is the least advanced, with those of its threads masked that are
//! not in it, until all have left the body. Segments are numbered in reverse post-order, so that threads wait for each other after loops.
//!
//! Of a loop whose threads wait for the last of them ([`crate::strip_mining::masked_exits`]) those that are in it go round together, as
//! without masks.
//!
//! A masked thread does nothing, so that this is one of the orders in which threads may run. Uniform values are one for all threads: those
//! that need one are in the same iteration, since a thread that would be ahead of others has a value of its own
//! ([`crate::analysis::Uniformity::is_shareable`]).

use super::Strip;
use crate::access_groups;
use crate::ir::{self, Block};
use crate::strips::{Cell, SEGMENTS, Segment, StripArguments};
use crate::uniform_loads;
use inkwell::IntPredicate;
use inkwell::values::{IntValue, PointerValue};

/// Of so many threads one at least must be in a loop for the strip to go through it masked; fewer go alone.
const SHARE: u32 = 8;

impl<'ctx> Strip<'_, 'ctx> {
    /// Threads that are in different segments, or have left.
    pub(super) fn go_on_masked(&self) {
        let build = self.build();
        let masked: Vec<(u32, &Segment, Block)> = (0..)
            .zip(&self.stretch.strips.segments)
            .filter(|&(number, segment)| segment.masks && self.comes_to(number))
            .map(|(number, segment)| (number, segment, self.masked[number as usize]))
            .collect();
        self.leave_out(&masked);
        build.go_to_end(self.parted);
        if masked.is_empty() {
            build.jump(self.apart);
            return;
        }
        self.copy(self.stack.before, self.stack.after);
        let [look, alone] = ["look", "alone"].map(|name| build.append(self.stretch.run.function, name));
        // The threads have come from one segment, and the least of what they chose is known; those that have left are less than any.
        let ways: Vec<_> = masked.iter().map(|&(number, _, block)| (build.n32(SEGMENTS + number), block)).collect();
        build.switch(build.load(build.i32(), self.stack.least).into_int_value(), look, &ways);
        self.look(look, &masked, alone);
        for &(number, segment, block) in &masked {
            build.go_to_end(block);
            self.masked_segment(number, segment, look, alone);
        }
        build.go_to_end(alone);
        self.copy(self.stack.after, self.stack.before);
        build.jump(self.apart);
    }

    /// Nobody comes to the others.
    fn leave_out(&self, masked: &[(u32, &Segment, Block<'ctx>)]) {
        let build = self.build();
        let is_other = |block: &&Block<'ctx>| masked.iter().all(|(.., own)| own != *block);
        for &block in self.masked.iter().filter(is_other) {
            build.go_to_end(block);
            build.unreachable();
        }
    }

    /// Goes on with the least advanced segment that threads are in, or ends the strip.
    fn look(&self, look: Block<'ctx>, masked: &[(u32, &Segment, Block<'ctx>)], alone: Block<'ctx>) {
        let build = self.build();
        build.go_to_end(look);
        let nowhere = build.n32(u32::MAX);
        build.store(nowhere, self.stack.least);
        self.each_thread(|thread, _| {
            let went = self.load_went(thread);
            let has_left = build.compare(IntPredicate::ULT, went, build.n32(SEGMENTS));
            let at = build.select(has_left, nowhere, went);
            let least = build.load(build.i32(), self.stack.least).into_int_value();
            build.store(build.select(build.compare(IntPredicate::ULT, at, least), at, least), self.stack.least);
        });
        let over = build.append(self.stretch.run.function, "over");
        let mut ways: Vec<_> = masked.iter().map(|&(number, _, block)| (build.n32(SEGMENTS + number), block)).collect();
        ways.push((nowhere, over));
        build.switch(build.load(build.i32(), self.stack.least).into_int_value(), alone, &ways);
        build.go_to_end(over);
        self.finish_all();
    }

    /// One segment for those of the strip's threads that are in it.
    fn masked_segment(&self, number: u32, segment: &Segment, look: Block<'ctx>, alone: Block<'ctx>) {
        let build = self.build();
        let is_loop = segment.next.contains(&number);
        let here = build.n32(SEGMENTS + number);
        let again = build.append(self.stretch.run.function, "again");
        if is_loop {
            build.store(build.n32(0), self.stack.count);
            self.each_thread(|thread, _| self.count(build.compare(IntPredicate::EQ, self.load_went(thread), here)));
            build.branch(self.are_few(), alone, again);
        } else {
            build.jump(again);
        }
        build.go_to_end(again);
        let stays = self.some_stays(segment, here);
        let strips = self.stretch.strips;
        let own: Vec<&Cell> = strips.cells.iter().filter(|cell| !cell.is_uniform && cell.made.contains(&number)).collect();
        let agreed = self.agreed(number, segment);
        build.store(build.n32(0), self.stack.count);
        self.each_thread(|thread, place| {
            let was = self.load_went(thread);
            let is_here = build.compare(IntPredicate::EQ, was, here);
            own.iter().for_each(|cell| self.keep_old(cell, thread));
            agreed.iter().for_each(|one| one.forget(self));
            let [runs, join] = ["runs", "join"].map(|name| build.append(self.stretch.run.function, name));
            let from = build.block();
            uniform_loads::mark(build.branch(is_here, runs, join));
            build.go_to_end(runs);
            let super::Stack { arrays, before, own_out: out, own_uniform: after, .. } = self.stack;
            let (zero, segment) = (build.n32(0), build.n32(number));
            let call = StripArguments { first: self.numbers(), out, place: zero, segment, thread, stays, arrays, before, after };
            let next = self.stretch.call(place, call);
            let ran = build.block();
            build.jump(join);
            build.go_to_end(join);
            let went = build.phi(build.i32());
            went.add_incoming(&[(&was, from), (&next, ran)]);
            let went = went.as_basic_value().into_int_value();
            access_groups::mark_access(self.stretch.run.module, build.store(went, self.went(thread)));
            own.iter().for_each(|cell| self.take_new(cell, thread));
            if is_loop {
                self.count(build.compare(IntPredicate::EQ, went, here));
            }
            agreed.iter().for_each(|one| one.note(self, Some(is_here), went));
        });
        agreed.iter().for_each(|one| one.settle(self, self.stack.before));
        if is_loop {
            build.branch(self.are_few(), look, again);
        } else {
            build.jump(look);
        }
    }

    /// Not 0 if one of the threads that are in a segment stays in the loop that they have been through: then all go through it again.
    fn some_stays(&self, segment: &Segment, here: IntValue<'ctx>) -> IntValue<'ctx> {
        let build = self.build();
        let Some(offset) = segment.lingers else { return build.n32(0) };
        build.store(build.n32(0), self.stack.stays);
        self.each_thread(|thread, _| {
            let own = self.load_stays(offset, thread);
            ir::maker(own.into()).into_iter().for_each(|load| access_groups::mark_access(self.stretch.run.module, load));
            let is_here = build.compare(IntPredicate::EQ, self.load_went(thread), here);
            let stays = build.select(is_here, build.extend(own, build.i32()), build.n32(0));
            build.store(build.or(build.load(build.i32(), self.stack.stays).into_int_value(), stays), self.stack.stays);
        });
        build.load(build.i32(), self.stack.stays).into_int_value()
    }

    fn count(&self, one: IntValue<'ctx>) {
        let build = self.build();
        let sum = build.add(build.load(build.i32(), self.stack.count).into_int_value(), build.extend(one, build.i32()));
        build.store(sum, self.stack.count);
    }

    fn are_few(&self) -> IntValue<'ctx> {
        let build = self.build();
        let count = build.load(build.i32(), self.stack.count).into_int_value();
        build.compare(IntPredicate::ULT, count, build.div(self.threads, build.n32(SHARE)))
    }

    /// What an array's element becomes where its thread is masked.
    fn keep_old(&self, cell: &Cell<'ctx>, thread: IntValue<'ctx>) {
        let build = self.build();
        let old = build.load(cell.ty, self.of_thread(cell, thread));
        ir::maker(old).into_iter().for_each(|load| access_groups::mark_access(self.stretch.run.module, load));
        build.store(old, build.offset(self.stack.own_out, build.n64(cell.offset)));
    }

    fn take_new(&self, cell: &Cell<'ctx>, thread: IntValue<'ctx>) {
        let build = self.build();
        let new = build.load(cell.ty, build.offset(self.stack.own_out, build.n64(cell.offset)));
        access_groups::mark_access(self.stretch.run.module, build.store(new, self.of_thread(cell, thread)));
    }

    /// The place of a thread's own value.
    fn of_thread(&self, cell: &Cell<'ctx>, thread: IntValue<'ctx>) -> PointerValue<'ctx> {
        let build = self.build();
        build.element(cell.ty, build.offset(self.stack.arrays, build.n64(cell.offset)), build.widen(thread))
    }
}
