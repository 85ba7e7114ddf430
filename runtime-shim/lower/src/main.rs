//! The command `hipify-lower`: lowers bitcode of device passes to bitcode of a CPU code object.

mod crash;

use clap::{Parser, ValueEnum};
use hipify_abi::Tool;
use hipify_lower::checks::Checks;
use hipify_lower::llvm::RELEASES;
use hipify_lower::warp_sync_insertion::Mode;
use hipify_lower::{Error, Form, Input, Options, llvm};
use std::path::PathBuf;
use std::process::ExitCode;

/// Turns device code, compiled for the CPU, into a code object's bitcode.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// LLVM bitcode or textual IR; several inputs are linked.
    #[arg(required_unless_present = "print_llvm")]
    inputs: Vec<PathBuf>,
    /// Where to write to.
    #[arg(short, required_unless_present = "print_llvm")]
    output: Option<PathBuf>,
    /// Print which file LLVM is loaded from, and lower nothing.
    #[arg(long)]
    print_llvm: bool,
    /// The release of LLVM to take, such as 19; without it that of the clang which made the inputs.
    #[arg(long, value_name = "RELEASE", value_parser = clap::value_parser!(u32).range(i64::from(*RELEASES.start())..=i64::from(*RELEASES.end())))]
    llvm: Option<u32>,
    /// The processor to make code for: `native`, `x86-64`, `x86-64-v2`, `x86-64-v3` or `x86-64-v4`.
    #[arg(long, default_value = "native")]
    cpu: String,
    /// What to write.
    #[arg(long, value_enum, default_value = "bc")]
    emit: Emit,
    /// When lanes wait for each other where a kernel takes for granted that they run in lockstep: where that is sure enough,
    /// wherever it may be, or nowhere.
    #[arg(long, value_enum, default_value = "auto")]
    lockstep: Lockstep,
    /// Tell the runtime which thread runs, before each: for messages of a sanitizer.
    #[arg(long)]
    current_thread: bool,
    /// Make smaller code, which runs seldom: blocks whose warps are not whole, and warps whose lanes part, go thread by thread, which is slower.
    #[arg(long)]
    runs_seldom: bool,
    /// Check while the code runs: accesses outside of what was allocated, accesses that nothing orders, reads of what nobody has written.
    #[arg(long, value_delimiter = ',', value_parser = tool)]
    checks: Vec<Tool>,
    /// Print what became of each kernel.
    #[arg(long)]
    report: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Emit {
    Bc,
    Ll,
}

#[derive(Clone, Copy, ValueEnum)]
enum Lockstep {
    Auto,
    Always,
    Never,
}

/// Bytes of stack. LLVM goes as deep as types, loops and expressions are nested; the 8 MiB that a program begins with are a choice of its shell.
const STACK: usize = 256 << 20;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    crash::say(&arguments.inputs);
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(|| run(arguments));
    let error = match worker.map(|worker| worker.join()) {
        Ok(Ok(Ok(()))) => return ExitCode::SUCCESS,
        Ok(Ok(Err(error))) => error.to_string(),
        // The panic has said where.
        Ok(Err(_)) => format!("the lowering has a mistake; {}", crash::REMEDY),
        Err(error) => format!("no thread with {STACK} bytes of stack can be started: {error}; allow more memory (ulimit -v)"),
    };
    eprintln!("hipify-lower: error: {error}");
    ExitCode::FAILURE
}

/// A tool that code is made ready for.
fn tool(name: &str) -> Result<Tool, String> {
    Tool::named(name).filter(|tool| tool.code().is_some()).ok_or_else(|| format!("code is not made ready for `{name}`"))
}

fn run(arguments: Arguments) -> Result<(), Error> {
    if arguments.print_llvm {
        println!("{}", llvm::load(arguments.llvm).map_err(Error::Llvm)?.path.display());
        return Ok(());
    }
    let form = match arguments.emit {
        Emit::Bc => Form::Bitcode,
        Emit::Ll => Form::Text,
    };
    let lockstep = match arguments.lockstep {
        Lockstep::Auto => Mode::Auto,
        Lockstep::Always => Mode::Always,
        Lockstep::Never => Mode::Never,
    };
    let inputs = arguments.inputs.into_iter().map(Input::read).collect::<Result<Vec<_>, _>>()?;
    let inputs: Vec<Input> = inputs.into_iter().flatten().collect();
    let has = |tool: Tool| arguments.checks.contains(&tool);
    let checks = Checks { memory: has(Tool::Memory), race: has(Tool::Race), init: has(Tool::Init), sync: has(Tool::Sync) };
    let (bytes, report) = hipify_lower::lower(
        &inputs,
        &Options {
            processor: arguments.cpu,
            form,
            lockstep,
            llvm: arguments.llvm,
            current_thread: arguments.current_thread,
            runs_seldom: arguments.runs_seldom,
            checks,
        },
    )?;
    if arguments.report {
        report.iter().for_each(|line| eprintln!("{line}"));
    }
    let output = arguments.output.expect("its argument is required");
    std::fs::write(&output, bytes).map_err(|source| Error::Write { path: output, source })
}
