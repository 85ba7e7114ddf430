use super::*;
use hipify_command_line::request::{Language, Source};
use hipify_engine::options::Engine;
use std::fs;

/// What is shown of `said`, by label, about a project of one file.
fn shown(source: &str, said: &[(&str, &str)]) -> (String, Counts) {
    printed(source, said, |all, out| all.print(out, false, false))
}

fn printed(
    source: &str,
    said: &[(&str, &str)],
    print: impl Fn(&CompilerDiagnostics<'_>, &mut dyn Write) -> io::Result<()>,
) -> (String, Counts) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.cu");
    fs::write(&path, source).unwrap();
    let sources = [Source { path: path.clone(), language: Language::Hip, flags: Vec::new(), object: None }];
    let engine = Engine::safe(Default::default());
    let tree = PortedTree::read(&sources, &[], &engine, &folder.path().join("s")).unwrap();
    let mut all = CompilerDiagnostics::new(&tree);
    for (label, text) in said {
        all.add(label, text.replace("a.cu", &path.display().to_string()).as_bytes());
    }
    let mut out = Vec::new();
    print(&all, &mut out).unwrap();
    let text = String::from_utf8(out).unwrap().replace(&folder.path().display().to_string(), "");
    (text, all.counts())
}

const SOURCE: &str = "#include <cuda.h>\n#include <cuda_runtime.h>\n__global__ void k() {\n  cudaFree(x); int y; }\n";

#[test]
fn an_error_is_shown_once_in_the_original_source() {
    let error = "a.cu:4:11: error: use of undeclared identifier 'x'\n1 error generated when compiling for gfx90a.\n";
    let host = "a.cu:4:11: error: use of undeclared identifier 'x'\n";
    // `hipFree` is one letter shorter than what stands in the original.
    let (text, counts) = shown(SOURCE, &[("gfx90a", error), ("gfx1100", error), ("host", host), ("gfx1200", "")]);
    assert!(text.contains("error: use of undeclared identifier 'x'") && text.contains("/a.cu:4:12"), "{text}");
    assert!(text.contains("4 |   cudaFree(x); int y; }\n  |            ^"), "{text}");
    assert!(text.contains("compiling for gfx90a (also for gfx1100, host)"), "{text}");
    assert_eq!((counts, text.matches("error:").count()), (Counts { errors: 1, warnings: 0 }, 1));
}

#[test]
fn clangs_own_format_has_the_place_first() {
    let said = "a.cu:4:11:{4:11-4:12}: error: use of undeclared identifier 'x'\na.cu:4:3: warning: ignoring return value [-Wunused-result]\n";
    let (text, _) = printed(SOURCE, &[("host", said)], |all, out| all.print_as_clang(out));
    let expected = "/a.cu:4:12: error: use of undeclared identifier 'x'\n  cudaFree(x); int y; }\n           ^\n\
                    /a.cu:4:3: warning: ignoring return value [-Wunused-result]\n  cudaFree(x); int y; }\n  ^~~~~~~~\n\
                    1 warning and 1 error generated.\n";
    assert_eq!(text, expected);
}

#[test]
fn what_is_said_for_all_that_was_compiled_names_no_target() {
    let error = "a.cu:4:11: error: use of undeclared identifier 'x'\n";
    let (text, _) = shown(SOURCE, &[("gfx90a", error), ("host", error)]);
    assert!(!text.contains("gfx90a"), "{text}");
}

#[test]
fn a_renamed_call_is_marked_as_a_whole() {
    let (text, _) = shown(SOURCE, &[("host", "a.cu:4:3:{6:3-6:10}: warning: ignoring return value [-Wunused-result]\n")]);
    assert!(text.contains("warning: ignoring return value [-Wunused-result]"), "{text}");
    assert!(text.contains("cudaFree(x); int y; }\n  |   ^^^^^^^^"), "{text}");
}

#[test]
fn a_cause_adds_its_code_and_help() {
    let (text, _) = shown(SOURCE, &[("gfx90a", "a.cu:4:20: error: use of undeclared identifier '__trap'\n")]);
    assert!(text.contains("error[HIP2015]: use of undeclared identifier '__trap'"), "{text}");
    assert!(text.contains("= help: write `__builtin_trap()`"), "{text}");
}

