//! `--fail-on`: tools, and the level from which findings count.

use crate::Tool;
use crate::finding::Finding;
use hipify_command_line::runtime::Choice;
use hipify_diagnostics::Level;
use hipify_lint_command::FailOn as From;

/// The findings that make the exit code 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FailOn {
    /// Those of these tools; of all where none is named.
    tools: Vec<Tool>,
    /// From this level on, as `lint` has it; by default warnings.
    from: Option<From>,
}

impl FailOn {
    /// Names of tools and of a level, with commas: `race,error`.
    ///
    /// # Errors
    /// What is neither, with what there is.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (mut tools, mut from) = (Vec::new(), None);
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            match From::named(word) {
                Some(level) => from = Some(level),
                None => tools.extend(Tool::list(word).map_err(|error| format!("{error}; levels are {}", levels()))?),
            }
        }
        Ok(Self { tools, from })
    }

    pub(crate) fn counts(&self, finding: &Finding) -> bool {
        let is_grave = match self.from.unwrap_or(From::Warning) {
            From::Note => true,
            From::Warning => finding.level >= Level::Warning,
            From::Error => finding.level >= Level::Error,
            From::Never => false,
        };
        is_grave && (self.tools.is_empty() || self.tools.iter().any(|tool| tool.name() == finding.tool))
    }
}

fn levels() -> String {
    From::ALL.iter().map(|row| row.1).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools_and_a_level_are_told_apart() {
        let of = |text| FailOn::parse(text).unwrap();
        assert_eq!(of("race,error"), FailOn { tools: vec![Tool::Race], from: Some(From::Error) });
        assert_eq!(of("note"), FailOn { tools: vec![], from: Some(From::Note) });
        assert!(FailOn::parse("rase").unwrap_err().contains("race"));
    }
}
