//! Stores to shared memory that threads do on a condition, of places that they have read before: their own, and some that they share.

#[path = "support/object.rs"]
mod object;
#[path = "support/rows.rs"]
mod rows;

use object::{Object, address};
use rows::{WIDTHS, run};

fn input() -> Vec<i32> {
    (0..64).map(|i| i * 7919 % 1013).collect()
}

#[test]
fn a_place_that_lanes_share_keeps_what_one_of_them_writes() {
    let object = Object::of_source("shared_stores/kernels.hip");
    let input = input();
    let from = input.as_ptr();
    for width in WIDTHS {
        let compare = |name: &str, wanted: &dyn Fn(usize) -> i32| {
            let (mut output, mut sums) = ([0i32; 64], [0i32; 64]);
            let (to, beside) = (output.as_mut_ptr(), sums.as_mut_ptr());
            run(&object, name, (width, 1), 1, &[address(&to), address(&beside), address(&from)]);
            let wanted: Vec<i32> = (0..width as usize).map(wanted).collect();
            assert_eq!(output[..width as usize], wanted, "{name}, {width} threads wide");
            sums[0]
        };
        assert_eq!(compare("one_for_all", &|_| input[1]), 2 * input[0]);
        assert_eq!(compare("one_for_two", &|t| input[t / 2 * 2]), input[0] - 1);
    }
}

#[test]
fn a_sorting_network_sorts() {
    let object = Object::of_source("shared_stores/kernels.hip");
    let input = input();
    let from = input.as_ptr();
    for width in [1u32, 2, 16, 32, 64] {
        let mut output = [0i32; 64];
        let to = output.as_mut_ptr();
        run(&object, "sorted", (width, 1), 1, &[address(&to), address(&from), address(&width)]);
        let mut wanted = input[..width as usize].to_vec();
        wanted.sort_unstable();
        assert_eq!(output[..width as usize], wanted, "{width} threads wide");
    }
}
