//! Findings as text: source frames with carets, or one line each.

use crate::located_diagnostic::LocatedDiagnostic;
use crate::outcome::Outcome;
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet, Title};
use hipify_command_line::runtime::Choice;
use std::collections::HashSet;
use std::io::{self, Write};

/// Frames printed without `--verbose`; the summary counts the rest.
const FRAMES: usize = 50;

/// The form of findings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Source frames with carets.
    Text,
    /// One line a finding.
    Concise,
    /// The report.
    Json,
}

impl Choice for Format {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Text, "text", "Source frames with carets"),
        (Self::Concise, "concise", "One line a finding: `path:line:column: severity[CODE] message`"),
        (Self::Json, "json", "The report of `--report`, on standard output"),
    ];
}

/// How findings are printed.
#[derive(Clone, Copy)]
pub struct Style {
    /// Frames or lines.
    pub format: Format,
    /// Notes too, and all findings.
    pub verbose: bool,
    /// With colours for a terminal.
    pub colored: bool,
}

/// Prints the findings and says how many were held back.
pub fn findings(out: &mut dyn Write, outcomes: &[Outcome], style: Style) -> io::Result<usize> {
    let shown = |finding: &&LocatedDiagnostic| style.verbose || finding.counts();
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
            let all: Vec<(&str, &LocatedDiagnostic)> = all.collect();
            let chosen = if style.verbose { all.clone() } else { most_telling(&all) };
            let renderer = renderer(style.colored);
            for (path, finding) in &chosen {
                writeln!(out, "{}\n", frame(&renderer, path, finding))?;
            }
            Ok(all.len() - chosen.len())
        }
    }
}

/// At most [`FRAMES`] findings in their order: the first of each message before any repetition.
fn most_telling<'a>(all: &[(&'a str, &'a LocatedDiagnostic)]) -> Vec<(&'a str, &'a LocatedDiagnostic)> {
    if all.len() <= FRAMES {
        return all.to_vec();
    }
    let mut seen = HashSet::new();
    let (first, again): (Vec<usize>, Vec<usize>) = (0..all.len()).partition(|&number| seen.insert(&all[number].1.message));
    let mut chosen: Vec<usize> = first.into_iter().chain(again).take(FRAMES).collect();
    chosen.sort_unstable();
    chosen.into_iter().map(|number| all[number]).collect()
}

fn concise(out: &mut dyn Write, path: &str, finding: &LocatedDiagnostic) -> io::Result<()> {
    let LocatedDiagnostic { line, column, message, .. } = finding;
    writeln!(out, "{path}:{line}:{column}: {} {message}", severity(finding))
}

/// The level and code of a finding in one word, as frames begin: `warning[HIP9001]`.
pub fn severity(finding: &LocatedDiagnostic) -> String {
    let level = finding.level.word();
    if finding.code.is_empty() { format!("{level}:") } else { format!("{level}[{}]", finding.code) }
}

fn frame(renderer: &Renderer, path: &str, finding: &LocatedDiagnostic) -> String {
    explained(renderer, path, finding, &[])
}

/// The frame of a finding, with the places and remarks that explain it after it. A path or line that is not known is empty
/// or 0.
pub fn explained(renderer: &Renderer, path: &str, finding: &LocatedDiagnostic, notes: &[(String, LocatedDiagnostic)]) -> String {
    let title = level(finding.level).primary_title(finding.message.as_str());
    let title = if finding.code.is_empty() { title } else { title.id(&*finding.code) };
    let mut group = placed(title, path, finding);
    let (remarks, places): (Vec<_>, Vec<_>) = notes.iter().partition(|(path, _)| path.is_empty());
    for (_, remark) in remarks {
        group = group.element(level(remark.level).message(remark.message.as_str()));
    }
    if let Some(help) = &finding.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let mut groups = vec![group];
    groups.extend(
        places.into_iter().map(|(path, note)| placed(level(note.level).secondary_title(note.message.as_str()), path, note)),
    );
    renderer.render(&groups)
}

fn level(level: hipify_diagnostics::Level) -> Level<'static> {
    match level {
        hipify_diagnostics::Level::Error => Level::ERROR,
        hipify_diagnostics::Level::Warning => Level::WARNING,
        hipify_diagnostics::Level::Note => Level::NOTE,
    }
}

fn placed<'a>(title: Title<'a>, path: &'a str, finding: &'a LocatedDiagnostic) -> Group<'a> {
    let snippet = Snippet::source(finding.source.text.as_str())
        .line_start(finding.line)
        .annotation(AnnotationKind::Primary.span(finding.source.mark.clone()));
    let origin = || Origin::path(path).line(finding.line).char_column(finding.column);
    match &finding.source {
        _ if path.is_empty() => Group::with_title(title),
        // A finding about the whole file.
        source if source.text.is_empty() && finding.column <= 1 => title.element(Origin::path(path)),
        source if source.text.is_empty() => title.element(origin()),
        // Columns of a line that was cut cannot be counted from its text.
        source if source.cut => title.element(origin()).element(snippet),
        _ => title.element(snippet.path(path)),
    }
}

/// How frames are drawn.
pub fn renderer(colored: bool) -> Renderer {
    let renderer = if colored { Renderer::styled() } else { Renderer::plain() };
    renderer.decor_style(DecorStyle::Ascii)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::located_diagnostic::Locator;
    use crate::outcome::Status;
    use hipify_diagnostics::{Code, Diagnostic};

    fn outcome(source: &[u8], at: usize) -> Outcome {
        let diagnostic =
            Diagnostic::new(Code::UNCONVERTED, hipify_diagnostics::Level::Warning, at..at + 2, "`cX` stays").with_help("do this");
        let findings = vec![Locator::new(source).locate(diagnostic)];
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
        assert_eq!(text(&[outcome(b"  cX", 2)], Format::Concise), "a.cu:1:3: warning[HIP9001] `cX` stays\n");
    }

    #[test]
    fn many_findings_are_held_back_but_no_message_is_lost() {
        let many: Vec<Outcome> = (0..200).map(|_| outcome(b"  cX", 2)).collect();
        let mut out = Vec::new();
        let style = Style { format: Format::Text, verbose: false, colored: false };
        assert_eq!(findings(&mut out, &many, style).unwrap(), 200 - FRAMES);
    }
}
