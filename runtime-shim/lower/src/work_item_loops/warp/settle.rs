//! Warps that are partial or divergent: the runtime runs their lanes on.

use super::{Manner, Turn, Warps};
use crate::build::Build;
use crate::context;
use crate::ir::{self, Function};
use hipify_abi::{DIVERGED, DONE, FORGET_OTHERS, SETTLE, WHOLE};
use inkwell::IntPredicate;
use inkwell::module::Module;
use inkwell::values::IntValue;

impl<'ctx> Warps<'_, 'ctx> {
    /// Where not all lanes of the warp are there, the others have put nothing: other warps use the same exchange.
    pub(super) fn forget_others(&self, turn: &Turn<'ctx>) {
        let build = self.build();
        let active = self.range(turn).active;
        let whole = build.compare(IntPredicate::EQ, active, self.lowest(self.run.shape.warp));
        let [partial, begun] = ["partial", "begun"].map(|name| self.append(name));
        build.branch(whole, begun, partial);
        build.go_to_end(partial);
        build.call(forget_function(self.module(), build), &[self.run.context.into(), active.into()]);
        build.jump(begun);
        build.go_to_end(begun);
    }

    /// Lanes are in different states: the runtime takes them on until they are together again or rest.
    pub(super) fn settle(&self, before: u32, next: &[u32], turn: &Turn<'ctx>) {
        let build = self.build();
        let range = self.range(turn);
        self.run.spread(next, range.from, range.end);
        build.store(build.load(build.i32(), self.phase), context::phase(build, self.run.context));
        build.store(build.n32(0), self.phase);
        let settled = self.ask_runtime(turn.first, turn.end, before);
        for (value, cell) in [settled.state, settled.from, settled.to].into_iter().zip(self.settled) {
            build.store(value, cell);
        }
        build.jump(turn.settled);
    }

    /// Where lanes go on that the runtime has taken to one state. There is one such place for all regions: a case for each state at
    /// the end of each region would be the larger part of a kernel with many.
    pub(super) fn go_on_settled(&self, turn: &Turn<'ctx>) {
        let build = self.build();
        let [state, from, to] = self.settled.map(|cell| build.load(build.i32(), cell).into_int_value());
        let asked = build.block();
        let cases = (0..self.run.starts.len() as u32).chain([DONE]).map(|state| {
            let block = self.append("settled");
            build.go_to_end(block);
            self.set_range(from, to);
            self.run.take(&[state], from);
            self.go_on(state, turn);
            (build.n32(state), block)
        });
        let cases: Vec<_> = cases.collect();
        build.go_to_end(asked);
        build.switch(state, turn.parted, &cases);
    }

    /// Calls the runtime's function for lanes that come from the state `before`.
    pub(super) fn ask_runtime(&self, first: IntValue<'ctx>, end: IntValue<'ctx>, before: u32) -> Settled<'ctx> {
        let build = self.build();
        let size = build.sub(end, first);
        let before = if matches!(self.manner, Manner::Whole(None)) { before | WHOLE } else { before };
        let function = settle_function(self.module(), build);
        let call = build.call(function, &[self.run.context.into(), first.into(), size.into(), build.n32(before).into()]);
        let packed = call.try_as_basic_value().basic().expect("it returns a number").into_int_value();
        let field = |place: u32| build.truncate(build.shift_right(packed, build.n64(u64::from(16 * place))), build.i16());
        let number = |place| build.extend(field(place), build.i32());
        let (from, to) = (build.count(first, number(1)), build.count(first, number(2)));
        let state = match self.manner {
            Manner::Whole(_) => {
                let is_whole = build.compare(IntPredicate::EQ, build.sub(to, from), size);
                build.select(is_whole, number(0), build.n32(DIVERGED))
            }
            Manner::Any(_) => number(0),
        };
        Settled { state, from, to }
    }
}

/// What the runtime says of a warp.
pub(super) struct Settled<'ctx> {
    /// Of all lanes that have not left the kernel, or [`DIVERGED`].
    pub(super) state: IntValue<'ctx>,
    /// The range of these.
    pub(super) from: IntValue<'ctx>,
    pub(super) to: IntValue<'ctx>,
}

fn forget_function<'ctx>(module: &Module<'ctx>, build: &Build<'ctx>) -> Function<'ctx> {
    module.get_function(FORGET_OTHERS).unwrap_or_else(|| {
        let ty = module.get_context().void_type().fn_type(&[build.ptr().into(), build.i64().into()], false);
        let function = module.add_function(FORGET_OTHERS, ty, None);
        ir::mark(function, "nounwind");
        function
    })
}

fn settle_function<'ctx>(module: &Module<'ctx>, build: &Build<'ctx>) -> Function<'ctx> {
    module.get_function(SETTLE).unwrap_or_else(|| {
        let (pointer, i32) = (build.ptr(), build.i32());
        let ty = build.i64().fn_type(&[pointer.into(), i32.into(), i32.into(), i32.into()], false);
        let function = module.add_function(SETTLE, ty, None);
        ir::mark(function, "nounwind");
        function
    })
}
