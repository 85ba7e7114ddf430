//! Records of runs: which memory a program had before and after each launch, as digests of pages, and the contents of some pages.
//!
//! A record is a row of chunks: a kind and a length in bytes, 32 bits each, then so many bytes, all little-endian. It is written by
//! the HIP runtime while the program runs, by `cuda_record/hipify_record.h` on an NVIDIA GPU, and read by `hipify-rs compare`. A file
//! may hold the records of several runs of one program one after the other; each begins with a chunk [`START`](kinds::START).
//!
//! | kind | payload |
//! |---|---|
//! | [`START`](kinds::START) | [`VERSION`]: u32; lanes of a warp: u32; the device's name |
//! | [`BORN`](kinds::BORN) | handle: u32; memory's kind ([`MemoryKind`]): u32; ordinal: u64; bytes: u64; address: u64; name: text; calls: text |
//! | [`DIED`](kinds::DIED) | handle: u32 |
//! | [`LAUNCH`](kinds::LAUNCH) | number: u64; grid and block: 3 u32 each; dynamic shared bytes: u32; stream: u32; kernel: text; calls: text; arguments: u32, each a size: u32 and its bytes |
//! | [`DIGESTS`](kinds::DIGESTS) | launch: u64; [`When`]: u32; changed allocations, each a handle: u32, a count: u32, and as many pages: u32 and digests: u64 |
//! | [`CONTENTS`](kinds::CONTENTS) | launch: u64; [`When`]: u32; handle: u32; page: u32; the page's bytes |
//! | [`SKIPPED`](kinds::SKIPPED) | launch: u64; why there are no digests: text |
//! | [`END`](kinds::END) | launches in all: u64 |
//!
//! A text is its length in bytes, u32, then UTF-8. "Calls" are the return addresses on the stack, innermost first, one a line: the
//! file that is loaded there, a `+`, and the hexadecimal offset in it.
//!
//! Digests are XXH64 with seed 0 of a page of [`PAGE`] bytes, the last one of an allocation being shorter, with addresses made
//! relative ([`page`]). Pages that no chunk tells of are all zero: memory is cleared when it is allocated.

pub mod page;
pub mod reader;
pub mod writer;

/// Grows with each change of the format.
pub const VERSION: u32 = 1;

/// Bytes that one digest is of.
pub const PAGE: usize = 4096;

/// Kinds of chunks.
#[allow(missing_docs, reason = "the table at the top of this file says what each holds")]
pub mod kinds {
    pub const START: u32 = u32::from_le_bytes(*b"hipR");
    pub const BORN: u32 = 1;
    pub const DIED: u32 = 2;
    pub const LAUNCH: u32 = 3;
    pub const DIGESTS: u32 = 4;
    pub const CONTENTS: u32 = 5;
    pub const SKIPPED: u32 = 6;
    pub const END: u32 = 7;
}

/// Variables of the environment by which a runtime is asked for a record.
pub mod variables {
    /// The file to write; without it there is no record.
    pub const FILE: &str = "HIPIFY_RECORD";
    /// A number: digests are taken around every so manieth launch.
    pub const EVERY: &str = "HIPIFY_RECORD_EVERY";
    /// `A..B`: digests are taken around launches A to B alone, B included. Launches count from 1; either end may be missing.
    pub const LAUNCHES: &str = "HIPIFY_RECORD_LAUNCHES";
    /// Bytes of contents of changed pages that are kept at most; 0 where it is not set.
    pub const CONTENTS: &str = "HIPIFY_RECORD_CONTENTS";
    /// A file whose lines name pages of which the contents are kept, changed or not: launch, `before` or `after`, memory's kind as a
    /// number, ordinal, page.
    pub const PAGES: &str = "HIPIFY_RECORD_PAGES";
    /// Milliseconds that a launch is waited for before it counts as one without an end.
    pub const PATIENCE: &str = "HIPIFY_RECORD_PATIENCE";
}

