//! Long and deep sources take time in proportion to their length, and no deep stack. A part that took quadratic time would
//! need hours for these sizes, and a recursive one more than the stack that it gets here.

#[path = "../benches/shapes.rs"]
mod shapes;

use hipify_diagnostics::{Source, apply};
use hipify_port::{LaunchSyntax, Options, port};
use hipify_syntax::Tree;

/// Things in one source; deeper than any nesting that a compiler takes.
const MANY: usize = 20_000;

const STACK: usize = 512 << 10;

fn ported(text: &str, options: &Options) -> Vec<u8> {
    let ported = port(&Source { path: "a.cu", bytes: text.as_bytes() }, &Tree::default(), options);
    apply(text.as_bytes(), &ported.edits).expect("edits do not overlap")
}

#[test]
fn long_and_deep_sources_are_ported_in_time_and_on_a_small_stack() {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(|| {
        for (name, make) in shapes::SHAPES {
            println!("{name}");
            for launch in [LaunchSyntax::Chevrons, LaunchSyntax::Macro] {
                ported(&make(MANY), &Options { launch, ..Options::default() });
            }
        }
    });
    thread.expect("a thread starts").join().expect("no source is too deep");
}

#[test]
fn porting_them_twice_equals_porting_them_once() {
    for (name, make) in shapes::SHAPES {
        for skip_excluded in [None, Some(Vec::new())] {
            let options = Options { launch: LaunchSyntax::Macro, skip_excluded, ..Options::default() };
            let once = ported(&make(50), &options);
            let once = String::from_utf8(once).expect("ASCII stays ASCII");
            assert_eq!(String::from_utf8(ported(&once, &options)).as_deref(), Ok(&*once), "{name}");
        }
    }
}
