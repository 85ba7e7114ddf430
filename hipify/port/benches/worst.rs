//! Time for sources that no person writes, at two sizes: a part that takes quadratic time takes sixteen times as long for
//! four times as much. `cargo bench -p hipify-port --bench worst -- 1000000`.

mod shapes;

use hipify_diagnostics::{Source, apply};
use hipify_port::{LaunchSyntax, Options, port};
use hipify_syntax::Tree;
use std::time::{Duration, Instant};

fn main() {
    let most = std::env::args().filter_map(|a| a.parse().ok()).next().unwrap_or(1_000_000);
    println!("{:<36}{:>12}{:>12}{:>8}", "", format!("{} ms", most / 4), format!("{most} ms"), "ratio");
    for (name, make) in shapes::SHAPES {
        let (small, large) = (time(&make(most / 4)), time(&make(most)));
        let ratio = large.as_secs_f64() / small.as_secs_f64();
        println!("{name:<36}{:>12}{:>12}{ratio:>8.1}", small.as_millis(), large.as_millis());
    }
}

fn time(text: &str) -> Duration {
    let options = Options { launch: LaunchSyntax::Macro, ..Options::default() };
    let begun = Instant::now();
    let ported = port(&Source { path: "a.cu", bytes: text.as_bytes() }, &Tree::default(), &options);
    apply(text.as_bytes(), &ported.edits).expect("edits do not overlap");
    begun.elapsed()
}
