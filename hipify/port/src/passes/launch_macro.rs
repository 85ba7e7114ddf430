//! Uses of macros that launch the kernel they are given, written out as `hipLaunchKernelGGL`, as hipify-clang does.

use super::Context;
use super::launch;
use super::sweep::Found;
use crate::options::LaunchSyntax;
use hipify_diagnostics::Edit;
use hipify_syntax::{Code, Kind};
use std::ops::Range;

/// `#define LAUNCH(kernel, grid, block, ...) kernel<<<grid, block>>>(__VA_ARGS__)`.
struct LaunchMacro<'a> {
    name: &'a [u8],
    parameters: Vec<&'a [u8]>,
    /// The tokens of the kernel, of each part of the configuration, and of the arguments.
    callee: Range<usize>,
    configuration: Vec<Range<usize>>,
    arguments: Range<usize>,
}

pub(super) fn port_uses(context: &mut Context<'_>, found: &Found) {
    if context.options.launch != LaunchSyntax::Macro {
        return;
    }
    let code = context.code;
    let in_macros = found.launches.iter().filter(|&&open| code.tokens[open].in_directive);
    let macros: Vec<LaunchMacro<'_>> = in_macros.filter_map(|&open| launch_macro(&code, open)).collect();
    if macros.is_empty() {
        return;
    }
    for at in (0..code.tokens.len()).filter(|&at| code.kind(at) == Kind::Identifier && !code.tokens[at].in_directive) {
        let Some(launch) = macros.iter().find(|launch| launch.name == code.text(at)) else { continue };
        if let Some((text, close)) = written_out(&code, launch, at) {
            context.edits.push(Edit::replace(code.span(at, close), text));
        }
    }
}

/// The macro whose body holds the launch at `open`, if it launches one of its parameters.
fn launch_macro<'a>(code: &Code<'a>, open: usize) -> Option<LaunchMacro<'a>> {
    let (hash, _) = code.directive(open)?;
    let name = hash + 2;
    let touches = code.tokens.get(name + 1)?.start == code.tokens[name].end;
    if !code.is_word(hash + 1, b"define") || !touches || !code.is(name + 1, b'(') {
        return None;
    }
    let close = code.close(name + 1)?;
    let is_ellipsis = |i: usize| code.kind(i) != Kind::Identifier && !code.is(i, b',');
    let words = (name + 2..close).filter(|&i| !code.is(i, b','));
    let mut parameters: Vec<&[u8]> = words.map(|i| if is_ellipsis(i) { b"__VA_ARGS__" } else { code.text(i) }).collect();
    parameters.dedup();
    let (callee, configuration, arguments_open) = launch::parts(code, open)?;
    let arguments_close = code.close(arguments_open)?;
    let launches_parameter = callee.0 == callee.1 && parameters.contains(&code.text(callee.0));
    launches_parameter.then(|| LaunchMacro {
        name: code.text(name),
        parameters,
        callee: callee.0..callee.1 + 1,
        configuration: configuration.iter().map(|part| part.first..part.last + 1).collect(),
        arguments: arguments_open + 1..arguments_close,
    })
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
    let mut words = vec![part(launch.callee.clone())];
    for (number, tokens) in launch.configuration.iter().enumerate() {
        let text = part(tokens.clone());
        let is_dim3 = number > 1 || text.starts_with("dim3(");
        words.push(if is_dim3 { text } else { format!("dim3({text})") });
    }
    words.resize(5, "0".to_owned());
    words.extend(Some(part(launch.arguments.clone())).filter(|text| !text.is_empty()));
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
        match value(code.text(at)).filter(|_| code.kind(at) == Kind::Identifier) {
            Some(value) => text.push_str(&value),
            None => text.push_str(&String::from_utf8_lossy(code.text(at))),
        }
        end = Some(token.end);
    }
    text
}
