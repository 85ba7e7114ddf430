//! Loops of known lengths that strips go through in step: several iterations of them are one, and they compute what they did.

#[path = "support/object.rs"]
mod object;
#[path = "support/rows.rs"]
mod rows;

use hipify_lower::{Form, Options};
use object::{Object, address, device_code, options};
use rows::{WIDTHS, run};

const SOURCE: &str = "unrolled/kernels.hip";

/// The lengths of the kernels' loops, and by how much each iteration goes on.
const KERNELS: [(&str, usize, usize); 5] =
    [("whole", 24, 1), ("eights", 96, 1), ("pairs", 50, 1), ("odd", 75, 1), ("far", 24, 1024)];

/// How many iterations the function that runs a kernel's blocks has as code, where it goes through the loop.
fn iterations(text: &str, kernel: &str) -> usize {
    let (_, from) = text.split_once(&format!("@{kernel}.run(ptr noalias")).unwrap();
    let (body, _) = from.split_once("\n}").unwrap();
    body.split("\n\n").map(|block| block.matches(" xor i32 ").count()).max().unwrap()
}

#[test]
fn iterations_become_one_where_they_are_short_and_lie_near_each_other() {
    let options = Options { form: Form::Text, ..options() };
    let (text, _) = hipify_lower::lower(&device_code(SOURCE), &options).unwrap();
    let text = String::from_utf8(text).unwrap();
    let found = KERNELS.map(|(kernel, ..)| iterations(&text, kernel));
    assert_eq!(found, [24, 8, 2, 1, 1]);
}

#[test]
fn unrolled_loops_compute_the_same() {
    let object = Object::of_source(SOURCE);
    let input: Vec<i32> = (0..64 + 24 * 1024).map(|i| i * 7919 % 1013).collect();
    let keys: Vec<i32> = (0..96).map(|i| i * 31 % 57).collect();
    let (from, by) = (input.as_ptr(), keys.as_ptr());
    for (kernel, length, step) in KERNELS {
        for width in WIDTHS {
            let mut output = vec![0i32; width as usize];
            let to = output.as_mut_ptr();
            run(&object, kernel, (width, 1), 1, &[address(&from), address(&by), address(&to)]);
            let total = |x: usize| {
                let keys = keys[..length].iter().enumerate();
                keys.fold(1i32, |total, (k, key)| total.wrapping_mul(3).wrapping_add(input[x + k * step] ^ key))
            };
            assert_eq!(output, (0..width as usize).map(total).collect::<Vec<_>>(), "{kernel}, {width} threads wide");
        }
    }
}
