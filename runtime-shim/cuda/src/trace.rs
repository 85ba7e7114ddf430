//! `HIPIFY_TRACE=calls|errors|stats|json[:FILE]` -> every call with its arguments, result and time, and a summary when the
//! program ends.

mod line;
mod summary;

use std::fs::File;
use std::io::Write;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use crate::entry::EntryPoint;
use crate::word::Word;

/// The variable that asks for a trace.
const VARIABLE: &str = "HIPIFY_TRACE";

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Mode {
    Off,
    /// A line a call.
    Calls,
    /// A line a call that failed.
    Errors,
    /// The summary alone.
    Stats,
    /// A JSON object a call, and one at the end.
    Json,
}

/// A [`Mode`]. Written once, when this library is loaded.
static MODE: AtomicU8 = AtomicU8::new(Mode::Off as u8);

/// Where lines go: a file, or stderr.
static FILE: OnceLock<Mutex<File>> = OnceLock::new();

/// Times of calls are told from here.
static START: OnceLock<Instant> = OnceLock::new();

/// One finished call.
pub(crate) struct Call<'a> {
    pub(crate) entry: &'a EntryPoint,
    /// Arguments as 64 bits each.
    pub(crate) words: &'a [u64],
    pub(crate) result: u64,
    pub(crate) status: Option<i32>,
    pub(crate) began: Duration,
    pub(crate) took: Duration,
}

/// Whether calls are traced.
#[inline]
pub fn is_on() -> bool {
    MODE.load(Ordering::Relaxed) != Mode::Off as u8
}

/// Runs a call and writes it down.
#[cold]
#[inline(never)]
pub(crate) fn call<R: Word>(entry: &'static EntryPoint, words: &[u64], body: impl FnOnce() -> R) -> R {
    let start = *START.get_or_init(Instant::now);
    let began = Instant::now();
    let answer = body();
    let took = began.elapsed();
    let has_status = !entry.facts().names.is_empty();
    let status = answer.status().filter(|_| has_status);
    let call = Call { entry, words, result: answer.word(), status, began: began.duration_since(start), took };
    summary::count(&call);
    match mode() {
        Mode::Calls => write(&line::text(&call)),
        Mode::Errors if status.is_some_and(|status| status != 0) => write(&line::text(&call)),
        Mode::Json => write(&line::json(&call)),
        _ => {}
    }
    answer
}

/// Notes for the summary that a program wants what is not there.
pub(crate) fn note_unsupported(entry: &'static EntryPoint) {
    if is_on() {
        summary::count_unsupported(entry);
    }
}

fn mode() -> Mode {
    [Mode::Calls, Mode::Errors, Mode::Stats, Mode::Json]
        .into_iter()
        .find(|mode| *mode as u8 == MODE.load(Ordering::Relaxed))
        .unwrap_or(Mode::Off)
}

/// Writes one line; nobody can be told when that fails.
fn write(line: &str) {
    let _ = match FILE.get() {
        Some(file) => file.lock().unwrap_or_else(std::sync::PoisonError::into_inner).write_all(line.as_bytes()),
        None => std::io::stderr().write_all(line.as_bytes()),
    };
}

/// `WORD[:FILE]` of the variable.
fn asked(value: &str) -> Result<(Mode, Option<&str>), String> {
    let (word, file) = value.split_once(':').map_or((value, None), |(word, file)| (word, Some(file)));
    let mode = match word {
        "calls" => Mode::Calls,
        "errors" => Mode::Errors,
        "stats" => Mode::Stats,
        "json" => Mode::Json,
        "" | "0" | "off" => Mode::Off,
        _ => return Err(format!("`{VARIABLE}` is `{value}`: take `calls`, `errors`, `stats` or `json`, and `:FILE`")),
    };
    Ok((mode, file.filter(|file| !file.is_empty())))
}

/// Reads the variable when this library is loaded.
extern "C" fn set_up() {
    let Some(value) = std::env::var_os(VARIABLE) else { return };
    let value = value.to_string_lossy();
    let (mode, file) = match asked(&value) {
        Ok((Mode::Off, _)) => return,
        Ok(asked) => asked,
        Err(message) => return eprintln!("hipify: {message}"),
    };
    if let Some(path) = file {
        match File::options().append(true).create(true).open(path) {
            Ok(file) => drop(FILE.set(Mutex::new(file))),
            Err(error) => return eprintln!("hipify: `{VARIABLE}`: `{path}` cannot be written: {error}"),
        }
    }
    START.get_or_init(Instant::now);
    MODE.store(mode as u8, Ordering::Relaxed);
    // SAFETY: a function of this library, which stays loaded, without parameters.
    unsafe { libc::atexit(finish) };
}

// SAFETY: the loader calls what stands in this section, once, with arguments that the function does not take.
#[unsafe(link_section = ".init_array")]
#[used]
static SET_UP: extern "C" fn() = set_up;

extern "C" fn finish() {
    write(&if mode() == Mode::Json { summary::json() } else { summary::text() });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_is_a_word_and_perhaps_a_file() {
        assert_eq!(asked("calls"), Ok((Mode::Calls, None)));
        assert_eq!(asked("json:/tmp/a:b"), Ok((Mode::Json, Some("/tmp/a:b"))));
        assert_eq!(asked("stats:"), Ok((Mode::Stats, None)));
        assert_eq!(asked("off"), Ok((Mode::Off, None)));
        assert!(asked("everything").is_err());
    }
}
