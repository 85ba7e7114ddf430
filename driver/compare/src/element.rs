//! Elements of memory: their types, whether two are equal within a tolerance, and what they are likely to be where nothing says it.

use crate::signature;
use half::{bf16, f16};
use hipify_command_line::runtime::Choice;

/// What an element is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the types' own")]
pub enum Type {
    F16,
    Bf16,
    F32,
    F64,
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
}

impl Choice for Type {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::F16, "f16", ""),
        (Self::Bf16, "bf16", ""),
        (Self::F32, "f32", ""),
        (Self::F64, "f64", ""),
        (Self::I8, "i8", ""),
        (Self::U8, "u8", ""),
        (Self::I16, "i16", ""),
        (Self::U16, "u16", ""),
        (Self::I32, "i32", ""),
        (Self::U32, "u32", ""),
        (Self::I64, "i64", ""),
        (Self::U64, "u64", ""),
    ];
}

/// Words of types in C++ names, as demanglers write them, and what elements of arrays of them are.
const OF_CPP: &[(&str, Type)] = &[
    ("float", Type::F32),
    ("double", Type::F64),
    ("half", Type::F16),
    ("bfloat16", Type::Bf16),
    ("unsigned char", Type::U8),
    ("unsigned short", Type::U16),
    ("unsigned int", Type::U32),
    ("unsigned long long", Type::U64),
    ("unsigned long", Type::U64),
    ("signed char", Type::I8),
    ("char", Type::I8),
    ("bool", Type::U8),
    ("short", Type::I16),
    ("int", Type::I32),
    ("long long", Type::I64),
    ("long", Type::I64),
    ("uchar", Type::U8),
    ("ushort", Type::U16),
    ("uint", Type::U32),
    ("ulonglong", Type::U64),
    ("ulong", Type::U64),
    ("longlong", Type::I64),
];

impl Type {
    /// Bytes.
    pub(crate) fn size(self) -> usize {
        match self {
            Type::I8 | Type::U8 => 1,
            Type::F16 | Type::Bf16 | Type::I16 | Type::U16 => 2,
            Type::F32 | Type::I32 | Type::U32 => 4,
            Type::F64 | Type::I64 | Type::U64 => 8,
        }
    }

    /// Of what a pointer leads to: `float const*`, `float4*`, `HIP_vector_type<double, 2u>*`. None for classes and pointers to pointers.
    pub(crate) fn of_pointer(pointer: &str) -> Option<Type> {
        let target = pointer.trim().trim_end_matches("__restrict__").trim_end().strip_suffix('*')?;
        let words: Vec<&str> =
            target.split_whitespace().filter(|word| !matches!(*word, "const" | "volatile" | "restrict")).collect();
        let name = signature::with_vector_names(&words.join(" "));
        let complex = name.strip_prefix("hip").or(name.strip_prefix("cu")).and_then(|name| name.strip_suffix("Complex"));
        let plain = complex.unwrap_or(&name).trim_start_matches("__").trim_start_matches("hip_").trim_start_matches("nv_");
        let plain = plain.trim_end_matches(|letter: char| letter.is_ascii_digit() && plain != "bfloat16").to_ascii_lowercase();
        OF_CPP.iter().find(|(word, _)| *word == plain).map(|&(_, found)| found)
    }

    fn number(self, bytes: &[u8]) -> Number {
        let whole = |signed: bool| {
            let mut wide = [if signed && bytes.last().is_some_and(|byte| byte & 0x80 != 0) { 0xff } else { 0 }; 16];
            wide[..bytes.len()].copy_from_slice(bytes);
            Number::Whole(i128::from_le_bytes(wide))
        };
        match (self, bytes) {
            (Type::F16, &[a, b]) => Number::Real(f16::from_le_bytes([a, b]).into()),
            (Type::Bf16, &[a, b]) => Number::Real(bf16::from_le_bytes([a, b]).into()),
            (Type::F32, &[a, b, c, d]) => Number::Real(f32::from_le_bytes([a, b, c, d]).into()),
            (Type::F64, bytes) if bytes.len() == 8 => Number::Real(f64::from_le_bytes(bytes.try_into().expect("eight bytes"))),
            (Type::I8 | Type::I16 | Type::I32 | Type::I64, _) => whole(true),
            _ => whole(false),
        }
    }

