//! Tokens with `#if` branches to tokens that nest: where branches split a statement or a construct, those that the defines
//! switch off are left out.

use super::cursor::Parser;
use super::statement::{Middle, Open, Parsed};
use super::{Defines, Macros};
use crate::ast::{CppLine, Span, StmtKind};
use crate::token::{Lexed, Token, TokenKind};
use hipify_condition::{Branching, Macro, OpenIfs, Truth};

/// What the preprocessor's lines make of a file.
pub(super) struct Selected {
    pub(super) tokens: Vec<Token>,
    /// Branches that the defines switch off, outermost ones, from the line that opens them to the one that ends them.
    pub(super) inactive: Vec<Span>,
    /// Those of them whose tokens were dropped.
    pub(super) left_out: Vec<Span>,
    /// The macros that are defined at the file's end.
    pub(super) macros: Macros,
}

/// Drops what must be dropped for the rest to nest.
pub(super) fn select(source: &[u8], lexed: &mut Lexed, defines: &Defines) -> Selected {
    let tokens = std::mem::take(&mut lexed.tokens);
    if !lexed.cpp.iter().any(|line| line.keyword.starts_with("if")) {
        let tokens = without_lines(tokens, &[]);
        let macros = branches(source, &lexed.cpp, defines).1;
        return Selected { tokens, inactive: Vec::new(), left_out: Vec::new(), macros };
    }
    let (branches, macros) = branches(source, &lexed.cpp, defines);
    let split = groups_in_statements(&tokens, &branches);
    let mut left_out: Vec<Span> =
        branches.iter().filter(|branch| !branch.taken && split[branch.group]).map(|branch| branch.span).collect();
    let tokens = without_lines(dropped(tokens, &left_out), &lines_of(&branches, &split));
    let (tokens, unbalanced) = unbalanced(source, lexed, tokens, &branches);
    left_out.extend(branches.iter().filter(|branch| !branch.taken && unbalanced[branch.group]).map(|branch| branch.span));
    let left_out = outermost(left_out);
    let inactive = outermost(branches.iter().filter(|branch| !branch.taken).map(|branch| branch.span).collect());
    let tokens = without_lines(dropped(tokens, &left_out), &lines_of(&branches, &unbalanced));
    Selected { tokens, inactive, left_out, macros }
}

/// The branches that `defines` switch off.
pub(crate) fn inactive(source: &[u8], lines: &[CppLine], defines: &Defines) -> Vec<Span> {
    branches(source, lines, defines).0.iter().filter(|branch| !branch.taken).map(|branch| branch.span).collect()
}

/// A branch of an `#if`.
struct Branch {
    /// The `#if` that it is of, counted in the order of their lines.
    group: usize,
    /// From the end of the line that opens it to the start of the one that ends it.
    span: Span,
    /// The starts of the lines that open and end it.
    opener: u32,
    closer: u32,
    /// The defines switch it on.
    taken: bool,
}

/// What is kept of an `#if` whose end is not reached yet.
struct OpenGroup {
    group: usize,
    /// The number of its current branch.
    branch: usize,
}

fn branches(source: &[u8], lines: &[CppLine], defines: &Defines) -> (Vec<Branch>, Macros) {
    let mut macros: Macros = defines.0.iter().cloned().collect();
    let (mut branches, mut open): (Vec<Branch>, OpenIfs<bool, OpenGroup>) = (Vec::new(), OpenIfs::new(true));
    let mut groups = 0;
    for line in lines {
        let rest = line.rest.of(source);
        let truth = |_: &OpenGroup| Truth::from(holds(&line.keyword, rest, &macros));
        match Branching::of(line.keyword.as_bytes()) {
            Some(Branching::Opens) => {
                open.open(OpenGroup { group: groups, branch: branches.len() }, truth);
                branches.push(branch(groups, line, open.present()));
                groups += 1;
            }
            Some(continued @ (Branching::Continues | Branching::Else)) => {
                match continued {
                    Branching::Else => open.otherwise(),
                    _ => open.branch(truth),
                }
                let taken = open.present();
                let Some(group) = open.innermost() else { continue };
                branches[group.branch].end_at(line);
                group.branch = branches.len();
                branches.push(branch(group.group, line, taken));
            }
            Some(Branching::Closes) => {
                if let Some(group) = open.close() {
                    branches[group.branch].end_at(line);
                }
            }
            None if !open.present() => {}
            None if line.keyword == "define" => define(rest, &mut macros),
            None if line.keyword == "undef" => drop(macros.remove(&first_word(rest))),
            None => {}
        }
    }
    for group in open.kept() {
        branches[group.branch].span.end = source.len() as u32;
    }
    (branches, macros)
}

