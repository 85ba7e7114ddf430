//! `api/blas.txt` into rows, and what every reader of them needs to know of letters and kinds.

/// An operation.
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) letters: Vec<String>,
    /// The Rust function that does it for one member of a batch.
    pub(crate) function: String,
    pub(crate) parameters: Vec<Parameter>,
    /// Whether there are variants with 64-bit sizes.
    pub(crate) long: bool,
    /// The variants that there are.
    pub(crate) variants: &'static [Variant],
}

pub(crate) struct Parameter {
    pub(crate) name: String,
    /// `m` of `m(transA,m,k)`.
    pub(crate) kind: String,
    /// What stands in the parentheses.
    pub(crate) extent: Vec<String>,
}

/// How an entry point takes its matrices.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Variant {
    Plain,
    Batched,
    Strided,
}

const VARIANTS: [Variant; 3] = [Variant::Plain, Variant::Batched, Variant::Strided];

impl Variant {
    pub(crate) fn suffix(self) -> &'static str {
        match self {
            Variant::Plain => "",
            Variant::Batched => "Batched",
            Variant::Strided => "StridedBatched",
        }
    }
}

/// # Panics
/// Where a line has no name, letters and function.
pub(crate) fn read(text: &str) -> Vec<Row> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).map(row).collect()
}

fn row(line: &str) -> Row {
    let mut words = line.split_whitespace();
    let mut next = || words.next().unwrap_or_else(|| panic!("`{line}` is too short")).to_owned();
    let (name, letters, function) = (next(), next(), next());
    let letters = letters.split(',').map(str::to_owned).collect();
    let long = !name.starts_with(['-', '=']);
    let variants: &[Variant] = if name.starts_with('=') { &[Variant::Batched] } else { &VARIANTS };
    let name = name.trim_start_matches(['-', '=']).to_owned();
    Row { name, letters, function, parameters: words.map(parameter).collect(), long, variants }
}

fn parameter(word: &str) -> Parameter {
    let (name, kind) = word.split_once(':').unwrap_or_else(|| panic!("`{word}` has no kind"));
    let (kind, extent) = kind.split_once('(').unwrap_or((kind, ""));
    let extent = extent.trim_end_matches(')').split(',').filter(|part| !part.is_empty()).map(str::to_owned).collect();
    Parameter { name: name.to_owned(), kind: kind.to_owned(), extent }
}

impl Row {
    /// The entry point's name; `_v2` is how HIP 6 calls those with its own complex types.
    pub(crate) fn symbol(&self, letter: &str, variant: Variant, v2: bool, long: bool) -> String {
        let (v2, long) = (if v2 { "_v2" } else { "" }, if long { "_64" } else { "" });
        format!("hipblas{letter}{}{}{v2}{long}", self.name, variant.suffix())
    }

    /// The widths of sizes that there are entry points for.
    pub(crate) fn widths(&self) -> &'static [bool] {
        if self.long { &[false, true] } else { &[false] }
    }
}

/// Whether entry points of these letters have a second name.
pub(crate) fn is_complex(letter: &str) -> bool {
    matches!(letter, "C" | "Z" | "Sc" | "Dz" | "Cs" | "Zd" | "Ic" | "Iz")
}

impl Parameter {
    /// Whether it follows the batch's count.
    pub(crate) fn is_result(&self) -> bool {
        self.kind.starts_with('o') && self.kind != "op"
    }

    /// Whether a leading dimension or an increment follows it.
    pub(crate) fn has_step(&self) -> bool {
        matches!(self.kind.as_str(), "m" | "M" | "v" | "V")
    }

    pub(crate) fn is_read_only(&self) -> bool {
        matches!(self.kind.as_str(), "s" | "r" | "m" | "v" | "p" | "e" | "eR")
    }

    /// Whether its type is the real one that belongs to the element type.
    pub(crate) fn is_real(&self) -> bool {
        self.kind == "r" || self.kind.ends_with('R')
    }
}
