//! Known faults of compilers: which releases of clang have them for which targets, and the flags that work around them.

use crate::{Architecture, Gfx};

include!(concat!(env!("OUT_DIR"), "/faults.rs"));

/// One row of `rules/compiler-faults.toml`.
#[derive(Debug, PartialEq, Eq)]
pub struct CompilerFault {
    /// As its regression program is called: `byte-differences`.
    pub name: &'static str,
    /// What `hipify-rs explain` knows it by.
    pub code: &'static str,
    /// What goes wrong, in one sentence without a full stop.
    pub summary: &'static str,
    releases: &'static [Releases],
    architectures: &'static [Architecture],
    /// Device code for the CPU has it too.
    pub cpu: bool,
    /// Flags of each device compile that keep the compiler from it; none where no flag does.
    pub workaround: &'static [&'static str],
    workaround_releases: &'static [Releases],
    workaround_architectures: &'static [Architecture],
    /// The flags do no harm to any release or target, so that build files for all of them hold them.
    pub is_worked_around_everywhere: bool,
    pub probe: Probe,
    /// The manual page, in Markdown.
    pub page: &'static str,
}

/// The first and the last release of a range as major and minor version; without a last one the fault goes on.
type Releases = ((u32, u32), Option<(u32, u32)>);

/// A program whose compiled form shows the fault.
#[derive(Debug, PartialEq, Eq)]
pub struct Probe {
    /// HIP without any headers.
    pub source: &'static str,
    pub emit: Emit,
    /// Lines of the output hold one of these where the fault is absent.
    pub healthy: &'static [&'static str],
    /// How many such lines there are then, at least.
    pub at_least: usize,
}

/// What a probe looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emit {
    Assembly,
    /// LLVM's, as text.
    Ir,
}

impl CompilerFault {
    /// Whether this release of clang has it.
    pub fn in_release(&self, major: u32, minor: u32) -> bool {
        includes(self.releases, (major, minor))
    }

    /// Whether builds pass the flags to this release for this target; those of the CPU do where the fault is there.
    pub fn is_worked_around(&self, (major, minor): (u32, u32), gfx: &Gfx) -> bool {
        let targets = self.workaround_architectures;
        includes(self.workaround_releases, (major, minor)) && (targets.is_empty() || targets.contains(&gfx.architecture))
    }

    /// Whether device code for this target has it.
    pub fn on(&self, gfx: &Gfx) -> bool {
        self.architectures.is_empty() || self.architectures.contains(&gfx.architecture)
    }

    /// The releases as the bounds of a range: first, and the first after the last one.
    ///
    /// The release after `19.1` is `20.0`: minor versions above 1 are not made.
    pub fn release_bounds(&self) -> impl Iterator<Item = (u32, Option<u32>)> {
        self.releases.iter().map(|(first, last)| (first.0, last.map(|(major, _)| major + 1)))
    }
}

fn includes(ranges: &[Releases], release: (u32, u32)) -> bool {
    ranges.iter().any(|(first, last)| *first <= release && last.is_none_or(|last| release <= last))
}

impl Probe {
    /// Whether a compiler's output shows the fault.
    pub fn shows_fault(&self, output: &str) -> bool {
        let is_healthy = |line: &&str| self.healthy.iter().any(|text| line.contains(text));
        output.lines().filter(is_healthy).count() < self.at_least
    }
}

/// All known faults, by code.
pub fn compiler_faults() -> &'static [CompilerFault] {
    &FAULTS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gfx;

    fn fault(name: &str) -> &'static CompilerFault {
        compiler_faults().iter().find(|fault| fault.name == name).unwrap()
    }

    #[test]
    fn a_fault_is_in_the_releases_of_its_range_alone() {
        let fault = fault("byte-differences");
        let affected = [(18, 1), (19, 0), (19, 1), (20, 1)].map(|(major, minor)| fault.in_release(major, minor));
        assert_eq!(affected, [false, true, true, false]);
        assert_eq!(fault.release_bounds().collect::<Vec<_>>(), [(19, Some(20))]);
    }

    #[test]
    fn a_range_without_an_end_goes_on() {
        let fault = fault("one-lane-sets");
        assert!(fault.in_release(17, 0) && fault.in_release(99, 1) && !fault.in_release(16, 0));
    }

    #[test]
    fn a_fault_is_on_its_architectures_alone() {
        let on = |name: &str, target: &str| fault(name).on(gfx(target).unwrap());
        assert!(on("byte-differences", "gfx942") && on("byte-differences", "gfx1030") && on("byte-differences", "gfx9-generic"));
        assert!(!on("byte-differences", "gfx803") && !on("byte-differences", "gfx1100") && on("one-lane-sets", "gfx1100"));
    }

    #[test]
    fn flags_that_harm_other_targets_are_for_some_alone() {
        let fault = fault("wide-24-bit-products");
        let on = |target| (fault.on(gfx(target).unwrap()), fault.is_worked_around((19, 1), gfx(target).unwrap()));
        assert_eq!([on("gfx942"), on("gfx1100"), on("gfx803")], [(true, true), (true, false), (false, false)]);
        assert!(!fault.is_worked_around((18, 1), gfx("gfx942").unwrap()) && !fault.is_worked_around_everywhere);
    }

    #[test]
    fn codes_are_used_once_and_pages_have_their_headings() {
        let faults = compiler_faults();
        assert!(faults.windows(2).all(|pair| pair[0].code < pair[1].code));
        for fault in faults {
            assert!(
                ["## What", "## Why", "## How to work around it"].iter().all(|part| fault.page.contains(part)),
                "{}",
                fault.name
            );
            assert!(!fault.summary.ends_with('.'), "{}", fault.name);
        }
    }

    #[test]
    fn fewer_healthy_lines_than_asked_show_the_fault() {
        let probe = &fault("byte-differences").probe;
        assert!(probe.shows_fault("\tv_sub_u32_sdwa v1\n\ts_endpgm\n"));
        assert!(!probe.shows_fault("\tv_sub_u32_e32 v1\n\tv_sub_u32_e32 v2\n"));
        let probe = &fault("wide-24-bit-products").probe;
        assert!(probe.shows_fault("\tv_mad_u64_u32 v[0:1], s[0:1], v3, v2, v[0:1]\n"));
        assert!(!probe.shows_fault("\tv_and_b32_e32 v2, 0xffffff, v2\n\tv_mad_u64_u32 v[0:1], s[0:1], v3, v2, v[0:1]\n"));
        assert!(!probe.shows_fault("\tv_mul_u32_u24_e32 v5, v3, v2\n"));
    }
}
