//! Messages of compilers and linkers to what porting has to do with them, and what helps.

mod linker_rows;
pub(crate) mod packages;
mod rows;

use super::read::Raw;
use hipify_diagnostics::{Level, Source};
use hipify_lint::{Options, Select, lint};
use hipify_rules::{SymbolKind, header, is_cuda_like, symbol, symbols};
use hipify_syntax::Tree;
use linker_rows::LINKER_ROWS;
use rows::{ROWS, Row};

/// Why a message came, as far as porting knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Cause {
    /// A diagnostic code, `HIP2005`, or empty where none covers it.
    pub(crate) code: &'static str,
    pub(crate) help: String,
}

/// What helps.
pub(super) enum Help {
    /// `{}` stands for the name that the pattern caught.
    Text(&'static str),
    /// What the rules know of the CUDA name.
    Cuda,
    /// What the rules know of the HIP name.
    Hip,
    /// What brings the header.
    Header,
    /// What brings the library.
    Library,
}

/// The first row that fits; `bundled` says whether the headers are the bundled runtime's.
pub(crate) fn explain(raw: &Raw, bundled: bool) -> Option<Cause> {
    ROWS.iter().chain(LINKER_ROWS).find_map(|row| apply(row, raw, bundled))
}

fn apply(row: &Row, raw: &Raw, bundled: bool) -> Option<Cause> {
    let caught = capture(row.text, &raw.text)?;
    let name = caught.first().copied().unwrap_or("");
    if !row.names.is_empty() && !row.names.iter().any(|known| capture(known, name).is_some()) {
        return None;
    }
    if !row.note.is_empty() && !raw.notes.iter().any(|note| capture(row.note, &note.text).is_some()) {
        return None;
    }
    let (code, help) = match row.help {
        Help::Text(text) => (row.code, text.replace("{}", name)),
        Help::Cuda => of_cuda_name(name)?,
        Help::Hip => (row.code, of_hip_name(name, bundled)?),
        Help::Header => of_header(name)?,
        Help::Library => (row.code, packages::of_library(name)?),
    };
    Some(Cause { code, help })
}

/// What the stars of `pattern` stand for in `text`; the last star takes as much as it can.
pub(crate) fn capture<'t>(pattern: &str, text: &'t str) -> Option<Vec<&'t str>> {
    let mut parts = pattern.split('*');
    let mut rest = text.strip_prefix(parts.next()?)?;
    let mut caught = Vec::new();
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        let at = if parts.peek().is_none() { rest.ends_with(part).then(|| rest.len() - part.len())? } else { rest.find(part)? };
        caught.push(&rest[..at]);
        rest = &rest[at + part.len()..];
    }
    rest.is_empty().then_some(caught)
}

fn of_cuda_name(name: &str) -> Option<(&'static str, String)> {
    let Some(known) = symbol(name.as_bytes()) else {
        let help = format!("the rules do not know `{name}`: if it is CUDA's, guard its use or replace it");
        return is_cuda_like(name.as_bytes()).then_some(("HIP9001", help));
    };
    if let Some(hip) = known.hip().filter(|_| known.is_experimental()) {
        let help = format!("`{name}` has only the experimental counterpart `{hip}`: --experimental converts it");
        return Some(("HIP3001", help));
    }
    if let Some(hip) = known.hip() {
        let help =
            format!("`{name}` is `{hip}` in HIP; porting leaves it where the file declares the name itself or a macro builds it");
        return Some(("HIP9001", help));
    }
    let note = known.note().unwrap_or("guard its use, or replace it");
    let code = code_of(&format!("__global__ void f() {{ {name}(0); }}"), "HIP3001");
    Some((code, format!("`{name}` has no HIP counterpart: {note}")))
}

/// The code of the lint that a piece of source is an example of: one about it alone before `general`, which holds for many.
fn code_of(text: &str, general: &'static str) -> &'static str {
    let options = Options { select: Select::All, ..Options::default() };
    let found = lint(&Source { path: "a.cu", bytes: text.as_bytes() }, &Tree::default(), &options).findings;
    let mut errors = found.iter().map(|one| &one.diagnostic).filter(|one| one.level == Level::Error);
    errors.find(|one| one.code.id != general && !one.code.id.starts_with("HIP9")).map_or(general, |one| one.code.id)
}

fn of_hip_name(name: &str, bundled: bool) -> Option<String> {
    let known = symbols().find(|symbol| symbol.hip() == Some(name))?;
    if bundled && known.kind() == SymbolKind::Function && !["runtime", "driver"].contains(&known.library()) {
        let condition = known.header().map(|header| format!(" (if `{header}` is included)")).unwrap_or_default();
        return Some(format!(
            "the bundled library for the CPU has no `{name}` yet{condition}: build for a GPU alone, with AMD's library, or call \
             one of the function's siblings"
        ));
    }
    let since = known.hip_added().map(|version| format!(" since {version}")).unwrap_or_default();
    let place = known.header().map(|header| format!("`{header}` declares it{since}: include that"));
    let place = place.unwrap_or_else(|| format!("HIP has it{since}"));
    Some(format!("{place}; headers of an older HIP may lack it, and `hipify-rs setup` fetches newer ones"))
}

fn of_header(name: &str) -> Option<(&'static str, String)> {
    if let Some((code, help)) = packages::of_header(name) {
        return Some((code, help));
    }
    let known = header(name)?;
    let note = known.note().map(|note| format!(": {note}")).unwrap_or_default();
    match known.hip(&Default::default()) {
        Some(hip) => {
            Some(("HIP9001", format!("`{name}` is CUDA's, and `{hip}` HIP's: the file that includes it was not ported")))
        }
        None => {
            let code = code_of(&format!("#include <{name}>\n"), "HIP4015");
            Some((code, format!("`{name}` is CUDA's and has no HIP counterpart{note}")))
        }
    }
}

#[cfg(test)]
mod tests;
