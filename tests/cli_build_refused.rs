//! Builds that cannot be: each is a clear error with a remedy, and leaves no half-written file.

use hipify_tests::build::project;
use hipify_tests::cli_command::{Said, TestFolder};
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

/// Exit code of a usage or I/O error.
const USAGE: i32 = 2;
/// Exit code of a build that the compiler refused.
const FAILED: i32 = 3;

const KERNEL: &str = "#include <cuda_runtime.h>\n__global__ void k(int *p) { *p = 1; }\nint main() { k<<<1, 1>>>(nullptr); }\n";

/// What `build` says of `line`, which must fail with `code`.
fn refused(place: &TestFolder, line: &str, code: i32) -> String {
    let said = place.run(&format!("build {line}"));
    assert_failed(&said, line, code);
    said.err
}

fn assert_failed(said: &Said, line: &str, code: i32) {
    assert_eq!(said.code, code, "build {line}\n{}", said.err);
    assert!(said.err.contains("error") && !said.err.contains("panicked"), "build {line}\n{}", said.err);
}

fn source() -> TestFolder {
    TestFolder::new(&[("a.cu", KERNEL)])
}

/// All names in the folder.
fn names(place: &TestFolder) -> Vec<String> {
    place.files("").into_iter().map(|(name, _)| name).collect()
}

#[test]
fn an_unknown_target_names_the_nearest_known_one() {
    let said = refused(&source(), "a.cu --offload-arch gfx1203", USAGE);
    assert!(said.contains("unknown target `gfx1203`") && said.contains("`gfx120"), "{said}");
    let said = refused(&source(), "a.cu --offload-arch sm_90", USAGE);
    assert!(said.contains("NVIDIA") && said.contains("gfx90a"), "{said}");
}

#[test]
fn targets_that_exclude_each_other_are_named() {
    let said = refused(&source(), "a.cu --offload-arch gfx90a,gfx90a:xnack+", USAGE);
    assert!(said.contains("`gfx90a` and `gfx90a:xnack+` cannot be built together") && said.contains("help"), "{said}");
}

#[test]
fn a_feature_that_a_target_lacks_is_named_with_those_it_has() {
    let said = refused(&source(), "a.cu --offload-arch gfx1100:xnack+", USAGE);
    assert!(said.contains("`gfx1100` has no feature `xnack`") && said.contains("no features"), "{said}");
    let said = refused(&source(), "a.cu --offload-arch gfx90a:tgsplit+", USAGE);
    assert!(said.contains("`tgsplit`") && said.contains("`sramecc` and `xnack`"), "{said}");
}

#[test]
fn a_target_of_a_later_clang_is_named_with_the_version() {
    // A compiler that knows one target only.
    let place = source();
    place.write("clang++", "#!/bin/sh\necho 'Debian clang version 19.1.7'; echo 'InstalledDir: /usr/bin'; echo gfx900\n");
    std::fs::set_permissions(place.path("clang++"), std::fs::Permissions::from_mode(0o755)).unwrap();
    let said = refused(&place, "a.cu --offload-arch gfx950 --clang ./clang++", USAGE);
    assert!(said.contains("does not know `gfx950`") && said.contains("--clang"), "{said}");
}

#[test]
fn no_target_and_no_gpu_says_how_to_name_one() {
    let said = refused(&source(), "a.cu", USAGE);
    assert!(said.contains("no target was named") && said.contains("--offload-arch"), "{said}");
}

#[test]
fn a_source_that_is_not_there_is_named() {
    let said = refused(&source(), "a.cu b.cu --offload-arch gfx90a", USAGE);
    assert!(said.contains("`b.cu`") && said.contains("help"), "{said}");
    let said = refused(&source(), "a.cu b.o --offload-arch gfx90a", USAGE);
    assert!(said.contains("`b.o`"), "{said}");
    // Before any word of targets that are missing too.
    let said = refused(&source(), "b.cu", USAGE);
    assert!(said.contains("`b.cu`") && said.contains("there is `a.cu`"), "{said}");
    let said = refused(&source(), "--offload-arch gfx90a", USAGE);
    assert!(said.contains("nothing to build"), "{said}");
}

#[test]
fn a_header_that_is_not_there_is_clangs_error_at_the_original_line() {
    let place = TestFolder::new(&[("a.cu", "#include <cuda_runtime.h>\n#include \"none.cuh\"\n__global__ void k() {}\n")]);
    let said = refused(&place, "a.cu --offload-arch gfx90a -c", FAILED);
    assert!(said.contains("a.cu:2:") && said.contains("none.cuh"), "{said}");
    assert_eq!(names(&place), ["a.cu"]);
}

#[test]
fn a_source_that_does_not_compile_is_an_error_at_its_own_line() {
    let text = KERNEL.replace("*p = 1;", "\n  *p = undeclared_thing;\n");
    let place = TestFolder::new(&[("sub/a.cu", &text)]);
    let said = refused(&place, "sub/a.cu --offload-arch gfx90a -o app", FAILED);
    assert!(said.contains("sub/a.cu:3:") && said.contains("undeclared_thing"), "{said}");
    assert!(!said.contains(".cache"), "{said}");
    assert_eq!(names(&place), ["sub/a.cu"]);
}

