//! CUDA that stays: trees for both compilers, objects and libraries that call CUDA, and what NVIDIA's samples include.

use hipify_tests::build::project;
use hipify_tests::cli_command::TestFolder;

/// A third party's code: its own declarations, and no kernel.
const THIRD: &str = "typedef unsigned long size_t;\n\
    int cudaMalloc(void **, size_t); int cudaMemset(void *, int, size_t); int cudaFree(void *);\n\
    int cudaMemcpy(void *, const void *, size_t, int);\n\
    int third(int n) {\n  void *p; unsigned char host[256]; int sum = 0;\n\
    \x20 if (cudaMalloc(&p, n) || cudaMemset(p, 3, n) || cudaMemcpy(host, p, n, 2) || cudaFree(p)) return -1;\n\
    \x20 for (int i = 0; i < n; i++) sum += host[i];\n  return sum;\n}\n";

const MAIN: &str = "#include <cstdio>\n#include <cuda_runtime.h>\n\
    extern \"C\" int third(int n);\n__global__ void fill(int *p) { p[threadIdx.x] = threadIdx.x; }\n\
    int main() {\n  int *p, host[64], sum = 0;\n  cudaMalloc(&p, sizeof host);\n  fill<<<1, 64>>>(p);\n\
    \x20 cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost);\n  for (int v : host) sum += v;\n\
    \x20 printf(\"%d %d\\n\", sum, third(100));\n}\n";

fn with_a_third_party() -> TestFolder {
    let place = TestFolder::new(&[("third.c", THIRD), ("main.cu", MAIN)]);
    assert_eq!(place.shell("clang-19 -w -fPIC -c third.c && llvm-ar-19 rcs libthird.a third.o").code, 0);
    place
}

#[test]
fn copies_of_a_group_compile_for_gpus_and_the_cpu() {
    let source = "#include <cooperative_groups.h>\n#include <cooperative_groups/memcpy_async.h>\n#include <cuda/barrier>\n\
        namespace cg = cooperative_groups;\n__global__ void k(int *p) {\n  __shared__ int s[64];\n\
        \x20 auto block = cg::this_thread_block();\n  cg::memcpy_async(block, s, p, cuda::aligned_size_t<16>(sizeof s));\n\
        \x20 cg::wait(block);\n  p[threadIdx.x] = s[63 - threadIdx.x];\n}\n";
    let place = TestFolder::new(&[("copies.cu", source)]);
    place.build("-q --offload-arch gfx90a,cpu -c copies.cu -o copies.o");
}

#[test]
fn an_object_that_calls_cuda_is_linked_with_the_shim_and_runs() {
    let place = with_a_third_party();
    let said = place.build("-q --offload-arch cpu main.cu third.o -o program");
    let note = "note: `third.o` calls CUDA's `cudaFree`, `cudaMalloc`, `cudaMemcpy`, `cudaMemset`: linked with `libcudart.so.12`";
    assert!(said.err.contains(note), "{}", said.err);
    assert_eq!(place.shell("./program").out, "2016 300\n");
}

#[test]
fn an_archive_that_is_named_by_an_option_is_looked_into_and_a_bundled_program_can_be_moved() {
    let place = with_a_third_party();
    std::fs::create_dir(place.path("out")).unwrap();
    let said = place.build("-q --bundle --offload-arch cpu main.cu -L. -lthird -lcudart -o out/program");
    assert!(said.err.contains("`./libthird.a` calls CUDA's"), "{}", said.err);
    assert_eq!(place.shell("mv out moved && moved/program").out, "2016 300\n");
}

#[test]
fn a_program_without_leftovers_is_not_linked_with_the_shim() {
    let place =
        TestFolder::new(&[("main.cu", &MAIN.replace("third(100)", "300").replace("extern \"C\" int third(int n);\n", ""))]);
    let said = place.build("-q --offload-arch cpu main.cu -lcudart -o program");
    assert!(!said.err.contains("shim"), "{}", said.err);
    assert_eq!(place.shell("./program").out, "2016 300\n");
    assert!(!place.shell("readelf -d program").out.contains("libcudart"));
}

#[test]
fn a_tree_that_stays_cuda_builds_as_hip_and_is_ported_once() {
    let place = project("gemm");
    assert_eq!(place.run("port --mode compat . -o both -q").code, 0);
    let header = place.read("both/hipify_compat.h");
    assert!(header.contains("#define cudaMalloc hipMalloc\n") && !header.contains("#define cudaMallocArray "), "{header}");
    let source = place.read("both/src/vendor.cpp");
    assert!(source.starts_with("#include \"../hipify_compat.h\"\n") && source.contains("cublas"), "{source}");
    assert_eq!(place.run("port --mode compat both --check -q").code, 0, "porting twice");
    assert_eq!(place.run("port both --check -q").code, 0, "its build files are for both compilers too");
    assert_eq!(place.run("port both/src/vendor.cpp --check -q").code, 0, "it is for both compilers already");
    place.build("-q --offload-arch cpu both/src/tiled.cu -Iboth/include -c -o tiled.o");
}

