//! Where conditions on a thread's index hold, for limits inside and outside of the row.

#[path = "support/object.rs"]
mod object;

use hipify_abi::DONE;
use hipify_lower::{Form, Options};
use object::{Block, Object, address, device_code, options};

/// A kernel and the condition that its threads with index `t` meet.
type Case = (&'static str, fn(t: i32, limit: i32, second: i32) -> bool);

const CASES: [Case; 33] = [
    ("below", |t, limit, _| t < limit),
    ("below_unsigned", |t, limit, _| (t as u32) < limit as u32),
    ("from", |t, limit, _| t >= limit),
    ("from_unsigned", |t, limit, _| t as u32 >= limit as u32),
    ("only", |t, limit, _| t == limit),
    ("all_but", |t, limit, _| t != limit),
    ("up_to", |t, limit, _| t <= limit),
    ("above", |t, limit, _| t > limit),
    ("between", |t, limit, second| t >= limit && t < second),
    ("outside", |t, limit, second| t < limit || t >= second),
    ("below_both", |t, limit, second| t < limit && t < second),
    ("only_below", |t, limit, second| t == limit && t < second),
    ("below_and_moved", |t, limit, second| (t as u32) < limit as u32 && (t as u32).wrapping_add(second as u32) < 20),
    ("moved_and_only", |t, limit, second| (t as u32).wrapping_add(limit as u32) < 20 && t == second),
    ("wide_between", |t, limit, second| t > limit && t as u64 <= i64::from(second) as u64),
    ("wide_and_moved", |t, limit, second| {
        let moved = i64::from(t) + i64::from(limit);
        moved >= i64::from(second) && (moved as u64) < 30
    }),
    ("in_parts", |t, limit, second| t != limit && t != second && (t as u32).wrapping_add(limit as u32) >= 20),
    ("moved_up_to", |t, limit, second| t.wrapping_add(limit) <= second && t.wrapping_sub(second) > limit),
    ("moved_up_to_wide", |t, limit, second| i64::from(t.wrapping_add(limit)) <= 3 * i64::from(second)),
    ("moved_above_wide", |t, limit, second| i64::from(t.wrapping_add(limit)) > 3 * i64::from(second) && t < 39),
    ("moved_to", |t, limit, second| t.wrapping_add(limit) == 20 && t > second),
    ("moved_to_of_all", |t, limit, second| t.wrapping_add(limit) == 20 && second > 3),
    ("falls_to_and_wide", |t, limit, second| limit.wrapping_sub(t) == 5 && i64::from(t) + i64::from(second) < 30),
    ("only_either", |t, limit, second| t == limit && t != second && second < 40),
    ("falls_below", |t, limit, second| limit.wrapping_sub(t) < second),
    ("falls_from", |t, limit, second| second <= limit.wrapping_sub(t)),
    ("falls_above_unsigned", |t, limit, second| limit.wrapping_sub(t) as u32 > second as u32),
    ("falls_to", |t, limit, second| limit.wrapping_sub(t) == second),
    ("on_a_diagonal", |t, limit, second| (limit.wrapping_sub(t) as u32) < 16 && t < second),
    ("falls_wide", |t, limit, second| i64::from(limit) - i64::from(t) < i64::from(second)),
    ("falls_and_is_widened", |t, limit, second| i64::from(limit.wrapping_sub(t)) > 3 * i64::from(second)),
    ("falls_and_is_widened_unsigned", |t, limit, second| u64::from(limit.wrapping_sub(t) as u32) > 3 * u64::from(second as u32)),
    ("after_two_ways", |t, limit, second| t < if second > 1 { limit / second } else { limit }),
];

const LIMITS: [i32; 12] = [i32::MIN, -40, -1, 0, 1, 2, 16, 39, 40, 41, 1000, i32::MAX];

#[test]
fn what_two_ways_to_a_condition_made_is_there_after_it() {
    let object = Object::of_source("guards/kernels.hip");
    let kernel = object.kernel("kept_of_two_ways");
    for (limit, second, bound) in [(40, 4, 10), (30, 1, 30), (7, -2, 7)] {
        let mut output = [0i32; 40];
        let to = output.as_mut_ptr();
        let arguments = [address(&to), address(&limit), address(&second)];
        let mut memory = Block::new(kernel, [40, 1, 1], [1, 1, 1], 32, &arguments);
        // SAFETY: the context is filled as the table asks for.
        assert_eq!(unsafe { kernel.run.unwrap()(&mut memory.context, 0) }, DONE);
        let wanted: Vec<i32> = (0..40).map(|t| if t < bound { bound } else { 0 }).collect();
        assert_eq!(output[..], wanted, "{limit}, {second}");
    }
}

#[test]
fn just_the_threads_for_which_a_condition_holds_do_the_work() {
    let object = Object::of_source("guards/kernels.hip");
    for (name, holds) in CASES {
        let kernel = object.kernel(name);
        for limit in LIMITS {
            for second in LIMITS {
                let mut output = [0i32; 40];
                let to = output.as_mut_ptr();
                let arguments = [address(&to), address(&limit), address(&second)];
                let mut memory = Block::new(kernel, [40, 1, 1], [1, 1, 1], 32, &arguments);
                // SAFETY: the context is filled as the table asks for.
                assert_eq!(unsafe { kernel.run.unwrap()(&mut memory.context, 0) }, DONE);
                let wanted: Vec<i32> = (0..40).map(|t| if holds(t, limit, second) { t + 1 } else { 0 }).collect();
                assert_eq!(output[..], wanted, "{name}, {limit}, {second}");
            }
        }
    }
}

#[test]
fn what_one_thread_does_between_others_work_is_a_region_of_its_own() {
    let object = Object::of_source("guards/kernels.hip");
    let report = object.report.iter().find(|line| line.starts_with("alone_between:")).unwrap();
    assert!(!report.starts_with("alone_between: 2 regions"), "{report}");
    let kernel = object.kernel("alone_between");
    for limit in [-1, 0, 7, 39, 40] {
        for second in [-5, 0, 3] {
            let mut output = [-7i32; 41];
            let to = output.as_mut_ptr();
            let arguments = [address(&to), address(&limit), address(&second)];
            let mut memory = Block::new(kernel, [40, 1, 1], [1, 1, 1], 32, &arguments);
            // SAFETY: the context is filled as the table asks for.
            assert_eq!(unsafe { kernel.run.unwrap()(&mut memory.context, 0) }, DONE);
            let own = |t: i32| t * 3 + second;
            // The ends of the row are what two threads wrote, or what nobody did, which is not looked at.
            for t in 0..40 {
                let (left, right) =
                    (if t > 0 { own(t - 1) } else { 2 * own(limit) }, if t < 39 { own(t + 1) } else { own(39) - limit });
                if (t > 0 || (0..40).contains(&limit)) && (t < 39 || second > 0) {
                    assert_eq!(output[t as usize], own(t) + 1 + left + right, "thread {t}, {limit}, {second}");
                }
            }
            assert_eq!(output[40], own(1), "{limit}, {second}");
        }
    }
}

#[test]
fn rows_stop_at_each_thread_that_does_something_alone() {
    let object = Object::of_source("guards/kernels.hip");
    let stop: Vec<_> = object.report.iter().filter(|line| line.ends_with("rows that stop at lone threads")).collect();
    assert!(matches!(stop[..], [amid, two] if amid.starts_with("alone_amid:") && two.starts_with("alone_at_two:")), "{stop:?}");
    for limit in LIMITS {
        for second in LIMITS {
            let run = |name: &str| {
                let kernel = object.kernel(name);
                let mut output = [0i32; 42];
                let to = output.as_mut_ptr();
                let arguments = [address(&to), address(&limit), address(&second)];
                let mut memory = Block::new(kernel, [40, 1, 1], [1, 1, 1], 32, &arguments);
                // SAFETY: the context is filled as the table asks for.
                assert_eq!(unsafe { kernel.run.unwrap()(&mut memory.context, 0) }, DONE);
                output
            };
            let is_in_row = |t: i32| (0..40).contains(&t);
            let mut wanted = [0; 42];
            (0..40).filter(|&t| t < second).for_each(|t| wanted[t as usize] = 3 * t + 5);
            wanted[40] = if is_in_row(limit) && limit < second { 3 * limit + 1 } else { 0 };
            assert_eq!(run("alone_amid"), wanted, "alone_amid, {limit}, {second}");
            let works = is_in_row(second) && limit != 3;
            wanted[..40].fill(9);
            wanted[40..].fill(0);
            if is_in_row(limit) {
                wanted[40] = 2 + limit;
            }
            if works {
                wanted[second as usize] = 2;
                wanted[41] = 2 + second;
            }
            assert_eq!(run("alone_at_two"), wanted, "alone_at_two, {limit}, {second}");
        }
    }
}

#[test]
fn conditions_are_guards_after_barriers_too() {
    let object = Object::of_source("guards/kernels.hip");
    // The next values, and two numbers that are the same for all: no condition is kept.
    assert_eq!(object.kernel("asked_again").frame_bytes, 3 * 65 * 64);
    for limit in LIMITS {
        for second in LIMITS {
            let run = |name: &str| {
                let mut output = [0i32; 40];
                let to = output.as_mut_ptr();
                let arguments = [address(&to), address(&limit), address(&second)];
                let mut memory = Block::new(object.kernel(name), [40, 1, 1], [1, 1, 1], 32, &arguments);
                // SAFETY: the context is filled as the table asks for.
                assert_eq!(unsafe { object.kernel(name).run.unwrap()(&mut memory.context, 0) }, DONE);
                output
            };
            let mut row: Vec<i32> = (0..40).map(|t: i32| (t * 3).wrapping_add(second)).collect();
            let mut sums = [0i32; 40];
            for round in 0..6i32 {
                let before = row.clone();
                for t in 0..40 {
                    let at = t as usize;
                    let is_inside = t < limit && t > round && t < 39 - round;
                    if is_inside {
                        let twice = before[at].wrapping_mul(2);
                        row[at] = before[at - 1].wrapping_add(twice).wrapping_sub(before[at + 1]).wrapping_add(round);
                    }
                    if t >= second {
                        sums[at] = sums[at].wrapping_add(if is_inside { row[at] } else { round });
                    }
                }
            }
            assert_eq!(run("asked_again")[..], row, "{limit}, {second}");
            let all: Vec<i32> = sums.iter().zip(&row).map(|(sum, own)| sum.wrapping_add(*own)).collect();
            assert_eq!(run("asked_again_by_all")[..], all, "by all, {limit}, {second}");
        }
    }
}

#[test]
fn what_threads_have_read_in_shared_memory_they_write_again_rather_than_part() {
    let object = Object::of_source("guards/kernels.hip");
    let run = |name: &str, threads: u32, output: &mut [i32], limit: i32, second: i32| {
        let to = output.as_mut_ptr();
        let arguments = [address(&to), address(&limit), address(&second)];
        let mut memory = Block::new(object.kernel(name), [threads, 1, 1], [1, 1, 1], 32, &arguments);
        // SAFETY: the context is filled as the table asks for.
        assert_eq!(unsafe { object.kernel(name).run.unwrap()(&mut memory.context, 0) }, DONE);
    };
    for (limit, second) in [(0, 0), (5, -300), (77, 13)] {
        let mut output = [0i32; 64];
        run("exchanged", 32, &mut output, limit, second);
        let mut wanted: Vec<i32> = (0..32).flat_map(|t| [(t * 37 + limit) % 101, (t * 53 + second) % 101]).collect();
        wanted.sort_unstable();
        assert_eq!(output[..], wanted, "{limit}, {second}");
        let mut output: [i32; 40] = std::array::from_fn(|t| if t % 3 == 0 { 7 } else { 1000 });
        let mut wanted: Vec<i32> = output.iter().map(|&it| if it == 7 { limit } else { it }).collect();
        (0..39).for_each(|t: i32| wanted[t as usize] += if t < limit { t * 2 } else { 39 - t + second });
        run("not_exchanged", 40, &mut output, limit, second);
        assert_eq!(output[..], wanted, "{limit}, {second}");
    }
    let options = Options { form: Form::Text, ..options() };
    let (text, _) = hipify_lower::lower(&device_code("guards/kernels.hip"), &options).unwrap();
    let text = String::from_utf8(text).unwrap();
    let selections = |kernel: &str| {
        let (_, step) = text.split_once(&format!("@{kernel}.step(ptr")).unwrap();
        step.lines().take_while(|line| *line != "}").filter(|line| line.contains("select i1")).count()
    };
    assert_eq!(selections("exchanged"), 2);
    assert_eq!(selections("not_exchanged"), 0);
}
