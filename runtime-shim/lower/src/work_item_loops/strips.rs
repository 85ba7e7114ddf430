//! Loops over the threads of a block whose body is split at the loops of [`crate::strip_candidates`]: rows are taken in strips,
//! and a strip goes from segment to segment together. Threads that diverge there, and those that fill no strip, run one by one.

mod agreed;
mod leaving;
mod masked;

use self::agreed::Agreed;
use super::run::{Entered, Run};
use super::threads::{Row, ThreadIndices};
use crate::access_groups;
use crate::build::Build;
use crate::counted_loop::Loop;
use crate::guard_hoisting::Mode;
use crate::ir::{self, Block, Function};
use crate::strips::{SEGMENTS, Segment, StripArguments, Strips};
use inkwell::IntPredicate;
use inkwell::values::{IntValue, PointerValue};

/// Of a strip's arrays.
const ALIGNMENT: u32 = 64;

/// Threads of a row that are run by strips.
pub(super) struct Stretch<'a, 'ctx> {
    pub(super) run: &'a Run<'a, 'ctx>,
    pub(super) entered: &'a Entered<'ctx>,
    pub(super) row: &'a Row<'ctx>,
    pub(super) mode: Mode,
    pub(super) strips: &'a Strips<'ctx>,
}

/// A strip on its way.
struct Strip<'a, 'ctx> {
    stretch: &'a Stretch<'a, 'ctx>,
    stack: Stack<'ctx>,
    /// Its first thread.
    first: ThreadIndices<'ctx>,
    threads: IntValue<'ctx>,
    segments: Vec<Block<'ctx>>,
    /// The segments once more, for some of the threads.
    masked: Vec<Block<'ctx>>,
    /// Where its threads go that do not all go to one segment.
    parted: Block<'ctx>,
    apart: Block<'ctx>,
    done: Block<'ctx>,
}

/// Memory of a strip.
#[derive(Clone, Copy)]
struct Stack<'ctx> {
    arrays: PointerValue<'ctx>,
    before: PointerValue<'ctx>,
    after: PointerValue<'ctx>,
    own_before: PointerValue<'ctx>,
    own_after: PointerValue<'ctx>,
    /// What each thread returned last.
    went: PointerValue<'ctx>,
    least: PointerValue<'ctx>,
    most: PointerValue<'ctx>,
    /// For a thread that goes through a segment while others are masked: where it writes for the arrays and the uniform values.
    own_out: PointerValue<'ctx>,
    own_uniform: PointerValue<'ctx>,
    /// How many threads are in one segment, and whether one of them stays in its loop.
    count: PointerValue<'ctx>,
    stays: PointerValue<'ctx>,
}

