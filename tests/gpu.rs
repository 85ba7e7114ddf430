//! Runs what is built for AMD GPUs: each program of corpora/run and corpora/wave prints on each GPU the verdict that it prints on
//! the CPU at the GPU's wave size, and exits alike.
//!
//! It is for machines that can run such programs, and has no tests elsewhere:
//! `HIPIFY_GPU_TARGETS=gfx942,gfx1100` names the GPUs. `HIPIFY_GPU_RUNNER` is a command that runs a program, called with the target
//! and the program (a simulator, say); without it programs start by themselves, on this machine's GPU. It exits with 77 where it
//! lacks what a program needs. `HIPIFY_GPU_LIMITS` is a file of such cases, a line `TARGET PROGRAM REASON` each: they are ignored.
//! `HIPIFY_GPU_PATIENCE` is how many seconds a program may run, 300 without it.
//!
//! A program named after a fault of the compiler here that no flag works around (rules/compiler-faults.toml) has to be wrong.

use hipify_tests::programs::{Program, Run};
use hipify_tests::{hip, programs};
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::time::Duration;

/// What a runner exits with where it lacks what the program needs, as automake's tests do.
const NOT_SUPPORTED: i32 = 77;

fn main() -> ExitCode {
    let targets = std::env::var("HIPIFY_GPU_TARGETS").unwrap_or_default();
    let limits = std::env::var("HIPIFY_GPU_LIMITS").map_or_else(|_| String::new(), |file| std::fs::read_to_string(file).unwrap());
    let mut trials = Vec::new();
    for folder in ["run", "wave"] {
        let all = programs::in_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora").join(folder));
        for program in all.into_iter().map(Arc::new) {
            let gpus = targets.split(',').filter(|target| !target.is_empty() && is_for(&program, target));
            trials.extend(gpus.map(|target| trial(folder, &program, target, &limits)));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// Whether a program is for a GPU: it names one of the same wave size.
fn is_for(program: &Program, target: &str) -> bool {
    program.targets.iter().any(|named| named != "cpu" && wave_size(named) == wave_size(target))
}

fn wave_size(target: &str) -> u32 {
    let gfx = hipify_rules::gfx(target).unwrap_or_else(|| panic!("`{target}` is no GPU"));
    gfx.wave_sizes[0]
}

fn trial(folder: &'static str, program: &Arc<Program>, target: &str, limits: &str) -> Trial {
    let (program, gpu) = (Arc::clone(program), target.to_owned());
    let name = format!("{target}/{folder}/{}", program.name);
    let is_limit = limits.lines().any(|line| line.starts_with(&format!("{target} {} ", program.name)));
    let fault = fault_without_workaround(&program, target);
    let check = move || match (does_what_the_cpu_does(folder, &program, &gpu)?, fault) {
        (Ok(()), Some(code)) => Err(format!("it is right although the compiler is said to have {code}").into()),
        (Err(difference), None) => Err(difference.into()),
        _ => Ok(()),
    };
    let kind = fault.map_or_else(String::new, |code| format!("known wrong: {code}"));
    Trial::test(name, check).with_kind(kind).with_ignored_flag(is_limit)
}

/// The code of the compiler's fault that the program is named after, if the clang here has it for the target and builds pass no
/// flag that helps.
fn fault_without_workaround(program: &Program, target: &str) -> Option<&'static str> {
    let fault = hipify_rules::compiler_faults().iter().find(|fault| fault.name == program.name)?;
    let (release, gfx) = (hip::Hip::find().clang_release(), hipify_rules::gfx(target)?);
    let is_kept_away = !fault.workaround.is_empty() && fault.is_worked_around(release, gfx);
    (fault.in_release(release.0, release.1) && fault.on(gfx) && !is_kept_away).then_some(fault.code)
}

/// Whether the program gives on the GPU what it gives on the CPU, or how they differ; an error where either could not be had.
fn does_what_the_cpu_does(folder: &str, program: &Program, target: &str) -> Result<Result<(), String>, Failed> {
    let built = |targets: &str| program.build(&[targets.to_owned()], &Path::new("gpu").join(targets).join(folder));
    let on_cpu = programs::run(&built("cpu")?, wave_size(target));
    if program.waves.contains(&wave_size(target)) && on_cpu.code != Some(0) {
        return Err(format!("wrong on the CPU:\n{}{}", on_cpu.out, on_cpu.err).into());
    }
    let on_gpu = run(&built(target)?, target);
    if on_gpu.code == Some(NOT_SUPPORTED) {
        return Err(format!("the runner lacks something:\n{}", on_gpu.err).into());
    }
    if verdict(&on_gpu) == verdict(&on_cpu) {
        return Ok(Ok(()));
    }
    Ok(Err(format!("on the CPU: {:?}\non {target}: {:?}\n{}{}", verdict(&on_cpu), verdict(&on_gpu), on_gpu.out, on_gpu.err)))
}

/// The exit status and the line that says PASS or FAIL; what else is printed may differ from run to run.
fn verdict(run: &Run) -> (Option<i32>, Option<&str>) {
    let is_verdict = |line: &&str| line.starts_with("PASS ") || line.starts_with("FAIL ");
    (run.code, run.out.lines().rev().find(is_verdict))
}

fn run(executable: &Path, target: &str) -> Run {
    let runner = std::env::var("HIPIFY_GPU_RUNNER").unwrap_or_default();
    let mut words = runner.split_whitespace();
    let mut command = match words.next() {
        Some(program) => Command::new(program),
        None => Command::new(executable),
    };
    if !runner.is_empty() {
        command.args(words).arg(target).arg(executable);
    }
    let patience = std::env::var("HIPIFY_GPU_PATIENCE").map_or(300, |seconds| seconds.parse().expect("a number of seconds"));
    programs::for_at_most(Duration::from_secs(patience), &mut command)
}
