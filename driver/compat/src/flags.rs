//! The flags of both tools as a table of rows, one or two dashes, values after `=` or a space.

use crate::Tool;
use hipify_error::Error;
use std::ffi::OsString;
use std::path::PathBuf;

/// What a flag means here.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meaning {
    InPlace,
    NoBackup,
    NoOutput,
    Examine,
    PrintStats,
    PrintStatsCsv,
    StatsFile,
    OutputFile,
    OutputFolder,
    Roc,
    Miopen,
    Experimental,
    HipLaunch,
    CudaLaunch,
    ExcludeFolders,
    ExcludeFiles,
    Whitelist,
    QuietWarnings,
    Database,
    SkipExcluded,
    AllBranches,
    Define,
    CudaPath,
    Verbose,
    Help,
    Version,
    /// Taken and without effect, in silence: what it asks for is what happens anyway.
    Default,
    /// Taken, with a word on why it has no effect.
    Needless(&'static str),
    /// Refused, with what to use instead.
    Refused(&'static str),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    None,
    /// After `=` or a space.
    Separate,
    /// After `=`, a space or nothing: `-DX=1`.
    Joined,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Both,
    Perl,
    Clang,
}

struct Row {
    name: &'static str,
    value: Value,
    of: Of,
    meaning: Meaning,
    help: &'static str,
}

const fn row(name: &'static str, value: Value, of: Of, meaning: Meaning, help: &'static str) -> Row {
    Row { name, value, of, meaning, help }
}

const NO_CLANG: &str = "no CUDA installation and no clang are needed";
const QUERY: &str = "`hipify-rs query NAME` says what a name becomes";
const TREE: &str = "`hipify-rs port DIR -o OUT` ports headers together with sources";

#[rustfmt::skip]
const ROWS: &[Row] = &[
    row("inplace", Value::None, Of::Both, Meaning::InPlace, "write the result over the input, keep the input with .prehip appended"),
    row("no-backup", Value::None, Of::Clang, Meaning::NoBackup, "with -inplace, keep no .prehip file"),
    row("no-output", Value::None, Of::Both, Meaning::NoOutput, "write no ported text"),
    row("examine", Value::None, Of::Both, Meaning::Examine, "-no-output and -print-stats together"),
    row("print-stats", Value::None, Of::Both, Meaning::PrintStats, "print statistics to standard error"),
    row("print-stats-csv", Value::None, Of::Clang, Meaning::PrintStatsCsv, "write statistics to a CSV file"),
    row("o-stats", Value::Separate, Of::Clang, Meaning::StatsFile, "the name of the CSV file"),
    row("o", Value::Separate, Of::Both, Meaning::OutputFile, "the output file"),
    row("o-dir", Value::Separate, Of::Clang, Meaning::OutputFolder, "the folder for output files"),
    row("roc", Value::None, Of::Both, Meaning::Roc, "map to roc libraries where there is one"),
    row("miopen", Value::None, Of::Both, Meaning::Miopen, "map cuDNN to MIOpen"),
    row("experimental", Value::None, Of::Both, Meaning::Experimental, "also convert names that are marked experimental"),
    row("hip-kernel-execution-syntax", Value::None, Of::Both, Meaning::HipLaunch, "write launches as hipLaunchKernelGGL(...)"),
    row("cuda-kernel-execution-syntax", Value::None, Of::Both, Meaning::CudaLaunch, "keep <<<...>>> launches (the default)"),
    row("exclude-dirs", Value::Separate, Of::Perl, Meaning::ExcludeFolders, "skip files in these folders, separated by commas"),
    row("exclude-files", Value::Separate, Of::Perl, Meaning::ExcludeFiles, "skip these files, separated by commas"),
    row("whitelist", Value::Separate, Of::Perl, Meaning::Whitelist, "names not to warn of, separated by commas"),
    row("quiet-warnings", Value::None, Of::Perl, Meaning::QuietWarnings, "do not warn of CUDA names that are left"),
    row("p", Value::Separate, Of::Clang, Meaning::Database, "the folder of a compile_commands.json that lists the files"),
    row("v", Value::None, Of::Clang, Meaning::Verbose, "also print notes"),
    row("help", Value::None, Of::Both, Meaning::Help, "print this"),
    row("version", Value::None, Of::Both, Meaning::Version, "print the version"),
    row("versions", Value::None, Of::Clang, Meaning::Version, "print the version"),
    row("amap", Value::None, Of::Clang, Meaning::AllBranches, "port every preprocessor branch (the default)"),
    row("use-hip-data-types", Value::None, Of::Clang, Meaning::Default, "hipDataType for library types: always so"),
    row("no-undocumented-features", Value::None, Of::Clang, Meaning::Default, "always so"),
    row("no-warnings-on-undocumented-features", Value::None, Of::Clang, Meaning::Default, "always so"),
    row("skip-excluded-preprocessor-conditional-blocks", Value::None, Of::Clang, Meaning::SkipExcluded, "leave alone what the preprocessor skips"),
    row("default-preprocessor", Value::None, Of::Clang, Meaning::SkipExcluded, "the same"),
    row("D", Value::Joined, Of::Clang, Meaning::Define, "NAME or NAME=VALUE: a macro that decides what is skipped"),
    row("I", Value::Joined, Of::Clang, Meaning::Needless("headers are not read"), "no effect"),
    row("cuda-path", Value::Separate, Of::Clang, Meaning::CudaPath, "the CUDA toolkit whose version decides what is skipped"),
    row("cuda-gpu-arch", Value::Separate, Of::Clang, Meaning::Needless(NO_CLANG), "no effect"),
    row("hip-path", Value::Separate, Of::Clang, Meaning::Needless(NO_CLANG), "no effect"),
    row("clang-resource-directory", Value::Separate, Of::Clang, Meaning::Needless(NO_CLANG), "no effect"),
    row("extra-arg", Value::Separate, Of::Clang, Meaning::Needless(NO_CLANG), "no effect"),
    row("extra-arg-before", Value::Separate, Of::Clang, Meaning::Needless(NO_CLANG), "no effect"),
    row("save-temps", Value::None, Of::Clang, Meaning::Needless("there are no temporary files to keep"), "no effect"),
    row("temp-dir", Value::Separate, Of::Clang, Meaning::Needless("temporary files stand beside their outputs"), "no effect"),
    row("md", Value::None, Of::Clang, Meaning::Refused(QUERY), "refused"),
    row("csv", Value::None, Of::Clang, Meaning::Refused(QUERY), "refused"),
    row("doc-format", Value::Separate, Of::Clang, Meaning::Refused(QUERY), "refused"),
    row("doc-roc", Value::Separate, Of::Clang, Meaning::Refused(QUERY), "refused"),
    row("perl", Value::None, Of::Clang, Meaning::Refused("`hipify-rs compat perl` takes the script's place"), "refused"),
    row("python", Value::None, Of::Clang, Meaning::Refused(QUERY), "refused"),
    row("o-hipify-perl-dir", Value::Separate, Of::Clang, Meaning::Refused("`hipify-rs compat perl` takes the script's place"), "refused"),
    row("o-python-map-dir", Value::Separate, Of::Clang, Meaning::Refused(QUERY), "refused"),
    row("local-headers", Value::None, Of::Clang, Meaning::Refused(TREE), "refused"),
    row("local-headers-recursive", Value::None, Of::Clang, Meaning::Refused(TREE), "refused"),
];

/// A command line taken apart.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Flags {
    pub(super) files: Vec<PathBuf>,
    pub(super) in_place: bool,
    pub(super) no_backup: bool,
    pub(super) no_output: bool,
    pub(super) print_stats: bool,
    pub(super) print_stats_csv: bool,
    pub(super) stats_file: Option<PathBuf>,
    pub(super) output_file: Option<PathBuf>,
    pub(super) output_folder: Option<PathBuf>,
    pub(super) roc: bool,
    pub(super) miopen: bool,
    pub(super) experimental: bool,
    pub(super) macro_launches: bool,
    pub(super) exclude_folders: Vec<PathBuf>,
    pub(super) exclude_files: Vec<PathBuf>,
    pub(super) whitelist: Vec<String>,
    pub(super) quiet_warnings: bool,
    pub(super) database: Option<PathBuf>,
    pub(super) skip_excluded: bool,
    pub(super) all_branches: bool,
    pub(super) defines: Vec<(String, String)>,
    pub(super) cuda_path: Option<PathBuf>,
    pub(super) verbose: bool,
    pub(super) help: bool,
    pub(super) version: bool,
    pub(super) notes: Vec<String>,
}

