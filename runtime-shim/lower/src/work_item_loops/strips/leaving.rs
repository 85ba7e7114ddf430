//! How strips end: their threads leave the body together, or one by one. What states they leave with is counted strip by strip.

use super::{Stack, Stretch, Strip};
use crate::counted_loop::Loop;
use crate::strips::SEGMENTS;
use inkwell::IntPredicate;

impl<'ctx> Strip<'_, 'ctx> {
    /// All threads have left: takes the states that they have left with.
    pub(super) fn finish_all(&self) {
        let Stretch { run, entered, .. } = self.stretch;
        run.counted(entered, || self.each_thread(|thread, place| run.finish_counted(entered, place, self.load_went(thread))));
        self.build().jump(self.done);
    }

    /// Takes each thread through the rest of its segments before the next one.
    pub(super) fn finish_apart(&self) {
        let build = self.build();
        build.go_to_end(self.apart);
        let threads = Loop::begin(build, self.stretch.run.function, build.n32(0), self.threads);
        let thread = threads.index;
        let place = self.place(thread);
        self.copy(self.stack.own_before, self.stack.after);
        let [test, on, out] = ["test", "on", "out"].map(|name| build.append(self.stretch.run.function, name));
        build.jump(test);
        build.go_to_end(test);
        let went = build.load(build.i32(), self.went(thread)).into_int_value();
        build.branch(build.compare(IntPredicate::ULT, went, build.n32(SEGMENTS)), out, on);
        build.go_to_end(on);
        let segment = build.sub(went, build.n32(SEGMENTS));
        let Stack { own_before: before, own_after: after, .. } = self.stack;
        let call = self.in_place(segment, thread, self.stays_alone(segment, thread), before, after);
        let next = self.stretch.call(&place, call);
        build.store(next, self.went(thread));
        self.copy(before, after);
        build.jump(test);
        build.go_to_end(out);
        self.stretch.run.finish(self.stretch.entered, &place, went);
        threads.end(build, self.stretch.run.function);
        build.jump(self.done);
    }
}
