//! What work of a stream does to what is undefined, where that is followed, and which memory it accesses, where somebody looks at its order.

use std::ffi::c_void;
use std::ops::Range;
use std::sync::Arc;

use crate::calls::Addresses;
use crate::check::finding::Finding;
use crate::check::order::Piece;
use crate::check::{sink, trail, undefined, undefined_copy};
use crate::entry::Outcome;
use crate::memory;
use crate::scheduler::parallel_for::ParallelFor;
use crate::scheduler::work::Work;

/// What an operation does to shadow memory once it is done.
pub(crate) enum Effect {
    /// A kernel; whether its code is checked.
    Kernel(bool),
    /// Rows: where to, where from, bytes; and the calls that asked for it.
    Copy(Vec<(usize, usize, usize)>, Box<Addresses>),
    /// Rows: where, bytes.
    Fill(Vec<(usize, usize)>),
    /// It has accessed memory: where, bytes, and whether it was written.
    Touch(Arc<Piece>, Vec<(usize, usize, bool)>),
    /// A library's work on memory that it does not name.
    Library,
}

impl Effect {
    fn happen(&self) {
        match self {
            Effect::Kernel(is_checked) => memory::define(|range| !is_checked || range.kind.is_hosts()),
            Effect::Copy(rows, calls) => copied(rows, calls),
            Effect::Fill(rows) => rows.iter().for_each(|&(start, size)| undefined::define(start, size)),
            Effect::Touch(piece, touched) => {
                touched.iter().for_each(|&(start, size, is_write)| trail::touched(piece, start, size, is_write));
            }
            Effect::Library => memory::define(|range| !range.kind.is_hosts()),
        }
    }
}

/// Work, with what it does to what is undefined.
pub(crate) fn followed(work: Work, effect: Option<Effect>) -> Work {
    let Some(effect) = effect else { return work };
    match work {
        Work::Task(task) => Work::Task(Box::new(move || task().inspect(|()| effect.happen()))),
        Work::Host(task) => Work::Host(Box::new(move || task().inspect(|()| effect.happen()))),
        Work::Parallel(work) => Work::Parallel(Box::new(Followed { work, effect })),
        other => other,
    }
}

/// Parallel work, and what it does in the end.
struct Followed {
    work: Box<dyn ParallelFor>,
    effect: Effect,
}

impl ParallelFor for Followed {
    fn items(&self) -> u64 {
        self.work.items()
    }

    fn run(&self, items: Range<u64>) {
        self.work.run(items);
    }

    fn in_order(&self) -> bool {
        self.work.in_order()
    }

    fn again(&self) -> bool {
        self.work.again()
    }

    fn finish(&self) -> Outcome {
        self.work.finish().inspect(|()| self.effect.happen())
    }
}

/// Rows have been copied. From the host's memory comes nothing undefined; what goes there is told.
fn copied(rows: &[(usize, usize, usize)], calls: &Addresses) {
    let is_device = |address: usize| memory::is_devices(address as *const c_void);
    let Some(&(to, from, _)) = rows.first() else { return };
    match (is_device(to), is_device(from)) {
        (true, true) => rows.iter().for_each(|&(to, from, size)| undefined::copied(to, from, size)),
        (true, false) => rows.iter().for_each(|&(to, _, size)| undefined::define(to, size)),
        (false, true) => {
            if let Some(finding) = rows.iter().find_map(|&(_, from, size)| undefined_copy::told(from, size)) {
                sink::report(Finding { calls: calls.text(), ..finding });
            }
        }
        (false, false) => {}
    }
}
