//! Target and source properties: `CUDA_STANDARD`, `CUDA_ARCHITECTURES`, `CUDA_SEPARABLE_COMPILATION`, `LANGUAGE CUDA`.

use super::lex::{Arg, Command};
use super::variables::{Property, property};
use super::{Pass, file, workarounds};
use super::{flags, languages};
use std::ops::Range;

pub(super) const ARCHITECTURES: &str = "name AMD architectures with -DCMAKE_HIP_ARCHITECTURES=gfx90a";
const NEEDLESS: &str = "HIP has no such setting; none is needed";

/// `set_target_properties(t PROPERTIES name value ...)` and the same for sources.
pub(super) fn pairs(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    let Some(start) = command.args.iter().position(|a| a.text == "PROPERTIES") else { return };
    let values = start + 1;
    let doomed: Vec<usize> = (values..command.args.len()).step_by(2).filter(|i| is_doomed(command.arg(*i))).collect();
    let lines: Vec<String> = doomed.iter().flat_map(|i| compile_lines(command, *i, 0..start)).collect();
    let kept = (command.args.len() - values).div_ceil(2) - doomed.len();
    doomed.iter().for_each(|i| tell(pass, &command.args[*i]));
    if kept == 0 && !doomed.is_empty() {
        replace_command(pass, command, &lines);
        return;
    }
    for index in doomed {
        pass.remove_args(command, index..(index + 2).min(command.args.len()));
    }
    lines.iter().for_each(|line| pass.line_after(command, line));
    for index in (values..command.args.len()).step_by(2).filter(|i| !is_doomed(command.arg(*i))) {
        let value = index + 1..(index + 2).min(command.args.len());
        one_property(pass, command, index, value, true);
    }
}

/// `set_property(TARGET t PROPERTY name value ...)`.
pub(super) fn set_property(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    let Some(name) = command.args.iter().position(|a| a.text == "PROPERTY").map(|at| at + 1) else { return };
    if is_doomed(command.arg(name)) {
        tell(pass, &command.args[name]);
        let targets = 1..name - 1;
        let lines = compile_lines(command, name, targets);
        replace_command(pass, command, &lines);
        return;
    }
    one_property(pass, command, name, name + 1..command.args.len(), false);
}

pub(super) fn get_property(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    for arg in &command.args {
        rename(pass, arg);
    }
}

fn is_doomed(name: &str) -> bool {
    matches!(property(name), Some(Property::Separable | Property::DeviceAlone | Property::Needless))
}

fn tell(pass: &mut Pass<'_, '_>, arg: &Arg<'_>) {
    if property(arg.text) == Some(Property::Needless) {
        pass.note(arg.span.clone(), format!("`{}` dropped", arg.text), NEEDLESS);
    }
}

/// The replacement of `CUDA_SEPARABLE_COMPILATION ON` and `CUDA_PTX_COMPILATION ON`, target by target.
fn compile_lines(command: &Command<'_>, index: usize, targets: Range<usize>) -> Vec<String> {
    let lines: fn(&str, &str) -> Vec<String> = match property(command.arg(index)) {
        Some(Property::Separable) => rdc_lines,
        Some(Property::DeviceAlone) => device_lines,
        _ => return Vec::new(),
    };
    let value = command.arg(index + 1);
    let condition = match flags::truth(value) {
        Some(true) => String::new(),
        Some(false) => return Vec::new(),
        None => format!("$<BOOL:{value}>"),
    };
    let targets = command.args[targets].iter().filter(|a| a.text != "APPEND");
    targets.flat_map(|a| lines(a.text, &condition)).collect()
}

/// The expression of a language, under a condition unless that is empty.
fn when(condition: &str, language: &str) -> String {
    if condition.is_empty() { format!("$<{language}>") } else { format!("$<AND:{condition},$<{language}>>") }
}

fn device_lines(target: &str, condition: &str) -> Vec<String> {
    let compile = when(condition, "COMPILE_LANGUAGE:HIP");
    vec![format!("target_compile_options({target} PRIVATE $<{compile}:--cuda-device-only>)")]
}

fn rdc_lines(target: &str, condition: &str) -> Vec<String> {
    let (compile, link) = (when(condition, "COMPILE_LANGUAGE:HIP"), when(condition, "LINK_LANGUAGE:HIP"));
    let more = workarounds::link_arguments(condition);
    vec![
        format!("target_compile_options({target} PRIVATE $<{compile}:-fgpu-rdc>)"),
        format!("target_link_options({target} PUBLIC $<{link}:-fgpu-rdc> $<{link}:--hip-link>{more})"),
    ]
}

fn replace_command(pass: &mut Pass<'_, '_>, command: &Command<'_>, lines: &[String]) {
    if lines.is_empty() {
        pass.delete(command);
        return;
    }
    let joint = format!("{}{}", pass.found.newline(), pass.file.indent(command.span.start));
    pass.found.replace(command.span.clone(), lines.join(&joint));
}