#[test]
fn an_undefined_symbol_is_the_linkers_error_and_leaves_no_program() {
    let place = TestFolder::new(&[("a.cpp", "int missing();\nint main() { return missing(); }\n")]);
    let said = refused(&place, "a.cpp -o app", FAILED);
    assert!(said.contains("missing()"), "{said}");
    assert_eq!(names(&place), ["a.cpp"]);
}

#[test]
fn an_output_that_cannot_be_written_is_found_before_the_compile() {
    let place = source();
    place.write("file", "");
    for (output, word) in [("none/app", "none"), ("file/app", "file"), (".", "folder"), ("/proc/app", "/proc")] {
        let said = refused(&place, &format!("a.cu --offload-arch gfx90a -o {output}"), USAGE);
        assert!(said.contains(word) && said.contains("help"), "{output}: {said}");
    }
    // Both are there still, and nothing else.
    assert_eq!(names(&place), ["a.cu", "file"]);
}

#[test]
fn several_outputs_do_not_go_to_one_file() {
    let place = TestFolder::new(&[("a.cu", KERNEL), ("b.cu", KERNEL)]);
    let said = refused(&place, "-c a.cu b.cu -o both.o --offload-arch gfx90a", USAGE);
    assert!(said.contains("both.o") && said.contains("2 sources"), "{said}");
}

#[test]
fn no_clang_at_all_says_what_installs_one() {
    let place = source();
    let said = refused(&place, "a.cu --offload-arch gfx90a --clang /none/clang++", USAGE);
    assert!(said.contains("`/none/clang++`") && said.contains("help"), "{said}");
    let said = place.shell("PATH= HIP_CLANG_PATH=/none exec $hipify build a.cu --offload-arch gfx90a");
    assert_failed(&said, "HIP_CLANG_PATH", USAGE);
    assert!(said.err.contains("/none/clang++") && said.err.contains("help"), "{}", said.err);
}

#[test]
fn a_compiler_that_is_killed_half_way_leaves_nothing() {
    let place = source();
    let real = String::from_utf8(Command::new("sh").args(["-c", "command -v clang++-19"]).output().unwrap().stdout).unwrap();
    // Answers questions like the real one; writes half a file and dies when it shall compile.
    let script = format!(
        "#!/bin/sh\nfor word; do\n  if [ \"$last\" = -o ]; then out=$word; fi\n  last=$word\ndone\n\
         if [ -z \"$out\" ]; then exec {} \"$@\"; fi\nprintf half > \"$out\"\nkill -9 $$\n",
        real.trim()
    );
    place.write("clang++", script);
    std::fs::set_permissions(place.path("clang++"), std::fs::Permissions::from_mode(0o755)).unwrap();
    std::fs::create_dir(place.path("tmp")).unwrap();
    let line = "TMPDIR=$PWD/tmp $hipify build a.cu --clang ./clang++ --offload-arch gfx90a";
    for end in ["-c", "-o app", "--emit code-object"] {
        let said = place.shell(&format!("{line} {end}"));
        assert_failed(&said, end, FAILED);
        assert!(said.err.contains("killed") && said.err.contains("signal 9"), "{}", said.err);
        assert_eq!(names(&place), ["a.cu", "clang++"], "{end}");
    }
}

#[test]
fn an_output_that_does_not_fit_leaves_nothing() {
    let place = project("saxpy");
    let before = names(&place);
    // Blocks of 512 bytes: enough for the ported source, too little for an object.
    std::fs::create_dir(place.path("tmp")).unwrap();
    let line = "ulimit -f 6; TMPDIR=$PWD/tmp exec $hipify build saxpy.cu --offload-arch gfx90a";
    for end in ["-c", "-o app", "--emit code-object"] {
        let said = place.shell(&format!("{line} {end}"));
        assert!([USAGE, FAILED].contains(&said.code) && said.err.contains("error"), "{end}: {} {}", said.code, said.err);
        assert_eq!(names(&place), before, "{end}: {}", said.err);
    }
}

#[test]
fn a_build_system_that_is_not_run_here_is_named_with_the_way_to_build() {
    let of = |file: &str| {
        let place = TestFolder::new(&[("app/a.cu", KERNEL), (&format!("app/{file}"), "")]);
        let said = refused(&place, "app --offload-arch gfx90a -o out", USAGE);
        assert!(said.contains("hipify-rs cc --toolkit"), "{said}");
        said
    };
    assert!(of("meson.build").contains("`build` does not run Meson"));
    assert!(of("configure.ac").contains("`build` does not run autotools"));
    assert!(of("MODULE.bazel").contains("`build` does not run Bazel"));
    let place = TestFolder::new(&[("app/a.cu", KERNEL), ("app/BUILD.bazel", "")]);
    let said = place.run("build app --build-system sources --offload-arch gfx90a -o out");
    assert_eq!(said.code, 0, "{}", said.err);
}
