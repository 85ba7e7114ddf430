//! What each entry of CUDA's libraries is, and how HIP serves it: headers' facts and rules into plans, plans into the shim's
//! source and the assembly of its libraries.

pub mod c_type;
pub mod catalogue;
pub mod convert;
pub mod facts;
pub mod library;
pub mod own;
pub mod plan;
pub mod rust;
