//! One loop: its kernel, its launcher and the call of that.

use super::axis::{Axis, Bound, Plan, guard_axis, open_axis, scalar_type};
use super::call::call;
use super::capture::{Capture, Captures};
use super::nest::{Level, Nest, nest};
use super::reduction::scalars;
use super::{Loop, Replacement};
use crate::ast::{CufKernel, Expr, Form, Problem, Span, StmtKind};
use crate::kernel::body::{Body, Construct};
use crate::kernel::cpp::{Result, identifier};
use crate::kernel::expansion::Expansions;
use crate::kernel::hidden::{hidden_of, reachable};
use crate::kernel::launch::{argument, element, head};
use crate::kernel::procedure::{data_name, prologue, wrapped};
use crate::kernel::record::Records;
use crate::kernel::writer::Writer;
use crate::launcher::{Launcher, Param, Passing, deferred, lies_together, with_ending};
use crate::sema::{Index, Scope, Type, UnitRef, Variable, names_of};
use crate::source::Source;
use crate::walk::{top_expressions, walk};
use std::collections::BTreeSet;

/// Translates the loop that `directive` is about, in procedure `unit`.
pub(super) fn loop_kernel<'a>(
    index: &Index<'a>,
    unit: &UnitRef,
    source: &Source<'_>,
    directive: &'a CufKernel,
    name: &str,
    expansions: &'a Expansions,
    records: &mut Records,
) -> Loop {
    let scope = index.scope(unit);
    let end = directive.body.as_ref().map_or(directive.directive.end, |body| body.span.end);
    let span = Span { start: directive.directive.start, end };
    let mut launcher =
        Launcher { symbol: with_ending(name, "_launch"), unit: unit.clone(), cooperative: false, params: Vec::new() };
    let shift = indentation(source.bytes, directive, index.files()[unit.file].form);
    let replacement = |text: String| Replacement { span, text: format!("{shift}{text}"), unit: unit.clone() };
    let nest = match nest(&scope, directive) {
        Ok(nest) => nest,
        Err(problem) => {
            let head = head(&scope, &launcher, records);
            let text = call(&scope, source.bytes, directive, &launcher);
            let (kernel, launch) = (String::new(), String::new());
            return Loop {
                launcher,
                replacement: replacement(text),
                callees: Vec::new(),
                problems: vec![*problem],
                kernel,
                head,
                launch,
            };
        }
    };
    let mut plan = plan(scope, source.bytes, directive, &nest);
    launcher.params = params(&mut plan);
    let (kernel, problems) = kernel_text(index, unit, source, directive, name, expansions, &nest, &mut plan, records);
    let mut all = std::mem::take(&mut plan.problems);
    all.extend(problems);
    Loop {
        head: head(&scope, &launcher, records),
        launch: launch_text(&scope, name, &plan, &launcher, records),
        replacement: replacement(call(&scope, source.bytes, directive, &launcher)),
        callees: plan.captures.callees,
        problems: all,
        kernel,
        launcher,
    }
}

/// The blanks that bring the call under the loop, and in fixed form into the statement's columns.
fn indentation(source: &[u8], directive: &CufKernel, form: Form) -> String {
    let column = |at: u32| {
        let before = &source[..(at as usize).min(source.len())];
        before.len() - before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1)
    };
    let own = column(directive.directive.start);
    let mut wanted = directive.body.as_ref().map_or(own, |body| column(body.span.start));
    if form.is_fixed() {
        wanted = wanted.max(6);
    }
    " ".repeat(wanted.saturating_sub(own))
}

