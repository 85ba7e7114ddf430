//! Expressions that the host evaluates: designators of device data in them are read through `gpufort_host`.

use super::{Holding, Pass, element, on_device};
use crate::ast::{Arg, ArgValue, Expr, ExprKind};
use crate::demand::{Extents, Family};
use crate::sema::{Memory, SymbolKind, UnitRef};
use hipify_diagnostics::Code;

/// Intrinsic functions that ask about a designator and do not read it.
const INQUIRIES: &[&str] = &[
    "allocated",
    "associated",
    "bit_size",
    "c_devloc",
    "c_loc",
    "c_sizeof",
    "digits",
    "epsilon",
    "huge",
    "is_contiguous",
    "kind",
    "lbound",
    "len",
    "loc",
    "maxexponent",
    "minexponent",
    "precision",
    "present",
    "radix",
    "range",
    "rank",
    "shape",
    "size",
    "sizeof",
    "storage_size",
    "tiny",
    "ubound",
];

/// The expression inside parentheses.
pub(super) fn bare(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Parens(inner) => bare(inner),
        _ => expr,
    }
}

impl Pass<'_, '_> {
    /// `expr` is a designator of data in device memory.
    pub(super) fn is_device(&self, expr: &Expr) -> bool {
        self.is_designator(expr) && self.scope.type_of(expr).is_some_and(|typed| on_device(typed.memory))
    }

    pub(super) fn is_designator(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Name(_) => self.scope.variable(expr).is_some(),
            ExprKind::Apply { .. } => self.scope.is_array_element_or_section(expr),
            ExprKind::Member { base, .. } => self.is_designator(base),
            _ => false,
        }
    }

    /// The value of `expr` is needed on the host.
    pub(super) fn read(&mut self, expr: &Expr) {
        if self.is_device(expr) {
            if self.has_vector_subscript(expr) {
                return self.refuse_vector(expr);
            }
            self.wrap(expr);
            return self.subscripts(expr);
        }
        match &expr.kind {
            ExprKind::Complex(left, right) | ExprKind::Binary { left, right, .. } => {
                self.read(left);
                self.read(right);
            }
            ExprKind::Unary { operand: inner, .. } | ExprKind::Parens(inner) => self.read(inner),
            ExprKind::Array { items, .. } => items.iter().for_each(|item| self.read(item)),
            ExprKind::ImpliedDo { items, bounds, .. } => items.iter().chain(bounds).for_each(|item| self.read(item)),
            ExprKind::Apply { base, args } if self.scope.is_function_call(expr) => self.function(base, args),
            ExprKind::Apply { .. } | ExprKind::Member { .. } => self.subscripts(expr),
            _ => {}
        }
    }

    /// `expr` is handed on as it is, if it is a designator: only its subscripts are read.
    pub(super) fn pass(&mut self, expr: &Expr) {
        if self.is_designator(expr) { self.subscripts(expr) } else { self.read(expr) }
    }

    /// Reads the subscripts of a designator, and the arguments of a constructor.
    pub(super) fn subscripts(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Apply { base, args } => {
                self.subscripts(base);
                args.iter().for_each(|arg| self.read_argument(arg));
            }
            ExprKind::Member { base, .. } => self.subscripts(base),
            _ => {}
        }
    }

    pub(super) fn read_argument(&mut self, arg: &Arg) {
        match &arg.value {
            ArgValue::Expr(expr) => self.read(expr),
            ArgValue::Section { lower, upper, stride } => {
                [lower, upper, stride].into_iter().flatten().for_each(|bound| self.read(bound));
            }
            ArgValue::Label(_) => {}
        }
    }

    fn function(&mut self, base: &Expr, args: &[Arg]) {
        let symbol = match &base.kind {
            ExprKind::Name(name) => self.scope.lookup(name).map(|symbol| (name.as_str(), symbol.kind)),
            _ => None,
        };
        match symbol {
            Some(("allocated", SymbolKind::Intrinsic)) => self.allocated(base, args),
            Some((name, SymbolKind::Intrinsic)) if !INQUIRIES.contains(&name) => {
                args.iter().for_each(|arg| self.read_argument(arg));
            }
            Some((_, SymbolKind::Intrinsic | SymbolKind::Cuda(_))) => self.hand_on(args),
            _ => {
                self.generic_callee(base, args);
                self.arguments(base, args);
            }
        }
    }

    fn hand_on(&mut self, args: &[Arg]) {
        for arg in args {
            match &arg.value {
                ArgValue::Expr(expr) => self.pass(expr),
                _ => self.read_argument(arg),
            }
        }
    }

    /// The actual arguments of a procedure: device data goes to device dummies as it is, to a host dummy that is only read by value.
    pub(super) fn arguments(&mut self, callee: &Expr, args: &[Arg]) {
        let resolved = self.scope.resolve_call(callee, args);
        for (position, arg) in args.iter().enumerate() {
            let ArgValue::Expr(expr) = &arg.value else { continue };
            let dummy = resolved.as_ref().and_then(|at| Some((at, self.dummy_position(at, position, arg)?)));
            if let Some((at, position)) = dummy {
                self.check_contiguous(at, position, expr);
                self.element_to_section(at, position, expr);
            }
            let by_value = dummy.is_some_and(|(at, position)| self.reads_by_value(at, position));
            if by_value && self.is_device(expr) { self.read(expr) } else { self.pass(expr) }
        }
    }

    fn dummy_position(&self, at: &UnitRef, position: usize, arg: &Arg) -> Option<usize> {
        match &arg.keyword {
            Some(keyword) => self.index.unit(at).dummies.iter().position(|dummy| dummy.key == keyword.key),
            None => Some(position),
        }
    }

    fn reads_by_value(&self, at: &UnitRef, position: usize) -> bool {
        let dummy = self.scope.dummy(at, position);
        dummy.is_some_and(|dummy| dummy.memory == Memory::Host && dummy.value)
    }

    /// `allocated(a)` of what has become a pointer.
    fn allocated(&mut self, base: &Expr, args: &[Arg]) {
        let variable = args.first().and_then(|arg| arg.expr()).and_then(|arg| self.scope.variable(arg));
        // nvfortran takes it of pointers as well.
        if variable.is_some_and(|variable| matches!(Holding::of(&variable), Holding::Allocatable | Holding::Pointer)) {
            self.replace(base.span, "associated");
        }
        self.hand_on(args);
    }

    /// Reads a whole designator.
    fn wrap(&mut self, expr: &Expr) {
        let Some(typed) = self.scope.type_of(expr) else { return };
        let Some(element) = element(&typed.ty) else {
            let help = "assign it to a variable of its type first";
            let message = format!("`{}` is read in an expression", self.text(expr.span));
            return self.refuse(Code::FORTRAN_DEVICE_DATA, expr.span, message, help);
        };
        self.specific(Family::Host, Extents::Int, element, typed.rank);
        self.insert(expr.span.start, "gpufort_host(");
        self.insert(expr.span.end, ")");
    }
}
