//! Messages in clang's own format, one line each with the source line after it: what editors and programs read that know clang's.

use super::{CompilerDiagnostics, counted};
use hipify_engine::located_diagnostic::LocatedDiagnostic;
use std::io::{self, Write};

/// The option of clang's that asks for it.
const OPTION: &str = "-fdiagnostics-format=clang";

/// Whether the options of a compile ask for it.
pub(crate) fn is_wanted(flags: &[String]) -> bool {
    flags.iter().any(|flag| flag == OPTION)
}

impl CompilerDiagnostics<'_> {
    /// Shows all on standard error. A closed standard error is no reason to fail.
    pub(crate) fn show_as_clang(&self) {
        let _ = self.print_as_clang(&mut io::stderr().lock());
    }

    pub(super) fn print_as_clang(&self, out: &mut dyn Write) -> io::Result<()> {
        for message in &self.messages {
            one(out, &message.path, &message.finding)?;
            if let Some(help) = &message.finding.help {
                writeln!(out, "note: {help}")?;
            }
            message.notes.iter().try_for_each(|(path, note)| one(out, path, note))?;
        }
        self.print_unplaced(out)?;
        let counts = self.counts();
        let of = |count, what| if count == 0 { None } else { Some(counted(count, what)) };
        let both: Vec<String> = [of(counts.warnings, "warning"), of(counts.errors, "error")].into_iter().flatten().collect();
        if both.is_empty() { Ok(()) } else { writeln!(out, "{} generated.", both.join(" and ")) }
    }
}

fn one(out: &mut dyn Write, path: &str, finding: &LocatedDiagnostic) -> io::Result<()> {
    let LocatedDiagnostic { line, column, message, source, .. } = finding;
    let level = finding.level.word();
    if path.is_empty() || *line == 0 {
        return writeln!(out, "{level}: {message}");
    }
    writeln!(out, "{path}:{line}:{column}: {level}: {message}")?;
    if source.text.is_empty() {
        return Ok(());
    }
    let before = source.text[..source.mark.start].chars().map(|letter| if letter == '\t' { '\t' } else { ' ' });
    let rest = "~".repeat(source.text[source.mark.clone()].chars().count().saturating_sub(1));
    writeln!(out, "{}\n{}^{rest}", source.text, before.collect::<String>())
}
