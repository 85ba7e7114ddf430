//! The expressions of `text/patterns.toml`, by the type that they have.

use serde::Deserialize;
use std::collections::BTreeMap;

/// A type of values: its name in kernels, and its width in bits for integers, else 0.
pub(crate) struct Type {
    pub(crate) name: &'static str,
    pub(crate) bits: u32,
}

const fn ty(name: &'static str, bits: u32) -> Type {
    Type { name, bits }
}

pub(crate) const TYPES: [Type; 12] = [
    ty("i8", 8),
    ty("u8", 8),
    ty("i16", 16),
    ty("u16", 16),
    ty("i32", 32),
    ty("u32", 32),
    ty("i64", 64),
    ty("u64", 64),
    ty("bool", 0),
    ty("f16", 0),
    ty("f32", 0),
    ty("f64", 0),
];

/// The type of that name.
pub(crate) fn named(name: &str) -> &'static Type {
    TYPES.iter().find(|ty| ty.name == name).unwrap_or_else(|| panic!("text/patterns.toml: there is no type `{name}`"))
}

#[derive(Deserialize)]
struct File {
    group: Vec<Group>,
}

#[derive(Deserialize)]
struct Group {
    #[serde(rename = "for")]
    types: Vec<String>,
    gives: Option<String>,
    patterns: Vec<String>,
}

/// Patterns by type.
pub(crate) struct Patterns(BTreeMap<&'static str, Vec<String>>);

impl Patterns {
    pub(crate) fn read() -> Self {
        let file: File = toml::from_str(include_str!("text/patterns.toml")).unwrap();
        let mut all = BTreeMap::<_, Vec<_>>::new();
        for group in &file.group {
            for ty in group.types.iter().map(|name| named(name)) {
                let gives = group.gives.as_deref().map_or(ty, named).name;
                all.entry(gives).or_default().extend(group.patterns.iter().map(|pattern| ty.fill(pattern)));
            }
        }
        Self(all)
    }

    pub(crate) fn of(&self, ty: &str) -> &[String] {
        &self.0[ty]
    }
}

impl Type {
    fn fill(&self, pattern: &str) -> String {
        let unsigned = self.name.replace('i', "u");
        let wide = if self.bits == 64 { "u64" } else { "u32" };
        let (bits, most) = (self.bits.to_string(), self.bits.saturating_sub(1).to_string());
        let marks = [("<T>", self.name), ("<U>", &unsigned), ("<W>", wide), ("<B>", &bits), ("<M>", &most)];
        marks.iter().fold(pattern.to_owned(), |text, (mark, with)| text.replace(mark, with))
    }
}
