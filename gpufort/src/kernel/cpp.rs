//! A piece of C++: an expression's text with how tightly it binds and its Fortran type; types, names and literals in C++.

use crate::ast::{Problem, Span};
use crate::sema::Type;

/// An expression in C++.
#[derive(Clone, Debug)]
pub(crate) struct Cpp {
    pub(crate) text: String,
    pub(crate) level: u8,
    /// Its Fortran type; a logical is `bool` or an integer that is zero or not.
    pub(crate) ty: Type,
}

/// How tightly operators bind in C++, the tightest highest.
pub(crate) mod level {
    pub(crate) const ATOM: u8 = 16;
    pub(crate) const UNARY: u8 = 15;
    pub(crate) const PRODUCT: u8 = 13;
    pub(crate) const SUM: u8 = 12;
    pub(crate) const COMPARE: u8 = 9;
    pub(crate) const EQUAL: u8 = 8;
    pub(crate) const BIT_AND: u8 = 7;
    pub(crate) const BIT_XOR: u8 = 6;
    pub(crate) const BIT_OR: u8 = 5;
    pub(crate) const AND: u8 = 4;
    pub(crate) const OR: u8 = 3;
    pub(crate) const CHOICE: u8 = 2;
}

/// What cannot be said in C++ is a problem.
pub(crate) type Result<T> = std::result::Result<T, Box<Problem>>;

pub(crate) fn unsupported<T>(span: Span, message: impl Into<String>) -> Result<T> {
    Err(Box::new(Problem { span, message: message.into() }))
}

impl Cpp {
    pub(crate) fn new(text: impl Into<String>, level: u8, ty: Type) -> Self {
        Self { text: text.into(), level, ty }
    }

    pub(crate) fn atom(text: impl Into<String>, ty: Type) -> Self {
        Self::new(text, level::ATOM, ty)
    }

    /// The text as an operand of what binds at `level`.
    pub(crate) fn within(&self, level: u8) -> String {
        if self.level < level { format!("({})", self.text) } else { self.text.clone() }
    }

    /// Converted to `ty`, which changes the text only if the type is another one.
    pub(crate) fn cast(self, ty: &Type) -> Self {
        if self.ty == *ty {
            return self;
        }
        match (&self.ty, ty) {
            (Type::Complex(_), Type::Integer(_) | Type::Real(_)) => {
                let part = format!("{}.re", self.within(level::ATOM));
                let Type::Complex(kind) = self.ty else { return self };
                Cpp::atom(part, Type::Real(kind)).cast(ty)
            }
            (Type::Logical(_), Type::Logical(_)) => Self { ty: ty.clone(), ..self },
            (Type::Integer(4), Type::Real(kind)) if self.text.bytes().all(|byte| byte.is_ascii_digit()) => {
                Cpp::atom(format!("{}.0{}", self.text, if *kind == 4 { "f" } else { "" }), ty.clone())
            }
            (Type::Integer(_) | Type::Real(_) | Type::Logical(_), Type::Complex(kind)) => {
                let part = self.cast(&Type::Real(*kind));
                Cpp::atom(format!("{}({})", spelled(ty), part.text), ty.clone())
            }
            _ => Cpp::atom(format!("{}({})", spelled(ty), self.text), ty.clone()),
        }
    }
}

/// An intrinsic type in C++; derived types have names of their own.
pub(crate) fn spelled(ty: &Type) -> &'static str {
    match ty {
        Type::Integer(1) | Type::Logical(1) => "int8_t",
        Type::Integer(2) | Type::Logical(2) => "int16_t",
        Type::Integer(8) | Type::Logical(8) => "int64_t",
        Type::Integer(_) | Type::Logical(_) => "int",
        Type::Real(2) => "_Float16",
        Type::Real(4) => "float",
        Type::Real(_) => "double",
        Type::Complex(4) => "gpufort::complex<float>",
        Type::Complex(_) => "gpufort::complex<double>",
        Type::Character => "char",
        Type::Stream | Type::Pointer { .. } => "void *",
        Type::Derived { .. } | Type::Unknown => "void",
    }
}

