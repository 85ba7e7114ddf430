//! The files below `runtime-shim/include`, and headers that are made of tables, into a Rust table of their names and contents, and a
//! name for all of them.

#[path = "../libraries/build/prototypes.rs"]
mod prototypes;
#[path = "../libraries/build/table.rs"]
#[allow(dead_code, reason = "the build script of the libraries reads the rest")]
mod table;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};
use xxhash_rust::xxh3::Xxh3;

fn main() -> io::Result<()> {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../include");
    println!("cargo:rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    gather(&root, &mut files)?;
    files.sort();
    let mut hasher = Xxh3::new();
    let mut text = String::from("pub(crate) const FILES: &[(&str, &[u8])] = &[\n");
    for path in &files {
        let name = path.strip_prefix(&root).expect("it was found there").display().to_string();
        hasher.update(name.as_bytes());
        hasher.update(&fs::read(path)?);
        let _ = writeln!(text, "    ({name:?}, include_bytes!({:?})),", path.display().to_string());
    }
    let (name, content) = operations()?;
    hasher.update(content.as_bytes());
    let _ = writeln!(text, "    ({name:?}, {content:?}.as_bytes()),");
    let _ = writeln!(text, "];\npub(crate) const KEY: &str = \"{:016x}\";", hasher.digest());
    fs::write(Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("files.rs"), text)
}

/// The prototypes of hipBLAS's operations, under the name that `hipblas/hipblas.h` includes.
fn operations() -> io::Result<(&'static str, String)> {
    let path = "../libraries/api/blas.txt";
    println!("cargo:rerun-if-changed={path}");
    println!("cargo:rerun-if-changed=../libraries/build");
    Ok(("hipblas/hipify/operations.h", prototypes::header(&table::read(&fs::read_to_string(path)?))))
}

/// Headers are what has no ending, as in `hip/hip_vector_types`, or one of these.
fn is_header(path: &Path) -> bool {
    path.extension().is_none_or(|ending| ["h", "hpp", "hh", "cuh", "inc", "def"].iter().any(|known| ending == *known))
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    // A folder counts as changed when a file comes or goes.
    println!("cargo:rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            gather(&path, files)?;
        } else if is_header(&path) {
            files.push(path);
        }
    }
    Ok(())
}
