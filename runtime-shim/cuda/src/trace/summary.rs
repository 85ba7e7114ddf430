//! Calls of a process -> how often each was made, how often it failed, how long it took, and what is not supported.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::Call;
use super::line::{micros, quoted};
use crate::entry::EntryPoint;

/// What is counted of one entry.
#[derive(Clone, Copy, Default)]
struct Count {
    calls: u64,
    failed: u64,
    unsupported: u64,
    took: Duration,
}

static COUNTS: Mutex<BTreeMap<&'static str, Count>> = Mutex::new(BTreeMap::new());

fn counts() -> MutexGuard<'static, BTreeMap<&'static str, Count>> {
    COUNTS.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(super) fn count(call: &Call) {
    let mut counts = counts();
    let count = counts.entry(name(call.entry)).or_default();
    count.calls += 1;
    count.failed += u64::from(call.status.is_some_and(|status| status != 0));
    count.took += call.took;
}

pub(super) fn count_unsupported(entry: &EntryPoint) {
    counts().entry(name(entry)).or_default().unsupported += 1;
}

fn name(entry: &EntryPoint) -> &'static str {
    entry.name.to_str().unwrap_or("")
}

/// A table, the entries with the most calls first.
pub(super) fn text() -> String {
    let counts = counts();
    let mut rows: Vec<_> = counts.iter().collect();
    rows.sort_by_key(|(name, count)| (std::cmp::Reverse(count.calls), **name));
    let calls: u64 = rows.iter().map(|(_, count)| count.calls).sum();
    let mut out = format!("hipify: {calls} calls of {} CUDA functions\n", rows.len());
    let _ = writeln!(out, "hipify: {:>9} {:>7} {:>12}  function", "calls", "failed", "total us");
    for (name, count) in rows {
        let mark = if count.unsupported > 0 { "  (not supported)" } else { "" };
        let _ = writeln!(out, "hipify: {:>9} {:>7} {:>12.1}  {name}{mark}", count.calls, count.failed, micros(count.took));
    }
    out
}

/// One JSON object.
pub(super) fn json() -> String {
    let row = |(name, count): (&&str, &Count)| {
        let (calls, failed, unsupported, took) = (count.calls, count.failed, count.unsupported, micros(count.took));
        format!("{}:{{\"calls\":{calls},\"failed\":{failed},\"unsupported\":{unsupported},\"took_us\":{took:.3}}}", quoted(name))
    };
    let rows: Vec<String> = counts().iter().map(row).collect();
    format!("{{\"summary\":{{{}}}}}\n", rows.join(","))
}