    /// An element as text: floats with as many digits as tell them from their neighbours.
    pub(crate) fn text(self, bytes: &[u8]) -> String {
        match (self.number(bytes), self) {
            (Number::Whole(value), _) => value.to_string(),
            (Number::Real(value), Type::F64) => format!("{value:?}"),
            (Number::Real(value), _) => format!("{:?}", value as f32),
        }
    }

    /// The tolerances of a type where none are asked for, relative and absolute: what another order of sums comes to.
    fn usual(self) -> (f64, f64) {
        match self {
            Type::F16 => (4e-3, 1e-3),
            Type::Bf16 => (3e-2, 1e-2),
            Type::F32 => (1e-5, 1e-6),
            Type::F64 => (1e-12, 1e-13),
            _ => (0.0, 0.0),
        }
    }
}

enum Number {
    Whole(i128),
    Real(f64),
}

/// How far floats may lie apart and be equal: within any of the bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tolerance {
    /// Absolute; the type's own without.
    pub absolute: Option<f64>,
    /// Relative to the greater of the two; the type's own without.
    pub relative: Option<f64>,
    /// Floats of the type between the two.
    pub ulps: u64,
}

impl Tolerance {
    /// How far two elements lie apart beyond the tolerance: their distance, infinite where one is no number. None where they are equal.
    pub(crate) fn distance(&self, kind: Type, one: &[u8], other: &[u8]) -> Option<f64> {
        if one == other {
            return None;
        }
        match (kind.number(one), kind.number(other)) {
            (Number::Real(a), Number::Real(b)) => {
                if a == b || (a.is_nan() && b.is_nan()) {
                    return None;
                }
                let distance = (a - b).abs();
                if distance.is_nan() || distance.is_infinite() {
                    return Some(f64::INFINITY);
                }
                let (relative, absolute) = kind.usual();
                // What is asked for in one way is not weakened by what is usual in another.
                let is_asked = self.absolute.is_some() || self.relative.is_some() || self.ulps > 0;
                let bound = |asked: Option<f64>, usual: f64| asked.unwrap_or(if is_asked { 0.0 } else { usual });
                let allowed = bound(self.absolute, absolute).max(bound(self.relative, relative) * a.abs().max(b.abs()));
                let is_near = distance <= allowed || ulps(one, other) <= self.ulps;
                (!is_near).then_some(distance)
            }
            (Number::Whole(a), Number::Whole(b)) => Some((a - b).abs() as f64),
            _ => Some(f64::INFINITY),
        }
    }
}

/// Floats of a type between two, by their bits: those of one sign are in order, and the signs meet at zero.
fn ulps(one: &[u8], other: &[u8]) -> u64 {
    let place = |bytes: &[u8]| {
        let mut wide = [0; 8];
        wide[..bytes.len()].copy_from_slice(bytes);
        let bits = i128::from(u64::from_le_bytes(wide));
        let sign = 1i128 << (bytes.len() * 8 - 1);
        if bits & sign == 0 { bits } else { sign - bits }
    };
    u64::try_from((place(one) - place(other)).abs()).unwrap_or(u64::MAX)
}

