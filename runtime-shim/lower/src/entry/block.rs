//! `run` for kernels whose threads meet as whole blocks: a loop over the block's threads for each region.

use super::launch;
use super::threads::{self, Shape};
use crate::body::{self, Arguments, Body};
use crate::build::Build;
use crate::context::Field;
use crate::cuts::Together;
use crate::ids::Thread;
use crate::ir::{self, Block, Function, Value};
use crate::kernels::Kernel;
use hipify_abi::{DIVERGED, DONE, Wait};
use inkwell::IntPredicate;
use inkwell::module::{Linkage, Module};
use inkwell::values::{IntValue, PointerValue};

/// `run` that leaves all to `step`.
pub(super) fn write_apart<'ctx>(module: &Module<'ctx>, kernel: &Kernel<'ctx>) -> Function<'ctx> {
    let (function, build, context, state) = declare(module, kernel);
    let states = Field::States.pointer(&build, context);
    let all = threads::Loop::begin(&build, function, build.n32(0), Field::Threads.number(&build, context));
    let own = build.element(build.i16(), states, build.widen(all.index));
    build.store(build.truncate(state, build.i16()), own);
    all.end(&build, function);
    build.ret(build.n32(DIVERGED));
    function
}

fn declare<'ctx>(
    module: &Module<'ctx>,
    kernel: &Kernel<'ctx>,
) -> (Function<'ctx>, Build<'ctx>, PointerValue<'ctx>, IntValue<'ctx>) {
    let of_module = module.get_context();
    let pointer = of_module.ptr_type(inkwell::AddressSpace::default());
    let ty = of_module.i32_type().fn_type(&[pointer.into(), of_module.i32_type().into()], false);
    let function = module.add_function(&format!("{}.run", kernel.name), ty, Some(Linkage::Internal));
    ir::mark(function, "nounwind");
    ir::mark_parameter(function, 0, "noalias");
    let build = Build::at_end(of_module, of_module.append_basic_block(function, "entry"));
    let parameter = |place| function.get_nth_param(place).expect("declared with it");
    (function, build, parameter(0).into_pointer_value(), parameter(1).into_int_value())
}

/// `run` while it is written.
struct Run<'a, 'ctx> {
    module: &'a Module<'ctx>,
    body: &'a Body<'ctx>,
    function: Function<'ctx>,
    build: Build<'ctx>,
    context: PointerValue<'ctx>,
    shape: Shape<'ctx>,
    kernel_arguments: Vec<Value<'ctx>>,
    /// Where each uniform value lies while threads are together.
    uniforms: Vec<PointerValue<'ctx>>,
    least: PointerValue<'ctx>,
    most: PointerValue<'ctx>,
    /// The first block of each region's loop.
    starts: Vec<Block<'ctx>>,
}

pub(super) fn write<'ctx>(module: &Module<'ctx>, kernel: &Kernel<'ctx>, body: &Body<'ctx>) -> Function<'ctx> {
    let (function, build, context, state) = declare(module, kernel);
    let shape = Shape::read(&build, context);
    let kernel_arguments = launch::arguments(&build, context, kernel);
    let uniforms = body.frame.uniforms().map(|slot| build.alloca(slot.ty, "")).collect();
    let (least, most) = (build.alloca(build.i32(), ""), build.alloca(build.i32(), ""));
    let starts = body.regions.regions.iter().map(|_| build.append(function, "region")).collect();
    let run = Run { module, body, function, build, context, shape, kernel_arguments, uniforms, least, most, starts };
    run.resume(state);
    (0..run.starts.len()).for_each(|state| run.region(state));
    function
}

