//! `hipify-rs port`: what each output mode writes, prints and exits with.

use hipify_tests::cli_command::{PORTED, SOURCE, TestFolder};
use std::process::Command;

#[test]
fn without_a_mode_nothing_is_written_and_the_flags_that_write_are_named() {
    let place = TestFolder::new(&[("src/a.cu", SOURCE)]);
    let said = place.run("port src");
    assert_eq!((said.code, place.read("src/a.cu").as_str()), (1, SOURCE));
    assert!(said.err.contains("nothing was written") && said.err.contains("--in-place"), "{}", said.err);
}

#[test]
fn a_mirror_holds_the_ported_sources_and_all_other_files() {
    let place = TestFolder::new(&[
        ("src/a.cu", SOURCE),
        ("src/deep/er/b.cpp", "int b;\n"),
        ("src/data.bin", "\0\u{1}"),
        ("src/.github/workflows/ci.yml", "on: push\n"),
        ("src/.git/config", "secret"),
    ]);
    std::fs::create_dir(place.path("src/empty")).unwrap();
    let said = place.run("port src -o out");
    assert_eq!(said.code, 0, "{}", said.err);
    assert_eq!(place.read("out/a.cu"), PORTED);
    assert_eq!(place.read("out/deep/er/b.cpp"), "int b;\n");
    assert_eq!(place.read("out/data.bin"), "\0\u{1}");
    assert!(place.has("out/.github/workflows/ci.yml") && !place.has("out/.git") && place.has("out/empty"));
    assert_eq!(place.read("src/a.cu"), SOURCE);
}

#[test]
fn several_roots_get_folders_of_their_own() {
    let place = TestFolder::new(&[("one/a.cu", SOURCE), ("two/a.cu", SOURCE), ("b.cu", SOURCE)]);
    assert_eq!(place.run("port one two b.cu -o out").code, 0);
    assert_eq!([place.read("out/one/a.cu"), place.read("out/two/a.cu"), place.read("out/b.cu")], [PORTED; 3]);
}

#[test]
fn one_file_may_be_given_an_output_file() {
    let place = TestFolder::new(&[("a.cu", SOURCE)]);
    assert_eq!(place.run("port a.cu -o a.hip").code, 0);
    assert_eq!(place.read("a.hip"), PORTED);
    assert_eq!(place.run("port a.cu -o a.cu").code, 2);
    assert_eq!(place.read("a.cu"), SOURCE);
}

#[test]
fn in_place_replaces_and_keeps_a_backup_where_asked() {
    let place = TestFolder::new(&[("src/a.cu", SOURCE), ("src/b.cpp", "int b;\n")]);
    assert_eq!(place.run("port src --in-place --backup .orig").code, 0);
    assert_eq!((place.read("src/a.cu"), place.read("src/a.cu.orig")), (PORTED.to_owned(), SOURCE.to_owned()));
    assert!(!place.has("src/b.cpp.orig"));
    assert_eq!(place.files("src").len(), 3, "no temporary files are left");
}

#[test]
fn porting_twice_is_porting_once() {
    let place = TestFolder::new(&[("src/a.cu", SOURCE)]);
    place.run("port src --in-place");
    let said = place.run("port src --check");
    assert_eq!((said.code, place.read("src/a.cu").as_str()), (0, PORTED), "{}", said.err);
}

#[test]
fn check_exits_with_1_when_a_file_would_change() {
    let place = TestFolder::new(&[("a.cu", SOURCE), ("b.cpp", "int b;\n")]);
    for mode in ["--check", "--diff", ""] {
        assert_eq!(place.run(&format!("port a.cu {mode}")).code, 1, "{mode}");
        assert_eq!(place.run(&format!("port b.cpp {mode}")).code, 0, "{mode}");
    }
}

#[test]
fn a_run_that_reads_nothing_tells_no_speed() {
    let place = TestFolder::new(&[("a.cu", SOURCE)]);
    assert!(place.run("port a.cu").err.contains("files/s"));
    assert!(!place.run("port b.cu").err.contains("files/s"));
    assert!(place.run("port a.cu -o out").err.contains("files/s"));
    let again = place.run("port a.cu -o out").err;
    assert!(again.contains("unchanged since the last run") && !again.contains("files/s"), "{again}");
}

