//! Build systems that look for a CUDA toolkit by themselves find the folder of `hipify-rs cc --toolkit`: CMake's language CUDA, Meson,
//! autotools, makefiles. Nothing of the projects is changed or ported before.

use hipify_tests::build::project;
use hipify_tests::cli_command::TestFolder;

/// Runs lines of a shell for the CPU with the toolkit in front of the path, and says what they print.
fn shell(place: &TestFolder, targets: &str, lines: &str) -> String {
    let said = place.shell(&format!(
        "set -e; export HIPIFY_CACHE_DIR=\"$PWD/../cache-of-${{PWD##*/}}\" HIPIFY_OFFLOAD_ARCH={targets}\n\
         export CUDA_HOME=$($hipify cc --toolkit); export CUDA_PATH=$CUDA_HOME PATH=$CUDA_HOME/bin:$PATH CCACHE_DISABLE=1\n\
         {lines}\nrm -rf \"$HIPIFY_CACHE_DIR\"\n"
    ));
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    said.out
}

#[test]
fn cmakes_own_cuda_language_takes_the_toolkit() {
    let place = project("parts");
    let said = shell(
        &place,
        "cpu",
        "cmake -S . -B b -DCMAKE_CUDA_COMPILER=$CUDA_HOME/bin/nvcc\ncmake --build b > log\nb/app/app\nrm -r b",
    );
    assert!(said.contains("The CUDA compiler identification is NVIDIA 12.9"), "{said}");
    assert!(said.contains("Found CUDAToolkit: ") && said.ends_with("PASS\n"), "{said}");
    let said =
        shell(&place, "gfx90a,gfx1100", "cmake -S . -B b > log\ncmake --build b > log\n$hipify inspect b/app/app\nrm -r b");
    assert!(said.contains("gfx90a") && said.contains("gfx1100") && said.contains("scale_kernel"), "{said}");
}

#[test]
fn a_host_compiler_that_does_not_port_finds_cudas_headers_in_the_toolkit() {
    let place = TestFolder::new(&[(
        "a.cpp",
        "#include <cuda.h>\n#include <cuda_runtime_api.h>\n#include <cstdio>\nint main() {\n  int count = 0;\n\
         const cudaError_t status = cudaGetDeviceCount(&count);\n  std::printf(\"%d %d\\n\", status, count > 0);\n}\n",
    )]);
    let line = "/usr/bin/g++ a.cpp -I$CUDA_HOME/include -L$CUDA_HOME/lib64 -lcudart -Wl,-rpath,$CUDA_HOME/lib64 -o a\n./a";
    assert_eq!(shell(&place, "cpu", line), "0 1\n");
}

#[test]
fn relocatable_device_code_and_modules_build_by_cmakes_own_cuda_language() {
    let place = TestFolder::new(&[
        (
            "CMakeLists.txt",
            "cmake_minimum_required(VERSION 3.20)\nproject(rdc LANGUAGES CXX CUDA)\nfind_package(CUDAToolkit REQUIRED)\n\
             add_library(more STATIC more.cu)\nadd_executable(app app.cu)\ntarget_link_libraries(app more CUDA::cublas)\n\
             set_target_properties(app more PROPERTIES CUDA_SEPARABLE_COMPILATION ON)\n",
        ),
        ("more.cu", "__device__ int more(int x) { return x + 1; }\n"),
        (
            "app.cu",
            "#include <cublas_v2.h>\n#include <cstdio>\nextern __device__ int more(int);\n\
             __global__ void k(int *p) { *p = more(41); }\n\
             int main() { int *p; cudaMallocManaged(&p, 4); k<<<1, 1>>>(p); cudaDeviceSynchronize();\n\
             cublasHandle_t h; int bad = cublasCreate(&h) != CUBLAS_STATUS_SUCCESS; printf(\"%d %d\\n\", *p, bad); }\n",
        ),
    ]);
    let said = shell(&place, "cpu", "cmake -S . -B b > log\ncmake --build b > log\nb/app");
    assert_eq!(said, "42 0\n");
    let place = project("modules");
    let said = shell(&place, "cpu", "cmake -S . -B b > log\ncmake --build b > log\nb/modules b");
    assert_eq!(said, "PASS\n");
}

#[test]
fn meson_takes_the_toolkit() {
    let place = project("heat");
    let said = shell(&place, "cpu", "meson setup b > log\nninja -C b > log\nb/heat");
    assert_eq!(said, "PASS\n");
}