#[test]
fn a_program_that_stays_cuda_runs() {
    let place =
        TestFolder::new(&[("main.cu", &MAIN.replace("extern \"C\" int third(int n);", "int third(int) { return 300; }"))]);
    assert_eq!(place.run("port --mode compat main.cu --in-place -q").code, 0);
    assert_eq!(place.read("main.cu").matches("hip").count(), 1, "the include alone");
    place.build("-q --offload-arch cpu main.cu -o program");
    assert_eq!(place.shell("./program").out, "2016 300\n");
}

#[test]
fn a_tree_that_stays_cuda_is_still_cuda_to_clang() {
    let place = TestFolder::new(&[("main.cu", MAIN)]);
    assert_eq!(place.run("port --mode compat main.cu --in-place -q").code, 0);
    // Without a toolkit: what the source includes of one is written here.
    let toolkit = "#define __global__ __attribute__((global))\nenum cudaError_t { cudaSuccess };\n\
        enum cudaMemcpyKind { cudaMemcpyDeviceToHost = 2 };\nstruct uint3 { unsigned x, y, z; };\n\
        extern const __attribute__((device)) uint3 threadIdx;\n\
        struct dim3 { unsigned x, y, z; dim3(unsigned x, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {} };\n\
        template <class T> cudaError_t cudaMalloc(T **, unsigned long);\n\
        cudaError_t cudaMemcpy(void *, const void *, unsigned long, cudaMemcpyKind);\n\
        extern \"C\" int cudaConfigureCall(dim3, dim3, unsigned long = 0, void * = 0);\n";
    place.write("cuda_runtime.h", toolkit);
    let clang = "clang++-19 -x cuda -nocudainc -nocudalib --cuda-path=/nowhere --cuda-host-only -fsyntax-only -I. main.cu";
    let said = place.shell(clang);
    assert_eq!(said.code, 0, "{}", said.err);
}

#[test]
fn what_single_source_has_no_place_for_is_refused() {
    let place = TestFolder::new(&[("a.cu", MAIN), ("b.cu", MAIN), ("CMakeLists.txt", "project(p LANGUAGES CUDA)\n")]);
    for line in ["port --mode compat a.cu --stdout", "port --mode compat a.cu b.cu --check", "build --mode compat ."] {
        let said = place.run(line);
        assert_eq!(said.code, 2, "{line}: {}", said.err);
        assert!(said.err.contains("--mode compat"), "{line}: {}", said.err);
    }
}

#[test]
fn a_patch_of_a_tree_that_stays_cuda_has_the_header() {
    let place = TestFolder::new(&[("main.cu", MAIN)]);
    let said = place.run("port --mode compat . --diff -q");
    assert!(
        said.out.contains("+#include \"hipify_compat.h\"") && said.out.contains("+#define cudaMalloc hipMalloc"),
        "{}",
        said.out
    );
    place.write("a.patch", said.bytes);
    assert_eq!(place.shell("git init -q . && git apply a.patch").code, 0);
    assert_eq!(place.run("port --mode compat . --check -q").code, 0);
}

#[test]
fn ported_sources_find_the_headers_of_nvidias_samples() {
    let source = "#include <cuda_runtime.h>\n#include <helper_cuda.h>\n#include <helper_functions.h>\n\
        int main(int argc, char **argv) {\n  findCudaDevice(argc, (const char **)argv);\n  int *p;\n\
        \x20 checkCudaErrors(cudaMalloc(&p, 4));\n  getLastCudaError(\"none\");\n  return !checkCmdLineFlag(argc, (const char **)argv, \"go\");\n}\n";
    let place = TestFolder::new(&[("main.cu", source)]);
    let said = place.run("port main.cu -o out.cu -v");
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    assert!(said.out.contains("note[HIP4016]: the header `helper_cuda.h` is of NVIDIA's samples"), "{}", said.out);
    place.build("-q --offload-arch cpu main.cu -o program");
    assert_eq!(place.shell("./program --go").code, 0);
    // A call that fails ends the program, with its place.
    place.write("main.cu", source.replace("cudaMalloc(&p, 4)", "cudaMalloc(&p, ~0ull)"));
    place.build("-q --offload-arch cpu main.cu -o program");
    let failed = place.shell("./program --go");
    assert_eq!(failed.code, 1, "{}", failed.err);
    assert!(failed.err.contains("CUDA error at main.cu:7 code=2(hipErrorOutOfMemory)"), "{}", failed.err);
}
