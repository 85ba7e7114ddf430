//! Turns `gfx.toml` into the static table of AMDGPU targets.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Facts {
    default_target: String,
    architecture: BTreeMap<String, ArchitectureRow>,
    target: BTreeMap<String, TargetRow>,
}

/// What the targets of an architecture share; `gfx.toml` explains each field.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ArchitectureRow {
    title: String,
    wave_sizes: Vec<u32>,
    vgprs: u32,
    vgpr_granule: u32,
    addressable_vgprs: u32,
    #[serde(default)]
    unified_agprs: bool,
    #[serde(default)]
    sgpr_waves: Vec<(u32, u32)>,
    waves: u32,
    simds: u32,
    #[serde(default)]
    wgp: bool,
    lds: u32,
    lds_granule: u32,
    workgroups: u32,
    #[serde(default = "yes")]
    bpermute: bool,
    #[serde(default)]
    images: Images,
    #[serde(default)]
    atomics_by_option: Vec<FloatAtomics>,
    fp8: Option<Fp8>,
    #[serde(default = "all_bits")]
    clock_bits: u32,
}

#[derive(serde::Deserialize, Debug, Default)]
#[serde(rename_all = "kebab-case")]
enum Images {
    #[default]
    All,
    Unfiltered,
    None,
}

#[derive(serde::Deserialize, Debug)]
#[serde(rename_all = "kebab-case")]
enum FloatAtomics {
    Add,
    MinMax,
}

