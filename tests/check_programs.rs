//! The programs of corpora/run and corpora/projects under all tools of `check`: nothing is found in them but what a comment at its place allows,
//! `// hipify-check: allow(tool/kind) reason`, and every such comment is needed.
//!
//! `make check-programs` runs all of them, for hours where the runtime is built for debugging; without `CHECK_PROGRAMS=all` a few stand for the others.

use hipify_tests::programs::Program;
use hipify_tests::{build, programs, project, root};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use std::process::ExitCode;

/// Those that each run of the tests checks.
const A_FEW: [&str; 4] = ["aggregated-atomics", "last-block", "reduce-shuffle", "saxpy"];

/// Projects that `check` of a folder does not build, or that need what tests have not: why.
const LEFT_OUT: [(&str, &str); 5] = [
    ("extension", "a module of Python, which PyTorch builds"),
    ("heat", "built by meson"),
    ("ising", "built by automake"),
    ("modules", "loads a file that its build makes beside the program"),
    ("peer", "needs several devices"),
];

/// Projects that make several programs: these.
const SEVERAL: [(&str, &[&str]); 2] =
    [("siblings", &["built/scan/scan", "built/sum/sum"]), ("spmv", &["built/solve", "built/spmv"])];

/// Projects for warps of 32 lanes: why.
const NARROW: [(&str, &str); 1] = [("histogram", "ballots are kept in 32 bits")];

fn main() -> ExitCode {
    let all = std::env::var("CHECK_PROGRAMS").is_ok_and(|which| which == "all");
    let is_asked = |name: &str| all || A_FEW.contains(&name);
    let mut trials = Vec::new();
    for program in programs::in_folder(&root().join("corpora/run")).into_iter().filter(|program| is_asked(&program.name)) {
        let is_lacking = program.lacks.is_some() || program.fails.is_some();
        let name = format!("run/{}", program.name);
        trials.push(Trial::test(name, move || of_program(&program)).with_ignored_flag(is_lacking));
    }
    for name in project::names().into_iter().filter(|name| is_asked(name)) {
        let why = LEFT_OUT.iter().find(|row| row.0 == name).map(|row| row.1);
        let trial = Trial::test(format!("projects/{name}"), move || of_project(&name)).with_ignored_flag(why.is_some());
        trials.push(trial.with_kind(why.unwrap_or_default()));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn of_program(program: &Program) -> Result<(), Failed> {
    is_clean(&program.check("all")?)
}

fn of_project(name: &str) -> Result<(), Failed> {
    let place = build::project(name);
    let lanes = if NARROW.iter().any(|row| row.0 == name) { 32 } else { 64 };
    let checked = |subject: &str| {
        let said = place.run(&format!("check --isolated --tool all --wave-size {lanes} --output-format json {subject}"));
        if ![0, 1].contains(&said.code) {
            return Err(format!("exit code {}\n{}{}", said.code, said.out, said.err).into());
        }
        is_clean(&said.out)
    };
    let Some((_, programs)) = SEVERAL.iter().find(|row| row.0 == name) else { return checked(".") };
    let built = place.run("build --offload-arch cpu -g --checks all -o built .");
    if built.code != 0 {
        return Err(format!("exit code {}\n{}{}", built.code, built.out, built.err).into());
    }
    programs.iter().try_for_each(|program| checked(program))
}

/// Nothing is found that counts, and no comment is needless.
fn is_clean(answer: &str) -> Result<(), Failed> {
    let answer: Value = serde_json::from_str(answer)?;
    let findings = answer["findings"].as_array().ok_or("no findings in the answer")?;
    let counts: Vec<String> = findings.iter().filter(|finding| finding["suppressed"].is_null()).map(described).collect();
    if counts.is_empty() { Ok(()) } else { Err(counts.join("\n").into()) }
}

fn described(finding: &Value) -> String {
    let first = &finding["frames"][0];
    let [tool, kind, message] = ["tool", "kind", "message"].map(|key| finding[key].as_str().unwrap_or_default());
    format!("{}:{}: {tool}/{kind}: {message}", first["file"].as_str().unwrap_or_default(), first["line"])
}