/// A string of so many characters in C++.
pub(crate) fn text(characters: u64) -> String {
    if characters == 1 { "char".to_owned() } else { format!("gpufort::text<{characters}>") }
}

/// Words of C++ that Fortran leaves to the program, and names that the generated text itself uses.
const RESERVED: &[&str] = &[
    "alignas",
    "alignof",
    "and",
    "asm",
    "assert",
    "auto",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "class",
    "concept",
    "const",
    "constexpr",
    "continue",
    "default",
    "delete",
    "dim3",
    "do",
    "double",
    "else",
    "enum",
    "errno",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "gpufort",
    "if",
    "inline",
    "int",
    "int16_t",
    "int64_t",
    "int8_t",
    "linux",
    "long",
    "main",
    "mutable",
    "namespace",
    "new",
    "not",
    "operator",
    "or",
    "printf",
    "private",
    "protected",
    "public",
    "register",
    "requires",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "std",
    "struct",
    "switch",
    "template",
    "this",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "union",
    "unix",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "while",
    "xor",
    "bitand",
    "bitor",
    "compl",
    "and_eq",
    "or_eq",
    "xor_eq",
    "not_eq",
    "stdin",
    "stdout",
    "stderr",
    "signbit",
    "isnan",
];

/// A Fortran name as a name of C++.
pub(crate) fn identifier(name: &str) -> String {
    if RESERVED.contains(&name) { format!("{name}_") } else { name.to_owned() }
}

/// A real literal: `text` with its exponent in lower case, of `kind` bytes.
pub(crate) fn real_literal(text: &str, kind: u8) -> String {
    let (mantissa, exponent) = text.split_once(['e', 'd', 'q']).unwrap_or((text, "0"));
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let whole = if whole.is_empty() { "0" } else { whole };
    let part = if part.is_empty() { "0" } else { part };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let exponent = if exponent == 0 { String::new() } else { format!("e{exponent}") };
    match kind {
        2 => format!("_Float16({whole}.{part}{exponent})"),
        4 => format!("{whole}.{part}{exponent}f"),
        _ => format!("{whole}.{part}{exponent}"),
    }
}

/// An integer literal of `kind` bytes; leading zeros would make it octal.
pub(crate) fn integer_literal(digits: &str, kind: u8) -> String {
    let digits = digits.trim_start_matches('0');
    let digits = if digits.is_empty() { "0" } else { digits };
    match kind {
        1 => format!("int8_t({digits})"),
        2 => format!("int16_t({digits})"),
        8 => format!("{digits}L"),
        _ => digits.to_owned(),
    }
}

/// A string literal.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => {
                out.push('\\');
                out.push(char::from(byte));
            }
            b' '..=b'~' => out.push(char::from(byte)),
            // Three octal digits cannot swallow a digit that follows.
            _ => out.push_str(&format!("\\{byte:03o}")),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_keep_their_value_and_get_the_suffix_of_their_kind() {
        assert_eq!(real_literal("1.", 4), "1.0f");
        assert_eq!(real_literal(".5d-3", 8), "0.5e-3");
        assert_eq!(real_literal("1d0", 8), "1.0");
        assert_eq!(integer_literal("0010", 4), "10");
        assert_eq!(integer_literal("7", 8), "7L");
    }

    #[test]
    fn a_name_that_is_a_word_of_cpp_gets_an_underscore() {
        assert_eq!(identifier("new"), "new_");
        assert_eq!(identifier("news"), "news");
    }

    #[test]
    fn a_whole_number_becomes_a_real_literal_when_it_is_converted() {
        assert_eq!(Cpp::atom("2", Type::Integer(4)).cast(&Type::Real(4)).text, "2.0f");
        assert_eq!(Cpp::atom("n", Type::Integer(4)).cast(&Type::Real(8)).text, "double(n)");
    }
}
