//! Which occurrences of an API name are the user's own: a member, a name in the user's namespace, a local, a parameter.
//!
//! What stands before a name settles most cases. Only where a name stands like a declaration is the file parsed, since the
//! range in which that declaration holds needs the tree.

use super::Context;
use super::declared::{declares, enum_body};
use super::old_style;
use super::sweep::Found;
use hipify_rules::{Symbol, SymbolKind, symbol};
use hipify_syntax::call::KEYWORDS;
use hipify_syntax::{Code, TokenKind};
use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use tree_sitter::{Node, ParseOptions, ParseState, Parser, Tree, TreeCursor};

/// Larger files are not parsed: the tree takes some thirty times the memory of the source.
const LARGEST_PARSED: usize = 8 << 20;

/// Bound of the parser's work, in its own counts of a hundred steps: some ten times what real sources take, a few seconds a
/// megabyte. A count and not a time, so that the result depends on the file alone.
const MOST_CHECKS_PER_KIB: usize = 1_000;

/// Levels around a declaration that are looked at: no program nests namespaces and declarators deeper, and a bound keeps the
/// walks up from taking quadratic time.
const DEEPEST: usize = 256;

/// Tokens of a macro's parameter list that are looked at: compilers need to take 256 parameters ([implimits]), and a bound
/// keeps a long list from being read again for each name of a long body.
const LONGEST_PARAMETERS: usize = 1_024;

/// Tokens of the list of a structured binding that are looked at, for the same reason.
const LONGEST_BINDING: usize = 64;

/// Byte ranges in which a name is the user's own, by name: ordered, and none touches another.
#[derive(Default)]
pub(crate) struct Users {
    ranges: HashMap<Vec<u8>, Vec<Range<usize>>>,
    /// The ranges come from the tree of a file that does not parse.
    pub(crate) guessed: bool,
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
        let global = context.code.previous(at).is_some_and(|i| context.code.kind(i) == TokenKind::Scope);
        !global && self.ranges.get(text).is_some_and(|ranges| holds(ranges, start))
    }
}

fn holds(ranges: &[Range<usize>], place: usize) -> bool {
    let number = ranges.partition_point(|range| range.start <= place);
    number > 0 && ranges[number - 1].contains(&place)
}

/// `x.name`, `x->name`; not the return type in `[]() -> cudaError_t`.
fn is_member(code: &Code<'_>, at: usize) -> bool {
    let Some(before) = code.previous(at) else { return false };
    code.is(before, b'.') || code.kind(before) == TokenKind::Arrow && !is_return_type(code, before, at)
}

/// Whether the type name at `at` stands after the arrow of a trailing return type.
fn is_return_type(code: &Code<'_>, arrow: usize, at: usize) -> bool {
    symbol(code.text(at)).is_some_and(|s| s.kind() == SymbolKind::Type)
        && code.previous(arrow).is_some_and(|i| {
            code.is(i, b')')
                || matches!(code.text(i), b"noexcept" | b"mutable" | b"const" | b"constexpr" | b"override" | b"final")
        })
}

/// `my::name`; not `::name`, and not `cudaError_t::cudaSuccess`.
fn is_qualified(code: &Code<'_>, at: usize) -> bool {
    let Some(scope) = code.previous(at).filter(|&i| code.kind(i) == TokenKind::Scope) else { return false };
    let Some(qualifier) = code.previous(scope) else { return false };
    match code.kind(qualifier) {
        TokenKind::Identifier => {
            let text = code.text(qualifier);
            let keyword = KEYWORDS.contains(&text);
            !keyword && symbol(text).is_none_or(|s| !matches!(s.kind(), SymbolKind::Type | SymbolKind::Unknown))
        }
        _ => code.is(qualifier, b'>') && code.template_open(qualifier).is_some(),
    }
}

