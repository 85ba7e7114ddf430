//! `print *` and `write(*,*)` of device code as `printf`.

use super::body::Body;
use super::cpp::{Cpp, Result, level, quoted, unsupported};
use crate::ast::{Arg, ArgValue, Expr, ExprKind, Span};
use crate::sema::Type;

impl<'t, 'a> Body<'t, 'a> {
    /// Writes the statement's calls of `printf`: one, unless arrays are printed.
    pub(crate) fn print(&mut self, span: Span, keyword: &str, control: &'a [Arg], items: &'a [Expr]) -> Result<()> {
        let star = |arg: &Arg| matches!(&arg.value, ArgValue::Expr(expr) if matches!(expr.kind, ExprKind::Star));
        if !matches!(keyword, "print" | "write") {
            return unsupported(span, format!("`{keyword}` in device code"));
        }
        if !control.iter().all(star) {
            return unsupported(span, "output with a format or to a unit: device code prints with `print *`");
        }
        let mut format = String::new();
        let mut values = Vec::new();
        for item in items {
            if self.rank(item) > 0 {
                self.printf(&mut format, &mut values);
                self.print_array(item)?;
                continue;
            }
            self.item(item, &mut format, &mut values)?;
        }
        format.push('\n');
        self.printf(&mut format, &mut values);
        Ok(())
    }

    fn item(&mut self, item: &'a Expr, format: &mut String, values: &mut Vec<String>) -> Result<()> {
        if let ExprKind::Character(text) = &item.kind {
            let blank = if format.is_empty() { " " } else { "" };
            format.push_str(&format!("{blank}{}", text.replace('%', "%%")));
            return Ok(());
        }
        let value = self.value(item)?;
        if value.ty == Type::Character && self.scope.variable(item).is_none_or(|one| self.scope.characters(&one) != Some(1)) {
            return unsupported(item.span, "printing a string variable");
        }
        directive(item, value, format, values)
    }

    fn printf(&mut self, format: &mut String, values: &mut Vec<String>) {
        self.flush_before();
        if format.is_empty() {
            return;
        }
        let list: String = values.iter().map(|value| format!(", {value}")).collect();
        let quoted = quoted(format).replace("\\012", "\\n");
        self.out.line(format!("printf({quoted}{list});"));
        format.clear();
        values.clear();
    }

    fn print_array(&mut self, item: &'a Expr) -> Result<()> {
        let shape = self.shape(item)?;
        let positions: Vec<_> = shape.iter().map(|_| self.fresh("k")).collect();
        let outer = std::mem::replace(&mut self.at, positions.clone());
        let value = self.value(item);
        self.at = outer;
        for name in &positions {
            self.taken.remove(name);
        }
        let (mut format, mut values) = (String::new(), Vec::new());
        directive(item, value?, &mut format, &mut values)?;
        self.flush_before();
        for (position, extent) in positions.iter().zip(&shape).rev() {
            self.out.line(format!("for (int64_t {position} = 0; {position} < {extent}; ++{position})"));
            self.out.indent();
        }
        self.printf(&mut format, &mut values);
        positions.iter().for_each(|_| self.out.outdent());
        Ok(())
    }
}

/// Widths of list-directed output as gfortran has them.
fn directive(item: &Expr, value: Cpp, format: &mut String, values: &mut Vec<String>) -> Result<()> {
    let (mark, value) = match value.ty {
        Type::Integer(1) => (" %4d", value.text),
        Type::Integer(2) => (" %6d", value.text),
        Type::Integer(8) => (" %20ld", value.text),
        Type::Integer(_) => (" %11d", value.text),
        Type::Real(8) => ("  %24.17g", value.text),
        Type::Real(_) => ("  %15.9g", format!("double({})", value.text)),
        Type::Logical(_) => (" %c", format!("{} ? 'T' : 'F'", value.within(level::OR))),
        Type::Character => (" %c", value.text),
        Type::Complex(_) => {
            let z = value.within(level::ATOM);
            (" (%.9g,%.9g)", format!("double({z}.re), double({z}.im)"))
        }
        _ => return unsupported(item.span, "printing this type"),
    };
    format.push_str(mark);
    values.push(value);
    Ok(())
}
