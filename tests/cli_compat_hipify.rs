//! What the drop-in command lines write as hipify-clang does, where a port of our own writes something else.

use hipify_tests::cli_command::TestFolder;

/// What `compat clang` with `flags` makes of `source`.
fn clang(flags: &str, source: &str) -> String {
    let place = TestFolder::new(&[("a.cu", source), ("toolkit/include/cuda.h", "#define CUDA_VERSION 11080\n")]);
    let said = place.run(&format!("compat clang {flags} -o=out.hip a.cu"));
    assert_eq!(said.code, 0, "{}", said.err);
    place.read("out.hip")
}

#[test]
fn headers_and_names_are_spelt_as_hipify_spells_them() {
    let source = "#include <cublas_v2.h>\n#include \"cusparse.h\"\nauto f = cublasCscal;\nint i = CU_JIT_WALL_TIME;\n";
    let ported = clang("", source);
    for line in ["#include <hipblas.h>", "#include \"hipsparse.h\"", "hipblasCscal_v2", "HIPRTC_JIT_WALL_TIME"] {
        assert!(ported.contains(line), "{line}: {ported}");
    }
    let ported = clang("--roc", source);
    assert!(ported.contains("#include <rocblas.h>") && ported.contains("rocblas_cscal"), "{ported}");
}

#[test]
fn legacy_cublas_calls_stay_without_the_header_of_version_2() {
    let call = "void f(float* x) { cublasSscal(8, 2.0f, x, 1); }\n";
    assert!(clang("", &format!("#include <cublas.h>\n{call}")).contains("cublasSscal(8"));
    assert!(clang("", &format!("#include <cublas_v2.h>\n{call}")).contains("hipblasSscal(8"));
}

#[test]
fn the_runtime_header_is_put_into_every_file() {
    let include = "#include <hip/hip_runtime.h>\n";
    assert_eq!(clang("", "int x;\n"), format!("{include}int x;\n"));
    assert_eq!(clang("", "#pragma once\nint x;\n"), format!("#pragma once\n{include}int x;\n"));
    let guarded = "#ifndef A_H\n#define A_H\n#include <stdio.h>\n#endif\n";
    assert!(clang("", guarded).starts_with(&format!("#ifndef A_H\n{include}#define A_H\n")));
    assert_eq!(clang("", "int y;\n#include <stdio.h>\n"), format!("int y;\n{include}#include <stdio.h>\n"));
}

#[test]
fn whole_names_in_strings_are_converted() {
    let ported = clang("", "const char* s = \"cudaMalloc failed, not cudaMallocs\";\n");
    assert!(ported.contains("\"hipMalloc failed, not cudaMallocs\""), "{ported}");
}

#[test]
fn conditions_and_assembly_get_no_guards() {
    let source = "#ifdef __NVCC__\n#pragma nv_diag_suppress 1\n#endif\n__device__ void f() { asm(\"membar.gl;\"); }\n";
    assert!(clang("", source).ends_with(source));
}

#[test]
fn calls_get_the_arguments_of_hipify() {
    let source = "void f(void** d, int* h) { cudaHostGetDevicePointer(d, h, 0); cudaMallocHost(d, 4); }\n";
    let ported = clang("", source);
    assert!(ported.contains("hipHostGetDevicePointer(d, h, 0); hipHostMalloc(d, 4, hipHostMallocDefault);"), "{ported}");
}

#[test]
fn the_toolkit_decides_which_branches_are_skipped() {
    let source = "#if CUDA_VERSION < 12000\ncudaError_t old;\n#else\ncudaError_t young;\n#endif\n";
    let skip = "--skip-excluded-preprocessor-conditional-blocks";
    let ported = clang(&format!("{skip} --cuda-path=toolkit"), source);
    assert!(ported.contains("hipError_t old;") && ported.contains("cudaError_t young;"), "{ported}");
    let ported = clang(&format!("{skip} --cuda-path=nowhere"), source);
    assert!(ported.contains("cudaError_t old;") && ported.contains("hipError_t young;"), "{ported}");
    assert_eq!(clang(&format!("{skip} --amap"), source).matches("hipError_t").count(), 2);
}

#[test]
fn launches_behind_macros_are_written_out() {
    let source = "template <class T> __global__ void k(T);\n#define GO(kernel, grid, ...) kernel<<<grid, 32>>>(__VA_ARGS__)\n\
                  #define INT_K k<int>\n#define HEAD k<int><<<1, 2>>>\nvoid f() { GO(k<int>, 4, 7); INT_K<<<1, 2>>>(3); HEAD(5); }\n";
    let ported = clang("--hip-kernel-execution-syntax", source);
    for launch in [
        "hipLaunchKernelGGL(HIP_KERNEL_NAME(k<int>), dim3(4), dim3(32), 0, 0, 7);",
        "hipLaunchKernelGGL(HIP_KERNEL_NAME(INT_K), dim3(1), dim3(2), 0, 0, 3);",
        "hipLaunchKernelGGL(HIP_KERNEL_NAME(k<int>), dim3(1), dim3(2), 0, 0, 5);",
    ] {
        assert!(ported.contains(launch), "{launch}: {ported}");
    }
}

#[test]
fn members_of_half2_are_reinterpreted_once() {
    let ported = clang("", "__device__ void f() { half2 v; half a = v.x; half b = reinterpret_cast<half&>(v.y); }\n");
    assert!(ported.contains("a = reinterpret_cast<half&>(v.x); half b = reinterpret_cast<half&>(v.y);"), "{ported}");
}

#[test]
fn roc_and_miopen_calls_get_their_own_arguments_and_moved_names_are_ported() {
    let sparse = "void f() { cusparseDcsrmv(h, t, m, n, z, a, d, v, r, c, x, b, y); }\n";
    assert!(clang("--roc", sparse).contains("rocsparse_dcsrmv(h, t, m, n, z, a, d, v, r, c, nullptr, x, b, y)"));
    let pool = "void f() { cudnnSetPooling2dDescriptor(d, CUDNN_POOLING_MAX, p, 2, 2, 0, 0, 1, 1); }\n";
    assert!(clang("--roc --miopen", pool).contains("(d, miopenPoolingMax, 2, 2, 0, 0, 1, 1)"));
}

#[test]
fn a_buffer_size_of_another_width_is_an_error_of_the_port() {
    let place = TestFolder::new(&[("a.cu", "void f(int* size) { cusparseSgemvi_bufferSize(h, t, m, n, z, size); }\n")]);
    let said = place.run("port --roc a.cu --stdout");
    assert!(said.err.contains("make the variable a `size_t`"), "{}", said.err);
}
