//! Names to the values that they get elsewhere: constant memory, members, parameters of functions and of templates.
//!
//! A name counts as a constant where all that it is given, in the file or, for members, in the tree, is one value.

use crate::file::File;
use crate::file::masks::assigned;
use crate::given::{Given, given_by};
use hipify_condition::Value;
use hipify_syntax::call::Call;
use hipify_syntax::constants::evaluate_with;
use hipify_syntax::functions::Function;
use hipify_syntax::tokens::closing_angle;
use hipify_syntax::variables::Variable;
use hipify_syntax::{Argument, Code, TokenKind};

/// Names of names that are followed.
pub(crate) const DEEPEST: usize = 4;

/// The value of the expression from `first` to `last`, with what its names are given.
pub(crate) fn value(file: &File<'_>, first: usize, last: usize, depth: usize) -> Option<Value> {
    let depth = depth.checked_sub(1)?;
    let is_variable = |at: usize| file.variable(at).is_some();
    let followed = |first: usize, last: usize| if first == last { named(file, first, depth) } else { member(file, last) };
    evaluate_with(&file.code, file.macros(), &is_variable, &followed, first, last)
}

/// The value of the name at `at`, which is no constant by itself.
fn named(file: &File<'_>, at: usize, depth: usize) -> Option<Value> {
    let Some(variable) = file.variable(at) else { return template_parameter(file, at, depth) };
    if variable.indirect || variable.array.is_some() || !assigned(file, variable).is_empty() {
        return None;
    }
    if variable.parameter {
        return parameter(file, variable, depth).value();
    }
    let initial = variable.initializer.map(|(first, last)| Given::of(of(file, first, last, depth)));
    let copied = copies_to(file, variable.name).into_iter().map(|from| Given::of(copied_value(file, from, depth)));
    Given::all(initial.into_iter().chain(copied)).value()
}

fn of(file: &File<'_>, first: usize, last: usize, depth: usize) -> Option<Value> {
    file.value(first, last).or_else(|| value(file, first, last, depth))
}

/// The functions that copy to a variable of the device.
const COPIES: &[&str] = &["cudaMemcpyToSymbol", "cudaMemcpyToSymbolAsync", "hipMemcpyToSymbol", "hipMemcpyToSymbolAsync"];

/// What is copied to the variable of the device that is declared at `name`: the second arguments of the copies.
fn copies_to(file: &File<'_>, name: usize) -> Vec<Argument> {
    let code = &file.code;
    if !COPIES.iter().any(|copy| file.sketch().may_hold(copy.as_bytes())) {
        return Vec::new();
    }
    let copy = |at: usize| {
        let is_copy = code.kind(at) == TokenKind::Identifier && COPIES.contains(&file.text(at));
        let call = Call::at(code, at).filter(|_| is_copy)?;
        let [to, from, ..] = call.arguments[..] else { return None };
        (to.first..=to.last).any(|i| code.is_word(i, code.text(name))).then_some(from)
    };
    (0..code.tokens.len()).filter_map(copy).collect()
}

/// The value that `&variable` leads to.
fn copied_value(file: &File<'_>, from: Argument, depth: usize) -> Option<Value> {
    let at = file.code.next(from.first).filter(|&at| file.code.is(from.first, b'&') && at == from.last)?;
    let variable = file.variable(at)?;
    let initial = variable.initializer.map(|(first, last)| Given::of(of(file, first, last, depth)));
    let later = assigned(file, variable).into_iter().map(|(first, last)| Given::of(of(file, first, last, depth)));
    Given::all(initial.into_iter().chain(later)).value()
}

/// What the file's launches and calls give a parameter.
fn parameter(file: &File<'_>, variable: &Variable, depth: usize) -> Given {
    let has = |(open, close): (usize, usize)| (open..close).contains(&variable.name);
    let Some(function) = file.functions().all.iter().find(|function| has(function.parameters)) else { return Given::Nothing };
    let (open, close) = function.parameters;
    let parameters = file.code.split(open, close).unwrap_or_default();
    let number = parameters.iter().position(|p| (p.first..=p.last).contains(&variable.name));
    let (Some(number), Some(name)) = (number, function.name) else { return Given::Nothing };
    let argument = |arguments: &[Argument]| match arguments.get(number) {
        Some(argument) => Given::of(of(file, argument.first, argument.last, depth)),
        None => Given::of(variable.initializer.and_then(|(first, last)| of(file, first, last, depth))),
    };
    Given::all(uses_of(file, function, name).into_iter().map(|used| argument(&used.arguments)))
}

/// A launch or call of a function of the file.
struct Use {
    template: Vec<Argument>,
    arguments: Vec<Argument>,
}

fn uses_of(file: &File<'_>, function: &Function, name: usize) -> Vec<Use> {
    let code = &file.code;
    if function.is_kernel() {
        let launches = file.launches().iter().filter(|launch| code.text(launch.kernel) == code.text(name));
        return launches.map(|l| Use { template: template_behind(code, l.kernel), arguments: l.arguments.clone() }).collect();
    }
    let is_call = |at: &usize| *at != name && code.kind(*at) == TokenKind::Identifier && code.text(*at) == code.text(name);
    let calls = (0..code.tokens.len()).filter(is_call).filter_map(|at| Call::at(code, at));
    calls.map(|call| Use { template: call.template, arguments: call.arguments }).collect()
}

fn template_behind(code: &Code<'_>, name: usize) -> Vec<Argument> {
    let open = code.next(name).filter(|&open| code.is(open, b'<'));
    open.and_then(|open| code.split(open, code.template_close(open)?)).unwrap_or_default()
}

/// What the file's launches and calls give the template parameter of the function around `at`.
fn template_parameter(file: &File<'_>, at: usize, depth: usize) -> Option<Value> {
    let code = &file.code;
    let function = file.function_at(at)?;
    let open = code.next(function.first).filter(|&open| code.is_word(function.first, b"template") && code.is(open, b'<'))?;
    let close = closing_angle(code, open, function.parameters.0);
    let parameters = code.split(open, close)?;
    let is_it = |p: &Argument| (p.first..=p.last).take(16).any(|i| i > p.first && code.is_word(i, code.text(at)));
    let number = parameters.iter().position(is_it)?;
    let equals = (parameters[number].first..parameters[number].last).find(|&i| code.is(i, b'='));
    let default = equals.and_then(|equals| of(file, code.next(equals)?, parameters[number].last, depth));
    let given = |used: Use| match used.template.get(number) {
        Some(argument) => Given::of(of(file, argument.first, argument.last, depth)),
        None => Given::of(default),
    };
    Given::all(uses_of(file, function, function.name?).into_iter().map(given)).value()
}

/// The value of the member whose name stands at `at`: what the file and the tree assign to members of this name.
fn member(file: &File<'_>, at: usize) -> Option<Value> {
    let name = file.code.text(at);
    if file.code.kind(at) != TokenKind::Identifier {
        return None;
    }
    match given_by(&file.code, file.macros(), name) {
        Given::Other => None,
        here => here.and(file.outside.member(name, file.tree)).value(),
    }
}
