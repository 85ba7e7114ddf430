//! One file to findings: what will not build for AMD GPUs, and what builds and then misbehaves.
//!
//! The port's passes and the lints look at the same tokens, and what the port reports is a finding under the lint of its code.
//! Pure: nothing here reads or writes files, and nothing fails.
//!
//! # File by file
//!
//! ```text
//! tokens -> (the port's diagnostics), evidence when a lint asks for it, one walk that calls checks -> findings, some with fixes
//! ```
//!
//! | file | turns | into |
//! |---|---|---|
//! | `build.rs`, `src/lints.rs`, `src/lints/` | one file a lint | the list of lints with their pages; nothing else names a lint |
//! | `declaration.rs`, `targets.rs`, `options.rs` | | what a lint is, which targets and versions it concerns, what the user selected |
//! | `walk.rs` | a file's tokens | calls of the checks that are registered for them, for lints that run and code that their targets compile |
//! | `live.rs`, `predefined.rs` | `#if`s | for which targets, and whether for the host, each part of the file is compiled; unknown macros leave a branch in |
//! | `file.rs` | tokens | the analyses of one file, each computed once and only when asked for |
//! | `headers.rs`, `facts.rs`, `collect.rs` | local headers | names and numbers that files which include them ask for: read when first asked for, each once; `collect.rs` takes them from a header's tokens |
//! | `file/followed.rs`, `given.rs` | names | the values that other code assigns to them: members, parameters, constant memory |
//! | `launch.rs`, `dims.rs`, `shared.rs` | tokens | launches, extents, shared memory |
//! | `aliases.rs`, `declared.rs` | names | types, aliases followed |
//! | `file/lanes.rs`, `file/lane_index.rs`, `file/warp.rs`, `loops.rs`, `warp_size.rs` | device code | lane and warp numbers, shuffles, trees of them, names that stand for 32 lanes |
//! | `file/masks.rs`, `consumer.rs`, `widen.rs` | a ballot | the data flow of its mask; edits that widen its variables to 64 bits |
//! | `finding.rs`, `fixes.rs` | | findings with one cause and related places; the fixes that do not overlap |

mod aliases;
mod build_text;
mod collect;
pub(crate) mod consumer;
mod declaration;
pub(crate) mod declared;
pub(crate) mod dialect;
mod dims;
mod facts;
pub(crate) mod file;
mod finding;
mod fixes;
mod given;
pub(crate) mod guards;
mod headers;
mod launch;
mod lints;
mod live;
pub(crate) mod loops;
mod options;
mod predefined;
mod shared;
mod sketch;
pub(crate) mod statement;
mod targets;
mod walk;
pub(crate) mod warp_size;
pub(crate) mod widen;

use crate::lints::{LINTS, LintPage};
use finding::Collected;
use headers::Outside;
use hipify_diagnostics::{Diagnostic, Language, Source};
use hipify_port::{Mention, Ported, check_text, port};
use hipify_syntax::Tree;
use walk::Active;

pub use build_text::is_read;
pub use declaration::Lint;
pub use finding::{Confidence, Finding, Fix};
pub use fixes::{Fixed, fix};
pub use headers::Headers;
pub use options::{Options, Select};
pub use targets::Applies;

// What the files of `lints` are written with.
#[allow(unused_imports)]
pub(crate) use self::{
    build_text::BuildText, declaration::Check, declaration::Says, dims::dims, dims::product, file::File, finding::Findings,
    launch::Launch, shared::Shared, shared::shared_at,
};
#[allow(unused_imports)]
pub(crate) use hipify_condition::Value;
#[allow(unused_imports)]
pub(crate) use hipify_syntax::{
    call::Call, constants::integer_type, directive::Define, functions::ExecutionSpace, functions::Function, includes::Header,
    variables::Variable,
};

/// What was found in one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linted {
    /// By place.
    pub findings: Vec<Finding>,
    /// Names to report if the tree declares them nowhere, as in [`hipify_port::Ported`].
    pub mentions: Vec<Mention>,
    /// CUDA-like names that this file declares.
    pub declared: Vec<String>,
}

/// Looks for hazards in one file by what itself says. Never fails.
pub fn lint(source: &Source<'_>, tree: &Tree, options: &Options) -> Linted {
    lint_with_headers(source, tree, &Headers::none(), options)
}

/// Looks for hazards in one file, by what the headers of the tree that it includes say too. Never fails.
pub fn lint_with_headers(source: &Source<'_>, tree: &Tree, headers: &Headers<'_>, options: &Options) -> Linted {
    if let Some(diagnostic) = check_text(source) {
        return Linted { findings: taken(diagnostic, options).into_iter().collect(), ..Linted::default() };
    }
    let mut linted = match source.language() {
        Language::Cuda | Language::Cpp => lint_code(source, tree, headers, options),
        _ => lint_build_file(source, tree, options),
    };
    linted.findings.sort_by(|a, b| place(a).cmp(&place(b)));
    linted
}

