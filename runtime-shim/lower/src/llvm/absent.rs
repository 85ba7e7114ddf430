//! Functions that some of the releases are without: what came after LLVM 17, and what went before 22.
//!
//! By the names that each library exports: `nm -D --defined-only libLLVM.so.21.1`. `tests/absent.rs` sees that the program calls
//! none of them but those with a substitute.

#[expect(deprecated, reason = "the releases before its successor have it")]
use inkwell::llvm_sys::core::LLVMConstStringInContext;
use inkwell::llvm_sys::prelude::{LLVMBool, LLVMContextRef, LLVMValueRef};
use std::ffi::{c_char, c_uint, c_void};

/// In the order of their names.
#[rustfmt::skip]
pub const ABSENT: &[&str] = &[
    "LLVMBuildCallBr", "LLVMBuildCallWithOperandBundles", "LLVMBuildGEPWithNoWrapFlags", "LLVMBuildInvokeWithOperandBundles",
    "LLVMCanValueUseFastMathFlags", "LLVMConstGEPWithNoWrapFlags", "LLVMConstMul", "LLVMConstNSWMul", "LLVMConstNUWMul",
    "LLVMConstStringInContext2", "LLVMConstantPtrAuth", "LLVMCreateConstantRangeAttribute", "LLVMCreateOperandBundle",
    "LLVMCreateTargetMachineOptions", "LLVMCreateTargetMachineWithOptions", "LLVMDIBuilderInsertDbgValueRecordAtEnd",
    "LLVMDIBuilderInsertDbgValueRecordBefore", "LLVMDIBuilderInsertDeclareRecordAtEnd",
    "LLVMDIBuilderInsertDeclareRecordBefore", "LLVMDisposeOperandBundle", "LLVMDisposeTargetMachineOptions",
    "LLVMGEPGetNoWrapFlags", "LLVMGEPSetNoWrapFlags", "LLVMGetBlockAddressBasicBlock", "LLVMGetBlockAddressFunction",
    "LLVMGetCallBrDefaultDest", "LLVMGetCallBrIndirectDest", "LLVMGetCallBrNumIndirectDests",
    "LLVMGetConstantPtrAuthAddrDiscriminator", "LLVMGetConstantPtrAuthDiscriminator", "LLVMGetConstantPtrAuthKey",
    "LLVMGetConstantPtrAuthPointer", "LLVMGetFastMathFlags", "LLVMGetInlineAsmAsmString", "LLVMGetInlineAsmCanUnwind",
    "LLVMGetInlineAsmConstraintString", "LLVMGetInlineAsmDialect", "LLVMGetInlineAsmFunctionType",
    "LLVMGetInlineAsmHasSideEffects", "LLVMGetInlineAsmNeedsAlignedStack", "LLVMGetIsDisjoint", "LLVMGetNNeg",
    "LLVMGetNumOperandBundleArgs", "LLVMGetNumOperandBundles", "LLVMGetOperandBundleArgAtIndex", "LLVMGetOperandBundleAtIndex",
    "LLVMGetOperandBundleTag", "LLVMGetPrefixData", "LLVMGetPrologueData", "LLVMGetTailCallKind",
    "LLVMGetTargetExtTypeIntParam", "LLVMGetTargetExtTypeName", "LLVMGetTargetExtTypeNumIntParams",
    "LLVMGetTargetExtTypeNumTypeParams", "LLVMGetTargetExtTypeTypeParam", "LLVMHasPrefixData", "LLVMHasPrologueData",
    "LLVMIsAConstantPtrAuth", "LLVMIsNewDbgInfoFormat", "LLVMPositionBuilderBeforeDbgRecords",
    "LLVMPositionBuilderBeforeInstrAndDbgRecords", "LLVMPrintDbgRecordToString", "LLVMSetFastMathFlags", "LLVMSetIsDisjoint",
    "LLVMSetIsNewDbgInfoFormat", "LLVMSetNNeg", "LLVMSetPrefixData", "LLVMSetPrologueData", "LLVMSetTailCallKind",
    "LLVMSetTargetMachineFastISel", "LLVMSetTargetMachineGlobalISel", "LLVMSetTargetMachineGlobalISelAbort",
    "LLVMSetTargetMachineMachineOutliner", "LLVMTargetMachineOptionsSetABI", "LLVMTargetMachineOptionsSetCPU",
    "LLVMTargetMachineOptionsSetCodeGenOptLevel", "LLVMTargetMachineOptionsSetCodeModel", "LLVMTargetMachineOptionsSetFeatures",
    "LLVMTargetMachineOptionsSetRelocMode", "LLVMX86MMXType", "LLVMX86MMXTypeInContext",
];

/// A function in the place of one of LLVM's.
#[derive(Clone, Copy)]
pub enum Substitute {
    ConstString(unsafe extern "C" fn(LLVMContextRef, *const c_char, usize, LLVMBool) -> LLVMValueRef),
    IsDisjoint(extern "C" fn(LLVMValueRef) -> LLVMBool),
}

impl Substitute {
    pub(super) fn address(self) -> *mut c_void {
        match self {
            Self::ConstString(function) => function as *mut c_void,
            Self::IsDisjoint(function) => function as *mut c_void,
        }
    }
}

/// What serves in the place of functions that inkwell calls by the declarations of LLVM 19.
pub const SUBSTITUTES: [(&str, Substitute); 2] = [
    ("LLVMConstStringInContext2", Substitute::ConstString(const_string)),
    ("LLVMGetIsDisjoint", Substitute::IsDisjoint(is_disjoint)),
];

/// Before 19 the length is narrower. No text of a kernel table is 4 GiB long.
///
/// # Safety
/// As `LLVMConstStringInContext2`.
unsafe extern "C" fn const_string(context: LLVMContextRef, text: *const c_char, length: usize, bare: LLVMBool) -> LLVMValueRef {
    let length = c_uint::try_from(length).unwrap_or(c_uint::MAX);
    // SAFETY: the caller keeps what both functions ask for; a length that was cut down stays within the text.
    #[expect(deprecated, reason = "the releases before its successor have it")]
    unsafe {
        LLVMConstStringInContext(context, text, length, bare)
    }
}

/// Before 18 no `or` says that its operands are disjoint.
extern "C" fn is_disjoint(_or: LLVMValueRef) -> LLVMBool {
    0
}
