//! What `hipify-rs build` says of sources that do not compile or link: at the original source, with what helps, and exit code 3.

use hipify_tests::cli_command::{Said, TestFolder};

/// Builds `a.cu`; the ported sources go into the place too.
fn build(place: &TestFolder, flags: &str) -> Said {
    place.shell(&format!("HIPIFY_CACHE_DIR=$PWD/cache $hipify build a.cu --offload-arch gfx90a -o a {flags}"))
}

fn said_of(source: &str, flags: &str) -> String {
    let place = TestFolder::new(&[("a.cu", source)]);
    let said = build(&place, flags);
    assert_eq!(said.code, 3, "{}", said.err);
    assert!(!place.has("a"), "an output is left");
    assert!(!said.err.contains("cache/"), "the scratch tree is named: {}", said.err);
    said.err
}

#[test]
fn an_error_stands_at_its_line_and_column_of_the_original_and_is_shown_once() {
    // The first include goes, a line is added, and a name gets shorter: line and column are those of this text all the same.
    let source = "#include <cuda.h>\n#include <cuda_runtime.h>\n__global__ void k(int *p) {}\nint main() {\n  \
                  int *p;\n  cudaMalloc(&p, 4), missing;\n}\n";
    let said = said_of(source, "--offload-arch gfx1030");
    assert!(said.contains("error: use of undeclared identifier 'missing'\n --> a.cu:6:22\n"), "{said}");
    assert!(said.contains("6 |   cudaMalloc(&p, 4), missing;\n  |                      ^^^^^^^\n"), "{said}");
    assert!(said.matches("error:").count() == 1 && said.contains("\n1 error\n"), "{said}");
}

#[test]
fn an_error_in_a_header_names_the_header_and_who_includes_it() {
    let header = "#pragma once\ntemplate <class T>\n__device__ T f(T x) {\n  cudaEvent_t e; return x.none;\n}\n";
    let source = "#include \"inc/b.cuh\"\n__global__ void k(float *p) { *p = f(*p); }\nint main() {}\n";
    let place = TestFolder::new(&[("a.cu", source), ("inc/b.cuh", header)]);
    let said = build(&place, "");
    assert_eq!(said.code, 3);
    assert!(said.err.contains("--> inc/b.cuh:4:26") && said.err.contains("included from a.cu:1"), "{}", said.err);
    assert!(said.err.contains("requested here\n --> a.cu:2:36"), "{}", said.err);
}

#[test]
fn known_causes_come_with_a_code_and_help() {
    let said = said_of("__global__ void k(int *p) { *p = __isShared(p); }\nint main() {}\n", "");
    assert!(said.contains("error[HIP2029]: use of undeclared identifier '__isShared'"), "{said}");
    assert!(said.contains("__builtin_amdgcn_is_shared"), "{said}");
    let said = said_of("__global__ void child() {}\n__global__ void k() { child<<<1, 1>>>(); }\nint main() {}\n", "");
    assert!(said.contains("error[HIP2008]"), "{said}");
    let said = said_of(
        "__global__ void k(char *p) { __shared__ char a[70000]; a[p[0]] = 1; __syncthreads(); *p = a[1]; }\nint main() {}\n",
        "",
    );
    assert!(
        said.contains("error[HIP2005]: local memory (70000) exceeds limit (65536)") && said.contains("--> a.cu:1:17"),
        "{said}"
    );
    let said = said_of("__device__ int other(int);\n__global__ void k(int *p) { *p = other(1); }\nint main() {}\n", "");
    assert!(said.contains("error[HIP5015]") && said.contains("-fgpu-rdc"), "{said}");
}

#[test]
fn a_missing_header_of_a_known_package_names_the_package() {
    let said = said_of("#include <boost/no_such_header.hpp>\nint main() {}\n", "");
    assert!(said.contains("'boost/no_such_header.hpp' file not found") && said.contains("libboost-dev"), "{said}");
}

#[test]
fn an_undefined_function_of_the_host_is_named_as_the_source_names_it() {
    let said = said_of("int other(float);\nint main() { return other(1); }\n", "");
    assert!(said.contains("other(float)") && said.contains("referenced by `main`"), "{said}");
}

#[test]
fn a_warning_is_shown_once_and_fails_nothing() {
    let place = TestFolder::new(&[("a.cu", "__global__ void k() {}\nint main() {\n  int unused;\n}\n")]);
    let said = build(&place, "--offload-arch gfx1030 -Wall -Wextra -Wpedantic");
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.err.contains("--> a.cu:3:7") && said.err.matches("warning").count() == 1, "{}", said.err);
}

#[test]
fn line_and_file_macros_say_what_they_say_in_the_original() {
    let source = "#include <cuda.h>\n#include <cuda_runtime.h>\n#include \"inc/b.h\"\nstatic_assert(__LINE__ == 4);\n\
                  static_assert(__builtin_strcmp(__FILE__, \"a.cu\") == 0);\n__global__ void k() {}\nint main() {\n  k<<<1,\n 1>>>();\n  \
                  cudaMallocManaged(\n (void **)nullptr, 4);\n  static_assert(__LINE__ == 12);\n}\n";
    let header = "#ifdef NONE\n#include <cuda_fp16.h>\n#else\n#include <cuda_runtime_api.h>\n#endif\nstatic_assert(__LINE__ == 6);\n\
                  static_assert(__builtin_strcmp(__FILE__, \"inc/b.h\") == 0);\n";
    let place = TestFolder::new(&[("a.cu", source), ("inc/b.h", header)]);
    let said = build(&place, "-std=c++17");
    assert_eq!(said.code, 0, "{}", said.err);
}

#[test]
fn porting_adds_no_warning_of_its_own() {
    let source = "#include <cuda.h>\n#include <cuda_runtime.h>\n#include \"b.h\"\n__global__ void k(int *p) { *p = b(); }\n\
                  int main() { k<<<dim3(1),\n  dim3(1)>>>(nullptr); return cudaDeviceSynchronize(); }";
    let header = "\\\n#ifndef B\r\n#define B\r\n#include <cuda_fp16.h>\r\n__device__ inline int b() { return 1; }\r\n#endif";
    let place = TestFolder::new(&[("a.cu", source), ("b.h", header)]);
    let said = build(&place, "-Wall -Wextra -Wpedantic -Werror");
    assert_eq!(said.code, 0, "{}", said.err);
}

#[test]
fn a_lane_permute_is_reported_for_the_targets_without_one() {
    let source = "__global__ void k(int *p) {\n  *p = __shfl_down_sync(0xffffffff, *p, 1);\n}\nint main() {}\n";
    let place = TestFolder::new(&[("a.cu", source)]);
    let said = build(&place, "--offload-arch gfx700");
    assert_eq!(said.code, 3);
    assert!(
        said.err.contains("error[HIP9011]") && said.err.contains("gfx700") && said.err.contains("--> a.cu:2:8"),
        "{}",
        said.err
    );
}

#[test]
fn a_source_that_is_not_there_or_no_source_is_refused() {
    let place = TestFolder::new(&[("kernel.cu", "int main() {}\n")]);
    let said = place.run("build kernal.cu --offload-arch gfx90a");
    assert!(said.code == 2 && said.err.contains("`kernal.cu`: no such file") && said.err.contains("kernel.cu"), "{}", said.err);
}
