//! Atomic operations on global memory are combined where no thread can tell, and leave what they left.

#[path = "support/object.rs"]
mod object;
#[path = "support/rows.rs"]
mod rows;

use hipify_lower::checks::Checks;
use hipify_lower::{Form, Options};
use object::{Object, address, device_code, options};
use rows::{WIDTHS, run};

const SOURCE: &str = "combined_atomics/kernels.hip";

/// How many operations of the functions that run a kernel's blocks use a table, and how many are atomic.
fn operations(text: &str, kernel: &str) -> [usize; 2] {
    let functions = ["run.shaped", "run"].map(|name| text.split_once(&format!("@{kernel}.{name}(ptr noalias")));
    let bodies = functions.into_iter().flatten().map(|(_, from)| from.split_once("\n}").unwrap().0);
    let lines: Vec<&str> = bodies.flat_map(str::lines).collect();
    assert!(!lines.iter().any(|line| line.contains("hipify.region.end")), "{kernel}");
    ["@hipify.combined.add.", " atomicrmw "].map(|what| lines.iter().filter(|line| line.contains(what)).count())
}

fn text(options: Options) -> String {
    let options = Options { form: Form::Text, ..options };
    String::from_utf8(hipify_lower::lower(&device_code(SOURCE), &options).unwrap().0).unwrap()
}

const COMBINED: [&str; 8] = ["scattered", "summed", "histogram", "weighed", "repeated", "extremes", "taken", "in_turn"];

#[test]
fn operations_whose_results_and_order_nobody_needs_are_combined() {
    let text = text(options());
    for kernel in COMBINED {
        let [combined, atomic] = operations(&text, kernel);
        assert!(combined > 0 && atomic == 0, "{kernel}: {combined} combined, {atomic} not");
    }
}

#[test]
fn operations_that_a_thread_may_see_or_that_share_no_place_are_not() {
    let text = text(options());
    let kernels = ["read_after", "read_again", "written_after", "fenced", "polled", "used", "side_by_side", "alone"];
    for kernel in kernels {
        let [combined, atomic] = operations(&text, kernel);
        assert!(combined == 0 && atomic > 0, "{kernel}: {combined} combined, {atomic} not");
    }
    for kernel in ["locked", "in_shared"] {
        assert_eq!(operations(&text, kernel)[0], 0, "{kernel}");
    }
    // The second of two may be late, the first may not.
    assert_eq!(operations(&text, "mixed"), [1, 1]);
}

#[test]
fn checked_code_does_each_operation() {
    let text = text(Options { checks: Checks { race: true, ..Checks::default() }, ..options() });
    assert!(!text.contains("hipify.combined"));
}

/// Numbers of a row of threads, different ones for small `spread` in few places.
fn places(n: i32, spread: i32) -> Vec<i32> {
    (0..n).map(|i| (i * 7919 + i / 3) % spread).collect()
}

/// More places than a table has; few; those that share one place of the table, as far as low bits go.
const SPREADS: [i32; 4] = [1000, 70, 5, 1];

#[test]
fn scattered_sums_are_whole() {
    let object = Object::of_source(SOURCE);
    let n = 900;
    for (width, spread) in WIDTHS.into_iter().chain([256]).flat_map(|width| SPREADS.map(|spread| (width, spread))) {
        for far in [1, 64, 4096] {
            let to: Vec<i32> = places(n, spread).into_iter().map(|place| place * far % 65536).collect();
            let from: Vec<f32> = (0..n).map(|i| (i % 13) as f32).collect();
            let (mut sums, mut wanted) = (vec![1f32; 65536], vec![1f32; 65536]);
            (0..n as usize).for_each(|i| wanted[to[i] as usize] += from[i]);
            let (by, of, into) = (to.as_ptr(), from.as_ptr(), sums.as_mut_ptr());
            let arguments = [address(&by), address(&of), address(&into), address(&n)];
            run(&object, "scattered", (width, 1), (n as u32).div_ceil(width), &arguments);
            assert_eq!(sums, wanted, "{width} wide, {spread} places, {far} apart");
        }
    }
}

#[test]
fn sums_of_all_threads_and_of_loops_are_whole() {
    let object = Object::of_source(SOURCE);
    let n = 700;
    for width in WIDTHS {
        let blocks = (n as u32).div_ceil(width);
        let from: Vec<f64> = (0..n).map(f64::from).collect();
        let mut sum = 0.5f64;
        let (of, into) = (from.as_ptr(), &raw mut sum);
        run(&object, "summed", (width, 1), blocks, &[address(&of), address(&into), address(&n)]);
        assert_eq!(sum, f64::from(n * (n - 1) / 2) + 0.5, "{width} wide");

        for spread in SPREADS {
            let from = places(n, spread);
            let (mut bins, mut wanted) = (vec![0u32; 1000], vec![0u32; 1000]);
            from.iter().for_each(|&place| wanted[place as usize] += 1);
            let (of, into) = (from.as_ptr(), bins.as_mut_ptr());
            run(&object, "histogram", (width, 1), 2, &[address(&of), address(&into), address(&n)]);
            assert_eq!(bins, wanted, "{width} wide");

            let from: Vec<f32> = from.into_iter().map(|place| place as f32).collect();
            let (mut bins, mut wanted) = (vec![0i32; 1000], vec![0i32; 1000]);
            (0..n).for_each(|i| wanted[from[i as usize] as usize] += i);
            let (of, into) = (from.as_ptr(), bins.as_mut_ptr());
            run(&object, "weighed", (width, 1), 2, &[address(&of), address(&into), address(&n)]);
            assert_eq!(bins, wanted, "{width} wide");
        }

        let from: Vec<f32> = (0..20).map(|i| i as f32).collect();
        let mut sums = vec![3; width as usize * 2];
        let (of, into) = (from.as_ptr(), sums.as_mut_ptr());
        run(&object, "repeated", (width, 1), 2, &[address(&of), address(&into), address(&20)]);
        assert!(sums.iter().all(|&sum| sum == 193), "{width} wide");
    }
}

