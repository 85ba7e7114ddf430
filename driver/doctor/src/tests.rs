//! Checkups of made-up machines, and of this one.

use super::checkup::{Checkup, State};
use super::print;
use hipify_toolchain::ToolchainOptions;
use hipify_toolchain::environment::Environment;
use hipify_toolchain::made_up::Machine;
use hipify_toolchain::packages::ROCM_LIBRARIES;

fn checkup(machine: &Machine) -> Checkup {
    Checkup::new(&machine.environment(), &ToolchainOptions::default(), "0.0.0 (commit abc)")
}

fn state<'a>(checkup: &'a Checkup, name: &str) -> &'a State {
    &checkup.targets.iter().find(|target| target.name == name).unwrap().state
}

fn text(checkup: &Checkup) -> String {
    let mut out = Vec::new();
    print::text(&mut out, checkup).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn a_bare_machine_gets_the_commands_that_install_all_that_is_needed() {
    let machine = Machine::new();
    let checkup = checkup(&machine);
    assert!(!checkup.builds_something());
    assert_eq!(*state(&checkup, "gfx90a"), State::NeedsClang { version: 17 });
    let text = text(&checkup);
    assert!(text.contains("0 of "), "{text}");
    for words in [
        "no clang was found",
        "`apt-get install clang-19 clang-tools-19 lld-19 llvm-19`",
        "no HIP headers were found",
        "`apt-get install cmake`",
        "`apt-get install git`",
        "`hipify-rs setup clang`",
        "`hipify-rs setup runtime`",
        "command            hipify-rs 0.0.0 (commit abc), ",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn targets_are_told_apart_by_what_they_need() {
    let machine = Machine::debian();
    machine.write("usr/lib/x86_64-linux-gnu/amdgcn/bitcode/oclc_isa_version_90a.bc", "");
    let checkup = checkup(&machine);
    assert!(checkup.builds_something());
    assert_eq!(*state(&checkup, "gfx90a"), State::Builds);
    assert_eq!(*state(&checkup, "gfx942"), State::BuildsWithGeneratedBitcode);
    assert_eq!(*state(&checkup, "gfx950"), State::NeedsClang { version: 20 });
    assert_eq!(*state(&checkup, "gfx906"), State::CannotBuild { reason: "this build of clang leaves it out".to_owned() });
    assert!(text(&checkup).contains("needs clang 20 or later"));
}

#[test]
fn the_cpu_is_built_for_with_the_bundled_runtime_and_the_clang_that_it_is_made_for() {
    let machine = Machine::debian();
    let without = checkup(&machine);
    assert!(matches!(state(&without, "cpu"), State::CannotBuild { reason } if reason.contains("`hipify-lower` is not here")));
    assert!(text(&without).contains("nothing can be built for the CPU"), "{}", text(&without));
    machine.program("usr/local/bin/hipify-lower", "");
    machine.write("usr/local/lib/hipify-rs/libhipify_hip.so", "");
    let with = checkup(&machine);
    assert_eq!(*state(&with, "cpu"), State::Builds);
    assert!(text(&with).contains("hipify-rs/libhipify_hip.so (with the command)\n"), "{}", text(&with));
    assert!(text(&with).contains("libhipify_libraries.so missing\n"), "{}", text(&with));
    assert!(text(&with).contains("`libhipify_libraries.so` is not here: hipBLAS, "), "{}", text(&with));
    machine.program("usr/local/bin/hipify-lower", "hipify-lower: error: LLVM is not here; install it");
    let without_llvm = text(&checkup(&machine));
    assert!(without_llvm.contains("nothing can be built for the CPU: LLVM is not here\n    help: install it"), "{without_llvm}");
    std::fs::remove_dir_all(machine.path("usr/lib/llvm-19")).unwrap();
    machine.debian_clang(23);
    let newer = checkup(&machine);
    assert!(matches!(state(&newer, "cpu"), State::CannotBuild { reason } if reason.contains("is made with clang 17 to 22")));
    assert_eq!(*state(&newer, "gfx90a"), State::BuildsWithGeneratedBitcode);
    machine.debian_clang(18);
    assert_eq!(*state(&checkup(&machine), "cpu"), State::Builds);
}

#[test]
fn a_missing_linker_keeps_every_target_from_being_built() {
    let machine = Machine::debian();
    std::fs::remove_file(machine.path("usr/lib/llvm-19/bin/ld.lld")).unwrap();
    let checkup = checkup(&machine);
    assert!(!checkup.builds_something());
    assert_eq!(*state(&checkup, "gfx90a"), State::CannotBuild { reason: "`ld.lld` is missing".to_owned() });
    assert!(text(&checkup).contains("`apt-get install lld-19`"));
}

#[test]
fn old_headers_are_advised_to_be_replaced_and_new_ones_are_not() {
    let machine = Machine::debian();
    assert!(text(&checkup(&machine)).contains("`hipify-rs setup`"));
    machine.hip("home/.local/share/hipify-rs/hip-6.4.3", 6, 4);
    for (folder, _) in ROCM_LIBRARIES {
        machine.write(&format!("home/.local/share/hipify-rs/hip-6.4.3/include/{folder}/a.h"), "");
    }
    let text = text(&checkup(&machine));
    assert!(text.contains("HIP headers        HIP 6.4") && !text.contains("help: `hipify-rs setup`"), "{text}");
}

#[test]
fn each_part_says_how_it_came_here() {
    let machine = Machine::debian();
    let origin = || checkup(&machine).command.origin;
    assert_eq!(origin(), "archive or `make install`");
    machine.write("usr/local/.crates.toml", "");
    assert_eq!(origin(), "`cargo install`");
    machine.clang_of_setup("home/.local/share/hipify-rs/clang-19");
    assert!(text(&checkup(&machine)).contains("llvm-19/bin/clang++ (distribution)"));
    std::fs::remove_dir_all(machine.path("usr/lib/llvm-19")).unwrap();
    assert!(text(&checkup(&machine)).contains("llvm-19/bin/clang++ (`hipify-rs setup clang`)"), "{}", text(&checkup(&machine)));
    machine.program("home/.local/lib/hipify-rs/hipify-lower", concat!("hipify-lower ", env!("CARGO_PKG_VERSION")));
    assert!(text(&checkup(&machine)).contains("hipify-lower (of another installation of this version)"));
}

#[test]
fn libraries_headers_are_listed_by_folder_and_those_that_are_missing_with_what_brings_them() {
    let machine = Machine::debian();
    machine.write("usr/include/hipblas/hipblas.h", "");
    let text = text(&checkup(&machine));
    assert!(text.contains("usr/include: hipBLAS\n  missing: hipBLASLt, hipFFT, "), "{text}");
    assert!(text.contains("the headers of hipBLASLt, hipFFT, ") && text.contains("code for GPUs cannot call them"), "{text}");
}

#[test]
fn host_code_needs_the_headers_of_the_cpp_library() {
    let machine = Machine::debian();
    let said =
        format!("clang version 19.1.7\ngfx90a\nSelected GCC installation: {}\n", machine.path("usr/lib/gcc/x/12").display());
    machine.program("usr/lib/llvm-19/bin/clang++", &said);
    assert!(text(&checkup(&machine)).contains("host code cannot be compiled\n    help: `apt-get install g++`"));
    machine.write("usr/include/c++/12/vector", "");
    assert_eq!(checkup(&machine).standard_library, Some(machine.path("usr/include/c++/12")));
    assert!(!text(&checkup(&machine)).contains("install g++"));
}

#[test]
fn what_was_named_wrongly_is_said_and_the_rest_is_printed_all_the_same() {
    let machine = Machine::debian();
    let args = ToolchainOptions { clang: Some("/nowhere/clang++".into()), rocm_path: None, ..Default::default() };
    let text = text(&Checkup::new(&machine.environment(), &args, "0.0.0"));
    assert!(text.contains("the compiler that `--clang` names is not there"), "{text}");
    assert!(text.contains("HIP headers        HIP 5.2"), "{text}");
}

#[test]
fn faults_of_the_compiler_are_listed_with_their_targets_and_the_flags_that_builds_pass() {
    let machine = Machine::debian();
    let of_19 = checkup(&machine);
    let codes: Vec<&str> = of_19.compiler_faults.iter().map(|fault| fault.code).collect();
    assert_eq!(codes, ["HIP7101", "HIP7102", "HIP7103", "HIP7104"]);
    assert_eq!(of_19.compiler_faults[0].targets, ["gfx90a", "gfx942"]);
    assert!(of_19.compiler_faults[1].targets.contains(&"cpu"));
    let text = text(&of_19);
    assert!(text.contains("HIP7101 clang 19 gives `b - a` the value of `a - b`"), "{text}");
    assert!(text.contains("builds pass `-mllvm -amdgpu-sdwa-peephole=0`; its probe was not compiled"), "{text}");
    std::fs::remove_dir_all(machine.path("usr/lib/llvm-19")).unwrap();
    machine.debian_clang(20);
    let codes: Vec<&str> = checkup(&machine).compiler_faults.iter().map(|fault| fault.code).collect();
    assert_eq!(codes, ["HIP7102", "HIP7104"]);
}

#[test]
fn the_same_facts_are_there_as_json() {
    let machine = Machine::debian();
    let json = serde_json::to_value(checkup(&machine)).unwrap();
    assert_eq!(json["compiler"]["version"], "19.1.7");
    let targets = json["targets"].as_array().unwrap();
    let gfx950 = targets.iter().find(|target| target["name"] == "gfx950").unwrap();
    assert_eq!((&gfx950["state"], &gfx950["version"]), (&"needs-clang".into(), &20.into()));
}

#[test]
fn this_machine_builds_for_the_gpus_of_clang_19() {
    let checkup = Checkup::new(&Environment::of_process(), &ToolchainOptions::default(), "0.0.0");
    let gpus = checkup.targets.iter().filter(|target| target.name != "cpu");
    assert_eq!(
        gpus.filter(|target| target.state.builds()).count(),
        50,
        "`make setup` installs clang, HIP and device libraries: {}",
        text(&checkup)
    );
}