#[test]
fn meson_takes_the_command_from_a_native_file() {
    let place = project("heat");
    let lists = place.read("meson.build").replace(", dependencies: dependency('cuda', modules: ['cudart'])", "");
    place.write("meson.build", lists.replace("'main.cpp'", "'main.cu'"));
    std::fs::rename(place.path("main.cpp"), place.path("main.cu")).unwrap();
    let said = place.shell(
        "export HIPIFY_CACHE_DIR=$PWD/cache HIPIFY_OFFLOAD_ARCH=cpu\nprintf \"[binaries]\\ncuda = ['$hipify', 'cc']\\n\" > hip.ini\n\
         meson setup b --native-file hip.ini > log && ninja -C b > log && b/heat",
    );
    assert_eq!(said.out, "PASS\n", "{}", said.err);
}

#[test]
fn autotools_take_the_toolkit() {
    let place = project("ising");
    let said = shell(
        &place,
        "cpu",
        "autoreconf -i > log 2>&1\n./configure --with-cuda=$CUDA_HOME > log\nmake > log 2>&1\n./ising\n\
         mkdir elsewhere\ncd elsewhere\n../configure --with-cuda=$CUDA_HOME > log 2>&1 || true\ncd ..",
    );
    assert_eq!(said, "PASS\n");
}

const MAKEFILE: &str = "CXX ?= g++
NVCC ?= nvcc
app: main.o k.o
\t$(CXX) -fopenmp -o $@ $^ -L$(CUDA_HOME)/lib64 -lcudart -lcuda -lgomp
main.o: main.cpp
\t$(CXX) -O2 -fopenmp -I$(CUDA_HOME)/include -c $<
k.o: k.cu
\t$(NVCC) -Xcompiler -fopenmp -c $<
";

/// Threads of the host in an object of each compiler.
fn host_and_kernel() -> TestFolder {
    TestFolder::new(&[
        ("Makefile", MAKEFILE),
        (
            "main.cpp",
            "#include <cuda.h>\n#include <omp.h>\n#include <cstdio>\nint launched();\nint main() {\n  int sum = 0;\n\
             #pragma omp parallel for reduction(+ : sum)\n  for (int i = 0; i < 100; i++) sum += i;\n\
             if (cuInit(0) != CUDA_SUCCESS) return 1;\n  printf(\"%d %d\\n\", sum, launched());\n}\n",
        ),
        (
            "k.cu",
            "#include <omp.h>\n__global__ void k() {}\nint launched() {\n  int n = 0;\n\
             #pragma omp parallel num_threads(3) reduction(+ : n)\n  n += omp_get_thread_num();\n  k<<<1, 1>>>();\n  return n;\n}\n",
        ),
    ])
}

#[test]
fn a_makefile_compiles_host_code_with_gpp_of_the_toolkit() {
    assert_eq!(shell(&host_and_kernel(), "cpu", "make > log\n./app"), "4950 3\n");
}

#[test]
fn a_makefile_compiles_host_code_with_the_command() {
    let line = "make NVCC=\"$hipify cc\" CXX=\"$hipify cc\" > log\n./app";
    assert_eq!(shell(&host_and_kernel(), "cpu", line), "4950 3\n");
}

#[test]
fn the_toolkits_own_headers_are_not_ported() {
    let place = TestFolder::new(&[
        ("h.h", "#include \"cuda_runtime.h\"\n"),
        ("a.c", "#include \"h.h\"\nint *a(void) {\n  int *a;\n  return cudaMalloc((void **)&a, 4) == cudaSuccess ? a : 0;\n}\n"),
    ]);
    for target in ["cpu", "gfx90a"] {
        let said = shell(&place, target, "rm -f a.o\ngcc -Werror -I. -I$CUDA_HOME/include -c a.c\nnm a.o | grep -o hipMalloc");
        assert_eq!(said, "hipMalloc\n", "{target}");
    }
}

#[test]
fn toolkits_of_several_targets_in_one_path_do_not_call_each_other() {
    let place = host_and_kernel();
    let line = "first=$CUDA_HOME\nexport HIPIFY_OFFLOAD_ARCH=gfx90a\nsecond=$($hipify cc --toolkit)\nPATH=$second/bin:$PATH\n\
                HIPIFY_OFFLOAD_ARCH=cpu $hipify cc --toolkit > log\nHIPIFY_OFFLOAD_ARCH=cpu PATH=$first/bin:$PATH make > log\n./app";
    assert_eq!(shell(&place, "cpu", line), "4950 3\n");
}

