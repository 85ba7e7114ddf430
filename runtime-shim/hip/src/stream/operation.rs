//! What can be put into a stream, or recorded while the stream is captured: plain descriptions that can be run many times.

use std::ffi::c_void;
use std::sync::Arc;

use crate::entry::Outcome;
use crate::kernel::fault;
use crate::kernel::launch::KernelLaunch;
use crate::memory::copy::Copy1D;
use crate::memory::fill::Fill;
use crate::memory::rectangle;
use crate::scheduler::work::Work;
use crate::stream::event::Event;

/// One operation of a stream.
#[derive(Clone)]
pub enum Operation {
    Kernel(KernelLaunch),
    Copy(Copy1D),
    /// A copy of rows and slices.
    Box(rectangle::Copy),
    Fill(Fill),
    Host(HostFunction),
    /// The event is done when all before it in the stream is.
    Record(Arc<Event>),
    /// What comes after waits for the event as it was recorded last.
    Wait(Arc<Event>),
    /// Holds the stream up until the answer is true. Must be quick.
    Poll(Arc<dyn Fn() -> bool + Send + Sync>),
    /// Anything else that does not block.
    Task(Arc<dyn Fn() -> Outcome + Send + Sync>),
    /// Nothing; done when all before it is.
    Nothing,
}

/// A function of the program.
#[derive(Clone, Copy)]
pub struct HostFunction {
    pub function: unsafe extern "C" fn(*mut c_void),
    pub data: *mut c_void,
}

// SAFETY: the program has given function and data to be used on another thread.
unsafe impl Send for HostFunction {}
// SAFETY: the program has given function and data to be used on another thread.
unsafe impl Sync for HostFunction {}

impl HostFunction {
    /// Calls it.
    pub fn call(self) {
        // SAFETY: what the program asked for.
        unsafe { (self.function)(self.data) }
    }
}

impl Operation {
    /// As work for a queue of a device.
    ///
    /// # Errors
    /// Where a kernel cannot be loaded.
    pub fn work(self, device: usize) -> Outcome<Work> {
        Ok(match self {
            Operation::Kernel(launch) => Work::Parallel(launch.shape(device)?.parallel_for()),
            Operation::Copy(copy) => task(move || copy.run()),
            Operation::Box(copy) => Work::Parallel(copy.parallel_for()),
            Operation::Fill(fill) => task(move || fill.run()),
            Operation::Task(run) => task(move || run()),
            Operation::Host(function) => Work::Host(Box::new(move || {
                function.call();
                Ok(())
            })),
            Operation::Wait(event) => event.wait(),
            Operation::Poll(poll) => Work::Poll(Box::new(move || poll() || fault::check().is_err())),
            Operation::Record(event) => event.moment(),
            Operation::Nothing => Work::Marker,
        })
    }
}

/// After a fault nothing runs any more, as on a GPU.
fn task(run: impl FnOnce() -> Outcome + Send + 'static) -> Work {
    Work::Task(Box::new(|| {
        fault::check()?;
        run()
    }))
}
