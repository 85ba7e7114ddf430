//! Compiles what porting made: each fixture and each program of corpora/, and fixtures of lints with their fixes, host and device,
//! with clang and HIP's headers.
//!
//! What the HIP headers found here cannot compile is an ignored test whose name says what is missing; a run lists and counts
//! it. `HIP_PREFIX` names another HIP than the system's, and `HIP_ARCH` other targets than gfx90a. One of three fixtures stands
//! for the others, which are ignored tests too, unless `HIP_COMPILE=all` asks for them.

use hipify_diagnostics::{Source, apply};
use hipify_headers::support;
use hipify_port::{SUPPORT_HEADER, port};
use hipify_syntax::Tree;
use hipify_tests::fixture::Fixture;
use hipify_tests::hip::Hip;
use hipify_tests::project::Project;
use hipify_tests::{lint_fixture, project};
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tempfile::TempDir;

fn main() -> ExitCode {
    let hip = Hip::find();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora");
    let mut trials = vec![
        Trial::test("wrong_device_code_does_not_compile", wrong_device_code_does_not_compile),
        Trial::test("a_cuda_call_does_not_compile", a_cuda_call_does_not_compile),
    ];
    trials.extend(project::names().into_iter().map(|name| project_trial(name, &hip)));
    trials.extend(BUILDS.iter().map(|name| {
        let hip = hip.clone();
        let (kind, skipped) = hip.lacks_runtime();
        Trial::test(format!("builds/{name}"), move || builds(name, &hip)).with_kind(kind).with_ignored_flag(skipped)
    }));
    let all = std::env::var("HIP_COMPILE").is_ok_and(|which| which == "all");
    trials.extend(
        project::files(&root.join("port"))
            .into_iter()
            .enumerate()
            .map(|(number, path)| fixture_trial(&root.join("port"), path, &hip, all || number % STANDS_FOR == 0)),
    );
    trials.extend(project::files(&root.join("lints")).into_iter().filter_map(|path| fixed_trial(&path, &hip)));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// How many fixtures without a directive one of them stands for.
const STANDS_FOR: usize = 3;

/// What a `// compile:` directive asks for.
struct Expectation {
    /// Why the trial is not run, or what is known to be wrong; stands in front of its name.
    kind: String,
    skipped: bool,
    must_fail: bool,
}

impl Expectation {
    fn of(directive: &str, hip: &Hip) -> Self {
        let expectation = |kind: String, skipped, must_fail| Self { kind, skipped, must_fail };
        match directive.split_once([' ', ',']).map(|(word, rest)| (word, rest.trim())) {
            None => expectation(String::new(), false, false),
            Some(("needs", needs)) => {
                let missing = hip.lacks(needs);
                let skipped = missing.is_some();
                expectation(missing.unwrap_or_default(), skipped, false)
            }
            Some(("no", why)) => expectation(why.to_owned(), true, false),
            Some(("refused", why)) => expectation(format!("refused: {why}"), false, true),
            Some(("fails", why)) => expectation(format!("known wrong: {why}"), false, true),
            Some(_) => panic!("`{directive}`: a compile directive is `needs ...`, `no, why`, `refused, why` or `fails, why`"),
        }
    }

    /// A trial of that kind; `check` says what the compiler said.
    fn trial(self, name: String, check: impl FnOnce() -> Result<Result<(), String>, Failed> + Send + 'static) -> Trial {
        let must_fail = self.must_fail;
        let trial = Trial::test(name, move || match (check()?, must_fail) {
            (Ok(()), true) => Err("it compiles now: take its directive away".into()),
            (Err(said), false) => Err(said.into()),
            _ => Ok(()),
        });
        trial.with_kind(self.kind).with_ignored_flag(self.skipped)
    }
}

fn fixture_trial(root: &Path, path: PathBuf, hip: &Hip, is_taken: bool) -> Trial {
    let name = path.strip_prefix(root).expect("found under the root").to_str().expect("a UTF-8 name").to_owned();
    let fixture = Fixture::read(&path, &name);
    let mut expectation = Expectation::of(&fixture.directive("compile").unwrap_or_default(), hip);
    if !is_taken && expectation.kind.is_empty() {
        expectation = Expectation { kind: "HIP_COMPILE=all".to_owned(), skipped: true, must_fail: false };
    }
    let hip = hip.clone();
    expectation.trial(format!("port/{name}"), move || compiles(&fixture, &hip))
}

/// What clang says of the ported fixture.
fn compiles(fixture: &Fixture, hip: &Hip) -> Result<Result<(), String>, Failed> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join(&fixture.path);
    std::fs::create_dir_all(path.parent().expect("a file in a folder"))?;
    let ported = fixture.port();
    std::fs::write(&path, apply(&fixture.bytes, &ported.edits)?)?;
    if !ported.supplied.is_empty() {
        std::fs::write(folder.path().join(SUPPORT_HEADER), support::header(&ported.supplied))?;
    }
    Ok(hip.check(&path, &[]))
}

/// A trial of a fixture of a lint that says what it compiles for.
fn fixed_trial(path: &Path, hip: &Hip) -> Option<Trial> {
    let text = std::fs::read_to_string(path).ok()?;
    let directive = lint_fixture::directive(&text, "compile")?;
    let (targets, wants) = match directive.split_once(' ') {
        None if directive.starts_with("gfx") => (directive, ""),
        Some((targets, wants)) if targets.starts_with("gfx") => (targets, wants),
        _ => ("", directive),
    };
    let hip = if targets.is_empty() { hip.clone() } else { hip.for_targets(targets) };
    let name = format!("lints/{}", path.file_name()?.to_str()?);
    let expectation = Expectation::of(wants, &hip);
    let path = path.to_owned();
    Some(expectation.trial(name, move || fixed_compiles(&path, &hip)))
}

