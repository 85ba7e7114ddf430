//! Masks of functions such as `__shfl_sync`: what checked code calls where the lanes that have come are not those that a mask names.

use std::ffi::c_void;

use hipify_abi::checks::UNKNOWN_THREAD;
use hipify_abi::{Context, Kernel, MAX_LANES, flags};

use crate::check::finding::{Finding, Place};
use crate::check::{Tool, is_on, sink};
use crate::kernel::checked;
use crate::kernel::waiting;
use crate::kernel::work_item;
use crate::types::launch;

/// [`hipify_abi::checks::MASK_FAILED`]: adds where it is called to what it was called with.
#[cfg(target_arch = "x86_64")]
#[unsafe(no_mangle)]
#[unsafe(naked)]
pub(crate) extern "C" fn __hipify_mask_failed() {
    std::arch::naked_asm!("mov rcx, [rsp]", "jmp {failed}", failed = sym failed)
}

extern "C" fn failed(mask: u64, active: u64, thread: u32, site: *const c_void) {
    let Some(context) = work_item::context().filter(|_| is_on(Tool::Sync)) else { return };
    let thread = if thread == UNKNOWN_THREAD { work_item::linear() } else { thread };
    let lane = thread % context.warp_size.max(1);
    let Some((kind, absent)) = wrong(mask, active, work_item::live(), lane) else { return };
    let first = thread - lane;
    let (message, notes) = match absent {
        0 => {
            let message =
                format!("lane {lane} is not in the mask {mask:#x} that it calls with; warps have {} lanes", context.warp_size);
            (message, Vec::new())
        }
        _ => {
            let lanes = (0..MAX_LANES as u32).filter(|lane| absent >> lane & 1 == 1);
            let message = format!("the mask {mask:#x} names lanes that do not come: {}", waiting::lanes(lanes.clone()));
            (message, waits(context, lanes.map(|lane| first + lane)))
        }
    };
    let index = launch::place(thread.into(), context.block_dim);
    let place = checked::place(Some(index)).map(|place| Place { lane, ..place });
    sink::report(Finding { tool: Tool::Sync, kind, message, site: Some(site as usize), place, calls: String::new(), notes });
}

/// What is wrong with a mask, and the lanes that it names in vain.
fn wrong(mask: u64, active: u64, live: Option<u64>, lane: u32) -> Option<(&'static str, u64)> {
    if mask >> lane & 1 == 0 {
        return Some(("mask-without-caller", 0));
    }
    // Lanes that have ended are waited for nowhere.
    let absent = mask & live.unwrap_or(active) & !active;
    (absent != 0).then_some(("lanes-absent", absent))
}

/// Where the threads wait that do not come.
fn waits(context: &Context, threads: impl Iterator<Item = u32>) -> Vec<crate::check::finding::Note> {
    // SAFETY: the runtime's own field leads to the kernel that runs.
    let kernel = unsafe { &*context.private.cast::<Kernel>() };
    if kernel.flags & flags::FIBERS != 0 {
        return Vec::new();
    }
    // SAFETY: the context has an element a thread, and those of threads that are not here stay as they are.
    let state = |thread: u32| unsafe { *context.states.add(thread as usize) };
    let states = threads.filter(|&thread| thread < context.threads).map(|thread| (thread, state(thread)));
    waiting::picture(kernel, states, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_that_have_ended_may_be_named() {
        assert_eq!(wrong(0xff, 0x0f, Some(0x0f), 0), None);
        assert_eq!(wrong(u64::MAX, 0xff, None, 3), None);
        assert_eq!(wrong(0xff, 0x0f, Some(0x3f), 0), Some(("lanes-absent", 0x30)));
        assert_eq!(wrong(0xf0, 0xff, None, 1), Some(("mask-without-caller", 0)));
    }
}
