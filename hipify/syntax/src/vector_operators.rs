//! Operators of vector types, as `helper_math.h` of CUDA's samples and the many copies of it define them.

use crate::code::Code;
use crate::{Argument, TokenKind};
use std::ops::Range;

/// Element types of vector types; a digit from 1 to 4 follows.
const ELEMENTS: &[&str] =
    &["char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "longlong", "ulonglong", "float", "double"];

/// An operator that HIP's vector types have as a member.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VectorAssignment<'a> {
    /// The vector type, `float4`.
    pub vector: &'a str,
    /// The token of `+`, `-`, `*` or `/`.
    pub sign: usize,
    /// The parenthesis before the parameters.
    pub open: usize,
}

impl<'a> VectorAssignment<'a> {
    /// What the word `operator` at `at` begins; `None` where it is another operator, or its two parameters are not of one vector type.
    ///
    /// Source of the operators: `amd_hip_vector_types.h` of HIP 5.2 and 6.4.
    pub fn at(code: &Code<'a>, at: usize) -> Option<Self> {
        let sign = code.next(at).filter(|&sign| b"+-*/".iter().any(|b| code.is(sign, *b)))?;
        let open = code.next(sign).filter(|&equals| code.is(equals, b'=')).and_then(|equals| code.next(equals))?;
        let [left, right] = <[Argument; 2]>::try_from(code.is(open, b'(').then(|| code.arguments(open))??).ok()?;
        let vector = vector_type(code, left).filter(|vector| vector_type(code, right) == Some(*vector))?;
        Some(Self { vector, sign, open })
    }
}

/// Whether the word `operator` at `at` begins the product or the quotient of two vectors of one type, component by component, as all of
/// its `body` says: what HIP's vector types have as a friend of that form. A program's own complex product is none.
///
/// Source of the operators: `amd_hip_vector_types.h` of HIP 6.4, where those for sums and differences are templates.
pub fn is_by_components(code: &Code<'_>, at: usize, body: Range<usize>) -> bool {
    let sign = code.next(at).filter(|&sign| code.is(sign, b'*') || code.is(sign, b'/'));
    let Some((sign, open)) = sign.and_then(|sign| Some((sign, code.next(sign).filter(|&open| code.is(open, b'('))?))) else {
        return false;
    };
    let Some(Ok([left, right])) = code.arguments(open).map(<[Argument; 2]>::try_from) else { return false };
    let Some(vector) = vector_type(code, left).filter(|vector| vector_type(code, right) == Some(*vector)) else { return false };
    let text = |at: usize| String::from_utf8_lossy(code.text(at)).into_owned();
    let (left, right, sign) = (text(left.last), text(right.last), text(sign));
    let lanes = vector.bytes().last().map_or(0, |digit| usize::from(digit - b'0'));
    let products: Vec<String> = "xyzw"[..lanes].chars().map(|lane| format!("{left}.{lane}{sign}{right}.{lane}")).collect();
    let said: String = body.map(text).collect();
    said == format!("{{returnmake_{vector}({});}}", products.join(","))
}

/// The vector type that a parameter has, by value or by reference.
fn vector_type<'a>(code: &Code<'a>, parameter: Argument) -> Option<&'a str> {
    let names = (parameter.first..=parameter.last).filter(|&at| code.kind(at) == TokenKind::Identifier);
    let mut names = names.filter_map(|at| std::str::from_utf8(code.text(at)).ok());
    let vector = names.find(|name| !matches!(*name, "const" | "volatile" | "__restrict__"))?;
    let element = vector.strip_suffix(|last: char| ('1'..='4').contains(&last))?;
    ELEMENTS.contains(&element).then_some(vector)
}
