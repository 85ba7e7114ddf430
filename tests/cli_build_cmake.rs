//! `hipify-rs build` of CMake projects that make more than programs, or make them in old ways: device code for the driver API,
//! FindCUDA's commands, find modules of the project's own.

use hipify_tests::build::project;
use hipify_tests::cli_command::{Said, TestFolder};

/// Runs `build` with a cache of its own.
fn build(place: &TestFolder, line: &str) -> Said {
    place.shell(&format!("HIPIFY_CACHE_DIR=\"$PWD/cache\" \"$hipify\" build {line}"))
}

fn built(place: &TestFolder, line: &str) -> Said {
    let said = build(place, line);
    assert_eq!(said.code, 0, "{line}\n{}{}", said.out, said.err);
    said
}

#[test]
fn device_code_of_custom_commands_is_loaded_by_the_driver_api() {
    let place = project("modules");
    built(&place, ". --offload-arch cpu -o out");
    let said = place.shell("out/modules out");
    assert_eq!((said.code, said.out.as_str()), (0, "PASS\n"), "{}", said.err);
}

#[test]
fn device_code_of_custom_commands_is_for_every_gpu() {
    let place = project("modules");
    built(&place, ". --offload-arch gfx90a,gfx1100 -o out");
    for file in ["kernels.fatbin", "kernels.ptx", "object.cubin"] {
        let said = place.run(&format!("inspect out/{file}"));
        assert!(
            said.out.contains("gfx90a") && said.out.contains("gfx1100") && said.out.contains("  add\n"),
            "{file}: {}",
            said.out
        );
    }
}

const FINDCUDA: &str = "cmake_minimum_required(VERSION 3.10)
project(old CXX)
find_package(CUDA REQUIRED)
cuda_select_nvcc_arch_flags(ARCH_FLAGS Auto)
list(APPEND CUDA_NVCC_FLAGS ${ARCH_FLAGS} -O2)
cuda_include_directories(${CMAKE_CURRENT_SOURCE_DIR}/include)
cuda_find_library_local_first(CUDA_own_blas_LIBRARY cublas \"the cuBLAS library\")
cuda_compile_ptx(PTX kernel.cu OPTIONS -DBY=7 --use_fast_math)
add_custom_target(device_code ALL DEPENDS ${PTX})
cuda_wrap_srcs(app OBJ WRAPPED wrapped.cu OPTIONS -DVALUE=3)
cuda_compile(OBJECTS compiled.cu)
cuda_add_executable(app main.cu ${WRAPPED} ${OBJECTS})
target_link_libraries(app ${CUDA_LIBRARIES} ${CUDA_CUDA_LIBRARY} ${CUDA_own_blas_LIBRARY})
cuda_add_cublas_to_target(app)
cuda_build_clean_target()
";
const FINDCUDA_MAIN: &str = r#"#include <cublas_v2.h>
#include <cuda.h>
#include <cuda_runtime.h>
#include <cstdio>
#include "answer.h"
int wrapped();
int compiled();
int main() {
    CUmodule module;
    CUfunction kernel;
    int *p;
    cudaMallocManaged(&p, sizeof(int));
    if (cuModuleLoad(&module, "out/kernel.cu.ptx") || cuModuleGetFunction(&kernel, module, "fill")) return 1;
    void *arguments[] = {&p};
    cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr);
    cudaDeviceSynchronize();
    cublasHandle_t handle;
    if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) return 2;
    printf("%d %d %d %d\n", *p, wrapped(), compiled(), ANSWER);
}
"#;
const FINDCUDA_KERNEL: &str = "#include \"answer.h\"\nextern \"C\" __global__ void fill(int *p) { *p = BY * ANSWER; }\n";
const FINDCUDA_WRAPPED: &str = "__global__ void k() {}\nint wrapped() { k<<<1, 1>>>(); return VALUE; }\n";
const FINDCUDA_COMPILED: &str = "__global__ void l() {}\nint compiled() { l<<<1, 1>>>(); return 5; }\n";

#[test]
fn the_commands_of_findcuda_build_what_they_built() {
    let place = TestFolder::new(&[
        ("app/CMakeLists.txt", FINDCUDA),
        ("app/main.cu", FINDCUDA_MAIN),
        ("app/include/answer.h", "#define ANSWER 42\n"),
        ("app/kernel.cu", FINDCUDA_KERNEL),
        ("app/wrapped.cu", FINDCUDA_WRAPPED),
        ("app/compiled.cu", FINDCUDA_COMPILED),
    ]);
    built(&place, "app --offload-arch cpu -o out");
    let said = place.shell("out/app");
    assert_eq!(said.out, "294 3 5 42\n", "{}", said.err);
}

