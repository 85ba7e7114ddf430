//! `run` for kernels whose barriers are of whole blocks: a loop over the block's threads for each region.

use super::run::{Entered, Exchanged, Run};
use super::strips::Stretch;
use super::threads::{self, Row};
use super::{OfSmallBlocks, is_whole};
use crate::access_groups;
use crate::block_shape::BlockShape;
use crate::body::Body;
use crate::combined_atomics;
use crate::context::Field;
use crate::counted_loop::Loop;
use crate::guard_hoisting::Mode;
use crate::ir::Function;
use crate::kernels::Kernel;
use hipify_abi::{DIVERGED, DONE};
use inkwell::IntPredicate;
use inkwell::module::Module;
use inkwell::values::IntValue;

/// Writes `run`, and what it calls for blocks of the shape that was guessed.
pub(super) fn write<'ctx>(
    module: &Module<'ctx>,
    kernel: &Kernel<'ctx>,
    body: &Body<'ctx>,
    other: Option<OfSmallBlocks<'ctx>>,
) -> (Function<'ctx>, Option<Function<'ctx>>) {
    let of_shape = |shape: &BlockShape| whole(&Run::begin(module, kernel, body, "run.shaped", 1).within(shape));
    let shaped = body.shape.as_ref().map(of_shape);
    let run = Run::begin(module, kernel, body, "run", 1);
    if let Some((function, most)) = other {
        leave_to(&run, run.shape.is_at_most(&run.build, most), function);
    }
    if let (Some(shape), Some(function)) = (&body.shape, shaped) {
        leave_to(&run, run.shape.is(&run.build, shape), function);
    }
    (whole(&run), shaped)
}

/// Has another function run blocks of which something holds.
fn leave_to<'ctx>(run: &Run<'_, 'ctx>, holds: IntValue<'ctx>, function: Function<'ctx>) {
    let build = &run.build;
    let [known, other] = ["known", "other"].map(|name| build.append(run.function, name));
    build.branch(holds, known, other);
    build.go_to_end(known);
    let call = build.call(function, &[run.context.into(), run.state.into()]);
    build.ret(call.try_as_basic_value().basic().expect("it returns a state").into_int_value());
    build.go_to_end(other);
}

fn whole<'ctx>(run: &Run<'_, 'ctx>) -> Function<'ctx> {
    resume(run);
    for state in 0..run.starts.len() as u32 {
        region(run, state);
    }
    run.function
}

/// Goes on where threads are. Blocks that never return before they are done start at the entry.
fn resume(run: &Run) {
    let build = &run.build;
    let regions = &run.body.regions.regions;
    if is_whole(run.body) {
        build.jump(run.starts[0]);
        return;
    }
    let from = build.block();
    let mut cases = Vec::new();
    for state in 1..regions.len() as u32 {
        let block = build.append(run.function, "resume");
        build.go_to_end(block);
        run.take(&[state], build.n32(0));
        build.jump(run.starts[state as usize]);
        cases.push((build.n32(state), block));
    }
    build.go_to_end(from);
    build.switch(run.state, run.starts[0], &cases);
}

/// The loop over the threads, and what comes after it.
fn region<'ctx>(run: &Run<'_, 'ctx>, state: u32) {
    let build = &run.build;
    build.go_to_end(run.starts[state as usize]);
    let nothing = Exchanged { phase: build.n32(0), active: build.n64(0), ballot: build.n64(0), tree: build.n64(0) };
    let entered = run.enter(state, nothing);
    let write = |entered: &Entered<'ctx>, row: &Row<'ctx>| {
        if run.body.guards.of(state).is_empty() {
            stretch(run, entered, row, build.n32(0), run.shape.x, Mode::Whole);
        } else {
            guarded(run, entered, row, state);
        }
    };
    let all = || {
        if run.body.side_by_side.is_some() {
            let blocks = build.count(Field::Neighbours.number(build, run.context), build.n32(1));
            threads::rows_of_blocks(build, run.function, &run.shape, blocks, &|block, row| {
                write(&entered.of_neighbour(build, block), row);
            });
        } else {
            threads::rows(build, run.function, &run.shape, &|row| write(&entered, row));
        }
    };
    if run.body.joins {
        run.either(run.is_small(), all, || wide(run, &entered))
    } else {
        all()
    }
    combined_atomics::end_region(run.module, build, run.body.function);
    let leave = |states: &[u32], answer: u32| {
        run.spread(states, build.n32(0), run.shape.threads);
        build.ret(build.n32(answer));
    };
    let on = |next: u32| match run.body.regions.regions.get(next as usize) {
        Some(region) if !region.wait.leaves() => drop(build.jump(run.starts[next as usize])),
        Some(_) => leave(&[next], next),
        None => drop(build.ret(build.n32(DONE))),
    };
    run.go_on(state, &on, &|states| leave(states, DIVERGED));
}

/// Threads of a grid in which global ids may overflow: one by one.
fn wide<'ctx>(run: &Run<'_, 'ctx>, entered: &Entered<'ctx>) {
    let build = &run.build;
    threads::rows(build, run.function, &run.shape, &|row| {
        let x = Loop::begin(build, run.function, build.n32(0), run.shape.x);
        run.pass(entered, &row.place(build, &run.shape, x.index), Mode::Wide);
        access_groups::mark_slow(run.module, x.end(build, run.function));
    });
}

