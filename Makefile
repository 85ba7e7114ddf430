# Two commands do all set-up on a Debian 12 machine with a Rust toolchain: `make demo` and `make test`.

# clang builds for AMD GPUs; the HIP headers and device libraries are what it builds against.
PACKAGES = clang-19 clang-tools-19 lld-19 llvm-19 libclang-19-dev rocm-device-libs libamdhip64-dev g++ make cmake ninja-build
# Builds through a cache and on compile servers are tested too.
TEST_PACKAGES = ccache distcc
CARGO ?= cargo
# A snapshot that differs fails; it is never rewritten by a test run.
export INSTA_UPDATE ?= no

.PHONY: help demo test test-full lint setup

help:
	@echo 'make demo       build hipify-rs, port a CUDA program with it, build and inspect it for two AMD GPUs'
	@echo 'make test       format, lints, every test that a stock Debian 12 can run'
	@echo 'make test-full  the same, and what compiles again: for more targets, and with newer HIP headers'
	@echo 'make bench      speed and memory on a generated tree'
	@echo 'make bench-build  what a build takes beside the clang commands it runs'
	@echo 'make prove      check the API tables against the real CUDA and HIP headers'

setup:
	@scripts/install-packages $(PACKAGES)
	@$(CARGO) fmt --version >/dev/null 2>&1 || rustup component add rustfmt
	@$(CARGO) clippy --version >/dev/null 2>&1 || rustup component add clippy

demo: setup
	$(CARGO) build --release --locked -p hipify-rs
	scripts/demo

lint: setup
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

test: lint
	@scripts/install-packages $(TEST_PACKAGES)
	$(CARGO) test --workspace --locked

test-full: test
	HIP_ARCH=gfx90a,gfx1030,gfx1100 $(CARGO) test --locked --test compile
	scripts/test-newer-hip

-include mk/*.mk