fn one_property(pass: &mut Pass<'_, '_>, command: &Command<'_>, index: usize, values: Range<usize>, quote: bool) {
    let Some(arg) = command.args.get(index) else { return };
    let values = &command.args[values.start.min(command.args.len())..values.end.max(values.start).min(command.args.len())];
    match property(arg.text) {
        Some(Property::Architectures) => {
            pass.found.replace(arg.inner.clone(), "HIP_ARCHITECTURES");
            architectures(pass, values, quote);
        }
        Some(Property::Unknown(help)) => {
            pass.warn(arg.span.clone(), format!("property `{}` has no counterpart in HIP", arg.text), help)
        }
        Some(_) => {
            rename(pass, arg);
            if arg.text == "CUDA_STANDARD" {
                values.iter().for_each(|value| languages::raise_standard(pass, value));
            }
        }
        None if arg.text == "LANGUAGE" && values.first().is_some_and(|v| v.text == "CUDA") => {
            pass.found.replace(values[0].inner.clone(), "HIP");
        }
        None if matches!(arg.text, "COMPILE_FLAGS" | "COMPILE_OPTIONS" | "LINK_FLAGS" | "LINK_OPTIONS") => {
            flags::values(pass, values, flags::Style::Text);
        }
        None => {}
    }
}

/// Replaces a list of NVIDIA architectures by the ones that the build was configured with.
fn architectures(pass: &mut Pass<'_, '_>, values: &[Arg<'_>], quote: bool) {
    let (Some(first), Some(last)) = (values.first(), values.last()) else { return };
    let is_off = flags::truth(first.text) == Some(false);
    let is_own = file::reference(first).is_some_and(|name| name == "CMAKE_CUDA_ARCHITECTURES");
    if values.len() == 1 && (is_off || is_own) {
        return;
    }
    let old: Vec<&str> = values.iter().map(|v| v.text).collect();
    let message = format!("NVIDIA architectures `{}` replaced by the configured ones", old.join(" "));
    pass.note_architectures(first.span.start..last.span.end, message);
    let new = if quote { "\"${CMAKE_HIP_ARCHITECTURES}\"" } else { "${CMAKE_HIP_ARCHITECTURES}" };
    if values.iter().skip(1).any(|v| v.after_comment) {
        pass.found.replace(first.span.clone(), new);
        values.iter().skip(1).for_each(|v| pass.found.delete(v.span.clone()));
    } else {
        pass.found.replace(first.span.start..last.span.end, new);
    }
}

fn rename(pass: &mut Pass<'_, '_>, arg: &Arg<'_>) {
    match property(arg.text) {
        Some(Property::Renamed(new)) => pass.found.replace(arg.inner.clone(), new),
        Some(Property::Architectures) => pass.found.replace(arg.inner.clone(), "HIP_ARCHITECTURES"),
        Some(_) => pass.warn(arg.span.clone(), format!("property `{}` has no counterpart in HIP", arg.text), NEEDLESS),
        None => {}
    }
}

/// `target_compile_features(t PUBLIC cuda_std_17)`.
pub(super) fn compile_features(pass: &mut Pass<'_, '_>, command: &Command<'_>) {
    for arg in command.args.iter().filter(|a| a.text.starts_with("cuda_std_")) {
        pass.found.replace(arg.inner.start..arg.inner.start + 4, "hip");
    }
}

/// Whether all that a command sets are properties that CUDA alone has.
pub(super) fn are_of_cuda(command: &Command<'_>) -> bool {
    let is_of_cuda = |index: usize| property(command.arg(index)).is_some();
    match command.args.iter().position(|arg| matches!(arg.text, "PROPERTIES" | "PROPERTY")) {
        Some(at) if command.args[at].text == "PROPERTY" => is_of_cuda(at + 1),
        // What is changed of the others would be another command for HIP.
        Some(at) => {
            let mut names = (at + 1..command.args.len()).step_by(2);
            names.all(|index| {
                is_of_cuda(index)
                    || !matches!(
                        command.arg(index),
                        "LANGUAGE" | "COMPILE_FLAGS" | "COMPILE_OPTIONS" | "LINK_FLAGS" | "LINK_OPTIONS"
                    )
            })
        }
        None => false,
    }
}

/// Of a ported command of `text`, what sets properties of HIP; nothing where those are the configured architectures alone.
pub(super) fn of_hip(text: &str, command: &Command<'_>) -> Option<String> {
    let at = command.args.iter().position(|arg| matches!(arg.text, "PROPERTIES" | "PROPERTY"))?;
    let says = |index: &usize| {
        let is_default = command.arg(*index) == "HIP_ARCHITECTURES" && command.arg(index + 1) == "${CMAKE_HIP_ARCHITECTURES}";
        command.arg(*index).starts_with("HIP_") && !is_default
    };
    if command.args[at].text == "PROPERTY" {
        return says(&(at + 1)).then(|| text[command.span.clone()].to_owned());
    }
    let pairs: Vec<usize> = (at + 1..command.args.len()).step_by(2).filter(says).collect();
    let raw = |index: usize| command.args.get(index).map_or("", |arg| file::raw(text, arg));
    let words: String = pairs.iter().map(|index| format!(" {} {}", raw(*index), raw(index + 1))).collect();
    (!pairs.is_empty()).then(|| format!("{}{words})", &text[command.span.start..command.args[at].span.end]))
}
