//! Kernels whose threads walk through an array side by side, in blocks of widths that fill strips and that do not.

#[path = "support/object.rs"]
mod object;
#[path = "support/rows.rs"]
mod rows;

use object::{Object, address};
use rows::{WIDTHS, run};

fn build() -> Object {
    let object = Object::of_source("walks/kernels.hip");
    assert_eq!(object.report.len(), 9);
    object.report.iter().for_each(|line| assert!(line.contains("in strips of threads"), "{line}"));
    object
}

#[test]
fn threads_walk_side_by_side_to_a_bound() {
    let object = build();
    let floats: Vec<f32> = (0..1000).map(|i| (i * 7 % 13) as f32).collect();
    let bytes: Vec<u8> = (0..4000).map(|i| (i * 11 % 251) as u8).collect();
    let (in_floats, in_bytes) = (floats.as_ptr(), bytes.as_ptr());
    for (width, blocks) in WIDTHS.into_iter().flat_map(|width| [(width, 1), (width, 3)]) {
        let all = (width * blocks) as usize;
        for n in [0, 1, 15, 16, 17, 100, 192, 999] {
            let of = |thread: usize| (thread..n).step_by(all);
            let mut sums = vec![-1.0f32; all];
            let to = sums.as_mut_ptr();
            run(&object, "walks", (width, 1), blocks, &[address(&to), address(&in_floats), address(&(n as i32))]);
            let wanted: Vec<f32> = (0..all).map(|t| of(t).fold(0.0, |sum, i| sum / 2.0 + floats[i])).collect();
            assert_eq!(sums, wanted, "{blocks} of {width}, n = {n}");
            let mut sums = vec![-1i64; all];
            let to = sums.as_mut_ptr();
            run(&object, "walks_up_to", (width, 1), blocks, &[address(&to), address(&in_bytes), address(&n)]);
            let next = |sum: i64, i: usize| sum.wrapping_mul(3).wrapping_add(i64::from(bytes[i]));
            let wanted: Vec<i64> = (0..all).map(|t| of(t).fold(0, next)).collect();
            assert_eq!(sums, wanted, "{blocks} of {width}, n = {n}");
            let mut counts = [0u32; 16];
            let to = counts.as_mut_ptr();
            run(&object, "walks_and_counts", (width, 1), blocks, &[address(&to), address(&in_bytes), address(&(n as u32))]);
            let mut wanted = [0u32; 16];
            for some in bytes.chunks(4).take(n) {
                wanted[usize::from(some[0] & 15)] += 1;
                wanted[usize::from(some[3] & 15)] += u32::from(some[1]);
            }
            assert_eq!(counts, wanted, "{blocks} of {width}, n = {n}");
        }
    }
}

#[test]
fn numbers_that_wrap_round_do_not_keep_a_strip_in_a_loop() {
    let (object, input): (_, Vec<i32>) = (build(), (0..64).map(|i| i * 7 % 13).collect());
    let from = input.as_ptr();
    for (first, limit, step) in
        [(0, 64, 16), (i32::MAX - 20, i32::MAX, 1 << 30), (i32::MAX - 10, i32::MAX - 3, 3), (i32::MIN, 5, 1 << 31)]
    {
        for width in WIDTHS {
            let mut output = [0i32; 64];
            let to = output.as_mut_ptr();
            let arguments = [address(&to), address(&from), address(&first), address(&limit), address(&step), address(&3)];
            run(&object, "walks_over_the_end", (width, 1), 1, &arguments);
            for thread in 0..width {
                let (mut i, mut sum) = (first.wrapping_add(thread as i32), 0i32);
                for _ in 0..3 {
                    if i >= limit {
                        break;
                    }
                    let at = i.wrapping_sub(first) as u32;
                    sum = if at < 64 { sum * 3 + input[at as usize] } else { sum + 1000 };
                    i = (i as u32).wrapping_add(step) as i32;
                }
                assert_eq!(output[thread as usize], sum, "thread {thread} of {width}, from {first} to {limit} by {step}");
            }
        }
    }
}

