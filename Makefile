# Two commands do all set-up on a Debian 12 machine with a Rust toolchain: `make demo` and `make test`.

# clang builds for AMD GPUs and the CPU; the HIP headers and device libraries are what it builds against for GPUs. LLVM's
# library is what code for the CPU is lowered with, clang's runtime what `--sanitize address` links, and libomp what `-fopenmp` does.
PACKAGES = clang-19 clang-tools-19 lld-19 llvm-19 llvm-19-dev libclang-19-dev libclang-rt-19-dev libomp-19-dev \
  rocm-device-libs libamdhip64-dev g++ make cmake ninja-build
# Builds through a cache and on compile servers are tested too.
# A debugger stops in kernels on the CPU.
# Ported Fortran is compiled by two compilers, and runs beside plain Fortran.
TEST_PACKAGES = ccache distcc gdb gfortran flang-19 libflang-19-dev libomp-19-dev meson ninja-build autoconf automake
CARGO ?= cargo
# A snapshot that differs fails; it is never rewritten by a test run.
export INSTA_UPDATE ?= no

# Where `make install` puts things: bin/hipify-rs, and the bundled runtime in lib/hipify-rs.
PREFIX ?= /usr/local
DESTDIR ?=
RELEASE = $(or $(CARGO_TARGET_DIR),target)/release
# The parts of the bundled runtime, and the command with them.
RUNTIME = -p hipify-lower -p hipify-hip -p hipify-libraries -p hipify-runtime-cuda -p hipify-cuda-libraries
PARTS = -p hipify-rs $(RUNTIME)

.DEFAULT_GOAL := build
.PHONY: build install install-runtime help demo test test-full test-tsan lint setup

help:
	@echo 'make            build hipify-rs and the bundled runtime'
	@echo 'make install    install them under PREFIX, /usr/local by default'
	@echo 'make demo       build them, port a CUDA program, build it for two AMD GPUs and the CPU, inspect it and run it'
	@echo 'make lint       format and clippy'
	@echo 'make test       every test that a stock Debian 12 can run'
	@echo 'make test-full  both, and what compiles again: for more targets, and with newer HIP headers'
	@echo 'make test-gpu   programs built for AMD GPUs, beside the same on the CPU: on this machine, or by RUNNER="command"'
	@echo 'make real-trees  Debian packages with CUDA in them, ported, built and tested: a table'
	@echo 'make amd-suites  files of the test suites of rocPRIM and hipCUB on the CPU, with warps of both sizes: a table'
	@echo 'make test-tsan  the runtime under ThreadSanitizer'
	@echo 'make bench      speed and memory on a generated tree'
	@echo 'make bench-build  what a build takes beside the clang commands it runs, and for the CPU beside gfx90a: PROGRAMS'
	@echo 'make bench-cpu  ported kernels on the CPU, beside OpenMP loops and PoCL'
	@echo 'make bench-cores  the same with 1, 2, 4 ... threads: how far more cores help'
	@echo 'make bench-compare  what a record of every launch costs'
	@echo 'make bench-calls  launches, streams, events and graphs in numbers, and the start of a process'
	@echo 'make bench-pairs  whole CUDA programs on the CPU, beside the same algorithms in OpenMP'
	@echo 'make random-kernels  kernels made by chance, on the CPU and on GPUs, and under check: COUNT, SEED, TARGETS, RUNNER, CHECK'
	@echo 'make check-quality  what check finds in programs with planted mistakes and in their right twins'
	@echo 'make check-programs  that nothing is found in the programs of the corpora but what comments in them allow'
	@echo 'make bench-check  what checks cost, beside plain runs of the kernels of bench-cpu'
	@echo 'make lint-quality  what lint finds in programs with planted hazards and without: recall and precision'
	@echo 'make device-functions  how the results of device functions differ from those of an NVIDIA GPU'
	@echo 'make test-torch  extensions of PyTorch, built for the CPU and compared with plain PyTorch'
	@echo 'make docs       the book, into target/book'
	@echo 'make dist       an archive, a wheel and a Debian package, into target/dist: MACHINES, ARTEFACTS'
	@echo 'make test-dist  install each in fresh systems, as root: SUITES, ARTEFACTS'
	@echo 'make status     run what is measured and write docs/status.md; SLOW=1 for what takes long too'
	@echo 'make pictures   draw the pictures of README.md and the book'
	@echo 'make prove      check the API tables against the real CUDA and HIP headers'

setup:
	@scripts/install-packages $(PACKAGES)
	@$(CARGO) fmt --version >/dev/null 2>&1 || rustup component add rustfmt
	@$(CARGO) clippy --version >/dev/null 2>&1 || rustup component add clippy

build: setup
	$(CARGO) build --release --locked $(PARTS)

install: build
	install -d $(DESTDIR)$(PREFIX)/bin
	install $(RELEASE)/hipify-rs $(DESTDIR)$(PREFIX)/bin
	$(put-runtime)

# What `hipify-rs setup runtime` runs: neither packages of the system nor the command.
install-runtime:
	$(CARGO) build --release --locked $(RUNTIME)
	$(put-runtime)

define put-runtime
	install -d $(DESTDIR)$(PREFIX)/lib/hipify-rs
	install $(RELEASE)/hipify-lower $(DESTDIR)$(PREFIX)/lib/hipify-rs
	install -m 644 $(RELEASE)/libhipify_hip.so $(RELEASE)/libhipify_libraries.so $(RELEASE)/libhipify_cuda.so $(DESTDIR)$(PREFIX)/lib/hipify-rs
	$(RELEASE)/cuda-libraries $(DESTDIR)$(PREFIX)/lib/hipify-rs/cuda ../libhipify_cuda.so
endef

demo: build
	scripts/demo

lint: setup
	$(CARGO) fmt --all --check
# The files that a build script lists, which cargo does not see.
	rustfmt --check --edition 2024 hipify/lint/src/lints/*.rs
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings
# Crates and files import downwards alone, files are short, documents name what is there: tests/layout/rooms.toml.
	$(CARGO) run -q --locked -p hipify-layout

test: setup
	@scripts/install-packages $(TEST_PACKAGES)
# A package's tests run the binaries of other packages, which cargo builds for their own package's tests alone.
	$(CARGO) build --workspace --locked
	CARGO="$(CARGO)" scripts/run-tests --workspace --locked --no-fail-fast

test-full: lint test
	LAUNCHES=1000000 $(CARGO) test --locked --test run_faults many-launches
	HIPIFY_RUN_TARGETS=all $(CARGO) test --locked --test run
# Links for GPUs with libraries that Debian 12 has not.
	$(CARGO) run -q --locked -p hipify-rs -- setup
	HIPIFY_FORTRAN=all $(CARGO) test --locked --test fortran --test fortran_flang
	HIP_COMPILE=all HIP_ARCH=gfx90a,gfx1030,gfx1100 $(CARGO) test --locked --test compile
# Programs in CUDA and in OpenMP compute the same.
	scripts/bench-pairs --check $(or $(CARGO_TARGET_DIR),target)/debug
	scripts/test-newer-hip
	CHECK_QUALITY=all $(CARGO) test --locked --test check_quality
# Hours, where the runtime is not optimised.
	$(MAKE) build
	CHECK_PROGRAMS=all $(CARGO) test --release --locked --test check_programs
	scripts/test-report
	$(MAKE) real-trees
	$(MAKE) amd-suites

test-tsan: setup
	CARGO="$(CARGO)" scripts/test-tsan

-include mk/*.mk
