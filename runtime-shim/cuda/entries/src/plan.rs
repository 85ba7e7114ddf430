//! Facts, rules and hand-written entries -> what each symbol of each library is and does.

use std::collections::{BTreeMap, BTreeSet};

use hipify_rules::{SymbolKind, symbol, symbols};

use crate::convert::{Conversion, Sides};
use crate::facts::{Facts, Signature};
use crate::library::{Adaptation, Family, Library};
use crate::own::Own;

/// How a symbol is served.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Served {
    /// HIP's function has the same interface.
    Forwarded,
    /// Arguments or results are converted by what headers and rules say.
    Converted,
    /// By code written for it.
    Own,
    /// Answers that it is not supported.
    Unsupported,
}

impl Served {
    /// The word that commands print.
    pub fn word(self) -> &'static str {
        match self {
            Served::Forwarded => "forwarded",
            Served::Converted => "converted",
            Served::Own => "own",
            Served::Unsupported => "unsupported",
        }
    }
}

/// One symbol of a library.
#[derive(Clone, PartialEq, Debug)]
pub struct PlannedSymbol {
    pub symbol: String,
    pub action: Action,
    /// `None` where no header declares it.
    pub signature: Option<Signature>,
}

/// What a symbol's code does.
#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    /// Calls a HIP function; a conversion for each parameter.
    Call { hip: String, conversions: Vec<Conversion> },
    /// Goes to a function of this name that is written by hand.
    Own(String),
    /// Goes to another symbol, with the default stream of the calling thread in the place of none.
    PerThread(String),
    /// Does nothing, as CUDA does without a tool that listens.
    Inert,
    /// Answers that it is not supported; why, in words.
    Unsupported(String),
}

/// What one library is planned from.
pub struct Sources<'a> {
    pub family: &'a Family,
    pub cuda: &'a Facts,
    pub hip: &'a Facts,
    pub own: &'a Own,
}

/// All symbols of a library, sorted.
pub fn plan(library: &Library, sources: &Sources) -> Vec<PlannedSymbol> {
    let planned: BTreeMap<String, PlannedSymbol> =
        names(library, sources).into_iter().map(|name| (name.clone(), entry(&name, library, sources))).collect();
    planned.into_values().collect()
}

/// How an entry is served; what goes to another symbol is served as that one.
pub fn served(entry: &PlannedSymbol, all: &[PlannedSymbol]) -> Served {
    match &entry.action {
        Action::Own(_) | Action::Inert => Served::Own,
        Action::Unsupported(_) => Served::Unsupported,
        Action::PerThread(base) => match all.iter().find(|other| other.symbol == *base) {
            Some(other) if !matches!(other.action, Action::PerThread(_)) => served(other, all),
            _ => Served::Unsupported,
        },
        Action::Call { conversions, .. } if conversions.iter().all(|one| *one == Conversion::Same) => Served::Forwarded,
        Action::Call { .. } => Served::Converted,
    }
}

/// What the headers of the version declare, what the rules know, what is written by hand, and what is said to be there.
fn names(library: &Library, sources: &Sources) -> BTreeSet<String> {
    let is_driver = library.node.is_empty() && sources.family.name == "driver";
    let of_version = |signatures: &Vec<Signature>| {
        is_driver || signatures.iter().any(|signature| signature.versions.contains(&library.version))
    };
    let declared = sources.cuda.functions.iter().filter(|(_, signatures)| of_version(signatures)).map(|(name, _)| name.clone());
    let declared = declared.filter(|name| is_of_family(name, sources.family));
    let known = symbols().filter(|row| row.kind() == SymbolKind::Function && row.library() == sources.family.name);
    let known = known.map(|row| row.cuda().to_owned()).filter(|name| !sources.cuda.functions.contains_key(name));
    let known = known.filter(|name| is_exported(name));
    let own = sources.own.keys().filter(|name| is_of_family(name, sources.family)).filter(|name| {
        // Registration and the like stand in no public header; the others are of versions.
        !sources.cuda.functions.contains_key(*name) && version_of(name).is_none()
    });
    declared.chain(known).chain(own.cloned()).chain(library.extra.iter().cloned()).collect()
}

/// Of functions that only the rules know, libraries have those for sharing with graphics; others are inline or of devices.
fn is_exported(name: &str) -> bool {
    ["EGL", "Egl", "VDPAU", "cudaGL", "cuGL", "GraphicsGL"].iter().any(|part| name.contains(part)) && !name.contains("WGL")
}

/// Files of facts may hold types that two families share; functions are told by how they begin.
fn is_of_family(name: &str, family: &Family) -> bool {
    match family.name.as_str() {
        "runtime" => name.starts_with("cuda") || name.starts_with("__cuda"),
        "driver" => name.starts_with("cu") && name[2..].starts_with(|c: char| c.is_ascii_uppercase()),
        "rtc" => name.starts_with("nvrtc") || name.starts_with("__nvrtc"),
        "nccl" => name.starts_with("nccl") || name.starts_with("pnccl"),
        "blas" => name.starts_with("cublas") && !name.starts_with("cublasLt"),
        "blaslt" => name.starts_with("cublasLt"),
        other => name.starts_with(other) || name.starts_with(&format!("cu{other}")),
    }
}

fn entry(name: &str, library: &Library, sources: &Sources) -> PlannedSymbol {
    let signature = sources.cuda.signature(name, library.version).or_else(|| sources.cuda.newest_signature(name)).cloned();
    let action = action(name, signature.as_ref(), library, sources);
    PlannedSymbol { symbol: name.to_owned(), action, signature }
}

