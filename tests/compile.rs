//! Compiles what porting made: each fixture and each program of corpora/, host and device, with clang and HIP's headers.
//!
//! What the HIP headers found here cannot compile is an ignored test whose name says what is missing; a run lists and counts
//! it. `HIP_PREFIX` names another HIP than the system's, and `HIP_ARCH` other targets than gfx90a.

#[path = "support/fixture.rs"]
mod fixture;
#[path = "support/hip.rs"]
mod hip;
#[path = "support/project.rs"]
#[allow(dead_code)]
mod project;

use fixture::Fixture;
use hip::Hip;
use hipify::apply;
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let hip = Hip::find();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora");
    let mut trials = vec![
        Trial::test("wrong_device_code_does_not_compile", wrong_device_code_does_not_compile),
        Trial::test("a_cuda_call_does_not_compile", a_cuda_call_does_not_compile),
    ];
    trials.extend(project::names().into_iter().map(|name| project_trial(name, &hip)));
    trials.extend(project::files(&root.join("port")).into_iter().map(|path| fixture_trial(&root.join("port"), path, &hip)));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn fixture_trial(root: &Path, path: PathBuf, hip: &Hip) -> Trial {
    let name = path.strip_prefix(root).expect("found under the root").to_str().expect("a UTF-8 name").to_owned();
    let fixture = Fixture::read(&path, &name);
    let reason = fixture.directive("compile").unwrap_or_default();
    let (kind, skipped) = match reason.split_once([' ', ',']) {
        None => (String::new(), false),
        Some(("needs", needs)) => hip.lacks(needs).map_or((String::new(), false), |missing| (missing, true)),
        Some(("no", why)) => (why.trim().to_owned(), true),
        Some(("fails", why)) => (format!("known wrong: {}", why.trim()), false),
        Some(_) => panic!("{name}: `// compile:` is `needs ...`, `no, why` or `fails, why`"),
    };
    let must_fail = reason.starts_with("fails");
    let hip = hip.clone();
    let trial = Trial::test(format!("port/{name}"), move || match (compiles(&fixture, &hip)?, must_fail) {
        (Ok(()), true) => Err("it compiles now: take its directive away".into()),
        (Err(said), false) => Err(said.into()),
        _ => Ok(()),
    });
    trial.with_kind(kind).with_ignored_flag(skipped)
}

/// What clang says of the ported fixture.
fn compiles(fixture: &Fixture, hip: &Hip) -> Result<Result<(), String>, Failed> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join(&fixture.path);
    std::fs::create_dir_all(path.parent().expect("a file in a folder"))?;
    std::fs::write(&path, apply(&fixture.bytes, &fixture.port().edits)?)?;
    Ok(hip.check(&path, &[]))
}

/// What each program needs beside the HIP headers of Debian 12, and the include folders that its build file names.
const PROGRAMS: &[(&str, &str, &[&str])] = &[
    ("blur", "", &[]),
    ("convolution", "hipfft/hipfft.h", &[]),
    ("extension", "torch/extension.h", &[]),
    ("gemm", "hipblas/hipblas.h", &["include"]),
    ("histogram", "hip-6.4", &[]),
    ("jacobi", "hip-6.4", &[]),
    ("jit", "hip-5.5", &[]),
    ("mixed", "hip-6.4 rocwmma/rocwmma.hpp", &[]),
    ("montecarlo", "hiprand/hiprand.h", &[]),
    ("nbody", "", &[]),
    ("overlap", "", &[]),
    ("peer", "hip-6.0", &[]),
    ("reduction", "hip-6.4", &["include"]),
    ("saxpy", "", &[]),
    ("spmv", "hip-6.4 hipsparse/hipsparse.h hipsolver/hipsolver.h", &[]),
    ("statistics", "hipcub/hipcub.hpp thrust/sort.h", &[]),
    ("stencil", "", &[]),
];

fn project_trial(name: String, hip: &Hip) -> Trial {
    let row = PROGRAMS.iter().find(|row| row.0 == name);
    let (_, needs, include) = *row.unwrap_or_else(|| panic!("PROGRAMS lacks corpora/projects/{name}"));
    let missing = hip.lacks(needs);
    let skipped = missing.is_some();
    let hip = hip.clone();
    let trial = Trial::test(format!("projects/{name}"), move || program_compiles(&name, include, &hip));
    trial.with_kind(missing.unwrap_or_default()).with_ignored_flag(skipped)
}

fn program_compiles(name: &str, include: &[&str], hip: &Hip) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let project = project::Project::ported(name);
    for file in &project.files {
        let path = folder.path().join(&file.path);
        std::fs::create_dir_all(path.parent().expect("a file in a folder"))?;
        std::fs::write(path, &file.ported)?;
    }
    let flags: Vec<String> = include.iter().map(|include| format!("-I{}", folder.path().join(include).display())).collect();
    for file in project.files.iter().filter(|file| file.path.ends_with(".cu") || file.path.ends_with(".cpp")) {
        hip.check(&folder.path().join(&file.path), &flags).map_err(|said| format!("{}:\n{said}", file.path))?;
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
