//! Any bytes in any kind of file, with any options: no panic, edits that do not overlap, every byte outside them as it was,
//! and porting the result changes nothing more.
//!
//! The first two bytes of the input choose the options and the name of the file; the rest is the source.

#![no_main]

use hipify_diagnostics::{Applicability, Source, apply_with, renamed};
use hipify_port::{LaunchSyntax, Options, Ported, port};
use hipify_syntax::Tree;
use hipify_rules::{Choice, Flavor, Version};
use libfuzzer_sys::fuzz_target;

const PATHS: [&str; 8] =
    ["src/a.cu", "src/a.cuh", "src/a.cpp", "include/a.h", "CMakeLists.txt", "Makefile", "setup.py", "notes.txt"];

fuzz_target!(|input: &[u8]| {
    let [first, second, source @ ..] = input else { return };
    let path = PATHS[usize::from(second & 7)];
    let options = options(*first, *second);
    let tree = Tree::new([path, "include/b.cuh", "include/cuda_local.h"].map(str::to_owned));
    for most in [Applicability::Safe, Applicability::Review] {
        let once = ported(path, source, &tree, &options, most);
        let new_path = renamed(path).filter(|_| options.rename).unwrap_or_else(|| path.to_owned());
        let twice = ported(&new_path, &once, &tree, &options, most);
        // Which branches are skipped is judged by the text, and broken conditions may read otherwise once they are ported.
        assert!(
            options.skip_excluded.is_some() || once == twice,
            "not idempotent ({path}, {most:?}, {options:?}):\n{}\n---- again:\n{}",
            String::from_utf8_lossy(&once),
            String::from_utf8_lossy(&twice)
        );
    }
});

fn options(first: u8, second: u8) -> Options {
    let bit = |n: u8| first & (1 << n) != 0;
    let choice = Choice {
        flavor: Flavor::new(bit(0), bit(1)),
        experimental: bit(2),
        cuda: bit(3).then(|| Version::new(12, 6, 0)),
        rocm: bit(4).then(|| Version::new(5, 2, 0)),
    };
    Options {
        choice,
        launch: if bit(5) { LaunchSyntax::Macro } else { LaunchSyntax::Chevrons },
        rename: bit(6),
        skip_excluded: (second & 8 != 0).then(|| vec![("N".to_owned(), "1".to_owned())]),
        ..Options::default()
    }
}

fn ported(path: &str, source: &[u8], tree: &Tree, options: &Options, most: Applicability) -> Vec<u8> {
    let ported = port(&Source { path, bytes: source }, tree, options);
    let text = apply_with(source, &ported.edits, most).expect("edits do not overlap");
    check_outside(source, &text, &ported, most);
    for diagnostic in ported.diagnostics.iter().chain(ported.mentions.iter().map(|m| &m.diagnostic)) {
        assert!(diagnostic.span.start <= diagnostic.span.end && diagnostic.span.end <= source.len(), "{diagnostic:?}");
    }
    text
}

/// Each stretch between two edits stands in the result, in order, separated by the texts of the edits.
fn check_outside(source: &[u8], text: &[u8], ported: &Ported, most: Applicability) {
    let mut edits: Vec<_> = ported.edits.iter().filter(|e| e.applicability <= most).collect();
    edits.sort_by_key(|e| (e.span.start, e.span.end));
    let (mut done, mut at) = (0, 0);
    for edit in edits {
        let kept = &source[done..edit.span.start];
        assert_eq!(&text[at..at + kept.len()], kept);
        at += kept.len() + edit.text.len();
        done = edit.span.end;
    }
    assert_eq!(&text[at..], &source[done..]);
}
