//! Derived types as C++ structures with the layout that Fortran's compilers give them.

use super::cpp::{Result, identifier, spelled, text, unsupported};
use crate::ast::{AttributeKind, Declare, Dim, Length, Span, TypeKind};
use crate::sema::{Scope, Type};

/// The structures that a file needs, in an order in which each comes after those it holds.
#[derive(Default, Debug)]
pub(crate) struct Records {
    /// The C++ name of each, and its definition.
    defined: Vec<(String, String)>,
    /// The names of those that are being defined.
    open: Vec<String>,
    /// States of random generators are among the types.
    pub(crate) random: bool,
}

/// States of random generators by CUDA Fortran's names, and what gpufort_random.hpp calls them.
const RANDOM: &[(&str, &str)] = &[
    ("curandstatexorwow", "gpufort::random_xorwow"),
    ("curandstatemrg32k3a", "gpufort::random_mrg32k3a"),
    ("curandstatephilox4_32_10", "gpufort::random_philox4_32_10"),
];

impl Records {
    /// The definitions.
    pub(crate) fn text(&self) -> String {
        self.defined.iter().map(|(_, text)| format!("{text}\n")).collect()
    }

    /// The C++ name of derived type `ty`, which is defined on the way.
    pub(crate) fn name(&mut self, scope: &Scope<'_, '_>, ty: &Type, span: Span) -> Result<String> {
        let Type::Derived { name, module } = ty else { return Ok(spelled(ty).to_owned()) };
        if module.as_deref() == Some("curand_device") {
            self.random = true;
            return match RANDOM.iter().find(|(fortran, _)| fortran == name) {
                Some((_, cpp)) => Ok((*cpp).to_owned()),
                None => unsupported(span, format!("the generator of `{name}`")),
            };
        }
        let Some((derived, owner)) = scope.derived_type(ty) else {
            return unsupported(span, format!("the type `{name}`, whose definition is not known"));
        };
        let index = scope.index();
        let host = &index.unit(&owner).name.key;
        let cpp = if host.is_empty() { identifier(name) } else { format!("{host}_{name}") };
        if self.defined.iter().any(|(known, _)| *known == cpp) {
            return Ok(cpp);
        }
        if self.open.contains(&cpp) {
            return unsupported(span, format!("the type `{name}`, which holds itself"));
        }
        self.open.push(cpp.clone());
        let parent = self.parent(scope, ty, span);
        let components = self.components(&index.scope(&owner), &derived.components, name, span);
        self.open.pop();
        let mut lines =
            format!("// type({name}){}\nstruct {cpp} {{\n", if host.is_empty() { String::new() } else { format!(" of {host}") });
        lines.push_str(&parent?);
        lines.push_str(&components?);
        lines.push_str("};\n");
        self.defined.push((cpp.clone(), lines));
        Ok(cpp)
    }

    /// What the type has of one that it extends: a component of that name, before all others.
    fn parent(&mut self, scope: &Scope<'_, '_>, ty: &Type, span: Span) -> Result<String> {
        let Some((name, parent)) = scope.parent_type(ty) else { return Ok(String::new()) };
        Ok(format!("  {} {};\n", self.name(scope, &parent, span)?, identifier(&name.key)))
    }

    fn components(&mut self, scope: &Scope<'_, '_>, declared: &[Declare], name: &str, span: Span) -> Result<String> {
        let mut lines = String::new();
        for declare in declared {
            for line in self.component(scope, declare, name, span)? {
                lines.push_str(&format!("  {line}\n"));
            }
        }
        Ok(lines)
    }

    fn component(&mut self, scope: &Scope<'_, '_>, declare: &Declare, name: &str, span: Span) -> Result<Vec<String>> {
        let descriptor = |kind: &AttributeKind| matches!(kind, AttributeKind::Allocatable | AttributeKind::Pointer);
        if declare.attributes.iter().any(|attribute| descriptor(&attribute.kind)) {
            return unsupported(span, format!("the type `{name}`, which has an allocatable or pointer component"));
        }
        let ty = scope.kind_of(&declare.spec);
        let spelled = match &ty {
            Type::Unknown => return unsupported(span, format!("the type `{name}`, which has a component of unknown type")),
            _ => self.name(scope, &ty, span)?,
        };
        let shared = declare.attributes.iter().find_map(|attribute| match &attribute.kind {
            AttributeKind::Dimension(dims) => Some(dims.as_slice()),
            _ => None,
        });
        let mut lines = Vec::new();
        for entity in &declare.entities {
            let dims = entity.dims.as_ref().map(|(_, dims)| dims.as_slice()).or(shared);
            let mut ty = spelled.clone();
            if let TypeKind::Character { len, .. } = &declare.spec.kind {
                ty = text(character_length(scope, entity.length.as_ref().or(len.as_ref()), span)?);
            }
            if let Some(dims) = dims {
                ty = format!("gpufort::fixed<{ty}, {}>", bounds(scope, dims, span)?);
            }
            lines.push(format!("{ty} {};", identifier(&entity.name.key)));
        }
        Ok(lines)
    }
}

fn character_length(scope: &Scope<'_, '_>, length: Option<&Length>, span: Span) -> Result<u64> {
    match length {
        None => Ok(1),
        Some(Length::Expr(length)) => match scope.constant(length).and_then(|value| value.integer()).map(u64::try_from) {
            Some(Ok(length)) => Ok(length),
            _ => unsupported(span, "a string whose length is not a constant"),
        },
        Some(_) => unsupported(span, "a string whose length is not a constant"),
    }
}

fn bounds(scope: &Scope<'_, '_>, dims: &[Dim], span: Span) -> Result<String> {
    let mut list = Vec::new();
    for dim in dims {
        let folded = |expr| scope.constant(expr).and_then(|value| value.integer());
        let bounds = match dim {
            Dim::Explicit { lower: None, upper } => Some(1).zip(folded(upper)),
            Dim::Explicit { lower: Some(lower), upper } => folded(lower).zip(folded(upper)),
            _ => None,
        };
        match bounds {
            Some((lower, upper)) => list.push(format!("gpufort::bounds<{lower}, {upper}>")),
            None => return unsupported(span, "a component array whose bounds are not constants"),
        }
    }
    Ok(list.join(", "))
}
