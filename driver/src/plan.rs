//! What was typed, turned into what to do.

use crate::cli::{EngineArgs, Format, Launch, PortArgs};
use crate::error::Error;
use hipify_command_line::runtime::Mode;
use hipify_diagnostics::{Applicability, Language};
use hipify_port::{LaunchSyntax, Options};
use hipify_rules::{Choice, Flavor};
use hipify_tree::scan::Selection;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Where the ported bytes go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Sink {
    /// Nowhere; `asked` tells `--check` from no mode at all.
    Check {
        asked: bool,
    },
    /// A mirror of the tree in this folder.
    Mirror(PathBuf),
    /// One output file for one input file.
    File(PathBuf),
    InPlace {
        backup: Option<OsString>,
    },
    Diff,
    Stdout,
}

impl Sink {
    /// Whether standard output carries the result, so that findings must go elsewhere.
    pub(crate) fn owns_stdout(&self) -> bool {
        matches!(self, Sink::Diff | Sink::Stdout)
    }

    pub(crate) fn word(&self) -> &'static str {
        match self {
            Sink::Check { .. } => "check",
            Sink::Mirror(_) => "mirror",
            Sink::File(_) => "file",
            Sink::InPlace { .. } => "in-place",
            Sink::Diff => "diff",
            Sink::Stdout => "stdout",
        }
    }
}

/// How one file is ported.
#[derive(Clone, Debug)]
pub(crate) struct Engine {
    pub(crate) options: Options,
    pub(crate) fortran: gpufort::Options,
    /// The least safe edits that are applied.
    pub(crate) most: Applicability,
    pub(crate) mode: Mode,
}

/// What is printed, and how.
#[derive(Clone, Debug)]
pub(crate) struct Printing {
    pub(crate) format: Format,
    pub(crate) quiet: bool,
    pub(crate) verbose: bool,
    pub(crate) progress: bool,
    pub(crate) report: Option<PathBuf>,
}

/// One run of `port`.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) roots: Vec<PathBuf>,
    pub(crate) sink: Sink,
    pub(crate) engine: Engine,
    pub(crate) exclude: Vec<String>,
    pub(crate) obey_ignore_files: bool,
    pub(crate) jobs: usize,
    pub(crate) force: bool,
    pub(crate) printing: Printing,
}

impl Plan {
    pub(crate) fn new(args: PortArgs) -> Result<Self, Error> {
        let mut engine = Engine::new(&args.engine);
        engine.options.rename = args.rename;
        engine.options.single_source = engine.mode == Mode::SingleSource;
        let sink = sink(&args)?;
        if engine.options.single_source {
            check_single_source(&args, &sink)?;
        }
        Ok(Self {
            sink,
            engine,
            exclude: args.files.exclude,
            obey_ignore_files: !args.files.no_ignore,
            jobs: args.files.jobs,
            force: args.force,
            printing: Printing {
                format: args.output_format,
                quiet: args.quiet,
                verbose: args.verbose,
                progress: !args.no_progress && !args.quiet,
                report: args.report,
            },
            roots: args.paths,
        })
    }
}

impl Plan {
    /// The folder of what is made once for a tree: where its ported files go, or stand.
    pub(crate) fn result_root(&self) -> PathBuf {
        let root = self.roots.first().map_or(Path::new(""), PathBuf::as_path);
        let folder_of = |file: &Path| file.parent().map(Path::to_path_buf).unwrap_or_default();
        match &self.sink {
            Sink::Mirror(output) => output.clone(),
            Sink::File(output) => folder_of(output),
            _ if root.is_dir() => root.to_path_buf(),
            _ => folder_of(root),
        }
    }

    /// The files that the run is about.
    pub(crate) fn selection(&self) -> Selection<'_> {
        Selection {
            roots: &self.roots,
            exclude: &self.exclude,
            obey_ignore_files: self.obey_ignore_files,
            output: match &self.sink {
                Sink::Mirror(output) => Some(output),
                _ => None,
            },
            follow_named_links: matches!(self.sink, Sink::InPlace { .. }),
        }
    }

    /// A plan for commands that look at the same files; those that write them too find what a link leads to.
    pub(crate) fn to_look(roots: Vec<PathBuf>, exclude: Vec<String>, obey_ignore_files: bool, writes: bool) -> Self {
        Self {
            roots,
            sink: if writes { Sink::InPlace { backup: None } } else { Sink::Check { asked: true } },
            engine: Engine::safe(Options::default()),
            exclude,
            obey_ignore_files,
            jobs: 0,
            force: false,
            printing: Printing { format: Format::Text, quiet: true, verbose: false, progress: false, report: None },
        }
    }
}

