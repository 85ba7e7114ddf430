//! Makes expressions of the patterns.

use crate::patterns::{Patterns, named};
use crate::tree::Expression;
use hipify_tests::chance::Chance;

/// What expressions are made of, and what they may name.
pub(crate) struct Maker<'a> {
    pub(crate) patterns: &'a Patterns,
    pub(crate) chance: Chance,
    /// Expressions without parts.
    pub(crate) scope: Vec<Expression>,
    /// Whether the kernel's arguments can be read here.
    pub(crate) loads: bool,
    /// Functions to call: their names, the types of their parameters, and of their results.
    pub(crate) functions: Vec<(String, Vec<&'static str>, &'static str)>,
}

impl Maker<'_> {
    /// A number from `first` to `last`.
    pub(crate) fn number(&mut self, first: usize, last: usize) -> usize {
        first + self.chance.below(last - first + 1)
    }

    /// Whether something is to be, `percent` times in a hundred.
    pub(crate) fn chosen(&mut self, percent: usize) -> bool {
        self.chance.below(100) < percent
    }

    pub(crate) fn pick<'t, T>(&mut self, list: &'t [T]) -> &'t T {
        &list[self.chance.below(list.len())]
    }

    /// An expression of a depth by chance.
    pub(crate) fn expression(&mut self, ty: &'static str) -> Expression {
        let depth = *self.pick(&[0, 1, 1, 1, 1, 2, 2, 3]);
        self.deep(ty, depth)
    }

    fn deep(&mut self, ty: &'static str, depth: usize) -> Expression {
        if depth == 0 {
            return self.leaf(ty);
        }
        let fitting: Vec<usize> = (0..self.functions.len()).filter(|&number| self.functions[number].2 == ty).collect();
        if !fitting.is_empty() && self.chosen(15) {
            let number = *self.pick(&fitting);
            return self.call(number, depth);
        }
        let patterns = self.patterns;
        let pattern = self.pick(patterns.of(ty));
        self.fill(ty, pattern, depth)
    }

    fn call(&mut self, number: usize, depth: usize) -> Expression {
        let (name, parameters, ty) = self.functions[number].clone();
        let parts: Vec<Expression> = parameters.iter().map(|ty| self.deep(ty, depth - 1)).collect();
        let marks: Vec<String> = (0..parts.len()).map(|part| format!("${part}")).collect();
        Expression { ty, text: format!("{name}({})", marks.join(", ")), parts }
    }

    /// The pattern with its holes filled by what is less deep.
    fn fill(&mut self, ty: &'static str, pattern: &str, depth: usize) -> Expression {
        // What is printed twice stays small.
        let inner = if pattern.contains("{0}") { 0 } else { depth - 1 };
        let mut parts = Vec::new();
        let mut text = String::new();
        let mut rest = pattern;
        while let Some((before, after)) = rest.split_once('{') {
            let (hole, after) = after.split_once('}').expect("a hole that ends");
            text += before;
            rest = after;
            if let Some(limit) = hole.strip_prefix('#') {
                text += &self.number(0, limit.parse().unwrap()).to_string();
            } else if hole.starts_with(|mark: char| mark.is_ascii_digit()) {
                text += &format!("${hole}");
            } else {
                text += &format!("${}", parts.len());
                parts.push(match hole.strip_prefix("load ") {
                    Some(ty) => self.load_or_leaf(named(ty).name),
                    None => self.deep(named(hole).name, inner),
                });
            }
        }
        Expression { ty, text: text + rest, parts }
    }

    fn load_or_leaf(&mut self, ty: &'static str) -> Expression {
        if self.loads { self.load(ty) } else { self.leaf(ty) }
    }

    pub(crate) fn leaf(&mut self, ty: &'static str) -> Expression {
        let named: Vec<usize> = (0..self.scope.len()).filter(|&number| self.scope[number].ty == ty).collect();
        match self.number(0, 9) {
            0..=5 if !named.is_empty() => {
                let number = *self.pick(&named);
                self.scope[number].clone()
            }
            0..=8 if self.loads => self.load(ty),
            6..=8 if !named.is_empty() => self.scope[named[0]].clone(),
            _ => self.constant(ty),
        }
    }

    /// An element of an argument, mostly one of the thread's own.
    pub(crate) fn load(&mut self, ty: &'static str) -> Expression {
        let (by, from) = (*self.pick(&[1, 1, 1, 3, 5]), self.number(0, 255));
        match self.number(0, 9) {
            0 => Expression { ty, text: format!("in_{ty}[$0 & 255u]"), parts: vec![self.leaf("u32")] },
            1 => Expression::leaf(ty, format!("in_{ty}[{from}]")),
            2..=4 => Expression::leaf(ty, format!("in_{ty}[g]")),
            5 => {
                let edge = self.edge();
                Expression::leaf(ty, format!("in_{ty}[{edge}]"))
            }
            _ => Expression::leaf(ty, format!("in_{ty}[(g * {by}u + {from}u) & 255u]")),
        }
    }

    /// An index that stops at an edge or goes on elsewhere, of the thread's number, which is below 256.
    fn edge(&mut self) -> String {
        let (by, limit) = (self.number(1, 40), self.number(41, 255));
        let (down, up) = (format!("(i32)g - {by}"), format!("(i32)g + {by}"));
        match self.number(0, 5) {
            0 => format!("{down} < 0 ? 0 : {down}"),
            1 => format!("{up} < {limit} ? {up} : {limit}"),
            2 => format!("g > {by}u ? g - {by}u : {limit}u - g"),
            3 => format!("{up} < 256 ? {up} : {up} - 256"),
            4 => format!("{down} < 7 ? 7 : {down} > {limit} - 41 ? {limit} - 34 : {down}"),
            _ => format!("{limit} - (i32)g > 0 ? {limit} - (i32)g : 0"),
        }
    }

    pub(crate) fn constant(&mut self, ty: &'static str) -> Expression {
        let bits = named(ty).bits;
        let text = match (ty, bits) {
            ("bool", _) => self.pick(&["true", "false"]).to_string(),
            ("i64" | "u64", _) => format!("({ty})0x{:x}ull", self.integer(64)),
            ("i32" | "u32", _) => format!("({ty})0x{:x}u", self.integer(32)),
            (_, 0) => format!("({ty}){}", self.pick(&["0.0", "1.0", "-1.0", "0.5", "-2.75", "100.0", "0x1p-20", "3.0f", "0.1f"])),
            _ => format!("({ty}){}", self.integer(bits)),
        };
        Expression::leaf(ty, text)
    }

    /// Small, near a power of two, or any.
    fn integer(&mut self, bits: u32) -> u64 {
        let near = (1_u64 << self.number(0, bits as usize - 1)).wrapping_add_signed(self.number(0, 2) as i64 - 1);
        let any = (self.chance.below(1 << 31) as u64) << 33 | (self.chance.below(1 << 31) as u64) << 2 | self.number(0, 3) as u64;
        let small = self.number(0, 9) as u64;
        *self.pick(&[small, small, near, near, any]) & (u64::MAX >> (64 - bits))
    }
}
