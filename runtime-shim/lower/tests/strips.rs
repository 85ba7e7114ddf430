//! Kernels with loops that run in strips of threads, in blocks of widths that fill strips and that do not.

#[path = "support/object.rs"]
mod object;
#[path = "support/rows.rs"]
mod rows;

use object::{Object, address, has_masks};
use rows::{WIDTHS, run};

fn build() -> Object {
    Object::of_source("strips/kernels.hip")
}

#[test]
fn loops_run_in_strips_where_threads_come_to_them_together() {
    let object = build();
    assert_eq!(object.report.len(), 23);
    for line in &object.report {
        assert_eq!(line.contains("in strips of threads"), !line.starts_with("apart"), "{line}");
    }
}

#[test]
fn threads_excluded_by_a_guard_do_not_disturb_their_strip() {
    let object = build();
    let input: Vec<f32> = (0..200).map(|i| (i * 7 % 13) as f32).collect();
    let weights: Vec<f32> = (0..9).map(|i| (i % 4) as f32).collect();
    let (from, by) = (input.as_ptr(), weights.as_ptr());
    for width in WIDTHS {
        for (n, r) in [(0, 9), (1, 9), (17, 9), (100, 9), (128, 0), (128, 1)] {
            let mut output = vec![-1.0f32; 200];
            let to = output.as_mut_ptr();
            let arguments = [address(&from), address(&by), address(&to), address(&n), address(&r)];
            run(&object, "guarded", (width, 1), 128u32.div_ceil(width), &arguments);
            let value = |i: usize| (0..r as usize).map(|k| input[i + k] * weights[k]).sum::<f32>();
            let wanted: Vec<f32> = (0..200).map(|i| if i < n as usize { value(i) } else { -1.0 }).collect();
            assert_eq!(output, wanted, "{width} wide, n = {n}, r = {r}");
        }
    }
}

#[test]
fn threads_of_a_strip_may_take_different_loops() {
    let object = build();
    let a: Vec<i32> = (0..10).map(|i| i * 5 % 7).collect();
    let from = a.as_ptr();
    for width in WIDTHS {
        for n in [0, 1, 10] {
            let mut output = vec![0i32; width as usize];
            let to = output.as_mut_ptr();
            run(&object, "two_ways", (width, 1), 1, &[address(&to), address(&from), address(&n)]);
            let value = |x: i32| match x {
                x if x & 1 == 1 => a[..n as usize].iter().fold(1i32, |value, a| value.wrapping_add(a * x)),
                x if x % 3 == 0 => a[..n as usize].iter().rev().fold(1i32, |value, a| value.wrapping_mul(3).wrapping_add(a ^ x)),
                _ => 1,
            };
            assert_eq!(output, (0..width as i32).map(value).collect::<Vec<_>>(), "{width} wide, n = {n}");
        }
    }
}

#[test]
fn values_of_several_types_come_through_nested_loops() {
    let object = build();
    let a: Vec<f32> = (0..64).map(|i| (i * 3 % 11) as f32).collect();
    let from = a.as_ptr();
    for (width, height) in [(1, 3), (16, 2), (20, 3), (33, 2)] {
        for (n, m) in [(0, 4), (4, 0), (3, 6)] {
            let mut output = vec![0f64; (width * height) as usize];
            let to = output.as_mut_ptr();
            run(&object, "nested", (width, height), 1, &[address(&to), address(&from), address(&n), address(&m)]);
            let value = |at: u32| {
                let (x, y) = (at % width, at / width);
                let (mut total, mut count, mut odd) = (0f64, 0i64, (a[x as usize] > 2.0) != (x % 3 == 1));
                for i in 0..n {
                    let mut part = if odd { 0.5f64 } else { 0.25 };
                    for &a in &a[..m as usize] {
                        part += f64::from(a * x as f32 + y as f32);
                        count += i64::from(a > x as f32);
                    }
                    total += part * f64::from(i);
                    odd = !odd;
                }
                total + count as f64 * 1000.0 + f64::from(u8::from(odd))
            };
            assert_eq!(output, (0..width * height).map(value).collect::<Vec<_>>(), "{width} by {height}, n = {n}, m = {m}");
        }
    }
}

