//! The entry points that make plans: each names the same shape in its own parameters.

#![allow(clippy::too_many_arguments)]

use super::transform_type::TransformType;
use super::{
    HipFft, Shape, c_int, c_longlong, c2c, c2r, create, d2z, destroy, estimate, get_property, get_size, get_version, make, many,
    plan, r2c, scale_factor, set_auto_allocation, set_stream, set_work_area, simple, xt_exec, z2d, z2z,
};
use crate::entry::answer;

/// # Safety
/// `handle` is null or valid for writes.
unsafe extern "C" fn plan_1d(handle: *mut usize, x: c_int, kind: u32, batch: c_int) -> u32 {
    plan("hipfftPlan1d", handle, simple(&[x], kind, batch))
}

/// # Safety
/// `handle` is null or valid for writes.
unsafe extern "C" fn plan_2d(handle: *mut usize, x: c_int, y: c_int, kind: u32) -> u32 {
    plan("hipfftPlan2d", handle, simple(&[x, y], kind, 1))
}

/// # Safety
/// `handle` is null or valid for writes.
unsafe extern "C" fn plan_3d(handle: *mut usize, x: c_int, y: c_int, z: c_int, kind: u32) -> u32 {
    plan("hipfftPlan3d", handle, simple(&[x, y, z], kind, 1))
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn make_1d(handle: usize, x: c_int, kind: u32, batch: c_int, bytes: *mut usize) -> u32 {
    make("hipfftMakePlan1d", handle, simple(&[x], kind, batch), bytes)
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn make_2d(handle: usize, x: c_int, y: c_int, kind: u32, bytes: *mut usize) -> u32 {
    make("hipfftMakePlan2d", handle, simple(&[x, y], kind, 1), bytes)
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn make_3d(handle: usize, x: c_int, y: c_int, z: c_int, kind: u32, bytes: *mut usize) -> u32 {
    make("hipfftMakePlan3d", handle, simple(&[x, y, z], kind, 1), bytes)
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn estimate_1d(x: c_int, kind: u32, batch: c_int, bytes: *mut usize) -> u32 {
    estimate("hipfftEstimate1d", simple(&[x], kind, batch), bytes)
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn estimate_2d(x: c_int, y: c_int, kind: u32, bytes: *mut usize) -> u32 {
    estimate("hipfftEstimate2d", simple(&[x, y], kind, 1), bytes)
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn estimate_3d(x: c_int, y: c_int, z: c_int, kind: u32, bytes: *mut usize) -> u32 {
    estimate("hipfftEstimate3d", simple(&[x, y, z], kind, 1), bytes)
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn size_1d(_handle: usize, x: c_int, kind: u32, batch: c_int, bytes: *mut usize) -> u32 {
    estimate("hipfftGetSize1d", simple(&[x], kind, batch), bytes)
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn size_2d(_handle: usize, x: c_int, y: c_int, kind: u32, bytes: *mut usize) -> u32 {
    estimate("hipfftGetSize2d", simple(&[x, y], kind, 1), bytes)
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn size_3d(_handle: usize, x: c_int, y: c_int, z: c_int, kind: u32, bytes: *mut usize) -> u32 {
    estimate("hipfftGetSize3d", simple(&[x, y, z], kind, 1), bytes)
}

/// What `hipfftPlanMany` and its like pass, with sizes of one width.
macro_rules! shape {
    ($rank:ident, $n:ident, $inembed:ident, $istride:ident, $idist:ident, $onembed:ident, $ostride:ident, $odist:ident, $kind:expr,
     $batch:ident) => {
        // SAFETY: the arrays are null or have `rank` elements, as hipFFT says.
        unsafe { many($rank, $n, ($inembed, $istride, $idist), ($onembed, $ostride, $odist), $kind, $batch) }
    };
}

/// Entry points with these parameters between what comes first and what comes last.
macro_rules! with_strides {
    ($($own:ident($($first:ident: $first_type:ty),*; $int:ty; $($last:ident: $last_type:ty),*) = |$shape:ident| $body:expr;)*) => { $(
        /// # Safety
        /// `n`, `inembed` and `onembed` are null or valid for reads of `rank` numbers; `handle` and `bytes`, where they are
        /// pointers, are null or valid for writes.
        unsafe extern "C" fn $own(
            $($first: $first_type,)* rank: c_int, n: *const $int, inembed: *const $int, istride: $int, idist: $int,
            onembed: *const $int, ostride: $int, odist: $int, kind: u32, batch: $int, $($last: $last_type),*
        ) -> u32 {
            let $shape = shape!(rank, n, inembed, istride, idist, onembed, ostride, odist, TransformType::of(kind), batch);
            $body
        }
    )* };
}

with_strides! {
    plan_many(handle: *mut usize; c_int;) = |shape| plan("hipfftPlanMany", handle, shape);
    make_many(handle: usize; c_int; bytes: *mut usize) = |shape| make("hipfftMakePlanMany", handle, shape, bytes);
    make_many_64(handle: usize; c_longlong; bytes: *mut usize) = |shape| make("hipfftMakePlanMany64", handle, shape, bytes);
    estimate_many(; c_int; bytes: *mut usize) = |shape| estimate("hipfftEstimateMany", shape, bytes);
    size_many(_handle: usize; c_int; bytes: *mut usize) = |shape| estimate("hipfftGetSizeMany", shape, bytes);
    size_many_64(_handle: usize; c_longlong; bytes: *mut usize) = |shape| estimate("hipfftGetSizeMany64", shape, bytes);
}

/// # Safety
/// `n`, `inembed` and `onembed` are null or valid for reads of `rank` numbers; `handle` and `bytes`, where they are pointers, are
/// null or valid for writes.
unsafe extern "C" fn xt_make_many(
    handle: usize,
    rank: c_int,
    n: *const c_longlong,
    inembed: *const c_longlong,
    istride: c_longlong,
    idist: c_longlong,
    input: u32,
    onembed: *const c_longlong,
    ostride: c_longlong,
    odist: c_longlong,
    output: u32,
    batch: c_longlong,
    bytes: *mut usize,
    _execution: u32,
) -> u32 {
    let kind = TransformType::between(input, output);
    let shape = shape!(rank, n, inembed, istride, idist, onembed, ostride, odist, kind, batch);
    make("hipfftXtMakePlanMany", handle, shape, bytes)
}

/// # Safety
/// `n`, `inembed` and `onembed` are null or valid for reads of `rank` numbers; `handle` and `bytes`, where they are pointers, are
/// null or valid for writes.
unsafe extern "C" fn xt_size_many(
    _handle: usize,
    rank: c_int,
    n: *const c_longlong,
    inembed: *const c_longlong,
    istride: c_longlong,
    idist: c_longlong,
    input: u32,
    onembed: *const c_longlong,
    ostride: c_longlong,
    odist: c_longlong,
    output: u32,
    batch: c_longlong,
    bytes: *mut usize,
    _execution: u32,
) -> u32 {
    let kind = TransformType::between(input, output);
    let shape = shape!(rank, n, inembed, istride, idist, onembed, ostride, odist, kind, batch);
    answer::<HipFft>("hipfftXtGetSizeMany", || {
        let shape: Shape = shape?;
        // SAFETY: null or valid, as hipFFT says.
        unsafe { crate::handles::give(bytes, super::work_size(&shape)) }
    })
}

crate::export! {
    14;
    hipfftPlan1d = plan_1d,
    hipfftPlan2d = plan_2d,
    hipfftPlan3d = plan_3d,
    hipfftPlanMany = plan_many,
    hipfftCreate = create,
    hipfftDestroy = destroy,
    hipfftExtPlanScaleFactor = scale_factor,
    hipfftMakePlan1d = make_1d,
    hipfftMakePlan2d = make_2d,
    hipfftMakePlan3d = make_3d,
    hipfftMakePlanMany = make_many,
    hipfftMakePlanMany64 = make_many_64,
    hipfftEstimate1d = estimate_1d,
    hipfftEstimate2d = estimate_2d,
    hipfftEstimate3d = estimate_3d,
    hipfftEstimateMany = estimate_many,
    hipfftGetSize1d = size_1d,
    hipfftGetSize2d = size_2d,
    hipfftGetSize3d = size_3d,
    hipfftGetSizeMany = size_many,
    hipfftGetSizeMany64 = size_many_64,
    hipfftGetSize = get_size,
    hipfftSetAutoAllocation = set_auto_allocation,
    hipfftSetWorkArea = set_work_area,
    hipfftExecC2C = c2c,
    hipfftExecR2C = r2c,
    hipfftExecC2R = c2r,
    hipfftExecZ2Z = z2z,
    hipfftExecD2Z = d2z,
    hipfftExecZ2D = z2d,
    hipfftSetStream = set_stream,
    hipfftGetVersion = get_version,
    hipfftGetProperty = get_property,
    hipfftXtMakePlanMany = xt_make_many,
    hipfftXtGetSizeMany = xt_size_many,
    hipfftXtExec = xt_exec,
}
