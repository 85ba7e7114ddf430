//! Uses of macros that launch the kernel they are given, written out as `hipLaunchKernelGGL`, as hipify-clang does.

use super::Context;
use super::launch;
use super::sweep::Found;
use crate::options::LaunchSyntax;
use hipify_diagnostics::Edit;
use hipify_syntax::{Code, TokenKind};
use std::collections::HashMap;
use std::ops::Range;

/// `#define LAUNCH(kernel, grid, block, ...) kernel<<<grid, block>>>(__VA_ARGS__)`, `#define LAUNCH kernel<<<grid, block>>>`.
struct LaunchMacro<'a> {
    name: &'a [u8],
    parameters: Vec<&'a [u8]>,
    /// The tokens of the kernel, of each part of the configuration, and of the arguments; these may follow the use.
    callee: Range<usize>,
    configuration: Vec<Range<usize>>,
    arguments: Option<Range<usize>>,
}

pub(super) fn port_uses(context: &mut Context<'_>, found: &Found) {
    if context.options.launch != LaunchSyntax::Macro {
        return;
    }
    let code = context.code;
    let in_macros = found.launches.iter().filter(|&&open| code.tokens[open].in_directive);
    let mut macros: HashMap<&[u8], LaunchMacro<'_>> = HashMap::new();
    for launch in in_macros.filter_map(|&open| launch_macro(&code, open)) {
        macros.entry(launch.name).or_insert(launch);
    }
    if macros.is_empty() {
        return;
    }
    for at in (0..code.tokens.len()).filter(|&at| code.kind(at) == TokenKind::Identifier && !code.tokens[at].in_directive) {
        let Some(launch) = macros.get(code.text(at)) else { continue };
        if let Some((text, close)) = written_out(&code, launch, at) {
            context.edits.push(Edit::replace(code.span(at, close), text));
        }
    }
}

/// The macro whose body holds the launch at `open`: of one of its parameters, or without arguments of its own.
fn launch_macro<'a>(code: &Code<'a>, open: usize) -> Option<LaunchMacro<'a>> {
    let (hash, end) = code.directive(open)?;
    let name = hash + 2;
    let touches = code.tokens.get(name + 1)?.start == code.tokens[name].end && code.is(name + 1, b'(');
    if !code.is_word(hash + 1, b"define") {
        return None;
    }
    let (callee, configuration, close) = launch::head(code, open)?;
    let parameters = if touches { parameters(code, name + 1)? } else { Vec::new() };
    let launches_parameter = callee.0 == callee.1 && parameters.contains(&code.text(callee.0));
    let arguments = match close + 3 < end && code.is(close + 3, b'(') {
        true if launches_parameter => Some(close + 4..code.close(close + 3)?),
        false if !touches && close + 3 >= end => None,
        _ => return None,
    };
    Some(LaunchMacro {
        name: code.text(name),
        parameters,
        callee: callee.0..callee.1 + 1,
        configuration: configuration.iter().map(|part| part.first..part.last + 1).collect(),
        arguments,
    })
}

fn parameters<'a>(code: &Code<'a>, open: usize) -> Option<Vec<&'a [u8]>> {
    let words = (open + 1..code.close(open)?).filter(|&i| !code.is(i, b','));
    let name = |i: usize| if code.kind(i) == TokenKind::Identifier { code.text(i) } else { b"__VA_ARGS__" };
    let mut names: Vec<&[u8]> = words.map(name).collect();
    // An ellipsis may be three tokens.
    names.dedup();
    Some(names)
}

/// The launch that the use at `at` stands for, and the last token of the use.
fn written_out(code: &Code<'_>, launch: &LaunchMacro<'_>, at: usize) -> Option<(String, usize)> {
    let open = code.next(at).filter(|&open| code.is(open, b'('))?;
    let close = code.close(open)?;
    let given = code.arguments(open)?;
    let value = |name: &[u8]| {
        let number = launch.parameters.iter().position(|parameter| *parameter == name)?;
        let first = given.get(number)?.first;
        let last = if name == b"__VA_ARGS__" { given.last()?.last } else { given[number].last };
        Some(String::from_utf8_lossy(&code.source[code.span(first, last)]).into_owned())
    };
    let part = |tokens: Range<usize>| substituted(code, tokens, &value);
    let kernel = part(launch.callee.clone());
    let mut words = vec![if kernel.ends_with('>') { format!("HIP_KERNEL_NAME({kernel})") } else { kernel }];
    for (number, tokens) in launch.configuration.iter().enumerate() {
        let text = part(tokens.clone());
        let is_dim3 = number > 1 || text.starts_with("dim3(");
        words.push(if is_dim3 { text } else { format!("dim3({text})") });
    }
    words.resize(5, "0".to_owned());
    let arguments = match &launch.arguments {
        Some(tokens) => part(tokens.clone()),
        None if close > open + 1 => part(open + 1..close),
        None => String::new(),
    };
    words.extend(Some(arguments).filter(|text| !text.is_empty()));
    Some((format!("hipLaunchKernelGGL({})", words.join(", ")), close))
}

fn substituted(code: &Code<'_>, tokens: Range<usize>, value: &dyn Fn(&[u8]) -> Option<String>) -> String {
    let mut text = String::new();
    let mut end = None;
    for at in tokens {
        let token = code.tokens[at].range();
        if end.is_some_and(|end| end < token.start) {
            text.push(' ');
        }
        match value(code.text(at)).filter(|_| code.kind(at) == TokenKind::Identifier) {
            Some(value) => text.push_str(&value),
            None => text.push_str(&String::from_utf8_lossy(code.text(at))),
        }
        end = Some(token.end);
    }
    text
}
