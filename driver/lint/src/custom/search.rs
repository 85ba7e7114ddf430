//! All rules of the user over one file's tokens, in one walk.

use super::pattern::Pattern;
use super::{CustomRule, RuleKind};
use hipify_syntax::{Token, TokenKind, lex};
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

/// One match of a rule.
pub(crate) struct Hit {
    /// The number of the rule.
    pub(crate) rule: usize,
    pub(crate) span: Range<usize>,
    pub(crate) message: String,
    /// What the fix puts in the place of `span`.
    pub(crate) replacement: Option<String>,
}

/// A name, perhaps in namespaces, perhaps with any end.
#[derive(Clone, Debug)]
struct Name {
    parts: Vec<Vec<u8>>,
    open_end: bool,
}

#[derive(Clone, Debug)]
enum Wanted {
    Name(Name),
    Header(Name),
    Pattern(Pattern),
}

/// Rules made ready for files.
#[derive(Clone, Debug, Default)]
pub(crate) struct Search {
    rules: Vec<CustomRule>,
    wanted: Vec<(usize, Wanted)>,
    /// Numbers of `wanted` by the spelling of their first token.
    by_text: HashMap<Vec<u8>, Vec<usize>>,
    /// Those whose first token may have any end, and headers.
    others: Vec<usize>,
}

impl Search {
    pub(crate) fn new(rules: &[CustomRule]) -> Self {
        let mut search = Self { rules: rules.to_vec(), ..Self::default() };
        for (number, rule) in rules.iter().enumerate() {
            for text in rule.wanted.all() {
                let wanted = match rule.kind {
                    RuleKind::Header => Some(Wanted::Header(Name::new(text, "/"))),
                    RuleKind::Pattern => Pattern::new(text).map(Wanted::Pattern),
                    RuleKind::Api | RuleKind::Macro | RuleKind::Type => Some(Wanted::Name(Name::new(text, "::"))),
                };
                search.wanted.extend(wanted.map(|wanted| (number, wanted)));
            }
        }
        search.index();
        search
    }

    pub(crate) fn rules(&self) -> &[CustomRule] {
        &self.rules
    }

    fn index(&mut self) {
        for (number, (_, wanted)) in self.wanted.iter().enumerate() {
            match wanted {
                Wanted::Name(name) if !(name.open_end && name.parts.len() == 1) => {
                    self.by_text.entry(name.parts[0].clone()).or_default().push(number);
                }
                Wanted::Pattern(pattern) => self.by_text.entry(pattern.first().to_vec()).or_default().push(number),
                Wanted::Name(_) | Wanted::Header(_) => self.others.push(number),
            }
        }
    }

    /// The matches in `bytes`, in source order; a rule matches once at a place.
    pub(crate) fn run(&self, bytes: &[u8]) -> Vec<Hit> {
        if self.wanted.is_empty() {
            return Vec::new();
        }
        let tokens = lex(bytes).tokens;
        let mut hits: Vec<Hit> = Vec::new();
        for (at, token) in tokens.iter().enumerate() {
            let named = self.by_text.get(&bytes[token.range()]).into_iter().flatten();
            for &number in named.chain(&self.others) {
                let rule = self.wanted[number].0;
                let earlier = hits.iter().rev().take_while(|hit| hit.span.start == token.range().start);
                if earlier.clone().all(|hit| hit.rule != rule) {
                    hits.extend(self.try_at(number, bytes, &tokens, at));
                }
            }
        }
        hits
    }

    fn try_at(&self, number: usize, bytes: &[u8], tokens: &[Token], at: usize) -> Option<Hit> {
        let (rule_number, wanted) = &self.wanted[number];
        let rule = &self.rules[*rule_number];
        let (span, variables) = match wanted {
            Wanted::Pattern(pattern) => {
                let found = pattern.matches(bytes, tokens, at)?;
                (tokens[at].range().start..tokens[found.end - 1].range().end, found.variables)
            }
            Wanted::Name(name) => (name.matches(rule.kind, bytes, tokens, at)?, BTreeMap::new()),
            Wanted::Header(name) => (header(name, bytes, tokens[at])?, BTreeMap::new()),
        };
        let filled = |template: &str| fill(template, bytes, &span, &variables);
        let (message, replacement) = (filled(&rule.message), rule.replace.as_deref().map(filled));
        Some(Hit { rule: *rule_number, message, replacement, span })
    }
}

impl Name {
    fn new(text: &str, separator: &str) -> Self {
        let (text, open_end) = text.trim().strip_suffix('*').map_or((text.trim(), false), |rest| (rest, true));
        let text = text.trim_matches(['<', '>', '"']);
        let parts: Vec<Vec<u8>> = match separator {
            "::" => text.split("::").map(|part| part.trim().as_bytes().to_vec()).collect(),
            _ => vec![text.as_bytes().to_vec()],
        };
        Self { parts, open_end }
    }

