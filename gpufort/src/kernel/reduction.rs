//! Functions of whole arrays: reductions, products of matrices and vectors, locations, inquiries.

use super::body::Body;
use super::cpp::{Cpp, Result, level, spelled, unsupported};
use super::intrinsic::argument;
use crate::ast::{Arg, Expr, ExprKind};
use crate::sema::{Type, Value};

impl<'a> Body<'_, 'a> {
    /// Functions of whole arrays and inquiries; `None` for others.
    pub(crate) fn of_arrays(&mut self, expr: &'a Expr, name: &str, args: &'a [Arg]) -> Option<Result<Cpp>> {
        let operation = match name {
            "sum" => "plus",
            "product" => "times",
            "maxval" => "maximum",
            "minval" => "minimum",
            "any" => "either",
            "all" => "both",
            "count" => "plus",
            "iall" => "bits_and",
            "iany" => "bits_or",
            "iparity" => "bits_xor",
            _ => return self.other_array_function(expr, name, args),
        };
        let Some(array) = args.first().and_then(Arg::expr) else { return Some(unsupported(expr.span, format!("`{name}`"))) };
        Some(self.reduction(expr, name, operation, array, args))
    }

    fn reduction(&mut self, expr: &'a Expr, name: &str, operation: &str, array: &'a Expr, args: &'a [Arg]) -> Result<Cpp> {
        let shape = self.shape(array)?;
        let dim = self.dim_argument(args);
        let mask = match name {
            "any" | "all" | "count" => None,
            _ => argument(args, 2, "mask").or_else(|| argument(args, 1, "mask").filter(|_| dim.is_none())),
        };
        let along = dim.filter(|dim| shape.len() > 1 && *dim <= shape.len());
        let own: Vec<String> = match along {
            Some(_) => vec![self.fresh("k")],
            None => shape.iter().map(|_| self.fresh("k")).collect(),
        };
        let mut inner = own.clone();
        if let Some(dim) = along {
            if self.at.len() + 1 != shape.len() {
                return unsupported(expr.span, format!("`{name}` along a dimension where a scalar is needed"));
            }
            inner = self.at.clone();
            inner.insert(dim - 1, own[0].clone());
        }
        let extents = along.map_or(shape.clone(), |dim| vec![shape[dim - 1].clone()]);
        let outer = std::mem::replace(&mut self.at, inner);
        let value = self.value(array);
        let mask = mask.map(|mask| self.value(mask)).transpose();
        self.at = outer;
        for name in &own {
            self.taken.remove(name);
        }
        let (value, mask) = (value?, mask?);
        if extents.len() > 3 {
            return unsupported(expr.span, format!("`{name}` of this array"));
        }
        Ok(self.fold(name, operation, value, mask, &extents, &own))
    }

    fn fold(&self, name: &str, operation: &str, value: Cpp, mask: Option<Cpp>, extents: &[String], positions: &[String]) -> Cpp {
        let ty = if name == "count" { Type::Integer(self.index.default_kinds().integer) } else { value.ty.clone() };
        let spelled = spelled(&ty);
        let text = match name {
            "count" | "any" | "all" => format!("{} ? {spelled}(1) : {spelled}(0)", value.within(level::OR)),
            _ => value.text.clone(),
        };
        let text = match mask {
            Some(mask) => {
                let neutral = format!("gpufort::{operation}::neutral<{spelled}>()");
                format!("{} ? {spelled}({text}) : {neutral}", mask.within(level::OR))
            }
            None => text,
        };
        let parameters: Vec<_> = positions.iter().map(|position| format!("int64_t {position}")).collect();
        let each = format!("[&]({}) -> {spelled} {{ return {text}; }}", parameters.join(", "));
        let extents: Vec<_> = extents.iter().map(|extent| format!("int64_t({extent})")).collect();
        Cpp::atom(format!("gpufort::reduce<gpufort::{operation}, {spelled}>({}, {each})", extents.join(", ")), ty)
    }

    fn other_array_function(&mut self, expr: &'a Expr, name: &str, args: &'a [Arg]) -> Option<Result<Cpp>> {
        let first = args.first().and_then(Arg::expr);
        match (name, first) {
            ("size" | "lbound" | "ubound", Some(array)) => Some(self.inquiry(expr, name, array, args)),
            ("dot_product", Some(a)) => {
                let Some(b) = argument(args, 1, "vector_b") else { return Some(unsupported(expr.span, "`dot_product`")) };
                Some(self.dot_product(a, b))
            }
            ("matmul", Some(a)) => {
                let Some(b) = argument(args, 1, "matrix_b") else { return Some(unsupported(expr.span, "`matmul`")) };
                Some(self.matmul(expr, a, b))
            }
            ("transpose", Some(a)) => {
                self.at.reverse();
                let value = self.value(a);
                self.at.reverse();
                Some(value)
            }
            ("norm2", Some(a)) => Some(self.norm2(a)),
            ("maxloc" | "minloc", Some(a)) => Some(self.location(expr, name, a, args)),
            ("huge" | "tiny" | "epsilon", Some(_))
            | ("kind" | "bit_size" | "digits" | "storage_size" | "precision" | "range", Some(_)) => Some(self.folded(expr, name)),
            _ => None,
        }
    }

    /// Functions whose value is known when the program is compiled.
    fn folded(&mut self, expr: &'a Expr, name: &str) -> Result<Cpp> {
        let ty = self.scope.type_of(expr).map(|typed| typed.ty);
        match (self.scope.constant(expr), ty) {
            (Some(Value::Integer(value)), Some(ty @ Type::Integer(8))) => Ok(Cpp::atom(format!("{value}L"), ty)),
            (Some(Value::Integer(value)), Some(ty @ Type::Integer(_))) => Ok(Cpp::atom(value.to_string(), ty)),
            (Some(Value::Real(value)), Some(ty @ Type::Real(_))) => {
                let suffix = if ty == Type::Real(4) { "f" } else { "" };
                Ok(Cpp::atom(format!("{value:e}{suffix}"), ty))
            }
            _ => unsupported(expr.span, format!("`{name}` of this argument")),
        }
    }

    fn inquiry(&mut self, expr: &'a Expr, name: &str, array: &'a Expr, args: &'a [Arg]) -> Result<Cpp> {
        let integer = Type::Integer(self.index.default_kinds().integer);
        let dim = match argument(args, 1, "dim") {
            Some(dim) => Some(self.integer(dim)?.text),
            None => None,
        };
        let plain = matches!(array.kind, ExprKind::Name(_) | ExprKind::Member { .. });
        let text = match (name, dim) {
            (_, Some(dim)) if plain => format!("{}.{name}({dim})", self.place(array)?.text),
            ("size", None) if plain => format!("{}.size()", self.place(array)?.text),
            ("size", None) => self.shape(array)?.iter().map(|extent| format!("({extent})")).collect::<Vec<_>>().join(" * "),
            // The bounds of one position: `lbound(a)` in an array expression.
            (_, None) if plain && self.at.len() == 1 => format!("{}.{name}(int({}) + 1)", self.place(array)?.text, self.at[0]),
            _ => return unsupported(expr.span, format!("`{name}` of this array")),
        };
        Ok(Cpp::atom(format!("{}({text})", spelled(&integer)), integer))
    }

    fn dot_product(&mut self, a: &'a Expr, b: &'a Expr) -> Result<Cpp> {
        let shape = self.shape(a)?;
        let [extent] = shape.as_slice() else { return unsupported(a.span, "a product of what is no vector") };
        let own = vec![self.fresh("k")];
        let outer = std::mem::replace(&mut self.at, own.clone());
        let product = self.value(a).and_then(|a| Ok((a, self.value(b)?)));
        self.at = outer;
        self.taken.remove(&own[0]);
        let (a, b) = product?;
        Ok(self.summed(a, b, true, extent, &own))
    }

    /// The sum of products over one position; of complex vectors the first is conjugated in a dot product.
    fn summed(&self, a: Cpp, b: Cpp, dot: bool, extent: &str, own: &[String]) -> Cpp {
        let ty = crate::sema::mixed(&a.ty, &b.ty).unwrap_or(a.ty.clone());
        if let Type::Logical(_) = ty {
            let text = format!("{} && {}", a.within(level::BIT_OR), b.within(level::BIT_OR));
            return self.fold("any", "either", Cpp::new(text, level::AND, ty), None, &[extent.to_owned()], own);
        }
        let conjugated = dot && matches!(a.ty, Type::Complex(_));
        let a = a.cast(&ty);
        let left = if conjugated { format!("gpufort::conjg({})", a.text) } else { a.within(level::PRODUCT) };
        let text = format!("{left} * {}", b.cast(&ty).within(level::UNARY));
        self.fold("sum", "plus", Cpp::new(text, level::PRODUCT, ty), None, &[extent.to_owned()], own)
    }

    fn matmul(&mut self, expr: &'a Expr, a: &'a Expr, b: &'a Expr) -> Result<Cpp> {
        let (left, right) = (self.shape(a)?, self.rank(b));
        let own = self.fresh("k");
        let mut positions = self.at.clone();
        let row = if left.len() == 2 && !positions.is_empty() { Some(positions.remove(0)) } else { None };
        let column = if right == 2 { positions.pop() } else { None };
        if !positions.is_empty() || left.len() == 2 && row.is_none() || right == 2 && column.is_none() {
            return unsupported(expr.span, "`matmul` where a scalar is needed");
        }
        let first: Vec<_> = row.into_iter().chain([own.clone()]).collect();
        let second: Vec<_> = [own.clone()].into_iter().chain(column).collect();
        let outer = std::mem::replace(&mut self.at, first);
        let left_value = self.value(a);
        self.at = second;
        let right_value = self.value(b);
        self.at = outer;
        self.taken.remove(&own);
        let extent = left.last().cloned().unwrap_or_else(|| "0".to_owned());
        Ok(self.summed(left_value?, right_value?, false, &extent, &[own]))
    }

    fn norm2(&mut self, a: &'a Expr) -> Result<Cpp> {
        let sum = self.dot_product(a, a)?;
        let name = if sum.ty == Type::Real(4) { "sqrtf" } else { "sqrt" };
        Ok(Cpp::atom(format!("{name}({})", sum.text), sum.ty))
    }

    fn location(&mut self, expr: &'a Expr, name: &str, a: &'a Expr, args: &'a [Arg]) -> Result<Cpp> {
        let shape = self.shape(a)?;
        let mask =
            args.iter().any(|arg| arg.keyword.as_ref().is_some_and(|keyword| keyword.key == "mask" || keyword.key == "back"));
        if shape.len() != 1 || mask {
            return unsupported(expr.span, format!("`{name}` of this array"));
        }
        let own = self.fresh("k");
        let outer = std::mem::replace(&mut self.at, vec![own.clone()]);
        let value = self.value(a);
        self.at = outer;
        self.taken.remove(&own);
        let value = value?;
        let ty = spelled(&value.ty);
        let each = format!("[&](int64_t {own}) -> {ty} {{ return {}; }}", value.text);
        let text = format!("gpufort::place_of<{ty}>({}, {}, {each})", name == "maxloc", shape[0]);
        Ok(Cpp::atom(text, Type::Integer(4)).cast(&Type::Integer(self.index.default_kinds().integer)))
    }
}
