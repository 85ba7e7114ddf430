//! Findings as text: source frames with carets, or one line each.

use crate::cli::Format;
use crate::finding::Finding;
use crate::outcome::Outcome;
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use std::collections::HashSet;
use std::io::{self, Write};

/// Frames printed without `--verbose`; the summary counts the rest.
const FRAMES: usize = 50;

/// How findings are printed.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    pub(crate) format: Format,
    /// Notes too, and all findings.
    pub(crate) verbose: bool,
    pub(crate) colored: bool,
}

/// Prints the findings and says how many were held back.
pub(crate) fn findings(out: &mut dyn Write, outcomes: &[Outcome], style: Style) -> io::Result<usize> {
    let shown = |finding: &&Finding| style.verbose || finding.counts();
    let all = outcomes.iter().flat_map(|o| o.findings.iter().filter(shown).map(move |finding| (o.path.as_str(), finding)));
    match style.format {
        Format::Json => Ok(0),
        Format::Concise => {
            for (path, finding) in all {
                concise(out, path, finding)?;
            }
            Ok(0)
        }
        Format::Text => {
            let all: Vec<(&str, &Finding)> = all.collect();
            let chosen = if style.verbose { all.clone() } else { most_telling(&all) };
            let renderer = if style.colored { Renderer::styled() } else { Renderer::plain() };
            let renderer = renderer.decor_style(DecorStyle::Ascii);
            for (path, finding) in &chosen {
                writeln!(out, "{}\n", frame(&renderer, path, finding))?;
            }
            Ok(all.len() - chosen.len())
        }
    }
}

/// At most [`FRAMES`] findings in their order: the first of each message before any repetition.
fn most_telling<'a>(all: &[(&'a str, &'a Finding)]) -> Vec<(&'a str, &'a Finding)> {
    if all.len() <= FRAMES {
        return all.to_vec();
    }
    let mut seen = HashSet::new();
    let (first, again): (Vec<usize>, Vec<usize>) = (0..all.len()).partition(|&number| seen.insert(&all[number].1.message));
    let mut chosen: Vec<usize> = first.into_iter().chain(again).take(FRAMES).collect();
    chosen.sort_unstable();
    chosen.into_iter().map(|number| all[number]).collect()
}

fn concise(out: &mut dyn Write, path: &str, finding: &Finding) -> io::Result<()> {
    let Finding { line, column, code, message, .. } = finding;
    writeln!(out, "{path}:{line}:{column}: {code} {message}")
}

fn frame(renderer: &Renderer, path: &str, finding: &Finding) -> String {
    let level = match finding.level {
        hipify::Level::Error => Level::ERROR,
        hipify::Level::Warning => Level::WARNING,
        hipify::Level::Note => Level::NOTE,
    };
    let snippet = Snippet::source(finding.source.text.as_str())
        .line_start(finding.line)
        .annotation(AnnotationKind::Primary.span(finding.source.mark.clone()));
    let title = level.primary_title(finding.message.as_str()).id(&*finding.code);
    // Columns of a line that was cut cannot be counted from its text.
    let group: Group<'_> = if finding.source.text.is_empty() {
        title.element(Origin::path(path))
    } else if finding.source.cut {
        let origin = Origin::path(path).line(finding.line).char_column(finding.column);
        title.element(origin).element(snippet)
    } else {
        title.element(snippet.path(path))
    };
    let group = match &finding.help {
        Some(help) => group.element(Level::HELP.message(help.as_str())),
        None => group,
    };
    renderer.render(&[group])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Locator;
    use crate::outcome::Status;
    use hipify::{Code, Diagnostic};

    fn outcome(source: &[u8], at: usize) -> Outcome {
        let diagnostic =
            Diagnostic::new(Code::UNCONVERTED, hipify::Level::Warning, at..at + 2, "`cX` stays").with_help("do this");
        let findings = vec![Locator::new(source).finding(diagnostic)];
        Outcome { findings, ..Outcome::new("a.cu".into(), Status::Changed) }
    }

    fn text(outcomes: &[Outcome], format: Format) -> String {
        let mut out = Vec::new();
        findings(&mut out, outcomes, Style { format, verbose: false, colored: false }).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_frame_points_at_the_source() {
        let frame = text(&[outcome(b"int a;\nint cX;\n", 11)], Format::Text);
        assert!(frame.contains("warning[HIP9001]: `cX` stays"), "{frame}");
        assert!(frame.contains("--> a.cu:2:5") && frame.contains("2 | int cX;") && frame.contains("help: do this"), "{frame}");
    }

    #[test]
    fn cut_lines_and_odd_bytes_render() {
        let mut long = vec![0xff; 100_000];
        long[50_000..50_002].copy_from_slice(b"cX");
        let frame = text(&[outcome(&long, 50_000)], Format::Text);
        assert!(frame.contains("a.cu:1:50001") && frame.len() < 3000, "{frame}");
    }

    #[test]
    fn concise_is_one_line() {
        assert_eq!(text(&[outcome(b"  cX", 2)], Format::Concise), "a.cu:1:3: HIP9001 `cX` stays\n");
    }

    #[test]
    fn many_findings_are_held_back_but_no_message_is_lost() {
        let many: Vec<Outcome> = (0..200).map(|_| outcome(b"  cX", 2)).collect();
        let mut out = Vec::new();
        let style = Style { format: Format::Text, verbose: false, colored: false };
        assert_eq!(findings(&mut out, &many, style).unwrap(), 200 - FRAMES);
    }
}
