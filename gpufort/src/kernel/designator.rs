//! Designators: variables, elements, sections, components; and the arrays that declarations make.

use super::body::{Body, key_of};
use super::cpp::{Cpp, Result, identifier, unsupported};
use crate::ast::{Arg, ArgValue, Dim, Expr, ExprKind, Span};
use crate::sema::{Type, Variable};

/// Where a designator leads.
pub(crate) struct Designated<'a> {
    pub(crate) text: String,
    pub(crate) ty: Type,
    /// The dimensions of an array that has no subscripts yet.
    pub(crate) dims: Option<&'a [Dim]>,
}

impl<'t, 'a> Body<'t, 'a> {
    /// A variable, element or component as an expression that can be assigned to. In an array expression, arrays and sections stand
    /// for the element at the current position.
    pub(crate) fn designator(&mut self, expr: &'a Expr) -> Result<Cpp> {
        let place = self.place(expr)?;
        let text = match place.dims {
            Some(dims) => self.element(place.text, dims.len(), expr.span)?,
            None => place.text,
        };
        Ok(Cpp::atom(text, place.ty))
    }

    /// The element at the current position of a whole array of this rank.
    pub(super) fn element(&self, text: String, rank: usize, span: Span) -> Result<String> {
        if self.at.len() == rank {
            return Ok(format!("{text}.at({})", self.at.join(", ")));
        }
        unsupported(span, "an array where a scalar is needed")
    }

