//! Array constructors with implied `do`, and structure constructors.

use super::body::Body;
use super::cpp::{Cpp, Result, identifier, spelled, unsupported};
use super::intrinsic::argument;
use crate::ast::{Arg, Expr, ExprKind, Name, Span};
use crate::sema::{Type, Variable};

impl<'t, 'a> Body<'t, 'a> {
    /// An array constructor: a local array whose element at the current position is meant.
    pub(crate) fn constructed(&mut self, expr: &'a Expr, items: &'a [Expr]) -> Result<Cpp> {
        let Some(at) = self.at.first().cloned().filter(|_| self.at.len() == 1) else {
            return unsupported(expr.span, "an array constructor where a scalar is needed");
        };
        let Some(ty) = self.scope.type_of(expr).map(|typed| typed.ty) else {
            return unsupported(expr.span, "an array constructor of unknown type");
        };
        let outer = std::mem::take(&mut self.at);
        let name = self.items(expr.span, items, &ty);
        self.at = outer;
        Ok(Cpp::atom(format!("{}[{at}]", name?), ty))
    }

    /// A local array that has the items, filled before the statement: its name.
    fn items(&mut self, span: Span, items: &'a [Expr], ty: &Type) -> Result<String> {
        let (spelled, name) = (self.spell(ty, span)?, self.fresh("items"));
        if items.iter().all(|item| !matches!(item.kind, ExprKind::ImpliedDo { .. }) && self.rank(item) == 0) {
            let values: Result<Vec<_>> = items.iter().map(|item| Ok(self.value(item)?.cast(ty).text)).collect();
            let line = format!("const {spelled} {name}[] = {{{}}};", values?.join(", "));
            self.before.push(line);
            return Ok(name);
        }
        let (count, next) = (self.count_items(items, span)?, self.fresh("next"));
        self.before.push(format!("{spelled} {name}[{}];", count.max(1)));
        self.before.push(format!("int64_t {next} = 0;"));
        for item in items {
            self.store_item(item, &format!("{name}[{next}++]"), ty)?;
        }
        Ok(name)
    }

    fn store_item(&mut self, item: &'a Expr, place: &str, ty: &Type) -> Result<()> {
        if let ExprKind::ImpliedDo { items, variable, bounds } = &item.kind {
            let [from, to, step @ ..] = bounds.as_slice() else { return unsupported(item.span, "this implied `do`") };
            let index = self.implied_type(variable);
            let name = identifier(&variable.key);
            let (from, to) = (self.integer(from)?.text, self.integer(to)?.text);
            let step = match step.first() {
                Some(step) => self.scope.constant(step).and_then(|step| step.integer()).unwrap_or(0),
                None => 1,
            };
            let (test, step) = match step {
                0 => return unsupported(item.span, "an implied `do` whose step is not a constant"),
                1.. => ("<=", step),
                _ => (">=", step),
            };
            self.before.push(format!("for ({index} {name} = {from}; {name} {test} {to}; {name} += {step}) {{"));
            for inner in items {
                self.store_item(inner, place, ty)?;
            }
            self.before.push("}".to_owned());
            return Ok(());
        }
        if self.rank(item) == 0 {
            let value = self.value(item)?.cast(ty).text;
            self.before.push(format!("{place} = {value};"));
            return Ok(());
        }
        let shape = self.shape(item)?;
        let positions: Vec<_> = shape.iter().map(|_| self.fresh("k")).collect();
        let outer = std::mem::replace(&mut self.at, positions.clone());
        let value = self.value(item);
        self.at = outer;
        let line = super::array::loops(&positions, &shape, &format!("{place} = {};", value?.cast(ty).text));
        self.before.push(line);
        Ok(())
    }

