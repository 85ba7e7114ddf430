//! An integer constant of C++, with its type: width and signedness decide what a mask means.

/// A value and its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// Wrapped to the type.
    pub number: i128,
    /// 32 or 64; smaller types are promoted.
    pub bits: u32,
    pub signed: bool,
}

impl Value {
    pub const fn int(number: i128) -> Self {
        Self { number, bits: 32, signed: true }
    }

    /// The number as the type holds it.
    pub fn wrapped(number: i128, bits: u32, signed: bool) -> Self {
        let low = number & ((1i128 << bits) - 1);
        let number = if signed && low >> (bits - 1) & 1 == 1 { low - (1i128 << bits) } else { low };
        Self { number, bits, signed }
    }

    /// All 32 or 64 bits are set.
    pub fn is_all_ones(self) -> bool {
        self.number & ((1i128 << self.bits) - 1) == (1i128 << self.bits) - 1
    }

    /// The value of an integer literal ([lex.icon]); `None` for floating-point ones and what does not fit.
    pub fn literal(text: &[u8]) -> Option<Self> {
        let text: String =
            std::str::from_utf8(text).ok()?.chars().filter(|c| *c != '\'').collect::<String>().to_ascii_lowercase();
        let (digits, radix) = match text.as_bytes() {
            [b'0', b'x', ..] => (&text[2..], 16),
            [b'0', b'b', ..] => (&text[2..], 2),
            [b'0', _, ..] => (&text[1..], 8),
            _ => (&text[..], 10),
        };
        let end = digits.find(['u', 'l', 'z']).unwrap_or(digits.len());
        let (digits, suffix) = digits.split_at(end);
        let digits = if digits.is_empty() && radix == 8 { "0" } else { digits };
        if !matches!(suffix, "" | "u" | "l" | "ul" | "lu" | "ll" | "ull" | "llu" | "z" | "uz" | "zu") {
            return None;
        }
        let number = i128::from(u64::from_str_radix(digits, radix).ok()?);
        let unsigned = suffix.contains('u');
        let may_be_unsigned = unsigned || radix != 10;
        let long = suffix.contains('l') || suffix.contains('z');
        let types = [(32, true), (32, false), (64, true), (64, false)];
        let fits = |&(bits, signed): &(u32, bool)| {
            (!long || bits == 64)
                && (signed || may_be_unsigned)
                && (!signed || !unsigned)
                && number < 1 << (bits - u32::from(signed))
        };
        types.into_iter().find(fits).map(|(bits, signed)| Self { number, bits, signed })
    }

    /// The result of an operator, its operands converted as C++ does; `None` where it is undefined.
    pub fn binary(operator: &[u8], a: Self, b: Self) -> Option<Self> {
        if matches!(operator, b"<<" | b">>") {
            let shift = u32::try_from(b.number).ok().filter(|shift| *shift < a.bits)?;
            let number = if operator == b"<<" { a.number << shift } else { a.number >> shift };
            return Some(Self::wrapped(number, a.bits, a.signed));
        }
        let bits = a.bits.max(b.bits);
        let signed = if a.bits == b.bits {
            a.signed && b.signed
        } else if a.bits > b.bits {
            a.signed
        } else {
            b.signed
        };
        let (x, y) = (Self::wrapped(a.number, bits, signed).number, Self::wrapped(b.number, bits, signed).number);
        let truth = |holds: bool| Some(Self::int(i128::from(holds)));
        let number = match operator {
            b"+" => x + y,
            b"-" => x - y,
            b"*" => x.checked_mul(y)?,
            b"/" => x.checked_div(y)?,
            b"%" => x.checked_rem(y)?,
            b"&" => x & y,
            b"|" => x | y,
            b"^" => x ^ y,
            b"==" => return truth(x == y),
            b"!=" => return truth(x != y),
            b"<=" => return truth(x <= y),
            b">=" => return truth(x >= y),
            b"<" => return truth(x < y),
            b">" => return truth(x > y),
            b"&&" => return truth(x != 0 && y != 0),
            b"||" => return truth(x != 0 || y != 0),
            _ => return None,
        };
        Some(Self::wrapped(number, bits, signed))
    }

    pub fn unary(operator: u8, a: Self) -> Option<Self> {
        match operator {
            b'-' => Some(Self::wrapped(-a.number, a.bits, a.signed)),
            b'~' => Some(Self::wrapped(!a.number, a.bits, a.signed)),
            b'!' => Some(Self::int(i128::from(a.number == 0))),
            b'+' => Some(a),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_have_the_type_that_the_standard_gives_them() {
        let literal = |text: &str| Value::literal(text.as_bytes()).map(|v| (v.number, v.bits, v.signed));
        assert_eq!(literal("0xffffffff"), Some((0xffff_ffff, 32, false)));
        assert_eq!(literal("4294967295"), Some((0xffff_ffff, 64, true)));
        assert_eq!(literal("0xFFFF'FFFFu"), Some((0xffff_ffff, 32, false)));
        assert_eq!(literal("0xffffffffull"), Some((0xffff_ffff, 64, false)));
        assert_eq!(literal("0"), Some((0, 32, true)));
        assert_eq!(literal("010"), Some((8, 32, true)));
        assert_eq!([literal("1.0f"), literal("1e5"), literal("")], [None; 3]);
    }

    #[test]
    fn all_ones_is_told_in_either_sign_and_by_width() {
        let ones = |v: Value| v.is_all_ones();
        assert!(ones(Value::unary(b'-', Value::int(1)).unwrap()));
        assert!(ones(Value::unary(b'~', Value::literal(b"0ull").unwrap()).unwrap()));
        assert!(!ones(Value::literal(b"0xffffffffull").unwrap()));
    }
}
