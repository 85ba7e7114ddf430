//! The operations of `api/blas.txt` into entry points, and the names of AMD's libraries that have no function into entries that
//! say so.

#[path = "build/missing.rs"]
mod missing;
#[path = "build/rust.rs"]
mod rust;
#[path = "build/table.rs"]
mod table;

use std::path::PathBuf;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=build");
    println!("cargo:rerun-if-changed=api");
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libhipify_libraries.so");
    let rows = table::read(&fs::read_to_string("api/blas.txt").expect("the table of operations is there"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names an output folder"));
    fs::write(out.join("blas.rs"), rust::entry_points(&rows)).expect("cargo's output folder can be written");
    let taken = rust::names(&rows);
    fs::write(out.join("missing.rs"), missing::entry_points(&taken)).expect("cargo's output folder can be written");
}
