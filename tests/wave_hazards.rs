//! Shows that the hazards of wide waves are true: each program of corpora/wave is right with warps of 32 lanes and wrong with 64,
//! until lint has fixed it.
//!
//! A program's first lines are those of corpora/run, and `// finds:` (the codes that lint finds in it), `// select:` (what lint
//! looks for; without it the default set), `// fix: manual` (lint finds it and leaves it), `// port: mends` (the build's own port
//! leaves nothing of it; a tree that is HIP already has it still).

use hipify_tests::cli_command::binary;
use hipify_tests::programs;
use hipify_tests::programs::Program;
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
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
    let fixed = if is_manual(program) {
        trial("is_found_and_left", found_and_left)
    } else {
        trial("is_right_at_both_when_fixed", right_when_fixed)
    };
    let as_built = if programs::said(&program.text, "port").is_empty() {
        trial("is_wrong_at_64_lanes", wrong_at_64)
    } else {
        trial("is_mended_by_the_port", mended_by_the_port)
    };
    vec![trial("is_right_at_32_lanes", right_at_32), as_built, fixed]
}

fn right_at_32(program: &Program) {
    program.passes(&executable(program), 32);
}

fn wrong_at_64(program: &Program) {
    let run = programs::run(&executable(program), 64);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert_eq!(run.out.lines().last(), Some(format!("FAIL {}", program.name).as_str()), "{run:?}");
}

fn mended_by_the_port(program: &Program) {
    program.passes(&executable(program), 64);
}

/// A copy of the program, beside the header it includes.
struct Copy {
    path: PathBuf,
    select: String,
}

impl Copy {
    fn of(program: &Program) -> Self {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wave-hazards");
        let (folder, header) = (root.join("wave-fixed"), root.join("run/check.h"));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::create_dir_all(header.parent().unwrap()).unwrap();
        if !header.exists() {
            std::os::unix::fs::symlink(Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora/run/check.h"), &header).ok();
        }
        let path = folder.join(format!("{}.cu", program.name));
        std::fs::write(&path, &program.text).unwrap();
        let select =
            programs::said(&program.text, "select").first().map_or("DEFAULT".to_owned(), |codes| codes.replace(' ', ","));
        Self { path, select }
    }

    fn lint(&self, more: &[&str]) -> String {
        let mut command = Command::new(binary());
        command.args(["lint", "--isolated", "--exit-zero", "--target", "gfx90a", "--select", &self.select]).args(more);
        let run = command.arg(&self.path).output().unwrap();
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        String::from_utf8_lossy(&run.stdout).into_owned()
    }

    /// Lint says each of the codes.
    fn finds(&self, codes: &str) {
        let said = self.lint(&["--output-format", "concise"]);
        for code in codes.split(' ') {
            assert!(said.contains(code), "{code} is not in\n{said}");
        }
    }
}

fn found_and_left(program: &Program) {
    let copy = Copy::of(program);
    copy.finds(&codes(program));
    copy.lint(&["--fix", "--unsafe-fixes"]);
    assert_eq!(std::fs::read_to_string(&copy.path).unwrap(), program.text);
}

fn right_when_fixed(program: &Program) {
    let copy = Copy::of(program);
    copy.finds(&codes(program));
    copy.lint(&["--fix", "--unsafe-fixes"]);
    let left = copy.lint(&["--output-format", "concise"]);
    assert!(!left.contains(&program.name), "left over:\n{left}");
    let fixed = Program::read(&copy.path).unwrap();
    let executable = executable(&fixed);
    fixed.passes(&executable, 32);
    fixed.passes(&executable, 64);
}

fn codes(program: &Program) -> String {
    programs::said(&program.text, "finds").pop().expect("a line `// finds:`")
}

fn is_manual(program: &Program) -> bool {
    programs::said(&program.text, "fix").iter().any(|fix| fix == "manual")
}

fn executable(program: &Program) -> PathBuf {
    program.executable(&["cpu".to_owned()]).unwrap_or_else(|said| panic!("{} does not build:\n{said}", program.name))
}
