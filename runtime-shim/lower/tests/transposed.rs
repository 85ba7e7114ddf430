//! Kernels whose tiles are transposed for blocks that stay within a row, in such blocks and in others, and kernels whose tiles stay as they are.

#[path = "support/object.rs"]
mod object;

use std::ffi::c_void;

use hipify_abi::DONE;
use object::{Block, Object, address};

fn build() -> Object {
    Object::of_source("transposed/kernels.hip")
}

/// What a kernel leaves in its output, of elements that were -1.
fn run(object: &Object, name: &str, (width, height): (u32, u32), input: &[i32], more: &[*const c_void]) -> Vec<i32> {
    let kernel = object.kernel(name);
    let mut output = vec![-1; 2048];
    let (from, to) = (input.as_ptr(), output.as_mut_ptr());
    let arguments = [&[address(&from), address(&to)], more].concat();
    for lanes in [32, 64] {
        let mut memory = Block::new(kernel, [width, height, 1], [1, 1, 1], lanes, &arguments);
        // SAFETY: the context is filled as the table asks for.
        assert_eq!(unsafe { kernel.run.unwrap()(&mut memory.context, 0) }, DONE, "{name}, {width} by {height}");
    }
    output
}

fn input() -> Vec<i32> {
    (0..2048).map(|i| i * 7 % 1013 - i).collect()
}

#[test]
fn tiles_are_transposed_where_that_puts_neighbours_side_by_side() {
    let object = build();
    let kernels = [
        ("columns", Some("16 x 9")),
        ("twice", Some("32 x 1024")),
        ("over_the_end", Some("16 x 8")),
        ("exchanged", None),
        ("flattened", None),
        ("unbounded", None),
        ("parted", None),
    ];
    assert_eq!(object.report.len(), kernels.len());
    for (name, most) in kernels {
        let line = object.report.iter().find(|line| line.starts_with(&format!("{name}:"))).unwrap();
        assert_eq!(line.split_once("transposed for blocks of at most ").map(|(_, most)| most), most, "{line}");
    }
}

#[test]
fn tiles_are_right_in_blocks_that_stay_within_a_row_and_in_others() {
    let (object, input) = (build(), input());
    for (width, height) in [(16, 8), (5, 8), (1, 1), (16, 3)] {
        let output = run(&object, "columns", (width, height), &input, &[]);
        let mut tile = [0i32; 16 * 41 + 64];
        let threads = || (0..height as usize).flat_map(|y| (0..width as usize).map(move |x| (x, y)));
        for step in 0..5 {
            threads().for_each(|(x, y)| tile[x * 41 + step * 8 + y] = input[(step * height as usize + y) * 16 + x]);
        }
        for (step, (x, y)) in (1..4).flat_map(|step| threads().map(move |thread| (step, thread))) {
            let sum =
                [0, 8, 16].iter().fold(0i32, |sum, k| sum.wrapping_mul(3).wrapping_add(tile[x * 41 + (step - 1) * 8 + y + k]));
            assert_eq!(output[(step * height as usize + y) * 16 + x], sum, "{x}, {y} of {width} by {height}, step {step}");
        }
    }
    // The first of two threads along x puts what the second one finds.
    let over = [&input[..16], &[1, 0]].concat();
    let output = run(&object, "over_the_end", (2, 12), &over, &[]);
    assert_eq!(output[..4], over[8..12]);
    for width in [32, 17, 6] {
        let output = run(&object, "twice", (width, 1), &input, &[]);
        for t in 0..width as usize {
            let kept = (0..8).fold(input[t], |kept, k| {
                kept.wrapping_mul(3).wrapping_add(input[(7 - k) * 32 + t]).wrapping_sub(input[k * 32 + t])
            });
            let own: Vec<i32> = (0..8).map(|k| output[k * 32 + t]).collect();
            let wanted: Vec<i32> = (0..8).map(|k| kept.wrapping_add(k).wrapping_add(kept)).collect();
            assert_eq!(own, wanted, "{t} of {width}");
        }
    }
}

#[test]
fn tiles_that_stay_as_they_are_are_right() {
    let (object, input) = (build(), input());
    let output = run(&object, "exchanged", (16, 16), &input, &[]);
    assert!((0..256).all(|i| output[i] == input[i % 16 * 16 + i / 16]));
    let output = run(&object, "flattened", (16, 1), &input, &[]);
    // Element `i` of the flat array lies in row `i / 8`.
    assert!((0..128).all(|i| output[i] == input[i % 8 * 16 + i / 8]));
    let output = run(&object, "unbounded", (16, 1), &input, &[address(&8)]);
    assert!((0..128).all(|i| output[i] == input[i]));
    let evens: Vec<i32> = input.iter().map(|i| i * 2).collect();
    let output = run(&object, "parted", (16, 1), &evens, &[]);
    assert!((0..128).all(|i| output[i] == 2 * evens[i]));
}
