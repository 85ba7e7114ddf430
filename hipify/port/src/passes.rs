//! The passes over one C++ or CUDA file, in the order in which they run. Each looks at what the sweep found for it and adds
//! edits and diagnostics; none sees another's edits.

mod alignment;
mod argument;
mod arguments;
mod as_hipify;
mod asked_for;
mod broken;
mod comparison;
mod conditional;
mod dead_end;
mod declared;
mod device;
mod dropped;
mod guard;
mod include;
mod launch;
mod launch_macro;
mod masks;
mod moved;
mod names;
mod old_style;
mod overloads;
mod pasted;
mod pragma;
mod ptx;
mod qualified;
mod rtc;
mod runtime_header;
mod scope;
mod single_source;
mod strings;
mod supplied;
mod support;
mod sweep;
mod thrust_headers;
mod unsupported;
mod values;
mod vector_operators;

use crate::options::Options;
use crate::ported::{Mention, Ported, Stats};
pub use dead_end::gives_up_as_counted;
pub use guard::asks_for_hip;
use hipify_diagnostics::{Code as DiagnosticCode, Diagnostic, Edit, Level, Source, apply};
use hipify_rules::Guard;
use hipify_syntax::divergence::Facts;
use hipify_syntax::{Code, Tokens, Tree, Unterminated, with_tokens};
pub use launch::parts as launch_parts;
pub use masks::{ACTIVE_LANES, ALL_LANES};
use scope::Users;
pub use single_source::{SINGLE_SOURCE_HEADER, SINGLE_SOURCE_MACRO};
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
pub use supplied::{GROUPS_PART, SUPPORT_HEADER};
use sweep::Found;

/// What every pass reads, and where it puts what it finds.
pub(crate) struct Context<'a> {
    pub(crate) source: &'a Source<'a>,
    pub(crate) code: Code<'a>,
    pub(crate) unterminated: &'a [(u32, Unterminated)],
    pub(crate) tree: &'a Tree,
    pub(crate) options: &'a Options,
    pub(crate) edits: Vec<Edit>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) mentions: Vec<Mention>,
    /// Names looked up as masks of a whole warp.
    pub(crate) defined_masks: HashMap<Vec<u8>, masks::DefinedMask>,
    /// What the tokens say of divergent code, once a pass asks for it.
    pub(crate) facts: Option<Box<Facts<'a>>>,
    /// Each name converted, or known to be the same in HIP, as often as it stands; counted in the end.
    pub(crate) converted: Vec<&'static str>,
    /// Macros of CUDA whose value stands in code.
    pub(crate) valued: Vec<&'static Guard>,
    /// Parts of the support header that the file uses.
    pub(crate) supplied: BTreeSet<&'static str>,
    pub(crate) stats: Stats,
}

impl Context<'_> {
    pub(crate) fn report(
        &mut self,
        code: DiagnosticCode,
        level: Level,
        span: Range<usize>,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.diagnostics.push(Diagnostic::new(code, level, span, message));
        self.diagnostics.last_mut().expect("pushed above")
    }
}

/// Ports one file.
pub(crate) fn run(source: &Source<'_>, tree: &Tree, options: &Options) -> Ported {
    with_tokens(source, |code, tokens| run_over(source, code, tokens, tree, options))
}

/// Ports one file whose tokens are known.
pub fn run_over(source: &Source<'_>, code: Code<'_>, tokens: &Tokens, tree: &Tree, options: &Options) -> Ported {
    let (ported, guessed) = passes(context(source, code, tokens, tree, options), Trust::All);
    if !guessed || is_final(source, &ported, tree, options) {
        return ported;
    }
    passes(context(source, code, tokens, tree, options), Trust::Tokens).0
}

/// The tree of a file that does not parse is a guess, and what it says of the user's own names counts only when the ported
/// text leads to the same: else porting twice would rename what porting once left alone.
fn is_final(source: &Source<'_>, ported: &Ported, tree: &Tree, options: &Options) -> bool {
    let Ok(text) = apply(source.bytes, &ported.edits) else { return true };
    let again = Source { path: source.path, bytes: &text };
    let (again, _) = with_tokens(&again, |code, tokens| passes(context(&again, code, tokens, tree, options), Trust::All));
    apply(&text, &again.edits).is_ok_and(|twice| twice == text)
}