fn plan<'t, 'a>(scope: Scope<'t, 'a>, source: &'t [u8], directive: &'a CufKernel, nest: &Nest<'a>) -> Plan<'t, 'a> {
    let indices: BTreeSet<_> = nest.levels.iter().map(|level| level.variable.key.clone()).collect();
    let mut scalars = scalars(&scope, directive, nest.body, &indices);
    let mut problems = std::mem::take(&mut scalars.problems);
    let mut own = indices.clone();
    own.extend(scalars.private.iter().cloned());
    own.extend(scalars.reduced.keys().cloned());
    let mut captures = Captures::new(scope, source, own);
    walk(nest.body, &mut |stmt| {
        if let StmtKind::Call(one) = &stmt.kind
            && let Some(callee) = scope.resolve_call(&one.callee, &one.args)
        {
            captures.callee(&callee);
        }
        if matches!(stmt.kind, StmtKind::Return) {
            problems.push(Problem { span: stmt.span, message: "a `return` from a loop whose passes run in parallel".to_owned() });
        }
        top_expressions(stmt, &mut |expr| {
            if let Err(problem) = captures.expression(expr) {
                problems.push(*problem);
            }
        });
    });
    let mut computed = Vec::new();
    let axes = axes(&mut captures, nest, &mut computed, &mut problems);
    let hidden = hidden_arguments(&mut captures, &mut problems, directive);
    Plan { captures, scalars, axes, computed, hidden, problems }
}

fn axes<'a>(
    captures: &mut Captures<'_, 'a>,
    nest: &Nest<'a>,
    computed: &mut Vec<Param>,
    problems: &mut Vec<Problem>,
) -> Vec<Axis<'a>> {
    let mut axes = Vec::new();
    for level in &nest.levels {
        let mut bound = |what: &str, expr: Option<&'a Expr>| {
            let Some(expr) = expr else { return Bound::Text("1".to_owned()) };
            if let Some(value) = captures.scope.constant(expr).and_then(|value| value.integer()) {
                return Bound::Text(value.to_string());
            }
            if names_of(expr).iter().any(|name| captures.own.contains(name)) {
                if let Err(problem) = captures.expression(expr) {
                    problems.push(*problem);
                }
                return Bound::Inner(expr);
            }
            let actual = format!("int({}, c_int64_t)", captures.text(expr));
            let param = captures.computed(&format!("{}_{what}", level.variable.key), actual, Type::Integer(8));
            let text = identifier(&param.name);
            computed.push(param);
            Bound::Text(text)
        };
        let (from, to, step) = (bound("from", Some(level.from)), bound("to", Some(level.to)), bound("step", level.step));
        axes.push(Axis { level: Level { ..*level }, from, to, step });
    }
    axes
}

/// The module variables that called procedures name must be in the host's scope, to be passed on.
fn hidden_arguments<'a>(
    captures: &mut Captures<'_, 'a>,
    problems: &mut Vec<Problem>,
    directive: &CufKernel,
) -> Vec<(Param, Variable<'a>, (smol_str::SmolStr, smol_str::SmolStr))> {
    let index = captures.scope.index();
    let mut units = reachable(index, &captures.callees);
    units.extend(captures.callees.iter().cloned());
    let mut list = Vec::new();
    for one in hidden_of(index, &units) {
        let seen = captures.scope.lookup(&one.name);
        if seen.is_none_or(|symbol| symbol.owner.as_ref() != Some(&one.owner) || symbol.name != one.name) {
            let message =
                format!("`{}` of module `{}`, which a called procedure needs and which is not seen here", one.name, one.module);
            problems.push(Problem { span: directive.directive, message });
            continue;
        }
        let passing = match one.variable.dims {
            Some(dims) if deferred(dims) => Passing::Bounds { rank: dims.len() },
            _ => Passing::Address,
        };
        let name = captures.name(&one.name);
        let param = Param {
            characters: index.scope(&one.owner).characters(&one.variable).unwrap_or(1),
            name,
            actual: one.name.to_string(),
            ty: one.variable.ty.clone(),
            passing,
            module: Some(one.module.to_string()),
            contiguous: lies_together(&one.variable),
            optional: false,
        };
        list.push((param, one.variable, (one.module, one.name)));
    }
    list
}

