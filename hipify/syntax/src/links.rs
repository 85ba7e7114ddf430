//! Tokens to what belongs together: a bracket and its partner, a directive's `#` and its end, the code on both sides of
//! directives. Made in one walk, so that no later step has to search, however deep or long the source is.

use crate::token::{Token, TokenKind};
use hipify_condition::Branching;

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
    /// The `#if`s that are open.
    branches: Vec<Branches>,
}

/// Brackets that wait for their partners: a stack that can go back to what it was at an `#if`, at no cost.
#[derive(Debug, Default)]
struct Open {
    /// Opening brackets, each of which knows the ones around it.
    brackets: Vec<Bracket>,
    /// The innermost open bracket of each kind, and of all, as numbers in `brackets`.
    state: State,
}

#[derive(Clone, Copy, Debug)]
struct Bracket {
    at: u32,
    /// What was open before it.
    outer: State,
}

/// The innermost open bracket of each kind, and of any kind last; [`NONE`] without one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct State([u32; 4]);

const ANY: usize = 3;

impl Default for State {
    fn default() -> Self {
        Self([NONE; 4])
    }
}

impl Open {
    fn clear(&mut self) {
        self.brackets.clear();
        self.state = State::default();
    }

    fn push(&mut self, at: u32, kind: usize) {
        let number = self.brackets.len() as u32;
        self.brackets.push(Bracket { at, outer: self.state });
        self.state.0[kind] = number;
        self.state.0[ANY] = number;
    }

    /// The last bracket of the kind; those of other kinds after it stay without a partner.
    fn pop(&mut self, kind: usize) -> Option<u32> {
        let bracket = *self.brackets.get(self.state.0[kind] as usize)?;
        self.state = bracket.outer;
        Some(bracket.at)
    }
}

/// The brackets that were open at an open `#if`.
#[derive(Debug)]
struct Branches {
    /// At the `#if`: each branch starts with them.
    before: State,
    /// At the end of the last branch that opened or closed some.
    changed: Option<State>,
}

impl Branches {
    fn end_branch(&mut self, state: State) {
        if state != self.before {
            self.changed = Some(state);
        }
    }
}

impl Links {
    #[cfg(test)]
    pub fn of(source: &[u8], tokens: &[Token]) -> Self {
        let mut links = Self::default();
        links.fill(source, tokens);
        links
    }

    /// Replaces what is held by the links of `tokens`, which are those of `source`.
    pub fn fill(&mut self, source: &[u8], tokens: &[Token]) {
        self.to.clear();
        self.to.resize(tokens.len(), NONE);
        self.directives.clear();
        self.open.clear();
        self.branches.clear();
        let mut before = NONE;
        for (at, token) in tokens.iter().enumerate() {
            match token.kind {
                TokenKind::Punctuation => self.bracket(at as u32, token),
                TokenKind::Hash => {
                    self.open_in_directive.clear();
                    if let Some(word) = tokens.get(at + 1).filter(|word| word.kind == TokenKind::Identifier) {
                        self.conditional(&source[word.range()]);
                    }
                    self.directives.push((at as u32, at as u32));
                    if at > 0 && !tokens[at - 1].in_directive {
                        before = at as u32 - 1;
                    }
                }
                TokenKind::DirectiveEnd => self.end_directive(at as u32, before, tokens),
                _ => {}
            }
        }
    }

    /// Each branch of a conditional starts with the brackets that are open at its `#if`. After the `#endif` those count that the
    /// last branch left open which opened or closed some: another one may hold an `#error` alone.
    fn conditional(&mut self, word: &[u8]) {
        match Branching::of(word) {
            Some(Branching::Opens) => {
                self.branches.push(Branches { before: self.open.state, changed: None });
            }
            Some(Branching::Continues | Branching::Else) => {
                if let Some(branches) = self.branches.last_mut() {
                    branches.end_branch(self.open.state);
                    self.open.state = branches.before;
                }
            }
            Some(Branching::Closes) => {
                if let Some(mut branches) = self.branches.pop() {
                    branches.end_branch(self.open.state);
                    self.open.state = branches.changed.unwrap_or(branches.before);
                }
            }
            None => {}
        }
    }

    /// A closing bracket passes over opening ones of another kind, which then have no partner.
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
            // A block goes on to the last branch that closes it, a list ends in the first.
            if token.first == b'}' || self.to[partner as usize] == NONE {
                self.to[partner as usize] = at;
            }
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
        let source = b"f(a,\n#define X ((b)\n#define Y c)\n d))";
        let tokens = lex(source).tokens;
        let links = Links::of(source, &tokens);
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
        let source = b"#x\na\n#if 1\n#endif\nb\n#y";
        let tokens = lex(source).tokens;
        let links = Links::of(source, &tokens);
        let at =
            |text: u8| tokens.iter().position(|t| t.first == text && t.kind == TokenKind::Identifier && !t.in_directive).unwrap();
        let (a, b) = (at(b'a'), at(b'b'));
        assert_eq!((links.to(a + 1), links.to(b - 1)), (Some(b), Some(a)));
        assert_eq!((links.to(a - 1), links.to(b + 1)), (None, None));
        assert_eq!(links.directive(a), None);
        assert_eq!(links.directive(1), Some((0, 2)));
        assert_eq!(links.directive(b - 1), Some((b - 3, b - 1)));
    }

    /// The texts from each `{` to its partner.
    fn blocks(source: &str) -> Vec<&str> {
        let tokens = lex(source.as_bytes()).tokens;
        let links = Links::of(source.as_bytes(), &tokens);
        let braces = tokens.iter().enumerate().filter(|(_, token)| token.is(b'{'));
        braces.filter_map(|(at, token)| Some(&source[token.range().start..tokens[links.to(at)?].range().end])).collect()
    }

    #[test]
    fn a_brace_that_each_branch_opens_is_closed_once() {
        let source = "f {\n#if A\nif (a) {\n#elif B\nif (b) {\n#else\nif (c) {\n#endif\nd } }\ng { e }";
        assert_eq!(blocks(source).last(), Some(&"{ e }"));
        assert!(blocks(source)[0].ends_with("d } }"));
        assert_eq!(blocks(source).len(), 3);
    }

    #[test]
    fn a_brace_that_each_branch_closes_ends_with_the_last() {
        assert_eq!(blocks("n { f {\n#if A\n1 }\n#else\n2 }\n#endif\n3 }")[1], "{\n#if A\n1 }\n#else\n2 }");
    }

    #[test]
    fn braces_in_a_conditional_without_other_branches_count() {
        let source = "#ifdef C\nextern {\n#endif\nf { }\n#ifdef C\n}\n#endif\ng { }";
        assert!(blocks(source)[0].ends_with("#ifdef C\n}"));
        assert_eq!(blocks(source)[1..], ["{ }", "{ }"]);
    }

    #[test]
    fn a_branch_without_braces_does_not_take_back_those_of_another() {
        assert_eq!(blocks("#if A\nf {\n#else\n#error no\n#endif\na }"), ["{\n#else\n#error no\n#endif\na }"]);
        assert_eq!(blocks("#if A\n#error no\n#else\nf {\n#endif\na }"), ["{\n#endif\na }"]);
    }
}
