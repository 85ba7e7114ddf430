//! Plans of CUDA's libraries -> one small ELF library each, whose symbols jump to the shim, and a table of how each is served.

#[path = "build/stub.rs"]
mod stub;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use hipify_cuda_entries::catalogue::Catalogue;
use hipify_cuda_entries::plan::served;
use hipify_cuda_entries::rust;
use xxhash_rust::xxh3::Xxh3;

fn main() {
    let sources = Path::new("../src");
    println!("cargo:rerun-if-changed={}", sources.display());
    for path in Catalogue::inputs() {
        println!("cargo:rerun-if-changed={}", path.display());
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names an output folder"));
    let catalogue = Catalogue::read(sources).unwrap_or_else(|message| panic!("{message}"));
    let generated = rust::generate(&catalogue).unwrap_or_else(|message| panic!("{message}"));
    let (mut files, mut table, mut key) = (String::new(), String::new(), Xxh3::new());
    for library in &catalogue.libraries.library {
        let path = stub::build(&out, &library.soname, &library.node, &generated.targets[&library.soname]);
        key.update(&fs::read(&path).expect("it was just made"));
        let _ = writeln!(
            files,
            "    Stub {{ soname: {:?}, plain: &{:?}, content: include_bytes!({path:?}) }},",
            library.soname, library.plain
        );
        let plan = catalogue.plan(library);
        for entry in &plan {
            let _ = writeln!(table, "    ({:?}, {:?}, Served::{:?}),", entry.symbol, library.soname, served(entry, &plan));
        }
    }
    let text = format!(
        "pub(crate) static STUBS: &[Stub] = &[\n{files}];\npub(crate) static SYMBOLS: &[(&str, &str, Served)] = &[\n{table}];\n\
         pub(crate) const KEY: &str = \"{:016x}\";\n",
        key.digest()
    );
    fs::write(out.join("libraries.rs"), text).expect("OUT_DIR is writable");
}
