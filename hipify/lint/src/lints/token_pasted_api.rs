//! A CUDA name is pasted together by the preprocessor, or held in a string.
//!
//! ## What
//!
//! `cuda##x` in a macro that other files use, a use that pastes the name of a function with other arguments in HIP, or the name
//! of a CUDA function or library in a string such as `dlsym` takes.
//!
//! ## Why on AMD
//!
//! The name exists only after preprocessing or when the program runs. The port follows the uses that the file itself makes, and
//! no others.
//!
//! ## Example
//!
//! ```cuda before
//! #define CALL(name) cuda##name
//! ```
//!
//! ```cuda after
//! #define CALL(name) hip##name
//! ```
//!
//! ## Fix
//!
//! Paste or write the HIP name. A program built by `hipify-rs` finds libraries that it opens by CUDA's names under no other
//! name.
//!
//! ## Source
//!
//! How the preprocessor pastes tokens: C++ standard, [cpp.concat].

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP3031",
    name: "token-pasted-api",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
