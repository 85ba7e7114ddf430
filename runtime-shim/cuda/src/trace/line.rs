//! One call -> a line of text or of JSON.

use std::ffi::{CStr, c_char};
use std::fmt::Write as _;

use super::Call;
use crate::entry::EntryPoint;

/// Bytes of a text argument that are shown.
const SHOWN: usize = 60;

/// `cudaMalloc(devPtr=0x7ffd, size=16) = 0 cudaSuccess, 1.20 us, thread 12, stream 0x0`.
pub(super) fn text(call: &Call) -> String {
    let arguments: Vec<String> = arguments(call).map(|(name, value)| format!("{name}={value}")).collect();
    let mut line = format!("hipify: {}({})", call.entry.name.to_string_lossy(), arguments.join(", "));
    match call.status {
        Some(status) => drop(write!(line, " = {status} {}", status_name(call.entry, status))),
        None => drop(write!(line, " = {:#x}", call.result)),
    }
    let _ = write!(line, ", {:.2} us, thread {}", micros(call.took), thread());
    if let Some(stream) = stream(call) {
        let _ = write!(line, ", stream {stream:#x}");
    }
    line + "\n"
}

/// The same as one JSON object.
pub(super) fn json(call: &Call) -> String {
    let value = |value: String| if value.parse::<f64>().is_ok() || value.starts_with('"') { value } else { quoted(&value) };
    let arguments: Vec<String> = arguments(call).map(|(name, text)| format!("{}:{}", quoted(name), value(text))).collect();
    let mut line = format!("{{\"call\":{},\"arguments\":{{{}}}", quoted(&call.entry.name.to_string_lossy()), arguments.join(","));
    match call.status {
        Some(status) => drop(write!(line, ",\"result\":{status},\"status\":{}", quoted(status_name(call.entry, status)))),
        None => drop(write!(line, ",\"result\":{}", call.result)),
    }
    let _ = write!(line, ",\"began_us\":{:.3},\"took_us\":{:.3},\"thread\":{}", micros(call.began), micros(call.took), thread());
    if let Some(stream) = stream(call) {
        let _ = write!(line, ",\"stream\":\"{stream:#x}\"");
    }
    line + "}\n"
}

/// Names and values, texts in quotes.
fn arguments<'a>(call: &'a Call) -> impl Iterator<Item = (&'static str, String)> + 'a {
    call.entry.parameters.iter().zip(call.words).map(|((name, letter), word)| (*name, value(*letter, *word)))
}

fn value(letter: char, word: u64) -> String {
    match letter {
        'u' => word.to_string(),
        'f' => f32::from_bits(word as u32).to_string(),
        'd' => f64::from_bits(word).to_string(),
        't' => shown(word),
        'r' => "{...}".to_owned(),
        'i' => word.cast_signed().to_string(),
        _ => format!("{word:#x}"),
    }
}

/// The start of a C string.
fn shown(address: u64) -> String {
    if address == 0 {
        return "0x0".to_owned();
    }
    let mut bytes = Vec::new();
    let start = address as *const c_char;
    // SAFETY: CUDA takes a null-terminated string here, and reading ends at its null byte.
    let whole = unsafe { CStr::from_ptr(start) }.to_bytes();
    bytes.extend_from_slice(&whole[..whole.len().min(SHOWN)]);
    quoted(&String::from_utf8_lossy(&bytes))
}

pub(super) fn status_name(entry: &EntryPoint, status: i32) -> &'static str {
    let names = entry.facts().names;
    let found = names.binary_search_by_key(&status, |(value, _)| *value);
    found.ok().and_then(|at| names[at].1.to_str().ok()).unwrap_or("")
}

fn stream(call: &Call) -> Option<u64> {
    let at = call.entry.parameters.iter().position(|(name, letter)| *letter == 's' || name.to_lowercase().ends_with("stream"))?;
    call.words.get(at).copied()
}

pub(super) fn micros(time: std::time::Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

/// The system's number of this thread.
fn thread() -> i32 {
    // SAFETY: takes nothing.
    unsafe { libc::gettid() }
}

/// A JSON string.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            letter if letter < ' ' => drop(write!(out, "\\u{:04x}", u32::from(letter))),
            letter => out.push(letter),
        }
    }
    out + "\""
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generated::{FAMILIES, Family};
    use std::time::Duration;

    static ENTRY: EntryPoint = EntryPoint::new(
        &FAMILIES[Family::Runtime as usize],
        c"cudaTest",
        c"",
        &[("size", 'u'), ("name", 't'), ("scale", 'f'), ("stream", 's')],
    );

    fn call() -> Call<'static> {
        static WORDS: std::sync::OnceLock<[u64; 4]> = std::sync::OnceLock::new();
        let words = WORDS.get_or_init(|| [16, c"a\"b".as_ptr() as u64, u64::from(0.5f32.to_bits()), 2]);
        let (began, took) = (Duration::from_micros(5), Duration::from_nanos(1500));
        Call { entry: &ENTRY, words, result: 1, status: Some(1), began, took }
    }

    #[test]
    fn a_line_names_arguments_result_time_thread_and_stream() {
        let line = text(&call());
        let start =
            "hipify: cudaTest(size=16, name=\"a\\\"b\", scale=0.5, stream=0x2) = 1 cudaErrorInvalidValue, 1.50 us, thread ";
        assert!(line.starts_with(start) && line.ends_with(", stream 0x2\n"), "{line}");
    }

    #[test]
    fn an_object_has_the_same() {
        let line = json(&call());
        let start = "{\"call\":\"cudaTest\",\"arguments\":{\"size\":16,\"name\":\"a\\\"b\",\"scale\":0.5,\"stream\":\"0x2\"},\"result\":1,\
                     \"status\":\"cudaErrorInvalidValue\",\"began_us\":5.000,\"took_us\":1.500,\"thread\":";
        assert!(line.starts_with(start) && line.ends_with(",\"stream\":\"0x2\"}\n"), "{line}");
    }
}
