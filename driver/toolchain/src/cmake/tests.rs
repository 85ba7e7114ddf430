//! The packages' text on made-up machines, and CMake at work with them on this one.

use super::*;
use crate::made_up::Machine;
use crate::{ToolchainOptions, Wanted};
use std::fs;
use std::process::{Command, Output};
use tempfile::TempDir;

fn ids(names: &[&str]) -> Vec<Target> {
    Target::parse_list(names).unwrap()
}

/// A toolchain of Debian with newer HIP and some libraries in a prefix, which needs no control bitcode.
fn made_up(machine: &Machine) -> Toolchain {
    machine.hip("hip dir", 6, 4);
    machine.write("hip dir/include/hipfft/hipfft.h", "");
    machine.write("hip dir/lib/libhipfft.so", "");
    machine.write("hip dir/include/rccl/rccl.h", "");
    for name in ["isa_version_90a", "isa_version_942"] {
        machine.write(&format!("usr/lib/x86_64-linux-gnu/amdgcn/bitcode/oclc_{name}.bc"), "");
    }
    let mut found = machine.found();
    found.hip = crate::hip::all(&machine.environment(), &[machine.path("hip dir")]).unwrap().remove(0);
    found.hip.origin = HipOrigin::Prefix(machine.path("hip dir"));
    found
}

#[test]
fn a_real_rocm_is_taken_as_it_is() {
    let machine = Machine::debian();
    machine.rocm("opt/rocm", "19.0.0git", 6);
    machine.write("opt/rocm/lib/cmake/hip-lang/hip-lang-config.cmake", "");
    assert_eq!(machine.found().cmake_root(&ids(&["gfx90a"])).unwrap(), machine.path("opt/rocm"));
}

#[test]
fn packages_are_there_for_the_libraries_whose_headers_are() {
    let machine = Machine::debian();
    let root = made_up(&machine).cmake_root(&ids(&["gfx90a", "gfx942"])).unwrap();
    let package = |name: &str| fs::read_to_string(root.join(format!("lib/cmake/{name}/{name}-config.cmake"))).ok();
    assert!(package("hip").is_some() && package("hip-lang").is_some());
    let hipfft = package("hipfft").unwrap();
    assert!(hipfft.contains("add_library(hip::hipfft") && hipfft.contains("-lhipfft") && !hipfft.contains("WARNING"), "{hipfft}");
    let rccl = package("rccl").unwrap();
    assert!(rccl.contains("message(WARNING \"librccl is not installed"), "{rccl}");
    assert_eq!(package("hipblas"), None);
    let hip = package("hip").unwrap();
    assert!(hip.contains("__HIP_PLATFORM_AMD__=1;HIP_ENABLE_WARP_SYNC_BUILTINS;HIPBLAS_V2"), "for C++ of other compilers: {hip}");
    assert!(root.join("include/hip/hip_version.h").exists());
}

#[test]
fn folders_with_spaces_stay_one_word() {
    let machine = Machine::debian();
    let arguments = made_up(&machine).cmake_arguments(&ids(&["gfx90a"]), None).unwrap();
    let flags = arguments.iter().find_map(|argument| argument.strip_prefix("-DCMAKE_HIP_FLAGS_INIT=")).unwrap();
    assert!(flags.contains(&format!("-isystem \"{}\"", machine.path("hip dir/include").display())), "{flags}");
}

#[test]
fn one_flag_serves_all_targets_where_they_differ() {
    let machine = Machine::debian();
    machine.write("hip dir/include/hip/hip_runtime.h", "#if !__GFX7__\n#error\n#endif\n");
    let mut found = made_up(&machine);
    found.clang.targets = Vec::new();
    let flags = found.cmake_flags(&ids(&["gfx600", "gfx11-generic", "gfx90a:xnack+"])).unwrap().join(" ");
    assert!(flags.contains("-mcode-object-version=6") && flags.contains("-Xarch_gfx600 -D__GFX7__=1"), "{flags}");
    assert_eq!(flags.matches("--rocm-device-lib-path").count(), 1, "{flags}");
}

