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
    /// What stands in the parentheses of those.
    pub(super) texts: &'a [&'a [u8]],
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
            ".u16" | ".s16" | ".b16" | ".f16" => (Class::Integer, "unsigned short"),
            ".u32" | ".s32" | ".b32" | ".f16x2" => (Class::Integer, "unsigned int"),
            ".u64" | ".s64" | ".b64" => (Class::Long, "unsigned long long"),
            _ => return None,
        };
        for name in names.split(',').map(str::trim) {
            match name.strip_suffix('>').and_then(|name| name.split_once('<')) {
                Some((name, count)) => {
                    let count: u32 = count.parse().ok().filter(|count| *count <= MOST_OF_A_NAME)?;
                    (0..count).try_for_each(|at| self.declare_one(&format!("{name}{at}"), class, c))?;
                }
                None => self.declare_one(name, class, c)?,
            }
        }
        Some(())
    }

    fn declare_one(&mut self, name: &str, class: Class, c: &'static str) -> Option<()> {
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let plain = name.trim_start_matches('%');
        if plain.is_empty() || !plain.bytes().all(is_name) {
            return None;
        }
        self.declared.insert(name.to_owned(), (class, c, format!("reg_{plain}"))).is_none().then_some(())
    }
}

/// Registers that `.reg .b32 r<8>` may declare at once.
const MOST_OF_A_NAME: u32 = 256;

#[derive(Clone, Debug)]
pub(super) enum Operand {
    /// A register: its text in C++ (`$0` or a name) and class.
    Register(String, Class),
    Number(i64),
    /// The bits of a number with floating point: `0f3f800000`, `0d3ff0000000000000`.
    Real(Class, u64),
    /// The register, its class, and the bytes after what it points to.
    Address(String, Class, i64),
    Vector(Vec<Operand>),
    /// Two results: `d|p`.
    Pair(Box<Operand>, Box<Operand>),
    /// `_`: a result that nobody takes.
    Sink,
    /// The opposite of a predicate.
    Not(String),
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
                Self::Register(text, class @ (Class::Integer | Class::Long)) => Some(Self::Address(text, class, number(offset)?)),
                _ => None,
            };
        }
        if let Some((first, second)) = text.split_once('|') {
            return Some(Self::Pair(Box::new(Self::read(first, registers)?), Box::new(Self::read(second, registers)?)));
        }
        if text == "_" {
            return Some(Self::Sink);
        }
        if let Some(predicate) = text.strip_prefix('!') {
            return Some(Self::Not(Self::read(predicate, registers)?.typed("pred")?.to_owned()));
        }
        if let Some(digits) = text.strip_prefix('%')
            && let Ok(at) = digits.parse::<usize>()
        {
            return Some(Self::Register(format!("${at}"), (*registers.operands.get(at)?)?));
        }
        match registers.declared(text) {
            Some((class, name)) => Some(Self::Register(name.to_owned(), class)),
            None => number(text).map(Self::Number).or_else(|| real(text)),
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

    /// A predicate or its opposite.
    pub(super) fn predicate(&self) -> Option<String> {
        match self {
            Self::Not(text) => Some(format!("!{text}")),
            Self::Number(value) => Some((*value != 0).to_string()),
            other => other.typed("pred").map(str::to_owned),
        }
    }

    /// A value with floating point.
    pub(super) fn float(&self, suffix: &str) -> Option<String> {
        match (self, suffix) {
            (Self::Real(Class::Float, bits), "f32") => Some(format!("__uint_as_float(0x{bits:08x}u)")),
            (Self::Real(Class::Double, bits), "f64") => Some(format!("__longlong_as_double(0x{bits:016x}ll)")),
            (Self::Real(Class::Double, bits), "f32") => Some(format!("{:?}f", f64::from_bits(*bits))),
            (Self::Real(..), _) => None,
            // A register of bits.
            (Self::Register(text, Class::Integer), "f32") => Some(format!("__uint_as_float({text})")),
            (Self::Register(text, Class::Long), "f64") => Some(format!("__longlong_as_double({text})")),
            _ => self.typed(suffix).map(str::to_owned),
        }
    }

    /// Gives the operand a value of a type, by its suffix; the registers of `.b32` and `.b64` may be those of any type.
    pub(super) fn assigned(&self, suffix: &str, value: &str) -> Option<String> {
        let Self::Register(text, class) = self else { return None };
        Some(match (suffix, class) {
            ("f32", Class::Integer) => format!("{text} = __float_as_uint({value})"),
            ("f64", Class::Long) => format!("{text} = __double_as_longlong({value})"),
            (suffix, Class::Float) if suffix != "f32" => format!("{text} = __uint_as_float({value})"),
            (suffix, Class::Double) if suffix != "f64" => format!("{text} = __longlong_as_double({value})"),
            _ => format!("{} = {value}", self.typed(suffix)?),
        })
    }

    /// Its value as an integer of a C type.
    pub(super) fn integer(&self, c: &str) -> Option<String> {
        match self {
            // It may be a pointer.
            Self::Register(text, Class::Long) if c.contains("long long") => Some(format!("({c})({text})")),
            Self::Register(text, Class::Integer | Class::Long) => Some(cast(c, text)),
            Self::Register(text, Class::Float) => Some(cast(c, &format!("__float_as_uint({text})"))),
            Self::Register(text, Class::Double) => Some(cast(c, &format!("__double_as_longlong({text})"))),
            Self::Real(_, bits) => Some(cast(c, &format!("0x{bits:x}"))),
            Self::Number(value) if c == "unsigned int" && *value >= 0 => Some(format!("{value}u")),
            Self::Number(value) if c == "int" => Some(value.to_string()),
            Self::Number(value) => Some(cast(c, &value.to_string())),
            _ => None,
        }
    }

    /// A pointer to a C type.
    pub(super) fn address(&self, c: &str) -> Option<String> {
        match self {
            Self::Address(text, Class::Long, 0) => Some(format!("reinterpret_cast<{c}*>({text})")),
            Self::Address(text, Class::Long, offset) => {
                Some(format!("reinterpret_cast<{c}*>((unsigned long long)({text}) + {offset})"))
            }
            _ => None,
        }
    }

    /// An address in shared memory as a number.
    pub(super) fn shared(&self) -> Option<String> {
        match self {
            Self::Address(text, _, 0) => Some(text.clone()),
            Self::Address(text, _, offset) => Some(format!("{text} + {offset}")),
            _ => None,
        }
    }

    /// A pointer to a C type in the memory that the instruction names.
    pub(super) fn address_in(&self, is_shared: bool, c: &str) -> Option<String> {
        match is_shared {
            true => Some(format!("static_cast<{c}*>(hipify_ptx::from_shared({}))", self.shared()?)),
            false => self.address(c),
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

fn real(text: &str) -> Option<Operand> {
    let bits = |digits: &str, count| (digits.len() == count).then(|| u64::from_str_radix(digits, 16).ok()).flatten();
    match text.get(..2)? {
        "0f" | "0F" => bits(&text[2..], 8).map(|bits| Operand::Real(Class::Float, bits)),
        "0d" | "0D" => bits(&text[2..], 16).map(|bits| Operand::Real(Class::Double, bits)),
        _ if text.contains('.') => text.parse().ok().map(|value: f64| Operand::Real(Class::Double, value.to_bits())),
        _ => None,
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
