//! The files of this crate and the shim's sources -> all libraries with their plans.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::facts::Facts;
use crate::library::{Family, Libraries, Library};
use crate::own::{self, Own};
use crate::plan::{Action, PlannedSymbol, Sources, plan};

/// Facts of both sides, by family.
pub struct Catalogue {
    pub libraries: Libraries,
    facts: BTreeMap<String, (Facts, Facts)>,
    own: Own,
}

impl Catalogue {
    /// Reads everything. `sources` is the folder of the shim's own code.
    ///
    /// # Errors
    /// When a file cannot be read or is not as its head says; the message names it.
    pub fn read(sources: &Path) -> Result<Catalogue, String> {
        let folder = folder();
        let libraries = Libraries::read(&text(&folder.join("libraries.toml"))?)?;
        let own = own::scan(sources).map_err(|error| format!("`{}`: {error}", sources.display()))?;
        let mut facts = BTreeMap::new();
        for family in &libraries.family {
            facts.insert(family.name.clone(), (side(&folder, &family.facts)?, side(&folder, &family.hip_facts)?));
        }
        Ok(Catalogue { libraries, facts, own })
    }

    /// The family of a library.
    pub fn family(&self, library: &Library) -> &Family {
        let found = self.libraries.family.iter().find(|family| family.name == library.family);
        found.expect("checked when the file was read")
    }

    /// CUDA's facts of a family, then HIP's.
    pub fn facts(&self, family: &Family) -> &(Facts, Facts) {
        &self.facts[&family.name]
    }

    /// All symbols of a library.
    pub fn plan(&self, library: &Library) -> Vec<PlannedSymbol> {
        let family = self.family(library);
        let (cuda, hip) = self.facts(family);
        plan(library, &Sources { family, cuda, hip, own: &self.own })
    }

    /// Compares hand-written entries with the headers.
    ///
    /// # Errors
    /// Names an entry whose number of parameters is not what the headers say.
    pub fn check_own(&self, plan: &[PlannedSymbol]) -> Result<(), String> {
        for entry in plan {
            let (Action::Own(name), Some(signature)) = (&entry.action, &entry.signature) else { continue };
            let (written, declared) = (self.own[name], signature.parameters.len());
            if written != declared {
                return Err(format!("`{name}` has {written} parameters here, `{}` {declared} in the headers", entry.symbol));
            }
        }
        Ok(())
    }

    /// Files that the answers depend on, for build scripts.
    pub fn inputs() -> Vec<PathBuf> {
        vec![folder().join("libraries.toml"), folder().join("facts")]
    }
}

/// The folder of the data.
fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn side(folder: &Path, names: &[String]) -> Result<Facts, String> {
    let texts: Vec<String> =
        names.iter().map(|name| text(&folder.join("facts").join(format!("{name}.toml")))).collect::<Result<_, _>>()?;
    Facts::read(texts.iter().map(String::as_str)).map_err(|error| format!("facts of {names:?}: {error}"))
}

fn text(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("`{}`: {error}", path.display()))
}
