//! Names of HIP that a program uses to Fortran modules that declare them, as the project hipfort names and shapes them: every
//! C function is a generic of one `bind(c)` function, opaque pointers are `type(c_ptr)`, constants are `integer(c_int)`.

mod dummy;
mod text;

pub use dummy::{Dummy, Signature};
use std::collections::BTreeSet;

include!(concat!(env!("OUT_DIR"), "/hip.rs"));

/// What one of hipfort's names is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Known {
    Function(Signature),
    /// A constant: its name as C spells it, its value.
    Constant(&'static str, i64),
    /// `dim3`, `hipCheck`, `hipblasCheck`, ..., and modules.
    Own(&'static str),
}

/// Names that hipfort has beside HIP's own.
const OWN: &[&str] = &[
    "dim3",
    "hipCheck",
    "hipblasCheck",
    "hipfftCheck",
    "hiprandCheck",
    "hipsparseCheck",
    "hipsolverCheck",
    "hipfort",
    "hipfort_types",
    "hipfort_enums",
    "hipfort_check",
    "hipfort_hipblas",
    "hipfort_hipfft",
    "hipfort_hiprand",
    "hipfort_hipsparse",
    "hipfort_hipsolver",
];

/// hipfort's libraries, by how their names begin, and their modules.
const LIBRARIES: &[(&str, &str)] = &[
    ("hipblas", "hipfort_hipblas"),
    ("hipfft", "hipfort_hipfft"),
    ("hiprand", "hipfort_hiprand"),
    ("hipsparse", "hipfort_hipsparse"),
    ("hipsolver", "hipfort_hipsolver"),
];

/// The module of hipfort that declares `name`, whose case does not matter.
pub fn module_of(name: &str) -> &'static str {
    let key = name.to_ascii_lowercase();
    let of_library = LIBRARIES.iter().find(|(prefix, _)| key.starts_with(prefix)).map(|(_, module)| *module);
    match key.as_str() {
        "dim3" => "hipfort_types",
        key if key.ends_with("check") && own(key).is_some() => "hipfort_check",
        _ => of_library.unwrap_or("hipfort"),
    }
}

/// Whether [`modules`] can declare `name`, whose case does not matter.
pub fn knows(name: &str) -> bool {
    known(name).is_some()
}

/// The function `name`, whose case does not matter, as Fortran calls it; `None` for what is no function or takes a structure by
/// value that Fortran has no type for.
pub fn signature(name: &str) -> Option<Signature> {
    let key = name.to_ascii_lowercase();
    let at = FUNCTIONS.binary_search_by(|(known, ..)| (*known).cmp(&key)).ok()?;
    let (_, name, line) = FUNCTIONS[at];
    Signature::read(name, module_of(name), line)
}

/// The text of modules compatible with hipfort that declare `names`, in the order in which they must be compiled. Names that
/// are not known are left out.
pub fn modules(names: &BTreeSet<String>) -> String {
    text::modules(names)
}

/// The text of all that [`modules`] can declare.
pub fn all_modules() -> String {
    modules(&all_names())
}

fn all_names() -> BTreeSet<String> {
    let functions = FUNCTIONS.iter().map(|(_, name, _)| *name);
    let constants = CONSTANTS.iter().map(|(_, name, _)| *name);
    functions.chain(constants).chain(OWN.iter().copied()).filter(|name| knows(name)).map(str::to_owned).collect()
}

pub(crate) fn known(name: &str) -> Option<Known> {
    let key = name.to_ascii_lowercase();
    if let Some(signature) = signature(&key) {
        return Some(Known::Function(signature));
    }
    if let Ok(at) = CONSTANTS.binary_search_by(|(known, ..)| (*known).cmp(&key)) {
        return Some(Known::Constant(CONSTANTS[at].1, CONSTANTS[at].2));
    }
    own(&key).map(Known::Own)
}

fn own(key: &str) -> Option<&'static str> {
    OWN.iter().find(|own| own.eq_ignore_ascii_case(key)).copied()
}

#[cfg(test)]
mod tests;
