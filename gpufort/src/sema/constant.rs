//! Constant expressions to their values: literals, named constants of any module, kinds, intrinsic arithmetic.

use super::recursion::once_at_a_time;
use super::table::Raw;
use super::{IntegerMacro, Scope, SymbolKind, Type, Value};
use super::{cuda_names, intrinsic};
use crate::ast::{Arg, BinaryOp, Expr, ExprKind, UnaryOp};

/// Named constants that name each other in a circle end here.
const DEEPEST: usize = 32;

impl Value {
    /// The value, if it is an integer.
    pub fn integer(&self) -> Option<i128> {
        match self {
            Self::Integer(value) => Some(*value),
            _ => None,
        }
    }

    /// The value of an integer or a real number.
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Integer(value) => Some(*value as f64),
            Self::Real(value) => Some(*value),
            _ => None,
        }
    }
}

impl<'a> Scope<'_, 'a> {
    /// The value of `expr` if it is a constant of the tree's text.
    pub fn constant(&self, expr: &Expr) -> Option<Value> {
        self.fold(expr, 0)
    }

    pub(super) fn constant_named(&self, name: &str, depth: usize) -> Option<Value> {
        if depth > DEEPEST {
            return None;
        }
        if let Some(IntegerMacro { value, only_at: None }) = self.macro_named(name) {
            return Some(Value::Integer(*value));
        }
        if let Some((scope, raw)) = self.named_constant(name) {
            // Twice the place: the type and the value of one constant may be sought at the same time.
            let place = (scope.entry().at.file, raw.declared.span.start | 1 << 31);
            return once_at_a_time(place, || scope.value_of(&raw, depth))?;
        }
        if self.declares(name) {
            return None;
        }
        cuda_names::kind_constant(name)
            .filter(|_| !self.cuda_modules().is_empty())
            .or_else(|| intrinsic::named_kind(name))
            .map(Value::Integer)
    }

    fn macro_named(&self, name: &str) -> Option<&IntegerMacro> {
        self.index().macros.get(self.unit().file)?.get(name)
    }

    /// The value of the macro that `expr` mentions, of those whose names are told apart by case.
    pub(crate) fn macro_at(&self, name: &str, expr: &Expr) -> Option<Value> {
        let one = self.macro_named(name)?;
        one.only_at.as_ref()?.binary_search(&expr.span.start).is_ok().then_some(Value::Integer(one.value))
    }

    fn value_of(&self, raw: &Raw<'a>, depth: usize) -> Option<Value> {
        let value = raw.init.map(|init| self.fold(init, depth + 1));
        match (value, raw.flags.enumerator) {
            (Some(value), None) => Some(convert(value?, &self.variable_of(raw).ty)),
            (Some(value), Some(after)) => Some(Value::Integer(value?.integer()? + i128::from(after))),
            (None, Some(after)) => Some(Value::Integer(after.into())),
            (None, None) => None,
        }
    }

    fn fold(&self, expr: &Expr, depth: usize) -> Option<Value> {
        match &expr.kind {
            ExprKind::Integer { digits, .. } => digits.parse().ok().map(Value::Integer),
            ExprKind::Real { text, .. } => text.replace(['d', 'q'], "e").parse().ok().map(Value::Real),
            ExprKind::Logical { value, .. } => Some(Value::Logical(*value)),
            ExprKind::Character(text) => Some(Value::Character(text.clone())),
            ExprKind::Boz { letter, digits } => {
                let radix = match letter {
                    b'b' => 2,
                    b'o' => 8,
                    _ => 16,
                };
                i128::from_str_radix(digits, radix).ok().map(Value::Integer)
            }
            ExprKind::Name(name) => self.macro_at(name, expr).or_else(|| self.constant_named(name, depth)),
            ExprKind::Parens(inner) => self.fold(inner, depth),
            ExprKind::Unary { op, operand } => unary(*op, self.fold(operand, depth)?),
            ExprKind::Binary { op, left, right } => binary(*op, self.fold(left, depth)?, self.fold(right, depth)?),
            ExprKind::Apply { base, args } => match &base.kind {
                ExprKind::Name(name) => self.fold_call(name, args, depth),
                _ => None,
            },
            _ => None,
        }
    }

    fn fold_call(&self, name: &str, args: &[Arg], depth: usize) -> Option<Value> {
        if !matches!(self.lookup(name)?.kind, SymbolKind::Intrinsic) {
            return None;
        }
        let nth = |position: usize, keyword: &str| intrinsic::argument(args, position, keyword);
        let number = |position, keyword| nth(position, keyword).and_then(|arg| self.fold(arg, depth));
        let integer = |value: i128| Some(Value::Integer(value));
        match name {
            "kind" => integer(self.type_of(nth(0, "x")?)?.ty.kind()?.into()),
            "selected_real_kind" => {
                let digits = number(0, "p").and_then(|value| value.integer()).unwrap_or(0);
                let range = number(1, "r").and_then(|value| value.integer()).unwrap_or(0);
                integer(selected_real_kind(digits, range))
            }
            "selected_int_kind" => integer(selected_int_kind(number(0, "r")?.integer()?)),
            "int_ptr_kind" => integer(8),
            "storage_size" => integer(8 * i128::from(self.index().size_of(&self.type_of(nth(0, "a")?)?.ty, self)?)),
            "c_sizeof" | "sizeof" if self.type_of(nth(0, "x")?)?.rank == 0 => {
                integer(self.index().size_of(&self.type_of(nth(0, "x")?)?.ty, self)?.into())
            }
            "size" => self.fold_size(args, depth),
            "huge" => match self.type_of(nth(0, "x")?)?.ty {
                Type::Integer(bytes @ 1..=8) => integer((1i128 << (8 * u32::from(bytes) - 1)) - 1),
                Type::Real(4) => Some(Value::Real(f32::MAX.into())),
                Type::Real(8) => Some(Value::Real(f64::MAX)),
                _ => None,
            },
            "tiny" => match self.type_of(nth(0, "x")?)?.ty {
                Type::Real(4) => Some(Value::Real(f32::MIN_POSITIVE.into())),
                Type::Real(8) => Some(Value::Real(f64::MIN_POSITIVE)),
                _ => None,
            },
            "epsilon" => match self.type_of(nth(0, "x")?)?.ty {
                Type::Real(4) => Some(Value::Real(f32::EPSILON.into())),
                Type::Real(8) => Some(Value::Real(f64::EPSILON)),
                _ => None,
            },
            "bit_size" => integer(8 * i128::from(self.type_of(nth(0, "i")?)?.ty.kind()?)),
            _ => {
                let values: Vec<Value> = args.iter().map(|arg| self.fold(arg.expr()?, depth)).collect::<Option<_>>()?;
                intrinsic::fold::arithmetic(name, &values)
            }
        }
    }

    fn fold_size(&self, args: &[Arg], depth: usize) -> Option<Value> {
        let dims = self.variable(args.first()?.expr()?)?.dims?;
        if let Some(dim) = intrinsic::argument(args, 1, "dim") {
            let dim = usize::try_from(self.fold(dim, depth)?.integer()?).ok()?.checked_sub(1)?;
            return Some(Value::Integer(self.extent(dims.get(dim)?)?.into()));
        }
        let total = dims.iter().map(|dim| self.extent(dim)).try_fold(1u64, |total, extent| total.checked_mul(extent?));
        total.map(|total| Value::Integer(total.into()))
    }
}

