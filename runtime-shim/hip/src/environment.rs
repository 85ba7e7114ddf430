//! What the environment asks of the runtime: `HIPIFY_THREADS`, `HIPIFY_WAVE_SIZE`, `HIPIFY_DEVICE_COUNT`, `HIPIFY_FILL` and whether a
//! record is written; and what AMD's runtime reads too: `HIP_VISIBLE_DEVICES`, `ROCR_VISIBLE_DEVICES`, `CUDA_VISIBLE_DEVICES`
//! and `HSA_OVERRIDE_GFX_VERSION`.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// The width of a warp where nothing says otherwise; RDNA's and NVIDIA's.
const DEFAULT_WAVE_SIZE: u32 = 32;

/// Threads that kernels run on: `HIPIFY_THREADS`, else all that the process may use.
pub fn threads() -> usize {
    static THREADS: OnceLock<usize> = OnceLock::new();
    *THREADS.get_or_init(|| {
        number("HIPIFY_THREADS", 1..=4096)
            .map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), |count| count as usize)
    })
}

/// Whether a record of the run is asked for: `HIPIFY_RECORD`.
pub(crate) fn is_recorded() -> bool {
    static ASKED: OnceLock<bool> = OnceLock::new();
    *ASKED.get_or_init(|| std::env::var_os(hipify_record::variables::FILE).is_some_and(|file| !file.is_empty()))
}

/// The byte that fresh memory of programs is full of: `HIPIFY_FILL`, as `0xNN` or a decimal number. Without it memory is as the
/// system gives it, which most often is zero, and a program that relies on that is right by luck.
pub(crate) fn fill() -> Option<u8> {
    static FILL: OnceLock<Option<u8>> = OnceLock::new();
    *FILL.get_or_init(|| {
        let value = std::env::var("HIPIFY_FILL").ok()?;
        let byte = byte(value.trim());
        if byte.is_none() {
            eprintln!("hipify: `HIPIFY_FILL={value}` is no byte from 0x00 to 0xff; it is ignored");
        }
        byte
    })
}

/// A byte as programs of C write it: `0xNN`, or a decimal number.
fn byte(text: &str) -> Option<u8> {
    let hexadecimal = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let (digits, radix) = hexadecimal.map_or((text, 10), |digits| (digits, 16));
    // The standard library takes a sign too.
    if digits.starts_with('+') { None } else { u8::from_str_radix(digits, radix).ok() }
}

/// CPU devices that there are, hidden ones too: `HIPIFY_DEVICE_COUNT`, else one.
pub fn all_devices() -> usize {
    static COUNT: OnceLock<usize> = OnceLock::new();
    *COUNT.get_or_init(|| number("HIPIFY_DEVICE_COUNT", 1..=64).unwrap_or(1) as usize)
}

/// CPU devices that the program sees: lists of visible devices may hide some or all. Which of them they name does not matter: all are
/// the same processor. The lists are read at the first call of the API, before which a program may still write them.
pub fn device_count() -> usize {
    static COUNT: OnceLock<usize> = OnceLock::new();
    *COUNT.get_or_init(|| {
        let all = all_devices();
        // The second is for programs that come from CUDA, where the first is not set.
        let hips = ["HIP_VISIBLE_DEVICES", "CUDA_VISIBLE_DEVICES"].into_iter().find_map(list);
        [list("ROCR_VISIBLE_DEVICES"), hips].into_iter().flatten().fold(all, |count, (name, list)| {
            let shown = visible(&list, count);
            if shown == 0 {
                eprintln!("hipify: `{name}={list}` hides the device: programs see {count} on this processor, numbered from 0");
            }
            shown
        })
    })
}

/// A list of visible devices and its name; an empty one hides nothing, as on AMD's runtime.
fn list(name: &'static str) -> Option<(&'static str, String)> {
    std::env::var(name).ok().filter(|list| !list.is_empty()).map(|list| (name, list))
}

/// How many of `count` devices a list shows: those up to the first that there is not, or that it has named before.
fn visible(list: &str, count: usize) -> usize {
    let mut named = Vec::new();
    let numbers = list.split(',').map_while(|number| number.trim().parse::<usize>().ok());
    for number in numbers.take_while(|&number| number < count) {
        if named.contains(&number) {
            break;
        }
        named.push(number);
    }
    named.len()
}

/// A GPU's version: major, minor and stepping, each a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GfxVersion {
    pub(crate) major: u8,
    pub(crate) minor: u8,
    pub(crate) stepping: u8,
}

impl GfxVersion {
    /// As AMD's names have it: `gfx90a` of 9.0.10.
    pub(crate) fn name(self) -> String {
        format!("gfx{}{:x}{:x}", self.major, self.minor, self.stepping)
    }

    /// Of `9.0.10`. Minor version and stepping are one hexadecimal digit of the name each.
    fn parse(text: &str) -> Option<Self> {
        let numbers: Option<Vec<u8>> = text.trim().split('.').map(|number| number.parse().ok()).collect();
        match numbers?[..] {
            [major, minor @ 0..16, stepping @ 0..16] => Some(Self { major, minor, stepping }),
            _ => None,
        }
    }
}

/// The GPU that devices say they are, to programs that ask for one by name: `HSA_OVERRIDE_GFX_VERSION`, by which AMD's runtime
/// too takes a device for another (ROCr's `GpuAgent`).
pub(crate) fn shown_as() -> Option<GfxVersion> {
    static ASKED: OnceLock<Option<GfxVersion>> = OnceLock::new();
    *ASKED.get_or_init(|| {
        let value = std::env::var("HSA_OVERRIDE_GFX_VERSION").ok().filter(|value| !value.is_empty())?;
        let parsed = GfxVersion::parse(&value);
        if parsed.is_none() {
            eprintln!("hipify: `HSA_OVERRIDE_GFX_VERSION={value}` is no version as `9.4.2`; it is ignored");
        }
        parsed
    })
}

