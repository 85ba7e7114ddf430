//! What a loop takes from its host: arrays, scalars by value, scalars in device memory, components.

use crate::ast::{Arg, ArgValue, Dim, Expr, ExprKind};
use crate::kernel::body::key_of;
use crate::kernel::cpp::{Result, unsupported};
use crate::launcher::{Param, Passing, deferred, lies_together};
use crate::sema::{Memory, Scope, SymbolKind, Type, UnitRef, Variable};
use smol_str::SmolStr;
use std::collections::{BTreeMap, BTreeSet};

/// The parameters that a loop's kernel needs, found while its expressions are walked.
pub(crate) struct Captures<'t, 'a> {
    pub(crate) scope: Scope<'t, 'a>,
    pub(crate) source: &'t [u8],
    /// Variables that the kernel has for itself.
    pub(crate) own: BTreeSet<SmolStr>,
    /// By designator; the key is [`key_of`]'s.
    pub(crate) found: BTreeMap<String, Capture<'a>>,
    pub(crate) callees: Vec<UnitRef>,
    taken: BTreeSet<String>,
}

/// One parameter, and the variable that it is.
pub(crate) struct Capture<'a> {
    pub(crate) param: Param,
    pub(crate) variable: Variable<'a>,
}

impl<'t, 'a> Captures<'t, 'a> {
    pub(crate) fn new(scope: Scope<'t, 'a>, source: &'t [u8], own: BTreeSet<SmolStr>) -> Self {
        let fixed = ["grid", "block", "bytes", "stream", "shape"].into_iter().map(str::to_owned);
        let taken = own.iter().map(SmolStr::to_string).chain(fixed).collect();
        Self { scope, source, own, found: BTreeMap::new(), callees: Vec::new(), taken }
    }

    /// A name for a parameter, like `wish`.
    pub(crate) fn name(&mut self, wish: &str) -> String {
        let plain: String = wish.chars().map(|one| if one.is_ascii_alphanumeric() { one } else { '_' }).collect();
        let plain = plain.trim_end_matches('_').to_owned();
        let numbered = (1..).map(|number| if number == 1 { plain.clone() } else { format!("{plain}_{number}") });
        let name = numbered.into_iter().find(|name| !self.taken.contains(name)).unwrap_or(plain.clone());
        self.taken.insert(name.clone());
        name
    }

    /// Takes what the expression needs.
    pub(crate) fn expression(&mut self, expr: &'a Expr) -> Result<()> {
        match &expr.kind {
            ExprKind::Name(name) => self.variable(expr, name),
            ExprKind::Member { base, .. } => self.member(expr, base),
            ExprKind::Apply { base, args } => self.apply(expr, base, args),
            ExprKind::Unary { operand, .. } => self.expression(operand),
            ExprKind::Parens(inner) => self.expression(inner),
            ExprKind::Binary { left, right, .. } | ExprKind::Complex(left, right) => {
                self.expression(left)?;
                self.expression(right)
            }
            ExprKind::Array { items, .. } => items.iter().try_for_each(|item| self.expression(item)),
            _ => Ok(()),
        }
    }

    fn variable(&mut self, expr: &'a Expr, name: &SmolStr) -> Result<()> {
        if self.own.contains(name) {
            return Ok(());
        }
        let Some(SymbolKind::Variable(variable)) = self.scope.lookup(name).map(|symbol| symbol.kind) else { return Ok(()) };
        if variable.parameter {
            return Ok(());
        }
        self.take(expr, variable)
    }

    /// A variable or component as a parameter.
    fn take(&mut self, expr: &'a Expr, variable: Variable<'a>) -> Result<()> {
        let Some(key) = key_of(expr) else { return unsupported(expr.span, "this designator in the loop") };
        if self.found.contains_key(&key) {
            return Ok(());
        }
        let host = matches!(variable.memory, Memory::Host | Memory::Pinned);
        let assumed_size = variable.dims.is_some_and(|dims| matches!(dims.last(), Some(Dim::AssumedSize { .. })));
        let passing = match (variable.dims, &variable.ty) {
            (Some(_), _) if host && variable.memory != Memory::Pinned => {
                return unsupported(expr.span, format!("`{key}`, an array in host memory"));
            }
            (Some(_), _) if assumed_size => Passing::Address,
            (Some(dims), _) => Passing::Bounds { rank: dims.len() },
            (None, _) if !host => Passing::Address,
            (None, Type::Logical(_)) => Passing::Logical,
            (None, Type::Derived { .. }) => Passing::Reference,
            (None, Type::Character) => return unsupported(expr.span, format!("the string `{key}`")),
            (None, _) => Passing::Value,
        };
        let characters = self.scope.characters(&variable).unwrap_or(1);
        let name = self.name(&key);
        let explicit = variable.dims.is_some_and(|dims| !deferred(dims));
        let contiguous = explicit || variable.contiguous || lies_together(&variable);
        let param = Param {
            name,
            actual: self.text(expr),
            ty: variable.ty.clone(),
            characters,
            passing,
            module: None,
            contiguous,
            optional: false,
        };
        self.found.insert(key, Capture { param, variable });
        Ok(())
    }

