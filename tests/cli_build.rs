//! Programs of several kinds built whole by `hipify-rs build`: in each executable and library stand the targets that were asked
//! for, and the kernels of the sources.

use hipify_tests::build::{commands, each, hip_headers, project};
use hipify_tests::cli_command::TestFolder;
use libtest_mimic::{Arguments, Failed, Trial};
use std::process::{Command, ExitCode, Output};

const TARGETS: [&str; 4] = ["gfx90a", "gfx942", "gfx1100", "gfx1201"];
const ALL: &str = "--quiet --offload-arch gfx90a,gfx942,gfx1100,gfx1201";
/// The instances that nbody asks for.
const NBODY: [&str; 2] = ["void integrate_kernel<double, 128>", "void integrate_kernel<float, 128>"];
const ONE: &str = "--quiet --offload-arch gfx90a";

/// Hides what `hipify-rs setup` fetched: libraries of a newer Debian, with which programs do not start here.
const STOCK: &str = "export XDG_DATA_HOME=$PWD/none";

fn main() -> ExitCode {
    let has_hipblas = has_header("hipblas/hipblas.h");
    let trials = vec![
        trial("one_source", one_source),
        trial("several_sources_with_headers", several_sources_with_headers),
        trial("relocatable_device_code_across_files", relocatable_device_code_across_files),
        trial("relocatable_device_code_in_a_library", relocatable_device_code_in_a_library),
        trial("a_shared_library_and_a_program_that_loads_it", shared_library),
        trial("objects_first_and_the_link_later", objects_first_and_the_link_later),
        trial("features_are_part_of_the_target", features_are_part_of_the_target),
        trial("hip_sources_are_built_as_they_are", hip_sources_are_built_as_they_are),
        trial("functions_of_the_program_come_before_those_that_hip_lacks", own_functions),
        trial("device_names_that_the_systems_hip_lacks_are_supplied", names_that_the_systems_hip_lacks),
        trial("a_program_gets_its_words_and_its_failure_has_an_exit_code", a_program_that_is_run),
        trial("words_after_dashes_reach_the_link", words_after_dashes),
        trial("the_libraries_of_included_headers_are_linked", libraries_of_headers),
        trial("amds_rocwmma_is_for_what_is_written_for_it_or_finds_it_first", on_rocwmma),
        trial("kernels_of_amds_rocwmma_run_with_lanes_of_both_sizes", lanes_of_rocwmma),
        trial("what_stands_on_rocprim_gets_code_for_each_size_of_warps", on_rocprim),
        trial("headers_that_all_sources_begin_with_are_parsed_once", precompiled_headers),
        trial("a_library_and_an_application_that_call_cublas", cublas)
            .with_kind(if has_hipblas { "" } else { "needs hipblas/hipblas.h" })
            .with_ignored_flag(!has_hipblas),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn trial(name: &str, check: fn()) -> Trial {
    Trial::test(name, move || {
        check();
        Ok::<(), Failed>(())
    })
}

fn has_header(header: &str) -> bool {
    let place = project("saxpy");
    let plan = place.build(&format!("{ONE} -### saxpy.cu")).out;
    hip_headers(&commands(&plan, "--cuda-device-only")[0]).join(header).exists()
}

/// A HIP with rocPRIM, and sources that include what stands on it and that do not.
const ON_ROCPRIM: &str = "mkdir -p hip/include/hip hip/include/rocprim && touch hip/include/rocprim/rocprim.hpp && \
    printf '#define HIP_VERSION_MAJOR 6\\n#define HIP_VERSION_MINOR 4\\n' > hip/include/hip/hip_version.h && \
    printf '#include <cub/cub.cuh>\\nint main() {}\\n' > cub.cu && export HIPIFY_HIP_PREFIX=$PWD/hip && \
    unset ROCM_PATH HIP_PATH";

fn on_rocprim() {
    let place = project("saxpy");
    let plan = |words: &str| {
        let said = place.shell(&format!("{ON_ROCPRIM} && $hipify build -### --offload-arch {words}"));
        assert_eq!(said.code, 0, "{}", said.err);
        said.out
    };
    let lanes = |plan: &str| {
        let passes: Vec<_> = plan.lines().filter(|line| line.contains("-fcuda-is-device")).map(str::to_owned).collect();
        assert!(
            passes.iter().all(|pass| pass.contains("hipify/rocprim.h") == pass.contains("__AMDGCN_WAVEFRONT_SIZE")),
            "{plan}"
        );
        let of = |pass: &str| [32, 64].into_iter().find(|lanes| pass.contains(&format!("-D__AMDGCN_WAVEFRONT_SIZE={lanes} ")));
        passes.iter().map(|pass| of(pass)).collect::<Vec<_>>()
    };
    let both = plan("cpu cub.cu");
    assert_eq!(lanes(&both), [Some(32), Some(64)]);
    assert!(both.contains("hip-x86_64-pc-linux-gnu--wave32,hip-x86_64-pc-linux-gnu--wave64 "), "{both}");
    // Every pass knows that the kernels of algorithms for the CPU are those that are launched.
    let alone = |plan: &str| {
        plan.lines()
            .filter(|line| line.contains("cub.cu") && line.contains("hipify/rocprim.h"))
            .map(|line| line.contains("HIPIFY_CPU_ALONE"))
            .collect::<Vec<_>>()
    };
    assert_eq!(alone(&both), [true; 3], "{both}");
    assert_eq!(lanes(&plan("cpu:wave64 cub.cu")), [Some(64)]);
    assert_eq!(lanes(&plan("cpu saxpy.cu")), [None]);
    // One module holds the relocatable code of all sources.
    assert_eq!(lanes(&plan("cpu -fgpu-rdc cub.cu")), [Some(32)]);
}

/// A folder with the headers that say that AMD's rocWMMA is there, and sources that include it, by its own name and by CUDA's.
const ON_ROCWMMA: &str = "mkdir -p $at/rocwmma/internal hip/include/hip && touch $at/rocwmma/internal/config.hpp && \
    printf '#define HIP_VERSION_MAJOR 6\\n#define HIP_VERSION_MINOR 4\\n' > hip/include/hip/hip_version.h && \
    printf '#include <rocwmma/rocwmma.hpp>\\nint main() {}\\n' > amd.cu && printf '#include <mma.h>\\nint main() {}\\n' > cuda.cu && \
    export HIPIFY_HIP_PREFIX=$PWD/hip && unset ROCM_PATH HIP_PATH";

fn on_rocwmma() {
    let place = project("saxpy");
    // How many device passes there are, and whether each pass has what comes before AMD's headers and finds them among AMD's HIP.
    let plan = |at: &str, words: &str| {
        let said = place.shell(&format!("at={at} && {ON_ROCWMMA} && $hipify build -### --offload-arch cpu {words}"));
        assert_eq!(said.code, 0, "{}", said.err);
        let passes: Vec<_> =
            said.out.lines().filter(|line| line.contains("-fcuda-is-device") || line.contains("--cuda-host-only")).collect();
        let all = |word: &str| {
            let with = passes.iter().filter(|pass| pass.contains(word)).count();
            assert!(with == 0 || with == passes.len(), "{}", said.out);
            with > 0
        };
        let device = passes.iter().filter(|pass| pass.contains("-fcuda-is-device")).count();
        (device, all("hipify/rocwmma.h"), all("-I") && all("hipify-rs/rocwmma/"))
    };
    assert_eq!(plan("hip/include", "amd.cu"), (2, true, true));
    assert_eq!(plan("hip/include", "cuda.cu"), (1, false, false));
    place.shell("rm -r hip");
    assert_eq!(plan("elsewhere", "amd.cu"), (1, false, false));
    for source in ["amd.cu", "cuda.cu"] {
        assert_eq!(plan("elsewhere", &format!("-Ielsewhere {source}")), (2, true, false));
        assert_eq!(plan("elsewhere", &format!("-I elsewhere {source}")), (2, true, false));
    }
}

/// Headers that tell GPUs apart, and let lanes read what others stored, as AMD's do.
const SMALL_ROCWMMA: &str = r#"mkdir -p amd/rocwmma/internal && cat > amd/rocwmma/internal/config.hpp <<'END'
#if defined(__gfx942__)
#define ROCWMMA_ARCH_GFX942 __gfx942__
#elif defined(__gfx1100__)
#define ROCWMMA_ARCH_GFX1100 __gfx1100__
#endif
END
cat > amd/rocwmma/rocwmma.hpp <<'END'
#pragma once
#include <rocwmma/internal/config.hpp>
namespace rocwmma {
template <typename T> __device__ void load_matrix_sync(T &to, const T *from, unsigned) { to = from[(threadIdx.x + 1) % warpSize]; }
template <typename T> __device__ void store_matrix_sync(T *to, const T &from, unsigned) { to[threadIdx.x % warpSize] = from; }
}
END
cat > next.hip <<'END'
#include <rocwmma/rocwmma.hpp>
#include <cstdio>
__global__ void next(int *out) {
    __shared__ int all[64];
    int mine = threadIdx.x + 1, other = 0;
    rocwmma::store_matrix_sync(all, mine, 0);
    rocwmma::load_matrix_sync(other, all, 0);
    out[threadIdx.x] = other;
#if ROCWMMA_ARCH_GFX942
    out[warpSize] = 942;
#elif ROCWMMA_ARCH_GFX1100
    out[warpSize] = 1100;
#endif
}
int main() {
    hipDeviceProp_t properties;
    int *out;
    if (hipGetDeviceProperties(&properties, 0) || hipMallocManaged(&out, 65 * sizeof(int))) return 1;
    const int lanes = properties.warpSize;
    next<<<1, lanes>>>(out);
    if (hipDeviceSynchronize()) return 1;
    int wrong = 0;
    for (int i = 0; i < lanes; i++) wrong += out[i] != (i + 1) % lanes + 1;
    std::printf("%d lanes, %d wrong, as gfx%d\n", lanes, wrong, out[lanes]);
}
END
"#;

fn lanes_of_rocwmma() {
    let place = project("saxpy");
    let said = place.shell(&format!("{SMALL_ROCWMMA}$hipify build --offload-arch cpu -Iamd next.hip -o next"));
    assert_eq!(said.code, 0, "{}", said.err);
    let run = place.shell("for lanes in 32 64; do $hipify run --wave-size $lanes ./next; done");
    assert_eq!(run.out, "32 lanes, 0 wrong, as gfx1100\n64 lanes, 0 wrong, as gfx942\n", "{}", run.err);
}

fn one_source() {
    let place = project("saxpy");
    let said = place.shell(&format!("{STOCK} && $hipify build {ALL} saxpy.cu -o saxpy"));
    assert_eq!(said.code, 0, "{}", said.err);
    assert_eq!(place.contents("saxpy"), each(&TARGETS, &["saxpy"]));
    let run = Command::new(place.path("saxpy")).output().unwrap();
    assert!(starts(&run), "it starts, and ends by itself: {run:?}");
}

/// Whether the loader found all libraries, and the program ended by itself; without a GPU it may well have failed.
fn starts(run: &Output) -> bool {
    run.status.code().is_some_and(|code| code != 127)
}

fn several_sources_with_headers() {
    let place = project("nbody");
    let before = place.files("");
    place.build(&format!("{ALL} forces.cu main.cu -o nbody"));
    assert_eq!(place.contents("nbody"), each(&TARGETS, &NBODY));
    let after: Vec<_> = place.files("").into_iter().filter(|(name, _)| name != "nbody").collect();
    assert!(before == after, "the sources are as they were, and nothing is left beside the program");
}

fn relocatable_device_code_across_files() {
    let place = project("particles");
    place.build(&format!("{ALL} -fgpu-rdc main.cu simulate.cu advance.cu field.cu -o particles"));
    assert_eq!(place.contents("particles"), each(&TARGETS, &["simulate"]));
    let symbols = Command::new("nm").arg(place.path("particles")).output().unwrap();
    let symbols = String::from_utf8_lossy(&symbols.stdout);
    // The host's shadows of the variables, which cudaMemcpyToSymbol takes.
    assert!(symbols.contains(" strength\n") && symbols.contains(" steps_made\n"), "{symbols}");
}

fn relocatable_device_code_in_a_library() {
    let place = project("particles");
    place.build(&format!("{ONE} -fgpu-rdc --emit static field.cu advance.cu -o libphysics.a"));
    place.build(&format!("{ONE} -fgpu-rdc -c main.cu simulate.cu"));
    place.build(&format!("{ONE} -fgpu-rdc main.o simulate.o -L. -lphysics -o by-name"));
    place.build(&format!("{ONE} -fgpu-rdc main.o simulate.o libphysics.a -o by-path"));
    assert_eq!(place.contents("by-name"), each(&["gfx90a"], &["simulate"]));
    assert_eq!(place.contents("by-path"), each(&["gfx90a"], &["simulate"]));
}

fn shared_library() {
    let place = project("nbody");
    let said = place.shell(&format!(
        "{STOCK} && $hipify build {ONE} -shared forces.cu -o libforces.so && \
         $hipify build {ONE} main.cu -L. -lforces '-Wl,-rpath,$ORIGIN' -o app"
    ));
    assert_eq!(said.code, 0, "{}", said.err);
    let (library, app) = (place.contents("libforces.so"), place.contents("app"));
    assert_eq!(library, each(&["gfx90a"], &NBODY));
    assert!(app.values().all(|kernels| kernels.is_empty()), "{app:?}");
    let run = Command::new(place.path("app")).output().unwrap();
    assert!(starts(&run), "the library is found: {run:?}");
}

fn objects_first_and_the_link_later() {
    let place = project("nbody");
    place.build("--quiet --offload-arch gfx90a,gfx1100 -c forces.cu main.cu");
    assert_eq!(place.contents("forces.o"), each(&["gfx90a", "gfx1100"], &NBODY));
    place.build("--quiet main.o forces.o -o nbody");
    assert_eq!(place.contents("nbody"), each(&["gfx90a", "gfx1100"], &NBODY));
}

fn features_are_part_of_the_target() {
    let place = project("saxpy");
    place.build("--quiet --offload-arch gfx90a:xnack+:sramecc-,gfx90a:xnack-:sramecc- saxpy.cu -o saxpy");
    let targets = ["gfx90a:sramecc-:xnack+", "gfx90a:sramecc-:xnack-"];
    assert_eq!(place.contents("saxpy"), each(&targets, &["saxpy"]));
}

fn hip_sources_are_built_as_they_are() {
    let text = "#include <hip/hip_runtime.h>\n__global__ void k(int *p) { *p = 1; }\n\
                int main() { k<<<1, 1>>>(nullptr); return hipDeviceSynchronize() == hipSuccess ? 0 : 1; }\n";
    let place =
        TestFolder::new(&[("a.cpp", text), ("b.hip", &text.replace("main", "other").replace(" k", " l").replace("k<", "l<"))]);
    place.build(&format!("{ONE} a.cpp b.hip -o app"));
    assert_eq!(place.contents("app"), each(&["gfx90a"], &["k", "l"]));
}

fn own_functions() {
    let text = "static __device__ int __dp4a(int a, int b, int c) { return a + b + c; }\n\
                template <typename T> __device__ T __ldcg(const T *p) { return *p; }\n\
                __device__ unsigned __vadd4(unsigned a, unsigned b) { return a ^ b; }\n\
                __device__ int atomicAdd_block(int *p, int v) { return *p += v; }\n\
                struct Pair { short a, b; };\n\
                __device__ Pair atomicAdd(Pair *p, Pair v) { p->a += v.a; return *p; }\n\
                __global__ void k(int *p) { __stcg(p, __dp4a(__ldcg(p), 1, 2) + __vadd4(1, 2) + __vsub4(3, 4)); }\n\
                __global__ void l(int *p, Pair *q) { atomicMax_block(p, atomicAdd_block(p, 1)); atomicAdd(q, Pair{1, 2}); }\n";
    let place = TestFolder::new(&[("a.cu", text)]);
    place.build(&format!("{ONE} -c a.cu -o a.o"));
    assert_eq!(place.contents("a.o"), each(&["gfx90a"], &["k", "l"]));
}

fn a_program_that_is_run() {
    let text = "#include <cstdio>\nint main(int count, char **words) { std::printf(\"%d %s\\n\", count, words[1]); return 5; }\n";
    let place = TestFolder::new(&[("a.cpp", text)]);
    let said = place.shell(&format!("{STOCK} && $hipify build --quiet a.cpp -o app --run -- word"));
    assert_eq!((said.code, said.out.as_str()), (4, "2 word\n"), "{}", said.err);
}

fn cublas() {
    let place = project("gemm");
    // hipBLAS 2 has the names of its predecessor unless this is defined.
    place.build(&format!("{ONE} -Iinclude -DHIPBLAS_V2 -c src/vendor.cpp src/half.cu src/tiled.cu src/main.cpp"));
    assert!(place.contents("tiled.o").contains_key("gfx90a"));
    let symbols = Command::new("nm").arg("-u").arg(place.path("vendor.o")).output().unwrap();
    let symbols = String::from_utf8_lossy(&symbols.stdout);
    assert!(symbols.contains("hipblasSgemm") && !symbols.contains("cublas"), "{symbols}");
}

fn libraries_of_headers() {
    let headers = "#include <cublas_v2.h>\n#include <curand_kernel.h>\n#include \"own.h\"\n";
    // A table, for which no library is needed.
    let own = "#include <hipsparse/hipsparse.h>\n#include <rocrand/rocrand_mtgp32_11213.h>\n";
    let place = TestFolder::new(&[("a.cu", &format!("{headers}int main() {{}}\n")), ("own.h", own)]);
    let link = |words: &str| {
        let said = place.shell(&format!("$hipify {words} --offload-arch cpu a.cu -o app -###"));
        assert_eq!(said.code, 0, "{}", said.err);
        let line = said.out.lines().rfind(|line| line.contains(" -o app")).unwrap_or_else(|| panic!("{}", said.out));
        line.split(' ')
            .filter(|word| word.starts_with("-lhip") || word.starts_with("-lroc") || word.contains("push-state"))
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert!(link("build").starts_with("-Wl,--push-state,--as-needed -lhipblas -lhiprand -lhipsparse"), "{}", link("build"));
    assert!(!link("build").contains("rocrand"), "{}", link("build"));
    let named = link("build -lhipblas");
    assert!(named.starts_with("-lhipblas -Wl,--push-state,--as-needed -lhiprand -lhipsparse"), "{named}");
    // nvcc links what its command line names.
    assert!(!link("cc").contains("hipblas"), "{}", link("cc"));
}

fn words_after_dashes() {
    let place = project("saxpy");
    for input in ["saxpy.cu", ". --build-system sources"] {
        let said = place.run(&format!("build {ONE} {input} -o out -### -- -lnumbers -L/some/where -DN=4"));
        let link = said.out.lines().find(|line| line.contains("-lnumbers")).unwrap_or_else(|| panic!("{}{}", said.out, said.err));
        assert!(link.contains("-L/some/where") && said.out.contains("-DN=4"), "{}", said.out);
    }
    let said = place.run(&format!("build {ONE} saxpy.cu -### -- --no-such-word"));
    assert!(said.code == 2 && said.err.contains("--no-such-word"), "{}", said.err);
}

/// Programs of corpora/run whose device names HIP 5.2 of Debian lacks, and builds supply.
const SUPPLIED: [&str; 6] =
    ["bfloat16", "directed-rounding", "fp8-conversions", "group-partitions", "group-scan", "sixteen-bit-functions"];

fn names_that_the_systems_hip_lacks() {
    let place = TestFolder::new(&[]);
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora/run");
    for name in SUPPLIED {
        let source = folder.join(name).with_extension("cu");
        let build = format!(
            "HIPIFY_CACHE_DIR=$PWD/cache $hipify build -q --offload-arch gfx90a,gfx1100 -c '{}' -o a.o",
            source.display()
        );
        let said = place.shell(&format!("{STOCK}; {build}"));
        assert_eq!(said.code, 0, "{name}: {}", said.err);
    }
}

/// What is made, said and noted is the same whether clang reads the headers or loads them.
fn precompiled_headers() {
    let place = project("saxpy");
    let in_cache = |line: &str| place.shell(&format!("export HIPIFY_CACHE_DIR=$PWD/cache HIPIFY_OFFLOAD_ARCH=gfx90a\n{line}"));
    let headers = || {
        let entries = std::fs::read_dir(place.path("cache/precompiled")).into_iter().flatten().flatten();
        entries.filter(|entry| entry.path().extension().is_some_and(|ending| ending == "pch")).count()
    };
    let build = |name: &str| {
        let said = in_cache(&format!("$hipify cc -MD -MP -MF {name}.d -MT saxpy.o -c saxpy.cu -o {name}.o"));
        assert_eq!(said.code, 0, "{}", said.err);
        let read = |ending: &str| std::fs::read(place.path(&format!("{name}.{ending}"))).unwrap();
        (read("o"), String::from_utf8(read("d")).unwrap(), said.err)
    };
    let plain = build("one");
    assert_eq!(headers(), 0, "one compile alone wants them");
    build("two");
    assert_eq!(headers(), 2, "one for the host and one for the target");
    let files = |rules: &str| {
        let words = rules.split_whitespace().filter(|word| *word != "\\").map(str::to_owned);
        words.collect::<std::collections::BTreeSet<_>>()
    };
    for name in ["two", "three"] {
        let loaded = build(name);
        assert!(loaded.0 == plain.0, "{name}: another object");
        let (one, other) = (files(&plain.1), files(&loaded.1));
        assert_eq!(loaded.1.split_whitespace().nth(2), Some("saxpy.cu"));
        assert_eq!((one.symmetric_difference(&other).collect::<Vec<_>>(), loaded.2), (Vec::new(), plain.2.clone()), "{name}");
    }
    let wrong = "sed 's/saxpy<<</missing<<</; s/^}$/int unused; }/' saxpy.cu > wrong.cu && grep -q missing wrong.cu\n";
    let said = |variable: &str| {
        let said = in_cache(&format!("{wrong}{variable} $hipify cc -Wunused-variable -c wrong.cu -o wrong.o"));
        assert_eq!(said.code, 3, "{}", said.err);
        said.err
    };
    let without = said("HIPIFY_PRECOMPILED_HEADERS=0");
    assert!(without.contains("missing"), "{without}");
    for _ in 0..3 {
        assert_eq!(said(""), without);
    }
    // What is broken is done without, and made anew.
    in_cache("for file in cache/precompiled/*.pch; do echo > $file; done");
    for name in ["four", "five"] {
        assert!(build(name).0 == plain.0);
    }
    assert_eq!(in_cache("find cache/precompiled -name '*.pch' -size +1000k | wc -l").out.trim(), "2");
}
