//! `data/differences.toml`: which differences from CUDA's results are known, and why they are as they are.

use crate::compare::Difference;
use crate::rules::matches;

/// Differences with one cause.
#[derive(serde::Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// `cpu`, `gpu` for all of AMD's, or one of those, as `gfx942`.
    pub targets: Vec<String>,
    /// Names, or patterns with a `*` at an end.
    pub functions: Vec<String>,
    /// The largest distance in units in the last place; without it any result is allowed.
    pub ulps: Option<u64>,
    /// The result has another type.
    #[serde(default)]
    pub kind: bool,
    /// There is no such overload.
    #[serde(default)]
    pub absent: bool,
    pub why: String,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    difference: Vec<Known>,
}

/// The rows that come with the program.
///
/// # Panics
/// Never: the file is a part of the program, and tests read it.
#[must_use]
pub fn known() -> Vec<Known> {
    let file: File = toml::from_str(include_str!("../data/differences.toml")).expect("data/differences.toml is well-formed");
    file.difference
}

/// What a function of a target is, beside CUDA's.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    Same,
    Absent,
    Differs(Difference),
}

impl Known {
    /// Whether the row is about this outcome of the function of this name.
    #[must_use]
    pub fn allows(&self, target: &str, function: &str, outcome: &Outcome) -> bool {
        let of_target = self.targets.iter().any(|t| t == target || t == "gpu" && target.starts_with("gfx"));
        let of_name = || self.functions.iter().any(|pattern| matches(pattern, function));
        of_target && of_name() && self.covers(outcome)
    }

    fn covers(&self, outcome: &Outcome) -> bool {
        match outcome {
            Outcome::Same => false,
            Outcome::Absent => self.absent,
            Outcome::Differs(difference) => {
                let near = self.ulps.is_none_or(|most| difference.ulps.is_some_and(|ulps| ulps <= most));
                !self.absent && near && (self.kind || difference.kind.is_none())
            }
        }
    }
}