impl<'ctx> Stretch<'_, 'ctx> {
    /// Writes the loops over the threads `from .. end`, of which there is at least one.
    pub(super) fn write(&self, from: IntValue<'ctx>, end: IntValue<'ctx>) {
        let build = &self.run.build;
        let stack = Stack::of(build, self.run.function, self.strips);
        let is_small = self.run.is_small();
        let mut rest = from;
        for threads in self.strips.lengths.iter().map(|&threads| build.n32(threads)) {
            let from = rest;
            let count = build.div(build.sub(end, from), threads);
            let count = build.select(is_small, count, build.n32(0));
            rest = build.count(from, build.mul(count, threads));
            self.guarded(build.compare(IntPredicate::NE, count, build.n32(0)), || {
                let strip = Loop::begin(build, self.run.function, build.n32(0), count);
                self.strip(stack, self.place(build.count(from, build.mul(strip.index, threads))), threads);
                strip.end(build, self.run.function);
            });
        }
        self.guarded(build.compare(IntPredicate::ULT, rest, end), || {
            let x = Loop::begin(build, self.run.function, rest, end);
            self.run.pass(self.entered, &self.place(x.index), self.mode);
            self.run.mark_loop(x.end(build, self.run.function));
        });
    }

    fn place(&self, x: IntValue<'ctx>) -> ThreadIndices<'ctx> {
        self.row.place(&self.run.build, &self.run.shape, x)
    }

    fn call(&self, place: &ThreadIndices<'ctx>, strip: StripArguments<'ctx>) -> IntValue<'ctx> {
        self.run.call(self.entered, place, self.mode, Some(strip))
    }

    fn guarded(&self, condition: IntValue<'ctx>, write: impl FnOnce()) {
        let build = &self.run.build;
        let [inside, after] = ["", ""].map(|name| build.append(self.run.function, name));
        build.branch(condition, inside, after);
        build.go_to_end(inside);
        write();
        build.jump(after);
        build.go_to_end(after);
    }

    fn strip(&self, stack: Stack<'ctx>, first: ThreadIndices<'ctx>, threads: IntValue<'ctx>) {
        let build = &self.run.build;
        let function = self.run.function;
        let segments: Vec<_> = self.strips.segments.iter().map(|_| build.append(function, "segment")).collect();
        let masked: Vec<_> = self.strips.segments.iter().map(|_| build.append(function, "masked")).collect();
        let [parted, apart, done] = ["parted", "apart", "done"].map(|name| build.append(function, name));
        build.jump(segments[0]);
        let strip = Strip { stretch: self, stack, first, threads, segments, masked, parted, apart, done };
        for (number, segment) in (0..).zip(&self.strips.segments) {
            if strip.comes_to(number) && !segment.is_left_apart {
                strip.segment(number, segment);
            } else {
                build.go_to_end(strip.segments[number as usize]);
                build.unreachable();
            }
        }
        strip.go_on_masked();
        strip.finish_apart();
        build.go_to_end(done);
    }
}

