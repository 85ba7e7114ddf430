//! C's spelling of a type -> what a call passes: an integer of some size, a float, a pointer, or a record by value.

/// Names that headers declare.
pub trait Declared {
    /// Whether it is an enumeration.
    fn is_enumeration(&self, name: &str) -> bool;
    /// Whether it is a struct or union with a layout.
    fn is_record(&self, name: &str) -> bool;
}

/// A type as the facts spell it, taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CType {
    pub base: Base,
    /// Levels of `*`.
    pub pointers: usize,
    /// Whether what the outermost pointer leads to is `const`.
    pub constant: bool,
    /// Elements of an array in a record.
    pub array: Option<usize>,
}

/// The name that a type starts with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Base {
    Void,
    /// Bytes, and whether it is signed.
    Integer(usize, bool),
    /// Bytes.
    Float(usize),
    Enumeration(String),
    Record(String),
    /// A struct that headers only name: pointers to it are handles.
    Opaque(String),
    /// A pointer to a function.
    Function,
}

impl CType {
    /// Reads a spelling. What is no known record or enumeration is opaque.
    pub fn parse(text: &str, declared: &impl Declared) -> CType {
        if text.contains("(*") {
            return CType { base: Base::Function, pointers: 0, constant: false, array: None };
        }
        let (text, array) = match text.split_once('[') {
            Some((element, rest)) => {
                let counts = rest.split('[').map(|count| count.trim_end_matches(']').parse::<usize>().unwrap_or(1));
                (element, Some(counts.product()))
            }
            None => (text, None),
        };
        let pointers = text.matches('*').count();
        let name = text.replace('*', "");
        let constant = name.split_whitespace().any(|word| word == "const");
        let words: Vec<&str> = name.split_whitespace().filter(|word| *word != "const").collect();
        CType { base: Base::parse(&words, declared), pointers, constant, array }
    }

    /// As a parameter: an array is a pointer to its first element there.
    pub fn decayed(mut self) -> CType {
        self.pointers += usize::from(self.array.take().is_some());
        self
    }

    /// Whether the value is a pointer.
    pub fn is_pointer(&self) -> bool {
        self.array.is_none() && (self.pointers > 0 || self.base == Base::Function)
    }

    /// What one level of pointer leads to.
    pub fn pointee(&self) -> CType {
        CType { pointers: self.pointers.saturating_sub(1), ..self.clone() }
    }

    /// Bytes of an integer or pointer by value; `None` for floats, records and arrays.
    pub fn integer_size(&self) -> Option<usize> {
        match &self.base {
            _ if self.array.is_some() => None,
            _ if self.is_pointer() => Some(8),
            Base::Integer(size, _) => Some(*size),
            Base::Enumeration(_) => Some(4),
            _ => None,
        }
    }

    /// The enumeration that is passed by value.
    pub fn enumeration(&self) -> Option<&str> {
        match &self.base {
            Base::Enumeration(name) if self.pointers == 0 && self.array.is_none() => Some(name),
            _ => None,
        }
    }

    /// The record that is passed by value.
    pub fn record(&self) -> Option<&str> {
        match &self.base {
            Base::Record(name) if self.pointers == 0 && self.array.is_none() => Some(name),
            _ => None,
        }
    }

    /// Whether this is a stream's handle.
    pub fn is_stream(&self) -> bool {
        self.pointers == 1 && self.base == Base::Opaque("CUstream_st".to_owned())
    }
}

impl Base {
    fn parse(words: &[&str], declared: &impl Declared) -> Base {
        let name = words.last().copied().unwrap_or("void");
        match words {
            ["void"] => Base::Void,
            ["float"] => Base::Float(4),
            ["double"] => Base::Float(8),
            ["long", "double"] => Base::Float(16),
            _ if declared.is_enumeration(name) => Base::Enumeration(name.to_owned()),
            _ if declared.is_record(name) => Base::Record(name.to_owned()),
            // Enumerations without values that matter are integers to a caller.
            ["enum", _] => Base::Integer(4, true),
            _ => integer(words).unwrap_or_else(|| Base::Opaque(name.to_owned())),
        }
    }
}

fn integer(words: &[&str]) -> Option<Base> {
    const KNOWN: [&str; 7] = ["unsigned", "signed", "char", "short", "int", "long", "_Bool"];
    if words.iter().any(|word| !KNOWN.contains(word)) {
        return None;
    }
    let size = if words.contains(&"char") || words.contains(&"_Bool") {
        1
    } else if words.contains(&"short") {
        2
    } else if words.contains(&"long") {
        8
    } else {
        4
    };
    Some(Base::Integer(size, !words.contains(&"unsigned") && !words.contains(&"_Bool")))
}
