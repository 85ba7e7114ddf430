//! A kernel or device procedure to its definition and prototype in C++.

use super::body::Body;
use super::cpp::{Result, identifier, unsupported};
use super::expansion::Expansions;
use super::hidden::{hidden, name_in};
use super::record::Records;
use super::writer::Writer;
use crate::ast::{Dim, Problem, Stmt, StmtKind, Unit, UnitKind};
use crate::launcher::{deferred, lies_together, symbol};
use crate::sema::{Index, Type, UnitRef, Variable};

/// A procedure in C++.
pub(crate) struct Procedure {
    pub(crate) prototype: String,
    pub(crate) text: String,
    pub(crate) problems: Vec<Problem>,
}

/// The C++ name of a kernel or device procedure.
pub(crate) fn function_name(index: &Index<'_>, unit: &UnitRef) -> String {
    let ast = index.unit(unit);
    match ast.c_name().filter(|_| ast.is_kernel()) {
        Some(name) => name,
        None => identifier(&symbol(index, unit)),
    }
}

/// The name of the address that an array's view, or a scalar's reference, is made from.
pub(crate) fn data_name(name: &str) -> String {
    format!("{name}_data")
}

/// Translates the procedure; what could not be is in `problems`, and the text is then not to be used.
pub(crate) fn procedure<'a>(
    index: &Index<'a>,
    unit: &UnitRef,
    (source, path): (&[u8], &str),
    expansions: &'a Expansions,
    records: &mut Records,
) -> Procedure {
    let ast = index.unit(unit);
    let mut body = Body::new(index, unit, source, records, index.names(unit).clone());
    body.expansions = Some(expansions);
    let head = head(&mut body, ast, unit);
    let head = body.note(head).unwrap_or_default();
    let views = views(&mut body, ast, unit);
    let views = body.note(views).unwrap_or_default();
    let text = definition(&mut body, ast, unit, views);
    let line = 1 + memchr::memchr_iter(b'\n', &source[..(ast.span.start as usize).min(source.len())]).count();
    let problems = std::mem::take(&mut body.problems);
    Procedure { prototype: format!("{head};\n"), text: format!("// {path}:{line}\n{head}\n{{\n{text}}}\n"), problems }
}

/// Everything up to the body.
fn head<'a>(body: &mut Body<'_, 'a>, ast: &'a Unit, unit: &UnitRef) -> Result<String> {
    let index = body.index;
    let mut params = Vec::new();
    for position in 0..ast.dummies.len() {
        let dummy = &ast.dummies[position];
        let Some(variable) = body.scope.dummy(unit, position) else {
            return unsupported(dummy.span, format!("the argument `{}`", dummy.key));
        };
        let with_bounds = ast.is_kernel() && variable.dims.is_some_and(deferred) && (variable.allocatable || variable.pointer);
        if variable.optional && (variable.value || with_bounds) {
            return unsupported(dummy.span, format!("the optional argument `{}`, which has no address", dummy.key));
        }
        params.push(parameter(body, ast, &dummy.key, &variable, dummy.span)?);
    }
    for one in hidden(index, unit) {
        let name = name_in(index, unit, &one);
        body.hidden.insert((one.module.clone(), one.name.clone()), name.clone());
        params.push(parameter(body, ast, &name, &Variable { value: false, ..one.variable }, ast.head)?);
    }
    let returns = match ast.kind {
        UnitKind::Function => result_type(body, ast, unit)?,
        _ => "void".to_owned(),
    };
    let name = function_name(index, unit);
    let bounds = launch_bounds(body, ast)?;
    let start = match ast.is_kernel() {
        true => {
            let linkage = if ast.bind.is_some() { "extern \"C\" " } else { "" };
            format!("{linkage}__global__ {returns} {bounds}{name}(")
        }
        false => format!("[[maybe_unused]] static __device__ {returns} {name}("),
    };
    Ok(wrapped(&start, &params))
}

/// What a function returns: an array as one value, whose elements are counted from 1 by those who call it.
fn result_type<'a>(body: &mut Body<'_, 'a>, ast: &'a Unit, unit: &UnitRef) -> Result<String> {
    let Some(result) = body.scope.result_of(unit) else { return unsupported(ast.head, "a function of no known type") };
    let ty = body.spell(&result.ty, ast.head)?;
    let Some(dims) = result.dims else { return Ok(ty) };
    let extents: Option<Vec<_>> = dims.iter().map(|dim| body.scope.extent(dim)).collect();
    let Some(extents) = extents else { return unsupported(ast.head, "a function whose result is an array of no constant size") };
    let bounds: Vec<_> = extents.iter().map(|extent| format!("gpufort::bounds<1, {extent}>")).collect();
    Ok(format!("gpufort::fixed<{ty}, {}>", bounds.join(", ")))
}