/// Lanes of a warp: `HIPIFY_WAVE_SIZE`, else those of the GPU that devices say they are, else those of the first GPU for which the
/// program was built too, else 32.
pub fn wave_size() -> u32 {
    static ASKED: OnceLock<Option<u32>> = OnceLock::new();
    let asked = *ASKED.get_or_init(|| {
        let asked = number("HIPIFY_WAVE_SIZE", 32..=64)?;
        if asked != 32 && asked != 64 {
            eprintln!("hipify: `HIPIFY_WAVE_SIZE={asked}` is neither 32 nor 64; it is ignored");
            return None;
        }
        Some(asked)
    });
    let asked = asked.or_else(|| shown_as().map(|version| wave_size_of(&version.name())));
    match (asked, OF_BUNDLE.load(Ordering::Relaxed)) {
        (Some(asked), _) => asked,
        (None, 0) => DEFAULT_WAVE_SIZE,
        (None, of_bundle) => of_bundle,
    }
}

/// The wave size of the first bundle that names a GPU; 0 until there is one.
static OF_BUNDLE: AtomicU32 = AtomicU32::new(0);

/// Notes a GPU's name (`gfx90a`) out of an offload bundle. The first one decides the wave size.
pub fn note_gpu(name: &str) {
    note_lanes(wave_size_of(name));
}

/// Notes the warps of a bundle whose code for the CPU holds for those of one size alone.
pub fn note_lanes(size: u32) {
    // Only the first one counts; the value is used alone, so that relaxed order is enough.
    let _ = OF_BUNDLE.compare_exchange(0, size, Ordering::Relaxed, Ordering::Relaxed);
}

/// The wave size, which no later bundle changes: code for it is taken.
pub fn settled_wave_size() -> u32 {
    note_lanes(wave_size());
    wave_size()
}

/// GCN and CDNA (gfx6 to gfx9) have waves of 64 lanes, RDNA (gfx10 and later) of 32.
fn wave_size_of(name: &str) -> u32 {
    let digits = name.trim_start_matches("gfx").split(|letter: char| !letter.is_ascii_hexdigit()).next().unwrap_or("");
    // The last two characters are minor version and stepping.
    let kept = if name.contains("-generic") { digits.len() } else { digits.len().saturating_sub(2) };
    let major = digits.get(..kept).and_then(|major| major.parse::<u32>().ok());
    if major.is_some_and(|major| major >= 10) { 32 } else { 64 }
}

/// A variable's value, where it is a number in the range; a line on stderr where it is anything else.
fn number(variable: &str, range: std::ops::RangeInclusive<u32>) -> Option<u32> {
    let value = std::env::var(variable).ok()?;
    let parsed = value.trim().parse::<u32>().ok().filter(|number| range.contains(number));
    if parsed.is_none() {
        eprintln!("hipify: `{variable}={value}` is no number from {} to {}; it is ignored", range.start(), range.end());
    }
    parsed
}

#[cfg(test)]
mod tests {
    use super::{GfxVersion, byte, visible, wave_size_of};

    #[test]
    fn versions_become_names() {
        for (version, name) in [("9.4.2", "gfx942"), ("9.0.10", "gfx90a"), ("11.0.0", "gfx1100"), (" 12.0.1 ", "gfx1201")] {
            assert_eq!(GfxVersion::parse(version).map(GfxVersion::name).as_deref(), Some(name), "{version}");
        }
        for version in ["", "9", "9.4", "9.4.2.1", "9.16.0", "gfx942", "9.-4.2", "9..2", "300.0.0"] {
            assert_eq!(GfxVersion::parse(version), None, "{version}");
        }
    }

    #[test]
    fn bytes_are_hexadecimal_or_decimal() {
        for (text, value) in [("0xAB", Some(0xab)), ("0Xff", Some(255)), ("0x0", Some(0)), ("171", Some(171))] {
            assert_eq!(byte(text), value, "{text}");
        }
        for text in ["", "0x", "0x100", "256", "-1", "+1", "0x+1", "ab"] {
            assert_eq!(byte(text), None, "{text}");
        }
    }

    #[test]
    fn a_list_of_visible_devices_ends_at_the_first_that_is_none() {
        for (list, shown) in
            [("0", 1), ("1,0", 2), ("0, 1,2", 3), ("-1", 0), ("4", 0), ("1,-1,2", 1), ("1,4,2", 1), ("0,0,1", 1), ("GPU-1", 0)]
        {
            assert_eq!(visible(list, 4), shown, "{list}");
        }
    }

    #[test]
    fn waves_of_gcn_have_64_lanes_and_of_rdna_32() {
        for (name, size) in
            [("gfx906", 64), ("gfx90a", 64), ("gfx942", 64), ("gfx803", 64), ("gfx1030", 32), ("gfx1100", 32), ("gfx1201", 32)]
        {
            assert_eq!(wave_size_of(name), size, "{name}");
        }
        assert_eq!(wave_size_of("gfx90a:sramecc+:xnack-"), 64);
        assert_eq!(wave_size_of("gfx10-3-generic"), 32);
        assert_eq!(wave_size_of("gfx9-generic"), 64);
    }
}
