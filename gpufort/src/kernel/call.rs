//! Calls: device procedures with what they take by reference and as arrays, structure constructors.

use super::body::Body;
use super::cpp::{Cpp, Result, identifier, unsupported};
use super::hidden::hidden;
use super::intrinsic::argument;
use super::procedure::{data_name, function_name};
use crate::ast::{Arg, ArgValue, Expr, ExprKind, Span, UnitKind};
use crate::launcher::deferred;
use crate::sema::{SymbolKind, Type, UnitRef, Variable};

impl<'t, 'a> Body<'t, 'a> {
    /// `name(args)` that is not an element or a section.
    pub(crate) fn call(&mut self, expr: &'a Expr, base: &'a Expr, args: &'a [Arg]) -> Result<Cpp> {
        let ExprKind::Name(name) = &base.kind else { return unsupported(expr.span, "a call of this kind") };
        if let Some(callee) = self.scope.resolve_call(base, args) {
            return self.function(expr, &callee, args);
        }
        match self.scope.lookup(name).map(|symbol| symbol.kind) {
            Some(SymbolKind::DerivedType(_)) => self.structure(expr, args),
            Some(SymbolKind::Intrinsic) => self.intrinsic(expr, name, args),
            Some(SymbolKind::Cuda(_)) => self.cuda_function(expr, name, args),
            _ if self.is_constructor(expr) => self.structure(expr, args),
            _ => match self.cuda_function(expr, name, args) {
                Ok(value) => Ok(value),
                Err(_) => unsupported(expr.span, format!("`{name}`, which is not known as an array or function")),
            },
        }
    }

    fn is_constructor(&self, expr: &Expr) -> bool {
        self.scope.type_of(expr).is_some_and(|typed| self.scope.derived_type(&typed.ty).is_some())
            && !self.scope.is_function_call(expr)
    }

    /// A reference of a device function.
    fn function(&mut self, expr: &'a Expr, callee: &UnitRef, args: &'a [Arg]) -> Result<Cpp> {
        let unit = self.index.unit(callee);
        let Some(result) = self.index.scope(callee).result_of(callee).filter(|_| unit.kind == UnitKind::Function) else {
            return unsupported(expr.span, format!("`{}`, which is not a function", unit.name.key));
        };
        if let Some(dims) = result.dims {
            let name = self.array_result(expr, callee, args)?;
            return Ok(Cpp::atom(self.element(name, dims.len(), expr.span)?, result.ty));
        }
        let text = self.invocation(expr.span, callee, args)?;
        Ok(Cpp::atom(text, result.ty))
    }

    /// Calls a function that gives an array, before the statement: the name of the array.
    pub(super) fn array_result(&mut self, expr: &'a Expr, callee: &UnitRef, args: &'a [Arg]) -> Result<String> {
        let at = std::mem::take(&mut self.at);
        let call = self.invocation(expr.span, callee, args);
        self.at = at;
        let name = self.fresh("result");
        self.before.push(format!("const auto {name} = {};", call?));
        Ok(name)
    }

    /// The extents of what a function gives, if that is an array: they have to be constants.
    pub(super) fn result_shape(&self, expr: &Expr, base: &Expr, args: &[Arg]) -> Result<Option<Vec<String>>> {
        let Some(callee) = self.scope.resolve_call(base, args) else { return Ok(None) };
        let scope = self.index.scope(&callee);
        let Some(dims) = scope.result_of(&callee).and_then(|result| result.dims) else { return Ok(None) };
        match dims.iter().map(|dim| scope.extent(dim)).collect::<Option<Vec<_>>>() {
            Some(extents) => Ok(Some(extents.iter().map(u64::to_string).collect())),
            None => unsupported(expr.span, "a function whose result is an array of a size that is not constant"),
        }
    }

    /// `name(arguments)` for a device procedure.
    pub(crate) fn invocation(&mut self, span: Span, callee: &UnitRef, args: &'a [Arg]) -> Result<String> {
        let unit = self.index.unit(callee);
        let name = &unit.name.key;
        if !unit.is_device() || unit.is_kernel() {
            return unsupported(span, format!("a call of `{name}`, which has no `attributes(device)`"));
        }
        let scope = self.index.scope(callee);
        let mut list = Vec::new();
        for (position, dummy) in unit.dummies.iter().enumerate() {
            let Some(variable) = scope.dummy(callee, position) else {
                return unsupported(span, format!("the argument `{}` of `{name}`", dummy.key));
            };
            match argument(args, position, &dummy.key) {
                Some(actual) => list.push(self.actual(actual, &variable)?),
                None => match self.section_argument(args, position, &dummy.key) {
                    Some(arg) => return unsupported(arg.span, "this argument"),
                    None if !variable.optional => {
                        return unsupported(span, format!("a call of `{name}` without its argument `{}`", dummy.key));
                    }
                    None if variable.dims.is_some_and(deferred) => list.push("{}".to_owned()),
                    None => list.push("nullptr".to_owned()),
                },
            }
        }
        for one in hidden(self.index, callee) {
            let key = (one.module.clone(), one.name.clone());
            let Some(own) = self.hidden.get(&key).cloned() else {
                return unsupported(span, format!("`{}` of module `{}`, which `{name}` uses", one.name, one.module));
            };
            let own = identifier(&own);
            let explicit = one.variable.dims.is_some_and(|dims| !deferred(dims));
            list.push(if explicit { data_name(&own) } else { own });
        }
        Ok(format!("{}({})", function_name(self.index, callee), list.join(", ")))
    }

