//! The other command lines: hipify-perl, hipify-clang, `query`, completions and the manual page.

use hipify_tests::cli_command::{PORTED, SOURCE, TestFolder, binary};
use std::os::unix::fs::symlink;
use std::process::Command;

const LAUNCH: &str = "__global__ void k(int);\nvoid f() { k<<<1, 2>>>(3); }\n";

#[test]
fn perl_prints_to_standard_output() {
    let place = TestFolder::new(&[("a.cu", SOURCE), ("b.cu", SOURCE)]);
    let said = place.run("compat perl a.cu b.cu");
    assert_eq!((said.code, said.out), (0, PORTED.repeat(2)));
    place.run("compat perl -o=c.hip a.cu");
    assert_eq!(place.read("c.hip"), PORTED);
}

#[test]
fn perl_in_place_ports_from_the_copy_it_keeps() {
    let place = TestFolder::new(&[("a.cu", SOURCE)]);
    for _ in 0..2 {
        assert_eq!(place.run("compat perl -inplace a.cu").code, 0);
        assert_eq!((place.read("a.cu"), place.read("a.cu.prehip")), (PORTED.to_owned(), SOURCE.to_owned()));
    }
}

#[test]
fn perl_examine_prints_statistics_and_writes_nothing() {
    let place = TestFolder::new(&[("a.cu", SOURCE), ("b.cu", SOURCE)]);
    let said = place.run("compat perl -examine a.cu b.cu");
    assert_eq!((said.out.as_str(), place.files(".").len()), ("", 2));
    for line in
        ["[HIPIFY] info: file 'a.cu' statistics:\n  CONVERTED refs count: 3\n", "  cudaFree => hipFree: 1\n", "file 'GLOBAL'"]
    {
        assert!(said.err.contains(line), "{}", said.err);
    }
}

#[test]
fn perl_warns_of_names_left_and_exits_with_0() {
    let place = TestFolder::new(&[("a.cu", "int x = cudaFooBar;\n")]);
    let said = place.run("compat perl a.cu");
    assert_eq!(said.code, 0);
    assert!(said.err.contains("warning: a.cu:1:9: `cudaFooBar`"), "{}", said.err);
    for quiet in ["-quiet-warnings", "-whitelist=other,cudaFooBar"] {
        assert_eq!(place.run(&format!("compat perl {quiet} a.cu")).err, "", "{quiet}");
    }
}

#[test]
fn perl_leaves_out_what_is_excluded() {
    let place = TestFolder::new(&[("a.cu", SOURCE), ("sub/b.cu", SOURCE)]);
    assert_eq!(place.run("compat perl -exclude-dirs=sub -exclude-files=a.cu a.cu sub/b.cu").out, "");
}

#[test]
fn launches_are_kept_unless_the_hip_syntax_is_asked_for() {
    let place = TestFolder::new(&[("a.cu", LAUNCH)]);
    assert!(place.run("compat perl a.cu").out.contains("k<<<1, 2>>>(3)"));
    assert!(place.run("compat perl --cuda-kernel-execution-syntax a.cu").out.contains("k<<<1, 2>>>(3)"));
    let said = place.run("compat perl -hip-kernel-execution-syntax a.cu");
    assert!(said.out.contains("hipLaunchKernelGGL(k, dim3(1), dim3(2), 0, 0, 3)"), "{}", said.out);
}

#[test]
fn clang_writes_beside_the_source() {
    let place = TestFolder::new(&[("s/a.cu", SOURCE)]);
    assert_eq!(place.run("compat clang s/a.cu --cuda-path=/usr/local/cuda -I inc -DX=1 -- -std=c++17 -x cuda").code, 0);
    assert_eq!((place.read("s/a.cu.hip"), place.read("s/a.cu")), (PORTED.to_owned(), SOURCE.to_owned()));
    place.run("compat clang -o-dir=out s/a.cu");
    assert_eq!(place.read("out/a.cu.hip"), PORTED);
    place.run("compat clang --o-dir out -o b.hip s/a.cu");
    assert_eq!(place.read("out/b.hip"), PORTED);
}