#[test]
fn strips_begin_and_end_between_barriers() {
    let object = build();
    let input: Vec<i32> = (0..64 * 8).map(|i| i * 11 % 17).collect();
    let from = input.as_ptr();
    for width in WIDTHS.into_iter().filter(|&width| width >= 8) {
        for n in [0, 1, 8] {
            let mut output = vec![0i32; width as usize];
            let to = output.as_mut_ptr();
            run(&object, "around_a_barrier", (width, 1), 1, &[address(&from), address(&to), address(&n)]);
            let sums: Vec<i32> =
                (0..width).map(|x| (0..n).map(|k| input[(k as u32 * width + x) as usize] * (k + 1)).sum()).collect();
            let value = |x: u32| {
                let other = sums[(width - 1 - x) as usize];
                sums[..n as usize]
                    .iter()
                    .fold(other, |other, sum| other.wrapping_mul(2).wrapping_add(*sum).wrapping_add(x as i32))
            };
            assert_eq!(output, (0..width).map(value).collect::<Vec<_>>(), "{width} wide, n = {n}");
        }
    }
}

#[test]
fn every_iteration_stores_for_every_thread() {
    let object = build();
    let input: Vec<f32> = (0..64).map(|i| (i * 5 % 9) as f32).collect();
    let from = input.as_ptr();
    for width in WIDTHS {
        let n = 6;
        let mut output = vec![0f32; (width * 6) as usize];
        let to = output.as_mut_ptr();
        run(&object, "stores_each_time", (width, 1), 1, &[address(&to), address(&from), address(&n)]);
        let mut values: Vec<f32> = input[..width as usize].to_vec();
        let mut wanted = Vec::new();
        for add in &input[..6] {
            values.iter_mut().for_each(|value| *value = *value * 0.5 + add);
            wanted.extend(&values);
        }
        assert_eq!(output, wanted, "{width} wide");
    }
}

#[test]
fn long_strips_go_down_the_rows_of_a_matrix() {
    let object = build();
    let line = object.report.iter().find(|line| line.starts_with("adds_columns")).unwrap();
    assert!(line.contains(if has_masks() { "256 at a time" } else { "64 at a time" }), "{line}");
    let line = object.report.iter().find(|line| line.starts_with("guarded")).unwrap();
    assert!(!line.contains("64 at a time"), "one row has what all iterations read: {line}");
    let (rows, columns) = (5, 300);
    let input: Vec<f32> = (0..rows * columns).map(|i| (i * 5 % 9) as f32).collect();
    let from = input.as_ptr();
    for width in [1, 16, 63, 64, 80, 100, 145, 256, 288] {
        for n in [0, 30, 70, 290] {
            let mut output = vec![-1f32; 290];
            let (to, blocks) = (output.as_mut_ptr(), 290 / width);
            let arguments = [address(&from), address(&to), address(&n), address(&rows), address(&columns)];
            run(&object, "adds_columns", (width, 1), blocks, &arguments);
            let value = |i: i32| (0..rows).fold(0f32, |sum, k| sum * 0.5 + input[(k * columns + i) as usize]);
            let wanted = |i: i32| match i {
                i if i >= (width * blocks) as i32 => -1.0,
                i if i < n => value(i),
                _ => 0.0,
            };
            assert_eq!(output, (0..290).map(wanted).collect::<Vec<_>>(), "{width} wide, n = {n}");
        }
    }
}

#[test]
fn threads_that_leave_a_loop_one_by_one_keep_what_they_left_with() {
    let object = build();
    for (width, most) in WIDTHS.into_iter().flat_map(|width| [(width, 0), (width, 3), (width, 1000)]) {
        let blocks = 3;
        let mut output = vec![-1i32; (width * blocks) as usize];
        let to = output.as_mut_ptr();
        run(&object, "steps_to_one", (width, 1), blocks, &[address(&to), address(&most)]);
        let value = |i: u32| {
            let (mut n, mut steps) = (i + 1, 0);
            while n != 1 && steps < most {
                n = if n % 2 == 1 { 3 * n + 1 } else { n / 2 };
                steps += 1;
            }
            steps * 1000 + (n % 1000) as i32
        };
        assert_eq!(output, (0..width * blocks).map(value).collect::<Vec<_>>(), "{width} wide, {most} steps");
    }
}

