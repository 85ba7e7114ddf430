//! Speed of the parser on one core: `cargo bench -p gpufort --bench parse`.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use gpufort::ast::Form;
use gpufort::parse::{Defines, parse};
use std::path::Path;

const SIZE: usize = 1 << 20;

fn main() {
    divan::main();
}

/// The programs of corpora/fortran with this ending, one after the other and again, up to a mebibyte.
fn programs(ending: &str) -> Vec<u8> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora/fortran");
    let mut one = Vec::new();
    let mut folders: Vec<_> =
        std::fs::read_dir(root).expect("the corpus is there").map(|entry| entry.expect("it can be read").path()).collect();
    folders.sort();
    for folder in folders {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.path().extension().is_some_and(|found| found == ending) {
                one.extend(std::fs::read(entry.path()).expect("it can be read"));
            }
        }
    }
    assert!(!one.is_empty(), "no program ends in .{ending}");
    let times = SIZE / one.len() + 1;
    one.repeat(times)
}

#[divan::bench(args = ["cuf", "f90", "F90", "f"])]
fn corpus(bencher: Bencher<'_, '_>, ending: &str) {
    let source = programs(ending);
    let form = if ending == "f" { Form::FIXED } else { Form::Free };
    bencher.counter(BytesCount::new(source.len())).bench(|| parse(black_box(&source), form, &Defines::default()));
}

/// Shapes that cost a parser the most: what it reads twice, and what it gives up on.
const SHAPES: [(&str, &str); 7] = [
    ("sum", "x = a%b(i, j) + c * d ** 2 - e(1:n)\n"),
    ("comments", "! a comment that says little\n"),
    ("continued", "x = a &\n  ! between\n  + b\n"),
    ("conditionals", "#if X\n x = 1\n#else\n x = 2\n#endif\n"),
    ("open constructs", "if (a) then\n"),
    ("open parentheses", "call s((((((((((((((((((a\n"),
    ("not Fortran", "this is no statement at all (\n"),
];

#[divan::bench(args = 0..SHAPES.len())]
fn shape(bencher: Bencher<'_, '_>, at: usize) {
    let source = SHAPES[at].1.repeat(SIZE / SHAPES[at].1.len());
    bencher.counter(BytesCount::new(source.len())).bench(|| parse(black_box(source.as_bytes()), Form::Free, &Defines::default()));
}
