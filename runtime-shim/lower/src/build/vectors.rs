//! Vectors, and operations on numbers or vectors of them.

use super::{Build, built};
use crate::ir::{Value, llvm};
use inkwell::intrinsics::Intrinsic;
use inkwell::llvm_sys::core::LLVMBuildBinOp;
use inkwell::module::Module;
use inkwell::types::{BasicTypeEnum, IntType, VectorType};
use inkwell::values::{AsValueRef, BasicValue, InstructionOpcode, IntValue, PointerValue};

impl<'ctx> Build<'ctx> {
    pub(crate) fn int(&self, bits: u32) -> IntType<'ctx> {
        let bits = std::num::NonZeroU32::new(bits).expect("numbers have bits");
        self.context.custom_width_int_type(bits).expect("LLVM has numbers of 8 to 64 bits")
    }

    /// So many values that lie one after the other, from an address of this alignment in bytes.
    pub(crate) fn load_vector(
        &self,
        element: BasicTypeEnum<'ctx>,
        count: u32,
        from: PointerValue<'ctx>,
        align: u32,
    ) -> Value<'ctx> {
        let ty: BasicTypeEnum = match element {
            BasicTypeEnum::IntType(ty) => ty.vec_type(count).into(),
            BasicTypeEnum::FloatType(ty) => ty.vec_type(count).into(),
            other => other,
        };
        let values = self.load(ty, from);
        if let Some(load) = values.as_instruction_value() {
            let _ = load.set_alignment(align);
        }
        values
    }

    /// The vector of a vector's values at these places.
    pub(crate) fn choose(&self, of: Value<'ctx>, places: impl Iterator<Item = u32>) -> Value<'ctx> {
        let places: Vec<IntValue> = places.map(|place| self.n32(place)).collect();
        let of = of.into_vector_value();
        built(self.builder.build_shuffle_vector(of, of.get_type().get_poison(), VectorType::const_vector(&places), "")).into()
    }

    /// One value of a vector.
    pub(crate) fn extract(&self, of: Value<'ctx>, place: u32) -> Value<'ctx> {
        built(self.builder.build_extract_element(of.into_vector_value(), self.n32(place), ""))
    }

    /// An instruction on two numbers or two vectors.
    pub(crate) fn operation(&self, code: InstructionOpcode, a: Value<'ctx>, b: Value<'ctx>) -> Value<'ctx> {
        let [a, b] = [a, b].map(|value| value.as_value_ref());
        llvm!(Value::new(LLVMBuildBinOp(self.builder.as_mut_ptr(), code.into(), a, b, c"".as_ptr())))
    }

    /// A call of the intrinsic of this name for a type.
    pub(crate) fn intrinsic(
        &self,
        module: &Module<'ctx>,
        name: &str,
        ty: BasicTypeEnum<'ctx>,
        of: &[Value<'ctx>],
    ) -> Value<'ctx> {
        let function = Intrinsic::find(name).and_then(|it| it.get_declaration(module, &[ty])).expect("LLVM has it for numbers");
        self.call(function, of).try_as_basic_value().basic().expect("it gives a value")
    }
}
