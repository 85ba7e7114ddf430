//! Turns `cpu` and `gfx90a:sramecc-:xnack+` into targets, and lists of them into a set that one compilation can make.

use hipify_error::Error;
use hipify_rules::{Gfx, gfx, gfx_targets};
use std::cmp::Reverse;
use std::fmt;

/// The name by which the CPU is a target.
pub const CPU: &str = "cpu";

/// What device code is compiled for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// An AMD GPU.
    Gpu(TargetId),
    /// The CPU of this machine, by the bundled runtime; for warps of so many lanes alone, where that is a constant in the code.
    Cpu(Option<u32>),
}

impl Target {
    /// `cpu`, `cpu:wave32` or `cpu:wave64`, or a target id.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let of_cpu = [None, Some(32), Some(64)].map(Self::Cpu).into_iter().find(|target| target.to_string() == text);
        of_cpu.map_or_else(|| TargetId::parse(text).map(Self::Gpu), Ok)
    }

    /// Whether it is the CPU, for warps of whatever size.
    pub fn is_cpu(&self) -> bool {
        matches!(self, Self::Cpu(_))
    }

    /// Targets, each of `texts` a comma list; in the order given, each once.
    ///
    /// clang refuses two ids of one target that do not name the same features, since both would fit the same device; so do we.
    pub fn parse_list<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> Result<Vec<Self>, Error> {
        let mut targets: Vec<Self> = Vec::new();
        for list in texts {
            for text in list.as_ref().split(',').map(str::trim).filter(|text| !text.is_empty()) {
                let target = Self::parse(text)?;
                if let Some(other) = targets.iter().find(|other| other.conflicts(&target)) {
                    let remedy = "name a feature in each id of the target or in none";
                    return Err(Error::usage(format!("targets `{other}` and `{target}` cannot be built together"), remedy));
                }
                if !targets.contains(&target) {
                    targets.push(target);
                }
            }
        }
        Ok(targets)
    }

    fn conflicts(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Gpu(one), Self::Gpu(other)) => one.conflicts(other),
            (Self::Cpu(one), Self::Cpu(other)) => one.is_some() != other.is_some(),
            _ => false,
        }
    }

    /// The GPU, where it is one.
    pub fn gpu(&self) -> Option<&TargetId> {
        match self {
            Self::Gpu(id) => Some(id),
            Self::Cpu(_) => None,
        }
    }

    /// The id by which clang's offload bundler names a code object.
    pub fn bundle_entry(&self) -> String {
        match self {
            Self::Gpu(id) => format!("hipv4-amdgcn-amd-amdhsa--{id}"),
            Self::Cpu(lanes) => hipify_abi::bundle_entry(*lanes),
        }
    }

    /// The entry of relocatable device code in an object, as clang names it.
    pub fn relocatable_entry(&self) -> String {
        match self {
            Self::Gpu(id) => format!("hip-amdgcn-amd-amdhsa--{id}"),
            Self::Cpu(lanes) => hipify_abi::bundle_entry(*lanes),
        }
    }
}

/// The GPUs among targets.
pub fn gpus(targets: &[Target]) -> impl Iterator<Item = &TargetId> {
    targets.iter().filter_map(Target::gpu)
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gpu(id) => id.fmt(f),
            Self::Cpu(None) => f.write_str(CPU),
            Self::Cpu(Some(lanes)) => write!(f, "{CPU}:wave{lanes}"),
        }
    }
}

/// A GPU with the features it is built for; a feature left out is built for both settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetId {
    /// The processor.
    pub gfx: &'static Gfx,
    /// Error correction of its memories, where the target id says so.
    pub sramecc: Option<bool>,
    /// Retry of memory accesses after page faults, where the target id says so.
    pub xnack: Option<bool>,
}

impl TargetId {
    /// A target id as `--offload-arch` takes it (AMDGPUUsage, "Target ID"); features in any order.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let mut parts = text.split(':');
        let name = parts.next().unwrap_or_default();
        let gfx = gfx(name).ok_or_else(|| Error::usage(format!("unknown target `{name}`"), near(name)))?;
        let mut id = Self { gfx, sramecc: None, xnack: None };
        for part in parts {
            id.set(text, part)?;
        }
        Ok(id)
    }

    fn set(&mut self, text: &str, part: &str) -> Result<(), Error> {
        let (feature, on) = if let Some(feature) = part.strip_suffix('+') {
            (feature, true)
        } else if let Some(feature) = part.strip_suffix('-') {
            (feature, false)
        } else {
            let remedy = "a feature ends in `+` or `-`, as in `gfx90a:xnack+`";
            return Err(Error::usage(format!("`{part}` in target `{text}` is neither on nor off"), remedy));
        };
        let (slot, has) = match feature {
            "sramecc" => (&mut self.sramecc, self.gfx.sramecc),
            "xnack" => (&mut self.xnack, self.gfx.xnack),
            _ => {
                let remedy = format!("`{}` takes {}", self.gfx.name, features(self.gfx));
                return Err(Error::usage(format!("unknown feature `{feature}` in target `{text}`"), remedy));
            }
        };
        if !has {
            let remedy = format!("leave it out: `{}` takes {}", self.gfx.name, features(self.gfx));
            return Err(Error::usage(format!("target `{}` has no feature `{feature}`", self.gfx.name), remedy));
        }
        if slot.is_some() {
            return Err(Error::usage(format!("feature `{feature}` stands twice in target `{text}`"), "name it once"));
        }
        *slot = Some(on);
        Ok(())
    }

    fn conflicts(&self, other: &Self) -> bool {
        let same_features = self.sramecc.is_some() == other.sramecc.is_some() && self.xnack.is_some() == other.xnack.is_some();
        self.gfx.name == other.gfx.name && !same_features
    }

    /// The features that are set, as LLVM's `-mattr` takes them.
    pub fn attributes(&self) -> Vec<String> {
        let settings = [("sramecc", self.sramecc), ("xnack", self.xnack)];
        let sign = |on: bool| if on { '+' } else { '-' };
        settings.into_iter().filter_map(|(name, setting)| setting.map(|on| format!("{}{name}", sign(on)))).collect()
    }
}

