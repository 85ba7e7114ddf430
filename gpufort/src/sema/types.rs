//! Types as they are written, and expressions, to types with kinds, ranks and the memory that they are in.

use super::kind::mixed;
use super::{Memory, Scope, SymbolKind, Type, Typed, UnitRef, Variable};
use super::{cuda_names, intrinsic};
use crate::ast::{Arg, ArgValue, BinaryOp, Expr, ExprKind, TypeKind, TypeSpec, UnaryOp, UnitKind};

impl<'i, 'a> Scope<'i, 'a> {
    /// The type that `spec` says. A kind that cannot be folded counts as the default one.
    pub fn kind_of(&self, spec: &TypeSpec) -> Type {
        let kinds = self.index().default_kinds();
        match &spec.kind {
            TypeKind::Integer(Some(kind)) if self.is_stream_kind(kind) => Type::Stream,
            TypeKind::Integer(kind) => Type::Integer(self.kind_value(kind.as_ref(), kinds.integer)),
            TypeKind::Real(kind) => Type::Real(self.kind_value(kind.as_ref(), kinds.real)),
            TypeKind::Complex(kind) => Type::Complex(self.kind_value(kind.as_ref(), kinds.real)),
            TypeKind::Logical(kind) => Type::Logical(self.kind_value(kind.as_ref(), kinds.integer)),
            TypeKind::DoublePrecision => Type::Real(8),
            TypeKind::DoubleComplex => Type::Complex(8),
            TypeKind::Character { .. } => Type::Character,
            TypeKind::Type(name) | TypeKind::Class(Some(name)) => self.derived_named(&name.key),
            TypeKind::Class(None) | TypeKind::Procedure(_) => Type::Unknown,
        }
    }

    /// The type and rank of `expr`, and the memory that it is in if it is a designator (else host memory).
    pub fn type_of(&self, expr: &Expr) -> Option<Typed> {
        let kinds = self.index().default_kinds();
        let ty = match &expr.kind {
            ExprKind::Integer { kind, .. } => Type::Integer(self.literal_kind(kind.as_deref(), kinds.integer)),
            ExprKind::Real { text, kind } if kind.is_none() && text.contains('d') => Type::Real(8),
            ExprKind::Real { text, kind } if kind.is_none() && text.contains('q') => Type::Real(16),
            ExprKind::Real { kind, .. } => Type::Real(self.literal_kind(kind.as_deref(), kinds.real)),
            ExprKind::Logical { kind, .. } => Type::Logical(self.literal_kind(kind.as_deref(), kinds.integer)),
            ExprKind::Complex(re, im) => self.complex_literal(re, im),
            ExprKind::Character(_) => Type::Character,
            ExprKind::Boz { .. } => Type::Integer(kinds.integer),
            ExprKind::Name(name) => return self.type_of_name(name),
            ExprKind::Apply { base, args } => return self.type_of_apply(base, args),
            ExprKind::Member { base, name } => return self.type_of_member(base, &name.key),
            ExprKind::Unary { op, operand } => return self.type_of_unary(*op, operand),
            ExprKind::Binary { op, left, right } => return self.type_of_binary(*op, left, right),
            ExprKind::Parens(inner) => return Some(Typed { memory: Memory::Host, ..self.type_of(inner)? }),
            ExprKind::Array { spec: Some(spec), .. } => return Some(host(self.kind_of(spec), 1)),
            ExprKind::Array { items, .. } | ExprKind::ImpliedDo { items, .. } => {
                return Some(host(self.type_of(items.first()?)?.ty, 1));
            }
            ExprKind::Star | ExprKind::Opaque => return None,
        };
        Some(host(ty, 0))
    }

