//! Files that are no source, or hardly: nothing panics, nothing is lost, and what was not ported is said.

use hipify_diagnostics::{Applicability, Code, Level, Source, apply, apply_with};
use hipify_port::{Options, Ported, port};
use hipify_syntax::Tree;
use hipify_tests::fixture::Fixture;
use std::path::{Path, PathBuf};

fn broken() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora/broken");
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("corpora/broken is there").map(|entry| entry.expect("readable").path()).collect();
    // Folders hold files of other languages.
    paths.retain(|path| path.is_file());
    paths.sort();
    assert_eq!(paths.len(), 26, "files of corpora/broken");
    paths
}

fn named(name: &str) -> Fixture {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora/broken").join(name);
    Fixture::read(&path, name)
}

fn text_of(fixture: &Fixture) -> String {
    String::from_utf8_lossy(&apply(&fixture.bytes, &fixture.port().edits).expect("no overlap")).into_owned()
}

/// Ports and applies; what may not happen to any bytes is a panic or two edits that overlap.
fn ports(bytes: &[u8]) -> Ported {
    let source = Source { path: "a.cu", bytes };
    let ported = port(&source, &Tree::default(), &Options::default());
    for most in [Applicability::Safe, Applicability::Manual] {
        apply_with(bytes, &ported.edits, most).unwrap_or_else(|overlap| panic!("{overlap}"));
    }
    for diagnostic in &ported.diagnostics {
        assert!(diagnostic.span.end <= bytes.len(), "{diagnostic:?} is outside the file");
    }
    ported
}

#[test]
fn every_prefix_and_every_suffix_of_every_broken_file_ports() {
    for path in broken() {
        let bytes = std::fs::read(&path).expect("readable");
        let step = (bytes.len() / 500).max(1);
        for cut in (0..=bytes.len()).step_by(step) {
            ports(&bytes[..cut]);
            ports(&bytes[cut..]);
        }
    }
}

#[test]
fn porting_a_broken_file_twice_equals_porting_it_once() {
    for path in broken() {
        let bytes = std::fs::read(&path).expect("readable");
        let once = apply(&bytes, &ports(&bytes).edits).expect("no overlap");
        let twice = apply(&once, &ports(&once).edits).expect("no overlap");
        assert_eq!(String::from_utf8_lossy(&once), String::from_utf8_lossy(&twice), "{}", path.display());
    }
}

#[test]
fn a_file_that_is_not_text_is_left_whole_and_reported_as_an_error() {
    for name in
        ["utf-16-little-endian.cu", "utf-16-big-endian.cu", "utf-16-no-mark.cu", "executable.cu", "only-zero-bytes.cu", "zip.cu"]
    {
        let ported = named(name).port();
        assert!(ported.edits.is_empty(), "{name}: {:?}", ported.edits);
        let [diagnostic] = &ported.diagnostics[..] else { panic!("{name}: {:?}", ported.diagnostics) };
        assert_eq!((diagnostic.code, diagnostic.level), (Code::ENCODING, Level::Error), "{name}");
        assert!(diagnostic.message.ends_with("left as it is"), "{name}: {}", diagnostic.message);
        assert!(diagnostic.help.is_some(), "{name}");
    }
}

#[test]
fn a_file_with_a_zero_byte_is_ported_or_reported_but_never_silently_left() {
    for name in ["zero-byte-in-the-text.cu", "zero-byte-far-in.cu", "zero-byte-in-a-comment.cu"] {
        let fixture = named(name);
        let ported = fixture.port();
        let reported = ported.diagnostics.iter().any(|diagnostic| diagnostic.code == Code::ENCODING);
        assert!(reported || text_of(&fixture).contains("hipDeviceSynchronize"), "{name}: {:?}", ported.diagnostics);
    }
}

