//! Loops over threads stay scalar where vector code would gather and scatter alone, and do what they did.

#[path = "support/object.rs"]
mod object;

use hipify_abi::DONE;
use hipify_lower::{Form, Options};
use object::{Block, Object, address, device_code, options};

const SOURCE: &str = "far_accesses/kernels.hip";
const SIDE: i32 = 32;

/// How many loops of the function that runs a kernel's blocks of its likely shape are to stay scalar.
fn scalar_loops(text: &str, kernel: &str) -> usize {
    let nodes = |what: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| line.contains(what));
        lines.filter_map(|line| line.split_once(" = ")).map(|(name, _)| name.to_owned()).collect()
    };
    let [choice] = &nodes("!\"llvm.loop.vectorize.enable\", i1 false")[..] else { panic!("no such choice") };
    let loops = nodes(&format!(", {choice}}}"));
    let (_, from) = text.split_once(&format!("@{kernel}.run.shaped(ptr noalias")).unwrap();
    let (body, _) = from.split_once("\n}").unwrap();
    body.lines().filter(|line| loops.iter().any(|name| line.ends_with(&format!("!llvm.loop {name}")))).count()
}

#[test]
fn loops_of_far_accesses_stay_scalar() {
    let options = Options { form: Form::Text, ..options() };
    let (text, _) = hipify_lower::lower(&device_code(SOURCE), &options).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(scalar_loops(&text, "columns") > 0);
    for kernel in ["transposed", "chosen", "computed"] {
        assert_eq!(scalar_loops(&text, kernel), 0, "{kernel}");
    }
}

/// What is in a row and a column of the tile in the end.
type Wanted = fn(row: i32, column: i32) -> i32;

fn computed(row: i32) -> i32 {
    let value = row * 100 + 5;
    let value = (value * value + 7) ^ (value << 3);
    (value.wrapping_mul(5).wrapping_add(11) ^ (value >> 2)) & 0xffff
}

#[test]
fn they_do_what_threads_do() {
    let object = Object::of_source(SOURCE);
    let kernels: [(&str, Wanted); 3] = [
        ("columns", |row, column| row * 100 + if column == 3 { 8 } else { column }),
        ("chosen", |row, column| if column == 3 && row * 37 % 11 > 4 { 1000 } else { row * 37 % 11 }),
        ("computed", |row, column| if column == 3 { computed(row) } else { row * 100 + column }),
    ];
    for (name, wanted) in kernels {
        let mut output = vec![-1; (SIDE * SIDE) as usize];
        let to = output.as_mut_ptr();
        let arguments = [address(&to)];
        let mut memory = Block::new(object.kernel(name), [SIDE as u32, 1, 1], [1, 1, 1], 32, &arguments);
        // SAFETY: the context is filled as the table asks for.
        assert_eq!(unsafe { object.kernel(name).run.unwrap()(&mut memory.context, 0) }, DONE, "{name}");
        let all: Vec<i32> = (0..SIDE * SIDE).map(|at| wanted(at / SIDE, at % SIDE)).collect();
        assert_eq!(output, all, "{name}");
    }
}
