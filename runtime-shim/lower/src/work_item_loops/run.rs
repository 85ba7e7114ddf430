//! The code that `run` of any kernel consists of: one function that takes a group of threads from region to region while they are
//! convergent.

use super::launch;
use super::threads::{Shape, ThreadIndices};
use crate::access_groups;
use crate::block_shape::BlockShape;
use crate::body::{self, Arguments, Body};
use crate::build::Build;
use crate::context::Field;
use crate::context_save::Slot;
use crate::counted_loop::Loop;
use crate::guard_hoisting::Mode;
use crate::ir::{self, Block, Function, Instruction, Value};
use crate::kernels::Kernel;
use crate::regions::Together;
use crate::strips;
use crate::work_item_intrinsics::Asked;
use crate::work_item_intrinsics::Thread;
use inkwell::IntPredicate;
use inkwell::module::{Linkage, Module};
use inkwell::values::{IntValue, PointerValue};

/// Threads of a row that LLVM may take one by one, as straight code, before the row has become vector code: what it unrolls fully is of
/// some 300 instructions at most (`UnrollThresholdDefault`, LLVM 19), of which a thread takes a few.
const SHORT: u32 = 64;

/// `run` while it is written.
pub(super) struct Run<'a, 'ctx> {
    pub(super) module: &'a Module<'ctx>,
    pub(super) body: &'a Body<'ctx>,
    pub(super) function: Function<'ctx>,
    pub(super) build: Build<'ctx>,
    pub(super) context: PointerValue<'ctx>,
    /// The state that the block is in when it is called.
    pub(super) state: IntValue<'ctx>,
    pub(super) shape: Shape<'ctx>,
    /// Whether rows are known to be [`SHORT`].
    has_short_rows: bool,
    kernel_arguments: Vec<Value<'ctx>>,
    /// Where each uniform value lies while threads are together.
    pub(super) uniforms: Vec<PointerValue<'ctx>>,
    /// The lowest and the highest next state of the threads so far, and of those in a loop.
    ends: [PointerValue<'ctx>; 2],
    ends_of_loop: [PointerValue<'ctx>; 2],
    /// Where a body that is asked for guards leaves its answer.
    pub(super) answer: PointerValue<'ctx>,
    /// The first block of each region.
    pub(super) starts: Vec<Block<'ctx>>,
}

/// A region that a group has come to.
#[derive(Clone)]
pub(super) struct Entered<'ctx> {
    pub(super) state: u32,
    /// Of the block.
    context: PointerValue<'ctx>,
    exchanged: Exchanged<'ctx>,
    uniforms: Vec<(Value<'ctx>, PointerValue<'ctx>)>,
}

/// What lanes of a warp have exchanged.
#[derive(Clone, Copy)]
pub(super) struct Exchanged<'ctx> {
    /// The half to put to.
    pub(super) phase: IntValue<'ctx>,
    pub(super) active: IntValue<'ctx>,
    pub(super) ballot: IntValue<'ctx>,
    /// Of what is computed of their values, the result for the lanes that run.
    pub(super) tree: IntValue<'ctx>,
}

impl<'ctx> Entered<'ctx> {
    /// Of another block that goes side by side with it, by its number among them.
    pub(super) fn of_neighbour(&self, build: &Build<'ctx>, number: IntValue<'ctx>) -> Self {
        let away = build.mul(build.widen(number), build.n64(size_of::<hipify_abi::Context>() as u64));
        Entered { context: build.offset(self.context, away), ..self.clone() }
    }

    /// With the result of the region's tree for the next threads.
    pub(super) fn with_tree(&self, tree: IntValue<'ctx>) -> Self {
        Entered { exchanged: Exchanged { tree, ..self.exchanged }, ..self.clone() }
    }
}

