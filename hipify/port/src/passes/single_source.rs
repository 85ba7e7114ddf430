//! CUDA code that stays, for both compilers: includes of CUDA's headers are kept from HIP, and one header of the tree's own is
//! included in front, which gives the names their meaning there. The other passes have found what there is to say of the file;
//! their edits are not made.

use super::Context;
use super::runtime_header::{insertion_point, newline};
use super::sweep::{Found, is_guard_macro};
use hipify_diagnostics::{Code, Edit, Language, Source};
use hipify_rules::{Header, header};
use hipify_syntax::includes::Form;
use std::ops::Range;

/// The header that gives CUDA's names their meaning, at the root of the tree.
pub const SINGLE_SOURCE_HEADER: &str = "hipify_compat.h";

/// What that header defines under HIP.
pub const SINGLE_SOURCE_MACRO: &str = "HIPIFY_COMPAT";

const RUNTIME: [&str; 2] = ["hip/hip_runtime.h", "hip/hip_runtime_api.h"];

/// Whether the file is that header.
pub(super) fn is_header(source: &Source<'_>) -> bool {
    source.path.rsplit('/').next() == Some(SINGLE_SOURCE_HEADER)
}

/// Whether the CUDA of the file is for both compilers already: it includes that header, or gets it by others of its tree.
pub(super) fn is_single_source(context: &Context<'_>, found: &Found) -> bool {
    let by_others = || {
        context.source.language() == Language::Cpp
            && context.tree.has_header(context.source.path, SINGLE_SOURCE_HEADER)
            && groups(context, found).is_empty()
    };
    includes_header(context, found) || by_others()
}

fn includes_header(context: &Context<'_>, found: &Found) -> bool {
    memchr::memmem::find(context.source.bytes, SINGLE_SOURCE_HEADER.as_bytes()).is_some()
        && found
            .directives
            .iter()
            .any(|&hash| context.code.header(hash).is_some_and(|header| header.name.ends_with(SINGLE_SOURCE_HEADER)))
}

/// Takes back all edits but those of includes.
pub(super) fn keep_cuda(context: &mut Context<'_>, found: &Found) {
    let edited = !context.edits.is_empty();
    context.edits.clear();
    // The header widens masks and defines the macros.
    let bytes = context.source.bytes;
    context.diagnostics.retain(|said| said.code != Code::PARTIAL_MASK && !is_guard_macro(&bytes[said.span.clone()]));
    if includes_header(context, found) {
        context.diagnostics.retain(|said| said.code != Code::UNSUPPORTED_HEADER || !is_for_hip(bytes, said.span.start));
        return;
    }
    let groups = groups(context, found);
    let is_unit = context.source.language() == Language::Cuda && (found.uses_cuda || edited);
    if groups.is_empty() && !is_unit {
        return;
    }
    let newline = newline(context);
    let up = "../".repeat(context.source.path.matches('/').count());
    let include = format!("#include \"{up}{SINGLE_SOURCE_HEADER}\"{newline}");
    let first = insertion_point(context, found);
    for group in &groups {
        let (before, after) = around(group, newline);
        context
            .edits
            .push(Edit::insert(group.lines.start, if group.lines.start == first { include.clone() + &before } else { before }));
        context.edits.push(Edit::insert(group.lines.end, after));
    }
    if groups.iter().all(|group| group.lines.start != first) {
        context.edits.push(Edit::insert(first, include));
    }
}

/// Whether an include is one of those that HIP alone reads.
fn is_for_hip(bytes: &[u8], include: usize) -> bool {
    let mut lines = bytes[..include].split(|byte| *byte == b'\n').rev().skip(1).map(|line| line.trim_ascii());
    let before = lines.find(|line| !line.starts_with(b"#include"));
    before.and_then(|line| line.strip_prefix(b"#ifdef ")).is_some_and(|name| name == SINGLE_SOURCE_MACRO.as_bytes())
}

/// Includes of CUDA headers on lines of their own, one below the other.
struct Group {
    /// Whole lines.
    lines: Range<usize>,
    headers: Vec<Header>,
    /// The last line has no line break.
    is_cut: bool,
}

fn around(group: &Group, newline: &str) -> (String, String) {
    let mut names: Vec<&str> = group.headers.iter().filter_map(|header| header.hip(&Default::default())).collect();
    names.retain(|name| !RUNTIME.contains(name));
    names.dedup();
    let includes: String = names.iter().map(|name| format!("#include <{name}>{newline}")).collect();
    let before = match names.is_empty() {
        true => format!("#ifndef {SINGLE_SOURCE_MACRO}{newline}"),
        false => format!("#ifdef {SINGLE_SOURCE_MACRO}{newline}{includes}#else{newline}"),
    };
    let end = if group.is_cut { newline } else { "" };
    (before, format!("{end}#endif{newline}"))
}

fn groups(context: &Context<'_>, found: &Found) -> Vec<Group> {
    let bytes = context.source.bytes;
    let mut groups: Vec<Group> = Vec::new();
    for &hash in &found.directives {
        let Some(header) = cuda_header(context, hash) else { continue };
        let Some((_, end)) = context.code.directive(hash) else { continue };
        let span = context.code.span(hash, end - 1);
        let start = memchr::memrchr(b'\n', &bytes[..span.start]).map_or(0, |at| at + 1);
        // Something in front of the `#`, such as a byte order mark, stays in front.
        let start = if bytes[start..span.start].iter().all(u8::is_ascii_whitespace) { start } else { span.start };
        let stop = memchr::memchr(b'\n', &bytes[span.end.max(span.start)..]).map(|at| span.end.max(span.start) + at + 1);
        let is_cut = stop.is_none();
        let lines = start..stop.unwrap_or(bytes.len());
        match groups.last_mut().filter(|group| group.lines.end == lines.start) {
            Some(group) => {
                group.lines.end = lines.end;
                group.headers.push(header);
                group.is_cut = is_cut;
            }
            None => groups.push(Group { lines, headers: vec![header], is_cut }),
        }
    }
    groups
}

/// The header's line of the rules, if it is the toolkit's: those of NVIDIA's samples are read by both compilers.
fn cuda_header(context: &Context<'_>, hash: usize) -> Option<Header> {
    let included = context.code.header(hash)?;
    let (name, quoted) = (included.name, included.form == Form::Quoted);
    let header = header(name)?;
    let same = header.hip(&Default::default()) == Some(name);
    let local = context.tree.has_header(context.source.path, name) && (quoted || header.hip(&Default::default()).is_none());
    (!same && !local && header.library() != "samples").then_some(header)
}
