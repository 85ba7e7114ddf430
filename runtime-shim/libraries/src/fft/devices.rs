//! Plans over several devices: arrays in parts, one on each device, under a descriptor (`hipLibXtDesc`), copies of them, and transforms.
//!
//! Devices are memory of one machine here: a transform gathers the parts, and calls return when it is done.

use super::division::{Division, Format, fit, gathered, scattered};
use super::plan::Plan;
use super::transform_type::TransformType;
use super::{HipFft, PLANS, State, is_backward, transform_type};
use crate::entry::{Failure, Outcome, answer};
use crate::handles::give;
use crate::runtime;
use std::collections::BTreeSet;
use std::ffi::c_int;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// `MAX_HIP_DESCRIPTOR_GPUS`.
const MOST: usize = 64;

/// `hipXtDesc`.
#[repr(C)]
struct Parts {
    version: c_int,
    count: c_int,
    devices: [c_int; MOST],
    data: [usize; MOST],
    size: [usize; MOST],
    state: usize,
}

/// `hipLibXtDesc`.
#[repr(C)]
pub(super) struct Descriptor {
    version: c_int,
    parts: *mut Parts,
    library: c_int,
    format: u32,
    of_library: usize,
}

/// Addresses of descriptors that programs have.
fn live() -> MutexGuard<'static, BTreeSet<usize>> {
    static LIVE: Mutex<BTreeSet<usize>> = Mutex::new(BTreeSet::new());
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A descriptor's order and where its parts are.
///
/// # Errors
/// `Failure::InvalidValue` where the address is of no descriptor, or of one for other devices.
fn read(address: usize, devices: &[c_int]) -> Outcome<(Format, Vec<(usize, usize)>)> {
    if !live().contains(&address) {
        return Err(Failure::InvalidValue);
    }
    // SAFETY: it is one that was made here and not freed.
    unsafe {
        let found = &*(address as *const Descriptor);
        let parts = &*found.parts;
        if parts.devices[..devices.len()] != *devices || parts.count as usize != devices.len() {
            return Err(Failure::InvalidValue);
        }
        let all = parts.data.iter().zip(&parts.size).take(devices.len()).map(|(&data, &size)| (data, size));
        Ok((Format::of(found.format)?, all.collect()))
    }
}

/// A plan, its devices, its stream, and what results are multiplied with.
type Planned = (Arc<Plan>, Vec<c_int>, runtime::Stream, Option<f64>);

/// The plan of a handle and its devices.
///
/// # Errors
/// `Failure::NoHandle` where there is no plan, or one of one device alone; `Failure::NotSupported` for plans with strides or callbacks.
fn planned(handle: usize) -> Outcome<Planned> {
    PLANS.with(handle, |state: &mut State| {
        let plan = state.plan.clone().filter(|_| !state.devices.is_empty()).ok_or(Failure::NoHandle)?;
        if !plan.shape.is_packed() || !state.callbacks.is_empty() {
            return Err(crate::entry::not_supported("a plan of hipFFT over several devices with strides or callbacks"));
        }
        Ok((plan, state.devices.clone(), state.stream, state.scale))
    })?
}

/// Waits for what is in the plan's stream and in each device's null stream, and works then.
fn run_now(name: &'static str, stream: runtime::Stream, devices: &[c_int], work: impl Fn() + Send + 'static) -> Outcome {
    for &device in devices {
        runtime::on_device(device, || runtime::synchronize(0))??;
    }
    runtime::run_now(stream, name, work)
}

/// # Safety
/// `devices` is null or readable for `count` numbers.
unsafe extern "C" fn set_devices(handle: usize, count: c_int, devices: *const c_int) -> u32 {
    answer::<HipFft>("hipfftXtSetGPUs", || {
        let count = usize::try_from(count).ok().filter(|count| (1..=MOST).contains(count)).ok_or(Failure::InvalidValue)?;
        if devices.is_null() {
            return Err(Failure::InvalidValue);
        }
        // SAFETY: readable, as hipFFT says.
        let devices = unsafe { std::slice::from_raw_parts(devices, count) }.to_vec();
        let there = runtime::device_count()?;
        if devices.iter().any(|device| !(0..there).contains(device)) {
            return Err(Failure::InvalidValue);
        }
        PLANS.with(handle, |state| {
            // Devices come before the plan.
            if state.plan.is_some() {
                return Err(Failure::NoHandle);
            }
            state.devices = devices;
            Ok(())
        })?
    })
}

