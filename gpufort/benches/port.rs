//! Speed of porting CUDA Fortran on one core: `cargo bench -p gpufort --bench port`. In memory: parsing, names and types of a whole
//! tree, all passes, the generated texts.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use gpufort::{Options, Source, port};
use std::path::Path;

fn main() {
    divan::main();
}

/// The path of a file in its tree, and its bytes.
type File = (String, Vec<u8>);

/// The programs of corpora/fortran, each a tree of its own; without their twins in plain Fortran, which no port reads.
fn programs() -> Vec<Vec<File>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora/fortran");
    let folders = std::fs::read_dir(root).expect("the corpus is there").map(|entry| entry.expect("it can be read").path());
    let mut folders: Vec<_> = folders.filter(|path| path.is_dir()).collect();
    folders.sort();
    let file = |path: &Path| {
        let name = path.file_name()?.to_str()?.to_owned();
        let is_source =
            path.extension().is_some_and(|ending| ["cuf", "f90", "F90", "f", "F"].iter().any(|known| ending == *known));
        (is_source && !name.starts_with("twin")).then(|| Some((name, std::fs::read(path).ok()?)))?
    };
    let files = |folder: &Path| -> Vec<File> {
        let mut paths: Vec<_> = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        paths.sort();
        paths.iter().filter_map(|path| file(path)).collect()
    };
    folders.iter().map(|folder| files(folder)).filter(|files| !files.is_empty()).collect()
}

#[divan::bench]
fn corpus(bencher: Bencher<'_, '_>) {
    let programs = programs();
    let trees: Vec<Vec<Source<'_>>> =
        programs.iter().map(|files| files.iter().map(|(path, bytes)| Source { path, bytes }).collect()).collect();
    let size: usize = programs.iter().flatten().map(|(_, bytes)| bytes.len()).sum();
    let options = Options::default();
    bencher.counter(BytesCount::new(size)).bench_local(|| {
        trees.iter().for_each(|tree| drop(black_box(port(black_box(tree), &options))));
    });
}
