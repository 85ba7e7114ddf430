//! Kernels whose indices stop at the edges of arrays, in blocks of widths that fill strips and that do not, at places that wrap round as well.

#[path = "support/object.rs"]
mod object;
#[path = "support/rows.rs"]
mod rows;

use object::{Object, address};
use rows::{WIDTHS, run};

const BLOCKS: u32 = 3;

/// Compares what a kernel leaves from `first` on with what `wanted` says of `x`, for arrays of several sizes.
fn compare(name: &str, firsts: &[i32], is_global: bool, wanted: &dyn Fn(&[i32], i32, i32) -> i32) {
    let object = Object::of_source("clamps/kernels.hip");
    let line = object.report.iter().find(|line| line.starts_with(&format!("{name}:"))).unwrap();
    assert!(line.contains("in strips of threads"), "{line}");
    let input: Vec<i32> = (0..400).map(|i| i * 7 % 1013 - i).collect();
    let from = input.as_ptr();
    for (width, n) in WIDTHS.into_iter().flat_map(|width| [1, 6, 16, 17, 40, 64, 100].map(|n| (width, n))) {
        for &first in firsts {
            let mut output = [-1i32; 400];
            let to = output.as_mut_ptr();
            run(&object, name, (width, 1), BLOCKS, &[address(&to), address(&from), address(&first), address(&n), address(&3)]);
            for t in 0..(width * BLOCKS) as i32 {
                let x = first.wrapping_add(t);
                let place = if is_global { x } else { t };
                if !is_global || x < n {
                    let own = output[place as usize];
                    assert_eq!(own, wanted(&input, x, n), "{name}: {x} of {n}, blocks of {width} from {first}");
                } else {
                    assert_eq!(output.get(place as usize).copied().unwrap_or(-1), -1, "{name}: {x} of {n} is none");
                }
            }
        }
    }
}

#[test]
fn what_lies_at_an_edge_is_that_of_the_edge() {
    let at = |input: &[i32], x: i32, n: i32| input[x.clamp(0, n - 1) as usize];
    compare("smoothed", &[0, 3, 16], true, &|input, x, n| {
        [(16, -2), (8, -1), (4, 0), (2, 1), (1, 2)].iter().map(|(times, by)| times * at(input, x + by, n)).sum()
    });
    compare("windows", &[0, 5], true, &|input, x, n| {
        (-3..=3).fold(0i32, |sum, d| sum.wrapping_mul(3).wrapping_add(at(input, n - 1 - x + d, n)))
    });
}

#[test]
fn what_lies_at_an_edge_is_that_of_the_other_side() {
    compare("around", &[0, 3, 16], true, &|input, x, n| {
        let at = |x: i32| input[x as usize];
        5 * at(if x > 0 { x - 1 } else { n - 1 }) - 3 * at(if x < n - 1 { x + 1 } else { 0 })
            + at(if x + 5 < n { x + 5 } else { x + 5 - n })
    });
}

#[test]
fn numbers_that_wrap_round_are_beyond_an_edge_one_by_one() {
    compare("unsigned_edges", &[0, 16, -5, -16, i32::MAX - 8], false, &|input, x, n| {
        let x = x as u32;
        let last = if x == 33 { 7 } else { input[(x % 64) as usize] };
        input[x.min(n as u32 - 1) as usize] + 2 * input[(x.max(20) - 20).min(300) as usize] + last
    });
    compare("but_one", &[0, 5, -16, -40], false, &|input, x, n| input[if x == n { 0 } else { x + 40 } as usize]);
    compare("by_address", &[0, 5, -40], false, &|input, x, n| {
        input[if x < n { x + 40 } else { 0 } as usize] + input[(x + 40).min(300) as usize]
    });
}
