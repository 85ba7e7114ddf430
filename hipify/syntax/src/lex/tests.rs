//! Tokens of small texts.

use super::*;

fn texts(source: &str) -> Vec<&str> {
    let tokens = lex(source.as_bytes());
    tokens.tokens.iter().map(|t| &source[t.range()]).collect()
}

fn kinds(source: &str) -> Vec<TokenKind> {
    lex(source.as_bytes()).tokens.iter().map(|t| t.kind).collect()
}

#[test]
fn comments_are_no_tokens() {
    assert_eq!(texts("a // b\\\n c\n/* d\n */ e /* f"), ["a", "e"]);
    assert_eq!(lex(b"a // b\\\n c\n/* d */").comments, [(2, 10), (11, 18)]);
    assert_eq!(lex(b"#a // b\r\n").comments, [(3, 7)]);
}

#[test]
fn raw_strings_end_at_their_own_delimiter() {
    assert_eq!(texts("R\"x(a)\" )\" \n\")x\" b u8R\"(c)\""), ["R\"x(a)\" )\" \n\")x\"", "b", "u8R\"(c)\""]);
}

#[test]
fn strings_keep_escapes_and_line_splices_and_end_at_the_line_when_unterminated() {
    assert_eq!(texts(r#""a\"b" L'\'' c"#), [r#""a\"b""#, r"L'\''", "c"]);
    assert_eq!(texts("\"a\\\nb\" c"), ["\"a\\\nb\"", "c"]);
    assert_eq!(texts("\"a\nb"), ["\"a", "b"]);
    assert_eq!(texts("#e \"a\r\nb"), ["#", "e", "\"a", "", "b"]);
    assert_eq!(texts("\"a\\"), ["\"a\\"]);
}

#[test]
fn digit_separators_and_exponents_belong_to_numbers() {
    assert_eq!(texts("1'000 1e-5 0x1p+3 .5f 0xE+1 a'b'"), ["1'000", "1e-5", "0x1p+3", ".5f", "0xE", "+", "1", "a", "'b'"]);
}

#[test]
fn a_directive_ends_at_its_last_line() {
    let source = "#define A \\\r\n  b\r\nc";
    assert_eq!(texts(source), ["#", "define", "A", "b", "", "c"]);
    let tokens = lex(source.as_bytes()).tokens;
    assert!(tokens[3].in_directive && !tokens[5].in_directive);
    assert_eq!(tokens[4].start as usize, source.len() - 3);
}

#[test]
fn header_names_are_one_token() {
    assert_eq!(
        kinds("#include <a//b.h>\n"),
        [TokenKind::Hash, TokenKind::Identifier, TokenKind::HeaderName, TokenKind::DirectiveEnd]
    );
    assert_eq!(texts("# include \"a.h\" // x"), ["#", "include", "\"a.h\"", ""]);
}

#[test]
fn exactly_three_angles_open_a_launch() {
    assert_eq!(kinds("k<<<1")[1], TokenKind::LaunchOpen);
    assert!(kinds("<<<<<<< HEAD").iter().all(|k| *k != TokenKind::LaunchOpen));
    assert_eq!(texts("k << < 1"), ["k", "<< <", "1"]);
    assert_eq!(texts("k <\\\n<< 1"), ["k", "<\\\n<<", "1"]);
    for operators in ["operator<< <char>", "cout << a < b", "a < b << c", "k << <<"] {
        assert!(kinds(operators).iter().all(|k| *k != TokenKind::LaunchOpen), "{operators}");
    }
    assert_eq!(kinds("a<<b").len(), 4);
}

#[test]
fn an_identifier_may_go_on_after_a_line_splice() {
    let tokens = lex(b"cuda\\\nFree(x)").tokens;
    assert_eq!(tokens[0].range(), 0..10);
    assert!(tokens[0].spliced);
}

#[test]
fn a_byte_order_mark_is_no_token() {
    assert_eq!(lex(b"\xEF\xBB\xBF#if A\n").tokens[0].kind, TokenKind::Hash);
}