/// Every lint with its manual page, by code.
pub fn lints() -> impl Iterator<Item = (&'static Lint, &'static str)> {
    let mut all: Vec<&LintPage> = LINTS.iter().collect();
    all.sort_by_key(|entry| entry.lint.code);
    all.into_iter().map(|entry| (entry.lint, entry.page))
}

fn place(finding: &Finding) -> (usize, usize, &'static str) {
    (finding.diagnostic.span.start, finding.diagnostic.span.end, finding.diagnostic.code.id)
}

fn lint_code(source: &Source<'_>, tree: &Tree, headers: &Headers<'_>, options: &Options) -> Linted {
    hipify_syntax::with_tokens(source, |code, tokens| {
        let ported = if wants_port(options) {
            hipify_port::run_over(source, code, tokens, tree, &options.port)
        } else {
            Ported::default()
        };
        let outside = Outside::of(source, &code, tree, headers, options);
        let file = File::new(source, code, tree, options, &outside);
        let mut collected = Collected::default();
        walk::walk(&file, &Active::of(options, &file.targets), &mut collected);
        let mut findings = collected.all;
        let is_live =
            |diagnostic: &Diagnostic| file.token_at(diagnostic.span.start).is_none_or(|at| !file.targets_at(at).is_empty());
        let is_new = |diagnostic: &Diagnostic| is_live(diagnostic) && !file::warp::is_about_mask(&file, diagnostic);
        let reported = ported.diagnostics.into_iter().filter(is_new).filter_map(|d| taken(d, options));
        findings.extend(reported.map(|finding| with_fix(&file, finding)));
        for finding in &mut findings {
            finding.function = function_name(&file, &finding.diagnostic);
        }
        let mentions = ported.mentions.into_iter().filter(|m| is_live(&m.diagnostic)).collect();
        Linted { findings, mentions, declared: ported.declared }
    })
}

fn function_name(file: &File<'_>, diagnostic: &Diagnostic) -> Option<String> {
    let function = file.function_at(file.token_at(diagnostic.span.start)?)?;
    Some(file.text(function.name?).to_owned()).filter(|name| !name.is_empty())
}

fn lint_build_file(source: &Source<'_>, tree: &Tree, options: &Options) -> Linted {
    let diagnostics = if wants_port(options) { port(source, tree, &options.port).diagnostics } else { Vec::new() };
    let mut collected = Collected::default();
    collected.all.extend(diagnostics.into_iter().filter_map(|d| taken(d, options)));
    let text = hipify_buildfile::as_text(source.bytes);
    let text = BuildText { source, options, text: &text };
    let active = Active::of(options, &targets::Targets::of(options));
    walk::walk_build_file(&text, &active, &mut collected);
    Linted { findings: collected.all, ..Linted::default() }
}

/// Whether some lint that runs takes what the port says, or the port has a code that no lint holds.
fn wants_port(options: &Options) -> bool {
    let is_held = |code: &hipify_diagnostics::Code| LINTS.iter().any(|entry| entry.lint.code == code.id);
    LINTS.iter().any(|entry| takes_port(entry.lint) && entry.lint.runs(options))
        || !hipify_diagnostics::Code::ALL.iter().all(is_held)
}

/// Whether the lint reports what the port does.
fn takes_port(lint: &Lint) -> bool {
    lint.checks.iter().any(|check| matches!(check, Check::Port | Check::PortFix(_)))
}

/// The port's diagnostic with what its lint does about it.
fn with_fix(file: &File<'_>, mut finding: Finding) -> Finding {
    let Some(at) = file.token_at(finding.diagnostic.span.start) else { return finding };
    let code = finding.diagnostic.code.id;
    let checks = LINTS.iter().filter(|entry| entry.lint.code == code).flat_map(|entry| entry.lint.checks);
    for check in checks {
        if let Check::PortFix(fix) = check {
            fix(file, at, &mut finding);
        }
    }
    finding
}

/// The port's diagnostic as a finding of the lint of its code, if that runs.
fn taken(diagnostic: Diagnostic, options: &Options) -> Option<Finding> {
    let lint = LINTS.iter().find(|entry| entry.lint.code == diagnostic.code.id).map(|entry| entry.lint);
    // A lint that looks by itself sees what the port sees, and more.
    let runs = lint.is_none_or(|lint| takes_port(lint) && lint.runs(options));
    let confidence = lint.map_or(Confidence::High, |lint| lint.confidence);
    runs.then_some(Finding { diagnostic, confidence, fix: None, function: None })
}