/// As in the libraries that `hipify-rs setup` unpacks: what the runtime needs is not there.
const RUNTIME: &str = "#include <stddef.h>
int needed(void);
int hipLaunchKernel(const void *f, int a, int b, int c, void **d, size_t e, void *s) { return needed(); }
int hipDeviceSynchronize(void) { return needed(); }
int __hipPushCallConfiguration(int a) { return 0; }
int __hipPopCallConfiguration(void *a) { return 0; }
void **__hipRegisterFatBinary(const void *a) { return 0; }
void __hipUnregisterFatBinary(void **a) {}
void __hipRegisterFunction(void **a) {}
";

#[test]
fn a_host_compiler_outside_of_the_toolkit_links_with_libraries_whose_own_are_not_there() {
    let place = TestFolder::new(&[
        ("needed.c", "int needed(void) { return 0; }\n"),
        ("runtime.c", RUNTIME),
        ("app.cu", "__global__ void k() {}\nint main() { k<<<1, 1>>>(); return cudaDeviceSynchronize(); }\n"),
    ]);
    let prefix = "mkdir -p prefix/lib prefix/include there; ln -s /usr/include/hip prefix/include/hip; echo {} > prefix/hipify-rs-setup.json\n\
                  cc -shared -fPIC needed.c -o there/libneeded.so.1 -Wl,-soname,libneeded.so.1\n\
                  cc -shared -fPIC runtime.c there/libneeded.so.1 -o prefix/lib/libamdhip64.so.5 -Wl,-soname,libamdhip64.so.5\n\
                  mv there elsewhere; ln -s libamdhip64.so.5 prefix/lib/libamdhip64.so; export HIPIFY_HIP_PREFIX=$PWD/prefix\n";
    let lines = "nvcc -c app.cu -o app.o; /usr/bin/g++ app.o -L$CUDA_HOME/lib64 -lcudart -o app\n\
                 LD_LIBRARY_PATH=prefix/lib:elsewhere ./app && echo linked";
    let said = place.shell(&format!(
        "set -e; {prefix}export HIPIFY_CACHE_DIR=$PWD/cache HIPIFY_OFFLOAD_ARCH=gfx90a\n\
         export CUDA_HOME=$($hipify cc --toolkit); PATH=$CUDA_HOME/bin:$PATH\n{lines}"
    ));
    assert_eq!((said.code, said.out.as_str()), (0, "linked\n"), "{}", said.err);
}

#[test]
fn the_toolkit_of_cpu_and_gpu_links_the_runtime_that_has_both() {
    let place =
        TestFolder::new(&[("app.cu", "__global__ void k() {}\nint main() { k<<<1, 1>>>(); return cudaDeviceSynchronize(); }\n")]);
    let lines = "nvcc -c app.cu -o app.o; /usr/bin/g++ app.o -L$CUDA_HOME/lib64 -lcudart -Wl,-rpath,$CUDA_HOME/lib64 -o app\n\
                 HIPIFY_DEVICE=cpu ./app && echo ran";
    assert_eq!(shell(&place, "cpu,gfx90a", lines), "ran\n");
}

#[test]
fn host_code_with_its_device_code_is_compiled_by_any_compiler() {
    let place = TestFolder::new(&[(
        "k.cu",
        "#include <cstdio>\n__global__ void k(int *p) { *p = 7; }\nint main() {\n  int *p;\n  cudaMallocManaged(&p, 4);\n  k<<<1, 1>>>(p);\n\
         \x20 cudaDeviceSynchronize();\n  printf(\"%d\\n\", *p);\n}\n",
    )]);
    let lines = "nvcc -cuda k.cu 2> log\n/usr/bin/g++ -c k.cu.cpp.ii -o k.o\nnvcc k.o -o k && ./k";
    assert_eq!(shell(&place, "cpu", lines), "7\n");
    let said = shell(&place, "gfx90a,gfx1100", "nvcc -cuda k.cu 2> log\n/usr/bin/g++ -c k.cu.cpp.ii -o k.o\n$hipify inspect k.o");
    assert!(said.contains("gfx90a") && said.contains("gfx1100"), "{said}");
}
