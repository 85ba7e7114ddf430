//! `facts/*.toml` -> functions, enumerations and records, as NVIDIA's and HIP's headers declare them.

use std::collections::BTreeMap;

use crate::c_type::{CType, Declared};

/// A function as some versions declare it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// Major versions.
    pub versions: Vec<u32>,
    pub result: CType,
    /// Names and types.
    pub parameters: Vec<(String, CType)>,
}

/// A struct or union as some versions lay it out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    pub versions: Vec<u32>,
    pub union: bool,
    /// Bytes.
    pub size: usize,
    pub align: usize,
    pub fields: Vec<Field>,
}

/// A field of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    pub name: String,
    /// Bytes.
    pub offset: usize,
    pub kind: CType,
}

/// What the headers of one side say.
#[derive(Clone, Default, Debug)]
pub struct Facts {
    pub functions: BTreeMap<String, Vec<Signature>>,
    pub enumerations: BTreeMap<String, BTreeMap<String, i64>>,
    pub records: BTreeMap<String, Vec<Layout>>,
    pub numbers: BTreeMap<String, i64>,
    /// Versions of CUDA, ascending, in which a function's variants came: 12010 is 12.1.
    pub introduced: BTreeMap<String, Vec<u32>>,
}

impl Declared for Facts {
    fn is_enumeration(&self, name: &str) -> bool {
        self.enumerations.contains_key(name)
    }

    fn is_record(&self, name: &str) -> bool {
        self.records.contains_key(name)
    }
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    functions: BTreeMap<String, Vec<String>>,
    enumerations: BTreeMap<String, BTreeMap<String, i64>>,
    records: BTreeMap<String, Vec<String>>,
    numbers: BTreeMap<String, i64>,
    #[serde(default)]
    introduced: BTreeMap<String, Vec<u32>>,
}

impl Facts {
    /// Reads files of one side together, so that types of one are known in the other.
    ///
    /// # Errors
    /// When a file is not as `read-headers` writes it.
    pub fn read<'a>(texts: impl IntoIterator<Item = &'a str>) -> Result<Facts, String> {
        let files: Vec<File> =
            texts.into_iter().map(|text| toml::from_str(text).map_err(|e| e.to_string())).collect::<Result<_, _>>()?;
        let mut facts = Facts::default();
        // Names first: what a type is depends on them.
        for file in &files {
            facts.enumerations.extend(file.enumerations.clone());
            facts.records.extend(file.records.keys().map(|name| (name.clone(), Vec::new())));
            facts.numbers.extend(file.numbers.clone());
            facts.introduced.extend(file.introduced.clone());
        }
        for file in &files {
            for (name, lines) in &file.records {
                let layouts = lines.iter().map(|line| layout(line, &facts)).collect::<Result<_, _>>()?;
                facts.records.insert(name.clone(), layouts);
            }
            for (name, lines) in &file.functions {
                let signatures = lines.iter().map(|line| signature(line, &facts)).collect::<Result<_, _>>()?;
                facts.functions.insert(name.clone(), signatures);
            }
        }
        Ok(facts)
    }

    /// The layout of a record in a version; the newest before it, else the oldest after it, where that version lacks it.
    pub fn layout(&self, name: &str, version: u32) -> Option<&Layout> {
        let all = self.records.get(name)?;
        nearest(all, version, |layout| &layout.versions)
    }

    /// The signature of a function in a version.
    pub fn signature(&self, name: &str, version: u32) -> Option<&Signature> {
        self.functions.get(name)?.iter().find(|signature| signature.versions.contains(&version))
    }

    /// The signature in the newest version that has the function.
    pub fn newest_signature(&self, name: &str) -> Option<&Signature> {
        self.functions.get(name)?.iter().max_by_key(|signature| signature.versions.iter().max().copied())
    }
}

/// The fact of a version, else of the version nearest to it.
fn nearest<T>(all: &[T], version: u32, versions: impl Fn(&T) -> &Vec<u32>) -> Option<&T> {
    let distance = |fact: &&T| versions(fact).iter().map(|of| of.abs_diff(version)).min().unwrap_or(u32::MAX);
    all.iter().min_by_key(distance)
}

fn versions(text: &str) -> Result<Vec<u32>, String> {
    text.split_whitespace().map(|word| word.parse().map_err(|_| format!("`{word}` is not a major version"))).collect()
}

fn signature(line: &str, facts: &Facts) -> Result<Signature, String> {
    let mut parts = line.split(" | ");
    let mut part = || parts.next().ok_or_else(|| format!("`{line}` is no function"));
    let (versions, result) = (versions(part()?)?, CType::parse(part()?, facts));
    let parameter = |part| named(part, facts).map(|(name, kind)| (name, kind.decayed()));
    let parameters = parts.map(parameter).collect::<Result<_, _>>()?;
    Ok(Signature { versions, result, parameters })
}

fn layout(line: &str, facts: &Facts) -> Result<Layout, String> {
    let wrong = || format!("`{line}` is no record");
    let mut parts = line.split(" | ");
    let versions = versions(parts.next().ok_or_else(wrong)?)?;
    let union = parts.next().ok_or_else(wrong)? == "union";
    let (size, align) = parts.next().and_then(|part| part.split_once(' ')).ok_or_else(wrong)?;
    let number = |text: &str| text.parse::<usize>().map_err(|_| wrong());
    let field = |part: &str| {
        let (offset, rest) = part.split_once(' ').ok_or_else(wrong)?;
        let (name, kind) = named(rest, facts)?;
        Ok(Field { name, offset: number(offset)?, kind })
    };
    let fields = parts.map(field).collect::<Result<_, String>>()?;
    Ok(Layout { versions, union, size: number(size)?, align: number(align)?, fields })
}

/// `type name`.
fn named(part: &str, facts: &Facts) -> Result<(String, CType), String> {
    let (kind, name) = part.rsplit_once(' ').ok_or_else(|| format!("`{part}` has no name"))?;
    Ok((name.to_owned(), CType::parse(kind, facts)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::c_type::Base;

    const FILE: &str = r#"
[functions]
cudaCopy = ["11 12 | enum cudaError | const void * from | struct cudaExtent size | enum cudaKind kind"]
[enumerations]
cudaError = { cudaSuccess = 0 }
cudaKind = { cudaKindHost = 1 }
[records]
cudaExtent = ["11 | struct | 8 8 | 0 unsigned long width", "12 | struct | 16 8 | 0 unsigned long width | 8 int[2] rest"]
[numbers]
cudaFlag = 4
"#;

    #[test]
    fn functions_have_names_and_types_by_version() {
        let facts = Facts::read([FILE]).unwrap();
        let signature = facts.signature("cudaCopy", 12).unwrap();
        assert_eq!(signature.result.enumeration(), Some("cudaError"));
        let names: Vec<&str> = signature.parameters.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["from", "size", "kind"]);
        assert_eq!(signature.parameters[0].1.pointers, 1);
        assert!(signature.parameters[0].1.constant && signature.parameters[0].1.base == Base::Void);
        assert_eq!(signature.parameters[1].1.record(), Some("cudaExtent"));
        assert!(facts.signature("cudaCopy", 13).is_none());
    }

    #[test]
    fn a_record_has_the_layout_of_the_version_or_the_nearest() {
        let facts = Facts::read([FILE]).unwrap();
        assert_eq!(facts.layout("cudaExtent", 11).unwrap().size, 8);
        assert_eq!(facts.layout("cudaExtent", 13).unwrap().size, 16);
        assert_eq!(facts.layout("cudaExtent", 12).unwrap().fields[1].kind.array, Some(2));
    }
}
