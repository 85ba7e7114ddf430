//! What can be put into a stream, or recorded while the stream is captured: plain descriptions that can be run many times.

use std::ffi::c_void;
use std::ops::Range;
use std::sync::Arc;

use hipify_record::Launch;

use crate::calls::Addresses;
use crate::check::order::{self, Piece, What};
use crate::check::{Tool, device_pages, in_use, is_on, trail, undefined};
use crate::entry::Outcome;
use crate::kernel::launch::KernelLaunch;
use crate::kernel::{arguments, fault};
use crate::memory::copy::Copy1D;
use crate::memory::fill::Fill;
use crate::memory::rectangle;
use crate::memory::{self, MemoryKind};
use crate::record;
use crate::scheduler::completion::Completion;
use crate::scheduler::parallel_for::ParallelFor;
use crate::scheduler::queue::Queue;
use crate::scheduler::work::Work;
use crate::stream::effect::{self, Effect};
use crate::stream::event::Event;
use crate::texture::object;

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
    /// What does something to memory of the program at once: it does not block.
    On(OnMemory),
    /// Nothing; done when all before it is.
    Nothing,
}

/// What is done to memory by what the runtime itself does.
#[derive(Clone)]
pub struct OnMemory {
    pub(crate) start: usize,
    /// Bytes.
    pub(crate) size: usize,
    /// It is freed, and else written for others who wait for it.
    pub(crate) is_free: bool,
    pub(crate) run: Arc<dyn Fn() -> Outcome + Send + Sync>,
}

/// A function of the program.
#[derive(Clone, Copy)]
pub struct HostFunction {
    pub function: unsafe extern "C" fn(*mut c_void),
    pub data: *mut c_void,
    /// Of one of the runtime's own libraries, the function that the program has called.
    pub(crate) called: Option<&'static str>,
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
    /// Puts it into a queue of a device; where a record is written, waits for it. `stream` tells streams apart in the record, 0 is a null
    /// stream.
    ///
    /// # Errors
    /// As of [`Operation::work`].
    pub(crate) fn submit(mut self, queue: &Queue, device: usize, stream: usize) -> Outcome<Completion> {
        let piece = self.piece();
        if let Operation::Kernel(launch) = &mut self {
            launch.piece.clone_from(&piece);
        }
        let used = if piece.is_some() && is_on(Tool::Api) { self.used(device) } else { Vec::new() };
        let kind = if record::is_on() { Some(self.recorded(device, stream)?) } else { None };
        let work = self.followed_work(device, piece.as_ref())?;
        let submit = || queue.submit_as(work, piece.as_ref());
        let completion = if let Some(kind) = kind { record::around(kind, submit) } else { submit() };
        piece.iter().for_each(|piece| used.iter().for_each(|&object| in_use::used(object, piece)));
        Ok(completion)
    }

    /// The objects that it uses, as [`in_use`] has them.
    fn used(&self, device: usize) -> Vec<usize> {
        match self {
            Operation::Kernel(launch) => {
                let Ok(kernel) = launch.function.kernel(device) else { return Vec::new() };
                let words = arguments::words(kernel.get(), &launch.arguments).flat_map(object::used_by);
                words.chain(launch.function.module().map(|module| Arc::as_ptr(module) as usize)).collect()
            }
            Operation::Box(copy) => {
                let ends = [copy.to.address, copy.from.address].map(|address| memory::find(address as *const c_void));
                ends.into_iter().flatten().filter(|range| range.kind == MemoryKind::Device).map(|range| range.start).collect()
            }
            _ => Vec::new(),
        }
    }

    /// What it is to who looks at what orders work. To be called by the thread of the host that asks for it.
    fn piece(&self) -> Option<Arc<Piece>> {
        match self {
            Operation::Kernel(launch) => launch.as_piece(),
            Operation::Copy(_) | Operation::Box(_) => Piece::new(What::Copy),
            Operation::Fill(_) => Piece::new(What::Fill),
            Operation::Host(HostFunction { called: None, .. }) => Piece::new(What::Function),
            Operation::On(OnMemory { is_free: true, .. }) => Piece::new(What::Free),
            Operation::On(_) => Piece::new(What::Value),
            _ => None,
        }
    }

    /// Looks at what the host does from here on to its own memory, which is read and written when the operation runs.
    pub(crate) fn watch_hosts(&self) {
        if is_on(Tool::Race) {
            let hosts = self.touched().into_iter().filter(|(start, ..)| memory::find(*start as *const c_void).is_none());
            hosts.for_each(|(start, size, _)| device_pages::born(start, start + size, false));
        }
    }

