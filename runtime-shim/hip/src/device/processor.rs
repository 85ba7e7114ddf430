//! What the machine says of its processor and memory (/proc, /sys), as far as a device's properties need it.

use std::fs;
use std::sync::OnceLock;

/// The facts, read once.
pub struct Processor {
    /// The model's name, or `x86-64 processor`.
    pub name: String,
    /// Bytes of physical memory; 0 where the system does not say.
    pub memory: usize,
    /// Bytes of the second-level cache of one core; 0 where the system does not say.
    pub second_level_cache: usize,
    /// Bytes of the largest cache, which cores may share; 0 where the system does not say.
    pub last_level_cache: usize,
    /// A number that stays the same for this machine.
    pub identity: u64,
}

/// The machine that this process runs on.
pub fn processor() -> &'static Processor {
    static PROCESSOR: OnceLock<Processor> = OnceLock::new();
    PROCESSOR.get_or_init(|| Processor {
        name: model(&read("/proc/cpuinfo")).unwrap_or("x86-64 processor").to_owned(),
        memory: total_memory(&read("/proc/meminfo")).unwrap_or(0),
        second_level_cache: cache(2).unwrap_or(0),
        last_level_cache: cache(3).or_else(|| cache(2)).unwrap_or(0),
        identity: hash(read("/etc/machine-id").trim().as_bytes()),
    })
}

/// Bytes of a cache of the first core, by its number in /sys.
fn cache(index: u32) -> Option<usize> {
    size(&read(&format!("/sys/devices/system/cpu/cpu0/cache/index{index}/size")))
}

/// A file's text; empty where it cannot be read.
fn read(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

fn model(cpuinfo: &str) -> Option<&str> {
    let line = cpuinfo.lines().find(|line| line.starts_with("model name"))?;
    line.split_once(':').map(|(_, name)| name.trim()).filter(|name| !name.is_empty())
}

fn total_memory(meminfo: &str) -> Option<usize> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<usize>().ok().map(|kibibytes| kibibytes << 10)
}

/// `512K` or `32M` in bytes.
fn size(text: &str) -> Option<usize> {
    let text = text.trim();
    let (digits, shift) = match text.strip_suffix('M') {
        Some(digits) => (digits, 20),
        None => (text.strip_suffix('K')?, 10),
    };
    digits.parse::<usize>().ok().map(|number| number << shift)
}

/// FNV-1a, 64 bits.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_read_from_the_texts_of_the_system() {
        assert_eq!(model("processor\t: 0\nmodel name\t: AMD EPYC 9654\nmodel name\t: other\n"), Some("AMD EPYC 9654"));
        assert_eq!(model("processor : 0\n"), None);
        assert_eq!(total_memory("MemTotal:       16 kB\nMemFree: 1 kB\n"), Some(16384));
        assert_eq!((size("512K\n"), size("2M"), size("odd")), (Some(512 << 10), Some(2 << 20), None));
    }
}
