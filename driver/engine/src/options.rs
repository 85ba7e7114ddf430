//! What a command line says of how code is ported, and which files are read.

use hipify_command_line::runtime::Mode;
use hipify_diagnostics::Applicability;
use hipify_port::{LaunchSyntax, Options};
use hipify_rules::Choice;

/// How one file is ported.
#[derive(Clone, Debug)]
pub struct Engine {
    /// For CUDA C++ and build files.
    pub options: Options,
    /// For CUDA Fortran.
    pub fortran: gpufort::Options,
    /// The least safe edits that are applied.
    pub most: Applicability,
    /// Whether code is ported, or stays CUDA.
    pub mode: Mode,
}

/// How Fortran is read and what it is ported to, as a command line says it.
#[derive(Clone, Debug, Default)]
pub struct FortranOptions {
    /// `real` without a kind has 8 bytes.
    pub r8: bool,
    /// `integer` and `logical` without a kind have 8 bytes.
    pub i8: bool,
    /// Macros that the sources are compiled with, as `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// Macros that they are compiled without.
    pub undefines: Vec<String>,
    /// HIP's interfaces are those of an installed hipfort.
    pub hipfort: bool,
}

/// Which files are read, and how.
#[derive(Clone, Debug, Default)]
pub struct FileOptions {
    /// Paths left out, in the syntax of `.gitignore`.
    pub exclude: Vec<String>,
    /// Files that `.gitignore` or `.hipifyignore` leave out are left out.
    pub obey_ignore_files: bool,
    /// The name that standard input goes by; its ending decides the language.
    pub stdin_filename: String,
    /// Number of threads; 0 means one a core.
    pub jobs: usize,
}

impl Engine {
    /// Edits of the same meaning alone.
    pub fn safe(options: Options) -> Self {
        Engine { options, fortran: gpufort::Options::default(), most: Applicability::Safe, mode: Mode::Port }
    }

    /// The options that make this engine, as words of a command line.
    pub fn words(&self) -> Vec<String> {
        let Options { choice, launch, .. } = &self.options;
        let mut words = Vec::new();
        let mut add = |wanted: bool, word: &str| words.extend(wanted.then(|| word.to_owned()));
        add(self.mode == Mode::SingleSource, "--mode=compat");
        add(choice.flavor.is_roc(), "--roc");
        add(choice.flavor.is_miopen(), "--miopen");
        add(choice.experimental, "--experimental");
        add(*launch == LaunchSyntax::Macro, "--launch=macro");
        add(self.most >= Applicability::Review, "--unsafe-fixes");
        words.extend(self.fortran_words());
        words.extend(choice.cuda.map(|version| format!("--cuda={version}")));
        words.extend(choice.rocm.map(|version| format!("--rocm={version}")));
        words
    }

    fn fortran_words(&self) -> Vec<String> {
        let gpufort::Options { kinds, hipfort_installed, defines, undefines, .. } = &self.fortran;
        let mut words = Vec::new();
        let mut add = |wanted: bool, word: &str| words.extend(wanted.then(|| word.to_owned()));
        add(kinds.real == 8, "--r8");
        add(kinds.integer == 8, "--i8");
        add(*hipfort_installed, "--hipfort");
        for (name, value) in defines {
            let value = value.as_ref().map(|value| format!("={value}")).unwrap_or_default();
            words.push(format!("--define={name}{value}"));
        }
        words.extend(undefines.iter().map(|name| format!("--undefine={name}")));
        words
    }
}

impl FortranOptions {
    /// The same in the terms of the port of CUDA Fortran.
    pub fn port_options(&self, choice: Choice) -> gpufort::Options {
        let mut options =
            gpufort::Options { choice, hipfort_installed: self.hipfort, assume: true, ..gpufort::Options::default() };
        options.undefines.clone_from(&self.undefines);
        options.kinds.real = if self.r8 { 8 } else { 4 };
        options.kinds.integer = if self.i8 { 8 } else { 4 };
        options.defines = self.defines.iter().map(|word| definition(word)).collect();
        options
    }
}

/// A macro's name and value as `-D` takes them.
pub fn definition(word: &str) -> (String, Option<String>) {
    match word.split_once('=') {
        Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
        None => (word.to_owned(), None),
    }
}
