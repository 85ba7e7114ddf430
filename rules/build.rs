//! Turns `api/*.toml`, `headers.toml` and `hipify.toml` into one static table: rows of numbers over a single string, so that the program
//! starts without relocating thousands of pointers. `gfx.toml` and `compiler-faults.toml` become tables of their own.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

#[path = "build/faults.rs"]
mod faults;
#[path = "build/gfx.rs"]
mod gfx;
#[path = "build/side.rs"]
mod side;

include!("src/hash.rs");

/// One line of `rules/api/*.toml`; CONTRIBUTING.md explains each field to whoever adds one.
#[derive(serde::Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct SymbolRow {
    kind: String,
    hip: String,
    roc: String,
    miopen: String,
    added: String,
    deprecated: String,
    removed: String,
    hip_added: String,
    hip_deprecated: String,
    hip_removed: String,
    header: String,
    note: String,
    differs: String,
    call: String,
    roc_call: String,
    miopen_call: String,
    roc_differs: String,
    experimental: bool,
    unsupported: bool,
    supplied: String,
}

/// What the files of `api/` add up to.
#[derive(Default)]
struct Api {
    libraries: Vec<String>,
    rows: Vec<(String, String)>,
    prefixes: Vec<(String, String)>,
    families: Vec<(u32, String)>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Library {
    library: String,
    /// HIP header that declares the library's names, unless a row says otherwise.
    #[serde(default)]
    header: String,
    /// What to do instead of a name that HIP lacks, unless a row says otherwise.
    #[serde(default)]
    note: String,
    /// How names of the library start that have no row of their own; none of them has a counterpart.
    #[serde(default)]
    prefixes: Vec<String>,
    symbols: toml::Table,
}

/// One line of `rules/headers.toml`.
#[derive(serde::Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct HeaderRow {
    hip: String,
    roc: String,
    miopen: String,
    library: String,
    note: String,
    main: bool,
    drop: bool,
    prefix: bool,
    experimental: bool,
    supplied: String,
}

const KINDS: &[&str] = &["", "function", "type", "enum-value", "define", "device-function", "namespace", "qualifier"];

/// Every distinct string once; a string's number stands in the rows.
#[derive(Default)]
struct Strings {
    numbers: HashMap<String, u32>,
    blob: String,
    ends: Vec<u32>,
}

impl Strings {
    fn number(&mut self, s: &str) -> u32 {
        if let Some(&n) = self.numbers.get(s) {
            return n;
        }
        let n = u32::try_from(self.ends.len()).expect("fewer than 2^32 strings");
        self.blob.push_str(s);
        self.ends.push(u32::try_from(self.blob.len()).expect("string blob below 4 GiB"));
        self.numbers.insert(s.to_owned(), n);
        n
    }
}

fn main() {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    println!("cargo::rerun-if-changed=api");
    println!("cargo::rerun-if-changed=headers.toml");
    println!("cargo::rerun-if-changed=hipify.toml");
    println!("cargo::rerun-if-changed=gfx.toml");
    println!("cargo::rerun-if-changed=compiler-faults.toml");
    let mut strings = Strings::default();
    strings.number("");
    let mut api = Api::default();
    for path in toml_files(&root.join("api")) {
        read_library(&path, &mut strings, &mut api);
    }
    let Api { libraries, mut rows, mut prefixes, mut families } = api;
    families.sort();
    rows.sort();
    prefixes.sort();
    for pair in rows.windows(2) {
        assert!(pair[0].0 != pair[1].0, "rules/api: `{}` stands twice", pair[0].0);
    }
    let headers = read_headers(&root.join("headers.toml"), &mut strings);
    let hipify = side::hipify(&root.join("hipify.toml"), &mut strings);
    let mut out = String::new();
    emit(&mut out, "ROWS", "Row", rows.iter().map(|r| r.1.as_str()));
    emit(&mut out, "HEADERS", "HeaderRow", headers.iter().map(|r| r.1.as_str()));
    emit(&mut out, "LIBRARIES", "LibraryRow", libraries.iter().map(String::as_str));
    emit(&mut out, "PREFIXES", "PrefixRow", prefixes.iter().map(|p| p.1.as_str()));
    for (name, kind, rows) in [
        ("FAMILIES", "FamilyRow", &families),
        ("HIPIFY_NAMES", "HipifyRow", &hipify.names),
        ("HIPIFY_HEADERS", "HipifyRow", &hipify.headers),
    ] {
        emit(&mut out, name, kind, rows.iter().map(|row| row.1.as_str()));
    }
    let slots = slots(&rows);
    emit(&mut out, "SLOTS", "u16", slots.iter().map(String::as_str));
    let filter = filter(&rows);
    emit(&mut out, "FILTER", "u64", filter.iter().map(String::as_str));
    emit(&mut out, "ENDS", "u32", strings.ends.iter().map(u32::to_string).collect::<Vec<_>>().iter().map(String::as_str));
    writeln!(out, "static BLOB: &str = include_str!(concat!(env!(\"OUT_DIR\"), \"/blob.txt\"));").expect("string");
    let dir = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    let targets = root.join("gfx.toml");
    fs::write(dir.join("gfx.rs"), gfx::table(&targets)).expect("OUT_DIR is writable");
    let faults = faults::table(&root.join("compiler-faults.toml"), &targets);
    fs::write(dir.join("faults.rs"), faults).expect("OUT_DIR is writable");
    fs::write(dir.join("blob.txt"), &strings.blob).expect("OUT_DIR is writable");
    fs::write(dir.join("table.rs"), out).expect("OUT_DIR is writable");
}