fn branch(group: usize, line: &CppLine, taken: bool) -> Branch {
    Branch { group, span: Span::at(line.span.end), opener: line.span.start, closer: u32::MAX, taken }
}

impl Branch {
    fn end_at(&mut self, line: &CppLine) {
        (self.span.end, self.closer) = (line.span.start, line.span.start);
    }
}

/// Whether the condition after `keyword` holds. What cannot be evaluated does not hold, and a macro without a number is 0.
fn holds(keyword: &str, condition: &[u8], macros: &Macros) -> bool {
    let mut look_up = |name: &[u8]| {
        let value = std::str::from_utf8(name).ok().and_then(|name| macros.get(name));
        match value.map(|value| Macro::of_text(value.as_bytes())) {
            None => Macro::Undefined,
            Some(Macro::Defined) => Macro::Value(0),
            Some(known) => known,
        }
    };
    hipify_condition::holds(keyword.as_bytes(), condition, &mut look_up).unwrap_or(false)
}

fn first_word(text: &[u8]) -> String {
    let len = text.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
    String::from_utf8_lossy(&text[..len]).into_owned()
}

fn define(rest: &[u8], macros: &mut Macros) {
    let name = first_word(rest);
    let value = String::from_utf8_lossy(&rest[name.len().min(rest.len())..]).trim().to_owned();
    macros.insert(name, value);
}

/// A line of the preprocessor that stands within a statement.
fn is_inner(tokens: &[Token], at: usize) -> bool {
    tokens[at].kind == TokenKind::Cpp && tokens.get(at + 1).is_none_or(|next| !ends(*next, tokens[at]))
}

/// `end` is the end token that the preprocessor's line `line` has between statements.
fn ends(end: Token, line: Token) -> bool {
    end.kind == TokenKind::End && end.start == line.end
}

/// For each `#if`: one of its lines stands within a statement.
fn groups_in_statements(tokens: &[Token], branches: &[Branch]) -> Vec<bool> {
    let mut split = vec![false; groups_of(branches)];
    let mut inner: Vec<u32> = (0..tokens.len()).filter(|at| is_inner(tokens, *at)).map(|at| tokens[at].start).collect();
    inner.sort_unstable();
    for branch in branches {
        split[branch.group] |= inner.binary_search(&branch.opener).is_ok();
    }
    split
}

fn groups_of(branches: &[Branch]) -> usize {
    branches.last().map_or(0, |_| branches.iter().map(|branch| branch.group + 1).max().unwrap_or(0))
}

/// The starts of the lines that divide the groups which are `chosen`, in order.
fn lines_of(branches: &[Branch], chosen: &[bool]) -> Vec<u32> {
    let mut starts: Vec<u32> =
        branches.iter().filter(|branch| chosen[branch.group]).flat_map(|branch| [branch.opener, branch.closer]).collect();
    starts.sort_unstable();
    starts
}

/// `tokens` without the preprocessor's lines that start at `starts` or stand within a statement.
fn without_lines(tokens: Vec<Token>, starts: &[u32]) -> Vec<Token> {
    let mut kept: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let ended = tokens.peek().is_some_and(|next| ends(*next, token));
        if token.kind != TokenKind::Cpp || (ended && starts.binary_search(&token.start).is_err()) {
            kept.push(token);
        } else if ended {
            tokens.next();
        }
    }
    kept
}

/// `tokens` without those in `spans`; the file's last token stays.
fn dropped(mut tokens: Vec<Token>, spans: &[Span]) -> Vec<Token> {
    let spans = outermost(spans.to_vec());
    if spans.is_empty() {
        return tokens;
    }
    let last = tokens.last().copied();
    let mut at = 0;
    tokens.retain(|token| {
        while spans.get(at).is_some_and(|span| span.end <= token.start && !is_at_end(*token, spans[at])) {
            at += 1;
        }
        !spans.get(at).is_some_and(|span| token.start >= span.start && token.end <= span.end && !ends_opener(*token, *span))
    });
    match (tokens.last(), last) {
        (Some(end), _) if end.kind == TokenKind::End => {}
        (_, Some(last)) => tokens.push(Token { kind: TokenKind::End, start: last.end, end: last.end }),
        _ => {}
    }
    tokens
}

/// The empty end token of a statement that ends where the span does.
fn is_at_end(token: Token, span: Span) -> bool {
    token.kind == TokenKind::End && token.end == span.end
}

/// The end token of the line that opens the branch.
fn ends_opener(token: Token, span: Span) -> bool {
    token.kind == TokenKind::End && token.start == span.start
}

/// The spans that stand in no other, in order.
fn outermost(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
    let mut reached = 0;
    spans.retain(|span| {
        let outer = span.start >= reached && span.end > span.start;
        if outer {
            reached = span.end;
        }
        outer
    });
    spans
}

