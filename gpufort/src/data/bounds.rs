//! Declared and allocated shapes to the extents and lower bounds that an allocation call takes.

use super::Pass;
use crate::ast::{Dim, Expr, ExprKind};
use crate::demand::Extents;
use crate::sema::{Type, Value};

/// The shape of an allocation, in the words of the call.
pub(super) struct Shape {
    /// One an extent, as an expression; empty for a scalar.
    pub(super) extents: Vec<String>,
    /// Where one is not 1: all lower bounds.
    pub(super) lower: Option<Vec<String>>,
    /// The extents are of kind `c_size_t`.
    pub(super) size: bool,
}

impl Shape {
    /// The arguments after the pointer, with a leading comma, and the procedure that takes them.
    pub(super) fn arguments(&self) -> (String, Extents) {
        if self.extents.is_empty() {
            return (String::new(), Extents::Int);
        }
        let list = self.extents.join(", ");
        match &self.lower {
            Some(lower) => {
                // hipfort's `dims8` goes with `lbounds8` alone.
                let wide = if self.size { "8" } else { "" };
                (format!(", dims{wide}=[{list}], lbounds{wide}=[{}]", lower.join(", ")), Extents::Dims)
            }
            None => (format!(", {list}"), if self.size { Extents::Size } else { Extents::Int }),
        }
    }

    /// The number of bytes of elements of `pointer`.
    pub(super) fn bytes(&self, pointer: &str) -> String {
        let one = format!("int(storage_size({pointer}) / 8, c_size_t)");
        self.extents.iter().fold(one, |product, extent| format!("{product} * int({extent}, c_size_t)"))
    }

    /// `(0:, 1:)`.
    pub(super) fn remap(&self) -> Option<String> {
        let bounds: Vec<String> = self.lower.as_ref()?.iter().map(|bound| format!("{bound}:")).collect();
        Some(format!("({})", bounds.join(", ")))
    }
}

impl Pass<'_, '_> {
    /// The shape that explicit bounds give; `None` where a bound is missing.
    pub(super) fn shape_of(&self, dims: &[Dim]) -> Option<Shape> {
        let mut bounds = Vec::with_capacity(dims.len());
        for dim in dims {
            let Dim::Explicit { lower, upper } = dim else { return None };
            bounds.push((lower.as_ref(), upper));
        }
        let wide = |expr: &Expr| self.integer_kind(expr) == 8;
        let size = bounds.iter().any(|(lower, upper)| wide(upper) || lower.is_some_and(wide));
        let cast = |expr: &Expr| match (size, self.integer_kind(expr)) {
            (true, _) => format!("int({}, c_size_t)", self.text(expr.span)),
            (false, 4) => self.text(expr.span).into_owned(),
            _ => format!("int({}, c_int)", self.text(expr.span)),
        };
        let extents = bounds.iter().map(|(lower, upper)| self.extent(*lower, upper, &cast)).collect();
        let plain = bounds.iter().all(|(lower, _)| lower.is_none_or(|lower| self.constant(lower) == Some(1)));
        let bound = |lower: Option<&Expr>| match lower {
            Some(lower) if size => format!("int({}, c_size_t)", self.text(lower.span)),
            None if size => "1_c_size_t".to_owned(),
            Some(lower) if self.integer_kind(lower) == 4 => self.text(lower.span).into_owned(),
            Some(lower) => format!("int({}, c_int)", self.text(lower.span)),
            None if self.index.default_kinds().integer == 8 => "1_c_int".to_owned(),
            None => "1".to_owned(),
        };
        let lower = (!plain).then(|| bounds.iter().map(|(lower, _)| bound(*lower)).collect());
        Some(Shape { extents, lower, size })
    }

    fn extent(&self, lower: Option<&Expr>, upper: &Expr, cast: &dyn Fn(&Expr) -> String) -> String {
        let Some(lower) = lower else { return cast(upper) };
        let from = self.constant(lower);
        let named = matches!((&lower.kind, &upper.kind), (ExprKind::Integer { .. }, ExprKind::Name(_)));
        if let (Some(from), Some(to), false, false) = (from, self.constant(upper), named, cast(upper).contains('(')) {
            return (to - from + 1).max(0).to_string();
        }
        match from.map(|from| 1 - from) {
            Some(0) => cast(upper),
            Some(more) if more > 0 => format!("{} + {more}", cast(upper)),
            Some(less) => format!("{} - {}", cast(upper), -less),
            None if matches!(lower.kind, ExprKind::Name(_)) => format!("{} - {} + 1", cast(upper), cast(lower)),
            None => format!("{} - ({}) + 1", cast(upper), cast(lower)),
        }
    }

    fn constant(&self, expr: &Expr) -> Option<i128> {
        match self.scope.constant(expr)? {
            Value::Integer(value) => Some(value),
            _ => None,
        }
    }

    /// Bytes of an integer expression.
    fn integer_kind(&self, expr: &Expr) -> u8 {
        match self.scope.type_of(expr).map(|typed| typed.ty) {
            Some(Type::Integer(kind)) => kind,
            _ => self.index.default_kinds().integer,
        }
    }
}