#[test]
fn the_commands_of_findcuda_build_device_code_for_gpus() {
    // Debian 12's HIP has no hipBLAS.
    let without_blas: String = FINDCUDA.lines().filter(|line| !line.contains("cublas")).flat_map(|line| [line, "\n"]).collect();
    let place = TestFolder::new(&[
        ("app/CMakeLists.txt", &without_blas.replace("${CUDA_own_blas_LIBRARY}", "")),
        ("app/main.cu", "int wrapped();\nint compiled();\nint main() { return wrapped() + compiled(); }\n"),
        ("app/include/answer.h", "#define ANSWER 42\n"),
        ("app/kernel.cu", FINDCUDA_KERNEL),
        ("app/wrapped.cu", FINDCUDA_WRAPPED),
        ("app/compiled.cu", FINDCUDA_COMPILED),
    ]);
    built(&place, "app --offload-arch gfx90a -o gpu");
    assert!(place.run("inspect gpu/kernel.cu.ptx").out.contains("  fill\n"));
}

const NVRTC: &str = "cmake_minimum_required(VERSION 3.20)
project(compiled LANGUAGES C CXX CUDA)
find_package(CUDAToolkit REQUIRED)
add_executable(compiled main.cpp)
target_link_libraries(compiled PRIVATE CUDA::nvrtc CUDA::cuda_driver)
add_custom_command(TARGET compiled POST_BUILD
    COMMAND ${CMAKE_COMMAND} -E copy_if_different
    ${CMAKE_CURRENT_SOURCE_DIR}/kernel.cu ${CMAKE_CURRENT_BINARY_DIR}
)
";
const NVRTC_MAIN: &str = r#"#include <cuda.h>
#include <nvrtc.h>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <vector>
int main() {
    std::stringstream text;
    text << std::ifstream("out/kernel.cu").rdbuf();
    nvrtcProgram program;
    if (nvrtcCreateProgram(&program, text.str().c_str(), "kernel.cu", 0, nullptr, nullptr)) return 1;
    if (nvrtcCompileProgram(program, 0, nullptr)) return 2;
    size_t size;
    if (nvrtcGetCUBINSize(program, &size)) return 3;
    std::vector<char> code(size);
    if (nvrtcGetCUBIN(program, code.data())) return 4;
    CUdevice device;
    CUcontext context;
    CUctxCreateParams parameters = {};
    CUmodule module;
    CUfunction kernel;
    CUdeviceptr p;
    if (cuInit(0) || cuDeviceGet(&device, 0) || cuCtxCreate(&context, &parameters, 0, device)) return 5;
    if (cuModuleLoadData(&module, code.data()) || cuModuleGetFunction(&kernel, module, "fill")) return 6;
    if (cuMemAlloc(&p, sizeof(int))) return 7;
    void *arguments[] = {&p};
    if (cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr) || cuCtxSynchronize()) return 8;
    int result = 0;
    if (cuMemcpyDtoH(&result, p, sizeof(int))) return 9;
    printf("%d\n", result);
}
"#;

#[test]
fn a_program_that_compiles_at_run_time_finds_its_source_beside_it() {
    let place = TestFolder::new(&[
        ("app/CMakeLists.txt", NVRTC),
        ("app/main.cpp", NVRTC_MAIN),
        ("app/kernel.cu", "extern \"C\" __global__ void fill(int *p) { *p = 42; }\n"),
    ]);
    built(&place, "app --offload-arch cpu -o out");
    let said = place.shell("out/compiled");
    assert_eq!((said.code, said.out.as_str()), (0, "42\n"), "{}", said.err);
    built(&place, "app --offload-arch gfx90a -o gpu");
    assert!(place.has("gpu/kernel.cu"));
}

const DATA: &str = "cmake_minimum_required(VERSION 3.20)
project(data LANGUAGES CXX CUDA)
add_executable(reader reader/main.cu)
set_target_properties(reader PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/run)
target_include_directories(reader PRIVATE ${CMAKE_BINARY_DIR}/run)
configure_file(version.h.in run/version.h)
add_custom_command(TARGET reader POST_BUILD
    COMMAND ${CMAKE_COMMAND} -E copy_directory ${CMAKE_SOURCE_DIR}/data $<TARGET_FILE_DIR:reader>/data
    COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}/reader/kernel.cuh $<TARGET_FILE_DIR:reader>)
";
const DATA_MAIN: &str = r#"#include <cuda_runtime.h>
#include <cstdio>
#include <fstream>
#include <iostream>
#include "kernel.cuh"
#include "version.h"
int main() {
    std::string word;
    std::ifstream("data/words/first.txt") >> word;
    std::cout << word << VERSION << std::ifstream("kernel.cuh").good() << std::endl;
    none<<<1, 1>>>();
    return cudaDeviceSynchronize();
}
"#;

#[test]
fn data_that_a_project_puts_beside_a_program_goes_with_it() {
    let place = TestFolder::new(&[
        ("app/CMakeLists.txt", DATA),
        ("app/version.h.in", "#define VERSION 7\n"),
        ("app/data/words/first.txt", "hello\n"),
        ("app/reader/main.cu", DATA_MAIN),
        ("app/reader/kernel.cuh", "__global__ void none() {}\n"),
    ]);
    built(&place, "app --offload-arch cpu -o out");
    let said = place.shell("cd out && ./reader");
    assert_eq!((said.code, said.out.as_str()), (0, "hello71\n"), "{}", said.err);
    // What was made for the compiler is not for programs.
    assert!(!place.has("out/version.h") && !place.has("out/CMakeCache.txt"));
}