    /// A designator; of an array without subscripts the array itself.
    pub(crate) fn place(&mut self, expr: &'a Expr) -> Result<Designated<'a>> {
        if !self.captures.is_empty()
            && let Some(text) = key_of(expr).and_then(|key| self.captures.get(&key).cloned())
            && let Some(variable) = self.scope.variable(expr)
        {
            let dims = variable.dims.filter(|_| !self.scope.is_array_element_or_section(expr));
            return Ok(Designated { text, ty: variable.ty, dims });
        }
        match &expr.kind {
            ExprKind::Name(name) => {
                let named = self.named(name, expr.span)?;
                Ok(Designated { text: named.text, ty: named.variable.ty, dims: named.variable.dims })
            }
            ExprKind::Member { base, name } => self.member(expr, base, name),
            ExprKind::Apply { base, args } => {
                let whole = self.place(base)?;
                match whole.dims {
                    Some(_) => Ok(Designated { text: self.subscripted(&whole, args, expr.span)?, ty: whole.ty, dims: None }),
                    None if whole.ty == Type::Character => self.substring(&whole.text, args, expr.span),
                    None => unsupported(expr.span, "subscripts of what is not an array"),
                }
            }
            _ => unsupported(expr.span, "this expression where a variable is needed"),
        }
    }

    /// `s(2:5)`
    fn substring(&mut self, whole: &str, args: &'a [Arg], span: Span) -> Result<Designated<'a>> {
        let [Arg { value: ArgValue::Section { lower, upper, stride: None }, .. }] = args else {
            return unsupported(span, "subscripts of what is not an array");
        };
        let first = match lower {
            Some(lower) => self.integer(lower)?.text,
            None => "1".to_owned(),
        };
        let last = match upper {
            Some(upper) => format!(", {}", self.integer(upper)?.text),
            None => String::new(),
        };
        let text = format!("gpufort::part({whole}, {first}{last})");
        Ok(Designated { text, ty: Type::Character, dims: None })
    }

    fn member(&mut self, expr: &'a Expr, base: &'a Expr, name: &'a crate::ast::Name) -> Result<Designated<'a>> {
        if let ExprKind::Name(coordinates) = &base.kind
            && let Some(coordinates) = self.coordinate(coordinates)
        {
            return Ok(Designated { text: format!("{coordinates}.{}", name.key), ty: Type::Integer(4), dims: None });
        }
        let object = self.place(base)?;
        let text = match object.dims {
            Some(dims) => self.element(object.text, dims.len(), base.span)?,
            None => object.text,
        };
        let whole = text;
        let text = format!("{whole}.{}", identifier(&name.key));
        match (&object.ty, name.key.as_str()) {
            (Type::Complex(kind), "re" | "im") => return Ok(Designated { text, ty: Type::Real(*kind), dims: None }),
            (Type::Derived { module, .. }, _) if matches!(module.as_deref(), Some("cooperative_groups" | "cudafor")) => {
                return Ok(Designated { text, ty: Type::Integer(4), dims: None });
            }
            _ => {}
        }
        match self.scope.inherited_component(&object.ty, &name.key) {
            Some((path, component)) => {
                let through: String = path.iter().map(|parent| format!(".{}", identifier(&parent.key))).collect();
                let text = format!("{whole}{through}.{}", identifier(&name.key));
                Ok(Designated { text, ty: component.ty, dims: component.dims })
            }
            None => unsupported(expr.span, format!("the component `{}`, whose type is not known", name.key)),
        }
    }

    /// `threadidx` and its kin: the name of their copy in the procedure.
    pub(crate) fn coordinate(&mut self, name: &str) -> Option<&'static str> {
        const COORDINATES: [&str; 4] = ["threadidx", "blockidx", "blockdim", "griddim"];
        let found = COORDINATES.into_iter().find(|one| *one == name)?;
        if matches!(self.scope.lookup(name)?.kind, crate::sema::SymbolKind::Variable(ref variable) if !variable.declared.key.is_empty())
        {
            return None;
        }
        self.coordinates.insert(found);
        Some(found)
    }

    /// An element, or of a section the element at the current position.
    fn subscripted(&mut self, whole: &Designated<'a>, args: &'a [Arg], span: Span) -> Result<String> {
        let mut position = 0;
        let mut subscripts = Vec::new();
        for (dim, arg) in args.iter().enumerate() {
            match &arg.value {
                ArgValue::Expr(expr) if self.rank(expr) == 0 => {
                    let at = std::mem::take(&mut self.at);
                    let subscript = self.integer(expr);
                    self.at = at;
                    subscripts.push(subscript?.text);
                }
                ArgValue::Expr(expr) => {
                    let at = vec![self.position(position, span)?];
                    position += 1;
                    let all = std::mem::replace(&mut self.at, at);
                    let subscript = self.integer(expr);
                    self.at = all;
                    subscripts.push(subscript?.text);
                }
                ArgValue::Section { lower, stride, .. } => {
                    let at = self.position(position, span)?;
                    position += 1;
                    subscripts.push(self.section_subscript(whole, dim, lower.as_ref(), stride.as_ref(), &at)?);
                }
                ArgValue::Label(_) => return unsupported(span, "a label as a subscript"),
            }
        }
        if position != self.at.len() && position > 0 {
            return unsupported(span, "sections of different ranks in one expression");
        }
        Ok(format!("{}({})", whole.text, subscripts.join(", ")))
    }

    fn position(&self, number: usize, span: Span) -> Result<String> {
        match self.at.get(number) {
            Some(at) => Ok(at.clone()),
            None => unsupported(span, "a section where a scalar is needed"),
        }
    }

    fn section_subscript(
        &mut self,
        whole: &Designated<'a>,
        dim: usize,
        lower: Option<&'a Expr>,
        stride: Option<&'a Expr>,
        at: &str,
    ) -> Result<String> {
        let positions = std::mem::take(&mut self.at);
        let first = match lower {
            Some(lower) => self.integer(lower).map(|first| first.within(super::cpp::level::SUM)),
            None => Ok(self.lower_bound(whole, dim)),
        };
        let stride =
            stride.map(|stride| self.integer(stride).map(|stride| stride.within(super::cpp::level::PRODUCT))).transpose();
        self.at = positions;
        Ok(match stride? {
            Some(stride) => format!("{} + {at} * {stride}", first?),
            None => format!("{} + {at}", first?),
        })
    }

    fn lower_bound(&mut self, whole: &Designated<'a>, dim: usize) -> String {
        match whole.dims.and_then(|dims| dims.get(dim)) {
            Some(Dim::Explicit { lower: None, .. } | Dim::AssumedSize { lower: None }) => "1".to_owned(),
            _ => format!("{}.lower_of({dim})", whole.text),
        }
    }

    /// The section as an array of its own, which a procedure can take: `gpufort::section(a, gpufort::triplet(1, n), j)`.
    pub(crate) fn section(&mut self, base: &'a Expr, args: &'a [Arg]) -> Result<String> {
        let whole = self.place(base)?;
        let mut list = vec![whole.text.clone()];
        for (dim, arg) in args.iter().enumerate() {
            match &arg.value {
                ArgValue::Expr(expr) if self.rank(expr) == 0 => list.push(self.integer(expr)?.text),
                ArgValue::Section { lower, upper, stride } => {
                    let first = match lower {
                        Some(lower) => self.integer(lower)?.text,
                        None => self.lower_bound(&whole, dim),
                    };
                    let last = match upper {
                        Some(upper) => self.integer(upper)?.text,
                        None => format!("{}.ubound({})", whole.text, dim + 1),
                    };
                    let stride = match stride {
                        Some(stride) => format!(", {}", self.integer(stride)?.text),
                        None => String::new(),
                    };
                    list.push(format!("gpufort::triplet({first}, {last}{stride})"));
                }
                _ => return unsupported(arg.span, "a vector subscript in a section that is passed on"),
            }
        }
        Ok(format!("gpufort::section({})", list.join(", ")))
    }

    /// Bounds that are constants, as arguments of `gpufort::fixed`.
    pub(crate) fn constant_bounds(&mut self, dims: &'a [Dim], span: Span) -> Result<String> {
        let mut list = Vec::new();
        for dim in dims {
            let Dim::Explicit { lower, upper } = dim else { return unsupported(span, "an array without constant bounds") };
            let first = match lower {
                Some(lower) => self.constant_bound(lower)?,
                None => 1,
            };
            list.push(format!("gpufort::bounds<{first}, {}>", self.constant_bound(upper)?));
        }
        Ok(list.join(", "))
    }

    fn constant_bound(&self, expr: &Expr) -> Result<i128> {
        match self.scope.constant(expr).and_then(|value| value.integer()) {
            Some(value) => Ok(value),
            None => unsupported(expr.span, "an array bound that is not a constant"),
        }
    }

    /// A dimension of an array that stands elsewhere in memory, as an argument of `gpufort::array`.
    pub(crate) fn range(&mut self, dim: &'a Dim, span: Span) -> Result<String> {
        match dim {
            Dim::Explicit { lower: None, upper } => Ok(self.integer(upper)?.text),
            Dim::Explicit { lower: Some(lower), upper } => {
                Ok(format!("gpufort::range({}, {})", self.integer(lower)?.text, self.integer(upper)?.text))
            }
            Dim::AssumedSize { lower: None } => Ok("gpufort::assumed()".to_owned()),
            Dim::AssumedSize { lower: Some(lower) } => Ok(format!("gpufort::assumed({})", self.integer(lower)?.text)),
            Dim::Deferred { .. } | Dim::AssumedRank => unsupported(span, "an array whose shape is not declared"),
        }
    }

    /// The lower bounds that a dummy of assumed shape declares, where one is not 1.
    pub(crate) fn declared_lowers(&mut self, variable: &Variable<'a>) -> Result<Option<String>> {
        let dims = variable.dims.unwrap_or_default();
        let mut list = Vec::new();
        for dim in dims {
            list.push(match dim {
                Dim::Deferred { lower: Some(lower) } => self.integer(lower)?.text,
                _ => "1".to_owned(),
            });
        }
        Ok(list.iter().any(|lower| lower != "1").then(|| list.join(", ")))
    }
}
