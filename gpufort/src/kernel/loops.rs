//! `do` in all its forms.

use super::body::{Body, Construct};
use super::cpp::{Cpp, Result, identifier, level, unsupported};
use crate::ast::{Do, DoControl, Expr, ExprKind, IndexRange, Name, Stmt, StmtKind};
use crate::sema::{Scope, Type, names_of};
use crate::walk::{expressions, walk};
use smol_str::SmolStr;
use std::collections::BTreeSet;

impl<'t, 'a> Body<'t, 'a> {
    pub(crate) fn do_loop(&mut self, one: &'a Do) -> Result<()> {
        match &one.control {
            DoControl::Forever => {
                self.out.open("while (true) {");
                self.loop_body(one);
                Ok(())
            }
            DoControl::While(condition) => self.while_loop(one, condition),
            DoControl::Count { variable, from, to, step } => self.counted(one, variable, from, to, step.as_ref()),
            DoControl::Concurrent { indices, mask } => self.concurrent(one, indices, mask.as_ref()),
        }
    }

    fn while_loop(&mut self, one: &'a Do, condition: &'a Expr) -> Result<()> {
        let condition = self.value(condition)?;
        let before = std::mem::take(&mut self.before);
        if before.is_empty() {
            self.out.open(format!("while ({}) {{", condition.text));
        } else {
            self.out.open("while (true) {");
            before.iter().for_each(|line| self.out.line(line));
            self.out.line(format!("if (!{}) break;", condition.within(level::UNARY)));
        }
        self.loop_body(one);
        Ok(())
    }

    /// What is inside, the closing brace, and the labels that jumps need.
    fn loop_body(&mut self, one: &'a Do) {
        self.constructs.push(Construct {
            name: one.name.as_ref().map(|name| name.key.clone()),
            is_loop: true,
            parallel: None,
            exit_label: None,
            cycle_label: None,
        });
        self.statements(&one.body);
        self.comments_before(one.end.start);
        let construct = self.constructs.pop();
        if let Some(label) = construct.as_ref().and_then(|one| one.cycle_label.as_ref()) {
            self.out.line(format!("{label}:;"));
        }
        self.out.close("}");
        if let Some(label) = construct.and_then(|one| one.exit_label) {
            self.out.line(format!("{label}:;"));
        }
    }

    fn counted(&mut self, one: &'a Do, variable: &'a Name, from: &'a Expr, to: &'a Expr, step: Option<&'a Expr>) -> Result<()> {
        let named = self.named(&variable.key, variable.span)?;
        let (ty, name) = (named.variable.ty, named.text);
        let (first, last) = (self.value(from)?, self.value(to)?);
        let constant = match step {
            None => Some(1),
            Some(step) => self.scope.constant(step).and_then(|step| step.integer()),
        };
        match constant {
            Some(0) => unsupported(one.head, "a loop whose step is zero"),
            Some(step) if matches!((&ty, &first.ty, &last.ty), (Type::Integer(_), Type::Integer(_), Type::Integer(_))) => {
                let last = self.snapshot(one, to, last, &name)?;
                let test = if step > 0 { "<=" } else { ">=" };
                let next = match step {
                    1 => format!("++{name}"),
                    -1 => format!("--{name}"),
                    _ if step > 0 => format!("{name} += {step}"),
                    _ => format!("{name} -= {}", -step),
                };
                self.out.open(format!("for ({name} = {}; {name} {test} {}; {next}) {{", first.text, last.text));
                self.loop_body(one);
                self.close_snapshot(last.kept);
                Ok(())
            }
            _ => self.by_trips(one, &name, &ty, first, last, step),
        }
    }

    /// The last value, kept in a constant where the loop could change what it is computed from.
    fn snapshot(&mut self, one: &'a Do, to: &'a Expr, last: Cpp, name: &str) -> Result<Snapshot> {
        let before = std::mem::take(&mut self.before);
        if before.is_empty() && self.is_fixed(one, to) {
            return Ok(Snapshot { text: last.within(level::COMPARE + 1), kept: false });
        }
        let kept = self.fresh(&format!("{}_last", name.replace(['.', '(', ')'], "_")));
        self.out.open("{");
        before.iter().for_each(|line| self.out.line(line));
        let ty = self.spell(&last.ty, to.span)?;
        self.out.line(format!("const {ty} {kept} = {};", last.text));
        Ok(Snapshot { text: kept, kept: true })
    }

    fn close_snapshot(&mut self, kept: bool) {
        if kept {
            self.out.close("}");
        }
    }

