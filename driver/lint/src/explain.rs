//! `explain`: the manual page of a lint or of a known fault of a compiler, in the terminal.

use crate::rule::{Catalogue, Rule};
use anstream::{AutoStream, ColorChoice};
use hipify_diagnostics::Applicability;
use hipify_error::Error;
use hipify_rules::{CompilerFault, compiler_faults};
use std::fmt::Write as _;
use std::io::{self, Write as _};

/// Prints the pages of the lints that are named.
pub fn explain(names: &[String]) -> Result<u8, Error> {
    let catalogue = Catalogue::new([]);
    let mut pages = Vec::new();
    for name in names {
        let found = catalogue.find(name).map(page).or_else(|| fault(name).map(fault_page));
        pages.push(found.ok_or_else(|| {
            let near = catalogue.nearest(name).map(|near| format!("did you mean `{near}`? ")).unwrap_or_default();
            let lists = "`hipify-rs lint --list-rules` lists lints, `hipify-rs doctor` faults of the compiler";
            Error::usage(format!("there is no lint and no fault of a compiler `{name}`"), format!("{near}{lists}"))
        })?);
    }
    let mut out = AutoStream::auto(io::stdout().lock());
    let text = pages.join("\n");
    let text = if out.current_choice() == ColorChoice::Never { text } else { styled(&text) };
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(Error::Stdout)?;
    Ok(0)
}

/// The compiler's fault of a code or name.
fn fault(text: &str) -> Option<&'static CompilerFault> {
    let is_called = |fault: &&CompilerFault| [fault.code, fault.name].iter().any(|name| name.eq_ignore_ascii_case(text));
    compiler_faults().iter().find(is_called)
}

fn fault_page(fault: &CompilerFault) -> String {
    let (code, name) = (fault.code, fault.name);
    let workaround = match fault.workaround {
        [] => "no flag works around it".to_owned(),
        flags => format!("workaround: `{}`", flags.join(" ")),
    };
    format!("# {code} {name}\n\nfault of the compiler, {workaround}\n\n{}.\n\n{}\n", fault.summary, fault.page.trim())
}

/// The page as Markdown, under a head with what the catalogue knows.
fn page(rule: &Rule) -> String {
    let level = format!("{:?}", rule.level).to_lowercase();
    let on = if rule.default { "on" } else { "off unless selected" };
    let fix = match rule.fix {
        Some(Applicability::Safe) => "--fix",
        Some(Applicability::Review) => "--fix --unsafe-fixes",
        _ => "by hand",
    };
    let mut text = format!("# {} {}\n\n", rule.code, rule.name);
    let _ = writeln!(text, "{level}, confidence {}, {on}, targets: {}, fix: {fix}\n", rule.confidence, rule.targets);
    text.push_str(rule.page.trim());
    text.push('\n');
    text
}

/// Headings bold, code dim: as much of Markdown as a terminal shows.
fn styled(text: &str) -> String {
    let (bold, dim, plain) = ("\u{1b}[1m", "\u{1b}[2m", "\u{1b}[0m");
    let mut out = String::with_capacity(text.len() * 2);
    let mut in_code = false;
    for line in text.lines() {
        if line.starts_with("```") {
            in_code = !in_code;
            continue;
        }
        let _ = match (in_code, line.trim_start_matches('#')) {
            (true, _) => writeln!(out, "    {dim}{line}{plain}"),
            (false, rest) if rest.len() < line.len() => writeln!(out, "{bold}{}{plain}", rest.trim_start()),
            (false, _) => writeln!(out, "{line}"),
        };
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_and_code_are_styled() {
        let text = styled("# A\n\ntext\n```cuda\nint a;\n```\n");
        assert_eq!(text, "\u{1b}[1mA\u{1b}[0m\n\ntext\n    \u{1b}[2mint a;\u{1b}[0m\n");
    }
}