#[test]
fn threads_may_leave_a_loop_at_several_places() {
    let object = build();
    let limit = 40f32;
    for (width, most) in WIDTHS.into_iter().flat_map(|width| [(width, 0), (width, 2), (width, 50)]) {
        let mut output = vec![0f32; width as usize];
        let to = output.as_mut_ptr();
        run(&object, "leaves_in_two_ways", (width, 1), 1, &[address(&to), address(&limit), address(&most)]);
        let value = |x: u32| {
            let (mut value, mut last) = (1.0 + x as f32 * 0.25, 0f32);
            for k in 0..most {
                if value > limit {
                    return value;
                }
                last = value;
                value = value.mul_add(1.5, -(k as f32));
                if value < 0.0 {
                    break;
                }
            }
            last - 1000.0
        };
        for (x, &out) in (0..).zip(&output) {
            assert!((out - value(x)).abs() < 1e-3, "{width} wide, {most} times: thread {x}: {out}, not {}", value(x));
        }
    }
}

/// What is left of a count, and its sum on the way down.
fn counted_down(mut left: i32, by: i32) -> (i32, i32) {
    let mut total = 0;
    while left > 0 {
        total += left * by;
        left -= 1 + (left & 1);
    }
    (left, total)
}

#[test]
fn threads_may_pass_by_a_loop_that_others_linger_in() {
    let object = build();
    for (width, n) in WIDTHS.into_iter().flat_map(|width| [(width, 0), (width, 9)]) {
        let mut output = vec![-1i32; width as usize];
        let to = output.as_mut_ptr();
        run(&object, "passes_by", (width, 1), 1, &[address(&to), address(&n)]);
        let value = |x: i32| {
            let left = x * 7 % 11 + n;
            let (left, total) = if x % 3 == 1 { (left, 0) } else { counted_down(left, x) };
            total + left
        };
        assert_eq!(output, (0..width as i32).map(value).collect::<Vec<_>>(), "{width} wide, n = {n}");
    }
}

#[test]
fn threads_that_linger_in_loops_within_others_go_alone() {
    let object = build();
    for (name, passes) in [("apart_lingering_after_a_test", 3), ("apart_lingering", 1)] {
        for (width, n) in WIDTHS.into_iter().flat_map(|width| [(width, 0), (width, 1), (width, 9)]) {
            let mut output = vec![-1i32; width as usize];
            let to = output.as_mut_ptr();
            run(&object, name, (width, 1), 1, &[address(&to), address(&n)]);
            let part = |x: i32, i: i32| {
                let left = (x * 7 + i * 3) % 11;
                let (left, total) = if left % 3 == passes { (left, 0) } else { counted_down(left, i) };
                total + left
            };
            let wanted: Vec<i32> = (0..width as i32).map(|x| (0..n).map(|i| part(x, i)).sum()).collect();
            assert_eq!(output, wanted, "{name}, {width} wide, n = {n}");
        }
    }
}

#[test]
fn threads_in_different_iterations_do_not_share_a_strip() {
    let object = build();
    let m = 4;
    let again = |total: i32, x: i32, i: i32| (0..m).fold(total, |total, k| total.wrapping_mul(3).wrapping_add((k ^ x) * i));
    for width in WIDTHS {
        let n = 7;
        let (mut output, mut other) = (vec![-1i32; width as usize], vec![-1i32; width as usize]);
        let (to, there) = (output.as_mut_ptr(), other.as_mut_ptr());
        run(&object, "apart_in_step", (width, 1), 1, &[address(&to), address(&n), address(&m)]);
        let value = |x: i32| (0..n).filter(|i| (x + i) % 3 != 1).fold(0, |total, i| again(total, x, i));
        assert_eq!(output, (0..width as i32).map(value).collect::<Vec<_>>(), "{width} wide");
        run(&object, "apart_when_done", (width, 1), 1, &[address(&there), address(&m)]);
        let value = |x: i32| (0..=x % 5).fold(0, |total, i| again(total, x, i));
        assert_eq!(other, (0..width as i32).map(value).collect::<Vec<_>>(), "{width} wide");
    }
}

#[test]
fn threads_need_not_keep_a_value_from_iteration_to_iteration() {
    let object = build();
    let input: Vec<f32> = (0..80).map(|i| (i * 5 % 9) as f32).collect();
    let from = input.as_ptr();
    for width in WIDTHS {
        let n = 6;
        let mut output = vec![0f32; width as usize * 6];
        let to = output.as_mut_ptr();
        run(&object, "keeps_nothing", (width, 1), 1, &[address(&to), address(&from), address(&n)]);
        let value = |(k, x): (usize, usize)| input[k] * x as f32 + input[k + x];
        let places = (0..6).flat_map(|k| (0..width as usize).map(move |x| (k, x)));
        assert_eq!(output, places.map(value).collect::<Vec<f32>>(), "{width} wide");
    }
}

