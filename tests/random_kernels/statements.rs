//! Makes statements: assignments, branches and loops that threads take differently, and what threads do together.

use crate::expressions::Maker;
use crate::generate::{NUMBERS, VECTORS};
use crate::rows;
use crate::together::{counted, together};
use crate::tree::{Expression, Statement};

/// Where statements stand.
#[derive(Clone)]
pub(crate) struct StatementContext {
    /// Whether all threads of a block come here together.
    pub(crate) convergent: bool,
    /// Threads a block; none in a function.
    pub(crate) threads: Option<u32>,
    /// What the function returns; none in a kernel.
    returns: Option<&'static str>,
    /// Branches and loops around it.
    depth: usize,
    /// Loops around it.
    loops: usize,
    /// Whether `break` and `continue` are of a loop.
    jumps: bool,
}

impl StatementContext {
    pub(crate) fn kernel(threads: u32) -> Self {
        Self { convergent: true, threads: Some(threads), returns: None, depth: 0, loops: 0, jumps: false }
    }

    pub(crate) fn function(returns: &'static str) -> Self {
        Self { convergent: false, threads: None, returns: Some(returns), depth: 1, loops: 0, jumps: false }
    }

    /// Inside of a branch that threads take differently.
    pub(crate) fn branch(&self) -> Self {
        Self { convergent: false, depth: self.depth + 1, ..self.clone() }
    }

    /// Inside of a loop whose counter is `n` and the number of loops around it.
    pub(crate) fn inside_loop(&self) -> Self {
        Self { loops: self.loops + 1, jumps: true, ..self.branch() }
    }

    /// The counter of a loop that stands here.
    pub(crate) fn counter(&self) -> String {
        format!("n{}", self.loops)
    }

    fn in_switch(&self) -> Self {
        Self { jumps: false, ..self.branch() }
    }
}

pub(crate) fn statements(maker: &mut Maker, place: &mut StatementContext, count: usize) -> Vec<Statement> {
    (0..count).map(|_| statement(maker, place)).collect()
}

fn statement(maker: &mut Maker, place: &mut StatementContext) -> Statement {
    let kind = maker.number(0, 99);
    match kind {
        0..=24 if place.convergent && place.threads.is_some() => together(maker, place),
        25..=28 if place.threads.is_some() => counted(maker),
        29..=48 if place.depth < 3 => branch(maker, place),
        49..=60 if place.loops < 2 && place.depth < 3 => repeated(maker, place),
        61..=66 if place.depth < 3 => switched(maker, place),
        67..=71 => memory(maker, place),
        72..=76 if place.jumps => jump(maker),
        77 if place.depth < 3 => early(maker, place),
        _ => assignment(maker),
    }
}

/// Sets a variable.
pub(crate) fn assignment(maker: &mut Maker) -> Statement {
    let targets: Vec<Expression> = maker.scope.iter().filter(|named| is_assignable(&named.text)).cloned().collect();
    let target = maker.pick(&targets).clone();
    let value = maker.expression(target.ty);
    Statement::new(format!("{} = $0;", target.text), vec![value])
}

/// Scalars and parameters alone: what stands in parentheses has been converted, and elements are for [`memory`].
fn is_assignable(text: &str) -> bool {
    !NUMBERS.contains(&text) && text.chars().all(|mark| mark.is_alphanumeric() || mark == '_')
}

pub(crate) fn few(maker: &mut Maker, place: &mut StatementContext) -> Vec<Statement> {
    let count = *maker.pick(&[1, 1, 1, 2]);
    statements(maker, place, count)
}

fn branch(maker: &mut Maker, place: &StatementContext) -> Statement {
    let condition = maker.expression("bool");
    let mut blocks = vec![few(maker, &mut place.branch())];
    if maker.chosen(50) {
        blocks.push(few(maker, &mut place.branch()));
    }
    let text = if blocks.len() > 1 { "if ($0) @0 else @1" } else { "if ($0) @0" };
    Statement::with(text, vec![condition], blocks)
}

