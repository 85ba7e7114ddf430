//! CUDA programs built for the CPU, alone and beside GPUs, by every way there is to build, and run on it.

use hipify_tests::build::{Contents, each, project};
use hipify_tests::cli_command::{Said, TestFolder};
use libtest_mimic::{Arguments, Failed, Trial};
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let trials = vec![
        trial("a_program_is_built_for_the_cpu_and_run_in_one_step", &[], one_step),
        trial("a_program_for_gpus_and_the_cpu_holds_code_for_each", &[], gpus_and_the_cpu),
        trial("a_build_for_the_cpu_alone_asks_for_no_hip_of_the_machine", &[], no_hip),
        trial("the_width_of_a_warp_is_that_of_the_first_gpu_or_as_asked_for", &[], widths),
        trial("the_cpu_is_as_many_devices_as_asked_for", &[], devices),
        trial("a_program_that_fails_is_named_with_its_status_or_signal", &[], failures),
        trial("what_is_no_program_is_refused_with_the_reason", &[], no_program),
        trial("a_simulator_gets_the_program_with_the_configuration_of_the_target", &[], simulator),
        trial("a_program_linked_with_the_systems_runtime_runs_on_the_bundled_one", &[], the_systems_runtime),
        trial("a_bundled_program_runs_wherever_its_folder_goes", &[], bundled),
        trial("a_bundled_program_brings_the_mathematical_libraries_along", &[], bundled_mathematics),
        trial("a_runtime_that_is_not_there_is_an_error_that_says_what_makes_it", &[], no_runtime),
        trial("relocatable_device_code_is_lowered_as_one_program", &[], relocatable),
        trial("objects_and_libraries_carry_code_for_the_cpu", &[], objects_and_libraries),
        trial("nvccs_command_line_builds_for_the_cpu", &[], nvcc),
        trial("kernels_with_states_of_generators_have_one_name_on_all_targets", &[], states),
        trial("cmake_and_make_build_for_the_cpu", &["cmake", "make"], folders),
        trial("ninja_builds_the_same_program", &["ninja"], ninja),
        trial("an_access_outside_of_an_allocation_names_thread_and_line", &[], sanitizer),
        trial("a_debugger_stops_in_a_kernel_at_the_line_of_the_cuda_source", &["gdb"], debugger),
        trial("a_strip_mined_kernel_has_debug_information", &[], optimised_with_lines),
        trial("unoptimised_code_for_the_cpu_computes_the_same", &[], unoptimised),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// A trial that is skipped, and says why, where a program is missing.
fn trial(name: &str, needs: &[&'static str], check: fn()) -> Trial {
    let missing = needs.iter().copied().find(|tool| Command::new(tool).arg("--version").output().is_err());
    let kind = missing.map_or(String::new(), |tool| format!("needs {tool}"));
    let run = move || -> Result<(), Failed> {
        check();
        Ok(())
    };
    Trial::test(name, run).with_kind(kind).with_ignored_flag(missing.is_some())
}

/// Doubles numbers, and says how wide a warp is.
const DOUBLE: &str = r#"#include <cstdio>
#include <cstdlib>
__device__ int twice(int x) { return 2 * x; }
__global__ void work(int *out, int n, int *width) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = twice(i);
    if (i == 0) *width = warpSize;
}
int main(int argc, char **argv) {
    const int n = 1000, extra = argc > 1 ? atoi(argv[1]) : 0;
    int *out, *width;
    if (cudaMalloc(&out, n * sizeof(int)) || cudaMallocManaged(&width, sizeof(int))) return 2;
    work<<<(n + 127) / 128, 128>>>(out, n + extra, width);
    if (cudaDeviceSynchronize()) return 3;
    int host[n];
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        if (host[i] != 2 * i) return 4;
    printf("doubled, warps of %d\n", *width);
    return 0;
}
"#;

fn place() -> TestFolder {
    TestFolder::new(&[("double.cu", DOUBLE)])
}

fn went_well(said: &Said) {
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
}

/// The program's output when `hipify-rs run` runs it.
fn ran(place: &TestFolder, line: &str) -> String {
    let said = place.run(&format!("run {line}"));
    went_well(&said);
    said.out
}

fn one_step() {
    let said = place().run("build --quiet double.cu --offload-arch cpu -o double --run -- 0");
    went_well(&said);
    assert_eq!(said.out, "doubled, warps of 32\n");
}

fn gpus_and_the_cpu() {
    let place = place();
    place.build("--quiet --offload-arch gfx90a,cpu,gfx1100 double.cu -o double");
    assert_eq!(place.contents("double"), each(&["cpu", "gfx1100", "gfx90a"], &["work"]));
    assert!(ran(&place, "./double").starts_with("doubled"));
    assert!(place.build("--quiet --offload-arch gfx1100,cpu --emit bundle double.cu -o k.hipfb").err.is_empty());
    assert_eq!(place.contents("k.hipfb"), each(&["cpu", "gfx1100"], &["work"]));
    let table = place.run("inspect --target cpu double").out;
    assert!(table.contains("\n  cpu\n") && table.contains("regions") && !table.contains("gfx"), "{table}");
}

/// Kernels whose names have the types of cuRAND's states in them, which host code of a build for GPUs takes from AMD's header.
const STATES: &str = r#"#include <cstdio>
#include <curand_kernel.h>
template <typename State> __global__ void touch(State *, int *out) { *out += 1; }
template <typename State> void one(int *out) { touch<State><<<1, 1>>>(nullptr, out); }
int main() {
    int *out;
    if (cudaMallocManaged(&out, sizeof *out)) return 2;
    one<curandState>(out), one<curandState_t>(out), one<curandStateXORWOW>(out), one<curandStateXORWOW_t>(out);
    one<curandStatePhilox4_32_10_t>(out), one<curandStateMRG32k3a_t>(out), one<curandStateMtgp32_t>(out);
    one<curandStateSobol32_t>(out), one<curandStateScrambledSobol32_t>(out);
    one<curandStateSobol64_t>(out), one<curandStateScrambledSobol64_t>(out);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%d %s\n", *out, cudaGetErrorString(error ? error : cudaGetLastError()));
}
"#;

fn states() {
    let place = TestFolder::new(&[("states.cu", STATES)]);
    for targets in ["cpu", "gfx90a,cpu"] {
        let built = place.run(&format!("build --quiet --offload-arch {targets} states.cu -o states"));
        // The oldest HIP has no hipRAND for GPUs.
        if targets != "cpu" && built.err.contains("hiprand") && built.err.contains("not found") {
            continue;
        }
        went_well(&built);
        assert_eq!(ran(&place, "--device cpu ./states"), "11 no error\n", "{targets}");
    }
}

fn no_hip() {
    let place = place();
    let plan = place.build("--offload-arch cpu -### double.cu").out;
    for word in ["rocm", "--hip-path", "amdhip64", "/usr/include"] {
        assert!(!plan.contains(word), "{word}: {plan}");
    }
    place.build("--quiet --offload-arch cpu -c -MD double.cu");
    let headers = place.read("double.d");
    assert!(headers.contains("hip/hip_runtime.h") && !headers.contains("/usr/include/hip/"), "{headers}");
    assert!(headers.contains("double.cu"), "{headers}");
}

fn widths() {
    let place = place();
    place.build("--quiet --offload-arch gfx1100,cpu double.cu -o rdna");
    place.build("--quiet --offload-arch gfx90a,cpu double.cu -o cdna");
    assert_eq!(ran(&place, "./rdna"), "doubled, warps of 32\n");
    assert_eq!(ran(&place, "./cdna"), "doubled, warps of 64\n");
    assert_eq!(ran(&place, "--wave-size 32 --threads 1 --device cpu ./cdna"), "doubled, warps of 32\n");
    let refused = place.run("run --wave-size 48 ./cdna");
    assert!(refused.code == 2 && refused.err.contains("32 or 64 lanes"), "{}", refused.err);
}

fn devices() {
    let count = "#include <cstdio>\nint main() {\n  int n = 0;\n  cudaGetDeviceCount(&n);\n  std::printf(\"%d\\n\", n);\n}\n";
    let place = TestFolder::new(&[("count.cu", count)]);
    place.build("--quiet --offload-arch cpu count.cu -o count");
    assert_eq!(ran(&place, "--device cpu ./count"), "1\n");
    assert_eq!(ran(&place, "--device cpu --devices 4 ./count"), "4\n");
    let refused = place.run("run --devices 65 ./count");
    assert!(refused.code == 2 && refused.err.contains("1 to 64 devices"), "{}", refused.err);
}

fn failures() {
    let place = TestFolder::new(&[
        ("fail", "#!/bin/sh\nexit 7\n"),
        ("die", "#!/bin/sh\nkill -SEGV $$\n"),
        ("well", "#!/bin/sh\necho $1\n"),
    ]);
    went_well(&place.shell("chmod +x fail die well"));
    let failed = place.run("run ./fail");
    assert!(failed.code == 4 && failed.err.contains("exit status: 7"), "{}", failed.err);
    let died = place.run("run ./die");
    assert!(died.code == 4 && died.err.contains("SIGSEGV"), "{}", died.err);
    assert_eq!(ran(&place, "well --device"), "--device\n");
}

/// A stand-in for AMD's simulator, which says how it was called.
fn simulator() {
    let device = "{\"vm\": {\"gpu\": {\"device\": {\"gfx_target_version\": 90402}}}}";
    let place = TestFolder::new(&[
        ("rocm/bin/rocjitsu", "#!/bin/sh\necho \"$HIPIFY_DEVICE $HSA_ENABLE_SDMA $@\"\nexit $STATUS\n"),
        ("rocm/share/rocjitsu/configs/amdgpu_any_name.json", device),
        ("program", "#!/bin/sh\n"),
    ]);
    went_well(&place.shell("chmod +x rocm/bin/rocjitsu program"));
    let with =
        |status: u32, line: &str| place.shell(&format!("HIPIFY_ROCJITSU=$PWD/rocm/bin/rocjitsu STATUS={status} $hipify {line}"));
    let said = with(0, "run --simulate gfx942 program --size 3");
    let config = place.path("rocm/share/rocjitsu/configs/amdgpu_any_name.json");
    let wanted = format!("gpu 1 --config {} -- {} --size 3\n", config.display(), place.path("program").display());
    assert_eq!((said.code, said.out), (0, wanted), "{}", said.err);
    assert_eq!(with(9, "run --simulate gfx942 program").code, 4);
    let said = with(0, "run --simulate gfx1100 program");
    assert!(said.code == 2 && said.err.contains("describes gfx1100") && said.err.contains("help:"), "{}", said.err);
    let said = with(0, "run --simulate gfx942 --wave-size 64 program");
    assert!(said.code == 2 && said.err.contains("cannot be used with"), "{}", said.err);
    let doctor = with(0, "doctor");
    assert!(doctor.out.contains("rocm/bin/rocjitsu"), "{}", doctor.out);
    let without = place.run("run --simulate gfx942 program");
    assert!(without.err.contains("is not installed") || without.code == 0, "{}", without.err);
}

fn no_program() {
    let place = place();
    place.write("data", "no program");
    went_well(&place.shell("chmod +x data"));
    for (name, reason) in
        [("none", "no such program"), ("double.cu", "is not executable"), (".", "is a folder"), ("data", "no program for this")]
    {
        let said = place.run(&format!("run {name}"));
        assert!(said.code == 2 && said.err.contains(reason) && said.err.contains("help:"), "{name}: {}", said.err);
    }
}

fn the_systems_runtime() {
    let place = place();
    place.build("--quiet --offload-arch gfx90a,cpu --runtime system double.cu -o double");
    let needed = Command::new("readelf").args(["-d"]).arg(place.path("double")).output().unwrap();
    let needed = String::from_utf8_lossy(&needed.stdout).into_owned();
    assert!(needed.contains("libamdhip64") && !needed.contains("libhipify_hip"), "{needed}");
    let said = place.run("run --device cpu ./double");
    went_well(&said);
    assert_eq!((said.out.as_str(), said.err.as_str()), ("doubled, warps of 64\n", ""));
}

fn bundled() {
    let place = place();
    went_well(&place.shell("mkdir made && $hipify build --quiet --offload-arch cpu --bundle double.cu -o made/double"));
    assert!(place.has("made/libhipify_hip.so"));
    let said = place.shell("unset LD_LIBRARY_PATH; mv made moved && moved/double && ldd moved/double");
    went_well(&said);
    assert!(said.out.starts_with("doubled") && said.out.contains("moved/libhipify_hip.so"), "{}", said.out);
    let refused = place.run("build --bundle --runtime system --offload-arch cpu double.cu");
    assert!(refused.code == 2 && refused.err.contains("leave one of them out"), "{}", refused.err);
}

const AXPY: &str = r#"
#include <cstdio>
#include <cublas_v2.h>
#include <cuda_runtime.h>
int main() {
  float *x, two = 2;
  cublasHandle_t handle;
  cudaMallocManaged(&x, 4 * sizeof *x);
  for (int i = 0; i < 4; i++) x[i] = i;
  if (cublasCreate(&handle) || cublasSaxpy(handle, 2, &two, x, 1, x + 2, 1) || cudaDeviceSynchronize()) return 1;
  std::printf("%g\n", x[3]);
  return cublasDestroy(handle);
}
"#;

fn bundled_mathematics() {
    let cmake = "cmake_minimum_required(VERSION 3.21)\nproject(axpy LANGUAGES CXX CUDA)\nfind_package(CUDAToolkit REQUIRED)\n\
                 add_executable(axpy axpy.cu)\ntarget_link_libraries(axpy PRIVATE CUDA::cublas)\n";
    let place = TestFolder::new(&[("p/axpy.cu", AXPY), ("p/CMakeLists.txt", cmake)]);
    went_well(&place.shell("mkdir made && $hipify build --quiet --offload-arch cpu --bundle p/axpy.cu -lhipblas -o made/axpy"));
    went_well(&place.shell("HIPIFY_CACHE_DIR=$PWD/cache $hipify build --quiet --offload-arch cpu --bundle p -o cmade"));
    for folder in ["made", "cmade"] {
        let said = place
            .shell(&format!("unset LD_LIBRARY_PATH; mv {folder} moved-{folder}; moved-{folder}/axpy && ldd moved-{folder}/axpy"));
        went_well(&said);
        let expected = format!("moved-{folder}/libhipify_libraries.so");
        assert!(said.out.starts_with("5\n") && said.out.contains(&expected), "{}", said.out);
    }
}

fn no_runtime() {
    let place = place();
    let said = place.shell("mkdir empty; HIPIFY_RS_LIB=empty $hipify build --offload-arch cpu double.cu");
    assert_eq!(said.code, 2);
    assert!(said.err.contains("has no `hipify-lower`") && said.err.contains("cargo build --workspace"), "{}", said.err);
}

/// What `particles` prints, as on a GPU.
fn relocatable() {
    let place = project("particles");
    place.build("--quiet -fgpu-rdc --offload-arch gfx90a,cpu main.cu simulate.cu advance.cu field.cu -o whole");
    assert_eq!(place.contents("whole"), each(&["cpu", "gfx90a"], &["simulate"]));
    assert!(ran(&place, "./whole").contains("PASS"));
    place.build("--quiet -fgpu-rdc --offload-arch cpu --emit static field.cu advance.cu -o libphysics.a");
    place.build("--quiet -fgpu-rdc --offload-arch cpu -c main.cu simulate.cu");
    place.build("--quiet -fgpu-rdc main.o simulate.o -L. -lphysics -o parts");
    assert!(ran(&place, "./parts").contains("PASS"));
}

fn objects_and_libraries() {
    let place = project("nbody");
    place.build("--quiet --offload-arch cpu,gfx1100 -c forces.cu main.cu");
    let instances = ["void integrate_kernel<double, 128>", "void integrate_kernel<float, 128>"];
    assert_eq!(place.contents("forces.o"), each(&["cpu", "gfx1100"], &instances));
    place.build("--quiet --offload-arch cpu main.o forces.o -o of-objects");
    assert!(ran(&place, "./of-objects").contains("PASS"));
    place.build("--quiet --offload-arch cpu -shared forces.cu -o libforces.so");
    place.build("--quiet --offload-arch cpu main.cu -L. -lforces -Wl,-rpath,$ORIGIN -o with-library");
    assert!(ran(&place, "./with-library").contains("PASS"));
}

fn nvcc() {
    let place = place();
    let said =
        place.shell("ln -s $hipify nvcc && ./nvcc -O2 -arch=cpu -std=c++17 --use_fast_math double.cu -o double && ./double");
    went_well(&said);
    assert_eq!(said.out, "doubled, warps of 32\n");
    let run = place.shell("HIPIFY_OFFLOAD_ARCH=cpu $hipify cc -run double.cu -o again");
    went_well(&run);
    assert_eq!(run.out, "doubled, warps of 32\n");
}

const CMAKE: &str =
    "cmake_minimum_required(VERSION 3.21)\nproject(double LANGUAGES CXX CUDA)\nadd_executable(double double.cu)\n";
const MAKEFILE: &str = "double: double.cu\n\tnvcc -O2 -o $@ $<\n";

fn folders() {
    for (file, text, targets) in
        [("CMakeLists.txt", CMAKE, "cpu"), ("CMakeLists.txt", CMAKE, "gfx90a,cpu"), ("Makefile", MAKEFILE, "gfx90a,cpu")]
    {
        let place = TestFolder::new(&[("p/double.cu", DOUBLE), (&format!("p/{file}"), text)]);
        let said = place.shell(&format!(
            "unset LD_LIBRARY_PATH; HIPIFY_CACHE_DIR=$PWD/cache $hipify build --quiet p --offload-arch {targets} --bundle --run && ldd hip-build/double"
        ));
        went_well(&said);
        assert!(said.out.starts_with("doubled") && said.out.contains("hip-build/libhipify_hip.so"), "{file}: {}", said.out);
        let expected: Contents = each(&targets.split(',').collect::<Vec<_>>(), &["work"]);
        assert_eq!(place.contents("hip-build/double"), expected, "{file}");
    }
}

fn ninja() {
    let place = place();
    let said = place
        .shell("$hipify build --quiet --offload-arch cpu --bundle --emit ninja double.cu -o n && ninja -C n >log && n/a.out");
    went_well(&said);
    assert!(said.out.starts_with("doubled"), "{}", said.out);
    let again = place.shell("ninja -C n");
    assert!(again.out.contains("no work to do"), "{}", again.out);
}

fn sanitizer() {
    let place = place();
    place.build("--quiet --offload-arch cpu --sanitize address double.cu -o double");
    assert!(ran(&place, "./double").starts_with("doubled"));
    let said = place.run("run ./double 24");
    assert_eq!(said.code, 4, "{}", said.err);
    for words in ["heap-buffer-overflow", "double.cu:7", "work", "block (7, 0, 0)", "thread (104, 0, 0)"] {
        assert!(said.err.contains(words), "{words}: {}", said.err);
    }
}

fn debugger() {
    let place = place();
    place.build("--quiet --offload-arch cpu -g -O0 double.cu -o double");
    let said = place.shell(
        "gdb -q -batch -ex 'set breakpoint pending on' -ex 'set debuginfod enabled off' -ex 'break double.cu:7' -ex run -ex continue -ex bt \
         -ex 'print n' ./double",
    );
    assert!(said.out.contains("work") && said.out.contains("double.cu:7"), "{}{}", said.out, said.err);
    assert!(said.out.contains("= 1000"), "{}{}", said.out, said.err);
}

const GROW: &str = r#"#include <cstdio>
__global__ void grow(int *data, int *step, int n) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < n; ++i) data[at] += *step;
}
int main() {
    int *data, *step;
    cudaMallocManaged(&data, 1024);
    cudaMallocManaged(&step, 4);
    for (int i = 0; i < 256; ++i) data[i] = i;
    *step = 3;
    grow<<<2, 128>>>(data, step, 5);
    cudaDeviceSynchronize();
    long sum = 0;
    for (int i = 0; i < 256; ++i) sum += data[i];
    printf("%ld\n", sum);
}
"#;

/// A kernel whose loop is strip-mined has a copy, which debug information describes as a function of its own.
fn optimised_with_lines() {
    let place = place();
    place.write("grow.cu", GROW);
    place.build("--quiet --offload-arch cpu -gline-tables-only grow.cu -o grow");
    assert_eq!(ran(&place, "./grow"), "36480\n");
}

fn unoptimised() {
    let place = project("saxpy");
    place.build("--quiet --offload-arch cpu -O0 saxpy.cu -o plain");
    assert!(ran(&place, "./plain").contains("PASS"));
}
