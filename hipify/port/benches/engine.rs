//! Speed of the engine's parts on one core: `cargo bench -p hipify-port --bench engine`.

mod sources;

use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use hipify_diagnostics::{Source, apply};
use hipify_port::{Options, port};
use hipify_rules::symbol;
use hipify_syntax::{Tree, lex};
use sources::Random;

const SIZE: usize = 256 << 10;

fn main() {
    divan::main();
}

/// A kind of file: its path, and what it holds.
#[derive(Clone, Copy)]
struct Sample(&'static str, fn(&mut Random, usize) -> String);

impl std::fmt::Display for Sample {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

const SAMPLES: [Sample; 4] = [
    Sample("cuda.cu", sources::cuda),
    Sample("device.cuh", sources::device_header),
    Sample("macros.h", sources::macro_header),
    Sample("plain.cpp", |random, size| sources::plain(random, size, false)),
];

impl Sample {
    fn text(self) -> String {
        self.1(&mut Random::new(7), SIZE)
    }
}

#[divan::bench(args = SAMPLES)]
fn lexing(bencher: Bencher<'_, '_>, sample: Sample) {
    let text = sample.text();
    bencher.counter(BytesCount::of_str(&text)).bench(|| lex(black_box(text.as_bytes())));
}

#[divan::bench(args = SAMPLES)]
fn porting(bencher: Bencher<'_, '_>, sample: Sample) {
    let text = sample.text();
    let (tree, options) = (Tree::default(), Options::default());
    let source = Source { path: sample.0, bytes: text.as_bytes() };
    bencher.counter(BytesCount::of_str(&text)).bench(|| port(black_box(&source), &tree, &options));
}

#[divan::bench(args = SAMPLES)]
fn porting_and_applying(bencher: Bencher<'_, '_>, sample: Sample) {
    let text = sample.text();
    let (tree, options) = (Tree::default(), Options::default());
    let source = Source { path: sample.0, bytes: text.as_bytes() };
    bencher.counter(BytesCount::of_str(&text)).bench(|| {
        let ported = port(black_box(&source), &tree, &options);
        apply(source.bytes, &ported.edits).expect("edits do not overlap")
    });
}

/// Many small files of all kinds, as in `make bench`, without reading and writing them.
#[divan::bench]
fn porting_a_tree(bencher: Bencher<'_, '_>) {
    let files: Vec<(String, String)> = sources::tree(100, 1 << 20).collect();
    let tree = Tree::new(files.iter().map(|(path, _)| path.clone()));
    let options = Options::default();
    let bytes: usize = files.iter().map(|(_, text)| text.len()).sum();
    bencher.counter(BytesCount::new(bytes)).bench(|| {
        for (path, text) in &files {
            let source = Source { path, bytes: text.as_bytes() };
            black_box(port(&source, &tree, &options));
        }
    });
}

#[divan::bench(args = ["cudaMalloc", "cudaMemcpyHostToDevice", "threadIdx", "accumulate", "i", "std"])]
fn looking_up(bencher: Bencher<'_, '_>, name: &str) {
    bencher.counter(ItemsCount::new(1usize)).bench(|| symbol(black_box(name.as_bytes())));
}
