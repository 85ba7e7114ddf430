//! A tree of operations on the values of 32 lanes, and how code asks for its result.

use crate::build::Build;
use crate::context::{Cells, Field};
use crate::counted_loop::Loop;
use crate::ir::{self, Function, Instruction, Value};
use hipify_abi::MAX_LANES;
use inkwell::attributes::AttributeLoc;
use inkwell::module::{Linkage, Module};
use inkwell::types::{BasicType, BasicTypeEnum};
use inkwell::values::{InstructionOpcode as Op, IntValue, PointerValue};

/// Shuffles that a tree stands for.
pub(crate) const STAGES: usize = 5;

/// Lanes whose values a tree takes.
pub(crate) const LANES: u32 = 1 << STAGES;

/// An operation on two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    Instruction(&'static str, Op),
    Intrinsic(&'static str),
}

const INSTRUCTIONS: &[(&str, Op)] = &[
    ("fadd", Op::FAdd),
    ("fmul", Op::FMul),
    ("add", Op::Add),
    ("mul", Op::Mul),
    ("and", Op::And),
    ("or", Op::Or),
    ("xor", Op::Xor),
];

/// Of these LLVM says that which of two zeros of different signs they give is open.
const INTRINSICS: &[&str] = &["maxnum", "minnum", "smax", "smin", "umax", "umin"];

impl Operation {
    /// That of an instruction.
    pub(crate) fn of(instruction: Instruction) -> Option<Self> {
        let of_code = |&&(_, code): &&(&str, Op)| code == instruction.get_opcode();
        if let Some(&(name, code)) = INSTRUCTIONS.iter().find(of_code) {
            return Some(Operation::Instruction(name, code));
        }
        let called = ir::name_of(ir::callee(instruction)?);
        let name = called.strip_prefix("llvm.")?.split('.').next()?;
        INTRINSICS.iter().find(|known| **known == name).map(|name| Operation::Intrinsic(name))
    }

    fn named(name: &str) -> Option<Self> {
        let instruction = INSTRUCTIONS.iter().find(|row| row.0 == name).map(|&(name, code)| Operation::Instruction(name, code));
        instruction.or_else(|| INTRINSICS.iter().find(|known| **known == name).map(|name| Operation::Intrinsic(name)))
    }

    fn name(self) -> &'static str {
        match self {
            Operation::Instruction(name, _) | Operation::Intrinsic(name) => name,
        }
    }

    /// On numbers or on vectors of them.
    fn build<'ctx>(self, module: &Module<'ctx>, build: &Build<'ctx>, a: Value<'ctx>, b: Value<'ctx>) -> Value<'ctx> {
        match self {
            Operation::Instruction(_, code) => build.operation(code, a, b),
            Operation::Intrinsic(name) => build.intrinsic(module, &format!("llvm.{name}"), a.get_type(), &[a, b]),
        }
    }
}

/// What is computed of the values of 32 neighbouring lanes of a warp.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tree {
    operation: Operation,
    is_float: bool,
    /// 32 or 64.
    bits: u32,
    /// How far apart the values are that operations take, one operation after the other: each power of two below [`LANES`] once.
    distances: Vec<u32>,
}

/// What the names of calls begin with that give a tree's result.
const RESULT: &str = "__hipify_get_tree.";

/// The same with what a lane gets that is not the first: from the tree's result.
const OWN: &str = "__hipify_get_own.";

impl Tree {
    /// Nothing where this is no tree, or of values of another size.
    pub(crate) fn new(operation: Operation, of: Value, distances: Vec<u32>) -> Option<Self> {
        let (is_float, bits) = match of {
            Value::IntValue(value) => (false, value.get_type().get_bit_width()),
            Value::FloatValue(value) if value.get_type() == value.get_type().get_context().f32_type() => (true, 32),
            Value::FloatValue(value) if value.get_type() == value.get_type().get_context().f64_type() => (true, 64),
            _ => return None,
        };
        let is_whole = distances.iter().fold(0, |all, distance| all | distance) == LANES - 1 && distances.len() == STAGES;
        (is_whole && matches!(bits, 32 | 64)).then_some(Tree { operation, is_float, bits, distances })
    }

    fn name(&self) -> String {
        let ty = if self.is_float { 'f' } else { 'i' };
        let distances: Vec<String> = self.distances.iter().map(u32::to_string).collect();
        format!("{}.{ty}{}.{}", self.operation.name(), self.bits, distances.join("."))
    }

    fn named(name: &str) -> Option<Self> {
        let mut parts = name.split('.');
        let operation = Operation::named(parts.next()?)?;
        let (ty, bits) = parts.next()?.split_at_checked(1)?;
        let distances = parts.map(str::parse).collect::<Result<_, _>>().ok()?;
        Some(Tree { operation, is_float: ty == "f", bits: bits.parse().ok()?, distances })
    }

