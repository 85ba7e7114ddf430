//! Bitcode of several sources becomes one code object, while the program runs. The commands are those of a build's plan.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::compile::{Failed, Folder, internal, said, steps};
use crate::module::bundle::{self, BundleError};
use crate::types::rtc::{HIPRTC_ERROR_INVALID_INPUT, HIPRTC_ERROR_LINKING};

/// `hipJitInputType`: bitcode alone, and in an offload bundle.
const BITCODE: u32 = 100;
const BUNDLED_BITCODE: u32 = 101;

/// The last of the kinds that are code objects here, of which `hipJitInputCubin` is the first, 0: libraries.
const LIBRARY: u32 = 4;

/// Whether inputs of a kind can be added to a link.
pub(crate) fn is_taken(kind: u32) -> bool {
    kind <= LIBRARY || matches!(kind, BITCODE | BUNDLED_BITCODE)
}

/// What bitcode begins with.
const MAGIC: &[u8] = b"BC\xc0\xde";

/// A link between its creation and its end.
#[derive(Default)]
pub(crate) struct Link {
    inputs: Vec<Vec<u8>>,
    /// A code object that was added, which is linked already.
    code: Option<Vec<u8>>,
    /// What was given out, which lives as long as the link.
    linked: Option<Vec<u8>>,
}

type Links = (usize, HashMap<usize, Arc<Mutex<Link>>>);

/// Links by their handles: numbers that are never used again.
static LINKS: Mutex<Option<Links>> = Mutex::new(None);

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Link {
    /// Makes a link; gives its handle.
    pub(crate) fn create() -> usize {
        let mut links = locked(&LINKS);
        let (last, links) = links.get_or_insert_default();
        *last += 1;
        links.insert(*last, Arc::default());
        *last
    }

    /// Ends a link. `None` where there is none.
    pub(crate) fn destroy(handle: usize) -> Option<()> {
        locked(&LINKS).as_mut()?.1.remove(&handle).map(drop)
    }

    /// Does something with a link. `None` where there is none.
    pub(crate) fn with<T>(handle: usize, work: impl FnOnce(&mut Link) -> T) -> Option<T> {
        let link = locked(&LINKS).as_ref()?.1.get(&handle).cloned()?;
        let mut link = locked(&link);
        Some(work(&mut link))
    }

    /// Adds bitcode, or a code object: what `hipify-rs cc -ptx`, `-cubin` and `-fatbin` make.
    ///
    /// # Errors
    /// `HIPRTC_ERROR_INVALID_INPUT` for what cannot be linked for a CPU.
    pub(crate) fn add(&mut self, kind: u32, name: &str, bytes: &[u8]) -> Result<(), Failed> {
        let bitcode = match kind {
            BITCODE => Some(bytes.to_vec()),
            BUNDLED_BITCODE => unbundled(bytes),
            _ => return self.add_code(name, bytes),
        };
        let bitcode = bitcode.filter(|bitcode| bitcode.starts_with(MAGIC)).ok_or_else(|| no_bitcode(name))?;
        self.inputs.push(bitcode);
        Ok(())
    }

    fn add_code(&mut self, name: &str, bytes: &[u8]) -> Result<(), Failed> {
        let found = bundle::find(bytes).map_err(|error| match error {
            BundleError::Foreign => no_bitcode(name),
            _ => refused(format!("`{name}` cannot be linked for the CPU: {error}")),
        })?;
        if self.code.is_some() {
            return Err(linked_already(name));
        }
        self.code = Some(found.code.into_owned());
        Ok(())
    }

    /// The code object of all that was added: where it lies, and bytes.
    ///
    /// # Errors
    /// What is wrong with the inputs, also said on standard error.
    pub(crate) fn complete(&mut self) -> Result<(*const u8, usize), Failed> {
        if self.linked.is_none() {
            self.linked = Some(match &self.code {
                Some(code) if self.inputs.is_empty() => code.clone(),
                Some(_) => return Err(linked_already("the code object")),
                None => linked(&self.inputs)?,
            });
        }
        let linked = self.linked.as_deref().unwrap_or_default();
        Ok((linked.as_ptr(), linked.len()))
    }
}

fn no_bitcode(name: &str) -> Failed {
    refused(format!("`{name}` is no bitcode for the CPU, which alone can be linked; compile it with `-fgpu-rdc`"))
}

