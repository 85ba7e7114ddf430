//! Commands that a project has CMake run: nvcc in them becomes the compiler of the language HIP, with what CMake adds to the
//! compiles of its own.

use super::super::{toolkit, workarounds};
use super::lex::{Arg, ArgKind, Command};
use super::{Pass, file, flags};
use std::ops::Range;

/// What ends the words of a command (cmake-commands(7): `add_custom_command`, `add_custom_target`, `execute_process`, `add_test`).
const KEYWORDS: &[&str] = &[
    "APPEND",
    "BYPRODUCTS",
    "CODEGEN",
    "COMMAND",
    "COMMAND_ECHO",
    "COMMAND_ERROR_IS_FATAL",
    "COMMAND_EXPAND_LISTS",
    "COMMENT",
    "CONFIGURATIONS",
    "DEPENDS",
    "DEPFILE",
    "ERROR_FILE",
    "ERROR_QUIET",
    "ERROR_STRIP_TRAILING_WHITESPACE",
    "ERROR_VARIABLE",
    "IMPLICIT_DEPENDS",
    "INPUT_FILE",
    "JOB_POOL",
    "MAIN_DEPENDENCY",
    "OUTPUT",
    "OUTPUT_FILE",
    "OUTPUT_QUIET",
    "OUTPUT_STRIP_TRAILING_WHITESPACE",
    "OUTPUT_VARIABLE",
    "POST_BUILD",
    "PRE_BUILD",
    "PRE_LINK",
    "RESULTS_VARIABLE",
    "RESULT_VARIABLE",
    "SOURCES",
    "TIMEOUT",
    "USES_TERMINAL",
    "VERBATIM",
    "WORKING_DIRECTORY",
];

/// Variables that hold the path of nvcc.
const COMPILERS: &[&str] = &["CMAKE_CUDA_COMPILER", "CUDA_NVCC_EXECUTABLE", "CUDAToolkit_NVCC_EXECUTABLE"];

/// Options that nvcc answers, and what it makes of device code alone with the ending of its name.
const QUERIES: &[&str] = &["--version", "-V", "--help", "-h", "--dryrun", "-dryrun"];
const DEVICE_ALONE: &[(&str, &str)] = &[("ptx", ".ptx"), ("cubin", ".cubin"), ("fatbin", ".fatbin")];

/// Makes the list of the configured architectures one word.
pub(super) const ARCHITECTURES: &str = "list(JOIN CMAKE_HIP_ARCHITECTURES \",\" hip_architectures)";

/// A command that may run nvcc or another program of the toolkit.
pub(super) fn process(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    let calls = calls(command);
    for call in &calls {
        port_call(pass, command, call.clone());
    }
    if !calls.is_empty() {
        let line = format!("{ARCHITECTURES}{}{}", pass.found.newline(), pass.file.indent(command.span.start));
        pass.found.insert(command.span.start, line);
    }
    let rest = command.args.iter().enumerate().filter(|(index, _)| !calls.iter().any(|call| call.start == *index));
    for (_, arg) in rest.filter(|(_, arg)| is_text(arg)) {
        if let Some((name, help)) = toolkit::program(arg.text) {
            pass.warn(arg.span.clone(), format!("`{name}` is a program of the CUDA toolkit"), help);
        } else if arg.text.contains("CUDA_COMPILER}") || arg.text.contains("NVCC_EXECUTABLE}") {
            let help = "clang needs -x hip and --offload-arch=..., and takes other options than nvcc";
            pass.warn(arg.span.clone(), "a command that was written for nvcc", help);
        }
    }
}

/// The words that make a compile of HIP of the words after them.
pub(super) fn compile_words() -> String {
    format!("-x hip --offload-arch=${{hip_architectures}} {}", workarounds::words().join(" "))
}

fn is_text(arg: &Arg<'_>) -> bool {
    matches!(arg.kind, ArgKind::Unquoted | ArgKind::Quoted)
}

/// The arguments of each run of nvcc that makes something, nvcc itself first.
fn calls(command: &Command<'_>) -> Vec<Range<usize>> {
    let runs = |index: &usize| is_compiler(&command.args[*index]) && is_run(command, *index);
    let call = |start: usize| {
        let rest = command.args[start..].iter().position(|arg| KEYWORDS.contains(&arg.text));
        start..rest.map_or(command.args.len(), |length| start + length)
    };
    let all = (0..command.args.len()).filter(runs).map(call);
    all.filter(|call| call.len() > 1 && !command.args[call.clone()].iter().any(|arg| QUERIES.contains(&arg.text))).collect()
}

fn is_compiler(arg: &Arg<'_>) -> bool {
    let is_variable = || file::reference(arg).is_some_and(|name| COMPILERS.contains(&name));
    is_text(arg) && (arg.text == "nvcc" || arg.text.ends_with("/nvcc") || is_variable())
}

/// Whether the argument stands among the words of a command that is run, not among what it depends on.
fn is_run(command: &Command<'_>, index: usize) -> bool {
    let before = command.args[..index].iter().rev().find(|arg| KEYWORDS.contains(&arg.text));
    before.is_some_and(|arg| arg.text == "COMMAND")
}

fn port_call(pass: &mut Pass<'_, '_>, command: &Command<'_>, call: Range<usize>) {
    let (compiler, words) = (&command.args[call.start], &command.args[call.start + 1..call.end]);
    if file::reference(compiler).is_none() {
        pass.found.replace(compiler.span.clone(), "${CMAKE_HIP_COMPILER}");
    }
    let first = if links_alone(words) { "--hip-link --offload-arch=${hip_architectures}".to_owned() } else { compile_words() };
    pass.found.insert(compiler.span.end, format!(" {first}"));
    if let Some(name) = default_output(words) {
        pass.found.insert(words[words.len() - 1].span.end, format!(" -o {name}"));
    }
    flags::of_nvcc(pass, words);
}

/// Whether objects are linked, and nothing is compiled.
fn links_alone(words: &[Arg<'_>]) -> bool {
    let is_compile = |word: &&str| matches!(*word, "-c" | "-dc" | "--compile" | "--device-c") || word.ends_with(".cu");
    let is_object = |word: &&str| word.ends_with(".o") || word.ends_with(".a") || word.contains("TARGET_OBJECTS");
    let texts = || words.iter().map(|word| word.text);
    device_alone(words).is_none() && !texts().any(|word| is_compile(&word)) && texts().any(|word| is_object(&word))
}

/// The ending of what nvcc makes of device code alone.
fn device_alone(words: &[Arg<'_>]) -> Option<&'static str> {
    let name = |word: &Arg<'_>| word.text.strip_prefix("--").or_else(|| word.text.strip_prefix('-')).map(str::to_owned);
    let names: Vec<String> = words.iter().filter_map(name).collect();
    DEVICE_ALONE.iter().find(|row| names.iter().any(|name| name == row.0)).map(|row| row.1)
}

/// The name that nvcc gives device code of one source, where the command names none; clang's is another.
fn default_output(words: &[Arg<'_>]) -> Option<String> {
    let ending = device_alone(words)?;
    let is_named = words.iter().any(|word| word.text.starts_with("-o") || word.text.starts_with("--output"));
    let mut sources = words.iter().filter_map(|word| word.text.strip_suffix(".cu"));
    let (source, is_alone) = (sources.next()?, sources.next().is_none());
    let stem = source.rsplit('/').next().unwrap_or(source);
    (!is_named && is_alone).then(|| format!("{stem}{ending}"))
}