impl Flags {
    pub(super) fn parse(tool: Tool, args: &[OsString]) -> Result<Self, Error> {
        let mut flags = Self::default();
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            let text = arg.to_string_lossy();
            if text == "--" {
                flags.rest(tool, args);
                break;
            }
            let Some(body) = text.strip_prefix("--").or_else(|| text.strip_prefix('-')).filter(|body| !body.is_empty()) else {
                flags.files.push(PathBuf::from(arg));
                continue;
            };
            let (row, inline) = find(tool, body).ok_or_else(|| unknown(tool, &text))?;
            let value = match (row.value, inline) {
                (Value::None, None) => OsString::new(),
                (Value::None, Some(_)) => {
                    return Err(Error::usage(
                        format!("the flag `-{}` takes no value, but `{text}` gives one", row.name),
                        "leave it out",
                    ));
                }
                (_, Some(value)) => OsString::from(value),
                (_, None) => args.next().cloned().ok_or_else(|| {
                    Error::usage(format!("the flag `-{}` needs a value", row.name), format!("write -{}=VALUE", row.name))
                })?,
            };
            flags.apply(tool, row, value)?;
        }
        Ok(flags)
    }

    /// hipify-clang's options for clang follow `--`; with Getopt::Long it only ends the flags.
    fn rest(&mut self, tool: Tool, args: std::slice::Iter<'_, OsString>) {
        match tool {
            Tool::Perl => self.files.extend(args.map(PathBuf::from)),
            Tool::Clang => {
                let mut args = args.map(|arg| arg.to_string_lossy());
                while let Some(arg) = args.next() {
                    if let Some(text) = arg.strip_prefix("-D") {
                        let text = if text.is_empty() { args.next().unwrap_or_default() } else { text.into() };
                        self.defines.push(definition(&text));
                    } else if let Some(path) = arg.strip_prefix("--cuda-path=") {
                        self.cuda_path = Some(path.into());
                    }
                }
            }
        }
    }

    fn apply(&mut self, tool: Tool, row: &Row, value: OsString) -> Result<(), Error> {
        let list = || value.to_string_lossy().split(',').filter(|part| !part.is_empty()).map(str::to_owned).collect::<Vec<_>>();
        match row.meaning {
            Meaning::InPlace => self.in_place = true,
            Meaning::NoBackup => self.no_backup = true,
            Meaning::NoOutput => self.no_output = true,
            Meaning::Examine => (self.no_output, self.print_stats) = (true, true),
            Meaning::PrintStats => self.print_stats = true,
            Meaning::PrintStatsCsv => self.print_stats_csv = true,
            Meaning::StatsFile => (self.stats_file, self.print_stats_csv) = (Some(value.into()), true),
            Meaning::OutputFile => self.output_file = Some(value.into()),
            Meaning::OutputFolder => self.output_folder = Some(value.into()),
            Meaning::Roc => self.roc = true,
            Meaning::Miopen => self.miopen = true,
            Meaning::Experimental => self.experimental = true,
            Meaning::HipLaunch => self.macro_launches = true,
            Meaning::ExcludeFolders => self.exclude_folders.extend(list().into_iter().map(PathBuf::from)),
            Meaning::ExcludeFiles => self.exclude_files.extend(list().into_iter().map(PathBuf::from)),
            Meaning::Whitelist => self.whitelist.extend(list()),
            Meaning::QuietWarnings => self.quiet_warnings = true,
            Meaning::Database => self.database = Some(value.into()),
            Meaning::SkipExcluded => self.skip_excluded = true,
            Meaning::AllBranches => self.all_branches = true,
            Meaning::Define => self.defines.push(definition(&value.to_string_lossy())),
            Meaning::CudaPath => self.cuda_path = Some(value.into()),
            Meaning::Verbose => self.verbose = true,
            Meaning::Help => self.help = true,
            Meaning::Version => self.version = true,
            Meaning::CudaLaunch | Meaning::Default => {}
            Meaning::Needless(why) => self.note(format!("-{} has no effect: {why}", row.name)),
            Meaning::Refused(instead) => {
                let message = format!("{} generates this with `-{}`, hipify-rs does not", tool.command(), row.name);
                return Err(Error::usage(message, instead));
            }
        }
        Ok(())
    }

    fn note(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }
}