/// What is believed about the user's own names.
#[derive(Clone, Copy)]
enum Trust {
    /// The syntax tree too.
    All,
    /// Only what the tokens around a name say.
    Tokens,
}

fn context<'a>(source: &'a Source<'a>, code: Code<'a>, tokens: &'a Tokens, tree: &'a Tree, options: &'a Options) -> Context<'a> {
    Context {
        source,
        code,
        unterminated: &tokens.unterminated,
        tree,
        options,
        edits: Vec::new(),
        diagnostics: Vec::new(),
        mentions: Vec::new(),
        defined_masks: HashMap::new(),
        facts: None,
        converted: Vec::new(),
        valued: Vec::new(),
        supplied: BTreeSet::new(),
        stats: Stats::default(),
    }
}

/// Also gives whether the syntax tree had a say and is only a guess.
fn passes(mut context: Context<'_>, trust: Trust) -> (Ported, bool) {
    if single_source::is_header(context.source) || support::is_header(context.source) {
        return (Ported::default(), false);
    }
    let excluded = context.options.skip_excluded.as_ref().map(|macros| conditional::excluded(&context.code, macros));
    let mut found = sweep::sweep(&context.code, &excluded.unwrap_or_default());
    if !context.options.single_source && single_source::is_single_source(&context, &found) {
        context.edits.clear();
        return (finish(context, &found), false);
    }
    let users = match trust {
        Trust::All => scope::users_own(&context, &found),
        Trust::Tokens => Users::default(),
    };
    let as_hipify = context.options.choice.is_hipify();
    if !as_hipify {
        ptx::port_assembly(&mut context, &found);
    }
    // What stands for PTX comes from the runtime header.
    found.uses_cuda |= !context.edits.is_empty();
    include::port_includes(&mut context, &found);
    if !as_hipify {
        alignment::port_alignments(&mut context, &found);
        guard::port_guards(&mut context, &found);
        pragma::port_pragmas(&mut context, &found);
        thrust_headers::include_what_is_used(&mut context, &found);
        overloads::port_overloads(&mut context, &found);
        vector_operators::port_vector_operators(&mut context);
    }
    let renamed = arguments::port_calls(&mut context, &found, &users);
    names::port_names(&mut context, &found, &users, &renamed);
    values::define(&mut context, &found);
    qualified::port_qualified(&mut context, &found, &users);
    launch::port_launches(&mut context, &found);
    if as_hipify {
        as_hipify::port_strings(&mut context, &found);
        as_hipify::port_half2_members(&mut context, &found);
        launch_macro::port_uses(&mut context, &found);
    } else {
        rtc::port_options(&mut context, &found);
        strings::report_names(&mut context, &found);
        asked_for::soften(&mut context, &found);
    }
    support::include_header(&mut context, &found);
    broken::report_broken(&mut context, &found);
    if context.options.single_source {
        single_source::keep_cuda(&mut context, &found);
    }
    (finish(context, &found), users.guessed)
}

fn finish(context: Context<'_>, found: &Found) -> Ported {
    let declared = declared::declared(&context.code, found);
    let Context { mut edits, mut diagnostics, mut mentions, mut stats, converted, supplied, .. } = context;
    count(converted, &mut stats);
    drop_covered(&mut edits);
    diagnostics.sort_by_key(|d| (d.span.start, d.span.end, d.code));
    mentions.sort_by_key(|m| m.diagnostic.span.start);
    Ported { edits, diagnostics, mentions, declared, supplied, stats }
}

/// Sorting addresses is cheaper than looking each occurrence up by its text: a file has many names and few different ones.
fn count(mut converted: Vec<&'static str>, stats: &mut Stats) {
    converted.sort_unstable_by_key(|name| (name.as_ptr() as usize, name.len()));
    for names in converted.chunk_by(|a, b| std::ptr::eq(*a, *b)) {
        *stats.converted.entry(names[0].into()).or_default() += names.len() as u64;
    }
}

/// Of two edits of which one lies inside the other, the outer one stands: it deletes or rewrites what the inner one touches.
fn drop_covered(edits: &mut Vec<Edit>) {
    edits.sort_by_key(|e| (e.span.start, e.span.end != e.span.start, std::cmp::Reverse(e.span.end)));
    let mut covered = 0;
    edits.retain(|edit| {
        let inside = edit.span.start < covered && edit.span.end <= covered;
        if !inside {
            covered = covered.max(edit.span.end);
        }
        !inside
    });
}
