//! The files below `runtime-shim/include`, and headers that are made of tables and of the rules, into a Rust table of their names
//! and contents, and a name for all of them.

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
    gather(&root, &root, &mut files)?;
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    forward(&out, &mut files)?;
    files.sort();
    if let Some(twice) = files.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        panic!("the header `{}` is written by hand and forwarded too", twice[0].0);
    }
    let mut hasher = Xxh3::new();
    let mut text = String::from("pub(crate) const FILES: &[(&str, &[u8])] = &[\n");
    for (name, path) in &files {
        hasher.update(name.as_bytes());
        hasher.update(&fs::read(path)?);
        let _ = writeln!(text, "    ({name:?}, include_bytes!({:?})),", path.display().to_string());
    }
    let (name, content) = operations()?;
    hasher.update(content.as_bytes());
    let _ = writeln!(text, "    ({name:?}, {content:?}.as_bytes()),");
    let _ = writeln!(text, "];\npub(crate) const KEY: &str = \"{:016x}\";", hasher.digest());
    fs::write(out.join("files.rs"), text)
}

/// Headers under CUDA's names stand in a folder of their own.
const COMPAT: &str = "cuda_compat";

fn forward(out: &Path, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for (name, text) in hipify_names::forwarding_headers() {
        let name = format!("{COMPAT}/{name}");
        let path = out.join(&name);
        fs::create_dir_all(path.parent().unwrap_or(out))?;
        fs::write(&path, text)?;
        files.push((name, path));
    }
    Ok(())
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
    path.extension().is_none_or(|ending| ["h", "hpp", "hh", "cuh", "inc", "def", "tcc"].iter().any(|known| ending == *known))
}

fn gather(root: &Path, folder: &Path, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    // A folder counts as changed when a file comes or goes.
    println!("cargo:rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            gather(root, &path, files)?;
        } else if is_header(&path) {
            let name = path.strip_prefix(root).expect("it was found there").display().to_string();
            files.push((name, path));
        }
    }
    Ok(())
}
