//! Whether an expression, or what a function returns, is a lane's index in its warp.

use crate::file::File;
use crate::file::lanes::Part;
use crate::file::masks::statement_end;
use hipify_syntax::TokenKind;
use hipify_syntax::functions::Function;
use hipify_syntax::tokens::without_brackets;

/// Whether an expression is a lane's number in its warp.
pub(crate) fn is_lane(file: &File<'_>, first: usize, last: usize, depth: usize) -> bool {
    let code = &file.code;
    let (first, last) = without_brackets(code, first, last);
    if depth == 0 {
        return false;
    }
    if file.lanes().splits_in(first, last).any(|split| split.part == Part::Lane) {
        return true;
    }
    if (first..=last).take(32).any(|i| code.is_word(i, b"__lane_id") || code.is_word(i, b"__laneid")) {
        return true;
    }
    let closes = |open: usize| code.is(open, b'(') && code.close(open) == Some(last);
    if code.kind(first) == TokenKind::Identifier && code.next(first).is_some_and(closes) {
        return calls_lane(file, first, depth);
    }
    if first != last || code.kind(first) != TokenKind::Identifier {
        return false;
    }
    match file.variable(first) {
        Some(variable) => match variable.initializer {
            Some((first, last)) => is_lane(file, first, last, depth - 1) || is_plain_lane_name(file.text(variable.name)),
            None => is_plain_lane_name(file.text(first)),
        },
        None => is_plain_lane_name(file.text(first)),
    }
}

/// Whether the function whose call's name stands at `at`, of the file or of its local headers, returns a lane's number.
fn calls_lane(file: &File<'_>, at: usize, depth: usize) -> bool {
    let name = file.code.text(at);
    if file.functions().named(name).next().is_none() {
        return file.outside.function(name).is_some_and(|callee| callee.gives_lane);
    }
    file.functions().only(name).is_some_and(|function| returns_lane(file, function, depth - 1))
}

fn is_plain_lane_name(name: &str) -> bool {
    let lower = name.to_ascii_lowercase().replace('_', "");
    matches!(&lower[..], "lane" | "laneid" | "laneidx" | "lid" | "mylane")
}

/// Whether all that a function returns is a lane's number in its warp.
pub(crate) fn returns_lane(file: &File<'_>, function: &Function, depth: usize) -> bool {
    let mut results = function.body.clone().filter(|&at| file.code.is_word(at, b"return")).take(4).peekable();
    let returns_lane = |at: usize| {
        let range = file.code.next(at).and_then(|first| Some((first, statement_end(file, first)?)));
        range.is_some_and(|(first, last)| is_lane(file, first, last, depth))
    };
    results.peek().is_some() && results.all(returns_lane)
}
