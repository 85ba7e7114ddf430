//! `run` for kernels whose threads meet as whole blocks: a loop over the block's threads for each region.

use super::run::{Exchanged, Run};
use super::threads;
use crate::body::Body;
use crate::cuts::Together;
use crate::ir::Function;
use crate::kernels::Kernel;
use hipify_abi::{DIVERGED, DONE, Wait};
use inkwell::module::Module;

pub(super) fn write<'ctx>(module: &Module<'ctx>, kernel: &Kernel<'ctx>, body: &Body<'ctx>) -> Function<'ctx> {
    let run = Run::begin(module, kernel, body);
    resume(&run);
    for state in 0..run.starts.len() as u32 {
        region(&run, state);
    }
    run.function
}

/// Goes on where threads are. Blocks that never return before they are done start at the entry.
fn resume(run: &Run) {
    let build = &run.build;
    let regions = &run.body.regions.regions;
    if regions.iter().all(|region| region.together != Together::Unknown) && !run.body.regions.has(Wait::Grid) {
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
fn region(run: &Run, state: u32) {
    let build = &run.build;
    build.go_to_end(run.starts[state as usize]);
    let nothing = Exchanged { phase: build.n32(0), active: build.n64(0), ballot: build.n64(0) };
    run.region(state, nothing, |body| threads::each(run.module, build, run.function, &run.shape, body));
    let leave = |states: &[u32], answer: u32| {
        run.spread(states, build.n32(0), run.shape.threads);
        build.ret(build.n32(answer));
    };
    let on = |next: u32| match run.body.regions.regions.get(next as usize) {
        Some(region) if region.wait != Wait::Grid => drop(build.jump(run.starts[next as usize])),
        Some(_) => leave(&[next], next),
        None => drop(build.ret(build.n32(DONE))),
    };
    run.go_on(state, &on, &|states| leave(states, DIVERGED));
}
