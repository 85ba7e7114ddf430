//! The operators of two operands that constant expressions and conditions of directives have.

/// Operators by precedence, lowest first ([expr], [cpp.cond]); longer ones before those that they start with.
pub const OPERATORS: &[(&[u8], u8)] = &[
    (b"||", 1),
    (b"&&", 2),
    (b"==", 6),
    (b"!=", 6),
    (b"<<", 8),
    (b">>", 8),
    (b"<=", 7),
    (b">=", 7),
    (b"|", 3),
    (b"^", 4),
    (b"&", 5),
    (b"<", 7),
    (b">", 7),
    (b"+", 9),
    (b"-", 9),
    (b"*", 10),
    (b"/", 10),
    (b"%", 10),
];
