//! Expressions: literals, operators with Fortran's mixed types, calls and designators.

use super::body::Body;
use super::cpp::{Cpp, Result, integer_literal, level, real_literal, unsupported};
use crate::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::sema::{Type, mixed};

impl<'t, 'a> Body<'t, 'a> {
    /// The value of a scalar expression, or the element at the current position of one with a rank.
    pub(crate) fn value(&mut self, expr: &'a Expr) -> Result<Cpp> {
        if let Some(text) = self.macro_value(expr) {
            return text;
        }
        match &expr.kind {
            ExprKind::Integer { digits, kind } => {
                let kind = self.literal_kind(kind.as_deref(), self.index.default_kinds().integer, expr)?;
                Ok(Cpp::atom(integer_literal(digits, kind), Type::Integer(kind)))
            }
            ExprKind::Real { text, kind } => {
                let default = if text.contains('d') { 8 } else { self.index.default_kinds().real };
                let kind = self.literal_kind(kind.as_deref(), default, expr)?;
                Ok(Cpp::atom(real_literal(text, kind), Type::Real(kind)))
            }
            ExprKind::Logical { value, kind } => {
                let kind = self.literal_kind(kind.as_deref(), self.index.default_kinds().integer, expr)?;
                Ok(Cpp::atom(value.to_string(), Type::Logical(kind)))
            }
            ExprKind::Character(text) if text.len() == 1 => {
                let quoted = super::cpp::quoted(text);
                let inner = quoted[1..quoted.len() - 1].replace("\\\"", "\"").replace('\'', "\\'");
                Ok(Cpp::atom(format!("'{inner}'"), Type::Character))
            }
            ExprKind::Character(text) => {
                Ok(Cpp::atom(format!("gpufort::text_of({})", super::cpp::quoted(text)), Type::Character))
            }
            ExprKind::Complex(re, im) => self.complex(re, im),
            ExprKind::Name(name) if !self.is_declared(name) && self.provided(expr).is_some() => {
                self.provided(expr).map_or_else(|| unsupported(expr.span, "this name"), Ok)
            }
            ExprKind::Name(_) | ExprKind::Member { .. } => self.designator(expr),
            ExprKind::Apply { base, args } => {
                if self.scope.is_array_element_or_section(expr) || !matches!(base.kind, ExprKind::Name(_)) {
                    return self.designator(expr);
                }
                self.call(expr, base, args)
            }
            ExprKind::Unary { op, operand } => self.unary(expr, *op, operand),
            ExprKind::Binary { op, left, right } => self.binary(expr, *op, left, right),
            ExprKind::Parens(inner) => {
                let inner = self.value(inner)?;
                if inner.level == level::ATOM { Ok(inner) } else { Ok(Cpp::atom(format!("({})", inner.text), inner.ty)) }
            }
            ExprKind::Array { items, .. } => self.constructed(expr, items),
            ExprKind::Boz { letter, digits } => {
                let radix = match letter {
                    b'b' => 2,
                    b'o' => 8,
                    _ => 16,
                };
                match u64::from_str_radix(digits, radix) {
                    Ok(value) => Ok(Cpp::atom(format!("{:#x}", value), Type::Integer(if value >> 32 == 0 { 4 } else { 8 }))),
                    Err(_) => unsupported(expr.span, "a constant of more than 64 bits"),
                }
            }
            ExprKind::ImpliedDo { .. } | ExprKind::Star | ExprKind::Opaque => unsupported(expr.span, "this expression"),
        }
    }

    /// A mention of a macro: the value of what it stands for.
    fn macro_value(&mut self, expr: &'a Expr) -> Option<Result<Cpp>> {
        if let Some(inner) = self.expansions.and_then(|expansions| expansions.get(expr.span)) {
            let all = self.expansions.take();
            let value = self.value(inner).map_err(|mut problem| {
                problem.span = expr.span;
                problem
            });
            self.expansions = all;
            return Some(value);
        }
        let ExprKind::Name(name) = &expr.kind else { return None };
        // A macro of the command line that stands for an integer.
        let value = match self.scope.macro_at(name, expr) {
            Some(value) => value,
            None if self.is_declared(name) || self.captures.contains_key(name.as_str()) => return None,
            None => self.scope.constant(expr)?,
        };
        let value = value.integer()?;
        Some(Ok(Cpp::atom(value.to_string(), Type::Integer(self.index.default_kinds().integer))))
    }

