//! Compiles what porting made: each fixture and each program of corpora/, host and device, with clang and HIP's headers.
//!
//! What the HIP headers found here cannot compile is an ignored test whose name says what is missing; a run lists and counts
//! it. `HIP_PREFIX` names another HIP than the system's, and `HIP_ARCH` other targets than gfx90a.

#[path = "support/fixture.rs"]
mod fixture;
#[path = "support/hip.rs"]
mod hip;

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
    trials.extend(files(&root.join("port")).into_iter().filter_map(|path| fixture_trial(&root.join("port"), path, &hip)));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// All files under `folder`, in an order that does not depend on the file system.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.sort();
    paths.into_iter().flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

fn fixture_trial(root: &Path, path: PathBuf, hip: &Hip) -> Option<Trial> {
    let name = path.strip_prefix(root).expect("found under the root").to_str().expect("a UTF-8 name").to_owned();
    let fixture = Fixture::read(&path, &name);
    let missing = match fixture.directive("compile") {
        None => None,
        Some(reason) => match reason.strip_prefix("needs ") {
            Some(needs) => hip.lacks(needs),
            None => Some(reason.strip_prefix("no, ").expect("`// compile:` is `needs ...` or `no, reason`").to_owned()),
        },
    };
    let skipped = missing.is_some();
    let flags: Vec<String> =
        fixture.directive("compile-flags").unwrap_or_default().split_whitespace().map(str::to_owned).collect();
    let hip = hip.clone();
    let trial = Trial::test(format!("port/{name}"), move || compiles(&fixture, &flags, &hip));
    Some(trial.with_kind(missing.unwrap_or_default()).with_ignored_flag(skipped))
}

fn compiles(fixture: &Fixture, flags: &[String], hip: &Hip) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join(&fixture.path);
    std::fs::create_dir_all(path.parent().expect("a file in a folder"))?;
    std::fs::write(&path, apply(&fixture.bytes, &fixture.port().edits)?)?;
    hip.check(&path, flags).map_err(Failed::from)
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
