//! An instruction builder over inkwell's, which always has a position.

use crate::ir::{self, Block, Function, Instruction, Value, llvm};
use inkwell::attributes::AttributeLoc;
use inkwell::builder::{Builder, BuilderError};
use inkwell::context::ContextRef;
use inkwell::llvm_sys::LLVMAtomicOrdering;
use inkwell::llvm_sys::core::{LLVMBuildAtomicRMW, LLVMBuildFreeze, LLVMSetAlignment};
use inkwell::module::Module;
use inkwell::types::{BasicType, BasicTypeEnum, IntType, PointerType};
use inkwell::values::{
    AsValueRef, BasicMetadataValueEnum, BasicValue, BasicValueEnum, CallSiteValue, InstructionOpcode, IntValue, PhiValue,
    PointerValue,
};
use inkwell::{AtomicOrdering, AtomicRMWBinOp, IntPredicate};

mod vectors;

/// Builds instructions at a place.
pub(crate) struct Build<'ctx> {
    pub(crate) context: ContextRef<'ctx>,
    builder: Builder<'ctx>,
    invariant: u32,
}

fn relax(access: Instruction) {
    let set = access.set_atomic_ordering(AtomicOrdering::Monotonic);
    debug_assert!(set.is_ok(), "loads and stores have an order");
}

/// Types and positions are right by construction, so inkwell's complaints are bugs here.
fn built<T>(result: Result<T, BuilderError>) -> T {
    result.expect("the builder has a position and types fit")
}

impl<'ctx> Build<'ctx> {
    /// At the end of a block.
    pub(crate) fn at_end(context: ContextRef<'ctx>, block: Block<'ctx>) -> Self {
        let build = Self::nowhere(context);
        build.builder.position_at_end(block);
        build
    }

    /// In front of an instruction.
    pub(crate) fn before(context: ContextRef<'ctx>, instruction: Instruction<'ctx>) -> Self {
        let build = Self::nowhere(context);
        build.builder.position_before(&instruction);
        build
    }

    /// In front of a block's first instruction that is no phi.
    pub(crate) fn after_phis(context: ContextRef<'ctx>, block: Block<'ctx>) -> Self {
        match block.get_instructions().find(|it| it.get_opcode() != InstructionOpcode::Phi) {
            Some(first) => Self::before(context, first),
            None => Self::at_end(context, block),
        }
    }

    fn nowhere(context: ContextRef<'ctx>) -> Self {
        Build { context, builder: context.create_builder(), invariant: context.get_kind_id("invariant.load") }
    }

    pub(crate) fn go_to_end(&self, block: Block<'ctx>) {
        self.builder.position_at_end(block);
    }