/// # Safety
/// `to` is null or valid for a write.
unsafe extern "C" fn allocate(handle: usize, to: *mut *mut Descriptor, format: u32) -> u32 {
    answer::<HipFft>("hipfftXtMalloc", || {
        let (plan, devices, ..) = planned(handle)?;
        let of = Format::of(format)?;
        if to.is_null() {
            return Err(Failure::InvalidValue);
        }
        let orders = if of.is_in_place() { vec![of, of.other()] } else { vec![of] };
        let mut parts = Box::new(Parts {
            version: 0,
            count: devices.len() as c_int,
            devices: [0; MOST],
            data: [0; MOST],
            size: [0; MOST],
            state: 0,
        });
        parts.devices[..devices.len()].copy_from_slice(&devices);
        for (at, &device) in devices.iter().enumerate() {
            let sizes = orders.iter().map(|&order| Division::new(&plan.shape, order).part(at, devices.len()));
            parts.size[at] = sizes.max().unwrap_or(0);
            let found = runtime::on_device(device, || runtime::allocate(parts.size[at].max(1)));
            match found.and_then(|found| found) {
                Ok(address) => parts.data[at] = address,
                Err(failure) => {
                    parts.data[..at].iter().for_each(|&address| _ = runtime::free(address));
                    return Err(failure);
                }
            }
        }
        let made = Descriptor { version: 0, parts: Box::into_raw(parts), library: 0, format, of_library: 0 };
        let made = Box::into_raw(Box::new(made));
        live().insert(made as usize);
        // SAFETY: not null, and valid as hipFFT says.
        unsafe { give(to, made) }
    })
}

/// # Safety
/// None: the address is looked up.
unsafe extern "C" fn free(descriptor: usize) -> u32 {
    answer::<HipFft>("hipfftXtFree", || {
        if descriptor == 0 {
            return Ok(());
        }
        if !live().remove(&descriptor) {
            return Err(Failure::InvalidValue);
        }
        // SAFETY: it was made by `allocate`, and this was the last address of it.
        let (found, parts) = unsafe {
            let found = Box::from_raw(descriptor as *mut Descriptor);
            let parts = Box::from_raw(found.parts);
            (found, parts)
        };
        drop(found);
        parts.data[..parts.count as usize].iter().try_for_each(|&address| runtime::free(address))
    })
}

/// Copies whole arrays into parts, parts into whole arrays, and from one order of parts into another.
///
/// # Safety
/// What is no descriptor is readable, or writable, for the whole array.
unsafe extern "C" fn copy(handle: usize, to: usize, from: usize, kind: u32) -> u32 {
    let name = "hipfftXtMemcpy";
    answer::<HipFft>(name, || {
        let (plan, devices, stream, _) = planned(handle)?;
        if to == 0 || from == 0 || to == from || kind > 2 {
            return Err(Failure::InvalidValue);
        }
        let side = |address: usize| {
            let (format, parts) = read(address, &devices)?;
            let division = Division::new(&plan.shape, format);
            fit(division, &parts)?;
            Ok((division, parts))
        };
        match kind {
            0 => {
                let (division, parts) = side(to)?;
                // SAFETY: the program's array is there, and the parts are of the descriptor.
                run_now(name, stream, &devices, move || unsafe { scattered(division, from as *const u8, &parts) })
            }
            1 => {
                let (division, parts) = side(from)?;
                run_now(name, stream, &devices, move || {
                    // SAFETY: the program's array is there, and the parts are of the descriptor.
                    unsafe {
                        let whole = gathered(division, &parts, division.size());
                        (to as *mut u8).copy_from_nonoverlapping(whole.as_ptr().cast(), division.size());
                    }
                })
            }
            _ => {
                let ((one, parts), (other, others)) = (side(from)?, side(to)?);
                if one.size() != other.size() {
                    return Err(Failure::InvalidValue);
                }
                run_now(name, stream, &devices, move || {
                    // SAFETY: the parts are of the descriptors.
                    unsafe { scattered(other, gathered(one, &parts, one.size()).as_ptr().cast(), &others) };
                })
            }
        }
    })
}