/// In clang's canonical form, features by name.
impl fmt::Display for TargetId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.gfx.name)?;
        for (feature, setting) in [("sramecc", self.sramecc), ("xnack", self.xnack)] {
            if let Some(on) = setting {
                write!(f, ":{feature}{}", if on { '+' } else { '-' })?;
            }
        }
        Ok(())
    }
}

fn features(gfx: &Gfx) -> &'static str {
    match (gfx.sramecc, gfx.xnack) {
        (true, true) => "`sramecc` and `xnack`",
        (true, false) => "`sramecc`",
        (false, true) => "`xnack`",
        (false, false) => "no features",
    }
}

/// What to say of a name that no target has: the target of the product of that name, else the nearest target.
fn near(name: &str) -> String {
    let lower = name.to_ascii_lowercase();
    if lower == CPU {
        return "the CPU is `cpu`, or `cpu:wave32` or `cpu:wave64` for warps of that size alone; `--cpu-arch` chooses its level"
            .to_owned();
    }
    let names_product = |product: &&str| {
        let product = product.to_ascii_lowercase();
        product == lower || product.split(' ').next_back() == Some(&*lower)
    };
    for gfx in gfx_targets() {
        if let Some(product) = gfx.products.iter().find(|product| names_product(product)) {
            return format!("{product} is `{}`", gfx.name);
        }
    }
    if lower.starts_with("sm_") || lower.starts_with("compute_") {
        return "that is an NVIDIA target; AMD's are named like `gfx90a`".to_owned();
    }
    // Of equally near names the one that starts alike longest: `gfx1202` is rather `gfx1200` than `gfx1102`.
    let alike = |gfx: &Gfx| gfx.name.bytes().zip(lower.bytes()).take_while(|(one, other)| one == other).count();
    let distance = |gfx: &Gfx| strsim::osa_distance(gfx.name, &lower);
    match gfx_targets().min_by_key(|gfx| (distance(gfx), Reverse(alike(gfx)))) {
        Some(gfx) if distance(gfx) <= 3 => format!("the nearest known target is `{}`", gfx.name),
        _ => "targets are named like `gfx90a` or `gfx1100`".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> String {
        Target::parse_list([text]).unwrap().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    fn refused(text: &str) -> (String, String) {
        let error = Target::parse_list([text]).unwrap_err();
        (error.to_string(), error.remedy().unwrap_or_default().to_owned())
    }

    #[test]
    fn features_are_put_in_clangs_order() {
        assert_eq!(said("gfx90a:xnack+:sramecc-"), "gfx90a:sramecc-:xnack+");
        let id = Target::parse("gfx90a:xnack+:sramecc-").unwrap();
        assert_eq!(id.bundle_entry(), "hipv4-amdgcn-amd-amdhsa--gfx90a:sramecc-:xnack+");
    }

    #[test]
    fn a_comma_list_names_each_target_once_in_the_order_given() {
        assert_eq!(said("gfx1100, gfx90a:xnack-,gfx1100,gfx90a:xnack+,"), "gfx1100 gfx90a:xnack- gfx90a:xnack+");
    }

    #[test]
    fn the_cpu_is_a_target_among_others() {
        assert_eq!(said("gfx1100,cpu,gfx90a,cpu"), "gfx1100 cpu gfx90a");
        assert_eq!(Target::Cpu(None).bundle_entry(), "hip-x86_64-pc-linux-gnu");
        assert_eq!(said("cpu:wave64,cpu:wave32"), "cpu:wave64 cpu:wave32");
        assert_eq!(Target::Cpu(Some(64)).bundle_entry(), "hip-x86_64-pc-linux-gnu--wave64");
        assert_eq!(refused("cpu,cpu:wave32").0, "targets `cpu` and `cpu:wave32` cannot be built together");
        assert_eq!(refused("cpu:xnack+").0, "unknown target `cpu`");
    }

    #[test]
    fn an_unknown_target_gets_the_nearest_known_one() {
        let (message, remedy) = refused("gfx1202");
        assert_eq!(message, "unknown target `gfx1202`");
        assert!(remedy.contains("gfx120"), "{remedy}");
        assert!(refused("gfx90A").1.contains("`gfx90a`"));
        assert!(refused("gfx90a:xnack+,gtx900").1.contains("`gfx900`"));
        assert!(refused("sm_80").1.contains("NVIDIA"));
    }

    #[test]
    fn a_products_name_gets_its_target() {
        assert_eq!(refused("MI300X").1, "Instinct MI300X is `gfx942`");
    }

    #[test]
    fn a_feature_must_be_one_the_target_has_and_stand_once() {
        assert!(refused("gfx1030:xnack+").0.contains("`gfx1030` has no feature `xnack`"));
        assert!(refused("gfx90a:tgsplit+").1.contains("`sramecc` and `xnack`"));
        assert!(refused("gfx90a:xnack").0.contains("neither on nor off"));
        assert!(refused("gfx90a:xnack+:xnack-").0.contains("twice"));
    }

    #[test]
    fn ids_of_a_target_that_name_different_features_cannot_be_built_together() {
        assert_eq!(refused("gfx90a,gfx90a:xnack+").0, "targets `gfx90a` and `gfx90a:xnack+` cannot be built together");
        assert!(refused("gfx90a:xnack+,gfx90a:sramecc+:xnack-").0.contains("cannot be built together"));
    }
}
