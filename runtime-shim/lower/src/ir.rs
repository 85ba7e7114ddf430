//! Safe wrappers of what LLVM's C API has and inkwell lacks: uses, blocks and values of any kind, metadata.

use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::basic_block::BasicBlock;
use inkwell::context::{AsContextRef, ContextRef};
use inkwell::debug_info::{DILocation, DISubprogram};
use inkwell::llvm_sys::LLVMTypeKind::{LLVMLabelTypeKind, LLVMMetadataTypeKind, LLVMTokenTypeKind, LLVMVoidTypeKind};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::{LLVMDISubprogramGetLine, LLVMInstructionSetDebugLoc};
use inkwell::llvm_sys::prelude::{LLVMTypeRef, LLVMValueRef};
use inkwell::llvm_sys::target::{LLVMABISizeOfType, LLVMGetModuleDataLayout, LLVMStoreSizeOfType};
use inkwell::llvm_sys::{LLVMAttributeFunctionIndex, LLVMOpcode, LLVMTypeKind};
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;
use inkwell::types::{AsTypeRef, BasicTypeEnum};
use inkwell::values::{
    AsValueRef, BasicValue, BasicValueEnum, FunctionValue, GlobalValue, InstructionOpcode, InstructionValue, MetadataValue,
};

pub(crate) type Value<'ctx> = BasicValueEnum<'ctx>;
pub(crate) type Instruction<'ctx> = InstructionValue<'ctx>;
pub(crate) type Block<'ctx> = BasicBlock<'ctx>;
pub(crate) type Function<'ctx> = FunctionValue<'ctx>;

/// All calls here go to LLVM's C API with references that inkwell's types keep valid.
macro_rules! llvm {
    ($call:expr) => {
        // SAFETY: the references come from live inkwell values of one context; the calls have no further demands.
        unsafe { $call }
    };
}
pub(crate) use llvm;

/// The value that an instruction makes; nothing for those without one that code can hold.
pub(crate) fn value_of<'ctx>(instruction: Instruction<'ctx>) -> Option<Value<'ctx>> {
    wrap(instruction.as_value_ref())
}

fn wrap<'ctx>(value: LLVMValueRef) -> Option<Value<'ctx>> {
    let kind = llvm!(LLVMGetTypeKind(LLVMTypeOf(value)));
    match kind {
        LLVMVoidTypeKind | LLVMTokenTypeKind | LLVMLabelTypeKind | LLVMMetadataTypeKind => None,
        LLVMTypeKind::LLVMX86_AMXTypeKind | LLVMTypeKind::LLVMTargetExtTypeKind | LLVMTypeKind::LLVMX86_MMXTypeKind => None,
        _ => Some(llvm!(BasicValueEnum::new(value))),
    }
}

/// The instruction that makes a value; arguments and constants have none.
pub(crate) fn maker<'ctx>(value: Value<'ctx>) -> Option<Instruction<'ctx>> {
    value.as_instruction_value()
}

pub(crate) fn is_argument(value: Value) -> bool {
    !llvm!(LLVMIsAArgument(value.as_value_ref())).is_null()
}

pub(crate) fn blocks<'ctx>(function: Function<'ctx>) -> Vec<Block<'ctx>> {
    function.get_basic_blocks()
}

/// All instructions of a function, in order; a list of its own, so that they can be changed on the way.
pub(crate) fn instructions<'ctx>(function: Function<'ctx>) -> Vec<Instruction<'ctx>> {
    blocks(function).into_iter().flat_map(|block| block.get_instructions()).collect()
}

/// The instructions that use a value; one that uses it twice comes twice.
pub(crate) fn users<'ctx>(value: impl AsValueRef) -> Vec<Instruction<'ctx>> {
    let mut found = Vec::new();
    let mut next = llvm!(LLVMGetFirstUse(value.as_value_ref()));
    while !next.is_null() {
        let user = llvm!(LLVMGetUser(next));
        if !llvm!(LLVMIsAInstruction(user)).is_null() {
            found.push(llvm!(InstructionValue::new(user)));
        }
        next = llvm!(LLVMGetNextUse(next));
    }
    found
}

