//! Known faults of compilers (`text/known.toml`), and which findings are theirs: the kernels are built once more with the faults' shapes
//! taken out of them. What has another cause as well, or is not seen to have this one, stays a finding.

use crate::examine::{self, Finding, Manner, Variant};
use crate::tree::{Kernel, Shape, Statement};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

#[derive(Deserialize)]
struct File {
    fault: Vec<Fault>,
}

/// A row of `text/known.toml`, which says what the columns are.
#[derive(Clone, Deserialize)]
pub(crate) struct Fault {
    pub(crate) name: String,
    pub(crate) what: String,
    pub(crate) option: String,
    pub(crate) values: Option<String>,
    pub(crate) message: Option<String>,
    pub(crate) probe: String,
}

/// A finding and the names of the faults that it comes of, if these are known.
pub(crate) type Explained = (Vec<String>, Finding);

/// The faults that are known.
pub(crate) fn faults() -> Vec<Fault> {
    let file: File = toml::from_str(include_str!("text/known.toml")).unwrap();
    file.fault
}

/// The findings with the faults that they come of.
pub(crate) fn explained(faults: &[Fault], manner: &Manner, folder: &Path, found: Vec<Finding>) -> Vec<Explained> {
    let mut groups = BTreeMap::<_, Vec<Finding>>::new();
    for finding in found {
        groups.entry((finding.variant.clone(), finding.is_difference())).or_default().push(finding);
    }
    let explained = |((variant, _), found)| Group::new(faults, folder, variant, found).explained(manner, folder);
    groups.into_iter().flat_map(explained).collect()
}

/// Findings of one way to run kernels that are all differences, or all something else.
struct Group<'f> {
    variant: Variant,
    /// Each with the faults that it has signs of.
    found: Vec<(Vec<&'f Fault>, Finding)>,
    /// All of these faults.
    faults: Vec<&'f Fault>,
    /// The findings' kernels, and the faults' probes.
    kernels: Vec<Kernel>,
}

impl<'f> Group<'f> {
    fn new(all: &'f [Fault], folder: &Path, variant: Variant, found: Vec<Finding>) -> Self {
        let signs = |finding: Finding| (signs(all, folder, &finding), finding);
        let found: Vec<_> = found.into_iter().map(signs).collect();
        let faults: Vec<&Fault> = all.iter().filter(|fault| found.iter().any(|(signs, _)| has(signs, fault))).collect();
        let kernels = found.iter().map(|(_, finding)| finding.kernel.clone());
        let kernels = kernels.chain((0..faults.len()).map(|place| faults[place].probe(place))).collect();
        Self { variant, found, faults, kernels }
    }

    /// Takes the faults that the compiler has away one by one, in the end all together.
    fn explained(self, manner: &Manner, folder: &Path) -> Vec<Explained> {
        let wrong = |without: &[&Fault]| self.wrong(manner, folder, without);
        let before = if self.faults.is_empty() { BTreeSet::new() } else { wrong(&[]) };
        let there = self.faults.iter().enumerate().filter(|(place, _)| before.contains(&probe_number(*place)));
        let there: Vec<&Fault> = there.map(|(_, fault)| *fault).collect();
        let sets: Vec<&[&Fault]> = there.chunks(1).chain((there.len() > 1).then_some(there.as_slice())).collect();
        let mut names = vec![Vec::new(); self.found.len()];
        for set in sets {
            let after = wrong(set);
            for ((signs, finding), names) in self.found.iter().zip(&mut names) {
                let number = finding.kernel.number;
                let mended = before.contains(&number) && !after.contains(&number) && self.has_right_probes(set, &after);
                if names.is_empty() && mended && set.iter().all(|fault| has(signs, fault)) {
                    *names = set.iter().map(|fault| fault.name.clone()).collect();
                }
            }
        }
        names.into_iter().zip(self.found.into_iter().map(|(_, finding)| finding)).collect()
    }

    /// The numbers of kernels that are wrong where the shapes of some faults are taken out of them.
    fn wrong(&self, manner: &Manner, folder: &Path, without: &[&Fault]) -> BTreeSet<usize> {
        let options = without.iter().map(|fault| fault.option.clone());
        let manner = Manner { flags: manner.flags.iter().cloned().chain(options).collect(), ..manner.clone() };
        let found = manner.examine(folder, &self.kernels, &[self.variant.build()]);
        found.iter().filter(|found| found.variant == self.variant).map(|found| found.kernel.number).collect()
    }

    fn has_right_probes(&self, set: &[&Fault], wrong: &BTreeSet<usize>) -> bool {
        !self.faults.iter().enumerate().any(|(place, fault)| has(set, fault) && wrong.contains(&probe_number(place)))
    }
}

fn has(faults: &[&Fault], fault: &Fault) -> bool {
    faults.iter().any(|one| one.name == fault.name)
}

/// The number of a probe, which no kernel has.
fn probe_number(place: usize) -> usize {
    usize::MAX - place
}

/// The faults that a finding can come of, by what its kernel's reference or the compiler said.
fn signs<'f>(faults: &'f [Fault], folder: &Path, finding: &Finding) -> Vec<&'f Fault> {
    let said = examine::values(&folder.join("values"), std::slice::from_ref(&finding.kernel));
    let has = |sign: &Option<String>, text: &str| sign.as_ref().is_some_and(|sign| text.contains(sign.as_str()));
    let difference = finding.is_difference();
    let fits = |fault: &&Fault| if difference { has(&fault.values, &said) } else { has(&fault.message, &finding.what) };
    faults.iter().filter(fits).collect()
}

impl Fault {
    /// A kernel that shows it, if it is the fault at `place`.
    pub(crate) fn probe(&self, place: usize) -> Kernel {
        let body = vec![Statement::new(self.probe.trim_end(), Vec::new())];
        Kernel { number: probe_number(place), shape: Shape([64, 1, 1]), functions: Vec::new(), variables: Vec::new(), body }
    }
}
