//! Checks of programs while they run, where `HIPIFY_CHECK` names tools: findings become lines of the file that `HIPIFY_CHECK_OUTPUT`
//! names, which `hipify-rs check` reads, or text on standard error.

use std::sync::OnceLock;

pub(crate) mod allocations;
mod bounds_of_process;
pub(crate) mod finding;
pub(crate) mod launch_errors;
pub(crate) mod quarantine;
pub(crate) mod race;
pub(crate) mod resources;
pub(crate) mod shadow;
pub(crate) mod sink;
pub(crate) mod undefined;
pub(crate) mod undefined_copy;

/// What programs are checked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Tool {
    /// Accesses outside of what was allocated.
    Memory,
    /// Accesses of threads that nothing orders.
    Race,
    /// Reads of what nobody has written.
    Init,
    /// Threads of a block that wait at different barriers.
    Sync,
    /// What is never given back.
    Leak,
    /// Launches that fail, and whose error nobody asks for.
    Api,
}

impl Tool {
    const ALL: [(Tool, &'static str); 6] = [
        (Tool::Memory, "memory"),
        (Tool::Race, "race"),
        (Tool::Init, "init"),
        (Tool::Sync, "sync"),
        (Tool::Leak, "leak"),
        (Tool::Api, "api"),
    ];

    /// As `HIPIFY_CHECK` has it.
    pub(crate) fn name(self) -> &'static str {
        Self::ALL.iter().find(|row| row.0 == self).map_or("", |row| row.1)
    }

    fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// The tools that are asked for, a bit each.
fn asked() -> u32 {
    static ASKED: OnceLock<u32> = OnceLock::new();
    *ASKED.get_or_init(|| {
        let Ok(list) = std::env::var("HIPIFY_CHECK") else { return 0 };
        list.split(',').map(str::trim).filter(|name| !name.is_empty()).fold(0, |bits, name| {
            match Tool::ALL.iter().find(|row| row.1 == name) {
                Some((tool, _)) => bits | tool.bit(),
                None if name == "all" => Tool::ALL.iter().fold(bits, |bits, (tool, _)| bits | tool.bit()),
                None => {
                    let known = Tool::ALL.map(|row| row.1).join(", ");
                    eprintln!("hipify: `HIPIFY_CHECK={list}`: there is no tool `{name}`; there are {known}");
                    bits
                }
            }
        })
    })
}

/// Whether a tool is on.
pub(crate) fn is_on(tool: Tool) -> bool {
    asked() & tool.bit() != 0
}

/// Whether any tool is on.
pub(crate) fn any() -> bool {
    asked() != 0
}