    /// The block that is built in.
    pub(crate) fn block(&self) -> Block<'ctx> {
        self.builder.get_insert_block().expect("the builder has a position")
    }

    pub(crate) fn append(&self, function: Function<'ctx>, name: &str) -> Block<'ctx> {
        self.context.append_basic_block(function, name)
    }

    pub(crate) fn i8(&self) -> IntType<'ctx> {
        self.context.i8_type()
    }

    pub(crate) fn i16(&self) -> IntType<'ctx> {
        self.context.i16_type()
    }

    pub(crate) fn i32(&self) -> IntType<'ctx> {
        self.context.i32_type()
    }

    pub(crate) fn i64(&self) -> IntType<'ctx> {
        self.context.i64_type()
    }

    pub(crate) fn int_of_bytes(&self, bytes: u32) -> IntType<'ctx> {
        let bits = std::num::NonZeroU32::new(8 * bytes).expect("it has some");
        self.context.custom_width_int_type(bits).expect("it is not wider than LLVM's widest")
    }

    pub(crate) fn ptr(&self) -> PointerType<'ctx> {
        self.context.ptr_type(inkwell::AddressSpace::default())
    }

    pub(crate) fn n32(&self, number: u32) -> IntValue<'ctx> {
        self.i32().const_int(u64::from(number), false)
    }

    pub(crate) fn n64(&self, number: u64) -> IntValue<'ctx> {
        self.i64().const_int(number, false)
    }

    pub(crate) fn load(&self, ty: impl BasicType<'ctx>, from: PointerValue<'ctx>) -> Value<'ctx> {
        built(self.builder.build_load(ty, from, ""))
    }

    /// The value, or any where it is undefined.
    pub(crate) fn freeze(&self, value: Value<'ctx>) -> Value<'ctx> {
        llvm!(BasicValueEnum::new(LLVMBuildFreeze(self.builder.as_mut_ptr(), value.as_value_ref(), c"".as_ptr())))
    }

    /// A load of what does not change while the code object's function runs.
    pub(crate) fn load_invariant(&self, ty: impl BasicType<'ctx>, from: PointerValue<'ctx>) -> Value<'ctx> {
        let value = self.load(ty, from);
        if let Some(load) = value.as_instruction_value() {
            let _ = load.set_metadata(self.context.metadata_node(&[]), self.invariant);
        }
        value
    }

    /// Reads a truth value that lies in a byte, which is 0 or 1: what is read and stored again is seen to be the same.
    pub(crate) fn load_truth(&self, from: PointerValue<'ctx>) -> Value<'ctx> {
        let byte = self.load(self.i8(), from);
        let range = self.context.metadata_node(&[0, 2].map(|number| self.i8().const_int(number, false).into()));
        ir::maker(byte).into_iter().for_each(|load| _ = load.set_metadata(range, self.context.get_kind_id("range")));
        self.truncate(byte.into_int_value(), self.context.bool_type()).into()
    }

    pub(crate) fn store(&self, value: impl BasicValue<'ctx>, to: PointerValue<'ctx>) -> Instruction<'ctx> {
        built(self.builder.build_store(to, value))
    }

    /// An atomic load that orders nothing.
    pub(crate) fn load_relaxed(&self, ty: impl BasicType<'ctx>, from: PointerValue<'ctx>) -> Value<'ctx> {
        let value = self.load(ty, from);
        value.as_instruction_value().into_iter().for_each(relax);
        value
    }

    /// An atomic store that orders nothing.
    pub(crate) fn store_relaxed(&self, value: impl BasicValue<'ctx>, to: PointerValue<'ctx>) {
        relax(self.store(value, to));
    }

    /// A relaxed atomic operation on a number that is aligned to its size in bytes.
    pub(crate) fn read_modify_write(&self, operation: AtomicRMWBinOp, at: PointerValue<'ctx>, value: Value<'ctx>, bytes: u32) {
        let order = LLVMAtomicOrdering::LLVMAtomicOrderingMonotonic;
        let [at, value] = [at.as_value_ref(), value.as_value_ref()];
        let made = llvm!(LLVMBuildAtomicRMW(self.builder.as_mut_ptr(), operation.into(), at, value, order, 0));
        llvm!(LLVMSetAlignment(made, bytes));
    }

    pub(crate) fn alloca(&self, ty: impl BasicType<'ctx>, name: &str) -> PointerValue<'ctx> {
        built(self.builder.build_alloca(ty, name))
    }

    /// A variable, wherever building goes on; all of them belong into the first block.
    pub(crate) fn alloca_at_entry(&self, function: Function<'ctx>, ty: impl BasicType<'ctx>) -> PointerValue<'ctx> {
        let entry = function.get_first_basic_block().expect("building has begun");
        Build::after_phis(self.context, entry).alloca(ty, "")
    }

    /// Tells later passes that something is true.
    pub(crate) fn assume(&self, module: &Module<'ctx>, condition: IntValue<'ctx>) {
        const NAME: &str = "llvm.assume";
        let assume = module.get_function(NAME).unwrap_or_else(|| {
            let ty = self.context.void_type().fn_type(&[self.context.bool_type().into()], false);
            module.add_function(NAME, ty, None)
        });
        self.call(assume, &[condition.into()]);
    }

    /// Keeps passes from making copies of the code around this place; no instruction comes of it.
    pub(crate) fn keep_from_copies(&self, module: &Module<'ctx>) {
        const NAME: &str = "llvm.sideeffect";
        let effect = module
            .get_function(NAME)
            .unwrap_or_else(|| module.add_function(NAME, self.context.void_type().fn_type(&[], false), None));
        let once = self.context.create_enum_attribute(ir::kind("noduplicate"), 0);
        self.call(effect, &[]).add_attribute(AttributeLoc::Function, once);
    }

    /// One bit for each of 64 bytes that is not zero, the first byte's lowest.
    pub(crate) fn bits_of_bytes(&self, from: PointerValue<'ctx>) -> IntValue<'ctx> {
        let ty = self.i8().vec_type(64);
        let values = self.load(ty, from).into_vector_value();
        let set = built(self.builder.build_int_compare(IntPredicate::NE, values, ty.const_zero(), ""));
        built(self.builder.build_bit_cast(set, self.i64(), "")).into_int_value()
    }

    /// Copies bytes between places of the same alignment.
    pub(crate) fn copy(&self, to: PointerValue<'ctx>, from: PointerValue<'ctx>, align: u32, bytes: u64) {
        if let Some(alloca) = to.as_instruction_value() {
            let _ = alloca.set_alignment(align.max(alloca.get_alignment().unwrap_or(1)));
        }
        self.builder.build_memcpy(to, align, from, align, self.n64(bytes)).expect("alignments are powers of two");
    }

    /// The address `offset` bytes on.
    pub(crate) fn offset(&self, base: PointerValue<'ctx>, offset: IntValue<'ctx>) -> PointerValue<'ctx> {
        self.element(self.i8(), base, offset)
    }

    /// The address `offset` bytes on, which need not be inside of the object.
    pub(crate) fn offset_anywhere(&self, base: PointerValue<'ctx>, offset: IntValue<'ctx>) -> PointerValue<'ctx> {
        self.address(self.i8().into(), base, &[offset])
    }

    /// The address of an element of an array.
    pub(crate) fn element(
        &self,
        ty: impl BasicType<'ctx>,
        base: PointerValue<'ctx>,
        index: IntValue<'ctx>,
    ) -> PointerValue<'ctx> {
        // SAFETY: only an address is computed; callers stay inside the object they were given.
        built(unsafe { self.builder.build_in_bounds_gep(ty.as_basic_type_enum(), base, &[index], "") })
    }

    /// The address that a constant address expression of the same operands stands for.
    pub(crate) fn address(
        &self,
        ty: BasicTypeEnum<'ctx>,
        base: PointerValue<'ctx>,
        indices: &[IntValue<'ctx>],
    ) -> PointerValue<'ctx> {
        // SAFETY: only an address is computed; callers stay inside the object they were given.
        built(unsafe { self.builder.build_gep(ty, base, indices, "") })
    }

    pub(crate) fn cast(&self, operation: InstructionOpcode, value: Value<'ctx>, to: BasicTypeEnum<'ctx>) -> Value<'ctx> {
        built(self.builder.build_cast(operation, value, to, ""))
    }

    pub(crate) fn insert_value(&self, into: Value<'ctx>, value: Value<'ctx>, place: u32) -> Value<'ctx> {
        match into {
            BasicValueEnum::ArrayValue(array) => {
                built(self.builder.build_insert_value(array, value, place, "")).as_basic_value_enum()
            }
            BasicValueEnum::StructValue(of) => built(self.builder.build_insert_value(of, value, place, "")).as_basic_value_enum(),
            BasicValueEnum::VectorValue(vector) => {
                built(self.builder.build_insert_element(vector, value, self.n32(place), "")).into()
            }
            other => other,
        }
    }

    pub(crate) fn widen(&self, value: IntValue<'ctx>) -> IntValue<'ctx> {
        built(self.builder.build_int_z_extend(value, self.i64(), ""))
    }

    pub(crate) fn widen_signed(&self, value: IntValue<'ctx>) -> IntValue<'ctx> {
        built(self.builder.build_int_s_extend(value, self.i64(), ""))
    }

    /// As 64 bits; zeros come in.
    pub(crate) fn extend_to_64(&self, value: IntValue<'ctx>) -> IntValue<'ctx> {
        if value.get_type() == self.i64() { value } else { self.widen(value) }
    }

    pub(crate) fn pointer_to_integer(&self, pointer: PointerValue<'ctx>) -> IntValue<'ctx> {
        built(self.builder.build_ptr_to_int(pointer, self.i64(), ""))
    }

    pub(crate) fn integer_to_pointer(&self, address: IntValue<'ctx>) -> PointerValue<'ctx> {
        built(self.builder.build_int_to_ptr(address, self.ptr(), ""))
    }

    pub(crate) fn extend(&self, value: IntValue<'ctx>, to: IntType<'ctx>) -> IntValue<'ctx> {
        built(self.builder.build_int_z_extend(value, to, ""))
    }

    pub(crate) fn truncate(&self, value: IntValue<'ctx>, to: IntType<'ctx>) -> IntValue<'ctx> {
        built(self.builder.build_int_truncate(value, to, ""))
    }

    pub(crate) fn add(&self, a: IntValue<'ctx>, b: IntValue<'ctx>) -> IntValue<'ctx> {
        built(self.builder.build_int_add(a, b, ""))
    }

    /// A sum that neither wraps as signed nor as unsigned: numbers of threads and blocks' rows.
    pub(crate) fn count(&self, a: IntValue<'ctx>, b: IntValue<'ctx>) -> IntValue<'ctx> {
        let sum = built(self.builder.build_int_nuw_add(a, b, ""));
        if let Some(instruction) = sum.as_instruction_value() {
            let _ = instruction.set_no_signed_wrap_flag(true);
        }
        sum
    }

    pub(crate) fn sub(&self, a: IntValue<'ctx>, b: IntValue<'ctx>) -> IntValue<'ctx> {
        built(self.builder.build_int_sub(a, b, ""))
    }

    pub(crate) fn mul(&self, a: IntValue<'ctx>, b: IntValue<'ctx>) -> IntValue<'ctx> {
        built(self.builder.build_int_mul(a, b, ""))
    }

    pub(crate) fn div(&self, a: IntValue<'ctx>, b: IntValue<'ctx>) -> IntValue<'ctx> {
        built(self.builder.build_int_unsigned_div(a, b, ""))
    }

    pub(crate) fn rem(&self, a: IntValue<'ctx>, b: IntValue<'ctx>) -> IntValue<'ctx> {
        built(self.builder.build_int_unsigned_rem(a, b, ""))
    }

    pub(crate) fn and(&self, a: IntValue<'ctx>, b: IntValue<'ctx>) -> IntValue<'ctx> {
        built(self.builder.build_and(a, b, ""))
    }

    pub(crate) fn xor(&self, a: IntValue<'ctx>, b: IntValue<'ctx>) -> IntValue<'ctx> {
        built(self.builder.build_xor(a, b, ""))
    }

    pub(crate) fn or(&self, a: IntValue<'ctx>, b: IntValue<'ctx>) -> IntValue<'ctx> {
        built(self.builder.build_or(a, b, ""))
    }

    pub(crate) fn shift_left(&self, value: IntValue<'ctx>, by: IntValue<'ctx>) -> IntValue<'ctx> {
        built(self.builder.build_left_shift(value, by, ""))
    }

    /// Zeros come in.
    pub(crate) fn shift_right(&self, value: IntValue<'ctx>, by: IntValue<'ctx>) -> IntValue<'ctx> {
        built(self.builder.build_right_shift(value, by, false, ""))
    }

    pub(crate) fn compare(&self, how: IntPredicate, a: IntValue<'ctx>, b: IntValue<'ctx>) -> IntValue<'ctx> {
        built(self.builder.build_int_compare(how, a, b, ""))
    }

    /// One of two values of any type.
    pub(crate) fn select_value(&self, condition: IntValue<'ctx>, a: Value<'ctx>, b: Value<'ctx>) -> Value<'ctx> {
        built(self.builder.build_select(condition, a, b, ""))
    }

    pub(crate) fn select(&self, condition: IntValue<'ctx>, a: IntValue<'ctx>, b: IntValue<'ctx>) -> IntValue<'ctx> {
        built(self.builder.build_select(condition, a, b, "")).into_int_value()
    }

    pub(crate) fn phi(&self, ty: impl BasicType<'ctx>) -> PhiValue<'ctx> {
        built(self.builder.build_phi(ty, ""))
    }

    pub(crate) fn call(&self, function: Function<'ctx>, arguments: &[Value<'ctx>]) -> CallSiteValue<'ctx> {
        let arguments: Vec<BasicMetadataValueEnum> = arguments.iter().map(|&argument| argument.into()).collect();
        built(self.builder.build_call(function, &arguments, ""))
    }

    pub(crate) fn jump(&self, to: Block<'ctx>) -> Instruction<'ctx> {
        built(self.builder.build_unconditional_branch(to))
    }

    pub(crate) fn branch(&self, condition: IntValue<'ctx>, then: Block<'ctx>, other: Block<'ctx>) -> Instruction<'ctx> {
        built(self.builder.build_conditional_branch(condition, then, other))
    }

    pub(crate) fn switch(&self, on: IntValue<'ctx>, other: Block<'ctx>, cases: &[(IntValue<'ctx>, Block<'ctx>)]) {
        built(self.builder.build_switch(on, other, cases));
    }

    pub(crate) fn ret(&self, value: IntValue<'ctx>) -> Instruction<'ctx> {
        built(self.builder.build_return(Some(&value)))
    }

    pub(crate) fn ret_void(&self) -> Instruction<'ctx> {
        built(self.builder.build_return(None))
    }

    pub(crate) fn unreachable(&self) -> Instruction<'ctx> {
        built(self.builder.build_unreachable())
    }

    /// Places an instruction that stands nowhere.
    pub(crate) fn place(&self, instruction: Instruction<'ctx>) {
        self.builder.insert_instruction(&instruction, None);
    }

    /// A copy of an instruction with other operands at some places; nothing where it gives no value.
    pub(crate) fn copy_with(
        &self,
        instruction: Instruction<'ctx>,
        operands: impl IntoIterator<Item = (u32, Value<'ctx>)>,
    ) -> Option<Value<'ctx>> {
        let copy = ir::copy(instruction);
        operands.into_iter().for_each(|(place, operand)| ir::set_operand(copy, place, operand));
        self.place(copy);
        ir::value_of(copy)
    }
}