/// Transforms the parts of one descriptor into those of another, or of the same.
fn execute(name: &'static str, handle: usize, from: usize, to: usize, wanted: Option<u32>, backward: bool) -> u32 {
    answer::<HipFft>(name, || {
        let (plan, devices, stream, scale) = planned(handle)?;
        let kind = plan.shape.kind;
        if wanted.is_some_and(|wanted| TransformType::of(wanted) != Ok(kind)) {
            return Err(Failure::InvalidEnum);
        }
        let backward = if kind.is_real() { kind.to_real } else { backward };
        let ((input, parts), (target, others)) = (read(from, &devices)?, read(to, &devices)?);
        let output = input.other();
        // Real data, and complex numbers that become real data, have an order each in place, and are input or output out of it.
        let is_input = match input {
            Format::InPlace => !kind.to_real,
            Format::Shuffled => !kind.from_real,
            Format::Input => true,
            Format::Output => !kind.is_real(),
        };
        let is_one = from == to;
        if !is_input || is_one != input.is_in_place() || !is_one && target != output {
            return Err(Failure::InvalidValue);
        }
        let (one, other) = (Division::new(&plan.shape, input), Division::new(&plan.shape, output));
        fit(one, &parts)?;
        fit(other, &others)?;
        run_now(name, stream, &devices, move || {
            // SAFETY: the parts are of the descriptors; the arrays are our own, and as long as the plan's data.
            unsafe {
                let mut whole = gathered(one, &parts, one.size().max(other.size()));
                let source = whole.as_mut_ptr().cast::<u8>();
                let mut apart = if is_one { Vec::new() } else { vec![0_u64; other.size().div_ceil(8)] };
                let target = if is_one { source } else { apart.as_mut_ptr().cast() };
                plan.run(source, target, backward, scale, super::Callbacks::default());
                scattered(other, target, &others);
            }
        })?;
        if is_one {
            // SAFETY: it is a descriptor, as was found.
            unsafe { (*(to as *mut Descriptor)).format = if output == Format::Shuffled { 3 } else { 2 } };
        }
        Ok(())
    })
}

/// The entry points of one kind of transform, whose direction is told or their own.
macro_rules! transforms {
    ($($own:ident $name:literal $kind:expr;)*) => { $(
        /// # Safety
        /// None: the addresses are looked up.
        unsafe extern "C" fn $own(handle: usize, from: usize, to: usize, direction: c_int) -> u32 {
            match is_backward(direction) {
                Ok(backward) => execute($name, handle, from, to, $kind, backward),
                Err(failure) => answer::<HipFft>($name, || Err(failure)),
            }
        }
    )* };
    (real: $($own:ident $name:literal $kind:ident;)*) => { $(
        /// # Safety
        /// None: the addresses are looked up.
        unsafe extern "C" fn $own(handle: usize, from: usize, to: usize) -> u32 {
            execute($name, handle, from, to, Some(transform_type::$kind), false)
        }
    )* };
}

transforms! {
    any "hipfftXtExecDescriptor" None;
    c2c "hipfftXtExecDescriptorC2C" Some(transform_type::C2C);
    z2z "hipfftXtExecDescriptorZ2Z" Some(transform_type::Z2Z);
}

transforms! {
    real:
    r2c "hipfftXtExecDescriptorR2C" R2C;
    c2r "hipfftXtExecDescriptorC2R" C2R;
    d2z "hipfftXtExecDescriptorD2Z" D2Z;
    z2d "hipfftXtExecDescriptorZ2D" Z2D;
}

crate::export! {
    14;
    hipfftXtSetGPUs = set_devices,
    hipfftXtMalloc = allocate,
    hipfftXtFree = free,
    hipfftXtMemcpy = copy,
    hipfftXtExecDescriptor = any,
    hipfftXtExecDescriptorC2C = c2c,
    hipfftXtExecDescriptorR2C = r2c,
    hipfftXtExecDescriptorC2R = c2r,
    hipfftXtExecDescriptorZ2Z = z2z,
    hipfftXtExecDescriptorD2Z = d2z,
    hipfftXtExecDescriptorZ2D = z2d,
}
