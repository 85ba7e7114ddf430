//! Names of CUDA that HIP lacks as one header for a tree that is compiled without this tool: the texts that builds put beside
//! AMD's headers, of the parts that the tree uses alone.

mod parts;

pub use parts::{PARTS, Part};

use crate::FILES;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// What the first line of the header begins with, by which it is known again.
const MARK: &str = "// Written by hipify-rs: ";

/// What the line begins with that says which parts the header has.
const PARTS_LINE: &str = "// Parts: ";

/// The macro that is defined where the headers of our builds have the names already.
pub const PRESENT: &str = "HIPIFY_HAS_DEVICE_FUNCTIONS";

/// The part of that name.
pub fn part(name: &str) -> Option<&'static Part> {
    PARTS.iter().find(|part| part.name == name)
}

/// The header with the parts of these names and those that they need, in the order of [`PARTS`]; names of no part are left out.
pub fn header(names: &BTreeSet<&str>) -> String {
    let parts = with_needed(names);
    let mut out = Inlined::default();
    out.opening(names, &parts);
    let (of_host, of_device): (Vec<&Part>, Vec<&Part>) = parts.iter().partition(|part| part.of_host);
    of_device.into_iter().for_each(|part| out.part(part));
    out.text.push_str("#endif\n#endif\n");
    of_host.into_iter().for_each(|part| out.part(part));
    out.text + "#endif\n"
}

/// The parts that a header by [`header`] was asked for; `None` for any other text.
pub fn parts_of(header: &[u8]) -> Option<BTreeSet<&'static str>> {
    let text = std::str::from_utf8(header).ok().filter(|text| text.starts_with(MARK))?;
    let line = text.lines().find_map(|line| line.strip_prefix(PARTS_LINE))?;
    Some(line.split(", ").filter_map(part).map(|part| part.name).collect())
}

fn with_needed(names: &BTreeSet<&str>) -> Vec<&'static Part> {
    let mut wanted: BTreeSet<&str> = names.clone();
    // Parts stand after those that they need: from the back each is reached once.
    let mut parts: Vec<&Part> = PARTS
        .iter()
        .rev()
        .filter(|part| {
            let is_wanted = wanted.contains(part.name);
            wanted.extend(part.needs.iter().filter(|_| is_wanted));
            is_wanted
        })
        .collect();
    parts.reverse();
    parts
}

/// Text in which includes of our own headers are replaced by what they hold.
#[derive(Default)]
struct Inlined {
    text: String,
    /// Macros without a value that the text so far leaves defined; conditions are taken as true, as include guards are.
    defined: BTreeSet<String>,
    /// Files with `#pragma once` that are in the text.
    once: BTreeSet<String>,
}

impl Inlined {
    fn opening(&mut self, names: &BTreeSet<&str>, parts: &[&Part]) {
        let asked: Vec<&str> = PARTS.iter().map(|part| part.name).filter(|name| names.contains(name)).collect();
        let out = &mut self.text;
        let _ = writeln!(out, "{MARK}names of CUDA that HIP lacks, for the files of this tree. `hipify-rs port` writes it anew.");
        let _ = writeln!(out, "//\n{PARTS_LINE}{}\n//", asked.join(", "));
        for line in include_str!("../../../LICENSE-MIT").trim_end().lines() {
            let _ = writeln!(out, "{}", format!("// {line}").trim_end());
        }
        out.push_str("#ifndef HIPIFY_DEVICE_H\n#define HIPIFY_DEVICE_H\n#pragma clang system_header\n");
        out.push_str("#if defined(__HIP__) && defined(__cplusplus)\n#include <hip/hip_runtime.h>\n");
        let _ = writeln!(out, "#if defined({PRESENT})\n// The headers of `hipify-rs build` have the names.");
        for header in parts.iter().filter_map(|part| part.instead) {
            let _ = writeln!(out, "#if __has_include(<{header}>)\n#include <{header}>\n#endif");
        }
        out.push_str("#else\n");
    }

