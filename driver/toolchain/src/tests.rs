//! Discovery on made-up folder trees: what is chosen, and what is said when nothing is there.

use super::clang::{Origin, Release};
use super::hip::HipOrigin;
use super::made_up::Machine;
use super::{Linked, Toolchain, ToolchainOptions, Wanted};
use hipify_command_line::runtime::{Runtime, RuntimeOptions};
use hipify_command_line::target::{Target, TargetId};
use std::path::{Path, PathBuf};

fn named_clang(path: impl Into<PathBuf>) -> ToolchainOptions {
    ToolchainOptions { clang: Some(path.into()), rocm_path: None, ..Default::default() }
}

#[test]
fn debians_clang_headers_and_device_libraries_make_a_toolchain() {
    let machine = Machine::debian();
    let found = machine.found();
    assert_eq!(found.clang.version, Release { major: 19, minor: 1, patch: 7 });
    assert_eq!(found.clang.origin, Origin::Distribution);
    assert_eq!(found.clang.bin, machine.path("usr/lib/llvm-19/bin"));
    assert_eq!(found.hip.origin, HipOrigin::Distribution);
    assert_eq!(found.device_libraries.as_ref().unwrap().llvm.major, 15);
    assert_eq!(found.targets(), ["gfx90a", "gfx942"]);
}

#[test]
fn the_newest_of_several_clangs_is_taken_wherever_it_lies() {
    let machine = Machine::debian();
    machine.debian_clang(17);
    assert_eq!(machine.found().clang.version.major, 19);
    machine.debian_clang(21);
    assert_eq!(machine.found().clang.version.major, 21);
    machine.clang("usr/bin/clang++", "22.0.0");
    for tool in ["ld.lld", "clang-offload-bundler"] {
        machine.program(&format!("usr/bin/{tool}"), "");
    }
    assert_eq!(machine.found().clang.version.major, 22);
}

#[test]
fn a_newer_clang_without_its_linker_gives_way_to_a_whole_one() {
    let machine = Machine::debian();
    machine.clang("usr/lib/llvm-21/bin/clang++", "21.1.0");
    assert_eq!(machine.found().clang.version.major, 19);
}

#[test]
fn an_installed_rocm_comes_before_the_distribution_with_all_its_parts() {
    let machine = Machine::debian();
    machine.rocm("opt/rocm-6.4.1", "19.0.0git", 6);
    machine.rocm("opt/rocm-6.10.0", "20.0.0git", 6);
    let found = machine.found();
    let root = machine.path("opt/rocm-6.10.0");
    assert_eq!(found.clang.origin, Origin::Rocm(root.clone()));
    assert_eq!(found.hip.origin, HipOrigin::Rocm(root.clone()));
    assert_eq!(found.device_libraries.as_ref().unwrap().path, root.join("amdgcn/bitcode"));
    assert!(found.compile_flags().contains(&format!("--rocm-path={}", root.display())));
    assert!(found.link_flags().contains(&format!("-Wl,-rpath,{}", root.join("lib").display())));

    machine.rocm("opt/rocm", "18.0.0git", 6);
    assert_eq!(machine.found().clang.origin, Origin::Rocm(machine.path("opt/rocm")), "the one that the owner chose");
}

#[test]
fn options_come_before_variables_and_both_before_what_is_installed() {
    let mut machine = Machine::debian();
    machine.rocm("opt/rocm", "18.0.0git", 6);
    machine.rocm("mine", "20.0.0git", 6);
    machine.rocm("other", "20.0.0git", 7);
    machine.variables.push(("ROCM_PATH", machine.path("mine")));
    assert_eq!(machine.found().clang.origin, Origin::Rocm(machine.path("mine")));
    let option = ToolchainOptions { clang: None, rocm_path: Some(machine.path("other")), ..Default::default() };
    assert_eq!(machine.find(&option).unwrap().hip.origin, HipOrigin::Rocm(machine.path("other")));
    let clang = machine.find(&named_clang(machine.path("usr/lib/llvm-19/bin/clang++"))).unwrap();
    assert_eq!((clang.clang.origin, clang.clang.version.major), (Origin::Named("--clang"), 19));
}