#[test]
fn clang_in_place_keeps_a_copy_unless_told_not_to() {
    let place = TestFolder::new(&[("a.cu", SOURCE), ("b.cu", SOURCE)]);
    place.run("compat clang -inplace a.cu");
    place.run("compat clang -inplace -no-backup b.cu");
    assert_eq!(
        (place.read("a.cu"), place.read("a.cu.prehip"), place.read("b.cu")),
        (PORTED.into(), SOURCE.into(), PORTED.into())
    );
    assert!(!place.has("b.cu.prehip"));
}

#[test]
fn clang_statistics_go_to_standard_error_and_csv() {
    let place = TestFolder::new(&[("a.cu", SOURCE), ("b.cu", SOURCE)]);
    let said = place.run("compat clang -examine a.cu");
    assert!(said.err.contains("  CONVERSION %: 100.0\n") && said.err.contains("  TOTAL lines of code: 5\n"), "{}", said.err);
    assert!(!place.has("a.cu.hip"));
    place.run("compat clang -print-stats-csv a.cu");
    assert!(place.read("a.cu.csv").contains("CONVERTED refs count;3\n"));
    place.run("compat clang -print-stats-csv a.cu b.cu");
    assert!(place.read("sum_stat.csv").contains("PROCESSED files;2\n"));
}

