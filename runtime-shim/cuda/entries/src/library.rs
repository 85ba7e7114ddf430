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
    /// `CUDA HIP`: enumerations whose tables hand-written entries use.
    #[serde(default)]
    pub tables: Vec<String>,
    /// What is true of single functions, in words.
    #[serde(default)]
    pub adapt: Vec<String>,
}

/// What is true of one function and not in its declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Adaptation {
    /// A structure that is read and written.
    InOut(String),
    /// A pointer to as many elements as another parameter says.
    Array(String, String),
    /// A parameter that HIP lacks; nothing but zero can be asked for.
    Drop(String),
    /// A parameter that HIP lacks and that changes nothing here.
    Ignore(String),
    /// A parameter whose bits mean the same though declarations differ.
    Same(String),
    /// In the libraries of the first major version, records are laid out as in the second.
    Layout(u32, u32),
    /// A value in HIP's parameter of this number, which CUDA lacks.
    Fill(usize, String),
    /// The HIP function, where the rules name another.
    Call(String),
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
    /// What is true of a function.
    ///
    /// # Panics
    /// When a line of the file is none of the forms that its head lists.
    pub fn adaptations(&self, function: &str) -> Vec<Adaptation> {
        let lines = self.adapt.iter().filter_map(|line| line.split_once(' ')).filter(|(of, _)| *of == function);
        lines.map(|(_, what)| Adaptation::read(what).unwrap_or_else(|| panic!("libraries.toml: `{function} {what}`"))).collect()
    }

    /// Whether a call reads and writes a structure.
    pub fn reads_and_writes(&self, function: &str, parameter: &str) -> bool {
        self.adaptations(function).contains(&Adaptation::InOut(parameter.to_owned()))
    }

    /// The major version whose layouts a function has in the libraries of a version.
    pub fn layout_version(&self, function: &str, version: u32) -> u32 {
        let said = self.adaptations(function).into_iter().find_map(|adaptation| match adaptation {
            Adaptation::Layout(of, is) if of == version => Some(is),
            _ => None,
        });
        said.unwrap_or(version)
    }

    /// The parameter that counts the elements that a pointer leads to.
    pub fn count_of(&self, function: &str, parameter: &str) -> Option<String> {
        self.adaptations(function).into_iter().find_map(|adaptation| match adaptation {
            Adaptation::Array(array, count) if array == parameter => Some(count),
            _ => None,
        })
    }
}

impl Adaptation {
    fn read(what: &str) -> Option<Adaptation> {
        let words: Vec<&str> = what.split(' ').collect();
        Some(match words[..] {
            ["in-out", parameter] => Adaptation::InOut(parameter.to_owned()),
            ["array", parameter, count] => Adaptation::Array(parameter.to_owned(), count.to_owned()),
            ["drop", parameter] => Adaptation::Drop(parameter.to_owned()),
            ["ignore", parameter] => Adaptation::Ignore(parameter.to_owned()),
            ["same", parameter] => Adaptation::Same(parameter.to_owned()),
            ["layout", of, is] => Adaptation::Layout(of.parse().ok()?, is.parse().ok()?),
            ["fill", index, value] => Adaptation::Fill(index.parse().ok()?, value.to_owned()),
            ["call", hip] => Adaptation::Call(hip.to_owned()),
            _ => return None,
        })
    }
}
