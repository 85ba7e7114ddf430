//! What AMD's library exports for its tools and compiler: tracers get no calls, there is no build and no precompiled header to
//! tell of, and halves are converted as the compiler's own library does. Also the few names of C++ among AMD's exports.

use std::ffi::{c_char, c_uint, c_void};

use crate::entry;
use crate::missing;

missing! {
    hipInitActivityCallback,
    hipEnableActivityCallback,
    hipRegisterActivityCallback,
    hipRemoveActivityCallback,
    hipRegisterApiCallback,
    hipRemoveApiCallback,
}

entry! {
    /// Takes a tracer's function, which is never called: nothing is traced.
    fn hipRegisterTracerCallback(_callback: *mut c_void) -> () {}

    /// The name of a command of the device by the number that tracers use: none is traced.
    fn hipGetCmdName(_number: c_uint) -> *const c_char {
        c"unknown".as_ptr()
    }

    /// A precompiled header for hipRTC: none, the headers are read.
    fn __hipGetPCH(header: *mut *const c_char, size: *mut c_uint) -> () {
        if !header.is_null() {
            header.write(std::ptr::null());
        }
        if !size.is_null() {
            size.write(0);
        }
    }
}

/// Exports functions under the names that C++ gives them, where a version of AMD's headers declares them without C linkage.
macro_rules! also_as_cpp {
    ($($name:ident = $mangled:literal, $target:path;)*) => { $(
        #[doc = concat!("`", stringify!($target), "`, as C++ names it.")]
        // SAFETY: the name stands for this function alone.
        #[unsafe(export_name = $mangled)]
        #[unsafe(naked)]
        extern "C" fn $name() {
            std::arch::naked_asm!("jmp {target}", target = sym $target)
        }
    )* };
}

also_as_cpp! {
    create_surface = "_Z22hipCreateSurfaceObjectPP13__hip_surfacePK15hipResourceDesc", crate::api::texture::hipCreateSurfaceObject;
    destroy_surface = "_Z23hipDestroySurfaceObjectP13__hip_surface", crate::api::texture::hipDestroySurfaceObject;
    launch_in_threads =
        "_Z24hipExtModuleLaunchKernelP18ihipModuleSymbol_tjjjjjjmP12ihipStream_tPPvS4_P11ihipEvent_tS6_j",
        crate::api::launch::hipExtModuleLaunchKernel;
    launch_in_threads_by_older_name =
        "_Z24hipHccModuleLaunchKernelP18ihipModuleSymbol_tjjjjjjmP12ihipStream_tPPvS4_P11ihipEvent_tS6_",
        crate::api::launch::hipHccModuleLaunchKernel;
}

/// The build that AMD's debugger asks for.
// SAFETY: no other library of the process is meant to have this name.
#[unsafe(no_mangle)]
extern "C" fn amd_dbgapi_get_build_name() -> *const c_char {
    c"hipify-rs".as_ptr()
}

/// The revision that AMD's debugger asks for: not known.
// SAFETY: no other library of the process is meant to have this name.
#[unsafe(no_mangle)]
extern "C" fn amd_dbgapi_get_git_hash() -> *const c_char {
    c"".as_ptr()
}

/// The number of the build that AMD's debugger asks for: not known.
// SAFETY: no other library of the process is meant to have this name.
#[unsafe(no_mangle)]
extern "C" fn amd_dbgapi_get_build_id() -> usize {
    0
}

/// A half as a float, exactly (IEEE 754 binary16).
// SAFETY: the compiler's library has the same function under this name.
#[unsafe(no_mangle)]
extern "C" fn __gnu_h2f_ieee(half: u16) -> f32 {
    let sign = if half & 0x8000 == 0 { 1.0 } else { -1.0 };
    let (exponent, fraction) = (i32::from(half >> 10 & 0x1f), f32::from(half & 0x3ff));
    match exponent {
        0 => sign * fraction * 2f32.powi(-24),
        0x1f if fraction == 0.0 => sign * f32::INFINITY,
        0x1f => f32::from_bits(u32::from(half & 0x8000) << 16 | 0x7f80_0000 | u32::from(half & 0x3ff) << 13),
        _ => sign * (1024.0 + fraction) * 2f32.powi(exponent - 25),
    }
}

/// The half nearest to a float; of two, the even one.
// SAFETY: the compiler's library has the same function under this name.
#[unsafe(no_mangle)]
extern "C" fn __gnu_f2h_ieee(float: f32) -> u16 {
    let sign = (float.to_bits() >> 16) as u16 & 0x8000;
    let magnitude = float.abs();
    if magnitude.is_nan() {
        return sign | 0x7e00 | (float.to_bits() >> 13) as u16 & 0x3ff;
    }
    // 65520 lies half way to what would be the next half, and rounds to even: infinity.
    if magnitude >= 65520.0 {
        return sign | 0x7c00;
    }
    // A step of the half's last place: of its own exponent, or of the smallest one.
    let exponent = ((magnitude.to_bits() >> 23) as i32 - 127).max(-14);
    let steps = (magnitude * 2f32.powi(10 - exponent)).round_ties_even() as u32;
    // Steps count from 0 for subnormal numbers and from 1024 else; a carry moves to the next exponent by itself.
    sign | (((exponent + 14) as u32) << 10).wrapping_add(steps) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_survives_the_way_to_a_float_and_back() {
        for half in 0..=u16::MAX {
            let float = __gnu_h2f_ieee(half);
            if float.is_nan() {
                assert!(half & 0x7fff > 0x7c00);
            } else {
                assert_eq!(__gnu_f2h_ieee(float), half, "{half:#x} is {float}");
            }
        }
    }

    #[test]
    fn floats_between_halves_round_to_even() {
        assert_eq!(__gnu_f2h_ieee(1.0 + 1.0 / 2048.0), 0x3c00);
        assert_eq!(__gnu_f2h_ieee(1.0 + 3.0 / 2048.0), 0x3c02);
        assert_eq!(__gnu_f2h_ieee(65519.996), 0x7bff);
        assert_eq!(__gnu_f2h_ieee(65520.0), 0x7c00);
        assert_eq!(__gnu_f2h_ieee(-1e-10), 0x8000);
        assert_eq!(__gnu_f2h_ieee(2f32.powi(-14) - 2f32.powi(-26)), 0x0400);
    }
}
