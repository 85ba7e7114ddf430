//! Warps that are parts of several rows: the loops over their lanes, and what these do.

#[path = "support/object.rs"]
mod object;
#[path = "support/rows.rs"]
mod rows;

use hipify_lower::{Form, Options};
use object::{Object, address, device_code, options};
use rows::{WIDTHS, run};

/// What the runtime does between the turns of warps, where each block has cells of its own: nothing.
const RUNTIME: &str = "void __hipify_forget_others(void *context, unsigned long active) {}";

const SOURCE: &str = "parts_of_rows/kernels.hip";

/// Loops over lanes in the function for warps of any kind that ask LLVM for masks, and all of them, with as many places that it must not copy.
fn masked(text: &str, kernel: &str) -> [usize; 3] {
    let (_, from) = text.split_once(&format!("@{kernel}.run.any(ptr noalias")).unwrap();
    let (body, _) = from.split_once("\n}").unwrap();
    let node = |name: &str| text.lines().find_map(|line| line.strip_prefix(&format!("{name} = "))).unwrap();
    let operands = |node: &str| -> Vec<String> {
        let names =
            node.split(['{', '}']).nth(1).unwrap().split(", ").filter(|name| name.starts_with('!') && !name.contains('"'));
        names.map(str::to_owned).collect()
    };
    let loops =
        body.lines().filter_map(|line| line.split_once("!llvm.loop ")).map(|(_, name)| node(name.split(',').next().unwrap()));
    let of_lanes: Vec<_> = loops.filter(|it| operands(it).iter().skip(1).any(|name| node(name).contains("predicate"))).collect();
    let asks = |it: &&&str| operands(it).iter().skip(1).any(|name| node(name).contains("predicate.enable\", i1 true"));
    let kept = body.lines().filter(|line| line.contains("call void @llvm.sideeffect() #")).count();
    [of_lanes.iter().filter(asks).count(), of_lanes.len(), kept]
}

#[test]
fn large_kernels_take_masks_where_the_processor_has_them() {
    let device = device_code(SOURCE);
    let lowered = |processor: &str| {
        let options = Options { form: Form::Text, processor: processor.into(), ..options() };
        String::from_utf8(hipify_lower::lower(&device, &options).unwrap().0).unwrap()
    };
    for processor in ["x86-64-v3", "x86-64-v4"] {
        let text = lowered(processor);
        assert_eq!(masked(&text, "many"), [2, 2, 2], "{processor}");
        assert_eq!(masked(&text, "few"), [0, 2, 2], "{processor}");
    }
    assert_eq!(masked(&lowered("x86-64-v2"), "many"), [0, 2, 2]);
}

#[test]
fn large_kernels_that_run_seldom_have_no_code_for_odd_warps() {
    let device = device_code(SOURCE);
    let lowered = |runs_seldom| {
        let options = Options { form: Form::Text, runs_seldom, ..options() };
        let (text, report) = hipify_lower::lower(&device, &options).unwrap();
        let text = String::from_utf8(text).unwrap();
        let has = |kernel: &str| text.contains(&format!("@{kernel}.run.any("));
        ([has("few"), has("many")], report.iter().filter(|line| line.ends_with(", whole warps alone")).count())
    };
    assert_eq!(lowered(false), ([true, true], 0));
    assert_eq!(lowered(true), ([true, false], 1));
}

#[test]
fn lanes_that_make_no_whole_vector_do_what_others_do() {
    let object = Object::of(&device_code(SOURCE), Some(RUNTIME));
    let by: Vec<u32> = (0..100).map(|i| i * 7919 % 1009).collect();
    let from = by.as_ptr();
    for (name, rounds) in [("few", 2), ("many", 100)] {
        let mixed = |value: u32| {
            by[..rounds].iter().fold(value, |value, by| {
                let value = value ^ by;
                value.wrapping_mul(3).wrapping_add(value >> 5)
            })
        };
        for (width, which) in WIDTHS.into_iter().flat_map(|width| [0, 3].map(|which| (width, which))) {
            let mut output = vec![0u32; 3 * width as usize];
            let to = output.as_mut_ptr();
            run(&object, name, (width, 3), 1, &[address(&from), address(&to), address(&which)]);
            let values: Vec<u32> = (0..3 * width).map(mixed).collect();
            let wanted = values.chunks(32).flat_map(|warp| {
                let ones = warp.iter().filter(|value| *value >> which & 1 == 1).count() as u32;
                warp.iter().map(move |&value| mixed(value).wrapping_add(ones))
            });
            assert_eq!(output, wanted.collect::<Vec<_>>(), "{name}, {width} threads wide, bit {which}");
        }
    }
}