    /// The program itself says what `name` is.
    fn is_declared(&self, name: &str) -> bool {
        matches!(self.scope.lookup(name).map(|symbol| symbol.kind), Some(crate::sema::SymbolKind::Variable(variable)) if !variable.declared.key.is_empty())
    }

    fn literal_kind(&self, kind: Option<&str>, default: u8, expr: &Expr) -> Result<u8> {
        let Some(kind) = kind else { return Ok(default) };
        if let Ok(kind) = kind.parse() {
            return Ok(kind);
        }
        match self.scope.type_of(expr).map(|typed| typed.ty) {
            Some(Type::Integer(kind) | Type::Real(kind) | Type::Logical(kind)) => Ok(kind),
            _ => unsupported(expr.span, format!("the kind `{kind}`, which is not known here")),
        }
    }

    fn complex(&mut self, re: &'a Expr, im: &'a Expr) -> Result<Cpp> {
        let (re, im) = (self.value(re)?, self.value(im)?);
        let default = self.index.default_kinds().real;
        let kind = [&re.ty, &im.ty].into_iter().filter_map(|ty| if let Type::Real(kind) = ty { Some(*kind) } else { None });
        let kind = kind.max().unwrap_or(default);
        Ok(complex_of(re, im, kind))
    }

    fn unary(&mut self, expr: &'a Expr, op: UnaryOp, operand: &'a Expr) -> Result<Cpp> {
        let value = self.value(operand)?;
        match op {
            UnaryOp::Plus => Ok(value),
            UnaryOp::Minus => {
                // `- -x` must not become `--x`.
                let inner = value.within(level::UNARY);
                let inner = if inner.starts_with('-') { format!("({inner})") } else { inner };
                Ok(narrow(Cpp::new(format!("-{inner}"), level::UNARY, value.ty)))
            }
            UnaryOp::Not => Ok(Cpp::new(format!("!{}", value.within(level::UNARY)), level::UNARY, value.ty)),
            UnaryOp::Defined => unsupported(expr.span, "a defined operator"),
        }
    }

    fn binary(&mut self, expr: &'a Expr, op: BinaryOp, left: &'a Expr, right: &'a Expr) -> Result<Cpp> {
        if matches!(op, BinaryOp::Pow) {
            return self.power(expr, left, right);
        }
        let (a, b) = (self.value(left)?, self.value(right)?);
        match op {
            BinaryOp::Add => arithmetic(expr, a, b, "+", level::SUM),
            BinaryOp::Sub => arithmetic(expr, a, b, "-", level::SUM),
            BinaryOp::Mul => arithmetic(expr, a, b, "*", level::PRODUCT),
            BinaryOp::Div => arithmetic(expr, a, b, "/", level::PRODUCT),
            BinaryOp::Eq => self.compared(expr, a, b, "==", level::EQUAL),
            BinaryOp::Ne => self.compared(expr, a, b, "!=", level::EQUAL),
            BinaryOp::Lt => self.compared(expr, a, b, "<", level::COMPARE),
            BinaryOp::Le => self.compared(expr, a, b, "<=", level::COMPARE),
            BinaryOp::Gt => self.compared(expr, a, b, ">", level::COMPARE),
            BinaryOp::Ge => self.compared(expr, a, b, ">=", level::COMPARE),
            BinaryOp::And => Ok(logical(a, b, "&&", level::AND)),
            BinaryOp::Or => Ok(logical(a, b, "||", level::OR)),
            BinaryOp::Eqv => Ok(equivalence(a, b, "==")),
            BinaryOp::Neqv => Ok(equivalence(a, b, "!=")),
            BinaryOp::Concat => unsupported(expr.span, "strings that are joined"),
            BinaryOp::Defined | BinaryOp::Pow => unsupported(expr.span, "a defined operator"),
        }
    }