    fn is(&self, part: usize, text: &[u8]) -> bool {
        let wanted = &self.parts[part];
        if self.open_end && part + 1 == self.parts.len() { text.starts_with(wanted) } else { text == &wanted[..] }
    }

    fn matches(&self, kind: RuleKind, bytes: &[u8], tokens: &[Token], at: usize) -> Option<Range<usize>> {
        let before = |back: usize| at.checked_sub(back).map(|number| tokens[number]);
        let is_member = before(1).is_some_and(|token| token.is(b'.') || token.kind == TokenKind::Arrow);
        let is_qualified = before(1).is_some_and(|token| token.kind == TokenKind::Scope)
            && before(2).is_some_and(|token| token.kind == TokenKind::Identifier);
        let mut end = at;
        for part in 0..self.parts.len() {
            if part > 0 {
                tokens.get(end).filter(|token| token.kind == TokenKind::Scope)?;
                end += 1;
            }
            let token = tokens.get(end).filter(|token| token.kind == TokenKind::Identifier)?;
            if !self.is(part, &bytes[token.range()]) {
                return None;
            }
            end += 1;
        }
        let next = tokens.get(end);
        let is_called = next.is_some_and(|token| token.is(b'(') || token.is(b'<') || token.kind == TokenKind::LaunchOpen);
        let fits = match kind {
            RuleKind::Api => is_called && !is_member && !is_qualified,
            RuleKind::Type => !is_member && !is_qualified,
            _ => true,
        };
        fits.then(|| tokens[at].range().start..tokens[end - 1].range().end)
    }
}

/// The name in an `#include`, without its delimiters.
fn header(name: &Name, bytes: &[u8], token: Token) -> Option<Range<usize>> {
    let range = token.range();
    let is_header = token.kind == TokenKind::HeaderName && range.len() > 2;
    let inner = range.start + 1..range.end - 1;
    (is_header && name.is(0, &bytes[inner.clone()])).then_some(inner)
}

/// A template with `$0` and variables filled in.
fn fill(template: &str, bytes: &[u8], span: &Range<usize>, variables: &BTreeMap<String, Range<usize>>) -> String {
    let mut out = String::with_capacity(template.len());
    let mut rest = template;
    while let Some(at) = rest.find('$') {
        out.push_str(&rest[..at]);
        let after = rest[at..].trim_start_matches('$');
        let name: &str = &after[..after.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(after.len())];
        match if name == "0" { Some(span) } else { variables.get(name) } {
            Some(range) => out.push_str(&String::from_utf8_lossy(&bytes[range.clone()])),
            None => out.push_str(&rest[at..rest.len() - after.len() + name.len()]),
        }
        rest = &after[name.len()..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(rules: &str, source: &str) -> Vec<(String, Option<String>)> {
        let config: crate::config::Config = toml::from_str(rules).unwrap();
        Search::new(&config.rules).run(source.as_bytes()).into_iter().map(|hit| (hit.message, hit.replacement)).collect()
    }

    fn rule(kind: &str, wanted: &str, more: &str) -> String {
        format!("[[rules]]\ncode = \"A1\"\nname = \"a\"\nkind = \"{kind}\"\nmatch = \"{wanted}\"\nmessage = \"`$0`\"\n{more}")
    }

    #[test]
    fn an_api_is_a_call_and_no_member_and_no_comment() {
        let source = "void f() { acme(1); x.acme(2); // acme(3)\n other::acme(4); int acme; ::acme(5); }";
        assert_eq!(found(&rule("api", "acme", ""), source).len(), 2);
        assert_eq!(found(&rule("api", "other::ac*", ""), source), [("`other::acme`".to_owned(), None)]);
    }

    #[test]
    fn a_macro_is_found_in_conditions_too() {
        assert_eq!(found(&rule("macro", "ACME", ""), "#ifdef ACME\nint a = ACME;\n#endif").len(), 2);
    }

    #[test]
    fn a_header_is_replaced_within_its_delimiters() {
        let got = found(&rule("header", "acme/*", "replace = \"hip/acme.h\""), "#include <acme/x.h>\n#include \"b.h\"\n");
        assert_eq!(got, [("`acme/x.h`".to_owned(), Some("hip/acme.h".to_owned()))]);
    }

    #[test]
    fn a_pattern_fills_its_variables_in() {
        let got = found(&rule("pattern", "f($A, 32)", "replace = \"g($A)\""), "f(x + 1, 32); f(x, 31);");
        assert_eq!(got, [("`f(x + 1, 32)`".to_owned(), Some("g(x + 1)".to_owned()))]);
    }
}