#[test]
fn clang_takes_its_files_from_a_compilation_database() {
    let place = TestFolder::new(&[("src/a.cu", SOURCE)]);
    let database = format!(r#"[{{"directory": "{}", "command": "nvcc -c a.cu", "file": "a.cu"}}]"#, place.path("src").display());
    place.write("build/compile_commands.json", database);
    assert_eq!(place.run("compat clang -p build").code, 0);
    assert_eq!(place.read("src/a.cu.hip"), PORTED);
    assert_eq!(place.run("compat clang -p nowhere").code, 2);
}

#[test]
fn clang_skips_excluded_branches_only_where_asked() {
    let place = TestFolder::new(&[("a.cu", "#ifdef X\nint a = cudaSuccess;\n#else\nint a = cudaErrorUnknown;\n#endif\n")]);
    let ported = |flags: &str| {
        place.run(&format!("compat clang -o out.hip {flags} a.cu"));
        let text = place.read("out.hip");
        (text.contains("hipSuccess"), text.contains("hipErrorUnknown"))
    };
    assert_eq!(ported(""), (true, true));
    assert_eq!(ported("-default-preprocessor -DX"), (true, false));
    assert_eq!(ported("-skip-excluded-preprocessor-conditional-blocks"), (false, true));
    assert_eq!(ported("-default-preprocessor -amap"), (true, true));
}

#[test]
fn the_command_goes_by_the_name_it_is_called_by() {
    let place = TestFolder::new(&[("a.cu", SOURCE)]);
    for name in ["hipify-perl", "hipify-clang"] {
        symlink(binary(), place.path(name)).unwrap();
    }
    assert_eq!(place.run_args(&place.path("hipify-perl"), &["a.cu"], b"").out, PORTED);
    assert_eq!(place.run_args(&place.path("hipify-clang"), &["a.cu"], b"").code, 0);
    assert_eq!(place.read("a.cu.hip"), PORTED);
    let help = place.run_args(&place.path("hipify-clang"), &["--help"], b"");
    assert!(help.out.contains("-print-stats-csv") && help.code == 0);
}

#[test]
fn unknown_and_refused_flags_are_named() {
    let place = TestFolder::new(&[("a.cu", SOURCE)]);
    for (line, word) in
        [("clang -frob a.cu", "-frob"), ("clang -md", "-md"), ("perl -o-dir=x a.cu", "-o-dir"), ("clang", "no source")]
    {
        let said = place.run(&format!("compat {line}"));
        assert!(said.code != 0 && said.err.contains(word), "{line}: {}", said.err);
    }
}

#[test]
fn query_says_what_a_name_becomes() {
    let place = TestFolder::new(&[]);
    let said = place.run("query cudaMalloc cuda_runtime.h");
    assert_eq!(said.code, 0);
    assert!(said.out.contains("cudaMalloc -> hipMalloc\n") && said.out.contains("hip/hip_runtime.h"), "{}", said.out);
    let json: serde_json::Value = serde_json::from_str(&place.run("query cudaMalloc --output-format json").out).unwrap();
    assert_eq!((&json[0]["hip"], &json[0]["library"]), (&"hipMalloc".into(), &"runtime".into()));
    let unknown = place.run("query cudaMaloc");
    assert_eq!(unknown.code, 1);
    assert!(unknown.out.contains("cudaMalloc"), "{}", unknown.out);
}

#[test]
fn the_exit_code_of_query_tells_mapped_from_unsupported_from_unknown() {
    let place = TestFolder::new(&[]);
    let code = |names: &str| place.run(&format!("query {names}")).code;
    assert_eq!([code("cudaMalloc"), code("cudaGLSetGLDevice"), code("cudaFooBar")], [0, 3, 1]);
    assert_eq!([code("cudaMalloc cudaGLSetGLDevice"), code("cudaGLSetGLDevice cudaFooBar")], [3, 1]);
    assert_eq!([code("__NV_E4M3 --rocm 6.3"), code("__NV_E4M3 --rocm 6.4")], [3, 0]);
    assert!(place.run("query __NV_E4M3 --rocm 6.3").out.contains("rocm          6.3 does not have it yet"));
}

#[test]
fn query_takes_patterns() {
    let place = TestFolder::new(&[]);
    let said = place.run("query cudaStreamCapture* cub/*.cuh --output-format json");
    let names: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    let names: Vec<&str> = names.as_array().unwrap().iter().map(|answer| answer["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"cudaStreamCaptureStatusActive") && !names.contains(&"cudaMalloc"), "{names:?}");
    assert_eq!(place.run("query cudaZebra*").code, 1);
    assert_eq!(place.run("query cu[z-a]*").code, 2);
}

#[test]
fn completions_the_manual_and_the_version_print() {
    let place = TestFolder::new(&[]);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(place.run(&format!("completions {shell}")).out.contains("hipify-rs"), "{shell}");
    }
    assert!(place.run("man").out.contains(".TH hipify-rs "));
    let page = place.run("man port").out;
    assert!(page.contains(".TH hipify-rs-port ") && page.contains("in\\-place"), "{page}");
    assert_eq!(place.run("man nothing").code, 2);
    let version = place.run("--version").out;
    assert!(version.starts_with("hipify-rs "));
    for command in [
        "port",
        "lint",
        "build",
        "run",
        "check",
        "compare",
        "query",
        "inspect",
        "doctor",
        "setup",
        "explain",
        "lsp",
        "man",
        "completions",
    ] {
        assert_eq!(place.run(&format!("{command} --version")).out, version, "{command}");
    }
    assert_eq!(place.run("lint -V").out, place.run("-V").out);
}

#[test]
fn a_reader_that_has_gone_away_is_no_error() {
    for line in ["--help", "port --help", "--version", "man port", "completions bash", "query cudaMalloc", "explain HIP1001"] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = Command::new(binary()).args(line.split(' ')).stdout(writer).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.is_empty(), "{line}: {}, {said}", output.status);
    }
}

#[test]
fn each_command_that_can_fail_says_its_exit_codes() {
    let place = TestFolder::new(&[]);
    for command in [
        "port",
        "lint",
        "build",
        "run",
        "check",
        "compare",
        "query",
        "inspect",
        "doctor",
        "setup",
        "explain",
        "lsp",
        "compat",
        "cc",
        "fc",
        "man",
        "completions",
    ] {
        let help = place.run(&format!("{command} --help"));
        assert!(help.out.contains("Exit codes:\n  0  "), "{command}: {}", help.out);
    }
}
