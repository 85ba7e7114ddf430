//! Strips that go on with some of their threads masked.

#[path = "support/object.rs"]
mod object;
#[path = "support/rows.rs"]
mod rows;

use hipify_lower::{Form, Options};
use object::{Object, address, device_code, has_masks, options};
use rows::{WIDTHS, run};

fn build() -> Object {
    Object::of_source("strips/kernels.hip")
}

#[test]
fn threads_that_leave_a_loop_over_memory_one_by_one_are_masked() {
    let object = build();
    let n = 290;
    let places: Vec<f32> = (0..n).map(|i| (i * 7 % 23) as f32 * 0.5).collect();
    let neighbours: Vec<i32> = (0..9 * n).map(|i| i * 31 % n).collect();
    let (from, of) = (places.as_ptr(), neighbours.as_ptr());
    // As many for all, one for each, many for few, one that is much longer than others.
    let counts: [fn(i32) -> i32; 5] = [|_| 4, |i| i * 5 % 10, |i| if i % 16 == 3 { 9 } else { 0 }, |i| 8 - i % 2, |_| 0];
    for (width, count) in WIDTHS.into_iter().chain([145]).flat_map(|width| counts.map(|count| (width, count))) {
        let counts: Vec<i32> = (0..n).map(count).collect();
        let mut output = vec![-1f32; n as usize];
        let (by, to) = (counts.as_ptr(), output.as_mut_ptr());
        let arguments = [address(&from), address(&of), address(&by), address(&to), address(&n)];
        run(&object, "pulls_of_neighbours", (width, 1), (n as u32).div_ceil(width), &arguments);
        let value = |i: i32| {
            (0..counts[i as usize]).fold(0f32, |sum, k| {
                let away = places[i as usize] - places[neighbours[(k * n + i) as usize] as usize];
                let square = away * away;
                if square < 25.0 { sum + away * (1.0 / (square + 1.0) - 0.25) * (2.0 - square * 0.5) } else { sum }
            })
        };
        for i in 0..n {
            let (got, wanted) = (output[i as usize], value(i));
            assert!((got - wanted).abs() <= 1e-4, "{width} wide, {i}: {got}, not {wanted}");
        }
    }
}

/// The text of the function that runs a kernel's blocks.
fn run_of(kernel: &str) -> String {
    let options = Options { form: Form::Text, ..options() };
    let (text, _) = hipify_lower::lower(&device_code("strips/kernels.hip"), &options).unwrap();
    let text = String::from_utf8(text).unwrap();
    let (_, from) = text.split_once(&format!("@{kernel}.run(ptr noalias")).unwrap();
    from.split_once("\n}").unwrap().0.to_owned()
}

#[test]
fn lengths_of_loops_and_what_threads_agree_on_take_no_vectors_of_64_bits() {
    let run = run_of("sums_of_own_lengths");
    let masked: Vec<&str> = run.split("\n\n").filter(|block| block.starts_with("runs")).collect();
    assert!(!masked.is_empty());
    for line in masked.iter().flat_map(|block| block.lines()) {
        assert!(!line.contains("load i64") && !line.contains("icmp eq i64"), "{line}");
    }
    assert!(!run.contains("store i64"), "{run}");
    // No number of 64 bits is added up over threads by a disjunction.
    assert!(!run.split("\n\n").filter(|block| block.starts_with("join")).any(|block| block.contains(" or i64 ")), "{run}");
}

#[test]
fn threads_sum_up_as_many_as_each_says() {
    let object = build();
    let n = 290;
    let input: Vec<i32> = (0..9 * n).map(|i| i * 31 % 101).collect();
    let from = input.as_ptr();
    let lengths: [fn(i32) -> i32; 5] = [|i| i % 10, |i| if i % 16 == 3 { 9 } else { 0 }, |i| i % 4 - 1, |_| 0, |_| 9];
    for (width, length) in WIDTHS.into_iter().chain([145]).flat_map(|width| lengths.map(|length| (width, length))) {
        let lengths: Vec<i32> = (0..n).map(length).collect();
        let mut output = vec![-1; n as usize];
        let (by, to) = (lengths.as_ptr(), output.as_mut_ptr());
        let arguments = [address(&from), address(&by), address(&to), address(&n)];
        run(&object, "sums_of_own_lengths", (width, 1), (n as u32).div_ceil(width), &arguments);
        let value = |i: i32| (0..lengths[i as usize].max(0)).map(|k| input[(k * n + i) as usize]).sum::<i32>();
        assert_eq!(output, (0..n).map(value).collect::<Vec<_>>(), "{width} wide");
    }
}

