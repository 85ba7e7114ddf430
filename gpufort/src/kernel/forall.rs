//! `forall`: each of its assignments is made for all indices before the next one, and reads what was there before it.

use super::body::{Body, key_of};
use super::cpp::{Cpp, Result, identifier, level, unsupported};
use crate::ast::{Expr, ExprKind, IndexRange, Span, Stmt, StmtKind};
use crate::sema::mentions;
use smol_str::SmolStr;

/// The indices and masks around an assignment, outer ones first.
#[derive(Clone, Default)]
struct Header<'a> {
    indices: Vec<&'a IndexRange>,
    masks: Vec<&'a Expr>,
}

impl<'a> Body<'_, 'a> {
    pub(super) fn forall(
        &mut self,
        span: Span,
        indices: &'a [IndexRange],
        mask: Option<&'a Expr>,
        body: &'a [Stmt],
    ) -> Result<()> {
        self.forall_in(span, Header::default(), (indices, mask), body)
    }

    fn forall_in(
        &mut self,
        span: Span,
        mut header: Header<'a>,
        (indices, mask): (&'a [IndexRange], Option<&'a Expr>),
        body: &'a [Stmt],
    ) -> Result<()> {
        header.indices.extend(indices);
        header.masks.extend(mask);
        if body.iter().filter(|stmt| !matches!(stmt.kind, StmtKind::Continue)).count() > 1 {
            self.check_header(span, &header, body)?;
        }
        for stmt in body {
            self.comments_before(stmt.span.start);
            match &stmt.kind {
                StmtKind::Assign { target, value, .. } => self.forall_assignment(&header, target, value)?,
                StmtKind::Forall { indices, mask, body } => {
                    self.forall_in(stmt.span, header.clone(), (indices, mask.as_ref()), body)?;
                }
                StmtKind::Continue | StmtKind::Directive(_) => {}
                _ => return unsupported(stmt.span, "this statement in `forall`"),
            }
        }
        Ok(())
    }

    /// Bounds and masks count as they are before the first assignment: no assignment may change them.
    fn check_header(&self, span: Span, header: &Header<'a>, body: &'a [Stmt]) -> Result<()> {
        let mut changed = Vec::new();
        crate::walk::walk(body, &mut |stmt| {
            if let StmtKind::Assign { target, .. } = &stmt.kind {
                changed.extend(self.scope.base_variable(target).map(|(name, _)| name.key));
            }
        });
        let bounds = header.indices.iter().flat_map(|(_, from, to, step)| [from, to].into_iter().chain(step));
        if bounds.chain(header.masks.iter().copied()).any(|expr| changed.iter().any(|name| mentions(expr, name))) {
            return unsupported(span, "`forall` with a mask or bounds that its own assignments change");
        }
        Ok(())
    }

    fn forall_assignment(&mut self, header: &Header<'a>, target: &'a Expr, value: &'a Expr) -> Result<()> {
        let masks_read = header.masks.iter().any(|mask| self.reads_elsewhere(target, mask));
        if !masks_read && !self.reads_elsewhere(target, value) {
            return self.in_loops(header, |body| body.assign(target, value));
        }
        if masks_read || self.rank(target) > 0 {
            return unsupported(target.span, "`forall` that reads what it assigns");
        }
        let (ty, left) = match self.scope.type_of(target) {
            Some(typed) => (self.spell(&typed.ty, target.span)?, typed.ty),
            None => return unsupported(target.span, "an array of unknown type"),
        };
        let mut bounds = Vec::new();
        for (_, from, to, step) in &header.indices {
            let folded = |expr: &Expr| self.scope.constant(expr).and_then(|value| value.integer());
            match (folded(from), folded(to), step) {
                (Some(from), Some(to), None) => bounds.push(format!("gpufort::bounds<{from}, {to}>")),
                _ => return unsupported(target.span, "`forall` that reads what it assigns, with bounds that are not constant"),
            }
        }
        let copy = self.fresh("copy");
        let at: Vec<String> = header.indices.iter().map(|(name, ..)| identifier(&name.key)).collect();
        let kept = Cpp::atom(format!("{copy}({})", at.join(", ")), left);
        self.out.open("{");
        self.out.line(format!("gpufort::fixed<{ty}, {}> {copy};", bounds.join(", ")));
        self.in_loops(header, |body| {
            let value = body.value(value)?;
            let value = body.for_assignment(value, &kept.ty);
            body.emit(&format!("{} = {value};", kept.text));
            Ok(())
        })?;
        self.in_loops(header, |body| {
            let target = body.designator(target)?;
            body.emit(&format!("{} = {};", target.text, kept.text));
            Ok(())
        })?;
        self.out.close("}");
        Ok(())
    }

    /// Loops over the header's indices, which are variables of their own, around what `inside` writes.
    fn in_loops(&mut self, header: &Header<'a>, inside: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        for (name, from, to, step) in &header.indices {
            let (from, to) = (self.integer(from)?, self.integer(to)?);
            let step = match step.as_ref().map(|step| self.scope.constant(step).and_then(|step| step.integer())) {
                None => 1,
                Some(Some(step)) if step != 0 => step,
                _ => return unsupported(name.span, "a step of `forall` that is not a constant"),
            };
            let ty = self.named(&name.key, name.span)?.variable.ty;
            let ty = self.spell(&ty, name.span)?;
            let (name, test) = (identifier(&name.key), if step > 0 { "<=" } else { ">=" });
            self.flush_before();
            self.out.open(format!("for ({ty} {name} = {}; {name} {test} {}; {name} += {step}) {{", from.text, to.text));
        }
        for mask in &header.masks {
            let mask = self.value(mask)?;
            self.flush_before();
            self.out.line(format!("if (!{}) continue;", mask.within(level::UNARY)));
        }
        let outcome = inside(self);
        header.indices.iter().for_each(|_| self.out.close("}"));
        outcome
    }

    /// Whether `value` mentions the variable that `target` is of, other than by the very designator.
    fn reads_elsewhere(&self, target: &Expr, value: &Expr) -> bool {
        let Some((base, _)) = self.scope.base_variable(target) else { return true };
        let own = key_of(target);
        !only_as(value, &base.key, own.as_deref())
    }
}

/// Every mention of `name` in `expr` is the designator `own`.
fn only_as(expr: &Expr, name: &SmolStr, own: Option<&str>) -> bool {
    let (mut all, mut same) = (0, 0);
    crate::walk::walk_expression(expr, &mut |expr| {
        all += usize::from(matches!(&expr.kind, ExprKind::Name(one) if one == name));
        same += usize::from(own.is_some() && key_of(expr).as_deref() == own);
    });
    all == same
}
