//! Checks of programs while they run, where `HIPIFY_CHECK` names tools: findings become lines of the file that `HIPIFY_CHECK_OUTPUT`
//! names, which `hipify-rs check` reads, or text on standard error.

use std::sync::OnceLock;

pub(crate) use hipify_abi::Tool;

pub(crate) mod allocations;
mod bounds_of_process;
pub(crate) mod defined;
pub(crate) mod device_pages;
pub(crate) mod finding;
pub(crate) mod in_use;
pub(crate) mod launch_errors;
pub(crate) mod launched;
pub(crate) mod limits;
pub(crate) mod order;
pub(crate) mod quarantine;
pub(crate) mod race;
pub(crate) mod resources;
pub(crate) mod shadow;
pub(crate) mod sink;
pub(crate) mod trail;
pub(crate) mod undefined;
pub(crate) mod undefined_copy;

/// The tools that are asked for, a bit each.
fn asked() -> u32 {
    static ASKED: OnceLock<u32> = OnceLock::new();
    *ASKED.get_or_init(|| {
        let Ok(list) = std::env::var("HIPIFY_CHECK") else { return 0 };
        match Tool::list(&list) {
            Ok(tools) => tools.into_iter().fold(0, |bits, tool| bits | bit(tool)),
            Err(error) => {
                eprintln!("hipify: `HIPIFY_CHECK={list}`: {error}");
                0
            }
        }
    })
}

fn bit(tool: Tool) -> u32 {
    1 << tool as u32
}

/// Whether a tool is on.
pub(crate) fn is_on(tool: Tool) -> bool {
    asked() & bit(tool) != 0
}

/// Whether any tool is on.
pub(crate) fn any() -> bool {
    asked() != 0
}