/// What the elements of pages are likely to be.
pub(crate) fn guess(pages: &[&[u8]]) -> Type {
    let is_single = |word: u32| (64..191).contains(&(word >> 23 & 0xff));
    let is_double = |word: u64| (923..1123).contains(&(word >> 52 & 0x7ff));
    let (mut singles, mut words, mut doubles, mut longs, mut high_alone) = (0, 0, 0, 0, 0);
    for long in pages.iter().flat_map(|page| page.chunks_exact(8)) {
        let long = u64::from_le_bytes(long.try_into().expect("eight bytes"));
        for word in [long as u32, (long >> 32) as u32].into_iter().filter(|&word| word != 0) {
            words += 1;
            singles += u32::from(is_single(word));
        }
        if long != 0 {
            longs += 1;
            doubles += u32::from(is_double(long));
            high_alone += u32::from(long as u32 == 0);
        }
    }
    let short = pages.iter().filter(|page| page.len() % 8 == 4).filter_map(|page| page.last_chunk::<4>());
    for word in short.map(|bytes| u32::from_le_bytes(*bytes)).filter(|&word| word != 0) {
        words += 1;
        singles += u32::from(is_single(word));
    }
    let most = |part: u32, whole: u32| whole > 0 && part * 10 >= whole * 9;
    match () {
        // Whole numbers as doubles have no low half.
        () if longs >= 2 && most(doubles, longs) && most(high_alone, longs) => Type::F64,
        () if most(singles, words) => Type::F32,
        () if most(doubles, longs) => Type::F64,
        () => Type::I32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes<const N: usize, T: Copy>(values: &[T], to: impl Fn(T) -> [u8; N]) -> Vec<u8> {
        values.iter().flat_map(|&value| to(value)).collect()
    }

    #[test]
    fn pointers_say_what_their_elements_are() {
        for (pointer, found) in [
            ("float const*", Some(Type::F32)),
            ("float4*", Some(Type::F32)),
            ("HIP_vector_type<double, 2u>*", Some(Type::F64)),
            ("unsigned int*", Some(Type::U32)),
            ("unsigned long long*", Some(Type::U64)),
            ("__half const*", Some(Type::F16)),
            ("__hip_bfloat16*", Some(Type::Bf16)),
            ("__nv_bfloat16*", Some(Type::Bf16)),
            ("hipFloatComplex*", Some(Type::F32)),
            ("uchar4*", Some(Type::U8)),
            ("bool*", Some(Type::U8)),
            ("Particle*", None),
            ("float**", None),
            ("float", None),
        ] {
            assert_eq!(Type::of_pointer(pointer), found, "{pointer}");
        }
    }

    #[test]
    fn floats_are_equal_within_any_of_the_bounds() {
        let distance = |tolerance: Tolerance, a: f32, b: f32| tolerance.distance(Type::F32, &a.to_le_bytes(), &b.to_le_bytes());
        let usual = Tolerance::default();
        assert_eq!(distance(usual, 1.0, 1.000_001), None);
        assert!(distance(usual, 1.0, 1.001).is_some());
        assert_eq!(distance(usual, 0.0, -0.0), None);
        assert_eq!(distance(usual, f32::NAN, -f32::NAN), None);
        assert_eq!(distance(usual, f32::NAN, 1.0), Some(f64::INFINITY));
        let exact = Tolerance { absolute: Some(0.0), relative: Some(0.0), ulps: 0 };
        assert!(distance(exact, 1.0, 1.000_000_1).is_some());
        assert_eq!(distance(Tolerance { ulps: 1, ..exact }, 1.0, 1.000_000_1), None);
        assert!(distance(Tolerance { ulps: 1, ..Tolerance::default() }, 1.0, 1.000_001).is_some());
        assert_eq!(ulps(&f32::from_bits(1).to_le_bytes(), &(-f32::from_bits(2)).to_le_bytes()), 3);
    }

    #[test]
    fn whole_numbers_differ_by_their_distance() {
        let tolerance = Tolerance::default();
        assert_eq!(tolerance.distance(Type::I8, &[0xff], &[1]), Some(2.0));
        assert_eq!(tolerance.distance(Type::U8, &[0xff], &[1]), Some(254.0));
    }

    #[test]
    fn a_guess_sees_floats_doubles_and_whole_numbers() {
        let floats = bytes(&[1.5f32, 0.0, -3.25e3, 7e-5], f32::to_le_bytes);
        let doubles = bytes(&[1.1f64, 0.3, -3.7e3, 0.0], f64::to_le_bytes);
        let whole_doubles = bytes(&[1.0f64, 2.0, 0.0, 1024.0], f64::to_le_bytes);
        let ints = bytes(&[1i32, 2, 300, -1], i32::to_le_bytes);
        assert_eq!(guess(&[&floats]), Type::F32);
        assert_eq!(guess(&[&1.0f32.to_le_bytes()]), Type::F32);
        assert_eq!(guess(&[&doubles]), Type::F64);
        assert_eq!(guess(&[&whole_doubles]), Type::F64);
        assert_eq!(guess(&[&ints]), Type::I32);
    }
}
