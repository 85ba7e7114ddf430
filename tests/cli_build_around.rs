//! `hipify-rs build FOLDER` where the folder is not all: files around it, folders of programs, parts of projects, ignored files.

use hipify_tests::cli_command::{Said, TestFolder};

/// Runs `build` for the CPU, with a cache of its own.
fn build(place: &TestFolder, line: &str) -> Said {
    place.shell(&format!("HIPIFY_CACHE_DIR=\"$PWD/cache\" \"$hipify\" build --offload-arch cpu {line}"))
}

fn built(place: &TestFolder, line: &str) -> Said {
    let said = build(place, line);
    assert_eq!(said.code, 0, "{line}\n{}{}", said.out, said.err);
    said
}

/// A program that prints what it finds in headers around it.
const MAIN: &str = r#"#include "../util/util.cuh"
#include <answer.h>
#include <cstdio>
int main() {
    int *p;
    cudaMallocManaged(&p, sizeof(int));
    fill<<<1, 1>>>(p, ANSWER);
    cudaDeviceSynchronize();
    printf("%d\n", *p);
}
"#;
const UTIL: &str = "#include \"detail.cuh\"\n__global__ void fill(int *p, int x) { *p = same(x); }\n";
const DETAIL: &str = "__device__ int same(int x) { return x; }\n";
const RULES: &str = "NVCC ?= nvcc\n%: %.cu\n\t$(NVCC) -I../include -o $@ $<\n";

/// Two programs beside what they share.
fn programs() -> TestFolder {
    TestFolder::new(&[
        ("src/one/Makefile", "include ../common/rules.mk\nall: one\n"),
        ("src/one/one.cu", MAIN),
        ("src/two/Makefile", "TOP = ..\ninclude $(TOP)/common/rules.mk\nall: two\n"),
        ("src/two/two.cu", MAIN),
        ("src/common/rules.mk", RULES),
        ("src/include/answer.h", "#define ANSWER 42\n"),
        ("src/util/util.cuh", UTIL),
        ("src/util/detail.cuh", DETAIL),
        ("src/unrelated/big.bin", "not needed"),
    ])
}

#[test]
fn a_makefile_finds_what_stands_beside_its_folder() {
    let place = programs();
    let before = place.files("src");
    let said = built(&place, "src/one -o out");
    let brought = "which its copy has too: `src/common/rules.mk`, `src/include`, `src/util/detail.cuh`, `src/util/util.cuh`\n";
    assert!(said.err.contains(brought), "{}", said.err);
    assert_eq!(place.shell("out/one").out, "42\n");
    assert_eq!(place.files("src"), before, "the user's folder is as it was");
    let said =
        place.shell("cd src/two && HIPIFY_CACHE_DIR=\"$PWD/../../cache\" \"$hipify\" build --offload-arch cpu . -o ../../out");
    assert_eq!(said.code, 0, "{}", said.err);
    assert_eq!(place.shell("out/two").out, "42\n");
    assert_eq!(place.files("src"), before, "the user's folder is as it was");
}

#[test]
fn messages_name_files_beside_the_folder_from_the_folder() {
    let place = programs();
    place.write("src/util/detail.cuh", "__device__ int same(int x) { return y; }\n");
    let said = build(&place, "src/one");
    assert_eq!(said.code, 3);
    // As a compiler that make starts in the folder names it.
    assert!(said.err.contains("../util/detail.cuh:1:37") && !said.err.contains("cache/projects"), "{}", said.err);
}

#[test]
fn a_folder_of_programs_is_built_with_a_table_of_what_became_of_each() {
    let place = programs();
    place.write("src/three/Makefile", "three: gone.cu\n\tnvcc -o three gone.cu\n");
    let said = build(&place, "src -o out");
    assert_eq!(said.code, 3, "{}", said.err);
    assert!(said.err.contains("note: `src`: 3 folders in it have build files: each is built by itself"), "{}", said.err);
    for line in
        ["built `out/one/one`\n", "built `out/two/two`\n", "failed: No rule to make target 'gone.cu'", "\n2 of 3 folders built\n"]
    {
        assert!(said.err.contains(line), "{line}: {}", said.err);
    }
    assert!(said.err.contains("help: `gone.cu` is in no rule and not in the tree"), "{}", said.err);
    assert_eq!(place.shell("out/two/two").out, "42\n");
}

const LISTS: &str =
    "cmake_minimum_required(VERSION 3.18)\nproject(all LANGUAGES CXX CUDA)\nadd_subdirectory(lib)\nadd_subdirectory(app)\n";

/// A CMake project of a library and a program.
fn project() -> TestFolder {
    TestFolder::new(&[
        ("all/CMakeLists.txt", LISTS),
        ("all/lib/CMakeLists.txt", "add_library(lib STATIC lib.cu)\ntarget_include_directories(lib PUBLIC .)\n"),
        ("all/lib/lib.cu", "#include \"lib.h\"\n__global__ void k(int *p) { *p = 7; }\nvoid run(int *p) { k<<<1, 1>>>(p); }\n"),
        ("all/lib/lib.h", "void run(int *p);\n"),
        ("all/app/CMakeLists.txt", "add_executable(app app.cu)\ntarget_link_libraries(app lib)\n"),
        (
            "all/app/app.cu",
            "#include \"lib.h\"\n#include <cstdio>\nint main() { int *p; cudaMallocManaged(&p, 4); run(p); cudaDeviceSynchronize(); printf(\"%d\\n\", *p); }\n",
        ),
    ])
}