/// The launcher's parameters: what is captured, what the host computes, module variables, results of reductions.
fn params(plan: &mut Plan<'_, '_>) -> Vec<Param> {
    let mut params: Vec<_> = plan.captures.found.values().map(|capture| capture.param.clone()).collect();
    params.extend(plan.computed.iter().cloned());
    params.extend(plan.hidden.iter().map(|(param, ..)| param.clone()));
    for name in plan.scalars.reduced.keys() {
        let ty = scalar_type(&plan.captures.scope, name);
        params.push(Param {
            characters: 1,
            name: name.to_string(),
            actual: name.to_string(),
            ty,
            passing: Passing::Reference,
            module: None,
            contiguous: false,
            optional: false,
        });
    }
    params
}

#[allow(clippy::too_many_arguments)]
fn kernel_text<'a>(
    index: &Index<'a>,
    unit: &UnitRef,
    source: &Source<'_>,
    directive: &'a CufKernel,
    name: &str,
    expansions: &'a Expansions,
    nest: &Nest<'a>,
    plan: &mut Plan<'_, 'a>,
    records: &mut Records,
) -> (String, Vec<Problem>) {
    let mut names = index.names(unit).clone();
    names.extend(plan.captures.found.values().map(|capture| capture.param.name.as_str().into()));
    let mut body = Body::new(index, unit, source.bytes, records, names);
    body.expansions = Some(expansions);
    let start = directive.directive.start;
    body.next_comment = body.comments.partition_point(|comment| comment.start < start);
    let mut list = Vec::new();
    let mut views = Vec::new();
    for (key, capture) in &plan.captures.found {
        body.captures.insert(key.clone(), identifier(&capture.param.name));
        let made = parameter(&mut body, capture, directive.directive, &mut views);
        list.extend(body.note(made));
    }
    list.extend(plan.computed.iter().map(|param| format!("int64_t {}", identifier(&param.name))));
    for (param, variable, key) in &plan.hidden {
        body.hidden.insert(key.clone(), param.name.clone());
        let capture = Capture { param: param.clone(), variable: variable.clone() };
        let made = parameter(&mut body, &capture, directive.directive, &mut views);
        list.extend(body.note(made));
    }
    for own in &plan.captures.own {
        body.captures.insert(own.to_string(), identifier(own));
    }
    for name in plan.scalars.reduced.keys() {
        let ty = scalar_type(&body.scope, name);
        let ty = body.spell(&ty, directive.directive);
        list.extend(body.note(ty).map(|ty| format!("{ty} *{name}_partial")));
    }
    if plan.is_direct() {
        list.push("gpufort::loop_start start".to_owned());
    }
    let text = inside(&mut body, directive, nest, plan, views);
    let line = 1 + memchr::memchr_iter(b'\n', &source.bytes[..start as usize]).count();
    let head = wrapped(&format!("__global__ void {name}("), &list);
    (format!("// {}:{line}\n{head}\n{{\n{text}}}\n", source.path), std::mem::take(&mut body.problems))
}

/// The kernel's parameter for what is captured, and the line that makes it what the loop names.
fn parameter<'a>(body: &mut Body<'_, 'a>, capture: &Capture<'a>, span: Span, views: &mut Vec<String>) -> Result<String> {
    let name = identifier(&capture.param.name);
    let ty = body.spell_variable(&capture.variable, span)?;
    Ok(match (capture.param.passing, capture.variable.dims) {
        (Passing::Bounds { rank } | Passing::Descriptor { rank }, _) => {
            let class = if capture.param.contiguous { "array" } else { "strided" };
            format!("gpufort::{class}<{ty}, {rank}> {name}")
        }
        (Passing::Address, Some(dims)) => {
            let mut list = vec![data_name(&name)];
            for dim in dims {
                list.push(body.range(dim, span)?);
            }
            views.push(format!("const gpufort::array<{ty}, {}> {name}({});", dims.len(), list.join(", ")));
            format!("{ty} *{}", data_name(&name))
        }
        (Passing::Address, None) => {
            views.push(format!("{ty} &{name} = *{};", data_name(&name)));
            format!("{ty} *{}", data_name(&name))
        }
        _ => format!("{ty} {name}"),
    })
}

