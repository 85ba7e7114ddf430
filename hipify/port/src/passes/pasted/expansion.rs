//! What the uses of a file's function-like macros expand to, as far as names that `##` makes are concerned ([cpp.rescan]).

use hipify_syntax::directive::Define;
use hipify_syntax::{Code, TokenKind};
use std::collections::HashMap;
use std::ops::Range;

/// Macros within macros beyond this are not expanded.
const DEEPEST: usize = 16;

/// A use that expands to more than this is not looked at.
const LONGEST: usize = 4_096;

/// A token of an expansion: the tokens of the file that `##` joined, one where none did.
pub(super) type Piece = Vec<usize>;

/// The function-like macros that a file defines once and that paste, or use one that does.
pub(super) struct Macros<'a> {
    code: Code<'a>,
    by_name: HashMap<&'a [u8], Macro<'a>>,
}

struct Macro<'a> {
    parameters: Vec<&'a [u8]>,
    variadic: bool,
    body: Range<usize>,
}

impl<'a> Macros<'a> {
    pub(super) fn of(code: Code<'a>, directives: &[usize]) -> Self {
        let mut by_name: HashMap<&[u8], Macro<'_>> = HashMap::new();
        let mut twice = Vec::new();
        for define in directives.iter().filter_map(|&hash| Define::at(&code, hash)) {
            let Some((open, close)) = define.parameters else { continue };
            let names = (open + 1..close).filter(|&i| code.kind(i) == TokenKind::Identifier);
            let mut parameters: Vec<&[u8]> = names.map(|i| code.text(i)).collect();
            let variadic = close > open + 1 && code.kind(close - 1) == TokenKind::Ellipsis;
            if variadic && (close == open + 2 || code.is(close - 2, b',')) {
                parameters.push(b"__VA_ARGS__");
            }
            let name = code.text(define.name);
            if by_name.insert(name, Macro { parameters, variadic, body: define.body }).is_some() {
                twice.push(name);
            }
        }
        by_name.retain(|name, _| !twice.contains(name));
        let mut macros = Self { code, by_name };
        macros.keep_those_that_paste();
        macros
    }

    fn keep_those_that_paste(&mut self) {
        let code = self.code;
        let pastes = |one: &Macro<'_>| one.body.clone().any(|i| code.kind(i) == TokenKind::Paste);
        let mut kept: Vec<&[u8]> = self.by_name.iter().filter(|(_, one)| pastes(one)).map(|(name, _)| *name).collect();
        let mut from = 0;
        while from < kept.len() {
            let known = kept.len();
            let uses = |one: &Macro<'_>| one.body.clone().any(|i| kept[from..].contains(&code.text(i)));
            let more = self.by_name.iter().filter(|(name, one)| !kept.contains(name) && uses(one)).map(|(name, _)| *name);
            let more: Vec<&[u8]> = more.collect();
            kept.extend(more);
            from = known;
        }
        self.by_name.retain(|name, _| kept.contains(name));
    }

    /// The last token of the use of such a macro at `at`; `None` if none stands there.
    pub(super) fn use_at(&self, at: usize) -> Option<usize> {
        let is_known = !self.code.tokens[at].in_directive && self.by_name.contains_key(self.code.text(at));
        let open = self.code.next(at).filter(|&i| is_known && self.code.is(i, b'('))?;
        self.code.close(open)
    }

    /// What the tokens expand to; `None` where that is too much.
    pub(super) fn expand(&self, tokens: Range<usize>) -> Option<Vec<Piece>> {
        let outside = tokens.filter(|&i| !self.code.tokens[i].in_directive);
        self.scan(outside.map(|i| vec![i]).collect(), 0)
    }

    pub(super) fn text(&self, piece: &Piece) -> Vec<u8> {
        piece.iter().flat_map(|&i| self.code.text(i)).copied().collect()
    }

    fn is(&self, piece: &Piece, byte: u8) -> bool {
        matches!(piece[..], [only] if self.code.is(only, byte))
    }

    fn scan(&self, pieces: Vec<Piece>, depth: usize) -> Option<Vec<Piece>> {
        if depth > DEEPEST || pieces.len() > LONGEST {
            return None;
        }
        let mut result = Vec::new();
        let mut at = 0;
        while at < pieces.len() {
            let used = self.by_name.get(&*self.text(&pieces[at])).zip(self.arguments(&pieces, at + 1));
            let Some((one, (arguments, end))) = used else {
                result.push(pieces[at].clone());
                at += 1;
                continue;
            };
            result.extend(self.scan(self.substitute(one, &arguments, depth)?, depth + 1)?);
            at = end;
        }
        (result.len() <= LONGEST).then_some(result)
    }

    /// The arguments of the parentheses that open at `open`, and what comes after them.
    fn arguments(&self, pieces: &[Piece], open: usize) -> Option<(Vec<Vec<Piece>>, usize)> {
        pieces.get(open).filter(|piece| self.is(piece, b'('))?;
        let mut arguments = vec![Vec::new()];
        let mut depth = 0usize;
        for (at, piece) in pieces.iter().enumerate().skip(open + 1) {
            match depth {
                0 if self.is(piece, b')') => return Some((arguments, at + 1)),
                0 if self.is(piece, b',') => {
                    arguments.push(Vec::new());
                    continue;
                }
                _ if self.is(piece, b'(') => depth += 1,
                _ if self.is(piece, b')') => depth -= 1,
                _ => {}
            }
            arguments.last_mut()?.push(piece.clone());
        }
        None
    }

    /// The macro's body with its arguments; those beside `##` as they stand, the others expanded.
    fn substitute(&self, one: &Macro<'a>, arguments: &[Vec<Piece>], depth: usize) -> Option<Vec<Piece>> {
        let code = self.code;
        let is_paste = |i: usize| one.body.contains(&i) && code.kind(i) == TokenKind::Paste;
        let mut result: Vec<Piece> = Vec::new();
        for at in one.body.clone().filter(|&i| !is_paste(i)) {
            let pasted = at > one.body.start && is_paste(at - 1);
            let pieces = match self.argument(one, arguments, at) {
                None => vec![vec![at]],
                // A string of the argument.
                Some(_) if at > one.body.start && code.is(at - 1, b'#') => continue,
                Some(argument) if pasted || is_paste(at + 1) => argument,
                Some(argument) => self.scan(argument, depth + 1)?,
            };
            let mut pieces = pieces.into_iter();
            // GNU's `, ##__VA_ARGS__` joins nothing.
            if let Some(last) = result.last_mut().filter(|last| pasted && !self.is(last, b',')) {
                last.extend(pieces.next().unwrap_or_default());
            }
            result.extend(pieces);
        }
        Some(result)
    }

    /// The argument of the parameter at `at`.
    fn argument(&self, one: &Macro<'a>, arguments: &[Vec<Piece>], at: usize) -> Option<Vec<Piece>> {
        let index = one.parameters.iter().position(|name| *name == self.code.text(at))?;
        if one.variadic && index + 1 == one.parameters.len() {
            return Some(arguments.iter().skip(index).flatten().cloned().collect());
        }
        Some(arguments.get(index).cloned().unwrap_or_default())
    }
}
