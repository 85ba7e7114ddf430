//! Puts operations into streams, or into the graphs that the streams are captured to.

use crate::check::finding::Finding;
use crate::check::{Tool, is_on, order, sink, undefined};
use crate::entry::Outcome;
use crate::graph::capture;
use crate::kernel::{fault, print};
use crate::scheduler::work::Work;
use crate::stream::operation::Operation;
use crate::stream::{Stream, of, remove};
use crate::types::handles::hipStream_t;

impl Stream {
    /// Puts an operation at the stream's end, or into the graph that the stream is captured to.
    ///
    /// # Errors
    /// The error of an earlier fault; where the operation cannot be run at all; those of capture.
    pub fn submit(&self, operation: Operation) -> Outcome {
        fault::check()?;
        match capture::intercept(self, operation)? {
            Some(operation) => self.enqueue(operation),
            None => Ok(()),
        }
    }

    /// Runs an operation now, after all that is before it in the stream's order, and waits for it.
    ///
    /// # Errors
    /// As of `submit`, and what the operation ends with.
    pub fn run(&self, operation: Operation) -> Outcome {
        self.forbid_waiting()?;
        print::flush();
        if self.queue.free() && !undefined::is_on() && !order::is_known() {
            // The common case: nothing to wait for, so that the caller's thread does it, alone unless that takes long.
            match operation {
                Operation::Copy(copy) if !copy.is_wide() => return copy.run(),
                Operation::Fill(fill) => return fill.run(),
                Operation::Task(task) => return task(),
                other => return other.submit(&self.queue, self.device, self.recorded_as())?.wait(),
            }
        }
        let outcome = operation.submit(&self.queue, self.device, self.recorded_as())?.wait();
        print::flush();
        outcome
    }

    /// As [`Stream::run`], of what concerns the device alone: the host goes on where there is something to wait for, as CUDA's does
    /// after a copy from a device's memory to it.
    ///
    /// # Errors
    /// As of [`Stream::run`].
    pub(crate) fn run_on_device(&self, operation: Operation) -> Outcome {
        // What the order of a program is does not depend on how it runs.
        if self.queue.free() && !order::is_known() {
            return self.run(operation);
        }
        self.forbid_waiting()?;
        self.enqueue(operation)
    }

    /// As [`Stream::run`], of a copy whose source has been read when the call returns: it is waited for, but a GPU may still be about to
    /// write.
    ///
    /// # Errors
    /// As of [`Stream::run`].
    pub(crate) fn run_to_read(&self, operation: Operation) -> Outcome {
        if !order::is_known() {
            return self.run(operation);
        }
        self.forbid_waiting()?;
        print::flush();
        operation.submit(&self.queue, self.device, self.recorded_as())?.settle()
    }

    /// Errors of earlier work, and of captures that a call disturbs which does its work at once.
    fn forbid_waiting(&self) -> Outcome {
        fault::check()?;
        capture::forbid_for(self)?;
        if self.is_null() { capture::forbid_for_null_stream() } else { Ok(()) }
    }

    /// Waits for all that is in the stream.
    ///
    /// # Errors
    /// The error of a fault.
    pub fn wait(&self) -> Outcome {
        capture::forbid_for(self)?;
        capture::forbid()?;
        if self.is_null() {
            // The null stream ends when all blocking streams have.
            if !self.queue.free() || order::is_known() {
                self.queue.submit(Work::Marker).wait()?;
            }
        } else {
            self.queue.wait()?;
        }
        print::flush();
        fault::check()
    }
}

/// Puts an operation into the stream of a handle.
///
/// # Errors
/// As [`of`] and [`Stream::submit`].
pub(crate) fn submit(handle: hipStream_t, operation: Operation) -> Outcome {
    of(handle)?.submit(operation)
}

/// Ends a handle; what is in the stream still runs.
///
/// # Errors
/// `hipErrorInvalidHandle` where it is none.
pub(crate) fn destroy(handle: hipStream_t) -> Outcome {
    let stream = remove(handle)?;
    if is_on(Tool::Api) && stream.queue.is_pending() {
        let message = "a stream is destroyed with work pending, which HIP may drop; wait for it first".to_owned();
        sink::report(Finding::of_call(Tool::Api, "destroyed-in-use", message));
    }
    capture::forget_stream(&stream);
    Ok(())
}
