//! Events that other processes wait for: how often an event has been recorded and which of that is done, in memory that all
//! who have it share.

use std::fs::File;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::entry::Outcome;
use crate::interprocess::shared_file::{self, PAGE, Purpose, Ticket};
use crate::types::error::hipErrorInvalidHandle;

/// The shared part of an event. Clones are the same one.
#[derive(Clone, Debug)]
pub(crate) struct SharedEvent(Arc<Mapping>);

#[derive(Debug)]
struct Mapping {
    file: File,
    start: usize,
}

#[repr(C)]
struct Moments {
    /// How often it has been recorded.
    recorded: AtomicU64,
    /// The last of those recordings before which all work is done.
    done: AtomicU64,
}

impl SharedEvent {
    /// # Errors
    /// Where there is no memory.
    pub(crate) fn create() -> Outcome<SharedEvent> {
        SharedEvent::of(shared_file::create(PAGE)?)
    }

    /// # Errors
    /// `hipErrorInvalidHandle` where the event or its process is gone.
    pub(crate) fn open(ticket: &Ticket) -> Outcome<SharedEvent> {
        let file = ticket.open(Purpose::Event, hipErrorInvalidHandle)?;
        if file.metadata().map_err(|_| hipErrorInvalidHandle)?.len() < PAGE as u64 {
            return Err(hipErrorInvalidHandle);
        }
        SharedEvent::of(file)
    }

    fn of(file: File) -> Outcome<SharedEvent> {
        // SAFETY: a new mapping.
        let start = unsafe { shared_file::map(&file, std::ptr::null_mut(), PAGE, 0)? } as usize;
        Ok(SharedEvent(Arc::new(Mapping { file, start })))
    }

    /// # Errors
    /// Where the system does not tell about the file.
    pub(crate) fn ticket(&self) -> Outcome<Ticket> {
        Ticket::new(Purpose::Event, &self.0.file, PAGE, 0)
    }

    fn moments(&self) -> &Moments {
        // SAFETY: the mapping is a page, zero at first, and stays as long as `self`; both words are only used as atomics.
        unsafe { &*(self.0.start as *const Moments) }
    }

    /// Begins a recording; [`SharedEvent::complete`] with its number ends it.
    pub(crate) fn record(&self) -> u64 {
        self.moments().recorded.fetch_add(1, Ordering::AcqRel) + 1
    }

    /// All before the recording of that number is done.
    pub(crate) fn complete(&self, number: u64) {
        self.moments().done.fetch_max(number, Ordering::AcqRel);
    }

    /// The recording made last, by whichever process; 0 for none.
    pub(crate) fn last(&self) -> u64 {
        self.moments().recorded.load(Ordering::Acquire)
    }

    pub(crate) fn is_done(&self, number: u64) -> bool {
        self.moments().done.load(Ordering::Acquire) >= number
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: nobody uses it any more.
        unsafe { shared_file::unmap(self.start, PAGE) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recording_is_done_when_it_or_a_later_one_is() {
        let event = SharedEvent::create().unwrap();
        let again = SharedEvent::open(&event.ticket().unwrap()).unwrap();
        assert!(again.is_done(again.last()));
        let (first, second) = (event.record(), again.record());
        assert_eq!((first, second, event.last()), (1, 2, 2));
        again.complete(second);
        event.complete(first);
        assert!(event.is_done(second) && !event.is_done(3));
    }
}
