//! What is said of a file, as a table for people.

use super::cpu::CpuKernel;
use super::imports::Import;
use super::metadata::Kernel;
use super::occupancy::{Limit, Occupancy};
use super::report::{FileReport, KernelReport, Needs, ObjectReport};
use crate::cuda_symbols::STATIC_RUNTIME;
use std::collections::BTreeMap;
use std::io::{self, Write};

const INDENT: &str = "    ";
const HEADINGS: [&str; 11] =
    ["vgprs", "agprs", "sgprs", "spills", "lds", "scratch", "kernargs", "wave", "threads", "occupancy", "limit"];
const CPU_HEADINGS: [&str; 6] = ["regions", "frame", "shared", "parameters", "threads", "way"];

/// `width` is that of the terminal, if there is one.
pub(super) fn print(out: &mut impl Write, report: &FileReport, width: Option<usize>) -> io::Result<()> {
    if report.is_empty() {
        return writeln!(out, "{}: no device code", report.path);
    }
    writeln!(out, "{}", report.path)?;
    for object in &report.code_objects {
        heading(out, object)?;
        if !object.kernels.is_empty() {
            kernels(out, &object.kernels, width)?;
        }
    }
    if report.static_cuda_runtime {
        writeln!(out, "  warning: it {STATIC_RUNTIME}")?;
    }
    imports(out, &report.cuda_imports)
}

/// CUDA's functions by library and by how the CUDA shim serves them.
fn imports(out: &mut impl Write, all: &[Import]) -> io::Result<()> {
    let mut groups: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for import in all {
        groups.entry((import.library, import.served)).or_default().push(&import.symbol);
    }
    let mut before = "";
    for ((library, served), symbols) in groups {
        if library != before {
            writeln!(out, "  CUDA imports of {library}, as `run --cuda-shim` serves them")?;
            before = library;
        }
        writeln!(out, "{INDENT}{served:<12}{}", symbols.join(" "))?;
    }
    Ok(())
}

fn heading(out: &mut impl Write, object: &ObjectReport) -> io::Result<()> {
    let target = object.target.as_deref().unwrap_or("unknown target");
    match (object.architecture, object.products) {
        (None, _) => writeln!(out, "  {target}")?,
        (Some(architecture), []) => writeln!(out, "  {target}  {architecture}")?,
        (Some(architecture), products) => writeln!(out, "  {target}  {architecture}: {}", products.join(", "))?,
    }
    let kind = match (object.kind, object.code_object_version) {
        ("code-object", Some(version)) => format!("code object version {version}"),
        ("unknown", _) => "unknown content".to_owned(),
        ("ptx" | "spirv", _) => object.kind.to_uppercase().replace("SPIRV", "SPIR-V"),
        (kind, _) => kind.to_owned(),
    };
    let mut parts = vec![kind];
    parts.extend(object.generic_version.map(|version| format!("generic version {version}")));
    parts.extend(object.relocatable.then(|| "not linked yet".to_owned()));
    parts.push(size(object.bytes));
    parts.extend(object.member.as_ref().map(|member| format!("member {member}")));
    parts.extend(object.section.as_ref().map(|section| format!("section {section}")));
    parts.extend(object.bundle.map(|bundle| format!("bundle {bundle}")));
    parts.extend(object.compressed.then(|| "compressed".to_owned()));
    parts.extend(object.processor_features.as_ref().map(|features| format!("needs {features}")));
    writeln!(out, "{INDENT}{}", parts.join(", "))?;
    object.problem.as_ref().map_or(Ok(()), |problem| writeln!(out, "{INDENT}warning: {problem}"))
}

fn size(bytes: usize) -> String {
    const UNITS: [&str; 4] = ["KiB", "MiB", "GiB", "TiB"];
    if bytes < 1024 {
        return format!("{bytes} bytes");
    }
    let mut size = bytes as f64 / 1024.0;
    let mut unit = 0;
    while size >= 1024.0 && unit + 1 < UNITS.len() {
        size /= 1024.0;
        unit += 1;
    }
    format!("{size:.1} {}", UNITS[unit])
}

/// A table's columns: their headings, how many of the last hold words, which stand at the left, and a row for each kernel.
struct Columns {
    headings: &'static [&'static str],
    words: usize,
    rows: Vec<Vec<String>>,
}

impl Columns {
    fn of(kernels: &[KernelReport]) -> Self {
        let is_of_the_cpu = kernels.iter().any(|kernel| matches!(kernel.needs, Needs::Cpu(_)));
        let (headings, words): (&[&str], _) = if is_of_the_cpu { (&CPU_HEADINGS, 1) } else { (&HEADINGS, 2) };
        Self { headings, words, rows: kernels.iter().map(cells).collect() }
    }

    fn widths(&self) -> Vec<usize> {
        let longest = |column: usize| self.rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
        self.headings.iter().enumerate().map(|(column, heading)| heading.len().max(longest(column))).collect()
    }