/// The parameters, broken into lines that are not too long.
pub(crate) fn wrapped(start: &str, params: &[String]) -> String {
    let mut text = start.to_owned();
    let mut width = start.len();
    for (number, param) in params.iter().enumerate() {
        let last = number + 1 == params.len();
        if number > 0 && width + param.len() + 2 > 120 {
            text.push_str("\n    ");
            width = 4;
        } else if number > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(param);
        width += param.len() + 1;
        if !last {
            text.push(',');
        }
    }
    text + ")"
}

fn launch_bounds<'a>(body: &mut Body<'_, 'a>, ast: &'a Unit) -> Result<String> {
    if let Some((span, _)) = &ast.prefix.cluster_dims {
        return unsupported(*span, "`cluster_dims`: AMD GPUs have no clusters of blocks");
    }
    // The second number is blocks in CUDA and waves in HIP, a hint that does not carry over.
    match ast.prefix.launch_bounds.as_ref().and_then(|(_, bounds)| bounds.first()) {
        Some(threads) => match body.scope.constant(threads).and_then(|value| value.integer()) {
            Some(threads) => Ok(format!("__launch_bounds__({threads}) ")),
            None => unsupported(threads.span, "`launch_bounds` that are not constants"),
        },
        None => Ok(String::new()),
    }
}

fn parameter<'a>(
    body: &mut Body<'_, 'a>,
    ast: &'a Unit,
    key: &str,
    variable: &Variable<'a>,
    span: crate::ast::Span,
) -> Result<String> {
    let name = identifier(key);
    if variable.ty == Type::Character && variable.dims.is_none() && !ast.is_kernel() && is_string(body, variable) {
        // What is passed may be longer.
        return Ok(format!("gpufort::text_view {name}"));
    }
    let ty = body.spell_variable(variable, span)?;
    if variable.value && ty.starts_with("gpufort::text<") {
        return unsupported(span, format!("the string `{key}`, which is passed by value"));
    }
    // Fortran's dummies do not overlap, unless they say so.
    let alone = if variable.target || variable.pointer { "" } else { "__restrict__ " };
    Ok(match variable.dims {
        Some(dims) if deferred(dims) => {
            let class = if lies_together(variable) { "array" } else { "strided" };
            format!("gpufort::{class}<{ty}, {}> {name}", dims.len())
        }
        Some(_) => format!("{ty} *{alone}{}", data_name(&name)),
        None if variable.optional && variable.intent.is_some_and(|(_, writes)| !writes) => format!("const {ty} *{name}"),
        None if variable.optional => format!("{ty} *{name}"),
        None if variable.value => format!("{ty} {name}"),
        None if ast.is_kernel() => format!("{ty} *{alone}{}", data_name(&name)),
        None if variable.intent.is_some_and(|(_, writes)| !writes) => format!("const {ty} &{name}"),
        None => format!("{ty} &{name}"),
    })
}

/// A string that is not one character.
fn is_string(body: &Body<'_, '_>, variable: &Variable<'_>) -> bool {
    body.scope.characters(variable) != Some(1)
}

/// What the body sees of its arguments: views of arrays, references to scalars.
fn views<'a>(body: &mut Body<'_, 'a>, ast: &'a Unit, unit: &UnitRef) -> Result<Vec<String>> {
    let index = body.index;
    let mut scalars = Vec::new();
    let mut arrays = Vec::new();
    for (position, dummy) in ast.dummies.iter().enumerate() {
        let Some(variable) = body.scope.dummy(unit, position) else { continue };
        view(body, ast, &identifier(&dummy.key), &variable, &mut scalars, &mut arrays)?;
    }
    for one in hidden(index, unit) {
        let name = identifier(&name_in(index, unit, &one));
        // The bounds of a module's array are constants of the module.
        let here = std::mem::replace(&mut body.scope, index.scope(&one.owner));
        let variable = Variable { value: false, ..one.variable };
        let made = view(body, ast, &name, &variable, &mut scalars, &mut arrays);
        body.scope = here;
        made?;
    }
    scalars.append(&mut arrays);
    Ok(scalars)
}