/// The lines between the kernel's braces.
fn inside<'a>(
    body: &mut Body<'_, 'a>,
    directive: &'a CufKernel,
    nest: &Nest<'a>,
    plan: &Plan<'_, 'a>,
    views: Vec<String>,
) -> String {
    body.find_targets(nest.body);
    for name in &plan.scalars.private {
        let ty = scalar_type(&body.scope, name);
        let ty = body.spell(&ty, directive.directive);
        if let Some(ty) = body.note(ty) {
            body.out.line(format!("{ty} {};", identifier(name)));
        }
    }
    for (name, operation) in &plan.scalars.reduced {
        let ty = scalar_type(&body.scope, name);
        let ty = body.spell(&ty, directive.directive);
        if let Some(ty) = body.note(ty) {
            body.out.line(format!("{ty} {} = gpufort::{operation}::neutral<{ty}>();", identifier(name)));
        }
    }
    body.skip_comments(directive.directive.end);
    let direct = plan.is_direct();
    for (number, axis) in plan.axes.iter().enumerate() {
        let number = plan.axes.len() - 1 - number;
        let opened = if direct { guard_axis(body, axis, number) } else { open_axis(body, axis, number) };
        body.note(opened);
    }
    let parallel = Some(if direct { "return;" } else { "continue;" });
    body.constructs.push(Construct { name: None, is_loop: true, parallel, exit_label: None, cycle_label: None });
    body.statements(nest.body);
    if let Some(stmt) = &directive.body {
        body.comments_before(stmt.span.end);
    }
    for _ in plan.axes.iter().filter(|_| !direct) {
        body.out.close("}");
    }
    for (name, operation) in &plan.scalars.reduced {
        body.out.line(format!("gpufort::reduce_block<gpufort::{operation}>({}, {name}_partial);", identifier(name)));
    }
    let statements = std::mem::replace(&mut body.out, Writer::at(1));
    prologue(body, views);
    body.out.extend(statements);
    body.out.text()
}

/// The lines between the launcher's braces.
fn launch_text(scope: &Scope<'_, '_>, name: &str, plan: &Plan<'_, '_>, launcher: &Launcher, records: &mut Records) -> String {
    let mut out = Writer::at(1);
    let trips = plan.axes.iter().rev().take(3).map(|axis| match (&axis.from, &axis.to, &axis.step) {
        (Bound::Text(from), Bound::Text(to), Bound::Text(step)) => {
            format!("gpufort::trips({from}, {to}, {step})")
        }
        // Bounds that follow an outer loop: any number of threads does, since each goes on in strides.
        _ => "256".to_owned(),
    });
    let trips: Vec<_> = trips.collect();
    if plan.is_direct() {
        let mut list = vec![name.to_owned(), "*block".to_owned(), "bytes".to_owned(), "stream".to_owned()];
        list.push(format!("{{{}}}", trips.join(", ")));
        list.extend(launcher.params.iter().map(|param| argument(scope, param, records)));
        out.line(format!("{};", wrapped("gpufort::launch_loops(", &list)));
        return out.text();
    }
    let shape = ["*grid".to_owned(), "*block".to_owned(), format!("{{{}}}", trips.join(", "))];
    out.line(format!("const gpufort::loop_shape shape = {};", wrapped("gpufort::shape_of(", &shape)));
    let mut list = vec![name.to_owned(), "false".to_owned()];
    list.extend(["shape.grid", "shape.block", "bytes", "stream"].map(str::to_owned));
    let mut finish = Vec::new();
    for param in &launcher.params {
        let Some(operation) = plan.scalars.reduced.get(param.name.as_str()) else {
            list.push(argument(scope, param, records));
            continue;
        };
        let ty = element(scope, param, records);
        let own = identifier(&param.name);
        out.line(format!("gpufort::partials<gpufort::{operation}, {ty}> {}_partial(shape.blocks());", param.name));
        list.push(format!("{}_partial.data", param.name));
        finish.push(format!("{}_partial.finish(*{own}, stream);", param.name));
    }
    out.line(format!("{};", wrapped("gpufort::launch(", &list)));
    finish.iter().for_each(|line| out.line(line));
    out.text()
}
