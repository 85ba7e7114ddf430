//! Where values of threads lie between barriers: what becomes each other in one array, what is needed at once in several.

#[path = "support/object.rs"]
mod object;

use hipify_abi::DONE;
use object::{Block, Object, address};

const THREADS: usize = 32;

/// What a thread has in the end of `rounds` rounds, of the input.
type Wanted = fn(input: &[i32], t: usize, rounds: usize) -> i32;

fn summed(input: &[i32], t: usize, rounds: usize) -> i32 {
    (0..rounds).fold(input[t], |total, i| total.wrapping_mul(3).wrapping_add(input[i * THREADS + (t + i) % THREADS]))
}

fn rotated(input: &[i32], t: usize, rounds: usize) -> i32 {
    let mut all: Vec<[i32; 3]> = (0..THREADS).map(|t| [input[t], input[t + 1], input[t + 2]]).collect();
    for &next in &input[..rounds] {
        let row: Vec<i32> = all.iter().map(|it| it[0]).collect();
        all = (0..THREADS).map(|t| [all[t][1], all[t][2], row[THREADS - 1 - t].wrapping_add(next)]).collect();
    }
    all[t][0].wrapping_add(all[t][1].wrapping_mul(7)).wrapping_add(all[t][2].wrapping_mul(31))
}

fn crossed(input: &[i32], t: usize, rounds: usize) -> i32 {
    let row = |i: usize, t: usize| input[i].wrapping_add((t % THREADS) as i32);
    let (one, two) = (0..rounds).fold((input[t], input[t + 1]), |(one, two), i| {
        (two.wrapping_mul(3).wrapping_add(row(i, t + 2)), one.wrapping_mul(5).wrapping_add(row(i, t + 1)))
    });
    one.wrapping_sub(two.wrapping_mul(2))
}

#[test]
fn values_go_round_with_their_threads() {
    let object = Object::of_source("frames/kernels.hip");
    let input: Vec<i32> = (0..THREADS as i32 * 8).map(|i| i * 7919 % 1013 - 500).collect();
    let kernels: [(&str, Wanted); 3] = [("summed", summed), ("rotated", rotated), ("crossed", crossed)];
    for (name, wanted) in kernels {
        for rounds in [0, 1, 2, 7] {
            let mut output = [-1i32; THREADS];
            let (from, to) = (input.as_ptr(), output.as_mut_ptr());
            let arguments = [address(&from), address(&to), address(&rounds)];
            let mut memory = Block::new(object.kernel(name), [THREADS as u32, 1, 1], [1, 1, 1], 32, &arguments);
            // SAFETY: the context is filled as the table asks for.
            assert_eq!(unsafe { object.kernel(name).run.unwrap()(&mut memory.context, 0) }, DONE, "{name}");
            let all: Vec<i32> = (0..THREADS).map(|t| wanted(&input, t, rounds as usize)).collect();
            assert_eq!(output[..], all, "{name}, {rounds} rounds");
        }
    }
}

#[test]
fn a_sum_has_one_array() {
    let object = Object::of_source("frames/kernels.hip");
    let bytes = |kernel: &str| {
        let line = object.report.iter().find(|line| line.starts_with(&format!("{kernel}:"))).unwrap();
        line.split(", ").find_map(|part| part.strip_suffix(" bytes of frame")).unwrap().parse::<u32>().unwrap()
    };
    // For each of 1,024 threads four bytes of its sum, and 4 and 8 of what is uniform while they are together; a cache line after each array.
    assert_eq!(bytes("summed"), 4160 + 4160 + 8256);
    assert!(bytes("rotated") >= 3 * 4160);
}
