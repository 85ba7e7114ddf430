//! flang as an oracle: where flang 19 takes a program's CUDA Fortran, the copies between host and device that assignments imply in
//! it (`cuf.data_transfer` of its HLFIR) are as many as those that the port writes.
//!
//! Runs with `HIPIFY_FORTRAN=all`, since it needs a second Fortran compiler. corpora/fortran-modules has nvfortran's modules for it.

use gpufort::{Options, Source, port};
use hipify_diagnostics::apply;
use hipify_tests::fortran;
use hipify_tests::fortran::Program;
use libtest_mimic::{Arguments, Trial};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::{Arc, Mutex};

/// What flang 19 refuses: statements that it does not allow in device code, more than one device array on the right of an
/// assignment in a loop directive, device components, dim3 in a directive, `*` as a grid,
/// `associate` and `forall` in device code, `curand_device`, functions that take a kernel, elements of pointers for dummy arrays, a loop
/// directive whose loop ends at its own label; and cuBLAS's names for arrays of any rank, which nvfortran's own module has.
const REFUSED: &[&str] = &[
    "array-expressions",
    "array-results",
    "bitonic-sort",
    "blas-ranks",
    "block-reduce",
    "complex-numbers",
    "control-flow",
    "copies",
    "cuf-nested",
    "cuf-private",
    "cuf-sentinel",
    "cuf-sum",
    "device-components",
    "device-functions",
    "device-pointers",
    "element-arguments",
    "forall",
    "grid-sync",
    "histogram",
    "host-data",
    "kernel-functions",
    "legacy-solver",
    "memcpy",
    "monte-carlo",
    "old-forms",
    "random-states",
    "shallow-water",
    "strings",
    "tab-form",
    "type-bound",
    "warp-votes",
];

/// How many more the port writes, where the two count otherwise: flang's are transfers of managed data, which the port leaves to the
/// host; the port's are first values of module variables and of `allocate(source=)`.
const COUNTED_OTHERWISE: &[(&str, isize)] =
    &[("allocation", 1), ("atomics", -2), ("managed-memory", -8), ("module-variables", 1), ("poisson-fft", 1), ("stencil3d", 1)];

fn main() -> ExitCode {
    let all = std::env::var("HIPIFY_FORTRAN").is_ok_and(|which| which == "all");
    let corpora = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora");
    let modules: Arc<Mutex<Option<PathBuf>>> = Arc::default();
    let trial = |program: Program| {
        let modules = Arc::clone(&modules);
        let from = corpora.join("fortran-modules");
        let refused = REFUSED.contains(&program.name.as_str());
        let name = format!("{}/{}", program.name, if refused { "is_refused_by_flang" } else { "has_the_copies_that_flang_sees" });
        let check = move || {
            let folder = modules.lock().unwrap().get_or_insert_with(|| compiled_modules(&from)).clone();
            let seen = transfers(&program, &folder);
            assert_eq!(seen.is_none(), refused, "whether flang takes it has changed");
            if let Some(seen) = seen {
                let more = COUNTED_OTHERWISE.iter().find(|(name, _)| *name == program.name).map_or(0, |(_, more)| *more);
                let wanted = seen.checked_add_signed(more).unwrap();
                assert_eq!(ported_copies(&program), wanted, "copies of the port (left) and of flang (right)");
            }
            Ok(())
        };
        Trial::test(name, check).with_ignored_flag(!all)
    };
    let trials = fortran::in_folder(&corpora.join("fortran")).into_iter().map(trial).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// nvfortran's modules as flang's; the folder that they are in.
fn compiled_modules(from: &Path) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fortran-modules");
    std::fs::create_dir_all(&folder).unwrap();
    for name in ["cudafor.cuf", "libraries.cuf"] {
        let run = flang(&folder, &folder).arg("-fsyntax-only").arg(from.join(name)).output().unwrap();
        assert!(run.status.success(), "{name}: {}", String::from_utf8_lossy(&run.stderr));
    }
    folder
}

