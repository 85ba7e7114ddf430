//! A name of cuRAND has no counterpart, or a seeded generator whose numbers differ is used.
//!
//! ## What
//!
//! A name of the library that the port's table has no counterpart for. Also a call that seeds a generator: the first of a
//! file is reported as a note.
//!
//! ## Why on AMD
//!
//! The counterpart's headers do not declare it, so that the code does not compile. Of all generators, Sobol32 and Sobol64
//! alone give the numbers that cuRAND gives for the same seed: statistics agree, expected values of tests do not.
//!
//! ## Example
//!
//! ```cuda before
//! curandSetPseudoRandomGeneratorSeed(generator, 42);
//! assert(fabs(mean - 0.500172f) < 1e-6f);
//! ```
//!
//! ```cuda after
//! curandSetPseudoRandomGeneratorSeed(generator, 42);
//! assert(fabs(mean - 0.5f) < 1e-2f);
//! ```
//!
//! ## Fix
//!
//! Compare statistics, or make the numbers on the host.
//!
//! ## Source
//!
//! ROCm's page "cuRAND compatibility" of rocRAND; `rules/api/rand.toml`.

use crate::{Applies, Call, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP4006",
    name: "curand",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port, Check::Calls(SEEDED, check)],
};

const SEEDED: &[&str] =
    &["curandSetPseudoRandomGeneratorSeed", "hiprandSetPseudoRandomGeneratorSeed", "curand_init", "hiprand_init"];

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    if let Some(finding) = out.report_first(file.span(call.name), "the same seed gives other numbers than cuRAND's") {
        finding.level(Level::Note).help("let tests compare statistics; Sobol32 and Sobol64 alone agree");
    }
}
