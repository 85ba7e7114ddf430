//! One file through the engine: never fails and never panics, whatever the bytes are.

use crate::guard::guarded;
use crate::located_diagnostic::{LocatedDiagnostic, Locator};
use crate::options::Engine;
use crate::outcome::{Mention, Outcome, Status};
use crate::tree::Tree;
use hipify_diagnostics::{Code, Diagnostic, Edit, Language, Level, Source};
use hipify_port::Ported;

/// The engine failed on a file, which is our fault and not the user's.
pub const INTERNAL: Code = Code { id: "HIP9010", name: "internal-error" };

/// Offsets in tokens are 32 bits wide.
pub const LARGEST: usize = u32::MAX as usize;

/// A ported file: what to say of it, and its edits.
pub struct Done {
    /// What to say of it.
    pub outcome: Outcome,
    /// The new text; `None` when it is the old text.
    pub text: Option<Vec<u8>>,
    /// The edits that made `text`, sorted by place.
    pub edits: Vec<Edit>,
}

/// Ports `bytes`; `relative` is the path within the tree and `path` the one to show.
pub fn port_bytes(relative: &str, path: String, bytes: &[u8], tree: &Tree, engine: &Engine) -> Done {
    let result = if bytes.len() > LARGEST {
        Err("the file is larger than 4 GiB".to_owned())
    } else {
        attempt(relative, bytes, tree, engine)
    };
    match result {
        Ok((ported, text)) => describe(path, bytes, ported, text, engine),
        Err(reason) => failed(path, bytes, &reason),
    }
}

fn attempt(relative: &str, bytes: &[u8], tree: &Tree, engine: &Engine) -> Result<(Ported, Option<Vec<u8>>), String> {
    let (ported, text) = guarded(|| {
        let ported = match Language::of(relative) {
            Language::Fortran => tree.fortran.ported(relative, bytes, engine),
            _ => hipify_port::port(&Source { path: relative, bytes }, &tree.cuda, &engine.options),
        };
        let applied = ported.edits.iter().any(|edit| edit.applicability <= engine.most);
        let text = applied.then(|| hipify_diagnostics::apply_with(bytes, &ported.edits, engine.most)).transpose();
        (ported, text)
    })?;
    match text {
        Ok(text) => Ok((ported, text.filter(|text| text != bytes))),
        Err(overlap) => Err(overlap.to_string()),
    }
}

fn describe(path: String, bytes: &[u8], ported: Ported, text: Option<Vec<u8>>, engine: &Engine) -> Done {
    let mut outcome = Outcome::new(path, if text.is_some() { Status::Changed } else { Status::Unchanged });
    outcome.bytes = bytes.len() as u64;
    let mut edits = ported.edits;
    if text.is_none() {
        edits.clear();
    }
    edits.retain(|edit| edit.applicability <= engine.most);
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end != edit.span.start));
    outcome.edits = u32::try_from(edits.len()).unwrap_or(u32::MAX);
    outcome.launches = ported.stats.launches;
    outcome.findings = locate(bytes, ported.diagnostics);
    let mut locator = Locator::new(bytes);
    outcome.mentions =
        ported.mentions.into_iter().map(|m| Mention { name: m.name, finding: locator.locate(m.diagnostic) }).collect();
    outcome.declared = ported.declared;
    outcome.supplied = ported.supplied.into_iter().map(str::to_owned).collect();
    outcome.converted = ported.stats.converted.into_iter().map(|(name, count)| (name.into_owned(), count)).collect();
    outcome.unconverted = ported.stats.unconverted;
    Done { outcome, text, edits }
}

fn locate(bytes: &[u8], mut diagnostics: Vec<Diagnostic>) -> Vec<LocatedDiagnostic> {
    diagnostics.sort_by_key(|d| (d.span.start, d.span.end));
    let mut locator = Locator::new(bytes);
    diagnostics.into_iter().map(|diagnostic| locator.locate(diagnostic)).collect()
}

fn failed(path: String, bytes: &[u8], reason: &str) -> Done {
    let message = format!("internal error, file copied unchanged: {reason}");
    let diagnostic =
        Diagnostic::new(INTERNAL, Level::Error, 0..0, message).with_help("please report this, with the file if you can");
    let mut outcome = Outcome::new(path, Status::Unchanged);
    outcome.bytes = bytes.len() as u64;
    outcome.findings = locate(bytes, vec![diagnostic]);
    Done { outcome, text: None, edits: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_the_port_fails_on_stays_as_it_is() {
        let done = failed("a.cu".into(), b"int a;", "out of luck");
        assert!(done.text.is_none() && done.outcome.findings[0].counts());
        assert!(done.outcome.findings[0].message.starts_with("internal error, file copied unchanged"));
    }
}
