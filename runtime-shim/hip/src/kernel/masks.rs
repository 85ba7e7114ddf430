//! Masks of functions such as `__shfl_sync`: what checked code calls where the lanes that have come are not those that a mask names.

use std::cell::RefCell;
use std::ffi::c_void;

use hipify_abi::checks::UNKNOWN_THREAD;
use hipify_abi::{Context, Kernel, MAX_LANES, flags};

use crate::check::finding::{Finding, Note, Place};
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
    let first = thread - lane;
    let Some((kind, absent)) = wrong(mask, active, work_item::live(), lane) else {
        return Meeting::add(context, first, lane, mask, active, site as usize);
    };
    Meeting::spoil(context, first, lane, active, site as usize);
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

/// Lanes that have met, of which some name others than those: whether each names the lanes that name it.
struct Meeting {
    /// Where the lanes have met: the block, and the first thread of the warp.
    of: ([u32; 3], u32),
    active: u64,
    /// The lanes whose masks are known; all others name those that have met.
    known: u64,
    masks: [u64; MAX_LANES],
    site: usize,
    /// Of the first of these lanes.
    place: Option<Place>,
    /// Something else is wrong where these lanes meet, from which it follows that masks differ.
    is_spoilt: bool,
}

thread_local! {
    /// Of which it is not known yet whether more lanes follow.
    static MEETING: RefCell<Option<Meeting>> = const { RefCell::new(None) };
}

/// Kernel code has run on this thread of the system: nothing more is said of the lanes that have met last.
pub(super) fn end() {
    if let Some(meeting) = MEETING.take() {
        meeting.tell();
    }
}

impl Meeting {
    /// A lane's mask is wrong by itself, which has been told.
    fn spoil(context: &Context, first: u32, lane: u32, active: u64, site: usize) {
        let of = (context.block_idx, first);
        let known = 1 << lane;
        MEETING.set(Some(Meeting { of, active, known, masks: [0; MAX_LANES], site, place: None, is_spoilt: true }));
    }

    /// A lane names other lanes than those that have met, but none that has not come.
    fn add(context: &Context, first: u32, lane: u32, mask: u64, active: u64, site: usize) {
        let of = (context.block_idx, first);
        MEETING.with_borrow_mut(|last| {
            let goes_on = |meeting: &Meeting| meeting.of == of && meeting.active == active && meeting.known >> lane & 1 == 0;
            if !last.as_ref().is_some_and(goes_on)
                && let Some(last) = last.take()
            {
                last.tell();
            }
            let meeting = last.get_or_insert_with(|| {
                let index = launch::place((first + lane).into(), context.block_dim);
                let place = checked::place(Some(index)).map(|place| Place { lane, ..place });
                Meeting { of, active, known: 0, masks: [0; MAX_LANES], site, place, is_spoilt: false }
            });
            meeting.known |= 1 << lane;
            meeting.masks[lane as usize] = mask & active;
        });
    }

    /// The masks that lanes name which name each other by different ones, with the lanes.
    fn differ(&self) -> Vec<(u64, u64)> {
        let lanes = || (0..MAX_LANES).filter(|lane| self.active >> lane & 1 != 0);
        let mask = |lane: usize| if self.known >> lane & 1 != 0 { self.masks[lane] } else { self.active };
        let mut all: Vec<(u64, u64)> = Vec::new();
        for lane in lanes().filter(|&lane| {
            lanes().any(|other| mask(other) != mask(lane) && (mask(lane) >> other | mask(other) >> lane) & 1 != 0)
        }) {
            match all.iter_mut().find(|(one, _)| *one == mask(lane)) {
                Some((_, named)) => *named |= 1 << lane,
                None => all.push((mask(lane), 1 << lane)),
            }
        }
        all
    }

    fn tell(self) {
        const SHOWN: usize = 4;
        let differ = if self.is_spoilt { Vec::new() } else { self.differ() };
        if differ.is_empty() {
            return;
        }
        let lanes = |bits: u64| waiting::lanes((0..MAX_LANES as u32).filter(move |lane| bits >> lane & 1 != 0));
        let one = |&(mask, of): &(u64, u64)| Note {
            label: format!("lanes {} name {mask:#x} here", lanes(of)),
            calls: "".into(),
            site: Some(self.site),
        };
        let notes = differ.iter().take(SHOWN).map(one).collect();
        let message =
            format!("lanes that meet name different masks, {} of them: all that a mask names are to name the same", differ.len());
        let (kind, site) = ("different-masks", Some(self.site));
        sink::report(Finding { tool: Tool::Sync, kind, message, site, place: self.place, calls: String::new(), notes });
    }
}

/// Where the threads wait that do not come.
fn waits(context: &Context, threads: impl Iterator<Item = u32>) -> Vec<Note> {
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

    #[test]
    fn lanes_that_name_each_other_are_to_name_the_same() {
        let of = |active: u64, masks: &[(usize, u64)]| {
            let (of, none) = (([0; 3], 0), [0; MAX_LANES]);
            let mut meeting = Meeting { of, active, known: 0, masks: none, site: 0, place: None, is_spoilt: false };
            for &(lane, mask) in masks {
                meeting.known |= 1 << lane;
                meeting.masks[lane] = mask;
            }
            meeting.differ()
        };
        assert_eq!(of(0xf, &[(0, 0x3), (1, 0x3), (2, 0xc), (3, 0xc)]), []);
        assert_eq!(of(0xf, &[(2, 0xc), (3, 0xc)]), [(0xf, 0xf & 0x3), (0xc, 0xc)]);
        assert_eq!(of(0xf, &[(0, 0x7), (1, 0x3), (2, 0x7), (3, 0x8)]), [(0x7, 0x5), (0x3, 0x2)]);
    }
}