fn is_macro_parameter(code: &Code<'_>, at: usize) -> bool {
    let Some((hash, _)) = code.directive(at) else { return false };
    let open = hash + 3;
    let function_like = open < at
        && code.is_word(hash + 1, b"define")
        && code.is(open, b'(')
        && code.tokens[open].start == code.tokens[open - 1].end;
    if !function_like {
        return false;
    }
    let Some(close) = code.close(open) else { return false };
    (open..close).take(LONGEST_PARAMETERS).any(|i| code.kind(i) == TokenKind::Identifier && code.text(i) == code.text(at))
}

/// Parses the file if an API name stands in it like a declaration, and gives the ranges in which such names are the user's.
pub(crate) fn users_own(context: &Context<'_>, found: &Found) -> Users {
    let code = &context.code;
    let enums = enum_bodies(code, found);
    let suspects: Vec<usize> = found
        .symbols
        .iter()
        .filter(|(at, symbol)| symbol.hip() != Some(symbol.cuda()) && !code.tokens[*at].in_directive)
        // What any program may declare is settled for the whole tree, see `Mention`.
        .filter(|(_, symbol)| !is_common_word(*symbol))
        .map(|(at, _)| *at)
        .filter(|&at| stands_declared(code, at) || is_enumerator(code, &enums, at))
        .collect();
    if suspects.is_empty() || context.source.bytes.len() > LARGEST_PARSED {
        return Users::default();
    }
    let Some(tree) = parse(context.source.bytes) else { return Users::default() };
    let mut ranges: HashMap<Vec<u8>, Vec<Range<usize>>> = HashMap::new();
    let mut path = Path::new(&tree);
    for at in suspects {
        // The grammar has no such definitions and takes their parameters for variables of the file.
        let old_style = old_style::parameter_range(code, at);
        let declared = |path: &[Step<'_>]| if is_constructor(path, context.source.bytes) { None } else { scope_of(path) };
        if let Some(range) = old_style.or_else(|| path.to(code.tokens[at].range()).and_then(declared)) {
            ranges.entry(code.text(at).to_vec()).or_default().push(range);
        }
    }
    ranges.values_mut().for_each(unite);
    let guessed = !ranges.is_empty() && tree.root_node().has_error();
    Users { ranges, guessed }
}

/// The tree of a file; `None` where it would take too long, as it can for files that are not C++ at all.
fn parse(bytes: &[u8]) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_cuda::LANGUAGE.into()).ok()?;
    let mut left = MOST_CHECKS_PER_KIB * (bytes.len() / 1024 + 16);
    let mut check = |_: &ParseState| {
        left = left.saturating_sub(1);
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let options = ParseOptions::new().progress_callback(&mut check);
    parser.parse_with_options(&mut |at, _| &bytes[at.min(bytes.len())..], None, Some(options))
}

/// Orders the ranges and makes one of those that overlap.
fn unite(ranges: &mut Vec<Range<usize>>) {
    ranges.sort_by_key(|range| range.start);
    ranges.dedup_by(|next, last| {
        let joins = next.start <= last.end;
        if joins {
            last.end = last.end.max(next.end);
        }
        joins
    });
}

/// A node and the field of its parent that it is.
type Step<'t> = (Node<'t>, Option<&'t str>);

/// The nodes from the root of a tree to a token. Going from token to token in source order walks the tree once, where asking
/// nodes for their parents would walk from the root each time.
struct Path<'t> {
    cursor: TreeCursor<'t>,
    steps: Vec<Step<'t>>,
}

impl<'t> Path<'t> {
    fn new(tree: &'t Tree) -> Self {
        Self { cursor: tree.walk(), steps: vec![(tree.root_node(), None)] }
    }

    /// The path to the leaf that holds `token`, which must not stand before the last one asked for.
    fn to(&mut self, token: Range<usize>) -> Option<&[Step<'t>]> {
        while self.steps.len() > 1 && self.steps[self.steps.len() - 1].0.end_byte() <= token.start {
            self.cursor.goto_parent();
            self.steps.pop();
        }
        while self.cursor.goto_first_child_for_byte(token.start).is_some() {
            self.steps.push((self.cursor.node(), self.cursor.field_name()));
        }
        (self.steps.last()?.0.byte_range() == token).then_some(&self.steps)
    }
}

