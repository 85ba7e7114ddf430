//! A C++ program that compiles, loads and runs kernels by hipRTC.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Where cargo puts the binaries of this build.
fn folder() -> PathBuf {
    std::env::current_exe().unwrap().parent().and_then(Path::parent).unwrap().to_owned()
}

fn succeed(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?} failed: {}\n{text}", output.status);
    text
}

#[test]
fn a_program_compiles_loads_and_runs_kernels() {
    let tools = ["hipify-rs", "hipify-lower"].map(|name| folder().join(name));
    for tool in &tools {
        assert!(tool.exists(), "`{}` is missing: run `cargo build --workspace` first", tool.display());
    }
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let place = tempfile::tempdir().unwrap();
    let (program, libraries) = (place.path().join("program"), folder().join("deps"));
    let mut compile = Command::new("c++");
    compile.arg(here.join("tests/rtc/program.cpp")).arg("-o").arg(&program).arg("-isystem").arg(here.join("../include"));
    succeed(compile.arg(libraries.join("libhipify_hip.so")).arg(format!("-Wl,-rpath,{}", libraries.display())));
    let text = succeed(Command::new(&program).env("HIPIFY_DEVICE", "cpu").env("HIPIFY_RS", &tools[0]));
    for part in [
        "broken: HIPRTC_ERROR_COMPILATION",
        "broken.cu:2:5: error: use of undeclared identifier 'undeclared'\n    undeclared = 1;\n    ^~~~~~~~~~\n1 error generated.",
        "built in: HIPRTC_SUCCESS\n",
        "built in NVRTC: HIPRTC_ERROR_COMPILATION\nbuilt in:3:11: error: ",
        "destroyed: HIPRTC_ERROR_INVALID_PROGRAM",
        "link destroyed: HIPRTC_ERROR_INVALID_INPUT",
        "lowered: _Z5scaleIfEvPT_S0_ offset",
        "scaled: 6.5 12.5 18.5 24.5",
        "plain: 100 101 102 103",
        "code of a part: HIPRTC_ERROR_INVALID_PROGRAM",
        "`some.cubin` is no bitcode for the CPU",
        "cubin: HIPRTC_ERROR_INVALID_INPUT",
        "linked: 1357",
        "no file: hipErrorFileNotFound",
        "linked by the driver API: 1357",
        "`some.ptx` cannot be linked for the CPU: it is PTX, which NVIDIA's driver alone compiles",
        "text: hipErrorInvalidValue",
        "`cut.ptx` cannot be linked for the CPU: its offload bundle is cut off",
        "cut: hipErrorInvalidValue",
        "`again.ptx` is linked already, and alone",
        "twice: hipErrorInvalidValue",
        "linked before: 1357",
        "the module cannot run on the CPU: it is PTX",
        "module: hipErrorInvalidImage",
    ] {
        assert!(text.contains(part), "`{part}` is not in:\n{text}");
    }
}
