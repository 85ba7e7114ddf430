//! `if` and its like: comparisons with CUDA's version and with nvcc's compiler id.

use super::Pass;
use super::lex::{Arg, ArgKind, Command};
use super::variables::version_part;
use hipify_rules::Version;

/// The CUDA version whose interface HIP follows, for sources of unknown version.
const DEFAULT_CUDA: Version = Version::new(12, 6, 0);

const COMPARISONS: &[&str] = &[
    "LESS",
    "LESS_EQUAL",
    "GREATER",
    "GREATER_EQUAL",
    "EQUAL",
    "VERSION_LESS",
    "VERSION_LESS_EQUAL",
    "VERSION_GREATER",
    "VERSION_GREATER_EQUAL",
    "VERSION_EQUAL",
    "STRLESS",
    "STRGREATER",
    "STREQUAL",
    "MATCHES",
];

const DECIDED: &str = "a version of CUDA says nothing about HIP: keep the branch that HIP needs, or pass --cuda to choose the \
    version";

pub(super) fn condition(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    for index in 0..command.args.len() {
        let neighbour = |at: usize| command.args.get(at).is_some_and(|a| COMPARISONS.contains(&a.text));
        let compared = neighbour(index + 1) || (index > 0 && neighbour(index - 1));
        let arg = &command.args[index];
        let name = bare_name(arg);
        if let Some(part) = version_part(name).filter(|_| compared) {
            let version = version_text(pass.file.options.choice.cuda.unwrap_or(DEFAULT_CUDA), part);
            let message = format!("comparison of `{name}` decided for CUDA {version}");
            pass.warn(command.span.clone(), message, DECIDED);
            pass.found.replace(arg.span.clone(), version);
        }
        if name == "CUDA" && command.arg(index + 1) == "IN_LIST" {
            pass.found.replace(arg.inner.clone(), "HIP");
        }
        let is_id = index > 1 && name == "NVIDIA" && bare_name(&command.args[index - 2]) == "CMAKE_CUDA_COMPILER_ID";
        if is_id && compared {
            pass.found.replace(arg.inner.clone(), "Clang");
        }
    }
}

/// `NAME` of `NAME`, `${NAME}` and `"${NAME}"`.
fn bare_name<'t>(arg: &Arg<'t>) -> &'t str {
    match arg.kind {
        ArgKind::Unquoted | ArgKind::Quoted => arg.text.strip_prefix("${").and_then(|t| t.strip_suffix('}')).unwrap_or(arg.text),
        ArgKind::Bracket | ArgKind::Paren => "",
    }
}

fn version_text(version: Version, part: u8) -> String {
    match part {
        1 => version.major().to_string(),
        2 => version.minor().to_string(),
        _ => format!("{}.{}", version.major(), version.minor()),
    }
}
