//! Which callbacks a plan has, and its transforms by them, which are kernels.

use super::callback::{Callback, Callbacks};
use super::plan::Plan;
use super::transform_type::{Memory, TransformType};
use super::{HipFft, PLANS, State};
use crate::device_code;
use crate::entry::{Failure, Outcome, answer};
use crate::runtime::{self, Stream};
use std::ffi::c_void;
use std::sync::Arc;

/// Those of a plan, and bytes of shared memory for each.
#[derive(Clone, Copy, Default)]
pub(super) struct Wanted {
    callbacks: Callbacks,
    shared: [usize; 2],
}

impl Wanted {
    pub(super) fn is_empty(&self) -> bool {
        self.callbacks.is_empty()
    }

    /// Whether nothing is read of the input but by the program.
    pub(super) fn loads(&self) -> bool {
        self.callbacks.load.is_some()
    }

    fn side(&mut self, is_store: bool) -> (&mut Option<Callback>, &mut usize) {
        let callback = if is_store { &mut self.callbacks.store } else { &mut self.callbacks.load };
        (callback, &mut self.shared[usize::from(is_store)])
    }
}

/// One transform.
struct Work {
    plan: Arc<Plan>,
    from: usize,
    to: usize,
    backward: bool,
    scale: Option<f64>,
    callbacks: Callbacks,
}

/// Puts a transform into a stream, as a kernel, since it calls device code.
///
/// # Errors
/// As of [`device_code::launch`].
pub(super) fn enqueue(
    name: &'static str,
    plan: Arc<Plan>,
    stream: Stream,
    (from, to): (usize, usize),
    (backward, scale): (bool, Option<f64>),
    wanted: Wanted,
) -> Outcome {
    let work = Arc::new(Work { plan, from, to, backward, scale, callbacks: wanted.callbacks });
    let data = Arc::into_raw(work.clone()).cast::<c_void>();
    // SAFETY: `transform` takes the work, which stays until the stream has done it: the function that is put after it has it, and where
    // that cannot be put there it is never freed.
    unsafe { device_code::launch(stream, transform, data, wanted.shared[0].max(wanted.shared[1])) }.inspect_err(|_| {
        // SAFETY: nobody else has this count.
        drop(unsafe { Arc::from_raw(data.cast::<Work>()) });
    })?;
    runtime::enqueue(stream, name, move || _ = &work)?;
    // SAFETY: one count for the launch, one for the function after it, which is the last to need the work.
    unsafe { Arc::decrement_strong_count(data.cast::<Work>()) };
    Ok(())
}

/// # Safety
/// `data` is a [`Work`], whose plan may run on its arrays by its callbacks.
unsafe fn transform(data: *const c_void, shared: *mut c_void) {
    // SAFETY: as required.
    let work = unsafe { &*data.cast::<Work>() };
    let with_shared = |callback: Option<Callback>| callback.map(|callback| Callback { shared, ..callback });
    let callbacks = Callbacks { load: with_shared(work.callbacks.load), store: with_shared(work.callbacks.store) };
    // SAFETY: the program's arrays are there until the transform is done, as hipFFT says.
    unsafe { work.plan.run(work.from as *const u8, work.to as *mut u8, work.backward, work.scale, callbacks) };
}

/// Whether a value of `hipfftXtCallbackType` is of a plan's output; by its bits elements are of double precision, and real.
///
/// # Errors
/// `Failure::InvalidEnum` for no value of it, and for elements that the plan has not on that side, as in cuFFT.
fn is_store(kind: TransformType, value: u32) -> Outcome<bool> {
    let [double, real, store] = [1, 2, 4].map(|bit| value & bit != 0);
    let wanted = if store { kind.to_real } else { kind.from_real };
    if value > 7 || kind.memory != Memory::Same || double != kind.double || real != wanted {
        Err(Failure::InvalidEnum)
    } else {
        Ok(store)
    }
}

/// Changes the side of a plan that a kind of callbacks is of.
fn change(name: &str, handle: usize, kind: u32, change: impl FnOnce(&mut Option<Callback>, &mut usize) -> Outcome) -> u32 {
    answer::<HipFft>(name, || {
        PLANS.with(handle, |state: &mut State| {
            let plan = state.plan.as_ref().ok_or(Failure::NoHandle)?;
            let (callback, shared) = state.callbacks.side(is_store(plan.shape.kind, kind)?);
            change(callback, shared)
        })?
    })
}

/// A callback for the device of the plan, the first of the arrays; a null pointer takes it away, as cuFFT lets it pass.
///
/// # Safety
/// `routines` is null or has an address; `infos` is null or has a pointer.
unsafe extern "C" fn set_callback(handle: usize, routines: *const *const c_void, kind: u32, infos: *const *mut c_void) -> u32 {
    change("hipfftXtSetCallback", handle, kind, |callback, shared| {
        // SAFETY: null or valid, as hipFFT says.
        let (routine, info) = unsafe { (routines.as_ref(), infos.as_ref()) };
        let routine = *routine.ok_or(Failure::InvalidValue)?;
        let info = info.copied().unwrap_or_default();
        *callback = (!routine.is_null()).then_some(Callback { routine, info, shared: std::ptr::null_mut() });
        *shared = 0;
        Ok(())
    })
}

/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn clear_callback(handle: usize, kind: u32) -> u32 {
    change("hipfftXtClearCallback", handle, kind, |callback, shared| {
        (*callback, *shared) = (None, 0);
        Ok(())
    })
}

/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn set_shared_size(handle: usize, kind: u32, bytes: usize) -> u32 {
    change("hipfftXtSetCallbackSharedSize", handle, kind, |_, shared| {
        if bytes > device_code::MOST_SHARED {
            return Err(Failure::InvalidSize);
        }
        *shared = bytes;
        Ok(())
    })
}

crate::export! {
    14;
    hipfftXtSetCallback = set_callback,
    hipfftXtClearCallback = clear_callback,
    hipfftXtSetCallbackSharedSize = set_shared_size,
}
