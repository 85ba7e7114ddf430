//! Options of compilers as facts: nvcc's, clang's, hipcc's, nvfortran's and those of hipify-rs, what each is to a driver and what a
//! build file gets in place of nvcc's.

mod clang;
mod meaning;
mod nvcc;
mod nvfortran;

pub use meaning::{Action, FlagScope, Meaning, Query, Stage};

/// A command line that takes an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tool {
    Nvcc,
    /// hipcc and not clang: such an option tells whose command line it is.
    Hipcc,
    Clang,
    Nvfortran,
    /// `hipify-rs cc` and `hipify-rs fc`.
    Hipify,
}

/// How an option takes its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// It takes none.
    None,
    /// `--name=value`, `--name value`.
    Separate,
    /// `--name`, `--name=value`; the next word is another option.
    Optional,
    /// As `Separate`, but an option only with one of the values that its action lists.
    Listed,
    /// Directly after the name, perhaps nothing: a family such as `-f`, of which the name is the beginning.
    Joined,
}

/// One option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CompilerOption {
    /// Spellings without their dashes; one or two dashes are taken.
    pub names: &'static [&'static str],
    /// Who takes it; the first is the one whose manual describes it.
    pub tools: &'static [Tool],
    pub value: Value,
    /// The value may also follow the name directly, as in `-DNAME`.
    pub joined: bool,
    /// What it is to a driver.
    pub meaning: Meaning,
    /// What clang gets.
    pub action: Action,
    /// No host compiler has an option of this name, so that it can be told from theirs.
    pub only_nvcc: bool,
    /// What a person has to know about the change.
    pub advice: Option<Advice>,
}

/// What a person has to know about the change that an option makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Advice {
    /// The result may not be what was meant.
    Warning(&'static str),
    /// For those who ask.
    Note(&'static str),
}

impl CompilerOption {
    /// An option that clang gets as typed.
    const fn new(tools: &'static [Tool], names: &'static [&'static str], value: Value, meaning: Meaning) -> Self {
        Self { names, tools, value, joined: false, meaning, action: Action::Keep, only_nvcc: false, advice: None }
    }

    /// The tool whose manual describes it.
    pub fn owner(&self) -> Tool {
        self.tools[0]
    }

    /// Whether `word` is the option alone or with `=`; the value after that.
    pub fn exact<'w>(&self, word: &'w str) -> Option<Option<&'w str>> {
        let (name, _) = without_dashes(word)?;
        let takes_value = matches!(self.value, Value::Separate | Value::Optional | Value::Listed);
        match name.split_once('=') {
            Some((key, value)) if takes_value => self.names.contains(&key).then_some(Some(value)),
            _ => (self.value != Value::Joined && self.names.contains(&name)).then_some(None),
        }
    }

    /// Whether `word` is the option with a value directly after its name; the value.
    pub fn joined<'w>(&self, word: &'w str) -> Option<&'w str> {
        let (name, double) = without_dashes(word)?;
        let is_family = self.value == Value::Joined;
        let value_of = |known: &&str| {
            // Names of one letter have one dash.
            let value = name.strip_prefix(*known).filter(|_| !(double && (known.len() == 1 || self.joined)))?;
            (is_family || self.joined && !value.is_empty()).then_some(value)
        };
        self.names.iter().find_map(value_of)
    }
}

/// The name in an option, and whether two dashes stand before it.
fn without_dashes(word: &str) -> Option<(&str, bool)> {
    match word.strip_prefix("--") {
        Some(name) => Some((name, true)),
        None => word.strip_prefix('-').map(|name| (name, false)),
    }
}

/// The options that `tool` takes. Where several fit a word, the first counts.
pub fn compiler_options(tool: Tool) -> impl Iterator<Item = &'static CompilerOption> {
    all().filter(move |option| option.tools.contains(&tool))
}

/// The options that the manual of `tool` describes, likewise.
pub fn described_by(tool: Tool) -> impl Iterator<Item = &'static CompilerOption> {
    all().filter(move |option| option.owner() == tool)
}

fn all() -> impl Iterator<Item = &'static CompilerOption> {
    clang::ROWS.iter().chain(nvcc::ROWS).chain(nvfortran::ROWS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_stands_in_two_options_of_nvcc() {
        let names: Vec<&str> = described_by(Tool::Nvcc).flat_map(|row| row.names.iter().copied()).collect();
        let unique: std::collections::BTreeSet<_> = names.iter().collect();
        assert_eq!(unique.len(), names.len());
    }

    #[test]
    fn a_value_is_separate_after_an_equals_sign_or_joined() {
        let option = |tool, name: &str| compiler_options(tool).find(|option| option.names.contains(&name)).unwrap();
        let define = option(Tool::Nvcc, "D");
        assert_eq!((define.exact("-D"), define.exact("-D=A"), define.exact("-DA")), (Some(None), Some(Some("A")), None));
        assert_eq!((define.joined("-DA"), define.joined("--DA"), define.joined("-D")), (Some("A"), None, None));
        let family = option(Tool::Clang, "f");
        assert_eq!((family.exact("-f"), family.joined("-fPIC"), family.joined("--fPIC")), (None, Some("PIC"), None));
    }

    #[test]
    fn every_option_has_an_owner_and_a_name() {
        assert!(all().all(|option| !option.tools.is_empty() && !option.names.is_empty()));
    }
}
