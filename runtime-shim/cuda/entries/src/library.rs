//! `libraries.toml` -> the families of CUDA and the libraries that export them.

/// A part of CUDA with one status type, served by one HIP library.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Family {
    pub name: String,
    pub facts: Vec<String>,
    pub hip_facts: Vec<String>,
    pub runtime: String,
    /// CUDA's enumeration and HIP's; empty where functions give no status.
    #[serde(default)]
    pub status: Vec<String>,
    #[serde(default)]
    pub not_supported: i64,
    #[serde(default)]
    pub invalid_value: i64,
    #[serde(default)]
    pub unknown: i64,
    /// Whether functions do nothing where code here has none: annotations for tools, without a tool.
    #[serde(default)]
    pub inert: bool,
    /// `function parameter` of structures that are read and written.
    #[serde(default)]
    pub in_out: Vec<String>,
}

/// One file that programs load.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Library {
    pub soname: String,
    pub node: String,
    pub family: String,
    pub version: u32,
    #[serde(default)]
    pub extra: Vec<String>,
    #[serde(default)]
    pub plain: Vec<String>,
}

/// All of `libraries.toml`.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Libraries {
    pub family: Vec<Family>,
    pub library: Vec<Library>,
}

impl Libraries {
    /// Reads the text of `libraries.toml`.
    ///
    /// # Errors
    /// When it is not as its head says, or a library is of a family that it lacks.
    pub fn read(text: &str) -> Result<Libraries, String> {
        let all: Libraries = toml::from_str(text).map_err(|e| format!("libraries.toml: {e}"))?;
        let unknown = all.library.iter().find(|library| !all.family.iter().any(|family| family.name == library.family));
        match unknown {
            Some(library) => Err(format!("libraries.toml: `{}` is of no known family", library.soname)),
            None => Ok(all),
        }
    }
}

impl Family {
    /// Whether a call reads and writes a structure.
    pub fn reads_and_writes(&self, function: &str, parameter: &str) -> bool {
        self.in_out.iter().any(|line| line.split_once(' ') == Some((function, parameter)))
    }
}
