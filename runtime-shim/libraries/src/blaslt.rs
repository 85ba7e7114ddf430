//! hipBLASLt on the CPU: products with what follows them (bias, activation, their gradients) in one call, by descriptors.
//!
//! ```text
//! descriptors -> a checked problem -> work in the stream the call names: product, then what follows it, element by element
//! ```

mod attributes;
mod descriptors;
mod epilogue;
mod library;
mod matmul;
mod operand;
mod problem;
mod transform;
mod work;
