//! CUDA's libraries over HIP: calls of their entries become calls of the HIP runtime, with enumerators, records and status
//! codes converted. `entries/` says what each entry is; most code here is generated from that.

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

mod driver;
mod fft;
mod libraries;
mod rtc;
mod runtime;
