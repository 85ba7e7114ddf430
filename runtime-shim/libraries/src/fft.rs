//! hipFFT on the CPU: plans, and their transforms in streams.

mod callback;
mod callback_settings;
mod devices;
mod division;
mod layout;
mod plan;
mod transform;
mod transform_type;

use crate::entry::{Failure, Library, Outcome, answer};
use crate::handles::{Numbered, give};
use crate::runtime::{self, Stream};
use callback::Callbacks;
use callback_settings::Wanted;
use layout::Layout;
use plan::{Plan, Shape};
use std::ffi::{c_int, c_longlong, c_void};
use transform_type::TransformType;

/// hipFFT's status codes, `hipfftResult`.
pub(crate) struct HipFft;

impl Library for HipFft {
    fn status(failure: Failure) -> u32 {
        match failure {
            Failure::NoHandle => 1,
            Failure::AllocFailed => 2,
            Failure::InvalidEnum => 3,
            Failure::InvalidValue => 4,
            Failure::Internal => 5,
            Failure::ExecutionFailed => 6,
            Failure::InvalidSize => 8,
            Failure::NotSupported => 14,
        }
    }
}

/// Plans have small numbers for handles, since cuFFT's handles are integers of 32 bits.
static PLANS: Numbered<State> = Numbered::new();

/// What a handle stands for.
#[derive(Default)]
struct State {
    /// None until the plan is made.
    plan: Option<std::sync::Arc<Plan>>,
    stream: Stream,
    /// What results are multiplied with.
    scale: Option<f64>,
    callbacks: Wanted,
    /// Those that the plan is for, if there are several.
    devices: Vec<c_int>,
}

/// Elements of complex numbers that a plan's transforms work in, in bytes.
fn work_size(shape: &Shape) -> usize {
    shape.extent.iter().product::<usize>() * shape.batch * if shape.kind.double { 16 } else { 8 }
}

/// Makes the plan of a handle.
fn make(name: &str, handle: usize, shape: Outcome<Shape>, bytes: *mut usize) -> u32 {
    answer::<HipFft>(name, || {
        let shape = shape?;
        let size = work_size(&shape);
        let plan = std::sync::Arc::new(Plan::new(shape)?);
        let devices = PLANS.with(handle, |state| {
            (state.plan, state.callbacks) = (Some(plan), Wanted::default());
            state.devices.len().max(1)
        })?;
        if !bytes.is_null() {
            // SAFETY: not null, and valid for a size of each device, as hipFFT says.
            (0..devices).for_each(|device| unsafe { bytes.add(device).write(size.div_ceil(devices)) });
        }
        Ok(())
    })
}

/// A new handle with a plan.
fn plan(name: &str, handle: *mut usize, shape: Outcome<Shape>) -> u32 {
    answer::<HipFft>(name, || {
        runtime::check()?;
        let plan = std::sync::Arc::new(Plan::new(shape?)?);
        // SAFETY: null or valid, as hipFFT says.
        unsafe { give(handle, PLANS.create(State { plan: Some(plan), ..State::default() })) }
    })
}

/// Says what a plan would need.
fn estimate(name: &str, shape: Outcome<Shape>, bytes: *mut usize) -> u32 {
    answer::<HipFft>(name, || {
        let shape = shape?;
        // SAFETY: null or valid, as hipFFT says.
        unsafe { give(bytes, work_size(&shape)) }
    })
}

/// A plan without strides.
fn simple(extent: &[c_int], kind: u32, batch: c_int) -> Outcome<Shape> {
    let extent: Vec<i64> = extent.iter().map(|&n| n.into()).collect();
    Shape::new(&extent, TransformType::of(kind)?, batch.into(), None)
}

