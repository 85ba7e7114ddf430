//! Diagnostics of compilers and of the port, to people; standard output of steps to ours.

use super::{BuildOptions, FAILED};
use crate::diagnostics::{CompilerDiagnostics, has_clangs_format};
use crate::execute::{Ending, Ran};
use crate::plan::{Plan, StepKind};
use crate::ported::{PortedTree, rewrite_depfile};
use anstream::{AutoStream, ColorChoice};
use hipify_command_line::request::{Produce, Request};
use hipify_engine::outcome::Outcome;
use hipify_engine::render::{self, Format, Style};
use hipify_error::Error;
use hipify_toolchain::supplement::SUPPLIED;
use hipify_tree::say::say_line;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Findings of the port: a line each, or frames and notes with --verbose. `-w` keeps them quiet as it does the compiler.
pub(crate) fn findings(request: &Request, tree: &PortedTree, of_fortran: Vec<Outcome>, options: &BuildOptions) {
    if request.flags.iter().any(|flag| flag == "-w") {
        return;
    }
    let mut out = AutoStream::auto(io::stderr().lock());
    let colored = out.current_choice() != ColorChoice::Never;
    let format = if options.verbose { Format::Text } else { Format::Concise };
    let mut outcomes = tree.outcomes();
    outcomes.extend(of_fortran);
    for outcome in &mut outcomes {
        outcome.findings.retain(|finding| SUPPLIED.iter().all(|code| code.id != finding.code));
    }
    // A closed standard error is no reason to fail.
    let _ = render::findings(&mut out, &outcomes, Style { format, verbose: options.verbose, colored });
    tree.notes().iter().for_each(|note| say_line(format_args!("note: {note}")));
}

/// Standard output of steps that write there, and diagnostics of compilers.
pub(super) fn forward(
    request: &Request,
    plan: &Plan,
    options: &BuildOptions,
    ran: &[Option<Ran>],
    (tree, mut diagnostics): (&PortedTree, CompilerDiagnostics<'_>),
) -> Result<u8, Error> {
    let mut code = 0;
    let mut crashes = Vec::new();
    let mut stdout = std::io::stdout().lock();
    for (step, ran) in plan.steps.iter().zip(ran) {
        let Some(ran) = ran else { continue };
        write_stdout(&mut stdout, request, &ran.stdout, tree).map_err(Error::Stdout)?;
        let host = matches!(step.kind, StepKind::Host | StepKind::Compile).then_some("host");
        diagnostics.add(step.target.as_deref().or(host).unwrap_or(""), &ran.stderr);
        match &ran.ending {
            Ending::Crashed(how) => crashes.push(format!("error: `{}` {how}", step.title())),
            // Compilers and linkers say so in words of their own.
            Ending::Failed
                if !step.kind.takes_launcher()
                    && !matches!(step.kind, StepKind::Preprocess | StepKind::Fortran | StepKind::Link) =>
            {
                crashes.push(format!("error: `{}` failed", step.title()));
            }
            _ => {}
        }
        if ran.ending != Ending::Done {
            code = FAILED;
        }
    }
    if has_clangs_format(&request.flags) {
        diagnostics.show_as_clang()
    } else {
        diagnostics.show(options.verbose)
    }
    crashes.iter().for_each(say_line);
    Ok(code)
}

/// Preprocessed text as it is; make rules with the originals in place of their ported copies.
fn write_stdout(to: &mut impl Write, request: &Request, said: &[u8], tree: &PortedTree) -> std::io::Result<()> {
    if request.produce != Produce::Dependencies {
        return to.write_all(said);
    }
    let text = String::from_utf8_lossy(said);
    to.write_all(rewrite_depfile(&text, |path| tree.original(path).map(Path::to_path_buf)).as_bytes())
}

/// A dependency file with the originals in place of their ported copies.
pub(crate) fn rewrite(from: &Path, to: &Path, tree: &PortedTree) -> Result<(), Error> {
    let text = fs::read_to_string(from).map_err(Error::io("read", from))?;
    hipify_tree::write::write(to, 0o644, rewrite_depfile(&text, |path| tree.original(path).map(Path::to_path_buf)).as_bytes())
}