/// Configures and builds a project with this machine's toolchain.
fn build(files: &[(&str, &str)], targets: &[&str]) -> (TempDir, Output) {
    let place = TempDir::new().unwrap();
    for (name, text) in files {
        fs::write(place.path().join(name), text).unwrap();
    }
    let mut found = Toolchain::find(&ToolchainOptions::default(), Wanted::GPU).expect("`make setup` installs clang and HIP");
    found.cache = place.path().join("cache");
    let mut cmake = Command::new("cmake");
    cmake.args(["-S", ".", "-B", "build"]).args(found.cmake_arguments(&ids(targets), None).unwrap()).current_dir(place.path());
    let configured = cmake.output().expect("`make setup` installs cmake");
    assert!(configured.status.success(), "{}", String::from_utf8_lossy(&configured.stderr));
    let output = Command::new("cmake").args(["--build", "build", "--verbose"]).current_dir(place.path()).output().unwrap();
    (place, output)
}

/// Whether a file that was built has the name of a code object in it.
fn holds(place: &TempDir, file: &str, name: &str) -> bool {
    let bytes = fs::read(place.path().join("build").join(file)).unwrap();
    bytes.windows(name.len()).any(|part| part == name.as_bytes())
}

const KERNEL: &str = "#include <hip/hip_runtime.h>\n\
    __global__ void k(float *x) { x[threadIdx.x] = sinf(x[threadIdx.x]); }\n\
    void launch(float *x) { k<<<1, 64>>>(x); }\n";
const CALLER: &str = "#include <hip/hip_runtime.h>\n\
    void launch(float *);\n\
    int main() { float *x = nullptr; (void)hipMalloc((void **)&x, 256); launch(x); return hipDeviceSynchronize(); }\n";

#[test]
fn cmake_builds_a_library_of_kernels_and_a_program_in_cxx_that_calls_it() {
    let lists = "cmake_minimum_required(VERSION 3.21)\n\
        project(p LANGUAGES CXX HIP)\n\
        set(CMAKE_HIP_FLAGS \"-O1\")\n\
        find_package(hip REQUIRED)\n\
        add_library(kernels SHARED kernel.hip)\n\
        add_executable(program main.cpp)\n\
        target_link_libraries(program PRIVATE kernels hip::host)\n";
    let (place, output) =
        build(&[("CMakeLists.txt", lists), ("kernel.hip", KERNEL), ("main.cpp", CALLER)], &["gfx90a", "gfx1201"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(place.path().join("build/program").is_file());
    for target in ["amdhsa--gfx90a", "amdhsa--gfx1201"] {
        assert!(holds(&place, "libkernels.so", target), "{target}");
    }
}

#[test]
fn cmake_builds_cxx_that_hip_device_compiles_as_hip() {
    let clang = Toolchain::find(&ToolchainOptions::default(), Wanted::GPU).unwrap().clang.path;
    let lists = format!(
        "cmake_minimum_required(VERSION 3.16)\n\
         set(CMAKE_CXX_COMPILER {})\n\
         project(p LANGUAGES CXX)\n\
         find_package(hip 5.0 REQUIRED)\n\
         add_executable(program kernel.cpp main.cpp)\n\
         target_link_libraries(program PRIVATE hip::device)\n",
        clang.display()
    );
    let (place, output) = build(&[("CMakeLists.txt", &lists), ("kernel.cpp", KERNEL), ("main.cpp", CALLER)], &["gfx90a"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(holds(&place, "program", "amdhsa--gfx90a"));
}

#[test]
fn cmake_links_relocatable_device_code_of_two_sources() {
    let lists = "cmake_minimum_required(VERSION 3.21)\n\
        project(p LANGUAGES CXX HIP)\n\
        add_executable(program a.hip b.hip)\n\
        target_compile_options(program PRIVATE -fgpu-rdc)\n\
        target_link_options(program PRIVATE -fgpu-rdc)\n";
    let a = "#include <hip/hip_runtime.h>\n__device__ float f(float x) { return x * 2; }\n";
    let b = "#include <hip/hip_runtime.h>\n__device__ float f(float);\n\
        __global__ void k(float *x) { *x = f(*x); }\nint main() { k<<<1, 1>>>(nullptr); return hipDeviceSynchronize(); }\n";
    let (place, output) = build(&[("CMakeLists.txt", lists), ("a.hip", a), ("b.hip", b)], &["gfx90a"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(holds(&place, "program", "amdhsa--gfx90a"));
}