/// A plan with strides, as `hipfftPlanMany` has it: both embeddings, or none where one is null.
///
/// # Safety
/// `n` and the embeddings are null or valid for reads of `rank` elements.
unsafe fn many<I: Copy + Into<i64>>(
    rank: c_int,
    n: *const I,
    input: (*const I, I, I),
    output: (*const I, I, I),
    kind: Outcome<TransformType>,
    batch: I,
) -> Outcome<Shape> {
    let rank = usize::try_from(rank).ok().filter(|rank| (1..=3).contains(rank)).ok_or(Failure::InvalidValue)?;
    let read = |p: *const I| -> Option<Vec<i64>> {
        // SAFETY: this function requires what its callee does.
        (!p.is_null()).then(|| unsafe { std::slice::from_raw_parts(p, rank) }.iter().map(|&n| n.into()).collect())
    };
    let extent = read(n).ok_or(Failure::InvalidValue)?;
    let side = |(embed, stride, distance): (*const I, I, I)| Layout::new(read(embed)?, stride.into(), distance.into());
    let layouts = side(input).zip(side(output));
    Shape::new(&extent, kind?, batch.into(), layouts)
}

/// # Safety
/// `handle` is null or valid for writes.
unsafe extern "C" fn create(handle: *mut usize) -> u32 {
    answer::<HipFft>("hipfftCreate", || {
        runtime::check()?;
        // SAFETY: null or valid, as hipFFT says.
        unsafe { give(handle, PLANS.create(State::default())) }
    })
}

/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn destroy(handle: usize) -> u32 {
    answer::<HipFft>("hipfftDestroy", || PLANS.destroy(handle))
}

/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn set_stream(handle: usize, stream: Stream) -> u32 {
    answer::<HipFft>("hipfftSetStream", || PLANS.with(handle, |state| state.stream = stream))
}

/// Transforms have memory of their own: whether a program brings some is not read.
///
/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn set_auto_allocation(handle: usize, _automatic: c_int) -> u32 {
    answer::<HipFft>("hipfftSetAutoAllocation", || PLANS.with(handle, |_| ()))
}

/// # Safety
/// None: the handle is looked up, and the area is not used.
unsafe extern "C" fn set_work_area(handle: usize, _area: *mut c_void) -> u32 {
    answer::<HipFft>("hipfftSetWorkArea", || PLANS.with(handle, |_| ()))
}

