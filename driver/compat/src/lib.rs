//! The command lines of hipify-perl and hipify-clang, so that scripts switch by path.
//!
//! | module | what it does |
//! |---|---|
//! | `flags` | one table of both tools' flags, and what each means here |
//! | `perl`, `clang` | what each tool does with its files |
//! | `work` | one file ported, with what these tools say of it |
//! | `statistics` | their counts, as text and CSV |
//! | `database` | the files of a compilation database |

#![warn(missing_docs)]

mod clang;
mod database;
mod flags;
mod perl;
mod statistics;
mod toolkit;
mod work;

use flags::Flags;
use hipify_command_line::runtime::Choice;
use hipify_engine::pool::in_pool;
use hipify_error::Error;
use hipify_tree::say::{print, say_line};
use std::ffi::OsString;
use std::path::Path;

/// The tool whose command line is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tool {
    /// hipify-perl.
    Perl,
    /// hipify-clang.
    Clang,
}

impl Choice for Tool {
    const ALL: &'static [(Self, &'static str, &'static str)] =
        &[(Self::Perl, "perl", "hipify-perl"), (Self::Clang, "clang", "hipify-clang")];
}

impl Tool {
    /// The name of its command.
    fn command(self) -> &'static str {
        match self {
            Tool::Perl => "hipify-perl",
            Tool::Clang => "hipify-clang",
        }
    }
}

/// The tool that a command of this name stands for.
pub fn tool_called(command: &OsString) -> Option<Tool> {
    match Path::new(command).file_stem()?.to_str()? {
        "hipify-perl" => Some(Tool::Perl),
        "hipify-clang" => Some(Tool::Clang),
        _ => None,
    }
}

/// Runs as `tool` would on `args`. As with these tools, code that is left unconverted does not change the exit code.
pub fn run(tool: Tool, args: &[OsString]) -> Result<u8, Error> {
    let flags = Flags::parse(tool, args)?;
    if flags.help {
        print(flags::help(tool).as_bytes())?;
        return Ok(0);
    }
    if flags.version {
        print(format!("{} of hipify-rs {}\n", tool.command(), env!("CARGO_PKG_VERSION")).as_bytes())?;
        return Ok(0);
    }
    flags.notes.iter().for_each(|note| say_line(format_args!("note: {note}")));
    in_pool(1, || match tool {
        Tool::Perl => perl::run(&flags),
        Tool::Clang => clang::run(&flags),
    })?
}
