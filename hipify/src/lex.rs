//! stub
use crate::token::Tokens;
pub fn lex(_source: &[u8]) -> Tokens {
    Tokens::default()
}
