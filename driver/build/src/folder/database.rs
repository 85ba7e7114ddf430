//! compile_commands.json: each entry's command line becomes the flags of its source. Objects are made of all, and one program
//! when exactly one source defines `main`.

use super::entry::{SourceCompile, read};
use super::{Built, DATABASE, Folder, sources};
use crate::make::{BuildOptions, has_device_code, make};
use crate::{options, targets};
use hipify_command_line::clang;
use hipify_command_line::request::{LinkWord, Produce, Request, Source};
use hipify_command_line::target::Target;
use hipify_error::Error;
use hipify_toolchain::{Toolchain, Wanted};
use hipify_tree::say::say_line;
use std::path::{Path, PathBuf};

pub(super) fn build(folder: &Folder<'_>) -> Result<Built, Error> {
    folder.refuse_emit(DATABASE)?;
    let entries = entries(folder)?;
    let output = folder.output_folder()?;
    let mut groups = groups(entries, &output);
    let own = clang::options(folder.options.iter())?;
    for request in &mut groups {
        request.flags = own.flags.clone();
        for source in &request.sources {
            let object = source.object.as_deref().unwrap_or(&output);
            folder.make_folder(object.parent().unwrap_or(&output))?;
        }
    }
    let named = targets::named(&folder.args.offload_arch)?;
    let toolchain = Toolchain::find(&folder.args.toolchain, Wanted::of(&named, &folder.args.runtime)?)?;
    let options = options(folder.args, folder.line)?;
    let code = objects(folder, &groups, &toolchain, &options)?;
    let Some(main) = the_main(&groups)?.filter(|_| code == 0) else {
        return Ok(Built::of(code, Vec::new()));
    };
    let program = program_name(folder, &output, main);
    let link = link(&groups, &own, program.clone());
    let code = make(&link, &needed_targets(folder, &link, &toolchain)?, &toolchain, &options)?;
    Ok(Built::of(code, vec![program]))
}

/// The sources that are there, each once.
fn entries(folder: &Folder<'_>) -> Result<Vec<SourceCompile>, Error> {
    let path = folder.path.join(DATABASE);
    let mut entries: Vec<SourceCompile> = Vec::new();
    let mut missing = 0;
    for entry in read(&path)? {
        let known = entries.iter().find(|known| known.source.path == entry.source.path);
        match known {
            Some(known) if known.is_like(&entry) => {}
            Some(_) => folder.note(&format!("`{}` is compiled in two ways: the first counts", entry.source.path.display())),
            None if entry.source.path.is_file() => entries.push(entry),
            None => {
                missing += 1;
                let name = entry.source.path.display();
                say_line(format_args!("warning: `{name}`, which `{}` lists, is not there: left out", path.display()));
            }
        }
    }
    match (entries.is_empty(), missing) {
        (false, _) => Ok(entries),
        (true, 0) => Err(Error::path(&path, "lists no source", "let the build system write it anew")),
        (true, _) => Err(Error::path(&path, "none of the sources that it lists is there", "let the build system write it anew")),
    }
}

/// Requests for objects: sources whose host and device flags are alike are made in one.
fn groups(entries: Vec<SourceCompile>, output: &Path) -> Vec<Request> {
    let top = top(&entries);
    let mut groups: Vec<Request> = Vec::new();
    for entry in entries {
        let inside = entry.source.path.strip_prefix(&top).unwrap_or(&entry.source.path);
        let inside: PathBuf = inside.components().filter(|part| matches!(part, std::path::Component::Normal(_))).collect();
        let object = Some(hipify_tree::write::with_suffix(&output.join(inside), ".o".as_ref()));
        let source = Source { object, ..entry.source };
        let like = groups.iter_mut().find(|group| {
            group.host_flags == entry.host_flags && group.device_flags == entry.device_flags && group.rdc == entry.rdc
        });
        let new_flags = entry.link.into_iter().map(LinkWord::Flag);
        match like {
            Some(group) => {
                group.sources.push(source);
                let known = group.link.clone();
                group.link.extend(new_flags.filter(|word| !known.contains(word)));
            }
            None => groups.push(Request {
                produce: Produce::Objects,
                sources: vec![source],
                link: new_flags.collect(),
                host_flags: entry.host_flags,
                device_flags: entry.device_flags,
                rdc: entry.rdc,
                ..Request::default()
            }),
        }
    }
    groups
}

/// The deepest folder that holds all sources.
fn top(entries: &[SourceCompile]) -> PathBuf {
    let mut folders = entries.iter().map(|entry| entry.source.path.parent().unwrap_or(Path::new("")));
    let first = folders.next().unwrap_or(Path::new(""));
    folders.fold(first.to_path_buf(), |top, folder| {
        top.components().zip(folder.components()).take_while(|(one, other)| one == other).map(|(part, _)| part).collect()
    })
}

fn objects(folder: &Folder<'_>, groups: &[Request], toolchain: &Toolchain, options: &BuildOptions) -> Result<u8, Error> {
    for request in groups {
        let request = Request { link: Vec::new(), ..request.clone() };
        let code = make(&request, &needed_targets(folder, &request, toolchain)?, toolchain, options)?;
        if code != 0 {
            return Ok(code);
        }
    }
    Ok(0)
}

fn needed_targets(folder: &Folder<'_>, request: &Request, toolchain: &Toolchain) -> Result<Vec<Target>, Error> {
    if !has_device_code(request)? {
        return Ok(Vec::new());
    }
    targets::or_devices(targets::named(&folder.args.offload_arch)?, toolchain)
}

/// The one source that defines `main`.
fn the_main(groups: &[Request]) -> Result<Option<&Source>, Error> {
    let mut mains = Vec::new();
    for source in groups.iter().flat_map(|group| &group.sources) {
        let bytes = std::fs::read(&source.path).map_err(Error::io("read", &source.path))?;
        if sources::defines_main(&bytes, &hipify_syntax::lex(&bytes).tokens) {
            mains.push(source);
        }
    }
    Ok(if let [main] = mains[..] { Some(main) } else { None })
}

/// The program has the name of the source with `main`, or of the folder when that says nothing.
fn program_name(folder: &Folder<'_>, output: &Path, main: &Source) -> PathBuf {
    let stem = main.path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).filter(|stem| stem != "main");
    output.join(stem.unwrap_or_else(|| folder.name.clone()))
}

fn link(groups: &[Request], own: &Request, program: PathBuf) -> Request {
    let objects = groups.iter().flat_map(|group| &group.sources).filter_map(|source| source.object.clone());
    let mut link: Vec<LinkWord> = objects.map(LinkWord::File).collect();
    for word in groups.iter().flat_map(|group| &group.link).chain(&own.link) {
        if !link.contains(word) {
            link.push(word.clone());
        }
    }
    let mut flags: Vec<String> = Vec::new();
    // Of the flags of compiles, the plan takes those that the link needs too.
    for flag in groups.iter().flat_map(|group| group.host_flags.iter().chain(group.sources.iter().flat_map(|one| &one.flags))) {
        if !flags.contains(flag) {
            flags.push(flag.clone());
        }
    }
    flags.extend(own.flags.clone());
    let rdc = groups.iter().any(|group| group.rdc);
    Request { produce: Produce::Executable, link, flags, rdc, output: Some(program), ..Request::default() }
}
