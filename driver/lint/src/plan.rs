//! What was typed and what the configuration says, turned into what to do.

use crate::config::{Config, LintConfig};
use crate::custom::{CustomRule, Search};
use crate::format::{Format, Output};
use crate::fortran::Fortran;
use crate::globs::PerFileIgnores;
use crate::look::Look;
use crate::options::{FailOn, LintOptions};
use crate::rule::Catalogue;
use crate::select::{Selection, Selector};
use hipify_command_line::target::Target;
use hipify_diagnostics::{Applicability, Level};
use hipify_error::Error;
use hipify_lint::{Headers, Options, Select};
use hipify_rules::{Gfx, Version};
use hipify_syntax::Tree;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// What becomes of the files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Task {
    Report,
    Fix,
    Diff,
    AddAllow,
}

/// What is known already.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum BaselineUse {
    None,
    Read { path: PathBuf, update: bool },
    Write(PathBuf),
}

/// When the exit code is 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Verdict {
    pub(crate) fail_on: FailOn,
    pub(crate) max_warnings: Option<u64>,
    pub(crate) exit_zero: bool,
}

/// How much is said.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Voice {
    pub(crate) quiet: bool,
    pub(crate) verbose: bool,
    pub(crate) progress: bool,
    pub(crate) statistics: bool,
}

/// One run of `lint`.
pub struct Plan {
    pub(crate) roots: Vec<PathBuf>,
    pub(crate) task: Task,
    /// The least safe fixes that are applied.
    pub(crate) most: Applicability,
    pub(crate) rules: Rules,
    pub(crate) options: Options,
    pub(crate) outputs: Vec<Output>,
    pub(crate) verdict: Verdict,
    pub(crate) voice: Voice,
    pub(crate) baseline: BaselineUse,
    pub(crate) diff_base: Option<String>,
    pub(crate) exclude: Vec<String>,
    pub(crate) obey_ignore_files: bool,
    pub(crate) jobs: usize,
}

/// Which findings count, and as what.
pub(crate) struct Rules {
    pub(crate) catalogue: Catalogue,
    pub(crate) search: Search,
    pub(crate) selection: Selection,
    pub(crate) per_file: PerFileIgnores,
    pub(crate) levels: HashMap<String, Level>,
    pub(crate) require_reason: bool,
}

/// The configuration for a run: the one that is named, or the nearest.
pub(crate) fn configuration(typed: &LintOptions) -> Result<Config, Error> {
    let first = typed.paths.iter().find(|path| path.as_os_str() != "-");
    Config::of(typed.config.as_deref(), typed.isolated, first.map_or(Path::new("."), PathBuf::as_path))
}

impl Plan {
    /// How files of a tree are looked at.
    pub(crate) fn look<'a>(&'a self, tree: &'a Tree, headers: &'a Headers<'a>, fortran: &'a Fortran) -> Look<'a> {
        let Rules { catalogue, search, .. } = &self.rules;
        Look { options: &self.options, tree, headers, fortran, catalogue, search }
    }

    /// The plan of a command line with the configuration that is found.
    pub fn read(typed: &LintOptions) -> Result<Self, Error> {
        Self::new(typed, configuration(typed)?)
    }

    pub(crate) fn new(typed: &LintOptions, config: Config) -> Result<Self, Error> {
        let rules = Rules::new(typed, &config)?;
        let takes_unsafe = typed.unsafe_fixes || config.lint.unsafe_fixes.unwrap_or(false);
        Ok(Self {
            options: options(typed, &config.lint, &rules.selection)?,
            task: task(typed),
            most: if takes_unsafe { Applicability::Review } else { Applicability::Safe },
            rules,
            outputs: outputs(typed)?,
            verdict: Verdict {
                fail_on: typed.fail_on.or(config.lint.fail_on).unwrap_or(FailOn::Warning),
                max_warnings: typed.max_warnings.or(config.lint.max_warnings),
                exit_zero: typed.exit_zero,
            },
            voice: Voice {
                quiet: typed.quiet,
                verbose: typed.verbose,
                progress: !typed.no_progress && !typed.quiet,
                statistics: typed.statistics,
            },
            baseline: baseline(typed, &config.lint)?,
            diff_base: typed.diff_base.clone(),
            exclude: config.lint.exclude.iter().chain(&typed.files.exclude).cloned().collect(),
            obey_ignore_files: typed.files.obey_ignore_files,
            jobs: typed.files.jobs,
            roots: typed.paths.clone(),
        })
    }
}

fn task(typed: &LintOptions) -> Task {
    // With --diff nothing is written, whatever else is asked for.
    match (typed.diff, typed.fix, typed.add_allow) {
        (true, _, _) => Task::Diff,
        (_, true, _) => Task::Fix,
        (_, _, true) => Task::AddAllow,
        _ => Task::Report,
    }
}

