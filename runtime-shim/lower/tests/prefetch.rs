//! Blocks that go through memory from barrier to barrier ask for what they come to next, and do what they did without.

#[path = "support/object.rs"]
mod object;

use hipify_abi::DONE;
use hipify_lower::{Form, Options};
use object::{Block, Object, address, device_code, has_masks, options};
use std::ffi::c_void;

const SOURCE: &str = "prefetch/kernels.hip";

/// Lines that are asked for in the function that runs a kernel's blocks of its likely shape, or its only one: to be read and to be written,
/// each from the first-level cache, and those to be read or written from the second-level cache.
fn prefetches(text: &str, kernel: &str) -> [usize; 3] {
    let begins = ["run.shaped", "run"].map(|name| text.split_once(&format!("@{kernel}.{name}(ptr noalias")));
    let (_, from) = begins.into_iter().flatten().next().unwrap();
    let (body, _) = from.split_once("\n}").unwrap();
    let calls: Vec<&str> = body.lines().filter(|line| line.contains("call void @llvm.prefetch")).collect();
    let count = |kinds: &[&str]| calls.iter().filter(|line| kinds.iter().any(|kind| line.contains(kind))).count();
    let found = [
        count(&[", i32 0, i32 3, i32 1)"]),
        count(&[", i32 1, i32 3, i32 1)"]),
        count(&[", i32 0, i32 2, i32 1)", ", i32 1, i32 2, i32 1)"]),
    ];
    assert_eq!(found.iter().sum::<usize>(), calls.len(), "{kernel}");
    found
}

/// The kernels, lowered.
fn text() -> String {
    let options = Options { form: Form::Text, ..options() };
    let (text, _) = hipify_lower::lower(&device_code(SOURCE), &options).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn lines_of_the_next_plane_are_asked_for() {
    let text = text();
    // 32 threads of 4 bytes are two lines.
    assert_eq!(prefetches(&text, "planes"), [2, 2, 0]);
    // What lies at the sides is one element each.
    assert_eq!(prefetches(&text, "edges"), [4, 2, 0]);
    assert_eq!(prefetches(&text, "beside"), [0, 0, 0]);
    assert_eq!(prefetches(&text, "scattered"), [2, 2, 0]);
    assert_eq!(prefetches(&text, "levels"), [2, 0, 0]);
}

#[test]
fn lines_that_the_next_block_or_strip_goes_on_with_are_asked_for() {
    let text = text();
    assert_eq!(prefetches(&text, "tiles"), [0, 0, 2]);
    // Rows of several blocks are long enough for hardware to see where they go.
    assert_eq!(prefetches(&text, "tiles_beside"), [0, 0, 0]);
    // Not in each row for what one row reads.
    assert_eq!(prefetches(&text, "bordered"), [0, 0, 2]);
    assert_eq!(prefetches(&text, "lines"), [0, 0, 0]);
    // 256 threads of 4 bytes are 16 lines, 64 are four, and those of the shortest strip one.
    assert_eq!(prefetches(&text, "columns"), [0, 0, if has_masks() { 16 + 4 + 1 } else { 4 + 1 }]);
    assert_eq!(prefetches(&text, "windows"), [0, 0, 0]);
    // 128 threads of 4 bytes are eight lines: those of the next block rather than those of the next row.
    assert_eq!(prefetches(&text, "descents"), [0, 0, 8]);
}

fn run(object: &Object, name: &str, (width, height): (u32, u32), arguments: &[*const c_void]) {
    let kernel = object.kernel(name);
    let mut memory = Block::new(kernel, [width, height, 1], [1, 1, 1], 32, arguments);
    // SAFETY: the context is filled as the table asks for.
    assert_eq!(unsafe { kernel.run.unwrap()(&mut memory.context, 0) }, DONE, "{name}");
}

#[test]
fn what_lies_beside_rows_is_brought_in() {
    let object = Object::of_source(SOURCE);
    for (area, depth) in [(136, 1), (136, 4), (5000, 3)] {
        let len = (area * (depth - 1) + 136) as usize;
        let input: Vec<i32> = (0..len as i32).map(|i| i * 7 % 1009).collect();
        let mut output = vec![-1; len];
        let (from, to) = (input.as_ptr(), output.as_mut_ptr());
        let arguments = [address(&from), address(&to), address(&area), address(&depth)];
        run(&object, "edges", (32, 4), &arguments);
        for (z, i) in (0..depth).flat_map(|z| (0..128).map(move |i| (z, i))) {
            let at = (z * area + i / 32 * 34 + i % 32 + 1) as usize;
            assert_eq!(output[at], input[at - 1] + input[at + 1], "{i} of plane {z}");
        }
    }
}

#[test]
fn what_lies_past_the_end_is_not_read() {
    let object = Object::of_source(SOURCE);
    // The last plane ends with the memory; the one after it would be far from anything.
    for (area, depth) in [(128, 1), (128, 4), (4096, 3), (1 << 20, 2)] {
        let len = (area * (depth - 1) + 128) as usize;
        let input: Vec<i32> = (0..len as i32).map(|i| i * 7 % 1009).collect();
        let mut output = vec![-1; len];
        let (from, to) = (input.as_ptr(), output.as_mut_ptr());
        let arguments = [address(&from), address(&to), address(&area), address(&depth)];
        run(&object, "planes", (32, 4), &arguments);
        for (z, i) in (0..depth).flat_map(|z| (0..128).map(move |i| (z, i))) {
            let at = (z * area + i) as usize;
            assert_eq!(output[at], input[at - i as usize % 32 + 31 - i as usize % 32] + z, "{i} of plane {z}");
        }
    }
}
