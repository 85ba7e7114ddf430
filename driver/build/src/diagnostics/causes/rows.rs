//! One row a message of the compiler: its text as clang 19 prints it, and what helps.

use super::Help::{self, Cuda, Hip, Text};

/// `*` stands for any text; the first one is the row's name.
pub(super) struct Row {
    pub(super) text: &'static str,
    /// Patterns of which one must fit the name; none means any name.
    pub(super) names: &'static [&'static str],
    /// A pattern that one of the notes must fit; empty means none.
    pub(super) note: &'static str,
    pub(super) code: &'static str,
    pub(super) help: Help,
}

pub(super) const fn row(text: &'static str, code: &'static str, help: &'static str) -> Row {
    Row { text, names: &[], note: "", code, help: Text(help) }
}

pub(super) const fn named(text: &'static str, names: &'static [&'static str], code: &'static str, help: &'static str) -> Row {
    Row { text, names, note: "", code, help: Text(help) }
}

const fn noted(text: &'static str, note: &'static str, code: &'static str, help: &'static str) -> Row {
    Row { text, names: &[], note, code, help: Text(help) }
}

pub(super) const fn asked(text: &'static str, names: &'static [&'static str], code: &'static str, help: Help) -> Row {
    Row { text, names, note: "", code, help }
}

/// `did you mean` may follow the quoted name.
const UNDECLARED: &str = "use of undeclared identifier '*'*";
const UNKNOWN_TYPE: &str = "unknown type name '*'*";

/// The order matters: the first row that fits is taken.
pub(super) const ROWS: &[Row] = &[
    // Names.
    named(
        UNDECLARED,
        &["__syncwarp"],
        "HIP1013",
        "HIP has `__syncwarp` from 7.0 on; before, a wavefront runs in step: `__builtin_amdgcn_fence(__ATOMIC_RELEASE, \"wavefront\")`, `__builtin_amdgcn_wave_barrier()` and a fence with `__ATOMIC_ACQUIRE` do the same",
    ),
    named(
        UNDECLARED,
        &["__shfl*_sync", "__ballot_sync", "__any_sync", "__all_sync", "__match_*_sync", "__activemask"],
        "HIP1017",
        "HIP has `{}` from 6.2 on, before 7.0 only with -DHIP_ENABLE_WARP_SYNC_BUILTINS: `hipify-rs setup` fetches newer headers",
    ),
    named(UNDECLARED, &["__reduce_*_sync"], "HIP1017", "HIP has `{}` from 7.0 on: reduce with shuffles instead"),
    named(
        UNDECLARED,
        &["__builtin_amdgcn_*"],
        "",
        "`{}` has no meaning on the CPU, or is of another clang: keep it out of code for the CPU with `#ifndef __HIPIFY_CPU__`",
    ),
    named(
        UNDECLARED,
        &["__trap", "__brkpt"],
        "HIP2015",
        "write `__builtin_trap()`, or `abort()`; on AMD GPUs it ends the process",
    ),
    named(
        UNDECLARED,
        &["__nanosleep"],
        "HIP2017",
        "write `__builtin_amdgcn_s_sleep(n)`, which sleeps about 64 n cycles; n is a constant",
    ),
    named(
        UNDECLARED,
        &["__dp4a", "__dp2a_lo", "__dp2a_hi"],
        "HIP2042",
        "write out the dot product; `__builtin_amdgcn_sdot4` computes it on targets that have dot instructions",
    ),
    named(
        UNDECLARED,
        &["__v*2", "__v*4", "__vsad*", "__vabs*"],
        "HIP2030",
        "HIP has no `{}`: write out the operation for each byte or half word",
    ),
    named(
        UNDECLARED,
        &["__f*_rz", "__f*_ru", "__f*_rd", "__d*_rz", "__d*_ru", "__d*_rd"],
        "HIP2031",
        "HIP's headers round to nearest: use the `_rn` form where that will do",
    ),
    named(
        UNDECLARED,
        &["__isShared", "__isGlobal", "__isLocal", "__isConstant", "__cvta_generic_to_*"],
        "HIP2029",
        "`__builtin_amdgcn_is_shared(p)` and `__builtin_amdgcn_is_private(p)` tell address spaces apart",
    ),
    named(
        UNDECLARED,
        &["__ldcv", "__ldlu", "__ldcg", "__ldca", "__ldcs"],
        "HIP2039",
        "load with `*p`, or with `__builtin_nontemporal_load(p)`",
    ),
    named(
        UNDECLARED,
        &["__stcg", "__stcs", "__stwb", "__stwt"],
        "HIP2039",
        "store with `*p = x`, or with `__builtin_nontemporal_store(x, p)`",
    ),
    named(
        UNDECLARED,
        &["HIP_INF*", "HIP_NAN*", "HIP_PI*", "HIP_SQRT*", "HIP_LN*"],
        "HIP5005",
        "include `hip/hip_math_constants.h`, which newer HIP has: `hipify-rs setup` fetches it",
    ),
    named(
        UNDECLARED,
        &["__hmax*", "__hmin*", "__float2half*", "__half2float"],
        "HIP2035",
        "include `hip/hip_fp16.h`; HIP 5 lacks some of its functions, and `hipify-rs setup` fetches newer headers",
    ),
    named(UNKNOWN_TYPE, &["half", "half2", "__half", "__half2"], "HIP2035", "include `hip/hip_fp16.h`"),
    named(
        UNKNOWN_TYPE,
        &["__nv_bfloat16*", "__hip_bfloat16*", "__nv_fp8*", "__hip_fp8*"],
        "HIP2036",
        "include `hip/hip_bf16.h` or `hip/hip_fp8.h`; HIP 5 has neither, and `hipify-rs setup` fetches newer headers",
    ),
    named(UNKNOWN_TYPE, &["__grid_constant__"], "HIP2040", "delete `{}`, which HIP does without"),
    named(UNDECLARED, &["cub"], "HIP4009", "HIP's is `hipcub`: include `hipcub/hipcub.hpp`"),
    named(
        UNDECLARED,
        &["nvcuda", "wmma"],
        "HIP2038",
        "rocWMMA has most of it: include `rocwmma/rocwmma.hpp` and write `rocwmma::`",
    ),
    row(
        "no * named '*' in namespace 'rocwmma'*",
        "",
        "the bundled `rocwmma/rocwmma.hpp` has what CUDA's `nvcuda::wmma` has; AMD's rocWMMA has more: AMD's own repository of packages has it as `rocwmma-dev`; or name the folder of its headers with -I",
    ),
    row("no member named 'cuda' in namespace 'thrust'", "HIP4010", "the back end's name is `thrust::hip`"),
    row(
        "no member named 'cuda_cub' in namespace 'thrust'",
        "HIP4010",
        "the back end's name is `thrust::hip`, with `thrust::hip_rocprim` inside",
    ),
    named(UNDECLARED, &["thrust"], "HIP4010", "include the Thrust header that declares it"),
    named(
        UNDECLARED,
        &["cuda"],
        "HIP2023",
        "libhipcxx has a part of libcu++; for the rest use the standard library or `__hip_atomic_*`",
    ),
    named(UNDECLARED, &["cooperative_groups"], "HIP2013", "include `hip/hip_cooperative_groups.h` after `hip/hip_runtime.h`"),
    named(
        "no template named '*'*",
        &["texture"],
        "HIP2010",
        "texture references are gone: use texture objects (`hipCreateTextureObject`)",
    ),
    named(UNDECLARED, &["texture"], "HIP2010", "texture references are gone: use texture objects (`hipCreateTextureObject`)"),
    asked(UNDECLARED, &["hip*", "HIP*", "hiprtc*", "roc*", "miopen*", "rccl*"], "HIP3002", Hip),
    asked(UNKNOWN_TYPE, &["hip*", "HIP*", "roc*", "miopen*"], "HIP3002", Hip),
    asked(UNDECLARED, &[], "", Cuda),
    asked(UNKNOWN_TYPE, &[], "", Cuda),
    // Headers.
    asked("'*' file not found", &[], "", Help::Header),
    // Warps.
    row(
        "static assertion failed*The mask must be a 64-bit integer*",
        "HIP1002",
        "a wavefront has up to 64 lanes: give the mask as `unsigned long long`, `~0ull` for all lanes",
    ),
    noted(
        "constexpr variable '*' must be initialized by a constant expression",
        "*warpSize*",
        "HIP1008",
        "the size of a wavefront is no constant from ROCm 7.0 on: take it from `warpSize` when the kernel runs",
    ),
    // Device code.
    row(
        "reference to __global__ function '*' in __*__ function",
        "HIP2008",
        "HIP has no dynamic parallelism: launch `{}` from the host, or make it a `__device__` function",
    ),
    row(
        "call to global function '*' not configured",
        "HIP2008",
        "a kernel is launched, not called: write `{}<<<grid, block>>>(...)` on the host",
    ),
    noted(
        "no matching function for call to '*'",
        "candidate function not viable: call to __host__ function from __*",
        "HIP5009",
        "device code calls a host function: mark `{}` as `__host__ __device__`",
    ),
    noted(
        "no function template matches function template specialization '*'",
        "candidate template ignored: target attributes do not match",
        "HIP5009",
        "clang takes a specialisation for one of the template that runs in the same places: give `{}` the template's `__host__` and `__device__`",
    ),
    noted(
        "no matching function for call to '*'",
        "candidate function not viable: call to __device__ function from __host__ function",
        "HIP5009",
        "host code calls a device function: mark `{}` as `__host__ __device__`, or call it in a kernel",
    ),
    row(
        "reference to __host__ function '*' in __*",
        "HIP5009",
        "device code calls a host function: mark `{}` as `__host__ __device__`, or keep its caller to the host",
    ),
    row(
        "reference to __host__ variable '*' in __*",
        "HIP5009",
        "device code reads a host variable: make `{}` a `constexpr` or `__device__` variable, or pass it to the kernel",
    ),
    row(
        "cannot use '*' in __device__ function",
        "",
        "device code has no exceptions: return a value that says what went wrong, or call `abort()`",
    ),
    row(
        "cannot use '*' in __global__ function",
        "",
        "device code has no exceptions: return a value that says what went wrong, or call `abort()`",
    ),
    row("unsupported dynamic alloca", "", "an array in device code needs a size that is known when compiling"),
    row("__float128 is not supported on this target*", "", "device code has no 128-bit floats: use `double`"),
    row(
        "local memory (*) exceeds limit (*) in '*'",
        "HIP2005",
        "a block has at most 64 KiB of shared memory: make the array smaller, or split the work",
    ),
    row(
        "redeclaration of '*' with a different type: '*[]' vs '*[]'",
        "HIP2044",
        "all `extern __shared__` arrays of one name are one variable: give each type its own name, or cast one `char` array",
    ),
    row(
        "'tex*' is unavailable: The image/texture API not supported on the device",
        "HIP2009",
        "gfx90a, gfx940 to gfx942 and gfx950 have no texture units: read the memory, or leave those targets out",
    ),
    row(
        "'surf*' is unavailable: The image/texture API not supported on the device",
        "HIP2012",
        "gfx90a, gfx940 to gfx942 and gfx950 have no texture units: use the memory, or leave those targets out",
    ),
    noted(
        "no matching function for call to 'atomic*'",
        "*from '__half*' to '*",
        "HIP2021",
        "of the atomics `atomicAdd` alone takes half types: use a loop around `atomicCAS`",
    ),
    row(
        "no matching function for call to 'atomic*'",
        "HIP2022",
        "HIP has it for `int`, `unsigned`, `unsigned long long`, and for `float` and `double` where they make sense",
    ),
    named(
        "no member named '*' in 'cooperative_groups::*'",
        &["num_threads"],
        "HIP2013",
        "`size()` is the same and known to every HIP",
    ),
    row(
        "no member named '*' in 'cooperative_groups::*'",
        "HIP2013",
        "this HIP's cooperative groups lack `{}`: `hipify-rs setup` fetches newer headers",
    ),
    row(
        "no member named '*' in namespace 'cooperative_groups'*",
        "HIP2013",
        "HIP's cooperative groups lack `{}`: for reductions, shuffle within the group",
    ),
    row(
        "use of overloaded operator '*' is ambiguous (with operand types 'HIP_vector_type*",
        "HIP2032",
        "HIP's vector types have operators of their own: keep yours from HIP with `#ifndef __HIP_PLATFORM_AMD__`",
    ),
    row(
        "use of overloaded operator '*' is ambiguous (with operand types 'float*",
        "HIP2032",
        "HIP's vector types have operators of their own: keep yours from HIP with `#ifndef __HIP_PLATFORM_AMD__`",
    ),
    // Inline assembly.
    row(
        "invalid input constraint '*' in asm",
        "HIP2001",
        "`{}` is a constraint of PTX: write the operation in C++, or with AMD's instructions and the constraints `v` and `s`",
    ),
    row(
        "invalid output constraint '*' in asm",
        "HIP2001",
        "`{}` is a constraint of PTX: write the operation in C++, or with AMD's instructions and the constraints `v` and `s`",
    ),
    noted(
        "invalid instruction*",
        "instantiated into assembly here",
        "HIP2001",
        "AMD GPUs do not take PTX: write the operation in C++, or with AMD's instructions",
    ),
    noted(
        "unknown directive*",
        "instantiated into assembly here",
        "HIP2001",
        "AMD GPUs do not take PTX: write the operation in C++, or with AMD's instructions",
    ),
    noted(
        "*",
        "instantiated into assembly here",
        "HIP2001",
        "inline assembly is for one kind of GPU: write the operation in C++, or with AMD's instructions",
    ),
    // Host code.
    noted(
        "reference to '*' is ambiguous",
        "candidate found by name lookup is 'std::*'",
        "",
        "`std::{}` came with a later C++ than the program was written for: add `-std=c++14` to this command, or write `::{}`",
    ),
    noted(
        "no matching function for call to 'hipblas*'",
        "*no known conversion from 'hip*' to 'hipblas*_t'*",
        "HIP4001",
        "these are the types of hipBLAS 3: define HIPBLAS_V2, which hipBLAS 2 knows",
    ),
    row(
        "no member named '*' in 'hipDeviceProp_t*'",
        "HIP3008",
        "HIP's device properties lack `{}`: `hipDeviceGetAttribute` may have it",
    ),
    row(
        "*cannot be narrowed*",
        "HIP5009",
        "clang makes an error of what nvcc only warns of: cast the value, or pass -Wno-c++11-narrowing",
    ),
    row("call to '*' is ambiguous", "HIP5009", "nvcc may have more or other overloads: cast the arguments to one type"),
    row(
        "ignoring return value of function declared with 'nodiscard' attribute",
        "",
        "HIP's calls are marked `nodiscard`: check what they return, or pass -Wno-unused-result",
    ),
    // Back end and driver.
    row(
        "error in backend: Cannot select: intrinsic %llvm.amdgcn.ds.bpermute",
        "",
        "shuffles need a lane permute, which gfx6 and gfx7 GPUs do not have: leave those targets out, or exchange values through shared memory",
    ),
    row(
        "error in backend: Cannot select: intrinsic %llvm.amdgcn.ds.gws.*",
        "",
        "barriers of a grid in device libraries of HIP 5 need global wave sync, which gfx12 GPUs do not have: `hipify-rs setup` fetches a HIP that does without, or leave those targets out",
    ),
    row(
        "error in backend: Cannot select: intrinsic %*",
        "",
        "the target has no such instruction: leave the target out, or guard the code by its macro, such as `__gfx90a__`",
    ),
    row(
        "error in backend: Cannot select: *",
        "",
        "the target has no such instruction, or this clang does not know how to use it: try a newer clang, or leave the target out",
    ),
    row(
        "cannot find ROCm device library*",
        "",
        "`hipify-rs doctor` says which device libraries there are, and how to get others",
    ),
];
