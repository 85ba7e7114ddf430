//! The formats that findings can be written in, and where each of them goes.

use hipify_error::Error;
use hipify_error::suggest::nearest_of;
use std::path::PathBuf;

/// How findings are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    /// Source frames with carets.
    Text,
    /// One line a finding: `path:line:column: CODE message`.
    Concise,
    Json,
    /// One JSON object a line and finding.
    JsonLines,
    Sarif,
    /// Workflow commands of GitHub Actions.
    Github,
    /// A Code Quality report of GitLab.
    Gitlab,
    Junit,
    /// One page that needs nothing else.
    Html,
}

const FORMATS: &[(&str, Format)] = &[
    ("text", Format::Text),
    ("concise", Format::Concise),
    ("json", Format::Json),
    ("json-lines", Format::JsonLines),
    ("sarif", Format::Sarif),
    ("github", Format::Github),
    ("gitlab", Format::Gitlab),
    ("junit", Format::Junit),
    ("html", Format::Html),
];

impl Format {
    pub(crate) fn parse(text: &str) -> Result<Self, Error> {
        let found = FORMATS.iter().find(|(name, _)| *name == text).map(|(_, format)| *format);
        found.ok_or_else(|| {
            let names: Vec<&str> = FORMATS.iter().map(|(name, _)| *name).collect();
            let near = nearest_of(text, names.iter().map(|name| (*name).to_owned()));
            let near = near.map(|near| format!("did you mean `{near}`? ")).unwrap_or_default();
            Error::usage(format!("there is no output format `{text}`"), format!("{near}formats are {}", names.join(", ")))
        })
    }

    /// GitHub Actions shows annotations; anything else shows text.
    pub(crate) fn by_surroundings() -> Self {
        let in_actions = std::env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true");
        if in_actions { Self::Github } else { Self::Text }
    }
}

/// One thing to write.
#[derive(Clone, Debug)]
pub(crate) struct Output {
    pub(crate) format: Format,
    /// `None` for standard output.
    pub(crate) file: Option<PathBuf>,
}
