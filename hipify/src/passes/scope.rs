//! Which occurrences of an API name are the user's own: a member, a name in the user's namespace, a local, a parameter.
//!
//! What stands before a name settles most cases. Only where a name stands like a declaration is the file parsed, since the
//! range in which that declaration holds needs the tree.

use super::Context;
use super::declared::declares;
use super::sweep::Found;
use crate::code::Code;
use crate::token::Kind;
use hipify_rules::{Kind as SymbolKind, symbol};
use std::ops::Range;
use tree_sitter::{Node, Parser};

/// Larger files are not parsed: the tree takes some thirty times the memory of the source.
const LARGEST_PARSED: usize = 8 << 20;

/// Byte ranges in which a name is the user's own.
#[derive(Default)]
pub(crate) struct Users {
    ranges: Vec<(Vec<u8>, Range<usize>)>,
}

impl Users {
    /// Whether the name at `at` is the user's own.
    pub(crate) fn owns(&self, context: &Context<'_>, at: usize) -> bool {
        self.owns_lexically(context, at) || self.declares(context, at)
    }

    /// Whether what stands before the name, or the parameter list of its macro, makes it the user's own.
    pub(crate) fn owns_lexically(&self, context: &Context<'_>, at: usize) -> bool {
        is_member(&context.code, at) || is_qualified(&context.code, at) || is_macro_parameter(&context.code, at)
    }

    fn declares(&self, context: &Context<'_>, at: usize) -> bool {
        if self.ranges.is_empty() {
            return false;
        }
        let (start, text) = (context.code.tokens[at].start as usize, context.code.text(at));
        let global = context.code.previous(at).is_some_and(|i| context.code.kind(i) == Kind::Scope);
        !global && self.ranges.iter().any(|(name, range)| range.contains(&start) && name == text)
    }
}

/// Words that may stand before a global name (`return ::cudaFree(p)`), and so qualify nothing.
const KEYWORDS: &[&[u8]] = &[
    b"return",
    b"else",
    b"do",
    b"case",
    b"throw",
    b"typename",
    b"new",
    b"delete",
    b"const",
    b"using",
    b"typedef",
    b"static",
    b"extern",
    b"inline",
    b"constexpr",
    b"volatile",
    b"sizeof",
    b"co_return",
    b"co_await",
    b"co_yield",
    b"and",
    b"or",
    b"not",
    b"friend",
    b"virtual",
    b"explicit",
    b"goto",
    b"enum",
    b"struct",
    b"class",
    b"union",
];

/// `x.name`, `x->name`.
fn is_member(code: &Code<'_>, at: usize) -> bool {
    code.previous(at).is_some_and(|i| code.kind(i) == Kind::Arrow || code.is(i, b'.'))
}

/// `my::name`; not `::name`, and not `cudaError_t::cudaSuccess`.
fn is_qualified(code: &Code<'_>, at: usize) -> bool {
    let Some(scope) = code.previous(at).filter(|&i| code.kind(i) == Kind::Scope) else { return false };
    let Some(qualifier) = code.previous(scope) else { return false };
    match code.kind(qualifier) {
        Kind::Identifier => {
            let text = code.text(qualifier);
            let keyword = KEYWORDS.contains(&text);
            !keyword && symbol(text).is_none_or(|s| !matches!(s.kind(), SymbolKind::Type | SymbolKind::Unknown))
        }
        _ => code.is(qualifier, b'>') && code.template_open(qualifier).is_some(),
    }
}

fn is_macro_parameter(code: &Code<'_>, at: usize) -> bool {
    if !code.tokens[at].in_directive {
        return false;
    }
    let Some(hash) = (0..at).rev().find(|&i| code.kind(i) == Kind::Hash) else { return false };
    let open = hash + 3;
    let function_like = open < at
        && code.is_word(hash + 1, b"define")
        && code.is(open, b'(')
        && code.tokens[open].start == code.tokens[open - 1].end;
    if !function_like {
        return false;
    }
    let Some(close) = code.close(open) else { return false };
    (open..close).any(|i| code.kind(i) == Kind::Identifier && code.text(i) == code.text(at))
}

/// Parses the file if an API name stands in it like a declaration, and gives the ranges in which such names are the user's.
pub(crate) fn users_own(context: &Context<'_>, found: &Found) -> Users {
    let code = &context.code;
    let enums = enum_bodies(code, found);
    let suspects: Vec<usize> = found
        .symbols
        .iter()
        .filter(|(at, symbol)| symbol.hip() != Some(symbol.cuda()) && !code.tokens[*at].in_directive)
        .map(|(at, _)| *at)
        .filter(|&at| stands_declared(code, at) || is_enumerator(code, &enums, at))
        .collect();
    if suspects.is_empty() || context.source.bytes.len() > LARGEST_PARSED {
        return Users::default();
    }
    let mut parser = Parser::new();
    if parser.set_language(&tree_sitter_cuda::LANGUAGE.into()).is_err() {
        return Users::default();
    }
    let Some(tree) = parser.parse(context.source.bytes, None) else { return Users::default() };
    let ranges = suspects.into_iter().filter_map(|at| {
        let token = code.tokens[at].range();
        let node = tree.root_node().descendant_for_byte_range(token.start, token.end)?;
        Some((code.text(at).to_vec(), scope_of(node)?))
    });
    Users { ranges: ranges.collect() }
}

