//! Blocks that run together with those beside them along x.

#[path = "support/object.rs"]
mod object;

use std::ffi::{CStr, c_void};

use hipify_abi::{Context, DONE, Kernel, flags};
use object::{Block, Object, address};

fn build() -> Object {
    Object::of_source("neighbours/kernels.hip")
}

/// Runs the blocks `first .. first + together` of row `y` at once.
fn run(object: &Object, name: &str, block: [u32; 3], grid: [u32; 3], at: (u32, u32, u32), arguments: &[*const c_void]) {
    let kernel = object.kernel(name);
    let (first, together, y) = at;
    let mut memory = Block::new(kernel, block, grid, 32, arguments);
    memory.context.block_idx = [first, y, 0];
    memory.context.neighbours = together - 1;
    // SAFETY: the context is filled as the table asks for.
    assert_eq!(unsafe { kernel.run.unwrap()(&mut memory.context, 0) }, DONE, "{name}");
}

#[test]
fn only_blocks_whose_threads_ask_for_no_more_than_their_place_are_joined() {
    let object = build();
    // SAFETY: the table lives as long as the object.
    let kernels = unsafe { std::slice::from_raw_parts((*object.table).kernels, (*object.table).kernel_count as usize) };
    assert_eq!(kernels.len(), 18);
    for kernel in kernels {
        // SAFETY: the table lives as long as the object.
        let name = unsafe { CStr::from_ptr(kernel.name) }.to_str().unwrap();
        assert_eq!(kernel.flags & flags::NEIGHBOURS != 0, name.starts_with("joined"), "{name}");
        assert_eq!(kernel.flags & flags::SIDE_BY_SIDE != 0, name.starts_with("beside"), "{name}");
        assert_eq!(kernel.flags & flags::FEW != 0, name == "beside_few", "{name}");
    }
}

#[test]
fn joined_blocks_do_what_each_does_alone() {
    let object = build();
    let (width, height) = (150i32, 7i32);
    let input: Vec<i32> = (0..width * height).map(|i| i * 7 % 31).collect();
    let from = input.as_ptr();
    for (wide, blocks) in [(16u32, 10u32), (32, 5), (50, 3), (1, 150)] {
        for together in [1, 2, blocks] {
            let mut output = vec![-1; input.len()];
            let to = output.as_mut_ptr();
            let arguments = [address(&from), address(&to), address(&width), address(&height)];
            for y in 0..4 {
                for first in (0..blocks).step_by(together as usize) {
                    let at = (first, together.min(blocks - first), y);
                    run(&object, "joined", [wide, 2, 1], [blocks, 4, 1], at, &arguments);
                }
            }
            let value = |i: i32| match i % width {
                x if x > 0 && x < width - 1 => input[i as usize - 1] + 2 * input[i as usize + 1] + i / width,
                _ => -1,
            };
            assert_eq!(output, (0..width * height).map(value).collect::<Vec<_>>(), "{together} blocks of {wide}");
        }
    }
}

#[test]
fn ids_of_64_bits_are_joined_too() {
    let object = build();
    let input: Vec<i32> = (0..100).collect();
    let mut output = vec![-1; 128];
    let (from, to, n) = (input.as_ptr(), output.as_mut_ptr(), 100usize);
    run(&object, "joined_with_long_ids", [32, 1, 1], [4, 1, 1], (0, 4, 0), &[address(&from), address(&to), address(&n)]);
    let wanted: Vec<i32> = (0..128).map(|i| if i < 100 { 3 * i + 4 } else { -1 }).collect();
    assert_eq!(output, wanted);
}

#[test]
fn ids_that_are_counted_from_elsewhere_are_joined_too() {
    let object = build();
    let input: Vec<i32> = (0..200).collect();
    let wanted = |from: i32, value: fn(i32) -> i32| -> Vec<i32> {
        (0..200).map(|i| if i >= from && i < (from + 64).min(150) { value(i) } else { -7 }).collect()
    };
    for column in [0, 50, 120] {
        let mut output = vec![-7; 200];
        let (from, to, n) = (input.as_ptr(), output.as_mut_ptr(), 150i32);
        let arguments = [address(&from), address(&to), address(&column), address(&n)];
        run(&object, "joined_from_a_column", [16, 1, 1], [4, 1, 1], (0, 4, 0), &arguments);
        let sums: Vec<i32> =
            wanted(column + 1, |i| 2 * i).into_iter().map(|it| if it == -7 { -7 } else { it + column }).collect();
        assert_eq!(output, sums, "{column}");

        let mut output = vec![-7; 200];
        let (to, first, n) = (output.as_mut_ptr(), column as usize + 2, 150usize);
        let arguments = [address(&from), address(&to), address(&first), address(&n)];
        run(&object, "joined_from_a_long_column", [16, 1, 1], [4, 1, 1], (0, 4, 0), &arguments);
        assert_eq!(output, wanted(column, |i| i - 1), "{column}");
    }
}

