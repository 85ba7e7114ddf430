//! Types of the facts -> their spelling in Rust.

use crate::c_type::{Base, CType};
use crate::convert::Sides;
use crate::facts::Facts;
use crate::library::Family;

/// Which side a record is of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Cuda,
    Hip,
}

impl Side {
    /// The module of the generated types.
    pub(crate) fn module(self) -> &'static str {
        match self {
            Side::Cuda => "cuda",
            Side::Hip => "hip",
        }
    }
}

/// What an entry is generated for.
pub(crate) struct Context<'a> {
    pub(crate) family: &'a Family,
    pub(crate) sides: &'a Sides<'a>,
}

/// The Rust type of a value, from outside of the modules of types.
pub(crate) fn kind(kind: &CType, side: Side, facts: &Facts, version: u32) -> String {
    let one = match &kind.base {
        _ if kind.pointers > 0 || kind.base == Base::Function => "*mut c_void".to_owned(),
        Base::Integer(size, signed) => format!("{}{}", if *signed { 'i' } else { 'u' }, size * 8),
        Base::Float(4) => "f32".to_owned(),
        Base::Float(_) => "f64".to_owned(),
        Base::Enumeration(_) => "i32".to_owned(),
        Base::Record(name) => format!("{}::{}", side.module(), record(name, facts, version)),
        Base::Void | Base::Opaque(_) | Base::Function => "()".to_owned(),
    };
    match kind.array {
        Some(count) => format!("[{one}; {count}]"),
        None => one,
    }
}

/// The Rust type of a value in the code of an entry.
pub(crate) fn qualified(kind: &CType, side: Side, context: &Context, version: u32) -> String {
    let facts = if side == Side::Cuda { context.sides.cuda } else { context.sides.hip };
    let text = self::kind(kind, side, facts, version);
    if kind.record().is_some() { format!("{}::{text}", context.family.name) } else { text }
}

/// The name of a record's Rust type: with a version where its layout is not that of the first version.
pub(crate) fn record(name: &str, facts: &Facts, version: u32) -> String {
    let plain = name.replace(['.', ' '], "_");
    match oldest_alike(name, facts, version) {
        Some(oldest) if Some(oldest) != first(name, facts) => format!("{plain}_cuda{oldest}"),
        _ => plain,
    }
}

fn first(name: &str, facts: &Facts) -> Option<u32> {
    facts.records.get(name)?.iter().flat_map(|layout| &layout.versions).min().copied()
}

/// The oldest version whose record is laid out as this version's, what is inside of it included.
fn oldest_alike(name: &str, facts: &Facts, version: u32) -> Option<u32> {
    let layout = facts.layout(name, version)?;
    let inner = |field: &crate::facts::Field| match &field.kind.base {
        Base::Record(inner) if field.kind.pointers == 0 && inner != name => {
            oldest_alike(inner, facts, version).filter(|oldest| {
                // What was the same all along says nothing.
                Some(*oldest) != first(inner, facts)
            })
        }
        _ => None,
    };
    let inside = layout.fields.iter().filter_map(inner).max();
    layout.versions.iter().min().copied().max(inside)
}

/// A name that may be a word of Rust.
pub(crate) fn word(name: &str) -> String {
    const WORDS: [&str; 9] = ["fn", "type", "ref", "in", "where", "match", "mod", "move", "use"];
    if WORDS.contains(&name) { format!("r#{name}") } else { name.to_owned() }
}
