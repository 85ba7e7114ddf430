//! `hipify.toml` to what it asks for. Every key is checked; what is not known is an error with its line.

use crate::custom::{CustomRule, OneOrMany};
use crate::level::LevelName;
use crate::options::FailOn;
use hipify_error::Error;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Names of the file, in the order they are looked for in a folder.
pub(crate) const NAMES: &[&str] = &["hipify.toml", ".hipify.toml"];

/// How many files may extend each other.
const DEEPEST: usize = 16;

/// Configuration of hipify-rs.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(title = "hipify.toml")]
pub struct Config {
    /// Another configuration to start from, relative to this file; what is set here goes before it.
    pub extend: Option<PathBuf>,
    /// Options of `hipify-rs lint`.
    pub(crate) lint: LintConfig,
    /// Rules of your own.
    pub(crate) rules: Vec<CustomRule>,
    /// Options of `hipify-rs check`.
    pub check: CheckConfig,
    /// The folder of the file, which paths and globs in it are relative to.
    #[serde(skip)]
    pub folder: PathBuf,
}

/// Options of `hipify-rs lint`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(crate) struct LintConfig {
    /// Targets that the code is for, such as "gfx942".
    pub target: Option<Vec<String>>,
    /// The ROCm version the code is for, such as "6.4".
    pub rocm: Option<String>,
    /// The CUDA version the code was written for, such as "12.6".
    pub cuda: Option<String>,
    /// Only these lints: codes, prefixes such as "HIP1", names, "ALL" or "DEFAULT".
    pub select: Option<Vec<String>>,
    /// These lints too.
    pub extend_select: Vec<String>,
    /// Not these lints.
    pub ignore: Vec<String>,
    /// Lints that are off in files that match a glob (.gitignore syntax).
    pub per_file_ignores: BTreeMap<String, Vec<String>>,
    /// Other levels for lints, by code or name.
    pub levels: BTreeMap<String, LevelName>,
    /// Paths to leave out (.gitignore syntax).
    pub exclude: Vec<String>,
    /// The level from which findings make the exit code 1.
    pub fail_on: Option<FailOn>,
    /// More warnings than this make the exit code 1.
    pub max_warnings: Option<u64>,
    /// Let --fix apply fixes that may change behaviour.
    pub unsafe_fixes: Option<bool>,
    /// The baseline file, relative to this file.
    pub baseline: Option<PathBuf>,
    /// Count a suppression comment only when it gives a reason.
    pub require_reason: Option<bool>,
}

/// Options of `hipify-rs check`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct CheckConfig {
    /// What makes the exit code 1: tools, and the level from which on, such as ["race", "warning"].
    pub fail_on: Option<Vec<String>>,
    /// Count a suppression comment only when it gives a reason.
    pub require_reason: Option<bool>,
    /// Findings that do not count.
    pub allow: Vec<Allowed>,
}

/// Findings of `hipify-rs check` that do not count.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Allowed {
    /// Tools or kinds of findings, such as "race" or ["leak/handle", "api"].
    pub tool: OneOrMany,
    /// Only those in files that match this glob (.gitignore syntax), anywhere in their calls.
    pub path: Option<String>,
    /// Only those of kernels of this name; `*` stands for anything.
    pub kernel: Option<String>,
    /// Why they do not count.
    pub reason: String,
    /// The configuration that it stands in.
    #[serde(skip)]
    pub file: PathBuf,
}

impl Config {
    /// The configuration that is named, or the nearest to a path; an empty one where there is none.
    ///
    /// # Errors
    /// What cannot be read, with its line.
    pub fn of(named: Option<&Path>, isolated: bool, near: &Path) -> Result<Self, Error> {
        let path = match (named, isolated) {
            (Some(path), _) => Some(path.to_owned()),
            (None, true) => None,
            (None, false) => nearest(near),
        };
        path.map_or_else(|| Ok(Self::default()), |path| Self::read(&path))
    }

