//! Statements: assignments, masked ones too, and calls.

use super::body::Body;
use super::cpp::{Result, level, unsupported};
use crate::ast::{Arm, Call, Expr, ExprKind, Span, Stmt, StmtKind};
use crate::sema::Type;
use crate::walk::walk;

impl<'t, 'a> Body<'t, 'a> {
    /// A list of statements with the comments between them.
    pub(crate) fn statements(&mut self, list: &'a [Stmt]) {
        for (number, stmt) in list.iter().enumerate() {
            if number > 0 && self.follows_blank_line(stmt.span.start) {
                self.out.line("");
            }
            self.comments_before(stmt.span.start);
            if !self.is_off(stmt.span) {
                self.statement(stmt);
            }
        }
    }

    /// The statement is in a branch of the preprocessor's that is not taken.
    pub(crate) fn is_off(&self, span: Span) -> bool {
        self.index.files()[self.scope.unit().file].inactive.iter().any(|off| off.start <= span.start && span.end <= off.end)
    }

    /// The line before that of the statement, and of comments right above it, has nothing but blanks.
    fn follows_blank_line(&self, position: u32) -> bool {
        let comment = self.comments.get(self.next_comment).filter(|comment| comment.start < position);
        let position = comment.map_or(position, |comment| comment.start) as usize;
        let mut lines = self.source[..position.min(self.source.len())].rsplit(|&byte| byte == b'\n');
        let own_is_blank = lines.next().is_some_and(|line| line.iter().all(u8::is_ascii_whitespace));
        own_is_blank && lines.next().is_some_and(|line| line.iter().all(u8::is_ascii_whitespace))
    }

    /// Notes which labels are jumped to.
    pub(crate) fn find_targets(&mut self, list: &'a [Stmt]) {
        walk(list, &mut |stmt| match &stmt.kind {
            StmtKind::Goto(label) => drop(self.targets.insert(*label)),
            StmtKind::ArithmeticIf { labels, .. } => self.targets.extend(labels),
            StmtKind::ComputedGoto { labels, .. } => self.targets.extend(labels),
            _ => {}
        });
    }

    fn statement(&mut self, stmt: &'a Stmt) {
        if let Some(label) = stmt.label.filter(|label| self.targets.contains(label)) {
            self.out.line(format!("L{label}:;"));
        }
        let outcome = self.one(stmt);
        self.note(outcome);
    }

    pub(super) fn one(&mut self, stmt: &'a Stmt) -> Result<()> {
        match &stmt.kind {
            StmtKind::Assign { target, value, .. } => self.assign(target, value),
            StmtKind::Point { target, value } => self.point(target, value),
            StmtKind::Call(call) => self.call_statement(stmt.span, call),
            StmtKind::If(one) => self.branch(one),
            StmtKind::IfOne { condition, then } => self.if_one(condition, then),
            StmtKind::Do(one) => self.do_loop(one),
            StmtKind::Select(one) => self.select(one),
            StmtKind::Where { arms } => self.masked(arms),
            StmtKind::Associate { name, pairs, body } => self.associate(name.as_ref(), pairs, body),
            StmtKind::Block { name, spec, body } => self.block(name.as_ref(), spec, body),
            StmtKind::Exit(name) => self.leave(stmt.span, name.as_ref(), true),
            StmtKind::Cycle(name) => self.leave(stmt.span, name.as_ref(), false),
            StmtKind::Goto(label) => {
                self.out.line(format!("goto L{label};"));
                Ok(())
            }
            StmtKind::ArithmeticIf { value, labels } => self.arithmetic_if(value, labels),
            StmtKind::ComputedGoto { labels, value } => self.computed_goto(labels, value),
            StmtKind::Forall { indices, mask, body } => self.forall(stmt.span, indices, mask.as_ref(), body),
            StmtKind::Return => {
                self.out.line(self.result.as_ref().map_or("return;".to_owned(), |result| format!("return {result};")));
                Ok(())
            }
            StmtKind::Stop { .. } => {
                self.out.line("printf(\"STOP in device code\\n\");");
                self.out.line("__builtin_trap();");
                Ok(())
            }
            StmtKind::Io { keyword, control, items } => {
                self.out.open("{");
                let outcome = self.print(stmt.span, keyword, control, items);
                self.out.close("}");
                outcome
            }
            StmtKind::Cuf { statement, .. } => self.one(statement),
            StmtKind::Cpp(line) => {
                let text = String::from_utf8_lossy(line.span.of(self.source)).into_owned();
                self.out.flush_left(text.trim_end());
                Ok(())
            }
            StmtKind::Continue | StmtKind::Directive(_) => Ok(()),
            StmtKind::Opaque if self.starts_with(stmt.span, b"format") => Ok(()),
            _ => unsupported(stmt.span, "this statement in device code"),
        }
    }