/// `X=2` or `X`, which means `X=1`.
fn definition(text: &str) -> (String, String) {
    let (name, value) = text.split_once('=').unwrap_or((text, "1"));
    (name.to_owned(), value.to_owned())
}

/// The row of a flag without its dashes, and the value written with it.
fn find(tool: Tool, body: &str) -> Option<(&'static Row, Option<String>)> {
    let rows = || ROWS.iter().filter(|row| row.is_of(tool));
    let (name, value) = body.split_once('=').map_or((body, None), |(name, value)| (name, Some(value.to_owned())));
    if let Some(row) = rows().find(|row| row.name == name) {
        return Some((row, value));
    }
    if let Some(row) = rows().find(|row| row.value == Value::Joined && body.starts_with(row.name)) {
        return Some((row, Some(body[row.name.len()..].to_owned())));
    }
    // Perl's Getopt::Long takes any beginning that only one flag has.
    let mut begun = rows().filter(|row| tool == Tool::Perl && row.name.starts_with(name));
    match (begun.next(), begun.next()) {
        (Some(row), None) => Some((row, value)),
        _ => None,
    }
}

fn unknown(tool: Tool, text: &str) -> Error {
    let remedy = format!("`{} -help` lists the flags", tool.command());
    Error::usage(format!("unknown flag `{text}`"), remedy)
}

