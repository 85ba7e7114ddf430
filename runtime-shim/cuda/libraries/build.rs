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
    // Elsewhere there is no shim to lead to: the files are left out, and the table of what they serve stays.
    let is_made = is_target("ARCH", "x86_64") && is_target("OS", "linux");
    let (mut files, mut table, mut key) = (String::new(), String::new(), Xxh3::new());
    for library in &catalogue.libraries.library {
        let mut content = "None".to_owned();
        if is_made {
            let path = stub::build(&out, &library.soname, &library.node, &generated.targets[&library.soname]);
            key.update(&fs::read(&path).expect("it was just made"));
            content = format!("Some(include_bytes!({path:?}))");
        }
        let _ = writeln!(files, "    Stub {{ soname: {:?}, plain: &{:?}, content: {content} }},", library.soname, library.plain);
        let plan = catalogue.plan(library);
        for entry in &plan {
            let _ = writeln!(table, "    ({:?}, {:?}, Served::{:?}),", entry.symbol, library.soname, served(entry, &plan));
        }
    }
    let text = format!(
        "pub(crate) static STUBS: &[Stub] = &[\n{files}];\npub(crate) static SYMBOLS: &[(&str, &str, Served)] = &[\n{table}];\n\
         pub(crate) const KEY: &str = \"{:016x}\";\n\
         /// Whether this program is for the machines that the bundled runtime, and with it the shim, is made for.\n\
         pub const IS_MADE: bool = {is_made};\n",
        key.digest()
    );
    fs::write(out.join("libraries.rs"), text).expect("OUT_DIR is writable");
}

/// Whether the machine that is compiled for is of this kind, where the build script itself may run on another.
fn is_target(part: &str, name: &str) -> bool {
    env::var(format!("CARGO_CFG_TARGET_{part}")).is_ok_and(|value| value == name)
}
