//! What each CUDA name and header becomes in HIP: the lines of `rules/api/*.toml` and `rules/headers.toml` as a static table;
//! what each AMDGPU target is (`rules/gfx.toml`), and which faults compilers are known to have (`rules/compiler-faults.toml`); what
//! options of compilers mean ([`options`]).
//!
//! The tables hold facts and no behaviour. `cargo run -p hipify-rules --bin prove` checks the names against real headers.
//!
//! # File by file
//!
//! | file | holds |
//! |---|---|
//! | `symbol.rs`, `table.rs`, `hash.rs` | the rows of `api/*.toml` and their lookup by name; `build.rs` makes the table |
//! | `call.rs`, `choice.rs`, `version.rs` | edits of a call's arguments; which library family and versions a user ports to |
//! | `header.rs`, `guard.rs` | headers and their HIP counterparts; macros that tell compilers apart |
//! | `family.rs` | names that belong to CUDA by their prefix |
//! | `native.rs` | since which HIP AMD's headers have the names that builds supply |
//! | `gfx.rs`, `faults.rs` | rows of `gfx.toml` and `compiler-faults.toml` |
//! | `options.rs`, `options/` | the options of nvcc, clang, hipcc and nvfortran, one row each |
//! | `clang.rs`, `decl.rs`, `bin/prove/` | (feature `prove`) declarations of real headers by libclang, and the comparison with the table |

mod call;
mod choice;
#[cfg(feature = "prove")]
pub mod clang;
#[cfg(feature = "prove")]
pub mod decl;
mod family;
mod faults;
mod gfx;
mod guard;
mod hash;
mod header;
mod native;
pub mod options;
mod symbol;
mod table;
mod version;

pub use call::{CallEdit, CallOp, call_edits};
pub use choice::{Choice, Flavor, Spelling, Target};
pub use family::{Family, family};
pub use faults::{CompilerFault, Emit, Probe, compiler_faults};
pub use gfx::{Architecture, FloatAtomics, Fp8, Gfx, Images, Limits, default_target, gfx, gfx_targets};
pub use guard::{GUARDS, Guard, HIPIFY};
pub use header::{Header, header, headers};
pub use native::{NEWEST_HIP, Native};
pub use symbol::{Symbol, SymbolKind, is_cuda_like, symbol, symbols};
pub use version::Version;
