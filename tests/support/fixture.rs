//! A corpus file and the directives in its comments: how to port it and what may be asked of the result.
//!
//! A directive is a line comment of its own, anywhere in the file:
//!
//! - `// port-options: --launch macro --roc --miopen --experimental --rename --support-header --no-support-header --cuda 12.6 --rocm 6.4`
//! - `// port-path: include/matrix.h`: the path that the file has in its tree, where the name matters
//! - `// port-tree: include/my/cuda_runtime.h src/b.cuh`: other files of its tree
//! - `// may-change: strings`: the port rewrites something that is usually left alone, and why
//! - `// compile: needs hip-6.4 hipcub/hipcub.hpp`: what the result cannot be compiled without: a HIP version, headers
//! - `// compile: no, HIP has no counterpart`: why the result cannot be compiled at all
//! - `// compile: refused, why`: the compiler must refuse the result, as HIP does
//! - `// compile: fails, why`: the result must compile and does not, which is known
//! - `// known-wrong: what`: the snapshot holds output that is known to be wrong

use hipify_diagnostics::Source;
use hipify_port::{LaunchSyntax, Options, Ported, SupportHeader, port};
use hipify_rules::{Choice, Flavor, Version};
use hipify_syntax::Tree;
use std::path::Path;

pub struct Fixture {
    /// Path in the tree, with forward slashes.
    pub path: String,
    pub bytes: Vec<u8>,
    pub options: Options,
    pub tree: Tree,
}

impl Fixture {
    /// Reads the corpus file at `path`, whose path relative to the corpus is `name`.
    pub fn read(path: &Path, name: &str) -> Self {
        let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let file = name.rsplit('/').next().unwrap_or(name);
        let path = directive(&bytes, "port-path").unwrap_or_else(|| file.to_owned());
        let mut files = vec![path.clone()];
        files.extend(directive(&bytes, "port-tree").unwrap_or_default().split_whitespace().map(str::to_owned));
        let options = options(&directive(&bytes, "port-options").unwrap_or_default());
        Self { path, options, tree: Tree::new(files), bytes }
    }

    /// The text after `// name:`.
    pub fn directive(&self, name: &str) -> Option<String> {
        directive(&self.bytes, name)
    }

    pub fn port(&self) -> Ported {
        self.port_bytes(&self.bytes)
    }

    /// Ports other bytes as if they stood in this file.
    pub fn port_bytes(&self, bytes: &[u8]) -> Ported {
        port(&Source { path: &self.path, bytes }, &self.tree, &self.options)
    }
}

fn directive(bytes: &[u8], name: &str) -> Option<String> {
    let text = String::from_utf8_lossy(bytes);
    let start = format!("// {name}:");
    text.lines().find_map(|line| line.trim_start_matches('\u{feff}').strip_prefix(&start).map(|rest| rest.trim().to_owned()))
}

fn options(words: &str) -> Options {
    let mut choice = Choice::default();
    let mut options = Options::default();
    let mut words = words.split_whitespace();
    while let Some(word) = words.next() {
        let mut value = || words.next().unwrap_or_else(|| panic!("`{word}` takes a value"));
        let version = |text: &str| text.parse::<Version>().unwrap_or_else(|_| panic!("`{text}` is not a version"));
        match word {
            "--launch" => {
                options.launch = match value() {
                    "macro" => LaunchSyntax::Macro,
                    "chevrons" => LaunchSyntax::Chevrons,
                    other => panic!("no launch syntax `{other}`"),
                }
            }
            "--roc" => choice.flavor = Flavor::new(true, choice.flavor.is_miopen()),
            "--miopen" => choice.flavor = Flavor::new(choice.flavor.is_roc(), true),
            "--experimental" => choice.experimental = true,
            "--rename" => options.rename = true,
            "--support-header" => options.support_header = SupportHeader::Included,
            "--no-support-header" => options.support_header = SupportHeader::Refused,
            "--cuda" => choice.cuda = Some(version(value())),
            "--rocm" => choice.rocm = Some(version(value())),
            other => panic!("no port option `{other}`"),
        }
    }
    Options { choice, ..options }
}
