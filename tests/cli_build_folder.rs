//! `hipify-rs build FOLDER`: a folder is built by what is in it, and what comes out holds the right code objects.

use hipify_tests::cli_command::{Said, TestFolder};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let trials = vec![
        trial("a_folder_of_sources_becomes_one_program", &["clang++-19"], sources),
        trial("a_source_that_another_includes_is_not_compiled_by_itself", &["clang++-19"], included_source),
        trial("sources_that_make_no_program_are_an_error_with_a_way_out", &[], no_program),
        trial("a_compilation_database_gives_each_source_its_flags", &["clang++-19"], database),
        trial("a_cmake_project_builds_for_every_target", &["clang++-19", "cmake"], cmake),
        trial("what_fails_in_a_cmake_project_is_shown_in_the_users_tree", &["clang++-19", "cmake"], cmake_failures),
        trial("a_makefile_that_names_an_installed_toolkit_builds_without_one", &["clang++-19", "make", "g++"], makefile),
        trial("what_fails_under_make_is_shown_in_the_users_tree", &["clang++-19", "make"], makefile_failures),
        trial("rules_that_share_files_are_made_one_after_the_other", &["clang++-19", "make"], rules_in_order),
        trial("two_runs_of_one_project_wait_for_each_other", &["clang++-19", "cmake"], two_at_once),
        trial("a_build_tool_that_is_missing_or_too_old_is_named_with_what_installs_it", &["clang++-19"], missing_tools),
        trial("a_build_system_that_is_not_there_is_an_error", &[], no_build_system),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// A trial that is skipped, and says why, where a program is missing.
fn trial(name: &str, needs: &[&'static str], check: fn()) -> Trial {
    let missing = needs.iter().copied().find(|tool| Command::new(tool).arg("--version").output().is_err());
    let run = move || -> Result<(), Failed> {
        if let Some(tool) = missing {
            return Err(format!("{tool} is missing").into());
        }
        check();
        Ok(())
    };
    let kind = missing.map_or(String::new(), |tool| format!("needs {tool}"));
    let skipped = missing.is_some();
    Trial::test(name, run).with_kind(kind).with_ignored_flag(skipped)
}

const TARGETS: [&str; 2] = ["gfx1201", "gfx90a"];

/// A place with the named programs of corpora/projects.
fn place_with(projects: &[&str]) -> TestFolder {
    let place = TestFolder::new(&[]);
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora/projects");
    for project in projects {
        copy(&corpus.join(project), project, &place);
    }
    place
}

fn copy(from: &Path, to: &str, place: &TestFolder) {
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let name = format!("{to}/{}", entry.file_name().to_str().unwrap());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &name, place),
            false => place.write(&name, std::fs::read(entry.path()).unwrap()),
        }
    }
}

/// Runs `build` with a cache of its own, for both targets.
fn build(place: &TestFolder, line: &str) -> Said {
    let targets = TARGETS.join(",");
    place.shell(&format!("HIPIFY_CACHE_DIR=\"$PWD/cache\" \"$hipify\" build --offload-arch {targets} {line}"))
}

fn built(place: &TestFolder, line: &str) -> Said {
    let said = build(place, line);
    assert_eq!(said.code, 0, "{line}\n{}{}", said.out, said.err);
    said
}

/// Every code object of a file as `target kernel`, with the kernel's plain name.
fn kernels(place: &TestFolder, file: &str) -> BTreeSet<String> {
    let said = place.run(&format!("inspect --json {file}"));
    assert_eq!(said.code, 0, "{file}: {}", said.err);
    let files: Value = serde_json::from_str(&said.out).unwrap();
    let mut found = BTreeSet::new();
    for object in files[0]["code_objects"].as_array().unwrap() {
        for kernel in object["kernels"].as_array().unwrap() {
            let mangled = kernel["name"].as_str().unwrap();
            let digits: String = mangled.trim_start_matches("_Z").chars().take_while(char::is_ascii_digit).collect();
            let rest = &mangled.trim_start_matches("_Z")[digits.len()..];
            let name = digits.parse().map_or(mangled, |length: usize| &rest[..length]);
            found.insert(format!("{} {name}", object["target"].as_str().unwrap()));
        }
    }
    found
}

/// `names` for each target.
fn for_targets(names: &[&str]) -> BTreeSet<String> {
    TARGETS.iter().flat_map(|target| names.iter().map(move |name| format!("{target} {name}"))).collect()
}

