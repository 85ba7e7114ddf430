//! Declared and allocated shapes to the extents and lower bounds that an allocation call takes.

use super::Pass;
use crate::ast::{BinaryOp, Dim, Expr, ExprKind};
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
        let named = |expr: &Expr| self.text(expr.span).bytes().any(|byte| byte.is_ascii_alphabetic());
        if let (Some(from), Some(to), false) = (from, self.constant(upper), named(upper)) {
            return (to - from + 1).max(0).to_string();
        }
        let (base, more) = self.sum(upper, cast);
        match from.map(|from| more + 1 - from) {
            Some(0) => base,
            Some(more) if more > 0 => format!("{base} + {more}"),
            Some(less) => format!("{base} - {}", -less),
            None if matches!(lower.kind, ExprKind::Name(_)) => format!("{} - {} + 1", cast(upper), cast(lower)),
            None => format!("{} - ({}) + 1", cast(upper), cast(lower)),
        }
    }

    /// `n - 1` as `n` and -1, so that the extent of `0:n-1` reads `n`.
    fn sum(&self, expr: &Expr, cast: &dyn Fn(&Expr) -> String) -> (String, i128) {
        if let ExprKind::Binary { op: op @ (BinaryOp::Add | BinaryOp::Sub), left, right } = &expr.kind
            && let ExprKind::Integer { .. } = right.kind
            && let Some(value) = self.constant(right)
        {
            return (cast(left), if *op == BinaryOp::Add { value } else { -value });
        }
        (cast(expr), 0)
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
