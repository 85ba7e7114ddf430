//! Writes the generated part of the shim: what CUDA's headers, HIP's and the rules say about each entry.

use std::path::{Path, PathBuf};
use std::{env, fs};

use hipify_cuda_entries::catalogue::Catalogue;
use hipify_cuda_entries::rust;

fn main() {
    println!("cargo:rerun-if-changed=src");
    for path in Catalogue::inputs() {
        println!("cargo:rerun-if-changed={}", path.display());
    }
    let generated = Catalogue::read(Path::new("src")).and_then(|catalogue| rust::generate(&catalogue));
    let generated = generated.unwrap_or_else(|message| panic!("{message}"));
    let target = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names an output folder")).join("entries.rs");
    fs::write(&target, generated.source).unwrap_or_else(|error| panic!("`{}`: {error}", target.display()));
    // The stubs of CUDA's libraries ask for it by this name.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libhipify_cuda.so");
}