fn sources() {
    let place = place_with(&["nbody"]);
    std::fs::remove_file(place.path("nbody/CMakeLists.txt")).unwrap();
    let before = place.files("nbody");
    let said = built(&place, "nbody");
    assert!(said.err.contains("note: `nbody`: all its sources are built to one program"), "{}", said.err);
    assert_eq!(kernels(&place, "hip-build/nbody"), for_targets(&["integrate_kernel"]));
    assert_eq!(place.files("nbody"), before, "the user's folder is as it was");
}

const KERNEL: &str = "__global__ void fill(float *p) { p[threadIdx.x] = 1; }\n";

fn included_source() {
    let place = TestFolder::new(&[
        ("app/kernel.cu", KERNEL),
        ("app/include/size.h", "const int size = 64;\n"),
        ("app/main.cpp", "#include \"kernel.cu\"\n#include <size.h>\nint main() { fill<<<1, size>>>(nullptr); }\n"),
    ]);
    built(&place, "app -o program");
    assert_eq!(kernels(&place, "program"), for_targets(&["fill"]));
    built(&place, "app --emit static -q -o lib/");
    assert!(place.has("lib/libapp.a"));
    let plan = built(&place, "app -###").out;
    assert!(plan.contains("main.cpp") && !plan.contains("kernel.cu.host.o"), "{plan}");
}

fn no_program() {
    let main = "int main() {}\n";
    let place =
        TestFolder::new(&[("two/a.cu", main), ("two/b/c.cu", main), ("none/readme", "int main() {}"), ("library/a.cu", KERNEL)]);
    let refused = |line: &str, fact: &str, remedy: &str| {
        let said = build(&place, line);
        assert_eq!(said.code, 2, "{}", said.err);
        assert!(said.err.contains(fact) && said.err.contains(remedy), "{line}: {}", said.err);
    };
    refused("two", "2 sources define `main`: `two/a.cu`, `two/b/c.cu`", "help: name the sources of one program");
    refused("none", "there is no source in the folder", "help: name another folder");
    refused("library", "no source of the folder defines `main`", "`--emit shared`");
    refused("two none", "a folder is built alone", "help: name one folder");
}

fn database() {
    let place = place_with(&["nbody"]);
    let folder = place.path("nbody").display().to_string();
    let entry = |file: &str, command: &str| {
        format!("{{\"directory\": \"{folder}\", \"file\": \"{file}\", \"command\": \"{command} -c {file}\"}}")
    };
    let main = entry("main.cu", "nvcc -std=c++14 -use_fast_math");
    let forces = entry("forces.cu", "clang++ -x cuda -O2 -std=c++14 --cuda-gpu-arch=sm_70");
    let gone = entry("gone.cu", "nvcc");
    place.write("nbody/compile_commands.json", format!("[{main}, {forces}, {main}, {gone}]"));
    let said = built(&place, "nbody --build-system database -o out");
    assert!(said.err.contains("`nbody/gone.cu`, which `nbody/compile_commands.json` lists, is not there"), "{}", said.err);
    assert!(place.has("out/main.cu.o") && place.has("out/forces.cu.o"));
    assert_eq!(kernels(&place, "out/nbody"), for_targets(&["integrate_kernel"]));
    let plan = built(&place, "nbody --build-system database -o other -###").out;
    let command = |of: &str| plan.lines().find(|line| line.contains("--cuda-device-only") && line.contains(of)).unwrap();
    assert!(command("main.cu ").contains("-fgpu-approx-transcendentals"), "{plan}");
    assert!(!command("forces.cu ").contains("-fgpu-approx-transcendentals"), "{plan}");
    assert!(plan.lines().last().unwrap().contains(" -lamdhip64"), "the link comes last: {plan}");
    assert!(!place.has("other"));
}

fn cmake() {
    let place = place_with(&["nbody", "blur"]);
    let before = place.files("nbody");
    let said = built(&place, "nbody");
    assert!(said.err.contains("note: `nbody`: built by its CMakeLists.txt"), "{}", said.err);
    assert!(said.err.contains("note: built `hip-build/nbody`"), "{}", said.err);
    assert_eq!(kernels(&place, "hip-build/nbody"), for_targets(&["integrate_kernel"]));
    built(&place, "blur -o made --launcher env --keep kept -- -DBLUR_REFERENCES=OFF");
    assert_eq!(
        kernels(&place, "made/blur").len(),
        2 * kernels(&place, "made/blur").iter().filter(|k| k.starts_with("gfx90a ")).count()
    );
    assert_eq!(place.files("nbody"), before, "the user's folder is as it was");
    assert!(place.read("kept/tree/blur.cu").contains("hipMalloc"));
    let again = built(&place, "nbody -v");
    assert!(again.err.contains("ninja: no work to do") || !again.err.contains("Building HIP object"), "{}", again.err);
}