#[test]
fn hip_path_without_a_compiler_gives_headers_and_leaves_the_compiler_to_the_distribution() {
    let mut machine = Machine::debian();
    machine.hip("mine", 6, 4);
    machine.variables.push(("HIP_PATH", machine.path("mine")));
    let found = machine.found();
    assert_eq!(found.clang.origin, Origin::Distribution);
    assert_eq!(found.hip.include, [machine.path("mine/include")]);
}

#[test]
fn a_folder_of_setup_that_is_named_as_a_rocm_is_linked_as_what_it_is() {
    let mut machine = Machine::debian();
    machine.hip("mine", 6, 4);
    machine.variables.push(("ROCM_PATH", machine.path("mine")));
    assert_eq!(machine.found().hip.origin, HipOrigin::Rocm(machine.path("mine")));
    machine.write("mine/hipify-rs-setup.json", "{}");
    let found = machine.found();
    assert_eq!(found.hip.origin, HipOrigin::Prefix(machine.path("mine")));
    assert!(found.link_flags().contains(&"-Wl,--unresolved-symbols=ignore-in-shared-libs".to_owned()));
}

#[test]
fn the_newest_headers_are_taken_of_prefix_and_distribution() {
    let machine = Machine::debian();
    machine.hip("home/.local/share/hipify-rs/hip-6.4.3", 6, 4);
    let found = machine.found();
    assert_eq!(found.hip.origin, HipOrigin::Prefix(machine.path("home/.local/share/hipify-rs/hip-6.4.3")));
    assert!(found.compile_flags().contains(&"-DHIP_ENABLE_WARP_SYNC_BUILTINS".to_owned()));
    machine.hip("usr", 7, 1);
    let found = machine.found();
    assert_eq!(found.hip.origin, HipOrigin::Distribution);
    assert!(!found.compile_flags().contains(&"-DHIP_ENABLE_WARP_SYNC_BUILTINS".to_owned()));
}

/// What brings a compiler on Debian.
const CLANG_REMEDY: &str =
    "`apt-get install clang-19 clang-tools-19 lld-19 llvm-19`, or `hipify-rs setup clang`, which needs no rights";

#[test]
fn what_setup_unpacked_serves_where_the_distribution_has_no_clang_that_will_do() {
    let machine = Machine::debian();
    std::fs::remove_dir_all(machine.path("usr/lib/llvm-19")).unwrap();
    machine.clang("usr/bin/clang++", "14.0.6");
    let prefix = machine.path("home/.local/share/hipify-rs/clang-19");
    machine.clang_of_setup("home/.local/share/hipify-rs/clang-19");
    let found = machine.found();
    assert_eq!((found.clang.origin, found.clang.version.major), (Origin::Setup(prefix.clone()), 19));
    machine.debian_clang(18);
    assert_eq!(machine.found().clang.origin, Origin::Setup(prefix), "the newer one");
    machine.debian_clang(19);
    assert_eq!(machine.found().clang.origin, Origin::Distribution, "the distribution's of equals");
}

#[test]
fn tools_of_setups_clang_come_by_setup() {
    let machine = Machine::debian();
    std::fs::remove_dir_all(machine.path("usr/lib/llvm-19")).unwrap();
    machine.clang_of_setup("home/.local/share/hipify-rs/clang-19");
    let remedy = machine.found().tool("llvm-ar").unwrap_err().remedy().unwrap().to_owned();
    assert_eq!(remedy, "`hipify-rs setup clang --force`");
}

#[test]
fn a_clang_named_explicitly_that_will_not_do_is_refused_with_the_reason() {
    let machine = Machine::debian();
    let (message, _) = machine.refused(&named_clang("/nowhere/clang++"));
    assert_eq!(message, "`/nowhere/clang++`: the compiler that `--clang` names is not there");
    let (message, _) = machine.refused(&named_clang(machine.program("usr/bin/gcc", "gcc (Debian 12.2.0) 12.2.0")));
    assert!(message.ends_with("this is not clang"), "{message}");
    let (message, remedy) = machine.refused(&named_clang(machine.clang("usr/bin/clang++-14", "14.0.6")));
    assert!(message.ends_with("clang 14.0.6 is too old: 17 is the oldest that will do"), "{message}");
    assert_eq!(remedy, CLANG_REMEDY);
    let (message, _) = machine.refused(&named_clang(machine.program("usr/bin/apple", "Apple clang version 17.0.0")));
    assert!(message.ends_with("this clang 17.0.0 has no back end for AMD GPUs"), "{message}");
    let (message, _) = machine.refused(&named_clang(machine.write("usr/bin/text", "clang version 19.1.7 gfx90a")));
    assert!(message.ends_with("what `--clang` names is not a program"), "{message}");
}

