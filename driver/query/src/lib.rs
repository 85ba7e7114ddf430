//! The command `query`: what CUDA names and headers become, from the rules table. An editor shows the same over a name.

#![warn(missing_docs)]

mod pattern;
mod suggest;

use hipify_error::Error;
use hipify_rules::{Choice, Flavor, Header, NEWEST_HIP, Native, Symbol, SymbolKind, Target, Version, family, header, symbol};
use serde::Serialize;
use std::io::{self, Write};

/// What is known of one name.
#[derive(Debug, Default, Serialize)]
struct Answer {
    name: String,
    known: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    library: Option<&'static str>,
    supported: bool,
    experimental: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    hip: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    roc: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    miopen: Option<&'static str>,
    /// The HIP header that declares it.
    #[serde(skip_serializing_if = "Option::is_none")]
    header: Option<&'static str>,
    cuda_versions: Versions,
    hip_versions: Versions,
    /// Why the ROCm version that was asked for lacks it.
    #[serde(skip_serializing_if = "Option::is_none")]
    rocm: Option<String>,
    /// How the HIP signature differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    differs: Option<&'static str>,
    /// A call's arguments are edited beside its name.
    arguments_edited: bool,
    /// The part of the header that `port` writes for names that HIP lacks.
    #[serde(skip_serializing_if = "Option::is_none")]
    supplied: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suggestions: Vec<&'static str>,
}

#[derive(Debug, Default, Serialize)]
struct Versions {
    #[serde(skip_serializing_if = "Option::is_none")]
    added: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deprecated: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    removed: Option<String>,
    /// The newest HIP that was looked at, of a name that builds supply and that none has.
    #[serde(skip_serializing_if = "Option::is_none")]
    absent_up_to: Option<String>,
}

/// The exit code where a name is unknown.
const UNKNOWN: u8 = 1;
/// The exit code where every name is known, and one has no counterpart.
const UNSUPPORTED: u8 = 3;

