//! The kinds of types, and of what arithmetic gives for two of them.

use super::Type;

impl Type {
    /// The kind of an intrinsic type, in bytes.
    pub(crate) fn kind(&self) -> Option<u8> {
        match self {
            Self::Integer(kind) | Self::Real(kind) | Self::Complex(kind) | Self::Logical(kind) => Some(*kind),
            Self::Character => Some(1),
            Self::Stream => Some(8),
            _ => None,
        }
    }
}

/// The type of arithmetic between two types (Fortran 2018, 10.1.9.3); `None` where there is none.
pub fn mixed(left: &Type, right: &Type) -> Option<Type> {
    use Type::{Complex, Integer, Logical, Real};
    Some(match (left, right) {
        (Integer(a), Integer(b)) => Integer(*a.max(b)),
        (Real(a), Real(b)) => Real(*a.max(b)),
        (Complex(a), Complex(b) | Real(b)) | (Real(b), Complex(a)) => Complex(*a.max(b)),
        (Complex(a), Integer(_)) | (Integer(_), Complex(a)) => Complex(*a),
        (Real(a), Integer(_)) | (Integer(_), Real(a)) => Real(*a),
        (Logical(a), Logical(b)) => Logical(*a.max(b)),
        (Type::Stream, Integer(_)) | (Integer(_), Type::Stream) => Type::Stream,
        _ => return None,
    })
}
