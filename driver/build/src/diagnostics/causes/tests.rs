use super::*;
use crate::diagnostics::read_messages;

/// The cause of the first message in a text recorded from clang 19, lld or GNU ld.
fn cause(text: &str) -> Option<Cause> {
    explain(&read_messages(text)[0], false)
}

fn code(text: &str) -> &'static str {
    cause(text).unwrap_or_else(|| panic!("no row fits `{text}`")).code
}

fn help(text: &str) -> String {
    cause(text).unwrap_or_else(|| panic!("no row fits `{text}`")).help
}

#[test]
fn names_that_hip_lacks_are_explained() {
    assert_eq!(code("a.cu:11:3: error: use of undeclared identifier '__syncwarp'; did you mean '__sync_swap'?"), "HIP1013");
    assert_eq!(code("a.cu:16:10: error: use of undeclared identifier '__shfl_sync'"), "HIP1017");
    assert_eq!(code("a.cu:8:10: error: use of undeclared identifier '__shfl_down_sync'; did you mean '__shfl_down'?"), "HIP1017");
    assert_eq!(code("a.cu:16:191: error: use of undeclared identifier '__reduce_add_sync'"), "HIP1017");
    assert_eq!(code("a.cu:12:3: error: use of undeclared identifier '__trap'"), "HIP2015");
    assert_eq!(code("a.cu:14:10: error: use of undeclared identifier '__dp4a'"), "HIP2042");
    assert_eq!(code("a.cu:15:10: error: use of undeclared identifier '__vadd4'"), "HIP2030");
    assert_eq!(code("a.cu:24:10: error: use of undeclared identifier '__fadd_rz'; did you mean '__fadd_rn'?"), "HIP2031");
    assert_eq!(code("a.cu:26:11: error: use of undeclared identifier '__isShared'"), "HIP2029");
    assert_eq!(code("a.cu:25:10: error: use of undeclared identifier '__ldcv'"), "HIP2039");
    assert_eq!(code("a.cu:27:11: error: use of undeclared identifier 'HIP_PI_F'"), "HIP5005");
    assert_eq!(code("a.cu:27:11: error: use of undeclared identifier 'CUDART_MAX_NORMAL_FP16'"), "HIP9001");
    assert_eq!(code("a.cu:3:27: error: unknown type name '__nv_bfloat16'"), "HIP2036");
    assert_eq!(code("a.cu:13:26: error: unknown type name '__grid_constant__'"), "HIP2040");
    assert_eq!(code("a.cu:12:1: error: use of undeclared identifier 'cub'"), "HIP4009");
    assert_eq!(code("a.cu:3:18:{3:10-3:18}: error: no member named 'cuda' in namespace 'thrust'"), "HIP4010");
    assert!(cause("a.cu:8:3: error: use of undeclared identifier 'my_own'").is_none());
}

#[test]
fn names_that_a_later_standard_brought_are_told_with_the_option() {
    let text = "a.cu:8:3: error: reference to 'data' is ambiguous\n\
                a.cu:2:6: note: candidate found by name lookup is 'data'\n\
                range_access.h:343:5: note: candidate found by name lookup is 'std::data'\n";
    assert!(help(text).contains("-std=c++14"), "{}", help(text));
    assert!(
        cause("a.cu:8:3: error: reference to 'data' is ambiguous\na.cu:2:6: note: candidate found by name lookup is 'a::data'")
            .is_none()
    );
}

#[test]
fn names_of_the_rules_are_looked_up() {
    let stayed = help("a.cu:8:3: error: use of undeclared identifier 'cudaMalloc'");
    assert!(stayed.contains("`hipMalloc`"), "{stayed}");
    assert_eq!(code("a.cu:8:3: error: use of undeclared identifier 'cudaFoo'"), "HIP9001");
    let lacking = |name: &str| code(&format!("a.cu:8:3: error: use of undeclared identifier '{name}'"));
    assert_eq!(lacking("cudaGLMapBufferObject"), "HIP3001");
    assert_eq!(lacking("cudaGraphConditionalHandleCreate"), "HIP3009");
    assert_eq!(lacking("cuTensorMapEncodeTiled"), "HIP2014");
    let newer = help("a.cu:2:30: error: use of undeclared identifier 'hipblasCreate'");
    assert!(newer.contains("hipblas"), "{newer}");
}