#[test]
fn a_named_file_of_an_unknown_ending_is_ported_by_its_content_or_refused() {
    let fortran = "module m\n  use cudafor\ncontains\n  attributes(global) subroutine k(a)\n    real :: a(*)\n    a(1) = 1.0\n  end subroutine\nend module\n";
    let place =
        TestFolder::new(&[("dock.cpp.Cuda", SOURCE), ("x.mm", SOURCE), ("x.cuf.txt", fortran), ("notes.txt", "a text\n")]);
    for name in ["dock.cpp.Cuda", "x.mm"] {
        let said = place.run(&format!("port {name} --stdout"));
        assert_eq!((said.out.as_str(), said.code), (PORTED, 0), "{name}: {}", said.err);
    }
    assert!(place.run("port x.cuf.txt --stdout").out.contains("hipfort"));
    assert_eq!(place.run_with_input("port - --stdin-filename x.txt", SOURCE.as_bytes()).out, PORTED);
    assert_eq!((place.run("port x.mm --in-place").code, place.read("x.mm").as_str()), (0, PORTED));
    for mode in ["--stdout", "-o out", "--in-place", "--check"] {
        let said = place.run(&format!("port notes.txt {mode}"));
        assert!(said.code == 2 && said.out.is_empty() && said.err.contains("`notes.txt`"), "{mode}: {}", said.err);
    }
    assert_eq!(place.run_with_input("port - --stdin-filename x.txt", b"a text\n").code, 2);
}

#[test]
fn files_of_a_tree_with_cuda_names_that_are_not_ported_are_named() {
    let place = TestFolder::new(&[("t/a.cu", SOURCE), ("t/b.mm", SOURCE), ("t/README.md", SOURCE), ("t/c.txt", "customers\n")]);
    for mode in ["", "-o out", "--diff"] {
        let said = place.run(&format!("port t {mode}"));
        assert!(said.err.contains("1 file holds CUDA names and is not ported: `t/b.mm`"), "{mode}: {}", said.err);
    }
    assert_eq!(place.read("out/b.mm"), SOURCE);
    for number in 0..5 {
        place.write(&format!("t/c{number}.mm"), SOURCE);
    }
    assert!(!place.run("port t").err.contains("`t/c4.mm`"));
    assert!(place.run("port t --verbose").err.contains("`t/c4.mm`"));
}

#[test]
fn code_left_unconverted_exits_with_1_and_is_listed_by_name_and_place() {
    let place = TestFolder::new(&[("a.cu", "void f() {\n  cudaFooBar();\n}\n")]);
    let said = place.run("port a.cu -o out");
    assert_eq!(said.code, 1);
    assert!(said.err.contains("cudaFooBar  a.cu:2:3"), "{}", said.err);
    assert!(said.out.contains("--> a.cu:2:3") && said.out.contains("^^^^^^^^^^"), "{}", said.out);
    assert!(place.run("port a.cu --output-format concise").out.starts_with("a.cu:2:3: warning[HIP9001] "));
}

#[test]
fn a_name_declared_in_another_file_is_not_reported() {
    let place = TestFolder::new(&[("t/a.cu", "void f() { cudaMine(); }\n"), ("t/b.h", "int cudaMine();\n")]);
    let said = place.run("port t -o out");
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
}

#[test]
fn a_word_that_the_tree_declares_is_no_name_left_and_another_counts_once() {
    let place = TestFolder::new(&[
        ("t/a.cu", "__device__ float f(float x) { return saturate(x) + mul24(2, 3); }\n"),
        ("t/b.h", "template <typename T> T saturate(T x);\n"),
    ]);
    let report: serde_json::Value =
        serde_json::from_str(&place.run("port t -o out --no-support-header --output-format json").out).unwrap();
    assert_eq!(report["names_left"]["mul24"]["count"], 1, "{report}");
    assert_eq!(report["summary"]["names_left"], 1, "{report}");
}