    fn line(&self, cells: &[impl AsRef<str>], widths: &[usize]) -> String {
        let first_word = cells.len() - self.words;
        let cells = cells.iter().zip(widths).enumerate();
        let cell = |(number, (cell, width)): (usize, (&_, &usize))| {
            let cell = AsRef::<str>::as_ref(cell);
            if number < first_word { format!("{cell:>width$}  ") } else { format!("{cell:<width$}  ") }
        };
        cells.map(cell).collect()
    }
}

/// One line a kernel with its name last; where names do not fit the terminal, each on a line of its own, before its numbers.
fn kernels(out: &mut impl Write, kernels: &[KernelReport], width: Option<usize>) -> io::Result<()> {
    let columns = Columns::of(kernels);
    let widths = columns.widths();
    let numbers = INDENT.len() + widths.iter().map(|width| width + 2).sum::<usize>();
    let longest = kernels.iter().map(|kernel| kernel.name().chars().count()).max().unwrap_or(0);
    let beside = width.is_none_or(|width| numbers + longest <= width);
    let headings = columns.line(columns.headings, &widths);
    writeln!(out, "{INDENT}{}", if beside { headings + "kernel" } else { headings.trim_end().to_owned() })?;
    for (kernel, row) in kernels.iter().zip(&columns.rows) {
        let row = columns.line(row, &widths);
        if beside {
            writeln!(out, "{INDENT}{row}{}", kernel.name())?;
        } else {
            let room = width.unwrap_or(usize::MAX).saturating_sub(INDENT.len());
            writeln!(out, "{INDENT}{}\n{INDENT}{}", shortened(kernel.name(), room), row.trim_end())?;
        }
    }
    Ok(())
}

fn cells(report: &KernelReport) -> Vec<String> {
    match &report.needs {
        Needs::Gpu(kernel) => gpu_cells(kernel, report.occupancy.as_ref()),
        Needs::Cpu(kernel) => cpu_cells(kernel),
    }
}

fn gpu_cells(kernel: &Kernel, occupancy: Option<&Occupancy>) -> Vec<String> {
    let (occupancy, limit) = match occupancy {
        Some(found) => {
            let limit = if found.limit == Limit::Waves { "" } else { found.limit.word() };
            (format!("{}/{} {:>3}%", found.waves, found.most, found.percent), limit)
        }
        None => ("?".to_owned(), ""),
    };
    let more = if kernel.dynamic_stack { "+" } else { "" };
    vec![
        kernel.vgprs.to_string(),
        kernel.agprs.map_or("-".to_owned(), |agprs| agprs.to_string()),
        kernel.sgprs.to_string(),
        (u64::from(kernel.vgpr_spills) + u64::from(kernel.sgpr_spills)).to_string(),
        kernel.lds.to_string(),
        format!("{}{more}", kernel.scratch),
        kernel.kernarg.to_string(),
        kernel.wave_size.to_string(),
        kernel.max_workgroup.to_string(),
        occupancy,
        limit.to_owned(),
    ]
}

fn cpu_cells(kernel: &CpuKernel) -> Vec<String> {
    let more = if kernel.dynamic_shared { "+" } else { "" };
    let threads = if kernel.max_threads == 0 { "-".to_owned() } else { kernel.max_threads.to_string() };
    vec![
        kernel.regions.to_string(),
        kernel.frame.to_string(),
        format!("{}{more}", kernel.shared),
        kernel.parameters.to_string(),
        threads,
        kernel.way.word().to_owned(),
    ]
}

fn shortened(name: &str, room: usize) -> String {
    if name.chars().count() <= room {
        return name.to_owned();
    }
    name.chars().take(room.saturating_sub(3)).chain("...".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(name: &str, width: Option<usize>) -> String {
        let kernel = Kernel { vgprs: 12, wave_size: 64, max_workgroup: 256, ..Kernel::default() };
        let mut out = Vec::new();
        kernels(
            &mut out,
            &[KernelReport { needs: Needs::Gpu(kernel), demangled: Some(name.to_owned()), occupancy: None }],
            width,
        )
        .unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn without_a_terminal_names_are_whole_and_last() {
        let text = printed(&"k".repeat(300), None);
        assert!(text.lines().all(|line| line.ends_with("kernel") || line.ends_with(&"k".repeat(300))), "{text}");
    }

    #[test]
    fn a_name_that_does_not_fit_the_terminal_gets_a_line_of_its_own() {
        let text = printed(&"k".repeat(300), Some(100));
        assert_eq!(text.lines().count(), 3);
        assert!(text.lines().all(|line| line.len() <= 100), "{text}");
        assert!(text.lines().nth(1).unwrap().ends_with("k..."), "{text}");
    }

    #[test]
    fn sizes_have_one_decimal() {
        assert_eq!([size(1023), size(1024), size(5 << 20)], ["1023 bytes", "1.0 KiB", "5.0 MiB"]);
    }
}
