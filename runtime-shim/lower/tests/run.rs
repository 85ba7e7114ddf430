//! Kernels are lowered, compiled by clang, and run by a small scheduler that follows the rules of the runtime's.

#[path = "support/object.rs"]
mod object;

use hipify_abi::{Context, DIVERGED, DONE, Kernel, Wait, settled};
use hipify_lower::Input;
use object::{Block, Object, address, options};
use std::cell::Cell;
use std::ffi::{CStr, c_void};

const KERNELS: &str = include_str!("run/kernels.ll");

/// The runtime's functions, of which one calls back into the test.
const SETTLE: &str = "void __hipify_forget_others(void *context, unsigned long active) {}\n\
    unsigned long (*hipify_test_settle)(void *, unsigned, unsigned);\n\
    unsigned long __hipify_settle(void *context, unsigned first, unsigned count, unsigned before) {\n\
    return hipify_test_settle(context, first, count); }\n";

type Settle = unsafe extern "C" fn(*mut Context, u32, u32) -> u64;

thread_local! {
    static RUNNING: Cell<*const Kernel> = const { Cell::new(std::ptr::null()) };
    static SETTLED: Cell<usize> = const { Cell::new(0) };
}

fn input(text: &str) -> Input {
    Input { name: "kernels.ll".into(), bytes: text.as_bytes().to_vec() }
}

fn object() -> Object {
    let object = Object::of(&[input(KERNELS)], Some(SETTLE));
    // SAFETY: the stub defines it as such a pointer.
    unsafe {
        let hook: *mut Settle = *object.library.get(b"hipify_test_settle").unwrap();
        *hook = settle;
    }
    object
}

/// Runs one block.
fn run(object: &Object, name: &str, threads: u32, warp_size: u32, block: u32, arguments: &[*const c_void]) {
    let kernel = object.kernel(name);
    let mut memory = Block::new(kernel, [threads, 1, 1], [block + 1, 1, 1], warp_size, arguments);
    let context = &mut memory.context;
    context.block_idx = [block, 0, 0];
    RUNNING.set(kernel);
    SETTLED.set(0);
    let mut state = 0;
    // SAFETY: the context is filled as the table asks for.
    unsafe {
        loop {
            state = kernel.run.unwrap()(context, state);
            if state == DONE {
                return;
            }
            assert_eq!(state, DIVERGED);
            match together(kernel, context) {
                Some(next) => state = u32::from(next),
                None => return,
            }
        }
    }
}

/// Steps all threads from barrier to barrier until they are in one state; nothing if they are done.
///
/// # Safety
/// The kernel and the context are the test's own, and its arrays have an element a thread.
unsafe fn together(kernel: &Kernel, context: &mut Context) -> Option<u16> {
    loop {
        // SAFETY: one state a thread.
        let states = unsafe { std::slice::from_raw_parts(context.states, context.threads as usize) }.to_vec();
        if states.iter().all(|&state| u32::from(state) == DONE) {
            return None;
        }
        if states.iter().all(|state| *state == states[0]) {
            return Some(states[0]);
        }
        for (thread, &state) in (0..).zip(&states).filter(|(_, state)| u32::from(**state) != DONE) {
            // SAFETY: as `step` asks for.
            unsafe { kernel.step.unwrap()(context, thread, 1, u32::from(state)) };
        }
    }
}

/// What the runtime does for a warp whose lanes have parted.
///
/// # Safety
/// The kernel and the context are the test's own, and its arrays have an element a thread.
unsafe extern "C" fn settle(context: *mut Context, first: u32, count: u32) -> u64 {
    SETTLED.set(SETTLED.get() + 1);
    // SAFETY: the test's own context, kernel and arrays.
    unsafe {
        let (context, kernel) = (&mut *context, &*RUNNING.get());
        let exchange = &mut *context.exchange;
        if context.phase == 1 {
            (exchange.words[0], exchange.longs[0], exchange.flags[0]) = (exchange.words[1], exchange.longs[1], exchange.flags[1]);
            context.phase = 0;
        }
        let waits = std::slice::from_raw_parts(kernel.waits.cast::<u8>(), kernel.state_count as usize);
        loop {
            let states = std::slice::from_raw_parts(context.states.add(first as usize), count as usize);
            let waiting = states.iter().filter(|&&state| waits.get(state as usize) == Some(&(Wait::Warp as u8)));
            let lowest = waiting.min().copied();
            let alike = together_in(states);
            let Some(lowest) = lowest.filter(|_| alike.is_none()) else {
                let (state, from, to) = alike.unwrap_or((DIVERGED, 0, count));
                return settled(state, from, to);
            };
            let lanes = (0..).zip(states).filter(|(_, state)| **state == lowest);
            context.active = lanes.map(|(lane, _)| 1u64 << lane).sum();
            context.ballot =
                (0..64).filter(|&lane| exchange.flags[0][lane] != 0).map(|lane| 1u64 << lane).sum::<u64>() & context.active;
            (exchange.words[1], exchange.longs[1]) = (exchange.words[0], exchange.longs[0]);
            kernel.step.unwrap()(context, first, count, u32::from(lowest));
        }
    }
}

/// The state of those that are not done, and the range of them, if they are neighbours in one state.
fn together_in(states: &[u16]) -> Option<(u32, u32, u32)> {
    let alive = |state: &u16| u32::from(*state) != DONE;
    let Some(from) = states.iter().position(alive) else { return Some((DONE, 0, states.len() as u32)) };
    let to = states.iter().rposition(alive).unwrap() + 1;
    let one = states[from..to].iter().all(|&state| state == states[from]);
    one.then_some((states[from].into(), from as u32, to as u32))
}