    /// Nothing in the loop changes the value: it names constants and scalars of the procedure that are not assigned there.
    fn is_fixed(&self, one: &'a Do, to: &Expr) -> bool {
        let changed = changed_in(&self.scope, &one.body);
        let mut fixed = true;
        crate::walk::walk_expression(to, &mut |expr| {
            fixed &= match &expr.kind {
                ExprKind::Name(name) => !changed.contains(name) && self.is_private(name),
                ExprKind::Integer { .. } | ExprKind::Binary { .. } | ExprKind::Unary { .. } | ExprKind::Parens(_) => true,
                _ => false,
            };
        });
        fixed
    }

    /// A scalar that no other thread and no pointer reaches.
    fn is_private(&self, name: &str) -> bool {
        let Some(symbol) = self.scope.lookup(name) else { return false };
        match symbol.kind {
            crate::sema::SymbolKind::Variable(variable) => {
                let local = symbol.owner.as_ref() == Some(self.scope.unit());
                let reference = variable.dummy && !variable.value && self.captures.is_empty();
                variable.parameter
                    || variable.dims.is_none() && local && !reference && variable.memory != crate::sema::Memory::Shared
            }
            _ => false,
        }
    }

    /// The general form: the number of trips is computed once.
    fn by_trips(&mut self, one: &'a Do, name: &str, ty: &Type, first: Cpp, last: Cpp, step: Option<&'a Expr>) -> Result<()> {
        let wide = if matches!(ty, Type::Integer(_)) { Type::Integer(8) } else { Type::Real(8) };
        let step = match step {
            Some(step) => self.value(step)?,
            None => Cpp::atom("1", Type::Integer(4)),
        };
        let (trips, by) = (self.fresh("trips"), self.fresh("step"));
        let spelled = self.spell(ty, one.head)?;
        self.out.open("{");
        self.flush_before();
        self.out.line(format!("const {spelled} {by} = {};", step.cast(ty).text));
        self.out.line(format!("{name} = {};", first.cast(ty).text));
        let function = if wide == Type::Integer(8) { "trips" } else { "real_trips" };
        let count = format!("gpufort::{function}({name}, {}, {by})", last.text);
        self.out.open(format!("for (int64_t {trips} = {count}; {trips} > 0; --{trips}, {name} += {by}) {{"));
        self.loop_body(one);
        self.out.close("}");
        Ok(())
    }

    fn concurrent(&mut self, one: &'a Do, indices: &'a [IndexRange], mask: Option<&'a Expr>) -> Result<()> {
        for (variable, from, to, step) in indices {
            let name = identifier(&variable.key);
            let (from, to) = (self.integer(from)?, self.integer(to)?);
            let step = match step {
                Some(step) => match self.scope.constant(step).and_then(|step| step.integer()).filter(|step| *step > 0) {
                    Some(step) => step,
                    None => return unsupported(step.span, "a step of `do concurrent` that is not a positive constant"),
                },
                None => 1,
            };
            self.flush_before();
            self.out.open(format!("for ({name} = {}; {name} <= {}; {name} += {step}) {{", from.text, to.text));
        }
        if let Some(mask) = mask {
            let mask = self.value(mask)?;
            self.out.line(format!("if (!{}) continue;", mask.within(level::UNARY)));
        }
        self.loop_body(one);
        for _ in 1..indices.len() {
            self.out.close("}");
        }
        Ok(())
    }
}

struct Snapshot {
    text: String,
    kept: bool,
}

/// Names that the statements may change: assigned, passed on, loop variables, read into.
pub(crate) fn changed_in(scope: &Scope<'_, '_>, list: &[Stmt]) -> BTreeSet<SmolStr> {
    let mut changed = BTreeSet::new();
    walk(list, &mut |stmt| {
        match &stmt.kind {
            StmtKind::Assign { target, .. } | StmtKind::Point { target, .. } => changed.extend(base_name(target)),
            StmtKind::Call(call) => {
                changed.extend(call.args.iter().filter_map(crate::ast::Arg::expr).filter_map(base_name));
            }
            StmtKind::Do(one) => match &one.control {
                DoControl::Count { variable, .. } => drop(changed.insert(variable.key.clone())),
                DoControl::Concurrent { indices, .. } => changed.extend(indices.iter().map(|(name, ..)| name.key.clone())),
                _ => {}
            },
            StmtKind::Io { items, .. } => items.iter().for_each(|item| changed.extend(names_of(item))),
            _ => {}
        }
        // A function of the program's may change its arguments.
        expressions(stmt, &mut |expr| {
            if let ExprKind::Apply { base, args } = &expr.kind
                && scope.resolve_call(base, args).is_some()
            {
                changed.extend(args.iter().filter_map(crate::ast::Arg::expr).filter_map(base_name));
            }
        });
    });
    changed
}

pub(crate) fn base_name(expr: &Expr) -> Option<SmolStr> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name.clone()),
        ExprKind::Apply { base, .. } | ExprKind::Member { base, .. } => base_name(base),
        _ => None,
    }
}