impl Row {
    fn is_of(&self, tool: Tool) -> bool {
        match self.of {
            Of::Both => true,
            Of::Perl => tool == Tool::Perl,
            Of::Clang => tool == Tool::Clang,
        }
    }
}

/// The help page of a tool.
pub(super) fn help(tool: Tool) -> String {
    let mut text = format!("Usage: {} [flags] FILE...\n\nFlags, with one or two dashes:\n", tool.command());
    for row in ROWS.iter().filter(|row| row.is_of(tool)) {
        let value = if row.value == Value::None { "" } else { "=VALUE" };
        text.push_str(&format!("  {:<34} {}\n", format!("-{}{value}", row.name), row.help));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(tool: Tool, line: &str) -> Result<Flags, Error> {
        Flags::parse(tool, &line.split_whitespace().map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn dashes_and_values_come_in_every_spelling() {
        for line in ["-o-dir=out a.cu", "--o-dir out a.cu", "--o-dir=out a.cu", "a.cu -o-dir out -- -std=c++17 -x cuda"] {
            let flags = parse(Tool::Clang, line).unwrap();
            assert_eq!((flags.output_folder, flags.files), (Some("out".into()), vec!["a.cu".into()]), "{line}");
        }
    }

    #[test]
    fn flags_of_the_compiler_are_taken_and_noted_once() {
        let flags = parse(Tool::Clang, "-DX=1 -D Y -I inc -Iother --cuda-path=/usr a.cu").unwrap();
        assert_eq!(flags.cuda_path, Some("/usr".into()));
        assert_eq!((flags.files.len(), flags.notes.len()), (1, 1));
        assert_eq!(flags.defines, [("X".into(), "1".into()), ("Y".into(), "1".into())]);
    }

    #[test]
    fn unknown_and_refused_flags_are_named() {
        assert!(parse(Tool::Clang, "-frobnicate a.cu").unwrap_err().to_string().contains("-frobnicate"));
        assert!(parse(Tool::Clang, "-md").unwrap_err().to_string().contains("-md"));
        assert!(parse(Tool::Clang, "a.cu -o").unwrap_err().to_string().contains("needs a value"));
        assert!(parse(Tool::Perl, "-o-dir=x").is_err());
    }

    #[test]
    fn perl_takes_a_beginning_that_only_one_flag_has() {
        let flags = parse(Tool::Perl, "-exam --white=a,b f.cu").unwrap();
        assert!(flags.no_output && flags.print_stats);
        assert_eq!(flags.whitelist, ["a", "b"]);
        assert!(parse(Tool::Perl, "-exclude=x").is_err());
    }
}