#[test]
fn a_guard_keeps_threads_outside_from_touching_memory() {
    let object = object();
    for n in [0, 1, 63, 64, 100, 128] {
        let (input, mut output) = ((0..128).collect::<Vec<i32>>(), vec![-1i32; 128]);
        let (from, to) = (input.as_ptr(), output.as_mut_ptr());
        for block in 0..2 {
            run(&object, "scaled", 64, 32, block, &[address(&from), address(&to), address(&n)]);
        }
        let wanted: Vec<i32> = (0..128).map(|i| if i < n { 3 * i } else { -1 }).collect();
        assert_eq!(output, wanted, "n = {n}");
    }
}

#[test]
fn a_barrier_parts_what_threads_write_from_what_others_read() {
    let object = object();
    let mut values: Vec<i32> = (0..100).collect();
    let at = values.as_mut_ptr();
    run(&object, "reverse", 100, 32, 0, &[address(&at)]);
    assert_eq!(values, (0..100).rev().collect::<Vec<_>>());
}

#[test]
fn a_function_whose_address_is_kept_in_memory_becomes_part_of_its_caller() {
    let object = object();
    assert!(object.kernel("pointed").run.is_some(), "no kernel on fibers");
    let mut values: Vec<i32> = (0..64).collect();
    let at = values.as_mut_ptr();
    run(&object, "pointed", 64, 32, 0, &[address(&at)]);
    assert_eq!(values, (0..64).rev().collect::<Vec<_>>());
}

#[test]
fn two_edges_of_a_switch_carry_what_lives_across_a_barrier() {
    let object = object();
    let mut values = vec![10, 11, 12, 13];
    let at = values.as_mut_ptr();
    run(&object, "switched", 4, 32, 0, &[address(&at)]);
    assert_eq!(values, [7, 11, 12, 7]);
}

#[test]
fn threads_that_leave_a_loop_in_different_turns_keep_their_counts_across_a_barrier() {
    let object = object();
    let mut values = vec![-1; 16];
    let at = values.as_mut_ptr();
    run(&object, "counted", 16, 32, 0, &[address(&at)]);
    assert_eq!(values, (0..16).map(|x| x % 8).collect::<Vec<_>>());
}

#[test]
fn a_loop_with_a_barrier_halves_a_block() {
    let object = object();
    let mut values: Vec<i32> = (0..256).collect();
    let mut total = 0i32;
    let (at, to) = (values.as_mut_ptr(), &raw mut total);
    run(&object, "tree", 256, 32, 0, &[address(&at), address(&to)]);
    assert_eq!(total, 255 * 128);
}

#[test]
fn a_barrier_counts_only_threads_that_have_not_left() {
    let object = object();
    for n in [64, 50] {
        let mut values: Vec<i32> = (0..64).collect();
        let at = values.as_mut_ptr();
        run(&object, "early", 64, 32, 0, &[address(&at), address(&n)]);
        let wanted: Vec<i32> = (0..64).map(|i| if i < n { n - 1 - i } else { i }).collect();
        assert_eq!(values, wanted, "n = {n}");
    }
}

#[test]
fn lanes_get_what_others_put_in_blocks_of_any_width() {
    let object = object();
    for threads in [32, 96, 40] {
        let mut values: Vec<i32> = (0..96).collect();
        let at = values.as_mut_ptr();
        run(&object, "neighbour", threads, 32, 0, &[address(&at)]);
        let full = (threads / 32 * 32) as i32;
        let wanted = (0..full).map(|i| i + (i / 32 * 32 + (i + 1) % 32)).collect::<Vec<_>>();
        assert_eq!(values[..full as usize], wanted, "{threads} threads");
    }
}

#[test]
fn lanes_that_part_vote_among_themselves_and_then_with_all() {
    let object = object();
    for n in [0, 5, 32] {
        let mut values = vec![0u32; 64];
        let at = values.as_mut_ptr();
        run(&object, "parted", 64, 32, 0, &[address(&at), address(&n)]);
        let mask = ((1u64 << n) - 1) as u32;
        let wanted: Vec<u32> = (0..64).map(|i| if i % 32 < n { 0 } else { mask }).collect();
        assert_eq!(values, wanted, "n = {n}");
        assert_eq!(SETTLED.get() > 0, n == 5, "only lanes that part are settled");
    }
}

#[test]
fn variables_that_the_host_knows_are_in_the_table() {
    let object = object();
    // SAFETY: the table lives as long as the object.
    unsafe {
        let table = &*object.table;
        let variables = std::slice::from_raw_parts(table.variables, table.variable_count as usize);
        let [scale] = variables else { panic!("{} variables", variables.len()) };
        assert_eq!((CStr::from_ptr(scale.name).to_str(), scale.size, *scale.address.cast::<i32>()), (Ok("scale"), 4, 3));
    }
}

#[test]
fn what_cannot_be_lowered_is_named() {
    let nameless = KERNELS.replace(r#"!{!"in""#, r#"!{!"from""#);
    let message = |text: &str| hipify_lower::lower(&[input(text)], &options()).unwrap_err().to_string();
    assert!(message("not ir").contains("kernels.ll"));
    assert!(message(&nameless).contains("kernel `scaled`: parameter 0"));
    let missing =
        KERNELS.replace("ret void\n}\n\n; s[x]", "call void @_Z4lostv()\n  ret void\n}\ndeclare void @_Z4lostv()\n\n; s[x]");
    assert!(message(&missing).contains("lost()"));
    let class = "define void @k(ptr %p, ptr %c) !kernel_arg_name !0 {\n  %c.indirect_addr = alloca ptr\n\
                 store ptr %c, ptr %c.indirect_addr\n  ret void\n}\n!0 = !{!\"p\", !\"c\"}\n";
    assert!(message(class).contains("kernel `k`: parameter 2 is of a class"));
}