fn stands_declared(code: &Code<'_>, at: usize) -> bool {
    let elaborated = code.previous(at).is_some_and(|i| {
        matches!(code.text(i), b"struct" | b"class" | b"enum" | b"union" | b"typename" | b"using" | b"namespace")
    });
    if elaborated {
        return code.next_is(at, b'{') || code.next_is(at, b':');
    }
    declares(code, at) || code.next_is(at, b'=') && code.previous_is(at, b',') || is_bound(code, at)
}

/// Whether the name is one of a structured binding, `auto &[name, other]`.
fn is_bound(code: &Code<'_>, at: usize) -> bool {
    let earlier = std::iter::successors(code.previous(at), |&i| code.previous(i)).take(LONGEST_BINDING);
    let list = earlier.into_iter().find(|&i| code.kind(i) != TokenKind::Identifier && !code.is(i, b','));
    let Some(open) = list.filter(|&i| code.is(i, b'[')) else { return false };
    let mut before = code.previous(open);
    while let Some(i) = before.filter(|&i| code.is(i, b'&')) {
        before = code.previous(i);
    }
    before.is_some_and(|i| code.is_word(i, b"auto"))
}

/// Whether the name is an enumerator in one of the file's enumerations.
fn is_enumerator(code: &Code<'_>, bodies: &[Range<usize>], at: usize) -> bool {
    let before = bodies.partition_point(|body| body.start < at);
    before > 0 && bodies[before - 1].contains(&at) && (code.previous_is(at, b'{') || code.previous_is(at, b','))
}

/// Token ranges of the bodies of enumerations.
fn enum_bodies(code: &Code<'_>, found: &Found) -> Vec<Range<usize>> {
    let body = |&at: &usize| {
        let open = enum_body(code, at)?;
        Some(open..code.close(open)?)
    };
    found.enums.iter().filter_map(body).collect()
}