/// `count` threads of a row from one on, of which there is at least one: a loop that stops in front of each thread that does something
/// alone.
fn stretch<'ctx>(
    run: &Run<'_, 'ctx>,
    entered: &Entered<'ctx>,
    row: &Row<'ctx>,
    from: IntValue<'ctx>,
    count: IntValue<'ctx>,
    mode: Mode,
) {
    if !run.body.guards.have_lone_threads() {
        return alike(run, entered, row, from, count, mode);
    }
    let build = &run.build;
    let end = build.count(from, count);
    let at = build.alloca_at_entry(run.function, build.i32());
    build.store(from, at);
    let [ask, others, lone, over] = ["ask", "others", "lone", "over"].map(|name| build.append(run.function, name));
    build.jump(ask);
    build.go_to_end(ask);
    let x = build.load(build.i32(), at).into_int_value();
    run.call(entered, &row.place(build, &run.shape, x), Mode::AskLone, None);
    let far = build.load(build.i32(), run.answer).into_int_value();
    let left = build.sub(end, x);
    let count = build.select(build.compare(IntPredicate::ULT, far, left), far, left);
    build.branch(build.compare(IntPredicate::EQ, count, build.n32(0)), lone, others);
    build.go_to_end(others);
    alike(run, entered, row, x, count, mode.of_others());
    let next = build.count(x, count);
    build.store(next, at);
    build.branch(build.compare(IntPredicate::ULT, next, end), lone, over);
    build.go_to_end(lone);
    let x = build.load(build.i32(), at).into_int_value();
    run.pass(entered, &row.place(build, &run.shape, x), mode);
    let next = build.count(x, build.n32(1));
    build.store(next, at);
    build.branch(build.compare(IntPredicate::ULT, next, end), ask, over);
    build.go_to_end(over);
}

/// `count` threads of a row from one on, of which there is at least one: the loop that can become vector code.
fn alike<'ctx>(
    run: &Run<'_, 'ctx>,
    entered: &Entered<'ctx>,
    row: &Row<'ctx>,
    from: IntValue<'ctx>,
    count: IntValue<'ctx>,
    mode: Mode,
) {
    let build = &run.build;
    if let Some(strips) = &run.body.strips {
        return Stretch { run, entered, row, mode, strips }.write(from, build.count(from, count));
    }
    run.counted(entered, || {
        let thread = Loop::begin(build, run.function, build.n32(0), count);
        run.pass_counted(entered, &row.place(build, &run.shape, build.count(from, thread.index)), mode);
        run.mark_loop(thread.end(build, run.function));
    });
}

/// A row in stretches: where a guard holds, its threads; where it does not, one for all.
fn guarded<'ctx>(run: &Run<'_, 'ctx>, entered: &Entered<'ctx>, row: &Row<'ctx>, state: u32) {
    let build = &run.build;
    let guards = run.body.guards.of(state);
    let at = build.alloca_at_entry(run.function, build.i32());
    build.store(build.n32(0), at);
    let [ask, over] = ["ask", "over"].map(|name| build.append(run.function, name));
    build.jump(ask);
    build.go_to_end(ask);
    let x = build.load(build.i32(), at).into_int_value();
    let left = build.sub(run.shape.x, x);
    let place = row.place(build, &run.shape, x);
    let guard = run.call(entered, &place, Mode::Ask, None);
    let answer = |number| build.load(build.i32(), build.element(build.i32(), run.answer, build.n64(number))).into_int_value();
    let at_most = |number, most| build.select(build.compare(IntPredicate::ULT, number, most), number, most);
    let (holds, waits, past) = (at_most(answer(0), left), at_most(answer(1), left), answer(2));
    let on = |next: IntValue<'ctx>| {
        build.store(next, at);
        build.branch(build.compare(IntPredicate::ULT, next, run.shape.x), ask, over);
    };
    let known: Vec<_> =
        guards.iter().map(|&number| (build.n32(number as u32 + 1), build.append(run.function, "guard"))).collect();
    let none = build.append(run.function, "unguarded");
    build.switch(guard, none, &known);
    build.go_to_end(none);
    if run.body.guards.are_certain(state) {
        build.unreachable();
    } else {
        stretch(run, entered, row, x, left, Mode::Whole);
        build.jump(over);
    }
    for (&number, (_, block)) in guards.iter().zip(known) {
        let [inside, outside] = ["inside", "outside"].map(|name| build.append(run.function, name));
        build.go_to_end(block);
        build.branch(build.compare(IntPredicate::EQ, holds, build.n32(0)), outside, inside);
        build.go_to_end(inside);
        let next = build.count(x, holds);
        stretch(run, entered, row, x, holds, Mode::Inside(number));
        // Where it is known that the guard does not hold next, it is not asked again.
        let [more, resting] = ["more", "resting"].map(|name| build.append(run.function, name));
        build.branch(build.compare(IntPredicate::ULT, next, run.shape.x), more, over);
        build.go_to_end(more);
        build.store(next, at);
        build.branch(build.compare(IntPredicate::EQ, past, build.n32(0)), ask, resting);
        build.go_to_end(resting);
        run.pass(entered, &row.place(build, &run.shape, next), Mode::Outside(number));
        on(build.count(next, at_most(past, build.sub(run.shape.x, next))));
        build.go_to_end(outside);
        run.pass(entered, &place, Mode::Outside(number));
        on(build.count(x, waits));
    }
    build.go_to_end(over);
}