    pub(crate) fn starts_with(&self, span: Span, word: &[u8]) -> bool {
        let text = span.of(self.source);
        let text = text.trim_ascii_start();
        let text = &text[text.iter().take_while(|byte| byte.is_ascii_digit()).count()..];
        text.trim_ascii_start().get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word))
    }

    /// One statement in C++ with what must come before and after it; braces keep temporary names to it.
    pub(crate) fn emit(&mut self, text: &str) {
        let (before, after) = (std::mem::take(&mut self.before), std::mem::take(&mut self.after));
        if before.is_empty() && after.is_empty() {
            self.out.line(text);
            return;
        }
        self.out.open("{");
        before.iter().for_each(|line| self.out.line(line));
        self.out.line(text);
        after.iter().for_each(|line| self.out.line(line));
        self.out.close("}");
    }

    pub(super) fn assign(&mut self, target: &'a Expr, value: &'a Expr) -> Result<()> {
        if self.rank(target) > 0 {
            self.out.open("{");
            let outcome = self.assign_array(target, value);
            self.out.close("}");
            return outcome;
        }
        let left = self.designator(target)?;
        let right = self.value(value)?;
        if matches!((&left.ty, &right.ty), (Type::Derived { .. }, other) if !matches!(other, Type::Derived { .. })) {
            return unsupported(value.span, "an assignment between these types");
        }
        let right = self.for_assignment(right, &left.ty);
        self.emit(&format!("{} = {right};", left.text));
        Ok(())
    }

    /// `p => a`: the view that `p` is gets to see what `a` sees.
    fn point(&mut self, target: &'a Expr, value: &'a Expr) -> Result<()> {
        let place = self.place(target)?;
        if place.dims.is_none() {
            return unsupported(target.span, "a pointer to a scalar in device code");
        }
        let text = match &value.kind {
            ExprKind::Name(_) | ExprKind::Member { .. } => self.place(value)?.text,
            ExprKind::Apply { base, args } if self.scope.is_array_element_or_section(value) => self.section(base, args)?,
            _ => return unsupported(value.span, "this target of a pointer"),
        };
        self.emit(&format!("{} = {text};", place.text));
        Ok(())
    }

    fn call_statement(&mut self, span: Span, call: &'a Call) -> Result<()> {
        if call.chevron.is_some() {
            return unsupported(span, "a kernel launch in device code");
        }
        if let Some(callee) = self.scope.resolve_call(&call.callee, &call.args) {
            let text = self.invocation(span, &callee, &call.args)?;
            self.emit(&format!("{text};"));
            return Ok(());
        }
        let ExprKind::Name(name) = &call.callee.kind else { return unsupported(span, "a call of a procedure component") };
        match self.cuda_subroutine(span, name, &call.args) {
            Some(text) => {
                let text = text?;
                self.emit(&text);
                Ok(())
            }
            None => unsupported(span, format!("a call of `{name}`, which is not known")),
        }
    }

    /// `where`: each assignment is a loop over the elements that its mask, and none before it, selects.
    fn masked(&mut self, arms: &'a [Arm]) -> Result<()> {
        for (number, arm) in arms.iter().enumerate() {
            for stmt in &arm.body {
                self.comments_before(stmt.span.start);
                let StmtKind::Assign { target, value, .. } = &stmt.kind else {
                    return unsupported(stmt.span, "this statement in `where`");
                };
                let masks: Vec<_> = arms[..=number].iter().filter_map(|arm| arm.condition.as_ref()).collect();
                self.masked_assignment(target, value, &masks, arm.condition.is_some())?;
            }
        }
        Ok(())
    }

    fn masked_assignment(&mut self, target: &'a Expr, value: &'a Expr, masks: &[&'a Expr], positive: bool) -> Result<()> {
        let base = self.scope.base_variable(target).map(|(name, _)| name.key);
        let reads = |expr: &Expr| base.as_ref().is_none_or(|base| crate::sema::mentions(expr, base));
        let elementwise = matches!(target.kind, ExprKind::Name(_) | ExprKind::Apply { .. });
        if masks.len() > 1 && masks.iter().any(|mask| reads(mask)) || !elementwise {
            return unsupported(target.span, "`where` with a mask that its own assignments change");
        }
        let shape = self.shape(target)?;
        let earlier = if positive { &masks[..masks.len() - 1] } else { masks };
        let own = if positive { masks.last().copied() } else { None };
        self.out.open("{");
        let outcome = self.element_loop(&shape, None, |body| {
            let mut tests = Vec::new();
            for mask in earlier {
                tests.push(format!("!({})", body.value(mask)?.text));
            }
            if let Some(mask) = own {
                tests.push(body.value(mask)?.within(level::AND));
            }
            let left = body.designator(target)?;
            let right = body.value(value)?;
            let kept = super::cpp::Cpp::atom(left.text.clone(), left.ty.clone());
            let text = format!("{} ? {} : {}", tests.join(" && "), right.cast(&left.ty).within(level::OR), kept.text);
            Ok((left.clone(), super::cpp::Cpp::new(text, level::CHOICE, left.ty)))
        });
        self.out.close("}");
        outcome
    }
}
