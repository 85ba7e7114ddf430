//! Which command was called, by name or by argument, and its exit code.

use crate::build;
use crate::cc;
use crate::cli::{Cli, Color, Command, PortArgs, Tool};
use crate::compat;
use crate::doctor;
use crate::error::Error;
use crate::explain;
use crate::fc;
use crate::lint;
use crate::lsp;
use crate::plan::Plan;
use crate::port;
use crate::printing;
use crate::query;
use crate::report;
use crate::setup;
use crate::stdin;
use crate::step;
use crate::version;
use anstream::ColorChoice;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, ValueEnum};
use hipify_command_line::clang::{self, Word};
use hipify_command_line::{nvfortran, style_called};
use std::ffi::OsString;
use std::io::{self, Write};

/// Runs the command line and says its exit code.
pub(crate) fn run(args: Vec<OsString>) -> anyhow::Result<u8> {
    if let Some((tool, args)) = compat_call(&args) {
        return Ok(compat::run(tool, args)?);
    }
    if let Some((style, args)) = cc_call(&args) {
        set_color(Color::Auto);
        return Ok(cc::run(args, style)?);
    }
    if let Some(args) = fc_call(&args) {
        set_color(Color::Auto);
        return Ok(fc::run(args)?);
    }
    let line = args.clone();
    let (args, words) = split_build(args)?;
    let cli = match Cli::try_parse_from(&args) {
        Ok(cli) => cli,
        // Finding the compiler takes a run of it, which `-V` does without.
        Err(error) if error.kind() == ErrorKind::DisplayVersion && args.iter().any(|arg| arg == "--version") => {
            writeln!(io::stdout(), "hipify-rs {}", version::long()).map_err(Error::Stdout)?;
            return Ok(0);
        }
        Err(error) => {
            error.print()?;
            return Ok(u8::try_from(error.exit_code())?);
        }
    };
    set_color(cli.color);
    match cli.command {
        Command::Port(args) => Ok(run_port(*args)?),
        Command::Lint(args) => Ok(lint::run(&args)?),
        Command::Lsp(_) => Ok(lsp::run()?),
        Command::Explain(args) => Ok(explain::run(&args)?),
        Command::Build(args) => Ok(build::run(&args, &words, &line)?),
        Command::Run(args) => Ok(hipify_run::run(&args.words(), &args.device.options())?),
        Command::Step(args) => Ok(step::run(args)?),
        Command::Query(args) => Ok(query::run(&args)?),
        Command::Inspect(args) => Ok(hipify_inspect::run(&args.options())?),
        Command::Cc { args } => Ok(cc::run(&args, None)?),
        Command::Fc { args } => Ok(fc::run(&args)?),
        Command::Compat(args) => Ok(compat::run(args.tool, &args.args)?),
        Command::Doctor(args) => Ok(doctor::run(&args)?),
        Command::Setup(args) => Ok(setup::run(&args)?),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "hipify-rs", &mut script);
            io::stdout().write_all(&script).map_err(Error::Stdout)?;
            Ok(0)
        }
        Command::Man { command } => Ok(manual(command.as_deref())?),
    }
}

/// Takes clang's options and the inputs out of a command line of `build`, for which clap has no order.
fn split_build(mut args: Vec<OsString>) -> Result<(Vec<OsString>, Vec<Word>), Error> {
    let first = args.iter().skip(1).position(|word| !word.to_string_lossy().starts_with('-')).map(|at| at + 1);
    let Some(at) = first.filter(|&at| args[at] == "build") else { return Ok((args, Vec::new())) };
    let rest = args.split_off(at + 1);
    let mut all = Cli::command();
    all.build();
    let command = all.find_subcommand("build").expect("clap has the command");
    let split = clang::split(&rest, &|word| own_option(word, command), &|path| std::fs::read_to_string(path))?;
    args.extend(split.own.into_iter().map(OsString::from));
    Ok((args, split.words))
}

/// Whether `text` is an option of `command`, and if so whether its value is the next word.
fn own_option(text: &str, command: &clap::Command) -> Option<bool> {
    let takes = |arg: &clap::Arg| arg.get_action().takes_values();
    if let Some(long) = text.strip_prefix("--") {
        let (name, joined) = long.split_once('=').map_or((long, false), |(name, _)| (name, true));
        if name == "help" || name == "color" {
            return Some(name == "color" && !joined);
        }
        let found = command.get_arguments().find(|arg| arg.get_long() == Some(name));
        return found.map(|arg| takes(arg) && !joined);
    }
    let mut letters = text.strip_prefix('-')?.chars();
    let letter = letters.next()?;
    let joined = letters.next().is_some();
    if text == "-h" {
        return Some(false);
    }
    let found = command.get_arguments().find(|arg| arg.get_short() == Some(letter))?;
    // `-j4` and `-oFILE` are ours, `-verify` and `-cuid=` clang's.
    (takes(found) || !joined).then_some(takes(found) && !joined)
}

fn manual(command: Option<&str>) -> Result<u8, Error> {
    let mut all = Cli::command();
    all.build();
    let page = match command {
        None => all,
        Some(name) => {
            let found = all.find_subcommand(name).cloned();
            found.ok_or_else(|| Error::usage(format!("there is no command `{name}`"), "`hipify-rs help` lists the commands"))?
        }
    };
    // A page goes by its whole name, `hipify-rs-port`.
    let name = page.get_display_name().unwrap_or(page.get_name()).to_owned();
    clap_mangen::Man::new(page).title(name).render(&mut io::stdout()).map_err(Error::Stdout)?;
    Ok(0)
}

/// The other tool's arguments are taken before clap sees them: `-help` and `--version` are that tool's.
fn compat_call(args: &[OsString]) -> Option<(Tool, &[OsString])> {
    if let Some(tool) = args.first().and_then(compat::tool_called) {
        return Some((tool, &args[1..]));
    }
    match args {
        [_, command, tool, rest @ ..] if command == "compat" => Some((Tool::from_str(tool.to_str()?, false).ok()?, rest)),
        _ => None,
    }
}

/// A compiler's arguments, likewise.
fn cc_call(args: &[OsString]) -> Option<(Option<hipify_command_line::Style>, &[OsString])> {
    if let Some(style) = args.first().and_then(|command| style_called(command)) {
        return Some((Some(style), &args[1..]));
    }
    match args {
        [_, command, rest @ ..] if command == "cc" => Some((None, rest)),
        _ => None,
    }
}

/// nvfortran's arguments, likewise.
fn fc_call(args: &[OsString]) -> Option<&[OsString]> {
    if args.first().is_some_and(|command| nvfortran::is_called(command)) {
        return Some(&args[1..]);
    }
    match args {
        [_, command, rest @ ..] if command == "fc" => Some(rest),
        _ => None,
    }
}

fn set_color(color: Color) {
    let forced = std::env::var_os("FORCE_COLOR").is_some_and(|value| !value.is_empty() && value != "0");
    match color {
        Color::Always => ColorChoice::Always.write_global(),
        Color::Never => ColorChoice::Never.write_global(),
        Color::Auto if forced => ColorChoice::Always.write_global(),
        Color::Auto => {}
    }
}

fn run_port(args: PortArgs) -> Result<u8, Error> {
    if args.paths.iter().any(|path| path.as_os_str() == "-") {
        return stdin::run(args);
    }
    let plan = Plan::new(args)?;
    let run = port::run(&plan)?;
    printing::print(&plan, &run)?;
    if let Some(path) = &plan.printing.report {
        report::save(path, &plan, &run)?;
    }
    Ok(run.exit_code(&plan.sink))
}
