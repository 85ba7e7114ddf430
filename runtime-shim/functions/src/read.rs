//! CUDA's headers -> the functions that are called.

use std::collections::BTreeMap;
use std::path::Path;

use hipify_rules::clang::Clang;
use hipify_rules::decl::{Decl, DeclKind};

use crate::function::Function;
use crate::rules::Rules;

/// Every device function over numbers that CUDA's headers in `folder` declare, each overload once, by name.
///
/// # Errors
/// libclang cannot be loaded or read the headers.
pub fn functions(folder: &Path, rules: &Rules) -> Result<Vec<Function>, String> {
    let args = include_str!("../data/clang_args.txt").split_whitespace().map(str::to_owned);
    let args: Vec<String> = args.chain([format!("-isystem{}", folder.display())]).collect();
    let source = "#include <cuda_runtime.h>\n#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n#include <cuda_fp8.h>\n";
    let (decls, _) = Clang::load()?.parse(source, &args)?;
    let mut found = BTreeMap::new();
    for function in decls.iter().filter(|d| is_of(d, rules)).filter_map(of_decl).filter(|f| rules.takes(f)) {
        found.entry(function.line()).or_insert(function);
    }
    Ok(found.into_values().collect())
}

fn is_of(decl: &Decl, rules: &Rules) -> bool {
    decl.kind == DeclKind::Function
        && decl.device
        && decl.generic.is_empty()
        && rules.headers.iter().any(|header| decl.file.ends_with(header.as_str()))
}

fn of_decl(decl: &Decl) -> Option<Function> {
    Function::parse(&decl.name, decl.params.iter().map(|p| p.canonical.as_str()), &decl.result.canonical)
}