fn action(name: &str, signature: Option<&Signature>, library: &Library, sources: &Sources) -> Action {
    if let Some(own) = own_for(name, library.version, sources.own) {
        return Action::Own(own);
    }
    if sources.family.inert {
        return Action::Inert;
    }
    let Some(signature) = signature else { return Action::Unsupported("no header declares it".to_owned()) };
    let per_thread = name.strip_suffix("_ptsz").or_else(|| name.strip_suffix("_ptds"));
    if let Some(base) = per_thread {
        let spt = hip_name(base).map(|hip| format!("{hip}_spt")).filter(|hip| sources.hip.functions.contains_key(hip));
        return match spt.and_then(|hip| call(&hip, name, signature, library, sources).ok()) {
            Some(call) => call,
            None => Action::PerThread(base.to_owned()),
        };
    }
    let mut failure = None;
    for hip in hip_names(name, sources.family) {
        match call(&hip, name, signature, library, sources) {
            Ok(call) => return call,
            Err(why) => failure = failure.or(Some(why)),
        }
    }
    Action::Unsupported(failure.unwrap_or_else(|| "HIP has no counterpart".to_owned()))
}

/// HIP functions to try: what the data says, what the rules say, and what they say of later versions of the name, which a
/// new major version of CUDA gives the plain name to.
fn hip_names(name: &str, family: &Family) -> Vec<String> {
    let said = family.adaptations(name).into_iter().filter_map(|adaptation| match adaptation {
        Adaptation::Call(hip) => Some(hip),
        _ => None,
    });
    let later = ["_v2", "_v3"].map(|version| symbol(format!("{name}{version}").as_bytes()).and_then(|row| row.hip()));
    let ruled = std::iter::once(hip_name(name)).chain(later).flatten().map(str::to_owned);
    let mut all: Vec<String> = said.chain(ruled).collect();
    all.dedup();
    all
}

/// A hand-written function of this name: `NAME_cuda13` serves CUDA 13 and later, `NAME` what is before.
fn own_for(name: &str, version: u32, own: &Own) -> Option<String> {
    let of_version = |version: &u32| Some(format!("{name}_cuda{version}")).filter(|name| own.contains_key(name));
    let newest = (11..=version).rev().collect::<Vec<_>>().iter().find_map(of_version);
    newest.or_else(|| Some(name.to_owned()).filter(|name| own.contains_key(name)))
}

/// The version in a hand-written function's name.
fn version_of(name: &str) -> Option<u32> {
    name.rsplit_once("_cuda").and_then(|(_, version)| version.parse().ok())
}

/// The rules' HIP name of a function, whose own versions (`_v2`) the rules may leave out.
fn hip_name(name: &str) -> Option<&'static str> {
    let row = symbol(name.as_bytes()).or_else(|| {
        let (base, version) = name.rsplit_once("_v")?;
        version.bytes().all(|digit| digit.is_ascii_digit()).then(|| symbol(base.as_bytes()))?
    });
    row.and_then(|row| row.hip())
}

fn call(hip: &str, name: &str, signature: &Signature, library: &Library, sources: &Sources) -> Result<Action, String> {
    if sources.family.hip_facts.is_empty() {
        let conversions = vec![Conversion::Same; signature.parameters.len() + 1];
        return Ok(Action::Call { hip: hip.to_owned(), conversions });
    }
    let theirs = sources.hip.newest_signature(hip).ok_or_else(|| format!("`{hip}` is in no header of HIP here"))?;
    let adaptations = sources.family.adaptations(name);
    let is_dropped = |name: &String| adaptations.contains(&Adaptation::Drop(name.clone()));
    let is_ignored = |name: &String| adaptations.contains(&Adaptation::Ignore(name.clone()));
    let is_filled = |at: &usize| adaptations.iter().any(|one| matches!(one, Adaptation::Fill(index, _) if index == at));
    let passed = signature.parameters.iter().filter(|(name, _)| !is_dropped(name) && !is_ignored(name)).count();
    let filled = (0..theirs.parameters.len()).filter(is_filled).count();
    if passed + filled != theirs.parameters.len() {
        let (ours, count) = (signature.parameters.len(), theirs.parameters.len());
        return Err(format!("`{name}` has {ours} parameters, `{hip}` {count}"));
    }
    let names = |name: &str| symbol(name.as_bytes()).and_then(|row| row.hip());
    let version = sources.family.layout_version(name, library.version);
    let sides = Sides { cuda: sources.cuda, hip: sources.hip, version, names: &names };
    let mut theirs_left = theirs.parameters.iter().enumerate().filter(|(at, _)| !is_filled(at)).map(|(_, parameter)| parameter);
    let conversions = signature.parameters.iter().map(|(name, cuda)| {
        if is_dropped(name) {
            return Ok(Conversion::Dropped);
        }
        if is_ignored(name) {
            return Ok(Conversion::Ignored);
        }
        let (_, hip) = theirs_left.next().expect("both have as many");
        if adaptations.contains(&Adaptation::Same(name.clone())) {
            return Ok(Conversion::Same);
        }
        sides.conversion(cuda, hip).map_err(|why| format!("argument `{name}`: {why}"))
    });
    let mut conversions: Vec<Conversion> = conversions.collect::<Result<_, _>>()?;
    conversions.push(result(signature, theirs, sources.family, &sides)?);
    Ok(Action::Call { hip: hip.to_owned(), conversions })
}

/// A status is converted by every call and does not count.
fn result(cuda: &Signature, hip: &Signature, family: &Family, sides: &Sides) -> Result<Conversion, String> {
    let status = family.status.first().map(String::as_str);
    if status.is_some() && cuda.result.enumeration() == status {
        return Ok(Conversion::Same);
    }
    if cuda.result == hip.result {
        return Ok(Conversion::Same);
    }
    sides.conversion(&cuda.result, &hip.result).map_err(|why| format!("the result: {why}"))
}
