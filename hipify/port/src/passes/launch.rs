//! Kernel launches: `k<<<grid, block, shared, stream>>>(args)` stays, or becomes `hipLaunchKernelGGL(k, dim3(grid), ...)`.
//!
//! The rewriting touches only the delimiters, so that comments, line breaks and the edits of other passes inside the
//! configuration and the arguments stand.

use super::Context;
use super::device::device_bodies;
use super::sweep::Found;
use crate::options::LaunchSyntax;
use hipify_diagnostics::{Code as DiagnosticCode, Edit, Level};
use hipify_syntax::directive::Define;
use hipify_syntax::{Argument, Code, TokenKind};
use std::collections::HashSet;

/// The parts of one launch, as token positions.
struct Launch {
    /// First and last token of what is launched.
    callee: (usize, usize),
    /// The `<<<`.
    open: usize,
    configuration: Vec<Argument>,
    /// First of the three `>`.
    close: usize,
    /// The `(` of the arguments.
    arguments_open: usize,
    has_arguments: bool,
}

pub(crate) fn port_launches(context: &mut Context<'_>, found: &Found) {
    if found.launches.is_empty() {
        return;
    }
    let bodies = device_bodies(&context.code, found);
    let macros = context.options.launch == LaunchSyntax::Macro;
    let templates = if macros { templates(&context.code, found) } else { HashSet::new() };
    for &open in &found.launches {
        if is_operator(&context.code, open) {
            continue;
        }
        context.stats.launches += 1;
        if bodies.contain(open) {
            report_dynamic_parallelism(context, open);
        }
        match parse(&context.code, open) {
            Some(launch) if context.options.launch == LaunchSyntax::Chevrons => {
                close_gaps(context, &launch);
                name_braces(context, &launch);
            }
            // One argument is a macro that stands for several: nobody can tell where its commas are.
            Some(launch) if launch.configuration.len() > 1 => rewrite(context, &launch, &templates),
            Some(_) => report_unparsed(context, open),
            // clang sees the launch where the macro is used: its arguments may stand there.
            None if !macros && context.code.tokens[open].in_directive => {}
            None => report_unparsed(context, open),
        }
    }
}

/// `operator<<<T>(...)`.
fn is_operator(code: &Code<'_>, open: usize) -> bool {
    code.previous(open).is_some_and(|i| code.is_word(i, b"operator"))
}

fn report_dynamic_parallelism(context: &mut Context<'_>, open: usize) {
    let span = context.code.tokens[open].range();
    let message = "a kernel launch in device code: HIP has no dynamic parallelism";
    context.report(DiagnosticCode::DYNAMIC_PARALLELISM, Level::Error, span, message).help =
        Some("launch from the host, or let the parent kernel loop over a work queue".to_owned());
}

fn report_unparsed(context: &mut Context<'_>, open: usize) {
    let level = if context.options.launch == LaunchSyntax::Macro { Level::Error } else { Level::Warning };
    let span = context.code.tokens[open].range();
    let message = "a kernel launch whose parts could not be told apart is left as it is";
    context.report(DiagnosticCode::LAUNCH_IN_MACRO, level, span, message).help =
        Some("clang takes a complete `k<<<grid, block>>>(args)` as HIP; complete or rewrite this one by hand".to_owned());
}

/// First and last token of what the launch with `<<<` at `open` launches, its configuration, and where its arguments open.
pub fn parts(code: &Code<'_>, open: usize) -> Option<((usize, usize), Vec<Argument>, usize)> {
    parse(code, open).map(|launch| (launch.callee, launch.configuration, launch.arguments_open))
}

/// What the launch with `<<<` at `open` launches, its configuration, and the first of the three `>` that close it.
pub(super) fn head(code: &Code<'_>, open: usize) -> Option<((usize, usize), Vec<Argument>, usize)> {
    let callee_last = code.previous(open)?;
    let callee = (callee_first(code, callee_last)?, callee_last);
    let close = configuration_close(code, open)?;
    let configuration = code.split(open, close)?;
    (1..=4).contains(&configuration.len()).then_some((callee, configuration, close))
}

