//! Array expressions: their shapes, loops over their elements, local copies of them.

use super::body::{Body, key_of};
use super::cpp::{Cpp, Result, level, unsupported};
use super::intrinsic::argument;
use crate::ast::{Arg, ArgValue, Expr, ExprKind, Span};
use crate::sema::{Type, mentions};

impl<'t, 'a> Body<'t, 'a> {
    /// The extents of an array expression, as C++ that has no effects.
    pub(crate) fn shape(&mut self, expr: &'a Expr) -> Result<Vec<String>> {
        let at = std::mem::take(&mut self.at);
        let shape = self.shape_here(expr);
        self.at = at;
        shape
    }

    fn shape_here(&mut self, expr: &'a Expr) -> Result<Vec<String>> {
        match &expr.kind {
            ExprKind::Parens(inner) => self.shape_here(inner),
            ExprKind::Unary { operand, .. } => self.shape_here(operand),
            ExprKind::Binary { left, right, .. } => {
                if self.rank(left) > 0 {
                    self.shape_here(left)
                } else {
                    self.shape_here(right)
                }
            }
            ExprKind::Array { items, .. } => Ok(vec![self.count_items(items, expr.span)?.to_string()]),
            ExprKind::Apply { base, args } if self.scope.is_array_element_or_section(expr) => {
                self.section_shape(expr, base, args)
            }
            ExprKind::Apply { base, args } => match &base.kind {
                ExprKind::Name(name) => match self.result_shape(expr, base, args)? {
                    Some(shape) => Ok(shape),
                    None => self.call_shape(expr, name, args),
                },
                _ => unsupported(expr.span, "the shape of this expression"),
            },
            ExprKind::Name(_) | ExprKind::Member { .. } => self.whole_shape(expr),
            _ => unsupported(expr.span, "the shape of this expression"),
        }
    }

    fn whole_shape(&mut self, expr: &'a Expr) -> Result<Vec<String>> {
        if let ExprKind::Member { base, .. } = &expr.kind
            && self.rank(base) > 0
        {
            return self.shape_here(base);
        }
        let place = self.place(expr)?;
        let extent = |(number, dim)| match self.scope.extent(dim) {
            Some(extent) => extent.to_string(),
            None => format!("{}.size({})", place.text, number + 1),
        };
        Ok(place.dims.unwrap_or_default().iter().enumerate().map(extent).collect())
    }

    fn section_shape(&mut self, expr: &'a Expr, base: &'a Expr, args: &'a [Arg]) -> Result<Vec<String>> {
        let mut shape = Vec::new();
        let whole = self.whole_shape(base)?;
        for (dim, arg) in args.iter().enumerate() {
            match &arg.value {
                ArgValue::Expr(subscript) if self.rank(subscript) > 0 => shape.extend(self.shape_here(subscript)?),
                ArgValue::Section { lower: None, upper: None, stride: None } => {
                    shape.push(whole.get(dim).cloned().unwrap_or_else(|| "1".to_owned()));
                }
                ArgValue::Section { lower, upper, stride } => {
                    shape.push(self.triplet_extent(base, dim, [lower.as_ref(), upper.as_ref(), stride.as_ref()])?);
                }
                _ => {}
            }
        }
        match (&base.kind, shape.is_empty()) {
            // `p(1)%x` has a shape of its own only by a component that is an array.
            (ExprKind::Member { base: outer, .. }, true) => self.shape_here(outer),
            (_, true) => unsupported(expr.span, "the shape of an element"),
            _ => Ok(shape),
        }
    }

