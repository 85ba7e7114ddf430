//! The program calls no function that a supported LLVM is without, unless there is a substitute: its own symbols and relocations say
//! which functions are called.

use hipify_lower::llvm::{ABSENT, SUBSTITUTES};
use object::{Object, ObjectSection, ObjectSymbol};
use std::collections::{HashMap, HashSet};

#[test]
fn what_some_release_is_without_is_not_called_or_has_a_substitute() {
    let bytes = std::fs::read(env!("CARGO_BIN_EXE_hipify-lower")).unwrap();
    let called = called(&bytes);
    assert!(called.len() > 200 && called.contains("LLVMRunPasses"), "{} functions", called.len());
    let absent: HashSet<_> = called.intersection(&ABSENT.iter().copied().collect()).copied().collect();
    assert_eq!(absent, SUBSTITUTES.iter().map(|(name, _)| *name).collect());
}

/// Functions of LLVM whose jumps are called: code reaches them by their addresses in the global offset table, or by relative calls.
fn called(bytes: &[u8]) -> HashSet<&str> {
    let file = object::File::parse(bytes).unwrap();
    let jumps: HashMap<u64, &str> = file
        .symbols()
        .filter_map(|symbol| Some((symbol.address(), symbol.name().ok()?)))
        .filter(|(_, name)| name.starts_with("LLVM"))
        .collect();
    let relocations = file.dynamic_relocations().expect("it is position-independent");
    let mut called: HashSet<&str> =
        relocations.filter_map(|(_, relocation)| jumps.get(&(relocation.addend() as u64)).copied()).collect();
    let text = file.section_by_name(".text").unwrap();
    let code = text.data().unwrap();
    // `call rel32`: by chance another instruction may look so, which adds a name that the test then asks about.
    for (at, bytes) in code.windows(5).enumerate().filter(|(_, bytes)| bytes[0] == 0xe8) {
        let distance = i32::from_le_bytes(bytes[1..].try_into().unwrap());
        let target = (text.address() + at as u64 + 5).wrapping_add_signed(distance.into());
        called.extend(jumps.get(&target));
    }
    called
}
