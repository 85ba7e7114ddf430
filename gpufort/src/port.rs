//! The files of a tree to their edits, what is generated beside them, and diagnostics.

mod assumed;
mod branches;
mod include;
mod macros;
mod programs;
mod settle;

pub use include::included_names;

use crate::ast::{File, Form};
use crate::context::{Context, Tree};
use crate::kernel::expansion::Expansions;
use crate::parse::{Defines, form_of};
use crate::sema::Index;
use crate::source::{Options, Ported, Source};
use crate::{acc, calls, data, interface, kernel, layout};
use std::borrow::Cow;
use std::path::Path;

/// Ports the Fortran files of a tree, which see each other's modules. Never fails: what cannot be understood is reported and
/// left as it is. Results are in the order of `sources`.
pub fn port(sources: &[Source<'_>], options: &Options) -> Vec<Ported> {
    let mut defines = macros::defines(options);
    let includes = include::Files::new(sources, &options.included);
    let by_name = |source: &Source<'_>| match form_of(Path::new(source.path)) {
        Form::Free => Form::Free,
        Form::Fixed(_) => Form::Fixed(options.fixed),
    };
    let form = |source: &Source<'_>| options.form.unwrap_or_else(|| by_name(source));
    let (mut texts, mut files): (Vec<_>, Vec<_>) =
        sources.iter().map(|source| includes.read(source, form(source), &defines)).unzip();
    let assumed = if options.assume { assumed::assumed(sources, &files, &defines, &options.undefines) } else { Vec::new() };
    if !assumed.is_empty() {
        defines.0.extend(assumed.iter().map(|name| (name.clone(), "1".to_owned())));
        for ((source, text), file) in sources.iter().zip(&mut texts).zip(&mut files) {
            if assumed::asks(source, file, &assumed) {
                (*text, *file) = includes.read(source, form(source), &defines);
            }
        }
    }
    if options.assume {
        branches::keep(sources, &mut files, &options.undefines);
    }
    let whole = sources.iter().zip(&texts).map(|(source, text)| Source { bytes: text, ..*source });
    let sources: &[Source<'_>] = &whole.collect::<Vec<_>>();
    let mut ported = vec![Ported::default(); files.len()];
    for program in programs::programs(sources, &files) {
        let own: Vec<Source<'_>> = program.iter().map(|&number| sources[number]).collect();
        let trees = program.iter().map(|&number| &files[number]).collect();
        for (number, done) in program.iter().zip(port_program(&own, trees, &defines, options)) {
            ported[*number] = done;
        }
    }
    assumed::tell(sources, &files, &assumed, &mut ported);
    include::tell(&files, &mut ported);
    ported
}

/// Ports files that see each other.
fn port_program(sources: &[Source<'_>], files: Vec<&File>, defines: &Defines, options: &Options) -> Vec<Ported> {
    let values = sources.iter().zip(&files).map(|(source, file)| macros::values(source.bytes, file, defines)).collect();
    let expansions: Vec<_> = files.iter().zip(sources).map(|(file, source)| Expansions::of(file, source.bytes)).collect();
    let mut index = Index::new(files, options.kinds);
    index.know_macros(values);
    let makes_handles = sources.iter().any(|source| calls::may_make_handles(source.bytes));
    let tree = Tree {
        handles: if makes_handles { calls::handles(&index) } else { calls::handles::Handles::default() },
        modules: interface::names(sources, &index),
        addresses: sources.iter().any(|source| calls::may_name_kernels(source.bytes)),
        gpufort: sources.iter().any(|source| calls::needs_gpufort(source.bytes)),
        expansions: &expansions,
        index,
        sources,
        options,
    };
    (0..sources.len()).map(|file| passes(&tree, file)).collect()
}

/// The passes over one file, in order.
fn passes(tree: &Tree<'_>, file: usize) -> Ported {
    let mut context = Context::new(tree, file);
    if !has_cuda(context.source) {
        return Ported::default();
    }
    calls::problems(&mut context);
    device(&mut context);
    host_data(&mut context);
    calls::modules(&mut context);
    calls::procedures(&mut context);
    calls::launches(&mut context);
    calls::api(&mut context);
    calls::streams(&mut context);
    calls::marks(&mut context);
    directives(&mut context);
    interface::uses(&mut context);
    interface::write(&mut context);
    settle::run(context)
}

/// Kernels and device procedures to C++; loops of `!$cuf kernel do` to calls.
fn device(context: &mut Context<'_, '_>) {
    let made = kernel::translate_with(
        context.index(),
        context.tree.sources,
        context.number,
        context.tree.expansions,
        context.tree.addresses,
    );
    let loops = made.launchers.len() - made.loops.len();
    for (replaced, launcher) in made.loops.into_iter().zip(&made.launchers[loops..]) {
        let wanted = ["dim3", "c_null_ptr", "c_loc", "c_int", "c_int64_t", &launcher.symbol];
        wanted.iter().filter(|name| replaced.text.contains(**name)).for_each(|name| context.demands.name(&replaced.unit, name));
        // A directive may stand where fixed form has comments and labels.
        let column = replaced.span.start as usize - layout::line_start(context.source, replaced.span.start as usize);
        let blanks = if context.form().is_fixed() { 6_usize.saturating_sub(column) } else { 0 };
        context.replace(replaced.span, format!("{}{}", " ".repeat(blanks), replaced.text));
    }
    context.launchers = made.launchers;
    context.out.diagnostics.extend(made.diagnostics);
    context.device = made.text.unwrap_or_default();
}

/// Data in memory that is not the host's alone.
fn host_data(context: &mut Context<'_, '_>) {
    let made = data::rewrite(context.index(), context.number, context.source, &context.tree.modules[context.number]);
    context.edits.extend(made.edits);
    context.out.diagnostics.extend(made.diagnostics);
    context.demands.extend(made.demands);
}

/// OpenACC's directives.
fn directives(context: &mut Context<'_, '_>) {
    if !acc::may_have_directives(context.source) {
        return;
    }
    // Offsets have to stay: a byte of another encoding counts as one letter.
    let letters = |bytes: &[u8]| bytes.iter().map(|byte| if byte.is_ascii() { char::from(*byte) } else { '?' }).collect();
    let text = std::str::from_utf8(context.source).map_or_else(|_| Cow::Owned(letters(context.source)), Cow::Borrowed);
    let ported = acc::port(&text, context.form().is_fixed());
    context.edits.extend(ported.edits);
    context.out.diagnostics.extend(ported.diagnostics);
}

/// The name that ported text gets: compilers other than NVIDIA's do not know `.cuf`. `None` for files that keep theirs.
pub fn renamed(path: &str) -> Option<String> {
    let (stem, ending) = path.rsplit_once('.')?;
    match ending {
        "cuf" => Some(format!("{stem}.f90")),
        "CUF" => Some(format!("{stem}.F90")),
        _ => None,
    }
}

/// Whether a file may hold CUDA Fortran or OpenACC at all; a fast test that errs on the side of yes.
pub fn has_cuda(bytes: &[u8]) -> bool {
    const MARKS: &[&[u8]] = &[b"cuf", b"cuda", b"device", b"attributes", b"<<<", b"managed", b"pinned", b"cublas", b"$acc"];
    let lower = bytes.to_ascii_lowercase();
    MARKS.iter().any(|mark| memchr::memmem::find(&lower, mark).is_some())
}