#[test]
fn a_named_folder_that_is_no_rocm_is_refused() {
    let mut machine = Machine::debian();
    let (message, _) =
        machine.refused(&ToolchainOptions { clang: None, rocm_path: Some(machine.path("home")), ..Default::default() });
    assert!(message.ends_with("the folder that `--rocm-path` names is not there"), "{message}");
    machine.variables.push(("HIP_PATH", machine.path("etc")));
    let (message, remedy) = machine.refused(&ToolchainOptions::default());
    assert!(message.ends_with("the folder that `HIP_PATH` names has no `include/hip/hip_version.h`"), "{message}");
    assert_eq!(remedy, "correct the variable, or unset it");
}

#[test]
fn a_missing_part_is_named_with_the_command_that_installs_it() {
    let machine = Machine::new();
    let none = ToolchainOptions::default();
    assert_eq!(machine.refused(&none), ("no clang was found".to_owned(), CLANG_REMEDY.to_owned()));
    machine.clang("usr/bin/clang++", "14.0.6");
    assert!(machine.refused(&none).0.ends_with("clang 14.0.6 is too old: 17 is the oldest that will do"));
    machine.debian_clang(19);
    assert_eq!(machine.refused(&none).0, "no HIP headers were found");
    machine.hip("usr", 5, 2);
    let (message, remedy) = machine.refused(&none);
    assert_eq!(message, "no device libraries for AMD GPUs were found");
    assert_eq!(remedy, "`apt-get install rocm-device-libs`");
}

#[test]
fn a_target_that_the_clang_does_not_know_gets_the_version_that_does() {
    let found = Machine::debian().found();
    assert!(found.check(&TargetId::parse("gfx942:xnack-").unwrap()).is_ok());
    let error = found.check(&TargetId::parse("gfx950").unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "clang 19.1.7 does not know `gfx950`");
    assert!(error.remedy().unwrap().starts_with("clang 20 is the first that does"), "{:?}", error.remedy());
}

#[test]
fn a_missing_tool_is_named_with_its_package() {
    let machine = Machine::debian();
    let found = machine.found();
    assert!(found.tool("clang-offload-bundler").is_ok());
    let error = found.tool("llvm-objdump").unwrap_err();
    assert!(error.to_string().ends_with("clang 19.1.7 lacks `llvm-objdump`"), "{error}");
    assert_eq!(error.remedy(), Some("`apt-get install llvm-19`"));
    std::fs::remove_file(machine.path("usr/lib/llvm-19/bin/clang-offload-bundler")).unwrap();
    assert_eq!(found.tool("clang-offload-bundler").unwrap_err().remedy(), Some("`apt-get install clang-tools-19`"));
}

#[test]
fn packages_of_the_distribution_are_not_advised_for_another_compiler() {
    let machine = Machine::debian();
    let found = machine.find(&named_clang(machine.clang("opt/llvm/bin/clang++", "19.1.7"))).unwrap();
    let remedy = found.tool("ld.lld").unwrap_err().remedy().unwrap().to_owned();
    assert!(remedy.contains("beside it") && !remedy.contains("apt-get"), "{remedy}");
}

#[test]
fn headers_of_a_prefix_are_named_so_that_installed_ones_cannot_win() {
    let machine = Machine::debian();
    machine.hip("home/.local/share/hipify-rs/hip-6.4.3", 6, 4);
    let flags = machine.found().compile_flags().join(" ");
    let include = machine.path("home/.local/share/hipify-rs/hip-6.4.3/include");
    assert!(flags.contains(&format!("-isystem {}", include.display())), "{flags}");
    assert!(!flags.contains("--hip-path") && !flags.contains("--rocm-path"), "{flags}");
}

