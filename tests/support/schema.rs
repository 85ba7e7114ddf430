//! JSON checked against a JSON schema.

#![allow(dead_code, reason = "every test binary uses a part of it")]

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::Value;

pub struct Schema {
    all: Schemas,
    index: SchemaIndex,
}

impl Schema {
    pub fn new(schema: Value) -> Self {
        let mut all = Schemas::new();
        let mut compiler = Compiler::new();
        compiler.add_resource("https://hipify.invalid/schema.json", schema).unwrap();
        let index = compiler.compile("https://hipify.invalid/schema.json", &mut all).unwrap();
        Self { all, index }
    }

    /// Why `value` does not fit, if it does not.
    pub fn complaint(&self, value: &Value) -> Option<String> {
        self.all.validate(value, self.index).err().map(|error| format!("{error:#}"))
    }
}
