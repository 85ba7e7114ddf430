//! Ports the programs of corpora/openacc to OpenMP, compiles them with gfortran and runs them on the host, in four threads:
//! what each prints is what its twin without directives prints.

#[path = "support/cli_command.rs"]
mod cli_command;
#[path = "support/fortran.rs"]
mod fortran;
#[path = "support/hip.rs"]
#[allow(dead_code)]
mod hip;
#[path = "support/programs.rs"]
mod programs;

use fortran::Program;
use gpufort::acc;
use hipify_diagnostics::{Level, apply};
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora/openacc");
    let programs = fortran::in_folder(&folder);
    let count = programs.len();
    let mut trials = vec![Trial::test("there_are_at_least_twelve_programs", move || at_least_twelve(count))];
    for program in programs {
        let name = format!("{}/prints_what_its_twin_does", program.name);
        trials.push(Trial::test(name, move || {
            prints_what_its_twin_does(&program);
            Ok(())
        }));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn at_least_twelve(count: usize) -> Result<(), Failed> {
    assert!(count >= 12, "{count}");
    Ok(())
}

fn prints_what_its_twin_does(program: &Program) {
    let [source] = &program.sources[..] else { panic!("one source, and a twin") };
    let text = std::fs::read_to_string(source).unwrap();
    let ported = ported(source, &text);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("openacc").join(&program.name);
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join(source.file_name().unwrap());
    std::fs::write(&file, &ported).unwrap();
    let executable = compiled(&file, &folder);
    let run = programs::patiently(Command::new(executable).env("OMP_NUM_THREADS", "4"));
    assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
    assert_eq!(fortran::words(&run.out), fortran::words(program.expected("gfortran")), "from\n{ported}");
}

/// The text after the port, which finds nothing more in it.
fn ported(source: &Path, text: &str) -> String {
    let fixed = source.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("f"));
    let port = |text: &str| {
        let ported = acc::port(text, fixed);
        let errors: Vec<_> = ported.diagnostics.iter().filter(|found| found.level == Level::Error).collect();
        assert!(errors.is_empty(), "{errors:?}");
        String::from_utf8(apply(text.as_bytes(), &ported.edits).unwrap()).unwrap()
    };
    let once = port(text);
    assert!(!once.to_ascii_lowercase().contains("$acc"), "{once}");
    assert!(once.contains("!$omp"), "{once}");
    assert_eq!(once, port(&once), "ported again");
    once
}

fn compiled(file: &Path, folder: &Path) -> PathBuf {
    let executable = folder.join("ported");
    let run =
        Command::new("gfortran").current_dir(folder).args(["-fopenmp", "-cpp", "-O1", "-o"]).arg(&executable).arg(file).output();
    let run = run.unwrap_or_else(|error| panic!("gfortran: {error}; `make test` installs it"));
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    executable
}
