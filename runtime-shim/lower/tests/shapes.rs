//! Kernels in blocks of the shape that their shared arrays imply, for which there is code of its own, and in blocks of others.

#[path = "support/object.rs"]
mod object;

use hipify_abi::DONE;
use object::{Block, Object, address};

fn build() -> Object {
    Object::of_source("shapes/kernels.hip")
}

/// What a kernel leaves in its output, of elements that were -1.
fn run(object: &Object, name: &str, (width, height): (u32, u32), input: &[i32]) -> Vec<i32> {
    let kernel = object.kernel(name);
    let mut output = vec![-1; 512];
    let (from, to) = (input.as_ptr(), output.as_mut_ptr());
    let arguments = [address(&from), address(&to)];
    let mut memory = Block::new(kernel, [width, height, 1], [1, 1, 1], 32, &arguments);
    // SAFETY: the context is filled as the table asks for.
    assert_eq!(unsafe { kernel.run.unwrap()(&mut memory.context, 0) }, DONE, "{name}, {width} by {height}");
    output
}

fn input() -> Vec<i32> {
    (0..512).map(|i| i * 7 % 31 + i).collect()
}

#[test]
fn shapes_follow_from_what_all_threads_index_by_their_own_ids() {
    let object = build();
    let shapes = [
        ("tile", Some("16 x 16 x 1")),
        ("again", Some("16 x 16 x 1")),
        ("turned", Some("16 x 4 x 1")),
        ("tree", Some("64 x 1 x 1")),
        ("scan", Some("32 x 1 x 1")),
        ("flat", Some("8 x 8 x 1")),
        ("bounded", Some("128 x 1 x 1")),
        ("partly", Some("32 x any x 1")),
        ("framed", Some("32 x 1 x 1")),
        ("unknown", None),
    ];
    assert_eq!(object.report.len(), shapes.len());
    for (name, shape) in shapes {
        let line = object.report.iter().find(|line| line.starts_with(&format!("{name}:"))).unwrap();
        let found = line.split_once("loops for blocks of ").map(|(_, shape)| shape);
        assert_eq!(found, shape, "{line}");
        assert!(name != "again" || line.contains(" 0 bytes of frame"), "{line}");
    }
}

#[test]
fn rows_and_tiles_are_right_in_blocks_of_all_shapes() {
    let (object, input) = (build(), input());
    for (width, height) in [(16, 16), (16, 8), (8, 16), (15, 3), (1, 1), (5, 5)] {
        let output = run(&object, "tile", (width, height), &input);
        for (x, y) in (0..16usize).flat_map(|x| (0..16usize).map(move |y| (x, y))) {
            let (wide, high) = (width as usize, height as usize);
            let turned = if wide == high { input[x * 16 + y] } else { 0 };
            let wanted = if x < wide && y < high { input[y * 16 + wide - 1 - x] + y as i32 + turned } else { -1 };
            assert_eq!(output[y * 16 + x], wanted, "tile {width} by {height}: {x}, {y}");
        }
    }
    for (width, height) in [(16, 16), (16, 5), (7, 16), (1, 1)] {
        let output = run(&object, "again", (width, height), &input);
        for (x, y) in (0..width).flat_map(|x| (0..height).map(move |y| (x, y))) {
            let (at, from) = ((y * 16 + x) as usize, (y * 16 + width - 1 - x) as usize);
            assert_eq!(output[at], input[from] - input[y as usize * 16], "again {width} by {height}");
        }
    }
    let output = run(&object, "turned", (16, 4), &input);
    assert!((0..256).all(|i| output[i] == input[i % 16 * 16 + i / 16]));
    for (width, height) in [(8, 8), (8, 4), (3, 7), (8, 1)] {
        let output = run(&object, "flat", (width, height), &input);
        for (x, y) in (0..width).flat_map(|x| (0..height).map(move |y| (x, y))) {
            assert_eq!(output[(y * 8 + x) as usize], input[(y * 8 + width - 1 - x) as usize], "flat {width} by {height}");
        }
    }
    for (width, height) in [(32, 1), (32, 4), (17, 3)] {
        let output = run(&object, "partly", (width, height), &input);
        for (x, y) in (0..width).flat_map(|x| (0..height).map(move |y| (x, y))) {
            let wanted = input[(width - 1 - x) as usize] * (y as i32 + 1);
            assert_eq!(output[(y * 32 + x) as usize], wanted, "partly {width} by {height}");
        }
    }
}

#[test]
fn loops_over_barriers_are_right_in_blocks_of_all_widths() {
    let (object, input) = (build(), input());
    for width in [64, 63, 33, 16, 1] {
        let output = run(&object, "tree", (width, 1), &input);
        assert_eq!(output[0], input[..width as usize].iter().sum::<i32>(), "tree of {width}");
    }
    for width in [32, 31, 16, 1] {
        let output = run(&object, "scan", (width, 1), &input);
        let sums = input.iter().scan(0, |sum, it| {
            *sum += it;
            Some(*sum)
        });
        assert!(sums.take(width as usize).eq(output[..width as usize].iter().copied()), "scan of {width}");
    }
    for width in [128, 100, 1] {
        let output = run(&object, "bounded", (width, 1), &input);
        assert!(output[..width as usize].iter().eq(input[..width as usize].iter().rev()), "bounded, {width} wide");
    }
    for width in [32, 31, 9] {
        let output = run(&object, "framed", (width, 1), &input);
        let value = |x: usize| (if x > 0 { input[x - 1] } else { 5 }) + input[x] * 2;
        assert!((0..width.min(31) as usize).all(|x| output[x] == value(x)), "framed, {width} wide");
    }
    let output = run(&object, "unknown", (64, 1), &input);
    assert!((0..64).all(|x| output[x] == input[x % 32]));
}
