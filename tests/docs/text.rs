//! What holds of the pages' text: the length of README.md, tables, links and the list of chapters.

use hipify_tests::root;
use libtest_mimic::{Failed, Trial};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Lines of README.md at most.
const README_LINES: usize = 200;
/// Characters of a table's cell at most: one line of an editor.
const CELL: usize = 120;

pub(crate) fn trials(pages: &[PathBuf]) -> Vec<Trial> {
    let trial = |name: &str, check: fn(&[PathBuf]) -> Vec<String>| {
        let pages = pages.to_vec();
        Trial::test(name, move || {
            let found = check(&pages);
            if found.is_empty() { Ok(()) } else { Err(Failed::from(found.join("\n"))) }
        })
    };
    vec![
        trial("the_readme_is_short", long_readme),
        trial("each_cell_of_a_table_fits_on_a_line", long_cells),
        trial("each_link_leads_to_a_file", broken_links),
        trial("each_chapter_stands_in_the_summary", unlisted_chapters),
        trial("make_knows_what_to_do_for_each_target_of_its_help", broken_targets),
    ]
}

fn read(page: &Path) -> String {
    fs::read_to_string(root().join(page)).unwrap_or_else(|error| panic!("{}: {error}", page.display()))
}

fn long_readme(_: &[PathBuf]) -> Vec<String> {
    let lines = read(Path::new("README.md")).lines().count();
    (lines > README_LINES).then(|| format!("README.md has {lines} lines, and {README_LINES} are its limit")).into_iter().collect()
}

fn long_cells(pages: &[PathBuf]) -> Vec<String> {
    let mut found = Vec::new();
    for page in pages {
        for (line, text) in read(page).lines().enumerate().filter(|(_, text)| text.starts_with('|')) {
            let longest = text.split('|').map(|cell| cell.trim().chars().count()).max().unwrap_or(0);
            if longest > CELL {
                found.push(format!("{}:{}: a cell of {longest} characters", page.display(), line + 1));
            }
        }
    }
    found
}

/// Asked to print its commands alone, `make` fails where a makefile is wrong.
fn broken_targets(_: &[PathBuf]) -> Vec<String> {
    let make = |words: &[&str]| -> Output {
        let mut make = Command::new("make");
        make.args(words).current_dir(root()).env_remove("MAKEFLAGS").env_remove("MAKELEVEL");
        make.output().expect("make starts")
    };
    let help = String::from_utf8(make(&["-s", "help"]).stdout).expect("make's help is text");
    let targets: Vec<&str> = help.lines().filter_map(|line| line.strip_prefix("make ")?.split_whitespace().next()).collect();
    assert!(targets.contains(&"random-kernels"), "{help}");
    let failed = |target: &str| {
        let said = make(&["-n", target]);
        (!said.status.success()).then(|| format!("make {target}: {}", String::from_utf8_lossy(&said.stderr)))
    };
    targets.into_iter().filter_map(failed).collect()
}

fn broken_links(pages: &[PathBuf]) -> Vec<String> {
    let mut found = Vec::new();
    for page in pages {
        let text = read(page);
        for (at, _) in text.match_indices("](") {
            let link = text[at + 2..].split([')', ' ']).next().unwrap_or_default();
            let file = link.split('#').next().unwrap_or_default();
            let folder = root().join(page.parent().unwrap());
            if !link.contains("://") && !file.is_empty() && !folder.join(file).exists() {
                found.push(format!("{}: `{link}` leads nowhere", page.display()));
            }
        }
    }
    found
}

fn unlisted_chapters(pages: &[PathBuf]) -> Vec<String> {
    let summary = read(Path::new("docs/SUMMARY.md"));
    let names = pages.iter().filter(|page| page.starts_with("docs")).filter_map(|page| page.file_name()?.to_str());
    let unlisted = names.filter(|name| *name != "SUMMARY.md" && !summary.contains(&format!("({name})")));
    unlisted.map(|name| format!("{name} is not in docs/SUMMARY.md")).collect()
}