#[test]
fn functions_that_the_bundled_libraries_lack_are_told_as_such() {
    let bundled = |name: &str| {
        let text = format!("a.cu:2:30: error: use of undeclared identifier '{name}'");
        explain(&read_messages(&text)[0], true).unwrap().help
    };
    let lacking = bundled("hipblasSgelsBatched");
    assert!(lacking.contains("the bundled library for the CPU has no `hipblasSgelsBatched` yet"), "{lacking}");
    assert!(lacking.contains("build for a GPU alone"), "{lacking}");
    assert!(!lacking.contains("older HIP"), "{lacking}");
    let of_runtime = bundled("hipMalloc");
    assert!(!of_runtime.contains("bundled library"), "{of_runtime}");
}

#[test]
fn missing_headers_name_what_brings_them() {
    let missing = |name: &str| cause(&format!("a.cu:4:10:{{4:10-4:29}}: fatal error: '{name}' file not found"));
    assert!(missing("hipblas/hipblas.h").unwrap().help.contains("`hipify-rs setup` fetches"));
    assert!(missing("hipcub/hipcub.hpp").unwrap().help.contains("belongs to hipCUB: `hipify-rs setup` fetches"));
    let wmma = missing("rocwmma/rocwmma.hpp").unwrap().help;
    assert!(wmma.contains("not among what `hipify-rs setup` fetches") && wmma.contains("`rocwmma-dev`"), "{wmma}");
    for what in ["member named 'Constants'", "template named 'fragment_traits'", "type named 'xfloat32_t'"] {
        let help = help(&format!("a.cu:2:41: error: no {what} in namespace 'rocwmma'"));
        assert!(help.contains("bundled `rocwmma/rocwmma.hpp`") && help.contains("-I"), "{help}");
    }
    assert!(missing("mpi.h").unwrap().help.contains("libopenmpi-dev"));
    assert!(
        ["assert.h", "cstdio", "bits/wordsize.h"].into_iter().all(|name| missing(name).unwrap().help.contains("install g++"))
    );
    assert!(missing("GL/glu.h").unwrap().help.contains("libglu1-mesa-dev"));
    assert!(missing("gdal_priv.h").unwrap().help.contains("libgdal-dev"));
    assert!(missing("metis.h").unwrap().help.contains("libmetis-dev"));
    assert!(missing("boost/program_options.hpp").unwrap().help.contains("libboost-dev"));
    assert_eq!(missing("cuda_runtime.h").unwrap().code, "HIP9001");
    assert_eq!(missing("helper_cuda.h").unwrap().code, "HIP4016");
    assert_eq!(missing("cutlass/gemm/device/gemm.h").unwrap().code, "HIP4011");
    assert_eq!(missing("cudnn_frontend.h").unwrap().code, "HIP4003");
    assert_eq!(missing("nvjpeg.h").unwrap().code, "HIP4015");
    assert!(missing("my_own.h").is_none());
}

#[test]
fn device_code_that_amd_gpus_cannot_take_is_explained() {
    assert_eq!(code("a.cu:6:24: error: reference to __global__ function 'child' in __global__ function"), "HIP2008");
    assert_eq!(code("lds.cu:2:17: error: local memory (70000) exceeds limit (65536) in 'big(char*)'"), "HIP2005");
    assert_eq!(code("a.cu:20:49: error: redeclaration of 'buf' with a different type: 'double[]' vs 'float[]'"), "HIP2044");
    let texture =
        "wave.cu:5:60: error: 'tex2D<float, nullptr>' is unavailable: The image/texture API not supported on the device";
    assert_eq!(code(texture), "HIP2009");
    assert!(help("vla.cu:2:17: error: unsupported dynamic alloca").contains("size"));
    assert_eq!(code("asm.cu:5:73: error: invalid input constraint 'l' in asm"), "HIP2001");
    assert_eq!(
        code("a.cu:2:44: error: invalid instruction\n<inline asm>:1:2: note: instantiated into assembly here\n"),
        "HIP2001"
    );
    let tile = "a.cu:22:12: error: no member named 'num_threads' in 'cooperative_groups::thread_block_tile<32, cooperative_groups::thread_block>'";
    assert!(code(tile) == "HIP2013" && help(tile).contains("size()"));
    let host = "host.cu:4:34:{4:34-4:39}: error: no matching function for call to 'hostf'\n\
                host.cu:2:5: note: candidate function not viable: call to __host__ function from __global__ function\n";
    assert_eq!(code(host), "HIP5009");
    let special = "a.cu:8:28: error: no function template matches function template specialization 'twice'\n\
                   a.cu:7:42: note: candidate template ignored: target attributes do not match\n";
    assert!(help(special).contains("give `twice`"));
    assert!(help("fatal error: error in backend: Cannot select: intrinsic %llvm.amdgcn.ds.bpermute").contains("gfx7"));
    assert!(help("fatal error: error in backend: Cannot select: intrinsic %llvm.amdgcn.ds.gws.barrier").contains("setup"));
    let mask = "amd_warp_sync_functions.h:235:52:{235:52-235:70}: error: static assertion failed due to requirement \
                'sizeof(unsigned int) == 8': The mask must be a 64-bit integer. Implicitly promoting a smaller integer is almost always an error.";
    assert_eq!(code(mask), "HIP1002");
    let constant = "a.cu:6:44: error: constexpr variable 'w' must be initialized by a constant expression\n\
                    a.cu:6:48: note: initializer of 'warpSize' is unknown\n";
    assert_eq!(code(constant), "HIP1008");
}

