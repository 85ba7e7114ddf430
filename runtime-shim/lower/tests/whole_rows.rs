//! Rows that a warp each goes through, in strips of its threads.

#[path = "support/object.rs"]
mod object;
#[path = "support/rows.rs"]
mod rows;

use hipify_lower::{Form, Options};
use object::{Object, address, device_code, options};
use rows::run;

#[test]
fn a_warp_goes_through_its_row_in_step() {
    let object = Object::of_source("whole_rows/kernels.hip");
    assert_eq!(object.report.len(), 9);
    object.report.iter().for_each(|line| assert!(line.contains("in strips of threads"), "{line}"));
    let rows = 13;
    for columns in [0, 1, 15, 16, 17, 31, 32, 33, 48, 63, 64, 200] {
        let input: Vec<f32> = (0..rows * columns).map(|i| (i * 7 % 23) as f32).collect();
        let lengths = vec![columns; rows as usize];
        let (from, of) = (input.as_ptr(), lengths.as_ptr());
        let begun = (columns.min(32) + 5 * (32 - columns).max(0)) as f32;
        let wanted = |row: i32| (0..columns).map(|i| input[(row * columns + i) as usize]).sum::<f32>();
        let wanted: Vec<f32> = (0..rows).flat_map(|row| [wanted(row); 32]).collect();
        for kernel in ["by_index", "by_warp_size", "by_tiles", "by_lengths", "by_ones"] {
            let more = if kernel == "by_ones" { begun } else { 0.0 };
            let wanted: Vec<f32> = wanted.iter().map(|sum| sum + more).collect();
            // The lanes of tiles are those of warps in blocks of any shape.
            let of_any_shape = [(48, 2), (16, 6)].into_iter().filter(|_| kernel == "by_tiles");
            for shape in [(32, 1), (64, 1), (96, 1)].into_iter().chain(of_any_shape) {
                let mut output = vec![-1f32; wanted.len()];
                let to = output.as_mut_ptr();
                let last = if kernel == "by_lengths" { address(&of) } else { address(&columns) };
                let arguments = [address(&from), address(&to), address(&rows), last];
                let warps = shape.0 * shape.1 / 32;
                run(&object, kernel, shape, (rows as u32).div_ceil(warps), &arguments);
                assert_eq!(output, wanted, "{kernel}: {columns} columns, blocks of {shape:?}");
            }
        }
    }
}

#[test]
fn rows_of_any_length_begin_anywhere() {
    let object = Object::of_source("whole_rows/kernels.hip");
    let lengths = [0, 1, 7, 8, 15, 16, 17, 31, 32, 33, 40, 47, 48, 49, 63, 64, 65, 100, 0, 5];
    let mut first = vec![3];
    lengths.iter().for_each(|length| first.push(first.last().unwrap() + length));
    let rows = lengths.len();
    let input: Vec<f32> = (0..=*first.last().unwrap()).map(|i| (i * 7 % 23) as f32).collect();
    let of = |row: usize| &input[first[row] as usize..first[row + 1] as usize];
    let sum = |row: usize, _| of(row).iter().sum::<f32>();
    let product = |row: usize, _| of(row).iter().zip(&input[first[row] as usize + 1..]).map(|(a, b)| a * b).sum::<f32>();
    let of_lane = |row: usize, lane: usize| of(row).iter().skip(lane).step_by(8).sum();
    let at_least_once = |row: usize, lane| sum(row, lane) + 1000.0 * 32usize.saturating_sub(of(row).len()) as f32;
    type Wanted<'a> = &'a dyn Fn(usize, usize) -> f32;
    let kernels: [(_, Wanted, _); 4] = [
        ("by_ranges", &product, 1),
        ("by_halves", &sum, 2),
        ("by_short_steps", &of_lane, 1),
        ("at_least_once", &at_least_once, 1),
    ];
    for (kernel, wanted, rows_of_warp) in kernels {
        for width in [32, 64, 96] {
            let mut output = vec![-1f32; 32 * rows];
            let (to, from, firsts, count) = (output.as_mut_ptr(), input.as_ptr(), first.as_ptr(), rows as i32);
            let blocks = (rows as u32).div_ceil(width / 32 * rows_of_warp);
            run(&object, kernel, (width, 1), blocks, &[address(&from), address(&to), address(&count), address(&firsts)]);
            let wanted: Vec<f32> = (0..rows).flat_map(|row| (0..32).map(move |lane| wanted(row, lane))).collect();
            assert_eq!(output, wanted, "{kernel}: blocks of {width}");
        }
    }
}

#[test]
fn products_that_are_added_up_and_shuffled_stay_beside_their_sum() {
    let options = Options { form: Form::Text, ..options() };
    let (text, _) = hipify_lower::lower(&device_code("whole_rows/kernels.hip"), &options).unwrap();
    let text = String::from_utf8(text).unwrap();
    let mut frozen = 0;
    for function in text.split("\n}") {
        let named = |what| function.lines().filter(move |line| line.contains(what));
        let products: Vec<&str> = named(" = fmul ").filter_map(|line| line.split_whitespace().next()).collect();
        for name in named(" = freeze float ").filter_map(|line| line.split_whitespace().nth(4)) {
            frozen += 1;
            assert!(!products.contains(&name.trim_end_matches(',')), "{name}");
        }
    }
    assert!(frozen > 0);
}