/// How memory came about; it is numbered in each kind for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u32)]
pub enum MemoryKind {
    /// Of `hipMalloc` and its like.
    Device = 0,
    /// Of `hipMallocManaged`.
    Managed = 1,
    /// Of `hipMallocAsync` and its like.
    Pool = 2,
    /// Pinned, of `hipHostMalloc`.
    Host = 3,
    /// Of `hipMemMap`.
    Mapped = 4,
    /// A `__device__` or `__constant__` variable. Its ordinal is the digest of its name.
    Variable = 5,
    /// Of nodes of graphs, and of other processes.
    Other = 6,
}

impl MemoryKind {
    /// Of its number in a record.
    #[must_use]
    pub fn of(number: u32) -> Option<MemoryKind> {
        use MemoryKind::{Device, Host, Managed, Mapped, Other, Pool, Variable};
        [Device, Managed, Pool, Host, Mapped, Variable, Other].into_iter().find(|&kind| kind as u32 == number)
    }
}

/// What names an allocation in every run of a program: it is the same one that comes about in the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    /// How it came about.
    pub kind: MemoryKind,
    /// Its number among those of the kind, from 0; of a variable the digest of its name.
    pub ordinal: u64,
}

impl Key {
    /// Of a device variable.
    #[must_use]
    pub fn of_variable(name: &str) -> Key {
        Key { kind: MemoryKind::Variable, ordinal: page::hash(name.as_bytes()) }
    }
}

/// At which end of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u32)]
pub enum When {
    /// Before it: what differs came from the host or a copy since the last launch.
    Before = 0,
    /// After it.
    After = 1,
}

impl When {
    /// The word that lists of pages have for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            When::Before => "before",
            When::After => "after",
        }
    }
}

/// A page at one end of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The launch's number, from 1.
    pub launch: u64,
    /// At which end of it.
    pub when: When,
    /// The allocation.
    pub key: Key,
    /// The page in it, from 0.
    pub page: u32,
}

impl Place {
    /// The line of a list of pages.
    #[must_use]
    pub fn line(&self) -> String {
        let Place { launch, when, key, page } = self;
        format!("{launch} {} {} {} {page}\n", when.word(), key.kind as u32, key.ordinal)
    }

    /// Of a line of a list of pages.
    #[must_use]
    pub fn of_line(line: &str) -> Option<Place> {
        let mut words = line.split_whitespace();
        let launch = words.next()?.parse().ok()?;
        let word = words.next()?;
        let when = [When::Before, When::After].into_iter().find(|when| when.word() == word)?;
        let kind = MemoryKind::of(words.next()?.parse().ok()?)?;
        let key = Key { kind, ordinal: words.next()?.parse().ok()? };
        Some(Place { launch, when, key, page: words.next()?.parse().ok()? })
    }
}

/// A launch as a record has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Launch {
    /// From 1, in the order in which the host put them into streams.
    pub number: u64,
    /// Blocks; all zero for a call of a library.
    pub grid: [u32; 3],
    /// Threads.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub shared: u32,
    /// Streams in the order of their first launches, from 1; 0 is the null stream.
    pub stream: u32,
    /// The kernel's mangled name, or the library's function.
    pub kernel: String,
    /// Who called, as the format says.
    pub calls: String,
    /// The bytes of each argument; none where they are not known.
    pub arguments: Vec<Vec<u8>>,
}

/// An allocation as a record has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Born {
    /// Names it in this record.
    pub handle: u32,
    /// Names it in every run.
    pub key: Key,
    /// Bytes.
    pub size: u64,
    /// Where it lies in this run.
    pub address: u64,
    /// Of a variable, its mangled name.
    pub name: String,
    /// Who called, as the format says.
    pub calls: String,
}

/// How many pages so many bytes have.
#[must_use]
pub fn pages(size: u64) -> u32 {
    u32::try_from(size.div_ceil(PAGE as u64)).unwrap_or(u32::MAX)
}