fn cmake_failures() {
    let lists = "cmake_minimum_required(VERSION 3.18)\nproject(app LANGUAGES CXX CUDA)\nadd_executable(app a.cu)\n";
    let place = TestFolder::new(&[
        ("app/CMakeLists.txt", lists),
        ("app/a.cu", "// one\n// two\nint main() {\n  undeclared();\n}\n"),
        ("bad/CMakeLists.txt", "cmake_minimum_required(VERSION 3.18)\nproject(bad LANGUAGES CXX)\nadd_executable(\n"),
    ]);
    let said = build(&place, "app");
    assert_eq!(said.code, 3, "{}", said.err);
    assert!(said.err.contains("app/a.cu:4:3: error: use of undeclared identifier 'undeclared'"), "{}", said.err);
    assert!(said.err.contains("    4 |   undeclared();") && !said.err.contains("clang++"), "{}", said.err);
    assert!(said.err.contains("error: building `app` failed") && !said.err.contains("/tree/a.cu:"), "{}", said.err);
    let said = build(&place, "bad");
    assert_eq!(said.code, 3, "{}", said.err);
    assert!(said.err.contains("CMake Error") && said.err.contains("error: configuring `bad` failed"), "{}", said.err);
    let said = build(&place, "app -c");
    assert_eq!(said.code, 2);
    assert!(said.err.contains("CMakeLists.txt says what is made, so that `-c` has no place"), "{}", said.err);
    place.write("mine/tree/notes", "mine");
    let said = build(&place, "app --keep mine");
    assert_eq!(said.code, 2);
    assert!(said.err.contains("mine/tree`: the folder was not made by this tool"), "{}", said.err);
    assert_eq!(place.read("mine/tree/notes"), "mine");
    let plan = built(&place, "app -### -o none").out;
    assert!(plan.contains("hipify-rs port app -o ") && plan.contains("CMAKE_HIP_ARCHITECTURES=gfx1201;gfx90a"), "{plan}");
    assert!(plan.contains("--build") && !place.has("none"), "{plan}");
}

/// The host's compiler compiles a file with the runtime's header and links the program, with the toolkit where it was installed.
const MAKEFILE: &str = "\
CUDA = /usr/local/cuda-12.4
all: bin/app

bin/app: host.o plain.o kernel.o
\tmkdir -p bin
\t$(CXX) -o $@ $^ -L$(CUDA)/lib64 -lcudart
kernel.o: kernel.cu
\t$(CUDA)/bin/nvcc -O2 -arch=sm_70 -c $< -o $@
%.o: %.cpp
\t$(CXX) -O1 -Wall -I$(CUDA)/include -c $< -o $@
";

fn makefile() {
    let place = TestFolder::new(&[
        ("app/Makefile", MAKEFILE),
        ("app/kernel.cu", &format!("{KERNEL}void run(float *p) {{ fill<<<1, 64>>>(p); }}\n")),
        (
            "app/host.cpp",
            "#include <cuda_runtime.h>\nvoid run(float *);\nint main() { float *p; cudaMalloc(&p, 256); run(p); }\n",
        ),
        ("app/plain.cpp", "#ifdef __clang__\n#error this is for g++\n#endif\nint plain() { return 1; }\n"),
    ]);
    // An object of nvcc's, newer than the sources, is no reason not to build.
    let objects = place.shell("g++ -x c++ -c app/plain.cpp -o app/kernel.o && cp app/kernel.o app/host.o");
    assert_eq!(objects.code, 0, "{}", objects.err);
    let before = place.files("app");
    let said = built(&place, "app -o out");
    assert!(said.err.contains("note: `app`: built by its Makefile"), "{}", said.err);
    assert!(said.err.contains("2 programs and objects of another build are left out"), "{}", said.err);
    assert!(said.err.contains("note: built `out/app`"), "{}", said.err);
    assert_eq!(kernels(&place, "out/app"), for_targets(&["fill"]));
    assert_eq!(place.files("app"), before, "the user's folder is as it was");
    place.write("app/kernel.cu", KERNEL.replace("fill", "other") + "void run(float *p) { other<<<1, 64>>>(p); }\n");
    let said = built(&place, "app -o out -v");
    assert!(said.err.contains("kernel.cu") && !said.err.contains("plain.cpp"), "only what changed is built: {}", said.err);
    assert_eq!(kernels(&place, "out/app"), for_targets(&["other"]));
    let plan = built(&place, "app -o none -### -- all V=1").out;
    assert!(plan.contains("HIPIFY_OFFLOAD_ARCH=gfx1201,gfx90a") && plan.trim_end().ends_with("all V=1"), "{plan}");
    assert!(!place.has("none"));
}

