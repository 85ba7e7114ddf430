//! Programs that call CUDA's libraries and were never ported, by `run --cuda-shim`, and what `inspect` says of them.

use hipify_tests::cli_command::{TestFolder, binary};
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
fn compiled(place: &TestFolder, more: &[&str]) {
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
    let place = TestFolder::new(&[("program.c", PROGRAM)]);
    compiled(&place, &[]);
    let said = place.run("run --cuda-shim --device cpu --wave-size 64 program");
    assert_eq!((said.code, said.out.as_str()), (0, "42 64\n"), "{}", said.err);
    assert!(said.err.contains("`cudaGLSetGLDevice` is not supported"), "{}", said.err);
}

#[test]
fn inspect_says_how_each_function_of_cudas_will_be_served() {
    let place = TestFolder::new(&[("program.c", PROGRAM)]);
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

/// A kernel and a variable that were ported, in a library of their own.
const KERNEL: &str = r#"
__device__ int offsets[2] = {1, 2};
__global__ void square(int *values) { values[threadIdx.x] = values[threadIdx.x] * values[threadIdx.x] + offsets[1]; }
extern "C" const void *square_kernel() { return (const void *)square; }
extern "C" const void *offsets_symbol() { return (const void *)offsets; }
"#;

/// What was never ported launches the one and writes the other.
const CALLER: &str = r#"
#include <stdio.h>
struct dim3 { unsigned x, y, z; };
const void *square_kernel(void), *offsets_symbol(void);
int cudaMemcpyToSymbol(const void *, const void *, unsigned long, unsigned long, int);
int cudaMemcpyFromSymbol(void *, const void *, unsigned long, unsigned long, int);
int cudaGetSymbolAddress(void **, const void *);
int cudaGetSymbolSize(unsigned long *, const void *);
int cudaMemcpy(void *, const void *, unsigned long, int);
int cudaMallocManaged(void **, unsigned long, unsigned);
int cudaLaunchKernel(const void *, struct dim3, struct dim3, void **, unsigned long, void *);
int cudaDeviceSynchronize(void);
int main(void) {
    int *values, offsets[2] = {0, 0}, more = 1000;
    void *address;
    unsigned long size = 0;
    if (cudaMemcpyFromSymbol(offsets, offsets_symbol(), 8, 0, 2) || offsets[0] != 1 || offsets[1] != 2) return 3;
    if (cudaMemcpyToSymbol(offsets_symbol(), &more, 4, 4, 1) || cudaGetSymbolSize(&size, offsets_symbol()) || size != 8) return 4;
    if (cudaGetSymbolAddress(&address, offsets_symbol()) || cudaMemcpy(offsets, address, 8, 2) || offsets[1] != 1000) return 5;
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
fn kernels_and_variables_that_were_ported_are_used_by_code_that_was_not() {
    let place = TestFolder::new(&[("program.c", CALLER), ("kernel.cu", KERNEL)]);
    let built = place.run("build kernel.cu --offload-arch cpu --emit shared -o libkernel.so");
    assert_eq!(built.code, 0, "{}", built.err);
    let folder = place.path("");
    compiled(&place, &["-L", folder.to_str().unwrap(), "-lkernel", "-Wl,-rpath,$ORIGIN", "-Wl,--allow-shlib-undefined"]);
    let said = place.run("run --cuda-shim --device cpu program");
    assert_eq!((said.code, said.out.as_str()), (0, "1049\n"), "{}", said.err);
}

/// What NVIDIA's static runtime leaves in a program: the name of the driver that it loads, and the text of its own status.
const STATIC: &str = r#"
#include <stdio.h>
int main(void) {
    printf("%s: %s\n", "libcuda.so.1", "CUDA driver version is insufficient for CUDA runtime version");
    return 0;
}
"#;

#[test]
fn a_program_with_cudas_runtime_inside_is_told_before_it_fails() {
    let place = TestFolder::new(&[("program.c", STATIC), ("main.cu", "int main() { return 0; }\n")]);
    assert_eq!(place.shell("cc program.c -o program && cc -shared -fPIC -Dmain=other program.c -o libother.so").code, 0);
    let fact = "has CUDA's runtime linked in, nvcc's default";
    let inspected = place.run("inspect program");
    assert!(inspected.code == 0 && inspected.out.contains(fact), "{}", inspected.out);
    let report: serde_json::Value = serde_json::from_str(&place.run("inspect --json program").out).unwrap();
    assert_eq!(report[0]["static_cuda_runtime"], true);
    let ran = place.run("run --cuda-shim --device cpu program");
    assert!(ran.err.contains("warning: `") && ran.err.contains(fact) && ran.err.contains("-cudart shared"), "{}", ran.err);
    let built = place.run("build --offload-arch cpu main.cu -L. -lother -o main");
    assert!(built.err.contains("libother.so` has CUDA's runtime linked in"), "{}", built.err);
}

/// A sum over two devices, by declarations of its own.
const COLLECTIVE: &str = r#"
#include <stdio.h>
int cudaMalloc(void **, unsigned long);
int cudaMemcpy(void *, const void *, unsigned long, int);
int cudaSetDevice(int);
int ncclCommInitAll(void **, int, const int *);
int ncclAllReduce(const void *, void *, unsigned long, int, int, void *, void *);
int ncclGroupStart(void), ncclGroupEnd(void), ncclCommDestroy(void *);
int main(void) {
    void *comms[2];
    int *values[2], host;
    if (ncclCommInitAll(comms, 2, 0)) return 1;
    for (int rank = 0; rank < 2; rank++) {
        host = 20 + rank;
        if (cudaSetDevice(rank) || cudaMalloc((void **)&values[rank], 4) || cudaMemcpy(values[rank], &host, 4, 1)) return 2;
    }
    ncclGroupStart();
    for (int rank = 0; rank < 2; rank++) {
        if (cudaSetDevice(rank) || ncclAllReduce(values[rank], values[rank], 1, 2, 0, comms[rank], 0)) return 3;
    }
    if (ncclGroupEnd()) return 4;
    for (int rank = 0; rank < 2; rank++) {
        if (cudaSetDevice(rank) || cudaMemcpy(&host, values[rank], 4, 2) || ncclCommDestroy(comms[rank])) return 5;
        printf("%d\n", host);
    }
    return 0;
}
"#;

#[test]
fn a_program_linked_with_nccl_reaches_the_bundled_rccl() {
    let place = TestFolder::new(&[("program.c", COLLECTIVE)]);
    compiled(&place, &["-l:libnccl.so.2"]);
    let said = place.run("run --cuda-shim --device cpu --devices 2 program");
    assert_eq!((said.code, said.out.as_str()), (0, "41\n41\n"), "{}", said.err);
    let said = place.run("run --cuda-shim --device cpu program");
    assert!(said.err.contains("hipify-rs run --devices 2"), "{}", said.err);
}

/// A callback that was ported, in a library of its own.
const CALLBACK: &str = r#"
#include <cufftXt.h>
__device__ cufftComplex load(void *, size_t at, void *factor, void *) {
    return make_cuComplex(at * *static_cast<float *>(factor), 0);
}
__device__ cufftCallbackLoadC pointer = load;
extern "C" const void *pointer_symbol() { return (const void *)&pointer; }
"#;

/// What was never ported gives it to a plan, asks for random numbers, and tries what has no counterpart.
const TRANSFORM: &str = r#"
#include <stdio.h>
const void *pointer_symbol(void);
int cudaMemcpyFromSymbol(void *, const void *, unsigned long, unsigned long, int);
int cudaMallocManaged(void **, unsigned long, unsigned);
int cudaDeviceSynchronize(void);
int cufftPlan1d(int *, int, int, int), cufftDestroy(int);
int cufftExecC2C(int, void *, void *, int);
int cufftXtSetCallback(int, void **, int, void **), cufftXtClearCallback(int, int);
int cufftXtSetCallbackSharedSize(int, int, unsigned long);
int cufftXtSetJITCallback(int, const char *, const void *, unsigned long, int, void **);
int curandCreateGenerator(void **, int), curandSetPseudoRandomGeneratorSeed(void *, unsigned long long);
int curandGenerate(void *, unsigned *, unsigned long), curandDestroyGenerator(void *);
int main(void) {
    int plan;
    void *routine, *generator;
    float *factor, *data;
    unsigned *words;
    if (cudaMemcpyFromSymbol(&routine, pointer_symbol(), 8, 0, 2) || cudaMallocManaged((void **)&factor, 4, 1)) return 1;
    if (cudaMallocManaged((void **)&data, 64, 1) || cudaMallocManaged((void **)&words, 16, 1)) return 2;
    *factor = 0.5f;
    if (cufftPlan1d(&plan, 8, 0x29, 1) || cufftXtSetCallback(plan, &routine, 0, (void **)&factor)) return 3;
    if (cufftXtSetCallback(plan, &routine, 2, 0) != 3 || cufftXtSetCallbackSharedSize(plan, 0, 20000) != 8) return 4;
    if (cufftExecC2C(plan, data, data, -1) || cudaDeviceSynchronize()) return 5;
    if (cufftXtClearCallback(plan, 0) || cufftXtSetJITCallback(plan, "load", 0, 0, 0, 0) == 0 || cufftDestroy(plan)) return 6;
    if (curandCreateGenerator(&generator, 141) || curandSetPseudoRandomGeneratorSeed(generator, 1234)) return 7;
    if (curandGenerate(generator, words, 4) || cudaDeviceSynchronize() || curandDestroyGenerator(generator)) return 8;
    printf("%g %08x\n", data[0], words[0]);
    return 0;
}
"#;

#[test]
fn callbacks_that_were_ported_are_called_by_transforms_that_were_not() {
    let place = TestFolder::new(&[("program.c", TRANSFORM), ("callback.cu", CALLBACK)]);
    let built = place.run("build callback.cu --offload-arch cpu --emit shared -o libcallback.so");
    assert_eq!(built.code, 0, "{}", built.err);
    let folder = place.path("");
    let more = ["-L", folder.to_str().unwrap(), "-lcallback", "-l:libcufft.so.11", "-l:libcurand.so.10", "-Wl,-rpath,$ORIGIN"];
    compiled(&place, &[&more[..], &["-Wl,--allow-shlib-undefined"]].concat());
    let said = place.run("run --cuda-shim --device cpu program");
    // The sum of the places from 0 to 7, halved, and cuRAND's first word of MTGP32.
    assert_eq!((said.code, said.out.as_str()), (0, "14 95130d0d\n"), "{}", said.err);
    assert!(said.err.contains("`cufftXtSetJITCallback` is not supported"), "{}", said.err);
}
