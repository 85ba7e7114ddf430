//! Programs that were never ported run on the bundled runtime, compiled only against NVIDIA's own headers.

#[path = "support/shim.rs"]
mod shim;

use shim::{NEWEST, Shim, VERSIONS, succeeded};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A code object with the kernels of the runtime's own tests.
fn module(folder: &Path) -> PathBuf {
    let module = folder.join("object.so");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../hip/tests/execution/object.c");
    let mut command = Command::new("cc");
    command.args(["-O1", "-shared", "-fPIC", "-DFEATURES=\"\""]).arg(format!("-DVERSION={}", hipify_abi::VERSION));
    succeeded(command.arg(source).arg("-o").arg(&module).output().unwrap());
    module
}

#[test]
fn the_runtime_serves_programs_of_each_version_of_cuda() {
    let shim = Shim::new();
    for version in VERSIONS {
        let program = shim.compile("runtime", version, version.runtime);
        let (out, err) = succeeded(shim.command(&program).output().unwrap());
        assert_eq!((out.as_str(), err.as_str()), ("all is well\n", ""), "{version:?}");
    }
}

#[test]
fn the_driver_serves_programs_of_each_version_of_cuda() {
    let shim = Shim::new();
    let module = module(shim.folder.path());
    for version in VERSIONS {
        let program = shim.compile("driver", version, "libcuda.so.1");
        let (out, err) = succeeded(shim.command(&program).arg(&module).output().unwrap());
        assert_eq!((out.as_str(), err.as_str()), ("all is well\n", ""), "{version:?}");
    }
}

#[test]
fn cublaslt_serves_a_program_that_numbers_attributes_as_cuda_does() {
    let shim = Shim::new();
    let version = VERSIONS[1];
    let program = shim.compile_with("blas_lt", version, &["libcublasLt.so.12", version.runtime]);
    let (out, err) = succeeded(shim.command(&program).output().unwrap());
    assert_eq!((out.as_str(), err.as_str()), ("all is well\n", ""));
}

#[test]
fn kernels_and_variables_that_nvcc_compiled_are_refused_by_name() {
    let shim = Shim::new();
    for version in VERSIONS {
        let program = shim.compile("nvcc", version, version.runtime);
        let (_, err) = succeeded(shim.command(&program).output().unwrap());
        let expected = "hipify: the kernel `square` was compiled by nvcc and holds code for NVIDIA's GPUs alone: port its source with \
                        `hipify-rs port` and build it with `hipify-rs build`\nhipify: `cudaMemcpyToSymbol` got no symbol that is \
                        there: variables of objects that nvcc compiled are in code for NVIDIA's GPUs alone (`table`): port their \
                        source with `hipify-rs port` and build it with `hipify-rs build`\n";
        assert_eq!(err, expected, "{version:?}");
    }
}

#[test]
fn what_hip_lacks_is_not_supported_and_told_once() {
    let shim = Shim::new();
    let program = shim.compile("unsupported", NEWEST, NEWEST.runtime);
    let (_, err) = succeeded(shim.command(&program).output().unwrap());
    assert_eq!(err, "hipify: `cudaGLSetGLDevice` is not supported: HIP has no counterpart\n");
}

#[test]
fn eight_threads_lose_nothing() {
    let shim = Shim::new();
    let program = shim.compile("hammer", NEWEST, NEWEST.runtime);
    let (out, _) = succeeded(shim.command(&program).output().unwrap());
    assert!(out.starts_with("all is well"), "{out}");
}

#[test]
fn calls_are_traced_with_arguments_results_threads_and_streams() {
    let shim = Shim::new();
    let program = shim.compile("unsupported", NEWEST, NEWEST.runtime);
    let file = shim.folder.path().join("trace.json");
    let mode = |mode: &str| format!("{mode}:{}", file.display());
    succeeded(shim.command(&program).env("HIPIFY_TRACE", mode("json")).output().unwrap());
    let text = std::fs::read_to_string(&file).unwrap();
    let lines: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |name: &str| lines.iter().find(|line| line["call"] == name).unwrap_or_else(|| panic!("{name}: {text}"));
    assert_eq!(of("cudaMalloc")["arguments"]["size"], 4096);
    assert_eq!(of("cudaMalloc")["status"], "cudaSuccess");
    assert_eq!(of("cudaGLSetGLDevice")["result"], 801);
    let (created, used) = (of("cudaStreamSynchronize"), of("cudaMemsetAsync"));
    assert_eq!(created["stream"], used["stream"]);
    assert!(used["thread"].as_i64().unwrap() > 0 && used["took_us"].as_f64().unwrap() > 0.0);
    let summary = &lines.last().unwrap()["summary"];
    assert_eq!(summary["cudaGLSetGLDevice"]["unsupported"], 2);
    assert_eq!(summary["cudaMalloc"]["calls"], 2);
    assert_eq!(summary["cudaMalloc"]["failed"], 1);
}

#[test]
fn errors_and_summaries_are_modes_of_their_own() {
    let shim = Shim::new();
    let program = shim.compile("unsupported", NEWEST, NEWEST.runtime);
    let trace = |mode: &str| succeeded(shim.command(&program).env("HIPIFY_TRACE", mode).output().unwrap()).1;
    let errors = trace("errors");
    assert!(errors.contains("hipify: cudaMalloc(devPtr=0x0, size=4096) = 1 cudaErrorInvalidValue"), "{errors}");
    assert!(!errors.contains("cudaFree("), "{errors}");
    let stats = trace("stats");
    assert!(stats.contains("cudaGLSetGLDevice  (not supported)") && !stats.contains("devPtr="), "{stats}");
    assert!(trace("calls").contains("hipify: cudaFree(devPtr=0x"));
    assert!(trace("nonsense").contains("`HIPIFY_TRACE` is `nonsense`: take `calls`, `errors`, `stats` or `json`"));
}