const SUPPLIED_MAIN: &str = "#include <cuda/barrier>
#include <helper_cuda.h>
__global__ void k(unsigned *p) { p[0] = umin(p[0], 7); }
int main() {
    checkCudaErrors(cudaDeviceSynchronize());
}
";

#[test]
fn headers_and_functions_that_builds_supply_are_there_for_gpus_alone() {
    let cmake = "cmake_minimum_required(VERSION 3.20)\nproject(supplied LANGUAGES CXX CUDA)\nadd_executable(supplied main.cu)\n";
    let place = TestFolder::new(&[("app/CMakeLists.txt", cmake), ("app/main.cu", SUPPLIED_MAIN)]);
    built(&place, "app --offload-arch gfx90a -o out");
    assert!(place.has("out/supplied"));
}

const OPENMP: &str = "cmake_minimum_required(VERSION 3.18)
project(threads LANGUAGES CXX CUDA)
find_package(OpenMP REQUIRED)
add_executable(openmp openmp.cu)
target_link_libraries(openmp PRIVATE OpenMP::OpenMP_CXX)
target_compile_options(openmp PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=${OpenMP_CXX_FLAGS}>)
";

#[test]
fn threads_of_openmp_have_one_runtime_in_every_kind_of_build() {
    let place = project("openmp");
    let runs = |line: &str| {
        let said = place.shell(&format!("export HIPIFY_CACHE_DIR=\"$PWD/cache\" OMP_NUM_THREADS=4\n{line}"));
        assert_eq!((said.code, said.out.as_str()), (0, "PASS\n"), "{line}\n{}", said.err);
    };
    runs("$hipify build . --offload-arch cpu -o out && out/openmp; rm -rf out");
    runs("$hipify cc --offload-arch=cpu -Xcompiler -fopenmp openmp.cu -o a.out -lgomp && ./a.out");
    runs("$hipify build openmp.cu -fopenmp --offload-arch cpu -o b.out && ./b.out; rm *.out");
    place.write("CMakeLists.txt", OPENMP);
    runs("$hipify build . --offload-arch cpu -o out && out/openmp; rm -rf out");
    built(&place, ". --offload-arch gfx90a -o out");
}

#[test]
fn sources_that_functions_of_the_project_put_together_are_compiled_as_hip() {
    let place = TestFolder::new(&[
        (
            "app/CMakeLists.txt",
            "cmake_minimum_required(VERSION 3.18)\nproject(app LANGUAGES CXX)\ninclude(models.cmake)\nregister(cuda k.cu)\nload(cuda)\n\
             add_executable(app ${cuda_SOURCES} main.cpp)\ntarget_link_libraries(app PRIVATE ${LIBRARIES})\n",
        ),
        (
            "app/models.cmake",
            "macro(register name)\n  list(APPEND ${name}_SOURCES \"src/${name}/${ARGN}\")\nendmacro()\nmacro(load name)\n\
             \x20 include(src/${name}/model.cmake)\n  setup()\nendmacro()\n\
             macro(link_with name)\n  list(APPEND LIBRARIES ${name})\nendmacro()\n",
        ),
        ("app/src/cuda/model.cmake", "macro(setup)\n  enable_language(CUDA)\n  link_with(nvidia-ml)\nendmacro()\n"),
        (
            "app/src/cuda/k.cu",
            "#include <cstdio>\n__global__ void k() { printf(\"kernel\\n\"); }\nvoid run() { k<<<1, 1>>>(); cudaDeviceSynchronize(); }\n",
        ),
        ("app/main.cpp", "void run();\nint main() { run(); }\n"),
    ]);
    let without = build(&place, "app --offload-arch cpu -o without -- -DCMAKE_PROJECT_INCLUDE=");
    assert_ne!(without.code, 0, "CMake alone finds the language of the source");
    built(&place, "app --offload-arch cpu -o out");
    assert_eq!(place.shell("out/app").out, "kernel\n");
}

/// The project keeps the standard that it was written for, and the port raises it to what CUB needs.
#[test]
fn the_standard_of_the_command_holds_in_the_place_of_the_projects() {
    let cmake = "cmake_minimum_required(VERSION 3.18)\nproject(old LANGUAGES CXX CUDA)\nset(CMAKE_CXX_STANDARD 11)\n\
                 add_executable(old main.cu)\n";
    let main = "#include <cstdio>\n#include <vector>\nusing namespace std;\nint *data;\n__global__ void fill(int *p) { *p = __cplusplus / 100; }\n\
                int main() {\n cudaMallocManaged(&data, sizeof(int));\n fill<<<1, 1>>>(data);\n cudaDeviceSynchronize();\n \
                printf(\"%d\\n\", *data);\n}\n";
    let place = TestFolder::new(&[("old/CMakeLists.txt", cmake), ("old/main.cu", main)]);
    let refused = build(&place, "old --offload-arch cpu -o out");
    assert!(refused.code != 0 && refused.err.contains("add `-std=c++14` to this command"), "{}", refused.err);
    built(&place, "old --offload-arch cpu -o out -std=c++14");
    assert_eq!(place.shell("out/old").out, "2014\n");
}
