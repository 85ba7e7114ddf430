# Speed, memory and fuzzing. The tree is made up, the same every time, and not committed.

BENCH_DIR ?= target/bench
# Seconds that each fuzz target runs.
FUZZ_SECONDS ?= 600

.PHONY: bench bench-build bench-calls bench-check bench-compare bench-cores bench-cpu bench-engine bench-libraries bench-pairs fuzz

bench:
	@scripts/install-packages ripgrep valgrind
	$(CARGO) build --release --locked -p hipify-rs
	$(CARGO) bench --locked -p hipify-port --bench compare -- $(CURDIR)/target/release/hipify-rs $(CURDIR)/$(BENCH_DIR)

# What `hipify-rs build` takes beside the same commands of clang, and builds for the CPU beside those for gfx90a. PROGRAMS="corpora/run/saxpy.cu" chooses
# programs of which the latter is told alone.
bench-build: setup
	@scripts/install-packages ccache
	$(CARGO) build --release --locked -p hipify-rs -p hipify-lower -p hipify-hip
	scripts/bench-build $(CURDIR)/target/release/hipify-rs $(PROGRAMS)

# How fast ported kernels run on the CPU, beside OpenMP loops and PoCL.
bench-cpu: setup
	@scripts/install-packages pocl-opencl-icd ocl-icd-opencl-dev opencl-headers libomp-19-dev
	$(CARGO) build --release --locked -p hipify-rs -p hipify-lower -p hipify-hip
	scripts/bench-cpu $(CURDIR)/target/release

# What the tools of `check` cost beside plain runs of the kernels of bench-cpu.
bench-check: setup
	$(CARGO) build --release --locked -p hipify-rs -p hipify-lower -p hipify-hip
	scripts/bench-check $(CURDIR)/target/release

# What a record of every launch costs beside a plain run.
bench-compare: setup
	$(CARGO) build --release --locked -p hipify-rs -p hipify-lower -p hipify-hip
	scripts/bench-compare $(CURDIR)/target/release

# What calls of the bundled runtime cost. BENCH_MILLIONS=50 for a row of so many million launches.
bench-calls: setup
	$(CARGO) build --release --locked -p hipify-rs -p hipify-lower -p hipify-hip
	scripts/bench-calls $(CURDIR)/target/release

# How far more cores help.
bench-cores: setup
	$(CARGO) build --release --locked -p hipify-rs -p hipify-lower -p hipify-hip
	scripts/bench-cores $(CURDIR)/target/release

# How fast hipCUB and the bundled libraries are on the CPU, beside libstdc++, OpenBLAS, FFTW and LAPACK.
bench-libraries: setup
	@scripts/install-packages g++ libopenblas-dev liblapacke-dev libfftw3-dev
	$(CARGO) build --release --locked -p hipify-rs -p hipify-lower -p hipify-hip -p hipify-libraries
	scripts/bench-libraries $(CURDIR)/target/release

# Whole CUDA programs on the CPU, beside the same algorithms in OpenMP. PAIRS="heat-2d k-means" chooses.
bench-pairs: setup
	$(CARGO) build --release --locked -p hipify-rs -p hipify-lower -p hipify-hip
	scripts/bench-pairs $(CURDIR)/target/release $(PAIRS)

bench-engine:
	$(CARGO) bench --locked -p hipify-port --bench engine
	$(CARGO) bench --locked -p gpufort --bench parse
	$(CARGO) bench --locked -p gpufort --bench port

# The fuzzer needs unstable compiler options; no sanitizer, since the engine has no unsafe code.
fuzz:
	@command -v cargo-fuzz >/dev/null || $(CARGO) install --locked cargo-fuzz
	@fuzz/seed
	for target in lex port fortran; do \
	  RUSTC_BOOTSTRAP=1 $(CARGO) fuzz run --sanitizer none $$target -- -dict=fuzz/cuda.dict -max_len=8192 -timeout=10 -max_total_time=$(FUZZ_SECONDS) || exit 1; \
	done