/// What clang says of the fixture with its lint's fixes, ported.
fn fixed_compiles(path: &Path, hip: &Hip) -> Result<Result<(), String>, Failed> {
    let fixture = lint_fixture::Fixture::read(path);
    let (text, _) = fixture.fixed();
    let source = Source { path: &fixture.path, bytes: text.as_bytes() };
    let ported = port(&source, &Tree::new([fixture.path.clone()]), &fixture.options.port);
    let folder = tempfile::tempdir()?;
    let path = folder.path().join(&fixture.path);
    std::fs::write(&path, apply(source.bytes, &ported.edits)?)?;
    Ok(hip.check(&path, &[]))
}

/// What is expected of each program, and the include folders that its build file names.
const PROGRAMS: &[(&str, &str, &[&str])] = &[
    ("blur", "", &[]),
    ("convolution", "needs hipfft/hipfft.h", &[]),
    ("extension", "no, PyTorch for ROCm compiles it, and has its headers beside its Python package", &[]),
    ("gemm", "needs hipblas/hipblas.h", &["include"]),
    ("heat", "", &[]),
    ("histogram", "needs hip-7.0", &[]),
    ("ising", "", &[]),
    ("jacobi", "needs hip-7.0", &[]),
    ("jit", "needs hip-5.5", &[]),
    ("mixed", "needs hip-6.4 rocwmma/internal/types.hpp", &[]),
    ("modules", "", &[]),
    ("montecarlo", "needs hiprand/hiprand.h", &[]),
    ("nbody", "", &[]),
    ("openmp", "needs omp.h", &[]),
    ("orbit", "", &["include"]),
    ("overlap", "", &[]),
    ("particles", "", &[]),
    ("parts", "", &["lib"]),
    ("peer", "needs hip-6.0", &[]),
    ("reduction", "needs hip-6.4", &["include"]),
    ("saxpy", "", &[]),
    ("siblings", "", &["common"]),
    ("spmv", "needs hip-6.4 hipsparse/hipsparse.h hipsolver/hipsolver.h", &[]),
    ("statistics", "needs hipcub/hipcub.hpp thrust/sort.h", &[]),
    ("stencil", "", &[]),
];

/// Programs whose ported Makefile must build with nothing but clang and the HIP of Debian 12.
const BUILDS: &[&str] = &["saxpy", "stencil"];

fn project_trial(name: String, hip: &Hip) -> Trial {
    let row = PROGRAMS.iter().find(|row| row.0 == name);
    let (_, directive, include) = *row.unwrap_or_else(|| panic!("PROGRAMS lacks corpora/projects/{name}"));
    let hip = hip.clone();
    Expectation::of(directive, &hip).trial(format!("projects/{name}"), move || program_compiles(&name, include, &hip))
}

/// Writes the ported program into a new folder.
fn ported_tree(name: &str) -> std::io::Result<(Project, TempDir)> {
    let (project, folder) = (Project::ported(name), tempfile::tempdir()?);
    for file in &project.files {
        let path = folder.path().join(&file.path);
        std::fs::create_dir_all(path.parent().expect("a file in a folder"))?;
        std::fs::write(path, &file.ported)?;
    }
    Ok((project, folder))
}

fn program_compiles(name: &str, include: &[&str], hip: &Hip) -> Result<Result<(), String>, Failed> {
    let (project, folder) = ported_tree(name)?;
    let flags: Vec<String> = include.iter().map(|include| format!("-I{}", folder.path().join(include).display())).collect();
    for file in project.files.iter().filter(|file| file.path.ends_with(".cu") || file.path.ends_with(".cpp")) {
        if let Err(said) = hip.check(&folder.path().join(&file.path), &flags) {
            return Ok(Err(format!("{}:\n{said}", file.path)));
        }
    }
    Ok(Ok(()))
}

fn builds(name: &str, hip: &Hip) -> Result<(), Failed> {
    let (_, folder) = ported_tree(name)?;
    let output = hip.make(folder.path())?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() || !folder.path().join(name).exists() {
        return Err(format!("make: {}\n{said}", output.status).into());
    }
    Ok(())
}

fn checked(text: &str) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = folder.path().join("a.hip");
    std::fs::write(&path, text).map_err(|error| error.to_string())?;
    Hip::find().check(&path, &[])
}

fn wrong_device_code_does_not_compile() -> Result<(), Failed> {
    let host = "#include <hip/hip_runtime.h>\nint host();\n";
    checked(&format!("{host}__global__ void k(int *p) {{ *p = 1; }}\n"))?;
    let said =
        checked(&format!("{host}__global__ void k(int *p) {{ *p = host(); }}\n")).expect_err("a host function in a kernel");
    assert!(said.contains("host"), "{said}");
    Ok(())
}

fn a_cuda_call_does_not_compile() -> Result<(), Failed> {
    let said =
        checked("#include <hip/hip_runtime.h>\nint main() { return cudaDeviceSynchronize(); }\n").expect_err("a CUDA name");
    assert!(said.contains("cudaDeviceSynchronize"), "{said}");
    Ok(())
}
