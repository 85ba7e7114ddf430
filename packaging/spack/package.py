# Copyright Spack Project Developers. See COPYRIGHT file for details.
#
# SPDX-License-Identifier: (Apache-2.0 OR MIT)

from spack_repo.builtin.build_systems.cargo import CargoPackage

from spack.package import *


class HipifyRs(CargoPackage):
    """Ports CUDA C++ and CUDA Fortran to HIP, finds what builds and then misbehaves on AMD GPUs,
    builds for GPUs and for the CPU, and runs the result on the CPU by a HIP runtime of its own."""

    homepage = "https://github.com/hipify-rs/hipify-rs"
    git = "https://github.com/hipify-rs/hipify-rs.git"

    license("Apache-2.0 OR MIT", checked_by="hipify-rs")

    version("main", branch="main")

    variant("runtime", default=True, description="The bundled runtime, for builds for the CPU", when="target=x86_64:")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("rust@1.88:", type="build")
    depends_on("llvm@17:22 +clang +lld +llvm_dylib", type="run", when="+runtime")

    # The command, what lowers code for the CPU, and the libraries that programs are linked with.
    runtime = [
        "hipify-lower",
        "hipify-hip",
        "hipify-libraries",
        "hipify-runtime-cuda",
        "hipify-cuda-libraries",
    ]

    def parts(self):
        return ["hipify-rs"] + (self.runtime if self.spec.satisfies("+runtime") else [])

    def build(self, spec, prefix):
        words = [word for part in self.parts() for word in ("-p", part)]
        cargo("build", "--release", "--locked", *words)

    def install(self, spec, prefix):
        built = join_path("target", "release")
        mkdirp(prefix.bin)
        install(join_path(built, "hipify-rs"), prefix.bin)
        if spec.satisfies("+runtime"):
            folder = join_path(prefix.lib, "hipify-rs")
            mkdirp(folder)
            install(join_path(built, "hipify-lower"), folder)
            for name in ("hip", "libraries", "cuda"):
                install(join_path(built, f"libhipify_{name}.so"), folder)
            Executable(join_path(built, "cuda-libraries"))(join_path(folder, "cuda"), "../libhipify_cuda.so")

    def check(self):
        Executable(join_path("target", "release", "hipify-rs"))("query", "cudaMalloc")

    def setup_run_environment(self, env):
        if self.spec.satisfies("+runtime"):
            env.set("HIPIFY_RS_LLVM", self.spec["llvm"].prefix.lib)
