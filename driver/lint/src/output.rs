//! A finished run to the formats that were asked for, on standard output or in files.

mod date;
mod github;
mod gitlab;
mod html;
mod json;
mod junit;
mod sarif;
mod text;

use crate::format::Format;
use crate::plan::Task;
use crate::report::Report;
use crate::statistics;
use anstream::ColorChoice;
use hipify_error::Error;
use hipify_tree::platform;
use hipify_tree::write;
use std::io::{self, Write};

/// Writes everything that was asked for.
pub(crate) fn write(report: &Report<'_>) -> Result<(), Error> {
    for output in &report.plan.outputs {
        match &output.file {
            Some(path) => {
                let bytes = rendered(report, output.format, false);
                write::replace(path, &bytes, |file| platform::set_mode(file, 0o644))?;
            }
            None => to_terminal(report, output.format)?,
        }
    }
    if report.plan.outputs.iter().any(|output| output.format == Format::Github) {
        github::job_summary(report)?;
    }
    Ok(())
}

fn to_terminal(report: &Report<'_>, format: Format) -> Result<(), Error> {
    let is_for_people = matches!(format, Format::Text | Format::Concise);
    if is_for_people && report.plan.voice.quiet {
        return Ok(());
    }
    // With --diff, --fix and --add-allow of standard input, standard output carries the result.
    let taken = report.plan.task == Task::Diff
        || (report.plan.task != Task::Report && report.plan.roots.iter().any(|root| root.as_os_str() == "-"));
    if !taken {
        let stream = anstream::AutoStream::auto(io::stdout().lock());
        return print(report, format, stream);
    }
    if is_for_people && report.plan.task == Task::Diff {
        Ok(())
    } else {
        print(report, format, anstream::AutoStream::auto(io::stderr().lock()))
    }
}

fn print<S: anstream::stream::RawStream + anstream::stream::AsLockedWrite>(
    report: &Report<'_>,
    format: Format,
    mut stream: anstream::AutoStream<S>,
) -> Result<(), Error> {
    let colored = stream.current_choice() != ColorChoice::Never;
    let bytes = rendered(report, format, colored);
    stream.write_all(&bytes).and_then(|()| stream.flush()).map_err(Error::Stdout)
}

fn rendered(report: &Report<'_>, format: Format, colored: bool) -> Vec<u8> {
    let is_for_people = matches!(format, Format::Text | Format::Concise);
    if report.plan.voice.statistics && (is_for_people || format == Format::Json) {
        return statistics::of_findings(report, format == Format::Json);
    }
    match format {
        Format::Text => text::frames(report, colored),
        Format::Concise => text::concise(report),
        Format::Json => json::whole(report),
        Format::JsonLines => json::lines(report),
        Format::Sarif => sarif::log(report),
        Format::Github => github::annotations(report),
        Format::Gitlab => gitlab::report(report),
        Format::Junit => junit::report(report),
        Format::Html => html::page(report),
    }
}