/// How statements nest: what is left open, and whether something is closed or divided that they did not open.
#[derive(Clone, Copy, Default)]
struct Effect {
    depth: i32,
    breaks: bool,
    /// `contains` stands in it: other branches have theirs.
    contains: bool,
}

impl Effect {
    fn then(&mut self, other: Effect) {
        self.breaks |= other.breaks && self.depth == 0;
        self.contains |= other.contains && self.depth == 0;
        self.depth += other.depth;
        self.breaks |= self.depth < 0;
    }

    fn is_balanced(self) -> bool {
        self.depth == 0 && !self.breaks
    }
}

/// An `#if` that is being read: its branches' effects, and which of them is taken.
struct Pending {
    group: usize,
    branches: Vec<(Effect, bool)>,
}

/// For each `#if`: its branches do not nest by themselves.
fn unbalanced(source: &[u8], lexed: &Lexed, tokens: Vec<Token>, branches: &[Branch]) -> (Vec<Token>, Vec<bool>) {
    let mut unbalanced = vec![false; groups_of(branches)];
    if tokens.is_empty() {
        return (tokens, unbalanced);
    }
    let mut parser = Parser::new(source, lexed, tokens);
    let mut open: Vec<Pending> = Vec::new();
    while let Some(line) = parser.line() {
        let StmtKind::Cpp(cpp) = (match &line.parsed {
            Parsed::Simple(kind) => kind,
            _ => &StmtKind::Continue,
        }) else {
            if let Some(pending) = open.last_mut().and_then(|group| group.branches.last_mut()) {
                pending.0.then(effect(&line.parsed, line.label));
            }
            continue;
        };
        let found = branches.binary_search_by_key(&cpp.span.start, |branch| branch.opener).ok().map(|at| &branches[at]);
        match (cpp.keyword.as_str(), found) {
            ("endif", _) => close_group(&mut open, &mut unbalanced),
            (_, Some(branch)) if open.last().is_some_and(|group| group.group == branch.group) => {
                let group = open.last_mut().expect("it was just looked at");
                group.branches.push((Effect::default(), branch.taken));
            }
            (_, Some(branch)) => open.push(Pending { group: branch.group, branches: vec![(Effect::default(), branch.taken)] }),
            _ => {}
        }
    }
    while !open.is_empty() {
        close_group(&mut open, &mut unbalanced);
    }
    (parser.into_tokens(), unbalanced)
}

/// What stands around a group that does not nest sees the branch that is taken.
fn close_group(open: &mut Vec<Pending>, unbalanced: &mut [bool]) {
    let Some(group) = open.pop() else { return };
    let alone = group.branches.len() == 1;
    let whole = group.branches.iter().all(|(effect, _)| effect.is_balanced() && (alone || !effect.contains));
    let balanced = whole || (alone && group.branches[0].1 && group.branches[0].0.depth == 0);
    let seen = match balanced {
        true => Effect { contains: group.branches.iter().any(|(effect, _)| effect.contains), ..Effect::default() },
        false => group.branches.iter().find(|(_, taken)| *taken).map_or(Effect::default(), |(effect, _)| *effect),
    };
    unbalanced[group.group] = !balanced;
    if let Some(outer) = open.last_mut().and_then(|group| group.branches.last_mut()) {
        outer.0.then(seen);
    }
}

fn effect(parsed: &Parsed, label: Option<u32>) -> Effect {
    let contains = matches!(parsed, Parsed::Middle(Middle::Contains));
    let (depth, breaks) = match parsed {
        // A labelled statement ends it, which may be an `end do`.
        Parsed::Open(Open::Do { until: Some(_), .. }) => (0, false),
        Parsed::Open(Open::Unit(head)) if head.is_procedure_name() => (0, false),
        Parsed::Open(_) => (1, false),
        Parsed::Close(_) if label.is_some() => (0, false),
        Parsed::Close(_) => (-1, false),
        Parsed::Middle(_) => (0, !contains),
        _ => (0, false),
    };
    Effect { depth, breaks, contains }
}

#[cfg(test)]
mod tests {
    use super::holds;
    use crate::parse::Macros;

    fn macros() -> Macros {
        [("_CUDA", "1"), ("VERSION", "12"), ("EMPTY", "")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into_iter()
            .collect()
    }

    #[test]
    fn a_condition_that_cannot_be_evaluated_does_not_hold() {
        for (text, expected) in [
            ("defined(_CUDA) && VERSION >= 10", true),
            ("OTHER", false),
            ("EMPTY", false),
            ("!EMPTY", true),
            ("1 / 0", false),
            ("__has_include(\"x\")", false),
            ("__has_include(\"x\") || _CUDA", true),
            ("", false),
            ("((", false),
        ] {
            assert_eq!(holds("if", text.as_bytes(), &macros()), expected, "{text}");
        }
    }
}