fn linked_already(name: &str) -> Failed {
    refused(format!("`{name}` is linked already, and alone: compile it with `-fgpu-rdc` to link it to others"))
}

fn refused(reason: String) -> Failed {
    eprintln!("hipify: {reason}");
    (HIPRTC_ERROR_INVALID_INPUT, reason)
}

/// The CPU's entry of a bundle.
fn unbundled(bytes: &[u8]) -> Option<Vec<u8>> {
    if !hipify_bundle::is_bundle(bytes) {
        return None;
    }
    let plain = match bytes.starts_with(hipify_bundle::COMPRESSED) {
        true => hipify_bundle::decompress(bytes).ok()?.0,
        false => bytes.to_vec(),
    };
    let entries = hipify_bundle::entries(&plain).ok()?;
    let own = entries.iter().find(|entry| name_of(entry.id) == hipify_abi::BUNDLE_ENTRY)?;
    Some(own.code.to_vec())
}

/// Of an entry's id, without the dashes that some versions of the bundler append.
fn name_of(id: &[u8]) -> &str {
    std::str::from_utf8(id).unwrap_or_default().trim_end_matches('-')
}

fn linked(inputs: &[Vec<u8>]) -> Result<Vec<u8>, Failed> {
    if inputs.is_empty() {
        return Err((HIPRTC_ERROR_LINKING, "nothing to link".into()));
    }
    let folder = Folder::new().map_err(|error| internal(&format!("no temporary folder: {error}")))?;
    let paths = (0..inputs.len()).map(|number| folder.path().join(format!("{number}.bc"))).collect::<Vec<_>>();
    for (path, input) in paths.iter().zip(inputs) {
        fs::write(path, input).map_err(|error| internal(&format!("`{}`: {error}", path.display())))?;
    }
    let (lowered, object) = (folder.path().join("lowered.bc"), folder.path().join("linked.so"));
    let plan = plan(&folder)?;
    let names: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
    carry_out(&replaced(&plan.0, (".cpu.bc", &names.join(" ")), &lowered))?;
    carry_out(&replaced(&plan.1, (".lowered.bc", &lowered.display().to_string()), &object))?;
    fs::read(&object).map_err(|error| internal(&format!("`{}`: {error}", object.display())))
}

/// The steps of a build that lower bitcode and make a shared object of it, of an empty source.
fn plan(folder: &Folder) -> Result<(String, String), Failed> {
    let source = folder.path().join("empty.hip");
    fs::write(&source, "").map_err(|error| internal(&format!("`{}`: {error}", source.display())))?;
    let steps = steps(&source, &folder.path().join("empty.hipfb"))?;
    let find = |word: &str| steps.lines().find(|line| line.contains(word)).map(str::to_owned);
    find("hipify-lower").zip(find(" -x ir ")).ok_or_else(|| internal("the plan does not lower"))
}

/// A step with other inputs, those that end so, and another output.
fn replaced(step: &str, (ending, inputs): (&str, &str), output: &Path) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in step.split(' ') {
        let plain = word.trim_matches('\'');
        words.push(match words.last().is_some_and(|last| last == "-o") {
            true => output.display().to_string(),
            false if plain.ends_with(ending) => inputs.to_owned(),
            false => word.to_owned(),
        });
    }
    words.join(" ")
}

/// Runs a step, which is printed as a shell reads it.
fn carry_out(step: &str) -> Result<(), Failed> {
    let output = Command::new("/bin/sh").args(["-c", step]).env_remove("LD_PRELOAD").output();
    let output = output.map_err(|error| internal(&format!("`/bin/sh`: {error}")))?;
    if output.status.success() {
        return Ok(());
    }
    let log = said(&output);
    eprintln!("hipify: the link failed:\n{log}");
    Err((HIPRTC_ERROR_LINKING, log))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_gets_other_inputs_and_another_output() {
        let step = "hipify-lower /t/x.cpu.bc -o /t/x.cpu.lowered.bc --cpu native";
        let other = replaced(step, (".cpu.bc", "a.bc b.bc"), Path::new("/u/l.bc"));
        assert_eq!(other, "hipify-lower a.bc b.bc -o /u/l.bc --cpu native");
    }
}
