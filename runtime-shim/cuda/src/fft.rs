//! cuFFT: plans are 32-bit numbers there, and pointers in hipFFT; the bundled hipFFT gives small numbers for pointers.

use std::ffi::c_void;

use crate::generated::STATUS_FFT;

/// `CUFFT_INVALID_PLAN` and `CUFFT_INVALID_VALUE`.
const INVALID_PLAN: i32 = 1;
const INVALID_VALUE: i32 = 4;

own! {
    Fft:

    /// A plan of one dimension.
    fn cufftPlan1d(plan: *mut i32, nx: i32, kind: i32, batch: i32) -> i32 {
        made(plan, |plan| hip!(@Libraries hipfftPlan1d(plan => *mut usize, nx => i32, kind => i32, batch => i32)))
    }

    /// A plan of two dimensions.
    fn cufftPlan2d(plan: *mut i32, nx: i32, ny: i32, kind: i32) -> i32 {
        made(plan, |plan| hip!(@Libraries hipfftPlan2d(plan => *mut usize, nx => i32, ny => i32, kind => i32)))
    }

    /// A plan of three dimensions.
    fn cufftPlan3d(plan: *mut i32, nx: i32, ny: i32, nz: i32, kind: i32) -> i32 {
        made(plan, |plan| hip!(@Libraries hipfftPlan3d(plan => *mut usize, nx => i32, ny => i32, nz => i32, kind => i32)))
    }

    /// A plan with strides and a batch.
    fn cufftPlanMany(plan: *mut i32, rank: i32, n: *mut i32, inembed: *mut i32, istride: i32, idist: i32, onembed: *mut i32, ostride: i32, odist: i32, kind: i32, batch: i32) -> i32 {
        made(plan, |plan| hip!(@Libraries hipfftPlanMany(
            plan => *mut usize, rank => i32, n => *mut i32, inembed => *mut i32, istride => i32, idist => i32,
            onembed => *mut i32, ostride => i32, odist => i32, kind => i32, batch => i32,
        )))
    }

    /// A plan that is made later.
    fn cufftCreate(plan: *mut i32) -> i32 {
        made(plan, |plan| hip!(@Libraries hipfftCreate(plan => *mut usize)))
    }

    /// Makes a plan of 1 dimension.
    fn cufftMakePlan1d(plan: i32, nx: i32, kind: i32, batch: i32, bytes: *mut usize) -> i32 {
        status(hip!(@Libraries hipfftMakePlan1d(handle(plan) => usize, nx => i32, kind => i32, batch => i32, bytes => *mut usize)))
    }

    /// What a plan of 1 dimension needs.
    fn cufftGetSize1d(plan: i32, nx: i32, kind: i32, batch: i32, bytes: *mut usize) -> i32 {
        status(hip!(@Libraries hipfftGetSize1d(handle(plan) => usize, nx => i32, kind => i32, batch => i32, bytes => *mut usize)))
    }

    /// Makes a plan of 2 dimensions.
    fn cufftMakePlan2d(plan: i32, nx: i32, ny: i32, kind: i32, bytes: *mut usize) -> i32 {
        status(hip!(@Libraries hipfftMakePlan2d(handle(plan) => usize, nx => i32, ny => i32, kind => i32, bytes => *mut usize)))
    }

    /// What a plan of 2 dimensions needs.
    fn cufftGetSize2d(plan: i32, nx: i32, ny: i32, kind: i32, bytes: *mut usize) -> i32 {
        status(hip!(@Libraries hipfftGetSize2d(handle(plan) => usize, nx => i32, ny => i32, kind => i32, bytes => *mut usize)))
    }

    /// Makes a plan of 3 dimensions.
    fn cufftMakePlan3d(plan: i32, nx: i32, ny: i32, nz: i32, kind: i32, bytes: *mut usize) -> i32 {
        status(hip!(@Libraries hipfftMakePlan3d(handle(plan) => usize, nx => i32, ny => i32, nz => i32, kind => i32, bytes => *mut usize)))
    }

    /// What a plan of 3 dimensions needs.
    fn cufftGetSize3d(plan: i32, nx: i32, ny: i32, nz: i32, kind: i32, bytes: *mut usize) -> i32 {
        status(hip!(@Libraries hipfftGetSize3d(handle(plan) => usize, nx => i32, ny => i32, nz => i32, kind => i32, bytes => *mut usize)))
    }

    /// Makes a plan with strides and a batch.
    fn cufftMakePlanMany(plan: i32, rank: i32, n: *mut i32, inembed: *mut i32, istride: i32, idist: i32, onembed: *mut i32, ostride: i32, odist: i32, kind: i32, batch: i32, bytes: *mut usize) -> i32 {
        status(hip!(@Libraries hipfftMakePlanMany(
            handle(plan) => usize, rank => i32, n => *mut i32, inembed => *mut i32, istride => i32, idist => i32,
            onembed => *mut i32, ostride => i32, odist => i32, kind => i32, batch => i32, bytes => *mut usize,
        )))
    }

    /// What a plan with strides needs.
    fn cufftGetSizeMany(plan: i32, rank: i32, n: *mut i32, inembed: *mut i32, istride: i32, idist: i32, onembed: *mut i32, ostride: i32, odist: i32, kind: i32, batch: i32, bytes: *mut usize) -> i32 {
        status(hip!(@Libraries hipfftGetSizeMany(
            handle(plan) => usize, rank => i32, n => *mut i32, inembed => *mut i32, istride => i32, idist => i32,
            onembed => *mut i32, ostride => i32, odist => i32, kind => i32, batch => i32, bytes => *mut usize,
        )))
    }

    /// Makes a plan with strides and a batch.
    fn cufftMakePlanMany64(plan: i32, rank: i32, n: *mut i64, inembed: *mut i64, istride: i64, idist: i64, onembed: *mut i64, ostride: i64, odist: i64, kind: i32, batch: i64, bytes: *mut usize) -> i32 {
        status(hip!(@Libraries hipfftMakePlanMany64(
            handle(plan) => usize, rank => i32, n => *mut i64, inembed => *mut i64, istride => i64, idist => i64,
            onembed => *mut i64, ostride => i64, odist => i64, kind => i32, batch => i64, bytes => *mut usize,
        )))
    }

    /// What a plan with strides needs.
    fn cufftGetSizeMany64(plan: i32, rank: i32, n: *mut i64, inembed: *mut i64, istride: i64, idist: i64, onembed: *mut i64, ostride: i64, odist: i64, kind: i32, batch: i64, bytes: *mut usize) -> i32 {
        status(hip!(@Libraries hipfftGetSizeMany64(
            handle(plan) => usize, rank => i32, n => *mut i64, inembed => *mut i64, istride => i64, idist => i64,
            onembed => *mut i64, ostride => i64, odist => i64, kind => i32, batch => i64, bytes => *mut usize,
        )))
    }

    /// What a plan needs.
    fn cufftGetSize(plan: i32, bytes: *mut usize) -> i32 {
        status(hip!(@Libraries hipfftGetSize(handle(plan) => usize, bytes => *mut usize)))
    }

    /// Whether the library brings the memory to work in.
    fn cufftSetAutoAllocation(plan: i32, automatic: i32) -> i32 {
        status(hip!(@Libraries hipfftSetAutoAllocation(handle(plan) => usize, automatic => i32)))
    }

    /// The program's memory to work in.
    fn cufftSetWorkArea(plan: i32, area: *mut c_void) -> i32 {
        status(hip!(@Libraries hipfftSetWorkArea(handle(plan) => usize, area => *mut c_void)))
    }

    /// The stream of a plan.
    fn cufftSetStream(plan: i32, stream: *mut c_void) -> i32 {
        status(hip!(@Libraries hipfftSetStream(handle(plan) => usize, stream => *mut c_void)))
    }

    /// Ends a plan.
    fn cufftDestroy(plan: i32) -> i32 {
        status(hip!(@Libraries hipfftDestroy(handle(plan) => usize)))
    }

    /// A complex transform.
    fn cufftExecC2C(plan: i32, input: *mut c_void, output: *mut c_void, direction: i32) -> i32 {
        status(hip!(@Libraries hipfftExecC2C(handle(plan) => usize, input => *mut c_void, output => *mut c_void, direction => i32)))
    }

    /// A complex transform.
    fn cufftExecZ2Z(plan: i32, input: *mut c_void, output: *mut c_void, direction: i32) -> i32 {
        status(hip!(@Libraries hipfftExecZ2Z(handle(plan) => usize, input => *mut c_void, output => *mut c_void, direction => i32)))
    }

    /// A transform of real data.
    fn cufftExecR2C(plan: i32, input: *mut c_void, output: *mut c_void) -> i32 {
        status(hip!(@Libraries hipfftExecR2C(handle(plan) => usize, input => *mut c_void, output => *mut c_void)))
    }

    /// A transform of real data.
    fn cufftExecD2Z(plan: i32, input: *mut c_void, output: *mut c_void) -> i32 {
        status(hip!(@Libraries hipfftExecD2Z(handle(plan) => usize, input => *mut c_void, output => *mut c_void)))
    }

    /// A transform to real data.
    fn cufftExecC2R(plan: i32, input: *mut c_void, output: *mut c_void) -> i32 {
        status(hip!(@Libraries hipfftExecC2R(handle(plan) => usize, input => *mut c_void, output => *mut c_void)))
    }

    /// A transform to real data.
    fn cufftExecZ2D(plan: i32, input: *mut c_void, output: *mut c_void) -> i32 {
        status(hip!(@Libraries hipfftExecZ2D(handle(plan) => usize, input => *mut c_void, output => *mut c_void)))
    }

    /// A transform whose types the plan knows.
    fn cufftXtExec(plan: i32, input: *mut c_void, output: *mut c_void, direction: i32) -> i32 {
        status(hip!(@Libraries hipfftXtExec(handle(plan) => usize, input => *mut c_void, output => *mut c_void, direction => i32)))
    }

    /// Makes a plan whose element types are named by values.
    fn cufftXtMakePlanMany(plan: i32, rank: i32, n: *mut i64, inembed: *mut i64, istride: i64, idist: i64, input: i32, onembed: *mut i64, ostride: i64, odist: i64, output: i32, batch: i64, bytes: *mut usize, execution: i32) -> i32 {
        status(hip!(@Libraries hipfftXtMakePlanMany(
            handle(plan) => usize, rank => i32, n => *mut i64, inembed => *mut i64, istride => i64, idist => i64,
            input => i32, onembed => *mut i64, ostride => i64, odist => i64, output => i32, batch => i64, bytes => *mut usize,
            execution => i32,
        )))
    }

    /// What such a plan needs.
    fn cufftXtGetSizeMany(plan: i32, rank: i32, n: *mut i64, inembed: *mut i64, istride: i64, idist: i64, input: i32, onembed: *mut i64, ostride: i64, odist: i64, output: i32, batch: i64, bytes: *mut usize, execution: i32) -> i32 {
        status(hip!(@Libraries hipfftXtGetSizeMany(
            handle(plan) => usize, rank => i32, n => *mut i64, inembed => *mut i64, istride => i64, idist => i64,
            input => i32, onembed => *mut i64, ostride => i64, odist => i64, output => i32, batch => i64, bytes => *mut usize,
            execution => i32,
        )))
    }

    /// A device function of the program that loads or stores a plan's elements, and what it is given. Values of both enumerations are the same.
    fn cufftXtSetCallback(plan: i32, routines: *mut *mut c_void, kind: i32, infos: *mut *mut c_void) -> i32 {
        status(hip!(@Libraries hipfftXtSetCallback(
            handle(plan) => usize, routines => *mut *mut c_void, kind => i32, infos => *mut *mut c_void,
        )))
    }

    /// Has a plan load or store elements itself again.
    fn cufftXtClearCallback(plan: i32, kind: i32) -> i32 {
        status(hip!(@Libraries hipfftXtClearCallback(handle(plan) => usize, kind => i32)))
    }

    /// Bytes of shared memory for such a function.
    fn cufftXtSetCallbackSharedSize(plan: i32, kind: i32, bytes: usize) -> i32 {
        status(hip!(@Libraries hipfftXtSetCallbackSharedSize(handle(plan) => usize, kind => i32, bytes => usize)))
    }

    /// The version of cuFFT whose interface this is.
    fn cufftGetVersion(version: *mut i32) -> i32 {
        give(version, 11_401)
    }
}

fn status(of_hip: i32) -> i32 {
    STATUS_FFT.to_cuda(of_hip)
}

fn handle(plan: i32) -> usize {
    plan as u32 as usize
}

/// Stores the number of a plan that was made.
///
/// # Safety
/// `to` is null or valid for writing.
unsafe fn made(to: *mut i32, make: impl FnOnce(*mut usize) -> i32) -> i32 {
    if to.is_null() {
        return INVALID_PLAN;
    }
    let mut plan = 0;
    let of_hip = make(&raw mut plan);
    if of_hip != 0 {
        return status(of_hip);
    }
    // AMD's plans are pointers, which no number of 32 bits holds.
    let Ok(number) = i32::try_from(plan) else { return INVALID_PLAN };
    // SAFETY: not null, and valid as cuFFT says.
    unsafe { to.write(number) };
    0
}

/// # Safety
/// `to` is null or valid for writing.
unsafe fn give(to: *mut i32, value: i32) -> i32 {
    if to.is_null() {
        return INVALID_VALUE;
    }
    // SAFETY: not null, and valid as cuFFT says.
    unsafe { to.write(value) };
    0
}