#[test]
fn an_argument_of_several_values_is_taken_apart_in_a_loop() {
    let object = build();
    let input: Vec<f32> = (0..8).map(|i| (i * 5 % 9) as f32).collect();
    let (from, line) = (input.as_ptr(), [0.5f32, 2.0]);
    for width in WIDTHS {
        let n = 8;
        let mut output = vec![0f32; width as usize];
        let to = output.as_mut_ptr();
        let arguments = [address(&to), address(&from), address(&line), address(&n)];
        run(&object, "takes_an_argument_apart", (width, 1), 1, &arguments);
        let value = |x: u32| input.iter().fold(x as f32, |value, add| value * line[0] + line[1] * add);
        assert_eq!(output, (0..width).map(value).collect::<Vec<f32>>(), "{width} wide");
    }
}

#[test]
fn threads_that_leave_a_loop_in_steps_of_the_grid_go_through_it_together() {
    let object = build();
    for width in WIDTHS {
        for (n, m) in [(0, 3), (1, 3), (15, 2), (100, 0), (100, 3), (257, 2)] {
            let blocks = 3;
            let count = (blocks * width) as i32;
            let mut output = vec![-1i32; count as usize];
            let to = output.as_mut_ptr();
            run(&object, "in_steps_of_the_grid", (width, 1), blocks, &[address(&to), address(&n), address(&m)]);
            let value = |x: i32| {
                let rounds = (0..).zip((x..n).step_by(count as usize));
                rounds.fold(0i32, |total, (round, i)| {
                    (0..m).fold(total, |total, k| total.wrapping_mul(3).wrapping_add(k ^ i).wrapping_add(round))
                })
            };
            assert_eq!(output, (0..count).map(value).collect::<Vec<_>>(), "{width} wide, n = {n}, m = {m}");
        }
    }
}

#[test]
fn loops_inside_of_steps_of_the_grid_may_be_left_one_by_one() {
    let object = build();
    for width in WIDTHS {
        for n in [0, 1, 15, 100, 257] {
            let mut output = vec![-1i32; width as usize];
            let to = output.as_mut_ptr();
            run(&object, "lingers_in_steps_of_the_grid", (width, 1), 1, &[address(&to), address(&n)]);
            let value = |x: i32| {
                let rounds = (0..).zip((x..n).step_by(width as usize));
                rounds.fold(0i32, |mut total, (round, i)| {
                    let mut left = (i * 7 + round * 3) % 11;
                    loop {
                        total += left * i + round;
                        left -= 1 + (left & 1);
                        if left <= 0 {
                            return total + left;
                        }
                    }
                })
            };
            assert_eq!(output, (0..width as i32).map(value).collect::<Vec<_>>(), "{width} wide, n = {n}");
        }
    }
}

#[test]
fn steps_that_some_threads_skip_or_that_lie_in_other_loops_are_taken_apart() {
    let object = build();
    for width in WIDTHS {
        for (n, m) in [(0, 3), (15, 2), (100, 0), (100, 3)] {
            let mut output = vec![-1i32; width as usize];
            let to = output.as_mut_ptr();
            let arguments = [address(&to), address(&n), address(&m)];
            run(&object, "apart_in_some_steps", (width, 1), 1, &arguments);
            let turn = |total: i32, k: i32, i: i32, round: i32| total.wrapping_mul(3).wrapping_add((k ^ i).wrapping_mul(round));
            let some = |x: i32| {
                let rounds = (0..).zip((x..n).step_by(width as usize)).filter(|(round, _)| (x + round) % 3 != 1);
                rounds.fold(0i32, |total, (round, _)| (0..m).fold(total, |total, k| turn(total, k, x, round)))
            };
            assert_eq!(output, (0..width as i32).map(some).collect::<Vec<_>>(), "{width} wide, n = {n}, m = {m}");
            run(&object, "apart_in_steps_of_steps", (width, 1), 1, &arguments);
            let steps = |x: i32| {
                let rounds = (0..m).flat_map(|round| (x + round * 5..n).step_by(width as usize).map(move |i| (round, i)));
                rounds.fold(0i32, |total, (round, i)| (0..m).fold(total, |total, k| turn(total, k, i, round)))
            };
            assert_eq!(output, (0..width as i32).map(steps).collect::<Vec<_>>(), "{width} wide, n = {n}, m = {m}");
        }
    }
}
