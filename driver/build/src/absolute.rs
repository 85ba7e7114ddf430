//! A request with absolute paths, for build files that may be read in any folder.

use hipify_command_line::request::{LinkWord, Request};
use std::path::{Path, PathBuf};

/// Options followed by a folder or file, in the next word or joined.
const SEPARATE: &[&str] = &["-I", "-L", "-isystem", "-iquote", "-idirafter", "-B", "-include", "-imacros"];
const JOINED: &[&str] = &["-isystem", "-iquote", "-idirafter", "-I", "-L"];

/// The same request, wherever it is carried out.
pub(crate) fn with_absolute_paths(request: &Request) -> Request {
    let mut request = request.clone();
    for source in &mut request.sources {
        source.path = absolute(&source.path);
        source.flags = flags(&source.flags);
        source.object = source.object.as_deref().map(absolute);
    }
    for word in &mut request.link {
        match word {
            LinkWord::File(path) => *path = absolute(path),
            LinkWord::Flag(flag) => *flag = joined(flag),
            LinkWord::Source(_) => {}
        }
    }
    request.flags = flags(&request.flags);
    request.host_flags = flags(&request.host_flags);
    request.device_flags = flags(&request.device_flags);
    request.output = request.output.as_deref().map(absolute);
    request
}

pub(super) fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}

/// Flags with their folders and files named from the root.
pub(super) fn flags(flags: &[String]) -> Vec<String> {
    let mut out = Vec::with_capacity(flags.len());
    let mut takes_path = false;
    for flag in flags {
        out.push(if takes_path { named(flag) } else { joined(flag) });
        takes_path = !takes_path && SEPARATE.contains(&flag.as_str());
    }
    out
}

/// A file that is there; `-include` also looks along the include path.
fn named(path: &str) -> String {
    let path = Path::new(path);
    if path.exists() { absolute(path).display().to_string() } else { path.display().to_string() }
}

fn joined(flag: &str) -> String {
    let split = JOINED.iter().find_map(|start| Some((*start, flag.strip_prefix(start)?)));
    match split {
        Some((start, path)) if !path.is_empty() && !path.starts_with('=') => {
            format!("{start}{}", absolute(Path::new(path)).display())
        }
        _ => flag.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_become_absolute_in_every_form() {
        let here = std::env::current_dir().unwrap().display().to_string();
        let words: Vec<String> = ["-Iinc", "-I", "src", "-DI=inc", "-isystem", "/x", "-I=root"].map(str::to_owned).to_vec();
        let expected = [
            format!("-I{here}/inc"),
            "-I".into(),
            format!("{here}/src"),
            "-DI=inc".into(),
            "-isystem".into(),
            "/x".into(),
            "-I=root".into(),
        ];
        assert_eq!(flags(&words), expected);
    }
}