impl<'a, 'ctx> Run<'a, 'ctx> {
    /// Begins the function, which has so many numbers as parameters after the context, the state first; building goes on in
    /// its first block.
    pub(super) fn begin(
        module: &'a Module<'ctx>,
        kernel: &Kernel<'ctx>,
        body: &'a Body<'ctx>,
        name: &str,
        numbers: usize,
    ) -> Self {
        let of_module = module.get_context();
        let mut parameters = vec![of_module.ptr_type(inkwell::AddressSpace::default()).into()];
        parameters.resize(1 + numbers, of_module.i32_type().into());
        let ty = of_module.i32_type().fn_type(&parameters, false);
        let function = module.add_function(&format!("{}.{name}", kernel.name), ty, Some(Linkage::Internal));
        ir::mark(function, "nounwind");
        ir::mark_parameter(function, 0, "noalias");
        // Fields that only some threads read leave the loops over threads, too.
        ir::mark_valid::<hipify_abi::Context>(function, 0);
        let build = Build::at_end(of_module, of_module.append_basic_block(function, "entry"));
        let parameter = |place| function.get_nth_param(place).expect("declared with it");
        let (context, state) = (parameter(0).into_pointer_value(), parameter(1).into_int_value());
        Run {
            shape: Shape::read(&build, context, body.joins),
            has_short_rows: false,
            kernel_arguments: launch::arguments(&build, context, kernel),
            uniforms: body.frame.uniforms().map(|slot| build.alloca(slot.ty, "")).collect(),
            ends: [(); 2].map(|()| build.alloca(build.i32(), "")),
            ends_of_loop: [(); 2].map(|()| build.alloca(build.i32(), "")),
            answer: build.alloca(build.i32().array_type(3), ""),
            starts: body.regions.regions.iter().map(|_| build.append(function, "region")).collect(),
            module,
            body,
            function,
            build,
            context,
            state,
        }
    }

