//! A file or string of PTX or NVIDIA machine code is loaded.
//!
//! ## What
//!
//! In a file that loads modules: a string that names a `.ptx`, `.cubin` or `.fatbin`, or that holds PTX (`.version`,
//! `.target sm_`); and inputs of the linker of the kind PTX or CUBIN.
//!
//! ## Why on AMD
//!
//! AMD GPUs load code objects. Loading anything else fails when the program runs, with `hipErrorInvalidImage` or
//! `hipErrorFileNotFound`.
//!
//! ## Example
//!
//! ```cuda before
//! cuModuleLoad(&module, "kernels.ptx");
//! ```
//!
//! ```cuda after
//! hipModuleLoad(&module, "kernels.hsaco");
//! ```
//!
//! ## Fix
//!
//! Compile the kernels with `clang++ -x hip --genco --offload-arch=...` or `hipify-rs cc --genco` and name that file; take
//! what hipRTC compiles from `hiprtcGetCode`.
//!
//! ## Source
//!
//! HIP's manual, module management; clang's `--genco`.

use crate::{Applies, Check, Confidence, File, Findings, Lint, statement};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP3026",
    name: "device-binary",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Strings(check), Check::Words(INPUTS, input)],
};

/// Functions that load code.
const LOADERS: &[&str] = &[
    "cuModuleLoad",
    "cuModuleLoadData",
    "cuModuleLoadDataEx",
    "cuModuleLoadFatBinary",
    "cuLibraryLoadFromFile",
    "cuLibraryLoadData",
    "cudaLibraryLoadFromFile",
    "cuLinkAddFile",
    "cuLinkAddData",
    "hipModuleLoad",
    "hipModuleLoadData",
    "hipModuleLoadDataEx",
];

const INPUTS: &[&str] =
    &["CU_JIT_INPUT_PTX", "CU_JIT_INPUT_CUBIN", "CU_JIT_INPUT_FATBINARY", "hipJitInputPtx", "hipJitInputCubin"];

const HELP: &str = "load a code object: `clang++ -x hip --genco --offload-arch=gfx90a kernels.hip -o kernels.hsaco`";

fn check(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let text = file.text(at);
    let is_file = [".ptx\"", ".cubin\"", ".fatbin\""].iter().any(|end| text.ends_with(end));
    let is_ptx = text.contains(".target sm_") || text.contains(".version ") && text.contains(".address_size");
    if !(is_file || is_ptx) || !LOADERS.iter().any(|loader| file.first_use(loader).is_some()) {
        return;
    }
    if is_file {
        out.report(file.span(at), format!("AMD GPUs cannot load {text}")).help(HELP);
    } else {
        out.report(file.span(at), "PTX in a string, which AMD GPUs cannot load")
            .help("write the kernel in HIP and compile it by hipRTC");
    }
}

fn input(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let is_linked = |call: usize| file.text(call).contains("LinkAdd");
    if !statement::enclosing_call(&file.code, at).is_some_and(is_linked) {
        return;
    }
    let message = format!("`{}` names a kind of code that AMD GPUs cannot link", file.text(at));
    out.report(file.span(at), message).help("link LLVM bitcode, with `hipJitInputLLVMBitcode`");
}
