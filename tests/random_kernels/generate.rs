//! Makes kernels by chance. Each is defined for all values of its variables, whatever is left out of it later: loops end, indices are
//! masked, and threads synchronise only where all of them are.

use crate::expressions::Maker;
use crate::patterns::{Patterns, TYPES};
use crate::statements::{StatementContext, statements};
use crate::tree::{Expression, Function, Kernel, Shape, Statement, Variable};
use hipify_tests::chance::Chance;

/// Results of a thread, 64 bits each.
pub(crate) const SLOTS: usize = 10;
/// Blocks of every kernel.
pub(crate) const BLOCKS: usize = 2;
/// Scalars of a kernel, a slot each.
const SCALARS: usize = 6;
/// What no statement sets: the thread's numbers in its block and in the grid, and the counters of loops.
pub(crate) const NUMBERS: [&str; 6] = ["t", "g", "tx", "ty", "n0", "n1"];
/// Of blocks, most of them rows: whole waves of both sizes.
const SHAPES: [[u32; 3]; 10] =
    [[64, 1, 1], [64, 1, 1], [128, 1, 1], [32, 2, 1], [32, 4, 1], [16, 8, 1], [8, 8, 1], [4, 32, 1], [8, 4, 2], [2, 8, 8]];
/// Vector types with their elements' type and number.
pub(crate) const VECTORS: [(&str, &str, usize); 6] = [
    ("uchar4", "u8", 4),
    ("char4", "i8", 4),
    ("short2", "i16", 2),
    ("ushort4", "u16", 4),
    ("uint2", "u32", 2),
    ("float2", "f32", 2),
];