fn view<'a>(
    body: &mut Body<'_, 'a>,
    ast: &'a Unit,
    name: &str,
    variable: &Variable<'a>,
    scalars: &mut Vec<String>,
    arrays: &mut Vec<String>,
) -> Result<()> {
    let span = ast.head;
    if variable.ty == Type::Character && variable.dims.is_none() && !ast.is_kernel() && is_string(body, variable) {
        if let Some(characters) = body.scope.characters(variable) {
            scalars.push(format!("{name} = gpufort::part({name}, 1, {characters});"));
        }
        return Ok(());
    }
    let ty = body.spell_variable(variable, span)?;
    match variable.dims {
        Some(dims) if deferred(dims) => {
            // A kernel's arrays arrive with 1, those of modules keep what they have.
            let counted = variable.dummy && !variable.pointer && !variable.allocatable;
            let plain = vec!["1"; dims.len()].join(", ");
            let lowers = body.declared_lowers(variable)?.or_else(|| (!ast.is_kernel()).then_some(plain));
            if let Some(lowers) = lowers.filter(|_| counted) {
                arrays.push(format!("{name} = {name}.from({lowers});"));
            }
        }
        Some(dims) => {
            let mut list = vec![data_name(name)];
            for dim in dims {
                list.push(body.range(dim, span)?);
            }
            arrays.push(format!("const gpufort::array<{ty}, {}> {name}({});", dims.len(), list.join(", ")));
        }
        None if ast.is_kernel() && !variable.value && !variable.optional => {
            scalars.push(format!("{ty} &{name} = *{};", data_name(name)))
        }
        None => {}
    }
    Ok(())
}

/// The lines between the braces.
fn definition<'a>(body: &mut Body<'_, 'a>, ast: &'a Unit, unit: &UnitRef, views: Vec<String>) -> String {
    if ast.kind == UnitKind::Function {
        let name = &ast.result.as_ref().unwrap_or(&ast.name).key;
        let dims = body.scope.result_of(unit).and_then(|result| result.dims).unwrap_or_default();
        let counts_from_one = dims.iter().all(|dim| !matches!(dim, Dim::Explicit { lower: Some(_), .. }));
        let own = identifier(name);
        body.result = Some(if counts_from_one { own } else { format!("gpufort::from_one({own})") });
        if !declares(&ast.spec, name) {
            let ty = result_type(body, ast, unit);
            if let Some(ty) = body.note(ty) {
                body.out.line(format!("{ty} {};", identifier(name)));
            }
        }
    }
    body.skip_comments(ast.head.end);
    body.find_targets(&ast.body);
    body.declarations(&ast.spec);
    if let Some(last) = ast.spec.last() {
        body.comments_before(crate::layout::next_line(body.source, last.span.end as usize) as u32);
    }
    body.dimensioned_variables(&ast.spec, 0);
    let names = body.scope.index().names(unit).clone();
    body.implicit_variables(names.into_iter().filter(|name| !ast.dummies.iter().any(|dummy| dummy.key == *name)));
    let locals = std::mem::replace(&mut body.out, Writer::at(1));
    body.statements(&ast.body);
    body.comments_before(ast.end.start);
    if let Some(result) = body.result.clone() {
        body.out.line(format!("return {result};"));
    }
    let statements = std::mem::replace(&mut body.out, Writer::at(1));
    prologue(body, views);
    body.out.extend(locals);
    if !body.out.is_empty() && !statements.is_empty() {
        body.out.line("");
    }
    body.out.extend(statements);
    body.out.text()
}

/// Whether a declaration names `key`.
fn declares(spec: &[Stmt], key: &str) -> bool {
    spec.iter().any(|stmt| match &stmt.kind {
        StmtKind::Declare(declare) => declare.entities.iter().any(|entity| entity.name.key == key),
        _ => false,
    })
}

/// What the body turned out to need, before its own declarations.
pub(crate) fn prologue(body: &mut Body<'_, '_>, views: Vec<String>) {
    for line in std::mem::take(&mut body.constant_lines) {
        body.out.line(line);
    }
    for name in std::mem::take(&mut body.coordinates) {
        let value = match name {
            "threadidx" => "gpufort::thread_index()",
            "blockidx" => "gpufort::block_index()",
            "blockdim" => "gpufort::block_size()",
            _ => "gpufort::grid_size()",
        };
        body.out.line(format!("const gpufort::index3 {name} = {value};"));
    }
    if body.dynamic_shared {
        body.out.line("extern __shared__ char gpufort_shared[];");
    }
    views.into_iter().for_each(|line| body.out.line(line));
}