#[test]
fn ids_wrap_around_in_grids_of_more_threads_than_they_count() {
    let object = build();
    // Block 2^25 of 64 threads begins at 2^31; block 2^26 at 0 again.
    for (block, first) in
        [((1u32 << 25) - 1, (1u32 << 31) - 64), (1 << 25, 1 << 31), ((1 << 26) - 1, u32::MAX - 63), (1 << 26, 0)]
    {
        let mut output = vec![7u32; 256];
        let (to, n) = (output.as_mut_ptr(), 100u32);
        let arguments = [address(&to), address(&first), address(&n)];
        run(&object, "joined_around", [64, 1, 1], [1 << 27, 1, 1], (block, 2, 0), &arguments);
        let wanted: Vec<u32> = (0..256).map(|i: u32| if i < 100 { first.wrapping_add(i) } else { 7 }).collect();
        assert_eq!(output, wanted, "block {block}");
    }
}

/// Columns of the arrays that blocks side by side go through: 9 blocks in each of two rows, of 8 rows of 16 threads.
const WIDTH: i32 = 16 * 9;

/// Runs all blocks of 16 x 8 threads, so many together.
fn run_side_by_side(kernel: &Kernel, together: u32, arguments: &[*const c_void]) {
    let blocks: Vec<Block> = (0..together).map(|_| Block::new(kernel, [16, 8, 1], [9, 2, 1], 32, arguments)).collect();
    for y in 0..2 {
        for x in (0..9).step_by(together as usize) {
            let now = together.min(9 - x);
            let place =
                |(number, block): (u32, &Block)| Context { block_idx: [x + number, y, 0], neighbours: now - 1, ..block.context };
            let mut contexts: Vec<Context> = (0..).zip(&blocks).map(place).collect();
            // SAFETY: the contexts are filled as the table asks for, and as many as there are neighbours.
            assert_eq!(unsafe { kernel.run.unwrap()(contexts.as_mut_ptr(), 0) }, DONE);
        }
    }
}

#[test]
fn few_blocks_side_by_side_do_what_each_does_alone() {
    let object = build();
    let input: Vec<i32> = (0..WIDTH * 16).map(|i| i * 7 % 101).collect();
    for together in [1, 2, 5, 9] {
        let mut output = vec![-1; input.len()];
        let (from, to, width) = (input.as_ptr(), output.as_mut_ptr(), WIDTH);
        run_side_by_side(object.kernel("beside_few"), together, &[address(&from), address(&to), address(&width)]);
        let wanted: Vec<i32> = (0..WIDTH * 16).map(|at| input[(at / 16 * 16 + 15 - at % 16) as usize]).collect();
        assert_eq!(output, wanted, "{together} blocks");
    }
}

#[test]
fn blocks_side_by_side_do_what_each_does_alone() {
    let object = build();
    let kernel = object.kernel("beside");
    let made = |by: i32| -> Vec<i32> { (0..WIDTH * 16).map(|i| i * by % 101).collect() };
    let inputs = [made(7), made(13), made(29)];
    let from = inputs.each_ref().map(|input| input.as_ptr());
    for (together, rounds) in [(1, 2), (2, 2), (9, 2), (9, 0)] {
        let mut outputs = [vec![-1; inputs[0].len()], vec![-1; inputs[0].len()]];
        let [first, second] = outputs.each_mut().map(|output| output.as_mut_ptr());
        let (width, rounds) = (WIDTH, rounds);
        let arguments = [
            address(&from[0]),
            address(&from[1]),
            address(&from[2]),
            address(&first),
            address(&second),
            address(&width),
            address(&rounds),
        ];
        run_side_by_side(kernel, together, &arguments);
        let tile = |x: i32, y: i32| {
            let at = (y * WIDTH + x) as usize;
            inputs[0][at] + 2 * inputs[1][at] + if rounds > 1 { inputs[2][at] } else { 0 }
        };
        for (x, y) in (0..16).flat_map(|y| (0..WIDTH).map(move |x| (x, y))) {
            let at = (y * WIDTH + x) as usize;
            assert_eq!(outputs[0][at], tile(x / 16 * 16 + 15 - x % 16, y), "{together} blocks: {x}, {y}");
            let wanted = if x / 16 == 1 { -1 } else { tile(x, y / 8 * 8 + 7 - y % 8) };
            assert_eq!(outputs[1][at], wanted, "{together} blocks: {x}, {y}");
        }
    }
}