fn flang(modules: &Path, own: &Path) -> Command {
    let mut command = Command::new("flang-new-19");
    command.args(["-fc1", "-x", "cuda", "-D_CUDA", "-I"]).arg(modules).arg("-I").arg(own).arg("-module-dir").arg(own);
    command
}

/// How many transfers flang sees in all files; nothing where it refuses one.
fn transfers(program: &Program, modules: &Path) -> Option<usize> {
    let folder = modules.join(&program.name);
    std::fs::create_dir_all(&folder).unwrap();
    let mut left = program.fortran_sources();
    let mut found = 0;
    // Modules before their users: whatever compiles is done, until nothing more does.
    while !left.is_empty() {
        let before = left.len();
        left.retain(|source| match transfers_of(program, source, modules, &folder) {
            Some(count) => {
                found += count;
                false
            }
            None => true,
        });
        if left.len() == before {
            return None;
        }
    }
    Some(found)
}

fn transfers_of(program: &Program, source: &Path, modules: &Path, folder: &Path) -> Option<usize> {
    let ending = source.extension()?.to_str()?;
    let fixed = ["f", "for"].iter().any(|of_fixed| ending.eq_ignore_ascii_case(of_fixed));
    let path = folder.join(source.file_name()?);
    std::fs::write(&path, seen_by_flang(&std::fs::read_to_string(source).unwrap(), fixed)).unwrap();
    let mut command = flang(modules, folder);
    command.args(["-emit-hlfir", if fixed { "-ffixed-form" } else { "-ffree-form" }]);
    if ending.starts_with(|first: char| first.is_ascii_uppercase()) {
        command.arg("-cpp");
    }
    command.arg("-I").arg(source.parent()?);
    command.args(program.options.iter().filter(|option| option.starts_with("-D") || option.starts_with("-ffixed-line-length")));
    let run = command.arg(&path).args(["-o", "-"]).output().expect("flang-new-19 is installed: `apt install flang-19`");
    run.status.success().then(|| String::from_utf8_lossy(&run.stdout).matches("cuf.data_transfer").count())
}

/// flang 19 knows neither nvfortran's device procedures without their module nor `!@cuf`.
fn seen_by_flang(text: &str, fixed: bool) -> String {
    let is_module = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        matches!(words[..], [first, name] if first.eq_ignore_ascii_case("module") && !name.eq_ignore_ascii_case("procedure"))
    };
    let line = |line: &str| {
        let line = line.replace("!@cuf", "     ");
        let next = if fixed { "\n      use cudafor" } else { "; use cudafor" };
        if is_module(&line) { format!("{line}{next}\n") } else { line + "\n" }
    };
    text.lines().map(line).collect()
}

/// How many copies, fills and reads of elements the port of all files writes.
fn ported_copies(program: &Program) -> usize {
    let read = |path: &PathBuf| (path.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read(path).unwrap());
    let files: Vec<(String, Vec<u8>)> = program.fortran_sources().iter().map(read).collect();
    let sources: Vec<Source<'_>> = files.iter().map(|(path, bytes)| Source { path, bytes }).collect();
    let ported = port(&sources, &port_options(program));
    let text = |(source, ported): (&Source<'_>, &gpufort::Ported)| apply(source.bytes, &ported.edits).unwrap();
    let texts = sources.iter().zip(&ported).map(text).map(|text| String::from_utf8_lossy(&text).into_owned());
    texts
        .map(|text| {
            ["gpufort_copy(", "gpufort_fill(", "gpufort_host("].iter().map(|name| text.matches(name).count()).sum::<usize>()
        })
        .sum()
}

/// What the driver makes of the options.
fn port_options(program: &Program) -> Options {
    let mut options = Options::default();
    for option in &program.options {
        match option.strip_prefix("-D") {
            Some(define) => {
                let (name, value) = define.split_once('=').map_or((define, None), |(name, value)| (name, Some(value.to_owned())));
                options.defines.push((name.to_owned(), value));
            }
            None if option == "--r8" => options.kinds.real = 8,
            None => {
                let columns = option.strip_prefix("-ffixed-line-length-").and_then(|columns| columns.parse().ok());
                options.fixed.columns = columns.unwrap_or(options.fixed.columns);
            }
        }
    }
    options
}