    /// The configuration at `path`, with what it extends.
    pub(crate) fn read(path: &Path) -> Result<Self, Error> {
        let mut config = Self::read_one(path)?;
        let mut seen = vec![path.to_path_buf()];
        while let Some(base) = config.extend.take() {
            if seen.len() >= DEEPEST || seen.contains(&base) {
                return Err(Error::path(
                    path,
                    format!("`extend` leads in a circle by `{}`", base.display()),
                    "remove one `extend`",
                ));
            }
            let below = Self::read_one(&base)?;
            seen.push(base);
            config = config.over(below);
        }
        Ok(config)
    }

    fn read_one(path: &Path) -> Result<Self, Error> {
        let text = fs::read_to_string(path).map_err(Error::io("read the configuration", path))?;
        let mut config: Self = toml::from_str(&text).map_err(|error| bad(path, &text, &error))?;
        config.folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
        let folder = config.folder.clone();
        for path in [&mut config.extend, &mut config.lint.baseline].into_iter().flatten() {
            *path = folder.join(&*path);
        }
        for allowed in &mut config.check.allow {
            if allowed.reason.trim().is_empty() {
                return Err(Error::path(
                    path,
                    "a `check.allow` gives no reason",
                    "say in `reason` why its findings do not count",
                ));
            }
            allowed.file = path.to_owned();
        }
        for rule in &config.rules {
            rule.check().map_err(|reason| Error::path(path, reason, "see `hipify-rs lint --schema`"))?;
        }
        Ok(config)
    }

    /// This configuration laid over the one that it extends. Lists that add are joined; what sets a value goes first.
    fn over(mut self, base: Self) -> Self {
        let (mine, under) = (&mut self.lint, base.lint);
        mine.target = mine.target.take().or(under.target);
        mine.rocm = mine.rocm.take().or(under.rocm);
        mine.cuda = mine.cuda.take().or(under.cuda);
        mine.select = mine.select.take().or(under.select);
        mine.extend_select.splice(0..0, under.extend_select);
        mine.ignore.splice(0..0, under.ignore);
        mine.exclude.splice(0..0, under.exclude);
        for (glob, lints) in under.per_file_ignores {
            mine.per_file_ignores.entry(glob).or_insert(lints);
        }
        for (lint, level) in under.levels {
            mine.levels.entry(lint).or_insert(level);
        }
        mine.fail_on = mine.fail_on.or(under.fail_on);
        mine.max_warnings = mine.max_warnings.or(under.max_warnings);
        mine.unsafe_fixes = mine.unsafe_fixes.or(under.unsafe_fixes);
        mine.baseline = mine.baseline.take().or(under.baseline);
        mine.require_reason = mine.require_reason.or(under.require_reason);
        self.check.fail_on = self.check.fail_on.take().or(base.check.fail_on);
        self.check.require_reason = self.check.require_reason.or(base.check.require_reason);
        self.check.allow.splice(0..0, base.check.allow);
        self.rules.splice(0..0, base.rules);
        self.extend = base.extend;
        self
    }
}

/// The nearest configuration at or above the folder of `path`.
pub(crate) fn nearest(path: &Path) -> Option<PathBuf> {
    let real = hipify_tree::platform::real(path).ok()?;
    let start = if real.is_dir() { real.as_path() } else { real.parent()? };
    start.ancestors().flat_map(|folder| NAMES.iter().map(move |name| folder.join(name))).find(|file| file.is_file())
}

/// The JSON schema of the file, with a final line break.
pub(crate) fn schema() -> String {
    let mut text = serde_json::to_string_pretty(&schemars::schema_for!(Config)).expect("a schema has text keys only");
    text.push('\n');
    text
}

fn bad(path: &Path, text: &str, error: &toml::de::Error) -> Error {
    let place = error.span().map(|span| {
        let (line, column) = hipify_diagnostics::LineIndex::new(text.as_bytes()).position(span.start);
        format!("line {line}, column {column}: ")
    });
    let message = error.message().replace('\n', ", ");
    Error::path(
        path,
        format!("{}{message}", place.unwrap_or_default()),
        "`hipify-rs lint --schema` prints what the file may hold",
    )
}
