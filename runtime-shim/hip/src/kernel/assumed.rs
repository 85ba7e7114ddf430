//! What is known of the memory that a launch's arguments lead to, and the code of its kernel that takes it for granted.

use hipify_abi::checks::Assumed;

use crate::check::{defined, undefined};
use crate::kernel::arguments::{self, Arguments};
use crate::memory::{self, MemoryKind, Range};
use crate::module::object::KernelRef;

/// What a launch does to what is undefined.
pub(crate) enum Effect {
    /// It may write something undefined to these.
    To(Vec<Range>),
    ToAny,
}

impl Effect {
    /// Nothing is known any more of what the launch may write: to be called before it and after it.
    pub(crate) fn forget(&self) {
        match self {
            Effect::To(ranges) => ranges.iter().for_each(|range| defined::forget(range.start, range.size)),
            Effect::ToAny => defined::forget_all(),
        }
    }
}

/// The code for a launch that begins now, and what it does to what is undefined.
pub(crate) fn code(kernel: &KernelRef, arguments: &Arguments) -> (KernelRef, Effect) {
    let own = || (kernel.clone(), Effect::ToAny);
    let Some((assumed, copy)) = kernel.assumed() else { return own() };
    let Some(tainted) = ranges(kernel, arguments, assumed.tainted) else { return own() };
    if assumed.defined == 0 {
        return (kernel.clone(), Effect::To(tainted));
    }
    match (copy, ranges(kernel, arguments, assumed.defined)) {
        (Some(copy), Some(read)) if holds(assumed, &read, &tainted) => (copy, Effect::To(tainted)),
        _ => own(),
    }
}

fn holds(assumed: &Assumed, read: &[Range], tainted: &[Range]) -> bool {
    // Mapped memory goes on in its neighbours, and a variable may be written under its name.
    let is_whole = |range: &&Range| !matches!(range.kind, MemoryKind::Mapped | MemoryKind::Variable);
    let is_apart = |range: &&Range| tainted.iter().all(|other| other.start != range.start);
    debug_assert!(assumed.defined & assumed.tainted == 0);
    read.iter().filter(is_whole).filter(is_apart).count() == read.len()
        && read.iter().all(|range| defined::is_defined(range.start, range.size, undefined::first))
}

/// The memory that parameters lead to; nothing where one of them leads to none that is known.
fn ranges(kernel: &KernelRef, arguments: &Arguments, of: u64) -> Option<Vec<Range>> {
    let parameters = arguments::parameters(kernel.get());
    let mut all: Vec<Range> = Vec::new();
    for (place, parameter) in parameters.iter().enumerate().filter(|(place, _)| of >> place & 1 != 0) {
        const POINTER: usize = size_of::<usize>();
        let words = (0..parameter.size as usize / POINTER).map(|word| {
            // SAFETY: there is a copy of each argument, of its parameter's size.
            unsafe { (*arguments.pointers().add(place)).cast::<usize>().add(word).read_unaligned() }
        });
        let found: Vec<Range> = words.filter_map(|word| memory::find(word as *const _)).collect();
        if found.is_empty() {
            return None;
        }
        all.extend(found);
    }
    Some(all)
}