#[test]
fn threads_leave_rows_of_all_lengths_together() {
    let object = build();
    let input: Vec<i32> = (0..600).map(|i| i * 37 % 101).collect();
    let ends = [0, 0, 1, 6, 21, 37, 69, 70, 150, 150, 400];
    let (in_ends, from) = (ends.as_ptr(), input.as_ptr());
    for width in WIDTHS {
        let mut output = vec![-1i32; 640];
        let to = output.as_mut_ptr();
        run(&object, "rows", (width, 1), 10, &[address(&to), address(&in_ends), address(&from), address(&-5)]);
        for (row, t) in (0..10).flat_map(|row| (0..width as usize).map(move |t| (row, t))) {
            let own = (ends[row] as usize + t..ends[row + 1] as usize).step_by(width as usize).map(|k| input[k]);
            let begin = if own.clone().next().is_none() { -5 } else { 7i32 };
            let sum = own.clone().fold(begin, |sum, one| sum.wrapping_mul(3).wrapping_add(one));
            let wanted = sum.wrapping_sub(1000 * own.max().unwrap_or(-1));
            assert_eq!(output[row * width as usize + t], wanted, "thread {t} of {width}, row {row}");
        }
    }
}

#[test]
fn threads_that_are_done_store_nothing() {
    let object = build();
    let input: Vec<i32> = (0..600).map(|i| i * 37 % 101).collect();
    let from = input.as_ptr();
    for (width, n) in WIDTHS.into_iter().flat_map(|width| [0, 1, 15, 33, 100, 499].map(|n| (width, n))) {
        let mut output = vec![-1i32; 1000];
        let to = output.as_mut_ptr();
        run(&object, "moves", (width, 1), 2, &[address(&to), address(&from), address(&(n as i32)), address(&50)]);
        for i in 0..500 {
            let wanted = if i >= n { [-1, -1] } else { [if input[i] > 50 { 2 * input[i] } else { -1 }, input[i] - 50] };
            assert_eq!([output[i], output[i + 500]], wanted, "{i} of {n}, blocks of {width}");
        }
        let mut output = [-1i32; 64];
        let to = output.as_mut_ptr();
        run(&object, "counts_on", (width, 1), 1, &[address(&to), address(&from), address(&(n as i32))]);
        for (t, &left) in output.iter().enumerate().take(width as usize) {
            let own: Vec<i32> = (t..n).step_by(width as usize).map(|i| input[i]).collect();
            let [last, before] = [1, 2].map(|back| own.len().checked_sub(back).map_or(0, |at| own[at]));
            let end = t + own.len() * width as usize;
            assert_eq!(left, before + 2 * last + 1000 * end as i32, "thread {t} of {width}, n = {n}");
        }
        let mut output = [0i32; 3 * 64];
        let to = output.as_mut_ptr();
        run(&object, "hands_on", (width, 1), 1, &[address(&to), address(&from), address(&(n as i32))]);
        for (t, left) in output.chunks(3).enumerate().take(width as usize) {
            let own = (t..n).step_by(width as usize).map(|i| input[i]);
            let all: Vec<i32> = [-3, -2, -1].into_iter().chain(own).collect();
            assert_eq!(left, [1, 2, 3].map(|back| all[all.len() - back]), "thread {t} of {width}, n = {n}");
        }
        for by in [1, 7, 40, -5] {
            let mut output = [0i32; 64];
            let to = output.as_mut_ptr();
            run(&object, "bounds_move", (width, 1), 1, &[address(&to), address(&from), address(&(n as i32)), address(&by)]);
            for (t, &left) in output.iter().enumerate().take(width as usize) {
                let (mut i, mut end, mut sum) = (t as i32, n as i32, 0i32);
                while i < end {
                    sum = sum.wrapping_mul(3).wrapping_add(input[i as usize]);
                    end = if end == n as i32 { n as i32 - by } else { n as i32 };
                    i += width as i32;
                }
                assert_eq!(left, sum, "thread {t} of {width}, n = {n}, by {by}");
            }
        }
    }
}
