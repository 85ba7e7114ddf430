//! Tokens to what belongs together: a bracket and its partner, a directive's `#` and its end, the code on both sides of
//! directives. Made in one walk, so that no later step has to search, however deep or long the source is.

use crate::token::{Kind, Token};

/// Marks a token without a link. Token numbers stay below it, since a source is shorter than 4 GiB.
const NONE: u32 = u32::MAX;

/// Where to go on from a token. Memory is used again from file to file.
#[derive(Debug, Default)]
pub struct Links {
    /// For a bracket, its partner; for the `#` that follows code, the next token of code; for the end of a directive that
    /// code follows, the token of code before. All others: [`NONE`].
    to: Vec<u32>,
    /// `#` and end of each directive, in source order.
    directives: Vec<(u32, u32)>,
    open: Open,
    open_in_directive: Open,
}

/// Brackets that wait for their partners, and how many there are of each kind.
#[derive(Debug, Default)]
struct Open {
    stack: Vec<(u32, u8)>,
    number: [u32; 3],
}

impl Open {
    fn clear(&mut self) {
        self.stack.clear();
        self.number = [0; 3];
    }

    fn push(&mut self, at: u32, kind: u8) {
        self.stack.push((at, kind));
        self.number[usize::from(kind)] += 1;
    }

    /// The last bracket of the kind; those of other kinds behind it stay without a partner.
    fn pop(&mut self, kind: u8) -> Option<u32> {
        if self.number[usize::from(kind)] == 0 {
            return None;
        }
        while let Some((at, other)) = self.stack.pop() {
            self.number[usize::from(other)] -= 1;
            if other == kind {
                return Some(at);
            }
        }
        None
    }
}

impl Links {
    #[cfg(test)]
    pub fn of(tokens: &[Token]) -> Self {
        let mut links = Self::default();
        links.fill(tokens);
        links
    }

    /// Replaces what is held by the links of `tokens`.
    pub fn fill(&mut self, tokens: &[Token]) {
        self.to.clear();
        self.to.resize(tokens.len(), NONE);
        self.directives.clear();
        self.open.clear();
        let mut before = NONE;
        for (at, token) in tokens.iter().enumerate() {
            match token.kind {
                Kind::Punctuation => self.bracket(at as u32, token),
                Kind::Hash => {
                    self.open_in_directive.clear();
                    self.directives.push((at as u32, at as u32));
                    if at > 0 && !tokens[at - 1].in_directive {
                        before = at as u32 - 1;
                    }
                }
                Kind::DirectiveEnd => self.end_directive(at as u32, before, tokens),
                _ => {}
            }
        }
    }

    /// A closing bracket passes over opening ones of another kind, which then have no partner: the branches of an `#if` often
    /// hold one each of a shared closing bracket.
    fn bracket(&mut self, at: u32, token: &Token) {
        let open = if token.in_directive { &mut self.open_in_directive } else { &mut self.open };
        let partner = match token.first {
            b'(' => return open.push(at, 0),
            b'[' => return open.push(at, 1),
            b'{' => return open.push(at, 2),
            b')' => open.pop(0),
            b']' => open.pop(1),
            b'}' => open.pop(2),
            _ => return,
        };
        if let Some(partner) = partner {
            self.to[at as usize] = partner;
            self.to[partner as usize] = at;
        }
    }

    /// `before` is the last token of code, [`NONE`] when there was none.
    fn end_directive(&mut self, at: u32, before: u32, tokens: &[Token]) {
        if let Some(directive) = self.directives.last_mut() {
            directive.1 = at;
        }
        let code_follows = tokens.get(at as usize + 1).is_some_and(|token| !token.in_directive);
        if code_follows {
            self.to[at as usize] = before;
            if before != NONE {
                self.to[before as usize + 1] = at + 1;
            }
        }
    }

    /// Where the token at `at` leads: see [`Links::to`].
    #[inline]
    pub fn to(&self, at: usize) -> Option<usize> {
        Some(self.to[at] as usize).filter(|to| *to != NONE as usize)
    }

    /// The `#` of each directive, in source order.
    pub fn directives(&self) -> impl Iterator<Item = usize> + '_ {
        self.directives.iter().map(|(hash, _)| *hash as usize)
    }

    /// The `#` and the end of the directive that the token at `at` stands in.
    pub fn directive(&self, at: usize) -> Option<(usize, usize)> {
        let number = self.directives.partition_point(|(hash, _)| *hash as usize <= at).checked_sub(1)?;
        let (hash, end) = self.directives[number];
        (at <= end as usize).then_some((hash as usize, end as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lex::lex;

    #[test]
    fn brackets_pair_in_code_and_in_each_directive_by_themselves() {
        let tokens = lex(b"f(a,\n#define X ((b)\n#define Y c)\n d))").tokens;
        let links = Links::of(&tokens);
        let open = |n: usize| tokens.iter().enumerate().filter(|(_, t)| t.is(b'(')).nth(n).unwrap().0;
        let close = |n: usize| tokens.iter().enumerate().filter(|(_, t)| t.is(b')')).nth(n).unwrap().0;
        assert_eq!(links.to(open(0)), Some(close(2)));
        assert_eq!(links.to(open(1)), None);
        assert_eq!(links.to(open(2)), Some(close(0)));
        assert_eq!(links.to(close(1)), None);
        assert_eq!(links.to(close(3)), None);
    }

    #[test]
    fn code_leads_over_directives_to_code() {
        let tokens = lex(b"#x\na\n#if 1\n#endif\nb\n#y").tokens;
        let links = Links::of(&tokens);
        let at = |text: u8| tokens.iter().position(|t| t.first == text && t.kind == Kind::Identifier && !t.in_directive).unwrap();
        let (a, b) = (at(b'a'), at(b'b'));
        assert_eq!((links.to(a + 1), links.to(b - 1)), (Some(b), Some(a)));
        assert_eq!((links.to(a - 1), links.to(b + 1)), (None, None));
        assert_eq!(links.directive(a), None);
        assert_eq!(links.directive(1), Some((0, 2)));
        assert_eq!(links.directive(b - 1), Some((b - 3, b - 1)));
    }
}