#[test]
fn generic_targets_get_the_code_object_version_that_can_hold_them() {
    let found = Machine::debian().found();
    let flags = |target| found.device_flags(&TargetId::parse(target).unwrap(), Path::new("/libs"));
    assert_eq!(flags("gfx90a")[..2], ["--rocm-device-lib-path=/libs", "-mcode-object-version=5"]);
    assert_eq!(flags("gfx11-generic")[..2], ["--rocm-device-lib-path=/libs", "-mcode-object-version=6"]);
}

#[test]
fn device_passes_work_around_the_faults_that_the_compiler_has_for_their_target() {
    let machine = Machine::debian();
    with_the_bundled_runtime(&machine);
    let found = machine.find_wanted(&ToolchainOptions::default(), Wanted { gpu: true, ..Wanted::CPU }).unwrap();
    let flags = |target| found.device_flags(&TargetId::parse(target).unwrap(), Path::new("/libs")).join(" ");
    assert!(
        flags("gfx942:xnack+").ends_with(
            "-mllvm -amdgpu-sdwa-peephole=0 -Xclang -no-enable-noundef-analysis -mllvm -amdgpu-codegenprepare-mul24=0"
        )
    );
    assert!(flags("gfx1100").ends_with("=5 -Xclang -no-enable-noundef-analysis"), "{}", flags("gfx1100"));
    let of_the_cpu = Toolchain::cpu_device_flags(found.cpu.as_ref().unwrap()).join(" ");
    assert!(of_the_cpu.ends_with(" -Xclang -no-enable-noundef-analysis") && !of_the_cpu.contains("-mllvm"), "{of_the_cpu}");
}

#[test]
fn a_clang_that_leaves_hip_bitcode_out_is_given_it_for_headers_that_need_it() {
    let machine = Machine::debian();
    let libraries = machine.path("usr/lib/x86_64-linux-gnu/amdgcn/bitcode");
    machine.write("usr/lib/x86_64-linux-gnu/amdgcn/bitcode/hip.bc", "");
    let flags = || machine.found().device_flags(&TargetId::parse("gfx90a").unwrap(), &libraries).join(" ");
    assert!(!flags().contains("hip.bc"), "clang 19 takes it by itself");
    machine.debian_clang(21);
    assert!(flags().contains("-Xclang -mlink-builtin-bitcode -Xclang "), "{}", flags());
    machine.hip("usr", 6, 4);
    assert!(!flags().contains("hip.bc"), "HIP 6 has its own fences");
}

/// A machine on which the bundled runtime is installed below `/usr/local`.
fn with_the_bundled_runtime(machine: &Machine) -> PathBuf {
    machine.program("usr/local/lib/hipify-rs/hipify-lower", "");
    machine.write("usr/local/lib/hipify-rs/libhipify_hip.so", "")
}

#[test]
fn a_build_for_the_cpu_alone_takes_no_hip_of_the_machine() {
    let machine = Machine::new();
    machine.debian_clang(19);
    let library = with_the_bundled_runtime(&machine);
    let found = machine.find_wanted(&ToolchainOptions::default(), Wanted::CPU).unwrap();
    assert_eq!(found.hip.origin, HipOrigin::Bundled);
    assert!(found.device_libraries.is_none());
    let folders: Vec<_> = found.hip.include.iter().map(|folder| format!("-isystem {}", folder.display())).collect();
    let expected = format!("{} -nogpuinc -include hip/hip_runtime.h", folders.join(" "));
    assert!(found.compile_flags().join(" ").contains(&expected), "{:?}", found.compile_flags());
    let folder = library.parent().unwrap().display().to_string();
    let names = format!("-L{}", found.bundled_names.as_ref().unwrap().display());
    assert_eq!(found.link_flags(), [format!("-L{folder}"), names, format!("-Wl,-rpath,{folder}"), "-lhipify_hip".to_owned()]);
}