/// The range in which the declaration of the identifier at the end of `path` holds; `None` when it declares nothing, or
/// declares a function at global scope, which is the API itself.
fn scope_of(path: &[Step<'_>]) -> Option<Range<usize>> {
    let mut is_function = false;
    for child in (1..path.len()).rev() {
        let (parent, field) = (path[child - 1].0, path[child].1);
        let to_parent = &path[..child];
        match parent.kind() {
            "pointer_declarator"
            | "reference_declarator"
            | "array_declarator"
            | "parenthesized_declarator"
            | "structured_binding_declarator"
            | "attributed_declarator" => {}
            "init_declarator" | "function_declarator" if field == Some("declarator") => {
                is_function |= parent.kind() == "function_declarator" || is_initialised_by_call(parent);
            }
            "parameter_declaration" | "optional_parameter_declaration" => {
                return (field == Some("declarator")).then(|| parameter_scope(to_parent)).flatten();
            }
            // At global scope a definition stands for the API's own, in a program that builds without CUDA too: it is known to
            // other files, and is renamed with them.
            "enumerator" | "alias_declaration" => return (field == Some("name")).then(|| enclosing(to_parent, true)).flatten(),
            "struct_specifier" | "class_specifier" | "union_specifier" | "enum_specifier" => {
                return (field == Some("name")).then(|| enclosing(to_parent, true)).flatten();
            }
            "for_range_loop" => return (field == Some("declarator")).then(|| parent.byte_range()),
            "declaration" | "field_declaration" | "function_definition" | "type_definition" | "condition_clause" => {
                let declares = field == Some("declarator") && !(is_function && is_in_block(to_parent));
                let shared = is_function || parent.kind() == "type_definition";
                return declares.then(|| enclosing(to_parent, shared)).flatten();
            }
            _ => return None,
        }
    }
    None
}

/// `struct cuComplex { __device__ cuComplex(float, float); };`: the name at the end of `path` is that of the class around it, which a
/// constructor does not declare anew.
fn is_constructor(path: &[Step<'_>], bytes: &[u8]) -> bool {
    let Some((name, _)) = path.last() else { return false };
    let around = |i: &usize| matches!(path[*i].0.kind(), "field_declaration_list" | "compound_statement" | "declaration_list");
    let Some(body) = (1..path.len()).rev().take(DEEPEST).find(around).filter(|&i| path[i].0.kind() == "field_declaration_list")
    else {
        return false;
    };
    let class = path[body - 1].0.child_by_field_name("name");
    class.is_some_and(|class| bytes[class.byte_range()] == bytes[name.byte_range()])
}

/// `enum class` and `enum struct` keep their enumerators to themselves.
fn is_scoped(specifier: Node<'_>) -> bool {
    specifier.child(1).is_some_and(|word| matches!(word.kind(), "class" | "struct"))
}

fn is_initialised_by_call(declarator: Node<'_>) -> bool {
    declarator.child_by_field_name("value").is_some_and(|value| value.kind() == "argument_list")
}

/// `MACRO cudaFree(p);` in a block reads like a declaration with an initialiser, and is a call.
fn is_in_block(declaration: &[Step<'_>]) -> bool {
    declaration.len() > 1 && declaration[declaration.len() - 2].0.kind() == "compound_statement"
}

/// A parameter holds in its function or lambda; in a declaration without a body it holds nowhere else.
fn parameter_scope(path: &[Step<'_>]) -> Option<Range<usize>> {
    let ((parameter, _), around) = path.split_last()?;
    let holder = around.iter().rev().map(|(node, _)| node).find(|node| {
        matches!(
            node.kind(),
            "function_definition"
                | "lambda_expression"
                | "declaration"
                | "field_declaration"
                | "type_definition"
                | "parameter_declaration"
                | "translation_unit"
        )
    })?;
    let end = if holder.kind() == "translation_unit" { parameter.end_byte() } else { holder.end_byte() };
    Some(parameter.start_byte()..end)
}

/// The block, class or namespace around a declaration, from the declaration on (a class: all of it).
fn enclosing(path: &[Step<'_>], is_function: bool) -> Option<Range<usize>> {
    let ((declaration, _), around) = path.split_last()?;
    let start = declaration.start_byte();
    let mut is_nameless = false;
    for (parent, _) in around.iter().rev().take(DEEPEST) {
        match parent.kind() {
            "compound_statement" | "for_statement" | "for_range_loop" | "if_statement" | "while_statement"
            | "switch_statement" | "lambda_expression" => return Some(start..parent.end_byte()),
            "field_declaration_list" if is_nameless => return Some(start..parent.end_byte()),
            "field_declaration_list" => return Some(parent.byte_range()),
            "enum_specifier" if is_scoped(*parent) => return Some(parent.byte_range()),
            // Names of an unnamed namespace are visible after it.
            "namespace_definition" if parent.child_by_field_name("name").is_none() => is_nameless = true,
            "namespace_definition" if is_nameless => return Some(start..parent.end_byte()),
            "namespace_definition" => return Some(parent.byte_range()),
            "translation_unit" if is_function && !is_nameless => return None,
            "translation_unit" => return Some(start..parent.end_byte()),
            _ => {}
        }
    }
    None
}

/// A table name without a CUDA prefix that HIP lacks (`mul24`, `saturate`): a user's own function is as likely, so only a
/// call of a name that the tree declares nowhere counts.
pub(super) fn is_common_word(symbol: Symbol) -> bool {
    const PREFIXES: &[&str] = &["cu", "CU", "Cu", "_", "nv", "NV", "nccl", "NCCL", "pnccl", "Npp", "NPP"];
    symbol.hip().is_none() && !PREFIXES.iter().any(|prefix| symbol.cuda().starts_with(prefix))
}
