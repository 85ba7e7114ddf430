//! The command line as typed: clap's view of it, with no decisions.

mod build;
mod check;
mod compare;
mod fortran;
mod lint;
mod machine;
mod run;
mod runtime;
mod sync;

pub(crate) use build::{BuildArgs, PortStep, StepArgs, StepKind};
pub(crate) use check::CheckArgs;
pub(crate) use compare::CompareArgs;
pub(crate) use fortran::FortranArgs;
pub(crate) use lint::{ExplainArgs, LintArgs, LspArgs};
pub(crate) use machine::{DoctorArgs, SetupArgs, ToolchainArgs};
pub(crate) use run::{RunArgs, RunDeviceArgs};
pub(crate) use runtime::RuntimeArgs;
pub(crate) use sync::SyncArgs;

use clap::{Args, Parser, Subcommand, ValueEnum};
use hipify_command_line::runtime::Mode;
use hipify_compat::Tool;
use hipify_diagnostics::Applicability;
use hipify_engine::options::{Engine, FileOptions};
use hipify_engine::render::Format;
use hipify_port::{LaunchSyntax, Options};
use hipify_port_command::{PortOptions, Printing};
use hipify_rules::{Choice, Flavor, Version};
use runtime::choice;
use std::ffi::OsString;
use std::path::PathBuf;

const EXIT_CODES: &str = "\
Exit codes:
  0  done, and nothing is left
  1  code was left unconverted; with --check, --diff and where nothing says what becomes of the result also: a file would change
  2  a usage or I/O error; the other files are ported all the same";

const PRINT_EXIT_CODES: &str = "Exit codes:\n  0  printed\n  2  a usage or I/O error";

const ALL_EXIT_CODES: &str = "\
Exit codes: 0 done, 2 a usage or I/O error, others as the help of each command says.";

