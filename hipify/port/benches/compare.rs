//! The command on a made-up tree, beside `rg`, `cat` and `cp` on the same tree: `make bench`.
//!
//! Called as `compare COMMAND FOLDER`; writes the tree into FOLDER and prints a table. Times are the best of several runs,
//! all files in the page cache.

mod sources;
mod usage;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use usage::{Usage, measure};

const FILES: usize = 2_100;
const BYTES: usize = 21 << 20;
const RUNS: usize = 7;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    match &arguments[..] {
        [flag, command, rest @ ..] if flag == usage::FLAG => usage::report(command, rest),
        [command, folder] => compare(command, Path::new(folder)),
        _ => Err("usage: compare COMMAND FOLDER".into()),
    }
}

/// What is measured, and on how much.
struct Bench {
    tree: Tree,
    output: PathBuf,
    command: String,
}

struct Tree {
    root: PathBuf,
    files: Vec<String>,
    bytes: usize,
}

fn compare(command: &str, folder: &Path) -> Result<()> {
    let tree = write_tree(&folder.join("tree"))?;
    let output = folder.join("output");
    remove(&output)?;
    let lines = tree.files.len();
    println!("{lines} files, {:.1} MB, best of {RUNS} runs, warm", tree.bytes as f64 / 1e6);
    let bench = Bench { tree, output, command: command.to_owned() };
    println!(
        "{:<26}{:>8} {:>9} {:>9} {:>9} {:>8} {:>8} {:>9}",
        "", "threads", "ms", "MB/s", "files/s", "x rg", "x cat", "peak MB"
    );
    for threads in [1, 2] {
        bench.rows(threads)?;
    }
    remove(&bench.output)?;
    bench.start_up()
}

impl Bench {
    fn rows(&self, threads: usize) -> Result<()> {
        let root = self.tree.root.display().to_string();
        let jobs = threads.to_string();
        let cat = best("cat", &self.tree.files.iter().map(String::as_str).collect::<Vec<_>>())?;
        let rg = best("rg", &["-j", &jobs, "-c", "cuda", &root])?;
        let check = best(&self.command, &["port", "-j", &jobs, "--check", &root])?;
        let lint = best(&self.command, &["lint", "-j", &jobs, "--isolated", "--exit-zero", "--output-format", "concise", &root])?;
        // The floor of writing a tree is `cp`, which copies in the kernel. Both write into new folders, by turns, and none is removed
        // before the end: for minutes ext4 passes over each inode that was freed lately when it looks for one.
        fs::create_dir_all(&self.output)?;
        let (mut cp, mut fresh, mut ratios) = (None, None, Vec::new());
        for round in 0..RUNS {
            let [copied, ported] =
                ["copied", "ported"].map(|name| self.output.join(format!("{name}-{round}-{threads}")).display().to_string());
            let of_cp = measure("cp", &["-r", &root, &copied])?;
            let of_port = measure(&self.command, &["port", "-j", &jobs, &root, "-o", &ported])?;
            ratios.push(of_port.wall.as_secs_f64() / of_cp.wall.as_secs_f64());
            keep_least(&mut cp, of_cp);
            keep_least(&mut fresh, of_port);
        }
        let (cp, fresh) = (cp.ok_or("no runs")?, fresh.ok_or("no runs")?);
        ratios.sort_by(f64::total_cmp);
        let last = self.output.join(format!("ported-{}-{threads}", RUNS - 1)).display().to_string();
        let again = best(&self.command, &["port", "-j", &jobs, &root, "-o", &last])?;
        let rows = [
            ("cat FILES", &cat),
            ("rg -c cuda", &rg),
            ("cp -r", &cp),
            ("port --check", &check),
            ("lint", &lint),
            ("port -o, fresh", &fresh),
            ("port -o, again", &again),
        ];
        for (name, usage) in rows {
            self.row(name, threads, usage, &rg, &cat);
        }
        println!("port -o into a fresh folder takes {:.2} times as long as cp -r, the median of {RUNS} turns", ratios[RUNS / 2]);
        println!("lint takes {:.2} times the CPU time of port --check", lint.cpu.as_secs_f64() / check.cpu.as_secs_f64());
        Ok(())
    }

    fn row(&self, name: &str, threads: usize, usage: &Usage, rg: &Usage, cat: &Usage) {
        let seconds = usage.wall.as_secs_f64();
        println!(
            "{name:<26}{threads:>8} {:>9.1} {:>9.0} {:>9.0} {:>8.2} {:>8.2} {:>9.1}",
            seconds * 1e3,
            self.tree.bytes as f64 / 1e6 / seconds,
            self.tree.files.len() as f64 / seconds,
            seconds / rg.wall.as_secs_f64(),
            seconds / cat.wall.as_secs_f64(),
            usage.peak_kib as f64 / 1024.0
        );
    }

    fn start_up(&self) -> Result<()> {
        let runs: Vec<Usage> = (0..50).map(|_| measure(&self.command, &["query", "cudaMalloc"])).collect::<Result<_>>()?;
        let cpu = runs.iter().map(|usage| usage.cpu.as_secs_f64()).sum::<f64>() / runs.len() as f64;
        let least = runs.iter().map(|usage| usage.cpu.as_secs_f64()).fold(f64::MAX, f64::min);
        let instructions = usage::instructions(&self.command, &["query", "cudaMalloc"]);
        let instructions = instructions.map_or("not counted".to_owned(), |n| format!("{:.2} million", n as f64 / 1e6));
        println!("query cudaMalloc: {:.2} ms CPU on average, {:.2} at best; {instructions} instructions", cpu * 1e3, least * 1e3);
        Ok(())
    }
}

fn best(command: &str, arguments: &[&str]) -> Result<Usage> {
    let mut best = None;
    for _ in 0..RUNS {
        keep_least(&mut best, measure(command, arguments)?);
    }
    best.ok_or_else(|| "no runs".into())
}

fn keep_least(best: &mut Option<Usage>, usage: Usage) {
    if best.as_ref().is_none_or(|best| usage.wall < best.wall) {
        *best = Some(usage);
    }
}

fn remove(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}

fn write_tree(root: &Path) -> Result<Tree> {
    remove(root)?;
    let mut tree = Tree { root: root.to_path_buf(), files: Vec::new(), bytes: 0 };
    for (path, text) in sources::tree(FILES, BYTES) {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap_or(root))?;
        fs::write(&path, &text)?;
        tree.bytes += text.len();
        tree.files.push(path.display().to_string());
    }
    Ok(tree)
}
