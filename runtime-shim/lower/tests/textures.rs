//! Texture fetches: what is part of a kernel, and what it calls.

#[path = "support/device.rs"]
mod device;

use device::{device_code, options};
use hipify_lower::{Form, Options};

/// The kernels, lowered.
fn text(checked: bool) -> String {
    let mut options = Options { form: Form::Text, ..options() };
    options.checks.memory = checked;
    let (text, _) = hipify_lower::lower(&device_code("textures/kernels.hip"), &options).unwrap();
    String::from_utf8(text).unwrap()
}

/// How many functions are defined with this in their names.
fn defined(text: &str, name: &str) -> usize {
    text.lines().filter(|line| line.starts_with("define ") && line.contains(name)).count()
}

#[test]
fn what_takes_any_texture_is_there_once_for_all_fetches_of_a_type() {
    let text = text(false);
    for name in ["__hipify_outlined_pointIf", "__hipify_outlined_blendIf", "__hipify_outlined_pointIh"] {
        assert_eq!(defined(&text, name), 1, "{name}");
        let calls = text.lines().filter(|line| line.contains("call ") && line.contains(name)).count();
        assert!(calls > usize::from(name.ends_with('f')), "{name}: {calls} calls");
    }
    // Only floats are filtered.
    assert_eq!(defined(&text, "__hipify_outlined_blendIh"), 0);
}

#[test]
fn checked_code_has_all_in_place() {
    assert_eq!(defined(&text(true), "__hipify_outlined_"), 0);
}

#[test]
fn what_describes_a_texture_is_read_once_for_all_threads() {
    let text = text(false);
    let (_, run) = text.split_once("@bytes.run(ptr noalias").unwrap();
    let (body, _) = run.split_once("\n}").unwrap();
    assert!(body.lines().any(|line| line.contains("load i8") && line.contains("!invariant.load")), "{body}");
}
