//! Shows that the hazards of wide waves are true: each program of corpora/wave is right with warps of 32 lanes and wrong with 64.
//!
//! A program's first lines are those of corpora/run, and `// finds:` (the codes that lint finds in it).

#[path = "support/cli_command.rs"]
mod cli_command;
#[path = "support/hip.rs"]
#[allow(dead_code)]
mod hip;
#[path = "support/programs.rs"]
mod programs;

use libtest_mimic::{Arguments, Failed, Trial};
use programs::Program;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

fn main() -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora/wave");
    let programs = programs::in_folder(&folder).into_iter().map(Arc::new);
    let trials = programs.flat_map(|program| trials_of(&program)).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn trials_of(program: &Arc<Program>) -> Vec<Trial> {
    let trial = |what: &str, check: fn(&Program)| {
        let program = Arc::clone(program);
        Trial::test(format!("{}/{what}", program.name), move || {
            check(&program);
            Ok::<(), Failed>(())
        })
    };
    vec![trial("is_right_at_32_lanes", right_at_32), trial("is_wrong_at_64_lanes", wrong_at_64)]
}

fn right_at_32(program: &Program) {
    program.passes(&executable(program), 32);
}

fn wrong_at_64(program: &Program) {
    let run = programs::run(&executable(program), 64);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert_eq!(run.out.lines().last(), Some(format!("FAIL {}", program.name).as_str()), "{run:?}");
}

fn executable(program: &Program) -> PathBuf {
    program.executable(&["cpu".to_owned()]).unwrap_or_else(|said| panic!("{} does not build:\n{said}", program.name))
}