/// Operands that are values, with their places.
pub(crate) fn operands<'ctx>(instruction: Instruction<'ctx>) -> Vec<(u32, Value<'ctx>)> {
    operands_of(instruction.as_value_ref())
}

fn operands_of<'ctx>(user: LLVMValueRef) -> Vec<(u32, Value<'ctx>)> {
    let count = u32::try_from(llvm!(LLVMGetNumOperands(user))).unwrap_or(0);
    (0..count).filter_map(|place| Some((place, wrap(llvm!(LLVMGetOperand(user, place)))?))).collect()
}

pub(crate) fn operand<'ctx>(instruction: Instruction<'ctx>, place: u32) -> Option<Value<'ctx>> {
    operands(instruction).into_iter().find(|(at, _)| *at == place).map(|(_, value)| value)
}

pub(crate) fn set_operand(instruction: Instruction, place: u32, value: Value) {
    llvm!(LLVMSetOperand(instruction.as_value_ref(), place, value.as_value_ref()));
}

pub(crate) fn replace_uses(old: impl AsValueRef, new: impl AsValueRef) {
    llvm!(LLVMReplaceAllUsesWith(old.as_value_ref(), new.as_value_ref()));
}

/// The function that a call or invoke names; nothing for indirect calls and other instructions.
pub(crate) fn callee<'ctx>(instruction: Instruction<'ctx>) -> Option<Function<'ctx>> {
    if !is_call(instruction) {
        return None;
    }
    let called = llvm!(LLVMGetCalledValue(instruction.as_value_ref()));
    let function = llvm!(LLVMIsAFunction(called));
    if function.is_null() { None } else { llvm!(FunctionValue::new(function)) }
}

pub(crate) fn is_call(instruction: Instruction) -> bool {
    matches!(instruction.get_opcode(), InstructionOpcode::Call | InstructionOpcode::Invoke)
}

/// Calls through a pointer; inline assembly is none.
pub(crate) fn is_indirect_call(instruction: Instruction) -> bool {
    is_call(instruction)
        && callee(instruction).is_none()
        && llvm!(LLVMIsAInlineAsm(LLVMGetCalledValue(instruction.as_value_ref()))).is_null()
}

pub(crate) fn is_atomic(access: Instruction) -> bool {
    access.get_atomic_ordering().is_ok_and(|ordering| ordering != inkwell::AtomicOrdering::NotAtomic)
}

/// Whether a load or store is neither atomic nor volatile.
pub(crate) fn is_simple(access: Instruction) -> bool {
    !is_atomic(access) && !access.get_volatile().unwrap_or(true)
}

pub(crate) fn name_of(function: Function) -> String {
    function.get_name().to_string_lossy().into_owned()
}

/// The blocks that a block can go on to, each as often as it stands in the terminator.
/// The phis of a block.
pub(crate) fn phis<'ctx>(block: Block<'ctx>) -> Vec<Instruction<'ctx>> {
    block.get_instructions().take_while(|it| it.get_opcode() == InstructionOpcode::Phi).collect()
}

pub(crate) fn successors<'ctx>(block: Block<'ctx>) -> Vec<Block<'ctx>> {
    block.get_terminator().map(successors_of).unwrap_or_default()
}

fn successors_of<'ctx>(terminator: Instruction<'ctx>) -> Vec<Block<'ctx>> {
    let terminator = terminator.as_value_ref();
    let count = llvm!(LLVMGetNumSuccessors(terminator));
    (0..count).filter_map(|number| llvm!(BasicBlock::new(LLVMGetSuccessor(terminator, number)))).collect()
}

/// Makes a terminator go to another block than it did.
pub(crate) fn retarget<'ctx>(terminator: Instruction<'ctx>, from: Block<'ctx>, to: Block<'ctx>) {
    for (number, _) in (0..).zip(successors_of(terminator)).filter(|(_, block)| *block == from) {
        llvm!(LLVMSetSuccessor(terminator.as_value_ref(), number, to.as_mut_ptr()));
    }
}