#[derive(serde::Deserialize, Debug)]
#[serde(rename_all = "kebab-case")]
enum Fp8 {
    Fnuz,
    Ocp,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct TargetRow {
    architecture: String,
    mach: u32,
    isa: Option<u32>,
    #[serde(default)]
    xnack: bool,
    #[serde(default)]
    sramecc: bool,
    #[serde(default = "oldest_clang")]
    clang_added: u32,
    clang_removed: Option<u32>,
    vgprs: Option<u32>,
    vgpr_granule: Option<u32>,
    compute_units: Option<u32>,
    #[serde(default)]
    representative: bool,
    #[serde(default)]
    products: Vec<String>,
}

fn yes() -> bool {
    true
}

fn all_bits() -> u32 {
    64
}

/// The oldest clang that this tool works with.
fn oldest_clang() -> u32 {
    17
}

/// Architectures by their keys, each with the name of its variant.
pub(crate) fn variants(path: &Path) -> BTreeMap<String, String> {
    facts(path).architecture.iter().map(|(key, row)| (key.clone(), variant(&row.title))).collect()
}

fn facts(path: &Path) -> Facts {
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    toml::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Rust text of `enum Architecture`, of `static GFX: [Gfx; N]`, sorted by name, and of the name of the default target.
pub(crate) fn table(path: &Path) -> String {
    let facts = facts(path);
    let mut out = architectures(&facts);
    assert!(facts.target.contains_key(&facts.default_target), "{}: unknown default target", path.display());
    writeln!(out, "static DEFAULT_TARGET: &str = {:?};", facts.default_target).expect("string");
    writeln!(out, "static GFX: [Gfx; {}] = [", facts.target.len()).expect("string");
    for (name, target) in &facts.target {
        let architecture = facts.architecture.get(&target.architecture);
        let architecture =
            architecture.unwrap_or_else(|| panic!("{}: {name}: unknown architecture `{}`", path.display(), target.architecture));
        writeln!(out, "{},", row(name, target, architecture)).expect("string");
    }
    out.push_str("];\n");
    out
}

/// The generations of AMD GPUs, and how AMD writes them.
fn architectures(facts: &Facts) -> String {
    let rows = || facts.architecture.values();
    let variants: Vec<String> = rows().map(|row| variant(&row.title)).collect();
    let titles: Vec<String> = rows().map(|row| format!("Self::{} => {:?}", variant(&row.title), row.title)).collect();
    format!(
        "/// A generation of AMD GPUs.\n#[derive(Clone, Copy, Debug, PartialEq, Eq)]\npub enum Architecture {{ {} }}\n\
         impl Architecture {{\n/// As AMD writes it.\npub fn title(self) -> &'static str {{ match self {{ {} }} }}\n}}\n",
        variants.join(", "),
        titles.join(", "),
    )
}

fn row(name: &str, target: &TargetRow, architecture: &ArchitectureRow) -> String {
    let generic = name.ends_with("-generic");
    let isa = target.isa.unwrap_or_else(|| isa(name));
    let sgprs: Vec<String> = architecture.sgpr_waves.iter().map(|(most, waves)| format!("({most}, {waves})")).collect();
    let limits = format!(
        "Limits {{ vgprs: {}, vgpr_granule: {}, addressable_vgprs: {}, unified_agprs: {}, sgpr_waves: &[{}], waves_per_simd: {}, \
         simds_per_cu: {}, wgp: {}, lds_per_cu: {}, lds_granule: {}, workgroups_per_cu: {}, max_workgroup: {MAX_WORKGROUP} }}",
        target.vgprs.unwrap_or(architecture.vgprs),
        target.vgpr_granule.unwrap_or(architecture.vgpr_granule),
        architecture.addressable_vgprs,
        architecture.unified_agprs,
        sgprs.join(", "),
        architecture.waves,
        architecture.simds,
        architecture.wgp,
        architecture.lds,
        architecture.lds_granule,
        architecture.workgroups,
    );
    format!(
        "Gfx {{ name: {name:?}, isa: {isa}, mach: {}, architecture: Architecture::{}, generic: {generic}, xnack: {}, sramecc: {}, \
         clang_added: {}, clang_removed: {:?}, code_object_min: {}, wave_sizes: &{:?}, bpermute: {}, images: Images::{:?}, atomics_by_option: &{}, fp8: {}, clock_bits: {}, \
         representative: {}, compute_units: {:?}, products: &{:?}, limits: {limits} }}",
        target.mach,
        variant(&architecture.title),
        target.xnack,
        target.sramecc,
        target.clang_added,
        target.clang_removed,
        if generic { 6 } else { 4 },
        architecture.wave_sizes,
        architecture.bpermute,
        architecture.images,
        qualified("FloatAtomics", &architecture.atomics_by_option),
        architecture.fp8.as_ref().map_or_else(|| "None".to_owned(), |fp8| format!("Some(Fp8::{fp8:?})")),
        architecture.clock_bits,
        target.representative,
        target.compute_units,
        target.products,
    )
}

/// `[FloatAtomics::Add]`
fn qualified(name: &str, variants: &[impl std::fmt::Debug]) -> String {
    let variants: Vec<String> = variants.iter().map(|variant| format!("{name}::{variant:?}")).collect();
    format!("[{}]", variants.join(", "))
}

/// Work-items a workgroup may have at most, on every target (`getMaxFlatWorkGroupSize` of LLVM).
const MAX_WORKGROUP: u32 = 1024;

/// `RDNA 3.5` is `Rdna35`; `GCN 5 (Vega)` is `Gcn5`.
fn variant(title: &str) -> String {
    let short = title.split(" (").next().expect("split yields at least one part");
    let plain: String = short.chars().filter(char::is_ascii_alphanumeric).collect();
    plain[..1].to_owned() + &plain[1..].to_ascii_lowercase()
}

/// The last digit of a name is the step, in hexadecimal, the one before it the minor and the rest the major version.
fn isa(name: &str) -> u32 {
    let digits = name.strip_prefix("gfx").unwrap_or_else(|| panic!("gfx.toml: `{name}` does not start with `gfx`"));
    let (rest, step) = digits.split_at(digits.len() - 1);
    let (major, minor) = rest.split_at(rest.len() - 1);
    let number = |text, base| u32::from_str_radix(text, base).unwrap_or_else(|e| panic!("gfx.toml: {name}: {e}"));
    number(major, 10) * 1000 + number(minor, 10) * 100 + number(step, 16)
}
