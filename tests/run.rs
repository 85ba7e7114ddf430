//! Runs the programs of corpora/run: each is built once for the CPU and GPUs, `inspect` sees every code object, and what it
//! computes is right with warps of 32 and of 64 lanes.
//!
//! A program's first lines say what it is: `// run: wave-any` (one output, whatever the warps), `// run: wave-32` and
//! `// run: wave-64` (right there alone), `// hazard: wave-64` and `// hazard: wave-32` (it fails there, and is to),
//! `// targets:` (where they are not the CPU and the four `gpus`, with the reason; `needs hip-6.1` where older headers leave the CPU alone), `// flags:`,
//! `// needs:` (a library's folder of headers, without which it is passed over, and says so), `// stdout:` (a line that is printed), `// devices:` (how many it is given), `// fails:` (what is known to be wrong with it here: a test that is right after all fails, to
//! have the line taken away).
//! `HIPIFY_RUN_TARGETS=all` builds each program for all its targets; without it a few programs and two GPUs stand for the others.

use hipify_tests::programs::Program;
use hipify_tests::{build, programs};
use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Those that each run of the tests builds for GPUs too: what their headers are asked for differs most.
const ALSO_FOR_GPUS: [&str; 26] = [
    "atomics",
    "bfloat16",
    "compaction-ballot",
    "concepts",
    "conjugate-gradient",
    "directed-rounding",
    "driver-api",
    "float-vectors",
    "fp8-conversions",
    "group-partitions",
    "group-tiles",
    "half-precision",
    "lambdas",
    "latches",
    "managed-memory",
    "matches",
    "read-only-loads",
    "separate",
    "sixteen-bit-functions",
    "small-numbers-of-4-and-6-bits",
    "small-numbers-of-8-bit-scales",
    "sobel-texture",
    "standard-in-kernels",
    "target-conditions",
    "tensor-cores",
    "video-simd",
];

/// The GPUs for which each run of the tests builds them: one with waves of 64 lanes and one with waves of 32.
const ALWAYS: [&str; 2] = ["gfx942", "gfx1100"];

fn main() -> ExitCode {
    let all = std::env::var("HIPIFY_RUN_TARGETS").is_ok_and(|which| which == "all");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora/run");
    let programs: Vec<Arc<Program>> = programs::in_folder(&folder).into_iter().map(Arc::new).collect();
    let names: BTreeSet<String> = programs.iter().map(|program| program.name.clone()).collect();
    let mut trials = vec![Trial::test("every_program_is_found", move || are_all(&names))];
    for program in programs {
        let for_gpus = ALSO_FOR_GPUS.contains(&program.name.as_str());
        let is_built = |target: &&String| all || *target == "cpu" || for_gpus && ALWAYS.contains(&target.as_str());
        let targets: Vec<String> = program.targets.iter().filter(is_built).cloned().collect();
        trials.extend(trials_of(&program, &targets));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn are_all(names: &BTreeSet<String>) -> Result<(), Failed> {
    assert_eq!(names.len(), 221);
    for name in ALSO_FOR_GPUS {
        assert!(names.contains(name), "{name}");
    }
    Ok(())
}

fn trials_of(program: &Arc<Program>, targets: &[String]) -> Vec<Trial> {
    let trial = |what: &str, check: fn(&Program, &[String])| {
        let (program, targets) = (Arc::clone(program), targets.to_vec());
        let kind = program.lacks.as_ref().map(|folder| format!("needs {folder}"));
        let is_lacking = kind.is_some();
        Trial::test(format!("{}/{what}", program.name), move || {
            check(&program, &targets);
            Ok(())
        })
        .with_kind(kind.unwrap_or_default())
        .with_ignored_flag(is_lacking)
    };
    if let Some(why) = &program.fails {
        return vec![trial("is_known_to_be_wrong", known_wrong).with_kind(format!("known wrong: {why}"))];
    }
    let mut trials = vec![trial("has_a_code_object_for_each_target", code_objects)];
    if program.waves.contains(&32) {
        trials.push(trial("is_right_at_32_lanes", right_at_32));
    }
    if program.waves.contains(&64) {
        trials.push(trial("is_right_at_64_lanes_and_prints_the_same", right_at_64));
    }
    match program.hazard {
        Some(32) => trials.push(trial("fails_at_32_lanes", |program, targets| fails_at(program, targets, 32))),
        Some(_) => trials.push(trial("fails_at_64_lanes", |program, targets| fails_at(program, targets, 64))),
        None => {}
    }
    trials
}

fn known_wrong(program: &Program, targets: &[String]) {
    let is_right = |wave_size: &u32| {
        let executable = program.executable(targets);
        executable.is_ok_and(|executable| programs::run(&executable, *wave_size).code == Some(0))
    };
    assert!(!program.waves.iter().all(is_right), "it is right now: take its line away");
}

fn executable(program: &Program, targets: &[String]) -> PathBuf {
    program.executable(targets).unwrap_or_else(|said| panic!("{} does not build:\n{said}", program.name))
}

fn code_objects(program: &Program, targets: &[String]) {
    let contents = build::contents(&executable(program, targets));
    let found: BTreeSet<&str> = contents.keys().map(|target| target.split(':').next().unwrap()).collect();
    assert_eq!(found, targets.iter().map(String::as_str).collect());
    // Where the size of a warp is a constant there is one for each.
    let cpu =
        contents.iter().find_map(|(target, kernels)| target.starts_with("cpu").then_some(kernels)).expect("one for the CPU");
    for (target, kernels) in &contents {
        assert_eq!(kernels, cpu, "kernels for {target}, and for the cpu");
    }
    // A program without kernels of its own has none, or compiles them as it runs.
    assert!(!cpu.is_empty() || program.text.contains("nvrtc") || !program.text.contains("__global__"), "no kernels");
}

fn right_at_32(program: &Program, targets: &[String]) {
    program.passes(&executable(program, targets), 32);
}

fn right_at_64(program: &Program, targets: &[String]) {
    let executable = executable(program, targets);
    let wide = program.passes(&executable, 64).out;
    if program.waves.contains(&32) {
        assert_eq!(wide, program.passes(&executable, 32).out, "what it prints depends on the wave size");
    }
}

fn fails_at(program: &Program, targets: &[String], wave_size: u32) {
    let run = programs::run(&executable(program, targets), wave_size);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.out.lines().last().is_some_and(|line| line == format!("FAIL {}", program.name)), "{run:?}");
}