/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn scale_factor(handle: usize, factor: f64) -> u32 {
    answer::<HipFft>("hipfftExtPlanScaleFactor", || {
        if !factor.is_finite() {
            return Err(Failure::InvalidValue);
        }
        PLANS.with(handle, |state| state.scale = Some(factor))
    })
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn get_size(handle: usize, bytes: *mut usize) -> u32 {
    answer::<HipFft>("hipfftGetSize", || {
        let size = PLANS.with(handle, |state| state.plan.as_ref().map(|plan| work_size(&plan.shape)))?;
        // SAFETY: null or valid, as hipFFT says.
        unsafe { give(bytes, size.ok_or(Failure::NoHandle)?) }
    })
}

/// hipFFT 1.0.18, the interface that this is.
const VERSION: [c_int; 3] = [1, 0, 18];

/// # Safety
/// `version` is null or valid for writes.
unsafe extern "C" fn get_version(version: *mut c_int) -> u32 {
    // SAFETY: null or valid, as hipFFT says.
    answer::<HipFft>("hipfftGetVersion", || unsafe { give(version, VERSION[0] * 10000 + VERSION[1] * 100 + VERSION[2]) })
}

/// # Safety
/// `value` is null or valid for writes.
unsafe extern "C" fn get_property(property: u32, value: *mut c_int) -> u32 {
    answer::<HipFft>("hipfftGetProperty", || {
        let part = VERSION.get(property as usize).ok_or(Failure::InvalidEnum)?;
        // SAFETY: null or valid, as hipFFT says.
        unsafe { give(value, *part) }
    })
}

/// Puts a plan's transform into its stream.
fn execute(name: &'static str, handle: usize, from: *const c_void, to: *mut c_void, wanted: Option<u32>, backward: bool) -> u32 {
    answer::<HipFft>(name, || {
        // A plan of several devices has descriptors for arrays.
        let plan_of = |state: &State| state.plan.clone().filter(|_| state.devices.is_empty());
        let state = |state: &mut State| (plan_of(state), state.stream, state.scale, state.callbacks);
        let (plan, stream, scale, callbacks) = PLANS.with(handle, state)?;
        let plan = plan.ok_or(Failure::NoHandle)?;
        if wanted.is_some_and(|kind| TransformType::of(kind) != Ok(plan.shape.kind)) {
            return Err(Failure::InvalidEnum);
        }
        if from.is_null() && !callbacks.loads() || to.is_null() {
            return Err(Failure::InvalidValue);
        }
        let (from, to) = (from as usize, to as usize);
        if !callbacks.is_empty() {
            return callback_settings::enqueue(name, plan, stream, (from, to), (backward, scale), callbacks);
        }
        let none = Callbacks::default();
        // SAFETY: the program's arrays are there until the transform is done, as hipFFT says.
        runtime::enqueue(stream, name, move || unsafe { plan.run(from as *const u8, to as *mut u8, backward, scale, none) })
    })
}

fn is_backward(direction: c_int) -> Outcome<bool> {
    match direction {
        -1 => Ok(false),
        1 => Ok(true),
        _ => Err(Failure::InvalidValue),
    }
}

/// The entry points of one kind of transform.
macro_rules! transforms {
    ($($own:ident $name:literal $kind:ident $backward:literal;)*) => { $(
        /// # Safety
        /// `from` is null or readable, and `to` null or writable, for the elements that the plan describes, until the stream has
        /// done the transform; they are the same or do not overlap.
        unsafe extern "C" fn $own(handle: usize, from: *const c_void, to: *mut c_void) -> u32 {
            execute($name, handle, from, to, Some(transform_type::$kind), $backward)
        }
    )* };
}

transforms! {
    r2c "hipfftExecR2C" R2C false;
    c2r "hipfftExecC2R" C2R true;
    d2z "hipfftExecD2Z" D2Z false;
    z2d "hipfftExecZ2D" Z2D true;
}

/// # Safety
/// `from` is null or readable, and `to` null or writable, for the elements that the plan describes, until the stream has done the
/// transform; they are the same or do not overlap.
unsafe extern "C" fn c2c(handle: usize, from: *const c_void, to: *mut c_void, direction: c_int) -> u32 {
    match is_backward(direction) {
        Ok(backward) => execute("hipfftExecC2C", handle, from, to, Some(transform_type::C2C), backward),
        Err(failure) => HipFft::status(failure),
    }
}

/// # Safety
/// `from` is null or readable, and `to` null or writable, for the elements that the plan describes, until the stream has done the
/// transform; they are the same or do not overlap.
unsafe extern "C" fn z2z(handle: usize, from: *const c_void, to: *mut c_void, direction: c_int) -> u32 {
    match is_backward(direction) {
        Ok(backward) => execute("hipfftExecZ2Z", handle, from, to, Some(transform_type::Z2Z), backward),
        Err(failure) => HipFft::status(failure),
    }
}

/// Transforms of real data have a direction of their own, and the one that is passed is not read.
///
/// # Safety
/// `from` is null or readable, and `to` null or writable, for the elements that the plan describes, until the stream has done the
/// transform; they are the same or do not overlap.
unsafe extern "C" fn xt_exec(handle: usize, from: *const c_void, to: *mut c_void, direction: c_int) -> u32 {
    let kind = PLANS.with(handle, |state| state.plan.as_ref().map(|plan| plan.shape.kind));
    let backward = match kind {
        Ok(Some(kind)) if kind.is_real() => Ok(kind.to_real),
        _ => is_backward(direction),
    };
    match backward {
        Ok(backward) => execute("hipfftXtExec", handle, from, to, None, backward),
        Err(failure) => HipFft::status(failure),
    }
}

mod entries;