/// Port CUDA source trees to HIP.
#[derive(Parser)]
#[command(name = "hipify-rs", version, propagate_version = true, max_term_width = 100, after_help = ALL_EXIT_CODES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// When to colour output.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub(crate) color: Color,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Port(Box<PortArgs>),
    Sync(Box<SyncArgs>),
    Lint(Box<LintArgs>),
    Explain(ExplainArgs),
    Lsp(LspArgs),
    Build(Box<BuildArgs>),
    Run(RunArgs),
    Check(Box<CheckArgs>),
    Compare(Box<CompareArgs>),
    Query(QueryArgs),
    Inspect(InspectArgs),
    Doctor(DoctorArgs),
    Setup(SetupArgs),
    /// Stand in for nvcc or hipcc: take their options, port, compile for AMD GPUs; `cc --help` has more.
    Cc {
        /// Options and files of that compiler.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
        args: Vec<OsString>,
    },
    /// Stand in for nvfortran: take its options, port CUDA Fortran, compile for AMD GPUs and the CPU.
    Fc {
        /// Options and files of nvfortran; also --offload-arch=TARGETS and --fc=COMPILER.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
        args: Vec<OsString>,
    },
    Compat(CompatArgs),
    #[command(hide = true)]
    Step(StepArgs),
    /// Print a completion script for a shell.
    #[command(after_help = PRINT_EXIT_CODES)]
    Completions {
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or that of one command.
    #[command(after_help = PRINT_EXIT_CODES)]
    Man {
        #[arg(value_name = "COMMAND")]
        command: Option<String>,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Launch {
    /// Keep `k<<<grid, block>>>(args)`.
    Chevrons,
    /// Write `hipLaunchKernelGGL(k, dim3(grid), dim3(block), 0, 0, args)`.
    Macro,
}

/// Port CUDA sources and build files to HIP.
///
/// Without -o, --in-place, --diff, --check or --stdout nothing is written: the run says what would change.
#[derive(Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct PortArgs {
    /// Files and folders to port; `-` reads standard input and writes standard output.
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    /// Write the ported tree to DIR, with all other files copied; for a single file, DIR may name the output file, or be `-` for
    /// standard output.
    #[arg(short, long, value_name = "DIR", group = "sink", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    /// Replace the files by their ported text.
    #[arg(short, long, group = "sink", help_heading = "Output")]
    pub(crate) in_place: bool,
    /// With --in-place, keep each original with SUFFIX appended to its name.
    #[arg(long, value_name = "SUFFIX", requires = "in_place", help_heading = "Output")]
    pub(crate) backup: Option<OsString>,
    /// Print the changes as a patch that `git apply` takes.
    #[arg(long, group = "sink", help_heading = "Output")]
    pub(crate) diff: bool,
    /// Write nothing; exit with 1 when a file would change.
    #[arg(long, group = "sink", help_heading = "Output")]
    pub(crate) check: bool,
    /// Print the ported text of the files.
    #[arg(long, group = "sink", help_heading = "Output")]
    pub(crate) stdout: bool,
    /// Write into a folder that this tool did not make, over files edited since, over backups and read-only files.
    #[arg(long, help_heading = "Output")]
    pub(crate) force: bool,

    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    /// Rename .cu to .hip and .cuh to .hip.h, and the includes of them.
    #[arg(long, help_heading = "Porting")]
    pub(crate) rename: bool,
    /// Do not write `hipify_device.h`, the header with CUDA's names that HIP lacks and the tree uses: report them.
    #[arg(long, help_heading = "Porting")]
    pub(crate) no_support_header: bool,

    #[command(flatten)]
    pub(crate) files: FileArgs,

    /// Write a JSON report to FILE.
    #[arg(long, value_name = "FILE", help_heading = "Reporting")]
    pub(crate) report: Option<PathBuf>,
    /// How findings are printed.
    #[arg(long, value_parser = choice::<Format>(), default_value = "text", value_name = "FORMAT", help_heading = "Reporting")]
    pub(crate) output_format: Format,
    /// Print errors only.
    #[arg(short, long, conflicts_with = "verbose", help_heading = "Reporting")]
    pub(crate) quiet: bool,
    /// Also print notes, and every finding however many there are.
    #[arg(short, long, help_heading = "Reporting")]
    pub(crate) verbose: bool,
    /// No progress bar.
    #[arg(long, help_heading = "Reporting")]
    pub(crate) no_progress: bool,
}

impl PortArgs {
    pub(crate) fn options(self) -> PortOptions {
        let Self {
            paths,
            output,
            in_place,
            backup,
            diff,
            check,
            stdout,
            force,
            engine,
            rename,
            no_support_header,
            files,
            report,
            output_format: format,
            quiet,
            verbose,
            no_progress,
        } = self;
        let printing = Printing { format, quiet, verbose, progress: !no_progress && !quiet, report };
        let (engine, files) = (engine.engine(), files.options());
        let support_header = !no_support_header;
        PortOptions {
            paths,
            output,
            in_place,
            backup,
            diff,
            check,
            stdout,
            force,
            engine,
            rename,
            support_header,
            files,
            printing,
        }
    }
}

/// Which files are read, and how; of `port` and `lint`.
#[derive(Args, Debug)]
pub(crate) struct FileArgs {
    /// Leave out paths that match GLOB (.gitignore syntax; may be repeated).
    #[arg(long, value_name = "GLOB", help_heading = "Files")]
    pub(crate) exclude: Vec<String>,
    /// Take files that .gitignore or .hipifyignore leave out.
    #[arg(long, help_heading = "Files")]
    pub(crate) no_ignore: bool,
    /// The name that standard input goes by; its ending decides the language.
    #[arg(long, value_name = "NAME", default_value = "stdin.cu", help_heading = "Files")]
    pub(crate) stdin_filename: String,
    /// Number of threads; 0 means one a core.
    #[arg(short, long, value_name = "N", default_value_t = 0, help_heading = "Files")]
    pub(crate) jobs: usize,
}

impl FileArgs {
    fn options(self) -> FileOptions {
        let Self { exclude, no_ignore, stdin_filename, jobs } = self;
        FileOptions { exclude, obey_ignore_files: !no_ignore, stdin_filename, jobs }
    }
}

/// How code is ported, whatever becomes of it.
#[derive(Args, Clone, Debug)]
pub(crate) struct EngineArgs {
    /// What becomes of CUDA code.
    #[arg(long, value_parser = choice::<Mode>(), default_value = "port", value_name = "MODE", help_heading = "Porting")]
    pub(crate) mode: Mode,
    /// How kernel launches are written.
    #[arg(long, value_enum, default_value_t = Launch::Chevrons, value_name = "SYNTAX", help_heading = "Porting")]
    pub(crate) launch: Launch,
    /// Map to rocBLAS, rocSPARSE, rocRAND, ... instead of hipBLAS, hipSPARSE, hipRAND, ...
    #[arg(long, help_heading = "Porting")]
    pub(crate) roc: bool,
    /// Map cuDNN to MIOpen.
    #[arg(long, help_heading = "Porting")]
    pub(crate) miopen: bool,
    /// Emit names that AMD marks experimental.
    #[arg(long, help_heading = "Porting")]
    pub(crate) experimental: bool,
    /// The CUDA version the source was written for.
    #[arg(long, value_name = "VERSION", help_heading = "Porting")]
    pub(crate) cuda: Option<Version>,
    /// The ROCm version the result is for.
    #[arg(long, value_name = "VERSION", help_heading = "Porting")]
    pub(crate) rocm: Option<Version>,
    /// Also apply edits that may change behaviour.
    #[arg(long, help_heading = "Porting")]
    pub(crate) unsafe_fixes: bool,
    #[command(flatten)]
    pub(crate) fortran: FortranArgs,
}

impl EngineArgs {
    pub(crate) fn engine(self) -> Engine {
        let Self { mode, launch, roc, miopen, experimental, cuda, rocm, unsafe_fixes, fortran } = self;
        let choice = Choice { flavor: Flavor::new(roc, miopen), experimental, cuda, rocm, ..Choice::default() };
        let launch = match launch {
            Launch::Chevrons => LaunchSyntax::Chevrons,
            Launch::Macro => LaunchSyntax::Macro,
        };
        let most = if unsafe_fixes { Applicability::Review } else { Applicability::Safe };
        let options = Options { choice, launch, ..Options::default() };
        Engine { options, fortran: fortran.options().port_options(choice), most, mode }
    }
}

const QUERY_EXIT_CODES: &str = "\
Exit codes:
  0  every name has a counterpart in HIP
  1  a name is unknown, or nothing matches a pattern
  2  a usage or I/O error
  3  every name is known, and one has no counterpart";

/// Say what CUDA names become in HIP, and since when.
#[derive(Args)]
#[command(after_help = QUERY_EXIT_CODES)]
pub(crate) struct QueryArgs {
    /// CUDA names or headers, or patterns of them such as 'cudaMem*', '*gemm?' and 'cub[A-F]*'.
    #[arg(required = true, value_name = "NAME")]
    pub(crate) names: Vec<String>,
    /// How the answer is printed.
    #[arg(long, value_enum, default_value_t = QueryFormat::Text, value_name = "FORMAT")]
    pub(crate) output_format: QueryFormat,
    /// The ROCm version that counts: a name that it lacks has no counterpart.
    #[arg(long, value_name = "VERSION")]
    pub(crate) rocm: Option<Version>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum QueryFormat {
    Text,
    Json,
}

/// List the code objects in executables, objects, libraries and bundles, and what their kernels need.
#[derive(Args)]
#[command(after_help = "Exit codes:\n  0  every file holds device code\n  1  a file holds none\n  2  a file cannot be read")]
pub(crate) struct InspectArgs {
    /// Executables, objects, libraries, archives, offload bundles and code objects.
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Only for these targets (comma list; may be repeated).
    #[arg(long, value_name = "TARGET")]
    pub(crate) target: Vec<String>,
    /// Print the instructions of a kernel instead; its name may be mangled or not, with or without parameters.
    #[arg(long, value_name = "KERNEL", conflicts_with_all = ["json", "output_format"])]
    pub(crate) disasm: Option<String>,
    /// Also write each code object to a file in DIR.
    #[arg(long, value_name = "DIR")]
    pub(crate) extract: Option<PathBuf>,
    /// Print kernel names as they are in the symbol table.
    #[arg(long)]
    pub(crate) no_demangle: bool,
    /// How the answer is printed.
    #[arg(long, value_enum, default_value_t = QueryFormat::Text, value_name = "FORMAT")]
    pub(crate) output_format: QueryFormat,
    /// Short for --output-format json.
    #[arg(long, conflicts_with = "output_format")]
    pub(crate) json: bool,
}

impl InspectArgs {
    pub(crate) fn options(self) -> hipify_inspect::Options {
        hipify_inspect::Options {
            paths: self.paths,
            targets: self.target,
            disassemble: self.disasm,
            extract: self.extract,
            demangle: !self.no_demangle,
            json: self.json || self.output_format == QueryFormat::Json,
        }
    }
}

const COMPAT_EXIT_CODES: &str = "\
Exit codes:
  0  done, also where code was left unconverted, as with these tools
  1  clang: a source could not be ported; the others are
  2  a usage or I/O error";

/// Take the flags of hipify-perl or hipify-clang.
///
/// The same happens when the command is called by one of these names, so that scripts switch by path.
#[derive(Args)]
#[command(after_help = COMPAT_EXIT_CODES)]
pub(crate) struct CompatArgs {
    #[arg(value_parser = choice::<Tool>())]
    pub(crate) tool: Tool,
    /// Flags and files of that tool; `-help` lists them.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
    pub(crate) args: Vec<OsString>,
}
