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
        .args(["__device__=device", "__host__=host", "__global__=global"].map(|qualifier| {
            let (name, attribute) = qualifier.split_once('=').expect("has both");
            format!("-D{name}=__attribute__(({attribute}))")
        }))
        .arg(format!("-std={standard}"))
        .arg("-isystem")
        .arg(root.join("../include"))
        .arg("-c")
        .arg(root.join("tests/textures/sampling.hip"))
        .arg("-o")
        .arg(&object));
    object
}

#[test]
fn kernels_read_textures_and_surfaces_by_the_guides_formulas() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let main = folder.join("sampling-main.cpp");
    std::fs::write(&main, "extern \"C\" int check_textures();\nint main() { return check_textures() != 0; }\n").unwrap();
    for standard in ["c++14", "c++17"] {
        let object = compile(folder, standard);
        let program = folder.join(format!("sampling-{standard}"));
        run(Command::new("clang++-19").arg(&main).arg(&object).args(["-lm", "-o"]).arg(&program));
        run(&mut Command::new(&program));
    }
}
