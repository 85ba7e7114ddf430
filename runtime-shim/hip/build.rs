//! Compiles the parts in C, and lists the names of the API that no source file here implements, so that each is exported and
//! says so when it is called.

#[path = "build/missing.rs"]
mod missing;

fn main() {
    missing::write_list();
    let versions = concat!(env!("CARGO_MANIFEST_DIR"), "/versions.map");
    println!("cargo:rerun-if-changed={versions}");
    println!("cargo:rustc-cdylib-link-arg=-Wl,--version-script={versions}");
    // Programs that are linked by another name of it, as libhiprtc.so, ask the loader for this one.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libhipify_hip.so");
    const C: [&str; 2] = ["src/kernel/native.c", "src/kernel/print.c"];
    C.iter().for_each(|file| println!("cargo:rerun-if-changed={file}"));
    // No _FORTIFY_SOURCE: its longjmp refuses to leave a fiber's stack.
    cc::Build::new().files(C).warnings(true).flag("-U_FORTIFY_SOURCE").compile("hipify_native");
}
