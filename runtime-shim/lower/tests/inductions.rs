//! Places that threads move on in loops with barriers: those that all move on by the same are not kept for each thread.

#[path = "support/object.rs"]
mod object;

use hipify_abi::DONE;
use object::{Block, Object, address};

const THREADS: usize = 64;
const ROUNDS: usize = 3;

/// What a kernel leaves in its output, of elements that were -1, and whether its threads have kept anything in the frame.
fn run(object: &Object, name: &str, input: &[i32], step: i32) -> (Vec<i32>, bool) {
    let kernel = object.kernel(name);
    let mut output = vec![-1; input.len()];
    let (from, to, rounds) = (input.as_ptr(), output.as_mut_ptr(), ROUNDS as i32);
    let arguments = [address(&from), address(&to), address(&step), address(&rounds)];
    let mut memory = Block::new(kernel, [THREADS as u32, 1, 1], [1, 1, 1], 32, &arguments);
    let frame = memory.context.frame.cast::<u8>();
    // SAFETY: the frame has as many bytes as the table says. Its lines are padded, so that not all of them have a value yet.
    unsafe { frame.write_bytes(0, kernel.frame_bytes as usize) };
    // SAFETY: the context is filled as the table asks for.
    assert_eq!(unsafe { kernel.run.unwrap()(&mut memory.context, 0) }, DONE, "{name}");
    // SAFETY: as many bytes as above, all of which have a value.
    let frame = unsafe { std::slice::from_raw_parts(frame, kernel.frame_bytes as usize) };
    (output, frame.iter().any(|&byte| byte != 0))
}

#[test]
fn a_place_that_all_threads_move_on_by_the_same_is_computed_again() {
    let object = Object::of_source("inductions/kernels.hip");
    let input: Vec<i32> = (0..1024).map(|i| i * 7 % 31 + 1).collect();
    for step in [64, 100] {
        let mut wanted = vec![-1; input.len()];
        for thread in 0..THREADS {
            for round in 0..ROUNDS {
                let begin = round * step;
                wanted[begin + thread] = input[begin + THREADS - 1 - thread] + round as i32;
            }
            wanted[ROUNDS * step + thread] = (ROUNDS * step + thread) as i32;
        }
        assert_eq!(run(&object, "moved", &input, step as i32), (wanted, false), "{step}");
    }
}

#[test]
fn a_place_that_each_thread_moves_on_otherwise_is_kept() {
    let object = Object::of_source("inductions/kernels.hip");
    let input: Vec<i32> = (0..1024).map(|i| i * 7 % 31 + 1).collect();
    let mut wanted = vec![-1; input.len()];
    for (round, thread) in (0..ROUNDS).flat_map(|round| (0..THREADS).map(move |thread| (round, thread))) {
        let at = |thread: usize| thread + round * (256 + thread);
        wanted[at(thread)] = input[at(THREADS - 1 - thread)] + round as i32;
    }
    assert_eq!(run(&object, "moved_apart", &input, 256), (wanted, true));
}
