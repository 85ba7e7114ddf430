//! `hipify-rs build FOLDER` of what real projects have and small ones have not: C for gcc alone, sources and flags that CMake files
//! name far from where they count. Each is built for the CPU and run.

use hipify_tests::cli_command::{Said, TestFolder};

fn built(place: &TestFolder, words: &str) -> Said {
    let said = place.shell(&format!("HIPIFY_CACHE_DIR=\"$PWD/cache\" \"$hipify\" build --offload-arch cpu {words}"));
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    said
}

const KERNEL: &str = "#include <cstdio>\n__global__ void fill(int *p) { *p = 42; }\n\
    void run() {\n  int *p, v;\n  cudaMalloc(&p, sizeof v);\n  fill<<<1, 1>>>(p);\n\
    \x20 cudaMemcpy(&v, p, sizeof v, cudaMemcpyDeviceToHost);\n  std::printf(\"%d\\n\", v);\n}\n";

/// C that no clang takes (a nested function, gcc's name of itself), warns of nothing under gcc, and calls CUDA.
const C_FOR_GCC: &str = "#include \"say.h\"\n#ifdef __clang__\n#error this is for gcc\n#endif\n\
    int main(void) {\n  int count = 0;\n  int more(int by) { return count += by; }\n  cudaGetDeviceCount(&count);\n\
    \x20 more(0);\n  cudaSetDevice(0);\n  CUdevice device;\n  if (cuDeviceGet(&device, 0) != CUDA_SUCCESS) return 1;\n\
    \x20 return puts(count > 0 ? \"devices\" : \"none\") < 0;\n}\n";

#[test]
fn c_that_calls_cuda_is_compiled_by_the_compiler_it_was_written_for() {
    let makefile = "CFLAGS = -std=gnu11 -Wall -Wextra -Werror -MMD -I$(CUDA_PATH)/include\n\
        app: main.o\n\t$(CC) -o $@ $^ -L$(CUDA_PATH)/lib64 -lcuda -lcudart -lcublas\n-include main.d\n";
    let place = TestFolder::new(&[
        ("app/Makefile", makefile),
        ("app/main.c", C_FOR_GCC),
        ("app/say.h", "#include <stdio.h>\n#include <cuda.h>\n#include <cuda_runtime_api.h>\n"),
    ]);
    let before = place.files("app");
    built(&place, "app -o out -- CC=gcc");
    assert_eq!(place.shell("out/app").out, "devices\n");
    assert_eq!(place.files("app"), before, "the user's folder is as it was");
    place.write(
        "app/say.h",
        "#include <stdio.h>\n#include <cuda.h>\n#include <cuda_runtime_api.h>\n#define puts(text) puts(\"mended\")\n",
    );
    built(&place, "app -o out -- CC=gcc");
    assert_eq!(place.shell("out/app").out, "mended\n", "the dependency file names the header");
}

#[test]
fn cmake_finds_cuda_sources_that_are_named_far_from_their_target() {
    let lists = "cmake_minimum_required(VERSION 3.18)\nproject(app LANGUAGES CXX)\nset(CMAKE_CXX_STANDARD 11)\n\
        set(CMAKE_CUDA_FLAGS \"${CMAKE_CUDA_FLAGS} -lineinfo\")\nenable_language(CUDA)\n\
        function(program name)\n  add_executable(${name} ${ARGN})\nendfunction()\n\
        program(app main.cpp)\nprogram(other other.cu)\nadd_subdirectory(kernels)\n";
    let kernels = "set(SOURCES ${CMAKE_CURRENT_SOURCE_DIR}/run.cu)\ntarget_sources(app PRIVATE ${SOURCES})\n";
    let place = TestFolder::new(&[
        ("app/CMakeLists.txt", lists),
        ("app/kernels/CMakeLists.txt", kernels),
        ("app/kernels/run.cu", &format!("static_assert(__cplusplus >= 201703L, \"\");\n{KERNEL}")),
        ("app/other.cu", &format!("{KERNEL}int main() {{ run(); }}\n")),
        ("app/main.cpp", "void run();\nint main() { run(); }\n"),
    ]);
    built(&place, "app -o out");
    assert_eq!(place.shell("out/app && out/other").out, "42\n42\n");
    let said = place.shell(
        "HIPIFY_CACHE_DIR=\"$PWD/cache\" \"$hipify\" build --offload-arch gfx90a app -o gpu && \"$hipify\" inspect gpu/app",
    );
    assert!(said.code == 0 && said.out.contains("gfx90a"), "{}{}", said.out, said.err);
}

#[test]
fn c_names_of_types_are_known_in_kernels() {
    let makefile = "app: app.cu\n\t$(NVCC) -std=c++11 -o $@ $<\n";
    let header = "extern _Bool positive(int);\n#include <cuda_runtime.h>\n";
    let source = format!(
        "#include \"types.h\"\n{KERNEL}_Bool positive(int x) {{ return x > 0; }}\nint main() {{ if (positive(1)) run(); }}\n"
    );
    let place = TestFolder::new(&[("app/Makefile", makefile), ("app/types.h", header), ("app/app.cu", &source)]);
    built(&place, "app -o out");
    assert_eq!(place.shell("out/app").out, "42\n");
}

#[test]
fn a_package_in_a_folder_that_git_ignores_is_built_alone() {
    let makefile = "app: app.cu\n\t$(NVCC) -o $@ $<\ninstall:\n\tcp ../*.txt ../../../*.txt .\n";
    let place = TestFolder::new(&[
        (".gitignore", "build/\n"),
        ("README.txt", "words\n"),
        ("build/package/source/Makefile", makefile),
        ("build/package/source/deep/Makefile", "clean:\n\trm ../../*.o\n"),
        ("build/package/source/app.cu", &format!("{KERNEL}int main() {{ run(); }}\n")),
        ("build/package/note.txt", "words\n"),
    ]);
    assert_eq!(place.shell("git init -q . && git add README.txt .gitignore").code, 0);
    built(&place, "build/package/source -o out");
    assert_eq!(place.shell("out/app").out, "42\n");
}
