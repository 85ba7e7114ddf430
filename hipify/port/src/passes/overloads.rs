//! Overloads for types of CUDA that are one type in HIP, as `CUresult` and `cudaError_t`: the later becomes a template, since both
//! would be the same function.
//!
//! A call prefers the function that is no template, and takes the template where a preprocessor branch leaves the other out.

use super::Context;
use super::sweep::Found;
use hipify_condition::Branching;
use hipify_diagnostics::Edit;
use hipify_rules::SymbolKind;
use hipify_syntax::definitions::{Definition, Specifiers, Surroundings, definitions};
use hipify_syntax::{Argument, Code, TokenKind};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What makes a function one that calls prefer others to.
pub(super) const TEMPLATE: &str = "template <int = 0> ";

/// Pairs of functions of one name that are looked at: a bound for generated code.
const MOST: usize = 1_000;

/// HIP's names by CUDA's, of types that share a HIP name with another of the file.
type Merged<'a> = HashMap<&'a [u8], &'static str>;

/// A function's name and the types of its parameters in HIP's words.
type Signature<'a> = (&'a [u8], Vec<&'a [u8]>);

pub(crate) fn port_overloads(context: &mut Context<'_>, found: &Found) {
    let code = context.code;
    let merged = merged(&code, found);
    if merged.is_empty() {
        return;
    }
    let mut seen: HashMap<Signature<'_>, Vec<Overload<'_>>> = HashMap::new();
    let mut compared = 0;
    for definition in definitions(&code, |_| Specifiers::default()) {
        let Some(overload) = Overload::of(&code, definition, &merged) else { continue };
        let earlier = seen.entry((overload.name, overload.ported(&merged))).or_default();
        let mut compared_here = earlier.iter().take(MOST - compared).inspect(|_| compared += 1);
        if compared_here.any(|other| other.collides(&code, &overload)) {
            context.edits.push(Edit::insert(code.tokens[overload.definition.first].range().start, TEMPLATE));
        }
        earlier.push(overload);
    }
}

/// The types that the port makes one of.
fn merged<'a>(code: &Code<'a>, found: &Found) -> Merged<'a> {
    let mut by_hip: BTreeMap<&'static str, BTreeSet<&'a [u8]>> = BTreeMap::new();
    for &(at, symbol) in &found.symbols {
        if let Some(hip) = symbol.hip().filter(|_| symbol.kind() == SymbolKind::Type) {
            by_hip.entry(hip).or_default().insert(code.text(at));
        }
    }
    let several = by_hip.into_iter().filter(|(_, names)| names.len() > 1);
    several.flat_map(|(hip, names)| names.into_iter().map(move |name| (name, hip))).collect()
}

/// A function with parameters of such types.
struct Overload<'a> {
    definition: Definition,
    name: &'a [u8],
    /// The types of its parameters in CUDA's words, with a comma after each.
    types: Vec<&'a [u8]>,
}

impl<'a> Overload<'a> {
    /// `None` for what cannot become a template, or is defined outside of its class or namespace.
    fn of(code: &Code<'a>, definition: Definition, merged: &Merged<'a>) -> Option<Self> {
        let name = definition.name.filter(|&name| code.kind(name) == TokenKind::Identifier)?;
        let is_qualified = code.previous(name).is_some_and(|at| code.kind(at) == TokenKind::Scope);
        let is_special = [&b"template"[..], b"virtual", b"extern"].iter().any(|word| code.is_word(definition.first, word));
        if definition.within != Surroundings::Declarations || !definition.is_closed || is_qualified || is_special {
            return None;
        }
        let parameters = code.arguments(definition.parameters?.0)?;
        let types: Vec<&[u8]> =
            parameters.iter().flat_map(|parameter| type_of(code, parameter).into_iter().chain([&b","[..]])).collect();
        types.iter().any(|word| merged.contains_key(word)).then_some(Self { definition, name: code.text(name), types })
    }

    /// The types in HIP's words.
    fn ported(&self, merged: &Merged<'a>) -> Vec<&'a [u8]> {
        self.types.iter().map(|word| merged.get(word).map_or(*word, |hip| hip.as_bytes())).collect()
    }

    /// Whether a later overload of the same name and the same types in HIP is another function in CUDA.
    fn collides(&self, code: &Code<'a>, later: &Self) -> bool {
        let (first, second) = (&self.definition, &later.definition);
        self.types != later.types
            && enclosing(code, first.first) == enclosing(code, second.first)
            && !are_alternatives(code, first.body.end, second.first)
    }
}

/// The tokens of a parameter without its name and its default.
fn type_of<'a>(code: &Code<'a>, parameter: &Argument) -> Vec<&'a [u8]> {
    let tokens: Vec<usize> = (parameter.first..=parameter.last).take_while(|&at| !code.is(at, b'=')).collect();
    let is_name = |at: usize| {
        let before = code.previous(at).filter(|&before| before >= parameter.first);
        let follows = |before| code.kind(before) == TokenKind::Identifier || b"*&>".iter().any(|mark| code.is(before, *mark));
        code.kind(at) == TokenKind::Identifier && before.is_some_and(follows)
    };
    let name = tokens.last().copied().filter(|&at| is_name(at) && !matches!(code.text(at), b"const" | b"volatile" | b"int"));
    tokens.into_iter().filter(|&at| Some(at) != name).map(|at| code.text(at)).collect()
}

/// The brace that a token stands in.
fn enclosing(code: &Code<'_>, mut at: usize) -> Option<usize> {
    while let Some(before) = code.previous(at) {
        if code.is(before, b'{') {
            return Some(before);
        }
        let is_end = code.is(before, b'}');
        at = if is_end { code.open(before).unwrap_or(before) } else { before };
    }
    None
}

/// Whether two places are in different branches of one `#if`.
fn are_alternatives(code: &Code<'_>, from: usize, to: usize) -> bool {
    let (mut depth, mut lowest) = (0, 0);
    for hash in code.directives().skip_while(|&hash| hash < from).take_while(|&hash| hash < to) {
        match code.branching(hash) {
            Some(Branching::Opens) => depth += 1,
            Some(Branching::Closes) => depth -= 1,
            Some(_) if depth <= lowest => return true,
            _ => {}
        }
        lowest = lowest.min(depth);
    }
    false
}