impl<'ctx> Strip<'_, 'ctx> {
    fn build(&self) -> &Build<'ctx> {
        &self.stretch.run.build
    }

    fn place(&self, thread: IntValue<'ctx>) -> ThreadIndices<'ctx> {
        let build = self.build();
        let linear = build.count(self.first.linear, thread);
        let lane = self.stretch.run.shape.lane(build, linear);
        ThreadIndices { x: build.count(self.first.x, thread), linear, lane, ..self.first }
    }

    /// The numbers of the strip's first thread.
    fn numbers(&self) -> [IntValue<'ctx>; 3] {
        [self.first.x, self.first.linear, self.first.lane]
    }

    /// The arguments of a call for a thread that reads and writes its own elements of the arrays.
    fn in_place(
        &self,
        segment: IntValue<'ctx>,
        thread: IntValue<'ctx>,
        stays: IntValue<'ctx>,
        before: PointerValue<'ctx>,
        after: PointerValue<'ctx>,
    ) -> StripArguments<'ctx> {
        let arrays = self.stack.arrays;
        StripArguments { first: self.numbers(), out: arrays, place: thread, segment, thread, stays, arrays, before, after }
    }

    /// Whether a segment is part of the strip's region.
    fn comes_to(&self, segment: u32) -> bool {
        self.stretch.strips.reached[self.stretch.entered.state as usize][segment as usize]
    }

    /// A loop over the strip's threads.
    fn each_thread(&self, write: impl FnOnce(IntValue<'ctx>, &ThreadIndices<'ctx>)) {
        let build = self.build();
        let threads = Loop::begin(build, self.stretch.run.function, build.n32(0), self.threads);
        write(threads.index, &self.place(threads.index));
        access_groups::mark_strip(self.stretch.run.module, threads.end(build, self.stretch.run.function));
    }

    fn went(&self, thread: IntValue<'ctx>) -> PointerValue<'ctx> {
        let build = self.build();
        build.element(build.i32(), self.stack.went, build.widen(thread))
    }

    fn segment(&self, number: u32, segment: &Segment) {
        let build = self.build();
        build.go_to_end(self.segments[number as usize]);
        if let Some(offset) = segment.lingers {
            return self.linger(number, segment, offset);
        }
        let choices = segment.next.len() + usize::from(segment.ends);
        let Stack { before, after, own_uniform, .. } = self.stack;
        let mut agreed = Vec::new();
        if choices > 1 && !segment.alike {
            build.store(build.n32(u32::MAX), self.stack.least);
            build.store(build.n32(0), self.stack.most);
            self.copy(after, before);
            agreed = self.agreed(number, segment);
        }
        let Stretch { run, entered, .. } = self.stretch;
        let each = || {
            self.each_thread(|thread, place| {
                agreed.iter().for_each(|one| one.forget(self));
                let written = if choices > 1 && !segment.alike { own_uniform } else { after };
                let call = self.in_place(build.n32(number), thread, build.n32(0), before, written);
                let went = self.stretch.call(place, call);
                agreed.iter().for_each(|one| one.note(self, None, went));
                if segment.next.is_empty() {
                    run.finish_counted(entered, place, went);
                } else if choices > 1 || self.leads_to_masked(segment) {
                    self.note(thread, went, segment.alike);
                }
            });
        };
        match segment.next.is_empty() {
            true => run.counted(entered, each),
            false => each(),
        }
        agreed.iter().for_each(|one| one.settle(self, after));
        match segment.next[..] {
            [] => drop(build.jump(self.done)),
            [only] if !segment.ends => self.go_on(only),
            _ => self.choose(segment),
        }
    }

    /// The uniform values that threads make in a segment.
    fn agreed(&self, number: u32, segment: &Segment) -> Vec<Agreed<'ctx>> {
        let made = self.stretch.strips.cells.iter().filter(|cell| cell.made.contains(&number));
        made.filter_map(|cell| Agreed::of(self, cell, segment)).collect()
    }

    /// As often through a loop as some thread stays in it, then on to what follows it. The loop has arrays of its own, which nothing but
    /// all threads together reads and writes: they become registers.
    fn linger(&self, number: u32, segment: &Segment, offset: u64) {
        let build = self.build();
        let function = self.stretch.run.function;
        let Stack { arrays, before, after, .. } = self.stack;
        let bytes = self.stretch.strips.bytes;
        let own = memory(build, function, bytes);
        let [head, again, on] = ["linger", "again", "on"].map(|name| build.append(function, name));
        build.copy(own, arrays, ALIGNMENT, bytes);
        build.jump(head);
        build.go_to_end(head);
        // One byte a thread.
        let threads = self.threads.get_zero_extended_constant().expect("lengths are constants") as u32;
        let ty = build.int_of_bytes(threads);
        let some = build.load(ty, build.offset(own, build.n64(offset))).into_int_value();
        build.branch(build.compare(IntPredicate::NE, some, ty.const_zero()), again, on);
        build.go_to_end(again);
        let pass = |arrays: PointerValue<'ctx>, stays: u32| {
            self.each_thread(|thread, place| {
                let call = self.in_place(build.n32(number), thread, build.n32(stays), before, after);
                self.stretch.call(place, StripArguments { out: arrays, arrays, ..call });
            });
        };
        pass(own, 1);
        self.copy(before, after);
        build.jump(head);
        build.go_to_end(on);
        build.copy(arrays, own, ALIGNMENT, bytes);
        pass(arrays, 0);
        self.go_on(segment.next.iter().copied().find(|&next| next != number).unwrap_or(number));
    }

    /// Whether a thread that goes on alone stays in the loop that it has been through.
    fn stays_alone(&self, segment: IntValue<'ctx>, thread: IntValue<'ctx>) -> IntValue<'ctx> {
        let build = self.build();
        let lingering = (0..).zip(&self.stretch.strips.segments).filter_map(|(number, it)| Some((number, it.lingers?)));
        lingering.fold(build.n32(0), |stays, (number, offset)| {
            let own = build.extend(self.load_stays(offset, thread), build.i32());
            build.select(build.compare(IntPredicate::EQ, segment, build.n32(number)), own, stays)
        })
    }

    /// The byte in which a thread has left whether it stays in a loop: see [`Segment::lingers`].
    fn load_stays(&self, offset: u64, thread: IntValue<'ctx>) -> IntValue<'ctx> {
        let build = self.build();
        let own = build.element(build.i8(), build.offset(self.stack.arrays, build.n64(offset)), build.widen(thread));
        build.load(build.i8(), own).into_int_value()
    }

    fn note(&self, thread: IntValue<'ctx>, went: IntValue<'ctx>, alike: bool) {
        let build = self.build();
        access_groups::mark_access(self.stretch.run.module, build.store(went, self.went(thread)));
        if alike {
            build.store(went, self.stack.least);
            return;
        }
        for (how, place) in [(IntPredicate::ULT, self.stack.least), (IntPredicate::UGT, self.stack.most)] {
            let best = build.load(build.i32(), place).into_int_value();
            build.store(build.select(build.compare(how, went, best), went, best), place);
        }
    }

    fn go_on(&self, segment: u32) {
        let build = self.build();
        self.copy(self.stack.before, self.stack.after);
        let is_masked = self.stretch.strips.segments[segment as usize].is_left_apart;
        build.jump(if is_masked { self.masked[segment as usize] } else { self.segments[segment as usize] });
    }

    fn leads_to_masked(&self, segment: &Segment) -> bool {
        segment.next.iter().any(|&next| self.stretch.strips.segments[next as usize].is_left_apart)
    }

    fn copy(&self, to: PointerValue<'ctx>, from: PointerValue<'ctx>) {
        self.build().copy(to, from, 16, self.stretch.strips.uniform_bytes);
    }

    /// Goes on to the segment that all threads chose; one by one if they chose differently.
    fn choose(&self, segment: &Segment) {
        let build = self.build();
        let chosen = build.load(build.i32(), self.stack.least).into_int_value();
        if !segment.alike {
            let most = build.load(build.i32(), self.stack.most).into_int_value();
            let together = build.append(self.stretch.run.function, "together");
            // States of threads that have left may differ: each has its own.
            let left = build.compare(IntPredicate::ULT, most, build.n32(SEGMENTS));
            let same = build.compare(IntPredicate::EQ, chosen, most);
            build.branch(build.or(left, same), together, self.parted);
            build.go_to_end(together);
        }
        let left = build.append(self.stretch.run.function, "left");
        let ways: Vec<_> = segment
            .next
            .iter()
            .map(|&next| (build.n32(SEGMENTS + next), build.append(self.stretch.run.function, "way")))
            .collect();
        build.switch(chosen, left, &ways);
        for (&next, (_, block)) in segment.next.iter().zip(&ways) {
            build.go_to_end(*block);
            self.go_on(next);
        }
        build.go_to_end(left);
        if segment.ends {
            self.finish_all();
        } else {
            build.unreachable();
        }
    }

    fn load_went(&self, thread: IntValue<'ctx>) -> IntValue<'ctx> {
        let load = self.build().load(self.build().i32(), self.went(thread));
        ir::maker(load).into_iter().for_each(|load| access_groups::mark_access(self.stretch.run.module, load));
        load.into_int_value()
    }
}

impl<'ctx> Stack<'ctx> {
    fn of(build: &Build<'ctx>, function: Function<'ctx>, strips: &Strips<'ctx>) -> Self {
        let bytes = |bytes: u64| memory(build, function, bytes);
        let number = || build.alloca_at_entry(function, build.i32());
        let uniforms = || bytes(strips.uniform_bytes);
        Stack {
            arrays: bytes(strips.bytes),
            before: uniforms(),
            after: uniforms(),
            own_before: uniforms(),
            own_after: uniforms(),
            went: bytes(u64::from(strips.lengths[0]) * 4),
            least: number(),
            most: number(),
            own_out: bytes(strips.bytes),
            own_uniform: uniforms(),
            count: number(),
            stays: number(),
        }
    }
}

/// Bytes of memory in the function's first block, where passes can turn it into registers.
fn memory<'ctx>(build: &Build<'ctx>, function: Function<'ctx>, bytes: u64) -> PointerValue<'ctx> {
    let count = u32::try_from(bytes.max(1)).expect("arrays of a strip are small");
    let place = build.alloca_at_entry(function, build.i8().array_type(count));
    ir::align(place, ALIGNMENT);
    place
}
