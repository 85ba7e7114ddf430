//! Programs of the host that use arrays, graphs, captures, pools and virtual memory: each checks itself.

#[path = "support/compiled.rs"]
mod compiled;

use compiled::{compiler, runtime};
use std::path::{Path, PathBuf};
use std::process::Command;

fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{text}", output.status);
}

/// A shared object with the kernels of `execution/object.c`.
fn module(folder: &Path) -> PathBuf {
    let module = folder.join("object.so");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/execution/object.c");
    run(compiler("cc")
        .args(["-O1", "-shared", "-fPIC", "-DFEATURES=\"\""])
        .arg(format!("-DVERSION={}", hipify_abi::VERSION))
        .arg(source)
        .arg("-o")
        .arg(&module));
    module
}

/// Compiles a program against the headers and the library and runs it on one, two and five threads.
fn program(name: &str) {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let library = runtime();
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join(name);
    run(compiler("c++")
        .args(["-g", "-O1", "-Wall", "-Wextra", "-Wno-missing-field-initializers", "-D__HIP_PLATFORM_AMD__", "-isystem"])
        .arg(here.join("../include"))
        .arg(here.join("tests/api").join(name).with_extension("cpp"))
        .arg(&library)
        .arg(format!("-Wl,-rpath,{}", library.parent().unwrap().display()))
        .args(["-lpthread", "-o"])
        .arg(&program));
    let module = module(folder.path());
    // A sanitizer makes everything slower.
    let patience = if std::env::var_os("HIPIFY_TSAN_RUNTIME").is_some() { "300" } else { "60" };
    for threads in ["1", "2", "5"] {
        let mut command = Command::new("timeout");
        run(command.arg(patience).arg(&program).arg(&module).env("HIPIFY_DEVICE", "cpu").env("HIPIFY_THREADS", threads));
    }
}

#[test]
fn arrays_are_copied_and_described() {
    program("arrays");
}

#[test]
fn answers_are_those_of_amds_runtime() {
    program("answers");
}

#[test]
fn the_host_waits_for_what_it_must() {
    program("order");
}

#[test]
fn graphs_are_built_captured_changed_and_run() {
    program("graphs");
}

#[test]
fn memory_comes_from_pools_and_is_mapped() {
    program("memory");
}

#[test]
fn eight_threads_use_everything_at_once() {
    program("hammer");
}

#[test]
fn two_processes_share_memory_and_events() {
    program("processes");
}

#[test]
fn streams_capture_launches_of_graphs_and_keep_attributes() {
    program("streams");
}
