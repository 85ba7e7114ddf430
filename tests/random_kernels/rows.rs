//! Makes what the warps of real kernels do: reductions by shuffles, totals of a block, and rows that lanes go through in step. Warps are
//! of 32 lanes here, whatever the wave size; only totals, in which all threads take part, are over waves as they are.

use crate::expressions::Maker;
use crate::statements::{StatementContext, assignment, few};
use crate::together::variable;
use crate::tree::{Expression, Statement};

/// Types of values that are shuffled.
pub(crate) const SHUFFLED: [&str; 6] = ["u32", "i32", "u64", "i64", "f32", "f64"];

/// Operations on integers, whose order does not matter, with what leaves a value as it is.
const INTEGER: [(&str, &str); 8] = [
    ("(<T>)((<U>)<a> + (<U>)<b>)", "0"),
    ("(<T>)((<U>)<a> * (<U>)<b>)", "1"),
    ("(<a> & <b>)", "-1"),
    ("(<a> | <b>)", "0"),
    ("(<a> ^ <b>)", "0"),
    ("min(<a>, <b>)", "~(<T>)0 < 0 ? (<T>)(~(<U>)0 >> 1) : ~(<T>)0"),
    ("(<a> < <b> ? <b> : <a>)", "~(<T>)0 < 0 ? (<T>)((<U>)1 << (sizeof(<T>) * 8 - 1)) : (<T>)0"),
    ("(<a> > <b> ? <b> : <a>)", "~(<T>)0 < 0 ? (<T>)(~(<U>)0 >> 1) : ~(<T>)0"),
];
const FLOATING: [&str; 5] = ["(<a> + <b>)", "(<a> * <b>)", "smaller(<a>, <b>)", "larger(<a>, <b>)", "(<a> > <b> ? <a> : <b>)"];

/// A type with an operation on two of its values, `<a>` and `<b>`.
struct Operation {
    ty: &'static str,
    text: String,
    identity: String,
}

impl Operation {
    fn of(maker: &mut Maker, ty: &'static str) -> Self {
        if ty.starts_with('f') {
            return Self { ty, text: (*maker.pick(&FLOATING)).to_owned(), identity: "0".to_owned() };
        }
        let unsigned = if ty.ends_with("64") { "u64" } else { "u32" };
        let (text, identity) = *maker.pick(&INTEGER);
        let typed = |text: &str| text.replace("<T>", ty).replace("<U>", unsigned);
        Self { ty, text: typed(text), identity: typed(identity) }
    }

    fn on(&self, first: &str, second: &str) -> String {
        self.text.replace("<a>", first).replace("<b>", second)
    }
}

