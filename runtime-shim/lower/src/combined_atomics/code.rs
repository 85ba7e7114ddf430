//! The functions that use a table of what threads add: addresses and what was added to each, at the place that an address's bits say.
//!
//! Where another address has an operation's place, that one's sum is added to memory by an atomic operation and makes room. A mask says
//! which places are in use, so that the end of a region costs what was used of it.

use super::Kind;
use crate::build::Build;
use crate::ir::{self, Function, Value};
use crate::shared_atomics;
use inkwell::AtomicRMWBinOp;
use inkwell::IntPredicate;
use inkwell::module::{Linkage, Module};
use inkwell::types::{BasicTypeEnum, StructType, VectorType};
use inkwell::values::{IntValue, PointerValue};

/// Places of a table: as many as a mask has bits.
const PLACES: u32 = 64;

/// The bits of an address that say its place, from the one that tells elements apart on.
const PLACE_BITS: u64 = PLACES.trailing_zeros() as u64;

/// Bytes, as lines of caches have them.
pub(super) const ALIGN: u32 = 64;

/// No address of anything: that of a number is a multiple of its size.
const NOWHERE: u64 = u64::MAX;

/// Operations that found no place after which a table closes if fewer did: a power of two.
const MISSES: u64 = 32;

/// Functions on tables of one kind.
pub(super) struct Code<'a, 'ctx> {
    pub(super) module: &'a Module<'ctx>,
    pub(super) kind: Kind<'ctx>,
}

/// A part of a table.
#[derive(Clone, Copy)]
pub(super) enum Part {
    Addresses,
    Values,
    /// A bit for each place in use.
    Used,
    /// How many operations have found their place.
    Hits,
    /// How many have not: as many atomic operations are done in the end.
    Misses,
    /// One of [`State`].
    State,
}

/// Whether operations use a table.
#[derive(Clone, Copy)]
pub(super) enum State {
    Open,
    /// It does not pay: they are atomic.
    Closed,
    /// None has come to it yet: its addresses are not written.
    Fresh,
}