fn makefile_failures() {
    let place = TestFolder::new(&[
        ("app/Makefile", "NVCC ?= nvcc\napp: src/a.cu\n\t$(NVCC) -o $@ $<\nnothing:\n"),
        ("app/src/a.cu", "int main() {\n  undeclared();\n}\n"),
    ]);
    let said = build(&place, "app");
    assert_eq!(said.code, 3, "{}", said.err);
    assert!(said.err.contains("src/a.cu:2:3") && said.err.contains("error: make in `app` failed"), "{}", said.err);
    assert!(!place.has("hip-build/app"));
    let said = built(&place, "app -- nothing");
    assert!(said.err.contains("make has made no program and no library"), "{}", said.err);
    let said = build(&place, "app --run -- nothing");
    assert_eq!(said.code, 2);
    assert!(said.err.contains("`app`: no program was built"), "{}", said.err);
}

fn rules_in_order() {
    let makefile = "all: first second\nfirst:\n\tsleep 1; touch made\nsecond: a.cu\n\ttest -e made\n\tnvcc -o $@ $<\n";
    let place = TestFolder::new(&[("app/Makefile", makefile), ("app/a.cu", "int main() {}\n")]);
    let said = built(&place, "app --jobs 2");
    assert!(said.err.contains("make succeeded with one job at a time"), "{}", said.err);
    assert!(place.has("hip-build/second"));
}

fn two_at_once() {
    let lists = "cmake_minimum_required(VERSION 3.18)\nproject(app LANGUAGES CXX CUDA)\nadd_executable(app a.cu)\n";
    let place = TestFolder::new(&[("app/CMakeLists.txt", lists), ("app/a.cu", &format!("{KERNEL}int main() {{}}\n"))]);
    let one = "\"$hipify\" build --offload-arch gfx90a app/CMakeLists.txt -o";
    let said = place.shell(&format!("export HIPIFY_CACHE_DIR=\"$PWD/cache\"; {one} a & {one} b || exit 7; wait $!"));
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    for file in ["a/app", "b/app"] {
        assert_eq!(kernels(&place, file), BTreeSet::from(["gfx90a fill".to_owned()]));
    }
    let projects = std::fs::read_dir(place.path("cache/projects")).unwrap().count();
    assert_eq!(projects, 1, "both used one folder");
}

fn missing_tools() {
    let place = TestFolder::new(&[
        ("c/CMakeLists.txt", "project(c)"),
        ("m/Makefile", ""),
        ("bin/cmake", "#!/bin/sh\necho cmake version 3.16.3\n"),
    ]);
    assert_eq!(place.shell("chmod +x bin/cmake").code, 0);
    let refused = |line: &str, fact: &str, remedy: &str| {
        let said = place.shell(&format!("{line} --offload-arch gfx90a"));
        assert_eq!(said.code, 2, "{}", said.err);
        assert!(said.err.contains(fact) && said.err.contains(remedy), "{line}: {}", said.err);
    };
    refused("PATH=/nowhere \"$hipify\" build c", "CMake is not installed", "help: ");
    refused("PATH=/nowhere \"$hipify\" build m", "make is not installed", "help: ");
    refused("PATH=\"$PWD/bin\" \"$hipify\" build c", "CMake 3.16 has no language HIP: 3.21 is the first", "a newer CMake");
    refused("\"$hipify\" build c --timings t.json", "the steps have no known times", "--build-system sources");
    refused("\"$hipify\" build m --roc", "`--roc` cannot be handed through make", "hipify-rs port");
    refused("\"$hipify\" build c -o c/CMakeLists.txt", "results of a project go to a folder", "name a folder with -o");
    assert!(!place.has("hip-build") || place.files("hip-build").is_empty());
}

fn no_build_system() {
    let place = TestFolder::new(&[("app/a.cu", "int main() {}\n"), ("broken/compile_commands.json", "{}")]);
    for (system, file) in [("cmake", "CMakeLists.txt"), ("make", "Makefile"), ("database", "compile_commands.json")] {
        let said = build(&place, &format!("app --build-system {system}"));
        assert_eq!(said.code, 2);
        assert!(said.err.contains(&format!("`app`: there is no {file} in the folder")), "{}", said.err);
        assert!(said.err.contains(&format!("help: leave out `--build-system {system}`")), "{}", said.err);
    }
    let said = build(&place, "broken");
    assert_eq!(said.code, 2);
    assert!(said.err.contains("`broken/compile_commands.json`: is no compilation database"), "{}", said.err);
}
