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
    /// What its value is to the preprocessor, where the option is for that alone.
    pub preprocessing: Option<Preprocessing>,
    /// A compiler driver wants it at the link too, where it chooses libraries and modes.
    pub at_link: bool,
}

/// The value of an option that only the preprocessor reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preprocessing {
    Macro,
    /// A folder of headers.
    Folder,
    /// A file that is included first, perhaps one of an include folder.
    File,
}

impl Preprocessing {
    pub fn is_path(self) -> bool {
        self != Self::Macro
    }
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
        Self {
            names,
            tools,
            value,
            joined: false,
            meaning,
            action: Action::Keep,
            only_nvcc: false,
            advice: None,
            preprocessing: None,
            at_link: false,
        }
    }

    const fn preprocessing(self, value: Preprocessing) -> Self {
        Self { preprocessing: Some(value), ..self }
    }

    const fn at_link(self) -> Self {
        Self { at_link: true, ..self }
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

/// The option of the preprocessor that `word` starts with, as spelt, and what follows it: its value, nothing if that is the next
/// word.
pub fn preprocessor_option(word: &str) -> Option<(&str, Preprocessing, &str)> {
    let name = word.strip_prefix('-')?;
    compiler_options(Tool::Clang).find_map(|option| {
        let known = option.names.iter().find(|known| name.starts_with(**known));
        let (option, known) = option.preprocessing.zip(known)?;
        let (spelt, value) = word.split_at(1 + known.len());
        Some((spelt, option, value))
    })
}

/// Whether a compiler driver wants the flag at the link too, whatever follows the option's name.
pub fn is_wanted_at_link(flag: &str) -> bool {
    let Some((name, double)) = without_dashes(flag) else { return false };
    let begins = |known: &&str| name.starts_with(*known) && (!double || known.len() > 1);
    compiler_options(Tool::Clang).filter(|option| option.at_link).any(|option| option.names.iter().any(&begins))
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
    fn options_of_the_preprocessor_have_a_value_after_them_or_in_the_next_word() {
        for (word, expected) in [
            ("-Iinc", Some(("-I", Preprocessing::Folder, "inc"))),
            ("-isystem", Some(("-isystem", Preprocessing::Folder, ""))),
            ("-idirafterx", Some(("-idirafter", Preprocessing::Folder, "x"))),
            ("-include", Some(("-include", Preprocessing::File, ""))),
            ("-DA=1", Some(("-D", Preprocessing::Macro, "A=1"))),
            ("-O2", None),
            ("-isysroot", None),
            ("a.c", None),
        ] {
            assert_eq!(preprocessor_option(word), expected, "{word}");
        }
    }

    #[test]
    fn flags_that_choose_libraries_and_modes_are_wanted_at_the_link() {
        for flag in
            ["-fopenmp", "-m64", "-g", "-O2", "-pthread", "-pg", "-p", "--coverage", "--sysroot=/x", "-stdlib=libc++", "-B/x"]
        {
            assert!(is_wanted_at_link(flag), "{flag}");
        }
        for flag in ["-Iinc", "-DA", "-std=c++17", "-Wall", "--gcc-toolchain=/x", "-c", "a.o"] {
            assert!(!is_wanted_at_link(flag), "{flag}");
        }
    }

    #[test]
    fn every_option_has_an_owner_and_a_name() {
        assert!(all().all(|option| !option.tools.is_empty() && !option.names.is_empty()));
    }
}
