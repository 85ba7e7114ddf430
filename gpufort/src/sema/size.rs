//! How many bytes a value of a type takes on the host and the device alike.

use super::{Index, Scope, Type, Variable};
use crate::ast::{Dim, ExprKind, Length};

impl<'a> Index<'a> {
    /// Bytes of a value of type `ty`, alignment at the end included; `None` where only a compiler knows: descriptors of
    /// allocatable and pointer components, character lengths.
    pub fn size_of(&self, ty: &Type, scope: &Scope<'_, 'a>) -> Option<u64> {
        layout(ty, scope, 0).map(|(size, _)| size)
    }
}

/// Size and alignment.
fn layout(ty: &Type, scope: &Scope<'_, '_>, depth: usize) -> Option<(u64, u64)> {
    let own = |bytes: u8| Some((u64::from(bytes), u64::from(bytes)));
    match ty {
        Type::Integer(kind) | Type::Real(kind) | Type::Logical(kind) => own(*kind),
        Type::Complex(kind) => Some((2 * u64::from(*kind), u64::from(*kind))),
        Type::Stream | Type::Pointer { .. } => own(8),
        Type::Derived { name, module: Some(module) } if module == "cudafor" && name == "dim3" => Some((12, 4)),
        Type::Derived { .. } if depth < 16 => components(ty, scope, depth),
        Type::Derived { .. } | Type::Character | Type::Unknown => None,
    }
}

fn components(ty: &Type, scope: &Scope<'_, '_>, depth: usize) -> Option<(u64, u64)> {
    let (derived, owner) = scope.derived_type(ty)?;
    let inner = scope.index().scope(&owner);
    let (mut size, mut align) = (0, 1);
    if let Some(parent) = &derived.extends {
        let (_, owner) = inner.derived_named_here(&parent.key)?;
        let module = inner.index().module_of(&owner);
        (size, align) = layout(&Type::Derived { name: parent.key.clone(), module }, &inner, depth + 1)?;
    }
    for declare in &derived.components {
        for entity in &declare.entities {
            let component = inner.component(ty, &entity.name.key)?;
            if component.allocatable || component.pointer {
                return None;
            }
            let (one, own) = layout(&component.ty, &inner, depth + 1)?;
            size = size.next_multiple_of(own) + one * elements(component.dims.unwrap_or(&[]), &inner)?;
            align = align.max(own);
        }
    }
    Some((size.next_multiple_of(align), align))
}

fn elements(dims: &[Dim], scope: &Scope<'_, '_>) -> Option<u64> {
    dims.iter().map(|dim| scope.extent(dim)).product()
}

impl Scope<'_, '_> {
    /// How many characters a variable has that is a string of constant length; 1 for all others.
    pub(crate) fn characters(&self, variable: &Variable<'_>) -> Option<u64> {
        match (&variable.ty, variable.length) {
            (Type::Character, Some(Length::Expr(length))) => u64::try_from(self.constant(length)?.integer()?).ok(),
            (Type::Character, Some(Length::Assumed)) if variable.parameter => match &variable.init?.kind {
                ExprKind::Character(text) => Some(text.len() as u64),
                _ => None,
            },
            (Type::Character, Some(_)) => None,
            _ => Some(1),
        }
    }

    /// The number of elements along a dimension of constant bounds.
    pub fn extent(&self, dim: &Dim) -> Option<u64> {
        let Dim::Explicit { lower, upper } = dim else { return None };
        let lower = lower.as_ref().map_or(Some(1), |lower| self.constant(lower)?.integer())?;
        let upper = self.constant(upper)?.integer()?;
        u64::try_from((upper - lower + 1).max(0)).ok()
    }
}
