//! Operands of PTX instructions: those of the assembly, registers that it declares, numbers, addresses, vectors.

use std::collections::BTreeMap;

/// What a register holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// Of 16 or 32 bits.
    Integer,
    /// Of 64 bits: an address too.
    Long,
    Float,
    Double,
    Predicate,
}

/// The registers that the instructions of an assembly may name.
pub(super) struct Registers<'a> {
    /// Of the assembly's operands, by number; `None` for constraints that are not known.
    pub(super) operands: &'a [Option<Class>],
    /// Those that it declares: their class, C type and name in C++.
    pub(super) declared: BTreeMap<String, (Class, &'static str, String)>,
    /// The assembly is `volatile`.
    pub(super) is_volatile: bool,
}

impl Registers<'_> {
    /// The class and the name in C++ of a register that the assembly declares.
    pub(super) fn declared(&self, name: &str) -> Option<(Class, &str)> {
        self.declared.get(name).map(|(class, _, text)| (*class, text.as_str()))
    }

    /// `.reg .u32 t, u`: adds them. `None` for what is not known.
    pub(super) fn declare(&mut self, declaration: &str) -> Option<()> {
        let (ty, names) = declaration.strip_prefix(".reg ")?.trim_start().split_once(' ')?;
        let (class, c) = match ty {
            ".pred" => (Class::Predicate, "bool"),
            ".f32" => (Class::Float, "float"),
            ".f64" => (Class::Double, "double"),
            ".u16" | ".s16" | ".b16" => (Class::Integer, "unsigned short"),
            ".u32" | ".s32" | ".b32" => (Class::Integer, "unsigned int"),
            ".u64" | ".s64" | ".b64" => (Class::Long, "unsigned long long"),
            _ => return None,
        };
        for name in names.split(',').map(str::trim) {
            let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
            if name.is_empty() || !name.trim_start_matches('%').bytes().all(is_name) {
                return None;
            }
            let text = format!("reg_{}", name.trim_start_matches('%'));
            if self.declared.insert(name.to_owned(), (class, c, text)).is_some() {
                return None;
            }
        }
        Some(())
    }
}

#[derive(Clone, Debug)]
pub(super) enum Operand {
    /// A register: its text in C++ (`$0` or a name) and class.
    Register(String, Class),
    Number(i64),
    /// The register and the bytes after what it points to.
    Address(String, i64),
    Vector(Vec<Operand>),
}

impl Operand {
    /// The operands of an instruction, whose blanks are normalised.
    pub(super) fn list(text: &str, registers: &Registers<'_>) -> Option<Vec<Self>> {
        let mut list = Vec::new();
        let (mut depth, mut start) = (0, 0);
        for (at, byte) in text.bytes().enumerate() {
            match byte {
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth -= 1,
                b',' if depth == 0 => {
                    list.push(Self::read(&text[start..at], registers)?);
                    start = at + 1;
                }
                _ => {}
            }
        }
        if !text[start..].trim().is_empty() {
            list.push(Self::read(&text[start..], registers)?);
        }
        Some(list)
    }

    fn read(text: &str, registers: &Registers<'_>) -> Option<Self> {
        let text = text.trim();
        if let Some(inner) = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) {
            let mut parts = inner.split(',').map(|part| Self::read(part, registers)).collect::<Option<Vec<_>>>()?;
            return if parts.len() == 1 { parts.pop() } else { Some(Self::Vector(parts)) };
        }
        if let Some(inner) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
            let (base, offset) = inner.split_once('+').map_or((inner, "0"), |(base, offset)| (base.trim(), offset.trim()));
            return match Self::read(base, registers)? {
                Self::Register(text, Class::Long) => Some(Self::Address(text, number(offset)?)),
                _ => None,
            };
        }
        if let Some(digits) = text.strip_prefix('%')
            && let Ok(at) = digits.parse::<usize>()
        {
            return Some(Self::Register(format!("${at}"), (*registers.operands.get(at)?)?));
        }
        match registers.declared(text) {
            Some((class, name)) => Some(Self::Register(name.to_owned(), class)),
            None => number(text).map(Self::Number),
        }
    }

    pub(super) fn immediate(&self) -> Option<i64> {
        match self {
            Self::Number(value) => Some(*value),
            _ => None,
        }
    }

    /// What values of a type, by its suffix, are read from and assigned to.
    pub(super) fn typed(&self, suffix: &str) -> Option<&str> {
        let Self::Register(text, class) = self else { return None };
        let fits = match suffix {
            "f32" => *class == Class::Float,
            "f64" => *class == Class::Double,
            "pred" => *class == Class::Predicate,
            _ => matches!(class, Class::Integer | Class::Long),
        };
        fits.then_some(text)
    }

    /// Its value as an integer of a C type.
    pub(super) fn integer(&self, c: &str) -> Option<String> {
        match self {
            // It may be a pointer.
            Self::Register(text, Class::Long) if c.contains("long long") => Some(format!("({c})({text})")),
            Self::Register(text, Class::Integer | Class::Long) => Some(cast(c, text)),
            Self::Number(value) if c == "unsigned int" && *value >= 0 => Some(format!("{value}u")),
            Self::Number(value) if c == "int" => Some(value.to_string()),
            Self::Number(value) => Some(cast(c, &value.to_string())),
            _ => None,
        }
    }

    /// A pointer to a C type.
    pub(super) fn address(&self, c: &str) -> Option<String> {
        match self {
            Self::Address(text, 0) => Some(format!("reinterpret_cast<{c}*>({text})")),
            Self::Address(text, offset) => Some(format!("reinterpret_cast<{c}*>((unsigned long long)({text}) + {offset})")),
            _ => None,
        }
    }

    pub(super) fn vector(&self, count: usize) -> Option<&[Operand]> {
        match self {
            Self::Vector(parts) if parts.len() == count => Some(parts),
            _ => None,
        }
    }
}

/// A value as one of a C type.
pub(super) fn cast(c: &str, text: &str) -> String {
    match c {
        "unsigned int" => format!("unsigned({text})"),
        "int" => format!("int({text})"),
        c => format!("static_cast<{c}>({text})"),
    }
}

fn number(text: &str) -> Option<i64> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let digits = digits.strip_suffix('U').unwrap_or(digits);
    let value = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => i64::from_str_radix(hex, 16).ok()?,
        None if digits.len() > 1 && digits.starts_with('0') => return None,
        None => digits.parse().ok()?,
    };
    Some(sign * value)
}
