//! `for` loops that halve or double what they count with, as trees of shuffles do.

use crate::file::File;
use hipify_syntax::control::semicolon;
use hipify_syntax::tokens::{operator, operators};
use std::ops::Range;

/// Which way a tree goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// 16, 8, 4, 2, 1.
    Down,
    /// 1, 2, 4, 8, 16.
    Up,
}

/// `for (int o = 16; o > 0; o >>= 1) body`
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    pub(crate) way: Way,
    /// First and last token of what decides how many lanes take part: the start of the way down, the limit of the way up.
    pub(crate) edge: (usize, usize),
    /// The value of `edge` as the number of lanes that take part.
    pub(crate) lanes: i128,
    pub(crate) body: Range<usize>,
}

/// The tree that the `for` at `at` is a loop of.
pub(crate) fn tree_at(file: &File<'_>, at: usize) -> Option<Tree> {
    let code = &file.code;
    let open = code.next(at).filter(|&i| code.is(i, b'('))?;
    let close = code.close(open)?;
    let first_end = semicolon(code, open, close)?;
    let second_end = semicolon(code, first_end, close)?;
    let equals = (open..first_end).find(|&i| code.is(i, b'='))?;
    let variable = code.text(code.previous(equals)?);
    let start = (code.next(equals)?, code.previous(first_end)?);
    let step = (code.next(second_end)?, code.previous(close)?);
    let way = way_of(file, step)?;
    let value =
        |(first, last): (usize, usize)| (first <= last).then(|| file.value(first, last)).flatten().map(|value| value.number);
    let (edge, lanes) = match way {
        Way::Down => (start, value(start)? * 2),
        Way::Up => {
            let (limit, inclusive) = limit_of(file, code.next(first_end)?, code.previous(second_end)?, variable)?;
            let lanes = value(limit)? * if inclusive { 2 } else { 1 };
            (limit, if value(start) == Some(1) { lanes } else { return None })
        }
    };
    let body = code.next(close)?;
    let end = if code.is(body, b'{') { code.close(body)? } else { crate::file::masks::statement_end(file, body)? };
    Some(Tree { way, edge, lanes, body: body..end + 1 })
}

fn way_of(file: &File<'_>, (first, last): (usize, usize)) -> Option<Way> {
    if first > last {
        return None;
    }
    let all = operators(&file.code, first, last);
    let ends_in = |number: &str| file.text(last) == number;
    let has = |text: &[u8]| all.iter().any(|operator| operator.text == text);
    match () {
        () if (has(b">>=") || has(b">>")) && ends_in("1") || (has(b"/=") || has(b"/")) && ends_in("2") => Some(Way::Down),
        () if (has(b"<<=") || has(b"<<")) && ends_in("1") || (has(b"*=") || has(b"*")) && ends_in("2") => Some(Way::Up),
        () if has(b"+=") && all.len() == 1 && file.code.text(first) == file.code.text(last) => Some(Way::Up),
        () => None,
    }
}

/// `variable < limit`: the limit, and whether it is reached.
fn limit_of(file: &File<'_>, first: usize, last: usize, variable: &[u8]) -> Option<((usize, usize), bool)> {
    let code = &file.code;
    let at = code.next(first).filter(|_| code.text(first) == variable)?;
    let text = operator(code, at);
    let limit = code.next(at + text.len() - 1)?;
    (matches!(text, b"<" | b"<=" | b"!=") && limit <= last).then_some(((limit, last), text == b"<="))
}
