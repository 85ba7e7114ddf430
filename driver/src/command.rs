//! Which command was called, by name or by argument, and its exit code.

use crate::cli::{Cli, Color, Command, QueryFormat};
use crate::step;
use crate::version;
use anstream::ColorChoice;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use hipify_command_line::clang::{self, Word};
use hipify_command_line::runtime::Choice;
use hipify_command_line::{nvfortran, style_called};
use hipify_compat::Tool;
use hipify_error::Error;
use hipify_tree::say::print;
use std::ffi::OsString;
use std::io;

/// Runs the command line and says its exit code.
pub(crate) fn run(args: Vec<OsString>) -> anyhow::Result<u8> {
    if let Some((tool, args)) = compat_call(&args) {
        return Ok(hipify_compat::run(tool, args)?);
    }
    if let Some((style, args)) = cc_call(&args) {
        set_color(Color::Auto);
        return Ok(hipify_cc::run(args, style)?);
    }
    if let Some(args) = fc_call(&args) {
        set_color(Color::Auto);
        return Ok(hipify_cc::fc::run(args)?);
    }
    let line = args.clone();
    let (args, words) = split_build(args)?;
    let cli = match Cli::try_parse_from(&args) {
        Ok(cli) => cli,
        Err(error) if error.kind() == ErrorKind::DisplayVersion => {
            // Finding the compiler takes a run of it, which `-V` does without.
            let is_long = args.iter().any(|arg| arg == "--version");
            let version = if is_long { version::long() } else { env!("CARGO_PKG_VERSION").to_owned() };
            print(format!("hipify-rs {version}\n").as_bytes())?;
            return Ok(0);
        }
        Err(error) => {
            error.print().map_err(Error::Stdout)?;
            return Ok(u8::try_from(error.exit_code())?);
        }
    };
    set_color(cli.color);
    match cli.command {
        Command::Port(args) => Ok(hipify_port_command::port(args.options())?),
        Command::Sync(args) => Ok(hipify_sync::run(&args.options())?),
        Command::Lint(args) => Ok(hipify_lint_command::run(&args.options())?),
        Command::Lsp(_) => Ok(hipify_language_server::run()?),
        Command::Explain(args) => Ok(hipify_lint_command::explain(&args.lints)?),
        Command::Build(args) => Ok(hipify_build::run(&args.options(), &words, &line)?),
        Command::Run(args) => Ok(hipify_run::run(&args.words(), &args.device.options())?),
        Command::Check(args) => Ok(hipify_check::run(&args.options())?),
        Command::Compare(args) if args.nvcc_header => {
            print(hipify_compare::NVCC_HEADER.as_bytes())?;
            Ok(0)
        }
        Command::Compare(args) => Ok(hipify_compare::run(&args.options())?),
        Command::Step(args) => Ok(step::run(args)?),
        Command::Query(args) => Ok(hipify_query::run(&args.names, args.rocm, args.output_format == QueryFormat::Json)?),
        Command::Inspect(args) => Ok(hipify_inspect::run(&args.options())?),
        Command::Cc { args } => Ok(hipify_cc::run(&args, None)?),
        Command::Fc { args } => Ok(hipify_cc::fc::run(&args)?),
        Command::Compat(args) => Ok(hipify_compat::run(args.tool, &args.args)?),
        Command::Doctor(args) => {
            let json = args.output_format == QueryFormat::Json;
            Ok(hipify_doctor::run(&args.toolchain.options(), json, &version::build())?)
        }
        Command::Setup(args) => Ok(hipify_doctor::setup::run(&args.options())?),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "hipify-rs", &mut script);
            print(&script)?;
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
    if let Some(tool) = args.first().and_then(hipify_compat::tool_called) {
        return Some((tool, &args[1..]));
    }
    match args {
        [_, command, tool, rest @ ..] if command == "compat" => Some((Tool::named(tool.to_str()?)?, rest)),
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
