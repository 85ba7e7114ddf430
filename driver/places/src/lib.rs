//! Places in source: return addresses that the runtime notes to files and lines, where there is debug information, and the variables
//! that the lines name.

#![warn(missing_docs)]

use addr2line::Loader;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// A call in the program's source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// As debug information has it.
    pub file: PathBuf,
    /// From 1.
    pub line: u32,
    /// From 1; 0 where it is not known.
    pub column: u32,
    /// The function that the call is in, demangled.
    pub function: String,
}

impl std::fmt::Display for Call {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = self.file.file_name().map_or(self.file.as_os_str(), |name| name);
        write!(f, "{}:{}", name.to_string_lossy(), self.line)
    }
}

/// Debug information of the files that records name.
#[derive(Default)]
pub struct Places {
    files: HashMap<String, Option<Loader>>,
}

/// Where sources begin that are no program's own.
const SYSTEM: &[&str] = &["/usr/", "/opt/rocm"];

/// Folders of AMD's libraries for device code.
const AMD_LIBRARIES: &[&str] = &["/rocprim/", "/hipcub/", "/thrust/", "/rocwmma/"];

/// Folders of headers that the tool unpacks and fetches.
const UNPACKED: &[&str] = &["/hipify-rs/include/", "/hipify-rs/rocprim/", "/hipify-rs/rocwmma/", "/share/hipify-rs/"];

impl Places {
    /// Calls in the program's own sources, innermost first.
    pub fn of(&mut self, calls: &str) -> Vec<Call> {
        calls.lines().flat_map(|line| self.frames(line).unwrap_or_default()).filter(is_own).collect()
    }

    /// The frames of one address, `file+0xoffset`, with what is inlined there, innermost first: the program's own, or all where none is.
    pub fn at(&mut self, address: &str) -> Vec<Call> {
        let frames = self.frames(address).unwrap_or_default();
        let own: Vec<Call> = frames.iter().filter(|call| is_own(call)).cloned().collect();
        if own.is_empty() { frames } else { own }
    }

    /// Of an address in AMD's libraries for device code, the frames of the program's own sources around it.
    pub fn in_amd_library(&mut self, address: &str) -> Option<Vec<Call>> {
        let frames = self.frames(address).unwrap_or_default();
        let innermost = frames.first()?;
        let file = innermost.file.to_string_lossy();
        let is_librarys = AMD_LIBRARIES.iter().any(|folder| file.contains(folder)) && !is_own(innermost);
        is_librarys.then(|| frames.into_iter().filter(is_own).collect())
    }

    fn frames(&mut self, line: &str) -> Option<Vec<Call>> {
        let Some((file, offset)) = line.rsplit_once("+0x").map(|(file, _)| (file, &line[file.len() + 1..])) else {
            return written(line).map(|call| vec![call]);
        };
        let offset = u64::from_str_radix(offset.strip_prefix("0x")?, 16).ok()?;
        let loader = self.files.entry(file.to_owned()).or_insert_with(|| Loader::new(file).ok()).as_ref()?;
        let mut frames = loader.find_frames(offset + loader.relative_address_base()).ok()?;
        let mut calls = Vec::new();
        while let Ok(Some(frame)) = frames.next() {
            let Some(location) = frame.location else { continue };
            let (Some(file), Some(line)) = (location.file, location.line) else { continue };
            let function = frame.function.and_then(|function| function.raw_name().ok().map(|name| name.into_owned()));
            let function = function.map(|name| hipify_inspect::demangle(&name).unwrap_or(name)).unwrap_or_default();
            calls.push(Call { file: file.into(), line, column: location.column.unwrap_or(0), function });
        }
        Some(calls)
    }
}

/// A place that the lowering has written down: `FILE:LINE:COLUMN`.
fn written(line: &str) -> Option<Call> {
    let mut parts = line.rsplitn(3, ':');
    let (column, line, file) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?);
    Some(Call { file: file.into(), line, column, function: String::new() })
}

fn is_own(call: &Call) -> bool {
    let file = call.file.to_string_lossy();
    !SYSTEM.iter().any(|folder| file.starts_with(folder)) && !UNPACKED.iter().any(|folder| file.contains(folder))
}

/// The variable that gets the memory, where the source's lines say so: what the innermost call of an allocator passes the address of;
/// for a member that a constructor allocates, the object whose constructor it is.
pub fn variable(calls: &[Call]) -> Option<(String, Call)> {
    let mut calls = calls.iter();
    let mut call = calls.next()?;
    let mut name = text(call).and_then(|line| allocated(&line, call.column));
    while is_constructor(&call.function) {
        let Some(outer) = calls.next() else { break };
        call = outer;
        name = text(call).and_then(|line| identifier_at(&line, call.column)).or(name);
    }
    Some((name?, call.clone()))
}