#[test]
fn a_file_given_alone_is_judged_with_the_headers_it_includes() {
    let place = TestFolder::new(&[
        ("a.cu", "#include \"inc/b.h\"\nvoid f() { cudaMine(); cudaYours(); }\n"),
        ("inc/b.h", "#include \"c.h\"\nint cudaMine();\n"),
        ("inc/c.h", "#include \"b.h\"\nint cudaYours();\n"),
    ]);
    for line in ["port a.cu -o out", "compat perl a.cu"] {
        let said = place.run(line);
        assert!(said.code == 0 && !said.err.contains("cudaMine") && !said.err.contains("cudaYours"), "{line}: {}", said.err);
    }
}

#[test]
fn stdout_and_stdin_print_the_ported_text() {
    let place = TestFolder::new(&[("a.cu", SOURCE)]);
    assert_eq!(place.run("port a.cu --stdout").out, PORTED);
    let said = place.run_with_input("port -", SOURCE.as_bytes());
    assert_eq!((said.out.as_str(), said.code), (PORTED, 0));
    assert_eq!(place.run_with_input("port - -o -", SOURCE.as_bytes()).out, PORTED);
    assert_eq!(place.run("port a.cu -o -").out, PORTED);
    assert!(!place.has("-"));
    assert_eq!(place.run("port . -o -").code, 2);
    assert_eq!(place.run_with_input("port - --check", SOURCE.as_bytes()).code, 1);
}

#[test]
fn a_diff_is_taken_by_git_apply() {
    let place = TestFolder::new(&[
        ("a.cu", SOURCE),
        ("dir/crlf.cu", &SOURCE.replace('\n', "\r\n")),
        ("dir/no newline.cu", SOURCE.trim_end()),
        ("dir/same.cpp", "int b;\n"),
    ]);
    place.write("dir/latin1.cu", [b"// gr\xf6\xdfe\n".as_slice(), SOURCE.as_bytes()].concat());
    place.run_args("cp".as_ref(), &["-r", "dir", "copy"], b"");
    let said = place.run("port . --diff");
    assert_eq!(said.code, 1, "{}", said.err);
    place.write("p.patch", &said.bytes);
    let git =
        Command::new("git").args(["apply", "--whitespace=nowarn", "p.patch"]).current_dir(place.path(".")).output().unwrap();
    assert!(git.status.success(), "{}\n{}", String::from_utf8_lossy(&git.stderr), said.out);
    std::fs::remove_file(place.path("p.patch")).unwrap();
    let patched = place.files(".");
    place.run("port . --in-place");
    assert!(patched == place.files("."), "the patch and --in-place agree, and nothing is left to do");
    assert_eq!(place.read("dir/no newline.cu"), PORTED.trim_end());
}

#[test]
fn a_diff_with_renames_is_taken_by_git_apply() {
    let place = TestFolder::new(&[("a.cu", "#include \"b.cuh\"\nvoid f() { cudaFree(0); }\n"), ("b.cuh", "int b;\n")]);
    let said = place.run("port a.cu b.cuh --diff --rename");
    place.write("p.patch", &said.bytes);
    let git = Command::new("git").args(["apply", "p.patch"]).current_dir(place.path(".")).output().unwrap();
    assert!(git.status.success(), "{}\n{}", String::from_utf8_lossy(&git.stderr), said.out);
    assert!(place.has("a.hip") && place.has("b.hip.h") && !place.has("a.cu") && !place.has("b.cuh"));
    assert!(place.read("a.hip").contains("\"b.hip.h\""));
}

#[test]
fn rename_works_in_place_and_in_a_mirror() {
    let place = TestFolder::new(&[("t/a.cu", SOURCE), ("t/b.cuh", "int b;\n")]);
    assert_eq!(place.run("port t -o out --rename").code, 0);
    assert_eq!(place.read("out/a.hip"), PORTED);
    assert!(place.has("out/b.hip.h"));
    assert_eq!(place.run("port t --in-place --rename").code, 0);
    assert_eq!(place.read("t/a.hip"), PORTED);
    assert!(!place.has("t/a.cu"));
}

