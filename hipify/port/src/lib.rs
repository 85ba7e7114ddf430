//! CUDA C++ to HIP: bytes of a source file in, edits and diagnostics out.
//!
//! A stage is a function from values to values; nothing here reads or writes files. [`port`] finds the edits of one file, and
//! [`hipify_diagnostics::apply`] makes the ported bytes of them.
//!
//! # File by file
//!
//! | file | turns | into |
//! |---|---|---|
//! | `passes.rs` | one file | the list of passes, in order |
//! | `passes/sweep.rs` | tokens | `Found`: the positions each pass has to visit, so that the file is walked once |
//! | `passes/scope.rs` | declarations of API names | byte ranges in which such a name is the user's own (the only user of the syntax tree) |
//! | `passes/include.rs` | includes | HIP headers; removes duplicates; inserts the runtime header that nvcc includes by itself |
//! | `passes/guard.rs`, `passes/comparison.rs`, `passes/dead_end.rs` | `#if` tests of CUDA macros | tests that are right for both compilers, and lead to no branch that only gives up |
//! | `passes/values.rs` | CUDA macros as values in code | macros that are defined for both compilers |
//! | `passes/arguments.rs` | calls of rows with a `call` field | wrapped, added, dropped arguments |
//! | `passes/dropped.rs` | variables that only dropped arguments name | nothing |
//! | `passes/masks.rs` | lane masks of calls | masks of 64 bits: all lanes, or the active ones where `syntax/divergence.rs` knows that not all come |
//! | `passes/names.rs`, `passes/qualified.rs` | names, `ns::names` | HIP names, or a diagnostic |
//! | `passes/supplied.rs`, `passes/support.rs` | names and headers that HIP lacks and the tree's support header has | themselves, and the include of that header |
//! | `passes/pasted.rs` | names that macros make with `##` | the prefix of HIP in the macro or in its use, or the name itself |
//! | `passes/runtime_header.rs` | code that counts on the header that nvcc includes by itself | `#include <hip/hip_runtime.h>` |
//! | `passes/thrust_headers.rs` | functions of Thrust whose header another brings with CUDA alone | the include of that header |
//! | `passes/launch.rs` | `<<<...>>>` | itself, or `hipLaunchKernelGGL(...)` |
//! | `passes/ptx.rs` and its folder, `passes/rtc.rs`, `passes/pragma.rs` | inline PTX (an instruction is a row of `ptx/idioms.rs` or an arm of `arithmetic.rs`, `memory.rs`, `instruction.rs`), NVRTC options, nvcc's pragmas | what has an exact counterpart; reports for the rest |
//! | `passes/strings.rs`, `passes/broken.rs` | strings, unterminated things | reports only |
//! | `passes/asked_for.rs` | reports of libraries in branches that ask for them | notes |
//! | `passes/single_source.rs` | a file of a single-source tree | its includes hidden from HIP compilers, and before them the header that defines the names |
//! | `passes/conditional.rs` | macros of a command line | the branches a preprocessor would skip (for hipify-clang's `-default-preprocessor` alone) |
//! | `passes/declared.rs` | tokens | CUDA-like names the file declares: other files' reports of them are then dropped |

mod options;
mod passes;
mod port;
mod ported;

pub use options::{LaunchSyntax, Options, SupportHeader};
pub use passes::{
    ACTIVE_LANES, ALL_LANES, GROUPS_PART, SINGLE_SOURCE_HEADER, SINGLE_SOURCE_MACRO, SUPPORT_HEADER, asks_for_hip,
    gives_up_as_counted, launch_parts, run_over,
};
pub use port::{check_text, port};
pub use ported::{Mention, Ported, Stats};
