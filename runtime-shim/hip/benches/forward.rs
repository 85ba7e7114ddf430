//! What a call costs that this library forwards, beside the same call of the stand-in itself.

use std::ffi::{CString, c_int, c_void};
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use divan::black_box;

type GetDeviceCount = unsafe extern "C" fn(*mut c_int) -> u32;

/// The stand-in's own function, once calls are forwarded to it.
fn direct() -> GetDeviceCount {
    static DIRECT: OnceLock<GetDeviceCount> = OnceLock::new();
    *DIRECT.get_or_init(|| {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let library = std::env::temp_dir().join(format!("libamdhip64-bench-{}.so", std::process::id()));
        let mut compile = Command::new("cc");
        compile.args(["-O2", "-shared", "-fPIC", "-DVERSION=6", "-DDEVICES=1"]).arg("-isystem").arg(here.join("../include"));
        let status = compile.arg(here.join("tests/forward/stand_in.c")).arg("-o").arg(&library).status();
        assert!(status.is_ok_and(|status| status.success()), "the stand-in compiles");
        hipify_hip::forward::forward_to_file(&library.to_string_lossy()).expect("the stand-in loads");
        let name = CString::new(library.to_string_lossy().as_bytes()).expect("a path of the system");
        // SAFETY: the file is loaded already and its function has this type.
        unsafe {
            let handle = libc::dlopen(name.as_ptr(), libc::RTLD_NOW);
            let function = libc::dlsym(handle, c"hipGetDeviceCount".as_ptr());
            std::mem::transmute::<*mut c_void, GetDeviceCount>(function)
        }
    })
}

#[divan::bench]
fn direct_call(bencher: divan::Bencher) {
    let function = direct();
    // SAFETY: the pointer leads to a local variable.
    bencher.bench_local(|| unsafe { black_box(function)(&mut 0) });
}

#[divan::bench]
fn forwarded_call(bencher: divan::Bencher) {
    direct();
    let function = hipify_hip::api::device::hipGetDeviceCount as *const c_void;
    // SAFETY: the entry point has this type.
    let function = unsafe { std::mem::transmute::<*const c_void, GetDeviceCount>(function) };
    // SAFETY: the pointer leads to a local variable.
    bencher.bench_local(|| unsafe { black_box(function)(&mut 0) });
}

fn main() {
    divan::main();
}
