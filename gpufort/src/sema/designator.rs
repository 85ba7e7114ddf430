//! Designators (`a`, `a(i)`, `t%b(:)%c`) to the variables they are about.

use super::lookup::implied;
use super::table::Raw;
use super::{Scope, SymbolKind, Type, UnitRef, Variable};
use crate::ast::{DerivedType, Expr, ExprKind, Name, Span};

impl<'i, 'a> Scope<'i, 'a> {
    /// The variable or component that the last part of a designator names: of `t%b(i)` the component `b`.
    pub fn variable(&self, expr: &Expr) -> Option<Variable<'a>> {
        match &expr.kind {
            ExprKind::Name(name) => match self.lookup(name)?.kind {
                SymbolKind::Variable(variable) => Some(variable),
                _ => None,
            },
            ExprKind::Apply { base, .. } => self.indexes(base).then(|| self.variable(base)).flatten(),
            ExprKind::Member { base, name } => self.component(&self.type_of(base)?.ty, &name.key),
            _ => None,
        }
    }

    /// The variable that a designator begins with: of `t%b(i)` the variable `t`. The name has the bytes of its mention.
    pub fn base_variable(&self, expr: &Expr) -> Option<(Name, Variable<'a>)> {
        match &expr.kind {
            ExprKind::Name(name) => {
                let span = Span { start: expr.span.start, end: expr.span.end };
                Some((Name { key: name.clone(), span }, self.variable(expr)?))
            }
            ExprKind::Apply { base, .. } => self.indexes(base).then(|| self.base_variable(base)).flatten(),
            ExprKind::Member { base, .. } => self.base_variable(base),
            _ => None,
        }
    }

    /// `expr` is an element or a section of an array, or a substring; not a call.
    pub fn is_array_element_or_section(&self, expr: &Expr) -> bool {
        matches!(&expr.kind, ExprKind::Apply { base, .. } if self.indexes(base))
    }

    /// `expr` is a call of a function, an intrinsic one too; not a constructor.
    pub fn is_function_call(&self, expr: &Expr) -> bool {
        let ExprKind::Apply { base, .. } = &expr.kind else { return false };
        if self.indexes(base) {
            return false;
        }
        let ExprKind::Name(name) = &base.kind else { return true };
        !self.is_type_name(name)
    }

    /// The component `name` of a derived type, of those that it extends too; a type that it extends is a component as well.
    pub fn component(&self, ty: &Type, name: &str) -> Option<Variable<'a>> {
        self.inherited_component(ty, name).map(|(_, component)| component)
    }

    /// The component `name` of a derived type, and the types that it extends on the way to the one which has it.
    pub(crate) fn inherited_component(&self, ty: &Type, name: &str) -> Option<(Vec<&'a Name>, Variable<'a>)> {
        let (mut derived, mut owner) = self.derived_type(ty)?;
        let mut path = Vec::new();
        for _ in 0..16 {
            let scope = self.index().scope(&owner);
            for declare in &derived.components {
                if let Some(entity) = declare.entities.iter().find(|entity| entity.name.key == name) {
                    return Some((path, scope.variable_of(&Raw::of(declare, entity, declare.spec.span))));
                }
            }
            let parent = derived.extends.as_ref()?;
            if parent.key == name {
                return Some((path, implied(scope.derived_named(&parent.key), parent)));
            }
            path.push(parent);
            (derived, owner) = scope.derived_named_here(&parent.key)?;
        }
        None
    }

    /// The type that `ty` extends, as a name and a type.
    pub(crate) fn parent_type(&self, ty: &Type) -> Option<(&'a Name, Type)> {
        let (derived, owner) = self.derived_type(ty)?;
        let parent = derived.extends.as_ref()?;
        Some((parent, self.index().scope(&owner).derived_named(&parent.key)))
    }

    /// The definition of a derived type, with the unit that has it; `None` for types that the tree does not define.
    pub fn derived_type(&self, ty: &Type) -> Option<(&'a DerivedType, UnitRef)> {
        let Type::Derived { name, module } = ty else { return None };
        match module {
            Some(module) => self.index().derived_type(module, name),
            None => self.derived_named_here(name),
        }
    }

    pub(super) fn derived_named_here(&self, name: &str) -> Option<(&'a DerivedType, UnitRef)> {
        let symbol = self.lookup(name)?;
        let owner = symbol.owner?;
        let derived = self.index().scope(&owner).entry().table.names.get(&symbol.name)?.derived?;
        Some((derived, owner))
    }

    pub(super) fn is_type_name(&self, name: &str) -> bool {
        self.derived_named_here(name).is_some()
            || super::cuda_names::derived_type(name).is_some() && self.variable_named(name).is_none()
    }

    /// What follows `base` in parentheses are subscripts or a substring's bounds.
    pub(super) fn indexes(&self, base: &Expr) -> bool {
        match &base.kind {
            ExprKind::Name(name) => self.variable_named(name).is_some_and(|variable| is_indexed(&variable)),
            ExprKind::Member { .. } => match self.variable(base) {
                Some(variable) => is_indexed(&variable),
                // `prop%maxgridsize(1)` of a type that CUDA Fortran defines.
                None => self.type_of(base).is_some_and(|typed| typed.rank > 0),
            },
            // `a(:)(1:3)`: a substring.
            ExprKind::Apply { base, .. } => self.indexes(base),
            _ => false,
        }
    }

    fn variable_named(&self, name: &str) -> Option<Variable<'a>> {
        match self.lookup(name)?.kind {
            SymbolKind::Variable(variable) => Some(variable),
            _ => None,
        }
    }
}

fn is_indexed(variable: &Variable<'_>) -> bool {
    variable.dims.is_some() || variable.ty == Type::Character
}

impl<'a> super::Index<'a> {
    /// The derived type `name` that `module` defines (both in lower case), with the module.
    pub fn derived_type(&self, module: &str, name: &str) -> Option<(&'a DerivedType, UnitRef)> {
        let at = self.module(module)?;
        let derived = self.scope(&at).entry().table.names.get(name)?.derived?;
        Some((derived, at))
    }
}