#[test]
fn what_stands_before_the_damage_is_ported() {
    for name in [
        "unterminated-string-at-the-end.cu",
        "unterminated-character-at-the-end.cu",
        "unterminated-raw-string-delimiter.cu",
        "backslash-at-the-end.cu",
        "backslash-newline-at-the-end.cu",
        "launch-cut.cu",
        "launch-cut-behind.cu",
        "assembly-cut.cu",
        "invalid-utf-8.cu",
    ] {
        let text = text_of(&named(name));
        assert!(text.contains("hipDeviceSynchronize"), "{name}: {text}");
        assert!(text.contains("<hip/hip_runtime.h>"), "{name}: {text}");
        assert!(!text.contains("cudaDeviceSynchronize"), "{name}: {text}");
    }
}

#[test]
fn an_open_comment_keeps_all_after_it() {
    let fixture = named("unterminated-comment-at-the-start.cu");
    assert_eq!(text_of(&fixture), String::from_utf8_lossy(&fixture.bytes));
}

#[test]
fn bytes_that_are_not_utf_8_stay() {
    let fixture = named("invalid-utf-8.cu");
    let ported = apply(&fixture.bytes, &fixture.port().edits).expect("no overlap");
    for bytes in [&b"int \xc3\x28 = "[..], b"int \xff\xfe\xfd = "] {
        assert!(ported.windows(bytes.len()).any(|window| window == bytes), "{:?}", String::from_utf8_lossy(&ported));
    }
}

#[test]
fn both_sides_of_a_conflict_are_ported_and_its_markers_stay() {
    let text = text_of(&named("conflict-markers-around-launches.cu"));
    assert_eq!(text.matches("k<<<").count(), 3, "{text}");
    for marker in ["<<<<<<< HEAD", "||||||| base", "=======", ">>>>>>> theirs"] {
        assert!(text.lines().any(|line| line == marker), "{marker}: {text}");
    }
}

/// 10,000 deep, which a parser that calls itself for each level does not survive.
const DEEP: usize = 10_000;

fn nested(open: &str, inside: &str, close: &str) -> Vec<u8> {
    let text = [open.repeat(DEEP), inside.to_owned(), close.repeat(DEEP)].concat();
    format!("#include <cuda_runtime.h>\nint f() {{ cudaDeviceReset(); return {text}; }}\n").into_bytes()
}

#[test]
fn deep_nesting_is_ported_to_its_bottom() {
    for (open, close) in
        [("(", ")"), ("{", "}"), ("[", "]"), ("f(", ")"), ("!", ""), ("a<", ">"), ("x ? ", " : 0"), ("if (1) ", "")]
    {
        let bytes = nested(open, "cudaDeviceSynchronize()", close);
        let ported = ports(&bytes);
        let text = String::from_utf8(apply(&bytes, &ported.edits).expect("no overlap")).expect("UTF-8");
        assert!(text.contains("hipDeviceSynchronize()") && text.contains("hipDeviceReset()"), "{open}");
    }
}

#[test]
fn deep_nesting_inside_a_launch_and_inside_a_call_with_edited_arguments_is_survived() {
    for inside in ["k<<<1, 1>>>(p)", "cudaMemcpyToSymbol(a, b, 4)"] {
        ports(&nested("(", inside, ")"));
        ports(&nested("cudaMemcpyToSymbol(", inside, ")"));
        ports(&nested("k<<<", inside, ">>>()"));
        ports(&nested("k<<<1, 1>>>(", inside, ")"));
    }
    ports("#if defined(__CUDACC__)\n".repeat(DEEP).as_bytes());
    ports(format!("#if {}defined(__CUDACC__){}\n", "(".repeat(DEEP), ")".repeat(DEEP)).as_bytes());
    ports("namespace a { ".repeat(DEEP).as_bytes());
    ports("template <class T> ".repeat(DEEP).as_bytes());
}

#[test]
fn a_line_of_many_megabytes_ports_whole() {
    let statement = "cudaFree(p); k<<<1, 2>>>(p); ";
    let count = 100_000;
    let bytes = format!("void f(int *p) {{ {} }}", statement.repeat(count)).into_bytes();
    let ported = ports(&bytes);
    let text = String::from_utf8(apply(&bytes, &ported.edits).expect("no overlap")).expect("UTF-8");
    assert_eq!(text.matches("hipFree(p)").count(), count);
    assert!(!text.contains("cudaFree"));
}
