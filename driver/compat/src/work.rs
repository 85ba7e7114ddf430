//! What both tools do with one file: port it, and say what is left.

use super::flags::Flags;
use super::statistics::Statistics;
use super::toolkit::version_macros;
use hipify_command_line::runtime::Mode;
use hipify_diagnostics::{Applicability, Language};
use hipify_engine::located_diagnostic::LocatedDiagnostic;
use hipify_engine::one_file::{Done, port_bytes};
use hipify_engine::options::Engine;
use hipify_engine::outcome::Outcome;
use hipify_engine::resolve::resolve_files;
use hipify_engine::tree::Tree;
use hipify_error::Error;
use hipify_port::{LaunchSyntax, Options};
use hipify_rules::{Choice, Flavor, Spelling};
use hipify_tree::say::say_line;
use hipify_tree::scan::slashed;
use std::fs;
use std::path::Path;
use std::time::Instant;

/// A file that was ported in memory.
pub(super) struct Ported {
    pub(super) bytes: Vec<u8>,
    pub(super) text: Option<Vec<u8>>,
    pub(super) outcome: Outcome,
    pub(super) statistics: Statistics,
}

impl Ported {
    pub(super) fn result(&self) -> &[u8] {
        self.text.as_deref().unwrap_or(&self.bytes)
    }
}

/// The engine's settings that the flags ask for.
pub(super) fn engine(flags: &Flags) -> Result<Engine, Error> {
    let flavor = Flavor::new(flags.roc, flags.miopen);
    let launch = if flags.macro_launches { LaunchSyntax::Macro } else { LaunchSyntax::Chevrons };
    let choice = Choice { flavor, experimental: flags.experimental, spelling: Spelling::Hipify, ..Choice::default() };
    let skip_excluded = (flags.skip_excluded && !flags.all_branches).then(|| macros(flags));
    let fortran = gpufort::Options { choice, assume: true, ..gpufort::Options::default() };
    Ok(Engine {
        options: Options { choice, launch, skip_excluded, ..Options::default() },
        fortran,
        most: Applicability::Safe,
        mode: Mode::Port,
    })
}

/// What hipify-clang's host pass defines (clang's CUDA mode on x86-64 Linux), and `-D`.
fn macros(flags: &Flags) -> Vec<(String, String)> {
    let own = [
        ("__CUDACC__", "1"),
        ("__CUDA__", "1"),
        ("__clang__", "1"),
        ("__cplusplus", "201103L"),
        ("__linux__", "1"),
        ("__x86_64__", "1"),
    ];
    let own = own.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let versions = version_macros(flags.cuda_path.as_deref());
    own.into_iter().chain(versions).chain(flags.defines.iter().cloned()).collect()
}

/// Reads `from` and ports it as the file `named`.
pub(super) fn port(from: &Path, named: &Path, flags: &Flags, engine: &Engine) -> Result<Ported, Error> {
    let begun = Instant::now();
    let bytes = fs::read(from).map_err(Error::io("read", from))?;
    let name = slashed(named);
    let mut relative = name.rsplit('/').next().unwrap_or(&name).to_owned();
    // These tools port whatever they are given.
    if Language::of(&relative) == Language::Other {
        relative.push_str(".cu");
    }
    let Done { outcome, text, edits } = port_bytes(&relative, name.clone(), &bytes, &Tree::new([relative.clone()]), engine);
    let mut outcomes = [outcome];
    resolve_files(&mut outcomes, engine);
    let [mut outcome] = outcomes;
    outcome.findings.retain(|finding| !flags.whitelist.iter().any(|name| finding.message.contains(&format!("`{name}`"))));
    outcome.unconverted.retain(|name, _| !flags.whitelist.contains(name));
    let statistics = Statistics::of(&name, &bytes, &edits, &outcome, begun.elapsed());
    Ok(Ported { bytes, text, outcome, statistics })
}

/// Prints what is left of CUDA, as warnings on standard error.
pub(super) fn warn(outcome: &Outcome, flags: &Flags) {
    if flags.quiet_warnings {
        return;
    }
    for finding in outcome.findings.iter().filter(|finding| finding.counts() || flags.verbose) {
        let LocatedDiagnostic { line, column, message, code, .. } = finding;
        say_line(format_args!("  warning: {}:{line}:{column}: {message} [{code}]", outcome.path));
    }
}

/// The mode of `path` and its text go to `output`, which is replaced at one stroke when it is there.
pub(super) fn write(path: &Path, output: &Path, text: &[u8]) -> Result<(), Error> {
    let metadata = fs::metadata(path).map_err(Error::io("read", path))?;
    hipify_tree::write::write(output, hipify_tree::platform::mode(&metadata), text)
}
