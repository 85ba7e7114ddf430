//! The parts of the header of CUDA's names that HIP lacks: a row a part.

use hipify_rules::Native;

/// A part of the header: names that come together.
pub struct Part {
    /// As the rules name it (`supplied`).
    pub name: &'static str,
    /// What it holds, for the comment in the header and the documentation.
    pub about: &'static str,
    /// Parts that it takes names from; they stand before it in [`PARTS`].
    pub needs: &'static [&'static str],
    /// The header of HIP whose types it needs, if not the runtime's. Without it the part is empty: old versions lack some.
    pub of_hip: Option<&'static str>,
    /// The first HIP (major, minor) whose header has those types in CUDA's form. The part is empty before it.
    pub from_hip: (u32, u32),
    /// The macro by which a header of HIP is known whose names these take, and which must come later.
    pub(super) before: Option<(&'static str, &'static str)>,
    /// Files of the bundled headers.
    pub(super) texts: &'static [&'static str],
    /// The files define functions by the marks of `amd/begin.h` and leave those to who includes them.
    pub(super) marked: bool,
    /// Its names are for sources without device code and in C too.
    pub of_host: bool,
    /// What to include where the headers of our builds are at hand.
    pub(super) instead: Option<&'static str>,
}

impl Part {
    /// Since which HIP AMD's headers have its names themselves; the rules say it name by name (`hip-added`).
    pub fn native(&self) -> Native {
        Native::of_part(self.name)
    }
}

const PART: Part = Part {
    name: "",
    about: "",
    needs: &[],
    of_hip: None,
    from_hip: (0, 0),
    before: None,
    texts: &[],
    marked: false,
    of_host: false,
    instead: None,
};

/// Before it `__hip_bfloat16` is a structure without functions, and there is no `__hip_bfloat16_raw` (amd_hip_bf16.h of HIP 6.1 and 6.2).
const BFLOAT16: (u32, u32) = (6, 2);

