//! Kernels that index by quotients and remainders of a thread's number, in strips that are aligned and in others, with warps of 32 and of 64
//! lanes.

#[path = "support/object.rs"]
mod object;

use std::ffi::c_void;

use hipify_abi::DONE;
use object::{Block, Object, address};

fn run(object: &Object, name: &str, width: u32, arguments: &[*const c_void]) {
    let kernel = object.kernel(name);
    for lanes in [32, 64] {
        let mut memory = Block::new(kernel, [width, 1, 1], [1, 1, 1], lanes, arguments);
        // SAFETY: the context is filled as the table asks for.
        assert_eq!(unsafe { kernel.run.unwrap()(&mut memory.context, 0) }, DONE, "{name}, {width} threads wide");
    }
}

/// Compares what a kernel leaves for each thread, of numbers that were -1, with what `wanted` says of `t` and `by`.
fn compare(object: &Object, name: &str, input: &[i32], firsts: &[i32], all_by: &[i32], wanted: &dyn Fn(i32, i32) -> Option<i32>) {
    for (&first, &by) in firsts.iter().flat_map(|first| all_by.iter().map(move |by| (first, by))) {
        for width in [1, 5, 16, 20, 32, 47, 64] {
            let mut output = [-1i32; 64];
            let (to, from) = (output.as_mut_ptr(), input.as_ptr());
            run(object, name, width, &[address(&to), address(&from), address(&first), address(&by)]);
            for (own, t) in output.into_iter().zip(0..width as i32) {
                assert_eq!(own, wanted(first + t, by).unwrap_or(-1), "{name}: {t} of {width}, from {first}, by {by}");
            }
        }
    }
}

#[test]
fn indices_by_parts_of_a_thread_s_number_are_right_in_all_strips() {
    let object = Object::of_source("aligned/kernels.hip");
    assert_eq!(object.report.len(), 7);
    object.report.iter().for_each(|line| assert!(line.contains("in strips of threads"), "{line}"));
    let input: Vec<i32> = (0..4000).map(|i| i * 7 % 1013 - i).collect();
    let at = |index: i32| input[index as usize];
    let firsts = [0, 16, 48, 5, 31];
    let masks = [0, 1, 7, 15, 31, 63, 16, 48, 20, 127, -16, -1];
    compare(&object, "masks", &input, &firsts, &masks, &|t, by| Some(at(2 * t - (t & by)) * 3 - at((t & by) + 3)));
    let divisors = [1, 7, 16, 20, 32, 48, 64, 1 << 20];
    let signed = [divisors, divisors.map(|by| -by)].concat();
    compare(&object, "quotients", &input, &[0, 16, 5, -16, -40, -64], &signed, &|t, by| {
        Some(at((t / by + 200) * 8 + t % by + 200))
    });
    compare(&object, "unsigned_quotients", &input, &firsts, &divisors, &|t, by| Some(at(t / by * 3 + t % by)));
    compare(&object, "some", &input, &firsts, &divisors, &|t, by| (at(t) % 3 == 1).then(|| at(t % by) - at(t & (by - 1))));
    compare(&object, "over_the_end", &input, &[0, 16, 5, 31], &[15, 31, 7, 1023], &|t, by| {
        let t = i32::MAX.wrapping_sub(31).wrapping_add(t);
        Some(at(t & by) + at((t >> 4).wrapping_sub(0x7fffff0) & 1023))
    });
}

#[test]
fn tiles_and_networks_are_right_in_blocks_of_all_widths() {
    let object = Object::of_source("aligned/kernels.hip");
    let input: Vec<i32> = (0..256).map(|i| i * 89 % 257).collect();
    for width in [2, 16, 32, 48, 64, 128] {
        let mut output = [-1i32; 128];
        let (to, from) = (output.as_mut_ptr(), input.as_ptr());
        run(&object, "rows_of_warps", width, &[address(&to), address(&from)]);
        assert!((0..width as usize).all(|t| output[t] == input[t ^ 1]), "{width}: {output:?}");
    }
    for width in [1, 2, 8, 16, 32, 128] {
        let mut numbers = input[..2 * width as usize].to_vec();
        let mut wanted = numbers.clone();
        wanted.sort_unstable();
        let place = numbers.as_mut_ptr();
        run(&object, "sort", width, &[address(&place)]);
        assert_eq!(numbers, wanted, "{width}");
    }
}
