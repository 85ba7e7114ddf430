//! Trees that stay CUDA and build for AMD GPUs by an option: six projects whose build files were made so.

use hipify_tests::build::{copy, project};
use hipify_tests::cli_command::TestFolder;

/// The project as it is in `p`, and for both vendors in `both`.
fn ported(name: &str) -> TestFolder {
    let place = TestFolder::new(&[]);
    copy(&project(name).path(""), &place.path("p"));
    let said = place.run("port --mode compat p -o both");
    assert!(said.code <= 1 && !said.out.contains("error["), "{name}: {}{}", said.out, said.err);
    for again in ["--mode compat both", "both"] {
        let said = place.run(&format!("port {again} --diff -q"));
        assert_eq!(said.out, "", "{name}: ported again, with {again}");
    }
    place
}

/// Runs lines of a shell that end with 0, where the toolkit of `cc` stands for CUDA's.
fn shell(place: &TestFolder, lines: &str) -> String {
    let said = place.shell(&format!(
        "set -e; export HIPIFY_CACHE_DIR=\"$PWD/cache\" HIPIFY_OFFLOAD_ARCH=cpu CCACHE_DISABLE=1\n\
         export CUDA_HOME=$($hipify cc --toolkit); export CUDA_PATH=$CUDA_HOME PATH=$CUDA_HOME/bin:$PATH\n{lines}\n"
    ));
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    said.out
}

/// What is built runs on the CPU, and holds code for an AMD GPU.
fn passes(place: &TestFolder, program: &str) {
    let said = place.run(&format!("run --device cpu {program}"));
    assert!(said.code == 0 && said.out.contains("PASS"), "{program}: {}{}", said.out, said.err);
    assert!(place.contents(program).keys().any(|target| target.contains("gfx90a")), "{program}");
}

#[test]
fn cmake_projects_build_for_a_gpu_and_the_cpu_by_the_option() {
    for (name, program) in [("parts", "app"), ("nbody", "nbody"), ("gemm", "gemm")] {
        let place = ported(name);
        place.build("both --offload-arch gfx90a,cpu -q -o out");
        passes(&place, &format!("out/{program}"));
    }
}

#[test]
fn makefiles_build_for_a_gpu_and_the_cpu_by_the_option() {
    for name in ["saxpy", "reduction", "particles"] {
        let place = ported(name);
        let line = "make -s -C both USE_HIP=1 HIPCXX=\"$hipify cc\" HIP_ARCH=gfx90a,cpu";
        let said = place.shell(line);
        assert_eq!(said.code, 0, "{name}: {}{}", said.out, said.err);
        passes(&place, &format!("both/{name}"));
    }
}

#[test]
fn cmake_makes_the_same_build_for_cuda_as_before() {
    for name in ["parts", "nbody", "gemm"] {
        let place = ported(name);
        let configure = "cmake -S p -B b -G Ninja -DCMAKE_EXPORT_COMPILE_COMMANDS=ON > log";
        let lines = format!(
            "{configure}; mv b first; mv p plain; cp -r both p; {configure}\n\
             grep -c nvcc b/build.ninja b/CMakeFiles/rules.ninja b/compile_commands.json\n\
             for file in build.ninja CMakeFiles/rules.ninja compile_commands.json; do cmp first/$file b/$file; done"
        );
        let said = shell(&place, &lines);
        assert!(said.contains("compile_commands.json:") && !said.contains("compile_commands.json:0"), "{name}: {said}");
    }
}

#[test]
fn make_runs_the_same_commands_for_cuda_as_before() {
    for name in ["saxpy", "reduction", "orbit", "siblings/scan"] {
        let place = ported(name.split('/').next().unwrap());
        let inner = name.split_once('/').map_or(String::new(), |(_, inner)| format!("/{inner}"));
        let commands = |folder: &str| place.shell(&format!("CUDA_HOME=/c make -n -C {folder}{inner} | grep -v directory")).out;
        assert!(commands("p").contains("nvcc") && commands("p") == commands("both"), "{name}: {}", commands("both"));
    }
}

#[test]
fn a_setup_py_is_the_same_without_the_option() {
    let place = ported("extension");
    place.write(
        "off.py",
        "import ast, sys\nclass Off(ast.NodeTransformer):\n  def visit_IfExp(self, node):\n    self.generic_visit(node)\n\
         \x20   return node.orelse if isinstance(node.test, ast.Name) and node.test.id == 'USE_HIP' else node\n\
         def read(name):\n  tree = Off().visit(ast.parse(open(name).read()))\n\
         \x20 ours = lambda n: isinstance(n, ast.Assign) and n.targets[0].id == 'USE_HIP' or isinstance(n, ast.Import) and n.names[0].name == 'torch'\n\
         \x20 tree.body = [n for n in tree.body if not ours(n)]\n  return ast.dump(tree)\n\
         assert 'USE_HIP' in open(sys.argv[2]).read()\nassert read(sys.argv[1]) == read(sys.argv[2])\n",
    );
    let said = place.shell("python3 off.py p/setup.py both/setup.py");
    assert_eq!(said.code, 0, "{}", said.err);
}

#[test]
fn the_patch_makes_what_the_port_makes() {
    let place = ported("gemm");
    let patch = place.run("port --mode compat p --diff -q").bytes;
    place.write("a.patch", patch);
    let said = place.shell("git init -q . && git apply a.patch && rm -f both/.hipify* && diff -r p both");
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
}
