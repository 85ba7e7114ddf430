//! Takes findings: those of one cause are one, with a count. The first of each cause is written at once, so that nothing is lost
//! where the program crashes; counts are written when it ends.

use std::collections::HashMap;
use std::ffi::{CString, c_char, c_void};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use serde_json::{Value, json};

use crate::calls;
use crate::check::Tool;
use crate::check::finding::{Finding, Place};

/// Findings with the same are one.
#[derive(PartialEq, Eq, Hash)]
struct Cause {
    tool: Tool,
    kind: &'static str,
    /// In device code.
    site: Option<usize>,
    /// On the host; of findings of kernels without a site, the kernel and what is said of it.
    calls: String,
}

#[derive(Default)]
struct Sink {
    known: HashMap<Cause, (usize, u64)>,
    /// Code objects that have been copied for who reads the findings, by where they are loaded.
    copied: HashMap<usize, String>,
    out: Option<File>,
}

/// Different causes above which no more are told.
const MOST: usize = 1000;

fn sink() -> MutexGuard<'static, Sink> {
    static SINK: OnceLock<Mutex<Sink>> = OnceLock::new();
    let sink = SINK.get_or_init(|| {
        let open = |path| OpenOptions::new().append(true).create(true).open(path);
        let out = output()
            .and_then(|path| open(path).inspect_err(|error| eprintln!("hipify: `{path}` cannot be written: {error}")).ok());
        Mutex::new(Sink { out, ..Sink::default() })
    });
    sink.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The file that findings go to.
fn output() -> Option<&'static str> {
    static OUTPUT: OnceLock<Option<String>> = OnceLock::new();
    OUTPUT.get_or_init(|| std::env::var("HIPIFY_CHECK_OUTPUT").ok().filter(|path| !path.is_empty())).as_deref()
}

/// Says that the program is checked, so that a run without findings is told from one that was not checked.
pub(crate) fn begin() {
    let mut sink = sink();
    sink.write(&json!({ "process": std::process::id() }));
}

/// Takes a finding.
pub(crate) fn report(finding: Finding) {
    let calls = match (&finding.site, &finding.place) {
        (Some(_), _) => String::new(),
        (None, Some(place)) => {
            let what = if finding.calls.is_empty() { &finding.message } else { &finding.calls };
            format!("{}\n{what}", place.kernel)
        }
        (None, None) => finding.calls.clone(),
    };
    let cause = Cause { tool: finding.tool, kind: finding.kind, site: finding.site, calls };
    let mut sink = sink();
    if let Some((_, count)) = sink.known.get_mut(&cause) {
        *count += 1;
        return;
    }
    let number = sink.known.len();
    if number >= MOST {
        return;
    }
    sink.known.insert(cause, (number, 1));
    let line = sink.line(number, &finding);
    if sink.out.is_none() {
        eprintln!("hipify: {}", text(&finding));
    }
    sink.write(&line);
    drop(sink);
    static STOPS: OnceLock<bool> = OnceLock::new();
    if *STOPS.get_or_init(|| std::env::var_os("HIPIFY_CHECK_STOP").is_some()) {
        let text = CString::new(format!("{}\n", text(&finding)).replace('\0', "?")).unwrap_or_default();
        __hipify_check_stop(text.as_ptr());
    }
}

/// Whether there is a finding of the call of the host that these calls lead to.
pub(crate) fn tells_of(calls: &str) -> bool {
    sink().known.keys().any(|cause| cause.site.is_none() && cause.calls == calls)
}

/// Where a debugger stops at a new finding, which it gets as text.
#[unsafe(no_mangle)]
#[inline(never)]
pub(crate) extern "C" fn __hipify_check_stop(text: *const c_char) {
    std::hint::black_box(text);
}

/// Writes how often each has been found.
pub(crate) fn finish() {
    let mut sink = sink();
    let counts: Vec<(usize, u64)> = sink.known.values().copied().filter(|(_, count)| *count > 1).collect();
    for (number, count) in counts {
        sink.write(&json!({ "of": number, "count": count }));
    }
}

impl Sink {
    fn write(&mut self, line: &Value) {
        if let Some(out) = &mut self.out {
            // One write a line: several processes may append.
            let _ = out.write_all(format!("{line}\n").as_bytes());
        }
    }

    fn line(&mut self, number: usize, finding: &Finding) -> Value {
        let Finding { tool, kind, message, site, place, calls, notes } = finding;
        let notes: Vec<Value> = notes
            .iter()
            .map(|note| json!({ "label": note.label, "calls": &*note.calls, "site": note.site.and_then(|site| self.site(site)) }))
            .collect();
        json!({
            "number": number,
            "tool": tool.name(),
            "kind": kind,
            "message": message,
            "site": site.and_then(|site| self.site(site)),
            "calls": calls,
            "place": place.as_ref().map(described),
            "notes": notes,
        })
    }

    /// A file and an offset in it, of an address in code. Code objects are in memory alone: they are copied.
    fn site(&mut self, site: usize) -> Option<String> {
        let (name, base) = calls::file((site - 1) as *const c_void)?;
        let offset = site - 1 - base;
        let Some(folder) = output().filter(|_| name.starts_with("/proc/") || name.contains("memfd:")) else {
            return Some(format!("{name}+{offset:#x}"));
        };
        let next = self.copied.len();
        let copy = self.copied.entry(base).or_insert_with(|| {
            let to = format!("{folder}.{}.{next}.so", std::process::id());
            match std::fs::copy(&name, &to) {
                Ok(_) => to,
                Err(_) => name.clone(),
            }
        });
        Some(format!("{copy}+{offset:#x}"))
    }
}

fn described(place: &Place) -> Value {
    let Place { kernel, launch, calls, block, thread, lane } = place;
    json!({ "kernel": kernel, "launch": launch, "calls": &**calls, "block": block, "thread": thread, "lane": lane })
}

/// A kernel's name as its source has it.
pub(crate) fn readable(name: &str) -> String {
    let readable = cpp_demangle::Symbol::new(name).ok().and_then(|symbol| symbol.demangle().ok());
    readable.unwrap_or_else(|| name.to_owned())
}

/// For who runs the program without the command.
fn text(finding: &Finding) -> String {
    let mut text = format!("{}/{}: {}", finding.tool.name(), finding.kind, finding.message);
    if let Some(place) = &finding.place {
        let [x, y, z] = place.block;
        text += &format!(", in kernel `{}`, block ({x}, {y}, {z})", readable(&place.kernel));
        if let Some([x, y, z]) = place.thread {
            text += &format!(", thread ({x}, {y}, {z})");
        }
    }
    text
}
