//! `hipify.toml` to what it asks for. Every key is checked; what is not known is an error with its line.

use crate::custom::CustomRule;
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
pub(crate) struct Config {
    /// Another configuration to start from, relative to this file; what is set here goes before it.
    pub(crate) extend: Option<PathBuf>,
    /// Options of `hipify-rs lint`.
    pub(crate) lint: LintConfig,
    /// Rules of your own.
    pub(crate) rules: Vec<CustomRule>,
    /// The folder of the file, which paths and globs in it are relative to.
    #[serde(skip)]
    pub(crate) folder: PathBuf,
}

/// Options of `hipify-rs lint`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(crate) struct LintConfig {
    /// Targets that the code is for, such as "gfx942".
    pub(crate) target: Option<Vec<String>>,
    /// The ROCm version the code is for, such as "6.4".
    pub(crate) rocm: Option<String>,
    /// The CUDA version the code was written for, such as "12.6".
    pub(crate) cuda: Option<String>,
    /// Only these lints: codes, prefixes such as "HIP1", names, "ALL" or "DEFAULT".
    pub(crate) select: Option<Vec<String>>,
    /// These lints too.
    pub(crate) extend_select: Vec<String>,
    /// Not these lints.
    pub(crate) ignore: Vec<String>,
    /// Lints that are off in files that match a glob (.gitignore syntax).
    pub(crate) per_file_ignores: BTreeMap<String, Vec<String>>,
    /// Other levels for lints, by code or name.
    pub(crate) levels: BTreeMap<String, LevelName>,
    /// Paths to leave out (.gitignore syntax).
    pub(crate) exclude: Vec<String>,
    /// The level from which findings make the exit code 1.
    pub(crate) fail_on: Option<FailOn>,
    /// More warnings than this make the exit code 1.
    pub(crate) max_warnings: Option<u64>,
    /// Let --fix apply fixes that may change behaviour.
    pub(crate) unsafe_fixes: Option<bool>,
    /// The baseline file, relative to this file.
    pub(crate) baseline: Option<PathBuf>,
    /// Count a suppression comment only when it gives a reason.
    pub(crate) require_reason: Option<bool>,
}

impl Config {
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
        self.rules.splice(0..0, base.rules);
        self.extend = base.extend;
        self
    }
}

/// The nearest configuration at or above the folder of `path`.
pub(crate) fn nearest(path: &Path) -> Option<PathBuf> {
    let real = fs::canonicalize(path).ok()?;
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
