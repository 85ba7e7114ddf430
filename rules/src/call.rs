//! How the arguments of a call change, as the `call` field of a rules line says it.
//!
//! The field holds edits separated by `;`. Each may start with `arity N`: it then holds only for calls with N arguments.
//! Then `typed I TYPE` may follow, for calls whose argument I the file declares as a variable of that type of CUDA. Positions
//! count from 0.
//!
//! | edit | effect |
//! |---|---|
//! | `symbol I` | wraps argument I in `HIP_SYMBOL(...)` |
//! | `kernel I` | casts argument I, a kernel, to `const void*` |
//! | `cast I TYPE` | casts argument I to TYPE, const or not |
//! | `constcast I TYPE` | casts argument I, unless it is a null pointer or cast to TYPE already, to TYPE: with `const_cast` in C++ |
//! | `insert I TEXT` | inserts TEXT as argument I |
//! | `drop I` | removes argument I |
//! | `mask I` | widens argument I, if it is a literal that names all 32 lanes of a warp, to all lanes of a wavefront |
//! | `wrap I WORD` | writes `WORD(...)` around argument I, cast or not |
//! | `replace I TEXT` | writes TEXT for argument I |
//! | `value I NAME OTHER` | writes OTHER for argument I where it is NAME |
//! | `move I TO N` | moves N arguments from I on to before argument TO |
//! | `copy I TO` | writes argument I once more before argument TO |
//! | `borrow I FUNCTION J K` | inserts as argument I what the file's call of FUNCTION with the same argument J has as argument K |
//! | `rename NAME` | calls NAME instead |
//!
//! A type whose HIP name is a `typedef` has `tag TAG`: `struct cudaX` loses its keyword, and a forward declaration becomes
//! `typedef struct TAG hipX`.

/// One edit of a call, the number of arguments it holds for (`None`: any), and the type that one of them must have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CallEdit {
    pub arity: Option<usize>,
    pub typed: Option<(usize, &'static str)>,
    pub op: CallOp,
}

/// What is done to a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallOp {
    Symbol(usize),
    Kernel(usize),
    Cast(usize, &'static str),
    ConstCast(usize, &'static str),
    Insert(usize, &'static str),
    Drop(usize),
    Mask(usize),
    Wrap(usize, &'static str),
    Replace(usize, &'static str),
    /// Which, the name that it must be, and what is written for it.
    Value(usize, &'static str, &'static str),
    /// The first, the argument to stand before, and how many.
    Move(usize, usize, usize),
    /// Which, and the argument to stand before.
    Copy(usize, usize),
    /// Where it is inserted, the other function, the argument that both calls share, and the one that is taken.
    Borrow(usize, &'static str, usize, usize),
    Rename(&'static str),
    Tag(&'static str),
}

/// Parses a `call` field. Edits that do not parse are left out; the table's own test holds that there are none.
pub fn call_edits(field: &'static str) -> Vec<CallEdit> {
    field.split(';').filter_map(|edit| parse(edit.trim())).collect()
}

fn parse(edit: &'static str) -> Option<CallEdit> {
    let (arity, edit) = match edit.strip_prefix("arity ") {
        Some(rest) => {
            let (number, edit) = rest.split_once(' ')?;
            (Some(number.parse().ok()?), edit)
        }
        None => (None, edit),
    };
    let (typed, edit) = match edit.strip_prefix("typed ") {
        Some(rest) => {
            let (number, rest) = rest.split_once(' ')?;
            let (name, edit) = rest.split_once(' ')?;
            (Some((number.parse().ok()?, name)), edit)
        }
        None => (None, edit),
    };
    let (verb, rest) = edit.split_once(' ')?;
    let positioned = |rest: &'static str| {
        let (position, text) = rest.split_once(' ')?;
        Some((position.parse().ok()?, text))
    };
    let op = match verb {
        "symbol" => CallOp::Symbol(rest.parse().ok()?),
        "kernel" => CallOp::Kernel(rest.parse().ok()?),
        "drop" => CallOp::Drop(rest.parse().ok()?),
        "mask" => CallOp::Mask(rest.parse().ok()?),
        "rename" => CallOp::Rename(rest),
        "tag" => CallOp::Tag(rest),
        "cast" => positioned(rest).map(|(i, text)| CallOp::Cast(i, text))?,
        "constcast" => positioned(rest).map(|(i, text)| CallOp::ConstCast(i, text))?,
        "wrap" => positioned(rest).map(|(i, text)| CallOp::Wrap(i, text))?,
        "replace" => positioned(rest).map(|(i, text)| CallOp::Replace(i, text))?,
        "value" => {
            positioned(rest).and_then(|(i, names)| names.split_once(' ').map(|(name, other)| CallOp::Value(i, name, other)))?
        }
        "copy" => positioned(rest).and_then(|(i, to)| Some(CallOp::Copy(i, to.parse().ok()?)))?,
        "borrow" => {
            let (to, rest) = positioned(rest)?;
            let (function, rest) = rest.split_once(' ')?;
            let (shared, taken) = positioned(rest)?;
            CallOp::Borrow(to, function, shared, taken.parse().ok()?)
        }
        "move" => {
            let (from, rest) = positioned(rest)?;
            let (to, count) = positioned(rest)?;
            CallOp::Move(from, to, count.parse().ok()?)
        }
        "insert" => positioned(rest).map(|(i, text)| CallOp::Insert(i, text))?,
        _ => return None,
    };
    Some(CallEdit { arity, typed, op })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_call_field_of_the_table_parses() {
        for symbol in crate::symbols().filter(|s| s.has_call_edits()) {
            let field = symbol.0.call.get().unwrap();
            assert_eq!(symbol.call_edits().len(), field.split(';').count(), "{}: {field}", symbol.cuda());
        }
    }

    #[test]
    fn an_arity_and_a_type_guard_their_edit() {
        let edits = call_edits(
            "arity 2 rename hipEventCreateWithFlags; symbol 0; arity 4 typed 3 cudaMemLocation rename hipMemAdvise_v2",
        );
        assert_eq!(edits[0], CallEdit { arity: Some(2), typed: None, op: CallOp::Rename("hipEventCreateWithFlags") });
        assert_eq!(edits[1], CallEdit { arity: None, typed: None, op: CallOp::Symbol(0) });
        let (typed, op) = (Some((3, "cudaMemLocation")), CallOp::Rename("hipMemAdvise_v2"));
        assert_eq!(edits[2], CallEdit { arity: Some(4), typed, op });
    }
}
