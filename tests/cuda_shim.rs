//! Programs that call CUDA's libraries and were never ported, by `run --cuda-shim`, and what `inspect` says of them.

#[path = "support/cli_command.rs"]
mod cli_command;

use cli_command::{Place, binary};
use std::process::Command;

/// Declarations are the program's own: no header of CUDA's is needed.
const PROGRAM: &str = r#"
#include <stdio.h>
int cudaMalloc(void **, unsigned long);
int cudaMemcpy(void *, const void *, unsigned long, int);
int cudaDeviceGetAttribute(int *, int, int);
int cudaGLSetGLDevice(int);
int main(void) {
    int *device, from = 42, to = 0, lanes = 0;
    if (cudaMalloc((void **)&device, 4) || cudaMemcpy(device, &from, 4, 1) || cudaMemcpy(&to, device, 4, 2)) return 1;
    if (cudaDeviceGetAttribute(&lanes, 10, 0) || cudaGLSetGLDevice(0) != 801) return 2;
    printf("%d %d\n", to, lanes);
    return 0;
}
"#;

/// Compiles `program.c` against the shim's libraries.
fn compiled(place: &Place, more: &[&str]) {
    let shim = binary().with_file_name("libhipify_cuda.so");
    std::fs::create_dir_all(place.path("cuda")).unwrap();
    hipify_cuda_libraries::write(&place.path("cuda"), &shim).unwrap();
    let mut command = Command::new("cc");
    command.arg(place.path("program.c")).arg("-L").arg(place.path("cuda")).arg("-l:libcudart.so.12").args(more);
    let done = command.arg("-o").arg(place.path("program")).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

#[test]
fn a_program_linked_with_cudas_runtime_runs_on_the_bundled_one() {
    let place = Place::new(&[("program.c", PROGRAM)]);
    compiled(&place, &[]);
    let said = place.run("run --cuda-shim --device cpu --wave-size 64 program");
    assert_eq!((said.code, said.out.as_str()), (0, "42 64\n"), "{}", said.err);
    assert!(said.err.contains("`cudaGLSetGLDevice` is not supported"), "{}", said.err);
}

#[test]
fn inspect_says_how_each_function_of_cudas_will_be_served() {
    let place = Place::new(&[("program.c", PROGRAM)]);
    compiled(&place, &[]);
    let said = place.run("inspect --json program");
    let report: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    let imports = report[0]["cuda_imports"].as_array().unwrap();
    let served = |name: &str| imports.iter().find(|import| import["symbol"] == name).map(|import| import["served"].clone());
    assert_eq!(served("cudaMalloc"), Some("forwarded".into()));
    assert_eq!(served("cudaDeviceGetAttribute"), Some("own".into()));
    assert_eq!(served("cudaGLSetGLDevice"), Some("unsupported".into()));
    assert_eq!(served("printf"), None);
    assert!(imports.iter().all(|import| import["library"] == "libcudart.so.12"), "{imports:?}");
    assert_eq!(said.code, 0);
    let table = place.run("inspect program").out;
    assert!(table.contains("CUDA imports of libcudart.so.12") && table.contains("unsupported cudaGLSetGLDevice"), "{table}");
}

/// A kernel that was ported, in a library of its own.
const KERNEL: &str = r#"
__global__ void square(int *values) { values[threadIdx.x] *= values[threadIdx.x]; }
extern "C" const void *square_kernel() { return (const void *)square; }
"#;

/// What was never ported launches it.
const CALLER: &str = r#"
#include <stdio.h>
struct dim3 { unsigned x, y, z; };
const void *square_kernel(void);
int cudaMallocManaged(void **, unsigned long, unsigned);
int cudaLaunchKernel(const void *, struct dim3, struct dim3, void **, unsigned long, void *);
int cudaDeviceSynchronize(void);
int main(void) {
    int *values;
    struct dim3 one = {1, 1, 1}, threads = {8, 1, 1};
    if (cudaMallocManaged((void **)&values, 8 * sizeof *values, 1)) return 1;
    for (int i = 0; i < 8; i++) values[i] = i;
    void *arguments[] = {&values};
    if (cudaLaunchKernel(square_kernel(), one, threads, arguments, 0, 0) || cudaDeviceSynchronize()) return 2;
    printf("%d\n", values[7]);
    return 0;
}
"#;

#[test]
fn kernels_that_were_ported_are_launched_by_code_that_was_not() {
    let place = Place::new(&[("program.c", CALLER), ("kernel.cu", KERNEL)]);
    let built = place.run("build kernel.cu --offload-arch cpu --emit shared -o libkernel.so");
    assert_eq!(built.code, 0, "{}", built.err);
    let folder = place.path("");
    compiled(&place, &["-L", folder.to_str().unwrap(), "-lkernel", "-Wl,-rpath,$ORIGIN", "-Wl,--allow-shlib-undefined"]);
    let said = place.run("run --cuda-shim --device cpu program");
    assert_eq!((said.code, said.out.as_str()), (0, "49\n"), "{}", said.err);
}