/// A variable of one of the types, with an operation.
fn target(maker: &mut Maker, types: &[&'static str]) -> Option<(String, Operation)> {
    let ty = *maker.pick(types);
    let to = variable(maker, ty)?;
    Some((to, Operation::of(maker, ty)))
}

/// What makes `r` the reduction of the `r` of 32 lanes, or of fewer, or something near it.
fn steps(maker: &mut Maker, operation: &Operation) -> String {
    let width = *maker.pick(&[32, 32, 32, 32, 16, 8]);
    let exchange = *maker.pick(&["shuffle_xor(r, BY)", "shuffle_down(r, BY, 32)", "shuffle_down(r, BY, WIDTH)"]);
    let exchange = exchange.replace("WIDTH", &width.to_string());
    // All lanes exchange, once for each step.
    let other = if maker.chosen(25) { operation.on("o", "r") } else { operation.on("r", "o") };
    let step = format!("{{ {} o = {exchange}; r = {other}; }}", operation.ty);
    let half = width / 2;
    let head = match maker.number(0, 5) {
        0 => format!("for (u32 by = {half}u; by; by >>= 1)"),
        1 => format!("for (i32 by = {half}; by > 0; by /= 2)"),
        2 => format!("for (u32 by = 1u; by < {width}u; by <<= 1)"),
        _ => return unrolled(maker, &step, width),
    };
    format!("{head} {}", step.replace("BY", "by"))
}

fn unrolled(maker: &mut Maker, step: &str, width: usize) -> String {
    let mut lanes: Vec<usize> = (0..width.ilog2()).rev().map(|bit| 1 << bit).collect();
    match maker.number(0, 4) {
        0 => lanes.reverse(),
        1 => (1..lanes.len()).rev().for_each(|last| lanes.swap(last, maker.number(0, last))),
        // What is nearly a reduction of all.
        2 => {
            let (place, lane) = (maker.number(0, lanes.len() - 1), maker.number(1, 31));
            lanes[place] = lane;
        }
        _ => {}
    }
    lanes.iter().map(|by| step.replace("BY", &format!("{by}u")) + " ").collect()
}

/// What is done with `r` once it is a reduction; `$n` is an expression of its own.
fn used(maker: &mut Maker, to: &str, operation: &Operation, threads: u32, part: usize) -> String {
    let (ty, warps) = (operation.ty, threads / 32);
    match maker.number(0, 7) {
        0 | 1 => format!("{to} = r;"),
        2 => format!("if ((t & 31u) == 0u) {to} = r;"),
        3 => format!("if (t == 0u) {to} = r;"),
        4 => format!("if ((t & 31u) == {}u) {to} = r;", maker.number(0, 31)),
        5 => format!("{to} = shuffle(r, 0u, 32);"),
        6 => format!(
            "if ((t & 31u) == 0u) row_{ty}[t >> 5] = r; __syncthreads(); {to} = row_{ty}[${part} & {}u]; __syncthreads();",
            warps - 1
        ),
        _ => {
            let again = steps(maker, operation);
            let guard = *maker.pick(&["", "if (t < 32u) "]);
            // Those beyond have what they had.
            let first = format!(
                "if (t % 32u == 0u) row_{ty}[t / 32u] = r; __syncthreads(); {guard}r = t < {warps}u ? row_{ty}[t] : ({ty})({});",
                operation.identity
            );
            format!("{first} {again} if (t == 0u) row_{ty}[0] = r; __syncthreads(); {to} = row_{ty}[0]; __syncthreads();")
        }
    }
}

/// A reduction of what each lane has.
pub(crate) fn reduction(maker: &mut Maker, threads: u32) -> Statement {
    let Some((to, operation)) = target(maker, &SHUFFLED) else { return assignment(maker) };
    let parts = vec![maker.expression(operation.ty), maker.expression("u32")];
    let (steps, used) = (steps(maker, &operation), used(maker, &to, &operation, threads, 1));
    Statement::new(format!("{{ {} r = $0; {steps} {used} }}", operation.ty), parts)
}

/// A reduction of what each thread of the block has, by waves of any size.
pub(crate) fn total(maker: &mut Maker, threads: u32) -> Statement {
    let Some((to, operation)) = target(maker, &SHUFFLED[..4]) else { return assignment(maker) };
    let Operation { ty, ref identity, .. } = operation;
    let exchange = *maker.pick(&["wave_shuffle_down(r, by)", "wave_shuffle_xor(r, by)", "shuffle_down(r, by, warpSize)"]);
    let head = *maker.pick(&[
        "for (u32 by = warpSize / 2; by; by >>= 1)",
        "for (i32 by = warpSize / 2; by > 0; by /= 2)",
        "for (i32 by = 1; by < warpSize; by *= 2)",
    ]);
    let steps = format!("{head} {{ {ty} o = {exchange}; r = {}; }}", operation.on("r", "o"));
    let first = format!("{ty} r = $0; {steps} if (t % warpSize == 0) row_{ty}[t / warpSize] = r; __syncthreads();");
    let second = format!("r = t < {threads}u / warpSize ? row_{ty}[t] : ({ty})({identity}); {steps}");
    let last = format!("if (t == 0u) row_{ty}[0] = r; __syncthreads(); {to} = row_{ty}[0]; __syncthreads();");
    Statement::new(format!("{{ {first} {second} {last} }}"), vec![maker.expression(ty)])
}

/// Each lane goes through some of a row, then all reduce what they have.
pub(crate) fn row(maker: &mut Maker, threads: u32) -> Statement {
    let Some((to, operation)) = target(maker, &SHUFFLED) else { return assignment(maker) };
    let Operation { ty, ref identity, .. } = operation;
    let start = format!("{ty} r = ({ty})({identity});");
    let (end, parts) = (limit(maker, true), vec![maker.expression("u32"), maker.expression("u32")]);
    let lane = *maker.pick(&["t & 31u", "t % 32u"]);
    let (by, from) = (*maker.pick(&[1, 1, 1, 3]), maker.number(0, 255));
    let added = match maker.number(0, 3) {
        0 => format!("in_{ty}[(i + (t >> 5) * {from}u) & 255u]"),
        1 if !ty.starts_with('f') => format!("in_{ty}[in_u8[(i * {by}u + {from}u) & 255u]]"),
        _ => format!("in_{ty}[(i * {by}u + {from}u) & 255u]"),
    };
    // Lanes that come to the loop may begin with another value than those that pass it by.
    let begun = if maker.chosen(40) { format!("if (({lane}) < end) r = in_{ty}[{from}];") } else { String::new() };
    let head = match maker.number(0, 2) {
        0 => format!("for (u32 i = {lane}; i < end; i += 32u)"),
        _ => format!("for (i32 i = (i32)({lane}); i < (i32)end; i += 32)"),
    };
    let body = format!("{begun} {head} r = {};", operation.on("r", &added));
    let (steps, used) = (steps(maker, &operation), used(maker, &to, &operation, threads, 1));
    Statement::new(format!("{{ {start} const u32 end = {end}; {body} {steps} {used} }}"), parts)
}

/// Stages in which threads take in what others have, fewer from stage to stage; what they chose before a barrier they set after it.
pub(crate) fn staged(maker: &mut Maker, threads: u32) -> Statement {
    let Some((to, operation)) = target(maker, &SHUFFLED) else { return assignment(maker) };
    let Operation { ty, .. } = operation;
    let (most, by, first, last) = (threads - 1, maker.number(1, 40), maker.number(0, 20), maker.number(0, 70));
    let end = *maker.pick(&["END", "END - s", "$1 & 127u", "(in_u8[s] & 127u) - s"]);
    let inside = *maker.pick(&[
        "t > s",
        "t >= FIRST && t < END",
        "t > s && t < END",
        "!(t < s) && END > t",
        "t + s < END",
        "$2",
        "t < END && $2",
    ]);
    let end = end.replace("END", &format!("{last}u"));
    let inside = inside.replace("END", &format!("({end})")).replace("FIRST", &format!("{first}u"));
    let (next, by_all) = match maker.number(0, 3) {
        0 => (format!("{ty} next = $3;"), format!("{to} = next;")),
        1 => (format!("{ty} next = $3;"), String::new()),
        _ => (format!("{ty} next;"), String::new()),
    };
    let taken = operation.on(&format!("row_{ty}[t]"), &format!("row_{ty}[(t + {by}u) & {most}u]"));
    let after = *maker.pick(&["inside", "inside", "inside && t != 3u"]);
    let after = format!("if ({after}) row_{ty}[t] = next;");
    let stage = format!(
        "const bool inside = {inside}; {next} if (inside) next = {taken}; __syncthreads(); {after} {by_all} __syncthreads();"
    );
    let stages = *maker.pick(&["3u", "(in_u8[7] & 3u)", "1u"]);
    let parts = vec![maker.expression(ty), maker.expression("u32"), maker.expression("bool"), maker.expression(ty)];
    let all = format!("for (u32 s = 0; s < {stages}; s++) {{ {stage} }}");
    Statement::new(format!("{{ row_{ty}[t] = $0; __syncthreads(); {all} {to} = row_{ty}[t]; __syncthreads(); }}"), parts)
}

/// How far threads go, of `$0`.
fn limit(maker: &mut Maker, convergent: bool) -> String {
    let some = maker.number(20, 200);
    match maker.number(0, 4) {
        0 => format!("{some}u"),
        1 => format!("in_u8[{some}] + {}u", some % 7),
        2 => "in_u8[(g >> 5) & 255u]".to_owned(),
        3 if convergent => "shuffle($0, 0u, 32) & 127u".to_owned(),
        _ => "$0 & 127u".to_owned(),
    }
}

/// A loop that lanes or threads go through in step, with any statements.
pub(crate) fn strided(maker: &mut Maker, place: &StatementContext) -> Statement {
    let Some(threads) = place.threads else { return assignment(maker) };
    let n = place.counter();
    let (first, step) = *maker.pick(&[("t & 31u", 32), ("t % 32u", 32), ("t", threads), ("t >> 1", threads / 2)]);
    let parts = vec![maker.expression("u32")];
    let end = limit(maker, place.convergent);
    let body = if maker.chosen(50) { few(maker, &mut place.inside_loop()) } else { vec![gathered(maker, &n)] };
    let text = format!("{{ const u32 end = {end}; for ({n} = {first}; {n} < end; {n} += {step}u) @0 }}");
    Statement::with(text, parts, vec![body])
}

/// A variable takes in an element by the loop's counter.
fn gathered(maker: &mut Maker, n: &str) -> Statement {
    let Some((to, operation)) = target(maker, &SHUFFLED) else { return assignment(maker) };
    let ty = operation.ty;
    let (by, from) = (*maker.pick(&[1, 1, 3]), maker.number(0, 255));
    let value = Expression { ty, text: format!("in_{ty}[({n} * {by}u + {from}u) & 255u]"), parts: Vec::new() };
    let value = if maker.chosen(30) { maker.expression(ty) } else { value };
    Statement::new(format!("{to} = {};", operation.on(&to, "$0")), vec![value])
}