    fn implied_type(&self, variable: &Name) -> &'static str {
        match self.scope.lookup(&variable.key).map(|symbol| symbol.kind) {
            Some(crate::sema::SymbolKind::Variable(variable)) => spelled(&variable.ty),
            _ => "int",
        }
    }

    /// How many elements the items have together, which must be known.
    pub(crate) fn count_items(&mut self, items: &'a [Expr], span: Span) -> Result<u64> {
        let mut total = 0;
        for item in items {
            total += self.count_item(item, span)?;
        }
        Ok(total)
    }

    fn count_item(&mut self, item: &'a Expr, span: Span) -> Result<u64> {
        let unknown = || unsupported(span, "an array constructor whose size is not a constant");
        if let ExprKind::ImpliedDo { items, bounds, .. } = &item.kind {
            let folded: Option<Vec<i128>> =
                bounds.iter().map(|bound| self.scope.constant(bound).and_then(|value| value.integer())).collect();
            let trips = match folded.as_deref() {
                Some([from, to]) => (to - from + 1).max(0),
                Some([from, to, step]) if *step != 0 => ((to - from + step) / step).max(0),
                _ => return unknown(),
            };
            let Ok(trips) = u64::try_from(trips) else { return unknown() };
            return Ok(trips * self.count_items(items, span)?);
        }
        if self.rank(item) == 0 {
            return Ok(1);
        }
        let shape = self.shape(item)?;
        match shape.iter().map(|extent| extent.parse::<u64>()).product() {
            Ok(count) => Ok(count),
            Err(_) => unknown(),
        }
    }

    /// `t(a, y=b)`: each component in its place and type.
    pub(crate) fn structure(&mut self, expr: &'a Expr, args: &'a [Arg]) -> Result<Cpp> {
        let Some(ty) = self.scope.type_of(expr).map(|typed| typed.ty) else {
            return unsupported(expr.span, "a constructor of a type that is not known");
        };
        let name = self.spell(&ty, expr.span)?;
        let values = self.component_values(expr, &ty, args, &mut 0)?;
        Ok(Cpp::atom(format!("{name}{values}"), ty))
    }

    /// The values of a type's components in braces; those of a type that it extends come first, in braces of their own.
    /// `position` counts the arguments that were used.
    fn component_values(&mut self, expr: &'a Expr, ty: &Type, args: &'a [Arg], position: &mut usize) -> Result<String> {
        let Some((derived, owner)) = self.scope.derived_type(ty) else {
            return unsupported(expr.span, "a constructor of a type that is not known");
        };
        let mut values = Vec::new();
        if let Some((name, parent)) = self.scope.parent_type(ty) {
            let whole = args.iter().find(|arg| arg.keyword.as_ref().is_some_and(|keyword| keyword.key == name.key));
            values.push(match whole.and_then(Arg::expr) {
                Some(whole) => self.value(whole)?.text,
                None => self.component_values(expr, &parent, args, position)?,
            });
        }
        let scope = self.index.scope(&owner);
        for entity in derived.components.iter().flat_map(|declare| &declare.entities) {
            let Some(component) = scope.component(ty, &entity.name.key) else {
                return unsupported(expr.span, "a component that is not known");
            };
            let Some(value) = argument(args, *position, &entity.name.key).or(component.init) else {
                return unsupported(expr.span, format!("a constructor without `{}`", entity.name.key));
            };
            *position += 1;
            values.push(self.component_value(value, &component)?);
        }
        Ok(format!("{{{}}}", values.join(", ")))
    }

    fn component_value(&mut self, value: &'a Expr, component: &Variable<'a>) -> Result<String> {
        let Some(dims) = component.dims else {
            let text = self.value(value)?.cast(&component.ty).text;
            let is_string = component.ty == Type::Character && self.scope.characters(component) != Some(1);
            let ty = if is_string { self.spell_variable(component, value.span)? } else { String::new() };
            return Ok(if is_string { format!("gpufort::fitted<{ty}>({text})") } else { text });
        };
        let extents: Option<Vec<_>> = dims.iter().map(|dim| self.scope.extent(dim)).collect();
        let Some(extents) = extents else { return unsupported(value.span, "a component of a size that is not constant") };
        if self.rank(value) == 0 {
            let count = extents.iter().product::<u64>() as usize;
            let text = self.value(value)?.cast(&component.ty).text;
            return Ok(format!("{{{{}}, {{{}}}}}", vec![text; count].join(", ")));
        }
        let ExprKind::Array { items, .. } = &value.kind else {
            return unsupported(value.span, "an array expression in a structure constructor");
        };
        let plain = items.iter().all(|item| !matches!(item.kind, ExprKind::ImpliedDo { .. }) && self.rank(item) == 0);
        if !plain || extents.len() != 1 {
            return unsupported(value.span, "this array in a structure constructor");
        }
        let values: Result<Vec<_>> = items.iter().map(|item| Ok(self.value(item)?.cast(&component.ty).text)).collect();
        Ok(format!("{{{{}}, {{{}}}}}", values?.join(", ")))
    }
}