    /// The tree whose result a call asks for.
    pub(crate) fn asked(call: Instruction) -> Option<Self> {
        match Ask::of(call)? {
            Ask::Result(tree) => Some(tree),
            Ask::Own(..) => None,
        }
    }

    /// Asks for the result, as a number.
    pub(crate) fn call<'ctx>(&self, module: &Module<'ctx>, build: &Build<'ctx>) -> IntValue<'ctx> {
        let name = format!("{RESULT}{}", self.name());
        let function = declared(module, &name, build.int(self.bits).fn_type(&[], false));
        build.call(function, &[]).try_as_basic_value().basic().expect("it gives a number").into_int_value()
    }

    /// Asks for what the calling lane gets, as a number. Of lanes other than the first, those that have not `asked` get anything.
    pub(crate) fn call_own<'ctx>(
        &self,
        module: &Module<'ctx>,
        build: &Build<'ctx>,
        (result, asked): (IntValue<'ctx>, IntValue<'ctx>),
        section: u32,
    ) -> IntValue<'ctx> {
        let name = format!("{OWN}{section}.{}", self.name());
        let number = build.int(self.bits);
        let ty = number.fn_type(&[number.into(), build.context.bool_type().into()], false);
        let function = declared(module, &name, ty);
        build
            .call(function, &[result.into(), asked.into()])
            .try_as_basic_value()
            .basic()
            .expect("it gives a number")
            .into_int_value()
    }

    /// A result of 64 bits as the number that a call gives.
    pub(crate) fn as_number<'ctx>(&self, build: &Build<'ctx>, result: IntValue<'ctx>) -> IntValue<'ctx> {
        if self.bits == 64 { result } else { build.truncate(result, build.i32()) }
    }

    /// A number as a value of the tree's type.
    pub(crate) fn typed<'ctx>(&self, build: &Build<'ctx>, number: IntValue<'ctx>) -> Value<'ctx> {
        if self.is_float { build.cast(Op::BitCast, number.into(), self.element(build)) } else { number.into() }
    }

    fn element<'ctx>(&self, build: &Build<'ctx>) -> BasicTypeEnum<'ctx> {
        match (self.is_float, self.bits) {
            (true, 32) => build.context.f32_type().into(),
            (true, _) => build.context.f64_type().into(),
            (false, bits) => build.int(bits).into(),
        }
    }

    fn cells(&self) -> Cells {
        if self.bits == 64 { Cells::Longs } else { Cells::Words }
    }

    /// What lanes got from, in an exchange.
    pub(crate) fn half<'ctx>(
        &self,
        build: &Build<'ctx>,
        context: PointerValue<'ctx>,
        phase: IntValue<'ctx>,
    ) -> PointerValue<'ctx> {
        self.cells().half(build, Field::Exchange.pointer(build, context), build.xor(phase, build.n32(1)))
    }

    /// Computes the result of the lanes from `first` on, as a number of 64 bits; `phase` is the half of the exchange that is put to.
    pub(crate) fn compute<'ctx>(
        &self,
        module: &Module<'ctx>,
        build: &Build<'ctx>,
        context: PointerValue<'ctx>,
        phase: IntValue<'ctx>,
        first: IntValue<'ctx>,
    ) -> IntValue<'ctx> {
        let from = build.element(build.int(self.bits), self.half(build, context, phase), build.widen(first));
        let all = build.load_vector(self.element(build), LANES, from, self.bits / 8);
        // Each value is of those lanes whose numbers differ from this one in the distances so far.
        let mut lanes: Vec<u32> = (0..LANES).collect();
        let mut values = all;
        for distance in &self.distances {
            let place = |lane: u32| lanes.iter().position(|&one| one == lane).expect("it was not left out") as u32;
            let left: Vec<u32> = lanes.iter().copied().filter(|lane| lane & distance == 0).collect();
            let [own, other] = [0, *distance].map(|away| build.choose(values, left.iter().map(|lane| place(lane | away))));
            values = self.operation.build(module, build, own, other);
            lanes = left;
        }
        let result = build.cast(Op::BitCast, build.extract(values, 0), build.int(self.bits).into());
        build.extend_to_64(result.into_int_value())
    }

    /// What a lane gets: the result if it is the first of its lanes, or has not asked for another one.
    pub(crate) fn own<'ctx>(&self, build: &Build<'ctx>, module: &Module<'ctx>, section: u32) -> Function<'ctx> {
        let name = format!("hipify.tree.{section}.{}", self.name());
        if let Some(function) = module.get_function(&name) {
            return function;
        }
        let (number, i32) = (build.int(self.bits), build.i32());
        let truth = build.context.bool_type();
        let ty = number.fn_type(&[number.into(), truth.into(), i32.into(), i32.into(), build.ptr().into()], false);
        let function = module.add_function(&name, ty, Some(Linkage::Internal));
        ["nounwind", "alwaysinline"].iter().for_each(|attribute| ir::mark(function, attribute));
        let others = self.of_others(build, module, section);
        let parameter = |place| function.get_nth_param(place).expect("declared with it");
        let [entry, first, other] = ["entry", "first", "other"].map(|name| build.append(function, name));
        let build = Build::at_end(build.context, entry);
        let place = build.and(parameter(2).into_int_value(), build.n32(LANES - 1));
        let is_other = build.compare(inkwell::IntPredicate::NE, place, build.n32(0));
        build.branch(build.and(parameter(1).into_int_value(), is_other), other, first);
        build.go_to_end(first);
        build.ret(parameter(0).into_int_value());
        build.go_to_end(other);
        let call = build.call(others, &[2, 3, 4].map(parameter));
        build.ret(call.try_as_basic_value().basic().expect("it gives a number").into_int_value());
        function
    }

    /// `fn(lane, lanes of the warp, cells) -> number`: shuffle after shuffle for all lanes of a warp. In a section of lanes that has no
    /// other one so far on, the lane's own value is the other one.
    fn of_others<'ctx>(&self, build: &Build<'ctx>, module: &Module<'ctx>, section: u32) -> Function<'ctx> {
        let name = format!("hipify.shuffles.{section}.{}", self.name());
        if let Some(function) = module.get_function(&name) {
            return function;
        }
        let (number, i32) = (build.int(self.bits), build.i32());
        let ty = number.fn_type(&[i32.into(), i32.into(), build.ptr().into()], false);
        let function = module.add_function(&name, ty, Some(Linkage::Internal));
        ["nounwind", "noinline", "cold", "optsize"].iter().for_each(|attribute| ir::mark(function, attribute));
        let build = Build::at_end(build.context, build.append(function, "entry"));
        let parameter = |place| function.get_nth_param(place).expect("declared with it");
        let (lane, cells) = (parameter(0).into_int_value(), parameter(2).into_pointer_value());
        let section = if section == 0 { parameter(1).into_int_value() } else { build.n32(section) };
        let element = self.element(&build);
        let values = build.alloca(element.array_type(MAX_LANES as u32), "");
        build.copy(values, cells, self.bits / 8, u64::from(self.bits / 8) * MAX_LANES as u64);
        for &distance in &self.distances {
            // What a lane takes has not been replaced yet: it is of a later lane, or its own.
            let all = Loop::begin(&build, function, build.n32(0), build.n32(MAX_LANES as u32));
            let within = build.and(all.index, build.sub(section, build.n32(1)));
            let is_there = build.compare(inkwell::IntPredicate::ULT, build.add(within, build.n32(distance)), section);
            let away = build.select(is_there, build.n32(distance), build.n32(0));
            let [own, other] = [build.n32(0), away].map(|away| {
                let place = build.and(build.add(all.index, away), build.n32(MAX_LANES as u32 - 1));
                build.element(element, values, build.widen(place))
            });
            let value = self.operation.build(module, &build, build.load(element, own), build.load(element, other));
            build.store(value, own);
            all.end(&build, function);
        }
        let result = build.load(number, build.element(element, values, build.widen(lane)));
        build.ret(result.into_int_value());
        function
    }
}

