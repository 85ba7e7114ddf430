//! The one table of conditions and what they are worth.

use super::*;

const TRUE: Option<bool> = Some(true);
const FALSE: Option<bool> = Some(false);
const UNKNOWN: Option<bool> = None;

fn look_up(name: &[u8]) -> Macro {
    match name {
        b"ONE" => Macro::of_text(b"1"),
        b"VERSION" => Macro::of_text(b" 12 "),
        b"EMPTY" => Macro::of_text(b""),
        b"WORDS" => Macro::of_text(b"a b"),
        b"PERHAPS" => Macro::Unknown,
        _ => Macro::Undefined,
    }
}

fn condition(text: &str) -> Option<bool> {
    holds(b"if", text.as_bytes(), &mut look_up)
}

#[test]
fn conditions_are_true_false_or_unknown() {
    for (text, expected) in [
        // Macros.
        ("ONE", TRUE),
        ("OTHER", FALSE),
        ("!OTHER", TRUE),
        ("EMPTY", UNKNOWN),
        ("WORDS > 1", UNKNOWN),
        ("PERHAPS", UNKNOWN),
        ("defined(ONE)", TRUE),
        ("defined ONE && !defined(OTHER)", TRUE),
        ("defined EMPTY", TRUE),
        ("defined PERHAPS", UNKNOWN),
        // Operators, and what binds tighter.
        ("VERSION >= 10 || 0", TRUE),
        ("VERSION * 2 == 24 && (1 + 2 * 3 == 7)", TRUE),
        ("10 - 3 - 4 == 3", TRUE),
        ("1 << 4 == 16 && (6 & 3) == 2 && (6 | 1) == 7 && (6 ^ 2) == 4", TRUE),
        ("7 / 2 == 3 && 7 % 4 == 3", TRUE),
        ("-VERSION < 0 && +1 && ~0 == -1", TRUE),
        ("VERSION > 10 ? 0 : 1", FALSE),
        ("PERHAPS ? 1 : 0", UNKNOWN),
        // Numbers.
        ("0x10 == 16 && 010 == 8 && 0b11 == 3 && 1'000L == 1000u", TRUE),
        ("1.5 > 1", UNKNOWN),
        // One side decides alone.
        ("PERHAPS && 0", FALSE),
        ("0 && 1 / 0", FALSE),
        ("PERHAPS || 1", TRUE),
        ("PERHAPS && 1", UNKNOWN),
        ("1 / 0", UNKNOWN),
        // Calls.
        ("F(1)", UNKNOWN),
        ("__has_include(\"x)\") || ONE", TRUE),
        ("F(g(1), 2) && OTHER", FALSE),
        // Comments and line splices.
        ("ONE /* not 0 */ && \\\n ONE // and so on", TRUE),
        // What is no expression.
        ("", UNKNOWN),
        ("((", UNKNOWN),
        ("(", UNKNOWN),
        ("ONE ONE", UNKNOWN),
        ("0 && (", UNKNOWN),
        ("F(", UNKNOWN),
        ("defined(ONE", UNKNOWN),
    ] {
        assert_eq!(condition(text), expected, "{text}");
    }
}

#[test]
fn a_condition_nested_without_end_is_unknown() {
    for text in ["(", "!", "1?", "1||(", "-"] {
        assert_eq!(condition(&text.repeat(100_000)), UNKNOWN, "{text}");
    }
}

#[test]
fn many_operands_side_by_side_are_evaluated() {
    assert_eq!(condition(&format!("{}1", "ONE && ".repeat(1_000))), TRUE);
}

#[test]
fn ifdef_and_ifndef_ask_whether_a_name_is_defined() {
    for (keyword, name, expected) in [
        ("ifdef", " ONE", TRUE),
        ("ifndef", "ONE // comment", FALSE),
        ("elifdef", "OTHER", FALSE),
        ("elifndef", "OTHER", TRUE),
        ("ifdef", "EMPTY", TRUE),
        ("ifdef", "PERHAPS", UNKNOWN),
        ("ifdef", "", UNKNOWN),
    ] {
        assert_eq!(holds(keyword.as_bytes(), name.as_bytes(), &mut look_up), expected, "#{keyword} {name}");
    }
}

#[test]
fn an_expression_has_a_value_where_its_macros_have_one() {
    for (text, expected) in [
        ("(VERSION * 1000 + 4) // 12.4", Some(12_004)),
        ("VERSION", Some(12)),
        ("WORDS + 1", None),
        ("ONE ONE", None),
        ("", None),
    ] {
        assert_eq!(value(text.as_bytes(), &mut look_up), expected, "{text}");
    }
}