/// Decimal digits and exponent ranges of IEEE 754's formats, which both compilers use.
fn selected_real_kind(digits: i128, range: i128) -> i128 {
    match (digits, range) {
        (..=6, ..=37) => 4,
        (..=15, ..=307) => 8,
        (..=33, ..=4931) => 16,
        _ => -1,
    }
}

fn selected_int_kind(digits: i128) -> i128 {
    match digits {
        ..=2 => 1,
        3..=4 => 2,
        5..=9 => 4,
        10..=18 => 8,
        19..=38 => 16,
        _ => -1,
    }
}

fn convert(value: Value, ty: &Type) -> Value {
    match (ty, value) {
        (Type::Real(_), Value::Integer(value)) => Value::Real(value as f64),
        (Type::Real(4), Value::Real(value)) => Value::Real(f64::from(value as f32)),
        (Type::Integer(_), Value::Real(value)) => Value::Integer(value as i128),
        (_, value) => value,
    }
}

fn unary(op: UnaryOp, value: Value) -> Option<Value> {
    Some(match (op, value) {
        (UnaryOp::Plus, value) => value,
        (UnaryOp::Minus, Value::Integer(value)) => Value::Integer(value.checked_neg()?),
        (UnaryOp::Minus, Value::Real(value)) => Value::Real(-value),
        (UnaryOp::Not, Value::Logical(value)) => Value::Logical(!value),
        _ => return None,
    })
}

fn binary(op: BinaryOp, left: Value, right: Value) -> Option<Value> {
    match (left, right) {
        (Value::Integer(left), Value::Integer(right)) => integers(op, left, right),
        (Value::Logical(left), Value::Logical(right)) => Some(Value::Logical(match op {
            BinaryOp::And => left && right,
            BinaryOp::Or => left || right,
            BinaryOp::Eqv => left == right,
            BinaryOp::Neqv => left != right,
            _ => return None,
        })),
        (Value::Character(left), Value::Character(right)) => match op {
            BinaryOp::Concat => Some(Value::Character(left + &right)),
            _ => None,
        },
        (left, right) => reals(op, left.number()?, right.number()?),
    }
}

fn integers(op: BinaryOp, left: i128, right: i128) -> Option<Value> {
    let value = match op {
        BinaryOp::Add => left.checked_add(right)?,
        BinaryOp::Sub => left.checked_sub(right)?,
        BinaryOp::Mul => left.checked_mul(right)?,
        BinaryOp::Div => left.checked_div(right)?,
        BinaryOp::Pow if right < 0 => 1i128.checked_div(left.checked_pow(u32::try_from(-right).ok()?)?)?,
        BinaryOp::Pow => left.checked_pow(u32::try_from(right).ok()?)?,
        _ => return compare(op, left.partial_cmp(&right)?),
    };
    Some(Value::Integer(value))
}

fn reals(op: BinaryOp, left: f64, right: f64) -> Option<Value> {
    let value = match op {
        BinaryOp::Add => left + right,
        BinaryOp::Sub => left - right,
        BinaryOp::Mul => left * right,
        BinaryOp::Div => left / right,
        BinaryOp::Pow => left.powf(right),
        _ => return compare(op, left.partial_cmp(&right)?),
    };
    Some(Value::Real(value))
}

fn compare(op: BinaryOp, order: std::cmp::Ordering) -> Option<Value> {
    Some(Value::Logical(match op {
        BinaryOp::Eq => order.is_eq(),
        BinaryOp::Ne => order.is_ne(),
        BinaryOp::Lt => order.is_lt(),
        BinaryOp::Le => order.is_le(),
        BinaryOp::Gt => order.is_gt(),
        BinaryOp::Ge => order.is_ge(),
        _ => return None,
    }))
}
