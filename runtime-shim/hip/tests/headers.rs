//! The API headers compile without a warning in every language and pass that programs include them in.

use std::path::Path;
use std::process::Command;

fn compiles(words: &[&str], source: &str) {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (std, own) = (here.join("../include/std"), here.join("../include"));
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).args(["-Wall", "-Wextra", "-fsyntax-only"]);
    // Not as system headers in C, so that their own warnings are seen.
    if source.ends_with(".c") {
        command.arg("-I").arg(&own)
    } else {
        command.arg("-isystem").arg(&std).arg("-isystem").arg(&own)
    };
    let output = command.arg(here.join("tests/headers").join(source)).output();
    let output = output.unwrap_or_else(|error| panic!("`{}` does not run: {error}", words[0]));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{command:?}\n{said}");
}

#[test]
fn c_takes_them() {
    for words in [["gcc", "-std=c99"], ["gcc", "-std=c11"], ["clang-19", "-std=c17"]] {
        compiles(&words, "languages.c");
    }
}

#[test]
fn cpp_without_hip_takes_them() {
    for words in [["g++", "-xc++", "-std=c++11"], ["g++", "-xc++", "-std=c++20"], ["clang++-19", "-xc++", "-std=c++17"]] {
        compiles(&words, "languages.c");
    }
}

#[test]
fn templates_compile_in_the_host_pass_and_in_the_cpus_device_pass() {
    let host =
        ["-x", "hip", "--cuda-host-only", "-nogpuinc", "-nogpulib", "--offload-arch=gfx90a", "-include", "hip/hip_runtime.h"];
    let both = ["-Xclang", "-fcuda-allow-variadic-functions", "-Wno-unused-command-line-argument"];
    let device =
        ["-Xclang", "-fcuda-is-device", "-Xclang", "-aux-triple", "-Xclang", "x86_64-pc-linux-gnu", "-D__HIPIFY_CPU__=1"];
    for standard in ["-std=c++14", "-std=c++17", "-std=c++20"] {
        compiles(&[&["clang++-19", standard], &host[..], &both[..]].concat(), "templates.hip");
        compiles(&[&["clang++-19", standard], &host[..], &both[..], &device[..]].concat(), "templates.hip");
    }
}
