//! Array sections that a compiler would gather into a temporary array on the host, which cannot be done with device memory.

use super::{Holding, Pass};
use crate::ast::{Arg, ArgValue, Dim, Expr, ExprKind, Stmt, StmtKind};
use crate::launcher::deferred;
use crate::sema::{Memory, Type, UnitRef};
use hipify_diagnostics::{Code, Diagnostic, Level};

impl Pass<'_, '_> {
    /// A subscript of `expr` is an array: `a([1, 3])`.
    pub(super) fn has_vector_subscript(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Apply { base, args } => {
                let vector =
                    |arg: &Arg| arg.expr().is_some_and(|expr| self.scope.type_of(expr).is_some_and(|typed| typed.rank > 0));
                args.iter().any(vector) || self.has_vector_subscript(base)
            }
            ExprKind::Member { base, .. } => self.has_vector_subscript(base),
            _ => false,
        }
    }

    pub(super) fn refuse_vector(&mut self, expr: &Expr) {
        let message = format!("`{}` picks elements of device data by an array of subscripts", self.text(expr.span));
        self.refuse(Code::FORTRAN_DEVICE_DATA, expr.span, message, "do it in a kernel, or on a copy in host memory");
    }

    /// Refuses device sections with gaps for a dummy of explicit shape or assumed size.
    pub(super) fn check_contiguous(&mut self, callee: &UnitRef, position: usize, expr: &Expr) {
        if !self.is_device(expr) || !has_gaps(expr) {
            return;
        }
        let explicit = |dims: &[Dim]| dims.iter().any(|dim| matches!(dim, Dim::Explicit { .. } | Dim::AssumedSize { .. }));
        if self.scope.dummy(callee, position).and_then(|dummy| dummy.dims).is_some_and(explicit) {
            let message =
                format!("`{}` does not lie together, and the dummy argument has an explicit shape", self.text(expr.span));
            let help = "make the dummy argument assumed-shape, or pass a contiguous copy on the device";
            self.refuse(Code::FORTRAN_DEVICE_DATA, expr.span, message, help);
        }
    }

    /// An element that stands for those from it on, `a(2)` for a dummy array, of what has become a pointer: compilers take
    /// `a(2:)` of pointers alone. What the caller sees of other dimensions is the same address.
    pub(super) fn element_to_section(&mut self, callee: &UnitRef, position: usize, expr: &Expr) {
        let ExprKind::Apply { args, .. } = &expr.kind else { return };
        let is_element = args.iter().all(|arg| arg.expr().is_some()) && self.scope.is_array_element_or_section(expr);
        let array = self.scope.variable(expr).filter(|_| is_element && self.is_device(expr));
        let Some(array) = array.filter(|array| array.dims.is_some_and(|dims| dims.len() == args.len())) else { return };
        let in_pieces = match Holding::of(&array) {
            Holding::Pointer | Holding::Allocatable | Holding::Fixed => true,
            Holding::Dummy => array.dims.is_some_and(deferred),
            Holding::Plain => false,
        };
        let wants_array = self.scope.dummy(callee, position).is_some_and(|dummy| dummy.dims.is_some_and(|dims| !deferred(dims)));
        if let Some(first) = args.first().and_then(Arg::expr).filter(|_| in_pieces && wants_array) {
            self.insert(first.span.end, ":");
        }
    }

    /// Warns of an assignment that copies pointers to device data where CUDA Fortran copies the data.
    pub(super) fn check_components(&mut self, target: &Expr, value: &Expr) {
        let Some(typed) = self.scope.type_of(target).filter(|_| self.is_designator(value)) else { return };
        if !self.has_device_component(&typed.ty) {
            return;
        }
        let message = format!("`{}` shares the device data of `{}` after this", self.text(target.span), self.text(value.span));
        let help = "allocate and assign its device components one by one";
        let diagnostic = Diagnostic::new(Code::FORTRAN_DEVICE_DATA, Level::Warning, target.span.to(value.span).range(), message);
        self.out.diagnostics.push(diagnostic.with_help(help));
    }

    fn has_device_component(&self, ty: &Type) -> bool {
        let Some((derived, _)) = self.scope.derived_type(ty) else { return false };
        let names = derived.components.iter().flat_map(|declare| &declare.entities);
        names.into_iter().any(|entity| {
            let component = self.scope.component(ty, &entity.name.key);
            component.is_some_and(|component| Holding::of(&component) == Holding::Allocatable && component.memory != Memory::Host)
        })
    }

    /// Declarations inside of `block` are not rewritten.
    pub(super) fn check_block(&mut self, spec: &[Stmt]) {
        for stmt in spec {
            let StmtKind::Declare(declare) = &stmt.kind else { continue };
            if declare.attributes.iter().any(|attribute| attribute.kind.is_place()) {
                let help = "declare it in the procedure";
                self.refuse(Code::FORTRAN_DEVICE_DATA, stmt.span, "device data is declared inside of `block`", help);
            }
        }
    }
}

/// A section whose elements do not lie together: with a stride, or with a dimension after one that is not whole.
fn has_gaps(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Apply { args, .. } => {
            let mut part = false;
            for arg in args {
                match &arg.value {
                    ArgValue::Section { stride: Some(_), .. } => return true,
                    ArgValue::Section { .. } if part => return true,
                    ArgValue::Section { lower: None, upper: None, .. } => {}
                    _ => part = true,
                }
            }
            false
        }
        // A component of each element of an array.
        ExprKind::Member { base, .. } => matches!(&base.kind, ExprKind::Apply { args, .. }
            if args.iter().any(|arg| matches!(arg.value, ArgValue::Section { .. }))),
        _ => false,
    }
}
