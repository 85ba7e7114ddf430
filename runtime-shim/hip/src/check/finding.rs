//! A finding: what a tool has found, where, and what it is about.

use std::sync::Arc;

use crate::calls::Origin;
use crate::check::Tool;

/// What a tool has found.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    pub(crate) tool: Tool,
    /// What kind of mistake, in a word or two with dashes: `out-of-bounds`.
    pub(crate) kind: &'static str,
    /// The fact.
    pub(crate) message: String,
    /// The return address of a check, or the address of a faulting instruction plus one: where in device code it is.
    pub(crate) site: Option<usize>,
    /// Which thread of which kernel.
    pub(crate) place: Option<Place>,
    /// Calls of the host that the finding is at, innermost first, as [`crate::calls::backtrace`] has them.
    pub(crate) calls: String,
    /// Other places that it takes to understand it: what they are, and the host's calls.
    pub(crate) notes: Vec<Note>,
}

/// A place beside a finding.
#[derive(Clone, Debug)]
pub(crate) struct Note {
    pub(crate) label: String,
    pub(crate) calls: Arc<str>,
    /// In device code, as [`Finding::site`], in place of calls.
    pub(crate) site: Option<usize>,
}

/// A thread of a kernel.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// Mangled.
    pub(crate) kernel: String,
    /// Counted from 1 in the order of calls; 0 where that is not known.
    pub(crate) launch: u64,
    /// Calls of the host that launched it.
    pub(crate) calls: Arc<str>,
    pub(crate) block: [u32; 3],
    /// Nothing where no one thread is to blame.
    pub(crate) thread: Option<[u32; 3]>,
    pub(crate) lane: u32,
}

impl Note {
    pub(crate) fn at(label: &str, origin: Origin) -> Note {
        Note { label: label.to_owned(), calls: origin.calls, site: origin.site }
    }
}

impl Finding {
    /// A finding about a call of the host, which runs now.
    pub(crate) fn of_call(tool: Tool, kind: &'static str, message: String) -> Finding {
        Finding { tool, kind, message, site: None, place: None, calls: crate::calls::backtrace(), notes: Vec::new() }
    }

    pub(crate) fn with(mut self, notes: impl IntoIterator<Item = Note>) -> Finding {
        self.notes.extend(notes);
        self
    }
}
