//! What a call of CUDA costs beside the same call of HIP, tracing off: one that is forwarded, and one that is converted.

use std::ffi::{CString, c_int, c_void};
use std::path::Path;
use std::sync::OnceLock;

use divan::black_box;

type GetDevice = unsafe extern "C" fn(*mut c_int) -> c_int;
type GetAttributes = unsafe extern "C" fn(*mut [u64; 16], *const c_void) -> c_int;
type Allocate = unsafe extern "C" fn(*mut *mut c_void, usize) -> c_int;

/// The functions of both sides, and memory of the device.
struct Functions {
    hip: (GetDevice, GetAttributes),
    cuda: (GetDevice, GetAttributes),
    memory: usize,
}

fn library(path: &Path) -> *mut c_void {
    let name = CString::new(path.to_string_lossy().as_bytes()).expect("a path of the system");
    // SAFETY: a C string.
    let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW) };
    assert!(!handle.is_null(), "`{}` loads", path.display());
    handle
}

fn symbol(library: *mut c_void, name: &str) -> *mut c_void {
    let name = CString::new(name).expect("a name");
    // SAFETY: the library is open, the name a C string.
    let found = unsafe { libc::dlsym(library, name.as_ptr()) };
    assert!(!found.is_null(), "{name:?} is there");
    found
}

fn functions() -> &'static Functions {
    static FUNCTIONS: OnceLock<Functions> = OnceLock::new();
    FUNCTIONS.get_or_init(|| {
        // SAFETY: one thread runs; both libraries read the variable when they are first called.
        unsafe { std::env::set_var("HIPIFY_DEVICE", "cpu") };
        let own = std::env::current_exe().expect("the system tells it");
        let folder = std::env::temp_dir().join(format!("hipify-bench-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("the temporary folder is writable");
        hipify_cuda_libraries::write(&folder, &own.with_file_name("libhipify_cuda.so")).expect("it is writable");
        let (hip, cuda) = (library(&own.with_file_name("libhipify_hip.so")), library(&folder.join("libcudart.so.12")));
        let mut memory = std::ptr::null_mut();
        // SAFETY: the functions are of these types by their headers.
        unsafe {
            let allocate: Allocate = std::mem::transmute(symbol(hip, "hipMalloc"));
            assert_eq!(allocate(&raw mut memory, 64), 0);
            std::fs::remove_dir_all(&folder).expect("it was just made");
            Functions {
                hip: (
                    std::mem::transmute::<*mut c_void, GetDevice>(symbol(hip, "hipGetDevice")),
                    std::mem::transmute::<*mut c_void, GetAttributes>(symbol(hip, "hipPointerGetAttributes")),
                ),
                cuda: (
                    std::mem::transmute::<*mut c_void, GetDevice>(symbol(cuda, "cudaGetDevice")),
                    std::mem::transmute::<*mut c_void, GetAttributes>(symbol(cuda, "cudaPointerGetAttributes")),
                ),
                memory: memory as usize,
            }
        }
    })
}

#[divan::bench]
fn forwarded_hip(bencher: divan::Bencher) {
    let function = functions().hip.0;
    // SAFETY: the pointer leads to a local variable.
    bencher.bench_local(|| unsafe { black_box(function)(&mut 0) });
}

#[divan::bench]
fn forwarded_cuda(bencher: divan::Bencher) {
    let function = functions().cuda.0;
    // SAFETY: the pointer leads to a local variable.
    bencher.bench_local(|| unsafe { black_box(function)(&mut 0) });
}

#[divan::bench]
fn converted_hip(bencher: divan::Bencher) {
    let all = functions();
    // SAFETY: the structure is smaller than the array.
    bencher.bench_local(|| unsafe { black_box(all.hip.1)(&mut [0; 16], all.memory as *const c_void) });
}

#[divan::bench]
fn converted_cuda(bencher: divan::Bencher) {
    let all = functions();
    // SAFETY: the structure is smaller than the array.
    bencher.bench_local(|| unsafe { black_box(all.cuda.1)(&mut [0; 16], all.memory as *const c_void) });
}

fn main() {
    divan::main();
}