/// The parts, each after those that it needs.
pub const PARTS: &[Part] = &[
    Part {
        name: "waiting",
        about: "`__nanosleep`, `__brkpt`, `__trap`, `__prof_trigger`",
        texts: &["amd/waiting.h"],
        marked: true,
        ..PART
    },
    Part {
        name: "launch-attributes",
        about: "`cudaLaunchKernelEx`, `cudaLaunchConfig_t`, and programmatic dependent launches, which start in the order of the stream",
        texts: &["hip/hipify/launch_attributes.h"],
        ..PART
    },
    Part {
        name: "graph-update",
        about: "`cudaGraphExecUpdateResultInfo`, and `hipGraphExecUpdate` with it",
        texts: &["hip/hipify/graph_update.h"],
        ..PART
    },
    Part {
        name: "status-codes",
        about: "codes of errors of cuFFT and cuSOLVER that HIP's libraries never give, such as `CUFFT_LICENSE_ERROR`",
        texts: &["hip/hipify/status_codes.h"],
        of_host: true,
        ..PART
    },
    Part {
        name: "memory-locations",
        about: "`hipMemPrefetchAsync_v2` and `hipMemAdvise_v2`",
        texts: &["hip/hipify/memory_locations.h"],
        ..PART
    },
    Part { name: "cub-debug", about: "`CubDebugExit`", texts: &["hip/hipify/cub_debug.h"], ..PART },
    Part {
        name: "dot-products",
        about: "`__dp4a`, `__dp2a_lo`, `__dp2a_hi`",
        texts: &["hip/hipify/dot.h"],
        marked: true,
        ..PART
    },
    Part {
        name: "cache-hints",
        about: "loads and stores with hints about caches, such as `__ldlu` and `__stcs`",
        texts: &["hip/hipify/memory.h"],
        marked: true,
        ..PART
    },
    Part {
        name: "scoped-atomics",
        about: "`atomicAdd_block`, `atomicInc_system` and their like",
        texts: &["hip/hipify/atomic.h"],
        marked: true,
        ..PART
    },
    Part {
        name: "integer-extremes",
        about: "`umin`, `umax`, `llmin` and their like",
        texts: &["hip/hipify/extremes_by_name.h"],
        marked: true,
        ..PART
    },
    Part {
        name: "integer-products",
        about: "`mulhi`, `mul24`, `mul64hi`, `umul24`",
        texts: &["hip/hipify/products_by_name.h"],
        marked: true,
        ..PART
    },
    Part {
        name: "older-names",
        about: "`float_as_int`, `saturate`, `fdivide` and other names of early CUDA",
        texts: &["hip/hipify/older_names.h"],
        marked: true,
        ..PART
    },
    Part {
        name: "video",
        about: "arithmetic on the halves and bytes of a word, such as `__vadd2` and `__vcmpgtu4`",
        texts: &["hip/hipify/video.h"],
        marked: true,
        ..PART
    },
    Part {
        name: "video-extremes",
        about: "`__vimax3_s32`, `__viaddmin_u16x2` and their like",
        needs: &["video"],
        texts: &["hip/hipify/video_extreme.h"],
        marked: true,
        ..PART
    },
    Part {
        name: "rounding",
        about: "arithmetic that is rounded up, down or toward zero, such as `__fadd_ru` and `__dsqrt_rz`",
        texts: &["hip/hipify/math_rounding.h"],
        marked: true,
        ..PART
    },
    Part {
        name: "float-vectors",
        about: "arithmetic of `float2` that is rounded, atomic additions of `float2` and `float4`",
        needs: &["rounding"],
        texts: &["hip/hipify/float_vectors.h"],
        marked: true,
        ..PART
    },
    Part {
        name: "half",
        about: "functions and constants of `__half`",
        of_hip: Some("hip/hip_fp16.h"),
        texts: &["amd/half.h"],
        instead: Some("hip/hip_fp16.h"),
        ..PART
    },
    Part {
        name: "bfloat16",
        about: "functions of `__hip_bfloat16`",
        of_hip: Some("hip/hip_bf16.h"),
        from_hip: BFLOAT16,
        texts: &["amd/bfloat16.h"],
        instead: Some("hip/hip_bf16.h"),
        ..PART
    },
    Part { name: "sixteen-bit", about: "functions that both 16-bit types have", needs: &["half", "bfloat16"], ..PART },
    Part { name: "round-modes", about: "`cudaRoundMode`", texts: &["hip/hipify/round_mode.h"], ..PART },
    Part {
        name: "small-numbers",
        about: "`__nv_fp4_e2m1`, `__nv_fp6_e2m3`, `__nv_fp6_e3m2`, pairs and fours of them, and their conversions",
        needs: &["round-modes"],
        of_hip: Some("hip/hip_bf16.h"),
        from_hip: BFLOAT16,
        texts: &["hip/hipify/fp6.h", "hip/hipify/fp4.h"],
        marked: true,
        instead: Some("cuda_fp4.h"),
        ..PART
    },
    Part {
        name: "e8m0",
        about: "`__nv_fp8_e8m0`, pairs and fours of it, and their conversions",
        needs: &["round-modes"],
        of_hip: Some("hip/hip_fp8.h"),
        texts: &["hip/hipify/e8m0.h"],
        marked: true,
        instead: Some("hip/hip_fp8.h"),
        ..PART
    },
    Part {
        name: "warp",
        about: "`__syncwarp`, `__reduce_add_sync` and the other functions of a warp, for masks with lanes that are not active",
        texts: &["amd/warp.h"],
        ..PART
    },
    Part {
        name: "groups",
        about: "cooperative groups with reductions, scans, partitions and copies, in the place of HIP's",
        of_hip: Some("hip/amd_detail/hip_cooperative_groups_helper.h"),
        before: Some(("HIP_INCLUDE_HIP_AMD_DETAIL_HIP_COOPERATIVE_GROUPS_H", "hip/hip_cooperative_groups.h")),
        texts: &["amd/groups.h"],
        instead: Some("hip/hip_cooperative_groups.h"),
        ..PART
    },
    Part {
        name: "cuda-scope",
        about: "`cuda::thread_scope`",
        texts: &["cuda_kept/cuda/scope"],
        instead: Some("cuda/scope"),
        ..PART
    },
    Part {
        name: "cuda-atomic",
        about: "`cuda::atomic`, `cuda::atomic_ref`",
        needs: &["cuda-scope"],
        texts: &["cuda_kept/cuda/atomic"],
        instead: Some("cuda/atomic"),
        ..PART
    },
    Part {
        name: "cuda-barrier",
        about: "`cuda::barrier`, `cuda::memcpy_async`",
        needs: &["cuda-scope"],
        texts: &["cuda_kept/cuda/barrier"],
        instead: Some("cuda/barrier"),
        ..PART
    },
    Part {
        name: "cuda-pipeline",
        about: "`cuda::pipeline`",
        needs: &["cuda-barrier"],
        texts: &["cuda_kept/cuda/pipeline"],
        instead: Some("cuda/pipeline"),
        ..PART
    },
    Part {
        name: "cuda-std",
        about: "`cuda::std`: tuples, arrays, limits, types, bits",
        texts: &["cuda_kept/cuda/std/usual.h"],
        instead: Some("cuda/std/usual.h"),
        ..PART
    },
    Part {
        name: "cuda-std-more",
        about: "`cuda::std`: algorithms, complex numbers, memory",
        needs: &["cuda-std"],
        texts: &["cuda_kept/cuda/std/more.h"],
        instead: Some("cuda/std/more.h"),
        ..PART
    },
    Part {
        name: "cuda-latch",
        about: "`cuda::latch`",
        needs: &["cuda-scope"],
        texts: &["cuda_kept/cuda/latch"],
        instead: Some("cuda/latch"),
        ..PART
    },
    Part {
        name: "cuda-semaphore",
        about: "`cuda::counting_semaphore`, `cuda::binary_semaphore`",
        needs: &["cuda-scope"],
        texts: &["cuda_kept/cuda/semaphore"],
        instead: Some("cuda/semaphore"),
        ..PART
    },
    Part {
        name: "cuda-std-atomic",
        about: "`cuda::std::atomic`",
        needs: &["cuda-std", "cuda-atomic"],
        texts: &["cuda_kept/cuda/std/atomic"],
        instead: Some("cuda/std/atomic"),
        ..PART
    },
    Part {
        name: "cuda-std-barrier",
        about: "`cuda::std::barrier`",
        needs: &["cuda-std", "cuda-barrier"],
        texts: &["cuda_kept/cuda/std/barrier"],
        instead: Some("cuda/std/barrier"),
        ..PART
    },
    Part {
        name: "cuda-std-latch",
        about: "`cuda::std::latch`",
        needs: &["cuda-std", "cuda-latch"],
        texts: &["cuda_kept/cuda/std/latch"],
        instead: Some("cuda/std/latch"),
        ..PART
    },
    Part {
        name: "cuda-std-semaphore",
        about: "`cuda::std::counting_semaphore`",
        needs: &["cuda-std", "cuda-semaphore"],
        texts: &["cuda_kept/cuda/std/semaphore"],
        instead: Some("cuda/std/semaphore"),
        ..PART
    },
    Part {
        name: "cuda-functional",
        about: "`cuda::proclaim_return_type`, `cuda::maximum`",
        needs: &["cuda-std"],
        texts: &["cuda_kept/cuda/functional"],
        instead: Some("cuda/functional"),
        ..PART
    },
    Part {
        name: "cuda-cmath",
        about: "`cuda::ceil_div`, `cuda::round_up`, `cuda::ilog2` and their like",
        needs: &["cuda-std"],
        texts: &["cuda_kept/cuda/cmath"],
        instead: Some("cuda/cmath"),
        ..PART
    },
    Part {
        name: "cuda-annotated-ptr",
        about: "`cuda::annotated_ptr` and `cuda::access_property`, which do nothing",
        needs: &["cuda-barrier"],
        texts: &["cuda_kept/cuda/annotated_ptr"],
        instead: Some("cuda/annotated_ptr"),
        ..PART
    },
    Part {
        name: "nv-target",
        about: "`NV_IF_TARGET` and its like",
        texts: &["cuda_kept/nv/target"],
        instead: Some("nv/target"),
        ..PART
    },
    Part {
        name: "barrier-primitives",
        about: "`__mbarrier_init` and the other functions of `cuda_awbarrier_primitives.h`",
        texts: &["cuda_kept/cuda_awbarrier_primitives.h"],
        instead: Some("cuda_awbarrier_primitives.h"),
        ..PART
    },
    Part {
        name: "copy-primitives",
        about: "`__pipeline_memcpy_async` and the other functions of `cuda_pipeline_primitives.h`",
        needs: &["barrier-primitives"],
        texts: &["cuda_kept/cuda_pipeline_primitives.h"],
        instead: Some("cuda_pipeline_primitives.h"),
        ..PART
    },
    Part {
        name: "copy-pipeline",
        about: "`nvcuda::experimental::pipeline`",
        needs: &["copy-primitives"],
        texts: &["cuda_kept/cuda_pipeline.h"],
        instead: Some("cuda_pipeline.h"),
        ..PART
    },
    Part {
        name: "nvtx",
        about: "events with attributes, domains and names of NVIDIA's tools extension",
        of_hip: Some("roctracer/roctx.h"),
        texts: &["hip/hipify/nvtx.h"],
        of_host: true,
        ..PART
    },
    Part {
        name: "blas-workspace",
        about: "`cublasSetWorkspace`, which does nothing where hipBLAS chooses its workspace itself",
        of_hip: Some("hipblas/hipblas.h"),
        texts: &["hip/hipify/blas_workspace.h"],
        of_host: true,
        ..PART
    },
    Part {
        name: "blaslt",
        about: "`CUBLASLT_MATMUL_DESC_SCALE_TYPE`, `CUBLASLT_MATMUL_DESC_FAST_ACCUM`",
        of_hip: Some("hipblaslt/hipblaslt.h"),
        texts: &["amd/blaslt.h"],
        instead: Some("hipblaslt/hipblaslt.h"),
        ..PART
    },
];
