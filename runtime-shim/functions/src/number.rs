//! Names of CUDA's types of numbers -> what their bytes mean.

/// What one element of a number means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Element {
    Bool,
    /// Of so many bytes.
    Signed(usize),
    Unsigned(usize),
    /// IEEE 754 binary16.
    Half,
    /// The upper 16 bits of a binary32.
    Bfloat,
    Float,
    Double,
    /// An enumeration with so many values, from 0 on.
    Enumeration(u32),
}

impl Element {
    /// In bytes.
    #[must_use]
    pub fn size(self) -> usize {
        match self {
            Element::Bool => 1,
            Element::Signed(size) | Element::Unsigned(size) => size,
            Element::Half | Element::Bfloat => 2,
            Element::Float | Element::Enumeration(_) => 4,
            Element::Double => 8,
        }
    }

    /// The bits of the mantissa that are stored, and of the exponent.
    #[must_use]
    pub fn format(self) -> Option<(u32, u32)> {
        match self {
            Element::Half => Some((10, 5)),
            Element::Bfloat => Some((7, 8)),
            Element::Float => Some((23, 8)),
            Element::Double => Some((52, 11)),
            _ => None,
        }
    }
}

/// A number or a short vector of them, without gaps between the elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Number {
    pub element: Element,
    pub lanes: usize,
}

/// The scalar types, by the names that libclang prints.
const SCALARS: &[(&str, Element)] = &[
    ("bool", Element::Bool),
    ("char", Element::Signed(1)),
    ("signed char", Element::Signed(1)),
    ("unsigned char", Element::Unsigned(1)),
    ("short", Element::Signed(2)),
    ("unsigned short", Element::Unsigned(2)),
    ("int", Element::Signed(4)),
    ("unsigned int", Element::Unsigned(4)),
    ("long", Element::Signed(8)),
    ("unsigned long", Element::Unsigned(8)),
    ("long long", Element::Signed(8)),
    ("unsigned long long", Element::Unsigned(8)),
    ("__half", Element::Half),
    ("__nv_bfloat16", Element::Bfloat),
    ("float", Element::Float),
    ("double", Element::Double),
    ("__half_raw", Element::Half),
    ("__nv_bfloat16_raw", Element::Bfloat),
    ("cudaRoundMode", Element::Enumeration(4)),
    ("__nv_saturation_t", Element::Enumeration(2)),
    ("__nv_fp8_interpretation_t", Element::Enumeration(2)),
];

/// The elements of vectors, by the names without the number of elements.
const VECTORS: &[(&str, Element)] = &[
    ("char", Element::Signed(1)),
    ("uchar", Element::Unsigned(1)),
    ("short", Element::Signed(2)),
    ("ushort", Element::Unsigned(2)),
    ("int", Element::Signed(4)),
    ("uint", Element::Unsigned(4)),
    ("long", Element::Signed(8)),
    ("ulong", Element::Unsigned(8)),
    ("longlong", Element::Signed(8)),
    ("ulonglong", Element::Unsigned(8)),
    ("float", Element::Float),
    ("double", Element::Double),
];

/// Pairs of 16-bit numbers, which are named after what they hold.
const PAIRS: &[(&str, Element)] = &[
    ("__half2", Element::Half),
    ("__nv_bfloat162", Element::Bfloat),
    ("__half2_raw", Element::Half),
    ("__nv_bfloat162_raw", Element::Bfloat),
];

impl Number {
    /// The type of this name; `None` for what is no number.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let listed = |list: &[(&str, Element)], lanes| {
            list.iter().find(|(listed, _)| *listed == name).map(|&(_, element)| Number { element, lanes })
        };
        listed(SCALARS, 1).or_else(|| listed(PAIRS, 2)).or_else(|| Self::vector(name))
    }

    fn vector(name: &str) -> Option<Self> {
        let lanes = name.chars().last()?.to_digit(10).filter(|lanes| (1..=4).contains(lanes))?;
        let (_, element) = VECTORS.iter().find(|(base, _)| *base == &name[..name.len() - 1])?;
        Some(Number { element: *element, lanes: lanes as usize })
    }

    /// In bytes.
    #[must_use]
    pub fn size(self) -> usize {
        self.element.size() * self.lanes
    }
}
