//! A record of the run, where `HIPIFY_RECORD` names a file for it: what each launch left in memory. `hipify-rs compare` reads it.
//!
//! While a record is written, what is put into streams is waited for, so that what changes between the digests before and after a
//! launch is the launch's alone, and memory is cleared when it is allocated, so that what nobody has written is the same in every run.

use std::ffi::{CStr, c_char, c_int};
use std::sync::{MutexGuard, OnceLock};
use std::time::{Duration, Instant};

use hipify_record::{Key, Launch, MemoryKind, When};

use crate::calls;
use crate::check::undefined;
use crate::environment;
use crate::scheduler::{SCHEDULER, on_pool_thread};

pub(crate) mod allocation;
mod digests;
pub(crate) mod recorder;
mod settings;

use allocation::Memory;
use recorder::{Recorder, State};

/// How long a function of the program is waited for, which may itself wait for the thread that has put it into a stream.
const PATIENCE_WITH_HOST: Duration = Duration::from_millis(200);

/// The record; none where none is asked for, or its file cannot be made.
fn recorder() -> Option<&'static Recorder> {
    static RECORDER: OnceLock<Option<Recorder>> = OnceLock::new();
    RECORDER
        .get_or_init(|| {
            let lanes = environment::wave_size();
            let recorder = Recorder::asked_for(Memory::Own, lanes, &format!("CPU, warps of {lanes} lanes"))?;
            end_at_exit();
            Some(recorder)
        })
        .as_ref()
}

/// Ends the record when the process ends in whatever way runs exit handlers.
fn end_at_exit() {
    extern "C" fn at_exit() {
        if let Some(mut state) = state() {
            state.end();
        }
    }
    // SAFETY: the function is never unloaded.
    unsafe { libc::atexit(at_exit) };
}

/// Whether a record is written of what runs on the CPU.
pub(crate) fn is_on() -> bool {
    environment::is_recorded()
}

fn state() -> Option<MutexGuard<'static, State>> {
    if is_on() { recorder().map(Recorder::lock) } else { None }
}

/// Memory has come about, which the host can write.
pub(crate) fn born(kind: MemoryKind, address: usize, size: usize) {
    if let Some(mut state) = state() {
        if kind != MemoryKind::Mapped {
            // SAFETY: the caller has just allocated it, and nobody else knows of it.
            unsafe { (address as *mut u8).write_bytes(0, size) };
        }
        state.born(kind, address as u64, size as u64);
    }
}

/// A device variable has come about.
pub(crate) fn born_variable(name: &CStr, address: usize, size: usize) {
    // What the lowering adds is no result: the lanes of a warp, for one.
    if let Some(mut state) = state().filter(|_| !name.to_bytes().starts_with(b"__hipify")) {
        let name = name.to_string_lossy();
        state.born_as(Key::of_variable(&name), &name, address as u64, size as u64);
    }
}

/// Memory goes, where it is known.
pub(crate) fn died(address: usize) {
    if let Some(mut state) = state() {
        state.died(address as u64);
    }
}

/// What an operation is to a record.
pub(crate) enum Kind {
    /// A launch, all but its number; and the address that tells its stream from others.
    Launch(Launch, usize),
    /// A function of the program.
    Host,
    /// A wait for something that may come later.
    Waiting,
    /// Anything else.
    Other,
}

/// Does `submit`, which puts an operation into a stream, waits for the operation, and takes digests before and after where it is a
/// launch.
pub(crate) fn around<T>(kind: Kind, submit: impl FnOnce() -> T) -> T {
    let Some(recorder) = recorder().filter(|_| !on_pool_thread()) else { return submit() };
    match kind {
        Kind::Launch(launch, stream) => around_launch(recorder, launch, stream, submit),
        kind => {
            let is_alone = SCHEDULER.idle();
            let done = submit();
            match kind {
                Kind::Host if is_alone => drop(settle(PATIENCE_WITH_HOST)),
                Kind::Other if is_alone => drop(settle(recorder.patience())),
                _ => {}
            }
            done
        }
    }
}

fn around_launch<T>(recorder: &Recorder, launch: Launch, stream: usize, submit: impl FnOnce() -> T) -> T {
    // The lock is not held meanwhile: what runs may allocate and free.
    let is_alone = settle(PATIENCE_WITH_HOST);
    let mut state = recorder.lock();
    let number = state.launch(launch, stream);
    let is_chosen = recorder.is_chosen(number);
    if is_chosen && is_alone {
        state.digest(number, When::Before);
    }
    drop(state);
    let done = submit();
    let is_done = is_alone && settle(recorder.patience());
    let mut state = recorder.lock();
    match (is_chosen, is_alone, is_done) {
        (false, ..) => {}
        (_, false, _) => state.skip(number, "what was put into streams before it had not ended"),
        (_, _, false) => state.skip(number, "it did not end in time"),
        _ => state.digest(number, When::After),
    }
    done
}

/// Waits until no stream has work. Whether that came in time.
fn settle(patience: Duration) -> bool {
    let end = Instant::now() + patience;
    let mut rounds = 0u32;
    while !SCHEDULER.idle() {
        if Instant::now() >= end {
            return false;
        }
        SCHEDULER.poll();
        rounds += 1;
        if rounds < 1000 { std::thread::yield_now() } else { std::thread::sleep(Duration::from_micros(50)) }
    }
    true
}

/// What a library of the runtime calls before it puts work into a stream: the function that the program has called. Whether work that
/// could be done at once is to go through a stream all the same, since a record is written or what nobody has written is followed.
///
/// # Safety
/// `name` is valid for reading `length` bytes as long as the process runs.
#[unsafe(no_mangle)]
#[allow(unreachable_pub)]
pub unsafe extern "C" fn __hipify_record_call(name: *const c_char, length: usize) -> c_int {
    if !(is_on() || undefined::is_on()) || name.is_null() {
        return 0;
    }
    // SAFETY: as required.
    let bytes: &'static [u8] = unsafe { std::slice::from_raw_parts(name.cast(), length) };
    calls::announce(std::str::from_utf8(bytes).unwrap_or("a library"));
    1
}