impl Engine {
    /// Edits of the same meaning alone.
    pub(crate) fn safe(options: Options) -> Self {
        Engine { options, fortran: gpufort::Options::default(), most: Applicability::Safe, mode: Mode::Port }
    }

    pub(crate) fn new(args: &EngineArgs) -> Self {
        let flavor = Flavor::new(args.roc, args.miopen);
        let choice = Choice { flavor, experimental: args.experimental, cuda: args.cuda, rocm: args.rocm, ..Choice::default() };
        let launch = match args.launch {
            Launch::Chevrons => LaunchSyntax::Chevrons,
            Launch::Macro => LaunchSyntax::Macro,
        };
        let most = if args.unsafe_fixes { Applicability::Review } else { Applicability::Safe };
        let fortran = args.fortran.options(choice);
        Engine { options: Options { choice, launch, ..Options::default() }, fortran, most, mode: args.mode }
    }

    /// The options that make this engine, as words of a command line.
    pub(crate) fn words(&self) -> Vec<String> {
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
}

impl Engine {
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

fn sink(args: &PortArgs) -> Result<Sink, Error> {
    let sink = match &args.output {
        Some(output) => match &args.paths[..] {
            [path] if is_same_file(path, output) => {
                return Err(Error::path(output, "the output is the input", "use --in-place, or another name"));
            }
            [path] if names_a_file(path, output) => Sink::File(output.clone()),
            _ => Sink::Mirror(output.clone()),
        },
        None if args.in_place => Sink::InPlace { backup: backup(args)? },
        None if args.diff => Sink::Diff,
        None if args.stdout => Sink::Stdout,
        None => Sink::Check { asked: args.check },
    };
    if sink.owns_stdout() && args.output_format == Format::Json {
        return Err(Error::usage("the result and --output-format json both want standard output", "use --report FILE"));
    }
    if let Some(folder) = args.paths.iter().find(|path| sink == Sink::Stdout && path.is_dir()) {
        return Err(Error::path(folder, "a folder cannot be printed", "give files, or use --diff"));
    }
    Ok(sink)
}

/// A suffix such as `.orig`: it must make another name in the same folder.
fn backup(args: &PortArgs) -> Result<Option<OsString>, Error> {
    let Some(suffix) = &args.backup else { return Ok(None) };
    if suffix.is_empty() || suffix.to_string_lossy().contains('/') {
        return Err(Error::usage(
            format!("`{}` cannot be a backup suffix", suffix.to_string_lossy()),
            "give a suffix such as `.orig`",
        ));
    }
    Ok(Some(suffix.clone()))
}

fn is_same_file(path: &Path, output: &Path) -> bool {
    path.is_file()
        && std::fs::canonicalize(path).is_ok_and(|path| std::fs::canonicalize(output).is_ok_and(|output| output == path))
}

/// `port a.cu -o a.hip` means the file a.hip, unless a folder of that name is there.
fn names_a_file(path: &Path, output: &Path) -> bool {
    let text = output.to_string_lossy();
    !text.ends_with('/') && path.is_file() && !output.is_dir() && Language::of(&text) != Language::Other
}

/// Refuses what has no place for the header of single-source mode.
fn check_single_source(args: &PortArgs, sink: &Sink) -> Result<(), Error> {
    let remedy = "use -o, --in-place, --diff or --check";
    match sink {
        Sink::Stdout => Err(Error::usage("--mode compat writes a header beside the sources, and --stdout has one place", remedy)),
        _ if args.paths.len() > 1 => {
            Err(Error::usage("--mode compat writes one header at the root of a tree, and several paths are given", "name one"))
        }
        _ if args.rename => {
            Err(Error::usage("--mode compat leaves sources to nvcc too, which wants their names", "leave out --rename"))
        }
        _ => Ok(()),
    }
}