/// `Array<float>::Array(std::vector<float> const&)`.
fn is_constructor(function: &str) -> bool {
    let name = without_arguments(function);
    let mut parts = name.rsplit("::");
    matches!((parts.next(), parts.next()), (Some(one), Some(other)) if one == other.rsplit(' ').next().unwrap_or(other))
}

/// The name of a demangled function: `a::scan` of `void a::scan<float>(float*)`.
#[must_use]
pub fn function_name(function: &str) -> String {
    let name = without_arguments(function);
    name.rsplit(' ').next().unwrap_or_default().to_owned()
}

/// A function's name without what stands in brackets.
fn without_arguments(function: &str) -> String {
    let mut depth = 0u32;
    let mut name = String::new();
    for letter in function.chars() {
        match letter {
            '(' if depth == 0 && !name.is_empty() => break,
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            letter if depth == 0 => name.push(letter),
            _ => {}
        }
    }
    name
}

fn text(call: &Call) -> Option<String> {
    line_of(&call.file, call.line)
}

fn line_of(file: &Path, line: u32) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    text.lines().nth(line.checked_sub(1)? as usize).map(str::to_owned)
}

/// The last name of the first argument of the allocator that is called on a line: `&d_x`, `reinterpret_cast<void **>(&this->p)`.
fn allocated(line: &str, column: u32) -> Option<String> {
    let is_allocator = |word: &str| {
        let word = word.to_ascii_lowercase();
        word.contains("malloc") || word.contains("alloc")
    };
    let from = (column as usize).saturating_sub(1).min(line.len());
    // Macros and casts stand before the call; else it is the one at the column.
    let places = words(line).filter(|(at, word)| is_allocator(word) && line[at + word.len()..].trim_start().starts_with('('));
    let (at, word) = places.min_by_key(|(at, _)| at.abs_diff(from))?;
    let rest = line[at + word.len()..].trim_start().strip_prefix('(')?;
    let mut depth = 0;
    let end = rest.find(|letter| {
        match letter {
            '(' | '<' | '[' => depth += 1,
            ')' | '>' | ']' if depth > 0 => depth -= 1,
            ',' | ')' if depth == 0 => return true,
            _ => {}
        }
        false
    });
    let argument = rest[..end.unwrap_or(rest.len())].trim_end();
    let (argument, index) = match argument.strip_suffix(']').and_then(|inside| inside.rsplit_once('[')) {
        Some((argument, index)) => (argument, Some(format!("[{index}]"))),
        None => (argument, None),
    };
    let (_, word) = words(argument).filter(|(_, word)| !is_of_a_cast(word)).last()?;
    Some(format!("{word}{}", index.unwrap_or_default()))
}

fn is_of_a_cast(word: &str) -> bool {
    matches!(
        word,
        "void" | "reinterpret_cast" | "static_cast" | "const_cast" | "this" | "float" | "double" | "int" | "char" | "unsigned"
    )
}

fn identifier_at(line: &str, column: u32) -> Option<String> {
    let at = (column as usize).checked_sub(1)?;
    let (_, word) = words(line).find(|(start, word)| (*start..start + word.len()).contains(&at))?;
    Some(word.to_owned())
}

/// Identifiers of a line, and where they begin.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut rest = 0;
    std::iter::from_fn(move || {
        let start = rest + line[rest..].find(is_part)?;
        let end = line[start..].find(|letter| !is_part(letter)).map_or(line.len(), |length| start + length);
        rest = end;
        Some((start, &line[start..end]))
    })
    .filter(|(_, word)| !word.starts_with(|letter: char| letter.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_allocated_variable_is_the_first_argument() {
        for (line, name) in [
            ("    cudaMalloc(&d_x, n * sizeof(float));", "d_x"),
            ("    CHECK(cudaMalloc((void **)&data->rows, n));", "rows"),
            ("    CHECK(hipMalloc(reinterpret_cast<void **>(&this->p), n * sizeof(T)));", "p"),
            ("    cudaMallocManaged(&parts[i], bytes);", "parts[i]"),
            ("    hipMallocAsync((void**)&buffer, size, stream);", "buffer"),
            ("  x = new_array(n);", ""),
        ] {
            assert_eq!(allocated(line, 5).unwrap_or_default(), name, "{line}");
        }
    }

    #[test]
    fn a_column_names_an_object_and_a_function_its_constructor() {
        assert_eq!(identifier_at("    Array<float> values(in), total(1);", 18).unwrap(), "values");
        assert_eq!(identifier_at("    Array<float> values(in), total(1);", 30).unwrap(), "total");
        assert!(is_constructor("Array<float>::Array(std::vector<float, std::allocator<float>> const&)"));
        assert!(is_constructor("ns::Array<float>::Array(unsigned long)"));
        assert!(!is_constructor("Array<float>::host() const") && !is_constructor("main"));
    }
}
