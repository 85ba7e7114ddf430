# `make prove`: checks the rules against the real headers. Fetches what it needs into .cache/headers, which git ignores.
LLVM_LIB ?= /usr/lib/llvm-19/lib

.PHONY: prove prove-headers libclang lint-quality

prove: prove-headers libclang
	LIBCLANG_PATH=$(LLVM_LIB) cargo run --release -p hipify-rules --features prove --bin prove -- .cache/headers

prove-headers:
	scripts/fetch-headers.sh

libclang:
	@test -e $(LLVM_LIB)/libclang.so || test -e $(LLVM_LIB)/libclang-19.so \
	    || apt-get install -y --no-install-recommends libclang-19-dev

# How much of what is planted in corpora/hazards lint finds, and how much of what it finds is there.
lint-quality:
	cargo build --locked -p hipify-rs
	cargo test -q --locked --test lint_quality -- --nocapture --test-threads 1 quality_of

# What `check` finds in programs with planted mistakes, and in their right twins.
.PHONY: check-quality
check-quality: setup
	$(CARGO) build --locked -p hipify-rs -p hipify-lower -p hipify-hip
	CHECK_QUALITY=all $(CARGO) test -q --locked --test check_quality -- --nocapture

# Nothing is found in the programs of the corpora but what comments in them allow.
.PHONY: check-programs
check-programs: setup
	$(CARGO) build --locked -p hipify-rs -p hipify-lower -p hipify-hip -p hipify-libraries
	CHECK_PROGRAMS=all $(CARGO) test -q --locked --test check_programs