impl<'ctx> Run<'_, 'ctx> {
    /// Goes on where threads are. Blocks that never return before they are done start at the entry.
    fn resume(&self, state: IntValue<'ctx>) {
        let build = &self.build;
        let regions = &self.body.regions.regions;
        let always_together =
            regions.iter().all(|region| region.together != Together::Unknown) && !self.body.regions.has(Wait::Grid);
        if always_together {
            build.jump(self.starts[0]);
            return;
        }
        let from = build.block();
        let mut cases = Vec::new();
        for state in 1..regions.len() {
            let block = build.append(self.function, "resume");
            build.go_to_end(block);
            self.load_uniforms(state as u32);
            build.jump(self.starts[state]);
            cases.push((build.n32(state as u32), block));
        }
        build.go_to_end(from);
        build.switch(state, self.starts[0], &cases);
    }

    fn load_uniforms(&self, state: u32) {
        let frame = Field::Frame.pointer(&self.build, self.context);
        for (slot, &place) in self.body.frame.uniforms().zip(&self.uniforms).filter(|(slot, _)| slot.states.contains(&state)) {
            let element = body::element(&self.build, frame, slot, self.build.n64(0));
            self.build.store(body::load_slot(&self.build, slot, element), place);
        }
    }

    /// The loop over the threads, and what comes after it.
    fn region(&self, state: usize) {
        let build = &self.build;
        build.go_to_end(self.starts[state]);
        let next = &self.body.regions.regions[state].next;
        let uniforms: Vec<_> =
            self.body.frame.uniforms().zip(&self.uniforms).map(|(slot, &place)| (build.load(slot.ty, place), place)).collect();
        let together = self.body.regions.regions[state].together;
        if together == Together::Unknown {
            build.store(build.n32(u32::MAX), self.least);
            build.store(build.n32(0), self.most);
        }
        threads::each(self.module, build, self.function, &self.shape, |place| {
            let zero = build.n32(0);
            let thread = Thread {
                context: self.context,
                x: place.x,
                y: place.y,
                z: place.z,
                linear: place.linear,
                lane: place.lane,
                state: build.n32(state as u32),
                phase: zero,
                active: build.n64(0),
                ballot: build.n64(0),
            };
            let went = self.body.call(build, &Arguments { thread, uniforms, kernel: self.kernel_arguments.clone() });
            match together {
                Together::Always => {}
                Together::Proven => drop(build.store(went, self.least)),
                Together::Unknown => self.note(place.linear, went),
            }
        });
        match next[..] {
            [] => drop(build.ret(build.n32(DONE))),
            [only] => self.go_on(only),
            _ if together == Together::Proven => self.choose(next),
            _ => self.go_on_together(next),
        }
    }

    /// Notes a thread's next state.
    fn note(&self, linear: IntValue<'ctx>, state: IntValue<'ctx>) {
        let build = &self.build;
        let states = Field::States.pointer(build, self.context);
        let own = build.element(build.i16(), states, build.widen(linear));
        let store = build.store(build.truncate(state, build.i16()), own);
        crate::parallel::mark_access(self.module, store);
        for (how, place) in [(IntPredicate::ULT, self.least), (IntPredicate::UGT, self.most)] {
            let best = build.load(build.i32(), place).into_int_value();
            build.store(build.select(build.compare(how, state, best), state, best), place);
        }
    }

    fn go_on(&self, state: u32) {
        let build = &self.build;
        match self.body.regions.regions.get(state as usize) {
            Some(region) if region.wait != Wait::Grid => drop(build.jump(self.starts[state as usize])),
            Some(_) => {
                self.spread(&[state]);
                build.ret(build.n32(state));
            }
            None => drop(build.ret(build.n32(DONE))),
        }
    }

    /// Goes on if all threads are in one state.
    fn go_on_together(&self, next: &[u32]) {
        let build = &self.build;
        let least = build.load(build.i32(), self.least).into_int_value();
        let most = build.load(build.i32(), self.most).into_int_value();
        let [together, apart] = ["together", "apart"].map(|name| build.append(self.function, name));
        build.branch(build.compare(IntPredicate::EQ, least, most), together, apart);
        build.go_to_end(apart);
        self.spread(next);
        build.ret(build.n32(DIVERGED));
        build.go_to_end(together);
        self.choose(next);
    }

    /// Goes on to the state that all threads are in.
    fn choose(&self, next: &[u32]) {
        let build = &self.build;
        let state = build.load(build.i32(), self.least).into_int_value();
        let ways: Vec<_> = next.iter().map(|&state| (build.n32(state), build.append(self.function, "way"))).collect();
        build.switch(state, ways[0].1, &ways[1..]);
        for (&state, (_, block)) in next.iter().zip(ways) {
            build.go_to_end(block);
            self.go_on(state);
        }
    }

    /// Gives each thread its copy of the uniform values that are needed in the states.
    fn spread(&self, states: &[u32]) {
        let build = &self.build;
        let needed = |slot: &crate::slots::Slot| states.iter().any(|state| slot.states.contains(state));
        let values: Vec<_> = self.body.frame.uniforms().zip(&self.uniforms).filter(|(slot, _)| needed(slot)).collect();
        if values.is_empty() {
            return;
        }
        let frame = Field::Frame.pointer(build, self.context);
        let all = threads::Loop::begin(build, self.function, build.n32(0), self.shape.threads);
        for (slot, &place) in values {
            let element = body::element(build, frame, slot, build.widen(all.index));
            body::store_slot(build, slot, build.load(slot.ty, place), element);
        }
        all.end(build, self.function);
    }
}
