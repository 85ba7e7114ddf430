//! Instructions and functions to where they are in the source.

use crate::ir::{Instruction, llvm};
use inkwell::debug_info::DISubprogram;
use inkwell::llvm_sys::debuginfo::{
    LLVMDIFileGetDirectory, LLVMDIFileGetFilename, LLVMDILocationGetColumn, LLVMDILocationGetInlinedAt, LLVMDILocationGetLine,
    LLVMDILocationGetScope, LLVMDIScopeGetFile, LLVMInstructionGetDebugLoc,
};
use inkwell::llvm_sys::prelude::LLVMMetadataRef;
use inkwell::values::AsValueRef;

/// Where an instruction is in the source, as [`hipify_abi::Kernel::places`] has it: the calls that were inlined there, the innermost first.
pub(crate) fn calls_of(instruction: Instruction) -> String {
    let mut location = llvm!(LLVMInstructionGetDebugLoc(instruction.as_value_ref()));
    let mut calls = String::new();
    while !location.is_null() {
        let scope = llvm!(LLVMDILocationGetScope(location));
        let (name, folder) = file_of(scope);
        let path = std::path::Path::new(&folder).join(name);
        let (line, column) = (llvm!(LLVMDILocationGetLine(location)), llvm!(LLVMDILocationGetColumn(location)));
        calls += &format!("{}:{line}:{column}\n", path.display());
        location = llvm!(LLVMDILocationGetInlinedAt(location));
    }
    calls
}

/// The file and the folder of a function's source.
pub(crate) fn file(function: DISubprogram) -> (String, String) {
    file_of(function.as_mut_ptr())
}

fn file_of(scope: LLVMMetadataRef) -> (String, String) {
    let file = llvm!(LLVMDIScopeGetFile(scope));
    if file.is_null() {
        return Default::default();
    }
    let (mut name_length, mut folder_length) = (0, 0);
    let name = llvm!(LLVMDIFileGetFilename(file, &mut name_length));
    let folder = llvm!(LLVMDIFileGetDirectory(file, &mut folder_length));
    (characters(name, name_length), characters(folder, folder_length))
}

/// LLVM's text of that length; null is none.
fn characters(start: *const std::ffi::c_char, length: u32) -> String {
    if start.is_null() {
        return String::new();
    }
    // SAFETY: LLVM says where its text is and how long.
    let bytes = unsafe { std::slice::from_raw_parts(start.cast::<u8>(), length as usize) };
    String::from_utf8_lossy(bytes).into_owned()
}