fn parse(code: &Code<'_>, open: usize) -> Option<Launch> {
    let (callee, configuration, close) = head(code, open)?;
    let arguments_open = code.next(close + 2).filter(|&i| code.is(i, b'('))?;
    let arguments_close = code.close(arguments_open)?;
    let has_arguments = code.next(arguments_open) != Some(arguments_close);
    Some(Launch { callee, open, configuration, close, arguments_open, has_arguments })
}

/// The first of the three `>` that close the configuration opened at `open`. Of a longer run, the last three.
fn configuration_close(code: &Code<'_>, open: usize) -> Option<usize> {
    let mut at = code.next(open)?;
    loop {
        let token = code.tokens[at];
        if token.is(b'>') {
            let run = angle_run(code, at);
            if run >= 3 {
                return Some(at + run - 3);
            }
        }
        if token.is(b';') || token.is(b')') || token.is(b'}') || token.is(b']') || token.kind == TokenKind::LaunchOpen {
            return None;
        }
        if token.is(b'(') || token.is(b'[') || token.is(b'{') {
            at = code.close(at)?;
        }
        at = code.next(at)?;
    }
}

/// Number of `>` that stand in a row from `at` on: side by side, or with blanks or continued lines between them where the arguments
/// follow, as nvcc takes `>> > (`.
fn angle_run(code: &Code<'_>, at: usize) -> usize {
    let run = |with_gaps: bool| {
        let goes_on = |i: usize| {
            let token = code.tokens.get(i).filter(|token| token.is(b'>'));
            token.is_some_and(|token| with_gaps || token.start == code.tokens[i - 1].end)
        };
        (at + 1..).take_while(|&i| goes_on(i)).count() + 1
    };
    let all = run(true);
    if code.tokens.get(at + all).is_some_and(|token| token.is(b'(')) { all } else { run(false) }
}

/// The first token of the expression that ends at `last` and names what is launched.
fn callee_first(code: &Code<'_>, last: usize) -> Option<usize> {
    let mut first = primary_first(code, last)?;
    while let Some(before) = code.previous(first) {
        match code.kind(before) {
            TokenKind::Scope => {
                first = match code.previous(before) {
                    Some(i) if code.kind(i) == TokenKind::Identifier && !is_keyword(code.text(i)) => primary_first(code, i)?,
                    Some(i) if code.is(i, b'>') => primary_first(code, i)?,
                    _ => before,
                };
            }
            TokenKind::Arrow => first = primary_first(code, code.previous(before)?)?,
            TokenKind::Punctuation if code.is(before, b'.') => first = primary_first(code, code.previous(before)?)?,
            // `obj.template k<T>`, `this->*k`.
            TokenKind::Identifier if code.text(before) == b"template" => first = before,
            TokenKind::Punctuation
                if code.is(before, b'*') && code.previous(before).is_some_and(|i| code.kind(i) == TokenKind::Arrow) =>
            {
                first = before;
            }
            _ => break,
        }
    }
    Some(first)
}

/// The first token of the name, template instance, call, subscript or parenthesised expression that ends at `last`.
fn primary_first(code: &Code<'_>, last: usize) -> Option<usize> {
    let name_before =
        |open: usize| code.previous(open).filter(|&i| code.kind(i) == TokenKind::Identifier && !is_keyword(code.text(i)));
    // A loop and no recursion: calls of what calls return may come in any number.
    let mut last = last;
    loop {
        let token = code.tokens[last];
        if token.kind == TokenKind::Identifier || token.is(b'*') {
            return Some(last);
        }
        if token.is(b'>') {
            return name_before(code.template_open(last)?);
        }
        if !(token.is(b')') || token.is(b']')) {
            return None;
        }
        let open = code.open(last)?;
        last = match code.previous(open) {
            Some(i) if name_before(open).is_some() || code.is(i, b')') || code.is(i, b']') => i,
            Some(i) if code.is(i, b'>') && token.is(b')') => {
                return code.template_open(i).and_then(name_before).or(Some(open));
            }
            _ => return Some(open),
        };
    }
}

fn is_keyword(text: &[u8]) -> bool {
    matches!(text, b"return" | b"else" | b"do" | b"case" | b"throw" | b"if" | b"while" | b"for" | b"switch" | b"co_return")
}