    /// The memory that it accesses, where it says so itself: where, bytes, and whether it is written.
    fn touched(&self) -> Vec<(usize, usize, bool)> {
        let both = |(to, from, size): (usize, usize, usize)| [(from, size, false), (to, size, true)];
        match self {
            Operation::Copy(Copy1D { target, source, size, .. }) => both((*target as usize, *source as usize, *size)).into(),
            Operation::Box(copy) => copy.rows().flat_map(both).collect(),
            Operation::Fill(fill) => fill.row_ranges().map(|(start, size)| (start, size, true)).collect(),
            _ => Vec::new(),
        }
    }

    /// What it is to a record.
    fn recorded(&self, device: usize, stream: usize) -> Outcome<record::Kind> {
        Ok(match self {
            Operation::Kernel(launch) => record::Kind::Launch(launch.recorded(device)?, stream),
            Operation::Host(HostFunction { called: Some(name), .. }) => {
                record::Kind::Launch(Launch { kernel: (*name).to_owned(), ..Launch::default() }, stream)
            }
            Operation::Host(_) => record::Kind::Host,
            Operation::Wait(_) | Operation::Poll(_) => record::Kind::Waiting,
            _ => record::Kind::Other,
        })
    }

    /// As work for a queue of a device, with what it does to what is undefined. To be called by the thread of the host that asks for it.
    fn followed_work(self, device: usize, piece: Option<&Arc<Piece>>) -> Outcome<Work> {
        let effect = undefined::is_on().then(|| self.effect(device)).flatten();
        let touched = piece.map(|piece| (piece.clone(), self.touched())).filter(|(_, touched)| !touched.is_empty());
        let work = self.work(device, piece)?;
        let work = effect::followed(work, touched.map(|(piece, touched)| Effect::Touch(piece, touched)));
        Ok(effect::followed(work, effect))
    }

    fn effect(&self, device: usize) -> Option<Effect> {
        Some(match self {
            Operation::Kernel(launch) => {
                Effect::Kernel(launch.function.kernel(device).is_ok_and(|kernel| kernel.follows_undefined()))
            }
            Operation::Copy(Copy1D { target, source, size, .. }) => {
                Effect::Copy(vec![(*target as usize, *source as usize, *size)], Box::new(Addresses::now()))
            }
            Operation::Box(copy) => Effect::Copy(copy.rows().collect(), Box::new(Addresses::now())),
            Operation::Fill(fill) => Effect::Fill(fill.row_ranges().collect()),
            Operation::Host(HostFunction { called: Some(_), .. }) => Effect::Library,
            _ => return None,
        })
    }

    /// As work for a queue of a device.
    ///
    /// # Errors
    /// Where a kernel cannot be loaded.
    pub(crate) fn work(self, device: usize, piece: Option<&Arc<Piece>>) -> Outcome<Work> {
        Ok(match self {
            Operation::Kernel(launch) => Work::Parallel(launch.shape(device)?.parallel_for()),
            Operation::Copy(copy) if copy.is_wide() => Work::Parallel(Box::new(UnlessFaulted(copy.parallel_for()))),
            Operation::Copy(copy) => task(move || copy.run()),
            Operation::Box(copy) => Work::Parallel(Box::new(UnlessFaulted(copy.parallel_for()))),
            Operation::Fill(fill) => task(move || fill.run()),
            Operation::Task(run) => task(move || run()),
            Operation::On(OnMemory { start, size, is_free, run }) => {
                let piece = piece.cloned();
                task(move || {
                    // Who sees what it does looks at who has done it.
                    piece.iter().for_each(|piece| {
                        if is_free { trail::touched(piece, start, size, true) } else { trail::told(piece, start, size) }
                    });
                    run()
                })
            }
            Operation::Host(function) => {
                let piece = piece.cloned();
                Work::Host(Box::new(move || {
                    order::call(piece, || function.call());
                    Ok(())
                }))
            }
            Operation::Wait(event) => event.wait(),
            Operation::Poll(poll) => Work::Poll(Box::new(move || poll() || fault::check().is_err())),
            Operation::Record(event) => event.moment(),
            Operation::Nothing => Work::Marker,
        })
    }
}

/// After a fault nothing runs any more, as on a GPU.
struct UnlessFaulted(Box<dyn ParallelFor>);

impl ParallelFor for UnlessFaulted {
    fn items(&self) -> u64 {
        self.0.items()
    }

    fn run(&self, items: Range<u64>) {
        if fault::check().is_ok() {
            self.0.run(items);
        }
    }

    fn in_order(&self) -> bool {
        self.0.in_order()
    }

    fn finish(&self) -> Outcome {
        fault::check().and_then(|()| self.0.finish())
    }
}

/// As [`UnlessFaulted`].
fn task(run: impl FnOnce() -> Outcome + Send + 'static) -> Work {
    Work::Task(Box::new(|| {
        fault::check()?;
        run()
    }))
}
