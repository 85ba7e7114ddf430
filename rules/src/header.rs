//! CUDA headers and what an include of them becomes.

use crate::choice::Choice;
use crate::table::{self, HeaderRow};

/// One line of `rules/headers.toml`.
#[derive(Clone, Copy)]
pub struct Header(&'static HeaderRow);

impl Header {
    /// The CUDA header as written between `<` and `>`; ends in `/` for a whole folder of headers.
    pub fn cuda(self) -> &'static str {
        self.0.name.get().unwrap_or("")
    }

    /// The header to include instead; `None` where there is none (see [`Header::is_dropped`]).
    pub fn hip(self, choice: &Choice) -> Option<&'static str> {
        let theirs = table::hipify_header(self.0.name).filter(|_| choice.is_hipify());
        let hip = theirs.and_then(|row| row.hip.get()).or_else(|| self.0.hip.get());
        let roc = theirs.and_then(|row| row.roc.get()).or_else(|| self.0.roc.get());
        choice.flavor.first(hip, roc, self.0.miopen.get())
    }

    /// The include is not needed in HIP and goes with its line.
    pub fn is_dropped(self) -> bool {
        self.0.flags & 2 != 0
    }

    /// Includes the runtime API, so that no HIP runtime header need be inserted.
    pub fn is_main(self) -> bool {
        self.0.flags & 1 != 0
    }

    pub fn is_experimental(self) -> bool {
        self.0.flags & 8 != 0
    }

    /// The part of the headers of our builds that has what it declares, which `port` can write beside the sources.
    pub fn supplied(self) -> Option<&'static str> {
        self.0.supplied.get()
    }

    pub fn library(self) -> &'static str {
        self.0.library.get().unwrap_or("")
    }

    /// What to do instead, or what to know.
    pub fn note(self) -> Option<&'static str> {
        self.0.note.get()
    }
}

/// The line of a CUDA header: the exact name, or the longest folder (`cub/`) that holds it.
pub fn header(name: &str) -> Option<Header> {
    let rows = table::header_rows();
    let find = |key: &str| rows.binary_search_by(|row| row.name.get().unwrap_or("").cmp(key)).ok();
    if let Some(number) = find(name) {
        return Some(Header(&rows[number]));
    }
    let mut end = name.len();
    while let Some(slash) = name[..end].rfind('/') {
        if let Some(number) = find(&name[..=slash]).filter(|&number| rows[number].flags & 4 != 0) {
            return Some(Header(&rows[number]));
        }
        end = slash;
    }
    None
}

/// All lines, ordered by name.
pub fn headers() -> impl ExactSizeIterator<Item = Header> + Clone {
    table::header_rows().iter().map(Header)
}