/// Prints the answer for each name and for each that a pattern matches, as text or JSON, and says the exit code. What ROCm `rocm`
/// lacks has no counterpart.
///
/// # Errors
/// When a pattern is not one, or the answer cannot be written.
pub fn run(names: &[String], rocm: Option<Version>, json: bool) -> Result<u8, Error> {
    let mut answers = Vec::new();
    for name in names {
        answers.extend(asked(name, rocm)?);
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    let written = if json {
        serde_json::to_writer_pretty(&mut out, &answers).map_err(io::Error::from).and_then(|()| writeln!(out))
    } else {
        answers.iter().enumerate().try_for_each(|(number, answer)| {
            if number > 0 {
                writeln!(out)?;
            }
            text(&mut out, answer)
        })
    };
    written.and_then(|()| out.flush()).map_err(Error::Stdout)?;
    Ok(match (answers.iter().all(|answer| answer.known), answers.iter().all(|answer| answer.supported)) {
        (false, _) => UNKNOWN,
        (_, false) => UNSUPPORTED,
        _ => 0,
    })
}

/// The answer for a name, or those for the names that a pattern matches.
fn asked(name: &str, rocm: Option<Version>) -> Result<Vec<Answer>, Error> {
    if !pattern::is_pattern(name) {
        return Ok(vec![answer(name, rocm)]);
    }
    let found = pattern::matching(name)?;
    if found.is_empty() {
        return Ok(vec![Answer { name: name.to_owned(), ..Answer::default() }]);
    }
    Ok(found.into_iter().map(|name| answer(name, rocm)).collect())
}

/// The answer for a name of the table or its family, as text; `None` for any other name.
pub fn described(name: &str) -> Option<String> {
    let answer = answer(name, None);
    let mut out = Vec::new();
    text(&mut out, &answer).ok().filter(|()| answer.known)?;
    String::from_utf8(out).ok()
}

fn answer(name: &str, rocm: Option<Version>) -> Answer {
    let bare = name.trim_start_matches(['<', '"']).trim_end_matches(['>', '"']);
    if let Some(symbol) = symbol(bare.as_bytes()) {
        of_symbol(symbol, rocm)
    } else if let Some(header) = header(bare) {
        of_header(bare, header)
    } else {
        of_unlisted(bare)
    }
}

/// A name without a line of its own: of a library that is known by how its names start, or unknown.
fn of_unlisted(name: &str) -> Answer {
    match family(name.as_bytes()) {
        Some(family) => Answer {
            name: name.to_owned(),
            known: true,
            library: Some(family.library()),
            note: family.note(),
            ..Answer::default()
        },
        None => Answer { name: name.to_owned(), suggestions: suggest::nearest(name), ..Answer::default() },
    }
}

fn of_symbol(symbol: Symbol, rocm: Option<Version>) -> Answer {
    let versions = |added: Option<Version>, deprecated: Option<Version>, removed: Option<Version>| {
        let [added, deprecated, removed] = [added, deprecated, removed].map(|version| version.map(|version| version.to_string()));
        Versions { added, deprecated, removed, absent_up_to: None }
    };
    let is_absent = symbol.supplied().is_some() && Native::of_symbol(symbol) == Native::No;
    // A specifier without a counterpart is one that HIP does without: it is deleted.
    let supported = symbol.has_counterpart() || symbol.kind() == SymbolKind::Qualifier;
    let lacks = match (Choice { rocm, experimental: true, ..Choice::default() }).target(symbol) {
        Target::NeedsRocm(..) => rocm.map(|rocm| format!("{rocm} does not have it yet")),
        Target::RemovedInRocm(..) => rocm.map(|rocm| format!("{rocm} does not have it any more")),
        _ => None,
    };
    Answer {
        name: symbol.cuda().to_owned(),
        known: true,
        kind: Some(symbol.kind().word()),
        library: Some(symbol.library()),
        supported: supported && lacks.is_none(),
        experimental: symbol.is_experimental(),
        hip: symbol.hip(),
        roc: symbol.roc(),
        miopen: symbol.miopen(),
        header: symbol.header().filter(|_| symbol.has_counterpart()),
        cuda_versions: versions(symbol.added(), symbol.deprecated(), symbol.removed()),
        hip_versions: Versions {
            absent_up_to: is_absent.then(|| NEWEST_HIP.to_string()),
            ..versions(symbol.hip_added(), symbol.hip_deprecated(), symbol.hip_removed())
        },
        rocm: lacks,
        differs: symbol.differs(),
        arguments_edited: symbol.has_call_edits(),
        supplied: symbol.supplied(),
        note: symbol.note(),
        suggestions: Vec::new(),
    }
}

fn of_header(name: &str, header: Header) -> Answer {
    let under = |flavor| header.hip(&Choice { flavor, ..Choice::default() });
    let hip = under(Flavor::Hip);
    let other = |flavor| under(flavor).filter(|target| Some(*target) != hip);
    Answer {
        name: name.to_owned(),
        known: true,
        kind: Some("header"),
        library: Some(header.library()),
        supported: hip.is_some() || header.is_dropped(),
        experimental: header.is_experimental(),
        hip,
        roc: other(Flavor::Roc),
        miopen: other(Flavor::Miopen),
        supplied: header.supplied(),
        note: header.note().or_else(|| header.is_dropped().then_some("not needed in HIP: the include is removed")),
        ..Answer::default()
    }
}

fn text(out: &mut impl Write, answer: &Answer) -> io::Result<()> {
    if !answer.known {
        let what = if pattern::is_pattern(&answer.name) { "matches no name" } else { "not a name" };
        writeln!(out, "{}: {what} of the rules table", answer.name)?;
        return match &answer.suggestions[..] {
            [] => Ok(()),
            names => writeln!(out, "  did you mean  {}", names.join(", ")),
        };
    }
    let target = answer.hip.unwrap_or(if answer.supported { "(removed)" } else { "(no HIP counterpart)" });
    writeln!(out, "{} -> {target}", answer.name)?;
    let kind = match (answer.kind, answer.library) {
        (Some(kind), Some(library)) if !library.is_empty() => format!("{kind} of {library}"),
        (kind, _) => kind.unwrap_or("name").to_owned(),
    };
    let header = answer.header.map(|header| format!("<{header}>"));
    let experimental = answer.experimental.then_some("yes: converted with --experimental only");
    let arguments = answer.arguments_edited.then_some("edited in calls, beside the name");
    let supplied = answer.supplied.map(|part| format!("by `hipify-rs build`, and by `hipify_device.h` of `port`: {part}"));
    let (cuda, hip) = (answer.cuda_versions.sentence(), answer.hip_versions.sentence());
    let rows = [
        ("kind", Some(kind.as_str())),
        ("header", header.as_deref()),
        ("roc", answer.roc),
        ("miopen", answer.miopen),
        ("experimental", experimental),
        ("cuda", cuda.as_deref()),
        ("hip", hip.as_deref()),
        ("rocm", answer.rocm.as_deref()),
        ("signature", answer.differs),
        ("arguments", arguments),
        ("supplied", supplied.as_deref()),
        ("note", answer.note),
    ];
    rows.iter()
        .filter_map(|(label, value)| Some((label, value.as_ref()?)))
        .try_for_each(|(label, value)| writeln!(out, "  {label:<13} {value}"))
}

impl Versions {
    fn sentence(&self) -> Option<String> {
        let parts = [
            ("since", &self.added),
            ("deprecated in", &self.deprecated),
            ("removed in", &self.removed),
            ("not up to", &self.absent_up_to),
        ];
        let parts: Vec<String> =
            parts.into_iter().filter_map(|(word, version)| version.as_ref().map(|version| format!("{word} {version}"))).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(name: &str) -> String {
        let mut out = Vec::new();
        text(&mut out, &answer(name, None)).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_function_is_described() {
        let text = said("cudaMalloc");
        assert!(text.starts_with("cudaMalloc -> hipMalloc\n") && text.contains("function of runtime"), "{text}");
    }

    #[test]
    fn a_header_may_come_in_its_brackets() {
        assert!(said("<cuda_runtime.h>").starts_with("cuda_runtime.h -> hip/hip_runtime.h\n"));
    }

    #[test]
    fn an_unknown_name_gets_suggestions() {
        assert!(said("cudaMaloc").contains("cudaMalloc"));
    }
}
