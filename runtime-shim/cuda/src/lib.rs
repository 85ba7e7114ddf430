//! CUDA's libraries over HIP: calls of their entries become calls of the HIP runtime, with enumerators, records and status
//! codes converted. `entries/` says what each entry is; most code here is generated from that.
//!
//! # File by file
//!
//! ```text
//! headers -> facts -> (with the rules and what is true of single functions) plan -> source of the shim, stubs of CUDA's libraries
//! ```
//!
//! | file | turns | into |
//! |---|---|---|
//! | `entries/read.toml`, `src/bin/read_headers/` | NVIDIA's headers and the bundled HIP headers | `entries/facts/*.toml`: functions with named, typed parameters by version, enumerators, layouts of records |
//! | `entries/libraries.toml` | | families (one status type, one HIP library), libraries (soname, version node), and what is true of functions and not in their declarations |
//! | `entries/src/{facts,c_type,convert}.rs` | a type of CUDA and HIP's in its place | how a value is converted: not at all, to another enumerator, field by field |
//! | `entries/src/plan.rs` | a library | its symbols: called, by own code, for the thread's own stream, inert, unsupported and why |
//! | `entries/src/rust.rs`, `rust/` | plans | the generated part of `src`: types with their layout asserted, tables, one function an entry |
//! | `libraries/` | plans | one ELF library a soname, whose symbols jump to the shim; carried inside of programs, unpacked to a folder |
//! | `src/entry.rs`, `own.rs`, `target.rs`, `last_error.rs`, `trace/` | | what all entries share; `own!` makes one of a function, and nothing else has to name it |
//! | `src/{runtime,driver,rtc}/` | | entries that no table can make, by topic |
//!
//! All code is in one library, `libhipify_cuda.so`, so that versions share what they agree on and there is one trace; the stubs hold
//! names, versions and jumps alone. It finds HIP among what the process has loaded, then beside itself, then by AMD's names.
//! An entry that data can make is not written by hand: a parameter that HIP lacks, or a count of an array, is a line of `libraries.toml`.

#[macro_use]
mod own;

pub mod answer;
pub mod entry;
pub mod enumeration;
mod failure;
#[allow(
    clippy::all,
    clippy::undocumented_unsafe_blocks,
    non_snake_case,
    non_upper_case_globals,
    improper_ctypes_definitions,
    unused_unsafe,
    unused_variables,
    unused_mut,
    dead_code,
    clashing_extern_declarations
)]
pub mod generated;
pub mod last_error;
pub mod panics;
pub mod target;
pub mod told;
pub mod trace;
mod word;

mod blaslt;
mod driver;
mod fft;
mod libraries;
mod rtc;
mod runtime;
