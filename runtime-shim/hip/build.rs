//! Compiles the parts in C, and lists the names of the API that no source file here implements, so that each is exported and
//! says so when it is called.

#[path = "build/missing.rs"]
mod missing;

fn main() {
    missing::write_list();
    declare_versions();
    // Programs that are linked by another name of it, as libhiprtc.so, ask the loader for this one.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libhipify_hip.so");
    const C: [&str; 2] = ["src/kernel/native.c", "src/kernel/print.c"];
    C.iter().for_each(|file| println!("cargo:rerun-if-changed={file}"));
    // No _FORTIFY_SOURCE: its longjmp refuses to leave a fiber's stack.
    cc::Build::new().files(C).warnings(true).flag("-U_FORTIFY_SOURCE").compile("hipify_native");
}

/// Links the script that declares the versions. It is a linker script beside the version script that rustc passes of a cdylib,
/// and is named like an object: the front end of zig, which releases are linked by, keeps one version script alone, and refuses
/// files whose names it does not know. lld, which both link by, looks at what is in them.
fn declare_versions() {
    const SCRIPT: &str = "versions.ld";
    println!("cargo:rerun-if-changed={SCRIPT}");
    let folder = std::env::var("OUT_DIR").expect("cargo sets it");
    let object = std::path::Path::new(&folder).join("versions.o");
    std::fs::copy(SCRIPT, &object).expect("OUT_DIR is writable");
    println!("cargo:rustc-cdylib-link-arg={}", object.display());
}
