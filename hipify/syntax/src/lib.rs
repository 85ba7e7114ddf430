//! C++ and CUDA by their tokens: directives, includes, calls, functions, variables, macros, constants, divergent code.
//!
//! The port and the lints share it; nothing here reads files, fails or changes text. [`with_tokens`] is the way in.

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

pub use code::{Argument, Code};
pub use elsewhere::{Alone, Elsewhere};
pub use lex::lex;
pub use token::{Token, TokenKind, Tokens, Unterminated};
pub use tokenized::with_tokens;
pub use tree::Tree;
