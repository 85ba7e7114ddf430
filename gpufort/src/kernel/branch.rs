//! Constructs of statements: branches, `select case`, `associate`, `block`, and the jumps out of them.

use super::body::{Body, Construct};
use super::cpp::{Result, level, unsupported};
use crate::ast::{ArgValue, Arm, Expr, ExprKind, If, Name, Select, Span, Stmt};
use crate::sema::Type;

impl<'a> Body<'_, 'a> {
    pub(super) fn if_one(&mut self, condition: &'a Expr, then: &'a Stmt) -> Result<()> {
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

    /// `if (e) 10, 20, 30`
    pub(super) fn arithmetic_if(&mut self, value: &'a Expr, [below, equal, above]: &[u32; 3]) -> Result<()> {
        let value = self.value(value)?;
        let kept = self.fresh("sign");
        self.out.open("{");
        self.flush_before();
        self.out.line(format!("const auto {kept} = {};", value.text));
        self.out.line(format!("if ({kept} < 0) goto L{below};"));
        if equal != above {
            self.out.line(format!("if ({kept} == 0) goto L{equal};"));
        }
        self.out.line(format!("goto L{above};"));
        self.out.close("}");
        Ok(())
    }

    /// `go to (10, 20), k`: with any other value it goes on.
    pub(super) fn computed_goto(&mut self, labels: &[u32], value: &'a Expr) -> Result<()> {
        let value = self.integer(value)?;
        self.out.open("{");
        self.flush_before();
        self.out.open(format!("switch ({}) {{", value.text));
        for (number, label) in (1..).zip(labels) {
            self.out.line(format!("case {number}: goto L{label};"));
        }
        self.out.close("}");
        self.out.close("}");
        Ok(())
    }

    pub(super) fn branch(&mut self, one: &'a If) -> Result<()> {
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

    pub(super) fn select(&mut self, one: &'a Select) -> Result<()> {
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

    pub(super) fn associate(&mut self, name: Option<&Name>, pairs: &'a [(Name, Expr)], body: &'a [Stmt]) -> Result<()> {
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

    pub(super) fn block(&mut self, name: Option<&Name>, spec: &'a [Stmt], body: &'a [Stmt]) -> Result<()> {
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
    pub(super) fn leave(&mut self, span: Span, name: Option<&Name>, exit: bool) -> Result<()> {
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