#[test]
fn threads_that_pass_a_loop_by_have_their_own_value_after_it() {
    let object = build();
    let n = 290;
    let input: Vec<i32> = (0..9 * n).map(|i| i * 31 % 101).collect();
    let from = input.as_ptr();
    let counts: [fn(i32) -> i32; 4] = [|i| i % 2 * 5, |i| if i % 16 == 3 { 0 } else { 9 }, |i| i % 4 - 1, |_| 0];
    for (width, count) in WIDTHS.into_iter().chain([145]).flat_map(|width| counts.map(|count| (width, count))) {
        let counts: Vec<i32> = (0..n).map(count).collect();
        let mut output = vec![-1; n as usize];
        let (by, to) = (counts.as_ptr(), output.as_mut_ptr());
        let arguments = [address(&from), address(&by), address(&to), address(&n)];
        run(&object, "sums_or_numbers", (width, 1), (n as u32).div_ceil(width), &arguments);
        let value = |i: i32| match counts[i as usize] {
            ..0 => -1,
            0 => i + 7,
            count => 1000 + (0..count).map(|k| input[(k * n + i) as usize]).sum::<i32>(),
        };
        assert_eq!(output, (0..n).map(value).collect::<Vec<_>>(), "{width} wide");
    }
}

#[test]
fn masked_threads_keep_what_they_have_left_a_loop_with() {
    let object = build();
    let (rows, width) = (11, 160);
    let input: Vec<i32> = (0..rows * width).map(|i| i * 13 % 97).collect();
    let from = input.as_ptr();
    let limits: [fn(i32) -> i32; 4] = [|i| i % 40, |i| if i % 8 == 0 { 31 } else { i % 5 }, |_| 31, |i| 28 + i % 3];
    for (block, limit) in [1, 16, 32, 80, 160].into_iter().flat_map(|block| limits.map(|limit| (block, limit))) {
        let limits: Vec<i32> = (0..width).map(limit).collect();
        let mut output = vec![0i64; width as usize];
        let (by, to) = (limits.as_ptr(), output.as_mut_ptr());
        let arguments = [address(&from), address(&by), address(&to), address(&rows), address(&width)];
        run(&object, "searches", (block, 1), width as u32 / block, &arguments);
        let value = |i: i32| {
            let (mut k, mut sum, mut even) = (0, 0i64, i % 2 == 0);
            while limits[i as usize] > 2 && k < rows {
                let value = input[(k * width + i) as usize] * 3 + k;
                sum = (sum << 1 ^ i64::from(value)) + i64::from((value >> 1) - if even { k } else { i });
                even = even != (value % 2 == 1);
                if (value & 15) * 2 > limits[i as usize] {
                    break;
                }
                k += 1;
            }
            let product =
                (0..rows).fold(1i32, |product, j| product.wrapping_mul(5).wrapping_add(input[(j * width + i) as usize] ^ j));
            sum * 1000 + i64::from(k * 2 + i32::from(even)) + i64::from(product)
        };
        assert_eq!(output, (0..width).map(value).collect::<Vec<_>>(), "{block} wide");
    }
}

#[test]
fn a_last_round_that_not_all_threads_have_is_masked_where_they_leave_loops_one_by_one() {
    let is_gone_to = |block: &&str| block.starts_with("masked") && !block.contains("unreachable");
    let run = run_of("lingers_in_steps_of_the_grid");
    assert_eq!(run.split("\n\n").any(|block| is_gone_to(&block)), has_masks(), "{run}");
}