/// A loop of a few turns, whose number threads differ in; or of two turns for all.
fn repeated(maker: &mut Maker, place: &StatementContext) -> Statement {
    let n = place.counter();
    if maker.chosen(30) {
        return rows::strided(maker, place);
    }
    if place.convergent && maker.chosen(40) {
        let mut inner = StatementContext { convergent: true, jumps: false, ..place.inside_loop() };
        return Statement::with(format!("for ({n} = 0; {n} < 2u; {n}++) @0"), Vec::new(), vec![few(maker, &mut inner)]);
    }
    let body = few(maker, &mut place.inside_loop());
    let limit = maker.expression("u32");
    match maker.number(0, 2) {
        0 => Statement::with(format!("for ({n} = 0; {n} < ($0 & 7u); {n}++) @0"), vec![limit], vec![body]),
        1 => Statement::with(format!("for ({n} = $0 & 63u; {n}; {n} >>= 1) @0"), vec![limit], vec![body]),
        _ => {
            let again = maker.expression("bool");
            Statement::with(format!("{n} = 0; do @0 while (++{n} < 5u && $0);"), vec![again], vec![body])
        }
    }
}

fn switched(maker: &mut Maker, place: &StatementContext) -> Statement {
    let chosen = maker.expression("u32");
    let blocks: Vec<_> = (0..maker.number(2, 4)).map(|_| few(maker, &mut place.in_switch())).collect();
    let last = blocks.len() - 1;
    let mut text = format!("switch (REMAINDER($0, {}u)) {{ ", blocks.len() + 1);
    for case in 0..last {
        let end = if maker.chosen(75) { " break; " } else { " " };
        text += &format!("case {case}: @{case}{end}");
    }
    Statement::with(format!("{text}default: @{last} }}"), vec![chosen], blocks)
}

fn jump(maker: &mut Maker) -> Statement {
    let how = *maker.pick(&["break", "continue"]);
    Statement::new(format!("if ($0) {how};"), vec![maker.expression("bool")])
}

/// A return of some threads, after which the rest do nothing together.
fn early(maker: &mut Maker, place: &mut StatementContext) -> Statement {
    if let Some(ty) = place.returns {
        return Statement::new("if ($0) return $1;", vec![maker.expression("bool"), maker.expression(ty)]);
    }
    if !place.convergent || place.depth > 0 || !maker.chosen(50) {
        return assignment(maker);
    }
    place.convergent = false;
    Statement::new("if ($0) return;", vec![maker.expression("bool")])
}

/// Sets an element of an array, a bit field, a member or a part of a vector.
fn memory(maker: &mut Maker, place: &StatementContext) -> Statement {
    let targets: Vec<Expression> = maker.scope.iter().filter(|named| named.text.contains(['.', '['])).cloned().collect();
    if targets.is_empty() || place.threads.is_none() {
        return assignment(maker);
    }
    let target = maker.pick(&targets).clone();
    let value = maker.expression(target.ty);
    if let Some((array, _)) = target.text.split_once("[") {
        let index = maker.expression("u32");
        let place = if array.starts_with("array") { "$0 & 7u" } else { "REMAINDER($0, 3u)" };
        return Statement::new(format!("{array}[{place}] = $1;"), vec![index, value]);
    }
    let vector = VECTORS.iter().find(|(name, _, _)| target.text.contains(&format!("){name}_0.")));
    match vector {
        Some((name, ty, count)) if maker.chosen(30) => {
            let index = maker.expression("u32");
            Statement::new(format!("{name}_0 = ((const {name} *)in_{ty})[$0 & {}u];", 256 / count - 1), vec![index])
        }
        _ => Statement::new(format!("{} = $0;", without_cast(&target.text)), vec![value]),
    }
}

/// `fields.x` of `((u32)fields.x)`.
fn without_cast(text: &str) -> &str {
    match text.strip_prefix("((") {
        Some(rest) => rest.split_once(')').map_or(rest, |(_, member)| member.trim_end_matches(')')),
        None => text,
    }
}
