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

/// A launch is made: blocks, threads of each, bytes of shared memory of each, static and dynamic.
pub(crate) fn launched(grid: [u32; 3], block: [u32; 3], shared: u64) {
    let Some(Limits { name, shared: most_shared, threads: most_threads, .. }) = limits() else { return };
    let threads: u64 = block.iter().map(|&extent| u64::from(extent)).product();
    if threads > *most_threads {
        tell("block-size", format!("blocks of {threads} threads: {name} has {most_threads} at most"));
    }
    if shared > *most_shared {
        tell("shared-memory", format!("{shared} bytes of shared memory for each block: {name} has {most_shared} at most"));
    }
    for (dimension, (&blocks, &threads)) in ["x", "y", "z"].iter().zip(grid.iter().zip(&block)) {
        let all = u64::from(blocks) * u64::from(threads);
        if all > u64::from(u32::MAX) {
            tell(
                "grid-size",
                format!("{blocks} blocks of {threads} threads in {dimension}: {name} counts a dimension's threads in 32 bits"),
            );
        } else if *dimension != "x" && blocks > MOST_IN_Y_AND_Z {
            tell("grid-size", format!("{blocks} blocks in {dimension}: {name} has {MOST_IN_Y_AND_Z} at most"));
        }
    }
}

/// A texture or a surface is made.
pub(crate) fn images() {
    if let Some(Limits { name, has_images: false, .. }) = limits() {
        tell("no-images", format!("a texture: {name} has no instructions for images, and calls that make textures fail there"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gpus_limits_are_read() {
        let limits = parsed("gfx942:shared=65536:threads=1024:images=0").unwrap();
        assert_eq!(limits, Limits { name: "gfx942".into(), shared: 65536, threads: 1024, has_images: false });
        assert!(parsed("gfx942").is_none() && parsed("gfx942:shared=many").is_none());
    }
}
