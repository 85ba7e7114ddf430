//! Lists the names of the API that no source file here implements, so that each is exported and says so when it is called.

#[path = "build/missing.rs"]
mod missing;

fn main() {
    missing::write_list();
}
