//! What programs are checked for: the one list that the command, what makes code ready, and the runtime go by.

use crate::checks;

/// What a program is checked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tool {
    /// Accesses outside of what was allocated.
    Memory,
    /// Accesses of threads that nothing orders.
    Race,
    /// Uses of what nobody has written.
    Init,
    /// Threads that wait for others that do not come.
    Sync,
    /// What is never given back.
    Leak,
    /// Calls of the API that are wrong, or whose errors nobody reads.
    Api,
}

impl Tool {
    /// Each tool with its name and what it finds.
    pub const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Memory, "memory", "Accesses outside of what was allocated, misaligned ones, and frees of what is none to free"),
        (Self::Race, "race", "Accesses of threads to the same memory that nothing orders, of which one writes"),
        (Self::Init, "init", "Memory of devices and blocks that is used before anybody has written it"),
        (Self::Sync, "sync", "Barriers and masks at which threads wait for others that do not come, and deadlocks"),
        (Self::Leak, "leak", "Memory, streams, events, graphs and the like that are never given back"),
        (Self::Api, "api", "Launches and calls that are wrong, too much for the GPU, or whose errors nobody reads"),
    ];

    /// As `HIPIFY_CHECK` and command lines have it.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|row| row.0 == self).map_or("", |row| row.1)
    }

    /// The tool of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    /// The tools of a list of names with commas; `all` stands for each.
    ///
    /// # Errors
    /// What is no tool, with those that there are.
    pub fn list(text: &str) -> Result<Vec<Self>, String> {
        let mut tools = Vec::new();
        for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            match Self::named(name) {
                Some(tool) => tools.push(tool),
                None if name == "all" => tools.extend(Self::ALL.iter().map(|row| row.0)),
                None => {
                    let known = Self::ALL.iter().map(|row| row.1).collect::<Vec<_>>().join(", ");
                    return Err(format!("there is no tool `{name}`; there are {known}, and all"));
                }
            }
        }
        tools.sort_unstable();
        tools.dedup();
        Ok(tools)
    }

    /// The bit of [`checks::CHECKS_SYMBOL`] by which code is made ready for the tool, where it needs that.
    #[must_use]
    pub fn code(self) -> Option<u32> {
        match self {
            Self::Memory => Some(checks::MEMORY),
            Self::Race => Some(checks::RACE),
            Self::Init => Some(checks::INIT),
            Self::Sync => Some(checks::SYNC),
            Self::Leak | Self::Api => None,
        }
    }
}
