//! Lists the names of the API that no source file here implements, so that each is exported and says so when it is called.

#[path = "build/missing.rs"]
mod missing;

fn main() {
    missing::write_list();
    let versions = concat!(env!("CARGO_MANIFEST_DIR"), "/versions.map");
    println!("cargo:rerun-if-changed={versions}");
    println!("cargo:rustc-cdylib-link-arg=-Wl,--version-script={versions}");
}
