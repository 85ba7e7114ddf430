//! Builds the programs of corpora/fortran and runs them: what each prints at both sizes of warps is what its twin in plain
//! Fortran prints, compiled in the test by the same compiler.
//!
//! A program's first lines may say `! options:` (words of nvfortran's command line) and `! fails:` (what is known to be wrong
//! with it: a program that is right after all fails, to have the line taken away). `HIPIFY_FORTRAN=all` builds each with both
//! compilers, and for a GPU too; without it gfortran does, for the CPU.

use hipify_tests::fortran;
use hipify_tests::fortran::{COMPILERS, Program};
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

fn main() -> ExitCode {
    let all = std::env::var("HIPIFY_FORTRAN").is_ok_and(|which| which == "all");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora/fortran");
    let programs: Vec<Arc<Program>> = fortran::in_folder(&folder).into_iter().map(Arc::new).collect();
    let count = programs.len();
    let mut trials = vec![Trial::test("every_program_is_found", move || are_all(count))];
    for program in programs {
        trials.extend(trials_of(&program, if all { &COMPILERS } else { &COMPILERS[..1] }));
        if all {
            trials.push(trial(&program, "links_for_gfx90a", links_for_a_gpu));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn are_all(count: usize) -> Result<(), Failed> {
    assert_eq!(count, 85);
    Ok(())
}

fn trials_of(program: &Arc<Program>, compilers: &[&'static str]) -> Vec<Trial> {
    if let Some(why) = &program.fails {
        return vec![trial(program, "is_known_to_be_wrong", known_wrong).with_kind(format!("known wrong: {why}"))];
    }
    let of_compiler = |compiler: &&'static str| {
        let compiler = *compiler;
        let narrow = move |program: &Program| program.passes(compiler, 32);
        let wide = move |program: &Program| program.passes(compiler, 64);
        let name = |lanes| format!("{compiler}/prints_what_its_twin_does_at_{lanes}_lanes");
        [trial(program, &name(32), narrow), trial(program, &name(64), wide)]
    };
    compilers.iter().flat_map(of_compiler).collect()
}

fn trial(program: &Arc<Program>, what: &str, check: impl FnOnce(&Program) + Send + 'static) -> Trial {
    let program = Arc::clone(program);
    Trial::test(format!("{}/{what}", program.name), move || {
        check(&program);
        Ok(())
    })
}

fn known_wrong(program: &Program) {
    assert!(!program.is_right(COMPILERS[0]), "it is right now: take its line away");
}

/// With the system's runtime, which is there without a GPU.
fn links_for_a_gpu(program: &Program) {
    let output = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fortran").join(format!("{}-gfx90a", program.name));
    program.build(COMPILERS[0], "gfx90a", &output).unwrap_or_else(|said| panic!("{said}"));
}