impl Rules {
    pub(crate) fn new(typed: &LintOptions, config: &Config) -> Result<Self, Error> {
        let catalogue = Catalogue::new(config.rules.iter().map(CustomRule::rule));
        let lint = &config.lint;
        let default = vec!["DEFAULT".to_owned()];
        let select = if typed.select.is_empty() { lint.select.as_ref().unwrap_or(&default) } else { &typed.select };
        let all = |lists: [&[String]; 3]| Selector::parse_all(&lists.concat(), &catalogue);
        let select = all([select, &lint.extend_select, &typed.extend_select])?;
        let ignore = all([&lint.ignore, &typed.ignore, &[]])?;
        let selection = Selection::new(&catalogue, &select, &ignore);
        let mut levels = HashMap::new();
        for (text, level) in &lint.levels {
            let selector = Selector::parse(text, &catalogue)?;
            let rules = catalogue.rules.iter().filter(|rule| selector.matches(rule));
            levels.extend(rules.map(|rule| (rule.code.to_string(), Level::from(*level))));
        }
        let per_file = per_file(typed, config, &catalogue)?;
        let require_reason = lint.require_reason.unwrap_or(false);
        Ok(Self { search: Search::new(&config.rules), selection, per_file, levels, require_reason, catalogue })
    }
}

fn per_file(typed: &LintOptions, config: &Config, catalogue: &Catalogue) -> Result<PerFileIgnores, Error> {
    let mut ignores = PerFileIgnores::default();
    let real = |folder: &Path| hipify_tree::platform::real(if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
    if !config.lint.per_file_ignores.is_empty() {
        let folder = real(&config.folder).map_err(Error::io("read", &config.folder))?;
        for (glob, lints) in &config.lint.per_file_ignores {
            ignores.add(&folder, glob, lints, catalogue)?;
        }
    }
    for text in &typed.per_file_ignores {
        let (glob, lint) = text.rsplit_once(':').ok_or_else(|| {
            Error::usage(format!("--per-file-ignores `{text}` names no lint"), "write it as `GLOB:LINT`, such as `tests/:HIP1`")
        })?;
        let folder = real(Path::new(".")).map_err(Error::io("read", Path::new(".")))?;
        ignores.add(&folder, glob, &[lint.to_owned()], catalogue)?;
    }
    Ok(ignores)
}

fn options(typed: &LintOptions, config: &LintConfig, selection: &Selection) -> Result<Options, Error> {
    let version = |typed: Option<Version>, text: &Option<String>, key: &str| match (typed, text) {
        (Some(version), _) => Ok(Some(version)),
        (None, Some(text)) => text
            .parse()
            .map(Some)
            .map_err(|_| Error::usage(format!("`{text}` is no version, in `{key}` of the configuration"), "write it as \"6.4\"")),
        (None, None) => Ok(None),
    };
    let targets = if typed.target.is_empty() { config.target.as_deref().unwrap_or_default() } else { &typed.target };
    let mut options = Options {
        targets: gpus(targets)?,
        select: Select::Codes(selection.codes().iter().cloned().collect()),
        ..Options::default()
    };
    options.port.choice.rocm = version(typed.rocm, &config.rocm, "lint.rocm")?;
    options.port.choice.cuda = version(typed.cuda, &config.cuda, "lint.cuda")?;
    Ok(options)
}

/// The GPUs named; the CPU has no hazards of its own.
fn gpus(texts: &[String]) -> Result<Vec<&'static Gfx>, Error> {
    let all = Target::parse_list(texts)?;
    Ok(all.iter().filter_map(|target| target.gpu().map(|id| id.gfx)).collect())
}

fn outputs(typed: &LintOptions) -> Result<Vec<Output>, Error> {
    let mut outputs = Vec::new();
    for text in &typed.output_format {
        let (format, file) = text.split_once('=').map_or((text.as_str(), None), |(format, file)| (format, Some(file)));
        let format = Format::parse(format)?;
        outputs.push(Output { format, file: file.map(PathBuf::from) });
    }
    if outputs.iter().filter(|output| output.file.is_none()).count() > 1 {
        return Err(Error::usage("two formats want standard output", "write all but one as FORMAT=FILE"));
    }
    if let Some(file) = &typed.output_file {
        match outputs.iter_mut().find(|output| output.file.is_none()) {
            Some(output) => output.file = Some(file.clone()),
            None => outputs.push(Output { format: Format::Text, file: Some(file.clone()) }),
        }
    }
    // What goes to files leaves the terminal free for text.
    if outputs.iter().all(|output| output.file.is_some()) {
        outputs.push(Output { format: Format::by_surroundings(), file: None });
    }
    Ok(outputs)
}

fn baseline(typed: &LintOptions, config: &LintConfig) -> Result<BaselineUse, Error> {
    if let Some(path) = &typed.write_baseline {
        return Ok(BaselineUse::Write(path.clone()));
    }
    match typed.baseline.as_ref().or(config.baseline.as_ref()) {
        Some(path) => Ok(BaselineUse::Read { path: path.clone(), update: typed.update_baseline }),
        None if typed.update_baseline => {
            Err(Error::usage("--update-baseline needs a baseline", "name it with --baseline FILE, or in hipify.toml"))
        }
        None => Ok(BaselineUse::None),
    }
}
