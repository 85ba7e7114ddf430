//! Our API headers beside AMD's: every enumerator has the same value, every structure the same size and offsets. Asked of the
//! compiler for both; AMD's are those of the system and those that `hipify-rs setup` fetched, where they are.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

const INCLUDES: &str =
    "#include <hip/hip_runtime_api.h>\n#include <hip/hiprtc.h>\n#include <hip/library_types.h>\n#include <hip/texture_types.h>\n";

/// Where a field is, where the type has it.
const FIELD: &str = "#define FIELD(type, field) struct type##_##field { \\
    template <class T> static long at(decltype(&T::field)) { return offsetof(T, field); } \\
    template <class T> static long at(...) { return -1; } };
";

/// What later versions of HIP changed since 5.2, by how the names begin: these headers have HIP 6.4's.
const CHANGED_SINCE_5: [&str; 12] = [
    "HIP_MEMCPY3D",
    "hipExternalMemory",
    "hipExternalSemaphore",
    "hipGraphNodeType",
    "hipJitOptionNumOptions",
    "hipMemAllocationProp",
    "hipMemPoolProps",
    "hipMemoryType",
    "hipMipmappedArray",
    "hipPointerAttribute_t",
    "HIP_ARRAY_DESCRIPTOR",
    "textureReference",
];

fn ours() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../include")
}

/// Folders with AMD's headers, with their major version.
fn amds() -> Vec<(PathBuf, u32)> {
    let data = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from);
    let data = data.or_else(|| Some(Path::new(&std::env::var_os("HOME")?).join(".local/share")));
    let fetched = data.into_iter().flat_map(|data| std::fs::read_dir(data.join("hipify-rs")).into_iter().flatten().flatten());
    let folders = fetched.map(|entry| entry.path().join("include")).chain([PathBuf::from("/usr/include")]);
    folders.filter_map(|folder| Some((major(&folder)?, folder))).map(|(major, folder)| (folder, major)).collect()
}

fn major(folder: &Path) -> Option<u32> {
    let text = std::fs::read_to_string(folder.join("hip/hip_version.h")).ok()?;
    text.lines().find_map(|line| line.strip_prefix("#define HIP_VERSION_MAJOR "))?.trim().parse().ok()
}

/// What our headers define: enumerators, and structures with their fields.
#[derive(Default)]
struct Names {
    enumerators: Vec<String>,
    structures: BTreeMap<String, Vec<String>>,
}

impl Names {
    fn of_headers() -> Names {
        let mut names = Names::default();
        for folder in ["hip", "hip/hipify/api"] {
            for entry in std::fs::read_dir(ours().join(folder)).unwrap().flatten() {
                let name = entry.file_name().into_string().unwrap();
                if name.ends_with(".h")
                    && !["hip_vector_types.h", "hip_runtime.h", "channel_descriptor.h", "newer.h"].contains(&&*name)
                {
                    names.read(&std::fs::read_to_string(entry.path()).unwrap());
                }
            }
        }
        names
    }

    fn read(&mut self, header: &str) {
        let mut lines = header.lines();
        while let Some(line) = lines.next() {
            let words: Vec<&str> = line.split_whitespace().filter(|&word| word != "typedef").collect();
            match words[..] {
                ["enum", .., "{"] => {
                    let body = lines.by_ref().take_while(|line| !line.starts_with('}'));
                    self.enumerators.extend(body.filter_map(|line| first_word(line.trim())));
                }
                ["struct" | "union", name, "{"] if !name.starts_with("__") && name != "dim3" => {
                    let body = lines.by_ref().take_while(|line| !line.starts_with('}'));
                    let fields =
                        body.filter(|line| line.starts_with("    ") && !line.starts_with("     ") && line.ends_with(';'));
                    self.structures.insert(name.to_owned(), fields.filter_map(field).collect());
                }
                _ => {}
            }
        }
    }

    /// A program that prints each fact on a line, as far as the words are known. A field that is not there is at -1.
    fn program(&self, known: &BTreeSet<String>) -> String {
        let (mut fields_text, mut text) = (String::new(), String::new());
        for name in self.enumerators.iter().filter(|name| known.contains(*name)) {
            text += &format!("    printf(\"{name} = %lld\\n\", (long long){name});\n");
        }
        for (name, fields) in self.structures.iter().filter(|(name, _)| known.contains(*name)) {
            text += &format!("    printf(\"{name}: %zu bytes\\n\", sizeof({name}));\n");
            for field in fields.iter().filter(|field| known.contains(*field)) {
                fields_text += &format!("FIELD({name}, {field})\n");
                text += &format!("    printf(\"{name}.{field} at %ld\\n\", {name}_{field}::at<{name}>(nullptr));\n");
            }
        }
        format!("#include <stdio.h>\n#include <stddef.h>\n{INCLUDES}{FIELD}{fields_text}int main() {{\n{text}}}\n")
    }
}

fn first_word(text: &str) -> Option<String> {
    let word: String = text.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
    (!word.is_empty()).then_some(word)
}

/// The name in `    type *name[n];`, none for a bit field.
fn field(line: &str) -> Option<String> {
    let declarator = line.trim().trim_end_matches(';').split('[').next()?.trim();
    let name = declarator.rsplit([' ', '*', '}']).next()?;
    (!line.contains(" : ") && !line.contains('(')).then(|| first_word(name)).flatten()
}

fn compiler(headers: &Path) -> Command {
    let mut command = Command::new("c++");
    command.args(["-std=c++17", "-w", "-D__HIP_PLATFORM_AMD__"]).arg("-isystem").arg(headers);
    command
}

fn succeed(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}\n{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// All words of the headers after preprocessing.
fn words_of(headers: &Path, folder: &Path) -> BTreeSet<String> {
    let source = folder.join("all.cpp");
    std::fs::write(&source, INCLUDES).unwrap();
    let text = succeed(compiler(headers).arg("-E").arg("-P").arg(&source));
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').map(str::to_owned).collect()
}

fn facts(program: &str, headers: &Path, folder: &Path) -> Vec<String> {
    let (source, executable) = (folder.join("facts.cpp"), folder.join("facts"));
    std::fs::write(&source, program).unwrap();
    succeed(compiler(headers).arg(&source).arg("-o").arg(&executable));
    succeed(&mut Command::new(&executable)).lines().map(str::to_owned).collect()
}

#[test]
fn values_sizes_and_offsets_are_amds() {
    let names = Names::of_headers();
    assert_eq!((names.enumerators.len(), names.structures.len()), (626, 61), "enumerators and structures of the headers");
    let folder = tempfile::tempdir().unwrap();
    let found = amds();
    assert!(!found.is_empty(), "no AMD headers: install libamdhip64-dev or run `hipify-rs setup`");
    for (amd, major) in found {
        let known: BTreeSet<String> =
            words_of(&amd, folder.path()).intersection(&words_of(&ours(), folder.path())).cloned().collect();
        let program = names.program(&known);
        let (ours, theirs) = (facts(&program, &ours(), folder.path()), facts(&program, &amd, folder.path()));
        let absent = |fact: &str| fact.ends_with(" at -1");
        let excused = |fact: &str| major < 6 && CHANGED_SINCE_5.iter().any(|start| fact.starts_with(start));
        let differences: Vec<_> =
            ours.iter().zip(&theirs).filter(|(ours, theirs)| ours != theirs && !absent(theirs) && !excused(ours)).collect();
        println!("{}: {} facts, {} differ", amd.display(), ours.len(), differences.len());
        assert!(differences.is_empty(), "ours, AMD's in `{}`:\n{differences:#?}", amd.display());
    }
}