/// Kernel `number` of a seed.
pub(crate) fn kernel(patterns: &Patterns, seed: u64, number: usize) -> Kernel {
    let chance = Chance((seed << 32 ^ number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut maker = Maker { patterns, chance, scope: Vec::new(), loads: false, functions: Vec::new() };
    let functions: Vec<Function> = (0..maker.number(0, 2)).map(|number| function(&mut maker, number)).collect();
    maker.loads = true;
    let shape = Shape(*maker.pick(&SHAPES));
    let threads = shape.threads();
    let (mut variables, scalars) = fixed_variables(&mut maker, threads);
    let arrays = more_variables(&mut maker, &mut variables);
    let count = maker.number(2, 6);
    let mut body = statements(&mut maker, &mut StatementContext::kernel(threads), count);
    let results = scalars.into_iter().chain(arrays).take(SLOTS).enumerate();
    body.extend(results.map(|(slot, result)| Statement::new(format!("out[g * {SLOTS}u + {slot}u] = bits($0);"), vec![result])));
    Kernel { number, shape, functions, variables, body }
}

/// A function of integers and numbers alone, some of them never inlined.
fn function(maker: &mut Maker, number: usize) -> Function {
    let parameters: Vec<&'static str> = (0..maker.number(1, 4)).map(|_| any_type(maker)).collect();
    let ty = any_type(maker);
    let typed: Vec<String> = parameters.iter().enumerate().map(|(place, ty)| format!("{ty} p{place}")).collect();
    let keep = *maker.pick(&["__noinline__ ", "", "FORCED "]);
    let name = format!("FUNCTION{number}");
    let head = format!("static __device__ {keep}{ty} {name}({})", typed.join(", "));
    let named = |(place, ty): (usize, &&'static str)| Expression::leaf(ty, format!("p{place}"));
    maker.scope = parameters.iter().enumerate().map(named).collect();
    maker.scope.extend(["n0", "n1"].map(|name| Expression::leaf("u32", name)));
    let mut variables = counters();
    for place in 0..2 {
        scalar(maker, &mut variables, place, any_type);
    }
    let count = maker.number(0, 3);
    let body = statements(maker, &mut StatementContext::function(ty), count);
    let result = maker.expression(ty);
    maker.scope.clear();
    maker.functions.push((name.clone(), parameters, ty));
    Function { name, head, variables, body, result }
}

fn any_type(maker: &mut Maker) -> &'static str {
    maker.pick(&TYPES).name
}

/// Counters of loops, of which `n0` is the outermost's.
fn counters() -> Vec<Variable> {
    let counter = |number: usize| Variable {
        name: format!("n{number}"),
        declaration: Statement::new(format!("u32 n{number} = 0;"), Vec::new()),
    };
    (0..2).map(counter).collect()
}

/// A variable of a type that `choose` gives, and its place among what expressions name.
fn scalar(maker: &mut Maker, variables: &mut Vec<Variable>, place: usize, choose: fn(&mut Maker) -> &'static str) {
    let ty = choose(maker);
    let name = format!("{ty}_{place}");
    let first = maker.leaf(ty);
    variables.push(Variable { name: name.clone(), declaration: Statement::new(format!("{ty} {name} = $0;"), vec![first]) });
    maker.scope.push(Expression::leaf(ty, name));
}

/// Shared memory, counters and scalars; gives the scalars too.
fn fixed_variables(maker: &mut Maker, threads: u32) -> (Vec<Variable>, Vec<Expression>) {
    let mut variables = counters();
    let mut shared = |ty: &str, kind: &str, count: u32| {
        let name = format!("{kind}_{ty}");
        let declaration = Statement::new(format!("__shared__ {ty} {name}[{count}];"), Vec::new());
        variables.push(Variable { name, declaration });
    };
    for ty in &TYPES {
        shared(ty.name, "row", threads);
    }
    for ty in ["i32", "u32", "u64", "f32"] {
        shared(ty, "cells", 8);
    }
    maker.scope = NUMBERS.map(|name| Expression::leaf("u32", name)).to_vec();
    // Two that statements rely on, and bytes and shorts more often than the rest.
    scalar(maker, &mut variables, 0, |_| "u32");
    scalar(maker, &mut variables, 1, |_| "i32");
    for place in 2..SCALARS {
        scalar(maker, &mut variables, place, |maker| {
            let small = *maker.pick(&["i8", "u8", "i16", "u16", "u32"]);
            if maker.chosen(40) { small } else { any_type(maker) }
        });
    }
    let scalars = maker.scope[NUMBERS.len()..].to_vec();
    (variables, scalars)
}

/// An array, a record of bit fields, a structure and a vector, each now and then; gives what is to be seen of them in the end.
fn more_variables(maker: &mut Maker, variables: &mut Vec<Variable>) -> Vec<Expression> {
    let mut results = Vec::new();
    if maker.chosen(50) {
        results.push(array(maker, variables));
    }
    if maker.chosen(25) {
        results.push(fields(maker, variables));
    }
    if maker.chosen(20) {
        results.push(mixed(maker, variables));
    }
    if maker.chosen(40) {
        results.push(vector(maker, variables));
    }
    results
}

fn array(maker: &mut Maker, variables: &mut Vec<Variable>) -> Expression {
    let ty = any_type(maker);
    let (name, first) = (format!("array_{ty}"), maker.expression(ty));
    let text = format!("{ty} {name}[8]; for (u32 i = 0; i < 8; i++) {name}[i] = i % 3 == 0 ? ({ty})$0 : ({ty})i;");
    variables.push(Variable { name: name.clone(), declaration: Statement::new(text, vec![first]) });
    let element = |index: &str| Expression::leaf(ty, format!("{name}[{index}]"));
    maker.scope.extend(["u32_0 & 7u", "t & 7u", "3", "(u32)i32_1 & 7u"].map(element));
    let sum: Vec<String> = (0..8).map(|place| format!("bits({name}[{place}]) * {}u", 2 * place + 1)).collect();
    Expression::leaf("u64", format!("({})", sum.join(" + ")))
}

fn fields(maker: &mut Maker, variables: &mut Vec<Variable>) -> Expression {
    let first = ["u32", "i32", "u32", "u64", "i64"].map(|ty| maker.leaf(ty)).to_vec();
    let text = "Fields fields; fields.x = $0; fields.y = $1; fields.z = $2; fields.w = $3; fields.v = $4;";
    variables.push(Variable { name: "fields".to_owned(), declaration: Statement::new(text, first) });
    let members = [("u32", "x"), ("i32", "y"), ("u32", "z"), ("u64", "w"), ("i64", "v")];
    maker.scope.extend(members.map(|(ty, member)| Expression::leaf(ty, format!("(({ty})fields.{member})"))));
    Expression::leaf("u64", "(fields.x + 3u * (u32)fields.y + 5u * fields.z + 7u * (u64)fields.w + 9u * (u64)fields.v)")
}

fn mixed(maker: &mut Maker, variables: &mut Vec<Variable>) -> Expression {
    let first = ["u8", "i16", "u32", "f32", "u16"].map(|ty| maker.leaf(ty)).to_vec();
    let text = "Mixed mixed = {(u8)($0), (i16)($1), $2, {1, 2, (u8)t}, $3, (u16)($4)};";
    variables.push(Variable { name: "mixed".to_owned(), declaration: Statement::new(text, first) });
    let members = [("u8", "a"), ("i16", "b"), ("u32", "c"), ("u8", "d[REMAINDER(u32_0, 3u)]"), ("f32", "e"), ("u16", "f")];
    maker.scope.extend(members.map(|(ty, member)| Expression::leaf(ty, format!("mixed.{member}"))));
    let all = "mixed.a + 3u * (u32)mixed.b + 5u * mixed.c + 7u * mixed.d[0] + 9u * mixed.d[1] + 11u * mixed.d[2] + 13u * mixed.f";
    Expression::leaf("u64", format!("(bits(mixed.e) + ({all}))"))
}

fn vector(maker: &mut Maker, variables: &mut Vec<Variable>) -> Expression {
    let (vector, ty, count) = *maker.pick(&VECTORS);
    let index = maker.expression("u32");
    let text = format!("{vector} {vector}_0 = ((const {vector} *)in_{ty})[$0 & {}u];", 256 / count - 1);
    variables.push(Variable { name: format!("{vector}_0"), declaration: Statement::new(text, vec![index]) });
    let members: Vec<char> = "xyzw".chars().take(count).collect();
    maker.scope.extend(members.iter().map(|member| Expression::leaf(ty, format!("(({ty}){vector}_0.{member})"))));
    let sum: Vec<String> = members
        .iter()
        .enumerate()
        .map(|(place, member)| format!("bits(({ty}){vector}_0.{member}) * {}u", 2 * place + 1))
        .collect();
    Expression::leaf("u64", format!("({})", sum.join(" + ")))
}
