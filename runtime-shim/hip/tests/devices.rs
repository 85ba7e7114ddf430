//! Programs in plain C that ask for devices, with two of them, three workers and warps of 64.

use std::path::Path;
use std::process::Command;

#[test]
fn a_program_in_c_finds_two_devices_that_reach_each_other() {
    run("program.c", &[]);
}

#[test]
fn a_program_in_c_finds_no_device_where_lists_hide_them() {
    run("hidden.c", &[("HIP_VISIBLE_DEVICES", "-1")]);
    run("hidden.c", &[("ROCR_VISIBLE_DEVICES", "2"), ("HIP_VISIBLE_DEVICES", "0")]);
    run("hidden.c", &[("CUDA_VISIBLE_DEVICES", "-1")]);
}

#[test]
fn a_program_in_c_takes_devices_for_the_gpu_that_they_are_said_to_be() {
    run("named.c", &[("HSA_OVERRIDE_GFX_VERSION", "9.4.2")]);
}

/// Builds a program and runs it with more of an environment: it prints `done` alone.
fn run(source: &str, environment: &[(&str, &str)]) {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let libraries = std::env::current_exe().unwrap().parent().unwrap().to_owned();
    let place = tempfile::tempdir().unwrap();
    let program = place.path().join("program");
    let mut compile = Command::new("cc");
    compile.args(["-std=c99", "-Wall", "-Wextra"]).arg("-isystem").arg(here.join("../include"));
    compile.arg(here.join("tests/devices").join(source)).arg("-o").arg(&program);
    compile.arg(libraries.join("libhipify_hip.so")).arg(format!("-Wl,-rpath,{}", libraries.display()));
    let output = compile.output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut run = Command::new(&program);
    run.env("HIPIFY_DEVICE", "cpu").env("HIPIFY_DEVICE_COUNT", "2").env("HIPIFY_THREADS", "3").env("HIPIFY_WAVE_SIZE", "64");
    run.envs(environment.iter().copied());
    let output = run.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said == "done\n", "{}\n{said}{}", output.status, String::from_utf8_lossy(&output.stderr));
}