    /// The result of the function at `at`, in terms of its own scope.
    pub fn result_of(&self, at: &UnitRef) -> Option<Variable<'a>> {
        let unit = self.index().unit(at);
        if unit.kind != UnitKind::Function {
            return None;
        }
        let name = unit.result.as_ref().unwrap_or(&unit.name);
        match self.index().scope(at).lookup(&name.key)?.kind {
            SymbolKind::Variable(variable) => Some(variable),
            _ => None,
        }
    }

    fn is_stream_kind(&self, kind: &Expr) -> bool {
        let ExprKind::Name(name) = &kind.kind else { return false };
        if name == "cuda_stream_kind" {
            return true;
        }
        // A constant of another name: `integer, parameter :: sk = cuda_stream_kind`.
        matches!(self.lookup(name).map(|symbol| symbol.kind),
            Some(SymbolKind::Variable(Variable { parameter: true, init: Some(Expr { kind: ExprKind::Name(init), .. }), .. }))
                if init == "cuda_stream_kind")
    }

    fn kind_value(&self, kind: Option<&Expr>, default: u8) -> u8 {
        kind.and_then(|kind| self.constant(kind))
            .and_then(|value| value.integer())
            .and_then(|n| u8::try_from(n).ok())
            .unwrap_or(default)
    }

    /// The kind after `_`: digits or a named constant.
    pub(super) fn literal_kind(&self, kind: Option<&str>, default: u8) -> u8 {
        let Some(kind) = kind else { return default };
        let named = || self.constant_named(kind, 0).and_then(|value| value.integer()).and_then(|n| u8::try_from(n).ok());
        kind.parse().ok().or_else(named).unwrap_or(default)
    }

    pub(super) fn derived_named(&self, key: &str) -> Type {
        let symbol = self.lookup(key);
        if let Some((owner, name)) = symbol.as_ref().and_then(|symbol| Some((symbol.owner.as_ref()?, &symbol.name)))
            && self.index().scope(owner).entry().table.names.get(name).is_some_and(|declared| declared.derived.is_some())
        {
            let unit = self.index().unit(owner);
            let module = (unit.kind == UnitKind::Module).then(|| unit.name.key.clone());
            return Type::Derived { name: name.clone(), module };
        }
        match key {
            "c_ptr" | "c_funptr" => Type::Pointer { device: false },
            "c_devptr" => Type::Pointer { device: true },
            _ => Type::Derived { name: key.into(), module: cuda_names::derived_type(key).map(Into::into) },
        }
    }

    fn complex_literal(&self, re: &Expr, im: &Expr) -> Type {
        let kind = |part: &Expr| match self.type_of(part).map(|typed| typed.ty) {
            Some(Type::Real(kind)) => kind,
            _ => 0,
        };
        match kind(re).max(kind(im)) {
            0 => Type::Complex(self.index().default_kinds().real),
            kind => Type::Complex(kind),
        }
    }

    fn type_of_name(&self, name: &str) -> Option<Typed> {
        let symbol = self.lookup(name)?;
        match symbol.kind {
            SymbolKind::Variable(variable) => Some(typed(&variable)),
            SymbolKind::Cuda(_) => {
                let ty = cuda_names::device_variable(name).or_else(|| cuda_names::kind_constant(name).map(|_| Type::Integer(4)));
                Some(host(ty.unwrap_or(Type::Integer(4)), 0))
            }
            SymbolKind::Intrinsic => intrinsic::constant(name).map(|ty| host(ty, 0)),
            _ => None,
        }
    }

    fn type_of_apply(&self, base: &Expr, args: &[Arg]) -> Option<Typed> {
        if self.indexes(base) {
            let whole = self.type_of(base)?;
            let substring = whole.ty == Type::Character && whole.rank == 0;
            let rank = if substring { 0 } else { args.iter().map(|arg| self.subscript_rank(arg)).sum() };
            return Some(Typed { rank, ..whole });
        }
        if let Some(at) = self.resolve_call(base, args) {
            return self.type_of_result(&at, args);
        }
        let ExprKind::Name(name) = &base.kind else { return None };
        let symbol = self.lookup(name)?;
        match symbol.kind {
            SymbolKind::Intrinsic => intrinsic::result::result(self, name, args).map(|(ty, rank)| host(ty, rank)),
            SymbolKind::DerivedType(_) => Some(host(self.derived_named(name), 0)),
            SymbolKind::Cuda(_) if cuda_names::derived_type(name).is_some() => Some(host(self.derived_named(name), 0)),
            SymbolKind::Cuda(_) => {
                let first = args.first().and_then(|arg| arg.expr()).and_then(|arg| self.type_of(arg)).map(|typed| typed.ty);
                Some(host(cuda_names::result(name, first), 0))
            }
            SymbolKind::Variable(variable) => Some(host(variable.ty, 0)),
            _ => Some(host(self.declared_type(&symbol)?, 0)),
        }
    }

    /// The type that `real, external :: f` gives.
    fn declared_type(&self, symbol: &super::Symbol<'a>) -> Option<Type> {
        let scope = self.index().scope(symbol.owner.as_ref()?);
        let spec = scope.entry().table.names.get(&symbol.name)?.variable?.spec?;
        Some(scope.kind_of(spec))
    }

    /// An elemental function has its argument's rank.
    fn type_of_result(&self, at: &UnitRef, args: &[Arg]) -> Option<Typed> {
        let result = self.result_of(at)?;
        let elemental = self.index().unit(at).prefix.words.iter().any(|word| word.key == "elemental");
        let shapes = args.iter().filter_map(|arg| self.type_of(arg.expr()?)).map(|typed| typed.rank).max();
        let rank = if elemental { shapes.unwrap_or(0) } else { result.dims.map_or(0, <[_]>::len) };
        Some(host(result.ty, rank))
    }

    fn subscript_rank(&self, arg: &Arg) -> usize {
        match &arg.value {
            ArgValue::Section { .. } => 1,
            ArgValue::Expr(expr) => usize::from(self.type_of(expr).is_some_and(|typed| typed.rank == 1)),
            ArgValue::Label(_) => 0,
        }
    }

    fn type_of_member(&self, base: &Expr, name: &str) -> Option<Typed> {
        let whole = self.type_of(base)?;
        if let (Type::Complex(kind), "re" | "im") = (&whole.ty, name) {
            return Some(Typed { ty: Type::Real(*kind), ..whole });
        }
        if let Type::Derived { name: ty, module: Some(module) } = &whole.ty
            && super::is_cuda_module(module)
        {
            return cuda_names::member(ty, name).map(|(ty, rank)| host(ty, rank));
        }
        let component = self.component(&whole.ty, name)?;
        let own = typed(&component);
        let apart = component.allocatable || component.pointer || own.memory != Memory::Host;
        let memory = if apart { own.memory } else { whole.memory };
        Some(Typed { ty: own.ty, rank: own.rank.max(whole.rank), memory })
    }

    fn type_of_unary(&self, op: UnaryOp, operand: &Expr) -> Option<Typed> {
        (op != UnaryOp::Defined).then(|| self.type_of(operand)).flatten().map(|inner| host(inner.ty, inner.rank))
    }

    fn type_of_binary(&self, op: BinaryOp, left: &Expr, right: &Expr) -> Option<Typed> {
        let (left, right) = (self.type_of(left)?, self.type_of(right)?);
        let rank = left.rank.max(right.rank);
        let ty = match op {
            BinaryOp::Defined => return None,
            BinaryOp::Concat => Type::Character,
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Pow => mixed(&left.ty, &right.ty)?,
            BinaryOp::And | BinaryOp::Or | BinaryOp::Eqv | BinaryOp::Neqv => mixed(&left.ty, &right.ty)?,
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
                Type::Logical(self.index().default_kinds().integer)
            }
        };
        Some(host(ty, rank))
    }
}

impl Arg {
    /// The argument, if it is an expression.
    pub fn expr(&self) -> Option<&Expr> {
        match &self.value {
            ArgValue::Expr(expr) => Some(expr),
            _ => None,
        }
    }
}

fn typed(variable: &Variable<'_>) -> Typed {
    Typed { ty: variable.ty.clone(), rank: variable.dims.map_or(0, <[_]>::len), memory: variable.memory }
}

fn host(ty: Type, rank: usize) -> Typed {
    Typed { ty, rank, memory: Memory::Host }
}