/// `k << < 1, 32 >> > (x)`: nvcc takes blanks between the angles, clang does not.
fn close_gaps(context: &mut Context<'_>, launch: &Launch) {
    let (open, close) = (context.code.tokens[launch.open].range(), context.code.span(launch.close, launch.close + 2));
    for (range, angles) in [(open, "<<<"), (close, ">>>")] {
        let text = &context.source.bytes[range.clone()];
        // Comments stay, and clang takes continued lines.
        if text.iter().any(|byte| matches!(byte, b' ' | b'\t')) && text.iter().all(|byte| b"<> \t".contains(byte)) {
            context.edits.push(Edit::replace(range, angles));
        }
    }
}

/// `k<<<1, {32, 4}>>>`: nvcc takes the braces, clang wants the type before them.
fn name_braces(context: &mut Context<'_>, launch: &Launch) {
    for argument in launch.configuration.iter().take(2) {
        if context.code.is(argument.first, b'{') {
            let start = context.code.tokens[argument.first].start as usize;
            context.edits.push(Edit::insert(start, "dim3"));
        }
    }
}

/// Macros that stand for a template instance: `#define K axpy<float>`.
fn instances<'a>(code: &Code<'a>, found: &Found) -> impl Iterator<Item = &'a [u8]> {
    found.directives.iter().filter_map(|&hash| {
        let define = Define::at(code, hash)?;
        let last = define.body.end.checked_sub(1).filter(|last| define.body.contains(last))?;
        (code.is(last, b'>') && code.template_open(last).is_some()).then(|| code.text(define.name))
    })
}

/// Names of the kernel templates that the file declares, and of macros that stand for instances: a launch of one is wrapped in
/// `HIP_KERNEL_NAME` as an instance that is written out.
fn templates<'a>(code: &Code<'a>, found: &Found) -> HashSet<&'a [u8]> {
    let kernels = found.device_words.iter().filter(|&&at| code.is_word(at, b"__global__") && is_template(code, at));
    kernels.filter_map(|&at| declared_name(code, at)).chain(instances(code, found)).collect()
}

/// Whether `template <...>` stands before the declaration that the specifier at `at` belongs to.
fn is_template(code: &Code<'_>, at: usize) -> bool {
    let mut i = at;
    while let Some(before) = code.previous(i) {
        if code.is(before, b'>') {
            let open = code.template_open(before).and_then(|open| code.previous(open));
            return open.is_some_and(|i| code.is_word(i, b"template"));
        }
        i = match code.kind(before) {
            TokenKind::Identifier => before,
            _ if code.is(before, b')') => match code.open(before) {
                Some(open) => open,
                None => return false,
            },
            _ => return false,
        };
    }
    false
}

/// The name of the function that the specifier at `at` belongs to: the word before its parameters.
fn declared_name<'a>(code: &Code<'a>, at: usize) -> Option<&'a [u8]> {
    let mut i = code.next(at)?;
    loop {
        let next = code.next(i)?;
        if code.is(i, b';') || code.is(i, b'{') || code.is(i, b'}') {
            return None;
        }
        if code.kind(i) != TokenKind::Identifier || !(code.is(next, b'(') || code.is(next, b'<')) {
            i = next;
            continue;
        }
        // `__launch_bounds__(256)` and its kind stand before the name.
        let after = code.close(next).and_then(|close| code.next(close));
        match after.filter(|&i| code.kind(i) == TokenKind::Identifier) {
            Some(after) if code.text(i).starts_with(b"__") => i = after,
            _ => return Some(code.text(i)),
        }
    }
}

fn rewrite(context: &mut Context<'_>, launch: &Launch, templates: &HashSet<&[u8]>) {
    let code = context.code;
    let callee = code.span(launch.callee.0, launch.callee.1);
    let last = launch.callee.1;
    let template = code.is(last, b'>') || templates.contains(code.text(last));
    let (before, after) = if template { ("hipLaunchKernelGGL(HIP_KERNEL_NAME(", ")") } else { ("hipLaunchKernelGGL(", "") };
    context.edits.push(Edit::insert(callee.start, before));
    let open = callee.end..code.tokens[launch.configuration[0].first].start as usize;
    replace_delimiter(context, open, launch.open, format!("{after}, "), false);
    wrap_dim3(context, &launch.configuration, 0);
    separate(context, launch, 0);
    wrap_dim3(context, &launch.configuration, 1);
    for i in 1..launch.configuration.len() - 1 {
        separate(context, launch, i);
    }
    finish(context, launch);
}