    fn part(&mut self, part: &Part) {
        if part.texts.is_empty() {
            return;
        }
        let _ = writeln!(self.text, "\n// {}: {}\n// In HIP itself: {}", part.name, part.about, part.native());
        if let Some(header) = part.of_hip {
            let (major, minor) = part.from_hip;
            // As hip_version.h makes a number of a version.
            let since = major * 10_000_000 + minor * 100_000;
            let _ = writeln!(self.text, "#if __has_include(<{header}>) && HIP_VERSION >= {since}\n#include <{header}>");
        }
        if let Some((guard, header)) = part.before {
            let _ = writeln!(self.text, "#if defined({guard})\n#error \"include this header before <{header}>\"\n#endif");
        }
        if part.marked {
            self.text.push_str("#define HIPIFY_SUPPLEMENT\n");
            self.file("amd/begin.h");
        }
        part.texts.iter().for_each(|text| self.file(text));
        if part.marked {
            self.file("amd/end.h");
            self.text.push_str("#undef HIPIFY_SUPPLEMENT\n");
        }
        if part.of_hip.is_some() {
            self.text.push_str("#endif\n");
        }
    }

    fn file(&mut self, path: &str) {
        let content = content(path).expect("parts and headers name files that are there");
        if include_guard(content).is_some_and(|guard| self.defined.contains(guard)) || self.once.contains(path) {
            return;
        }
        for line in content.lines() {
            match line.trim() {
                "#pragma once" => drop(self.once.insert(path.to_owned())),
                "#pragma clang system_header" => {}
                trimmed => match included(path, trimmed) {
                    Some(header) => self.file(&header),
                    None => self.line(line, trimmed),
                },
            }
        }
    }

    fn line(&mut self, line: &str, trimmed: &str) {
        if let Some(name) = trimmed.strip_prefix("#define ").filter(|rest| !rest.contains([' ', '('])) {
            self.defined.insert(name.to_owned());
        } else if let Some(name) = trimmed.strip_prefix("#undef ") {
            self.defined.remove(name);
        }
        self.text.push_str(line);
        self.text.push('\n');
    }
}

fn content(path: &str) -> Option<&'static str> {
    let (_, content) = FILES.iter().find(|(name, _)| *name == path)?;
    std::str::from_utf8(content).ok()
}

/// The macro of the file's `#ifndef` and `#define`.
fn include_guard(content: &str) -> Option<&str> {
    let mut lines = content.lines().skip_while(|line| line.starts_with("//") || line.is_empty());
    let guard = lines.next()?.strip_prefix("#ifndef ")?;
    lines.next()?.strip_prefix("#define ").filter(|name| *name == guard)
}

/// The file that a line of `path` includes, if it is one of those that come in the place of their includes.
fn included(path: &str, line: &str) -> Option<String> {
    let name = line.strip_prefix("#include ")?;
    if let Some(name) = name.strip_prefix('<') {
        // By brackets they include HIP's headers, the standard library's, and each other.
        return Some(format!("cuda_kept/{}", name.trim_end_matches('>'))).filter(|name| content(name).is_some());
    }
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in name.trim_matches('"').split('/') {
        match part {
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> BTreeSet<&'static str> {
        PARTS.iter().map(|part| part.name).collect()
    }

    #[test]
    fn each_part_stands_after_those_that_it_needs() {
        for (number, part) in PARTS.iter().enumerate() {
            for needed in part.needs {
                assert!(PARTS[..number].iter().any(|earlier| earlier.name == *needed), "{} needs {needed}", part.name);
            }
        }
    }

    #[test]
    fn a_header_includes_no_file_of_ours_and_no_text_twice() {
        let text = header(&all());
        let includes: Vec<&str> = text.lines().filter(|line| line.trim_start().starts_with("#include \"")).collect();
        assert_eq!(includes, Vec::<&str>::new());
        for once in
            ["int __dp4a(int a", "struct integer_range {", "class atomic_operations {", "typedef unsigned long long arrivals;"]
        {
            assert_eq!(text.matches(once).count(), 1, "{once}");
        }
        assert_eq!(text.matches("\n#if").count(), text.matches("\n#endif").count());
    }

    #[test]
    fn a_header_has_the_parts_asked_for_and_those_they_need() {
        let text = header(&["video-extremes"].into());
        assert!(text.contains("__vadd") && text.contains("__vimax3") && !text.contains("__dp4a"), "{text}");
        assert!(text.contains("MIT License") && text.contains("Permission is hereby granted"));
    }

    #[test]
    fn the_parts_of_a_header_are_read_back_and_other_texts_have_none() {
        assert_eq!(parts_of(header(&["video-extremes", "groups"].into()).as_bytes()), Some(["groups", "video-extremes"].into()));
        assert_eq!(parts_of(header(&all()).as_bytes()), Some(all()));
        assert_eq!(parts_of(b"#pragma once\n// Parts: groups\n"), None);
    }
}