    fn triplet_extent(&mut self, base: &'a Expr, dim: usize, [lower, upper, stride]: [Option<&'a Expr>; 3]) -> Result<String> {
        let folded = |part: Option<&Expr>| part.and_then(|part| self.scope.constant(part)).and_then(|value| value.integer());
        if let (Some(first), Some(last), Some(step)) =
            (folded(lower), folded(upper), stride.map_or(Some(1), |step| folded(Some(step))))
            && step != 0
        {
            return Ok(((last - first + step) / step).max(0).to_string());
        }
        let whole = self.place(base)?;
        let first = match lower {
            Some(lower) => self.integer(lower)?,
            None => Cpp::atom(format!("{}.lbound({})", whole.text, dim + 1), Type::Integer(8)),
        };
        let last = match upper {
            Some(upper) => self.integer(upper)?,
            None => Cpp::atom(format!("{}.ubound({})", whole.text, dim + 1), Type::Integer(8)),
        };
        match stride {
            Some(stride) => {
                let stride = self.integer(stride)?;
                Ok(format!("gpufort::trips({}, {}, {})", first.text, last.text, stride.text))
            }
            None if first.text == "1" => Ok(last.text),
            None => Ok(format!("{} - {} + 1", last.within(level::SUM), first.within(level::PRODUCT))),
        }
    }

    fn call_shape(&mut self, expr: &'a Expr, name: &str, args: &'a [Arg]) -> Result<Vec<String>> {
        let first = args.first().and_then(Arg::expr);
        match (name, first) {
            ("matmul", Some(a)) => {
                let Some(b) = argument(args, 1, "matrix_b") else { return unsupported(expr.span, "`matmul`") };
                let (left, right) = (self.shape_here(a)?, self.shape_here(b)?);
                Ok(match (left.as_slice(), right.as_slice()) {
                    ([rows, _], [_, columns]) => vec![rows.clone(), columns.clone()],
                    ([rows, _], [_]) => vec![rows.clone()],
                    (_, [_, columns]) => vec![columns.clone()],
                    _ => return unsupported(expr.span, "`matmul` of these ranks"),
                })
            }
            ("transpose", Some(a)) => {
                let mut shape = self.shape_here(a)?;
                shape.reverse();
                Ok(shape)
            }
            ("sum" | "product" | "maxval" | "minval" | "any" | "all" | "count", Some(a)) => {
                let mut shape = self.shape_here(a)?;
                if let Some(dim) = self.dim_argument(args)
                    && (1..=shape.len()).contains(&dim)
                {
                    shape.remove(dim - 1);
                }
                Ok(shape)
            }
            _ => match args.iter().filter_map(Arg::expr).find(|arg| self.rank(arg) > 0) {
                Some(arg) => self.shape_here(arg),
                None => unsupported(expr.span, "an array-valued function"),
            },
        }
    }

    /// `dim=` of a reduction, if it is a constant; the second argument is `dim` where it is an integer.
    pub(super) fn dim_argument(&self, args: &[Arg]) -> Option<usize> {
        let dim = argument(args, 1, "dim")?;
        if !matches!(self.scope.type_of(dim)?.ty, Type::Integer(_)) {
            return None;
        }
        usize::try_from(self.scope.constant(dim)?.integer()?).ok()
    }

    /// `target = value` for arrays.
    pub(crate) fn assign_array(&mut self, target: &'a Expr, value: &'a Expr) -> Result<()> {
        let shape = self.shape(target)?;
        if !self.depends(target, value) {
            return self.element_loop(&shape, None, |body| Ok((body.designator(target)?, body.value(value)?)));
        }
        let copy = self.temporary(target, &shape)?;
        let ty = self.designator_type(target)?;
        self.element_loop(&shape, None, |body| {
            let at = body.at.join(", ");
            Ok((Cpp::atom(format!("{copy}.at({at})"), ty.clone()), body.value(value)?))
        })?;
        self.element_loop(&shape, None, |body| {
            let at = body.at.join(", ");
            Ok((body.designator(target)?, Cpp::atom(format!("{copy}.at({at})"), ty.clone())))
        })
    }

    fn designator_type(&mut self, target: &'a Expr) -> Result<Type> {
        match self.scope.type_of(target) {
            Some(typed) => Ok(typed.ty),
            None => unsupported(target.span, "an array of unknown type"),
        }
    }

    /// Declares an array of the shape, which must be constant.
    pub(crate) fn temporary(&mut self, like: &'a Expr, shape: &[String]) -> Result<String> {
        let ty = self.designator_type(like)?;
        let ty = self.spell(&ty, like.span)?;
        let mut bounds = Vec::new();
        for extent in shape {
            match extent.parse::<u64>() {
                Ok(extent) => bounds.push(format!("gpufort::bounds<1, {extent}>")),
                Err(_) => return unsupported(like.span, "an array of a size that is not constant where a copy is needed"),
            }
        }
        let name = self.fresh("copy");
        self.before.push(format!("gpufort::fixed<{ty}, {}> {name};", bounds.join(", ")));
        Ok(name)
    }

    /// Whether storing into `target` may change what `value` reads at other positions.
    fn depends(&self, target: &Expr, value: &Expr) -> bool {
        let Some((base, _)) = self.scope.base_variable(target) else { return true };
        let mut own = None;
        if let ExprKind::Apply { args, .. } = &target.kind {
            for arg in args {
                if let ArgValue::Expr(expr) = &arg.value
                    && mentions(expr, &base.key)
                {
                    return true;
                }
            }
        }
        let target_key = key_of(target);
        let mut conflict = false;
        crate::walk::walk_expression(value, &mut |expr| {
            if matches!(&expr.kind, ExprKind::Name(name) if *name == base.key)
                && own.is_none_or(|span: Span| !within(expr.span, span))
            {
                conflict = true;
            }
            if key_of(expr).is_some() && key_of(expr) == target_key {
                own = Some(expr.span);
            }
        });
        // A whole array is walked before its name, which is itself.
        conflict && !(matches!(target.kind, ExprKind::Name(_)) && self.only_whole(&base.key, value))
    }

    /// Every mention of `name` in `value` is the whole array, at the current position.
    fn only_whole(&self, name: &str, value: &Expr) -> bool {
        let mut whole = true;
        crate::walk::walk_expression(value, &mut |expr| {
            if let ExprKind::Apply { base, args } = &expr.kind {
                let indexed = matches!(&base.kind, ExprKind::Name(base) if base == name);
                let moved = !self.scope.is_array_element_or_section(expr)
                    && args.iter().any(|arg| arg.expr().is_some_and(|arg| self.rank(arg) > 0 && mentions(arg, name)))
                    && self.transforms(expr);
                whole &= !indexed && !moved;
            }
        });
        whole
    }

    /// The call gives elements that come from other positions of its arguments, or from all.
    fn transforms(&self, call: &Expr) -> bool {
        const MOVING: &[&str] = &[
            "matmul",
            "transpose",
            "sum",
            "product",
            "maxval",
            "minval",
            "any",
            "all",
            "count",
            "dot_product",
            "norm2",
            "maxloc",
            "minloc",
        ];
        let ExprKind::Apply { base, .. } = &call.kind else { return false };
        matches!(&base.kind, ExprKind::Name(name) if MOVING.contains(&name.as_str()))
    }

    /// Loops over the positions of a shape, with what `each` assigns inside.
    pub(crate) fn element_loop(
        &mut self,
        shape: &[String],
        mask: Option<&'a Expr>,
        each: impl FnOnce(&mut Self) -> Result<(Cpp, Cpp)>,
    ) -> Result<()> {
        let positions: Vec<_> = shape.iter().map(|_| self.fresh("k")).collect();
        let outer = std::mem::replace(&mut self.at, positions.clone());
        let condition = mask.map(|mask| self.value(mask)).transpose();
        let pair = each(self);
        self.at = outer;
        for name in &positions {
            self.taken.remove(name);
        }
        let (condition, (target, value)) = (condition?, pair?);
        self.flush_before();
        for (position, extent) in positions.iter().zip(shape).rev() {
            self.out.line(format!("for (int64_t {position} = 0; {position} < {extent}; ++{position})"));
            self.out.indent();
        }
        let value = self.for_assignment(value, &target.ty);
        match condition {
            Some(condition) => self.out.line(format!("if ({}) {} = {value};", condition.text, target.text)),
            None => self.out.line(format!("{} = {value};", target.text)),
        }
        for _ in &positions {
            self.out.outdent();
        }
        Ok(())
    }

    /// Writes the statements that come before the one under way.
    pub(crate) fn flush_before(&mut self) {
        for line in std::mem::take(&mut self.before) {
            self.out.line(line);
        }
    }

    /// The value as it is assigned: conversions that C++ does by itself are left to it.
    pub(crate) fn for_assignment(&self, value: Cpp, ty: &Type) -> String {
        match (&value.ty, ty) {
            (Type::Complex(_), _) | (_, Type::Complex(_)) => value.cast(ty).text,
            (Type::Real(_), Type::Integer(_)) => value.cast(ty).text,
            _ => value.text,
        }
    }

    /// The array expression in a local array of its own, of constant shape: its name.
    pub(crate) fn copied(&mut self, expr: &'a Expr) -> Result<String> {
        let shape = self.shape(expr)?;
        let name = self.temporary(expr, &shape)?;
        let positions: Vec<_> = shape.iter().map(|_| self.fresh("k")).collect();
        let outer = std::mem::replace(&mut self.at, positions.clone());
        let value = self.value(expr);
        self.at = outer;
        let value = value?;
        self.before.push(loops(&positions, &shape, &format!("{name}.at({}) = {};", positions.join(", "), value.text)));
        Ok(name)
    }

    /// After the statement, the elements of the local array `name` go back to the section they came from.
    pub(crate) fn copied_back(&mut self, expr: &'a Expr, name: &str) -> Result<()> {
        let shape = self.shape(expr)?;
        let positions: Vec<_> = shape.iter().map(|_| self.fresh("k")).collect();
        let outer = std::mem::replace(&mut self.at, positions.clone());
        let target = self.designator(expr);
        self.at = outer;
        let text = format!("{} = {name}.at({});", target?.text, positions.join(", "));
        self.after.push(loops(&positions, &shape, &text));
        Ok(())
    }
}

/// A statement in loops over positions, on one line.
pub(super) fn loops(positions: &[String], shape: &[String], statement: &str) -> String {
    let heads = positions.iter().zip(shape).rev();
    let heads: String = heads.map(|(at, extent)| format!("for (int64_t {at} = 0; {at} < {extent}; ++{at}) ")).collect();
    heads + statement
}

fn within(inner: Span, outer: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}