    fn section_argument(&self, args: &'a [Arg], position: usize, keyword: &str) -> Option<&'a Arg> {
        let named = args.iter().find(|arg| arg.keyword.as_ref().is_some_and(|name| name.key == keyword));
        named.or_else(|| args.get(position).filter(|arg| arg.keyword.is_none()))
    }

    fn actual(&mut self, actual: &'a Expr, dummy: &Variable<'a>) -> Result<String> {
        match dummy.dims {
            None if dummy.optional => self.optional_argument(actual, dummy),
            None => self.scalar_argument(actual, dummy),
            Some(dims) if deferred(dims) => self.shaped_argument(actual, dims.len()),
            Some(_) => self.contiguous_argument(actual, dummy),
        }
    }

    /// The address of a scalar; an optional argument of the caller's is passed on as it is.
    fn optional_argument(&mut self, actual: &'a Expr, dummy: &Variable<'a>) -> Result<String> {
        if let ExprKind::Name(name) = &actual.kind
            && self.scope.variable(actual).is_some_and(|variable| variable.optional)
        {
            return Ok(identifier(name));
        }
        let value = self.value(actual)?;
        if value.ty != dummy.ty {
            return unsupported(actual.span, "an argument of another type or kind than its dummy");
        }
        if self.is_variable(actual) {
            return Ok(format!("&{}", value.text));
        }
        let ty = self.spell(&value.ty, actual.span)?;
        let name = self.fresh("value");
        self.before.push(format!("{ty} {name} = {};", value.text));
        Ok(format!("&{name}"))
    }

    /// By value, or by reference to a variable, or to a temporary one that holds an expression's value.
    fn scalar_argument(&mut self, actual: &'a Expr, dummy: &Variable<'a>) -> Result<String> {
        let value = self.value(actual)?;
        if value.ty == Type::Character && dummy.ty == Type::Character && self.scope.characters(dummy) != Some(1) {
            return Ok(format!("gpufort::view({})", value.text));
        }
        if value.ty != dummy.ty && !matches!(dummy.ty, Type::Derived { .. }) {
            if dummy.value {
                return Ok(value.cast(&dummy.ty).text);
            }
            return unsupported(actual.span, "an argument of another type or kind than its dummy");
        }
        if dummy.value || dummy.intent.is_some_and(|(_, writes)| !writes) || self.is_variable(actual) {
            return Ok(value.text);
        }
        let ty = self.spell(&value.ty, actual.span)?;
        let name = self.fresh("value");
        self.before.push(format!("{ty} {name} = {};", value.text));
        Ok(name)
    }

    /// The expression can be assigned to in C++.
    fn is_variable(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Name(_) | ExprKind::Member { .. } => self.scope.variable(expr).is_some_and(|variable| !variable.parameter),
            ExprKind::Apply { .. } => self.scope.is_array_element_or_section(expr),
            _ => false,
        }
    }

    /// An array for a dummy of assumed shape.
    fn shaped_argument(&mut self, actual: &'a Expr, rank: usize) -> Result<String> {
        if self.rank(actual) != rank {
            return unsupported(actual.span, format!("an argument of rank {} where {rank} is needed", self.rank(actual)));
        }
        match &actual.kind {
            ExprKind::Name(_) | ExprKind::Member { .. } if self.is_variable(actual) => Ok(self.place(actual)?.text),
            ExprKind::Apply { base, args } if self.is_variable(actual) => self.section(base, args),
            _ => self.copied(actual),
        }
    }

    /// The address of an array for a dummy that takes it as contiguous.
    fn contiguous_argument(&mut self, actual: &'a Expr, dummy: &Variable<'a>) -> Result<String> {
        if self.rank(actual) == 0 {
            return match &actual.kind {
                // An element stands for the array from there on.
                ExprKind::Apply { .. } | ExprKind::Name(_) | ExprKind::Member { .. } if self.is_variable(actual) => {
                    Ok(format!("&{}", self.designator(actual)?.text))
                }
                _ => unsupported(actual.span, "a scalar where an array is needed"),
            };
        }
        match &actual.kind {
            ExprKind::Name(_) | ExprKind::Member { .. } if self.is_variable(actual) => {
                Ok(format!("gpufort::contiguous({})", self.place(actual)?.text))
            }
            ExprKind::Apply { base, args } if self.is_variable(actual) => {
                if leading_sections(args) {
                    return Ok(format!("gpufort::contiguous({})", self.kept_section(base, args)?));
                }
                let copy = self.copied(actual)?;
                if dummy.intent.is_none_or(|(_, writes)| writes) {
                    self.copied_back(actual, &copy)?;
                }
                Ok(format!("{copy}.data"))
            }
            _ => Ok(format!("{}.data", self.copied(actual)?)),
        }
    }

    /// A section in a variable of its own, whose contiguity can be asked for.
    fn kept_section(&mut self, base: &'a Expr, args: &'a [Arg]) -> Result<String> {
        let section = self.section(base, args)?;
        let name = self.fresh("part");
        self.before.push(format!("const auto {name} = {section};"));
        Ok(name)
    }
}

/// The subscripts are whole dimensions, then at most one range, then scalars: elements that lie together.
fn leading_sections(args: &[Arg]) -> bool {
    let mut open = true;
    for arg in args {
        match &arg.value {
            ArgValue::Section { stride: Some(_), .. } => return false,
            ArgValue::Section { .. } if !open => return false,
            ArgValue::Section { lower: None, upper: None, .. } => {}
            ArgValue::Section { .. } | ArgValue::Expr(_) => open = false,
            ArgValue::Label(_) => return false,
        }
    }
    true
}