#[test]
fn a_part_of_a_cmake_project_is_built_from_its_root() {
    let place = project();
    let said = built(&place, "all/app -o out");
    assert!(
        said.err.contains("`all/app`: built as a part of the CMake project in `all`, whose CMakeLists.txt leads here"),
        "{}",
        said.err
    );
    assert_eq!(place.shell("out/app").out, "7\n");
    let said = built(&place, "all/lib -o library");
    assert!(said.err.contains("built `library/liblib.a`"), "{}", said.err);
}

#[test]
fn a_cmake_project_reads_a_folder_beside_it() {
    let place = project();
    let lists = "cmake_minimum_required(VERSION 3.18)\nproject(app LANGUAGES CXX CUDA)\nadd_subdirectory(${CMAKE_CURRENT_SOURCE_DIR}/../lib lib)\nadd_executable(app app.cu)\ntarget_link_libraries(app lib)\n";
    place.write("all/app/CMakeLists.txt", lists);
    std::fs::remove_file(place.path("all/CMakeLists.txt")).unwrap();
    let before = place.files("all");
    let said = built(&place, "all/app -o out");
    assert!(said.err.contains("which its copy has too: `all/lib`"), "{}", said.err);
    assert_eq!(place.shell("out/app").out, "7\n");
    assert_eq!(place.files("all"), before, "the user's folder is as it was");
    // Once it reads nothing beside it, its copy lies elsewhere, and CMake starts anew.
    let alone = lists
        .replace("add_subdirectory(${CMAKE_CURRENT_SOURCE_DIR}/../lib lib)\n", "")
        .replace("add_executable(app app.cu)\ntarget_link_libraries(app lib)", "add_executable(app alone.cu)");
    place.write("all/app/CMakeLists.txt", &alone);
    place.write("all/app/alone.cu", "#include <cstdio>\nint main() { cudaDeviceSynchronize(); puts(\"alone\"); }\n");
    std::fs::remove_file(place.path("all/app/app.cu")).unwrap();
    built(&place, "all/app -o out");
    assert_eq!(place.shell("out/app").out, "alone\n");
}

#[test]
fn a_cmake_project_that_makes_nothing_is_an_error() {
    let place = TestFolder::new(&[("app/CMakeLists.txt", "cmake_minimum_required(VERSION 3.18)\nproject(app CXX)\n")]);
    let said = build(&place, "app");
    assert_eq!(said.code, 1, "{}", said.err);
    assert!(said.err.contains("error: `app`: the CMake project makes no program and no library\n  help: "), "{}", said.err);
}

#[test]
fn a_package_that_cmake_lacks_is_named_once_with_what_brings_it() {
    let lists = "cmake_minimum_required(VERSION 3.18)\nproject(app CXX)\nfind_package(Surely_Missing REQUIRED)\n";
    let place = TestFolder::new(&[("app/CMakeLists.txt", lists)]);
    let said = build(&place, "app");
    assert_eq!(said.code, 3, "{}", said.err);
    assert_eq!(said.err.matches("Could not find a package configuration file provided by").count(), 1, "{}", said.err);
    assert!(said.err.contains("help: install it, or name the folder of its Surely_MissingConfig.cmake"), "{}", said.err);
    assert!(!said.err.contains("-- The CXX compiler"), "{}", said.err);
}

#[test]
fn what_does_not_need_what_failed_is_built_when_asked_for() {
    let place = programs();
    place.write("src/one/Makefile", "include ../common/rules.mk\nall: broken one\n");
    place.write("src/one/broken.cu", "int main() { undeclared(); }\n");
    let said = build(&place, "src/one -o out -j1 --keep-going");
    assert_eq!(said.code, 3, "{}", said.err);
    assert_eq!(place.shell("out/one").out, "42\n", "{}", said.err);
}

#[test]
fn git_and_the_user_decide_what_ignore_files_leave_out() {
    let place = TestFolder::new(&[
        ("app/Makefile", "NVCC ?= nvcc\napp: app.cu gen/tracked.h gen/local.h\n\t$(NVCC) -o $@ $<\n"),
        ("app/app.cu", "#include \"gen/tracked.h\"\n#include \"gen/local.h\"\nint main() { return A + B; }\n"),
        ("app/gen/tracked.h", "#define A 0\n"),
        ("app/gen/local.h", "#define B 0\n"),
        ("app/.gitignore", "gen/\n"),
    ]);
    let git = "git -c init.defaultBranch=main init -q app && git -C app add -f gen/tracked.h";
    assert_eq!(place.shell(git).code, 0);
    let said = build(&place, "app -o out");
    assert_eq!(said.code, 3, "{}", said.err);
    assert!(said.err.contains("1 path left out by ignore rules: `app/gen/local.h`; --no-ignore takes them"), "{}", said.err);
    assert!(said.err.contains("an ignore file leaves `gen/local.h` out of the copy that is built"), "{}", said.err);
    built(&place, "app -o out --no-ignore");
    assert_eq!(place.shell("out/app").code, 0);
}
