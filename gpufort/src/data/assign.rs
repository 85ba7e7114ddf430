//! Assignments with device data on a side: copies and fills.

use super::read::bare;
use super::{Pass, on_device};
use crate::ast::{Expr, Span, Stmt};
use crate::demand::Routine;

impl Pass<'_, '_> {
    /// `target = value`
    pub(super) fn assignment(&mut self, stmt: &Stmt, (target, equals, value): (&Expr, Span, &Expr)) {
        self.subscripts(target);
        let into = self.is_device(target);
        let from = self.is_device(bare(value));
        if into && self.has_vector_subscript(target) {
            return self.refuse_vector(target);
        }
        if from && self.has_vector_subscript(bare(value)) {
            return self.refuse_vector(value);
        }
        match (into, from) {
            (false, false) => {
                self.check_components(target, bare(value));
                self.read(value);
            }
            // A temporary array in the target's place would not be copied back.
            (false, true) if self.has_vector_subscript(target) => self.read(value),
            (false, true) => self.copy(stmt, (target, equals, value), "hipMemcpyDeviceToHost"),
            (true, true) => self.copy(stmt, (target, equals, value), "hipMemcpyDeviceToDevice"),
            (true, false) => {
                self.read(value);
                let rank = |expr| self.scope.type_of(expr).map_or(0, |typed| typed.rank);
                if rank(target) > 0 && rank(value) == 0 {
                    self.call(stmt, (target, equals, value), Routine::Fill, ")");
                } else {
                    self.name("hipMemcpyHostToDevice");
                    self.call(stmt, (target, equals, value), Routine::Copy, ", hipMemcpyHostToDevice)");
                }
            }
        }
    }

    fn copy(&mut self, stmt: &Stmt, (target, equals, value): (&Expr, Span, &Expr), kind: &'static str) {
        self.subscripts(bare(value));
        self.name(kind);
        self.call(stmt, (target, equals, value), Routine::Copy, format!(", {kind})"));
    }

    /// `t = v` becomes `call routine(t, v END`; what stands between and inside stays.
    fn call(
        &mut self,
        stmt: &Stmt,
        (target, equals, value): (&Expr, Span, &Expr),
        routine: Routine,
        end: impl Into<std::borrow::Cow<'static, str>>,
    ) {
        let before = self.source[target.span.end as usize..equals.start as usize].iter().rev();
        let blanks = before.take_while(|&&byte| byte == b' ').count() as u32;
        let sign = Span { start: equals.start - blanks, end: equals.end };
        self.routine(routine);
        self.insert(target.span.start, format!("call {}(", routine.name()));
        self.replace(sign, ",");
        self.insert(stmt.span.end.max(value.span.end), end);
    }

    /// How data gets from memory of `value` to that of `target`, where either is on the device.
    pub(super) fn copy_kind(&self, target: bool, value: &Expr) -> Option<&'static str> {
        let from =
            self.scope.type_of(bare(value)).is_some_and(|typed| on_device(typed.memory)) && self.is_designator(bare(value));
        match (target, from) {
            (true, true) => Some("hipMemcpyDeviceToDevice"),
            (true, false) => Some("hipMemcpyHostToDevice"),
            (false, true) => Some("hipMemcpyDeviceToHost"),
            (false, false) => None,
        }
    }
}
