//! The extents of a grid or a block to numbers, where they are constants of the file.

use crate::file::File;
use hipify_syntax::call::Call;
use hipify_syntax::{Argument, TokenKind};

/// Threads or blocks along x, y and z. `None` in a place whose extent is no constant.
pub(crate) type Dims = [Option<u64>; 3];

/// Tokens before a launch in which its `dim3` is looked for.
const LONGEST: usize = 8_000;

/// The extents that an argument of a launch stands for: an integer, `dim3(16, 16)`, `{16, 16}`, or the name of a `dim3` that the
/// same function declares with constants and does not change.
pub(crate) fn dims(file: &File<'_>, argument: Argument) -> Option<Dims> {
    let code = &file.code;
    if argument.first == argument.last
        && code.kind(argument.first) == TokenKind::Identifier
        && let Some(open) = declaration(file, argument.first)
    {
        return listed(file, open);
    }
    if code.is_word(argument.first, b"dim3") {
        return listed(file, code.next(argument.first)?);
    }
    if code.is(argument.first, b'{') {
        return listed(file, argument.first);
    }
    Some([extent(file, argument), Some(1), Some(1)])
}

/// Threads of a block with these extents, if all are known.
pub(crate) fn product(dims: Dims) -> Option<u64> {
    dims.into_iter().try_fold(1u64, |product, extent| product.checked_mul(extent?))
}

/// The extents between the brackets at `open`.
fn listed(file: &File<'_>, open: usize) -> Option<Dims> {
    let code = &file.code;
    if !code.is(open, b'(') && !code.is(open, b'{') {
        return None;
    }
    let arguments = code.arguments(open)?;
    // `dim3 block({16, 16})`
    if let [argument] = arguments[..]
        && (code.is(argument.first, b'{') || code.is_word(argument.first, b"dim3"))
    {
        return dims(file, argument);
    }
    let mut extents = [Some(1); 3];
    if arguments.len() > extents.len() {
        return None;
    }
    for (extent_of, argument) in extents.iter_mut().zip(arguments) {
        *extent_of = extent(file, argument);
    }
    Some(extents)
}

fn extent(file: &File<'_>, argument: Argument) -> Option<u64> {
    file.argument_value(argument).and_then(|value| u64::try_from(value.number).ok())
}

/// The bracket with the extents in the one declaration of the `dim3` that the name at `at` stands for.
fn declaration(file: &File<'_>, at: usize) -> Option<usize> {
    let code = &file.code;
    let name = code.text(at);
    let body = file.function_at(at)?.body.clone();
    let mut found = None;
    for i in body.start.max(at.saturating_sub(LONGEST))..at {
        if code.kind(i) != TokenKind::Identifier || code.text(i) != name || code.tokens[i].in_directive {
            continue;
        }
        if code.previous(i).is_some_and(|before| code.is_word(before, b"dim3")) {
            found = Some(i);
        } else if is_changed(file, i) {
            return None;
        }
    }
    let after = code.next(found?)?;
    if !code.is(after, b'=') {
        return Some(after);
    }
    let value = code.next(after)?;
    if code.is_word(value, b"dim3") { Call::at(code, value).map(|call| call.open) } else { Some(value) }
}

/// `block = ...`, `block.x = ...`, `&block`.
fn is_changed(file: &File<'_>, at: usize) -> bool {
    let code = &file.code;
    if code.previous_is(at, b'&') {
        return true;
    }
    let assigned = |i: usize| code.next_is(i, b'=') && !code.next(i).is_some_and(|equals| code.next_is(equals, b'='));
    let member = code.next(at).filter(|&dot| code.is(dot, b'.')).and_then(|dot| code.next(dot));
    assigned(at) || member.is_some_and(|member| assigned(member) || is_compound(file, member))
}

/// `block.x *= 2`, `block.x++`.
fn is_compound(file: &File<'_>, at: usize) -> bool {
    let code = &file.code;
    let Some(operator) = code.next(at) else { return false };
    let twice = code.next(operator).is_some_and(|i| code.is(i, b'=') || code.tokens[i].first == code.tokens[operator].first);
    twice && b"+-*/%&|^<>".iter().any(|b| code.is(operator, *b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;
    use hipify_diagnostics::Source;
    use hipify_syntax::Tree;

    fn block(source: &str) -> Option<Dims> {
        let source = Source { path: "a.cu", bytes: source.as_bytes() };
        let (tree, options) = (Tree::default(), Options::default());
        hipify_syntax::with_tokens(&source, |code, _| {
            let outside = crate::headers::Outside::nothing();
            let file = File::new(&source, code, &tree, &options, &outside);
            dims(&file, file.launches()[0].block)
        })
    }

    #[test]
    fn constants_of_a_block_are_found_where_it_is_declared() {
        let size = |x, y, z| Some([Some(x), Some(y), Some(z)]);
        assert_eq!(block("void f() { k<<<1, 256>>>(); }"), size(256, 1, 1));
        assert_eq!(block("#define N 8\nvoid f() { k<<<1, dim3(N, 2 * N)>>>(); }"), size(8, 16, 1));
        assert_eq!(block("void f() { dim3 b(16, 16); k<<<1, b>>>(); }"), size(16, 16, 1));
        assert_eq!(block("void f() { dim3 b = dim3(32, 4, 2); k<<<1, b>>>(); }"), size(32, 4, 2));
        assert_eq!(block("void f() { dim3 b{64}; k<<<1, b>>>(); }"), size(64, 1, 1));
    }

    #[test]
    fn a_block_that_is_changed_is_no_constant() {
        assert_eq!(block("void f() { dim3 b(16); b.y = 4; k<<<1, b>>>(); }"), Some([None, Some(1), Some(1)]));
        assert_eq!(block("void f(int n) { k<<<1, dim3(n, 2)>>>(); }"), Some([None, Some(2), Some(1)]));
    }
}