#[test]
fn two_files_that_would_get_one_name_are_reported() {
    let place = TestFolder::new(&[("t/a.cu", SOURCE), ("t/a.hip", "int mine;\n")]);
    let said = place.run("port t -o out --rename");
    assert_eq!(said.code, 2);
    assert!(said.err.contains("same output path"), "{}", said.err);
    let said = place.run("port t --in-place --rename");
    assert_eq!((said.code, place.read("t/a.hip").as_str(), place.read("t/a.cu").as_str()), (2, "int mine;\n", SOURCE));
}

#[test]
fn launches_are_macros_where_asked() {
    let place = TestFolder::new(&[("a.cu", "__global__ void k(int);\nvoid f() { k<<<1, 2>>>(3); }\n")]);
    let said = place.run("port a.cu --stdout --launch macro");
    assert!(said.out.contains("hipLaunchKernelGGL(k, dim3(1), dim3(2), 0, 0, 3)"), "{}", said.out);
}

#[test]
fn the_report_holds_what_was_found() {
    let place = TestFolder::new(&[("t/a.cu", "void f() {\n  cudaFooBar(cudaFree);\n}\n")]);
    let said = place.run("port t -o out --report r.json");
    let report: serde_json::Value = serde_json::from_str(&place.read("r.json")).unwrap();
    assert_eq!(report["schema_version"], 1);
    assert_eq!(report["exit_code"], said.code);
    let file = &report["files"][0];
    assert_eq!((&file["path"], &file["status"]), (&"t/a.cu".into(), &"changed".into()));
    let diagnostic = &file["diagnostics"][0];
    assert_eq!((&diagnostic["line"], &diagnostic["column"], &diagnostic["code"]), (&2.into(), &3.into(), &"HIP9001".into()));
    assert_eq!(report["names_left"]["cudaFooBar"]["places"][0], "t/a.cu:2:3");
    let printed: serde_json::Value = serde_json::from_str(&place.run("port t --output-format json").out).unwrap();
    assert_eq!(printed["mode"], "check");
}

#[test]
fn excluded_and_ignored_files_are_left_out_and_counted() {
    let place = TestFolder::new(&[
        ("t/a.cu", SOURCE),
        ("t/skip/b.cu", SOURCE),
        ("t/gen/c.cu", SOURCE),
        ("t/mine/d.cu", SOURCE),
        ("t/.gitignore", "gen/\n"),
        ("t/.hipifyignore", "mine\n"),
    ]);
    let said = place.run("port t -o out --exclude skip/");
    assert!(place.has("out/a.cu") && !place.has("out/skip") && !place.has("out/gen") && !place.has("out/mine"));
    assert!(said.err.contains("3 paths left out"), "{}", said.err);
    assert_eq!(place.run("port t -o all --no-ignore").code, 0);
    assert!(place.has("all/gen/c.cu") && place.has("all/mine/d.cu"));
    assert_eq!(place.run("port t -o bad --exclude a{").code, 2);
}

#[test]
fn usage_errors_exit_with_2() {
    let place = TestFolder::new(&[("a.cu", SOURCE)]);
    for line in
        ["port", "port nowhere", "port a.cu --diff --check", "port a.cu --cuda twelve", "port a.cu --backup .x", "frobnicate"]
    {
        let said = place.run(line);
        assert_eq!(said.code, 2, "{line}: {}", said.err);
        assert!(!said.err.is_empty(), "{line}");
    }
    assert!(place.run("port nowhere").err.contains("nowhere"));
}

#[test]
fn quiet_prints_nothing_but_errors() {
    let place = TestFolder::new(&[("a.cu", "int cudaFooBar = cudaBarFoo;\n")]);
    let said = place.run("port a.cu -o out -q");
    assert_eq!((said.out.as_str(), said.err.as_str()), ("", ""));
}
