//! The predefined macros of one compiler pass, for a target or for the host, and the `#if`s that they decide.

use hipify_condition::Macro;
use hipify_rules::{Gfx, Images, Version};
use hipify_syntax::Code;

/// What is known of macros besides those of the compiler.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Known {
    pub(crate) cuda: Option<Version>,
    pub(crate) rocm: Option<Version>,
}

/// What compiles the code.
pub(crate) struct Pass {
    /// The GPU; `None` for the host.
    pub(crate) gfx: Option<&'static Gfx>,
    /// The branches ask for HIP: CUDA's macros are what they are there, undefined.
    pub(crate) hip: bool,
    pub(crate) known: Known,
}

/// Whether the condition of the directive holds for the pass, and whether the answer depends on the pass.
pub(crate) fn holds(code: &Code<'_>, hash: usize, end: usize, pass: &Pass) -> (Option<bool>, bool) {
    let mut depends = false;
    let mut look_up = |name: &[u8]| look_up(pass, name, &mut depends);
    let value = hipify_condition::holds(code.text(hash + 1), code.after_keyword(hash, end), &mut look_up);
    let is_turned = pass.gfx.is_some() && !pass.hip && hipify_port::gives_up_as_counted(code, hash, |_| false);
    (value.map(|value| value != is_turned), depends)
}

/// What a macro is. Sources: AMDGPU's getTargetDefines in clang, HIP's host_defines.h, and `passes/guard.rs` for CUDA's.
fn look_up(pass: &Pass, name: &[u8], depends: &mut bool) -> Macro {
    let cuda = |found: Macro| if pass.hip { Macro::Undefined } else { found };
    match name {
        b"__HIP_PLATFORM_AMD__"
        | b"__HIP_PLATFORM_HCC__"
        | b"__HIPCC__"
        | b"__HIP__"
        | b"__clang__"
        | b"USE_ROCM"
        | b"USE_HIP" => Macro::Value(1),
        b"__HIP_PLATFORM_NVIDIA__" | b"__HIP_PLATFORM_NVCC__" | b"__NVCOMPILER" | b"__PGI" => Macro::Undefined,
        b"__CUDACC__" | b"__NVCC__" | b"__CUDA__" => cuda(Macro::Value(1)),
        b"__CUDACC_RTC__" | b"__HIPCC_RTC__" => Macro::Unknown,
        b"CUDART_VERSION" | b"CUDA_VERSION" => cuda(Macro::Value(i64::from(pass.known.cuda.map_or(12_090, Version::cuda_macro)))),
        b"__CUDACC_VER_MAJOR__" => cuda(Macro::Value(pass.known.cuda.map_or(12, |cuda| cuda.major().into()))),
        b"__CUDACC_VER_MINOR__" => cuda(Macro::Value(pass.known.cuda.map_or(9, |cuda| cuda.minor().into()))),
        b"__CUDA_ARCH__" => {
            *depends = true;
            if pass.gfx.is_some() { cuda(Macro::Value(700)) } else { Macro::Undefined }
        }
        b"HIP_VERSION_MAJOR" => pass.known.rocm.map_or(Macro::Unknown, |rocm| Macro::Value(rocm.major().into())),
        b"HIP_VERSION_MINOR" => pass.known.rocm.map_or(Macro::Unknown, |rocm| Macro::Value(rocm.minor().into())),
        b"__HIP_DEVICE_COMPILE__" | b"__AMDGCN__" | b"__AMDGPU__" | b"__AMD__" => {
            *depends = true;
            if pass.gfx.is_some() { Macro::Value(1) } else { Macro::Undefined }
        }
        b"__HIP_NO_IMAGE_SUPPORT" | b"__HIP_NO_IMAGE_SUPPORT__" => {
            *depends = true;
            if pass.gfx.is_some_and(|gfx| gfx.images == Images::None) { Macro::Value(1) } else { Macro::Undefined }
        }
        _ if name.starts_with(b"__GFX") || name.starts_with(b"__gfx") || name.starts_with(b"__AMDGCN_WAVEFRONT_SIZE") => {
            *depends = true;
            pass.gfx.map_or(Macro::Undefined, |gfx| of_gpu(gfx, name))
        }
        _ => Macro::Unknown,
    }
}

/// `__gfx90a__`, `__GFX9__`, `__AMDGCN_WAVEFRONT_SIZE__`.
fn of_gpu(gfx: &Gfx, name: &[u8]) -> Macro {
    if name.starts_with(b"__AMDGCN_WAVEFRONT_SIZE") {
        return gfx.wave_sizes.first().map_or(Macro::Unknown, |size| Macro::Value((*size).into()));
    }
    let Some(inner) = name.strip_prefix(b"__").and_then(|rest| rest.strip_suffix(b"__")) else { return Macro::Undefined };
    let major = gfx.isa / 1000;
    let is_this = inner == gfx.name.replace('-', "_").as_bytes() || inner == format!("GFX{major}").as_bytes();
    if is_this { Macro::Value(1) } else { Macro::Undefined }
}