    fn compared(&mut self, expr: &Expr, a: Cpp, b: Cpp, op: &str, level: u8) -> Result<Cpp> {
        if matches!((&a.ty, &b.ty), (Type::Derived { .. }, _) | (_, Type::Derived { .. })) {
            return unsupported(expr.span, "a comparison of derived types");
        }
        let (a, b) = match mixed(&a.ty, &b.ty) {
            Some(ty @ Type::Complex(_)) => (a.cast(&ty), b.cast(&ty)),
            // C++ compares a 64-bit integer with a `float` in `float`, as Fortran does.
            _ => (a, b),
        };
        let text = format!("{} {op} {}", a.within(level + 1), b.within(level + 1));
        Ok(Cpp::new(text, level, Type::Logical(self.index.default_kinds().integer)))
    }

    fn power(&mut self, expr: &'a Expr, left: &'a Expr, right: &'a Expr) -> Result<Cpp> {
        let exponent = self.scope.constant(right).and_then(|value| value.integer());
        let (base, power) = (self.value(left)?, self.value(right)?);
        let Some(ty) = mixed(&base.ty, &power.ty) else { return unsupported(expr.span, "this power") };
        if let Type::Integer(_) = power.ty {
            // Only what is cheap to evaluate is repeated.
            let simple = base.text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'));
            if let (Some(times @ 2..=3), true) = (exponent, simple) {
                let text = vec![base.text.clone(); times as usize].join(" * ");
                return Ok(narrow(Cpp::new(text, level::PRODUCT, base.ty)));
            }
            if matches!(base.ty, Type::Integer(_)) {
                let text = format!("gpufort::powi({}, {})", base.cast(&ty).text, power.text);
                return Ok(Cpp::atom(text, ty));
            }
            let ty = base.ty.clone();
            return Ok(Cpp::atom(format!("gpufort::powi({}, {})", base.text, power.text), ty));
        }
        let (base, power) = (base.cast(&ty), power.cast(&ty));
        let name = match ty {
            Type::Complex(_) => "gpufort::pow",
            Type::Real(4) => "powf",
            _ => "pow",
        };
        Ok(Cpp::atom(format!("{name}({}, {})", base.text, power.text), ty))
    }
}

/// A complex number of two parts.
pub(crate) fn complex_of(re: Cpp, im: Cpp, kind: u8) -> Cpp {
    let part = Type::Real(kind);
    let ty = Type::Complex(kind);
    let text = format!("{}({}, {})", super::cpp::spelled(&ty), re.cast(&part).text, im.cast(&part).text);
    Cpp::atom(text, ty)
}

fn arithmetic(expr: &Expr, a: Cpp, b: Cpp, op: &str, level: u8) -> Result<Cpp> {
    let Some(ty) = mixed(&a.ty, &b.ty).filter(|ty| !matches!(ty, Type::Logical(_))) else {
        return unsupported(expr.span, "arithmetic between these types");
    };
    let (a, b) = match ty {
        // Numbers of two kinds have no common operator as complex ones.
        Type::Complex(_) => (a.cast(&ty), b.cast(&ty)),
        // `int64_t * float` is `float` in C++ too, but `float + int` beyond 2**24 must not go by `double`, and does not.
        _ => (a, b),
    };
    let text = format!("{} {op} {}", a.within(level), b.within(level + 1));
    Ok(narrow(Cpp::new(text, level, ty)))
}

/// C++ computes with at least an `int`, Fortran with the kind itself.
pub(crate) fn narrow(value: Cpp) -> Cpp {
    match value.ty {
        Type::Integer(1 | 2) => Cpp::atom(format!("{}({})", super::cpp::spelled(&value.ty), value.text), value.ty),
        _ => value,
    }
}

fn logical(a: Cpp, b: Cpp, op: &str, level: u8) -> Cpp {
    // Compilers ask for parentheses where `&&` stands in `||`.
    let side = |value: &Cpp| if value.level == level { value.text.clone() } else { value.within(self::level::BIT_OR) };
    let ty = mixed(&a.ty, &b.ty).unwrap_or(a.ty.clone());
    Cpp::new(format!("{} {op} {}", side(&a), side(&b)), level, ty)
}

fn equivalence(a: Cpp, b: Cpp, op: &str) -> Cpp {
    let ty = mixed(&a.ty, &b.ty).unwrap_or(a.ty.clone());
    Cpp::new(format!("!{} {op} !{}", a.within(level::UNARY), b.within(level::UNARY)), level::EQUAL, ty)
}
