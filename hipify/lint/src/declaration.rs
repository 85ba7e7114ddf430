//! What a lint is: what it reports, on which targets, and which parts of a file it looks at.

use crate::build_text::BuildText;
use crate::file::File;
use crate::finding::{Confidence, Finding, Findings, Origin};
use crate::launch::Launch;
use crate::options::Options;
use crate::targets::Applies;
use hipify_diagnostics::{Applicability, Code, Level};
use hipify_syntax::call::Call;
use hipify_syntax::directive::Define;
use hipify_syntax::functions::Function;

/// A lint: constant data and the functions that look for what it reports.
pub struct Lint {
    /// `HIP1001`: never renumbered, never reused.
    pub code: &'static str,
    /// `full-mask-32bit`: reads well after "allow". The file's name, with `-` for `_`.
    pub name: &'static str,
    /// The level of its findings, where a finding does not say otherwise.
    pub level: Level,
    pub confidence: Confidence,
    /// Runs without being selected.
    pub default: bool,
    /// How far its fix may be trusted; `None`: it has none.
    pub fix: Option<Applicability>,
    /// Which targets and versions it is about.
    pub applies: Applies,
    pub(crate) checks: &'static [Check],
}

impl Lint {
    /// Whether the user's selection has it run.
    pub(crate) fn runs(&self, options: &Options) -> bool {
        options.select.holds(self.code, self.default)
    }

    /// What its findings have where they do not say otherwise.
    pub(crate) fn origin(&self) -> Origin {
        Origin { code: Code { id: self.code, name: self.name }, level: self.level, confidence: self.confidence }
    }
}

/// What a check is called with: the file, what was met, and where findings go.
pub(crate) type Visit<T> = fn(&File<'_>, T, &mut Findings<'_>);

/// What is said of a call; `{}` in the message stands for its name.
pub(crate) struct Says {
    pub(crate) message: &'static str,
    pub(crate) help: &'static str,
}

/// What of a file a lint looks at. The file is walked once for all lints; code that no target compiles is passed over. A name
/// of `Words` and `Calls` that ends in `*` stands for all that begin so.
pub(crate) enum Check {
    /// Each identifier of one of these names, in code, in bodies of macros and in conditions. The token's position is given.
    Words(&'static [&'static str], Visit<usize>),
    /// Each call of a function of one of these names, not of a member or of a name after `x::`. Template arguments may stand
    /// between the name and the arguments.
    Calls(&'static [&'static str], fn(&File<'_>, &Call, &mut Findings<'_>)),
    /// The same, to be reported as one finding at the first call, to which the others are related.
    FirstCall(&'static [&'static str], Says),
    /// Each `#define`.
    Defines(fn(&File<'_>, &Define, &mut Findings<'_>)),
    /// Each directive, by the position of its `#`.
    Directives(Visit<usize>),
    /// Each `asm`, `__asm` and `__asm__`, by its position.
    Asm(Visit<usize>),
    /// Each string literal, raw ones included, by its position.
    Strings(Visit<usize>),
    /// Each function with a body, in source order; kernels too.
    Functions(fn(&File<'_>, &Function, &mut Findings<'_>)),
    /// Each `__global__` function with a body.
    Kernels(fn(&File<'_>, &Function, &mut Findings<'_>)),
    /// Each launch by `<<<` or `hipLaunchKernelGGL` whose parts can be told apart.
    Launches(fn(&File<'_>, &Launch, &mut Findings<'_>)),
    /// The whole file, once, after all others.
    File(fn(&File<'_>, &mut Findings<'_>)),
    /// A file that is not C++: CMake, make, Python, Dockerfile, shell, YAML and other text.
    BuildFile(fn(&BuildText<'_>, &mut Findings<'_>)),
    /// Nothing: the port reports this code, and the lint takes its diagnostics.
    Port,
    /// The same, and what does away with the diagnostic: called with the token that it starts at.
    PortFix(fn(&File<'_>, usize, &mut Finding)),
}
