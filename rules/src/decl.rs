//! Declarations of one set of headers, by name.

use std::collections::HashMap;

/// What a header declares a name as.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DeclKind {
    #[default]
    Function,
    Type,
    EnumValue,
    Variable,
    Macro,
    Namespace,
    /// A `using` declaration or a namespace alias.
    Alias,
}

/// A type as written in the header, and with all typedefs resolved.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Param {
    pub written: String,
    pub canonical: String,
}

/// One declaration.
#[derive(Clone, Debug, Default)]
pub struct Decl {
    pub name: String,
    pub kind: DeclKind,
    /// Path of the header.
    pub file: String,
    pub params: Vec<Param>,
    pub result: Param,
    /// Names of the template's type parameters.
    pub generic: Vec<String>,
    /// Carries `__device__`.
    pub device: bool,
    /// For a macro that stands for one identifier: that identifier.
    pub alias: Option<String>,
    /// For a type: what it is in the end.
    pub canonical: String,
}

/// The library that a HIP name is of, as its spelling tells.
pub fn family(name: &str) -> &str {
    const FAMILIES: &[&str] = &[
        "hipblasLt",
        "HIPBLASLT",
        "hipblas",
        "HIPBLAS",
        "hipsparse",
        "HIPSPARSE",
        "hipsolver",
        "HIPSOLVER",
        "hipfft",
        "HIPFFT",
        "hiprand",
        "HIPRAND",
        "hipcub",
        "HIPCUB",
        "rocblas",
        "rocsparse",
        "rocsolver",
        "rocrand",
        "ROCRAND",
        "rocfft",
        "miopen",
        "MIOPEN",
        "nccl",
        "NCCL",
        "roctx",
        "thrust::",
        "THRUST_",
        "HIPRTC",
        "hiprtc",
    ];
    FAMILIES.iter().find(|f| name.starts_with(**f)).copied().unwrap_or("hip")
}

/// All declarations of a set of headers.
#[derive(Default)]
pub struct Index(HashMap<String, Vec<Decl>>);

impl Index {
    pub fn add(&mut self, decls: Vec<Decl>) {
        for decl in decls {
            let same = self.0.entry(decl.name.clone()).or_default();
            if !same.iter().any(|d| d.kind == decl.kind && d.params == decl.params && d.alias == decl.alias) {
                same.push(decl);
            }
        }
    }

    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    pub fn has_family(&self, prefix: &str) -> bool {
        self.0.keys().any(|name| family(name) == prefix)
    }

    /// The declarations of `name`, those that a macro of that name leads to first: a program that writes `cuMemAlloc` calls
    /// `cuMemAlloc_v2`.
    pub fn get(&self, name: &str) -> Vec<&Decl> {
        let direct = self.0.get(name).map(Vec::as_slice).unwrap_or_default();
        let aliased = direct.iter().filter_map(|d| d.alias.as_deref()).filter(|alias| *alias != name);
        let mut all: Vec<&Decl> = aliased.flat_map(|alias| self.get(alias)).collect();
        if all.is_empty() {
            all.extend(direct);
        }
        all
    }

    pub fn all(&self) -> impl Iterator<Item = &Decl> {
        self.0.values().flatten()
    }
}
