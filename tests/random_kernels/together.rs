//! Makes statements that the threads of a block or of 32 lanes carry out together. What they give depends neither on the order of
//! threads nor on the wave size.

use crate::expressions::Maker;
use crate::patterns::TYPES;
use crate::rows;
use crate::statements::{StatementContext, assignment, statements};
use crate::tree::{Expression, Statement};

/// A statement where all threads of the block are.
pub(crate) fn together(maker: &mut Maker, place: &StatementContext) -> Statement {
    let threads = place.threads.expect("a kernel");
    match maker.number(0, 16) {
        0..=2 => exchange(maker, threads),
        3 => bytes(maker, threads),
        4..=5 => shuffle(maker),
        6 => vote(maker),
        7 => rows::total(maker, threads),
        8..=10 => rows::reduction(maker, threads),
        11 => rows::row(maker, threads),
        12 => added(maker),
        13..=14 => rows::staged(maker, threads),
        _ => cells(maker, place),
    }
}

/// A variable of the type, or none.
pub(crate) fn variable(maker: &mut Maker, ty: &str) -> Option<String> {
    let fitting = |named: &&Expression| named.ty == ty && named.text.starts_with(&format!("{ty}_"));
    let fitting: Vec<String> = maker.scope.iter().filter(fitting).map(|named| named.text.clone()).collect();
    if fitting.is_empty() { None } else { Some(maker.pick(&fitting).clone()) }
}

/// Each thread takes what another has put into shared memory.
fn exchange(maker: &mut Maker, threads: u32) -> Statement {
    let ty = maker.pick(&TYPES).name;
    let Some(to) = variable(maker, ty) else { return assignment(maker) };
    let parts = vec![maker.expression(ty), maker.expression("u32")];
    let most = threads - 1;
    let text = format!("row_{ty}[t] = $0; __syncthreads(); {to} = row_{ty}[$1 & {most}u]; __syncthreads();");
    Statement::new(text, parts)
}

/// Each thread takes a byte of what another has put there.
fn bytes(maker: &mut Maker, threads: u32) -> Statement {
    let (ty, size) = *maker.pick(&[("u16", 2), ("u32", 4), ("u64", 8), ("i16", 2)]);
    let to = variable(maker, "u32").expect("every kernel has one");
    let parts = vec![maker.expression(ty), maker.expression("u32")];
    let most = threads * size - 1;
    let text = format!("row_{ty}[t] = $0; __syncthreads(); {to} ^= ((const u8 *)row_{ty})[$1 & {most}u]; __syncthreads();");
    Statement::new(text, parts)
}

fn shuffle(maker: &mut Maker) -> Statement {
    let ty = *maker.pick(&rows::SHUFFLED);
    let Some(to) = variable(maker, ty) else { return assignment(maker) };
    let value = maker.expression(ty);
    let (by, width) = (maker.number(0, 31), *maker.pick(&[32, 32, 16, 8, 4]));
    match maker.number(0, 3) {
        0 => {
            let lane = maker.expression("u32");
            Statement::new(format!("{to} = shuffle(($0), $1 & 31u, {width});"), vec![value, lane])
        }
        1 => Statement::new(format!("{to} = shuffle_xor(($0), {by}u);"), vec![value]),
        2 => Statement::new(format!("{to} = shuffle_up(($0), {}u, {width});", by % width), vec![value]),
        _ => Statement::new(format!("{to} = shuffle_down(($0), {}u, {width});", by % width), vec![value]),
    }
}

fn vote(maker: &mut Maker) -> Statement {
    let asked = vec![maker.expression("bool")];
    let to = variable(maker, "u32").expect("every kernel has one");
    let how =
        *maker.pick(&["ballot($0)", "(u32)__syncthreads_count($0)", "(u32)__syncthreads_or($0)", "(u32)__syncthreads_and($0)"]);
    Statement::new(format!("{to} ^= {how};"), asked)
}

/// Atomic operations of one kind and their type.
const OPERATIONS: [&str; 6] = ["atomicAdd", "atomicMin", "atomicMax", "atomicAnd", "atomicOr", "atomicXor"];

/// Threads change cells of shared memory on their way through branches and loops, in any order, and read them in the end.
fn cells(maker: &mut Maker, place: &StatementContext) -> Statement {
    let ty = *maker.pick(&["u32", "u32", "i32", "u64", "f32"]);
    let to = variable(maker, "u32").expect("every kernel has one");
    let (operation, value) = if ty == "f32" {
        // Sums of small whole numbers are exact in any order.
        ("atomicAdd", Expression { ty, text: "(f32)($0 & 63u)".to_owned(), parts: vec![maker.expression("u32")] })
    } else {
        (*maker.pick(&OPERATIONS), maker.expression(ty))
    };
    let change = Statement::new(format!("{operation}(&cells_{ty}[$0 & 7u], $1);"), vec![maker.expression("u32"), value]);
    let first = if operation == "atomicAnd" { "-1" } else { "t" };
    let mut inner = place.branch();
    let mut body = statements(maker, &mut inner, 1);
    hide(maker, &mut body, change);
    let read = maker.expression("u32");
    let text = format!(
        "if (t < 8u) cells_{ty}[t] = ({ty}){first}; __syncthreads(); @0 __syncthreads(); {to} ^= (u32)bits(cells_{ty}[$0 & 7u]); __syncthreads();"
    );
    Statement::with(text, vec![read], vec![body])
}

/// Puts a statement somewhere among others, or into one of them.
fn hide(maker: &mut Maker, body: &mut Vec<Statement>, change: Statement) {
    let at = maker.number(0, body.len());
    if at < body.len() && !body[at].blocks.is_empty() {
        let number = maker.number(0, body[at].blocks.len() - 1);
        return hide(maker, &mut body[at].blocks[number], change);
    }
    body.insert(at, change);
}

/// A change of a counter in global memory, which nobody reads before the kernel has ended.
pub(crate) fn counted(maker: &mut Maker) -> Statement {
    let (index, value) = (maker.expression("u32"), maker.expression("u32"));
    Statement::new("atomicAdd(&counters[$0 & 7u], $1);", vec![index, value])
}

/// Changes of counters of which a thread does nothing else before the threads meet.
fn added(maker: &mut Maker) -> Statement {
    let parts = vec![maker.expression("u32"), maker.expression("u32"), maker.expression("bool")];
    let add = *maker.pick(&[
        "if ($2) atomicAdd(&counters[to & 7u], by);",
        "for (u32 i = 0; i < (($2) ? 5u : 2u); i++) atomicAdd(&counters[(to + i) & 7u], by ^ i);",
        "if ($2) atomicAdd(counters, by); else atomicSub(&counters[to & 7u], by);",
    ]);
    Statement::new(format!("{{ const u32 to = $0, by = $1; {add} }} __syncthreads();"), parts)
}
