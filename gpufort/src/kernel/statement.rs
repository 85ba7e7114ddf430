//! Statements: assignments, branches, jumps, calls.

use super::body::{Body, Construct};
use super::cpp::{Result, level, unsupported};
use crate::ast::{ArgValue, Arm, Call, Expr, ExprKind, If, Name, Select, Span, Stmt, StmtKind};
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
        walk(list, &mut |stmt| {
            if let StmtKind::Goto(label) = stmt.kind {
                self.targets.insert(label);
            }
        });
    }

    fn statement(&mut self, stmt: &'a Stmt) {
        if let Some(label) = stmt.label.filter(|label| self.targets.contains(label)) {
            self.out.line(format!("L{label}:;"));
        }
        let outcome = self.one(stmt);
        self.note(outcome);
    }

    fn one(&mut self, stmt: &'a Stmt) -> Result<()> {
        match &stmt.kind {
            StmtKind::Assign { target, value } => self.assign(target, value),
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

    fn assign(&mut self, target: &'a Expr, value: &'a Expr) -> Result<()> {
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

    fn if_one(&mut self, condition: &'a Expr, then: &'a Stmt) -> Result<()> {
        let condition = self.value(condition)?;
        let before = std::mem::take(&mut self.before);
        let outer = !before.is_empty();
        if outer {
            self.out.open("{");
            before.iter().for_each(|line| self.out.line(line));
        }
        let outside = std::mem::replace(&mut self.out, super::writer::Writer::at(0));
        let outcome = self.one(then);
        let inner = std::mem::replace(&mut self.out, outside).text();
        let lines: Vec<_> = inner.lines().collect();
        match lines.as_slice() {
            [single] if !single.starts_with("for ") => self.out.line(format!("if ({}) {single}", condition.text)),
            lines => {
                self.out.open(format!("if ({}) {{", condition.text));
                lines.iter().for_each(|line| self.out.line(line));
                self.out.close("}");
            }
        }
        if outer {
            self.out.close("}");
        }
        outcome
    }

    fn branch(&mut self, one: &'a If) -> Result<()> {
        let label = self.enter(one.name.as_ref());
        let mut closers = 0;
        for (number, arm) in one.arms.iter().enumerate() {
            closers += self.arm(arm, number == 0)?;
        }
        self.close_branch(closers);
        self.leave_construct(label);
        Ok(())
    }

    /// The head and body of an arm; gives how many blocks it opened beyond the chain's.
    fn arm(&mut self, arm: &'a Arm, first: bool) -> Result<usize> {
        if !first {
            self.comments_before(arm.head.start);
        }
        let Some(condition) = &arm.condition else {
            self.out.close("} else {");
            self.out.indent();
            self.statements(&arm.body);
            return Ok(0);
        };
        let condition = match self.value(condition) {
            Ok(condition) => condition.text,
            Err(problem) => {
                self.note::<()>(Err(problem));
                "false".to_owned()
            }
        };
        let before = std::mem::take(&mut self.before);
        let mut opened = 0;
        if before.is_empty() {
            if first {
                self.out.open(format!("if ({condition}) {{"));
            } else {
                self.out.close(format!("}} else if ({condition}) {{"));
                self.out.indent();
            }
        } else {
            if first {
                self.out.open("{");
            } else {
                self.out.close("} else {");
                self.out.indent();
            }
            opened = 1;
            before.iter().for_each(|line| self.out.line(line));
            self.out.open(format!("if ({condition}) {{"));
        }
        self.statements(&arm.body);
        Ok(opened)
    }

    fn close_branch(&mut self, closers: usize) {
        for _ in 0..=closers {
            self.out.close("}");
        }
    }

    fn select(&mut self, one: &'a Select) -> Result<()> {
        let label = self.enter(one.name.as_ref());
        let subject = self.value(&one.subject)?;
        let simple = subject.text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        self.flush_before();
        let subject_text = if simple {
            subject.text
        } else {
            let name = self.fresh("selected");
            self.out.open("{");
            let ty = if matches!(subject.ty, Type::Logical(_)) { "bool".to_owned() } else { self.spell(&subject.ty, one.head)? };
            self.out.line(format!("const {ty} {name} = {};", subject.text));
            name
        };
        self.cases(one, &subject_text);
        if !simple {
            self.out.close("}");
        }
        self.leave_construct(label);
        Ok(())
    }

    fn cases(&mut self, one: &'a Select, subject: &str) {
        // `case default` may stand anywhere; it is what is left.
        let chosen = one.cases.iter().filter(|case| !case.values.is_empty());
        let default = one.cases.iter().find(|case| case.values.is_empty());
        let mut any = false;
        for case in chosen {
            let tests: Vec<_> = case
                .values
                .iter()
                .filter_map(|value| {
                    let test = self.case_test(value, subject, case.values.len() > 1);
                    self.note(test)
                })
                .collect();
            self.skip_comments(case.head.start);
            let test = tests.join(" || ");
            if any {
                self.out.close(format!("}} else if ({test}) {{"));
                self.out.indent();
            } else {
                self.out.open(format!("if ({test}) {{"));
            }
            any = true;
            self.statements(&case.body);
        }
        match default {
            Some(case) if any => {
                self.out.close("} else {");
                self.out.indent();
                self.statements(&case.body);
            }
            Some(case) => {
                self.out.open("{");
                self.statements(&case.body);
                any = true;
            }
            None => {}
        }
        if any {
            self.out.close("}");
        }
    }

    fn case_test(&mut self, value: &'a ArgValue, subject: &str, several: bool) -> Result<String> {
        match value {
            ArgValue::Expr(expr) => {
                let value = self.value(expr)?;
                match value.ty {
                    Type::Logical(_) => Ok(format!("!{subject} == !{}", value.within(level::UNARY))),
                    _ => Ok(format!("{subject} == {}", value.within(level::COMPARE))),
                }
            }
            ArgValue::Section { lower, upper, .. } => {
                let mut tests = Vec::new();
                if let Some(lower) = lower {
                    tests.push(format!("{subject} >= {}", self.value(lower)?.within(level::COMPARE + 1)));
                }
                if let Some(upper) = upper {
                    tests.push(format!("{subject} <= {}", self.value(upper)?.within(level::COMPARE + 1)));
                }
                let both = several && tests.len() > 1;
                let text = tests.join(" && ");
                Ok(if both { format!("({text})") } else { text })
            }
            ArgValue::Label(_) => Ok("false".to_owned()),
        }
    }

    /// `where`: each assignment is a loop over the elements that its mask, and none before it, selects.
    fn masked(&mut self, arms: &'a [Arm]) -> Result<()> {
        for (number, arm) in arms.iter().enumerate() {
            for stmt in &arm.body {
                self.comments_before(stmt.span.start);
                let StmtKind::Assign { target, value } = &stmt.kind else {
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

    fn associate(&mut self, name: Option<&Name>, pairs: &'a [(Name, Expr)], body: &'a [Stmt]) -> Result<()> {
        let label = self.enter(name);
        self.out.open("{");
        for (name, value) in pairs {
            if matches!(&value.kind, ExprKind::Name(other) if *other == name.key) {
                continue;
            }
            let own = super::cpp::identifier(&name.key);
            let array = self.rank(value) > 0;
            let line = match &value.kind {
                ExprKind::Apply { base, args } if array && self.scope.is_array_element_or_section(value) => {
                    format!("const auto {own} = {};", self.section(base, args)?)
                }
                ExprKind::Apply { base, args } if array => match self.scope.resolve_call(base, args) {
                    Some(callee) => format!("const auto &{own} = {};", self.array_result(value, &callee, args)?),
                    None => return unsupported(value.span, "this array in `associate`"),
                },
                _ if array => format!("auto &{own} = {};", self.place(value)?.text),
                ExprKind::Name(_) | ExprKind::Member { .. } => format!("auto &{own} = {};", self.designator(value)?.text),
                ExprKind::Apply { .. } if self.scope.is_array_element_or_section(value) => {
                    format!("auto &{own} = {};", self.designator(value)?.text)
                }
                _ => format!("const auto {own} = {};", self.value(value)?.text),
            };
            self.flush_before();
            self.out.line(line);
        }
        self.statements(body);
        self.out.close("}");
        self.leave_construct(label);
        Ok(())
    }

    fn block(&mut self, name: Option<&Name>, spec: &'a [Stmt], body: &'a [Stmt]) -> Result<()> {
        let label = self.enter(name);
        self.out.open("{");
        self.declarations(spec);
        self.statements(body);
        self.out.close("}");
        self.leave_construct(label);
        Ok(())
    }

    /// A construct that only its name can leave.
    fn enter(&mut self, name: Option<&Name>) -> bool {
        self.constructs.push(Construct {
            name: name.map(|name| name.key.clone()),
            is_loop: false,
            parallel: None,
            exit_label: None,
            cycle_label: None,
        });
        true
    }

    fn leave_construct(&mut self, _entered: bool) {
        if let Some(construct) = self.constructs.pop()
            && let Some(label) = construct.exit_label
        {
            self.out.line(format!("{label}:;"));
        }
    }

    /// `exit` or `cycle`, with a name or of the innermost loop.
    fn leave(&mut self, span: Span, name: Option<&Name>, exit: bool) -> Result<()> {
        let found = match name {
            Some(name) => self.constructs.iter().rposition(|one| one.name.as_ref() == Some(&name.key)),
            None => self.constructs.iter().rposition(|one| one.is_loop),
        };
        let Some(found) = found else {
            return unsupported(span, if exit { "an `exit` from what is not here" } else { "a `cycle` of what is not here" });
        };
        let parallel = self.constructs[found].parallel;
        if exit && parallel.is_some() {
            return unsupported(span, "an `exit` from a loop whose passes run in parallel");
        }
        let innermost = self.constructs.iter().rposition(|one| one.is_loop) == Some(found);
        if innermost {
            self.out.line(parallel.unwrap_or(if exit { "break;" } else { "continue;" }));
            return Ok(());
        }
        if parallel == Some("return;") {
            self.out.line("return;");
            return Ok(());
        }
        let existing = if exit { self.constructs[found].exit_label.clone() } else { self.constructs[found].cycle_label.clone() };
        let label = match existing {
            Some(label) => label,
            None => {
                let name = self.constructs[found].name.clone().unwrap_or_else(|| "construct".into());
                self.fresh(&format!("{name}_{}", if exit { "exit" } else { "cycle" }))
            }
        };
        let construct = &mut self.constructs[found];
        *(if exit { &mut construct.exit_label } else { &mut construct.cycle_label }) = Some(label.clone());
        self.out.line(format!("goto {label};"));
        Ok(())
    }
}