impl<'ctx> Code<'_, 'ctx> {
    pub(super) fn ty(&self) -> StructType<'ctx> {
        let context = self.module.get_context();
        let number = context.i64_type();
        let values: BasicTypeEnum = match self.kind.ty {
            BasicTypeEnum::FloatType(ty) => ty.array_type(PLACES).into(),
            ty => ty.into_int_type().array_type(PLACES).into(),
        };
        let numbers = [number.into(), number.into(), number.into(), context.i32_type().into()];
        let parts = [number.array_type(PLACES).into(), values].into_iter().chain(numbers);
        context.struct_type(&parts.collect::<Vec<_>>(), false)
    }

    fn part(&self, build: &Build<'ctx>, table: PointerValue<'ctx>, part: Part) -> PointerValue<'ctx> {
        build.address(self.ty().into(), table, &[build.n32(0), build.n32(part as u32)])
    }

    fn element(&self, build: &Build<'ctx>, table: PointerValue<'ctx>, part: Part, at: IntValue<'ctx>) -> PointerValue<'ctx> {
        build.address(self.ty().into(), table, &[build.n32(0), build.n32(part as u32), at])
    }

    fn number(&self, build: &Build<'ctx>, table: PointerValue<'ctx>, part: Part) -> IntValue<'ctx> {
        build.load(build.i64(), self.part(build, table, part)).into_int_value()
    }

    /// Adds one to a number of the table, and gives the sum.
    fn count(&self, build: &Build<'ctx>, table: PointerValue<'ctx>, part: Part) -> IntValue<'ctx> {
        let sum = build.add(self.number(build, table, part), build.n64(1));
        build.store(sum, self.part(build, table, part));
        sum
    }

    /// Begins a table in a state; it costs little as long as no operation comes to it.
    pub(super) fn begin(&self, build: &Build<'ctx>, table: PointerValue<'ctx>, state: IntValue<'ctx>) {
        for number in [Part::Used, Part::Hits, Part::Misses] {
            build.store(build.n64(0), self.part(build, table, number));
        }
        build.store(state, self.part(build, table, Part::State));
    }

    fn is_in(&self, build: &Build<'ctx>, table: PointerValue<'ctx>, state: State) -> IntValue<'ctx> {
        let own = build.load(build.i32(), self.part(build, table, Part::State)).into_int_value();
        build.compare(IntPredicate::EQ, own, build.n32(state as u32))
    }

    fn set(&self, build: &Build<'ctx>, table: PointerValue<'ctx>, state: State) {
        build.store(build.n32(state as u32), self.part(build, table, Part::State));
    }

    /// Where an address belongs. What lies side by side has places side by side; the next bits tell apart what lies further away.
    fn index(&self, build: &Build<'ctx>, address: IntValue<'ctx>) -> IntValue<'ctx> {
        let size = u64::from(self.kind.bytes().trailing_zeros());
        let [near, far] = [size, size + PLACE_BITS].map(|by| build.shift_right(address, build.n64(by)));
        build.and(build.xor(near, far), build.n64(u64::from(PLACES) - 1))
    }

    /// The function of a name, which `write` writes where there is none yet.
    fn function(
        &self,
        what: &str,
        parameters: &[BasicTypeEnum<'ctx>],
        write: impl FnOnce(&Build<'ctx>, Function<'ctx>),
    ) -> Function<'ctx> {
        let ty = self.kind.ty.print_to_string().to_string();
        let name = format!("hipify.combined.{what}.{:?}.{ty}", self.kind.operation).to_lowercase();
        self.module.get_function(&name).unwrap_or_else(|| {
            let context = self.module.get_context();
            let parameters: Vec<_> = parameters.iter().map(|&ty| ty.into()).collect();
            let ty = context.void_type().fn_type(&parameters, false);
            let function = self.module.add_function(&name, ty, Some(Linkage::Internal));
            ir::mark(function, "nounwind");
            ir::mark_parameter(function, 0, "noalias");
            write(&Build::at_end(context, context.append_basic_block(function, "entry")), function);
            function
        })
    }

    /// `fn(table, address, value)`: small, for LLVM to inline.
    pub(super) fn add(&self) -> Function<'ctx> {
        let (pointer, ty) = (self.module.get_context().ptr_type(inkwell::AddressSpace::default()), self.kind.ty);
        let miss = self.miss();
        self.function("add", &[pointer.into(), pointer.into(), ty], |build, function| {
            let [table, address, value] = parameters(function);
            let (table, address) = (table.into_pointer_value(), address.into_pointer_value());
            let [closed, direct, open, hit, other] =
                ["closed", "direct", "open", "hit", "other"].map(|name| build.append(function, name));
            let bits = build.pointer_to_integer(address);
            let index = self.index(build, bits);
            // The state is in memory that other functions know of, so that no loop is made twice for it.
            build.branch(self.is_in(build, table, State::Open), open, closed);
            build.go_to_end(closed);
            build.branch(self.is_in(build, table, State::Closed), direct, other);
            build.go_to_end(direct);
            self.write(build, address, value);
            build.ret_void();
            build.go_to_end(open);
            let there = build.load(build.i64(), self.element(build, table, Part::Addresses, index)).into_int_value();
            build.branch(build.compare(IntPredicate::EQ, there, bits), hit, other);
            build.go_to_end(hit);
            let place = self.element(build, table, Part::Values, index);
            build.store(self.combined(build, build.load(ty, place), value), place);
            self.count(build, table, Part::Hits);
            build.ret_void();
            build.go_to_end(other);
            build.call(miss, &[table.into(), index.into(), bits.into(), value]);
            build.ret_void();
        })
    }

    /// What two operations do, as the value of one.
    fn combined(&self, build: &Build<'ctx>, one: Value<'ctx>, other: Value<'ctx>) -> Value<'ctx> {
        use AtomicRMWBinOp::{Add, FAdd, FSub, Sub};
        let operation = match self.kind.operation {
            Sub => Add,
            FSub => FAdd,
            operation => operation,
        };
        let plain = build.context.create_builder();
        plain.position_at_end(build.block());
        let result = shared_atomics::apply(&plain, operation, one, other);
        result.expect("the builder has a position").expect("kinds are of operations that are known")
    }

    /// `fn(table, place, address, value)`: gives a place to another address.
    fn miss(&self) -> Function<'ctx> {
        let context = self.module.get_context();
        let (pointer, i64, ty) = (context.ptr_type(inkwell::AddressSpace::default()), context.i64_type(), self.kind.ty);
        self.function("miss", &[pointer.into(), i64.into(), i64.into(), ty], |build, function| {
            ["noinline", "cold"].iter().for_each(|attribute| ir::mark(function, attribute));
            let [table, index, address, value] = parameters(function);
            let (table, index) = (table.into_pointer_value(), index.into_int_value());
            let [first, ready, empty, taken] = ["first", "ready", "empty", "taken"].map(|name| build.append(function, name));
            let [put, ask, close, over] = ["put", "ask", "close", "over"].map(|name| build.append(function, name));
            build.branch(self.is_in(build, table, State::Fresh), first, ready);
            build.go_to_end(first);
            let nowhere = [build.n64(NOWHERE); PLACES as usize];
            let written = build.store(VectorType::const_vector(&nowhere), self.part(build, table, Part::Addresses));
            written.set_alignment(ALIGN).expect("a power of two");
            self.set(build, table, State::Open);
            build.jump(ready);
            build.go_to_end(ready);
            let (own, sum) =
                (self.element(build, table, Part::Addresses, index), self.element(build, table, Part::Values, index));
            let before = build.load(build.i64(), own).into_int_value();
            build.branch(build.compare(IntPredicate::EQ, before, build.n64(NOWHERE)), empty, taken);
            build.go_to_end(taken);
            self.write(build, build.integer_to_pointer(before), build.load(ty, sum));
            build.jump(put);
            build.go_to_end(empty);
            let bit = build.shift_left(build.n64(1), index);
            let used = build.or(self.number(build, table, Part::Used), bit);
            build.store(used, self.part(build, table, Part::Used));
            build.jump(put);
            build.go_to_end(put);
            build.store(address, own);
            build.store(value, sum);
            let misses = self.count(build, table, Part::Misses);
            let rest = build.and(misses, build.n64(MISSES - 1));
            build.branch(build.compare(IntPredicate::EQ, rest, build.n64(0)), ask, over);
            build.go_to_end(ask);
            let hits = self.number(build, table, Part::Hits);
            build.branch(build.compare(IntPredicate::ULT, hits, misses), close, over);
            build.go_to_end(close);
            self.set(build, table, State::Closed);
            build.jump(over);
            build.go_to_end(over);
            build.ret_void();
        })
    }

    /// `fn(table, whether it has not paid)`: empties it.
    pub(super) fn flush(&self) -> Function<'ctx> {
        let pointer = self.module.get_context().ptr_type(inkwell::AddressSpace::default());
        self.function("flush", &[pointer.into(), pointer.into()], |build, function| {
            ir::mark(function, "noinline");
            let [table, known] = parameters(function).map(Value::into_pointer_value);
            let [next, over, changed, end] = ["next", "over", "changed", "end"].map(|name| build.append(function, name));
            let is_empty = |left| build.compare(IntPredicate::EQ, left, build.n64(0));
            let all = self.number(build, table, Part::Used);
            let entry = build.block();
            build.branch(is_empty(all), over, next);
            build.go_to_end(next);
            let left = build.phi(build.i64());
            let used = left.as_basic_value().into_int_value();
            let of_zero = build.context.bool_type().const_zero();
            let index = build.intrinsic(self.module, "llvm.cttz", build.i64().into(), &[used.into(), of_zero.into()]);
            let index = index.into_int_value();
            let own = self.element(build, table, Part::Addresses, index);
            let address = build.load(build.i64(), own).into_int_value();
            let sum = build.load(self.kind.ty, self.element(build, table, Part::Values, index));
            self.write(build, build.integer_to_pointer(address), sum);
            build.store(build.n64(NOWHERE), own);
            let rest = build.and(used, build.sub(used, build.n64(1)));
            left.add_incoming(&[(&all, entry), (&rest, next)]);
            build.branch(is_empty(rest), over, next);
            build.go_to_end(over);
            build.store(build.n64(0), self.part(build, table, Part::Used));
            // One that was closed from the beginning tells nothing.
            let misses = self.number(build, table, Part::Misses);
            let is_known = build.compare(IntPredicate::UGE, misses, build.n64(MISSES));
            let fails = build.compare(IntPredicate::ULT, self.number(build, table, Part::Hits), misses);
            let fails = build.extend(fails, build.i32());
            let before = build.load_relaxed(build.i32(), known).into_int_value();
            let differs = build.compare(IntPredicate::NE, fails, before);
            build.branch(build.and(is_known, differs), changed, end);
            build.go_to_end(changed);
            build.store_relaxed(fails, known);
            build.jump(end);
            build.go_to_end(end);
            build.ret_void();
        })
    }

    fn write(&self, build: &Build<'ctx>, address: PointerValue<'ctx>, value: Value<'ctx>) {
        build.read_modify_write(self.kind.operation, address, value, self.kind.bytes());
    }
}

fn parameters<'ctx, const COUNT: usize>(function: Function<'ctx>) -> [Value<'ctx>; COUNT] {
    function.get_params().try_into().expect("declared with them")
}