#[test]
fn an_error_in_a_system_header_is_shown_where_the_user_led_to_it() {
    let text = "In file included from a.cu:1:\n/usr/include/x.h:9:1: error: static assertion failed: no\n\
                a.cu:4:3: note: in instantiation of function template specialization 'f<int>' requested here\n";
    let (text, _) = shown(SOURCE, &[("gfx90a", text)]);
    let place = text.find("--> /a.cu:4:3").unwrap_or_else(|| panic!("{text}"));
    assert!(place < text.find("/usr/include/x.h").unwrap(), "{text}");
}

#[test]
fn linker_messages_lose_their_echo_and_crashes_are_kept() {
    let text = "lld: error: undefined hidden symbol: _Z5otheri\n>>> referenced by a.o:(_Z1kPi)\n\
                clang++-19: error: amdgcn-link command failed with exit code 1 (use -v to see invocation)\n";
    let (text, counts) = shown(SOURCE, &[("gfx90a", text), ("host", "PLEASE submit a bug report\n #0 0x1\n")]);
    assert!(text.contains("undefined hidden symbol: other(int)") && text.contains("referenced by `k(int*)`"), "{text}");
    assert!(!text.contains("exit code 1") && text.ends_with("PLEASE submit a bug report\n #0 0x1\n1 error\n"), "{text}");
    assert_eq!(counts.errors, 1);
}

#[test]
fn many_warnings_of_one_kind_are_counted() {
    let one = |number: usize| format!("a.cu:4:{number}: warning: unused [-Wunused-result]\n");
    let all: String = (11..22).map(one).collect();
    let (text, counts) = shown(SOURCE, &[("host", &all)]);
    assert_eq!(counts.warnings, 11);
    assert!(text.matches("warning: unused").count() == 5 && text.contains("6 more warnings"), "{text}");
}

#[test]
fn what_fortran_compilers_say_is_shown_in_the_users_source() {
    let folder = tempfile::tempdir().unwrap();
    let scratch = folder.path().join("s");
    let tree = PortedTree::read(&[], &[], &Engine::safe(Default::default()), &scratch).unwrap();
    let (text, kernels) = (folder.path().join("a.f90"), folder.path().join("a.hip.cpp"));
    fs::write(&kernels, "// generated\n\n// a.cuf:2\nvoid k() {\n  int x = ;\n}\n").unwrap();
    let bytes = b"use cudafor\nattributes(global) subroutine k\nx = yy\nend\n".to_vec();
    let edits = vec![hipify_diagnostics::Edit::replace(0..11, "use hipfort\nuse iso_c_binding")];
    let mut originals = Originals::default();
    originals.add(&text, crate::fortran::Original { path: "src/a.cuf".into(), bytes, edits });
    originals.add_generated(&kernels, &text);
    let mut all = CompilerDiagnostics::new(&tree).about_fortran(Some(&originals));
    let of_gfortran = "a.f90:4:6: Error: Symbol 'yy' at (1) has no IMPLICIT type\ncompilation terminated.\n";
    let of_flang = "error: Semantic errors in a.f90\na.f90:4:5: error: No explicit type declared for 'yy'\n  x = yy\n      ^\n\
                    a.f90:1:1: Reference to 'z'\n  use hipfort\n  ^^^\n";
    let of_clang = "a.hip.cpp:5:11: error: expected expression\n";
    for said in [of_gfortran, of_flang, of_clang] {
        let place = format!("{}/a.", folder.path().display());
        let said = said.lines().map(|line| if line.starts_with("a.") { line.replacen("a.", &place, 1) } else { line.to_owned() });
        all.add("", said.collect::<Vec<_>>().join("\n").as_bytes());
    }
    let mut out = Vec::new();
    all.print(&mut out, false, false).unwrap();
    let shown = String::from_utf8(out).unwrap();
    assert!(shown.contains("error: Symbol 'yy' has no IMPLICIT type\n --> src/a.cuf:3:5"), "{shown}");
    assert!(
        shown.contains("No explicit type declared for 'yy'\n --> src/a.cuf:3:5") && shown.contains("Reference to 'z'"),
        "{shown}"
    );
    assert!(
        shown.contains("expected expression (line 5 of `a.hip.cpp`, which is generated from it)\n --> src/a.cuf:2:1"),
        "{shown}"
    );
    assert!(!shown.contains("Semantic errors") && !shown.contains("terminated") && shown.contains("3 errors"), "{shown}");
}
