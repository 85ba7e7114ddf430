//! Texture and surface reads of the device headers against a plain implementation of the CUDA guide's formulas.

use std::path::{Path, PathBuf};
use std::process::Command;

fn run(command: &mut Command) {
    let output = command.output().expect("the command starts");
    assert!(
        output.status.success(),
        "{command:?}\n{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Compiles the checks in the device pass, for this processor.
fn compile(folder: &Path, standard: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let object = folder.join(format!("sampling-{standard}.o"));
    run(Command::new("clang++-19")
        .args(["-x", "hip", "--cuda-host-only", "-nogpuinc", "-nogpulib", "--offload-arch=gfx90a", "-O1", "-Wall", "-Wextra"])
        .args(["-Xclang", "-fcuda-is-device", "-Xclang", "-aux-triple", "-Xclang", "x86_64-pc-linux-gnu"])
        .args(["-D__HIPIFY_CPU__=1", "-D__HIP_PLATFORM_AMD__=1"])
        .args(["-Xclang", "-disable-llvm-passes", "-Xclang", "-fcuda-allow-variadic-functions"])
        .args(["-isystem".as_ref(), root.join("../include/std").as_os_str()])
        .args(["-include", "hip/hip_runtime.h"])
        .arg(format!("-std={standard}"))
        .arg("-isystem")
        .arg(root.join("../include"))
        .arg("-c")
        .arg(root.join("tests/textures/sampling.hip"))
        .arg("-o")
        .arg(&object));
    object
}

/// Runs the checks; in the place of the runtime's functions for kernels.
const MAIN: &str = r#"
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
extern "C" int check_textures();
extern "C" void __hipify_trap() { std::abort(); }
extern "C" int __hipify_printf(const char *format, ...) {
    va_list values;
    va_start(values, format);
    const int count = std::vprintf(format, values);
    va_end(values);
    return count;
}
int main() { return check_textures() != 0; }
"#;

#[test]
fn kernels_read_textures_and_surfaces_by_the_guides_formulas() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let main = folder.join("sampling-main.cpp");
    std::fs::write(&main, MAIN).unwrap();
    for standard in ["c++14", "c++17", "c++20"] {
        let object = compile(folder, standard);
        let program = folder.join(format!("sampling-{standard}"));
        run(Command::new("clang++-19").arg(&main).arg(&object).args(["-lm", "-o"]).arg(&program));
        run(&mut Command::new(&program));
    }
}