#[test]
fn overloads_are_explained_by_their_notes() {
    let half = "und.cu:18:14:{18:14-18:23}: error: no matching function for call to 'atomicAdd'\n\
                amd_hip_atomic.h:140:5: note: candidate function not viable: no known conversion from '__half2 *' to 'int *' for 1st argument\n";
    let short = half.replace("__half2", "short");
    assert_eq!((code(half), code(&short)), ("HIP2021", "HIP2022"));
    let blas = "blas.cu:3:38: error: no matching function for call to 'hipblasGemmEx'\n\
                hipblas.h:31114:32: note: candidate function not viable: no known conversion from 'hipDataType' to 'hipblasDatatype_t' for 16th argument\n";
    assert!(help(blas).contains("HIPBLAS_V2"));
    assert!(cause("a.cu:1:1: error: no matching function for call to 'mine'").is_none());
}

#[test]
fn linkers_are_explained() {
    assert!(help("ld.lld: error: undefined symbol: __device_stub__step_wave(Line, float)").contains("defines this kernel"));
    assert!(help("ld.lld: error: undefined symbol: hipblasLtCreate").contains("-lhipblaslt"));
    assert!(help("a.cu:(.text+0x3d8): undefined reference to `roctxRangePushA'").contains("-lroctx64"));
    assert_eq!(code("lld: error: undefined hidden symbol: other(int)\n>>> referenced by a.o:(k(int*))\n"), "HIP5015");
    assert_eq!(code("lld: error: undefined protected symbol: othervar\n"), "HIP5015");
    assert!(help("lld: error: undefined hidden symbol: __ockl_image_sample_2D\n").contains("doctor"));
    assert!(help("lld: error: undefined hidden symbol: llvm.amdgcn.atomic.inc.i32.p0i32\n").contains("setup"));
    assert!(help("prop.cu:(.text+0x16): undefined reference to `hipGetDevicePropertiesR0600'\n").contains("one version"));
    assert!(help("/usr/bin/ld: cannot find -lhipblas: No such file or directory\n").contains("-L"));
    assert!(help("ld.lld: error: unable to find library -lmpi\n").contains("libopenmpi-dev"));
    assert!(help("ld.lld: error: unable to find library -lgdal\n").contains("libgdal-dev"));
    assert_eq!(code("prop.cu:(.text+0x16): undefined reference to `cudaMalloc'\n"), "HIP3031");
}

#[test]
fn every_code_is_one_of_the_catalogue() {
    for row in ROWS.iter().chain(LINKER_ROWS).filter(|row| !row.code.is_empty()) {
        let number = row.code.strip_prefix("HIP").and_then(|number| number.parse::<u32>().ok()).unwrap();
        assert!((1000..8000).contains(&number) && row.code.len() == 7, "{}", row.code);
    }
}

#[test]
fn stars_catch_text() {
    assert_eq!(capture("a '*' b*", "a 'x' b, c"), Some(vec!["x", ", c"]));
    assert_eq!(capture("a*", "ab"), Some(vec!["b"]));
    assert_eq!(capture("a", "ab"), None);
    assert_eq!(capture("*_sync", "__shfl_sync"), Some(vec!["__shfl"]));
}