/// `dim3(` and `)` around an argument that is not one already, in the place of its braces if it has some: a macro would part
/// `{1, 2}` at the comma.
fn wrap_dim3(context: &mut Context<'_>, configuration: &[Argument], i: usize) {
    let Argument { first, last } = configuration[i];
    let code = &context.code;
    let span = code.span(first, last);
    let open = if code.is_word(first, b"dim3") { code.next(first) } else { Some(first) };
    let closes = open.is_some_and(|open| (code.is(open, b'(') || code.is(open, b'{')) && code.close(open) == Some(last));
    match open.filter(|_| closes) {
        Some(open) if code.is(open, b'{') => {
            let text = if open == first { "dim3(" } else { "(" };
            context.edits.push(Edit::replace(code.tokens[open].range(), text));
            context.edits.push(Edit::replace(code.tokens[last].range(), ")"));
            return;
        }
        Some(open) if open != first => return,
        _ => {}
    }
    context.edits.push(Edit::insert(span.start, "dim3("));
    context.edits.push(Edit::insert(span.end, ")"));
}

/// The comma after argument `i` as `, ` when nothing but blanks stands around it.
fn separate(context: &mut Context<'_>, launch: &Launch, i: usize) {
    let code = context.code;
    let (before, after) = (launch.configuration[i], launch.configuration[i + 1]);
    let Some(comma) = code.next(before.last) else { return };
    let gap = code.tokens[before.last].end as usize..code.tokens[after.first].start as usize;
    replace_delimiter(context, gap, comma, ", ".to_owned(), true);
}

/// Puts `text` in the place of the delimiter token. The blanks around it go too when the gap holds nothing else on the
/// line; comments and line breaks stay.
fn replace_delimiter(context: &mut Context<'_>, gap: std::ops::Range<usize>, delimiter: usize, text: String, keep: bool) {
    let bytes = &context.source.bytes[gap.clone()];
    let token = context.code.tokens[delimiter].range();
    let only_blanks = bytes.iter().enumerate().all(|(i, b)| token.contains(&(gap.start + i)) || matches!(b, b' ' | b'\t'));
    if only_blanks {
        if context.source.bytes[gap.clone()] != *text.as_bytes() {
            context.edits.push(Edit::replace(gap, text));
        }
    } else if !keep {
        context.edits.push(Edit::replace(token, text.trim_end().to_owned()));
    }
}

/// From the `>>>` to after the `(`: the configuration arguments left out, and the comma before the kernel's own.
fn finish(context: &mut Context<'_>, launch: &Launch) {
    let code = context.code;
    let missing = match launch.configuration.len() {
        2 => ", 0, 0",
        3 => ", 0",
        _ => "",
    };
    let last = launch.configuration[launch.configuration.len() - 1].last;
    let end = code.tokens[launch.arguments_open].end as usize;
    let blanks = context.source.bytes[end..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
    let gap = code.tokens[last].end as usize..end + blanks;
    let bytes = &context.source.bytes[gap.clone()];
    let only_blanks = bytes.iter().all(|b| matches!(b, b' ' | b'\t' | b'>' | b'('));
    let comma = if launch.has_arguments { ", " } else { "" };
    if only_blanks {
        context.edits.push(Edit::replace(gap, format!("{missing}{comma}")));
        return;
    }
    let angles = code.span(launch.close, launch.close + 2);
    context.edits.push(Edit::replace(angles, missing.trim_start_matches(' ').to_owned()));
    let paren = code.tokens[launch.arguments_open].range();
    let at_line_end = context.source.bytes.get(paren.end).is_some_and(|b| matches!(b, b'\r' | b'\n'));
    context.edits.push(Edit::replace(paren, if at_line_end { comma.trim_end() } else { comma }));
}
