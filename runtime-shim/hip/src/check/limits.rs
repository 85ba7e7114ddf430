//! What launches ask for beside what a named GPU has: `HIPIFY_CHECK_AS`, which `hipify-rs check --as` sets.

use std::sync::OnceLock;

use crate::check::finding::Finding;
use crate::check::{Tool, is_on, sink};

/// A GPU's limits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Limits {
    name: String,
    /// Bytes of shared memory of a block.
    shared: u64,
    /// Threads of a block.
    threads: u64,
    has_images: bool,
    /// What runs blocks on its own, on the largest product: compute units, or pairs of them; 0 where that is not known.
    units: u64,
    /// Of each of these: the warps that it holds, bytes of shared memory, how many of these are allocated at a time, and the most blocks of
    /// several warps.
    waves: u64,
    lds: u64,
    granule: u64,
    blocks: u64,
    lanes: u64,
}

impl Limits {
    /// The most blocks that run at once, whatever registers they take.
    fn at_once(&self, threads: u64, shared: u64) -> Option<u64> {
        let waves = threads.div_ceil(self.lanes.max(1)).max(1);
        let by_waves = self.waves / waves;
        let by_waves = if waves == 1 { by_waves } else { by_waves.min(self.blocks) };
        let by_shared = self.lds.checked_div(shared.next_multiple_of(self.granule.max(1))).unwrap_or(by_waves);
        (self.units > 0).then(|| self.units * by_waves.min(by_shared))
    }
}

/// Blocks in y and z: AMD's runtime has it for every GPU in `hipDeviceProp_t`, and refuses more.
const MOST_IN_Y_AND_Z: u32 = 1 << 16;

/// `gfx942:shared=65536:threads=1024:images=0`.
fn parsed(text: &str) -> Option<Limits> {
    let mut parts = text.split(':');
    let mut limits = Limits { name: parts.next()?.to_owned(), ..Limits::default() };
    for part in parts {
        let (key, value) = part.split_once('=')?;
        let value: u64 = value.parse().ok()?;
        match key {
            "shared" => limits.shared = value,
            "threads" => limits.threads = value,
            "images" => limits.has_images = value != 0,
            "units" => limits.units = value,
            "waves" => limits.waves = value,
            "lds" => limits.lds = value,
            "granule" => limits.granule = value,
            "blocks" => limits.blocks = value,
            "lanes" => limits.lanes = value,
            _ => return None,
        }
    }
    (limits.shared > 0 && limits.threads > 0).then_some(limits)
}

fn limits() -> Option<&'static Limits> {
    static LIMITS: OnceLock<Option<Limits>> = OnceLock::new();
    let read = || {
        let text = std::env::var("HIPIFY_CHECK_AS").ok().filter(|_| is_on(Tool::Api))?;
        let limits = parsed(&text);
        if limits.is_none() {
            eprintln!("hipify: `HIPIFY_CHECK_AS={text}` is not understood: `hipify-rs check --as GPU` sets it");
        }
        limits
    };
    LIMITS.get_or_init(read).as_ref()
}

fn tell(kind: &'static str, message: String) {
    sink::report(Finding::of_call(Tool::Api, kind, message));
}

/// A launch is made: blocks, threads of each, bytes of shared memory of each, static and dynamic, and the most threads that the kernel's launch
/// bounds allow, 0 for none.
pub(crate) fn launched(grid: [u32; 3], block: [u32; 3], shared: u64, bound: u32) {
    let Some(Limits { name, threads: most_threads, .. }) = limits() else { return };
    let threads: u64 = block.iter().map(|&extent| u64::from(extent)).product();
    if threads > *most_threads {
        let message = format!("blocks of {threads} threads: {name} has {most_threads} at most; launch more and smaller blocks");
        tell("block-size", message);
    } else if bound != 0 && threads > u64::from(bound) {
        let message = format!(
            "blocks of {threads} threads: `__launch_bounds__` of the kernel says {bound} at most, and the launch fails on {name}; launch \
             smaller blocks or raise the bound"
        );
        tell("launch-bounds", message);
    }
    shared_memory(shared);
    for (dimension, (&blocks, &threads)) in ["x", "y", "z"].iter().zip(grid.iter().zip(&block)) {
        let all = u64::from(blocks) * u64::from(threads);
        let remedy = "let each block do the work of several";
        if all > u64::from(u32::MAX) {
            tell(
                "grid-size",
                format!(
                    "{blocks} blocks of {threads} threads in {dimension}: {name} counts a dimension's threads in 32 bits; {remedy}"
                ),
            );
        } else if *dimension != "x" && blocks > MOST_IN_Y_AND_Z {
            tell(
                "grid-size",
                format!(
                    "{blocks} blocks in {dimension}: {name} has {MOST_IN_Y_AND_Z} at most; put the larger dimension into x, or {remedy}"
                ),
            );
        }
    }
}

/// Blocks ask for so many bytes of shared memory, or may do so in a launch to come.
pub(crate) fn shared_memory(bytes: u64) {
    if let Some(Limits { name, shared, .. }) = limits()
        && bytes > *shared
    {
        let remedy = "use less, as by smaller tiles: AMD's GPUs have no more for those who ask";
        tell("shared-memory", format!("{bytes} bytes of shared memory for each block: {name} has {shared} at most; {remedy}"));
    }
}

/// A cooperative launch is made, as [`launched`] has it: its blocks are all to run at once.
pub(crate) fn cooperative(grid: [u32; 3], block: [u32; 3], shared: u64) {
    let Some(limits) = limits() else { return };
    let [blocks, threads] = [grid, block].map(|extents| extents.iter().map(|&extent| u64::from(extent)).product::<u64>());
    let Some(most) = limits.at_once(threads, shared).filter(|&most| blocks > most) else { return };
    let message = format!(
        "a cooperative launch of {blocks} blocks of {threads} threads with {shared} bytes of shared memory: the largest {} runs {most} of them at \
         once; launch as many as the occupancy functions say and let each do the work of several",
        limits.name
    );
    tell("cooperative-size", message);
}

/// A texture or a surface is made.
pub(crate) fn images() {
    if let Some(Limits { name, has_images: false, .. }) = limits() {
        tell(
            "no-images",
            format!(
                "a texture: {name} has no instructions for images, and calls that make textures fail there; read by pointers"
            ),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gpus_limits_are_read() {
        let limits = parsed("gfx942:shared=65536:threads=1024:images=0").unwrap();
        assert_eq!(limits, Limits { name: "gfx942".into(), shared: 65536, threads: 1024, ..Limits::default() });
        assert_eq!(limits.at_once(256, 0), None);
        assert!(parsed("gfx942").is_none() && parsed("gfx942:shared=many").is_none());
    }

    #[test]
    fn blocks_at_once_are_bound_by_warps_and_shared_memory() {
        let text = "gfx942:shared=65536:threads=1024:images=0:units=304:waves=32:lds=65536:granule=512:blocks=16:lanes=64";
        let limits = parsed(text).unwrap();
        assert_eq!(
            [(1024, 0), (64, 0), (128, 0), (128, 40_000), (128, 8192)].map(|(threads, shared)| limits.at_once(threads, shared)),
            [Some(2 * 304), Some(32 * 304), Some(16 * 304), Some(304), Some(8 * 304),]
        );
    }
}
