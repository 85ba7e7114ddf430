//! Names that a file gives a value: macros, enumerators and constants, by their tokens.

use crate::Elsewhere;
use crate::code::Code;
use crate::definitions::Specifiers;
use crate::directive::Define;
use crate::token::TokenKind;
use rustc_hash::FxHashMap;

/// The `#define`s of a file, and its constants.
pub struct Macros<'a> {
    code: Code<'a>,
    pub defines: Vec<Define>,
    by_name: FxHashMap<&'a [u8], Vec<usize>>,
    constants: FxHashMap<&'a [u8], Vec<Constant>>,
    /// What local headers define.
    pub elsewhere: &'a dyn Elsewhere,
}

/// `constexpr int name = value;`, `enum { name = value };`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constant {
    pub name: usize,
    /// First and last token of the value.
    pub value: (usize, usize),
    /// It stands in an enumeration.
    pub enumerator: bool,
}

/// Tokens of a macro's body that are searched for specifiers.
const LONGEST_SPECIFIERS: usize = 16;

/// Tokens of a constant's value.
const LONGEST_VALUE: usize = 64;

impl<'a> Macros<'a> {
    /// Definitions in code that nothing compiles, as `is_dead` says, do not count.
    pub fn of(code: Code<'a>, is_dead: &dyn Fn(usize) -> bool, elsewhere: &'a dyn Elsewhere) -> Self {
        let (by_name, constants) = (FxHashMap::default(), FxHashMap::default());
        let mut macros = Self { code, defines: Vec::new(), by_name, constants, elsewhere };
        for hash in code.directives().filter(|&hash| !is_dead(hash)) {
            if let Some(define) = Define::at(&code, hash) {
                macros.by_name.entry(code.text(define.name)).or_default().push(macros.defines.len());
                macros.defines.push(define);
            }
        }
        macros
    }

    /// Takes note of constants; apart from `of`, since few files need it.
    pub fn add_constants(&mut self, is_dead: &dyn Fn(usize) -> bool) {
        let code = self.code;
        for at in 0..code.tokens.len() {
            let token = code.tokens[at];
            if token.in_directive || token.kind != TokenKind::Identifier || !matches!(token.first, b'c' | b'e') {
                continue;
            }
            match code.text(at) {
                b"const" | b"constexpr" if !is_dead(at) => self.add_constant(at),
                b"enum" if !is_dead(at) => self.add_enumerators(at),
                _ => {}
            }
        }
    }

    /// `const unsigned int name = value` from its `const` on.
    fn add_constant(&mut self, start: usize) {
        let code = self.code;
        let mut at = start;
        for _ in 0..8 {
            let Some(next) = code.next(at) else { return };
            if code.is(next, b'=') && code.kind(at) == TokenKind::Identifier && at != start {
                let Some(value) = value_after(&code, next) else { return };
                let constant = Constant { name: at, value, enumerator: false };
                self.constants.entry(code.text(at)).or_default().push(constant);
                return;
            }
            if code.kind(next) != TokenKind::Identifier && code.kind(next) != TokenKind::Scope {
                return;
            }
            at = next;
        }
    }

    fn add_enumerators(&mut self, start: usize) {
        let code = self.code;
        let mut open = start;
        for _ in 0..8 {
            match code.next(open) {
                Some(next) => open = next,
                None => return,
            }
            if code.is(open, b'{') {
                break;
            }
        }
        if !code.is(open, b'{') {
            return;
        }
        let Some(rows) = code.arguments(open) else { return };
        for row in rows {
            let name = row.first;
            if code.kind(name) == TokenKind::Identifier && name != row.last && code.next_is(name, b'=') {
                let first = code.next(name).and_then(|equals| code.next(equals));
                let Some(first) = first.filter(|&first| first <= row.last) else { continue };
                let constant = Constant { name, value: (first, row.last), enumerator: true };
                self.constants.entry(code.text(name)).or_default().push(constant);
            }
        }
    }

    /// Whether the file defines a macro of this name.
    pub fn is_defined(&self, name: &[u8]) -> bool {
        !self.by_name.is_empty() && self.by_name.contains_key(name)
    }

    /// All definitions of a macro.
    pub fn named(&self, name: &[u8]) -> impl Iterator<Item = &Define> {
        self.by_name.get(name).into_iter().flatten().map(|&number| &self.defines[number])
    }

    /// All constants of a name.
    pub fn constants(&self, name: &[u8]) -> &[Constant] {
        self.constants.get(name).map_or(&[], Vec::as_slice)
    }

    /// All constants and enumerators of the file, in no order.
    pub fn all_constants(&self) -> impl Iterator<Item = &Constant> {
        self.constants.values().flatten()
    }

    /// Whether the file itself gives the name a value.
    pub fn declares(&self, name: &[u8]) -> bool {
        self.is_defined(name) || !self.constants(name).is_empty()
    }

    /// First and last token of what a name stands for, if it is one thing wherever it stands.
    pub fn expression(&self, name: &[u8]) -> Option<(usize, usize)> {
        if let Some(numbers) = self.by_name.get(name) {
            let [number] = numbers[..] else { return None };
            let define = &self.defines[number];
            return (define.parameters.is_none() && !define.body.is_empty()).then(|| (define.body.start, define.body.end - 1));
        }
        match self.constants(name) {
            [constant] => Some(constant.value),
            _ => None,
        }
    }

    /// Which of `__host__`, `__device__` and `__global__` a macro of this name stands for.
    pub fn specifiers(&self, name: &[u8]) -> Specifiers {
        let found = self.defined_specifiers(name);
        if found.is_given() {
            return found;
        }
        let elsewhere = if self.is_defined(name) { None } else { self.elsewhere.specifiers(name) };
        elsewhere.unwrap_or_else(|| by_spelling(name))
    }

    /// The same, by the file's own definitions alone.
    pub fn defined_specifiers(&self, name: &[u8]) -> Specifiers {
        let mut found = Specifiers::default();
        for define in self.named(name) {
            for at in define.body.clone().take(LONGEST_SPECIFIERS) {
                found = found.or(Specifiers::of_word(self.code.text(at)));
            }
        }
        found
    }
}

/// What a specifier macro of another header's spelling says: `TORCH_HOST_DEVICE`, `GPU_DEVICE`.
fn by_spelling(name: &[u8]) -> Specifiers {
    let is_macro = name.len() > 5 && name.iter().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || *b == b'_');
    let holds = |part: &[u8]| memchr::memmem::find(name, part).is_some();
    if !is_macro {
        return Specifiers::default();
    }
    let both = holds(b"HOST_DEVICE") || holds(b"HOSTDEVICE") || holds(b"DEVICE_HOST");
    Specifiers { host: both, device: both || holds(b"_DEVICE") || name.starts_with(b"DEVICE"), global: false }
}

/// First and last token after the `=` up to the `;` or `,`.
fn value_after(code: &Code<'_>, equals: usize) -> Option<(usize, usize)> {
    let first = code.next(equals)?;
    let mut last = first;
    for _ in 0..LONGEST_VALUE {
        last = code.skip(last);
        let next = code.next(last)?;
        if code.is(next, b';') || code.is(next, b',') {
            return Some((first, last));
        }
        last = next;
    }
    None
}