fn declared<'ctx>(module: &Module<'ctx>, name: &str, ty: inkwell::types::FunctionType<'ctx>) -> Function<'ctx> {
    module.get_function(name).unwrap_or_else(|| {
        let function = module.add_function(name, ty, None);
        ir::mark(function, "nounwind");
        // It depends on where it stands, as what it is called after.
        let convergent = module.get_context().create_enum_attribute(ir::kind("convergent"), 0);
        function.add_attribute(AttributeLoc::Function, convergent);
        function
    })
}

/// Whether a function of this name asks for a tree's result or what comes of it.
pub(crate) fn is_ask(name: &str) -> bool {
    name.starts_with(RESULT) || name.starts_with(OWN)
}

/// What a call is for that asks for a tree's result, or for what comes of it.
pub(crate) enum Ask {
    Result(Tree),
    /// In sections of so many lanes; 0 for whole warps.
    Own(u32, Tree),
}

impl Ask {
    pub(crate) fn of(call: Instruction) -> Option<Self> {
        let called = ir::name_of(ir::callee(call)?);
        if let Some(name) = called.strip_prefix(RESULT) {
            return Tree::named(name).map(Ask::Result);
        }
        let (section, name) = called.strip_prefix(OWN)?.split_once('.')?;
        Some(Ask::Own(section.parse().ok()?, Tree::named(name)?))
    }
}
