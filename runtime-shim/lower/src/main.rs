//! The command `hipify-lower`.

fn main() {
    hipify_lower::run();
}