fn toml_files(dir: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<_> = fs::read_dir(dir)
        .unwrap_or_else(|e| panic!("{}: {e}", dir.display()))
        .map(|entry| entry.expect("readable folder").path())
        .filter(|p| p.extension().is_some_and(|e| e == "toml"))
        .collect();
    paths.sort();
    paths
}

fn read_library(path: &Path, strings: &mut Strings, api: &mut Api) {
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let library: Library = toml::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let number = api.libraries.len();
    api.libraries.push(format!(
        "LibraryRow {{ name: Text({}), header: Text({}), note: Text({}) }}",
        strings.number(&library.library),
        strings.number(&library.header),
        strings.number(&library.note)
    ));
    for prefix in library.prefixes {
        let row = format!("PrefixRow {{ prefix: Text({}), library: {number} }}", strings.number(&prefix));
        api.prefixes.push((prefix, row));
    }
    for (name, value) in library.symbols {
        let row: SymbolRow = value.try_into().unwrap_or_else(|e| panic!("{}: {name}: {e}", path.display()));
        api.families.extend(side::family_row(&name, &row, strings));
        let row = symbol_row(&name, &row, number, path, strings);
        api.rows.push((name, row));
    }
}

fn symbol_row(name: &str, row: &SymbolRow, library: usize, path: &Path, strings: &mut Strings) -> String {
    let kind = KINDS.iter().position(|k| *k == row.kind);
    let kind = kind.unwrap_or_else(|| panic!("{}: {name}: unknown kind `{}`", path.display(), row.kind));
    let mut text = format!("Row {{ name: Text({}), library: {library}, kind: {kind}", strings.number(name));
    let fields = [
        ("hip", &row.hip),
        ("roc", &row.roc),
        ("miopen", &row.miopen),
        ("header", &row.header),
        ("note", &row.note),
        ("differs", &row.differs),
        ("call", &row.call),
        ("supplied", &row.supplied),
    ];
    for (field, value) in fields {
        write!(text, ", {field}: Text({})", strings.number(value)).expect("string");
    }
    let versions = [
        ("added", &row.added),
        ("deprecated", &row.deprecated),
        ("removed", &row.removed),
        ("hip_added", &row.hip_added),
        ("hip_deprecated", &row.hip_deprecated),
        ("hip_removed", &row.hip_removed),
    ];
    for (field, value) in versions {
        write!(text, ", {field}: {}", version(value, path, name)).expect("string");
    }
    let flags = u8::from(row.experimental) | u8::from(row.unsupported) << 1;
    write!(text, ", flags: {flags} }}").expect("string");
    text
}

fn read_headers(path: &Path, strings: &mut Strings) -> Vec<(String, String)> {
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let table: toml::Table = toml::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut rows = Vec::new();
    for (name, value) in table {
        let row: HeaderRow = value.try_into().unwrap_or_else(|e| panic!("{}: {name}: {e}", path.display()));
        let flags = u8::from(row.main) | u8::from(row.drop) << 1 | u8::from(row.prefix) << 2 | u8::from(row.experimental) << 3;
        let mut text = format!("HeaderRow {{ name: Text({})", strings.number(&name));
        let fields = [
            ("hip", &row.hip),
            ("roc", &row.roc),
            ("miopen", &row.miopen),
            ("library", &row.library),
            ("note", &row.note),
            ("supplied", &row.supplied),
        ];
        for (field, value) in fields {
            write!(text, ", {field}: Text({})", strings.number(value)).expect("string");
        }
        write!(text, ", flags: {flags} }}").expect("string");
        rows.push((name, text));
    }
    rows.sort();
    rows
}

/// `12.4` and `6.2.0` as major * 1,000,000 + minor * 1,000 + patch; 0 where not known. A fourth part is ignored.
fn version(text: &str, path: &Path, name: &str) -> u32 {
    if text.is_empty() {
        return 0;
    }
    let mut parts = text
        .split('.')
        .map(|part| part.parse::<u32>().unwrap_or_else(|_| panic!("{}: {name}: `{text}` is not a version", path.display())));
    let mut part = || parts.next().unwrap_or(0);
    part() * 1_000_000 + part() * 1_000 + part()
}

fn emit<'a>(out: &mut String, name: &str, kind: &str, rows: impl Iterator<Item = &'a str> + Clone) {
    writeln!(out, "static {name}: [{kind}; {}] = [", rows.clone().count()).expect("string");
    for row in rows {
        writeln!(out, "{row},").expect("string");
    }
    out.push_str("];\n");
}

/// Open addressing with linear probing, a quarter full; `u16::MAX` marks an empty slot.
fn slots(rows: &[(String, String)]) -> Vec<String> {
    assert!(rows.len() < usize::from(u16::MAX), "rules/api: too many rows for 16-bit slots");
    let size = (rows.len() * 4).next_power_of_two();
    let mut slots = vec![u16::MAX; size];
    for (number, (name, _)) in rows.iter().enumerate() {
        let mut slot = hash(name.as_bytes()) as usize & (size - 1);
        while slots[slot] != u16::MAX {
            slot = (slot + 1) & (size - 1);
        }
        slots[slot] = u16::try_from(number).expect("checked above");
    }
    slots.iter().map(u16::to_string).collect()
}

/// A bit for each name's hash.
fn filter(rows: &[(String, String)]) -> Vec<String> {
    let mut words = vec![0u64; 1 << (FILTER_BITS - 6)];
    for (name, _) in rows {
        let (word, bit) = filter_bit(hash(name.as_bytes()));
        words[word] |= bit;
    }
    words.iter().map(u64::to_string).collect()
}