#[test]
fn code_for_the_cpu_is_compiled_by_the_tested_clang_or_the_named_one_and_that_of_gpus_by_the_newest() {
    let machine = Machine::debian();
    machine.debian_clang(21);
    with_the_bundled_runtime(&machine);
    let both = Wanted { gpu: true, ..Wanted::CPU };
    let found = machine.find_wanted(&ToolchainOptions::default(), both).unwrap();
    assert_eq!((found.clang.version.major, found.cpu.unwrap().clang.version.major), (21, 19));
    let named = |major: u32| {
        let clang = named_clang(machine.path(&format!("usr/lib/llvm-{major}/bin/clang++")));
        machine.find_wanted(&clang, Wanted::CPU).map(|found| found.cpu.unwrap().clang.version.major)
    };
    assert_eq!(named(21).unwrap(), 21);
    std::fs::remove_dir_all(machine.path("usr/lib/llvm-19")).unwrap();
    let found = machine.find_wanted(&ToolchainOptions::default(), Wanted::CPU).unwrap();
    assert_eq!(found.cpu.unwrap().clang.version.major, 21);
    machine.debian_clang(23);
    let error = named(23).unwrap_err();
    assert!(error.to_string().contains("this is clang 23.1.7, and code for the CPU is made with clang 17 to 22"), "{error}");
}

#[test]
fn the_folder_that_the_variable_names_has_the_bundled_runtime_or_is_refused() {
    let mut machine = Machine::debian();
    with_the_bundled_runtime(&machine);
    machine.variables.push(("HIPIFY_RS_LIB", machine.path("mine")));
    let error = machine.find_wanted(&ToolchainOptions::default(), Wanted::CPU).unwrap_err();
    assert!(error.to_string().contains("`HIPIFY_RS_LIB` names has no `hipify-lower`"), "{error}");
    machine.program("mine/hipify-lower", "");
    let library = machine.write("mine/libhipify_hip.so", "");
    assert_eq!(machine.find_wanted(&ToolchainOptions::default(), Wanted::CPU).unwrap().bundled_library, Some(library));
}

#[test]
fn an_installed_runtime_serves_a_command_of_its_version_that_lies_elsewhere() {
    let machine = Machine::debian();
    let library = machine.write("usr/lib/hipify-rs/libhipify_hip.so", "");
    let find = |version: &str| {
        machine.program("usr/lib/hipify-rs/hipify-lower", &format!("hipify-lower {version}"));
        machine.find_wanted(&ToolchainOptions::default(), Wanted::CPU)
    };
    let error = find("0.0.1").unwrap_err();
    assert!(error.to_string().contains("`hipify-lower` is not here"), "{error}");
    assert_eq!(find(env!("CARGO_PKG_VERSION")).unwrap().bundled_library, Some(library));
}

#[test]
fn a_runtime_beside_the_program_is_looked_for_there() {
    let machine = Machine::debian();
    with_the_bundled_runtime(&machine);
    let wanted = Wanted { runtime: Linked::Beside, ..Wanted::GPU };
    let flags = machine.find_wanted(&ToolchainOptions::default(), wanted).unwrap().link_flags();
    assert!(flags.contains(&"-Wl,-rpath,$ORIGIN".to_owned()) && !flags.contains(&"-lamdhip64".to_owned()), "{flags:?}");
}

#[test]
fn the_bundled_runtime_is_linked_where_the_cpu_is_a_target_or_when_it_is_asked_for() {
    let linked = |targets: &str, options: RuntimeOptions| {
        Wanted::of(&Target::parse_list([targets]).unwrap(), &options).map(|wanted| wanted.runtime).ok()
    };
    let named = |runtime| RuntimeOptions { runtime: Some(runtime), ..RuntimeOptions::default() };
    let beside = RuntimeOptions { bundle: true, ..RuntimeOptions::default() };
    assert_eq!(linked("gfx90a", RuntimeOptions::default()), Some(Linked::System));
    assert_eq!(linked("gfx90a,cpu", RuntimeOptions::default()), Some(Linked::Bundled));
    assert_eq!(linked("gfx90a,cpu", named(Runtime::System)), Some(Linked::System));
    assert_eq!(linked("gfx90a", named(Runtime::Bundled)), Some(Linked::Bundled));
    assert_eq!(linked("gfx90a", beside.clone()), Some(Linked::Beside));
    assert_eq!(linked("gfx90a", RuntimeOptions { bundle: true, ..named(Runtime::System) }), None);
}
