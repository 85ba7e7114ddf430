//! Names of hipfort that a program uses to the modules that declare them.

use std::collections::BTreeSet;

/// The text of modules compatible with hipfort that have `names` and what those need.
pub fn modules(_names: &BTreeSet<String>) -> String {
    String::new()
}
