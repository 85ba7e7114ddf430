//! The text of an assembly statement: string literals, and macros of the file that stand for some.

use hipify_syntax::macros::Macros;
use hipify_syntax::{Code, TokenKind};

/// Definitions of a macro, in as many branches of a condition, that are looked at.
const MOST_DEFINITIONS: usize = 8;

/// The texts that the statement may have, one for each branch that defines its macros, and the token after the text; `None` where a
/// name stands in it that the file does not define as string literals.
pub(super) fn texts<'a>(code: &Code<'a>, macros: &dyn Fn() -> &'a Macros<'a>, first: usize) -> Option<(Vec<String>, usize)> {
    let mut texts = vec![String::new()];
    let mut at = first;
    loop {
        match code.kind(at) {
            TokenKind::String | TokenKind::RawString => {
                let part = content(code.text(at));
                texts.iter_mut().for_each(|text| text.push_str(&part));
            }
            TokenKind::Identifier => append(&mut texts, &values(code, macros(), at)?)?,
            _ => return Some((texts, at)),
        }
        at = code.next(at)?;
    }
}

/// What the macro at `at` stands for, in each of its definitions.
fn values(code: &Code<'_>, macros: &Macros<'_>, at: usize) -> Option<Vec<String>> {
    let each = macros.named(code.text(at)).take(MOST_DEFINITIONS + 1).map(|define| {
        let literals = define.body.clone().map(|i| (code.kind(i) == TokenKind::String).then(|| content(code.text(i))));
        if define.parameters.is_some() { None } else { literals.collect::<Option<String>>() }
    });
    each.collect::<Option<Vec<_>>>().filter(|values| (1..=MOST_DEFINITIONS).contains(&values.len()))
}

/// Macros that are defined as often are so in the same branches.
fn append(texts: &mut Vec<String>, values: &[String]) -> Option<()> {
    if texts.len() == 1 {
        *texts = vec![texts[0].clone(); values.len()];
    }
    let is_one = values.len() == 1;
    (is_one || values.len() == texts.len()).then_some(())?;
    texts.iter_mut().enumerate().for_each(|(number, text)| text.push_str(&values[if is_one { 0 } else { number }]));
    Some(())
}

/// A literal's content with blanks for its escapes.
pub(super) fn content(literal: &[u8]) -> String {
    let text = String::from_utf8_lossy(literal);
    let inner = match text.strip_prefix('"').and_then(|t| t.strip_suffix('"')) {
        Some(inner) => inner.to_owned(),
        None => text.split_once('(').and_then(|(_, t)| t.rsplit_once(')')).map_or(String::new(), |(t, _)| t.to_owned()),
    };
    inner.replace("\\n", " ").replace("\\t", " ").replace("\\r", " ").replace("\\\n", " ")
}