#[test]
fn other_operations_of_a_thread_have_tables_of_their_own() {
    let object = Object::of_source(SOURCE);
    let n = 500;
    let from: Vec<i32> = (0..n).map(|i| i * 37 % 501 - 250).collect();
    let wide: Vec<i64> = from.iter().map(|&value| i64::from(value) << 33).collect();
    for width in WIDTHS {
        let (mut most, mut least, mut sums) = ([-1000; 4], [1i64 << 50; 4], [7f32; 4]);
        let arguments = (from.as_ptr(), wide.as_ptr(), most.as_mut_ptr(), least.as_mut_ptr(), sums.as_mut_ptr());
        let (a, b, c, d, e) = arguments;
        let arguments = [address(&a), address(&b), address(&c), address(&d), address(&e), address(&n)];
        run(&object, "extremes", (width, 1), (n as u32).div_ceil(width), &arguments);
        for place in 0..4 {
            let own = || from.iter().filter(|&&value| value & 3 == place as i32);
            assert_eq!(most[place], *own().max().unwrap(), "{width} wide");
            assert_eq!(least[place], i64::from(*own().min().unwrap()) << 33, "{width} wide");
            assert_eq!(sums[place], own().fold(7.0, |sum, &value| sum + value as f32), "{width} wide");
        }
        let from = places(n, 90);
        let mut left = [1000u32; 90];
        let (of, into) = (from.as_ptr(), left.as_mut_ptr());
        run(&object, "taken", (width, 1), (n as u32).div_ceil(width), &[address(&of), address(&into), address(&n)]);
        let wanted = |place| 1000 - 3 * from.iter().filter(|&&from| from == place).count() as u32;
        assert!((0..90).all(|place| left[place as usize] == wanted(place)), "{width} wide");
    }
}

#[test]
fn sums_are_there_after_a_barrier() {
    let object = Object::of_source(SOURCE);
    for width in WIDTHS.into_iter().filter(|width| width % 2 == 0) {
        let to: Vec<i32> = (0..width as i32).map(|t| t * 5 % 8).collect();
        let (mut sums, mut out) = (vec![0f32; 16], vec![-1f32; width as usize]);
        let (by, into, results) = (to.as_ptr(), sums.as_mut_ptr(), out.as_mut_ptr());
        run(&object, "in_turn", (width, 1), 1, &[address(&by), address(&into), address(&results)]);
        let first: Vec<f32> = (0..8).map(|place| to.iter().filter(|&&to| to == place).count() as f32 * 2.0).collect();
        let results: Vec<f32> = (0..width as usize).map(|t| first[t & 7] + (t ^ 1) as f32).collect();
        let second = |place| (0..width as usize).filter(|&t| to[t] == place).map(|t| results[t]).sum::<f32>();
        assert_eq!(out, results, "{width} wide");
        assert_eq!(sums, first.into_iter().chain((0..8).map(second)).collect::<Vec<_>>(), "{width} wide");
    }
}

/// What `of_structure` takes.
#[repr(C)]
struct Arrays {
    to: *const i32,
    sums: *mut f32,
    out: *mut f32,
}

#[test]
fn shared_memory_may_be_read_before_sums_are_there() {
    let object = Object::of_source(SOURCE);
    for width in WIDTHS.into_iter().filter(|width| width % 2 == 0) {
        let to = places(width as i32, 7);
        let (mut sums, mut out) = (vec![0f32; 7], vec![0f32; width as usize]);
        let arrays = Arrays { to: to.as_ptr(), sums: sums.as_mut_ptr(), out: out.as_mut_ptr() };
        run(&object, "of_structure", (width, 1), 1, &[address(&arrays)]);
        let wanted = |place| (0..width as usize).filter(|&t| to[t] == place).map(|t| t as f32).sum::<f32>();
        assert_eq!(sums, (0..7).map(wanted).collect::<Vec<_>>(), "{width} wide");
        assert!((0..width as usize).all(|t| out[t] == (t ^ 1) as f32 + 1.0), "{width} wide");
    }
}

#[test]
fn threads_see_their_own_operations() {
    let object = Object::of_source(SOURCE);
    for width in WIDTHS {
        let to = places(width as i32 * 3, 40);
        let (mut sums, mut out) = (vec![0; 40], vec![0; to.len()]);
        let (by, into, results) = (to.as_ptr(), sums.as_mut_ptr(), out.as_mut_ptr());
        run(&object, "read_after", (width, 1), 3, &[address(&by), address(&into), address(&results)]);
        assert!(out.iter().all(|&seen| seen == 1), "{width} wide");

        let own: Vec<i32> = (0..width as i32).rev().collect();
        let mut sums = vec![0; width as usize];
        let (by, into) = (own.as_ptr(), sums.as_mut_ptr());
        run(&object, "mixed", (width, 1), 1, &[address(&by), address(&into)]);
        assert!(sums.iter().all(|&sum| sum == 100), "{width} wide");
    }
}