fn stands_declared(code: &Code<'_>, at: usize) -> bool {
    let elaborated = code.previous(at).is_some_and(|i| {
        matches!(code.text(i), b"struct" | b"class" | b"enum" | b"union" | b"typename" | b"using" | b"namespace")
    });
    if elaborated {
        return code.next_is(at, b'{') || code.next_is(at, b':');
    }
    declares(code, at) || code.next_is(at, b'=') && code.previous_is(at, b',')
}

/// Whether the name is an enumerator in one of the file's enumerations.
fn is_enumerator(code: &Code<'_>, bodies: &[Range<usize>], at: usize) -> bool {
    let before = bodies.partition_point(|body| body.start < at);
    before > 0 && bodies[before - 1].contains(&at) && (code.previous_is(at, b'{') || code.previous_is(at, b','))
}

/// Token ranges of the bodies of enumerations.
fn enum_bodies(code: &Code<'_>, found: &Found) -> Vec<Range<usize>> {
    let body = |&at: &usize| {
        let open = (at + 1..(at + 12).min(code.tokens.len())).find(|&i| code.is(i, b'{') || code.is(i, b';'))?;
        Some(open..code.close(open)?)
    };
    found.enums.iter().filter_map(body).collect()
}

/// The range in which the declaration of the identifier `node` holds; `None` when it declares nothing, or declares a
/// function at global scope, which is the API itself.
fn scope_of(node: Node<'_>) -> Option<Range<usize>> {
    let mut child = node;
    let mut is_function = false;
    loop {
        let parent = child.parent()?;
        match parent.kind() {
            "pointer_declarator"
            | "reference_declarator"
            | "array_declarator"
            | "parenthesized_declarator"
            | "attributed_declarator" => {}
            "init_declarator" | "function_declarator" if is_field(parent, child, "declarator") => {
                is_function |= parent.kind() == "function_declarator" || is_initialised_by_call(parent);
            }
            "parameter_declaration" | "optional_parameter_declaration" => {
                return is_field(parent, child, "declarator").then(|| parameter_scope(parent)).flatten();
            }
            "enumerator" => return is_field(parent, child, "name").then(|| enclosing(parent, false)).flatten(),
            // At global scope the definition stands for the API's own type.
            "struct_specifier" | "class_specifier" | "union_specifier" | "enum_specifier" => {
                return is_field(parent, child, "name").then(|| enclosing(parent, true)).flatten();
            }
            "declaration"
            | "field_declaration"
            | "function_definition"
            | "type_definition"
            | "for_range_loop"
            | "condition_clause" => {
                let declares = is_field(parent, child, "declarator") && !(is_function && is_in_block(parent));
                return declares.then(|| enclosing(parent, is_function)).flatten();
            }
            "alias_declaration" => return is_field(parent, child, "name").then(|| enclosing(parent, false)).flatten(),
            _ => return None,
        }
        child = parent;
    }
}

/// `enum class` and `enum struct` keep their enumerators to themselves.
fn is_scoped(specifier: Node<'_>) -> bool {
    specifier.child(1).is_some_and(|word| matches!(word.kind(), "class" | "struct"))
}

fn is_initialised_by_call(declarator: Node<'_>) -> bool {
    declarator.child_by_field_name("value").is_some_and(|value| value.kind() == "argument_list")
}

/// `MACRO cudaFree(p);` in a block reads like a declaration with an initialiser, and is a call.
fn is_in_block(declaration: Node<'_>) -> bool {
    declaration.parent().is_some_and(|n| n.kind() == "compound_statement")
}

fn is_field(parent: Node<'_>, child: Node<'_>, field: &str) -> bool {
    let mut cursor = parent.walk();
    parent.children_by_field_name(field, &mut cursor).any(|n| n == child)
}

/// A parameter holds in its function or lambda; in a declaration without a body it holds nowhere else.
fn parameter_scope(parameter: Node<'_>) -> Option<Range<usize>> {
    let mut node = parameter;
    while let Some(parent) = node.parent() {
        match parent.kind() {
            "function_definition" | "lambda_expression" => return Some(parameter.start_byte()..parent.end_byte()),
            "declaration" | "field_declaration" | "type_definition" | "parameter_declaration" => {
                return Some(parameter.start_byte()..parent.end_byte());
            }
            "translation_unit" => return Some(parameter.byte_range()),
            _ => node = parent,
        }
    }
    None
}

/// The block, class or namespace around a declaration, from the declaration on (a class: all of it).
fn enclosing(declaration: Node<'_>, is_function: bool) -> Option<Range<usize>> {
    let mut node = declaration;
    while let Some(parent) = node.parent() {
        match parent.kind() {
            "compound_statement" | "for_statement" | "for_range_loop" | "if_statement" | "while_statement"
            | "switch_statement" | "lambda_expression" => {
                return Some(declaration.start_byte()..parent.end_byte());
            }
            "field_declaration_list" => return Some(parent.byte_range()),
            "enum_specifier" if is_scoped(parent) => return Some(parent.byte_range()),
            "namespace_definition" if parent.child_by_field_name("name").is_some() => return Some(parent.byte_range()),
            // Names of an unnamed namespace are visible behind it.
            "namespace_definition" => {
                let outer = enclosing(parent, false)?;
                return Some(declaration.start_byte()..outer.end);
            }
            "translation_unit" if is_function => return None,
            "translation_unit" => return Some(declaration.start_byte()..parent.end_byte()),
            _ => node = parent,
        }
    }
    None
}
