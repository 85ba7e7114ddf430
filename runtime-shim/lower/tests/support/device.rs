//! Device code of the tests' sources, and how it is lowered.

use hipify_lower::{Form, Input, Options, warp_sync_insertion::Mode};
use std::path::Path;
use std::process::Command;

const DEVICE_PASS: &str = "-x hip --cuda-host-only -nogpuinc -nogpulib --offload-arch=gfx90a -O3 -std=c++17 -fno-math-errno \
    -fno-discard-value-names -Xclang -fcuda-is-device -Xclang -aux-triple -Xclang x86_64-pc-linux-gnu \
    -Xclang -disable-llvm-passes -Xclang -fhip-kernel-arg-name -Xclang -fcuda-allow-variadic-functions -fPIC \
    -emit-llvm -c -D__HIPIFY_CPU__=1 -include hip/hip_runtime.h";

pub(crate) fn options() -> Options {
    Options {
        processor: "native".into(),
        lockstep: Mode::Auto,
        form: Form::Bitcode,
        llvm: None,
        current_thread: false,
        runs_seldom: false,
        checks: Default::default(),
    }
}

/// Whether the machine's vector instructions take masks, for which strips are longer.
#[allow(dead_code, reason = "not all tests ask")]
pub(crate) fn has_masks() -> bool {
    std::is_x86_feature_detected!("avx512bw") && std::is_x86_feature_detected!("avx512vl")
}

/// The device code of a HIP source in the folder of the tests.
#[allow(dead_code, reason = "some tests lower text of their own")]
pub(crate) fn device_code(name: &str) -> Vec<Input> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    let bitcode = folder.path().join("device.bc");
    let mut device = clang();
    device.args(DEVICE_PASS.split_whitespace()).arg("-isystem").arg(root.join("../include"));
    device.arg(root.join("tests").join(name)).arg("-o").arg(&bitcode);
    assert!(device.status().unwrap().success());
    Input::read(bitcode).unwrap()
}

pub(crate) fn clang() -> Command {
    Command::new(std::env::var("CLANG").unwrap_or_else(|_| "clang-19".into()))
}
