//! C++ and CUDA by their tokens: directives, includes, calls, functions, variables, macros, constants, divergent code.
//!
//! The port and the lints share it; nothing here reads files, fails or changes text. [`with_tokens`] is the way in.
//!
//! # File by file
//!
//! | file | turns | into |
//! |---|---|---|
//! | `lex.rs`, `token.rs` | bytes | 12-byte tokens and comment ranges; never fails |
//! | `code.rs`, `links.rs`, `tokenized.rs` | tokens | the view that passes and lints walk: code and each directive are separate rows; bracket partners, call arguments |
//! | `includes.rs`, `tree.rs` | directives, paths | headers that a file names, and which file of the tree each means |
//! | `call.rs`, `definitions.rs`, `directive.rs`, `functions.rs`, `variables.rs`, `tokens.rs` | tokens | calls, macros' definitions, functions and where they run, declarations, operators and operands |
//! | `macros.rs`, `constants.rs` | names, expressions | values folded with their C++ type (`hipify_condition::Value`) |
//! | `control.rs` | tokens | branches, loops, exits and lambdas, as they nest |
//! | `divergence.rs`, `divergence/` | a place in device code | why only some lanes of a wavefront reach it, where that is known: conditions (`expression.rs`, `variable.rs`), exits (`exits.rs`), calls |
//!
//! What lies outside of a file is asked by the trait [`Elsewhere`]: the lints answer by the headers, the port not at all.

mod code;
mod elsewhere;
mod lex;
mod links;
mod token;
mod tokenized;
mod tree;

pub mod call;
pub mod constants;
pub mod control;
pub mod definitions;
pub mod directive;
pub mod divergence;
pub mod functions;
pub mod includes;
pub mod macros;
pub mod tokens;
pub mod variables;
pub mod vector_operators;

pub use code::{ASSEMBLY, Argument, Code};
pub use elsewhere::{Alone, Elsewhere};
pub use lex::lex;
pub use token::{Token, TokenKind, Tokens, Unterminated};
pub use tokenized::with_tokens;
pub use tree::Tree;
