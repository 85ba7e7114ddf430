//! The plan of one loop nest, and the heads of its loops in C++.

use super::capture::Captures;
use super::nest::Level;
use super::reduction::Scalars;
use crate::ast::{Expr, Problem};
use crate::kernel::body::Body;
use crate::kernel::cpp::{Result, identifier};
use crate::launcher::Param;
use crate::sema::{Scope, SymbolKind, Type, Variable};

/// A loop's bound: C++ that the launcher can evaluate too, or an expression of outer loops' variables.
pub(super) enum Bound<'a> {
    Text(String),
    Inner(&'a Expr),
}

/// A loop of the nest with its bounds.
pub(super) struct Axis<'a> {
    pub(super) level: Level<'a>,
    pub(super) from: Bound<'a>,
    pub(super) to: Bound<'a>,
    pub(super) step: Bound<'a>,
}

/// What a loop needs, before its text is written.
pub(super) struct Plan<'t, 'a> {
    pub(super) captures: Captures<'t, 'a>,
    pub(super) scalars: Scalars,
    pub(super) axes: Vec<Axis<'a>>,
    /// Values that the host computes: bounds.
    pub(super) computed: Vec<Param>,
    /// Module variables of the procedures that the loop calls.
    pub(super) hidden: Vec<(Param, Variable<'a>, (smol_str::SmolStr, smol_str::SmolStr))>,
    pub(super) problems: Vec<Problem>,
}

impl Plan<'_, '_> {
    /// Each thread does one pass: nothing is reduced, and the launcher knows how many passes there are.
    pub(super) fn is_direct(&self) -> bool {
        let known = |bound: &Bound<'_>| matches!(bound, Bound::Text(_));
        let rectangular = self.axes.iter().all(|axis| known(&axis.from) && known(&axis.to) && known(&axis.step));
        self.scalars.reduced.is_empty() && rectangular && self.axes.len() <= 3
    }
}

pub(super) fn scalar_type(scope: &Scope<'_, '_>, name: &str) -> Type {
    match scope.lookup(name).map(|symbol| symbol.kind) {
        Some(SymbolKind::Variable(variable)) => variable.ty,
        _ => Type::Unknown,
    }
}

/// One pass of a loop for each thread along an axis: threads beyond the last have none.
pub(super) fn guard_axis(body: &mut Body<'_, '_>, axis: &Axis<'_>, number: usize) -> Result<()> {
    let (Bound::Text(from), Bound::Text(to), Bound::Text(step)) = (&axis.from, &axis.to, &axis.step) else { return Ok(()) };
    let name = identifier(&axis.level.variable.key);
    let ty = scalar_type(&body.scope, &axis.level.variable.key);
    let ty = body.spell(&ty, axis.level.variable.span)?;
    let trip = body.fresh(&format!("{name}_trip"));
    let first = match number {
        0 => "gpufort::first_x()",
        1 => "start.y + gpufort::first_y()",
        _ => "start.z + gpufort::first_z()",
    };
    body.out.line(format!("const int64_t {trip} = {first};"));
    body.out.line(format!("if ({trip} >= gpufort::trips({from}, {to}, {step})) return;"));
    body.out.line(format!("{ty} {name} = {ty}({});", index(from, &trip, step)));
    Ok(())
}

/// The loop variable's value in a pass.
fn index(from: &str, trip: &str, step: &str) -> String {
    match step {
        "1" => format!("{} + {trip}", wide(from)),
        step => format!("{} + {trip} * {}", wide(from), wide(step)),
    }
}

/// The head of one loop: over the grid along `x`, `y` or `z`, or by itself where there are more than three.
pub(super) fn open_axis<'a>(body: &mut Body<'_, 'a>, axis: &Axis<'a>, number: usize) -> Result<()> {
    let mut texts = Vec::new();
    for bound in [&axis.from, &axis.to, &axis.step] {
        texts.push(match bound {
            Bound::Text(text) => text.clone(),
            Bound::Inner(expr) => body.integer(expr)?.text,
        });
    }
    body.flush_before();
    let name = identifier(&axis.level.variable.key);
    let ty = scalar_type(&body.scope, &axis.level.variable.key);
    let ty = body.spell(&ty, axis.level.variable.span)?;
    let (trip, trips) = (body.fresh(&format!("{name}_trip")), body.fresh(&format!("{name}_trips")));
    body.out.line(format!(
        "const int64_t {trips} = gpufort::trips({}, {}, {});",
        wide(&texts[0]),
        wide(&texts[1]),
        wide(&texts[2])
    ));
    let (first, step) = match ["x", "y", "z"].get(number) {
        Some(axis) => (format!("gpufort::first_{axis}()"), format!("gpufort::step_{axis}()")),
        None => ("0".to_owned(), "1".to_owned()),
    };
    body.out.open(format!("for (int64_t {trip} = {first}; {trip} < {trips}; {trip} += {step}) {{"));
    let value = index(&texts[0], &trip, &texts[2]);
    body.out.line(format!("{ty} {name} = {ty}({value});"));
    Ok(())
}

/// The text as an operand.
fn wide(text: &str) -> String {
    let plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if plain { text.to_owned() } else { format!("({text})") }
}
