//! The command lines of hipify-perl and hipify-clang, so that scripts switch by path.

mod clang;
mod database;
mod flags;
mod perl;
mod statistics;
mod toolkit;
mod work;

use crate::cli::Tool;
use crate::error::Error;
use crate::port::in_pool;
use crate::say::say_line;
use flags::Flags;
use std::ffi::OsString;
use std::path::Path;

/// The tool that a command of this name stands for.
pub(crate) fn tool_called(command: &OsString) -> Option<Tool> {
    match Path::new(command).file_stem()?.to_str()? {
        "hipify-perl" => Some(Tool::Perl),
        "hipify-clang" => Some(Tool::Clang),
        _ => None,
    }
}

/// Runs as `tool` would on `args`. As with these tools, code that is left unconverted does not change the exit code.
pub(crate) fn run(tool: Tool, args: &[OsString]) -> Result<u8, Error> {
    let flags = Flags::parse(tool, args)?;
    if flags.help {
        print(&flags::help(tool))?;
        return Ok(0);
    }
    if flags.version {
        print(&format!("{} of hipify-rs {}\n", tool.name(), env!("CARGO_PKG_VERSION")))?;
        return Ok(0);
    }
    flags.notes.iter().for_each(|note| say_line(format_args!("note: {note}")));
    in_pool(1, || match tool {
        Tool::Perl => perl::run(&flags),
        Tool::Clang => clang::run(&flags),
    })?
}

fn print(text: &str) -> Result<(), Error> {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(Error::Stdout)
}

impl Tool {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Tool::Perl => "hipify-perl",
            Tool::Clang => "hipify-clang",
        }
    }
}
