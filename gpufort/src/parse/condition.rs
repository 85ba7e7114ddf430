//! Conditions of the preprocessor to whether they hold: `#if defined(_CUDA) && VERSION >= 3`.

use rustc_hash::FxHashMap;

/// Parentheses and operators nested deeper than this make a condition that does not hold.
const DEPTH: u32 = 64;

/// The macros that are defined at a place of a file, with their values.
pub(crate) type Macros = FxHashMap<String, String>;

/// Whether `text`, which follows `#if`, holds. As in C, a name that is no macro is 0.
pub(super) fn holds(text: &[u8], macros: &Macros) -> bool {
    let mut reader = Reader { rest: text, macros, depth: 0 };
    reader.binary(0).is_some_and(|value| value != 0)
}

struct Reader<'a> {
    rest: &'a [u8],
    macros: &'a Macros,
    depth: u32,
}

/// Operators with how tightly they bind; longer ones before those that they begin with.
const OPERATORS: [(&[u8], u8); 13] = [
    (b"||", 1),
    (b"&&", 2),
    (b"==", 3),
    (b"!=", 3),
    (b"<=", 4),
    (b">=", 4),
    (b"<", 4),
    (b">", 4),
    (b"+", 5),
    (b"-", 5),
    (b"*", 6),
    (b"/", 6),
    (b"%", 6),
];

impl Reader<'_> {
    fn skip_blanks(&mut self) {
        loop {
            self.rest = self.rest.trim_ascii_start();
            match self.rest.strip_prefix(b"\\") {
                Some(rest) => self.rest = rest,
                None => return,
            }
        }
    }

    fn eat(&mut self, text: &[u8]) -> bool {
        self.skip_blanks();
        let found = self.rest.strip_prefix(text);
        self.rest = found.unwrap_or(self.rest);
        found.is_some()
    }

    fn binary(&mut self, least: u8) -> Option<i64> {
        self.depth += 1;
        if self.depth > DEPTH {
            return None;
        }
        let mut left = self.operand()?;
        loop {
            self.skip_blanks();
            let found = OPERATORS.iter().find(|(text, _)| self.rest.starts_with(text));
            let Some((text, strength)) = found.filter(|(_, strength)| *strength > least) else { break };
            self.rest = &self.rest[text.len()..];
            let right = self.binary(*strength)?;
            left = apply(text, left, right)?;
        }
        self.depth -= 1;
        Some(left)
    }

    fn operand(&mut self) -> Option<i64> {
        self.depth += 1;
        if self.depth > DEPTH {
            return None;
        }
        let value = self.operand_inside();
        self.depth -= 1;
        value
    }

    fn operand_inside(&mut self) -> Option<i64> {
        if self.eat(b"!") {
            return Some(i64::from(self.operand()? == 0));
        }
        if self.eat(b"-") {
            return self.operand()?.checked_neg();
        }
        if self.eat(b"(") {
            let value = self.binary(0)?;
            return self.eat(b")").then_some(value);
        }
        let word = self.word();
        match word.as_bytes().first()? {
            b'0'..=b'9' => number(&word),
            _ if word == "defined" => self.defined(),
            _ => Some(self.value(&word)),
        }
    }

    fn word(&mut self) -> String {
        self.skip_blanks();
        let len = self.rest.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
        let (word, rest) = self.rest.split_at(len);
        self.rest = rest;
        String::from_utf8_lossy(word).into_owned()
    }

    fn defined(&mut self) -> Option<i64> {
        let parens = self.eat(b"(");
        let name = self.word();
        if parens && !self.eat(b")") {
            return None;
        }
        Some(i64::from(self.macros.contains_key(&name)))
    }

    /// A macro's number; 0 where it has none. Arguments after a name are passed over.
    fn value(&mut self, name: &str) -> i64 {
        if self.eat(b"(") {
            let close = self.rest.iter().position(|b| *b == b')').map_or(self.rest.len(), |at| at + 1);
            self.rest = &self.rest[close..];
            return 0;
        }
        self.macros.get(name).and_then(|value| number(value.trim())).unwrap_or(0)
    }
}

fn number(text: &str) -> Option<i64> {
    let digits = text.trim_end_matches(['l', 'L', 'u', 'U']);
    match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => i64::from_str_radix(hex, 16).ok(),
        None => digits.parse().ok(),
    }
}

fn apply(operator: &[u8], left: i64, right: i64) -> Option<i64> {
    Some(match operator {
        b"||" => i64::from(left != 0 || right != 0),
        b"&&" => i64::from(left != 0 && right != 0),
        b"==" => i64::from(left == right),
        b"!=" => i64::from(left != right),
        b"<=" => i64::from(left <= right),
        b">=" => i64::from(left >= right),
        b"<" => i64::from(left < right),
        b">" => i64::from(left > right),
        b"+" => left.wrapping_add(right),
        b"-" => left.wrapping_sub(right),
        b"*" => left.wrapping_mul(right),
        b"/" => left.checked_div(right)?,
        _ => left.checked_rem(right)?,
    })
}

#[cfg(test)]
mod tests {
    use super::{Macros, holds};

    fn macros() -> Macros {
        [("_CUDA", "1"), ("VERSION", "12"), ("EMPTY", "")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into_iter()
            .collect()
    }

    #[test]
    fn conditions_are_evaluated_as_in_c() {
        for (text, expected) in [
            ("defined(_CUDA)", true),
            ("defined _CUDA && !defined(OTHER)", true),
            ("VERSION >= 10 || 0", true),
            ("VERSION * 2 == 24 && (1 + 2 * 3 == 7)", true),
            ("OTHER", false),
            ("EMPTY", false),
            ("10 - 3 - 4 == 3", true),
            ("1 / 0", false),
            ("__has_include(\"x\") || _CUDA", true),
            ("", false),
            ("((", false),
        ] {
            assert_eq!(holds(text.as_bytes(), &macros()), expected, "{text}");
        }
        assert!(!holds("(".repeat(100_000).as_bytes(), &macros()));
        assert!(!holds("!".repeat(100_000).as_bytes(), &macros()));
    }
}
