//! What was typed, turned into what to do.

use hipify_command_line::runtime::Mode;
use hipify_diagnostics::Language;
use hipify_engine::options::{Engine, FileOptions};
use hipify_engine::render::Format;
use hipify_error::Error;
use hipify_port::SupportHeader;
use hipify_tree::scan::Selection;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Where the ported bytes go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sink {
    /// Nowhere; `asked` tells `--check` from no mode at all.
    Check {
        /// `--check` was given.
        asked: bool,
    },
    /// A mirror of the tree in this folder.
    Mirror(PathBuf),
    /// One output file for one input file.
    File(PathBuf),
    /// Over the originals.
    InPlace {
        /// The suffix of the copy that is kept of each.
        backup: Option<OsString>,
    },
    /// A patch on standard output.
    Diff,
    /// The text itself on standard output.
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

/// What is printed, and how.
#[derive(Clone, Debug)]
pub struct Printing {
    /// Frames, lines or JSON.
    pub format: Format,
    /// Errors alone.
    pub quiet: bool,
    /// Notes too, and all findings.
    pub verbose: bool,
    /// A progress bar.
    pub progress: bool,
    /// The file that gets the JSON report.
    pub report: Option<PathBuf>,
}

/// The options of `port`, as typed.
#[derive(Clone, Debug)]
pub struct PortOptions {
    /// Files and folders to port; `-` is standard input.
    pub paths: Vec<PathBuf>,
    /// The folder or file that is written.
    pub output: Option<PathBuf>,
    /// Files are replaced by their ported text.
    pub in_place: bool,
    /// Each file that is replaced is kept with this suffix.
    pub backup: Option<OsString>,
    /// The changes are printed as a patch.
    pub diff: bool,
    /// Nothing is written, and a file that would change makes the exit code 1.
    pub check: bool,
    /// The ported text is printed.
    pub stdout: bool,
    /// Files and folders are written over that are not this tool's.
    pub force: bool,
    /// How each file is ported.
    pub engine: Engine,
    /// Files get the names that HIP's have.
    pub rename: bool,
    /// A header is written with CUDA's names that HIP lacks and the tree uses; else they are reported.
    pub support_header: bool,
    /// Which files are read.
    pub files: FileOptions,
    /// What is printed.
    pub printing: Printing,
}

/// One run of `port`.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Files and folders.
    pub roots: Vec<PathBuf>,
    /// Where the result goes.
    pub sink: Sink,
    /// How each file is ported.
    pub engine: Engine,
    /// Paths left out, in the syntax of `.gitignore`.
    pub exclude: Vec<String>,
    /// What `.gitignore` and `.hipifyignore` leave out is left out.
    pub obey_ignore_files: bool,
    /// If there are any: of each root, these paths alone and what is in them.
    pub only: Vec<PathBuf>,
    /// Number of threads; 0 means one a core.
    pub jobs: usize,
    /// Files are written over that are not this tool's.
    pub force: bool,
    /// What is printed.
    pub printing: Printing,
}

impl Plan {
    /// The plan of a command line.
    ///
    /// # Errors
    /// When what the options ask for cannot be had together.
    pub fn new(options: PortOptions) -> Result<Self, Error> {
        let mut engine = options.engine.clone();
        engine.options.rename = options.rename;
        engine.options.single_source = engine.mode == Mode::SingleSource;
        if !engine.options.single_source {
            engine.options.support_header = if options.support_header { SupportHeader::Included } else { SupportHeader::Refused };
        }
        let sink = sink(&options)?;
        if engine.options.single_source {
            check_single_source(&options, &sink)?;
        }
        Ok(Self {
            sink,
            engine,
            exclude: options.files.exclude,
            obey_ignore_files: options.files.obey_ignore_files,
            only: Vec::new(),
            jobs: options.files.jobs,
            force: options.force,
            printing: options.printing,
            roots: options.paths,
        })
    }

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
    pub fn selection(&self) -> Selection<'_> {
        Selection {
            roots: &self.roots,
            exclude: &self.exclude,
            obey_ignore_files: self.obey_ignore_files,
            only: &self.only,
            output: match &self.sink {
                Sink::Mirror(output) => Some(output),
                _ => None,
            },
            follow_named_links: matches!(self.sink, Sink::InPlace { .. }),
        }
    }
}

fn sink(options: &PortOptions) -> Result<Sink, Error> {
    let sink = match &options.output {
        Some(output) => match &options.paths[..] {
            _ if output.as_os_str() == "-" => Sink::Stdout,
            [path] if is_same_file(path, output) => {
                return Err(Error::path(output, "the output is the input", "use --in-place, or another name"));
            }
            [path] if names_a_file(path, output) => Sink::File(output.clone()),
            _ => Sink::Mirror(output.clone()),
        },
        None if options.in_place => Sink::InPlace { backup: backup(options)? },
        None if options.diff => Sink::Diff,
        None if options.stdout => Sink::Stdout,
        None => Sink::Check { asked: options.check },
    };
    if sink.owns_stdout() && options.printing.format == Format::Json {
        return Err(Error::usage("the result and --output-format json both want standard output", "use --report FILE"));
    }
    if let Some(folder) = options.paths.iter().find(|path| sink == Sink::Stdout && path.is_dir()) {
        return Err(Error::path(folder, "a folder cannot be printed", "give files, or use --diff"));
    }
    Ok(sink)
}

/// A suffix such as `.orig`: it must make another name in the same folder.
fn backup(options: &PortOptions) -> Result<Option<OsString>, Error> {
    let Some(suffix) = &options.backup else { return Ok(None) };
    if suffix.is_empty() || suffix.to_string_lossy().contains(['/', std::path::MAIN_SEPARATOR]) {
        return Err(Error::usage(
            format!("`{}` cannot be a backup suffix", suffix.to_string_lossy()),
            "give a suffix such as `.orig`",
        ));
    }
    Ok(Some(suffix.clone()))
}

fn is_same_file(path: &Path, output: &Path) -> bool {
    path.is_file()
        && hipify_tree::platform::real(path)
            .is_ok_and(|path| hipify_tree::platform::real(output).is_ok_and(|output| output == path))
}

/// `port a.cu -o a.hip` means the file a.hip, unless a folder of that name is there; so does an ending that is the input's.
fn names_a_file(path: &Path, output: &Path) -> bool {
    let text = output.to_string_lossy();
    let like_the_input = output.extension().is_some_and(|ending| path.extension() == Some(ending));
    let is_file = Language::of(&text) != Language::Other || like_the_input;
    is_file && !text.ends_with(['/', std::path::MAIN_SEPARATOR]) && path.is_file() && !output.is_dir()
}

/// Refuses what has no place for the header of single-source mode.
fn check_single_source(options: &PortOptions, sink: &Sink) -> Result<(), Error> {
    let remedy = "use -o, --in-place, --diff or --check";
    match sink {
        Sink::Stdout => Err(Error::usage("--mode compat writes a header beside the sources, and --stdout has one place", remedy)),
        _ if options.paths.len() > 1 => {
            Err(Error::usage("--mode compat writes one header at the root of a tree, and several paths are given", "name one"))
        }
        _ if options.rename => {
            Err(Error::usage("--mode compat leaves sources to nvcc too, which wants their names", "leave out --rename"))
        }
        _ => Ok(()),
    }
}