/// The incoming values of a phi with the blocks they come from.
pub(crate) fn incomings<'ctx>(phi: Instruction<'ctx>) -> Vec<(u32, Value<'ctx>, Block<'ctx>)> {
    operands(phi)
        .into_iter()
        .filter_map(|(place, value)| {
            let block = llvm!(BasicBlock::new(LLVMGetIncomingBlock(phi.as_value_ref(), place)))?;
            Some((place, value, block))
        })
        .collect()
}

/// A copy of an instruction that stands nowhere yet.
pub(crate) fn copy<'ctx>(instruction: Instruction<'ctx>) -> Instruction<'ctx> {
    llvm!(InstructionValue::new(LLVMInstructionClone(instruction.as_value_ref())))
}

/// Removes a block that nothing goes to.
pub(crate) fn delete_block(block: Block) {
    let _ = llvm!(block.delete());
}

pub(crate) fn poison<'ctx>(ty: BasicTypeEnum<'ctx>) -> Value<'ctx> {
    llvm!(Value::new(LLVMGetPoison(ty.as_type_ref())))
}

pub(crate) fn is_undef(value: impl AsValueRef) -> bool {
    llvm!(LLVMIsUndef(value.as_value_ref())) != 0
}

/// Bytes that a value of the type takes in memory, with what fills it up to its alignment.
pub(crate) fn size_of(module: &Module, ty: impl AsTypeRef) -> u64 {
    llvm!(LLVMABISizeOfType(LLVMGetModuleDataLayout(module.as_mut_ptr()), ty.as_type_ref()))
}

/// The node that an instruction in a function has as metadata of a kind.
pub(crate) fn metadata<'ctx>(instruction: Instruction<'ctx>, kind: &str) -> Option<MetadataValue<'ctx>> {
    let context = instruction.get_parent()?.get_context();
    instruction.get_metadata(context.get_kind_id(kind))
}

/// Takes metadata of a kind from an instruction.
pub(crate) fn remove_metadata(instruction: Instruction, kind: u32) {
    llvm!(LLVMSetMetadata(instruction.as_value_ref(), kind, std::ptr::null_mut()));
}

/// Bytes that a store of the type writes.
pub(crate) fn store_size_of(module: &Module, ty: impl AsTypeRef) -> u64 {
    llvm!(LLVMStoreSizeOfType(LLVMGetModuleDataLayout(module.as_mut_ptr()), ty.as_type_ref()))
}

/// Bytes.
pub(crate) fn align_of(module: &Module, ty: impl AsTypeRef) -> u64 {
    use inkwell::llvm_sys::target::LLVMABIAlignmentOfType;
    u64::from(llvm!(LLVMABIAlignmentOfType(LLVMGetModuleDataLayout(module.as_mut_ptr()), ty.as_type_ref())))
}

/// The type of a global's contents.
pub(crate) fn contents(global: GlobalValue) -> LLVMTypeRef {
    llvm!(LLVMGlobalGetValueType(global.as_value_ref()))
}

pub(crate) fn contents_size(module: &Module, global: GlobalValue) -> u64 {
    llvm!(LLVMABISizeOfType(LLVMGetModuleDataLayout(module.as_mut_ptr()), contents(global)))
}

/// Whether the global is an array without elements: dynamic shared memory.
pub(crate) fn is_empty_array(global: GlobalValue) -> bool {
    let ty = contents(global);
    llvm!(LLVMGetTypeKind(ty)) == LLVMTypeKind::LLVMArrayTypeKind && llvm!(LLVMGetArrayLength2(ty)) == 0
}

/// Removes a function without a body; what still mentions it gets a null pointer.
pub(crate) fn delete(function: Function) {
    let null = function.as_global_value().as_pointer_value().get_type().const_null();
    replace_uses(function, null);
    llvm!(function.delete());
}

pub(crate) fn delete_global(global: GlobalValue) {
    llvm!(LLVMDeleteGlobal(global.as_value_ref()));
}