    /// The source text of an expression, on one line.
    pub(crate) fn text(&self, expr: &Expr) -> String {
        let text = String::from_utf8_lossy(expr.span.of(self.source)).into_owned();
        text.lines().map(|line| line.trim().trim_matches('&').trim()).collect::<Vec<_>>().join(" ")
    }

    /// A component: of an element of a device array it goes with the array; of the host's variable it is taken by itself.
    fn member(&mut self, expr: &'a Expr, base: &'a Expr) -> Result<()> {
        if self.is_complex_part(base) || on_device(&self.scope, base) {
            return self.expression(base);
        }
        let Some((root, _)) = self.scope.base_variable(expr) else { return unsupported(expr.span, "this component in the loop") };
        if self.own.contains(&root.key) {
            return self.expression(base);
        }
        self.invariant(base)?;
        match self.scope.variable(expr) {
            Some(variable) => self.take(expr, variable),
            None => unsupported(expr.span, "a component whose type is not known"),
        }
    }

    fn is_complex_part(&self, base: &Expr) -> bool {
        matches!(self.scope.type_of(base).map(|typed| typed.ty), Some(Type::Complex(_)))
    }

    /// The expression's value is the same in all passes, so that the host can evaluate it.
    fn invariant(&self, expr: &Expr) -> Result<()> {
        for name in crate::sema::names_of(expr) {
            if self.own.contains(&name) {
                return unsupported(expr.span, format!("host data chosen by `{name}`"));
            }
        }
        Ok(())
    }

    fn apply(&mut self, expr: &'a Expr, base: &'a Expr, args: &'a [Arg]) -> Result<()> {
        if self.scope.is_array_element_or_section(expr) {
            let root = self.scope.base_variable(expr);
            let own = root.as_ref().is_some_and(|(name, variable)| self.own.contains(&name.key) || variable.parameter);
            let scalar = self.scope.type_of(expr).is_some_and(|typed| typed.rank == 0);
            if !own && scalar && !on_device(&self.scope, base) && self.invariant(expr).is_ok() {
                let Some(variable) = self.scope.variable(expr) else { return unsupported(expr.span, "this element in the loop") };
                return self.take(expr, Variable { dims: None, ..variable });
            }
            self.expression(base)?;
        } else if let Some(callee) = self.scope.resolve_call(base, args) {
            self.callee(&callee);
        }
        self.arguments(args)
    }

    pub(crate) fn arguments(&mut self, args: &'a [Arg]) -> Result<()> {
        for arg in args {
            match &arg.value {
                ArgValue::Expr(expr) => self.expression(expr)?,
                ArgValue::Section { lower, upper, stride } => {
                    [lower, upper, stride].into_iter().flatten().try_for_each(|part| self.expression(part))?;
                }
                ArgValue::Label(_) => {}
            }
        }
        Ok(())
    }

    pub(crate) fn callee(&mut self, callee: &UnitRef) {
        if !self.callees.contains(callee) {
            self.callees.push(callee.clone());
        }
    }

    /// A value that the host computes before the launch.
    pub(crate) fn computed(&mut self, wish: &str, actual: String, ty: Type) -> Param {
        let name = self.name(wish);
        Param { name, actual, ty, characters: 1, passing: Passing::Value, module: None, contiguous: false, optional: false }
    }
}

/// The designator is in memory that kernels reach.
pub(crate) fn on_device(scope: &Scope<'_, '_>, expr: &Expr) -> bool {
    let on = |variable: Variable<'_>| !matches!(variable.memory, Memory::Host | Memory::Pinned);
    match &expr.kind {
        ExprKind::Name(_) => scope.variable(expr).is_some_and(on),
        ExprKind::Member { base, .. } => scope.variable(expr).is_some_and(on) || on_device(scope, base),
        ExprKind::Apply { base, .. } => on_device(scope, base),
        _ => false,
    }
}
