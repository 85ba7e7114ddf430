//! Rows that a warp each goes through, in strips of its threads.

#[path = "support/object.rs"]
mod object;
#[path = "support/rows.rs"]
mod rows;

use object::{Object, address};
use rows::run;

#[test]
fn a_warp_goes_through_its_row_in_step() {
    let object = Object::of_source("whole_rows/kernels.hip");
    assert_eq!(object.report.len(), 5);
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