/// Takes a function or variable out of its comdat group.
pub(crate) fn leave_comdat(global: GlobalValue) {
    llvm!(inkwell::llvm_sys::comdat::LLVMSetComdat(global.as_value_ref(), std::ptr::null_mut()));
}

pub(crate) fn kind(name: &str) -> u32 {
    Attribute::get_named_enum_kind_id(name)
}

/// The line at which a function is defined.
pub(crate) fn line(function: DISubprogram) -> u32 {
    llvm!(LLVMDISubprogramGetLine(function.as_mut_ptr()))
}

/// Says which line an instruction is of.
pub(crate) fn set_location(instruction: Instruction, location: DILocation) {
    llvm!(LLVMInstructionSetDebugLoc(instruction.as_value_ref(), location.as_mut_ptr()));
}

/// Gives a function an attribute without a value.
pub(crate) fn mark(function: Function, attribute: &str) {
    let context = function.get_type().get_context();
    function.add_attribute(AttributeLoc::Function, context.create_enum_attribute(kind(attribute), 0));
}

/// Gives a function an attribute of text.
pub(crate) fn set_text(function: Function, attribute: &str, value: &str) {
    let context = function.get_type().get_context();
    function.add_attribute(AttributeLoc::Function, context.create_string_attribute(attribute, value));
}

pub(crate) fn unmark(function: Function, attribute: &str) {
    function.remove_enum_attribute(AttributeLoc::Function, kind(attribute));
}

/// Takes an attribute from a call.
pub(crate) fn unmark_call(call: Instruction, attribute: &str) {
    if is_call(call) {
        llvm!(LLVMRemoveCallSiteEnumAttribute(call.as_value_ref(), LLVMAttributeFunctionIndex, kind(attribute)));
    }
}

pub(crate) fn is_marked(function: Function, attribute: &str) -> bool {
    function.get_enum_attribute(AttributeLoc::Function, kind(attribute)).is_some()
}

/// The type that a `byval` parameter points to.
pub(crate) fn by_value<'ctx>(function: Function<'ctx>, parameter: u32) -> Option<BasicTypeEnum<'ctx>> {
    let attribute = function.get_enum_attribute(AttributeLoc::Param(parameter), kind("byval"))?;
    let ty = llvm!(inkwell::types::AnyTypeEnum::new(LLVMGetTypeAttributeValue(attribute.as_mut_ptr())));
    BasicTypeEnum::try_from(ty).ok()
}

/// The strings of a metadata node at a function; nothing if it has none of that kind.
pub(crate) fn strings_at(context: ContextRef, function: Function, kind: &str) -> Option<Vec<String>> {
    let wanted = context.get_kind_id(kind);
    let mut count = 0;
    let entries = llvm!(LLVMGlobalCopyAllMetadata(function.as_value_ref(), &mut count));
    let found = (0..u32::try_from(count).unwrap_or(0)).find_map(|entry| {
        (llvm!(LLVMValueMetadataEntriesGetKind(entries, entry)) == wanted).then(|| {
            let node = llvm!(LLVMMetadataAsValue(context.as_ctx_ref(), LLVMValueMetadataEntriesGetMetadata(entries, entry)));
            node_strings(node)
        })
    });
    llvm!(LLVMDisposeValueMetadataEntries(entries));
    found
}

fn node_strings(node: LLVMValueRef) -> Vec<String> {
    node_operands(node).into_iter().map(text).collect()
}

/// What a metadata node consists of; null where nothing is.
pub(crate) fn node_operands(node: LLVMValueRef) -> Vec<LLVMValueRef> {
    let count = llvm!(LLVMGetMDNodeNumOperands(node)) as usize;
    let mut operands = vec![std::ptr::null_mut(); count];
    llvm!(LLVMGetMDNodeOperands(node, operands.as_mut_ptr()));
    operands
}