    pub(super) fn parameter(&self, place: u32) -> Value<'ctx> {
        self.function.get_nth_param(place).expect("declared with it")
    }

    pub(super) fn together(&self, state: u32) -> Together {
        self.body.regions.regions[state as usize].together
    }

    /// Marks the branch that ends a loop over threads.
    pub(super) fn mark_loop(&self, latch: Instruction<'ctx>) {
        if self.has_short_rows {
            access_groups::mark_short_loop(self.module, latch);
        } else {
            access_groups::mark_loop(self.module, latch);
        }
    }

    /// Begins a region: gives what is the same for its threads.
    pub(super) fn enter(&self, state: u32, exchanged: Exchanged<'ctx>) -> Entered<'ctx> {
        let build = &self.build;
        if self.together(state) == Together::Unknown {
            self.begin_count(self.ends);
        }
        let values = self.body.frame.uniforms().zip(&self.uniforms);
        Entered {
            state,
            context: self.context,
            exchanged,
            uniforms: values.map(|(slot, &place)| (build.load(slot.ty, place), place)).collect(),
        }
    }

    /// Whether global ids cannot overflow in the grid: see [`crate::global_id_no_wrap`].
    pub(super) fn is_small(&self) -> IntValue<'ctx> {
        let build = &self.build;
        let fits = |axis: u32| {
            let [blocks, threads] =
                [Field::GridDim(axis), Field::BlockDim(axis)].map(|field| build.widen(field.number(build, self.context)));
            build.compare(IntPredicate::ULT, build.mul(blocks, threads), build.n64(1 << 31))
        };
        build.and(build.and(fits(0), fits(1)), fits(2))
    }

    /// Writes both ways of a branch; building goes on where they join.
    pub(super) fn either(&self, condition: IntValue<'ctx>, then: impl FnOnce(), other: impl FnOnce()) {
        let build = &self.build;
        let [one, two, join] = ["then", "else", "join"].map(|name| build.append(self.function, name));
        build.branch(condition, one, two);
        build.go_to_end(one);
        then();
        build.jump(join);
        build.go_to_end(two);
        other();
        build.jump(join);
        build.go_to_end(join);
    }

    /// The result of a region's tree for 32 lanes from one on; zero where it has none.
    pub(super) fn tree(&self, state: u32, phase: IntValue<'ctx>, first: IntValue<'ctx>) -> IntValue<'ctx> {
        let tree = self.body.regions.regions[state as usize].tree.as_ref();
        tree.map_or(self.build.n64(0), |tree| tree.compute(self.module, &self.build, self.context, phase, first))
    }

    /// Runs one thread through its region.
    pub(super) fn pass(&self, entered: &Entered<'ctx>, place: &ThreadIndices<'ctx>, mode: Mode) {
        self.finish(entered, place, self.call(entered, place, mode, None));
    }

    /// As [`Run::pass`] in a loop that is written within [`Run::counted`].
    pub(super) fn pass_counted(&self, entered: &Entered<'ctx>, place: &ThreadIndices<'ctx>, mode: Mode) {
        self.finish_counted(entered, place, self.call(entered, place, mode, None));
    }

    /// Takes a thread's next state.
    pub(super) fn finish(&self, entered: &Entered<'ctx>, place: &ThreadIndices<'ctx>, next: IntValue<'ctx>) {
        self.note(entered, place, next, self.ends);
    }

    /// As [`Run::finish`] in a loop that is written within [`Run::counted`].
    pub(super) fn finish_counted(&self, entered: &Entered<'ctx>, place: &ThreadIndices<'ctx>, next: IntValue<'ctx>) {
        self.note(entered, place, next, self.ends_of_loop);
    }

    /// A loop over threads whose next states are counted from nothing: where they turn out to be one, LLVM sees the loop's result.
    pub(super) fn counted(&self, entered: &Entered<'ctx>, write: impl FnOnce()) {
        let is_counted = self.together(entered.state) == Together::Unknown;
        if is_counted {
            self.begin_count(self.ends_of_loop);
        }
        write();
        if is_counted {
            let found = self.ends_of_loop.map(|place| self.build.load(self.build.i32(), place).into_int_value());
            self.count(found, self.ends);
        }
    }

    /// Notes a thread's next state.
    fn note(&self, entered: &Entered<'ctx>, place: &ThreadIndices<'ctx>, next: IntValue<'ctx>, ends: [PointerValue<'ctx>; 2]) {
        let build = &self.build;
        match self.together(entered.state) {
            Together::Always => {}
            Together::Proven => drop(build.store(self.shifted(next), self.ends[0])),
            Together::Unknown => {
                let own = build.store(build.truncate(next, build.i16()), self.state_of(place.linear));
                access_groups::mark_access(self.module, own);
                self.count([self.shifted(next); 2], ends);
            }
        }
    }

    fn begin_count(&self, [least, most]: [PointerValue<'ctx>; 2]) {
        self.build.store(self.build.n32(u32::MAX), least);
        self.build.store(self.build.n32(0), most);
    }

    /// Calls the body, or a segment of the strip body, for one thread.
    pub(super) fn call(
        &self,
        entered: &Entered<'ctx>,
        place: &ThreadIndices<'ctx>,
        mode: Mode,
        strip: Option<strips::StripArguments<'ctx>>,
    ) -> IntValue<'ctx> {
        let ThreadIndices { x, y, z, linear, lane } = *place;
        let Exchanged { phase, active, ballot, tree } = entered.exchanged;
        let state = self.build.n32(entered.state);
        let asked = Asked { mode: self.build.n32(mode.number()), answer: self.answer };
        let thread = Thread { context: entered.context, x, y, z, linear, lane, state, phase, active, ballot, tree, asked };
        let arguments = Arguments { thread, uniforms: entered.uniforms.clone(), kernel: self.kernel_arguments.clone() };
        match (strip, &self.body.strips) {
            (Some(place), Some(strips)) => self.body.call_strip(&self.build, strips, &arguments, &place),
            _ => self.body.call(&self.build, &arguments),
        }
    }

    /// Makes the lesser of two numbers the least, the greater one the most.
    fn count(&self, found: [IntValue<'ctx>; 2], ends: [PointerValue<'ctx>; 2]) {
        let build = &self.build;
        for ((how, found), place) in [IntPredicate::ULT, IntPredicate::UGT].into_iter().zip(found).zip(ends) {
            let best = build.load(build.i32(), place).into_int_value();
            build.store(build.select(build.compare(how, found, best), found, best), place);
        }
    }

    /// A state as [`Self::ends`] are counted in. LLVM turns the lesser of a number and 1 into a comparison, by which
    /// loops over threads do not become vector code.
    fn shifted(&self, state: IntValue<'ctx>) -> IntValue<'ctx> {
        self.build.add(state, self.build.n32(2))
    }

    /// Where a thread's state lies for the runtime.
    pub(super) fn state_of(&self, linear: IntValue<'ctx>) -> PointerValue<'ctx> {
        let states = Field::States.pointer(&self.build, self.context);
        self.build.element(self.build.i16(), states, self.build.widen(linear))
    }

    /// Has the block's shape as constants, in a function that is called for blocks of this shape alone.
    pub(super) fn within(mut self, shape: &BlockShape) -> Self {
        let build = &self.build;
        build.assume(self.module, self.shape.is(build, shape));
        self.shape = self.shape.known(build, shape);
        self.has_short_rows = shape.0[0].is_some_and(|threads| threads <= SHORT);
        ir::mark(self.function, "noinline");
        self
    }

    /// Goes on after a region: to `on` for the state that all threads are in, to `apart` if they are not in one.
    pub(super) fn go_on(&self, state: u32, on: &dyn Fn(u32), apart: &dyn Fn(&[u32])) {
        let build = &self.build;
        let next = &self.body.regions.regions[state as usize].next;
        match (&next[..], self.together(state)) {
            ([], _) => drop(build.unreachable()),
            ([only], _) => on(*only),
            (_, Together::Unknown) => {
                let [least, most] = self.ends.map(|place| build.load(build.i32(), place).into_int_value());
                let [one, several] = ["together", "apart"].map(|name| build.append(self.function, name));
                build.branch(build.compare(IntPredicate::EQ, least, most), one, several);
                build.go_to_end(several);
                apart(next);
                build.go_to_end(one);
                self.choose(next, on);
            }
            _ => self.choose(next, on),
        }
    }

    /// Goes on to the state that all threads are in.
    fn choose(&self, next: &[u32], on: &dyn Fn(u32)) {
        let build = &self.build;
        let state = build.load(build.i32(), self.ends[0]).into_int_value();
        let ways: Vec<_> =
            next.iter().map(|&state| (self.shifted(build.n32(state)), build.append(self.function, "way"))).collect();
        build.switch(state, ways[0].1, &ways[1..]);
        for (&state, (_, block)) in next.iter().zip(ways) {
            build.go_to_end(block);
            on(state);
        }
    }

    /// The uniform values that are needed in some of the states, with where each lies.
    pub(super) fn needed(&self, states: &[u32]) -> Vec<(usize, &Slot<'ctx>, PointerValue<'ctx>)> {
        let slots = self.body.frame.uniforms().zip(&self.uniforms).enumerate();
        let is_needed = |slot: &Slot| states.iter().any(|state| slot.states.contains(state));
        slots.filter(|(_, (slot, _))| is_needed(slot)).map(|(number, (slot, &place))| (number, slot, place)).collect()
    }

    /// Takes the uniform values of a state from a thread.
    pub(super) fn take(&self, states: &[u32], linear: IntValue<'ctx>) {
        let build = &self.build;
        let frame = Field::Frame.pointer(build, self.context);
        for (_, slot, place) in self.needed(states) {
            let element = body::element(build, frame, slot, build.widen(linear));
            build.store(body::load_slot(build, slot, element), place);
        }
    }

    /// Gives each of the threads `first .. end` its copy of the uniform values that are needed in the states.
    pub(super) fn spread(&self, states: &[u32], first: IntValue<'ctx>, end: IntValue<'ctx>) {
        let build = &self.build;
        let values = self.needed(states);
        if values.is_empty() {
            return;
        }
        let frame = Field::Frame.pointer(build, self.context);
        let all = Loop::begin(build, self.function, first, end);
        for (_, slot, place) in values {
            let element = body::element(build, frame, slot, build.widen(all.index));
            body::store_slot(build, slot, build.load(slot.ty, place), element);
        }
        all.end(build, self.function);
    }
}