pub(crate) fn text(string: LLVMValueRef) -> String {
    let mut length = 0;
    let start = llvm!(LLVMGetMDString(string, &mut length));
    if start.is_null() {
        return String::new();
    }
    let bytes = llvm!(std::slice::from_raw_parts(start.cast::<u8>(), length as usize));
    String::from_utf8_lossy(bytes).into_owned()
}

/// Metadata nodes from their text: the operands of `!nodes`. Distinct nodes cannot be made in another way.
pub(crate) fn nodes<'ctx>(context: ContextRef<'ctx>, text: &str) -> Vec<MetadataValue<'ctx>> {
    let buffer = MemoryBuffer::create_from_memory_range_copy(text.as_bytes(), "nodes");
    let module = context.create_module_from_ir(buffer).expect("the text is ours");
    module.get_global_metadata("nodes")
}

/// An operand of a metadata node.
pub(crate) fn node_operand<'ctx>(_context: ContextRef<'ctx>, node: MetadataValue<'ctx>, place: usize) -> MetadataValue<'ctx> {
    let mut operands = vec![std::ptr::null_mut(); llvm!(LLVMGetMDNodeNumOperands(node.as_value_ref())) as usize];
    llvm!(LLVMGetMDNodeOperands(node.as_value_ref(), operands.as_mut_ptr()));
    llvm!(MetadataValue::new(operands[place]))
}

pub(crate) fn set_node_operand(node: MetadataValue, place: u32, operand: MetadataValue) {
    llvm!(LLVMReplaceMDNodeOperandWith(node.as_value_ref(), place, LLVMValueAsMetadata(operand.as_value_ref())));
}

/// Gives a parameter an attribute without a value.
pub(crate) fn mark_parameter(function: Function, parameter: u32, attribute: &str) {
    let context = function.get_type().get_context();
    function.add_attribute(AttributeLoc::Param(parameter), context.create_enum_attribute(kind(attribute), 0));
}

/// Says that a parameter points to a valid `T`, whether or not code comes to read it.
pub(crate) fn mark_valid<T>(function: Function, parameter: u32) {
    let context = function.get_type().get_context();
    for (name, bytes) in [("dereferenceable", std::mem::size_of::<T>()), ("align", std::mem::align_of::<T>())] {
        function.add_attribute(AttributeLoc::Param(parameter), context.create_enum_attribute(kind(name), bytes as u64));
    }
}

/// Aligns memory on the stack, in bytes.
pub(crate) fn align(alloca: inkwell::values::PointerValue, bytes: u32) {
    if let Some(made) = alloca.as_instruction_value() {
        let _ = made.set_alignment(bytes);
    }
}

/// Constant expressions, as opposed to plain constants and globals.
pub(crate) fn constant_expression<'ctx>(value: Value<'ctx>) -> Option<Vec<Value<'ctx>>> {
    let value = value.as_value_ref();
    let is_one = !llvm!(LLVMIsAConstantExpr(value)).is_null()
        || !llvm!(LLVMIsAConstantStruct(value)).is_null()
        || !llvm!(LLVMIsAConstantArray(value)).is_null()
        || !llvm!(LLVMIsAConstantVector(value)).is_null();
    is_one.then(|| operands_of(value).into_iter().map(|(_, operand)| operand).collect())
}

/// The operation of a constant expression; nothing for aggregates.
pub(crate) fn constant_operation(value: Value) -> Option<LLVMOpcode> {
    let value = value.as_value_ref();
    (!llvm!(LLVMIsAConstantExpr(value)).is_null()).then(|| llvm!(LLVMGetConstOpcode(value)))
}

/// The type that a constant address computation steps through.
pub(crate) fn element_type<'ctx>(address: Value<'ctx>) -> Option<BasicTypeEnum<'ctx>> {
    let ty = llvm!(inkwell::types::AnyTypeEnum::new(LLVMGetGEPSourceElementType(address.as_value_ref())));
    BasicTypeEnum::try_from(ty).ok()
}

/// Whether values of the type are single bits.
pub(crate) fn is_bit(ty: BasicTypeEnum) -> bool {
    ty.is_int_type() && ty.into_int_type().get_bit_width() == 1
}
